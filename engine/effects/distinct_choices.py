"""Choices of one thing for each of several kinds, where nothing can be chosen for two."""

from __future__ import annotations

from itertools import chain

from engine.payment.bipartite_matching import Matching


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
    places = {ident: place for place, ident in enumerate(dict.fromkeys(chain(*kinds)))}
    return Matching([[places[ident] for ident in fit] for fit in kinds], len(places)).most()
