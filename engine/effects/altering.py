"""Changing what is about to happen, by what interrupts it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from engine import abilities as a
from engine.effects.meaning import amount_of, counted
from engine.play.response_windows import affected, change, interrupted
from engine.replacement.applicable import Effect, Work
from engine.replacement.applying import make_change
from engine.state.occurred import TriggerEvent
from engine.state.proposed_events import Prospect

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.effects.meaning import Outcome
    from engine.state.game import Game
    from engine.state.records import Item


ALL_OFF: Final = "all prevented"
"""Notes on something of which it is not known yet how much it will be that all of it is prevented."""


def _alter(game: Game, item: Item, do: a.Alter, answer: object) -> Outcome:
    """Change the events that the ability was used about; "that much" is how much of them that concerned."""
    frame = interrupted(game)
    event = item.event
    if frame is None or not isinstance(event, TriggerEvent):
        return counted(game, item, 0)
    batch = [Prospect.from_plain(plain) for plain in frame.batch]
    work = Work(game, batch, [], frame.item)
    record = a.Replacement(a.Would(""), do.changes)
    effect = Effect((), item.text, record, item.controller, item.source, item.known)
    concerned = 0
    events = affected(game, batch, event)
    for one in do.changes:
        fixed = _fixed(game, item, one)
        for each in events:
            if fixed == a.Prevented(0):
                break
            number = _take_off(game, each, fixed) or make_change(work, each, effect, fixed, [])
            concerned += number
            if isinstance(fixed, a.Prevented) and isinstance(fixed.amount, int) and fixed.amount > 0:
                fixed = a.Prevented(fixed.amount - number)  # so much of all that befalls it
    change(game, frame, batch)
    return counted(game, item, concerned)


def _take_off(game: Game, each: Prospect, fixed: a.Change) -> int:
    """Take so much off something of which it is not known yet how much it will be; how much that was."""
    if game.rules.events[each.kind].is_measured or not isinstance(fixed, a.Prevented):
        return 0
    assert isinstance(fixed.amount, int)
    if fixed.amount == -1:
        each.counters = (*each.counters, (ALL_OFF, 1))
        return 1
    each.amount -= fixed.amount
    return fixed.amount


def _fixed(game: Game, item: Item, change_: a.Change) -> a.Change:
    """A change with its number worked out, as the text that makes it knows it."""
    match change_:
        case a.Prevented(amount=number) if number != -1:
            return a.Prevented(amount_of(game, item, number))
        case a.Scaled(times=times, plus=plus) if not isinstance(plus, int):
            return replace(change_, times=times, plus=amount_of(game, item, plus))
        case _:
            return change_


ALTERING: Final[dict[type, Callable[..., Outcome]]] = {a.Alter: _alter}
