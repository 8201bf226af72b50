"""Crimes (700.13): spells and abilities that target an opponent, what one controls, or a card in one's graveyard."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.events.triggers import noticed_together
from engine.play.stack import has_triggered
from engine.state.procedure import item_of
from engine.state.proposed_events import Happening
from engine.state.records import NOBODY, Item, Object

if TYPE_CHECKING:
    from engine.state.decisions import Answer
    from engine.state.game import Game
    from engine.state.records import Play

CRIME: Final = "crime"


def note_crime(game: Game, item: Item) -> None:
    """A player has cast a spell, activated an ability or put a triggered ability on the stack."""
    if CRIME not in game.minded:
        return
    if any(_is_opponents(game, ident, item.controller) for ids in item.targets for ident in ids):
        noticed_together(game, CRIME, [Happening(None, item.controller)])


def conclude_trigger(game: Game, play: Play, answer: Answer | None) -> int:
    """The last step of putting a triggered ability on the stack, which may be a crime."""
    note_crime(game, item_of(game, play))
    return has_triggered(game, play, answer)


def _is_opponents(game: Game, ident: int, seat: int) -> bool:
    found = game.seat_of(ident)
    if found == NOBODY:
        record = game.records.get(ident)
        if isinstance(record, Object):
            found = record.owner if record.zone == "graveyard" else record.controller
        elif isinstance(record, Item):
            found = record.controller
    return found in game.opponents(seat)
