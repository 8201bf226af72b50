"""Requests that bear a number and are answered: who waits for which, and what is asked again.

Knows no socket: it is handed what waits for a connection and what sends.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Final, TypeAlias, TypeVar

import anyio

from protocol.client import flights
from protocol.client.flights import LOST, TRANSIENT
from protocol.client.overdue import GROWTH
from protocol.client.pauses import Pauses
from protocol.errors import BadFrame, ConnectionLost, Refused
from protocol.messages import (
    Because,
    Check,
    Checked,
    Create,
    Created,
    Earlier,
    Granted,
    Hear,
    Invite,
    Invited,
    Know,
    Known,
    List,
    Look,
    Matches,
    Nack,
    Open,
    Past,
    Ping,
    Pong,
    Redeem,
    Rise,
    Said,
    Say,
    Sit,
    Table,
    Why,
)

Reply: TypeAlias = Created | Checked | Invited | Granted | Matches | Pong | Because | Known | Past | Said | Table
Request: TypeAlias = (
    Create | Check | Invite | Redeem | List | Ping | Why | Know | Earlier | Hear | Say | Open | Sit | Rise | Look
)
ONCE: Final = (Create, Invite, Say, Open)
"""Requests that would do the same thing twice."""
Answered = TypeVar("Answered", Created, Checked, Invited, Granted, Matches, Pong, Because, Known, Past, Said, Table)


class _Call:
    """A request, and its reply."""

    __slots__ = ("done", "reply", "request")

    def __init__(self, request: Request) -> None:
        self.request = request
        self.reply: Reply | Nack | None = None
        self.done = anyio.Event()


class Calls:
    """The requests on their way.

    Args:
        ready: waits until there is a connection; raises if there will be none.
        send: sends over the one there is.
        patience_s: how long a request is made again, and what the server asks for is waited for.
    """

    def __init__(
        self, ready: Callable[[], Awaitable[None]], send: Callable[[Request], Awaitable[None]], patience_s: float
    ) -> None:
        self._ready = ready
        self._send = send
        self._patience_s = patience_s
        self._waiting: dict[str, _Call] = {}
        self._number = 0

    def number(self) -> str:
        """A new request number, never given before."""
        self._number += 1
        return str(self._number)

    async def make(self, message: Request, kind: type[Answered]) -> Answered:
        """The answer to a request; it is made again when the server says so, or where that can do no harm.

        Raises:
            Refused: and not for now, or for longer than one's patience.
            ConnectionLost: for good, or before what cannot be asked twice was answered; or nothing is answered.
            BadFrame: it is answered by something else.
        """
        until_s = anyio.current_time() + self._patience_s
        pauses = Pauses()
        reply = await self._ask(message)
        while is_worth_repeating(message, reply):
            pause_s = max(flights.retry_s(reply), pauses.next_s()) if isinstance(reply, Nack) else 0.0
            if anyio.current_time() + pause_s > until_s:
                break
            await anyio.sleep(pause_s)
            reply = await self._ask(message)
        if isinstance(reply, kind):
            return reply
        if isinstance(reply, Nack):
            raise Refused(reply.code, reply.reason, reply.rule, reply.retry_ms)
        if reply is None:
            raise ConnectionLost(LOST, "the connection was lost before the answer")
        raise BadFrame("bad_frame", f"{type(reply).__name__} is no answer to {type(message).__name__}")

    def reply(self, number: str | None, reply: Reply | Nack) -> Request | None:
        """Take a reply; returns the request that it answers, if there is one."""
        call = self._waiting.get(number or "")
        if call is None:
            return None
        call.reply = reply
        call.done.set()
        return call.request

    def drop(self) -> None:
        """The connection is gone: what is on its way will not be answered."""
        for call in self._waiting.values():
            call.done.set()

    async def _ask(self, message: Request) -> Reply | Nack | None:
        """Send a request; what came back, if anything did before the connection was lost.

        Raises:
            ConnectionLost: for good, or nothing came of it for long.
        """
        await self._ready()
        number = message.r or ""
        call = self._waiting[number] = _Call(message)
        try:
            with anyio.move_on_after(flights.answer_s(self._patience_s)) as patience:
                await self._insist(call)
            if patience.cancelled_caught:
                raise ConnectionLost(LOST, flights.UNANSWERED)
        finally:
            del self._waiting[number]
        return call.reply

    async def _insist(self, call: _Call) -> None:
        """Send a request until it is answered, again and again where that can do no harm."""
        pause_s = flights.RESEND_S
        while not call.done.is_set():
            await self._send(call.request)
            with anyio.move_on_after(None if isinstance(call.request, ONCE) else pause_s):
                await call.done.wait()
            pause_s *= GROWTH


def is_worth_repeating(message: Request, reply: Reply | Nack | None) -> bool:
    """Whether the same request may be made again: the server says when, or it came to nothing and changes nothing."""
    if reply is None:
        return not isinstance(message, ONCE)
    return isinstance(reply, Nack) and (reply.code in TRANSIENT or reply.retry_ms is not None)
