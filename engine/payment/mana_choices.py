"""Choices of mana that an instruction may add and does not write out: combinations, and the colour that was chosen."""

from __future__ import annotations

from itertools import combinations_with_replacement
from math import comb
from typing import TYPE_CHECKING

from engine.abilities import CHOSEN_MANA
from engine.cards.definitions import COLOR_OF

if TYPE_CHECKING:
    from engine.state.game import Game

Choices = tuple[tuple[str, ...], ...]
"""Symbols that may be added together, by choice."""


def combined(choices: Choices, number: int) -> Choices:
    """Every way to add ``number`` units, each of them one of the choices."""
    return tuple(combinations_with_replacement((symbol for (symbol,) in choices), number))


def ways_to_combine(choices: Choices, number: int) -> int:
    """The number of ways to combine."""
    return comb(len(choices) + number - 1, number) if choices else 0


def chosen_mana(game: Game, choices: Choices, source: int, word: str = "") -> Choices:
    """With the chosen colour's symbol: that of ``word`` if the text chose one, else the one chosen on entering."""
    if CHOSEN_MANA not in choices:
        return choices
    obj = game.object(source)
    entered = next((str(name) for key, name in obj.extra if key == "color"), "") if obj is not None else ""
    own = tuple((symbol,) for symbol, name in COLOR_OF.items() if name == (word or entered))
    return tuple(dict.fromkeys(one for choice in choices for one in (own if choice == CHOSEN_MANA else (choice,))))
