"""The spells that were cast in the last turn, which only Magic asks about: counted where a text of the match does."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.abilities import CastLastTurn
from engine.games.magic.day_night import SPELLS, is_told, note_turn
from engine.state.player_marks import mark_of, set_mark
from engine.text.phrases import has

if TYPE_CHECKING:
    from engine.state.game import Game
    from engine.state.records import Item

CAST: Final = SPELLS
"""The spells that a player has cast this turn."""
CAST_BEFORE: Final = "spells last turn"


def _are_counted(game: Game) -> bool:
    """Whether any text of this match, printed or to be gained, asks for them."""
    cached = game.fixed.get("spells counted")
    if cached is None:
        cached = game.fixed["spells counted"] = (
            is_told(game) or any(has(text.ability, CastLastTurn) for text in game.texts),
        )
    return bool(cached[0])


def count_cast(game: Game, seat: int) -> None:
    """601.2i: a player has cast a spell."""
    if _are_counted(game):
        set_mark(game, seat, CAST, mark_of(game, seat, CAST) + 1)


def turn_ends(game: Game) -> None:
    """A turn is over: its spells are now those of the last one."""
    if not _are_counted(game):
        return
    note_turn(game)
    for seat in range(game.seats):
        now = mark_of(game, seat, CAST)
        if now or mark_of(game, seat, CAST_BEFORE):
            set_mark(game, seat, CAST_BEFORE, now)
            set_mark(game, seat, CAST, 0)


def cast_last_turn(game: Game, of: CastLastTurn, seat: int, item: Item | None) -> int:
    """The spells that were cast last turn, by all players or by the one who cast the most."""
    numbers = [mark_of(game, each, CAST_BEFORE) for each in range(game.seats)]
    return max(numbers) if of.most else sum(numbers)
