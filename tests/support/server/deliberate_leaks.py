"""Faults on purpose: what a viewer is sent follows a card that it may not see."""

import pytest

from engine.analysis.secrecy import PUBLIC, may_be_seen
from engine.explain import projection
from engine.state.game import Game
from engine.state.records import NOBODY, Object


def hidden_number(game: Game) -> int:
    """The number of a card that no opponent sees, of the last seat: in its hand, or else on top of its library."""
    seat = game.seats - 1
    hand = [ident for ident in game.content("hand", seat) if not may_be_seen(game, game.obj(ident), PUBLIC)]
    pile = game.content(game.draw_zone, seat)
    return game.obj(hand[0]).card if hand else pile[0] if pile else NOBODY


def hidden_name(game: Game) -> str:
    number = hidden_number(game)
    return "" if number == NOBODY else game.prints[number].definition.name


def name_it(patch: pytest.MonkeyPatch) -> None:
    """A name of something public follows it."""
    shown = projection._object

    def leaky(game: Game, obj: Object) -> dict[str, object]:
        return {**shown(game, obj), "label": f"{obj.name} and {hidden_name(game)}"}

    patch.setattr(projection, "_object", leaky)
