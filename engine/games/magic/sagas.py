"""Sagas (714): their chapters, the lore counters that they get, and that they are sacrificed after the last chapter."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.abilities import (
    SELF,
    Compare,
    Enters,
    Event,
    EventAmount,
    Math,
    Replacement,
    Triggered,
    Truth,
    Value,
    Would,
)
from engine.payment.self_cost_rules import counters, put_counters, spending

if TYPE_CHECKING:
    from engine.abilities import Ability
    from engine.state.game import Game
    from engine.state.proposed_events import Prospect
    from engine.state.records import Object

LORE: Final = "lore"
SAGA: Final = "saga"
ARRIVES: Final = Replacement(Would("enter", SELF), (Enters(counter=LORE, amount=1),))
"""714.3a: the ability that every Saga has."""


def chapter(number: int) -> Event:
    """714.2b: there were fewer lore counters than the number of the chapter, and now there are as many or more."""
    return nth_counter(LORE, number)


def nth_counter(name: str, number: int) -> Event:
    """122.7: there were fewer counters of a name on the source than a number, and now there are as many or more."""
    now = Value(f"counters {name}", SELF)
    reached = Compare(now, ">=", number)
    before = Compare(Math("-", now, EventAmount()), "<", number)
    both = Compare(Math("*", Truth(reached), Truth(before)), "=", 1)
    return Event("counters", source=True, how=name, when=both)


def number_of_counter(event: Event) -> int:
    """The number of the counter that an event waits for; 0 for any other event."""
    match event.when:
        case Compare(left=Math(left=Truth(condition=Compare(right=int(number))))):
            return number if event == nth_counter(event.how, number) else 0
        case _:
            return 0


def chapter_of(ability: Ability) -> int:
    """The number of a chapter ability; 0 for any other."""
    if not isinstance(ability, Triggered) or len(ability.events) != 1:
        return 0
    (event,) = ability.events
    return number_of_counter(event) if event.how == LORE else 0


def final_chapter(game: Game, obj: Object) -> int:
    """714.2d: the greatest number of its chapters."""
    return max((chapter_of(game.texts[number].ability) for number in obj.abilities), default=0)


def add_lore(game: Game) -> None:
    """714.3c: as the precombat main phase begins, each Saga with a chapter of the active player gets a counter."""
    own = [obj for obj in game.battlefield() if SAGA in obj.words and obj.controller == game.root.active]
    ids = tuple(obj.id for obj in own if final_chapter(game, obj))
    if ids:
        put_counters(game, ids, LORE, 1, by=game.root.active)


def finished(game: Game, objs: list[Object]) -> list[Prospect]:
    """714.4: the sacrifices of Sagas whose last chapter has been reached and left the stack."""
    sagas = [obj for obj in objs if SAGA in obj.words and 0 < final_chapter(game, obj) <= counters(game, obj.id, LORE)]
    return spending(game, [obj for obj in sagas if not _is_told(game, obj)], "sacrificed") if sagas else []


def _is_told(game: Game, saga: Object) -> bool:
    """Whether one of its chapters has triggered and not left the stack."""
    texts = [entry.text for entry in game.root.waiting if entry.source == saga.id]
    items = map(game.item, game.root.stack)
    texts += [item.text for item in items if item.kind == "triggered" and item.source == saga.id]
    return any(chapter_of(game.texts[text].ability) for text in texts)
