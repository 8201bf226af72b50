"""Notes of casting that only some texts ask about: that a permanent was cast, and the mana spent to cast spells.

They are kept where a text of the match asks for them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.abilities import COLORS_SPENT, MANA_SPENT
from engine.cards.asked_history import paid_names
from engine.cards.numbered_text import COLORS
from engine.events.triggers import noticed_together
from engine.state.play_notes import MANA_FOR_IT, WAS_CAST, numbers_paid
from engine.state.player_marks import mark_of, set_mark
from engine.state.proposed_events import Happening
from engine.text.phrases import has_test

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.state.game import Game
    from engine.state.records import Item, Object

CAST_FROM_HAND: Final = f"{WAS_CAST} from hand"
CAST_FROM_GRAVEYARD: Final = f"{WAS_CAST} from graveyard"
CAST_FROM_ELSEWHERE: Final = f"{WAS_CAST} from elsewhere"
"""From anywhere other than the hand."""
CAST_FROM_EXILE: Final = f"{WAS_CAST} from exile"
NOT_FROM_HAND: Final = "not from hand"
ORIGINS: Final = {"hand": CAST_FROM_HAND, "graveyard": CAST_FROM_GRAVEYARD, "exile": CAST_FROM_EXILE}
NOTES: Final = (WAS_CAST, *ORIGINS.values(), CAST_FROM_ELSEWHERE, NOT_FROM_HAND)

MOST_EXPENDED: Final = 20
"""The highest number that a text may wait for: a player who spends more expends no further numbers."""
WARPED: Final = "warped"
"""The event that a spell was cast for its warp cost."""


def _are_noted(game: Game) -> bool:
    """Whether any text of this match, printed or to be gained, asks what was cast."""
    cached = game.fixed.get("casts noted")
    if cached is None:
        names = {name for text in game.texts for name in paid_names(text.ability)}
        is_tested = any(has_test(text.ability, note) for text in game.texts for note in NOTES)
        cached = game.fixed["casts noted"] = (is_tested or not names.isdisjoint(NOTES),)
    return bool(cached[0])


def note_cast(game: Game, spell: Object, zone: str) -> None:
    """A card has become a spell (601.2a): it knows that from now on, and from where, as the permanent will."""
    if _are_noted(game):
        notes = [WAS_CAST, CAST_FROM_HAND if zone == "hand" else CAST_FROM_ELSEWHERE]
        if zone != "hand" and zone in ORIGINS:
            notes.append(ORIGINS[zone])
        game.write(spell, "paid", tuple((note, 1) for note in notes))


def _from(game: Game, obj: Object, zone: str) -> bool:
    """Whether something is a spell that was cast from a zone, or a card that lies there before it is cast (601.2a)."""
    note = ORIGINS.get(zone, CAST_FROM_ELSEWHERE)
    if obj.zone == "stack" or dict(obj.paid).get(note):
        return bool(dict(obj.paid).get(note))
    return obj.zone == zone if zone else obj.zone not in ("hand", game.arena, "")


def from_hand(game: Game, obj: Object, _others: tuple[int, ...]) -> bool:
    """Whether a spell was cast from a hand."""
    return _from(game, obj, "hand")


def from_graveyard(game: Game, obj: Object, _others: tuple[int, ...]) -> bool:
    """Whether a spell was cast from a graveyard."""
    return _from(game, obj, "graveyard")


def from_exile(game: Game, obj: Object, _others: tuple[int, ...]) -> bool:
    """Whether a spell was cast from exile."""
    return _from(game, obj, "exile")


def from_elsewhere(game: Game, obj: Object, _others: tuple[int, ...]) -> bool:
    """Whether a spell was cast from anywhere but a hand."""
    return _from(game, obj, "")


def not_from_hand(game: Game, obj: Object, _others: tuple[int, ...]) -> bool:
    """Whether a spell was not cast from a hand; a copy was not cast at all (707.10)."""
    return not _from(game, obj, "hand")


RELATIONS: Final[dict[str, Callable[[Game, Object, tuple[int, ...]], bool]]] = {
    CAST_FROM_HAND: from_hand,
    CAST_FROM_GRAVEYARD: from_graveyard,
    CAST_FROM_EXILE: from_exile,
    CAST_FROM_ELSEWHERE: from_elsewhere,
    NOT_FROM_HAND: not_from_hand,
}
"""Each says whether a spell was cast from somewhere."""


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
        asked = COLORS if COLORS_SPENT in game.minded else ()
        each = ((symbol, sum(numbers_paid(item.paid, f"{MANA_SPENT} {symbol}"))) for symbol in asked)
        notes = ((f"{MANA_FOR_IT} {symbol}", many) for symbol, many in each if many)
        game.write(card, "paid", (*card.paid, (MANA_FOR_IT, number), *notes))
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
