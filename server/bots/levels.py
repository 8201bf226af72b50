"""Levels 1 to 8 of play: points on one scale, from chance over the greedy bot to thought.

The lower ones slip ever less: so many of their choices are made by chance. The greedy bot never slips. The levels above
it think about some or all of their decisions: they look ahead over so many positions for each, counted and not timed,
so that a level is as strong on any machine. Each is meant to win three of five matches against the one below, or more.
Each game has its own scale: a slip costs more in one game than in another, and thought helps more.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from functools import partial
from itertools import zip_longest
from types import MappingProxyType
from typing import Final, NamedTuple

from protocol.messages import AnyAnswer, Decision
from protocol.view import View
from server.bots import greedy, uniform

CHOSEN: Final = frozenset(("act", "targets", "modes", "cards", "players", "assign", "confirm"))
"""The kinds of decisions in which a player may slip; payments are left to the rules."""
POSITIONS: Final = 60
"""Those that are looked at for a decision."""
MANY: Final = 300
"""And where that wins more, as against a scenario (README)."""


class Level(NamedTuple):
    """A point on the scale.

    Attributes:
        slips: the share of choices that are made by chance.
        misses: the share of times at which it could act and passes.
        positions: those that are looked at for a decision that is thought about; 0: none.
        thinks: the share of decisions that are thought about.
    """

    slips: float
    misses: float = 0.0
    positions: int = 0
    thinks: float = 0.0


def _scale(
    slips: tuple[float, ...], *thoughts: float, misses: tuple[float, ...] = (), best: int = POSITIONS
) -> Mapping[str, Level]:
    unsure = [Level(*pair) for pair in zip_longest(slips, misses, fillvalue=0.0)]
    positions = [*[POSITIONS] * (len(thoughts) - 1), best]
    thoughtful = [Level(0.0, 0.0, *pair) for pair in zip(positions, thoughts, strict=True)]
    levels = [*unsure, Level(0.0), *thoughtful]
    return MappingProxyType({f"level-{number}": level for number, level in enumerate(levels, 1)})


_MAGIC: Final = _scale((0.95, 0.73, 0.56, 0.39, 0.2), 0.12, 1.0)
SCALES: Final[Mapping[str, Mapping[str, Level]]] = MappingProxyType(
    {
        "magic": _MAGIC,
        "grand-archive": _scale((0.9, 0.8, 0.65, 0.5, 0.35, 0.2), 1.0, misses=(0.72, 0.58, 0.46, 0.33, 0.21, 0.1)),
        "marvel-champions": _scale((0.4, 0.25, 0.15, 0.07), 0.12, 0.25, 1.0, best=MANY),
    }
)
"""Game -> the name of each bot -> how it plays, the weakest first."""
LEVELS: Final = tuple(_MAGIC)
"""The names, the weakest first."""


def level_of(name: str, game: str) -> Level:
    """How the bot of that name plays a game; one that is not known as it plays Magic."""
    return SCALES.get(game, _MAGIC)[name]


def choose(name: str, view: View, decision: Decision, rng: random.Random) -> AnyAnswer:
    """The answer of the greedy bot, or now and then any answer, or none where it could act."""
    level = level_of(name, view.game.name)
    if level.misses and decision.kind == "act" and rng.random() < level.misses:
        passing = next((option.n for option in decision.options if option.do == "pass"), None)
        if passing is not None:
            return passing
    if level.slips and decision.kind in CHOSEN and rng.random() < level.slips:
        return uniform.choose(view, decision, rng)
    return greedy.choose(view, decision, rng)


CHOICES: Final = MappingProxyType({name: partial(choose, name) for name in LEVELS})
"""The answer that each level gives without thought."""
THOUGHTFUL: Final = frozenset(name for scale in SCALES.values() for name, level in scale.items() if level.positions)
"""Those that look ahead."""


def title(name: str) -> str:
    """A level as people call it: ``Level 3``; any other name as it is."""
    return name.replace("-", " ").capitalize() if name in LEVELS else name
