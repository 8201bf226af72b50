"""Registry of this node's matches: creates them, takes up those of others, finds finished ones, lets each fail alone.

Every actor runs in a task of its own under one task group; whatever an actor raises ends at its guard here and no
other match notices.
"""

import asyncio
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from functools import partial
from typing import Final, Protocol

import anyio
import anyio.abc
import orjson

import engine
from protocol import messages as wire
from protocol.session import Request
from server.cluster.crash_notes import Trials
from server.cluster.leases import Nodes
from server.cluster.messages import Post
from server.identity.tokens import Tokens
from server.lobby.chat import Chat
from server.lobby.creation import INVITED, Creation, is_bots, new_id
from server.lobby.decks import Decks, check_partial
from server.lobby.forked_matches import forked
from server.lobby.imported_cards import Brought, ImportedCards, Library
from server.lobby.invites import Invites
from server.lobby.match_list import Lobby
from server.lobby.open_tables import Tables
from server.lobby.placed_matches import check_asked, standing
from server.lobby.rematches import Rematches
from server.match.actor import Actor
from server.match.audience import Followed
from server.match.card_loading import Cards
from server.match.feed import PUBLIC
from server.match.persons import BOT, seats_of_people
from server.match.rebuilding import Rebuilding, begin_beside, takes_long
from server.match.replayed_match import History, begin, decode_head, header_of
from server.ownership.list_lines import Lines
from server.ownership.mirror import Mirror
from server.ownership.takeover import Takeover
from server.records.past_views import Scroll
from server.runtime import incidents, metrics
from server.runtime.clock_source import Timer
from server.runtime.errors import Fenced, JournalError, OtherRules, SetAside, Unavailable, UnknownMatch
from server.runtime.logs import get
from server.runtime.loop_watch import Step
from server.runtime.settings import Settings
from server.runtime.worker_processes import HeavyWork
from server.store.entries import Head, encode
from server.store.journal import ASIDE, RUNNING, Hold, Journal
from server.store.subscriptions import Bus

log = get("registry")

OTHER_RULES_MS: Final = 10_000
"""After which it is worth asking again for a match that only another version of the rules goes on with."""
HOUSE: Final = "house"
"""The queue for heavy work of what no address asks for."""
MOST_READ: Final = 32
"""Bound on those who wait for a match that is over to be read; one more is asked to come back."""


class House(Protocol):
    """The provider of bots.

    Attributes:
        names: what ``bot:NAME`` may ask for.
    """

    names: frozenset[str]

    @property
    def is_full(self) -> bool:
        """Whether no more bots are to be had."""

    def sit(
        self, match: str, seat: int, bot: str, pace_ms: int | None, *, is_watched: bool, position: str = ""
    ) -> None:
        """Have a bot sit down that waits so long before each answer, or as is usual here.

        ``is_watched``: nobody plays, so that only the pace of the bots gives time to follow. ``position`` is where the
        match began, if not with dealt cards.
        """

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
        library: Library | None = None,
    ) -> None:
        self.invites = Invites(journal, tokens)
        self.chat = Chat(journal, bus, tasks, timer)
        self.work = HeavyWork(settings)
        self.scroll = Scroll(journal, settings.engine, self.work, settings.beat_ms)
        self._journal = journal
        self._settings = settings
        self._tasks = tasks
        self._house = house
        self._bus = bus
        self._reading = anyio.Lock()
        self._post = post
        self._nodes = nodes
        self._timer = timer
        self._taken_up = anyio.Event()
        self._fallen: set[str] = set()
        self._actors: dict[str, Actor] = {}
        self._mirrors: dict[str, Mirror] = {}
        self._finished: OrderedDict[str, anyio.CancelScope] = OrderedDict()
        self._cards = Cards(bool(settings.read_ahead))
        self._creation = Creation(settings, tokens, house.names)
        self.decks = Decks(self._cards, self.work, ImportedCards(library, self.work))
        self._rebuilding = Rebuilding(journal, self._cards, settings.engine, self.work)
        self._trials = Trials(journal, nodes)
        self._takeover = Takeover(journal, nodes, self._trials, self._rebuilding, self._actors, self._go_on)
        self._rematches = Rematches(journal, self._creation, tokens, timer, self._begin, bus, tasks, settings)
        self.tables = Tables(
            journal,
            bus,
            nodes,
            self._creation,
            self._cards,
            self.decks,
            tokens,
            settings,
            timer,
            self._start_new,
            self._has_room,
            tasks,
        )
        self.lines = Lines(self._actors, journal, Lobby(journal, nodes), tokens, timer.now_ms, settings.records_days)
        tasks.start_soon(self._cards.read, name="cards")
        tasks.start_soon(self.lines.publish, name="lobby")
        tasks.start_soon(self.tables.run, name="tables")

    @property
    def unready(self) -> str:
        """The reason for which nobody should be sent to this node; empty if there is none. Redis is not asked."""
        skew_s = self._journal.skew_s
        reasons = {
            "cards are being read": not self._cards.are_read,
            "matches are being taken up": not self._taken_up.is_set(),
            "this node leaves": self.is_leaving,
            f"the clock of this node is {abs(skew_s):.1f} s {'ahead of' if skew_s > 0 else 'behind'} Redis's": (
                self._journal.is_clock_off
            ),
        }
        return "; ".join(reason for reason, is_so in reasons.items() if is_so)

    def beside(self, call: Callable[[Request], Coroutine[object, object, None]], request: Request) -> None:
        """Have a request of a connection carried out beside those that follow it, as long as the node is there."""
        self._tasks.start_soon(call, request, name=f"{type(request.command).__name__.lower()} of a connection")

    def now_ms(self) -> int:
        """The server's time, as clients are told it."""
        return self._timer.now_ms()

    @property
    def is_leaving(self) -> bool:
        """Whether this node hands over what it runs, and takes nothing more."""
        return self._takeover.is_ended

    @property
    def journal(self) -> Journal:
        return self._journal

    def running(self) -> list[Actor]:
        """Matches without a result, oldest first."""
        return [actor for actor in self._actors.values() if actor.result is None]

    def running_ids(self) -> set[str]:
        return {actor.match_id for actor in self.running()}

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
            return await self._over(match_id)
        except UnknownMatch:
            return None

    async def find_for(self, match_id: str, *, is_admitted: bool) -> Followed | None:
        """As ``find``; for who showed no token for the match a private one is not there, even where it cannot be read.

        Raises:
            Unavailable: it cannot be read now.
            SetAside: it waits for the operator.
            Reported: it cannot be read for a fault of ours.
        """
        try:
            found = await self.find(match_id)
        except Unavailable:
            raise
        except SetAside:
            if is_admitted:
                raise
            return None
        except Exception as error:
            number = incidents.report(log, "match not read", error, match=match_id)
            if is_admitted or not await self._may_be_private(match_id):
                raise incidents.Reported(number) from error
            return None
        return None if found is None or (found.is_private and not is_admitted) else found

    async def _may_be_private(self, match_id: str) -> bool:
        try:
            return decode_head(await self._journal.head(match_id)).private
        except JournalError:
            return True

    async def _over(self, match_id: str) -> Followed:
        """A match that is over, from its journal: one at a time, so that asking for many keeps no match waiting.

        Raises:
            Unavailable: too many are asked for.
        """
        if self._reading.statistics().tasks_waiting >= MOST_READ:
            raise Unavailable("too many matches that are over are asked for", self._settings.retry_ms)
        async with self._reading:
            known = self._known(match_id)
            if known is not None:
                return known
            history = await self._rebuilding.history(match_id)
            await self._rematches.recall(match_id, history.books)
            return self._known(match_id) or self._start(match_id, history, None)

    async def _elsewhere(self, match_id: str) -> str | None:
        """The other node that runs a match; one that nobody runs is taken up here, where somebody asks for it.

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
        if await self._takeover.is_run_by_another(owner.node):
            return owner.node
        if self._nodes.is_steady:
            await self._takeover.take_up(match_id)
        if match_id not in self._actors and self._takeover.is_foreign(match_id):
            reason = "the match was played by rules that no server has any more"
            raise OtherRules(reason + self._takeover.why_not(match_id), OTHER_RULES_MS)
        if match_id not in self._actors:
            reason = "nobody runs the match at the moment"
            raise Unavailable(reason + self._takeover.why_not(match_id), self._settings.retry_ms)
        return None

    async def _here(self, match_id: str) -> Followed | None:
        """A match that is known here, or about to be."""
        await self._takeover.wait(match_id)
        return self._known(match_id)

    def _known(self, match_id: str) -> Followed | None:
        return self._actors.get(match_id) or self._mirrors.get(match_id)

    def _reflect(self, match_id: str, head: Head, owner: str) -> Mirror:
        mirror = Mirror(
            match_id,
            head,
            owner,
            self._bus,
            self._post,
            self._journal,
            self._nodes,
            self._adopt,
            self._settings,
        )
        self._mirrors[match_id] = mirror
        self._tasks.start_soon(self._guard_mirror, mirror, name=f"mirror {mirror.match_id}")
        return mirror

    def _adopt(self, match_id: str) -> None:
        """Have a match taken up that nobody runs, though somebody follows it here."""
        if self._nodes.is_steady:
            self._tasks.start_soon(self._takeover.take_up, match_id, name=f"take up {match_id}")

    async def _guard_mirror(self, mirror: Mirror) -> None:
        try:
            try:
                await mirror.run()
            finally:
                await mirror.untune()
        except Exception as error:  # noqa: BLE001 # as for actors
            incidents.report(log, "mirror lost", error, match=mirror.match_id)
            mirror.notify(wire.Moved(mirror.match_id))
        finally:
            mirror.is_gone = True
            if self._mirrors.get(mirror.match_id) is mirror:
                del self._mirrors[mirror.match_id]
            if mirror.ended is not None and any(feed.subscribers for feed in mirror.feeds.values()):
                self._rematches.follow(mirror.head, mirror.ended, mirror)

    async def create(self, asked: wire.Create, who: str = HOUSE) -> wire.Created:
        """Start a match: journaled before anyone hears of it. Waits until its cards are read.

        Args:
            who: the address that asks for it.

        Raises:
            engine.Refusal: unknown game, profile, deck, card or bot, or an illegal deck.
            Unavailable: Redis is gone, or this node is full.
        """
        match_id = new_id()
        self._check_room(match_id)
        check_partial(asked.partial, is_private=asked.private)
        brought = await self._bring(asked, who)
        await self.decks.check_beside(asked.game, asked.decks, who, brought)
        head = await self._head(asked, who, brought.cards)
        await self.decks.check_format(asked.game, asked.decks or map(dict, header_of(head).decks), asked.format)
        invited = [seat for seat, sitter in enumerate(head.seats) if sitter == INVITED]
        invites = await self.invites.to_seats(match_id, invited)
        await self._start_new(match_id, head, who)
        return self._creation.created(match_id, head.seats, asked, invites)

    async def _bring(self, asked: wire.Create, who: str) -> Brought:
        """The cards of the decks that do not ship; those of a bot of the house are understood whole.

        Raises:
            engine.Refusal: ``unread_card``, ``too_much``.
            Unavailable: too many ask.
        """
        if asked.fork is not None or asked.position is not None:
            return Brought()
        bots = [deck for seat, deck in enumerate(asked.decks) if is_bots(asked.seats, seat, len(asked.decks))]
        await self.decks.bring(asked.game, bots, who)
        scenario = asked.scenario or ""
        return await self.decks.bring(asked.game, asked.decks, who, in_part=asked.partial, scenario=scenario)

    def _check_room(self, match_id: str) -> None:
        """Raise ``Unavailable`` where no match can be begun now."""
        if self.is_leaving:
            raise Unavailable("this server is leaving", self._settings.retry_ms)
        if len(self.running()) >= self._settings.most_matches:
            raise Unavailable("this server runs as many matches as it may", self._settings.retry_ms)
        if not self._journal.is_up_for(match_id):
            raise Unavailable("Redis cannot be reached at the moment", self._settings.retry_ms)

    def _has_room(self, bots: bool) -> bool:
        """Whether a match may be begun here now, as far as that is known: with bots of the house, or without."""
        is_full = self.is_leaving or len(self.running()) >= self._settings.most_matches
        return not (is_full or (bots and self._house.is_full))

    async def _start_new(self, match_id: str, head: Head, who: str = HOUSE) -> None:
        """Journal a match that people asked for, and run it, if there is room; raises ``Unavailable``, ``Conflict``."""
        self._check_room(match_id)
        if self._house.is_full and any(who.startswith(BOT) for who in head.seats):
            raise Unavailable("all bots of the house play already", self._settings.retry_ms)
        await self._begin(match_id, head, who)
        game = header_of(head).game
        log.info("match created", match=match_id, game=game, seats=len(head.seats), private=head.private)

    async def _head(self, asked: wire.Create, who: str, cards: tuple[str, ...]) -> Head:
        """The start of a new match; of one that begins in another, or at a position, a worker finds it out.

        Raises:
            engine.Refusal: as ``create``.
            Unavailable: too many such are asked for.
        """
        if asked.position is not None:
            check_asked(asked)
            seed = self._creation.seed(asked.seed)
            placed = await self.work.run(who, standing, asked, asked.position, seed.secret, seed.shares)
            return self._creation.head(asked, self._timer.now_ms(), engine.Header.from_json(orjson.loads(placed)))
        if asked.fork is None:
            return self._creation.head(asked, self._timer.now_ms(), cards=cards)
        seed = self._creation.seed(asked.seed)
        header, moves = await self.work.run(who, forked, asked, asked.fork, seed.secret, seed.shares)
        return self._creation.head(asked, self._timer.now_ms(), engine.Header.from_json(orjson.loads(header)), moves)

    async def _begin(self, match_id: str, head: Head, who: str = HOUSE) -> None:
        """Journal a new match and run it.

        Raises:
            Conflict: there is one of that id.
        """
        await self._cards.wait(header_of(head))
        if takes_long(head):
            history = await begin_beside(self.work, who, match_id, head)
        else:
            with Step(match_id, "begin"):
                history = begin(head)
        lapses = self._nodes.lapses
        hold = await self._journal.create(match_id, encode(head))
        if self._nodes.lapses != lapses:
            await self._journal.note(match_id)  # others may have looked for it before it was there
        self._start(match_id, history, hold)
        self._seat_bots(match_id, head)

    def _go_on(self, match_id: str, history: History, hold: Hold) -> None:
        """Run a match that was taken up."""
        actor = self._start(match_id, history, hold)
        actor.trials = self._trials
        actor.adopted()
        mirror = self._mirrors.get(match_id)
        if mirror is not None:
            mirror.end()
        if actor.result is None:
            self._seat_bots(match_id, history.head)

    def stop_taking(self) -> None:
        """This node leaves: no new matches, and none of others."""
        self._takeover.is_ended = True

    def better_url(self, match_id: str) -> str:
        """The address of the node that runs a match which is only shown here; empty if no client gets there."""
        mirror = self._mirrors.get(match_id)
        owner = self._nodes.living.get(mirror.owner or "") if mirror is not None else None
        return owner.socket_url if owner is not None and not owner.leaves else ""

    def next_url(self, match_id: str) -> str:
        """The address of a match once this node is gone: its owner's, or its heir's; empty if no node stays."""
        heir = self._nodes.heir(match_id)
        is_other = heir is not None and heir.id != self._nodes.own.id
        return self.better_url(match_id) or (heir.socket_url if heir is not None and is_other else "")

    def referral(self, match_id: str) -> str:
        """The address of a match that this node runs no more because it leaves; empty if it is served here."""
        return self.next_url(match_id) if self.is_leaving and match_id not in self._actors else ""

    def open(self) -> None:
        """Note that every match that nobody ran at the start was looked at."""
        self._taken_up.set()

    async def take_up(self, match_id: str) -> bool:
        """Take a match up, as ``Takeover.take_up`` does."""
        return await self._takeover.take_up(match_id)

    async def note_held(self) -> None:
        """Say again what is ours: what was said may be lost with a primary of Redis. Raises as ``Journal.note``."""
        await self._journal.note(*self.running_ids())

    async def check_holds(self) -> None:
        """Our lease had lapsed: let go of what others took meanwhile, and say again what is still ours."""
        held = [actor.match_id for actor in self.running()]
        await self._journal.note(*held)
        for match_id in held:
            self.taken(match_id, (await self._journal.owner(match_id)).number)

    def taken(self, match_id: str, number: int) -> None:
        """A match is owned under that number: let go of it, if that is another's."""
        actor = self._actors.get(match_id)
        if actor is None or actor.hold is None or actor.hold.number >= number or actor.result is not None:
            return
        log.warning("match let go", match=match_id, reason=f"owned under number {number}")
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

    def close_abandoned(self) -> None:
        """Have matches closed in which nothing has happened for long, and nobody sits who might do something."""
        for actor in self.running():
            actor.close_if_abandoned()

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
        metrics.TASKS.set(len(asyncio.all_tasks()))
        metrics.CHANNELS.set(len(self._bus))

    def _start(self, match_id: str, history: History, hold: Hold | None) -> Actor:
        actor = Actor(match_id, history, hold, self._journal, self._settings, self._timer, self.work)
        self._actors[match_id] = actor
        actor.play_on = self._rematches.play_on
        actor.came = self._rematches.came
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
        except Fenced as error:
            log.warning("match let go", match=actor.match_id, reason=str(error))
        except Unavailable as error:
            log.warning("match fell", match=actor.match_id, reason=str(error))
            self._fell(actor)
        except Exception as error:  # noqa: BLE001 # nothing may pass: a task group would cancel every other match
            incidents.report(log, "match lost", error, match=actor.match_id)
            self._fell(actor)
        finally:
            actor.leave()
            self._house.rise(actor.match_id)
            self._actors.pop(actor.match_id, None)
            self._finished.pop(actor.match_id, None)
            self._rematches.leave(actor)
            self.lines.drop(actor.match_id)
            metrics.MATCHES.set(len(self._actors))

    def _fell(self, actor: Actor) -> None:
        """A match that is ours is run by nobody any more: it is taken up anew, and who follows it finds it then."""
        if actor.hold is not None and actor.result is None:
            self._fallen.add(actor.match_id)
            self._takeover.rest(actor.match_id)
        actor.abandon()

    async def raise_fallen(self) -> None:
        """Take up our own matches anew that fell; raises as ``Takeover.take_up``."""
        for match_id in tuple(self._fallen):
            if match_id in self._actors or await self.take_up(match_id):
                self._fallen.discard(match_id)

    def _retire(self, match_id: str, scope: anyio.CancelScope) -> None:
        """A match is over: keep it for those who look at the result, and let the oldest such go."""
        self._finished[match_id] = scope
        actor = self._actors.get(match_id)
        if actor is not None and actor.result is not None:
            self._rematches.follow(actor.history.head, actor.result, actor)
            self._rematches.ended(match_id, actor.history.head, actor.result, actor.history.clock.at_ms)
        while len(self._finished) > self._settings.finished_matches:
            _, oldest = self._finished.popitem(last=False)
            oldest.cancel()

    def _seat_bots(self, match_id: str, head: Head) -> None:
        for seat, who in enumerate(head.seats):
            if who.startswith(BOT):
                is_watched = not seats_of_people(head)
                bot, began = who.removeprefix(BOT), header_of(head).position
                self._house.sit(match_id, seat, bot, head.pace_ms, is_watched=is_watched, position=began)


@asynccontextmanager
async def open_registry(
    journal: Journal,
    settings: Settings,
    tokens: Tokens,
    house: House,
    bus: Bus,
    post: Post,
    nodes: Nodes,
    timer: Timer,
    library: Library | None = None,
) -> AsyncIterator[Registry]:
    """Run matches until the block ends; then every actor is stopped, wherever it stands.

    Args:
        library: the imported cards of this node, if it has any.
    """
    async with anyio.create_task_group() as tasks:
        yield Registry(journal, settings, tokens, tasks, house, bus, post, nodes, timer, library)
        tasks.cancel_scope.cancel()
