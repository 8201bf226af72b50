"""A position as text: a table of seats and zones, nothing in flight.

``battlefield = ["Forest", "Forest (tapped)", "Myr Retriever#2 (sick, 2 damage, +1/+1: 3)"]``. A seat may also have
``life``, ``pool``, ``counters``; ``library`` may be a number of filler cards. The top of a library is written
first.
"""

from __future__ import annotations

import json
import re
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from engine.abilities import Mana
from engine.cards import UnknownCard, card, define
from engine.game import Game
from engine.games import rules_of
from engine.header import Header
from engine.mana import EMPTY_POOL
from engine.match import Match
from engine.notation import SEATS
from engine.pool import add_mana
from engine.rng import Seed
from engine.texts import Register
from engine.zones import create

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine.cards import CardDef
    from engine.rules import Rules
    from engine.state import Object

LIBRARY: Final = 10
"""Cards in a library about which a position says nothing."""
_ENTRY: Final = re.compile(r"^(?P<name>[^(#]+?)(?:#(?P<number>\d+))?(?:\s*\((?P<marks>[^)]*)\))?$")

Table = dict[str, object]


class BadPosition(ValueError):
    """A position that names what does not exist."""


class Entry:
    """One card of a zone as written: name, number, and what is said of it in parentheses."""

    __slots__ = ("marks", "name", "number")

    def __init__(self, text: str) -> None:
        found = _ENTRY.match(text)
        if found is None:
            raise BadPosition(f"{text!r} is no card")
        self.name = found["name"].strip()
        self.number = int(found["number"] or 0)
        self.marks = tuple(mark.strip() for mark in (found["marks"] or "").split(",") if mark.strip())


def build(
    game_name: str, seats: Mapping[str, Table], cards: list[Table], setup: Table, profile: str = "seeds"
) -> Match:
    """A match that stands at a position, asking its first decision.

    Args:
        seats: "A" -> its zones.
        cards: inline card tables, by their own text.
        setup: ``active``, ``step``, ``turn``, ``priority`` as the game reads them.
        profile: the reading of its rules.

    Raises:
        BadPosition, Refusal, TextError: it names what does not exist, or text that is not understood.
    """
    rules = rules_of(game_name, profile)
    inline = {str(table["name"]): _inline(game_name, json.dumps(table, sort_keys=True)) for table in cards}
    names = tuple(sorted(seats))
    register = Register(rules)
    zones = {seat: _zones(rules, seats[seat]) for seat in names}
    numbers: dict[tuple[str, str], list[int]] = {}
    for seat in names:
        for zone, entries in zones[seat].items():
            numbers[seat, zone] = [register.card(_definition(game_name, inline, entry.name)) for entry in entries]
    for definition in inline.values():
        register.include(definition)
    register.finish()
    seed = Seed("position")
    game = Game(rules, names, register, seed.stream())
    match = Match(Header(game_name, names, tuple(() for _ in names), seed, profile), game, register)
    rules.setup_position(game, setup)
    for seat in names:
        _place(game, SEATS.index(seat), seats[seat], zones[seat], {z: numbers[seat, z] for z in zones[seat]})
    game.write(game.root, "waiting", ())
    game.log.clear()
    match.ask_first()
    return match


@lru_cache(maxsize=64)
def _inline(game_name: str, table: str) -> CardDef:
    """A card by its table, as JSON: a scenario sets up the same position again and again."""
    return define(game_name, json.loads(table))


def _zones(rules: Rules, table: Table) -> dict[str, list[Entry]]:
    known = {spec.name for spec in rules.zones}
    out: dict[str, list[Entry]] = {}
    for key, value in table.items():
        name = rules.position_words.get(key, key)
        if name not in known:
            continue
        if isinstance(value, int):
            entries = [Entry(rules.filler) for _ in range(value)]
        else:
            entries = [Entry(str(text)) for text in (value if isinstance(value, list) else [value])]
        out[name] = [*out.get(name, ()), *entries]
    if rules.filler and rules.draw_zone not in out:
        out[rules.draw_zone] = [Entry(rules.filler) for _ in range(LIBRARY)]
    return out


def _definition(game: str, inline: dict[str, CardDef], name: str) -> CardDef:
    if name in inline:
        return inline[name]
    try:
        return card(game, name)
    except UnknownCard as error:
        raise BadPosition(f"{name!r} is neither a card of {game} nor defined here") from error


def _place(game: Game, seat: int, table: Table, zones: dict[str, list[Entry]], numbers: dict[str, list[int]]) -> None:
    player = game.players[seat]
    for name, entries in zones.items():
        zone = game.zones[name][seat]
        if zone.sight == "nobody":
            zone.content = tuple(numbers[name])
            continue
        for entry, number in zip(entries, numbers[name], strict=True):
            obj = create(game, number, seat, name)
            if name == game.rules.arena:
                obj.sick = False
            _mark(obj, entry)
    for key, value in table.items():
        if key == "life":
            player.life = value  # type: ignore[assignment]  # a number
        elif key == "pool":
            player.pool = EMPTY_POOL
            add_mana(game, seat, _pool(str(value)))
        elif key == "counters":
            player.counters = tuple(sorted(value.items()))  # type: ignore[attr-defined]  # a table
        elif game.rules.position_words.get(key, key) in game.zones:
            continue
        elif not game.rules.read_position(game, seat, key, value):
            raise BadPosition(f"{key!r} is nothing a seat has")


def _pool(text: str) -> tuple[str, ...]:
    return Mana(tuple(re.findall(r"\{(.)\}", text))).symbols


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
        elif ":" in mark:
            name, _, number = mark.rpartition(":")
            obj.counters = (*obj.counters, (name.strip(), int(number)))
        else:
            raise BadPosition(f"{mark!r} is nothing a card can be")
