"""Tables at which people wait for others to sit down, as Redis holds them; and what may become of them.

A table is where every match of people begins: an open one of the lobby, one that is reached by an invite, and one of
the quick-match queue are the same thing. Here it is plain data, and each thing that somebody does works out the table
as it is to be, or refuses; one at which nobody sits is no more. Knows no deck: those lie apart, so that who lists
tables does not read them.
"""

import hmac
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, TypeAlias

import msgspec
from msgspec.structs import replace

import engine
from engine.games import side_of
from protocol.messages import Clock, Create, Deck, TableLine, TableSeat
from server.bots.levels import LEVELS
from server.identity.display_names import among
from server.lobby.creation import name_of
from server.lobby.invite_codes import read_code

SERIES_SEATS: Final = 2
"""Of a series of games."""
OPEN: Final = "open"
"""A seat for whoever comes."""


def is_series(game: str) -> bool:
    """Whether several games may decide: those of players against each other."""
    return not side_of(game)


class Sitter(msgspec.Struct, frozen=True, omit_defaults=True):
    """Somebody at a table.

    Attributes:
        who: identity; the same one has one place at a table, of one seat or several.
        node: where their connection is.
        place: a name of this sitting, new each time somebody sits down.
        away_ms: since when they have no connection; 0 while they have.
    """

    who: str
    name: str
    node: str
    place: str
    away_ms: int = 0


class Table(msgspec.Struct, frozen=True, omit_defaults=True):
    """A table.

    Attributes:
        seats: ``open``, or ``bot:NAME``.
        sitters: by seat; ``None`` where nobody sits, and where a bot does.
        changed_ms: when somebody sat down or rose last.
        match: id of the match that begins or has begun here; all seats are taken then, and nobody rises any more.
        is_begun: whether it has.
        partial: whether cards may be played there that are understood in part.
        format: in which all cards are to be legal; "" for any card.
        code: what a private one is found by, and nobody else knows.
        bot_decks: tells whether the bots of another table were given the same decks; "" if nobody gave them any.
    """

    id: str
    game: str
    seats: tuple[str, ...]
    sitters: tuple[Sitter | None, ...]
    since_ms: int
    changed_ms: int
    best: int = 1
    private: bool = False
    profile: str = ""
    scenario: str = ""
    clock: Clock | None = None
    delay_s: int = 0
    match: str = ""
    is_begun: bool = False
    partial: bool = False
    format: str = ""
    code: str = ""
    bot_decks: str = ""

    @property
    def people(self) -> list[tuple[int, Sitter]]:
        """The sitters, each with its seat."""
        return [(seat, sitter) for seat, sitter in enumerate(self.sitters) if sitter is not None]

    @property
    def free(self) -> list[int]:
        """Seats that somebody may sit down at."""
        return [seat for seat, who in enumerate(self.seats) if who == OPEN and self.sitters[seat] is None]

    @property
    def bots(self) -> list[int]:
        """Seats at which bots of the house sit."""
        return [seat for seat, who in enumerate(self.seats) if who != OPEN]

    @property
    def has_bots(self) -> bool:
        """Whether bots of the house play along."""
        return bool(self.bots)

    @property
    def is_complete(self) -> bool:
        """Whether all are there."""
        return not self.free and not any(sitter.away_ms for _, sitter in self.people)

    def seats_of(self, who: str) -> list[int]:
        """The seats of somebody."""
        return [seat for seat, sitter in self.people if sitter.who == who]

    def place(self, place: str) -> list[int]:
        """The seats of the sitting of that name."""
        return [seat for seat, sitter in self.people if sitter.place == place]

    @property
    def hands(self) -> tuple[tuple[int, ...], ...]:
        """The seats of each person who has several."""
        each = dict.fromkeys(sitter.who for _, sitter in self.people)
        return tuple(tuple(seats) for who in each if len(seats := self.seats_of(who)) > 1)

    def is_like(self, other: "Table") -> bool:
        """Whether who wants to sit at one of the two may as well sit at the other."""
        return self.kind == other.kind

    @property
    def kind(self) -> tuple[object, ...]:
        """The terms of the match that is played here."""
        terms = (self.game, self.seats, self.best, self.private, self.profile, self.scenario)
        return (*terms, self.clock, self.delay_s, self.partial, self.format, self.bot_decks)

    def line(self) -> TableLine:
        """As everybody may know it."""
        return TableLine(
            self.id,
            self.game,
            tuple(map(self._seat, range(len(self.seats)))),
            self.best,
            self.since_ms,
            self.private,
            self.profile,
            self.scenario,
            self.clock,
            self.delay_s,
            self.match if self.is_begun else "",
            self.partial,
            self.format,
        )

    def _seat(self, seat: int) -> TableSeat:
        who, sitter = self.seats[seat], self.sitters[seat]
        if who != OPEN:
            bot = who.partition(":")[2]
            return TableSeat(name_of(seat, self.seats) if bot in LEVELS else bot, bot=True)
        if sitter is None:
            return TableSeat()
        first = self.seats_of(sitter.who)[0]
        return TableSeat(sitter.name, away=sitter.away_ms > 0, of=None if first == seat else first)


Tables: TypeAlias = Mapping[str, Table]
"""Tables by their ids."""


def known(tables: Tables, table_id: str) -> Table:
    """A table by its id.

    Raises:
        engine.Refusal: ``unknown_table``.
    """
    table = tables.get(table_id)
    if table is None:
        raise engine.Refusal("", "unknown_table", "there is no such table any more")
    return table


def found(tables: Tables, named: str) -> Table | None:
    """A table by its id or its code, if there is one."""
    return tables.get(named) or next((table for table in tables.values() if opens(table, named)), None)


def opens(table: Table, text: str) -> bool:
    """Whether a text is the code of a table."""
    code = read_code(text)
    return bool(table.code) and code is not None and hmac.compare_digest(code, table.code)


def sit(table_id: str, sitter: Sitter, count: int, now_ms: int, tables: Tables) -> Table:
    """Somebody sits down at the first free seats, so many of them, or takes their own place again.

    Raises:
        engine.Refusal: ``unknown_table``, ``table_full``.
    """
    table = known(tables, table_id)
    own = table.seats_of(sitter.who)
    further = max(0, count - len(own))
    if further and (len(table.free) < further or table.match):
        taken = "so many seats of that table are not free" if table.free else "all seats of that table are taken"
        raise engine.Refusal("", "table_full", taken)
    return _seated(table, [*own, *table.free[:further]], sitter, table.changed_ms if table.is_begun else now_ms)


def open_or_sit(wanted: Table, sitter: Sitter, count: int, now_ms: int, most: int, tables: Tables) -> Table:
    """Somebody sits down at any public table like the one wanted, that who waits there longest; else it is opened.

    Raises:
        engine.Refusal: ``too_many_tables``.
    """
    fitting = [table for table in tables.values() if table.is_like(wanted) and not table.match]
    own = [table for table in fitting if table.seats_of(sitter.who)]
    open_to_all = [table for table in fitting if len(table.free) >= count and not table.private]
    free = [table for table in open_to_all if not any(other.away_ms for _, other in table.people)]
    if own or free:
        return sit(min(own or free, key=age).id, sitter, count, now_ms, tables)
    return open_(wanted, sitter, count, now_ms, most, tables)


def open_(wanted: Table, sitter: Sitter, count: int, now_ms: int, most: int, tables: Tables) -> Table:
    """A table is opened, and who wants it sits down.

    Raises:
        engine.Refusal: ``too_many_tables``.
    """
    if wanted.id in tables:  # the answer to this write was lost
        return sit(wanted.id, sitter, count, now_ms, tables)
    if sum(not table.is_begun for table in tables.values()) >= most:
        raise engine.Refusal("", "too_many_tables", "people wait at as many tables as this server may have")
    return _seated(wanted, wanted.free[:count], sitter, now_ms)


def rise(table_id: str, who: str, tables: Tables) -> Table:
    """Somebody leaves.

    Raises:
        engine.Refusal: ``unknown_table``, ``not_at_table``, ``has_begun``.
    """
    table = known(tables, table_id)
    seats = table.seats_of(who)
    if not seats:
        raise engine.Refusal("", "not_at_table", "there is no place of yours at that table")
    if table.match:
        raise engine.Refusal("", "has_begun", "the match has begun")
    return _left(table, seats)


def give_up(table_id: str, place: str, tables: Tables) -> Table | None:
    """Somebody was away for too long."""
    table = tables.get(table_id)
    seats = [] if table is None else table.place(place)
    if table is None or not seats or table.match:
        return None
    return _left(table, seats)


def go_away(table_id: str, place: str, now_ms: int, tables: Tables) -> Table | None:
    """Somebody has lost their connection, for now; or, with 0, has not."""
    table = tables.get(table_id)
    seats = [] if table is None else table.place(place)
    if table is None or not seats:
        return None
    for seat in seats:
        sitter = table.sitters[seat]
        assert sitter is not None
        table = _with(table, seat, replace(sitter, away_ms=now_ms), table.changed_ms)
    return table


def begin(table_id: str, match: str, tables: Tables) -> Table | None:
    """All are there: from here on nobody leaves; ``match`` is what is to be played, unless that is said already."""
    table = tables.get(table_id)
    if table is None or table.match or not table.is_complete:
        return None
    return replace(table, match=match)


def begun(table_id: str, now_ms: int, tables: Tables) -> Table | None:
    """The match is there."""
    table = tables.get(table_id)
    if table is None or table.is_begun:
        return None
    return replace(table, is_begun=True, changed_ms=now_ms)


def close(table_id: str, tables: Tables) -> Table | None:
    """A table is given up."""
    table = tables.get(table_id)
    return None if table is None else replace(table, sitters=(None,) * len(table.seats))


def _seated(table: Table, seats: Sequence[int], sitter: Sitter, now_ms: int) -> Table:
    """Somebody sits there, at each seat by a name that looks like no other one at that table."""
    table = _left(table, seats)
    for seat in seats:
        others = [other.name for other in table.line().seats if other.name]
        table = _with(table, seat, replace(sitter, name=among(sitter.name, others)), now_ms)
    return table


def _left(table: Table, seats: Sequence[int]) -> Table:
    """Nobody sits there any more."""
    for seat in seats:
        table = _with(table, seat, None, table.changed_ms)
    return table


def _with(table: Table, seat: int, sitter: Sitter | None, now_ms: int) -> Table:
    sitters = (*table.sitters[:seat], sitter, *table.sitters[seat + 1 :])
    return replace(table, sitters=sitters, changed_ms=now_ms)


def age(table: Table) -> tuple[int, str]:
    return table.since_ms, table.id


def match_of(table: Table, decks: Sequence[Deck]) -> Create:
    """The match that is to be played at a table, with the deck of each seat."""
    names = tuple(seat.name for seat in table.line().seats if seat.name)
    return Create(
        table.game,
        tuple(decks),
        names,
        table.seats,
        profile=table.profile,
        private=table.private,
        scenario=table.scenario or None,
        clock=table.clock,
        delay_s=table.delay_s,
        partial=table.partial,
        format=table.format or None,
    )


_DECODER: Final = msgspec.json.Decoder(Table)
_ENCODER: Final = msgspec.json.Encoder()


def encode(table: Table) -> bytes:
    return _ENCODER.encode(table)


def decode(entries: Iterable[tuple[str, bytes]]) -> dict[str, Table]:
    """All that can be read; what another version wrote otherwise is passed over."""
    tables = {}
    for table_id, data in entries:
        try:
            tables[table_id] = _DECODER.decode(data)
        except (msgspec.MsgspecError, UnicodeDecodeError):
            continue
    return tables
