"""Choices that nobody would be asked for: such a text is refused when it is read.

"A creature you control" is a choice where an instruction or a cost is about it: that is asked for as the text is
carried out. In a number, a condition or the description of something else there is no moment to ask.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.abilities import Body, DamageCost, Discard, Move, Ref, RemoveCounters
from engine.text.phrases import field_names, has, parts_of

if TYPE_CHECKING:
    from engine.abilities import Ability, RefKind

_CHOICES: Final[tuple[RefKind, ...]] = ("chosen", "random")
_ASKING_COSTS: Final = (DamageCost, RemoveCounters)
"""Parts of costs that ask what they are about."""
_SEVERAL: Final = ("opponents", "players")
NOT_ASKED: Final = "a choice that nobody is asked for"


def fault_of_choices(ability: Ability) -> str:
    """The fault of an ability that speaks of a choice where none is made; "" if it does not."""
    return NOT_ASKED if has(ability, *_CHOICES) and _has_unasked(ability) else ""


def _has_unasked(part: object) -> bool:
    if isinstance(part, tuple):
        return any(map(_has_unasked, part))
    parts = parts_of(part)
    if parts is None:
        return False
    if isinstance(part, Body):
        return _has_unasked(part.targets) or any(map(_is_of_unasked, part.effects))
    if isinstance(part, _ASKING_COSTS):
        return _is_of_unasked(part)
    if isinstance(part, Ref) and part.kind in _CHOICES:
        return True
    return any(map(_has_unasked, parts))


def _is_of_unasked(part: object) -> bool:
    """Whether an instruction has a choice besides the one that it is about itself."""
    names = field_names(part)
    assert names is not None
    values = [getattr(part, name) for name in names]
    own = [value for value in values if isinstance(value, Ref) and value.kind in _CHOICES]
    others = [value for value in values if value not in own]
    if any(_is_of_several(ref) for ref in own) and not isinstance(part, Discard | Move):
        return True
    inner = [getattr(ref, name) for ref in own for name in field_names(ref) or ()]
    return len(own) > 1 or _has_unasked((*others, *inner))


def _is_of_several(ref: Ref) -> bool:
    """Whether chance would have to pick among the cards of each of several players apart."""
    whose = ref.what.whose if ref.what is not None else None
    return ref.kind == "random" and whose is not None and whose.kind in _SEVERAL
