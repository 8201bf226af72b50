"""A card of a zone as a position writes it: a name or the description of a token, a number, and marks in parentheses.

A description is as texts make tokens: "a 2/2 green Bear creature token with trample".
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from engine.abilities import Enters, Replacement, SpellText, Token
from engine.cards.definitions import define
from engine.events.labels import SEATS
from engine.events.zones import with_counters
from engine.queries.filters import amount

if TYPE_CHECKING:
    from engine.state.game import Game
    from engine.state.records import Object, Player

MOST: Final = 999_999
"""The largest number that a position says of anything."""
_ENTRY: Final = re.compile(r"^(?P<name>[^(#]+?)(?:#(?P<number>\d+))?(?:\s*\((?P<marks>[^)]*)\))?$", re.ASCII)
_LARGER: Final = re.compile(r"\d{7}")
_DESCRIPTION: Final = re.compile(r"an? .*\btoken\b.*")
CONTROLLED: Final = "controlled by "
ATTACKING: Final = "attacking "
ENGAGED: Final = "engaged with "
_HOSTED: Final = ("attached to ", "linked to ")
_TAPPED: Final = ("tapped", "rested", "exhausted")
_IN_PLAY: Final = frozenset({*_TAPPED, "sick", "token"})
"""Marks of what is in play alone."""
AS_IT_ENTERS: Final = "as it enters"
"""With what its own text has it enter with: counters, tapped."""

Table = dict[str, object]


class BadPosition(ValueError):
    """A position that names what does not exist."""


class Entry:
    """One card of a zone as written: name, number, and what is said of it in parentheses."""

    __slots__ = ("marks", "name", "number")

    def __init__(self, text: str) -> None:
        found = _ENTRY.match(text)
        if found is None or _LARGER.search(text):
            raise BadPosition(f"{text[:80]!r} is no card")
        self.name = found["name"].strip()
        self.number = int(found["number"] or 0)
        self.marks = tuple(mark.strip() for mark in (found["marks"] or "").split(",") if mark.strip())

    @property
    def is_token(self) -> bool:
        """Whether it is the description of a token."""
        return _DESCRIPTION.fullmatch(self.name) is not None

    def controller(self, owner: int, seats: int) -> int:
        """The seat that controls it."""
        name = next((mark.removeprefix(CONTROLLED) for mark in self.marks if mark.startswith(CONTROLLED)), "")
        return seat_called(name, seats) if name else owner


def seat_called(name: object, seats: int) -> int:
    """The seat of a letter.

    Raises:
        BadPosition: nobody sits there.
    """
    if not isinstance(name, str) or name not in SEATS[:seats]:
        raise BadPosition(f"nobody sits at {name!r:.20}; there are {', '.join(SEATS[:seats])}")
    return SEATS.index(name)


def number_in(text: str, what: str) -> int:
    """A number as written.

    Raises:
        BadPosition: it is none.
    """
    if not text.strip().removeprefix("-").isdecimal():
        raise BadPosition(f"{what!r} needs a number")
    return int(text)


def maker_of(description: str) -> Table:
    """A card whose text makes the token of a description, so that the match knows it."""
    return {"name": f"maker: {description}", "type": "Token", "text": f"Create {description}."}


def counters_said(written: list[list[Entry]]) -> tuple[str, ...]:
    """The names of the counters that lie on the cards of all seats."""
    marks = (mark for entries in written for entry in entries for mark in entry.marks)
    return tuple(dict.fromkeys(mark.rpartition(":")[0].strip() for mark in marks if ":" in mark))


def bearer_of(counter: str) -> Table:
    """A card whose text names a counter, so that the match knows the abilities that it lends."""
    article = "an" if counter[0] in "aeiou" else "a"
    return {"name": f"bearer: {counter}", "type": "Token", "text": f"Put {article} {counter} counter on ~."}


def token_described(game: str, description: str) -> Token:
    """The token of a description.

    Raises:
        BadPosition: it is more than one token.
        TextError: the description is not understood.
    """
    (ability, *_) = define(game, maker_of(description)).abilities
    made = ability.body.effects if isinstance(ability, SpellText) and ability.body is not None else ()
    if len(made) != 1 or not isinstance(made[0], Token):
        raise BadPosition(f"{description!r} is no description of one token")
    return made[0]


def mark_alone(obj: Object, entry: Entry, *, in_play: bool) -> None:
    """Say of an object what its marks say, as far as they name no other object.

    Raises:
        BadPosition: a mark means nothing, or only what is in play can be so.
    """
    if entry.number:
        obj.number = entry.number
    for mark in entry.marks:
        word, _, rest = mark.partition(" ")
        if not in_play and (mark in _IN_PLAY or rest == "damage" or mark.startswith(ATTACKING)):
            raise BadPosition(f"only what is in play can be {mark!r}, not {obj.name} there")
        if mark in _TAPPED:
            obj.tapped = True
        elif mark == "sick":
            obj.sick = True
        elif mark == "token":
            obj.token = True
        elif word.isdigit() and rest == "damage":
            obj.damage = int(word)
        elif mark == AS_IT_ENTERS or mark.startswith((CONTROLLED, ATTACKING, ENGAGED, *_HOSTED)):
            continue  # once all is in place
        elif ":" in mark:
            name, _, number = mark.rpartition(":")
            others = tuple(entry for entry in obj.counters if entry[0] != name.strip())
            count = number_in(number, mark)
            if count < 0:
                raise BadPosition(f"{mark!r} is no number of counters")
            obj.counters = (*others, (name.strip(), count)) if count else others
        else:
            raise BadPosition(f"{mark!r} is nothing a card can be")


def mark_in_place(game: Game, obj: Object, entry: Entry) -> None:
    """Say of an object what its marks say of it and others, now that all are in place.

    Raises:
        BadPosition: a mark names what is not there.
        Refusal: the game knows nothing of the kind.
    """
    for mark in entry.marks:
        if mark.startswith(_HOSTED):
            obj.attached = _named(game, mark.partition(" to ")[2], f"to attach {obj.name} to").id
        elif mark.startswith(ENGAGED):
            obj.facing = seat_called(mark.removeprefix(ENGAGED), game.seats)
        elif mark.startswith(ATTACKING):
            game.rules.place_attacker(game, obj, _attacked(game, mark.removeprefix(ATTACKING)))
        elif mark == AS_IT_ENTERS:
            _as_it_enters(game, obj)


def _attacked(game: Game, name: str) -> Object | Player:
    return game.players[SEATS.index(name)] if name in SEATS[: game.seats] else _named(game, name, "to attack")


def _named(game: Game, name: str, what_for: str) -> Object:
    wanted = Entry(name)
    fitting = [o for o in game.battlefield() if o.name == wanted.name and wanted.number in (0, o.number)]
    if not fitting:
        raise BadPosition(f"there is no {name} {what_for}")
    return fitting[0]


def _as_it_enters(game: Game, obj: Object) -> None:
    """Have an object as its own text has it enter: what a player would choose or pay for is not known here."""
    for number in game.prints[obj.card].arrives:
        effect = game.texts[number].ability
        assert isinstance(effect, Replacement)
        if effect.optional or effect.cost or effect.condition is not None:
            raise BadPosition(f"how {obj.name} enters depends on more than its text: say its counters")
        for change in effect.changes:
            if isinstance(change, Enters):
                obj.tapped = obj.tapped or change.tapped == "tapped"
                if change.counter:
                    count = max(0, amount(game, change.amount, obj.controller, obj.id))
                    obj.counters = with_counters(obj.counters, ((change.counter, count),))
