"""The victory display: the place out of play for cards that are worth points (Victory X, Victory Display)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.events.zones import create
from engine.games.marvel_champions.language.shared_words import DISPLAY, VICTORY
from engine.state.proposed_events import Prospect, moving

if TYPE_CHECKING:
    from engine.state.game import Game
    from engine.state.records import Object


def resting_place(game: Game, obj: Object) -> str:
    """The zone to which a card goes that is defeated, or has spent its last use."""
    return DISPLAY if is_worth_points(game, obj) else game.discard_zone


def is_worth_points(game: Game, obj: Object) -> bool:
    """Whether a card goes to the victory display; a match of an earlier edition has none."""
    return VICTORY in obj.keywords and DISPLAY in game.zones


def won_with(game: Game, hosts: list[int]) -> list[Prospect]:
    """The cards with victory on others that are defeated, which go to the victory display with those."""
    there = [obj for obj in game.battlefield() if obj.attached in hosts and is_worth_points(game, obj)]
    return [moving(obj, DISPLAY, cause=VICTORY) for obj in there]


def keep_stage(game: Game, card: int) -> None:
    """A stage of the villain that has been defeated, and is no object any more, lies in the victory display."""
    create(game, card, game.side, DISPLAY)
