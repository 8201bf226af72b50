"""Number of wins of each so far: told while matches are played, and of bots that are on one side.

If bots play against each other, each has its own number. If all seats are on one side, they win and lose together,
against a side at which nobody sits: there a team, which is those who sit at the same matches, has won and lost.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

from engine import list_games, side_of
from server.arena.ledger import Outcome, Plan

WON: Final = "won"
DRAWN: Final = "drawn"
LOST: Final = "lost"
ENDS: Final = (WON, DRAWN, LOST)


class Team:
    """Those who sit at the same matches of one side.

    Attributes:
        name: of all of them.
        ends: how their matches went: ``won``, ``drawn`` or ``lost`` -> the code of the end -> how often.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self.ends: dict[str, Counter[str]] = {end: Counter() for end in ENDS}

    def add(self, outcome: Outcome) -> None:
        end = WON if outcome.winners else DRAWN if outcome.is_drawn else LOST
        self.ends[end][outcome.code] += 1

    def count(self, end: str) -> int:
        return self.ends[end].total()

    @property
    def played(self) -> int:
        return sum(map(self.count, ENDS))

    def __str__(self) -> str:
        told = (f"{end} {self.count(end)}" for end in ENDS if end != DRAWN or self.count(end))
        return f"{self.name}: {', '.join(told)}"


class Score:
    """The outcomes of the matches so far.

    Attributes:
        side: the name of the side at which nobody sits; "" where they play against each other.
    """

    def __init__(self, plan: Plan, outcomes: Iterable[Outcome]) -> None:
        self.side = side_of(plan.game) if plan.game in list_games() else ""
        self._names = [entrant.name for entrant in plan.entrants]
        self._wins = [0] * len(self._names)
        self._teams: dict[tuple[int, ...], Team] = {}
        if self.side:
            everybody = tuple(range(len(self._names)))
            for seats in zip(everybody) if plan.round_robin else [everybody]:
                self._team(seats)
        for outcome in outcomes:
            self.add(outcome)

    @property
    def teams(self) -> list[Team]:
        """None where they play against each other."""
        return list(self._teams.values())

    def add(self, outcome: Outcome) -> None:
        """Count a match; one that came to no end counts for nobody."""
        if outcome.error:
            return
        if self.side:
            self._team(outcome.seats).add(outcome)
        for place in {outcome.seats[seat] for seat in outcome.winners}:
            self._wins[place] += 1

    def _team(self, seats: tuple[int, ...]) -> Team:
        places = tuple(sorted(set(seats)))
        if places not in self._teams:
            self._teams[places] = Team(joined([self._names[place] for place in places]))
        return self._teams[places]

    def __str__(self) -> str:
        if self.side:
            return "; ".join(map(str, self.teams))
        return ", ".join(f"{name} {wins}" for name, wins in zip(self._names, self._wins, strict=True))


def joined(names: Sequence[str]) -> str:
    """Several names as people say them."""
    *others, last = names
    return f"{', '.join(others)} and {last}" if others else last
