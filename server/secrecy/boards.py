"""Boards with cards that are tried, played at random beside twins: whether a text tells what its asker must not see.

A leak is told as any finding of a trial is, with the position and the gestures up to it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import engine
from server.secrecy.log_ids import HiddenId
from server.secrecy.twins import OPEN_EVERY, Leak, Twins

if TYPE_CHECKING:
    pass


class BoardTwins:
    """The outcome of one board: ``tried`` as of any trial, ``diffs`` compared, how often a twin ``parted``."""

    __slots__ = ("diffs", "parted", "tried")

    def __init__(self, tried: engine.Tried, diffs: int, parted: int) -> None:
        self.tried = tried
        self.diffs = diffs
        self.parted = parted


def arrange_board(position: dict[str, Any], seed: int) -> Twins:
    """A match that stands at a position with its ``profile``; in every fifth hands are open."""
    profile = str(position["profile"])
    match = engine.stand(position, profile)
    name = f"{position['game']} {profile}, seed {seed}"
    return Twins(match, seed, name, hands_open=seed % OPEN_EVERY == OPEN_EVERY - 1)


def run_board(position: dict[str, Any], seed: int, most: int) -> BoardTwins:
    """Play a position beside twins, until so many inputs were taken and no play is in flight."""
    finding = None
    twins = arrange_board(position, seed)
    try:
        for _ in twins.play():
            if twins.commits >= most:
                break
    except (Leak, HiddenId) as leak:
        finding = _finding(position, twins, "leak", str(leak), "")
    except Exception as error:  # noqa: BLE001 # to find them is what it is for
        finding = _finding(position, twins, "exception", engine.named(error), engine.place_of(error))
    result = twins.table.match.result
    end = "cut" if result is None else result.code
    tried = engine.Tried(twins.commits, 0, 0, 0, end if finding is None else "", finding)
    return BoardTwins(tried, twins.diffs, sum(sum(twin.parted.values()) for twin in twins.twins))


def _finding(position: dict[str, Any], twins: Twins, kind: engine.FindingKind, what: str, place: str) -> engine.Finding:
    record = engine.retell(position, twins.inputs, f"{kind}: {what.partition(chr(10))[0]}", twins.name)
    return engine.Finding(kind, what, place, record)
