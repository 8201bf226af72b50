"""Keyword abilities that stand for others (702): each is written out once, in the file of its kind.

``expand`` is asked as the cards of a match are numbered: what a keyword stands for is numbered beside it, so that it
runs like any other text, while the card goes on saying the keyword.

    casting.py       what it costs to cast a spell, from where it is cast, what becomes of it
    combat.py        what creatures do as they attack and block, and what is tapped to crew
    hidden.py        what cards do in hands and graveyards
    permanents.py    what permanents do: what their keywords trigger on, grow by, attach to
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from engine.abilities import Keyword, SpellText
from engine.games.magic.keywords.casting import CASTING, costs_of_modes
from engine.games.magic.keywords.combat import COMBAT
from engine.games.magic.keywords.hidden import HIDDEN
from engine.games.magic.keywords.permanents import PERMANENTS

if TYPE_CHECKING:
    from engine.abilities import Ability


@lru_cache(maxsize=4096)
def expand(ability: Ability) -> tuple[Ability, ...]:
    """An ability as printed, and after a keyword what it stands for; after modes with costs, these."""
    if isinstance(ability, SpellText) and ability.modes is not None and ability.modes.costs:
        return (ability, *costs_of_modes(ability.modes))
    write_out = WRITTEN_OUT.get(ability.name) if isinstance(ability, Keyword) else None
    return (ability, *write_out(ability)) if write_out is not None and isinstance(ability, Keyword) else (ability,)


WRITTEN_OUT: Final = {**CASTING, **COMBAT, **HIDDEN, **PERMANENTS}
