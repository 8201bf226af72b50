"""One match as one viewer sees it, and the intents of its seat.

Owns the view, its number, the open decision and the sequence numbers of intents. Frames come in through ``receive``;
what must be sent goes to the ``send`` it was given, which may drop it while there is no connection: ``resume`` repeats
whatever matters.

A diff that is not the next one is dropped and a fresh state asked for; a diff that is already known is dropped.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Final, Literal, TypeAlias

import anyio
import msgspec

from protocol.diffs import parse
from protocol.errors import ClientError, MatchOver, Refused
from protocol.messages import (
    ABSENT,
    Ack,
    Agree,
    AnyAnswer,
    AnyComfort,
    Concede,
    Decision,
    Diff,
    End,
    Head,
    Intent,
    Join,
    Leave,
    Nack,
    Numbered,
    Rematch,
    Result,
    Settings,
    State,
    Sync,
    Waiting,
)
from protocol.view import View

Sent: TypeAlias = Numbered | Join | Sync | Leave
Event: TypeAlias = State | Diff | Ack | Nack | Waiting | Rematch | Head | End

RETRY_MS: Final = 200
"""How long to wait before an intent is repeated, where the nack does not say."""
RESEND_S: Final = 5.0
"""How long an answer may take before the intent is sent again on the same connection."""
TRANSIENT: Final = frozenset(("rate_limited", "unavailable"))
"""Nack codes that are worth repeating the same intent for."""

_DECISIONS: Final = msgspec.json.Decoder(Decision | None)


class _Flight:
    """An intent on its way, and what came back."""

    __slots__ = ("done", "message", "outcome")

    def __init__(self, message: Numbered) -> None:
        self.message = message
        self.outcome: Ack | Nack | None = None
        self.done = anyio.Event()


class Table:
    """A place at a match.

    Attributes:
        match: the match's id.
        seat: the seat held, ``None`` as spectator.
        view: what this viewer knows.
        seq: the view's number.
        decision: what is asked of this seat now.
        waiting: whom the match was last said to wait for.
        rematch: who wants to play again, and where to, once all do.
        result: how it ended, once it has.
        gaps: how often something was found to be missing: between two numbers, or since the connection was lost.
        resends: how often an intent was sent again.
    """

    def __init__(self, match: str, token: str | None, send: Callable[[Sent], Awaitable[None]]) -> None:
        self.match = match
        self.seat: int | None = None
        self.view = View()
        self.seq = -1
        self.waiting: Waiting | None = None
        self.rematch: Rematch | None = None
        self.result: Result | None = None
        self.gaps = 0
        self.resends = 0
        self._is_back = False
        self._decision: Decision | None = None
        self._token = token
        self._send = send
        self._error: ClientError | None = None
        self._changed = anyio.Event()
        self._flights: dict[int, _Flight] = {}
        self._c = 0
        self._asked = 0
        self._syncing = False

    @property
    def decision(self) -> Decision:
        """The open decision.

        Raises:
            LookupError: nothing is asked of this seat.
        """
        if self._decision is None:
            raise LookupError("no decision is open for this seat")
        return self._decision

    @property
    def has_decision(self) -> bool:
        return self._decision is not None

    @property
    def is_whole(self) -> bool:
        """Whether nothing is known to be missing in the view."""
        return self.is_joined and not (self._syncing or self._is_back)

    @property
    def c(self) -> int:
        """The number of this seat's last intent."""
        return self._c

    @property
    def is_joined(self) -> bool:
        """Whether the first state is there."""
        return self.seq >= 0

    async def next_decision(self) -> Decision | None:
        """Wait for a decision that was not returned before, or whose answer was refused.

        Returns:
            the decision; ``None`` once the match is over.

        Raises:
            ConnectionLost: for good.
            Refused: the server does not let this client follow the match any more.
        """
        while self.result is None:
            if self._decision is not None and self._decision.w > self._asked:
                self._asked = self._decision.w
                return self._decision
            await self.next_change()
        return None

    async def decisions(self) -> AsyncIterator[Decision]:
        """Every decision of this seat, until the match is over; raises as ``next_decision``."""
        while (decision := await self.next_decision()) is not None:
            yield decision

    async def changes(self) -> AsyncIterator[Table]:
        """This table after every change, the first state included, until the match is over."""
        seen = -1
        while True:
            if self.seq != seen:
                seen = self.seq
                yield self
            elif self.result is not None:
                return
            else:
                await self.next_change()

    async def next_change(self) -> None:
        """Wait until anything is different.

        Raises:
            ConnectionLost, Refused: as ``next_decision``.
        """
        if self._error is not None:
            raise self._error
        await self._changed.wait()
        if self._error is not None:
            raise self._error

    async def answer(self, answer: AnyAnswer) -> None:
        """Answer the open decision: a record, the number of an option, or a gesture.

        Returns when the result is journaled and in the view.

        Raises:
            Refused: it does not count, the decision stands.
            MatchOver: too late.
            ConnectionLost: for good; whether it was applied is not known.
            LookupError: no decision is open.
        """
        self._c += 1
        decision = self.decision
        self._asked = max(self._asked, decision.w)
        try:
            await self._fly(Intent(self.match, self._c, decision.w, answer))
        except Refused:
            self._asked = min(self._asked, decision.w - 1)
            raise

    async def concede(self) -> None:
        """Give the match up; raises as ``answer``."""
        self._c += 1
        await self._fly(Concede(self.match, self._c))

    async def agree(self, to: Literal["draw", "takeback", "open", "rematch"], *, yes: bool = True, w: int = 0) -> None:
        """Offer or accept, or with ``yes=False`` decline, what all have to agree on; raises as ``answer``.

        ``w`` is the decision that a takeback goes back to; 0: the seat's last one.
        """
        self._c += 1
        await self._fly(Agree(self.match, self._c, to, yes, w))

    async def settle(self, settings: AnyComfort) -> None:
        """Say how this seat wants to be asked: a record replaces its settings, a gesture changes what it names.

        The server passes for the seat where its settings say so, at once too: a decision that was open may be gone.
        Raises as ``answer``.
        """
        self._c += 1
        await self._fly(Settings(self.match, self._c, settings))

    async def leave(self) -> None:
        """Follow the match no more."""
        await self._send(Leave(self.match))

    async def resume(self) -> None:
        """On a new connection: join from the last number, and repeat what was not answered."""
        self._syncing = False
        self._is_back = self.is_joined
        await self._send(Join(self.match, self._token, self.seq if self.is_joined else None))
        for flight in tuple(self._flights.values()):
            await self._send_again(flight)

    def fail(self, error: ClientError) -> None:
        """End every wait with this error."""
        self._error = error
        for flight in self._flights.values():
            flight.done.set()
        self._announce()

    async def receive(self, event: Event) -> None:
        """Take in one frame of this match.

        Raises:
            BadFrame: a view or decision is not what PROTOCOL.md says.
        """
        if self._is_back and isinstance(event, State | Diff | Head):
            self._is_back = False
            self._missed(event.seq)
        match event:
            case State():
                self._replace(event)
            case Diff():
                await self._advance(event)
            case Head():
                if event.seq > self.seq:
                    await self._heal(event.seq)
            case Ack():
                self._land(event.c, event)
            case Nack():
                self._refused(event)
            case Waiting():
                self.waiting = event
                self._announce()
            case Rematch():
                self.rematch = event
                self._announce()
            case End():
                self.result = event.result
                self._announce()

    def _replace(self, state: State) -> None:
        self._syncing = False
        self.view = View(parse(state.view))
        self.seq = state.seq
        self.seat = state.you
        self._c = max(self._c, state.c)
        self._decision = _DECISIONS.decode(state.decision) if state.decision is not ABSENT else None
        self.result = state.result or self.view.game.over
        self._announce()

    async def _advance(self, diff: Diff) -> None:
        if diff.seq <= self.seq or self._syncing:
            return
        if diff.seq != self.seq + 1:
            await self._heal(diff.seq)
            return
        self.view.fold(parse(diff.d))
        self.seq = diff.seq
        if diff.decision is not ABSENT:
            self._decision = _DECISIONS.decode(diff.decision)
        self.result = self.result or self.view.game.over
        self._announce()

    async def _heal(self, told: int) -> None:
        if not self._syncing:
            self._syncing = True
            self._missed(told)
            await self._send(Sync(self.match))

    def _missed(self, told: int) -> None:
        """We are told of a number; that it is a later one than ours is a gap."""
        if told > self.seq:
            self.gaps += 1

    def _refused(self, nack: Nack) -> None:
        if nack.c is not None:
            self._land(nack.c, nack)
        else:
            self.fail(Refused(nack.code, nack.reason, nack.rule, nack.retry_ms))

    def _land(self, c: int, outcome: Ack | Nack) -> None:
        flight = self._flights.get(c)
        if flight is not None and flight.outcome is None:
            flight.outcome = outcome
            flight.done.set()

    async def _fly(self, message: Numbered) -> None:
        flight = self._flights[message.c] = _Flight(message)
        try:
            await self._send(message)
            while isinstance(outcome := await self._landed(flight), Nack):
                if outcome.code == "match_over":
                    raise MatchOver(outcome.reason)
                if outcome.code not in TRANSIENT and not self._sits_down_again(outcome):
                    raise Refused(outcome.code, outcome.reason, outcome.rule, outcome.retry_ms)
                flight.outcome, flight.done = None, anyio.Event()
                with anyio.move_on_after((outcome.retry_ms or RETRY_MS) / 1000) as pause:
                    await flight.done.wait()  # sent again on a new connection meanwhile
                if pause.cancelled_caught:
                    await self._send_again(flight)
        finally:
            del self._flights[message.c]
        while self.seq < outcome.seq and self.result is None:
            await self.next_change()

    def _sits_down_again(self, nack: Nack) -> bool:
        """Whether the intent went to a server, after a reconnect or a move, before our seat was found there."""
        return nack.code == "not_seated" and self.seat is not None

    async def _send_again(self, flight: _Flight) -> None:
        self.resends += 1
        await self._send(flight.message)

    async def _landed(self, flight: _Flight) -> Ack | Nack:
        """Wait for the answer; what is not answered in time is sent again, which is harmless."""
        while self._error is None and not flight.done.is_set():
            with anyio.move_on_after(RESEND_S) as patience:
                await flight.done.wait()
            if patience.cancelled_caught:
                await self._send_again(flight)
        if flight.outcome is not None:
            return flight.outcome
        raise self._error or ClientError("a wait ended without an answer")

    def _announce(self) -> None:
        self._changed.set()
        self._changed = anyio.Event()
