"""Rounds of action, until all decline: priority, Opportunity, windows and turns.

A round is a frame ``("priority", shape, holder, passes)``; the shape says what differs between rounds (``Round``), the
rest is what the round interrupted and puts back when it closes, for rounds nest. ``root.priority`` is the seat that may
act, ``root.passes`` are bits of the seats that have declined in succession. Each time the frame is on top the game is
settled first; then the holder is asked, or several seats at once. When all have declined the shape says what follows.
"""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING, Final

from engine.errors import Refusal
from engine.events.loop_detection import ENDLESS, is_endless
from engine.play.auto_pass import passes_anyway
from engine.play.shortcuts import forget_loops, is_barred, propose
from engine.play.state_based_actions import settle
from engine.sentences import said
from engine.state.agenda import pop
from engine.state.decisions import Answer, Decision
from engine.state.frames import PriorityFrame
from engine.state.frequent_writes import write_passes, write_priority
from engine.state.records import NOBODY
from engine.state.rounds import Round

if TYPE_CHECKING:
    from engine.state.game import Game

PASS: Final = Answer("pass")
STEP: Final = PriorityFrame("step", NOBODY, 0)
"""The frame of a step in which players may act until all pass with nothing on the stack; it interrupts nothing."""
PENDING: Final = PriorityFrame("pending", NOBODY, 0)
"""The frame of a time in which players may act only as long as something is on the stack."""


class SettledRound(Round):
    """A round in which the game is settled before anybody acts: state-based actions, then triggers."""

    __slots__ = ()

    def reach(self, game: Game) -> bool:
        """Settle before priority (117.5)."""
        return settle(game)


class StackRound(SettledRound):
    """Players may act in turn; when all have passed the top of the stack resolves, and at last the round ends.

    ``is_pending``: it lasts only as long as something is on the stack.
    """

    __slots__ = ("is_pending",)

    def __init__(self, *, is_pending: bool = False) -> None:
        self.is_pending = is_pending

    def is_over(self, game: Game) -> bool:
        return self.is_pending and not game.root.stack

    def all_declined(self, game: Game, frame: PriorityFrame) -> None:
        """117.4, 608.1."""
        root = game.root
        if root.passes:
            write_passes(game, root, 0)
        if not root.stack:
            forget_loops(game)
            close(game, frame)
            return
        write_priority(game, root, root.active)
        if is_endless(game, game.item(root.stack[-1])):
            game.write(root, "over", ENDLESS)
            return
        self.resolve(game, root.stack[-1])

    @abstractmethod
    def resolve(self, game: Game, ident: int) -> None:
        """Begin to resolve the top item of the stack."""


def give(game: Game, seat: int) -> None:
    """A seat may act; the count of passes starts again (117.3)."""
    root = game.root
    if root.priority != seat:
        write_priority(game, root, seat)
    if root.passes:
        write_passes(game, root, 0)


def interrupting(game: Game, shape: str, first: int) -> PriorityFrame:
    """The frame of a round that interrupts another, in which a seat may act first."""
    frame = PriorityFrame(shape, game.root.priority, game.root.passes)
    give(game, first)
    return frame


def close(game: Game, frame: PriorityFrame) -> None:
    """A round ends; who may act is as it was before."""
    root = game.root
    if root.priority != frame.holder:
        write_priority(game, root, frame.holder)
    if root.passes != frame.passes:
        write_passes(game, root, frame.passes)
    pop(game)


def run_priority(game: Game, frame: PriorityFrame, answer: Answer | None) -> None:
    """The frame of a round (117.3c, 117.7)."""
    root = game.root
    shape, _, _, _ = frame
    round_ = game.rules.rounds[shape]
    if answer is not None:
        _take(game, frame, round_, answer)
        return
    if not round_.reach(game):
        return
    if round_.is_over(game):
        close(game, frame)
        return
    while True:
        seat = root.priority
        if game.players[seat].lost:
            give(game, game.turn_order(seat)[0])
            return
        if round_.is_asked(game, seat) and not (game.hurry is not None and _hurries(game, round_, seat)):
            break
        if round_.declined(game, seat):
            round_.all_declined(game, frame)
            return
    for other in round_.asked(game, seat):
        _ask(game, round_, other)


def _take(game: Game, frame: PriorityFrame, round_: Round, answer: Answer) -> None:
    """Take what a seat says that may act."""
    root, seat = game.root, game.speaker
    if root.barred:
        _differ(game, round_, seat, answer)
    if answer == PASS:
        if round_.declined(game, seat):
            round_.all_declined(game, frame)
    elif answer.do == "repeat":
        propose(game, seat, answer)
    else:
        plays = root.plays
        round_.act(game, seat, answer)
        if answer.plan and root.plays == plays:
            raise Refusal(game.rules.cite("act"), "plan_unwanted", f"no step asks for {answer.plan[0].do!r}")
        round_.acted(game, seat)


def _hurries(game: Game, round_: Round, seat: int) -> bool:
    """Whether a seat in a line of play is not even asked."""
    assert game.hurry is not None
    return not round_.is_window and passes_anyway(game, game.hurry, seat)


def _ask(game: Game, round_: Round, seat: int) -> None:
    prompt, rule = round_.prompt(game, seat), round_.rule(game)
    if not game.root.barred:
        game.ask(Decision("act", seat, prompt, rule, (), default=PASS, source=round_))
        return
    options = round_.options(game, seat)
    options = tuple(o for o in options if not is_barred(game, seat, o.do, o.refs)) or options
    default = options[0].answer()
    unproven = round_.unproven(game, seat, options)
    game.ask(Decision("act", seat, prompt, rule, options, default=default, unproven=unproven))


def _differ(game: Game, round_: Round, seat: int, answer: Answer) -> None:
    """After a shortcut another choice is to be made, if there is one."""
    if is_barred(game, seat, answer.do, answer.refs) and len(round_.options(game, seat)) > 1:
        raise Refusal(
            game.rules.cite("differ"),
            "must_differ",
            said("reason.must_differ", "after the shortcut something else has to be done here"),
        )
    game.write(game.root, "barred", ())
