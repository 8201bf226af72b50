"""Events and the abilities that wait for them.

An ability is matched at the moment of its event, with the text and last known information of that moment, into
``root.waiting``: tuples ``(controller, source, text, known, event)``. Nothing else happens then; they are put on
the stack when a player is about to receive priority. Only permanents in ``root.watching`` are asked.

An event is ``(name, seat, known, amount, id)``: who acted, last known information of the object (or ``()``), how much.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.filters import fits, holds
from engine.game import known
from engine.loops import ENDLESS
from engine.state import NOBODY, Plain

if TYPE_CHECKING:
    from engine.abilities import Event, Triggered
    from engine.game import Game
    from engine.state import Object

MOST_ECHOES: Final = 64
"""Waiting abilities that triggered on another triggering; more of them at a time are a loop that nobody can stop."""


def watchers(game: Game) -> list[Object]:
    """Permanents with triggered abilities, as they are now; take it before a batch to look back."""
    records = game.records
    return [records[ident] for ident in game.root.watching]  # type: ignore[misc]  # watching holds objects


def occurred(
    game: Game,
    name: str,
    obj: Object | None = None,
    seat: int = NOBODY,
    amount: int = 0,
    *,
    became: int = 0,
    before: list[Object] | None = None,
    step: str = "",
) -> None:
    """State an event and let abilities trigger on it.

    Args:
        obj: the object it happened to; may have left its zone (then ``became`` is its new id).
        before: the watchers to ask instead of the present ones, for events that look back.
        step: for the event "step", which one; for an activation the name of its source, which may be gone.
    """
    if name in game.tallied:
        last = known(obj, became) if obj is not None else ()
        game.write(game.root, "happened", (*game.root.happened, (name, seat, last, amount)))
    game.log.append((0, "!", (name, seat, obj.id if obj is not None else 0, amount, step or became)))
    for source in watchers(game) if before is None else before:
        for number in source.abilities:
            text = game.texts[number]
            if name not in text.events:
                continue
            ability: Triggered = text.ability  # type: ignore[assignment]  # only triggered abilities have events
            for event in ability.events:
                if event.name == name and matches(game, event, source, obj, seat, step):
                    if _may_trigger(game, ability, source, number):
                        trigger(
                            game,
                            source,
                            number,
                            (name, seat, known(obj, became) if obj is not None else (), amount),
                            obj,
                            became,
                        )
                    break


def _may_trigger(game: Game, ability: Triggered, source: Object, number: int) -> bool:
    """Whether its "if" holds as the event happens, and it has not triggered this turn if it does so only once."""
    if not holds(game, ability.condition, source.controller, source.id):
        return False
    if ability.once_each_turn:
        turn = game.root.turn
        if any(entry[:2] == (number, turn) for entry in source.used) or any(
            entry[1:3] == (source.id, number) for entry in game.root.waiting
        ):
            return False
        if source.id in game.records:
            game.write(source, "used", (*(entry for entry in source.used if entry[0] != number), (number, turn, 1)))
    return True


def matches(game: Game, event: Event, source: Object, obj: Object | None, seat: int, step: str = "") -> bool:
    """Whether something that happened is what ``source`` waits for; ``obj`` may have left its zone."""
    if event.who and seat != NOBODY and (seat == source.controller) != (event.who == "you"):
        return False
    if event.step and event.step != step:
        return False
    if event.source:
        return obj is not None and obj.id == source.id
    if event.what is not None:
        return obj is not None and fits(game, event.what, obj, source.controller, source.id)
    return True


def trigger(game: Game, source: Object, number: int, event: Plain, obj: Object | None = None, became: int = 0) -> None:
    """Put one triggered ability among those that wait."""
    own = became if obj is not None and obj.id == source.id else 0
    entry = (source.controller, source.id, number, known(source, own), event)
    game.write(game.root, "waiting", (*game.root.waiting, entry))
    if any("triggers" in game.texts[n].events for watcher in watchers(game) for n in watcher.abilities):
        _trigger_on_it(game, source)


def _trigger_on_it(game: Game, source: Object) -> None:
    """Abilities may trigger on this one triggering; those that set each other off for ever make the game a draw."""
    if sum(entry[4][0] == "triggers" for entry in game.root.waiting) < MOST_ECHOES:
        occurred(game, "triggers", source, source.controller)
    elif game.root.over is None:
        game.write(game.root, "over", ENDLESS)
