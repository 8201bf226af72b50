"""A position as text: a table of seats and zones, nothing in flight.

``battlefield = ["Forest", "Forest (tapped)", "Myr Retriever#2 (sick, 2 damage, +1/+1: 3)"]``; what
is attached is ``(attached to Bear#1)``, or linked; what is engaged with a player ``(engaged with A)``; what attacks
``(attacking B)``, or the planeswalker that it attacks. A card lies with its owner, and may be ``(controlled by B)``. A
token may be described: ``"a 2/2 green Bear creature token with trample"``. ``(as it enters)`` has a card be as its own
text has it enter: with counters, tapped. A seat may also have ``life``, ``pool``, ``counters``; ``library`` may be a
number of filler cards. The top of a library is written first. A number of a name stands once. The side at which nobody
sits stands beside the seats under its own name.

``setup`` says whose turn it is, which step, who has priority. With ``begins = true`` the step is only about to begin:
attackers or blockers are declared then, what untaps untaps. A step in which nobody has priority always begins.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections import Counter
from typing import TYPE_CHECKING, Final

from engine.assets import read_table
from engine.cards.definitions import BadCard
from engine.cards.mana_symbols import EMPTY_POOL, in_braces
from engine.cards.numbered_text import COLORS
from engine.chance.rng import Seed
from engine.errors import Refusal
from engine.events.labels import SEATS
from engine.events.zones import create
from engine.formats.position_entries import (
    MOST,
    BadPosition,
    Entry,
    Table,
    bearer_of,
    counters_said,
    maker_of,
    mark_alone,
    mark_in_place,
    seat_called,
    token_described,
)
from engine.games import UnknownProfile, list_games, profiles_of, rules_of, side_of
from engine.match.header import Header, deal_numbers, new_game
from engine.match.match import Match
from engine.payment.mana_pool import add_mana
from engine.queries.layers import refresh
from engine.state.game import sides_of
from engine.state.player_marks import set_mark
from engine.state.zone_specs import zone_called
from engine.text import TextError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from engine.rules import Rules
    from engine.state.game import Game

LIBRARY: Final = 10
"""Cards in a library about which a position says nothing."""
READ: Final = frozenset({"game", "profile", "setup", "card", "goal", "until"})
"""The keys of a position besides its seats; what is to be reached there, of a puzzle, is read by no rule."""
_SETUP: Final = frozenset({"active", "begins", "first", "priority", "step", "turn"})
"""The keys of ``setup``: seats, whether the step is only about to begin, its name, and the number of the turn."""

MOST_CARDS: Final = 1000
"""In one zone of a position."""


def build(
    game_name: str,
    seats: Mapping[str, Table],
    cards: list[Table],
    setup: Table,
    profile: str = "seeds",
    began: Header | None = None,
) -> Match:
    """A match that stands at a position, asking its first decision.

    Args:
        began: names, seed, budget, edition and the position as text, of a match that is played; none: as in a scenario.
        seats: "A" -> its zones; the side at which nobody sits by its name, if it has any.
        cards: inline card tables, by their own text.
        setup: ``active``, ``step``, ``turn``, ``priority`` as the game reads them.
        profile: the reading of its rules.

    Raises:
        BadPosition, BadCard, Refusal, TextError: it names what does not exist, or text that is not understood.
    """
    rules = rules_of(game_name, profile)
    names = tuple(sorted(name for name in seats if name in SEATS))
    if "".join(names) != SEATS[: len(names)]:
        raise BadPosition(f"seats follow on one another from A on, not {', '.join(names)}")
    sides = sides_of(rules, names)
    tables = [seats.get(name, {}) for name in sides]
    zones = [_zones(rules, table) for table in tables]
    written = [[entry for entries in own.values() for entry in entries] for own in zones]
    _check_numbers(written)
    decks = tuple(tuple((entry.name, 1) for entry in own if not entry.is_token) for own in written)
    described = dict.fromkeys(entry.name for own in written for entry in own if entry.is_token)
    lending = [name for name in counters_said(written) if name in rules.counters and rules.counters[name].lends]
    made = (*cards, *map(maker_of, described), *map(bearer_of, lending))
    inline = tuple(json.dumps(table, sort_keys=True) for table in made)
    if began is None:
        header = Header(game_name, names, decks, Seed("position"), profile, inline)
    elif len(began.names) == len(names):
        header = began.standing(decks, inline)
    else:
        raise BadPosition(f"there are {len(names)} seats, not {len(began.names)}")
    game, register = new_game(header)
    tokens = {name: register.tokens[token_described(game_name, name)] for name in described}
    match = Match(header, game, register)
    rules.setup_position(game, setup)
    for seat, numbers in enumerate(deal_numbers(header)):
        _place(game, seat, tables[seat], zones[seat], iter(numbers), tokens)
    for seat, own_zones in enumerate(zones):
        _place_together(game, seat, own_zones)
    refresh(game)  # a step that begins may ask for attackers before anything else works it out
    game.write(game.root, "waiting", ())
    game.log.clear()
    match.ask_first()
    return match


def begin(header: Header) -> Match:
    """A match at its beginning: dealt, or at the position that its header has.

    Raises:
        Refusal: as ``Match.create``, and ``bad_position``.
    """
    if not header.position:
        return Match.create(header)
    try:
        return read_position(header.position, header)
    except BadPosition as bad:
        raise Refusal("", "bad_position", str(bad)) from bad


def read_position(text: str, began: Header | None = None) -> Match:
    """A match that stands at a position as text: a TOML table with ``game`` and the seats.

    It may also have a ``profile``, ``setup`` and tables ``card``, as ``build`` takes them.

    Args:
        began: as in ``build``; its game and profile go before those of the text.

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
    if began is not None and began.game != game:
        raise BadPosition(f"it is a position of {game}, not of {began.game}")
    profile = str(table.get("profile", profiles_of(str(game))[0])) if began is None else began.profile
    try:
        return stand(table, profile, began)
    except BadPosition:
        raise
    except (BadCard, Refusal, TextError, UnknownProfile) as error:
        raise BadPosition(str(error)) from error


def stand(table: Table, profile: str, began: Header | None = None) -> Match:
    """A match at the position that a table holds, of which the game is known; what else it holds is not looked at.

    ``began`` is as in ``build``.

    Raises:
        BadPosition, BadCard, Refusal, TextError: as ``build``.
    """
    rules = rules_of(str(table["game"]), profile)
    seats = {key: value for key, value in table.items() if key in SEATS or (key and key == rules.side)}
    for seat in SEATS[: rules.seats[0]]:
        seats.setdefault(seat, {})
    cards, setup = table.get("card", []), table.get("setup", {})
    if not all(isinstance(value, dict) for value in (*seats.values(), setup)):
        raise BadPosition("each seat is a table, as is setup")
    if not isinstance(cards, list) or not all(isinstance(each, dict) for each in cards):
        raise BadPosition("a card is written under [[card]]")
    _check_setup(setup, len([name for name in seats if name in SEATS]))  # type: ignore[arg-type]  # a table
    return build(rules.name, seats, cards, setup, profile, began)  # type: ignore[arg-type]  # tables


def _check_setup(setup: Table, seats: int) -> None:
    for key, value in setup.items():
        if key not in _SETUP:
            raise BadPosition(f"setup has no {key}; there are {', '.join(sorted(_SETUP))}")
        if key == "turn" and _number(value) < 1:
            raise BadPosition(f"turns are counted from 1, not from {value}")
        elif key == "begins" and not isinstance(value, bool):
            raise BadPosition(f"begins is true or false, not {value!r:.20}")
        elif key == "step" and not isinstance(value, str):
            raise BadPosition(f"step is a name, not {value!r:.20}")
        elif key in ("active", "first", "priority"):
            seat_called(value, seats)


def _check_numbers(written: list[list[Entry]]) -> None:
    """No number of a name is given twice: a gesture would mean either."""
    given = Counter((entry.name, entry.number) for own in written for entry in own if entry.number)
    for (name, number), times in given.items():
        if times > 1:
            raise BadPosition(f"{times} are called {name}#{number}")


def _zones(rules: Rules, table: Table) -> dict[str, list[Entry]]:
    fillers = {spec.name: spec.filler for spec in rules.zones}
    out: dict[str, list[Entry]] = {}
    for key, value in table.items():
        name = zone_called(rules.zones, key.replace("_", " "))
        if name not in fillers:
            continue
        number = len(value) if isinstance(value, list) else value if type(value) is int else 1
        if not 0 <= number <= MOST_CARDS:
            raise BadPosition(f"{key} has {MOST_CARDS} cards at most")
        if type(value) is int and value and not fillers[name]:
            raise BadPosition(f"{key} needs the names of its cards, not their number")
        if type(value) is int:
            entries = [Entry(fillers[name]) for _ in range(value)]
        else:
            texts = value if isinstance(value, list) else [value]
            if not all(isinstance(text, str) for text in texts):
                raise BadPosition(f"{key} is a card, a list of cards, or their number")
            entries = [Entry(str(text)) for text in texts]
        out[name] = [*out.get(name, ()), *entries]
    for name, filler in fillers.items():
        if filler and name not in out:
            out[name] = [Entry(filler) for _ in range(LIBRARY)]
    return out


def _place(
    game: Game,
    seat: int,
    table: Table,
    zones: dict[str, list[Entry]],
    numbers: Iterator[int],
    tokens: dict[str, int],
) -> None:
    player = game.players[seat]
    for name, entries in zones.items():
        zone = game.zones[name][seat]
        if zone.sight == "nobody":
            if any(entry.is_token for entry in entries):
                raise BadPosition(f"no token can be in the {name}")
            if any(entry.marks for entry in entries):
                raise BadPosition(f"nothing can be said of a card in the {name}: it is no object")
            zone.content = tuple(next(numbers) for _ in entries)
            continue
        for entry in entries:
            card = tokens[entry.name] if entry.is_token else next(numbers)
            controller = entry.controller(seat, game.seats)
            if controller != seat and name != game.arena:
                raise BadPosition(f"only what is in play is controlled by somebody else, not {entry.name} there")
            obj = create(game, card, seat, name, controller=controller)
            if name == game.arena:
                obj.sick = False
            mark_alone(obj, entry, in_play=name == game.arena)
    for key, value in table.items():
        if key == "life":
            player.life = _number(value)
        elif key == "pool":
            if game.rules.mana_ability is None:
                raise BadPosition(f"{game.rules.name} has no pools")
            player.pool = EMPTY_POOL
            add_mana(game, seat, _pool(str(value)))
        elif key == "counters":
            if not isinstance(value, dict):
                raise BadPosition(f"counters are a table, not {value!r:.20}")
            player.counters = tuple(sorted((name, _number(n)) for name, n in value.items()))
        elif key in game.rules.marks:
            set_mark(game, seat, key, _number(value))
        elif zone_called(game.rules.zones, key.replace("_", " ")) in game.zones:
            continue
        else:
            known = ", ".join((*(spec.name for spec in game.rules.zones), "life", "pool", "counters"))
            raise BadPosition(f"{key!r} is nothing a seat has; there are {known}")


def _number(value: object) -> int:
    if type(value) is not int or abs(value) > MOST:
        raise BadPosition(f"a number up to {MOST} is wanted, not {value!r:.20}")
    return value


def _place_together(game: Game, seat: int, zones: dict[str, list[Entry]]) -> None:
    """Say of what lies in the zones of a seat what is said of it and of others: "Sword (attached to Bear#2)"."""
    for name, entries in zones.items():
        zone = game.zones[name][seat]
        if zone.sight != "nobody":
            own = [obj for obj in map(game.obj, zone.content) if obj.owner == seat]
            for obj, entry in zip(own, entries, strict=True):
                mark_in_place(game, obj, entry)


def _pool(text: str) -> tuple[str, ...]:
    symbols = tuple(re.findall(r"\{(.)\}", text))
    if in_braces(symbols) != text or not set(symbols) <= set(COLORS):
        raise BadPosition(f"{text!r} is no pool: each unit is {{W}}, {{U}}, {{B}}, {{R}}, {{G}} or {{C}}")
    return symbols
