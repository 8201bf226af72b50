"""The X of an activated ability that has it in its cost, and says what it is.

"{X}: Draw X cards, where X is ..." and "{X}: Draw X cards. X is ..." mean the same: all its X are one (107.3i),
and nobody announces one that its text defines (107.3c).
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from engine.abilities import Mana, UnlessPays, Variable
from engine.text.phrases import has_part, rewrite
from engine.text.words import Word

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.abilities import Ability

_X: Final = re.compile(r"x|\{x\}|\(x\)|\[[-\N{MINUS SIGN}]x\]")
"""X in a cost, a number of its own or within a symbol."""
_DEFINED: Final = (",", "where", "x", "is")
"""The words after which a sentence says what its X is."""


def of_cost(words: list[Word]) -> list[Word]:
    """The words of a paragraph; if its cost has an X that a sentence says, that is a sentence of its own."""
    cost = next((at for at, word in enumerate(words) if word.text == ":"), 0)
    if not any(_X.fullmatch(word.lower) for word in words[:cost]):
        return words
    at = next((at for at in _places_of_definition(words) if at >= cost), -1)
    if at < 0:
        return words
    comma = words[at]
    return [*words[:at], Word(".", comma.line, comma.column), *words[at + 2 :]]


def left_over(words: Sequence[Word], abilities: tuple[Ability, ...]) -> Word | None:
    """The X of another sentence than the one that says what its X is: it is no number there."""
    defined = _places_of_definition(words)
    if not defined or not has_part(rewrite(abilities, _without_x), Variable()):
        return None
    return next((word for word in reversed(words) if word.lower.lstrip("+-") == _DEFINED[2]), words[defined[0]])


def _without_x(part: object) -> object:
    """A record; what X stands for in a cost means nothing where the cost has no X."""
    if isinstance(part, UnlessPays) and not any(
        "X" in cost.symbols if isinstance(cost, Mana) else has_part(cost, Variable()) for cost in part.cost
    ):
        return replace(part, x=0)
    return part


def _places_of_definition(words: Sequence[Word]) -> list[int]:
    """The places of the words after which a sentence defines its X."""
    commas = [at for at, word in enumerate(words) if word.lower == _DEFINED[0]]
    return [at for at in commas if tuple(word.lower for word in words[at : at + len(_DEFINED)]) == _DEFINED]
