"""Last known information: what an object was when something was last seen of it, as an immutable record."""

from __future__ import annotations

from typing import Final, NamedTuple

from engine.state.records import NOBODY, Item, Object

NEW: Final = tuple.__new__
"""Makes a named tuple of a row; the constructor of its class is interpreted code, also in the compiled build."""


class LastKnown(NamedTuple):
    """An object as it last was; ``became`` is its id where it went, 0 if it went nowhere or that is not known."""

    id: int
    name: str
    controller: int
    owner: int
    power: int
    toughness: int
    value: int
    words: tuple[str, ...]
    keywords: tuple[str, ...]
    became: int
    number: int
    counters: tuple[tuple[str, int], ...]
    tapped: bool
    attacking: int
    paid: tuple[tuple[str, int], ...]
    attached: int


class OnlyId(NamedTuple):
    """A player, a spell or an ability, of which nothing but the id is kept."""

    id: int


Last = LastKnown | tuple[()]
"""Last known information, or nothing where there was no object."""
LastOrId = LastKnown | OnlyId | tuple[()]
"""Last known information, or the id of a player, a spell or an ability in its place."""


def known(obj: Object, became: int = 0) -> LastKnown:
    """Last known information of an object, ``became`` its id where it went."""
    fields = (
        obj.id,
        obj.name,
        obj.controller,
        obj.owner,
        obj.power,
        obj.toughness,
        obj.value,
        obj.words,
        obj.keywords,
        became,
        obj.number,
        obj.counters,
        obj.tapped,
        obj.attacking,
        obj.paid,
        obj.attached,
    )
    return NEW(LastKnown, fields)


def known_on_stack(item: Item, card: Last) -> LastKnown:
    """The knowledge of a spell by its id on the stack, as its card is; an ability has no characteristics."""
    if card:
        return card._replace(id=item.id, controller=item.controller)
    nothing = Object(item.id, NOBODY, item.name, item.controller, "")
    return known(nothing)._replace(controller=item.controller)


def remembered(last: LastKnown) -> Object:
    """An object as last known information has it, to ask what fits; it is no part of the state."""
    obj = Object(last.id, NOBODY, last.name, last.owner, "")
    obj.controller = last.controller
    obj.power, obj.toughness, obj.value = last.power, last.toughness, last.value
    obj.words, obj.keywords, obj.counters = last.words, last.keywords, last.counters
    obj.tapped, obj.attacking, obj.paid = last.tapped, last.attacking, last.paid
    obj.token = "token" in obj.words
    return obj
