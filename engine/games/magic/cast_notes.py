"""Notes of casting that only some texts ask about: that a permanent was cast, and the mana spent to cast spells.

They are kept where a text of the match asks for them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.abilities import MANA_SPENT
from engine.cards.register import paid_names
from engine.events.triggers import noticed_together
from engine.state.play_notes import MANA_FOR_IT, WAS_CAST, numbers_paid
from engine.state.player_marks import mark_of, set_mark
from engine.state.proposed_events import Happening

if TYPE_CHECKING:
    from engine.state.game import Game
    from engine.state.records import Item, Object

CAST_FROM_HAND: Final = f"{WAS_CAST} from hand"
CAST_FROM_GRAVEYARD: Final = f"{WAS_CAST} from graveyard"
CAST_FROM_ELSEWHERE: Final = f"{WAS_CAST} from elsewhere"
"""From anywhere other than the hand."""
NOTES: Final = (WAS_CAST, CAST_FROM_HAND, CAST_FROM_GRAVEYARD, CAST_FROM_ELSEWHERE)

MOST_EXPENDED: Final = 20
"""The highest number that a text may wait for: a player who spends more expends no further numbers."""
WARPED: Final = "warped"
"""The event that a spell was cast for its warp cost."""


def _are_noted(game: Game) -> bool:
    """Whether any text of this match, printed or to be gained, asks what was cast."""
    cached = game.fixed.get("casts noted")
    if cached is None:
        names = {name for text in game.texts for name in paid_names(text.ability)}
        cached = game.fixed["casts noted"] = (not names.isdisjoint(NOTES),)
    return bool(cached[0])


def note_cast(game: Game, spell: Object, zone: str) -> None:
    """A card has become a spell (601.2a): it knows that from now on, and from where, as the permanent will."""
    if _are_noted(game):
        notes = [WAS_CAST, CAST_FROM_HAND if zone == "hand" else CAST_FROM_ELSEWHERE]
        if zone == "graveyard":
            notes.append(CAST_FROM_GRAVEYARD)
        game.write(spell, "paid", tuple((note, 1) for note in notes))


def note_warped(game: Game, spell: Object | None, seat: int) -> None:
    """702.185c: a spell was cast for its warp cost."""
    if spell is not None and dict(spell.paid).get("warp"):
        noticed_together(game, WARPED, [Happening(spell, seat)])


def count_mana(game: Game, item: Item) -> None:
    """A player expends each number that the mana spent this turn to cast spells has reached with this one (700.14).

    The spell knows from now on how much it was, as the permanent will.
    """
    if MANA_SPENT not in game.minded:
        return
    before, number = mark_of(game, item.controller, MANA_SPENT), sum(numbers_paid(item.paid, MANA_SPENT))
    set_mark(game, item.controller, MANA_SPENT, game.bounded(before + number))
    card = game.object(item.card)
    if card is not None:
        game.write(card, "paid", (*card.paid, (MANA_FOR_IT, number)))
    last = min(before + number, MOST_EXPENDED)
    noticed_together(
        game, MANA_SPENT, [Happening(None, item.controller, how=str(n)) for n in range(before + 1, last + 1)]
    )


def forget_mana(game: Game) -> None:
    """A turn is over, and what was spent in it (700.14)."""
    if MANA_SPENT in game.minded:
        for seat in range(game.seats):
            if mark_of(game, seat, MANA_SPENT):
                set_mark(game, seat, MANA_SPENT, 0)
