"""What counters of some kinds do to the permanents that they are on (122.1c, 122.1d, 122.1h).

Each kind is one effect, however many counters there are; no text that takes abilities away takes it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.abilities import SELF, Body, Goes, Never, Prevented, Replacement, TakeCounters, Would

if TYPE_CHECKING:
    from engine.abilities import Ability


def _one_less(name: str) -> Body:
    return Body((TakeCounters(SELF, name),))


LENDING: Final[dict[str, tuple[Ability, ...]]] = {
    "finality": (Replacement(Would("die", SELF), (Goes("exile"),)),),
    "shield": (
        Replacement(Would("destroy", SELF), (Never(),), _one_less("shield")),
        Replacement(Would("damage", SELF), (Prevented(),), _one_less("shield")),
    ),
    "stun": (Replacement(Would("untap", SELF), (Never(),), _one_less("stun")),),
}
"""The effects of each kind of counter."""
