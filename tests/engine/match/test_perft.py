"""Counts of answer sequences from fixed positions ("perft"), against the numbers in ``perft.toml``."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from engine.formats.position import build

if TYPE_CHECKING:
    from engine import Match

TABLES: list[dict[str, Any]] = tomllib.loads(Path(__file__).with_name("perft.toml").read_text(encoding="utf-8"))[
    "position"
]


def perft(match: Match, depth: int) -> int:
    """Number of sequences of ``depth`` answers; one that ends the match counts once."""
    if not depth or not match.decisions:
        return 1
    total = 0
    decision = match.decisions[0]
    for answer in decision.answers():
        fork = match.fork()
        fork.apply(decision.seat, decision.w, answer)
        total += perft(fork, depth - 1)
    return total


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table["name"])
def test_counts_are_what_they_were(table: dict[str, Any]) -> None:
    match = build("magic", {"A": table["A"], "B": table["B"]}, [], table.get("setup", {}))
    assert [perft(match, depth) for depth in range(1, len(table["counts"]) + 1)] == table["counts"]
