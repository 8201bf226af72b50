"""A line of play: a match on which moves are tried and taken back, for those who search.

Nothing is kept of what was asked before; ``mark`` and ``rewind`` lead back to it. From the first question on seats are
asked as those are who stop where it is good to (``Rules.settings``), but not while something of their own is on top nor
where they could only make mana; payments are left to the rules. A play is taken back by rewinding, never by ``cancel``.

A thorough line is for those who prove something: seats are asked wherever they could do more than make mana, and how
they pay, too.
"""

from __future__ import annotations

from math import tanh
from typing import TYPE_CHECKING, Final

from engine.analysis.secrecy import deal
from engine.errors import Refusal
from engine.events.loop_detection import answered, exceeded, look_first
from engine.play import auto_pass
from engine.state import agenda
from engine.state.budget import TooMuch
from engine.state.decisions import Answer
from engine.state.dump import standing
from engine.state.player_settings import ANY, Settings
from engine.state.procedure import current

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.match.match import Match
    from engine.state.decisions import Decision

AUTO: Final = Answer("auto")
EVERYWHERE: Final = Settings(smart=True, stops=((ANY, ANY),))
MOST_SKIPS: Final = 200
SWING: Final = 6.0
"""So many points ahead a side wins about three games of four."""

Mark = tuple[int, tuple["Decision", ...]]


class Line:
    """A match to try moves on; nobody else may use it.

    Args:
        seat: where several are asked at once, it is this one whose answer is given first.
        asks_all: nobody is passed for in a step.
        is_thorough: nobody is passed for who could do more than make mana, and payments are asked for.

    Attributes:
        game: as it stands; to be looked at.
    """

    __slots__ = ("_hurry", "_is_thorough", "_match", "_told", "game")

    def __init__(self, match: Match, seat: int, *, asks_all: bool = False, is_thorough: bool = False) -> None:
        self._match = match
        self._told = 0
        self._is_thorough = is_thorough
        usual = Settings(own=True, smart=True, stops=match.game.rules.settings.stops)
        self._hurry = EVERYWHERE if is_thorough else usual
        self.game = match.game
        self.game.hurry = None if asks_all else self._hurry
        self.game.pending = tuple(sorted(self.game.pending, key=lambda decision: decision.seat != seat))

    @property
    def decision(self) -> Decision | None:
        """The decision asked now; none when the game is over."""
        game = self.game
        return game.asked()[0] if game.pending and game.root.over is None else None

    def fork(self, seat: int, pick: Callable[[int], int]) -> Line:
        """Another one, in which what is hidden from a seat is dealt anew.

        Raises:
            ValueError: with these cards somebody who is asked now would not be asked.
        """
        match = self._match.fork()
        deal(match.game, seat, pick)
        match.ask_again()
        return Line(match, seat)

    def mark(self) -> Mark:
        """The position of the line, to be rewound to; marks nest."""
        return self.game.mark(), self.game.pending

    def rewind(self, mark: Mark) -> None:
        """Take back all that was done since a mark."""
        self._told = min(self._told, mark[0])
        self.game.rewind(mark[0])
        self.game.pending = mark[1]

    def key(self) -> str:
        """The whole state, to be told from others: 128 bits, of which no client is told."""
        return standing(self.game)

    def news(self) -> set[int]:
        """The ids of the records that are not as they were when this was last asked."""
        game = self.game
        found = game.touched | {ident for ident, _, _ in game.log[self._told :]}
        game.touched.clear()
        self._told = len(game.log)
        return found

    def play(self, answer: Answer) -> None:
        """Answer what is asked, and go on to what somebody has to decide.

        Raises:
            Refusal: it does not count, and the line is where it was.
        """
        mark = self.mark()
        try:
            self.step(answer)
            self._skip()
        except Refusal:
            self.rewind(mark)
            raise

    def step(self, answer: Answer) -> None:
        """Answer what is asked, and go on to the next question.

        Raises:
            Refusal: it does not count; the line is to be rewound.
        """
        self._give(self.game.pending[0], answer)

    def evaluate(self, seat: int) -> float:
        """The likelihood that a seat wins, as it seems, from 0 to 1; the result once the game is over."""
        game = self.game
        over = game.root.over
        if over is not None:
            return 0.5 if not over.winners and not game.rules.side else float(seat in over.winners)
        return 0.5 + 0.5 * tanh(game.rules.evaluate(game, seat) / (2 * SWING))

    def _give(self, decision: Decision, answer: Answer) -> None:
        game = self.game
        play = current(game)
        if play is not None and play.seat != decision.seat:
            game.bind(is_choice=True)
        decision.check(answer)
        look_first(game, decision)
        game.speaker = decision.seat
        mark = game.mark()
        game.meter.begin(game)
        try:
            agenda.advance(game, answer)
            answered(game, decision, answer)
        except TooMuch as excess:
            game.rewind(mark)
            game.pending = ()
            exceeded(game, excess)

    def _skip(self) -> None:
        for _ in range(MOST_SKIPS):
            decision = self.decision
            if decision is None:
                return
            is_payment = not self._is_thorough and (decision.kind == "pay" or decision.auto)
            answer = AUTO if is_payment else auto_pass.skip(self.game, self._hurry, decision)
            if answer is None:
                return
            self._give(decision, answer)
