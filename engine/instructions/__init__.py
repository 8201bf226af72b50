"""How instructions are carried out, by topic: one function for each record of ``engine.abilities.instructions``.

``meaning`` says what their words mean, ``choosing`` holds those that ask in the middle; ``engine.effects`` runs them
in order.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.instructions.altering import ALTERING
from engine.instructions.changing import CHANGING
from engine.instructions.choosing import CHOOSING
from engine.instructions.counting import COUNTING
from engine.instructions.library import LIBRARY
from engine.instructions.permanents import PERMANENTS
from engine.instructions.players import PLAYERS
from engine.instructions.stacked import STACKED

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.instructions.meaning import Outcome

INSTRUCTIONS: Final[dict[type, Callable[..., Outcome]]] = {
    **PERMANENTS,
    **CHANGING,
    **COUNTING,
    **PLAYERS,
    **STACKED,
    **CHOOSING,
    **LIBRARY,
    **ALTERING,
}
