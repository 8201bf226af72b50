"""After an illegal play: its player may keep mana abilities activated meanwhile (where the rules grant that).

The whole play is rewound, mana abilities included; those kept are run again from their recorded answers, so the log
never needs a hole. ``made`` of the frame are the activations in order, each with whether it
must stay: what moved cards of a library, shuffled it or showed something of it is not taken back.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.errors import Refusal
from engine.sentences import said
from engine.state.agenda import pop, push
from engine.state.decisions import Answer, Decision, Option
from engine.state.frames import KeepFrame
from engine.state.play_notes import MadeMana

if TYPE_CHECKING:
    from engine.state.game import Game


def run_keep(game: Game, frame: KeepFrame, answer: Answer | None) -> None:
    """Ask which to keep, then run those again, one after the other."""
    seat = frame.seat
    if frame.again:
        _rerun(game, seat, [each for each in frame.made if isinstance(each, Answer)])
        return
    made = [each for each in frame.made if isinstance(each, MadeMana)]
    free = tuple(k for k, (_, stays) in enumerate(made) if not stays)
    if answer is None and free:
        game.ask(
            Decision(
                "costs",
                seat,
                said("ask.keep_mana", "keep which mana abilities?"),
                game.rules.cite("keep"),
                tuple(Option("costs", (k,), (), source_name(game, made[k].activation)) for k in free),
                least=0,
                most=len(free),
                default=Answer("costs", free if len(free) < len(made) else ()),
            )
        )
        return
    pop(game)
    chosen = answer.refs if answer is not None else ()
    kept = tuple(activation for k, (activation, stays) in enumerate(made) if stays or k in chosen)
    if kept:
        push(game, KeepFrame(seat, kept, "again"))


def source_name(game: Game, activation: Answer) -> str:
    """The name of the source of a mana ability that was activated."""
    obj = game.object(activation.refs[0])
    return obj.name if obj is not None else "one of those"


def _rerun(game: Game, seat: int, kept: list[Answer]) -> None:
    pop(game)
    if len(kept) > 1:
        push(game, KeepFrame(seat, tuple(kept[1:]), "again"))
    mana_ability = game.rules.mana_ability
    assert mana_ability is not None  # some were activated
    try:
        mana_ability.begin(game, seat, kept[0])
    except Refusal as refusal:
        raise Refusal(
            game.rules.cite("keep"),
            "cannot_keep",
            said("reason.cannot_keep", "this one cannot be kept without the others: {n}", n=refusal.words),
        ) from refusal
