"""Special actions that are paid for (116.2): they begin as a play does, and put nothing on the stack."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.play.procedure_runner import begin
from engine.state.decisions import Answer

if TYPE_CHECKING:
    from engine.state.game import Game
    from engine.state.records import Object, Play


def begin_special_action(game: Game, name: str, seat: int, obj: Object, answer: Answer) -> Play:
    """Begin what a seat does to a permanent, by the name of its procedure."""
    return begin(
        game,
        name,
        seat,
        "payment",
        name=obj.name,
        source=obj.id,
        text=-1,
        plan=answer.plan,
        announced=Answer(answer.do, answer.refs),
    )
