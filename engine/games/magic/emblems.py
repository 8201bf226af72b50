"""Emblems (114): markers in the command zone (408), whose abilities work there for the player who got them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from engine.abilities import GetEmblem, Grant, Token, Triggered
from engine.cards.definitions import MARKER
from engine.effects.meaning import DONE
from engine.events.zones import create

if TYPE_CHECKING:
    from engine.abilities import Ability
    from engine.effects.meaning import Outcome
    from engine.state.decisions import Answer
    from engine.state.game import Game
    from engine.state.records import Item

COMMAND: Final = "command"
"""The zone of emblems."""
NAME: Final = "Emblem"
"""The name by which gestures and views call an emblem that has none (114.3)."""


def form_of(emblem: GetEmblem) -> Token:
    """An emblem as something that texts make; it has nothing but its abilities (114.3)."""
    return Token(emblem.name or NAME, (MARKER,), abilities=emblem.abilities)


def works_there(ability: Ability) -> Ability | None:
    """An ability as one that works in the command zone (114.4); none for one of a kind that no emblem has here."""
    match ability:
        case Triggered(zone="battlefield"):
            return replace(ability, zone=COMMAND)
        case Grant(source=False, attached=False, control=False):
            return ability
        case _:
            return None


def get_emblem(game: Game, seat: int, emblem: GetEmblem) -> None:
    """114.2: the player owns and controls it; one with a name is not got a second time."""
    number = game.tokens[form_of(emblem)]
    if not emblem.name or all(obj.card != number or obj.owner != seat for obj in game.markers()):
        create(game, number, seat, COMMAND)


def run_get_emblem(game: Game, item: Item, do: GetEmblem, answer: Answer | None) -> Outcome:
    get_emblem(game, item.controller, do)
    return DONE
