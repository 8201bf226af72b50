"""Spells that are cast again from exile: by rebound (702.88), or a copy of them by paradigm (702.192)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.abilities import (
    IT,
    SELF,
    Compare,
    CopyCard,
    Event,
    If,
    KeywordAction,
    Later,
    Move,
    Paid,
    PlayNow,
    StillWaiting,
)
from engine.effects.meaning import objects_of, touched
from engine.events.zones import create
from engine.games.magic.cast_notes import CAST_FROM_HAND

if TYPE_CHECKING:
    from engine.abilities import CopyCards, Instruction
    from engine.effects.meaning import Outcome
    from engine.state.decisions import Answer
    from engine.state.game import Game
    from engine.state.records import Item

EXILE: Final = "exile"
FREE: Final = PlayNow(IT, free=True, optional=True)
FROM_HAND: Final = Compare(Paid(CAST_FROM_HAND), ">=", 1)
NEXT_UPKEEP: Final = Later(1, (Event("step", who="you", how="upkeep"),))
EACH_MAIN: Final = Later(2, (Event("step", who="you", how="precombat main phase"),), once=False)
AGAIN: Final[dict[str, tuple[Instruction, ...]]] = {
    "rebound": (KeywordAction("rebound", 4), If(3, FROM_HAND), Move(SELF, EXILE), NEXT_UPKEEP, FREE),
    "paradigm": (
        KeywordAction("paradigm", 5),
        If(3, Compare(StillWaiting(), "=", 0)),
        EACH_MAIN,
        CopyCard(),
        FREE,
        Move(SELF, EXILE),
    ),
}
"""The last instructions of a spell with the keyword (702.88a, 702.192a)."""


def run_copy_card(game: Game, item: Item, _do: CopyCard, _answer: Answer | None) -> Outcome:
    """707.12: the copy is made where the card would be, also if that has gone on from there."""
    cards = (n for n, each in enumerate(game.prints) if (each.spell, each.name) == (item.text, item.name))
    copy = create(game, next(cards), item.controller, EXILE)
    game.write(copy, "token", True)
    game.strays = True
    return touched(game, item, (copy.id,))


def run_copy_cards(game: Game, item: Item, do: CopyCards, _answer: Answer | None) -> Outcome:
    """707.12: copies are made in the zone where the cards are; one that is not cast ceases to exist (704.5e)."""
    copies = [
        create(game, obj.card, item.controller, obj.zone)
        for obj in objects_of(game, item, do.what)
        if obj.zone not in (game.arena, "stack")
    ]
    for copy in copies:
        game.write(copy, "token", True)
        game.strays = True
    return touched(game, item, tuple([copy.id for copy in copies]))


def still_waiting(game: Game, _of: StillWaiting, seat: int, item: Item | None) -> int:
    """A spell of the same name that its controller has resolved before has set one ability going, which waits."""
    waiting = map(game.item, game.root.delayed)
    return sum(
        1 for each in waiting if item and (each.text, each.controller, each.name) == (item.text, seat, item.name)
    )
