"""The clock of a match: how long each seat may still think, as a function of what the journal says.

Each seat has a bank for the whole match and a limit for each turn at thinking, whichever ends first. A turn at thinking
begins when the seat is asked and ends when a legal answer of its own brings the game on: the steps of a play share the
turn it was announced in, and taking a play back does not end it. While nobody is there at the seat another bank is used
first. Time for which the server was at fault is not charged.

All times are ms of the owner's timer, as in journal entries; one that was set back stands still. Knows no match
and no timer: it is told what happened when, and says when time is up.
"""

from collections.abc import Mapping
from typing import Final

from protocol.messages import Clock as Rules

MOST_CREDIT_MS: Final = 2_000
"""Of lag that a seat can have in store."""
CREDIT_MS: Final = 200
"""Of lag that each turn at thinking adds to the store."""
LEAST_AWAY_MS: Final = 1_000
"""The least that leaving costs, so that coming and going is bounded."""
NOT_ASKED: Final = -1
UNBOUNDED: Final = Rules()
"""Of a match in which everybody may think as long as they like."""
OF_SEAT: Final = ("away_ms", "bank_ms", "credit_ms", "is_away", "is_late", "lapses", "since_ms", "used_ms", "w")
"""The attributes of a seat's time, as a dump has them."""


class Line:
    """The public facts of a seat that is waited for: since when, until when (if ever), what its bank held."""

    __slots__ = ("bank_ms", "deadline_ms", "seat", "since_ms")

    def __init__(self, seat: int, since_ms: int, deadline_ms: int | None, bank_ms: int) -> None:
        self.seat = seat
        self.since_ms = since_ms
        self.deadline_ms = deadline_ms
        self.bank_ms = bank_ms

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Line) and (self.seat, self.since_ms, self.deadline_ms, self.bank_ms) == (
            other.seat,
            other.since_ms,
            other.deadline_ms,
            other.bank_ms,
        )

    __hash__ = None  # type: ignore[assignment] # compared, never looked up


class Seat:
    """One seat's time.

    Attributes:
        bank_ms: left for the match.
        away_ms: left for being away.
        credit_ms: of lag, in store.
        used_ms: of the limit, in this turn at thinking, before ``since_ms``.
        since_ms: since when its time runs; ``NOT_ASKED`` if it does not.
        w: the decision that is open.
        lapses: turns at thinking on end in which time ran out.
        is_late: time ran out in this one.
        is_away: nobody is there.
    """

    __slots__ = OF_SEAT

    def __init__(self, rules: Rules) -> None:
        self.bank_ms = rules.bank_ms
        self.away_ms = rules.away_ms
        self.credit_ms = MOST_CREDIT_MS
        self.used_ms = 0
        self.since_ms = NOT_ASKED
        self.w = 0
        self.lapses = 0
        self.is_late = False
        self.is_away = False

    @property
    def runs(self) -> bool:
        return self.since_ms != NOT_ASKED

    def charge(self, rules: Rules, elapsed_ms: int) -> None:
        if self.is_away:
            from_away = min(self.away_ms, elapsed_ms)
            self.away_ms -= from_away
            elapsed_ms -= from_away
        self.used_ms += elapsed_ms
        if rules.bank_ms:
            self.bank_ms = max(0, self.bank_ms - elapsed_ms)

    def until_ms(self, rules: Rules) -> int | None:
        """The end of its time; ``None`` while its time does not run, or is not bounded."""
        limits = [self.bank_ms] if rules.bank_ms else []
        if rules.decision_ms:
            limits.append(max(0, rules.decision_ms - self.used_ms))
        if not self.runs or not limits:
            return None
        return self.since_ms + min(limits) + (self.away_ms if self.is_away else 0)


class Clock:
    """The time of all seats.

    Args:
        rules: how much they have; ``UNBOUNDED`` only notes since when seats are waited for.
        at_ms: when the match began.
    """

    __slots__ = ("at_ms", "rules", "seats")

    def __init__(self, rules: Rules, seats: int, at_ms: int) -> None:
        self.rules = rules
        self.seats = tuple(Seat(rules) for _ in range(seats))
        self.at_ms = at_ms

    @property
    def is_bounded(self) -> bool:
        """Whether time can be up."""
        return bool(self.rules.bank_ms or self.rules.decision_ms)

    # --- what happens -------------------------------------------------------------------------

    def begin(self, asked: Mapping[int, int]) -> None:
        """The match asks its first decisions: seat -> number of its open decision."""
        for number, seat in enumerate(self.seats):
            self._ask(seat, asked.get(number, 0))

    def took(
        self, at_ms: int, who: int, asked: Mapping[int, int], playing: int, *, moves: bool, lag_ms: int = 0
    ) -> None:
        """An input of a seat was taken, or given for it.

        Args:
            who: the seat.
            asked: seat -> number of its open decision, after it.
            playing: the seat whose play is in flight, -1 if none is.
            moves: it was neither taken back nor undone.
            lag_ms: as ``credit`` said.
        """
        self._pass(at_ms)
        for number, seat in enumerate(self.seats):
            w = asked.get(number, 0)
            is_asked_anew = w != seat.w and (moves or number != who)
            is_over = number != playing and (not w or is_asked_anew)
            if seat.runs and (is_over or not w):
                is_own = number == who and moves
                self._stop(seat, lag_ms if is_own else 0)
                if is_over and is_own and not seat.is_late:
                    seat.bank_ms += self.rules.increment_ms if self.rules.bank_ms else 0
                    seat.lapses = 0
            if is_over:
                seat.used_ms, seat.is_late = 0, False
            self._ask(seat, w)

    def lapsed(self, who: int) -> bool:
        """Time has run out for a seat; whether so often that it has lost. The default is to be taken next."""
        seat = self.seats[who]
        if not seat.is_late:
            seat.is_late = True
            seat.lapses += 1
        return seat.lapses >= self.rules.lapses

    def left(self, at_ms: int, who: int) -> None:
        """Nobody is at a seat any more."""
        self._restart(at_ms, self.seats[who], is_away=True)

    def came_back(self, at_ms: int, who: int) -> None:
        """Somebody is at the seat again."""
        seat = self.seats[who]
        before_ms = seat.away_ms
        self._restart(at_ms, seat, is_away=False)
        seat.away_ms = min(seat.away_ms, max(0, before_ms - LEAST_AWAY_MS))

    def paused(self, since_ms: int, at_ms: int) -> None:
        """Between two moments the server was at fault: what ran does not count."""
        self._pass(at_ms)
        for seat in self.seats:
            if seat.runs:
                seat.since_ms += max(0, self.at_ms - max(since_ms, seat.since_ms))

    # --- what follows from it -----------------------------------------------------------------

    def deadline_ms(self, who: int) -> int | None:
        """When time is up for a seat; ``None`` while it does not run."""
        return self.seats[who].until_ms(self.rules)

    def credit(self, who: int, lag_ms: int) -> int:
        """The part of a measured lag that is made good."""
        return min(lag_ms, self.seats[who].credit_ms) if self.is_bounded else 0

    def lines(self) -> list[Line]:
        """The seats that are waited for."""
        return [
            Line(number, seat.since_ms, seat.until_ms(self.rules), seat.bank_ms)
            for number, seat in enumerate(self.seats)
            if seat.runs
        ]

    # --- keeping ------------------------------------------------------------------------------

    def dump(self) -> list[list[int]]:
        """Plain numbers; what ``load`` takes."""
        return [[self.at_ms], *([int(getattr(seat, name)) for name in OF_SEAT] for seat in self.seats)]

    @staticmethod
    def load(rules: Rules, kept: list[list[int]]) -> "Clock":
        """A clock from its dump."""
        clock = Clock(rules, len(kept) - 1, kept[0][0])
        for seat, values in zip(clock.seats, kept[1:], strict=True):
            for name, value in zip(OF_SEAT, values, strict=True):
                if name.startswith("is_"):
                    setattr(seat, name, bool(value))
                else:
                    setattr(seat, name, value)
        return clock

    # --- within -------------------------------------------------------------------------------

    def _pass(self, at_ms: int) -> None:
        self.at_ms = max(self.at_ms, at_ms)

    def _ask(self, seat: Seat, w: int) -> None:
        seat.w = w
        if w and not seat.runs:
            seat.since_ms = self.at_ms

    def _stop(self, seat: Seat, lag_ms: int) -> None:
        """A seat's time runs no more."""
        elapsed_ms = max(0, self.at_ms - seat.since_ms)
        made_good_ms = min(lag_ms, elapsed_ms)
        seat.charge(self.rules, elapsed_ms - made_good_ms)
        seat.credit_ms = min(MOST_CREDIT_MS, seat.credit_ms - made_good_ms + CREDIT_MS)
        seat.since_ms = NOT_ASKED

    def _restart(self, at_ms: int, seat: Seat, *, is_away: bool) -> None:
        self._pass(at_ms)
        if seat.runs:
            seat.charge(self.rules, max(0, self.at_ms - seat.since_ms))
            seat.since_ms = self.at_ms
        seat.is_away = is_away
