"""Designations that one player at a time can have: the monarch (725), and the initiative (726).

The player who has one has a marker in the command zone, whose abilities are those that belong to it (725.2).
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from engine.abilities import EVENT, YOU, Become, Body, Draw, Event, Filter, Ref, Test, Token, Triggered, Venture
from engine.cards.definitions import MARKER
from engine.effects.meaning import touched
from engine.events.triggers import occurred
from engine.events.zones import cease, create
from engine.games.magic.dungeon_rooms import UNDERCITY
from engine.games.magic.emblems import COMMAND
from engine.queries.filters import resolve
from engine.queries.layers import refresh
from engine.state.player_marks import mark_of, set_mark

if TYPE_CHECKING:
    from engine.effects.meaning import Outcome
    from engine.state.game import Game
    from engine.state.records import Item

MONARCH: Final = "monarch"
"""The designation: a number of its player that is 1, and the event that a player becomes the monarch."""
INITIATIVE: Final = "initiative"
"""The designation of the player who has the initiative, and the event that a player takes it."""
BEFORE: Final = " before"
"""Behind the name of a designation: 1 for the player who had it as the turn began."""
HELD: Final = {word: Filter((("player",),), "", "", tests=(Test(word, "=", 1),)) for word in (MONARCH, INITIATIVE)}
HOLDERS: Final = {word: Ref("each", 0, what) for word, what in HELD.items()}
"""The players who have a designation: one, or none before the first (725.1)."""
HIT: Final = Event("damage", Filter((("creature",),)), how="combat", other=YOU)
HIT_BY_SOME: Final = replace(HIT, batch=True)
FORMS: Final = {
    MONARCH: Token(
        "The Monarch",
        (MARKER,),
        abilities=(
            Triggered((Event("step", who="you", how="end step"),), Body((Draw(1),)), zone=COMMAND),
            Triggered((HIT,), Body((Become(Ref("controller", of=EVENT), MONARCH),)), zone=COMMAND),
        ),
    ),
    INITIATIVE: Token(
        "The Initiative",
        (MARKER,),
        abilities=(
            Triggered((Event("step", who="you", how="upkeep"),), Body((Venture(UNDERCITY),)), zone=COMMAND),
            Triggered((HIT_BY_SOME,), Body((Become(Ref("controller", of=EVENT), INITIATIVE),)), zone=COMMAND),
            Triggered((Event(INITIATIVE, who="you"),), Body((Venture(UNDERCITY),)), zone=COMMAND),
        ),
    ),
}
"""The marker of a designation in the command zone, with its inherent abilities (725.2, 726.2)."""


def forms_of(word: str) -> tuple[Token, ...]:
    """The markers that belong to a designation."""
    return (FORMS[word],) if word in FORMS else ()


def run_designation(game: Game, item: Item, do: Become) -> Outcome:
    """725.3: a player gets a designation, and whoever had it has it no more."""
    players = resolve(game, do.what, item.controller, item.source, item)
    for ident in players:
        give(game, game.seat_of(ident), do.word)
    return touched(game, item, ())


def give(game: Game, seat: int, word: str) -> None:
    """725.3, 726.3: one player at a time; who has it already does not become the monarch once more.

    The player who has the initiative takes it once more, without a second one (726.5).
    """
    if mark_of(game, seat, word):
        if word == INITIATIVE:
            occurred(game, word, None, seat)
        return
    number = game.tokens[FORMS[word]]
    cease(game, [obj for obj in game.markers() if obj.card == number])
    for other in range(game.seats):
        if mark_of(game, other, word):
            set_mark(game, other, word, 0)
    set_mark(game, seat, word, 1)
    create(game, number, seat, COMMAND)
    refresh(game)
    occurred(game, word, None, seat)


def held_by(game: Game, seats: tuple[int, ...]) -> tuple[str, ...]:
    """The designations that one of these players has."""
    return tuple(word for word in FORMS if any(mark_of(game, seat, word) for seat in seats))


def pass_on(game: Game, words: tuple[str, ...]) -> None:
    """725.4: as their player leaves the game, the active player gets them, or the next one in turn order."""
    for word in words:
        give(game, game.turn_order(game.root.active)[0], word)


def note_turn(game: Game) -> None:
    """A turn begins: who has a designation then is kept."""
    for word in FORMS:
        for seat in range(game.seats):
            now = mark_of(game, seat, word)
            if mark_of(game, seat, word + BEFORE) != now:
                set_mark(game, seat, word + BEFORE, now)
