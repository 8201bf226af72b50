"""Client of a service over one connection: the requests, and the matches and tables at which one sits there.

On a new connection everything is joined again: matches from the last number seen, tables by sitting down once more,
what players say by asking for it.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from functools import partial
from typing import Final, Literal

import anyio
from anyio.abc import TaskGroup, TaskStatus

from protocol.client import flights
from protocol.client.addresses import Addresses, match_url
from protocol.client.calls import Calls
from protocol.client.connection import CLOSE_TIMEOUT_S, Connection
from protocol.client.flights import LOST, TRANSIENT, UNANSWERED
from protocol.client.match import Match
from protocol.client.overdue import Overdue
from protocol.client.pauses import Pauses
from protocol.client.requests import Requests
from protocol.client.table import Table, read_link
from protocol.errors import ClientError, ConnectionLost, PlaceLost, Refused
from protocol.messages import (
    Ack,
    Because,
    Bye,
    Checked,
    Clock,
    Created,
    Deck,
    Diff,
    End,
    Granted,
    Head,
    Hear,
    Hello,
    Invited,
    Known,
    Look,
    Matches,
    Moved,
    Nack,
    Open,
    Past,
    Pong,
    Remark,
    Rematch,
    Rise,
    Said,
    ServerMessage,
    Sit,
    State,
    Waiting,
    Welcome,
)
from protocol.messages import Table as Told

PATIENCE_S: Final = 60.0
"""Time to try to come back before giving up."""
PING_S: Final = 20.0
LOOKS: Final = 2
"""At what is waited for, in the time after which it is asked for again."""


class Client(Requests):
    """A connection to a server; made by ``connect``.

    Args:
        tasks: where what is to be done beside the caller's own tasks is done.
    """

    def __init__(
        self, addresses: Addresses, hello: Hello, tasks: TaskGroup, *, patience_s: float, ping_s: float
    ) -> None:
        self._tasks = tasks
        self._connection = Connection(addresses, hello, patience_s, ping_s, self)
        super().__init__(Calls(self._connection.ready, self._connection.request, patience_s))
        self._patience_s = patience_s
        self._joins: dict[str, Pauses] = {}
        """Of matches that were to be joined again."""
        self._busy: set[str] = set()
        """The work that is done again for a match or table, once at a time."""
        self._followed: dict[str, Match] = {}
        self._tables: dict[str, Table] = {}
        self._sat: dict[str, Table] = {}
        """The table that a request has led to, until that is taken up."""

    @property
    def welcome(self) -> Welcome | None:
        """The server's welcome, of the last connection."""
        return self._connection.welcome

    @property
    def page(self) -> str:
        """The address of the server's page, without a slash at its end."""
        return self._connection.page

    @property
    def reconnects(self) -> int:
        """Number of times that the connection was lost and made again."""
        return self._connection.reconnects

    @property
    def is_up(self) -> bool:
        """Whether there is a connection just now."""
        return self._connection.is_up

    @property
    def now_ms(self) -> int:
        """The server's clock, as far as it is known here: by this one is told since when a match waits."""
        return self._connection.now_ms

    async def keep(self, *, task_status: TaskStatus[None]) -> None:
        """Keep the connection up until it is lost for good; reports started once it is up, or cannot be."""
        await self._connection.keep(task_status=task_status)

    async def watch(self) -> None:
        """Ask again for what should have come by now, until cancelled."""
        while True:
            await anyio.sleep(flights.RESEND_S / LOOKS)
            now_s = anyio.current_time()
            for followed in [match for match in self._followed.values() if match.is_awaited and self.is_up]:
                if followed.is_silent(now_s):
                    self._once(f"join {followed.id}", partial(self._join_again, followed.id, 0.0))
                await followed.heal(now_s)
            for table in [table for table in self._tables.values() if table.is_held and self.is_up]:
                if table.is_silent(now_s):
                    self._once(f"sit {table.id}", partial(self._look_again, table))

    async def close(self) -> None:
        """Say goodbye, and close the connection."""
        await self._connection.close()

    def cut(self) -> None:
        """Lose the connection, as if the network had failed; it is made again."""
        self._connection.cut()

    def check(self) -> None:
        """Raise what ended the connection for good, if anything did."""
        self._connection.check()

    def link(self, match: str, invite: str = "") -> str:
        """An address at which the page shows a match; with an ``invite`` whoever opens it first gets that place."""
        return match_url(self.page, match, invite)

    async def link_to_watch(self, match: Match) -> str:
        """An address at which somebody else watches a match in which a seat is held.

        That of a private match is good for one person.

        Raises:
            Refused: ``too_many_invites``: a private match gives 256 at most.
            ConnectionLost: the answer did not come.
        """
        return self.link(match.id, await self.invite(match.id) if match.is_private else "")

    async def hear(self, match: str) -> tuple[Remark, ...]:
        """The lines that players of a match that is followed here have said, 50 lines at most, the oldest first.

        From then on ``Match.heard`` gives every line as it is said, these first.

        Raises:
            Refused: the match is not followed.
            ConnectionLost: for good.
        """
        r = self._calls.number()
        lines = (await self._calls.make(Hear(match, r), Said)).lines
        if (followed := self._followed.get(match)) is not None:
            followed.talk.is_heard = True
        return lines

    async def open_table(
        self,
        game: str,
        deck: Deck | None = None,
        *,
        name: str | None = None,
        seats: tuple[str, ...] = (),
        best: Literal[1, 3] = 1,
        quick: bool = False,
        private: bool = False,
        profile: str | None = None,
        scenario: str | None = None,
        clock: Clock | None = None,
        delay_s: int = 0,
        partial: bool = False,
        bot_decks: tuple[Deck | None, ...] = (),
        also: tuple[Deck, ...] = (),
    ) -> Table:
        """Open a table and sit down at it; the match begins once all seats are taken (``Table.match``).

        Args:
            deck: one's own, as in ``create``; the game's first if left out.
            name: what one is called there; as in ``welcome`` if left out.
            seats: ``open``, or ``bot:NAME``, each; two open ones if left out.
            best: 3 where the first to win two games wins (``follow``).
            quick: whether any table like it will do at which somebody waits.
            private: whether others need its ``link``, with the invite.
            profile, scenario, clock, delay_s, partial: as in ``create``.
            bot_decks: those of the bots, in the order of their seats; ``None`` is any of the game's, by lot.
            also: further decks of one's own: one sits at a further open seat with each.

        Raises:
            Refused: ``unknown_deck``, ``illegal_deck``, ``no_series``, ``too_many_tables`` and as ``create``.
            ConnectionLost: the answer did not come; whether a table was opened is not known.
        """
        r = self._calls.number()
        asked = Open(
            *(game, deck, name, seats, best, quick, private, profile, scenario, clock, delay_s, r, partial),
            bot_decks=bot_decks,
            also=also,
        )
        return await self._sit_down(asked, r)

    async def sit(self, table: str, deck: Deck | None = None, *, name: str | None = None) -> Table:
        """Sit down at the first free seat of a table, or take one's own place there again.

        Args:
            table: its id, or the address that leads to it, with the invite if it is private.
            deck: one's own, as in ``create``; the game's first, or the one brought before, if left out.
            name: what one is called there; as in ``welcome`` if left out.

        Raises:
            ValueError: an address that leads to no table.
            Refused: ``unknown_table``, ``bad_token``, ``table_full``, ``illegal_deck`` and so on.
            ConnectionLost: for good.
        """
        table_id, token = read_link(table)
        r = self._calls.number()
        return await self._sit_down(Sit(table_id, deck, name, token, r), r)

    async def join(self, match: str, token: str | None = None, *, timeout_s: float | None = None) -> Match:
        """Sit down with a seat's token, else look on; returns with the first state.

        Any number of matches, up to ``welcome.limits.matches``, may be followed on one connection, each once: what
        waits for one that is joined again, as it was joined before, raises ``ClientError``.

        Args:
            token: of a seat, or to watch a private match with.
            timeout_s: how long this seat thinks at most: the default of a decision that iterating gave and that is
                not answered by then, or by just before the server's deadline, is answered for it. A program that keeps
                its event loop busy cannot be helped so.

        Raises:
            Refused: ``unknown_match``, ``bad_token``, ``wrong_seat``, ``too_many_matches``.
            ConnectionLost: for good.
        """
        self._connection.check()
        former = self._followed.get(match)
        if former is not None and former.result is None:
            former.fail(ClientError(f"match {match} was joined again on this connection"))
        joined = self._followed[match] = Match(
            match,
            token,
            self._connection.send,
            patience_s=self._patience_s,
            timeout_s=timeout_s,
            later=self._later,
        )
        try:
            with anyio.move_on_after(flights.answer_s(self._patience_s)) as patience:
                await joined.resume()
                while not joined.is_joined:
                    await joined.next_change()
            if patience.cancelled_caught:
                raise ConnectionLost(LOST, UNANSWERED)
        except Refused:
            self._followed.pop(match, None)
            raise
        except BaseException:
            await self._forget(joined)
            raise
        return joined

    def follows(self, match: str) -> bool:
        """Whether a match is followed on this connection."""
        return match in self._followed

    async def leave(self, match: Match) -> None:
        """Follow a match no more; its seat stays taken."""
        self._followed.pop(match.id, None)
        self._joins.pop(match.id, None)
        await match.leave()

    async def follow(self, match: Match, deck: Deck | None = None) -> Match:
        """Go on to what follows a match that is over: the next game of its series, or a rematch once all agree to it.

        Says that the seat held there wants to, waits until it begins, joins it with the same ``timeout_s``, and leaves
        the match that is over. Only of a game of which another follows (``Match.leads_on``) it is sure to come.

        Args:
            deck: to go on with in the next game of a series, with its sideboard; as it is if left out.

        Raises:
            Refused: ``not_over``, ``illegal_deck`` for other cards than one came with, or as ``join``.
            ConnectionLost: for good.
        """
        match.is_to_be_followed = True
        agreed, unheard = -1, Overdue()
        try:
            while (rematch := match.rematch) is None or not rematch.next:
                is_due = agreed != self.reconnects or unheard.is_due(anyio.current_time(), flights.RESEND_S)
                if match.seat is not None and is_due:  # who was away, or did not hear of it, says so again and is told
                    agreed = self.reconnects
                    await match.agree("rematch", deck=deck)
                with anyio.move_on_after(flights.RESEND_S / LOOKS):
                    await match.next_change()
        finally:
            match.is_to_be_followed = False
        following = await self.join(rematch.next, rematch.token, timeout_s=match.timeout_s)
        await self.leave(match)
        return following

    async def came_up(self) -> None:
        """On a new connection: join and sit down again."""
        for followed in tuple(self._followed.values()):
            if followed.is_awaited:
                await self._resume(followed)
        for table in [table for table in self._tables.values() if table.is_held]:
            self._once(f"sit {table.id}", partial(self._sit_again, table))

    async def take(self, event: ServerMessage) -> None:
        """Hand a frame to whom it is for."""
        match event:
            case Created() | Checked() | Invited() | Granted() | Matches() | Because() | Known() | Past():
                self._calls.reply(event.r, event)
            case Pong():
                self._connection.set_clock(event.now)
                self._calls.reply(event.r, event)
            case Told():
                self._seated(event)
            case Moved():
                await self._move(event)
            case Nack() if event.m is None or event.r is not None:
                self._calls.reply(event.r, event)
            case Nack(m=str(match), c=None, code=code) if code in TRANSIENT or code == "not_joined":
                self._once(f"join {match}", partial(self._join_again, match, flights.retry_s(event)))
            case State() | Diff() | Ack() | Nack() | Waiting() | Rematch() | Said() | Head() | End():
                if isinstance(event, Said):
                    self._calls.reply(event.r, event)
                if event.m is not None and (followed := self._followed.get(event.m)) is not None:
                    await followed.receive(event)
                    if isinstance(event, Nack) and event.code == "not_seated" and followed.seat is not None:
                        self._once(f"join {followed.id}", partial(self._join_again, followed.id, 0.0))
            case Welcome() | Bye():
                pass  # the connection's own affair

    def went_down(self) -> None:
        """Requests on their way will not be answered."""
        self._calls.drop()
        for followed in self._followed.values():
            followed.lost()

    def lost(self, error: ConnectionLost) -> None:
        """End every wait with this error."""
        for match in self._followed.values():
            match.fail(error)
        for table in self._tables.values():
            table.fail(error)

    async def _sit_down(self, asked: Open | Sit, r: str) -> Table:
        try:
            await self._calls.make(asked, Told)
            return self._sat[r]
        finally:
            self._sat.pop(r, None)

    def _seated(self, told: Told) -> None:
        """Take news of a table: a place that was asked for is ours before anything else is told of it."""
        asked = self._calls.reply(told.r, told)
        table = self._tables.get(told.table.id)
        if isinstance(asked, Open | Sit):
            if table is None:
                token = asked.token if isinstance(asked, Sit) else None
                join, rise = self.join, self._rise
                table = Table(told, asked.deck, asked.name, token, page=self.page, join=join, rise=rise)
                self._tables[table.id] = table
            self._sat[told.r or ""] = table
        if table is not None and not isinstance(asked, Look | Rise):
            table.take(told)
            if not table.is_held:
                del self._tables[table.id]

    async def _rise(self, table: str) -> None:
        r = self._calls.number()
        await self._calls.make(Rise(table, r), Told)
        self._tables.pop(table, None)

    async def _sit_again(self, table: Table) -> None:
        """Take a place again that was lost with the connection."""
        r = self._calls.number()
        try:
            await self._sit_down(table.again(r), r)
        except Refused as refused:
            self._tables.pop(table.id, None)
            table.fail(PlaceLost(f"the place was lost with the connection: {refused.reason}"))
        except ConnectionLost:
            return  # and so are all others

    async def _look_again(self, table: Table) -> None:
        """See whether a table is still as it was told last; else take the place again, which tells what is."""
        r = self._calls.number()
        try:
            told = await self._calls.make(table.looking(r), Told)
            is_other = table.is_other(told)
        except Refused:
            is_other = True
        except ConnectionLost:
            return  # and so are all others
        if is_other and table.is_held:
            await self._sit_again(table)

    async def _resume(self, followed: Match) -> None:
        """Join again where we were, and hear again what is said there."""
        await followed.resume()
        if followed.talk.is_heard:
            self._once(f"hear {followed.id}", partial(self._ask_for_talk, followed.id))

    async def _ask_for_talk(self, match: str) -> None:
        with suppress(ClientError):  # whoever waits for this match is told
            await self.hear(match)

    async def _move(self, moved: Moved) -> None:
        """Go where the match is, unless others are followed on this connection: then it is served here."""
        others = [it for match, it in self._followed.items() if match != moved.m and it.is_awaited]
        if others:
            self._connection.learn(moved.url)
        elif await self._connection.move(moved.url):
            return
        self._once(f"join {moved.m}", partial(self._join_again, moved.m, 0.0))

    async def _join_again(self, match: str, after_s: float) -> None:
        """The match is elsewhere, or could not be joined just now; who is told so again and again takes longer."""
        if match not in self._followed:
            return
        pauses = self._joins.setdefault(match, Pauses(is_at_once=True))
        await anyio.sleep(max(min(after_s, self._patience_s), pauses.next_s()))
        self._busy.discard(f"join {match}")  # what comes of this one may be the same once more
        if (followed := self._followed.get(match)) is not None:
            await self._resume(followed)

    async def _forget(self, joined: Match) -> None:
        """It was not joined, or is not waited for: follow it no more, unless it was joined anew meanwhile."""
        if self._followed.get(joined.id) is joined:
            with anyio.move_on_after(CLOSE_TIMEOUT_S, shield=True):
                await self.leave(joined)

    def _later(self, what: Callable[[], Awaitable[None]]) -> None:
        self._tasks.start_soon(_do, what)

    def _once(self, name: str, what: Callable[[], Awaitable[None]]) -> None:
        """Do something beside all else, unless it is being done."""
        if name not in self._busy:
            self._busy.add(name)
            self._tasks.start_soon(self._do_once, name, what)

    async def _do_once(self, name: str, what: Callable[[], Awaitable[None]]) -> None:
        try:
            await what()
        finally:
            self._busy.discard(name)


@asynccontextmanager
async def connect(
    url: str,
    *others: str,
    name: str | None = None,
    token: str | None = None,
    patience_s: float = PATIENCE_S,
    ping_s: float = PING_S,
) -> AsyncIterator[Client]:
    """Connect to a server, and stay connected.

    Args:
        url: ``http(s)://`` or ``ws(s)://``, host and port; a path only if the server is mounted below one.
        others: more addresses of the same service, for when one cannot be reached.
        name: what others see, as a guest.
        token: an identity token.
        patience_s: how long to try to come back after the connection was lost.
        ping_s: after how long a silent server is asked whether it is there, and how long it may take to say so.

    Raises:
        ConnectionLost: no connection at the first try, or one that was closed for good.
    """
    addresses = Addresses((url, *others))
    failure: Exception | None = None
    async with anyio.create_task_group() as tasks:
        client = Client(addresses, Hello(name, token, "stackloop-py"), tasks, patience_s=patience_s, ping_s=ping_s)
        await tasks.start(client.keep)
        tasks.start_soon(client.watch)
        try:
            client.check()
            yield client
        except Exception as error:  # noqa: BLE001 # raised again below: a task group would wrap it in a group
            failure = error
        finally:
            with anyio.move_on_after(CLOSE_TIMEOUT_S, shield=True):
                await client.close()
            tasks.cancel_scope.cancel()
    if failure is not None:
        raise failure


async def _do(what: Callable[[], Awaitable[None]]) -> None:
    await what()
