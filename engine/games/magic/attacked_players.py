"""The players who were attacked in this step, which only Magic asks about: noted where a text of the match does."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.abilities import AttackedThisStep
from engine.state.player_marks import mark_of, set_mark
from engine.text.phrases import has

if TYPE_CHECKING:
    from collections.abc import Iterable

    from engine.state.game import Game
    from engine.state.records import Item

ATTACKED: Final = "attacked in turn"
"""The number of the turn in which a creature was last declared as an attacker of the player."""


def note_attacked(game: Game, seats: Iterable[int]) -> None:
    """508.6: attackers were declared that attack these players."""
    if _is_asked(game):
        for seat in sorted(seats):
            set_mark(game, seat, ATTACKED, game.root.turn)


def attacked_this_step(game: Game, of: AttackedThisStep, seat: int, item: Item | None) -> int:
    """Whether a player was attacked in this step: attackers are declared once each turn."""
    is_now = game.root.step == "declare attackers" and mark_of(game, seat, ATTACKED) == game.root.turn
    return int(is_now)


def _is_asked(game: Game) -> bool:
    """Whether any text of this match, printed or to be gained, asks for them."""
    cached = game.fixed.get("attacked players asked")
    if cached is None:
        found = any(has(text.ability, AttackedThisStep) for text in game.texts)
        cached = game.fixed["attacked players asked"] = (found,)
    return bool(cached[0])
