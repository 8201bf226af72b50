"""Triggered abilities that are alike: whichever goes on the stack first, what follows is the same.

They have one text and one controller, their sources are of one name and kind, and where the text speaks of its source
or of what triggered it, those are the same things, or the same in all that it reads of them.
"""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Final, TypeGuard

from engine.abilities import Damage, EventAmount, Filter, Paid, Ref, Tally, Test, Value, Variable

if TYPE_CHECKING:
    from engine.abilities import Ability
    from engine.state.game import Game
    from engine.state.last_known import Last
    from engine.state.occurred import Trigger
    from engine.state.records import Plain

SOURCE: Final = "source"
SIZE: Final = "size"
EVENT: Final = "event"
PLAYER: Final = "player"
AMOUNT: Final = "amount"
NUMBERS: Final = "numbers"
DAMAGE: Final = "damage"
ITSELF: Final = Ref("self")
HAPPENED: Final = Ref("event")


def are_alike(game: Game, entries: list[Trigger]) -> bool:
    """Whether the order of one player's waiting triggers cannot matter."""
    return len({_bound(game, entry) for entry in entries}) == 1


def _bound(game: Game, entry: Trigger) -> Plain:
    """All that such an ability does depends on."""
    event, spoken = entry.event, mentioned_by(game.texts[entry.text].ability)
    parts: list[object] = [entry.text, *_looks(entry.known, spoken)]
    if SOURCE in spoken or (SIZE in spoken and entry.source in game.records):
        parts.append(entry.source)
    if EVENT in spoken:
        parts.append(event)
    if PLAYER in spoken:
        parts.append(event.seat)
    if AMOUNT in spoken:
        parts.append(event.amount)
    if NUMBERS in spoken:  # of what is gone they are known, and of what is there they may yet change
        is_there = event.what and event.what.id in game.records
        parts.append(event.what if is_there else _anonymous(event.what))
    return tuple(parts)


def _looks(known: Last, spoken: frozenset[str]) -> tuple[object, ...]:
    """The part of its source's looks that matters: all of it, that of what deals damage, or that of what targets."""
    if not known or not spoken.isdisjoint((SOURCE, SIZE)):
        return (_anonymous(known),)
    looks = (known.name, known.controller, known.owner, known.words)
    return (*looks, known.keywords) if DAMAGE in spoken else looks


def _anonymous(last: Last) -> Last:
    return last._replace(id=0, became=0, number=0) if last else ()


@lru_cache(maxsize=4096)
def mentioned_by(ability: Ability) -> frozenset[str]:
    """The things that a text speaks of.

    Its "source" as an object or of that only its "size", the "event" that triggered it, or of that the "player", the
    "amount" or "numbers" of what it happened to; and whether it deals "damage".
    """
    found: set[str] = set()
    for name in ("body", "modes", "condition"):
        _look(getattr(ability, name, None), found)
    return frozenset(found)


def _look(value: object, found: set[str]) -> None:
    if isinstance(value, tuple):
        for part in value:
            _look(part, found)
    elif (isinstance(value, Value) or _is_a_player_of(value)) and value.of in (ITSELF, HAPPENED):
        found.add(SIZE if value.of == ITSELF else NUMBERS)
    elif isinstance(value, Ref) and value.kind in ("self", "attached", "exiled"):
        found.add(SOURCE)
    elif isinstance(value, Ref) and value.kind.startswith("event"):
        found.add(PLAYER if value.kind == "event player" else EVENT)
    elif is_dataclass(value):
        found.update(_of_record(value))
        for field in fields(value):
            if not (isinstance(value, Damage) and field.name == "by"):  # which source deals it is known by its look
                _look(getattr(value, field.name), found)


def _is_a_player_of(value: object) -> TypeGuard[Ref]:
    return isinstance(value, Ref) and value.kind in ("controller", "owner")


def _of_record(value: object) -> set[str]:
    """The things that a record speaks of beside what its fields do."""
    match value:
        case EventAmount():
            return {AMOUNT}
        case Damage():
            return {DAMAGE}
        case Tally(before=True):
            return {EVENT}
        case Filter(other=True) | Paid() | Variable() | Test(op="chosen"):
            return {SOURCE}
        case _:
            return set()
