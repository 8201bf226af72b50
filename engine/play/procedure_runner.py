"""Runs a play procedure: a table of steps, as the rulebook prints it.

A step is called as ``run(game, play, answer)``, first with no answer, then again with each answer to what it asked,
until it is done. Its state meanwhile stands in the ``Play`` record. This module opens the mark, keeps the answers,
feeds answers planned in advance, re-opens steps after a payment, and knows nothing of any game.

A step that finds its answer wrong raises ``Refusal`` (the question stands); one that finds the play impossible raises
``Illegal`` (the play never was).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.errors import Illegal
from engine.state.agenda import is_on_top, pop, push
from engine.state.decisions import Answer
from engine.state.frames import PlayFrame
from engine.state.frequent_writes import write_asked, write_plays, write_step
from engine.state.last_known import NEW
from engine.state.procedure import AGAIN, DONE, PASS_ON, WAIT
from engine.state.records import Item, Play

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.state.decisions import Decision
    from engine.state.game import Game
    from engine.state.last_known import Last
    from engine.state.occurred import About

    StepRun = Callable[[Game, Play, Answer | None], int]


def begin(
    game: Game,
    procedure: str,
    seat: int,
    kind: str,
    *,
    name: str,
    source: int,
    text: int,
    known_: Last = (),
    plan: tuple[Answer, ...] = (),
    then: int = -1,
    event: About = (),
    announced: Answer | None = None,
) -> Play:
    """Open the mark and put a play with a new item on the agenda; its first step runs next."""
    mark = game.mark()
    item = Item(game.new_id(), kind, seat, source, text)
    item.name = name
    item.known = known_
    item.event = event
    game.add(item)
    play = Play(game.new_inner_id(), procedure, seat, item.id, mark)
    play.plan = plan
    play.then = then
    if announced is not None:
        play.given = (announced,)
    game.add(play)
    write_plays(game, game.root, (*game.root.plays, play.id))
    frame: PlayFrame = NEW(PlayFrame, (play.id, "play"))
    push(game, frame)
    return play


def run_play(game: Game, frame: PlayFrame, answer: Answer | None) -> None:
    """The frame of a play: run steps until one waits or the table ends."""
    number, _ = frame
    play = game.play(number)
    steps = game.rules.procedures[play.procedure].steps
    if answer is not None:
        game.write(play, "given", (*play.given, answer))
    while True:
        outcome = steps[play.step].run(game, play, answer)
        if outcome == WAIT:
            return
        if outcome == DONE:
            answer = None
        if outcome == AGAIN:
            answer = None
            reopen(game, play)
            continue
        if play.step + 1 == len(steps):
            finish(game, play)
            return
        write_step(game, play, play.step + 1)
        if play.asked:
            write_asked(game, play, ())
        if game.root.agenda[-1] is not frame or game.root.noted:
            return


def ask(game: Game, play: Play, decision: Decision) -> int:
    """Ask within a play, or take the answer from its plan; returns what the step returns.

    A planned answer goes to the first question of its kind. One that fits no question makes the play illegal when
    it ends.
    """
    decision.cancel = decision.seat == play.seat and not play.bound
    if play.plan and decision.seat == play.seat:
        head = play.plan[0]
        if decision.kind in ("pay", head.do) or (decision.auto and head.do == "auto"):
            decision.check(head)
            game.write(play, "plan", play.plan[1:])
            game.write(play, "given", (*play.given, head))
            return _planned(game, play, head)
    game.ask(decision)
    return WAIT


def _planned(game: Game, play: Play, answer: Answer) -> int:
    """Take a planned answer; one that the step leaves to the next goes back to the plan."""
    step = game.rules.procedures[play.procedure].steps[play.step]
    outcome = step.run(game, play, answer)
    if outcome != PASS_ON:
        return outcome
    game.write(play, "plan", (answer, *play.plan))
    game.write(play, "given", play.given[:-1])
    return DONE


def ask_in_turn(game: Game, play: Play, answer: Answer | None, questions: tuple[tuple[str, StepRun], ...]) -> int:
    """Run a step that puts several questions, each once; the record remembers those that are done by their names."""
    own = None if play.asked else play.asked  # the record as it is written here, which has none of the names to come
    for name, question in questions:
        before = play.asked
        if before is not own and name in before:
            continue
        if question(game, play, answer) == WAIT:
            return WAIT
        answer = None
        after = play.asked
        if after is before or name not in after:
            now = (*after, name)
            write_asked(game, play, now)
            if after is own:
                own = now
    return DONE


def finish(game: Game, play: Play) -> None:
    """Take a completed play off the agenda.

    Raises:
        Illegal: ``plan_unwanted``, if part of its plan was asked for by no step.
    """
    if play.plan:
        raise Illegal("", "plan_unwanted", f"no step asks for {play.plan[0].do!r}")
    write_plays(game, game.root, tuple(i for i in game.root.plays if i != play.id))
    if is_on_top(game, play):
        pop(game)
    else:
        agenda, frame = game.root.agenda, PlayFrame(play.id)
        if frame in agenda:
            game.splice(game.root, "agenda", agenda.index(frame), 1)
    game.remove(play)


def reopen(game: Game, play: Play) -> None:
    """Go back to the first step that a payment re-opens; steps that have nothing new to ask pass at once."""
    steps = game.rules.procedures[play.procedure].steps
    first = next(i for i, step in enumerate(steps) if step.reopened)
    write_step(game, play, first)
    write_asked(game, play, ())
    game.write(play, "reopened", True)
