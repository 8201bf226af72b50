"""The stack: putting triggered abilities on it, and taking what has resolved off it.

Items are in ``root.stack``, the top last. The steps here are shared by all games' tables for triggered abilities.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.errors import Illegal
from engine.events.delayed_triggers import take_over
from engine.events.log_lines import causes
from engine.play.announced_numbers import announced_x
from engine.play.interchangeable_triggers import are_alike
from engine.play.modes import choose_modes, modes_of
from engine.play.procedure_runner import begin
from engine.play.targets import declare_targets
from engine.queries.revealed_cards import take_off
from engine.sentences import said
from engine.state.agenda import pop, replace
from engine.state.change_log import place_in
from engine.state.decisions import Decision, Option
from engine.state.frames import PutFrame, TriggersFrame
from engine.state.frequent_writes import write_step
from engine.state.occurred import source_name
from engine.state.procedure import DONE, item_of
from engine.state.records import Item

if TYPE_CHECKING:
    from engine.state.decisions import Answer
    from engine.state.game import Game
    from engine.state.occurred import Trigger
    from engine.state.records import Play


def run_triggers(game: Game, frame: TriggersFrame, answer: Answer | None) -> None:
    """The frame ``TriggersFrame``.

    Each player in turn order orders its own, then they are put on one by one.
    """
    entries: tuple[Trigger, ...] = frame.entries
    for seat in game.turn_order(game.root.active):
        own = [entry for entry in entries if entry.controller == seat]
        if not own:
            continue
        if len(own) > 1 and answer is None and not are_alike(game, own):
            game.ask(
                Decision(
                    "order",
                    seat,
                    said("ask.order_triggers", "order your triggered abilities, the first goes on the stack first"),
                    game.rules.cite("order"),
                    tuple(Option("order", (i,), (), said) for i, said in enumerate(causes(game, own))),
                    least=len(own),
                    most=len(own),
                )
            )
            return
        if answer is not None:
            own = [own[i] for i in answer.refs]
        replace(
            game,
            TriggersFrame(tuple(e for e in entries if e.controller != seat)),
            *(PutFrame(entry) for entry in reversed(own)),
        )
        return
    pop(game)


def run_put(game: Game, frame: PutFrame, answer: Answer | None) -> None:
    """The frame ``PutFrame``: one triggered ability is put on the stack."""
    entry: Trigger = frame.trigger
    event = entry.event
    play = begin(
        game,
        "trigger",
        entry.controller,
        "triggered",
        name=source_name(entry),
        source=entry.source,
        text=entry.text,
        known_=entry.known,
        event=event,
    )
    if event.name in ("enters", "cast") and event.what and event.what.id == entry.source:
        game.write(item_of(game, play), "x", announced_x(event.what.paid))
    if event.later:
        take_over(game, item_of(game, play), event)
    game.splice(game.root, "agenda", len(game.root.agenda) - 2, 1)  # rewound, it is put on again
    game.write(play, "bound", True)


def put_on_stack(game: Game, play: Play, answer: Answer | None) -> int:
    """The ability becomes the topmost object, with its text and nothing else (117.2a)."""
    item = item_of(game, play)
    game.write(item, "timestamp", game.new_timestamp())
    game.append(game.root, "stack", item.id)
    return DONE


def modes_or_removed(game: Game, play: Play, answer: Answer | None) -> int:
    """Choose modes; an ability with too few that are possible, or without any, is removed from the stack."""
    try:
        outcome = choose_modes(game, play, answer)
    except Illegal:
        return _remove(game, play)
    item = item_of(game, play)
    return _remove(game, play) if outcome == DONE and modes_of(game, item) and not item.modes else outcome


def targets_or_removed(game: Game, play: Play, answer: Answer | None) -> int:
    """Declare targets; an ability without a legal choice for a necessary one is removed from the stack."""
    try:
        return declare_targets(game, play, answer)
    except Illegal:
        return _remove(game, play)


def _remove(game: Game, play: Play) -> int:
    """Take a triggered ability off the stack again and go on with its last step."""
    item = item_of(game, play)
    game.withdraw(game.root, "stack", item.id)
    steps = game.rules.procedures[play.procedure].steps
    write_step(game, play, len(steps) - 2)
    return DONE


def has_triggered(game: Game, play: Play, answer: Answer | None) -> int:
    """The last step: the ability is on the stack, or was removed and is gone."""
    item = item_of(game, play)
    if place_in(game.root.stack, item.id) < 0:
        game.remove(item)
    else:
        game.occurred("triggered", item.controller, item.id, 0, 0)
    return DONE


def leave_stack(game: Game, item: Item) -> None:
    """Take a resolved item off the stack."""
    take_off(game, item)
    game.remove(item)


def top(game: Game) -> Item:
    """The item that resolves next."""
    return game.records[game.root.stack[-1]]  # type: ignore[return-value]  # the stack holds items
