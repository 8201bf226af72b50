"""Who may act: priority passes in turn order until all decline in succession.

The frame ``("priority",)`` stays on the agenda while a step lasts, ``PENDING`` while anything is on the stack. Each
time it is on top the game is settled first; then the holder is asked. Whoever acted acts again; when all have passed,
the top of the stack resolves, or the step ends.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.agenda import pop
from engine.checkpoint import settle
from engine.decisions import Answer, Decision
from engine.errors import Refusal
from engine.loops import ENDLESS, is_endless
from engine.shortcuts import forget_told, is_barred, propose
from engine.state import NOBODY

if TYPE_CHECKING:
    from engine.game import Frame, Game

PASS = Answer("pass")
PENDING = ("priority", "pending")
"""The frame of a time in which players may act only as long as something is on the stack."""


def give(game: Game, seat: int) -> None:
    """Priority goes to a seat; the count of passes starts again (117.3)."""
    root = game.root
    if root.priority != seat:
        game.write(root, "priority", seat)
    if root.passes:
        game.write(root, "passes", 0)


def run_priority(game: Game, frame: Frame, answer: Answer | None) -> None:
    """The frame of a step in which players may act (117.3c, 117.7)."""
    root = game.root
    seat = root.priority
    if answer is not None:
        if root.barred:
            _differ(game, seat, answer)
        if answer == PASS:
            _pass(game, seat)
        elif answer.do == "repeat":
            propose(game, seat, answer)
        else:
            plays = root.plays
            game.rules.act(game, seat, answer)
            if answer.plan and root.plays == plays:
                raise Refusal(game.rules.cite("act"), "plan_unwanted", f"no step asks for {answer.plan[0].do!r}")
            if root.passes:
                game.write(root, "passes", 0)
        return
    if not settle(game):
        return
    if len(frame) > 1 and not root.stack:
        game.write(root, "priority", NOBODY)
        pop(game)
        return
    if game.players[seat].lost:
        give(game, game.turn_order(seat)[0])
        return
    options = game.rules.actions(game, seat)
    default = PASS
    if root.barred:
        options = tuple(o for o in options if not is_barred(game, seat, o.do, o.refs)) or options
        default = options[0].answer()
    game.ask(Decision("act", seat, game.rules.prompt(game, seat), game.rules.cite("act"), options, default=default))


def _differ(game: Game, seat: int, answer: Answer) -> None:
    """After a shortcut another choice is to be made, if there is one."""
    if is_barred(game, seat, answer.do, answer.refs) and len(game.rules.actions(game, seat)) > 1:
        raise Refusal(game.rules.cite("differ"), "must_differ", "after the shortcut something else has to be done here")
    game.write(game.root, "barred", ())


def _pass(game: Game, seat: int) -> None:
    """Priority goes on; when all have passed the top resolves, or the step ends (117.3d, 117.4, 608.1)."""
    root = game.root
    passes = root.passes + 1
    order = game.turn_order(seat)
    if passes < len(order):
        game.write(root, "passes", passes)
        game.write(root, "priority", order[1])
        return
    if passes > 1:
        game.write(root, "passes", 0)
    if root.stack:
        game.write(root, "priority", root.active)
        if is_endless(game, game.item(root.stack[-1])):
            game.write(root, "over", ENDLESS)
            return
        game.rules.resolve_item(game, root.stack[-1])
    else:
        forget_told(game)
        game.rules.all_passed(game)
