"""Effects of some kinds of counters on the permanents that they are on (122.1b-d, 122.1h).

Those of a kind that lends abilities are one effect, however many there are; no text that takes abilities away takes it.
Keyword counters give keywords, which such texts do take. Those of decayed and exalted are not known.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.abilities import SELF, Body, Goes, Never, Prevented, Replacement, TakeCounters, Would
from engine.state.counter_kinds import CounterKind

if TYPE_CHECKING:
    from engine.state.game import Game


def _one_less(name: str) -> Body:
    return Body((TakeCounters(SELF, name),))


KEYWORDS: Final = (
    *("flying", "first strike", "double strike", "deathtouch", "haste", "hexproof", "indestructible", "lifelink"),
    *("menace", "reach", "shadow", "trample", "vigilance"),
)
"""The keywords of keyword counters that stand for no other ability (122.1b)."""
COUNTERS: Final[dict[str, CounterKind[Game]]] = {
    "+1/+1": CounterKind((1, 1, 0)),
    "-1/-1": CounterKind((-1, -1, 0)),
    **{keyword: CounterKind(gains=(keyword,)) for keyword in KEYWORDS},
    "finality": CounterKind(lends=(Replacement(Would("die", SELF), (Goes("exile"),)),)),
    "shield": CounterKind(
        lends=(
            Replacement(Would("destroy", SELF), (Never(),), _one_less("shield")),
            Replacement(Would("damage", SELF), (Prevented(),), _one_less("shield")),
        )
    ),
    "stun": CounterKind(lends=(Replacement(Would("untap", SELF), (Never(),), _one_less("stun")),)),
}
