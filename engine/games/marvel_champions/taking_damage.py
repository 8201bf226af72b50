"""Damage as characters take it: players are their identities, and a tough status takes the place of any amount."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.events.execution import deal as deal_as_usual
from engine.events.execution import source_of
from engine.games.marvel_champions.character_stats import identity_of
from engine.games.marvel_champions.statuses import stands

if TYPE_CHECKING:
    from engine.state.game import Game
    from engine.state.proposed_events import Prospect


def deal(game: Game, each: Prospect, results: list[Prospect]) -> int:
    """A tough status is discarded instead of any amount of damage (Status Cards)."""
    obj = game.object(each.subject)
    if obj is not None and stands(game, obj, source_of(game, each)):
        return 0
    return deal_as_usual(game, each, results)


def bearer(game: Game, ident: int) -> int:
    """Players are their identities (You)."""
    seat = game.seat_of(ident)
    identity = identity_of(game, seat) if seat >= 0 else None
    return identity.id if identity is not None else ident
