"""The intents of one seat that are on their way: numbered, sent again until they are answered, counted once.

Their numbers must rise, so what is said while another intent is not answered waits for it: were it taken first, the
other could not be said again. A number that somebody else has used in this seat is given up for a new one: what was
said under it was not taken.

Knows neither view nor decision: it is handed what sends, and says which number of the view holds the result.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Final, TypeAlias

import anyio
from msgspec.structs import replace

from protocol.client.overdue import GROWTH
from protocol.client.pauses import Pauses
from protocol.errors import ClientError, ConnectionLost, MatchOver, Refused
from protocol.messages import Ack, Intent, Nack, Numbered

RETRY_MS: Final = 200
"""Time to wait before an intent that was refused for now is sent again, if the nack does not say."""
RESEND_S: Final = 5.0
"""Time for an answer before its intent is sent again on the same connection, the first time."""
ANSWER_S: Final = 120.0
"""Time that a server may leave anything unanswered, if one has no more patience than that."""
UNANSWERED: Final = "the server gives no answer"
UNNUMBERED: Final = 0
"""The number of an intent that waits for its turn."""
LOST: Final = 1006
"""The close code of a connection that ended without one."""
TRANSIENT: Final = frozenset(("rate_limited", "unavailable"))
"""Nack codes that are worth repeating the same frame for."""
USED: Final = frozenset(("reused_c", "stale_c"))
"""Nack codes of a number that another client of the seat has used, or gone beyond."""

Outcome: TypeAlias = Ack | Nack


class _Flight:
    """An intent on its way, numbered when its turn comes, and what came back."""

    __slots__ = ("done", "message", "outcome", "since_s")

    def __init__(self, message: Numbered) -> None:
        self.message = message
        self.since_s = anyio.current_time()
        self.outcome: Outcome | None = None
        self.done = anyio.Event()


class Flights:
    """The intents of one seat that were not answered yet.

    Args:
        send: sends, or drops it where there is no connection; ``resume`` repeats it then.
        patience_s: how long what is refused for now is said again.

    Attributes:
        c: the number of the seat's last intent.
        is_seated: whether a seat is held in the match.
        resends: how often an intent was sent again.
    """

    __slots__ = ("_error", "_flights", "_patience_s", "_send", "_turn", "c", "is_seated", "resends")

    def __init__(self, send: Callable[[Numbered], Awaitable[None]], patience_s: float) -> None:
        self.c = 0
        self.is_seated = False
        self.resends = 0
        self._send = send
        self._patience_s = patience_s
        self._error: ClientError | None = None
        self._flights: list[_Flight] = []
        self._turn = anyio.Lock(fast_acquire=True)

    @property
    def are_none(self) -> bool:
        """Whether all that was said is answered."""
        return not self._flights

    @property
    def unanswered(self) -> dict[int, float]:
        """Number of each intent that was sent and is not done with -> since when, by the event loop's clock."""
        sent = [flight for flight in self._flights if flight.message.c != UNNUMBERED]
        return {flight.message.c: flight.since_s for flight in sent}

    def is_answering(self, w: int) -> bool:
        """Whether an answer to a decision is on its way."""
        messages = [flight.message for flight in self._flights]
        return any(isinstance(message, Intent) and message.w == w for message in messages)

    async def fly(self, message: Numbered) -> int:
        """Say something, as often as it takes; returns the number of the view that holds the result.

        Args:
            message: ``UNNUMBERED``.

        Raises:
            MatchOver: the match is over.
            Refused: and not for now, or for longer than one's patience.
            ConnectionLost: nothing is answered.
            ClientError: as ``fail`` said.
        """
        pauses = Pauses()
        flight = _Flight(message)
        self._flights.append(flight)
        try:
            async with self._turn:
                self._number(flight)
                until_s = anyio.current_time() + self._patience_s
                await self._send(flight.message)
                while isinstance(outcome := await self._landed(flight), Nack):
                    is_used = outcome.code in USED
                    pause_s = max(0 if is_used else retry_s(outcome), pauses.next_s())
                    self._check(outcome, is_late=anyio.current_time() + pause_s > until_s)
                    if is_used:  # an answer from so long ago that nobody knows it belongs to no open decision
                        self.c = max(self.c, outcome.last or 0)
                        self._number(flight)
                    await self._wait_for_it(flight, pause_s)
                return outcome.seq
        finally:
            self._flights.remove(flight)

    def land(self, c: int, outcome: Outcome) -> None:
        """Take the outcome of an intent."""
        for flight in self._flights:
            if c != UNNUMBERED and flight.message.c == c and flight.outcome is None:
                flight.outcome = outcome
                flight.done.set()

    def fail(self, error: ClientError) -> None:
        """Nothing will come back any more."""
        self._error = error
        for flight in self._flights:
            flight.done.set()

    async def resume(self) -> None:
        """On a new connection: send again what was not answered, unchanged."""
        for flight in [flight for flight in self._flights if flight.message.c != UNNUMBERED]:
            await self._send_again(flight)

    def _number(self, flight: _Flight) -> None:
        self.c += 1
        flight.message = replace(flight.message, c=self.c)

    def _check(self, nack: Nack, *, is_late: bool) -> None:
        """Raise what a nack means, unless the same is to be said again and it is not too late for that."""
        if nack.code == "match_over":
            raise MatchOver(nack.reason)
        is_early = nack.code == "not_seated" and self.is_seated  # on a new connection, before the seat was found there
        if is_late or (nack.code not in TRANSIENT | USED and not is_early):
            raise Refused(nack.code, nack.reason, nack.rule, nack.retry_ms)

    async def _wait_for_it(self, flight: _Flight, pause_s: float) -> None:
        """Wait, and say it again; unless a new connection has done so meanwhile."""
        flight.outcome, flight.done = None, anyio.Event()
        with anyio.move_on_after(pause_s) as pause:
            await flight.done.wait()
        if pause.cancelled_caught:
            await self._send_again(flight)

    async def _send_again(self, flight: _Flight) -> None:
        self.resends += 1
        await self._send(flight.message)

    async def _landed(self, flight: _Flight) -> Outcome:
        """Wait for the answer; what is not answered in time is sent again, which is harmless."""
        until_s = anyio.current_time() + answer_s(self._patience_s)
        pause_s = RESEND_S
        while self._error is None and not flight.done.is_set():
            if anyio.current_time() > until_s:
                raise ConnectionLost(LOST, UNANSWERED)
            with anyio.move_on_after(pause_s) as patience:
                await flight.done.wait()
            if patience.cancelled_caught:
                pause_s *= GROWTH
                await self._send_again(flight)
        if flight.outcome is not None:
            return flight.outcome
        raise self._error or ClientError("a wait ended without an answer")


def answer_s(patience_s: float) -> float:
    """Time that a server may leave anything unanswered: its connection may be lost again and again meanwhile."""
    return max(ANSWER_S, patience_s)


def retry_s(nack: Nack) -> float:
    """Time to wait before the same is worth being said again."""
    return (nack.retry_ms or RETRY_MS) / 1000
