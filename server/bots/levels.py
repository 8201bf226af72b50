"""Levels 1 to 8 of play: points on one scale, from chance over the greedy bot to thought.

Up to level 5, the greedy bot, a level slips ever less: of so many choices one is made by chance. The levels above it
think about some or all of their decisions: they look ahead over so many positions for each, counted and not timed, so
that a level is as strong on any machine. Each is meant to win three of five matches against the one below, or more.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from functools import partial
from types import MappingProxyType
from typing import Final, NamedTuple

from protocol.messages import AnyAnswer, Decision
from protocol.view import View
from server.bots import greedy, uniform

CHOSEN: Final = frozenset(("act", "targets", "modes", "cards", "players", "assign", "confirm"))
"""The kinds of decisions in which a player may slip; payments are left to the rules."""


class Level(NamedTuple):
    """A point on the scale.

    Attributes:
        slips: the share of choices that are made by chance.
        positions: those that are looked at for a decision that is thought about; 0: none.
        thinks: the share of decisions that are thought about.
    """

    slips: float
    positions: int = 0
    thinks: float = 0.0


LEVELS: Final[Mapping[str, Level]] = MappingProxyType(
    {
        "level-1": Level(0.9),
        "level-2": Level(0.68),
        "level-3": Level(0.45),
        "level-4": Level(0.22),
        "level-5": Level(0.0),
        "level-6": Level(0.0, 60, 0.12),
        "level-7": Level(0.0, 60, 1.0),
        "level-8": Level(0.0, 500, 1.0),
    }
)
"""The name of each bot -> how it plays, the weakest first."""


def choose(slips: float, view: View, decision: Decision, rng: random.Random) -> AnyAnswer:
    """The answer of the greedy bot, or now and then any answer."""
    if slips and decision.kind in CHOSEN and rng.random() < slips:
        return uniform.choose(view, decision, rng)
    return greedy.choose(view, decision, rng)


CHOICES: Final = MappingProxyType({name: partial(choose, level.slips) for name, level in LEVELS.items()})
"""The answer that each level gives without thought."""
THOUGHTFUL: Final = frozenset(name for name, level in LEVELS.items() if level.positions)
"""Those that look ahead."""


def title(name: str) -> str:
    """A level as people call it: ``Level 3``; any other name as it is."""
    return name.replace("-", " ").capitalize() if name in LEVELS else name
