"""Modes each of which must target a different thing: such choices of targets as leave one for every mode (700.2)."""

from __future__ import annotations


def most_apart(wanted: list[list[int]]) -> int:
    """The most wants that can be met with different things, given for each of them what meets it."""
    met_by: dict[int, int] = {}
    return sum(_find(wanted, place, met_by, set()) for place in range(len(wanted)))


def _find(wanted: list[list[int]], place: int, met_by: dict[int, int], seen: set[int]) -> bool:
    """Meet one more want, if need be with another thing for one that is met already (Kuhn)."""
    for ident in wanted[place]:
        if ident not in seen:
            seen.add(ident)
            if ident not in met_by or _find(wanted, met_by[ident], met_by, seen):
                met_by[ident] = place
                return True
    return False


def leaving_others(options: list[int], taken: set[int], wanted: list[list[int]]) -> list[int]:
    """The options that are not taken and leave a different thing for each of the wants that come after.

    A want with very many options keeps one whatever the others take, so only the narrow ones are looked at.
    """
    enough = len(taken) + 1 + len(wanted)
    narrow = [want for want in wanted if len(want) < enough]
    return [ident for ident in options if ident not in taken and _leaves(narrow, {ident, *taken})]


def _leaves(wanted: list[list[int]], gone: set[int]) -> bool:
    left = [[other for other in want if other not in gone] for want in wanted]
    return most_apart(left) == len(wanted)
