"""The tables that people read, and the JSON that programs do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

import msgspec
from rich.table import Table

from server.arena.ledger import Ledger, Outcome
from server.arena.ratings import Interval, crosstable, elo, wilson
from server.incidents import Incident

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
        self.draws = sum(not outcome.winners and not outcome.side for outcome in own)
        self.losses = len(own) - self.wins - self.draws
        self.share = wilson(self.wins + self.draws / 2, len(own))
        self.by_seat = [
            sum(outcome.seats[seat] == place and seat in outcome.winners for outcome in own) for seat in range(seats)
        ]

    def to_json(self, *, is_rated: bool) -> dict[str, object]:
        told: dict[str, object] = {
            "name": self.name,
            "wins": self.wins,
            "draws": self.draws,
            "losses": self.losses,
            "share": [round(each, 4) for each in self.share],
            "wins_by_seat": self.by_seat,
        }
        return told | ({"elo": [round(each, 1) for each in self.rating]} if is_rated else {})


class Results:
    """What came of a run so far.

    Attributes:
        faults: of our own server.
    """

    def __init__(self, ledger: Ledger, matches: int, faults: Sequence[Incident] = ()) -> None:
        self.matches = matches
        self.faults = faults
        self.finished = [outcome for outcome in ledger.outcomes if not outcome.error]
        self.errors = [outcome.error for outcome in ledger.outcomes if outcome.error]
        self.side = next((outcome.side for outcome in self.finished if outcome.side), "")
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
        return {
            "matches": self.matches,
            "finished": len(self.finished),
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
        """How matches ended, and how many did so, the most frequent first."""
        return Counter(outcome.code for outcome in self.finished).most_common()

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
        grid = Table(title=f"{len(self.finished)} of {self.matches} matches finished", title_justify="left")
        headings = ["bot", "wins", "draws", "losses", "share", "95 %", "at each seat"]
        for heading in headings + (["Elo", "95 %"] if self.is_rated else []):
            grid.add_column(heading, justify="left" if heading == "bot" else "right")
        for standing in sorted(self.standings, key=lambda each: -each.share.value):
            grid.add_row(*self._row(standing))
        return grid

    def _row(self, standing: Standing) -> list[str]:
        share, rating = standing.share, standing.rating
        row = [
            standing.name,
            str(standing.wins),
            str(standing.draws),
            str(standing.losses),
            f"{share.value:.1%}",
            f"{share.low:.1%} - {share.high:.1%}",
            " / ".join(map(str, standing.by_seat)),
        ]
        return row + ([f"{rating.value:+.0f}", f"{rating.low:+.0f} - {rating.high:+.0f}"] if self.is_rated else [])

    def summary(self) -> str:
        """What the table does not say."""
        ends = ", ".join(f"{count} by {code}" for code, count in self.ends)
        unit = "rounds" if self.side else "turns"
        turns = f", {self.turns:.1f} {unit} on average" if self.finished else ""
        return f"{ends or 'none ended'}{turns}; {len(self.errors)} errors, {self.refusals} refused answers"


def tell_faults(faults: Sequence[Incident]) -> Iterator[str]:
    """Lines that say of each place where our own server failed what was raised there, and the incidents' numbers."""
    found: dict[tuple[str, tuple[str, ...]], list[str]] = {}
    for fault in faults:
        found.setdefault((fault.error, fault.at), []).append(fault.incident)
    for (error, at), numbers in found.items():
        more = f" and {len(numbers) - MOST_TOLD} more" if len(numbers) > MOST_TOLD else ""
        yield f"a fault of the server, incident {', '.join(numbers[:MOST_TOLD])}{more}: {error}"
        yield from (f"  at {place}" for place in at)


def tell_errors(errors: Sequence[str]) -> Iterator[str]:
    """Lines that say why matches did not come to their end."""
    different = sorted(set(errors))
    yield from different[:MOST_TOLD]
    if len(different) > MOST_TOLD:
        yield f"and {len(different) - MOST_TOLD} more"


def _has_won(outcome: Outcome, place: int) -> bool:
    return any(outcome.seats[seat] == place for seat in outcome.winners)
