"""Which matches this node runs: creates them, takes up unfinished ones, finds finished ones, lets each fail alone.

Every actor runs in a task of its own under one task group; whatever an actor raises ends at its guard here and no
other match notices.
"""

import secrets
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from functools import cache, partial
from typing import Final, TypeAlias

import anyio
import anyio.abc
import anyio.lowlevel
import anyio.to_thread
import msgspec
import orjson
from msgspec import Raw

import engine
from protocol import messages as wire
from protocol.diffs import parse
from protocol.view import View
from server import metrics
from server.actor import Actor
from server.bus import Bus
from server.entries import VERSION as ENTRY_VERSION
from server.entries import Head, encode
from server.errors import Fenced, JournalError, Unavailable, UnknownMatch
from server.history import begin
from server.invites import Invites
from server.journal import RUNNING, Journal
from server.logs import get
from server.mirror import Mirror
from server.rebuilding import catch_up, rebuild
from server.settings import Settings
from server.shown import PUBLIC, Shown
from server.timer import Timer
from server.tokens import Tokens

log = get("registry")

ID_ALPHABET: Final = "abcdefghjkmnpqrstuvwxyz23456789"
"""Without letters that are read as another."""
ID_LENGTH: Final = 12
"""59 bits: an id of a private match is not guessed."""
SECRET_BYTES: Final = 32
OPEN: Final = "open"
INVITED: Final = "invite"
"""A seat for whoever uses its invite first."""
BOT: Final = "bot:"
"""A seat of the house: ``bot:NAME``."""
SEATS: Final = 2
"""Where neither decks, names nor seats say how many."""

Sit: TypeAlias = Callable[[str, int, str], None]
"""Have a bot of the house sit down: match, seat, bot's name."""


class Registry:
    """The matches of one node; made by ``open_registry``.

    Args:
        bots: names that ``bot:NAME`` may ask for.
        sit: has one of them sit down.
        bus: what other nodes publish.
    """

    def __init__(
        self,
        journal: Journal,
        settings: Settings,
        tokens: Tokens,
        tasks: anyio.abc.TaskGroup,
        bots: frozenset[str],
        sit: Sit,
        bus: Bus,
        timer: Timer,
    ) -> None:
        self._timer = timer
        self._default_clock = read_clock(settings.clock)
        self._taken_up = anyio.Event()
        self._cards_read = anyio.Event()
        self._is_open = False
        self._journal = journal
        self._settings = settings
        self._tokens = tokens
        self.invites = Invites(journal, tokens)
        self._tasks = tasks
        self._bots = bots
        self._sit = sit
        self._bus = bus
        self._mirrors: dict[str, Mirror] = {}
        self._finished: OrderedDict[str, anyio.CancelScope] = OrderedDict()
        self._actors: dict[str, Actor] = {}

    @property
    def is_ready(self) -> bool:
        """Whether all cards are read and every unfinished match was taken up."""
        return self._cards_read.is_set() and self._taken_up.is_set()

    def now_ms(self) -> int:
        """The server's time, as clients are told it."""
        return self._timer.now_ms()

    @property
    def journal(self) -> Journal:
        return self._journal

    def running(self) -> list[Actor]:
        """Matches without a result, oldest first."""
        return [actor for actor in self._actors.values() if actor.result is None]

    def get(self, match_id: str) -> Actor | None:
        return self._actors.get(match_id)

    async def find(self, match_id: str) -> Shown | None:
        """A match of this node, a finished one from its journal, or the mirror of one that runs elsewhere.

        Waits until unfinished matches are taken up: who comes back right after a restart finds its match.

        Raises:
            Unavailable: it cannot be read now.
            Unreadable: its journal does not fit this engine.
        """
        await self._taken_up.wait()
        known = self._known(match_id)
        if known is not None:
            return known
        try:
            is_running = await self._journal.status(match_id) == RUNNING
            await self._wait_for_cards()
            history = await rebuild(self._journal, match_id, self._settings.engine)
        except UnknownMatch:
            return None
        known = self._known(match_id)
        if known is not None:
            return known
        if is_running:
            return self._reflect(Mirror(match_id, history, self._bus, self._journal, self._settings, self._timer))
        return self._start(match_id, Actor(match_id, history, None, self._journal, self._settings, self._timer))

    def _known(self, match_id: str) -> Shown | None:
        return self._actors.get(match_id) or self._mirrors.get(match_id)

    def _reflect(self, mirror: Mirror) -> Mirror:
        self._mirrors[mirror.match_id] = mirror
        self._tasks.start_soon(self._guard_mirror, mirror, name=f"mirror {mirror.match_id}")
        return mirror

    async def _guard_mirror(self, mirror: Mirror) -> None:
        try:
            await mirror.run()
        except Exception:  # as for actors
            metrics.INCIDENTS.inc()
            log.exception("mirror lost", match=mirror.match_id)
            mirror.tell(wire.Moved(mirror.match_id))
        finally:
            mirror.is_gone = True
            self._mirrors.pop(mirror.match_id, None)

    async def create(self, asked: wire.Create) -> wire.Created:
        """Start a match: journaled before anyone hears of it. Waits until the cards are read.

        Raises:
            engine.Refusal: unknown game, profile, deck, card or bot, or an illegal deck.
            Unavailable: Redis is gone, or this node is full.
        """
        await self._wait_for_cards()
        if len(self.running()) >= self._settings.most_matches:
            raise Unavailable("this server runs as many matches as it may", self._settings.retry_ms)
        if not self._journal.is_up:
            raise Unavailable("Redis cannot be reached at the moment", self._settings.retry_ms)
        header = self._header(asked)
        seats = self._seats(asked, len(header.names))
        head = Head(
            ENTRY_VERSION,
            self._settings.engine,
            Raw(orjson.dumps(header.to_json())),
            seats,
            asked.private,
            at=self._timer.now_ms(),
            clock=self._clock(asked),
        )
        history = begin(head)
        match_id = "".join(secrets.choice(ID_ALPHABET) for _ in range(ID_LENGTH))
        hold = await self._journal.create(match_id, encode(head))
        self._start(match_id, Actor(match_id, history, hold, self._journal, self._settings, self._timer))
        self._seat_bots(match_id, seats)
        log.info("match created", match=match_id, game=header.game, seats=len(seats), private=asked.private)
        return self._created(match_id, seats, asked)

    def _created(self, match_id: str, seats: tuple[str, ...], asked: wire.Create) -> wire.Created:
        """What the creator gets to give away."""
        tokens = self._tokens
        given = [wire.SeatToken(seat, tokens.for_seat(match_id, seat)) for seat, who in enumerate(seats) if who == OPEN]
        invited = [seat for seat, who in enumerate(seats) if who == INVITED]
        invites = tuple(wire.SeatToken(seat, tokens.for_inviting(match_id, seat)) for seat in invited)
        watch = tokens.for_watching(match_id) if asked.private else None
        return wire.Created(match_id, tuple(given), asked.r, invites, watch)

    async def read_cards(self) -> None:
        """Have the rules read the cards of all games, beside the loop: it takes seconds, and no match is to wait."""
        try:
            if self._settings.read_ahead:
                cards = await anyio.to_thread.run_sync(read_cards, abandon_on_cancel=True)
                log.info("cards read", cards=cards)
            self._is_open = True
        finally:  # else a connection that waits would keep a server from stopping
            self._cards_read.set()

    async def _wait_for_cards(self) -> None:
        await self._cards_read.wait()
        if not self._is_open:
            raise Unavailable("this server stops", self._settings.retry_ms)

    async def take_up(self) -> None:
        """Run every unfinished match from where it stood; one that cannot be read is left and reported."""
        for match_id in await self._journal.running():
            try:
                await self._take_up(match_id)
            except UnknownMatch:
                await self._journal.drop_from_index(match_id)
            except JournalError:
                log.exception("match not taken up", match=match_id)
            except Exception:  # a journal that trips the engine must not keep the others down
                metrics.INCIDENTS.inc()
                log.exception("match not taken up", match=match_id)
            await anyio.lowlevel.checkpoint()
        self._taken_up.set()

    async def _take_up(self, match_id: str) -> None:
        if await self._journal.status(match_id) != RUNNING:
            await self._journal.drop_from_index(match_id)
            return
        await self._wait_for_cards()
        history = await rebuild(self._journal, match_id, self._settings.engine)
        hold = await self._journal.take(match_id)
        await catch_up(self._journal, match_id, history)
        actor = self._start(match_id, Actor(match_id, history, hold, self._journal, self._settings, self._timer))
        actor.adopted()
        metrics.TAKEN_UP.inc()
        log.info("match taken up", match=match_id, entries=hold.seq)
        if actor.result is None:
            self._seat_bots(match_id, history.head.seats)

    def interrupted(self) -> None:
        """Redis was lost: whoever waits for the journal hears of it."""
        for actor in self._actors.values():
            if not self._journal.is_up_for(actor.match_id):
                actor.interrupted()

    def resumed(self) -> None:
        """Redis is there again."""
        for actor in self._actors.values():
            actor.resumed()

    def repeat_heads(self) -> None:
        for shown in (*self._actors.values(), *self._mirrors.values()):
            shown.repeat_heads()

    def measure(self) -> None:
        """Bring what is measured only when somebody asks up to date."""
        waiting = [actor.waiting for actor in self._actors.values()]
        metrics.MAILBOX.set(sum(waiting))
        metrics.MAILBOX_DEEPEST.set(max(waiting, default=0))
        feeds = [feed for shown in (*self._actors.values(), *self._mirrors.values()) for feed in shown.feeds.values()]
        metrics.SPECTATORS.set(sum(len(feed.subscribers) for feed in feeds if feed.view == PUBLIC))
        metrics.PLAYERS.set(sum(len(feed.subscribers) for feed in feeds if feed.view != PUBLIC))

    def lines(self) -> tuple[wire.MatchLine, ...]:
        """The running matches that are not private."""
        return tuple(self.line(actor) for actor in self.running() if not actor.history.head.private)

    def line(self, actor: Actor) -> wire.MatchLine:
        header = actor.match.header
        game = View(parse(actor.history.views.snapshot(PUBLIC))).game
        status = RUNNING if actor.result is None else actor.result.code
        return wire.MatchLine(actor.match_id, header.game, tuple(header.names), game.turn, game.phase, status)

    def _start(self, match_id: str, actor: Actor) -> Actor:
        self._actors[match_id] = actor
        self._tasks.start_soon(self._guard, actor, name=f"match {match_id}")
        metrics.MATCHES.set(len(self._actors))
        return actor

    async def _guard(self, actor: Actor) -> None:
        """The isolating boundary of a match."""
        try:
            with anyio.CancelScope() as scope:
                actor.ended = partial(self._retire, actor.match_id, scope)  # without the actor: a cycle stays for hours
                if actor.result is not None:
                    actor.ended()
                await actor.run()
        except (Fenced, Unavailable) as error:
            log.warning("match let go", match=actor.match_id, reason=str(error))
        except Exception:  # nothing may pass: a task group would cancel every other match
            metrics.INCIDENTS.inc()
            log.exception("match lost", match=actor.match_id)
            actor.abandon()
        finally:
            actor.is_gone = True
            self._actors.pop(actor.match_id, None)
            self._finished.pop(actor.match_id, None)
            metrics.MATCHES.set(len(self._actors))

    def _retire(self, match_id: str, scope: anyio.CancelScope) -> None:
        """A match is over: keep it for those who look at the result, and let the oldest such go."""
        self._finished[match_id] = scope
        while len(self._finished) > self._settings.finished_matches:
            _, oldest = self._finished.popitem(last=False)
            oldest.cancel()

    def _seat_bots(self, match_id: str, seats: tuple[str, ...]) -> None:
        for seat, who in enumerate(seats):
            if who.startswith(BOT):
                self._sit(match_id, seat, who.removeprefix(BOT))

    def _header(self, asked: wire.Create) -> engine.Header:
        if asked.game not in engine.list_games():
            known = ", ".join(engine.list_games())
            raise engine.Refusal("", "unknown_game", f"no game {asked.game!r}; there are {known}")
        built_in = decks_of(asked.game)
        if not (asked.decks or built_in):
            raise engine.Refusal("", "unknown_deck", f"{asked.game} comes without decks: name the cards of one")
        count = max(len(asked.decks), len(asked.names), len(asked.seats)) or SEATS
        chosen = asked.decks or tuple(sorted(built_in))
        decks = []
        for seat in range(count):
            deck = chosen[seat % len(chosen)]
            if isinstance(deck, dict):
                decks.append(tuple(deck.items()))
            elif deck in built_in:
                decks.append(built_in[deck].entries)
            else:
                known = ", ".join(sorted(built_in)) or "none"
                raise engine.Refusal("", "unknown_deck", f"no deck {deck!r}; there are {known}")
        names = [*asked.names, *(name_of(seat, asked.seats) for seat in range(len(asked.names), count))]
        profile = engine.profiles_of(asked.game)[0] if asked.profile is None else asked.profile
        seed = self._seed(asked.seed)
        return engine.Header(asked.game, tuple(names), tuple(decks), seed, profile, scenario=asked.scenario or "")

    def _seed(self, asked: str | None) -> engine.Seed:
        """Of all randomness; what a client gives is mixed in and, unless we are told to, never known to be all."""
        if asked and self._settings.fixed_shuffles:
            return engine.Seed(asked)
        return engine.Seed(secrets.token_hex(SECRET_BYTES), (asked,) if asked else ())

    def _clock(self, asked: wire.Create) -> wire.Clock | None:
        """How long seats may think: as asked, or as on this server."""
        clock = asked.clock or self._default_clock
        if clock is None:
            return None
        bounds = [bound_ms for bound_ms in (clock.bank_ms, clock.decision_ms) if bound_ms]
        if not bounds or min(bounds) < self._settings.clock_ms:
            least_ms = self._settings.clock_ms
            raise engine.Refusal("", "bad_clock", f"a clock has a bank or a limit, of {least_ms} ms at least")
        return clock

    def _seats(self, asked: wire.Create, count: int) -> tuple[str, ...]:
        seats = asked.seats or (OPEN,) * count
        if len(seats) != count:
            raise engine.Refusal("", "bad_seats", f"{len(seats)} seats for {count} players")
        for who in seats:
            if who not in (OPEN, INVITED) and who.removeprefix(BOT) not in self._bots:
                known = ", ".join([OPEN, INVITED, *(BOT + name for name in sorted(self._bots))])
                raise engine.Refusal("", "unknown_bot", f"no {who!r}; there are {known}")
        return tuple(seats)


def name_of(seat: int, seats: tuple[str, ...]) -> str:
    """What a seat is called whose name was left out: a bot of the house by its own name."""
    who = seats[seat] if seat < len(seats) else OPEN
    if not who.startswith(BOT):
        return f"player {seat + 1}"
    name = who.removeprefix(BOT)
    return name if seats.count(who) == 1 else f"{name} {seat + 1}"


def read_clock(text: str) -> wire.Clock | None:
    """The clock of a setting.

    Raises:
        ValueError: it is none.
    """
    return msgspec.json.decode(text, type=wire.Clock) if text else None


def read_cards() -> int:
    """Compile the cards of all games; returns how many there are."""
    return sum(len(engine.load_cards(game)) for game in engine.list_games())


@cache
def decks_of(game: str) -> Mapping[str, engine.Deck]:
    """The built-in decks of a game; its files are read once."""
    return engine.load_decks(game)


@asynccontextmanager
async def open_registry(
    journal: Journal, settings: Settings, tokens: Tokens, bots: frozenset[str], sit: Sit, bus: Bus, timer: Timer
) -> AsyncIterator[Registry]:
    """Run matches until the block ends; then every actor is stopped, wherever it stands."""
    async with anyio.create_task_group() as tasks:
        registry = Registry(journal, settings, tokens, tasks, bots, sit, bus, timer)
        tasks.start_soon(registry.read_cards, name="cards")
        yield registry
        tasks.cancel_scope.cancel()
