"""Choices of a scenario where a game is played against one, as data that no page needs to know a game for."""

from __future__ import annotations

from collections.abc import Iterable

from engine import games
from engine.cards.pool import shipped
from engine.cards.scenario_parts import LinePart, PrintedCard


def scenario_parts(game: str, imported: Iterable[PrintedCard] = ()) -> tuple[LinePart, ...]:
    """The parts of the line by which a match of that game names its scenario; none where it has no scenarios.

    Args:
        game: its name.
        imported: cards that a match may bring, those with a set.
    """
    return games.scenario_parts(shipped(game), imported)
