"""Delayed and reflexive triggered abilities: texts that a text sets going for later (603.7, 603.12).

A ``Later`` instruction makes an item that waits in ``root.delayed``: it keeps what its text has said and done so far,
and which part of the text it is (``part``: mode, first and last position). When its event comes, it goes among the
abilities that wait to be put on the stack; the last part of their event is then its id. Its targets are chosen as it is
put there; the targets of the text before it are ``held``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal

from engine.abilities import Paid, Transform
from engine.queries.filters import resolve
from engine.state.last_known import known
from engine.state.occurred import Trigger, TriggerEvent
from engine.state.records import Item, Object
from engine.text.phrases import has

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.abilities import Event, Later
    from engine.state.game import Game
    from engine.state.proposed_events import Happening

    Matches = Callable[[Game, Event, Object, Happening], bool]

KEPT: Final = ("name", "x", "modes", "known", "event", "last", "it", "did", "chosen", "paid")
"""The fields that a part of a text takes over from the parts before it."""


def set_going(game: Game, item: Item, do: Later, branch: int, position: int) -> None:
    """Make the delayed ability that stands at a position of a text; one without an event triggers at once."""
    made = Item(game.new_id(), "delayed", item.controller, item.source, item.text)
    for field in KEPT:
        setattr(made, field, getattr(item, field))
    made.held = item.targets if item.targets or not item.part else item.held
    made.part = (branch, position + 1, position + 1 + do.steps)
    source = game.object(item.source)
    if source is not None and source.paid and _asks_what_was_paid(game, item, do, branch, position):
        made.known = known(source)  # the spell is gone by then
    made.since = made.id if has(game.texts[item.text].ability, Transform) else 0
    if do.about is not None:
        made.about = resolve(game, do.about, item.controller, item.source, item)
    game.add(made)
    game.append(game.root, "delayed", made.id)
    if not do.events:
        _wait(game, made, TriggerEvent("reflexive", item.controller, (), item.did, ()))


def _asks_what_was_paid(game: Game, item: Item, do: Later, branch: int, position: int) -> bool:
    """Whether a delayed ability goes by what was paid for its spell: "if this spell was kicked"."""
    steps = game.texts[item.text].sequence(branch, item.modes)[position + 1 : position + 1 + do.steps]
    return has(steps, Paid)


def instruction_of(game: Game, item: Item) -> Later:
    """The instruction that made a delayed ability."""
    branch, start, _ = item.part
    do: Later = game.texts[item.text].sequence(branch, item.modes)[start - 1]  # type: ignore[assignment]  # it is one
    return do


def ask_delayed(game: Game, name: str, happenings: list[Happening], matches: Matches) -> None:
    """Let delayed abilities trigger on what happened; ``matches`` says whether it is what they wait for."""
    for item in [game.item(ident) for ident in game.root.delayed]:
        do = instruction_of(game, item)
        for event in do.events if any(event.name == name for event in do.events) else ():
            for one in happenings:
                if matches(game, event, _stand_in(item), one) and _is_about(game, item, do, one):
                    _wait(game, item, one.event(name))
                    if do.once:
                        break


def _stand_in(item: Item) -> Object:
    """The object that is asked whether an event is the one: the source may be gone."""
    obj = Object(item.source, 0, item.name, item.controller, "")
    obj.controller = item.controller
    return obj


def _is_about(game: Game, item: Item, do: Later, one: Happening) -> bool:
    """Whether it befell what a delayed ability was made for: an object, or the player whose step it is."""
    if do.about is None:
        return True
    if one.obj is None:
        return one.seat >= 0 and game.players[one.seat].id in item.about
    return one.obj.id in item.about


def _wait(game: Game, item: Item, event: TriggerEvent) -> None:
    """Put a delayed ability among those that wait; one that triggers once is then no longer there."""
    do = instruction_of(game, item)
    if item.id not in game.root.delayed:
        return
    if do.once:
        game.withdraw(game.root, "delayed", item.id)
    entry = Trigger(item.controller, item.source, item.text, item.known, event._replace(later=item.id))
    game.append(game.root, "waiting", entry)


def take_over(game: Game, item: Item, event: TriggerEvent) -> None:
    """A delayed ability that is put on the stack goes on with what its text said before it."""
    model = game.item(event.later)
    do = instruction_of(game, model)
    for field in (*KEPT, "part", "held", "about"):
        if field != "event" or event.name in ("step", "reflexive"):
            game.write(item, field, getattr(model, field))
    if model.since:
        game.write(item, "since", model.since)
    if do.once:
        game.remove(model)


def lapse(game: Game, until: Literal["turn", "combat", "your turn"], seat: int = -1) -> None:
    """Delayed abilities that wait for this turn, or this combat, only are over; or those until a player's next turn."""
    waiting = [item for item in map(game.item, game.root.delayed) if instruction_of(game, item).until == until]
    over = [item for item in waiting if seat in (-1, item.controller)]
    if over:
        game.withdraw_all(game.root, "delayed", {item.id for item in over})
        for item in over:
            game.remove(item)
