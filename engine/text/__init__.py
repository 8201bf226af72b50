"""Rules text, both ways: text -> ability records, and records -> text.

``parse(render(ability)) == ability`` for every ability of every card. A text that is not understood, or that has two
readings, is a ``TextError`` that names the card and the place. Owns no card and names no game.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from engine.abilities import Ability, Cost, CostPart, Shield
from engine.text.errors import TextError
from engine.text.language import language

__all__ = ["TextError", "load_words", "parse", "render", "render_cost", "render_due", "render_lasting"]

MOST_KEPT: Final = 4096
"""Texts of each kind that are kept as they were written: questions say the same ones again and again."""


def parse(text: str, card_name: str, game: str) -> tuple[Ability, ...]:
    """The abilities that ``text`` on a card gives, in order.

    Raises:
        TextError: the text is not understood, or has two readings.
    """
    return language(game).parse(text, card_name)


def load_words(game: str) -> None:
    """Load the phrases that ``render`` writes with, a tenth of a second's work; without it the first text waits."""
    _ = language(game).phrases


@lru_cache(MOST_KEPT)
def render(ability: Ability, game: str) -> str:
    """The text of one ability, with "this" for its card."""
    return language(game).render(ability)


def render_lasting(effect: Shield, game: str) -> str:
    """The text of a replacement or prevention effect that lasts, with "it" for what it was made for."""
    return language(game).render_lasting(effect)


@lru_cache(MOST_KEPT)
def render_cost(cost: Cost, game: str) -> str:
    """The text of a cost by itself."""
    return language(game).render_cost(cost)


@lru_cache(MOST_KEPT)
def render_due(part: CostPart, game: str) -> str:
    """The text of a part of a cost, as who is to pay it is told: "pay {2}".

    Raises:
        Unwritable: no text says it, the rules made it.
    """
    return language(game).renderer.due_part(part)
