"""Every line of play from a position: whether a seat reaches a goal against every answer of all others.

A depth-first search of an AND/OR tree on one match that is played forward and rewound. Positions that were met are kept
by their hashes. The number of positions is bounded; there is no clock.
"""

from __future__ import annotations

from typing import Final

import engine
from server.puzzles.lines import Act, Names, is_nothing, is_payment, key_of, moves
from server.puzzles.puzzle import SOLVER

MOST_NODES: Final = 20_000
MOST_DEPTH: Final = 250
"""Questions on end; the stack of calls holds two for each."""


class Unfinished(Exception):
    """There are more positions than were to be looked at."""


class Tree:
    """All that may come of a position.

    Args:
        line: a thorough one.
        most: positions that may be looked at.
        barred: a play that the solver may not make, in no line.

    Attributes:
        nodes: positions looked at, those of ``known`` not counted again.
        line: as it stands between questions: where the puzzle begins, or where somebody played on to.
    """

    def __init__(self, line: engine.Line, goal: Goal, most: int = MOST_NODES, barred: Act = ()) -> None:
        self.line = line
        self.nodes = 0
        self._most = most
        self._barred = barred
        self._names = Names(line)
        self._goal = goal
        self._known: dict[tuple[str, Act], bool] = {}

    def verdict(self) -> bool | None:
        """Whether the goal is reached where the line stands; none while that is open."""
        return self._goal.verdict(self.line)

    def reaches(self, act: Act = (), depth: int = 0) -> bool:
        """Whether the solver reaches the goal from where the line stands, whatever others answer.

        Args:
            act: the solver's play under way, as far as it is chosen.

        Raises:
            Unfinished: there are too many positions, or a line goes on for too long.
        """
        found = self.verdict()
        if found is not None:
            return found
        key = (self.line.key(), act if self._barred else ())
        if key in self._known:
            return self._known[key]
        self.nodes += 1
        if self.nodes > self._most or depth > MOST_DEPTH:
            raise Unfinished
        self._known[key] = found = self._try(act, depth)
        return found

    def _try(self, act: Act, depth: int) -> bool:
        line = self.line
        decision = line.decision
        assert decision is not None
        is_own = decision.seat == SOLVER
        start = line.mark()
        for answer in moves(line, decision):
            then = self.follow(act, decision, answer)
            if is_own and self._barred and then == self._barred:
                continue
            try:
                line.play(answer)
            except engine.Refusal:
                continue
            reached = self.reaches(then, depth + 1)
            line.rewind(start)
            if reached == is_own:
                return is_own
        return not is_own

    def follow(self, act: Act, decision: engine.Decision, answer: engine.Answer) -> Act:
        """The solver's play that an answer begins or goes on with; none if it is to do nothing, or another's."""
        if decision.seat != SOLVER or is_nothing(answer):
            return ()
        if is_payment(decision):
            return act
        key = key_of(answer, self._names)
        return (*act, key) if self.is_in_play else (key,)

    @property
    def is_in_play(self) -> bool:
        """Whether something is announced and not yet paid for where the line stands."""
        return bool(self.line.game.root.plays)


class Goal:
    """The goal of a puzzle, on lines that come from its position.

    Args:
        line: as it stands where the puzzle begins.
    """

    __slots__ = ("_is_to_live", "_libraries", "_turn", "_until")

    def __init__(self, goal: str, until: str, line: engine.Line) -> None:
        self._is_to_live = goal == "live"
        self._until = until
        self._turn = line.game.root.turn
        self._libraries = _count(line)

    def verdict(self, line: engine.Line) -> bool | None:
        """Whether it is reached (true) or out of reach (false) where a line stands; none while it is open.

        It is out of reach, too, once a card left a library, or an empty one was made anew: nobody knows its order.
        """
        root = line.game.root
        is_past = root.turn != self._turn or (bool(self._until) and root.step == self._until)
        if root.over is not None:
            return SOLVER in root.over.winners and (self._is_to_live or not is_past)
        if is_past:
            return self._is_to_live
        return False if _count(line) != self._libraries else None


def _count(line: engine.Line) -> int:
    """The cards that nobody sees."""
    zones = (zone for seats in line.game.zones.values() for zone in seats)
    return sum(len(zone.content) for zone in zones if zone.sight == "nobody")
