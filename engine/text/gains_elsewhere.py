"""A text is refused by which a card that is not in play gains what nothing reads there.

Characteristics are worked out for what is in play. Of a card elsewhere only costs are read that it may be cast for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.abilities import Body, Keyword, Modify
from engine.text.phrases import has, parts_of

if TYPE_CHECKING:
    from engine.abilities import Ability

READ_ELSEWHERE: Final = frozenset({"flashback", "harmonize", "retrace", "jump-start", "escape"})
"""Keywords that are alternative costs alone."""
_ELSEWHERE: Final = frozenset({"graveyard", "library", "exile"})
NOT_READ: Final = "an ability that nothing reads on a card that is not in play"


def fault_of_gains(ability: Ability) -> str:
    """The fault of an ability by which a card elsewhere gains what is not read there; "" if it has none."""
    return NOT_READ if has(ability, Modify) and _has_unread(ability) else ""


def _has_unread(part: object) -> bool:
    if isinstance(part, Body) and any(_gains_unread(part, at) for at in range(len(part.effects))):
        return True
    parts = part if isinstance(part, tuple) else parts_of(part)
    return parts is not None and any(map(_has_unread, parts))


def _gains_unread(body: Body, at: int) -> bool:
    """Whether an instruction gives what is not read to what still lies there: what was moved before it does not."""
    effect = body.effects[at]
    if not isinstance(effect, Modify):
        return False
    if any(getattr(before, "what", None) == effect.what for before in body.effects[:at]):
        return False
    what = effect.what.what
    if effect.what.kind == "target" and effect.what.index < len(body.targets):
        what = body.targets[effect.what.index].what
    if what is None or what.zone not in _ELSEWHERE:
        return False
    are_read = all(isinstance(each, Keyword) and each.name in READ_ELSEWHERE for each in effect.abilities)
    return bool(effect.gains) or not are_read
