"""Results of searches, kept: the same board and cost have the same answer, whatever has happened in between.

A search is remembered by all that it reads (``Search.key``), not by when it was asked: a play that is cancelled and
begun again, a line that is rewound and a fork find what was found before. A caller that remembers a result takes the
nodes from the question that the search took, so that no answer hangs on who asked before.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.state.search_budget import UNPROVEN

if TYPE_CHECKING:
    from engine.payment.solver import Search
    from engine.state.game import Game

MOST: Final = 512
"""Searches that are remembered; then all are forgotten at once."""
NOTHING: Final[frozenset[tuple[int, int]]] = frozenset()


def recall(game: Game, search: Search) -> tuple[int, frozenset[tuple[int, int]]]:
    """The verdict of a search, run unless it was before with as many nodes, and what may be used first of all then."""
    question, known = game.question, game.searched
    allowed = question.open
    key = search.key()
    found = known.get(key)
    if found is None or not (found[2] or allowed <= found[1]):
        before = question.left
        verdict = search.run()
        if len(known) >= MOST:
            known.clear()
        found = known[key] = (verdict, before - question.left, not search.is_short, search.begun())
        return verdict, found[3]
    verdict, nodes, is_whole, begun = found
    return (verdict, begun) if question.take(nodes) and is_whole else (UNPROVEN, NOTHING)
