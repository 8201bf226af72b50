"""Which matches this node runs: creates them, takes up those of others, finds finished ones, lets each fail alone.

Every actor runs in a task of its own under one task group; whatever an actor raises ends at its guard here and no
other match notices.
"""

import secrets
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress
from functools import cache, partial
from math import inf
from typing import Final, Protocol

import anyio
import anyio.abc
import anyio.lowlevel
import msgspec
import orjson
from msgspec import Raw
from msgspec.structs import replace

import engine
from protocol import messages as wire
from protocol.diffs import parse
from protocol.view import View
from server import metrics
from server.actor import Actor
from server.agreements import REMATCH
from server.bus import Bus
from server.cards import Cards
from server.entries import VERSION as ENTRY_VERSION
from server.entries import Head, encode
from server.errors import Conflict, Fenced, JournalError, OtherEngine, SetAside, Unavailable, UnknownMatch
from server.feed import PUBLIC
from server.history import BOT, History, begin, decode_head, header_of
from server.invites import Invites
from server.journal import ASIDE, CLOSED, FINISHED, RUNNING, Hold, Journal
from server.lobby import SAY_S, Lobby
from server.logs import get
from server.mirror import Mirror
from server.nodes import Nodes
from server.post import Post
from server.rebuilding import catch_up, rebuild
from server.scroll import Scroll
from server.settings import Settings
from server.shown import Followed, view_name
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
SEATS: Final = 2
"""Where neither decks, names nor seats say how many."""

MOST_TRIES: Final = 3
"""Nodes that may die while they take a match up, or of its next intent, before it is set aside for the operator."""
OTHERS_S: Final = 5.0
"""How long a match that cannot be taken up here is left to others, before it is looked at again."""
MOST_LINES: Final = 1000
"""Matches that other nodes are told of."""
COMING_S: Final = 2.0
"""How long who asks for a match waits while it is being taken up."""


class House(Protocol):
    """Who provides bots.

    Attributes:
        names: what ``bot:NAME`` may ask for.
    """

    names: frozenset[str]

    def sit(self, match: str, seat: int, bot: str) -> None:
        """Have a bot sit down."""

    def rise(self, match: str) -> None:
        """All bots leave a match that is not run here any more."""


class Registry:
    """The matches of one node; made by ``open_registry``.

    Args:
        bus: what other nodes publish.
        nodes: which ones live.
    """

    def __init__(
        self,
        journal: Journal,
        settings: Settings,
        tokens: Tokens,
        tasks: anyio.abc.TaskGroup,
        house: House,
        bus: Bus,
        post: Post,
        nodes: Nodes,
        timer: Timer,
    ) -> None:
        self._timer = timer
        self._default_clock = read_clock(settings.clock)
        self._taken_up = anyio.Event()
        self._is_leaving = False
        self._cards = Cards(bool(settings.read_ahead))
        self._journal = journal
        self._settings = settings
        self._tokens = tokens
        self.invites = Invites(journal, tokens)
        self.scroll = Scroll(journal, settings.engine)
        self._tasks = tasks
        self._house = house
        self._bus = bus
        self._post = post
        self._nodes = nodes
        self._coming: dict[str, anyio.Event] = {}
        self._not_before_s: dict[str, float] = {}
        self._lobby = Lobby(journal, nodes)
        self._lines: dict[str, tuple[int, wire.MatchLine]] = {}
        self._mirrors: dict[str, Mirror] = {}
        self._finished: OrderedDict[str, anyio.CancelScope] = OrderedDict()
        self._actors: dict[str, Actor] = {}

    @property
    def is_ready(self) -> bool:
        """Whether all cards are read, what nobody ran was taken up, and this node stays."""
        return self._cards.are_read and self._taken_up.is_set() and not self._is_leaving

    def now_ms(self) -> int:
        """The server's time, as clients are told it."""
        return self._timer.now_ms()

    @property
    def is_leaving(self) -> bool:
        """Whether this node hands over what it runs, and takes nothing more."""
        return self._is_leaving

    @property
    def journal(self) -> Journal:
        return self._journal

    def running(self) -> list[Actor]:
        """Matches without a result, oldest first."""
        return [actor for actor in self._actors.values() if actor.result is None]

    def get(self, match_id: str) -> Actor | None:
        return self._actors.get(match_id)

    async def find(self, match_id: str) -> Followed | None:
        """A match of this node, a finished one from its journal, or the mirror of one that runs elsewhere.

        Waits until unfinished matches are taken up: who comes back right after a restart finds its match.

        Raises:
            Unavailable: it cannot be read now.
            Unreadable: its journal does not fit this engine.
        """
        await self._taken_up.wait()
        known = await self._here(match_id)
        if known is not None:
            return known
        try:
            owner = await self._elsewhere(match_id)
            known = await self._here(match_id)
            if known is not None:
                return known
            if owner is not None:
                head = decode_head(await self._journal.head(match_id))
                return self._known(match_id) or self._reflect(match_id, head, owner)
            history = await self._rebuild(match_id)
        except UnknownMatch:
            return None
        known = self._known(match_id)
        if known is not None:
            return known
        return self._start(match_id, Actor(match_id, history, None, self._journal, self._settings, self._timer))

    async def _elsewhere(self, match_id: str) -> str | None:
        """Which other node runs a match; one that nobody runs is taken up here, where somebody asks for it.

        Raises:
            UnknownMatch: there is none.
            SetAside: it waits for the operator.
            Unavailable: nobody runs it at the moment.
        """
        owner = await self._journal.owner(match_id)
        if owner.status == ASIDE:
            raise SetAside(f"match {match_id} was set aside")
        if owner.status != RUNNING:
            return None
        if await self._is_run_by_another(owner.node):
            return owner.node
        if self._nodes.is_steady:
            await self.take_up(match_id)
        if match_id not in self._actors:
            raise Unavailable("nobody runs the match at the moment", self._settings.retry_ms)
        return None

    async def _here(self, match_id: str) -> Followed | None:
        """A match that is known here, or about to be."""
        coming = self._coming.get(match_id)
        if coming is not None:
            with anyio.move_on_after(COMING_S):
                await coming.wait()
        return self._known(match_id)

    def _known(self, match_id: str) -> Followed | None:
        return self._actors.get(match_id) or self._mirrors.get(match_id)

    def _reflect(self, match_id: str, head: Head, owner: str) -> Mirror:
        mirror = Mirror(match_id, head, owner, self._bus, self._post, self._journal, self._settings)
        self._mirrors[match_id] = mirror
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
            if self._mirrors.get(mirror.match_id) is mirror:
                del self._mirrors[mirror.match_id]

    async def create(self, asked: wire.Create) -> wire.Created:
        """Start a match: journaled before anyone hears of it. Waits until its cards are read.

        Raises:
            engine.Refusal: unknown game, profile, deck, card or bot, or an illegal deck.
            Unavailable: Redis is gone, or this node is full.
        """
        if self._is_leaving:
            raise Unavailable("this server is leaving", self._settings.retry_ms)
        if len(self.running()) >= self._settings.most_matches:
            raise Unavailable("this server runs as many matches as it may", self._settings.retry_ms)
        match_id = "".join(secrets.choice(ID_ALPHABET) for _ in range(ID_LENGTH))
        if not self._journal.is_up_for(match_id):
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
            delay_ms=asked.delay_s * 1000,
        )
        await self._begin(match_id, head)
        log.info("match created", match=match_id, game=header.game, seats=len(seats), private=asked.private)
        return self._created(match_id, seats, asked)

    async def _begin(self, match_id: str, head: Head) -> None:
        """Journal a new match and run it.

        Raises:
            Conflict: there is one of that id.
        """
        await self._cards.wait(engine.Header.from_json(orjson.loads(bytes(head.header))))
        history = begin(head)
        lapses = self._nodes.lapses
        hold = await self._journal.create(match_id, encode(head))
        if self._nodes.lapses != lapses:
            await self._journal.note(match_id)  # others may have looked for it before it was there
        actor = Actor(match_id, history, hold, self._journal, self._settings, self._timer)
        self._start(match_id, actor)
        self._seat_bots(match_id, head.seats)

    async def play_again(self, match_id: str, head: Head, seat: int, yes: bool) -> dict[str, wire.Rematch]:
        """A seat of a finished match wants to play again, or does not; once all do, that match begins.

        Asked again, on any node, it does no more: the new match has its id from the first who found that all agree.

        Returns:
            what those who follow each view are to be told.

        Raises:
            Unavailable: Redis cannot be reached, or this node is full.
        """
        noted = await self._journal.write_note(match_id, f"{REMATCH}{seat}", "1" if yes else "0")
        agreed = tuple(place for place in range(len(head.seats)) if noted.get(f"{REMATCH}{place}") == "1")
        asked = {place for place, who in enumerate(head.seats) if not who.startswith(BOT)}
        if not asked <= set(agreed):
            return dict.fromkeys(views_of(head), wire.Rematch(match_id, agreed))
        new_id = "".join(secrets.choice(ID_ALPHABET) for _ in range(ID_LENGTH))
        following = await self._journal.note_once(match_id, REMATCH, new_id)
        header = engine.Header.from_json(orjson.loads(bytes(head.header)))
        again = engine.Header(
            header.game, header.names, header.decks, self._seed(None), header.profile, scenario=header.scenario
        )
        with suppress(Conflict):  # it runs already
            await self._begin(
                following,
                replace(
                    head,
                    header=Raw(orjson.dumps(again.to_json())),
                    engine=self._settings.engine,
                    v=ENTRY_VERSION,
                    at=self._timer.now_ms(),
                ),
            )
        told = {view_name(place): self._tokens.for_seat(following, place) for place in asked}
        watch = self._tokens.for_watching(following) if head.private else None
        return {view: wire.Rematch(match_id, agreed, following, told.get(view, watch)) for view in views_of(head)}

    def _created(self, match_id: str, seats: tuple[str, ...], asked: wire.Create) -> wire.Created:
        """What the creator gets to give away."""
        tokens = self._tokens
        given = [wire.SeatToken(seat, tokens.for_seat(match_id, seat)) for seat, who in enumerate(seats) if who == OPEN]
        invited = [seat for seat, who in enumerate(seats) if who == INVITED]
        invites = tuple(wire.SeatToken(seat, tokens.for_inviting(match_id, seat)) for seat in invited)
        watch = tokens.for_watching(match_id) if asked.private else None
        return wire.Created(match_id, tuple(given), asked.r, invites, watch)

    async def read_cards(self) -> None:
        await self._cards.read()

    def stop_taking(self) -> None:
        """This node leaves: no new matches, and none of others."""
        self._is_leaving = True

    def better_url(self, match_id: str) -> str:
        """Where a seat of a match that another node runs is served at first hand; empty if no client gets there."""
        mirror = self._mirrors.get(match_id)
        owner = self._nodes.living.get(mirror.owner or "") if mirror is not None else None
        return owner.socket_url if owner is not None and not owner.leaves else ""

    def open(self) -> None:
        """Whatever nobody ran at the start was looked at."""
        self._taken_up.set()

    async def take_up(self, match_id: str) -> bool:
        """Run a match that nobody runs from where it stood; one that cannot be read is left to others and reported.

        Returns:
            whether nobody needs to look for it any more: it runs, here or elsewhere, is over or set aside.
        """
        if match_id in self._actors or match_id in self._coming:
            return True
        if self._is_leaving:
            return False
        if self._not_before_s.get(match_id, 0.0) > time.monotonic():
            return False
        coming = self._coming[match_id] = anyio.Event()
        try:
            await self._take_up(match_id)
        except (Fenced, UnknownMatch, SetAside) as error:
            log.info("match left", match=match_id, reason=str(error))
            self._journal.forget(match_id)
        except (OtherEngine, Unavailable) as error:
            log.warning("match not taken up", match=match_id, reason=str(error))
            self._not_before_s[match_id] = time.monotonic() + OTHERS_S
            return False
        except Exception:  # a journal that trips the engine must not keep the others down
            metrics.INCIDENTS.inc()
            log.exception("match not taken up", match=match_id)
            self._not_before_s[match_id] = inf
            return False
        finally:
            del self._coming[match_id]
            coming.set()
        self._not_before_s.pop(match_id, None)
        return True

    async def _take_up(self, match_id: str) -> None:
        owner = await self._journal.owner(match_id)
        if owner.status != RUNNING:
            if owner.status in (FINISHED, CLOSED):
                await self._journal.ended(match_id)
            return
        if await self._is_run_by_another(owner.node):
            return
        await self._attempt(match_id)
        try:
            history = await self._rebuild(match_id)
            hold = await self._journal.take(match_id, owner.number)
            await self._catch_up(history, hold)
        finally:
            self._journal.gave_up(match_id)
        hold.is_on_trial = True
        actor = self._start(match_id, Actor(match_id, history, hold, self._journal, self._settings, self._timer))
        actor.adopted()
        mirror = self._mirrors.get(match_id)
        if mirror is not None:
            mirror.end()
        metrics.TAKEN_UP.inc()
        log.info("match taken up", match=match_id, entries=hold.seq, of=owner.node)
        if actor.result is None:
            self._seat_bots(match_id, history.head.seats)

    async def _is_run_by_another(self, node_id: str) -> bool:
        if node_id in ("", self._nodes.own.id) or node_id in self._nodes.dead:
            return False
        return await self._nodes.is_alive(node_id)

    async def _catch_up(self, history: History, hold: Hold) -> None:
        if history.seq == hold.seq:
            return
        try:
            await catch_up(self._journal, hold.match, history)
        except Exception:
            await self._journal.release(hold)
            raise

    async def _attempt(self, match_id: str) -> None:
        """Note that we take a match up.

        Raises:
            SetAside: too many nodes died of it.
        """
        others = await self._journal.attempt(match_id)
        dead = [node_id for node_id in others if not await self._nodes.is_alive(node_id)]
        if len(dead) < MOST_TRIES:
            return
        log.error("match set aside", match=match_id, nodes=dead)
        await self._journal.set_aside(match_id)
        raise SetAside(f"match {match_id} was taken up {len(dead)} times in vain")

    async def _rebuild(self, match_id: str) -> History:
        """The match as its journal tells it, once its cards are read; raises as ``rebuild``."""
        if self._cards.may_be_missing:
            await self._cards.wait(header_of(await self._journal.head(match_id)))
        return await rebuild(self._journal, match_id, self._settings.engine)

    async def check_holds(self) -> None:
        """Our lease had lapsed: let go of what others took meanwhile, and say again what is still ours."""
        held = {actor.match_id: actor.hold for actor in self.running()}
        await self._journal.note(*held)
        for match_id, hold in held.items():
            owner = await self._journal.owner(match_id)
            actor = self._actors.get(match_id)
            if hold is None or actor is None or owner.number <= hold.number:
                continue
            log.warning("match let go", match=match_id, reason=f"owned under number {owner.number}")
            actor.let_go()
            self._journal.forget(match_id)

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

    async def lines(self) -> tuple[wire.MatchLine, ...]:
        """The running matches of all nodes that are not private, those of this node first."""
        lines = {line.m: line for line in (*self._own_lines(), *await self._lobby.others())}
        return tuple(lines.values())

    def _own_lines(self) -> tuple[wire.MatchLine, ...]:
        told = [actor for actor in self._actors.values() if not (actor.is_private or actor.is_public_dark)]
        return tuple(self.line(actor) for actor in told if actor.public_result is None)

    def line(self, actor: Actor) -> wire.MatchLine:
        """What a list says of a match; worked out when something changed that everybody sees."""
        seq = actor.feeds[PUBLIC].seq
        status = RUNNING if actor.result is None else actor.result.code
        known = self._lines.get(actor.match_id)
        if known is not None and known[0] == seq and known[1].status == status:
            return known[1]
        header = actor.match.header
        game = View(parse(actor.told(PUBLIC).views.snapshot(PUBLIC))).game
        line = wire.MatchLine(actor.match_id, header.game, tuple(header.names), game.turn, game.phase, status)
        self._lines[actor.match_id] = seq, line
        return line

    async def keep_lobby(self) -> None:
        """Tell the other nodes what we run, if there are any, until cancelled; by turns with all else."""
        while True:
            await anyio.sleep(SAY_S)
            if not self._lobby.has_others:
                continue
            for actor in self.running():
                if not (actor.is_private or actor.is_gone or actor.is_public_dark):
                    self.line(actor)
                    await anyio.lowlevel.checkpoint()
            try:
                await self._lobby.say(self._own_lines()[:MOST_LINES])
            except JournalError as error:
                log.warning("lobby not told", reason=str(error))

    def _start(self, match_id: str, actor: Actor) -> Actor:
        self._actors[match_id] = actor
        actor.play_again = self.play_again
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
            actor.leave()
            self._house.rise(actor.match_id)
            self._actors.pop(actor.match_id, None)
            self._finished.pop(actor.match_id, None)
            self._lines.pop(actor.match_id, None)
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
                self._house.sit(match_id, seat, who.removeprefix(BOT))

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
            if who not in (OPEN, INVITED) and who.removeprefix(BOT) not in self._house.names:
                known = ", ".join([OPEN, INVITED, *(BOT + name for name in sorted(self._house.names))])
                raise engine.Refusal("", "unknown_bot", f"no {who!r}; there are {known}")
        return tuple(seats)


def name_of(seat: int, seats: tuple[str, ...]) -> str:
    """What a seat is called whose name was left out: a bot of the house by its own name."""
    who = seats[seat] if seat < len(seats) else OPEN
    if not who.startswith(BOT):
        return f"player {seat + 1}"
    name = who.removeprefix(BOT)
    return name if seats.count(who) == 1 else f"{name} {seat + 1}"


def views_of(head: Head) -> list[str]:
    return [PUBLIC, *map(view_name, range(len(head.seats)))]


def read_clock(text: str) -> wire.Clock | None:
    """The clock of a setting.

    Raises:
        ValueError: it is none.
    """
    return msgspec.json.decode(text, type=wire.Clock) if text else None


@cache
def decks_of(game: str) -> Mapping[str, engine.Deck]:
    """The built-in decks of a game; its files are read once."""
    return engine.load_decks(game)


@asynccontextmanager
async def open_registry(
    journal: Journal, settings: Settings, tokens: Tokens, house: House, bus: Bus, post: Post, nodes: Nodes, timer: Timer
) -> AsyncIterator[Registry]:
    """Run matches until the block ends; then every actor is stopped, wherever it stands."""
    async with anyio.create_task_group() as tasks:
        registry = Registry(journal, settings, tokens, tasks, house, bus, post, nodes, timer)
        tasks.start_soon(registry.read_cards, name="cards")
        tasks.start_soon(registry.keep_lobby, name="lobby")
        yield registry
        tasks.cancel_scope.cancel()
