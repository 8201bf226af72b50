"""A position as text: a table of seats and zones, nothing in flight.

``battlefield = ["Forest", "Forest (tapped)", "Myr Retriever#2 (sick, 2 damage, +1/+1: 3)"]``; what
is attached is ``(attached to Bear#1)``, or linked; what is engaged with a player ``(engaged with A)``. A seat may also
have ``life``, ``pool``, ``counters``; ``library`` may be a number of filler cards. The top of a library is written
first. The side at which nobody sits stands beside the seats under its own name.
"""

from __future__ import annotations

import json
import re
import tomllib
from typing import TYPE_CHECKING, Final

from engine.assets import read_table
from engine.cards.definitions import BadCard
from engine.cards.mana_symbols import EMPTY_POOL, in_braces
from engine.cards.register import COLORS
from engine.chance.rng import Seed
from engine.errors import Refusal
from engine.events.labels import SEATS
from engine.events.zones import create
from engine.games import UnknownProfile, list_games, profiles_of, rules_of, side_of
from engine.match.header import Header, deal_numbers, new_game
from engine.match.match import Match
from engine.payment.mana_pool import add_mana
from engine.state.game import sides_of
from engine.state.zone_specs import zone_called
from engine.text import TextError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from engine.rules import Rules
    from engine.state.game import Game
    from engine.state.records import Object

LIBRARY: Final = 10
"""Cards in a library about which a position says nothing."""
READ: Final = frozenset({"game", "profile", "setup", "card"})
"""The keys of a position besides its seats."""
_ENTRY: Final = re.compile(r"^(?P<name>[^(#]+?)(?:#(?P<number>\d+))?(?:\s*\((?P<marks>[^)]*)\))?$", re.ASCII)

MOST_CARDS: Final = 1000
"""In one zone of a position."""
MOST: Final = 999_999
"""The largest number that a position says of anything."""
_LARGER: Final = re.compile(r"\d{7}")

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


def build(
    game_name: str, seats: Mapping[str, Table], cards: list[Table], setup: Table, profile: str = "seeds"
) -> Match:
    """A match that stands at a position, asking its first decision.

    Args:
        seats: "A" -> its zones; the side at which nobody sits by its name, if it has any.
        cards: inline card tables, by their own text.
        setup: ``active``, ``step``, ``turn``, ``priority`` as the game reads them.
        profile: the reading of its rules.

    Raises:
        BadPosition, BadCard, Refusal, TextError: it names what does not exist, or text that is not understood.
    """
    rules = rules_of(game_name, profile)
    names = tuple(sorted(name for name in seats if name in SEATS))
    sides = sides_of(rules, names)
    tables = [seats.get(name, {}) for name in sides]
    zones = [_zones(rules, table) for table in tables]
    decks = tuple(tuple((entry.name, 1) for entries in own.values() for entry in entries) for own in zones)
    inline = tuple(json.dumps(table, sort_keys=True) for table in cards)
    header = Header(game_name, names, decks, Seed("position"), profile, inline)
    match = Match(header, *new_game(header))
    game = match.game
    rules.setup_position(game, setup)
    for seat, numbers in enumerate(deal_numbers(header)):
        _place(game, seat, tables[seat], zones[seat], iter(numbers))
    for seat, own in enumerate(zones):
        _attach(game, seat, own)
    game.write(game.root, "waiting", ())
    game.log.clear()
    match.ask_first()
    return match


def read_position(text: str) -> Match:
    """A match that stands at a position as text: a TOML table with ``game`` and the seats.

    It may also have a ``profile``, ``setup`` and tables ``card``, as ``build`` takes them.

    Raises:
        BadPosition: it is no such table, or names what does not exist, or holds text that is not understood.
    """
    try:
        table = read_table(text)
    except tomllib.TOMLDecodeError as error:
        raise BadPosition(str(error)) from error
    game = table.get("game")
    if game not in list_games():
        raise BadPosition(f"no game {game!r}; there are {', '.join(list_games())}")
    known = {*READ, *SEATS, side_of(str(game))}
    unknown = [key for key in table if key not in known]
    if unknown:
        raise BadPosition(f"a position has no {', '.join(unknown)}")
    try:
        return stand(table, str(table.get("profile", profiles_of(str(game))[0])))
    except BadPosition:
        raise
    except (BadCard, Refusal, TextError, UnknownProfile) as error:
        raise BadPosition(str(error)) from error
    except (AttributeError, LookupError, TypeError, ValueError) as error:
        raise BadPosition(f"a part has a wrong shape: {error!r}") from error


def stand(table: Table, profile: str) -> Match:
    """A match at the position that a table holds, of which the game is known; what else it holds is not looked at.

    Raises:
        BadPosition, BadCard, Refusal, TextError: as ``build``.
    """
    rules = rules_of(str(table["game"]), profile)
    seats = {key: value for key, value in table.items() if key in SEATS or (key and key == rules.side)}
    for seat in SEATS[: rules.seats[0]]:
        seats.setdefault(seat, {})
    cards, setup = table.get("card", []), table.get("setup", {})
    for value in setup.values():  # type: ignore[attr-defined]  # a table
        if isinstance(value, int):
            _number(value)
    return build(rules.name, seats, cards, setup, profile)  # type: ignore[arg-type]  # tables


def _zones(rules: Rules, table: Table) -> dict[str, list[Entry]]:
    fillers = {spec.name: spec.filler for spec in rules.zones}
    out: dict[str, list[Entry]] = {}
    for key, value in table.items():
        name = zone_called(rules.zones, key.replace("_", " "))
        if name not in fillers:
            continue
        number = len(value) if isinstance(value, list) else value if isinstance(value, int) else 1
        if number > MOST_CARDS:
            raise BadPosition(f"{key} has {MOST_CARDS} cards at most")
        if isinstance(value, int):
            entries = [Entry(fillers[name]) for _ in range(value)]
        else:
            entries = [Entry(str(text)) for text in (value if isinstance(value, list) else [value])]
        out[name] = [*out.get(name, ()), *entries]
    for name, filler in fillers.items():
        if filler and name not in out:
            out[name] = [Entry(filler) for _ in range(LIBRARY)]
    return out


def _place(game: Game, seat: int, table: Table, zones: dict[str, list[Entry]], numbers: Iterator[int]) -> None:
    player = game.players[seat]
    for name, entries in zones.items():
        zone = game.zones[name][seat]
        if zone.sight == "nobody":
            zone.content = tuple(next(numbers) for _ in entries)
            continue
        for entry in entries:
            obj = create(game, next(numbers), seat, name)
            if name == game.arena:
                obj.sick = False
            _mark(obj, entry)
    for key, value in table.items():
        if key == "life":
            player.life = _number(value)
        elif key == "pool":
            player.pool = EMPTY_POOL
            add_mana(game, seat, _pool(str(value)))
        elif key == "counters":
            player.counters = tuple(sorted((name, _number(n)) for name, n in value.items()))  # type: ignore[attr-defined]  # a table
        elif zone_called(game.rules.zones, key.replace("_", " ")) in game.zones:
            continue
        else:
            raise BadPosition(f"{key!r} is nothing a seat has")


def _number(value: object) -> int:
    if type(value) is not int or abs(value) > MOST:
        raise BadPosition(f"a number up to {MOST} is wanted, not {value!r:.20}")
    return value


def _attach(game: Game, seat: int, zones: dict[str, list[Entry]]) -> None:
    """Attach what a position says is attached to something else: "Sword (attached to Bear#2)", or linked."""
    for name, entries in zones.items():
        zone = game.zones[name][seat]
        if zone.sight != "nobody":
            own = [obj for obj in map(game.obj, zone.content) if obj.owner == seat]
            for obj, entry in zip(own, entries, strict=True):
                _attach_as(game, obj, entry)


def _attach_as(game: Game, obj: Object, entry: Entry) -> None:
    for mark in entry.marks:
        _, to, name = mark.partition(" to ")
        if to:
            host = Entry(name)
            fitting = [o for o in game.battlefield() if o.name == host.name and host.number in (0, o.number)]
            if not fitting:
                raise BadPosition(f"there is no {name} to attach {obj.name} to")
            obj.attached = fitting[0].id


def _pool(text: str) -> tuple[str, ...]:
    symbols = tuple(re.findall(r"\{(.)\}", text))
    if in_braces(symbols) != text or not set(symbols) <= set(COLORS):
        raise BadPosition(f"{text!r} is no pool: each unit is {{W}}, {{U}}, {{B}}, {{R}}, {{G}} or {{C}}")
    return symbols


def _mark(obj: Object, entry: Entry) -> None:
    if entry.number:
        obj.number = entry.number
    for mark in entry.marks:
        word, _, rest = mark.partition(" ")
        if mark in ("tapped", "rested", "exhausted"):
            obj.tapped = True
        elif mark == "sick":
            obj.sick = True
        elif mark == "token":
            obj.token = True
        elif word.isdigit() and rest == "damage":
            obj.damage = int(word)
        elif mark.startswith("engaged with "):
            obj.facing = SEATS.index(mark.removeprefix("engaged with "))
        elif mark.startswith(("attached to ", "linked to ")):
            continue  # once all is in place
        elif ":" in mark:
            name, _, number = mark.rpartition(":")
            others = tuple(entry for entry in obj.counters if entry[0] != name.strip())
            obj.counters = (*others, (name.strip(), int(number))) if int(number) else others
        else:
            raise BadPosition(f"{mark!r} is nothing a card can be")
