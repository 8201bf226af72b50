"""Keywords under a restriction, wherever the card that has them lies (Class Bonus 3).

A restriction before a keyword makes it a grant of the card to itself. Grants reach objects on the field; in hand, on
the Effects Stack, in the Intent and in the graveyard the rules that ask for a keyword ask here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.abilities import Grant
from engine.queries.filters import holds

if TYPE_CHECKING:
    from engine.state.game import Game
    from engine.state.records import Object


def has_keyword(game: Game, card: Object, keyword: str) -> bool:
    """Whether a card has a keyword, and what restricts that is met."""
    if keyword in card.keywords:
        return True
    if card.zone == game.arena:
        return False
    return any(
        isinstance(ability, Grant)
        and ability.source
        and keyword in ability.gains
        and (ability.condition is None or holds(game, ability.condition, card.controller, card.id))
        for ability in (game.texts[number].ability for number in card.abilities)
    )
