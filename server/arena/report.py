"""The tables that people read, and the JSON that programs do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

import msgspec
from rich.table import Table
from rich.text import Text

from server.arena.ledger import Ledger, Outcome
from server.arena.ratings import Interval, crosstable, elo, wilson
from server.arena.score import DRAWN, ENDS, LOST, WON, Score, Team
from server.runtime.incidents import Incident
from server.terminal.plain_text import styled

MOST_TOLD: Final = 20
"""Errors, and numbers of incidents of one place, that people are told; JSON has all."""


class Standing:
    """One entrant's results.

    Attributes:
        wins, draws, losses: its matches; one in which it has all seats counts once.
        by_seat: what it has won at each seat.
        share: a draw is half a win.
    """

    def __init__(self, name: str, place: int, seats: int, outcomes: Sequence[Outcome], rating: Interval) -> None:
        own = [outcome for outcome in outcomes if place in outcome.seats]
        self.name = name
        self.rating = rating
        self.wins = sum(_has_won(outcome, place) for outcome in own)
        self.draws = sum(outcome.is_drawn for outcome in own)
        self.losses = len(own) - self.wins - self.draws
        self.share = wilson(self.wins + self.draws / 2, len(own))
        self.by_seat = [
            sum(outcome.seats[seat] == place and seat in outcome.winners for outcome in own) for seat in range(seats)
        ]

    def to_json(self, *, is_rated: bool) -> dict[str, object]:
        row: dict[str, object] = {
            "name": self.name,
            "wins": self.wins,
            "draws": self.draws,
            "losses": self.losses,
            "share": [round(each, 4) for each in self.share],
            "wins_by_seat": self.by_seat,
        }
        return row | ({"elo": [round(each, 1) for each in self.rating]} if is_rated else {})


class Results:
    """The outcomes of a run so far.

    Attributes:
        faults: of our own server.
    """

    def __init__(self, ledger: Ledger, matches: int, faults: Sequence[Incident] = ()) -> None:
        self.matches = matches
        self.faults = faults
        self.finished = [outcome for outcome in ledger.outcomes if not outcome.error]
        self.errors = [outcome.error for outcome in ledger.outcomes if outcome.error]
        score = Score(ledger.plan, ledger.outcomes)
        self.side = score.side
        self.teams = score.teams
        names = [entrant.name for entrant in ledger.plan.entrants]
        seats = max((len(outcome.seats) for outcome in ledger.outcomes), default=len(names))
        ratings = elo(crosstable(len(names), self.finished))
        self.standings = [
            Standing(name, place, seats, self.finished, ratings[place]) for place, name in enumerate(names)
        ]

    @property
    def is_whole(self) -> bool:
        """Whether every match has ended, and none in error, nor anything else of the server."""
        return len(self.finished) >= self.matches and not self.errors and not self.faults

    @property
    def is_rated(self) -> bool:
        """Whether they play against each other."""
        return not self.side

    def to_json(self) -> dict[str, object]:
        """Shares and ratings are value, low and high."""
        totals = {end: self.total(end) for end in ENDS} if self.side else {}
        return {
            "matches": self.matches,
            "finished": len(self.finished),
            **totals,
            "bots": [standing.to_json(is_rated=self.is_rated) for standing in self.standings],
            "side": self.side,
            "ends": dict(self.ends),
            "turns": round(self.turns, 2),
            "refusals": self.refusals,
            "errors": self.errors,
            "incidents": [msgspec.to_builtins(fault) for fault in self.faults],
        }

    @property
    def ends(self) -> list[tuple[str, int]]:
        """The endings of matches, and the number of each, the most frequent first."""
        return Counter(outcome.code for outcome in self.finished).most_common()

    def total(self, end: str) -> int:
        """Number of matches that were ``won``, ``drawn`` or ``lost`` against the side at which nobody sits."""
        return sum(team.count(end) for team in self.teams)

    @property
    def turns(self) -> float:
        """Of a match, on average."""
        return sum(outcome.turns for outcome in self.finished) / max(1, len(self.finished))

    @property
    def refusals(self) -> int:
        """Answers of bots of ours that did not count."""
        return sum(outcome.refusals for outcome in self.finished)

    def table(self) -> Table:
        """The table that people read, the best first."""
        against = f" against the {self.side}" if self.side else ""
        grid = Table(title=f"{len(self.finished)} of {self.matches} matches{against} finished", title_justify="left")
        return self._of_teams(grid) if self.side else self._of_each(grid)

    def _of_each(self, grid: Table) -> Table:
        for heading in ("bot", "wins", "draws", "losses", "share", "95 %", "at each seat", "Elo", "95 %"):
            grid.add_column(heading, justify="left" if heading == "bot" else "right")
        for standing in sorted(self.standings, key=lambda each: -each.share.value):
            grid.add_row(*self._row(standing))
        return grid

    def _of_teams(self, grid: Table) -> Table:
        """Those who sit at the same matches win and lose together."""
        for heading in ("bots", WON, DRAWN, LOST, "share", "95 %"):
            grid.add_column(heading, justify="left" if heading == "bots" else "right")
        for team in sorted(self.teams, key=lambda each: -share_of(each).value):
            share = share_of(team)
            counts = (str(team.count(end)) for end in ENDS)
            grid.add_row(styled(team.name), *counts, f"{share.value:.1%}", f"{share.low:.1%} - {share.high:.1%}")
        return grid

    def _row(self, standing: Standing) -> list[str | Text]:
        share, rating = standing.share, standing.rating
        return [
            styled(standing.name),
            str(standing.wins),
            str(standing.draws),
            str(standing.losses),
            f"{share.value:.1%}",
            f"{share.low:.1%} - {share.high:.1%}",
            " / ".join(map(str, standing.by_seat)),
            f"{rating.value:+.0f}",
            f"{rating.low:+.0f} - {rating.high:+.0f}",
        ]

    def summary(self) -> str:
        """Facts beside those of the table."""
        ends = self._ends_of_teams() if self.side else render_counts(dict(self.ends))
        unit = "rounds" if self.side else "turns"
        turns = f", {self.turns:.1f} {unit} on average" if self.finished else ""
        return f"{ends or 'none ended'}{turns}; {len(self.errors)} errors, {self.refusals} refused answers"

    def _ends_of_teams(self) -> str:
        """The good endings among all."""
        sums = {end: sum((team.ends[end] for team in self.teams), Counter[str]()) for end in ENDS}
        return ", ".join(f"{end} {codes.total()} ({render_counts(codes)})" for end, codes in sums.items() if codes)


def share_of(team: Team) -> Interval:
    """Of its matches it has won so many; a draw is half a win."""
    return wilson(team.count(WON) + team.count(DRAWN) / 2, team.played)


def render_counts(codes: Mapping[str, int]) -> str:
    """Frequency of each code, the most frequent first."""
    ordered = sorted(codes.items(), key=lambda each: -each[1])
    return ", ".join(f"{count} by {code}" for code, count in ordered)


def render_faults(faults: Sequence[Incident]) -> Iterator[str]:
    """Lines that say of each place where our own server failed what was raised there, and the incidents' numbers."""
    found: dict[tuple[str, tuple[str, ...]], list[str]] = {}
    for fault in faults:
        found.setdefault((fault.error, fault.at), []).append(fault.incident)
    for (error, at), numbers in found.items():
        more = f" and {len(numbers) - MOST_TOLD} more" if len(numbers) > MOST_TOLD else ""
        yield f"a fault of the server, incident {', '.join(numbers[:MOST_TOLD])}{more}: {error}"
        yield from (f"  at {place}" for place in at)


def render_errors(errors: Sequence[str]) -> Iterator[str]:
    """Lines that say why matches did not come to their end."""
    different = sorted(set(errors))
    yield from different[:MOST_TOLD]
    if len(different) > MOST_TOLD:
        yield f"and {len(different) - MOST_TOLD} more"


def _has_won(outcome: Outcome, place: int) -> bool:
    return any(outcome.seats[seat] == place for seat in outcome.winners)
