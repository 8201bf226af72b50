"""Choosing modes while playing: how many, by whom, each at most once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.decisions import Decision, Option
from engine.errors import Illegal
from engine.play import DONE, WAIT, ask, item_of
from engine.targets import can_declare, choose_opponent, choosing_opponent

if TYPE_CHECKING:
    from engine.decisions import Answer
    from engine.game import Game
    from engine.state import Play


def choose_modes(game: Game, play: Play, answer: Answer | None) -> int:
    """Ask for the modes of a modal text; only those whose targets exist are candidates (700.2a, 601.7, 602.3).

    Raises:
        Illegal: ``no_mode``, if fewer modes can be chosen than must be.
    """
    item = item_of(game, play)
    modes = game.texts[item.text].modes if item.text >= 0 and not item.part else None
    if modes is None:
        return DONE
    if modes.chooser != "you" and choosing_opponent(game, play) is None:
        if choose_opponent(game, play, answer) == WAIT:
            return WAIT
        answer = None
    if answer is not None:
        game.write(item, "modes", tuple(sorted(answer.refs)))
        if modes.chooser != "you":
            game.bind()
        return DONE
    rule = game.rules.cite("modes")
    usable = [k for k, option in enumerate(modes.options) if can_declare(game, (option,), play.seat, item.source, item)]
    if len(usable) < modes.least:
        raise Illegal(rule, "no_mode", f"{item.name} has no mode that can be chosen")
    opponent = choosing_opponent(game, play) if modes.chooser != "you" else None
    seat = play.seat if opponent is None else opponent
    most = min(modes.most if modes.most > 0 else len(usable), len(usable))
    return ask(
        game,
        play,
        Decision(
            "modes",
            seat,
            f"choose a mode of {item.name}",
            rule,
            tuple(Option("modes", (k,), (), game.rules.mode_text(game, item, k)) for k in usable),
            subject=item.id,
            least=modes.least,
            most=most,
        ),
    )
