"""Strength of the entrants: their shares of what there was to win, and Elo ratings, each with its 95 % interval.

Ratings are the maximum of the likelihood under Bradley and Terry's model ("Rank analysis of incomplete block designs",
1952; by Hunter's iteration, "MM algorithms for generalized Bradley-Terry models", 2004), in Elo's scale: 400 points are
odds of ten to one. A draw is half a win each; a match of more than two is one against each other one. Every two who met
are given one draw beside what they played, so that who won all has a number. The intervals are those of the information
matrix, of a rating against the average of all. Shares have Wilson's interval (1927).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import exp, log, sqrt
from typing import Final, NamedTuple

from server.arena.ledger import Outcome

Z: Final = 1.959964
"""Quantile of the normal distribution for 95 %."""
PRIOR: Final = 1.0
ROUNDS: Final = 10_000
PRECISION: Final = 1e-10
ELO: Final = 400 / log(10)


class Interval(NamedTuple):
    value: float
    low: float
    high: float


def wilson(won: float, played: int) -> Interval:
    """The share of what was played; of nothing anything between 0 and 1."""
    if not played:
        return Interval(0.5, 0.0, 1.0)
    share, z2 = won / played, Z * Z
    middle = (share + z2 / (2 * played)) / (1 + z2 / played)
    reach = Z * sqrt(share * (1 - share) / played + z2 / (4 * played * played)) / (1 + z2 / played)
    return Interval(share, max(0.0, middle - reach), min(1.0, middle + reach))


def crosstable(entrants: int, outcomes: Iterable[Outcome]) -> list[list[float]]:
    """The score of each against each other one."""
    scores = [[0.0] * entrants for _ in range(entrants)]
    for outcome in outcomes:
        for seat, one in enumerate(outcome.seats):
            for at, other in enumerate(outcome.seats):
                if one != other:
                    scores[one][other] += _score(outcome, seat, at)
    return scores


def _score(outcome: Outcome, seat: int, other: int) -> float:
    if (seat in outcome.winners) == (other in outcome.winners):
        return 0.5
    return 1.0 if seat in outcome.winners else 0.0


def elo(scores: Sequence[Sequence[float]]) -> list[Interval]:
    """The rating of each, 0 being the average; of one who met nobody it says nothing."""
    count = len(scores)
    met = [[scores[i][j] + scores[j][i] for j in range(count)] for i in range(count)]
    games = [[met[i][j] + PRIOR if met[i][j] else 0.0 for j in range(count)] for i in range(count)]
    wins = [sum(scores[i][j] + PRIOR / 2 for j in range(count) if met[i][j]) for i in range(count)]
    strength = _strengths(games, wins)
    logs = [log(each) for each in strength]
    average = sum(logs) / count
    errors = _errors(games, strength)
    return [
        Interval(ELO * (each - average), ELO * (each - average - Z * error), ELO * (each - average + Z * error))
        for each, error in zip(logs, errors, strict=True)
    ]


def _strengths(games: Sequence[Sequence[float]], wins: Sequence[float]) -> list[float]:
    """Hunter's iteration; the strengths' product is 1."""
    everybody = range(len(games))
    strength = [1.0] * len(games)
    for _ in range(ROUNDS):
        rates = [sum(games[i][j] / (strength[i] + strength[j]) for j in everybody) for i in everybody]
        new = [wins[i] / rates[i] if rates[i] else 1.0 for i in everybody]
        mean = exp(sum(map(log, new)) / len(new))
        new = [each / mean for each in new]
        change = max(abs(log(one / other)) for one, other in zip(new, strength, strict=True))
        strength = new
        if change < PRECISION:
            break
    return strength


def _errors(games: Sequence[Sequence[float]], strength: Sequence[float]) -> list[float]:
    """The standard errors of the logarithms, against their average."""
    count = len(games)
    share = [[strength[i] / (strength[i] + strength[j]) for j in range(count)] for i in range(count)]
    # The information matrix has no inverse, as only differences are told; with a row of ones it is that of contrasts.
    matrix = [
        [
            sum(games[i][k] * share[i][k] * share[k][i] for k in range(count))
            if i == j
            else -games[i][j] * share[i][j] * share[j][i]
            for j in range(count)
        ]
        for i in range(count)
    ]
    shifted = [[each + 1.0 / count for each in row] for row in matrix]
    inverse = _inverse(shifted)
    return [sqrt(max(0.0, inverse[i][i] - 1.0 / count)) for i in range(count)]


def _inverse(matrix: Sequence[Sequence[float]]) -> list[list[float]]:
    """By Gauss and Jordan; a column without a pivot stays as it is."""
    count = len(matrix)
    rows = [[*row, *(float(i == j) for j in range(count))] for i, row in enumerate(matrix)]
    for at in range(count):
        pivot = max(range(at, count), key=lambda row: abs(rows[row][at]))
        rows[at], rows[pivot] = rows[pivot], rows[at]
        if not rows[at][at]:
            continue
        rows[at] = [each / rows[at][at] for each in rows[at]]
        for row in range(count):
            if row != at:
                factor = rows[row][at]
                rows[row] = [a - factor * b for a, b in zip(rows[row], rows[at], strict=True)]
    return [row[count:] for row in rows]
