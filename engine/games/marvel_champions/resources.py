"""Icons of resources: what a cost needs of them, and whether and how icons can be divided among several costs.

An icon is of a type, "wild", or of one of several types, "energy/mental", as a text leaves to its payer. It serves one
unit of one cost. Wild counts as any type (Wild), a cost of any type takes every icon; a cost that asks for wild itself
takes nothing else. Whether icons meet several costs at once is Hall's condition over masks of types; which icon goes
where is a matching.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from engine.abilities import Resources
from engine.cards.mana_symbols import covers
from engine.payment.bipartite_matching import Matching

if TYPE_CHECKING:
    from engine.abilities import Cost

TYPES: Final = ("energy", "mental", "physical")
BIT: Final = {name: 1 << i for i, name in enumerate((*TYPES, "wild"))}
EVERY: Final = sum(BIT.values())
LATE: Final = len(BIT)
"""The shift of the masks of icons that cannot pay for a Resource ability."""

Icons = tuple[str, ...]
Supply = dict[int, int]
Needs = tuple[tuple[int, int], ...]


def units_of(part: Resources) -> Icons:
    """The icons that a part asks for, one by one; its number has been fixed."""
    assert isinstance(part.times, int)
    return part.icons * part.times


@lru_cache(maxsize=64)
def mask_of(icon: str) -> int:
    """The types that an icon could be, as bits."""
    if icon == "wild":
        return EVERY
    mask = 0
    for name in icon.split("/"):
        mask |= BIT[name]
    return mask


def need_of(need: str) -> int:
    """The types that one unit of a cost takes, as bits."""
    return EVERY if need == "any" else BIT[need]


def serves(icon: str, need: str) -> bool:
    """Whether an icon may pay one unit of a need."""
    return bool(mask_of(icon) & need_of(need))


def union_of(part: Resources) -> int:
    """The types of which an icon must be one to pay something of a part, as bits."""
    union = 0
    for need in part.icons:
        union |= need_of(need)
    return union


def resource_parts(parts: Cost) -> tuple[Resources, ...]:
    """The parts of a cost that are paid in resources."""
    return tuple(part for part in parts if isinstance(part, Resources))


def needs_of(parts: tuple[Resources, ...]) -> Needs:
    """The needs of parts together, as (mask, count)."""
    counts: Supply = {}
    for part in parts:
        assert isinstance(part.times, int)
        for need in part.icons if part.times else ():
            mask = need_of(need)
            counts[mask] = counts.get(mask, 0) + part.times
    return tuple(sorted(counts.items()))


def supply_of(icons: Icons) -> Supply:
    """Icons counted by what they could be."""
    supply: Supply = {}
    for icon in icons:
        mask = mask_of(icon)
        supply[mask] = supply.get(mask, 0) + 1
    return supply


def meet(icons: Icons, parts: tuple[Resources, ...]) -> bool:
    """Whether icons can be divided so that each part is paid in full; what is left over is overpaid."""
    needs = needs_of(parts)
    return not needs or covers(needs, supply_of(icons))


def divide(fits: list[list[int]], size: int) -> tuple[int, ...] | None:
    """The icon, of ``size``, that pays each unit, of which ``fits`` says which could; none if they do not suffice."""
    matching = Matching(fits, size)
    return tuple(matching.unit_of) if matching.complete() else None
