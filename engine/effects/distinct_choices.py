"""Choices of one thing for each of several kinds, where nothing can be chosen for two."""

from __future__ import annotations


def leaving_most(options: tuple[int, ...], later: list[tuple[int, ...]]) -> tuple[int, ...]:
    """Those of some things after whose choice as much as possible is left for the kinds that follow (101.3)."""
    shared = {ident for fit in later for ident in fit}
    if shared.isdisjoint(options):
        return options
    plain = most_apart(later)
    left = {
        ident: most_apart([tuple(i for i in fit if i != ident) for fit in later]) if ident in shared else plain
        for ident in options
    }
    best = max(left.values())
    return tuple(ident for ident in options if left[ident] == best)


def most_apart(kinds: list[tuple[int, ...]]) -> int:
    """For how many kinds a thing of its own can be found."""
    taken: dict[int, int] = {}
    return sum(_finds_one(number, kinds, taken, set()) for number in range(len(kinds)))


def _finds_one(number: int, kinds: list[tuple[int, ...]], taken: dict[int, int], seen: set[int]) -> bool:
    """Whether a kind gets a thing; one that has a thing already may change to another."""
    for ident in kinds[number]:
        if ident in seen:
            continue
        seen.add(ident)
        if ident not in taken or _finds_one(taken[ident], kinds, taken, seen):
            taken[ident] = number
            return True
    return False
