"""The tables of all nodes: who opens one, sits down, loses the connection and comes back; and the match that begins.

::

    sl:{tables}          hash: id -> table, without decks; "n" -> number of the last write
    sl:{tables}:decks    hash: "ID.SEAT" -> the deck of who sits there, or that the bot there is given
    sl:{tables}:changed  channel: somebody wrote

All are in one slot, so that a write is one atomic step wherever Redis runs, and done only if nobody has written since
who writes has read (``open_tables.lua``): two people are never given one seat, and of two who look for each other at
the same moment one finds the other. Each node keeps what it read last, reads again when it hears of a write, and then

- notes who of its own has lost the connection, and who sits on a node that is gone;
- gives up places nobody came back to, and tables at which nobody sits or that wait for too long;
- begins the match of a table at which all are there: the node of who sits first does, or any other when it does not;
- tells those of its own what has become of their table.

Each of these may be done by several nodes at once, or begun by one and ended by another; what a node that dies has
left undone the others do.
"""

from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import suppress
from functools import partial
from importlib import resources
from types import MappingProxyType
from typing import Final, TypeAlias

import anyio
import anyio.abc
import msgspec

import engine
from protocol import messages as wire
from protocol.codec import encode as encode_message
from protocol.session import Identity
from server.cluster.leases import Nodes
from server.identity.display_names import of_person, wanted
from server.identity.rate_limits import Visitor
from server.identity.tokens import Tokens as Signed
from server.lobby import table_store as change
from server.lobby.bot_decks import digest_of, drawn
from server.lobby.creation import INVITED, SEATS, Creation, new_id
from server.lobby.decks import Decks, cards_of, check_partial
from server.lobby.held_decks import Held, cards_together, held_deck, written_deck
from server.lobby.imported_cards import Brought
from server.lobby.invite_codes import Codes, new_code
from server.lobby.table_store import OPEN, SERIES_SEATS, Sitter, Table, is_series
from server.match.card_loading import Cards
from server.match.feed import text_frame
from server.match.replayed_match import header_of
from server.match.series import Pair
from server.runtime import incidents
from server.runtime.clock_source import Timer
from server.runtime.errors import Conflict, JournalError, Unavailable
from server.runtime.logs import get
from server.runtime.settings import Settings
from server.store.entries import Head
from server.store.journal import Journal
from server.store.subscriptions import Bus

log = get("tables")

TABLES: Final = "sl:{tables}"
DECKS: Final = "sl:{tables}:decks"
CHANGED: Final = "sl:{tables}:changed"
NUMBER: Final = "n"
LOOK_S: Final = 1.0
"""Time between two readings of tables, if nothing is heard of them."""
PAUSE_S: Final = 0.02
"""Between two readings: what many write at once is read once."""
STALLED_MS: Final = 3000
"""After how long any node begins a match that the one whose turn it is did not."""
SHOWN_MS: Final = 60_000
"""Time that a table is kept after its match has begun, for those who come back."""
MOST_TRIES: Final = 50
"""Of a write, where others write at the same time."""
MOST_BEGUN: Final = 8
"""Matches of tables that are begun at a time."""
MOST_PLACES: Final = 8
"""At tables, of one connection."""

NO_DECK: Final = Held()
NO_DECKS: Final[Mapping[int, Held]] = MappingProxyType({})

Decide: TypeAlias = Callable[[change.Tables], Table | None]
Start: TypeAlias = Callable[[str, Head], Awaitable[None]]
"""Journals a match of that id and runs it; raises ``Conflict`` if there is one, ``Unavailable`` if there is no room."""
HasRoom: TypeAlias = Callable[[bool], bool]
"""Whether a match may be begun here, with bots of the house or without."""


class Here:
    """Somebody of ours at a table.

    Attributes:
        place: the name of this sitting.
        table: where, once that is written.
        told: what they were told last.
        tell: takes a frame for them.
    """

    __slots__ = ("place", "table", "tell", "told", "visitor", "who")

    def __init__(self, who: Identity, visitor: Visitor, tell: Callable[[bytes], None]) -> None:
        self.place = new_id()
        self.table = ""
        self.told: tuple[wire.TableLine, int] | None = None
        self.who = who
        self.visitor = visitor
        self.tell = tell

    def is_followed_by(self, other: "Here", table_id: str) -> bool:
        """Whether the same connection has sat down at the same table again."""
        return self.table == table_id and self.who.id == other.who.id and self.tell == other.tell


class Tables:
    """This node's part; ``run`` is its task."""

    def __init__(
        self,
        journal: Journal,
        bus: Bus,
        nodes: Nodes,
        creation: Creation,
        cards: Cards,
        decks: Decks,
        tokens: Signed,
        settings: Settings,
        timer: Timer,
        start: Start,
        has_room: HasRoom,
        tasks: anyio.abc.TaskGroup,
    ) -> None:
        self._journal = journal
        self._bus = bus
        self._nodes = nodes
        self._creation = creation
        self._cards = cards
        self._known = decks
        self._tokens = tokens
        self._settings = settings
        self._timer = timer
        self._start = start
        self._has_room = has_room
        self._tasks = tasks
        self._codes = Codes(journal, tokens.days)
        self._script = resources.files("server.lobby").joinpath("open_tables.lua").read_text()
        self._tables: dict[str, Table] = {}
        self._number = 0
        self._here: dict[str, Here] = {}
        self._beginning: set[str] = set()
        self._turn = anyio.Lock()
        self._wake = anyio.Event()

    # ------------------------------------------------------------ what people do

    async def open(self, asked: wire.Open, here: Here) -> wire.Table:
        """Open a table and sit down at it, or at any like it.

        Raises:
            engine.Refusal: what is asked for cannot be played, the deck is illegal, or there are too many tables.
            Unavailable: Redis cannot be reached.
        """
        check_partial(asked.partial, is_private=asked.private and not asked.quick)
        wanted, deck = await self._wanted(asked, here.visitor.where)
        further = await self._further(wanted, asked.also, here.visitor.where)
        if len(further) >= len(wanted.free):
            raise engine.Refusal("", "bad_seats", f"{1 + len(further)} decks for {len(wanted.free)} open seats")
        bots = await self._decks_of_bots(asked, wanted, here.visitor.where)
        now_ms = self._timer.now_ms()
        sitter = self._sitter(here, asked.name)
        decide = change.open_or_sit if asked.quick else change.open_
        if wanted.code:
            await self._codes.note_table(wanted.code, wanted.id)
        update = partial(decide, wanted, sitter, 1 + len(further), now_ms, self._settings.most_tables)
        return await self._seat(here, update, (deck, *further), asked.deck is not None, asked.r, bots)

    async def sit(self, asked: wire.Sit, here: Here) -> wire.Table:
        """Sit down at a table; raises as ``open``, and ``unknown_table``, ``table_full``."""
        table = await self._found(asked.table, asked.token, here.who)
        own = next((sitter for _, sitter in table.people if sitter.who == here.who.id), None)
        deck = (
            NO_DECK
            if own is not None and asked.deck is None
            else await self._deck(table, asked.deck, here.visitor.where)
        )
        further = await self._further(table, asked.also, here.visitor.where)
        name = asked.name or (own.name if own is not None else None)
        sitter = self._sitter(here, name)
        update = partial(change.sit, table.id, sitter, 1 + len(further), self._timer.now_ms())
        return await self._seat(here, update, (deck, *further), asked.deck is not None, asked.r)

    async def rise(self, asked: wire.Rise, who: Identity) -> wire.Table:
        """Leave a table.

        Raises:
            engine.Refusal: ``unknown_table``, ``not_at_table``, ``has_begun``.
            Unavailable: Redis cannot be reached.
        """
        table = await self._do(partial(change.rise, asked.table, who.id))
        assert table is not None
        for here in [here for here in self._here.values() if here.table == asked.table and here.who.id == who.id]:
            del self._here[here.place]
        return wire.Table(table.line(), gone=not table.people, r=asked.r)

    async def look(self, asked: wire.Look, who: Identity) -> wire.Table:
        """A table as it is; raises ``unknown_table``."""
        table = await self._found(asked.table, asked.token, who)
        own = table.seats_of(who.id)
        also = tuple(map(wire.OwnSeat, own[1:]))
        return wire.Table(table.line(), own[0] if own else None, r=asked.r, also=also)

    def is_held(self, place: str) -> bool:
        """Whether a sitting still waits for its match."""
        return place in self._here

    def lost(self, place: str) -> None:
        """The connection of a sitting is gone."""
        if self._here.pop(place, None) is not None:
            self._wake.set()

    def lines(self) -> tuple[wire.TableLine, ...]:
        """Tables that are open to everybody, those that wait longest first."""
        told = [table for table in self._tables.values() if not (table.private or table.match) and table.free]
        return tuple(table.line() for table in sorted(told, key=change.age))

    # ------------------------------------------------------------ sitting down

    async def _wanted(self, asked: wire.Open, who: str) -> tuple[Table, Held]:
        """The table that somebody asks for, with nobody at it, and their deck."""
        seats = asked.seats or (OPEN,) * SEATS
        if INVITED in seats or OPEN not in seats:
            raise engine.Refusal("", "bad_seats", "the seats of a table are open ones, one at least, and bots'")
        clock, delay_s = asked.clock, asked.delay_s
        decks = () if asked.deck is None else (asked.deck,)
        scenario = asked.scenario or ""
        brought = await self._known.bring(asked.game, decks, who, in_part=asked.partial, scenario=scenario)
        create = wire.Create(asked.game, decks, (), seats, None, asked.profile, scenario=asked.scenario)
        create = msgspec.structs.replace(create, clock=clock, delay_s=delay_s)
        head = self._creation.head(create, self._timer.now_ms(), cards=brought.cards)
        header = header_of(head)
        if asked.best > 1 and (len(head.seats) != SERIES_SEATS or not is_series(asked.game)):
            raise engine.Refusal("", "no_series", "best of three is for two who play against each other")
        await self._check(header, decks, who, brought)
        await self._known.check_format(asked.game, decks or (dict(header.decks[0]),), asked.format)
        now_ms = self._timer.now_ms()
        nobody = (None,) * len(head.seats)
        table = Table(new_id(), asked.game, head.seats, nobody, now_ms, now_ms, asked.best, asked.private)
        terms = msgspec.structs.replace(
            table, profile=header.profile, scenario=header.scenario, clock=head.clock, delay_s=delay_s
        )
        code, given = new_code() if asked.private else "", digest_of(asked.bot_decks)
        terms = msgspec.structs.replace(
            terms, partial=asked.partial, format=asked.format or "", code=code, bot_decks=given
        )
        return terms, Held(*pair_of(header, decks), brought.cards)

    async def _decks_of_bots(self, asked: wire.Open, table: Table, who: str) -> dict[int, Held]:
        """The decks that the bots are given, if all are legal; what they hold is understood whole."""
        chosen = drawn(table.game, table.bots, asked.bot_decks, asked.deck)
        await self._known.bring(table.game, chosen.values(), who)
        return {seat: await self._deck(table, deck, who) for seat, deck in chosen.items()}

    async def _further(self, table: Table, decks: tuple[wire.Deck, ...], who: str) -> list[Held]:
        """The decks for further seats of one person, if all are legal.

        Raises:
            engine.Refusal: ``not_private``, where strangers may come to play against them.
        """
        if decks and is_series(table.game) and not table.private:
            reason = "where players are against each other, one has several seats at private tables only"
            raise engine.Refusal("", "not_private", reason)
        return [await self._deck(table, deck, who) for deck in decks]

    async def _deck(self, table: Table, deck: wire.Deck | None, who: str) -> Held:
        """The deck that somebody wants to play there, if it is legal."""
        asked = change.match_of(table, ())
        decks = () if deck is None else (deck,)
        scenario = table.scenario
        brought = await self._known.bring(table.game, decks, who, in_part=table.partial, scenario=scenario)
        create = msgspec.structs.replace(asked, decks=decks)
        header = header_of(self._creation.head(create, self._timer.now_ms(), cards=brought.cards))
        await self._check(header, decks, who, brought)
        await self._known.check_format(table.game, decks or (dict(header.decks[0]),), table.format)
        return Held(*pair_of(header, decks), brought.cards)

    async def _check(self, header: engine.Header, decks: tuple[wire.Deck, ...], who: str, brought: Brought) -> None:
        """Raise what the rules have against a match, and against the sideboards beside its decks."""
        await self._known.check_beside(header.game, decks, who, brought)
        await self._cards.wait(header)
        engine.Match.create(header)

    def _sitter(self, here: Here, name: str | None) -> Sitter:
        """Raise ``engine.Refusal`` for what nobody is called."""
        called = of_person(wanted(name) if name else here.who.name)
        return Sitter(here.who.id, called, self._journal.node, here.place)

    async def _found(self, table_id: str, token: str | None, who: Identity) -> Table:
        """A table that somebody may know of, by its id or its code.

        Raises:
            engine.Refusal: ``unknown_table``, ``bad_token``.
        """
        table = change.found(self._tables, table_id)
        if table is None and await self._is_there(await self._codes.table(table_id) or table_id):
            await self._read()
        table = change.found(self._tables, table_id) or change.known({}, table_id)
        if token is not None and not (change.opens(table, token) or self._tokens.is_for_table(token, table.id)):
            raise engine.Refusal("", "bad_token", "the invite is not valid")
        is_let_in = token is not None or change.opens(table, table_id) or table.seats_of(who.id)
        if table.private and not is_let_in:
            return change.known({}, table_id)
        return table

    async def _is_there(self, table_id: str) -> bool:
        """Whether a table was opened elsewhere: all of them are read only for one that was."""
        return table_id != NUMBER and bool(await self._journal.read_key(TABLES, "HEXISTS", table_id))

    async def _seat(
        self,
        here: Here,
        decide: Decide,
        decks: tuple[Held, ...],
        is_chosen: bool,
        r: str | None,
        bots: Mapping[int, Held] = NO_DECKS,
    ) -> wire.Table:
        own = [other for other in self._here.values() if other.visitor is here.visitor]
        if len(own) >= self._settings.tables_per_address:
            most = self._settings.tables_per_address
            raise engine.Refusal("", "too_many_tables", f"one address has {most} places at tables at most")
        self._here[here.place] = here
        try:
            table = await self._do(decide, here, decks, bots, is_chosen=is_chosen)
        except BaseException:
            self._here.pop(here.place, None)
            raise
        assert table is not None
        for other in [other for other in self._here.values() if other.is_followed_by(here, table.id)]:
            del self._here[other.place]
        here.table = table.id
        self._wake.set()
        return self._message(here, table, r)

    def _message(self, here: Here, table: Table, r: str | None = None) -> wire.Table:
        line = table.line()
        seat, *further = table.place(here.place)
        here.told = line, seat
        invite = table.code or self._tokens.for_table(table.id) if table.private and table.free else None
        token = self._tokens.for_seat(table.match, seat) if table.is_begun else None
        of_match = [self._tokens.for_seat(table.match, each) if table.is_begun else "" for each in further]
        return wire.Table(line, seat, invite, token, r=r, also=tuple(map(wire.OwnSeat, further, of_match)))

    # ------------------------------------------------------------ reading and writing

    async def _read(self) -> None:
        reply = await self._journal.read_key(TABLES, "HGETALL")
        parts = [part for part in reply if isinstance(part, bytes)] if isinstance(reply, list) else []
        found = dict(zip((key.decode() for key in parts[::2]), parts[1::2], strict=True))
        self._number = int(found.pop(NUMBER, b"0"))
        self._tables = change.decode(found.items())

    async def _do(
        self,
        decide: Decide,
        here: Here | None = None,
        decks: tuple[Held, ...] = (),
        bots: Mapping[int, Held] = NO_DECKS,
        *,
        is_chosen: bool = False,
    ) -> Table | None:
        """Write what is decided by what stands there; whoever was faster is read first, and it is decided anew.

        Args:
            here: who sits down with it, if anybody does.
            decks: theirs, of each of their seats.
            bots: the decks of bots, by seat, if the table is new.
            is_chosen: whether they said so; else who has a place there keeps the deck that it was taken with.
        """
        async with self._turn:
            for _ in range(MOST_TRIES):
                table = decide(self._tables)
                if table is None:
                    return None
                parts = written(table)
                if here is not None:
                    before = self._tables.get(table.id)
                    kept = 0 if before is None or is_chosen else len(before.seats_of(here.who.id))
                    for seat, deck in [*zip(table.place(here.place), decks, strict=False)][kept:]:
                        parts += ("2", deck_field(table, seat), written_deck(deck))
                    for seat, held in () if before is not None else bots.items():
                        parts += ("2", deck_field(table, seat), written_deck(held))
                reply = await self._journal.evaluate(
                    self._script, (TABLES, DECKS), (str(self._number), CHANGED, *parts)
                )
                if isinstance(reply, int) and reply >= 0:
                    self._number = reply
                    self._tables[table.id] = table
                    if not table.people:
                        del self._tables[table.id]
                    return table
                await self._read()
        raise Unavailable("too many people sit down at the same moment", self._settings.retry_ms)

    # ------------------------------------------------------------ looking after them

    def received(self, _payload: bytes) -> None:
        """Read the tables again: somebody wrote."""
        self._wake.set()

    def tuned(self) -> None:
        """Something may have been missed."""
        self._wake.set()

    async def run(self) -> None:
        """Look after the tables until cancelled, through any outage."""
        await self._bus.subscribe(CHANGED, self)
        while True:
            with anyio.move_on_after(LOOK_S):
                await self._wake.wait()
            self._wake = anyio.Event()
            try:
                await self._look()
            except JournalError as error:
                log.debug("tables not read", reason=str(error))
            except Exception as error:  # noqa: BLE001 # a fault here must not end the matches of this node
                incidents.report(log, "tables not looked after", error)
            await anyio.sleep(PAUSE_S)

    async def _look(self) -> None:
        async with self._turn:
            await self._read()
        gone = await self._gone()
        for decide in tuple(self._due(gone)):
            await self._do(decide)
        self._begin_all()
        self._notify_all()

    async def _gone(self) -> set[str]:
        """Nodes that live no more, of those that people sit at."""
        nodes = {sitter.node for table in self._tables.values() for _, sitter in table.people}
        unknown = nodes - self._nodes.living.keys() - {self._journal.node}
        return {node for node in unknown if self._nodes.is_steady and not await self._nodes.is_alive(node)}

    def _due(self, gone: set[str]) -> Iterator[Decide]:
        """Changes to the tables by the passing of time and by nodes that are gone."""
        now_ms = self._timer.now_ms()
        for table in self._tables.values():
            age_ms = now_ms - (table.changed_ms if table.is_begun else table.since_ms)
            if age_ms > (SHOWN_MS if table.is_begun else self._settings.table_s * 1000):
                yield partial(change.close, table.id)
            for _, sitter in () if table.match else table.people:
                is_there = sitter.place in self._here if sitter.node == self._journal.node else sitter.node not in gone
                if not sitter.away_ms and not is_there:
                    yield partial(change.go_away, table.id, sitter.place, now_ms)
                elif sitter.away_ms and sitter.place in self._here:  # those who thought us gone were wrong
                    yield partial(change.go_away, table.id, sitter.place, 0)
                elif sitter.away_ms and now_ms - sitter.away_ms > self._settings.grace_s * 1000:
                    yield partial(change.give_up, table.id, sitter.place)

    def _begin_all(self) -> None:
        """Begin what is complete, as far as there is room: once it begins, nobody leaves any more."""
        room = {bots: self._has_room(bots) for bots in (False, True)}
        now_ms = self._timer.now_ms()
        for table in self._tables.values():
            if table.is_begun or not (table.match or table.is_complete) or table.id in self._beginning:
                continue
            if not (table.match or room[table.has_bots]) or len(self._beginning) >= MOST_BEGUN:
                continue
            if table.people[0][1].node == self._journal.node or now_ms - table.changed_ms > STALLED_MS:
                self._beginning.add(table.id)
                self._tasks.start_soon(self._begin, table.id, name=f"table {table.id}")

    async def _begin(self, table_id: str) -> None:
        """Begin the match of a table; where that fails, it is tried again."""
        try:
            await self._do(partial(change.begin, table_id, new_id()))
            table = self._tables.get(table_id)
            if table is None or not table.match or table.is_begun:
                return
            held = await self._decks(table)
            asked = change.match_of(table, [dict(each.deck) for each in held])
            head = self._creation.head(asked, self._timer.now_ms(), cards=cards_together(held))
            head = msgspec.structs.replace(head, hands=table.hands)
            if table.best > 1:
                head = self._creation.in_series(head, table.best, tuple(each.beside for each in held))
            with suppress(Conflict):  # another node was as fast, or came as far before it died
                await self._start(table.match, head)
            await self._do(partial(change.begun, table_id, self._timer.now_ms()))
        except JournalError as error:
            log.warning("table waits for its match", reason=str(error))
            await anyio.sleep(LOOK_S)
        except engine.Refusal as refusal:
            log.warning("table closed", code=refusal.code)
            await self._close(table_id)
        except Exception as error:  # noqa: BLE001 # as for a match: no other table notices
            incidents.report(log, "match of a table not begun", error, table=table_id)
            await self._close(table_id)
        finally:
            self._beginning.discard(table_id)

    async def _close(self, table_id: str) -> None:
        with suppress(JournalError):
            await self._do(partial(change.close, table_id))

    async def _decks(self, table: Table) -> list[Held]:
        """The deck of each seat and its sideboard; a bot that was given none has one of those that ship."""
        shipped = [deck.entries for _, deck in sorted(engine.load_decks(table.game).items())]
        decks: list[Held] = []
        for seat in range(len(table.seats)):
            found = await self._journal.read_key(DECKS, "HGET", deck_field(table, seat))
            decks.append(held_deck(found) if isinstance(found, bytes) else Held(shipped[seat % len(shipped)]))
        return decks

    def _notify_all(self) -> None:
        for here in [here for here in self._here.values() if here.table]:
            table = self._tables.get(here.table)
            seats = [] if table is None else table.place(here.place)
            if table is None or not seats:
                del self._here[here.place]
                if here.told is not None:
                    here.tell(text_frame(encode_message(wire.Table(here.told[0], gone=True))))
                continue
            if here.told != (table.line(), seats[0]):
                here.tell(text_frame(encode_message(self._message(here, table))))
            if table.is_begun:
                here.visitor.matches.add(table.match)
                del self._here[here.place]


def pair_of(header: engine.Header, decks: tuple[wire.Deck, ...]) -> Pair:
    """The deck that somebody chose, or else the first of the game's own."""
    return cards_of(header.game, decks[0]) if decks else (header.decks[0], ())


def written(table: Table) -> tuple[str | bytes, ...]:
    """A table and its decks, as arguments of the script: with nobody at it, it is no more."""
    parts: tuple[str | bytes, ...] = ("1", table.id, change.encode(table) if table.people else "")
    for seat, sitter in enumerate(table.sitters):
        if sitter is None and (table.seats[seat] == OPEN or not table.people):
            parts += ("2", deck_field(table, seat), "")
    return parts


def deck_field(table: Table, seat: int) -> str:
    return f"{table.id}.{seat}"
