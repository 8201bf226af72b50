"""One websocket connection: its session, the views it follows, and what it is sent.

Sending never waits. Frames of one turn of the event loop leave in one write. A connection that does not read gets no
more diffs; once it has read what was on its way it gets one snapshot of each view it follows; if that is not enough,
it is cut. It never slows a match.
"""

import math
import time
from asyncio import AbstractEventLoop, Event
from collections.abc import Awaitable, Callable
from typing import Final, TypeAlias

import anyio
from websockets.asyncio.server import ServerConnection
from websockets.protocol import State

import engine
from protocol import messages as wire
from protocol.bucket import Bucket
from protocol.codec import encode
from protocol.errors import Close
from protocol.session import Request, Session
from server.identity.rate_limits import Visitor
from server.lobby.open_tables import MOST_PLACES, Here
from server.match.audience import Ask, Declined, Follow, Followed, Response, SeatIntent, view_name
from server.match.feed import close_frame, text_frame
from server.match.refusals import nack_of
from server.ownership.registry import Registry
from server.runtime import incidents, metrics
from server.runtime.errors import SetAside, Unavailable
from server.runtime.incidents import Reported
from server.runtime.logs import get
from server.runtime.settings import Settings
from server.runtime.stage_times import SOCKET

log = get("gateway")

Answered: TypeAlias = (
    wire.Hear
    | wire.Say
    | wire.Create
    | wire.Check
    | wire.Open
    | wire.Sit
    | wire.Rise
    | wire.Look
    | wire.Invite
    | wire.Redeem
)
"""Commands that have one answer each, or are refused."""
FORK_COST: Final = 16
"""Matches that one begun at a moment of another counts for: its moves may take the rules seconds."""
POSITION_COST: Final = 8
"""Matches that one begun at a position counts for: the largest takes the rules a second."""
LAST_WORDS_S: Final = 2.0
"""Time that a connection that is cut may take to read what was on its way to it."""
NOT_NOW: Final[Declined] = ("unavailable", "the match could not be joined")


def cost_of(asked: wire.Create) -> int:
    """The number of usual matches that a new one counts for."""
    if asked.fork is not None:
        return FORK_COST
    return 1 if asked.position is None else POSITION_COST


class Following:
    """One view that a connection follows."""

    __slots__ = ("actor", "connection", "is_behind", "seat")

    def __init__(self, connection: "Connection", actor: Followed, seat: int | None) -> None:
        self.connection = connection
        self.actor = actor
        self.seat = seat
        self.is_behind = False

    def deliver(self, frame: bytes) -> None:
        if not self.is_behind:
            self.connection.write(frame)

    def deliver_round(self, frames: bytes) -> None:
        if not self.is_behind:
            self.connection.write_now(frames)

    def reset(self, frame: bytes) -> None:
        self.is_behind = False
        self.connection.write(frame)


class Connection:
    """A peer, from its first frame to its last.

    Args:
        socket: the open websocket.
        visitor: what the place that it comes from may still do.
        slow: told when this connection stops reading.
    """

    def __init__(
        self,
        socket: ServerConnection,
        session: Session,
        registry: Registry,
        settings: Settings,
        loop: AbstractEventLoop,
        visitor: Visitor,
        slow: Callable[["Connection"], None],
    ) -> None:
        self.session = session
        self._socket = socket
        self._protocol = socket.protocol
        self._transport = socket.transport
        self._registry = registry
        self._settings = settings
        self._loop = loop
        self._visitor = visitor
        self._slow = slow
        self._following: dict[str, Following] = {}
        self._hinted: set[str] = set()
        self._places: list[str] = []
        self._scrolls = Bucket(settings.settings_per_s, settings.burst_settings, int(time.monotonic() * 1000))
        self._out: list[bytes] = []
        self._slow_since_s = 0.0
        self._refreshed_s = -math.inf
        self._scrolling = anyio.Semaphore(1)
        self._caught_up = Event()
        self._caught_up.set()

    async def receive(self, data: bytes | str) -> None:
        """Take one frame of the peer, to its end; whatever is refused is answered."""
        session = self.session
        request = session.receive(data, self._registry.now_ms())
        if request is not None:
            await self._carry_out(request, self._act)
        self.flush_session()

    async def _carry_out(self, request: Request, act: Callable[[Request], Awaitable[None]]) -> None:
        try:
            await act(request)
        except Exception as error:  # noqa: BLE001 # a fault in one request must not end the connection in silence
            self._failed(request.command, error)

    async def is_read(self) -> None:
        """Wait until the peer reads: who does not read what was answered is not heard either."""
        if not self._caught_up.is_set():
            await self._caught_up.wait()

    def take(self, data: bytes) -> bool:
        """Take an intent as ``receive`` does, but without waiting.

        Returns:
            whether it is done with; else it is for the connection's task, which also ends the connection.
        """
        if not self._caught_up.is_set():
            return False
        try:
            request = self.session.receive(data, self._registry.now_ms())
        except Exception as error:  # noqa: BLE001 # the library would cut the connection in silence
            self.failed(error)
            return False
        if request is not None:
            assert isinstance(request.command, wire.Intent)
            try:
                self._play(request.command, request.seat)
            except Exception as error:  # noqa: BLE001 # as in ``receive``
                self._failed(request.command, error)
        self.flush_session()
        return self.session.close is None

    def _failed(self, command: wire.Command, error: Exception) -> None:
        session, asked = self.session.session, type(command).__name__
        match = getattr(command, "m", None)
        number = incidents.report(log, "request failed", error, session=session, match=match, command=asked)
        self.session.nack(command, "internal", incidents.describe(number, incidents.NOTHING_CHANGED))

    def failed(self, error: Exception) -> None:
        """End a connection for which we cannot go on; who reads on finds out why."""
        number = incidents.report(log, "connection failed", error, session=self.session.session)
        self.session.end(Close.INTERNAL, incidents.describe(number))
        self.flush_session()

    def flush_session(self) -> None:
        for frame in self.session.take():
            self.write(text_frame(frame))

    def say_goodbye(self, reason: str) -> None:
        """The node stops: tell where each match is found from now on, and ask to come back later."""
        for match in self._following:
            if url := self._registry.next_url(match):
                self.session.send(wire.Moved(match, url))
        self.session.end(Close.RESTART, reason)
        self.flush_session()

    async def finish(self) -> None:
        """Close with the code that the session decided on."""
        code = self.session.close
        if code is not None:
            self._flush()
            await self._socket.close(int(code), code.name.lower())

    def leave_all(self) -> None:
        """The connection is gone: nobody delivers to it any more."""
        for match in tuple(self._following):
            self._forget(match)
        for place in self._places:
            self._registry.tables.lost(place)

    def write(self, frame: bytes) -> None:
        """Send an encoded frame with the others of this turn of the loop."""
        if not self._out:
            self._loop.call_soon(self._flush)
        self._out.append(frame)

    def write_now(self, frames: bytes) -> None:
        """Send encoded frames at once, behind what this turn of the loop has brought before."""
        if self._out:
            self._out.append(frames)
        elif self._protocol.state is State.OPEN:
            self._send(frames)

    def tend(self, now_s: float) -> bool:
        """Look after a slow connection; return whether it still is one."""
        if self._socket.protocol.state is not State.OPEN:
            self._caught_up.set()
            return False
        if self._backlog() > self._settings.drained_bytes:
            if now_s - self._slow_since_s > self._settings.slow_s:
                self.cut()
                return False
            return True
        self._slow_since_s, self._refreshed_s = 0.0, now_s
        self._caught_up.set()
        for following in self._following.values():
            metrics.RESYNCS.inc()
            follow = Follow(following.seat, None, following)
            if following.actor.put(follow) is not None:
                following.actor.send_on(follow)
        return False

    def _flush(self) -> None:
        out, self._out = self._out, []
        if not out or self._socket.protocol.state is not State.OPEN:
            return
        with SOCKET:
            self._send(out[0] if len(out) == 1 else b"".join(out))

    def _send(self, frames: bytes) -> None:
        is_slow = self._transport.get_write_buffer_size() > self._settings.backlog_bytes
        self._transport.write(frames)
        if is_slow and not self._slow_since_s:  # of what was there before: one diff of a large table is more
            self._fall_behind()

    def _backlog(self) -> int:
        return self._socket.transport.get_write_buffer_size()

    def _fall_behind(self) -> None:
        now_s = time.monotonic()
        if now_s - self._refreshed_s < self._settings.slow_s:
            self.cut()
            return
        self._slow_since_s = now_s
        self._caught_up.clear()
        metrics.BEHIND.inc()
        for following in self._following.values():
            following.is_behind = True
        self._slow(self)

    def cut(self) -> None:
        """End a connection that does not read; should it read on after all, it finds out why at the end."""
        metrics.CUT.inc()
        self._caught_up.set()
        log.info("slow connection cut", session=self.session.session)
        self.session.end(Close.SLOW, "this connection reads too slowly")
        self.leave_all()
        transport = self._socket.transport
        for frame in self.session.take():
            transport.write(text_frame(frame))
        transport.write(close_frame(Close.SLOW))
        transport.close()
        self._loop.call_later(LAST_WORDS_S, transport.abort)

    def abort(self) -> None:
        """End the connection at once, unread."""
        self._caught_up.set()
        self._socket.transport.abort()

    async def _act(self, request: Request) -> None:
        command = request.command
        match command:
            case wire.Intent() | wire.Concede() | wire.Settings() | wire.Agree():
                self._play(command, request.seat)
            case wire.Why() | wire.Know():
                self._ask(command, request.seat)
            case wire.Join():
                await self._join(command, request)
            case wire.Sync():
                self._sync(command)
            case wire.Leave():
                self._forget(command.m)
            case wire.List():
                if not self._is_too_fast(command, self._visitor.asks, 1 + len(command.tokens)):
                    await self._refusable(command, self._list(command))
            case wire.Earlier():
                if not self._is_over_limit(command):
                    await self._scrolling.acquire()  # one at a time: who asks for more is not heard until then
                    self._registry.beside(self._scroll, request)
            case _:
                if not self._is_over_limit(command):
                    await self._refusable(command, self._answer(command, request))

    async def _scroll(self, request: Request) -> None:
        """Answer what a worker takes time for, beside what comes after it."""
        try:
            await self._carry_out(request, self._answer_earlier)
            self.flush_session()
        finally:
            self._scrolling.release()

    async def _answer_earlier(self, request: Request) -> None:
        command = request.command
        assert isinstance(command, wire.Earlier)
        await self._refusable(command, self._earlier(command, request.seat))

    async def _list(self, command: wire.List) -> wire.Matches:
        """All that may be played or watched, and what somebody holds tokens for; raises ``Unavailable``."""
        lines, tables = self._registry.lines, self._registry.tables.lines()
        held = await lines.held(command.tokens)
        return wire.Matches(await lines.all(), command.r, tables, await lines.finished(), held)

    def _is_over_limit(self, command: Answered | wire.Earlier) -> bool:
        return any(self._is_too_fast(command, bucket, cost) for bucket, cost in self._limits_of(command))

    def _limits_of(self, command: Answered | wire.Earlier) -> tuple[tuple[Bucket, int], ...]:
        """The buckets that a command draws on, and how much it takes from each."""
        visitor = self._visitor
        match command:
            case wire.Hear() | wire.Look() | wire.Redeem():
                return ((visitor.asks, 1),)
            case wire.Say():
                return ((visitor.lines, 1),)
            case wire.Earlier():
                return (self._scrolls, 1), (visitor.asks, 1)
            case wire.Create():
                return ((visitor.creates, cost_of(command)),)
            case wire.Open() | wire.Sit():
                return ((visitor.creates, 1),)
            case wire.Check():
                return ((visitor.checks, 1),)
            case wire.Rise() | wire.Invite():
                return ()

    async def _answer(self, command: Answered, request: Request) -> wire.ServerMessage:
        """The answer to a command; raises ``Refusal`` and ``Unavailable``."""
        registry = self._registry
        match command:
            case wire.Hear():
                return await self._hear(command)
            case wire.Say():
                assert request.seat is not None  # else the session had refused it
                return await registry.chat.say(command, request.seat)
            case wire.Create():
                return await self._create(command)
            case wire.Check():
                return await registry.decks.check(command, self._visitor.where)
            case wire.Open() | wire.Sit():
                return await self._sit_down(command, request)
            case wire.Rise():
                return await registry.tables.rise(command, request.who)
            case wire.Look():
                return await registry.tables.look(command, request.who)
            case wire.Invite():
                return await registry.invites.to_watch(command)
            case wire.Redeem():
                return await registry.invites.redeem(command, request.who)

    def _play(self, command: wire.Numbered, seat: int | None) -> None:
        following = self._following.get(command.m)
        if following is None or seat is None:
            self._decline(command, NOT_NOW)
            return
        self._decline(
            command, following.actor.put(SeatIntent(seat, command, self._reply, int(self._socket.latency * 1000)))
        )

    def _ask(self, command: wire.Why | wire.Know, seat: int | None) -> None:
        following = self._following.get(command.m)
        if following is None or seat is None:
            self._decline(command, NOT_NOW)
            return
        self._decline(command, following.actor.put(Ask(seat, command, self._reply)))

    def _reply(self, result: Response) -> None:
        if not isinstance(result, wire.Because | wire.Known):
            seat = self.session.seats.get(result.m or "")
            code = "" if isinstance(result, wire.Ack) else result.code
            log.debug("answered", session=self.session.session, match=result.m, seat=seat, c=result.c, code=code)
        self.write(text_frame(encode(result)))

    def _is_too_fast(self, command: wire.Command, bucket: Bucket, cost: int = 1) -> bool:
        """Whether a bucket is empty; that is told."""
        wait_ms = bucket.take(int(time.monotonic() * 1000), cost=cost)
        if wait_ms:
            self.session.nack(command, "rate_limited", f"try again in {wait_ms} ms", retry_ms=wait_ms)
        return wait_ms > 0

    async def _create(self, command: wire.Create) -> wire.Created:
        """A new match, counted among those of this place; raises as ``Registry.create``."""
        self._check_matches()
        created = await self._registry.create(command, self._visitor.where)
        self._visitor.matches.add(created.m)
        return created

    async def _sit_down(self, command: wire.Open | wire.Sit, request: Request) -> wire.Table:
        """A place at a table, whose match is counted among those of this place; raises as ``Tables.open``."""
        self._check_matches()
        tables = self._registry.tables
        self._places = [place for place in self._places if tables.is_held(place)]
        if len(self._places) >= MOST_PLACES:
            raise engine.Refusal("", "too_many_tables", f"one connection has {MOST_PLACES} places at tables at most")
        here = Here(request.who, self._visitor, self.write)
        self._places.append(here.place)
        return await (tables.open(command, here) if isinstance(command, wire.Open) else tables.sit(command, here))

    def _check_matches(self) -> None:
        mine, most = self._visitor.matches, self._settings.matches_per_address
        if len(mine) >= most:
            mine &= self._registry.running_ids()
        if len(mine) >= most:
            raise engine.Refusal("", "too_many_matches", f"{most} matches of one address at most run at a time")

    async def _refusable(self, command: wire.Command, answer: Awaitable[wire.ServerMessage]) -> None:
        try:
            self.session.send(await answer)
        except engine.Refusal as refusal:
            self.session.refuse(command, nack_of(refusal))
        except Unavailable as error:
            self.session.nack(command, "unavailable", str(error), retry_ms=error.retry_ms)

    async def _join(self, command: wire.Join, request: Request) -> None:
        self._forget(command.m)
        seat = request.seat
        if url := self._registry.referral(command.m):
            self._put_off(command, seat)
            self.session.send(wire.Moved(command.m, url))
            return
        try:
            actor = await self._registry.find_for(command.m, is_admitted=request.is_admitted)
        except Unavailable as error:
            self._put_off(command, seat)
            self.session.nack(command, error.code, str(error), retry_ms=error.retry_ms)
            return
        except SetAside as error:
            self.session.forget(command.m)
            self.session.nack(command, "set_aside", str(error))
            return
        except Reported:
            self.session.forget(command.m)
            raise
        if actor is None or view_name(seat) not in actor.feeds:
            self.session.forget(command.m)
            self.session.nack(command, "unknown_match", f"no match {command.m!r}")
            return
        log.debug("joined", session=self.session.session, match=command.m, seat=seat, who=request.who.id)
        following = self._following[command.m] = Following(self, actor, seat)
        if self._decline(command, actor.put(Follow(seat, command.since, following))):
            self._forget(command.m)
            self._put_off(command, seat)
        elif seat is not None and command.m not in self._hinted:
            self._hint(command.m)

    def _put_off(self, command: wire.Join, seat: int | None) -> None:
        """The match cannot be joined now: what its seat sends right behind is not without a seat, but too early."""
        if seat is None:
            self.session.forget(command.m)

    def _hint(self, match: str) -> None:
        """Tell a seat once where its match is run; here it is served too."""
        url = self._registry.better_url(match)
        if url:
            self._hinted.add(match)
            self.session.send(wire.Moved(match, url))

    async def _earlier(self, command: wire.Earlier, seat: int | None) -> wire.Past:
        """An earlier view of a match that is followed here.

        Raises:
            engine.Refusal: ``no_such_view``, ``not_seated``.
            Unavailable: it cannot be worked out now.
        """
        scroll = self._registry.scroll
        if command.of == "open":
            actor = await self._registry.find(command.m)
            if actor is None or actor.public_result is None:
                raise engine.Refusal("", "no_such_view", "the match is not over: hands are hidden")
            return await scroll.opened(command, self._visitor.where)
        if command.of == "own" and seat is None:
            raise engine.Refusal("", "not_seated", "this connection has no seat in that match")
        view = view_name(seat if command.of == "own" else None)
        return await scroll.page(command, view, self._visitor.where)

    async def _hear(self, command: wire.Hear) -> wire.Said:
        """Lines that players of a match say that is followed here.

        Raises:
            Unavailable: it is not followed yet, or Redis cannot be reached.
        """
        following = self._following.get(command.m)
        if following is None:
            raise Unavailable(NOT_NOW[1], self._settings.retry_ms)
        chat, actor = self._registry.chat, following.actor
        return await chat.hear(command, following, following.seat, actor.delay_ms)

    def _sync(self, command: wire.Sync) -> None:
        following = self._following.get(command.m)
        if following is None:
            self.session.nack(command, "not_joined", "this connection does not follow that match")
            return
        self._decline(command, following.actor.put(Follow(following.seat, None, following)))

    def _decline(self, command: wire.Command, why: Declined | None) -> bool:
        """Pass on why an actor did not take something."""
        if why is None:
            return False
        metrics.UNAVAILABLE.inc()
        code, reason = why
        retry_ms = self._settings.retry_ms if code in ("unavailable", "rate_limited") else None
        self.session.nack(command, code, reason, retry_ms=retry_ms)
        return True

    def _forget(self, match: str) -> None:
        following = self._following.pop(match, None)
        if following is not None:
            following.actor.drop(following)
            self._registry.chat.leave(match, following)
