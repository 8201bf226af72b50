"""Executors of instructions, by topic: one function for each record of ``engine.abilities.instructions``.

``meaning`` says what their words mean, ``choosing`` holds those that ask in the middle; ``engine.effects.interpreter``
runs them in order.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.effects.altering import ALTERING
from engine.effects.changing import CHANGING
from engine.effects.choosing import CHOOSING
from engine.effects.counters import COUNTING
from engine.effects.library import LIBRARY
from engine.effects.permanents import PERMANENTS
from engine.effects.piles import PILES
from engine.effects.players import PLAYERS
from engine.effects.stack_objects import STACKED

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.effects.meaning import Outcome

INSTRUCTIONS: Final[dict[type, Callable[..., Outcome]]] = {
    **PERMANENTS,
    **CHANGING,
    **COUNTING,
    **PLAYERS,
    **STACKED,
    **CHOOSING,
    **LIBRARY,
    **PILES,
    **ALTERING,
}
