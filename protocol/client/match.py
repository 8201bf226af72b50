"""One match as one viewer sees it: the open decision, how it stands, and what is said there.

Frames come in through ``receive``; what must be sent goes to the ``send`` it was given, which may drop it while there
is no connection: ``resume`` repeats whatever matters. The view is kept by a ``mirror``, the intents of its seat are on
their way as ``flights``.

A match is its own iterator: ``async for decision in match`` gives every decision of its seat until the match is over,
one whose answer was refused once more. An answer is to the decision that was given last, even if the match went on
meanwhile: an answer never lands in another decision than the one it was thought of for.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import suppress
from functools import partial
from typing import Final, Literal, Protocol, TypeAlias

import anyio

from protocol.client import flights
from protocol.client.flights import LOST, UNANSWERED, UNNUMBERED, Flights
from protocol.client.mirror import Mirror
from protocol.client.overdue import QUIET_S, Overdue
from protocol.client.talk import Talk
from protocol.codec import decode_decision
from protocol.errors import ClientError, ConnectionLost, MatchOver, Refused
from protocol.messages import (
    ABSENT,
    Ack,
    Agree,
    Answer,
    AnyAnswer,
    AnyComfort,
    Clock,
    Concede,
    Decision,
    Deck,
    Diff,
    End,
    Head,
    Intent,
    Join,
    Leave,
    Nack,
    Numbered,
    Option,
    Remark,
    Rematch,
    Result,
    Said,
    Score,
    Settings,
    State,
    Sync,
    Waiting,
)
from protocol.view import View

Sent: TypeAlias = Numbered | Join | Sync | Leave
Event: TypeAlias = State | Diff | Ack | Nack | Waiting | Rematch | Said | Head | End

TOO_LATE: Final = frozenset(("stale_decision", "match_over"))
"""Nack codes of an answer that was right when it was thought of."""
NOT_ASKED: Final = "not_your_decision"
"""If it is about a decision that this seat was told of, the server has lost what led to that."""
CLOSED: Final = "closed"
"""The code of the result of a match that ended outside its rules; its view does not show that."""
MARGIN_S: Final = 0.5
"""Time before the server's deadline at which a seat that has a time of its own answers by default."""


class Later(Protocol):
    """Has ``what`` done beside all else, until the connection is closed."""

    def __call__(self, what: Callable[[], Awaitable[None]]) -> None: ...


class Match:
    """A place at a match: what is known there, what is asked, and what may be said.

    Attributes:
        id: the match's id.
        seat: the seat held, ``None`` as spectator.
        clock: how long seats may think, if that is bounded.
        delay_s: how far a spectator's view is behind.
        is_private: whether it is not listed, and watched only with a token or an invite.
        is_alone: whether bots of the house have all other seats.
        title: the name of the match, which tells it from others.
        is_partial: whether cards are played without some of their paragraphs, as each such card says by ``left_out``.
        watching: how many followed the public view when they were last counted.
        waiting: whom the match was last said to wait for; told in a match with a clock.
        series: how the series stood before this game of it, if it is one.
        rematch: who wants to play again, and where to, once all do.
        result: how it ended, once it has.
        talk: what players say, once ``Client.hear`` has asked for it.
        is_live: whether frames come: not from the loss of the connection until the first one after it.
        w: the number of the last decision that this seat was told of; 0 before the first.
        lapses: how often the time of this seat's own ran out and a default was answered.
        timeout_s: how long this seat thinks at most, as ``Client.join`` was told.
        is_to_be_followed: whether somebody waits for what follows it, though it may be over.
    """

    def __init__(
        self,
        match: str,
        token: str | None,
        send: Callable[[Sent], Awaitable[None]],
        *,
        patience_s: float,
        timeout_s: float | None = None,
        later: Later | None = None,
    ) -> None:
        self.id = match
        self.seat: int | None = None
        self.clock: Clock | None = None
        self.delay_s = 0
        self.is_private = False
        self.is_alone = False
        self.title = ""
        self.is_partial = False
        self.watching = 0
        self.waiting: Waiting | None = None
        self.series: Score | None = None
        self.rematch: Rematch | None = None
        self.result: Result | None = None
        self.is_live = False
        self.w = 0
        self.talk = Talk()
        self.lapses = 0
        self.timeout_s = timeout_s
        self.is_to_be_followed = False
        self._decision: Decision | None = None
        self._given: Decision | None = None
        self._token = token
        self._send = send
        self._later = later
        self._error: ClientError | None = None
        self._changed = anyio.Event()
        self._patience_s = patience_s
        self._flights = Flights(send, patience_s)
        self._lapsing = anyio.CancelScope()
        self._asked = 0
        self._late = 0
        """The last decision whose answer came too late, as the server said."""
        self._mirror = Mirror(partial(send, Sync(match)))
        self._silence = Overdue()
        self._lack = Overdue()
        self._heard = 0

    @property
    def view(self) -> View:
        """The knowledge of this viewer, kept up by diffs."""
        return self._mirror.view

    @property
    def seq(self) -> int:
        """The number of the view."""
        return self._mirror.seq

    @property
    def gaps(self) -> int:
        """Number of gaps that were found: between two numbers, or since the connection was lost."""
        return self._mirror.gaps

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

    def is_open(self, decision: Decision) -> bool:
        """Whether a decision still waits for its answer."""
        return self._decision is not None and self._decision.w == decision.w and self.result is None

    @property
    def is_whole(self) -> bool:
        """Whether nothing is known to be missing in the view."""
        return self._mirror.is_whole

    @property
    def c(self) -> int:
        """The number of this seat's last intent."""
        return self._flights.c

    @property
    def resends(self) -> int:
        """Number of times that an intent was sent again."""
        return self._flights.resends

    @property
    def unanswered(self) -> dict[int, float]:
        """Number of each intent of this seat that is not done with -> since when, by the event loop's clock."""
        return self._flights.unanswered

    @property
    def is_awaited(self) -> bool:
        """Whether anything may still come of it: it goes on, lacks its end, is followed, or has intents to answer."""
        is_open = self.result is None or self.is_to_be_followed or not self._flights.are_none
        return self._error is None and (is_open or self._lacks_its_end)

    @property
    def _lacks_its_end(self) -> bool:
        """Whether the match is over, and the view does not show that yet; the view of a closed match never does."""
        is_closed = self.result is not None and self.result.code == CLOSED
        return self.result is not None and not (self.is_whole and (is_closed or self.view.game.over is not None))

    @property
    def leads_on(self) -> bool:
        """Whether it is over and another game of its series follows, as nobody has won that yet."""
        if self.series is None or self.result is None:
            return False
        wins = [won + (seat in self.result.winners) for seat, won in enumerate(self.series.wins)]
        return max(wins) <= self.series.best // 2

    @property
    def is_joined(self) -> bool:
        """Whether the first state is there."""
        return self._mirror.is_there

    def __aiter__(self) -> AsyncIterator[Decision]:
        """Every decision of this seat, until the match is over."""
        return self

    async def __anext__(self) -> Decision:
        """Wait for a decision that was not given before, or whose answer was refused.

        Raises:
            StopAsyncIteration: the match is over.
            ConnectionLost: for good.
            Refused: the server does not let this client follow the match any more.
        """
        while self.result is None:
            if self._decision is not None and self._decision.w > self._asked:
                return self._give(self._decision)
            await self.next_change()
        raise StopAsyncIteration

    async def changes(self) -> AsyncIterator[View]:
        """The view after every change, the first state included, until the match is over; raises as iterating."""
        seen = -1
        while True:
            if self.seq != seen:
                seen = self.seq
                yield self.view
            elif self.result is not None:
                return
            else:
                await self.next_change()

    async def heard(self) -> AsyncIterator[Remark]:
        """Every line that players say, those first that were said before; until the connection is lost for good.

        ``Client.hear`` asks for them; lines of the seats in ``talk.muted`` are left out. Raises as iterating.
        """
        count = 0
        while True:
            lines, count = self.talk.since(count), self.talk.count
            for line in lines:
                yield line
            if self.talk.count == count:
                await self.next_change()

    async def next_change(self) -> None:
        """Wait until anything is different.

        Raises:
            ConnectionLost: for good.
            Refused: the server does not let this client follow the match any more.
        """
        if self._error is not None:
            raise self._error
        await self._changed.wait()
        if self._error is not None:
            raise self._error

    async def answer(self, answer: AnyAnswer | Option, decision: Decision | None = None) -> bool:
        """Answer a decision: with an option, the number of one, a record (with a plan, perhaps), or a gesture.

        Returns when the result is journaled and in the view. A server that is busy or comes back is waited for, and the
        same answer sent again: it counts once.

        Args:
            decision: which one; the one given last if left out, or where none was given, the one that is open.

        Returns:
            whether it counted: not if it came too late, as the decision was withdrawn or its time ran out, or the
            match is over.

        Raises:
            Refused: the rules forbid it, or it is no answer to that; the decision stands and is given again.
            ConnectionLost: for good; whether it was applied is not known.
            LookupError: nothing is asked of this seat.
        """
        asked = decision or self._given or self.decision
        try:
            return await self._reply(asked, answer.n if isinstance(answer, Option) else answer)
        finally:
            if self._given is asked:
                self._given = None

    async def concede(self) -> None:
        """Give the match up.

        Raises:
            Refused: no seat is held here, or it has already lost while others play on (``has_left``).
            MatchOver: it ended before.
            ConnectionLost: for good; whether it was applied is not known.
        """
        await self._fly(Concede(self.id, UNNUMBERED))

    async def agree(
        self,
        to: Literal["draw", "takeback", "open", "rematch"],
        *,
        yes: bool = True,
        w: int = 0,
        deck: Deck | None = None,
    ) -> None:
        """Offer or accept, or with ``yes=False`` decline, what all have to agree on.

        Standing offers are in the view as the entity ``offers``; the match that a rematch leads to, in ``rematch``.

        Args:
            w: the decision that a takeback goes back to; 0: the seat's last one.
            deck: to go on with in the next game of a series, with its sideboard; as it is if left out.

        Raises:
            Refused: ``cannot_take_back``, ``not_over`` for a rematch of a match that goes on, ``illegal_deck`` for
                other cards than one came with, and as ``concede``.
            MatchOver: it ended before; a rematch is still to be had.
            ConnectionLost: for good; whether it was applied is not known.
        """
        await self._fly(Agree(self.id, UNNUMBERED, to, yes, w, deck))

    async def settle(self, settings: AnyComfort) -> None:
        """Say how this seat wants to be asked: a record replaces its settings, a gesture changes what it names.

        The server passes for the seat where its settings say so, at once too: a decision that was open may be gone.

        Raises:
            Refused: ``bad_settings`` for what means nothing, ``full_control``, and as ``concede``.
            MatchOver: it ended before.
            ConnectionLost: for good; whether it was applied is not known.
        """
        await self._fly(Settings(self.id, UNNUMBERED, settings))

    async def leave(self) -> None:
        """Follow the match no more."""
        await self._send(Leave(self.id))

    async def resume(self) -> None:
        """On a new connection: join from the last number, and repeat what was not answered."""
        self._mirror.come_back()
        await self._send(Join(self.id, self._token, self.seq if self.is_joined else None))
        await self._flights.resume()

    def is_silent(self, now_s: float) -> bool:
        """Whether it is to be joined again, as a join is not answered or nothing is heard of it; asked now and then."""
        is_joining = not self.is_joined or self._mirror.is_back
        heard, self._heard = self._heard, self._mirror.heard
        waits = is_joining or heard == self._heard
        return self._silence.is_due(now_s, flights.RESEND_S if is_joining else QUIET_S, waits=waits)

    async def heal(self, now_s: float) -> None:
        """Ask for a fresh state again that did not come, or that tells what to make of a decision; call now and then.

        An answer that came too late should be gone: if its decision is still open, the seat is asked it once more.
        """
        is_late_and_open = self._decision is not None and self._decision.w == self._late
        if self._lack.is_due(now_s, flights.RESEND_S, waits=self._mirror.is_syncing or is_late_and_open):
            await self._mirror.renew()

    def lost(self) -> None:
        """There is no connection just now."""
        self.is_live = False
        self._silence.begin_anew()
        self._announce()

    def fail(self, error: ClientError) -> None:
        """End every wait with this error."""
        self._error = error
        self._flights.fail(error)
        self._announce()

    async def receive(self, event: Event) -> None:
        """Take in one frame of this match.

        Raises:
            BadFrame: a view or decision is not what PROTOCOL.md says.
        """
        self.is_live = True
        match event:
            case State():
                self._replace(event)
            case Diff():
                await self._advance(event)
            case Head():
                self.watching = event.watching
                await self._mirror.reach(event)
            case Ack():
                self._flights.land(event.c, event)
            case Nack():
                self._refused(event)
            case Waiting():
                self.waiting = event
                self._announce()
            case Rematch():
                self.rematch = event
                self._announce()
            case Said():
                self.talk.take(event.lines)
                self._announce()
            case End():
                self.result = event.result
                self._announce()

    def _give(self, decision: Decision) -> Decision:
        self._asked = decision.w
        self._given = decision
        left_s = self._left_s(decision)
        self._lapsing.cancel()
        if left_s is not None and self._later is not None and decision.default is not None:
            self._lapsing = anyio.CancelScope()
            self._later(partial(self._lapse_after, left_s, self._lapsing, decision, decision.default))
        return decision

    def _left_s(self, decision: Decision) -> float | None:
        """Time that this seat thinks about a decision at most; none if it has no time of its own."""
        if self.timeout_s is None or decision.deadline is None or decision.now is None:
            return self.timeout_s
        return max(0.0, min(self.timeout_s, (decision.deadline - decision.now) / 1000 - MARGIN_S))

    async def _lapse_after(self, left_s: float, until: anyio.CancelScope, decision: Decision, default: Answer) -> None:
        """When the time for a decision is over answer its default, unless an answer is on its way."""
        with until:
            await anyio.sleep(left_s)
        if until.cancel_called:
            return
        if self.is_open(decision) and not self._flights.is_answering(decision.w):
            self.lapses += 1
            with suppress(ClientError):  # whoever waits for this match is told
                await self._reply(decision, default)  # it stays the one given: what was thought of for it is too late

    def _replace(self, state: State) -> None:
        if state.seq < self.seq:  # the server has lost what we know: what it asks from now on has numbers of before
            self._asked = self._late = 0
        self._mirror.replace(state)
        self.seat = state.you
        self.series = state.series
        self.clock = state.clock
        self.delay_s = state.delay_s
        self.is_private = state.private
        self.is_alone = state.alone
        self.title = state.title
        self.is_partial = state.partial
        self._flights.c = max(self._flights.c, state.c)
        self._flights.is_seated = state.you is not None
        self._ask(decode_decision(state.decision) if state.decision is not ABSENT else None)
        self.result = state.result or self.view.game.over
        self._announce()

    async def _advance(self, diff: Diff) -> None:
        if not await self._mirror.advance(diff):
            return
        if diff.decision is not ABSENT:
            self._ask(decode_decision(diff.decision))
        self.result = self.result or self.view.game.over
        self._announce()

    def _ask(self, decision: Decision | None) -> None:
        """This is asked of the seat now, or nothing is.

        A decision that was answered too late is over, or else it is asked once more under its number.
        """
        self._decision = decision
        if decision is not None:
            self.w = max(self.w, decision.w)
            if decision.w == self._late:
                self._late, self._asked = 0, min(self._asked, decision.w - 1)

    async def _reply(self, asked: Decision, answer: AnyAnswer) -> bool:
        """Say what a decision is answered with; whether it counted. Raises as ``answer``."""
        self._asked = max(self._asked, asked.w)
        try:
            await self._fly(Intent(self.id, UNNUMBERED, asked.w, answer))
        except MatchOver:
            return False
        except Refused as refused:
            is_lost = refused.code == NOT_ASKED and asked.seat == self.seat
            if refused.code not in TOO_LATE and not is_lost:
                self._asked = min(self._asked, asked.w - 1)
                raise
            self._late = asked.w
            return False
        return True

    def _refused(self, nack: Nack) -> None:
        if nack.c is not None:
            self._flights.land(nack.c, nack)
        else:
            self.fail(Refused(nack.code, nack.reason, nack.rule, nack.retry_ms))

    async def _fly(self, message: Numbered) -> None:
        """Say something, and wait until what comes of it is in the view.

        A result that a fresh state does not know either is not waited for: the server has lost it.
        """
        seq = await self._flights.fly(message)
        with anyio.move_on_after(flights.RESEND_S):
            await self._reach(seq)
        if self.seq >= seq or self.result is not None:
            return
        states = self._mirror.states
        await self._mirror.renew()
        with anyio.move_on_after(flights.answer_s(self._patience_s)) as patience:
            while self._mirror.states == states and self.result is None:
                await self.next_change()
        if patience.cancelled_caught:
            raise ConnectionLost(LOST, UNANSWERED)

    async def _reach(self, seq: int) -> None:
        while self.seq < seq and self.result is None:
            await self.next_change()

    def _announce(self) -> None:
        self._changed.set()
        self._changed = anyio.Event()
