"""Rules text, both ways: text -> ability records, and records -> text.

``parse(render(ability)) == ability`` for every ability of every card. A text that is not understood, or that has two
readings, is a ``TextError`` that names the card and the place. Owns no card and names no game.
"""

from __future__ import annotations

from engine.abilities import Ability, Cost, Shield
from engine.text.errors import TextError
from engine.text.language import language

__all__ = ["TextError", "parse", "render", "render_cost", "render_lasting"]


def parse(text: str, card_name: str, game: str) -> tuple[Ability, ...]:
    """The abilities that ``text`` on a card gives, in order.

    Raises:
        TextError: the text is not understood, or has two readings.
    """
    return language(game).parse(text, card_name)


def render(ability: Ability, game: str) -> str:
    """The text of one ability, with "this" for its card."""
    return language(game).render(ability)


def render_lasting(effect: Shield, game: str) -> str:
    """The text of a replacement or prevention effect that lasts, with "it" for what it was made for."""
    return language(game).render_lasting(effect)


def render_cost(cost: Cost, game: str) -> str:
    """The text of a cost by itself."""
    return language(game).render_cost(cost)
