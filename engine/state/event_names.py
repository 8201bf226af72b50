"""The names of the events that the log states in more than one game; each game adds its own (``Rules.own_events``)."""

from __future__ import annotations

from typing import Final

STATED: Final = frozenset(
    (
        *("budget", "concedes", "turn", "step", "proposes", "revealed", "flipped", "mana"),
        *("activated", "becomes target", "countered", "triggered", "triggers", "resolved", "fizzled"),
        *("enters", "leaves", "dies", "buried", "moved", "sacrificed", "defeated"),
        *("leaves graveyard", "leaves hand", "discarded", "milled", "drawn"),
        *("damage", "damaged", "player damaged", "gains life", "loses life"),
        *("counters", "counters removed", "taps", "untaps", "attacks"),
    )
)
