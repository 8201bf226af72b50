"""Mana: symbols, what a cost needs, and whether units can cover it.

A need is a colour mask (bit i = colour i of W U B R G C) that one unit of mana must meet; generic mana is met by any.
A supply counts units by the mask of colours each could be. Whether a supply covers needs is Hall's condition over
colour masks: for every union S of need masks, needs within S do not outnumber the units that touch S.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from engine.texts import COLORS

ANY: Final = 0b111111
BIT: Final = {color: 1 << i for i, color in enumerate(COLORS)}
EMPTY_POOL: Final = (0, 0, 0, 0, 0, 0)

Pool = tuple[int, ...]
Needs = tuple[tuple[int, int], ...]


@lru_cache(maxsize=4096)
def needs_of(symbols: tuple[str, ...]) -> Needs:
    """What symbols ask for, as (mask, count), the strictest first; X and Phyrexian life count nothing here.

    ``("2", "R", "W/U")`` -> one of R, one of W or U, two of any.
    """
    counts: dict[int, int] = {}
    for symbol in symbols:
        if symbol.isdigit():
            counts[ANY] = counts.get(ANY, 0) + int(symbol)
        elif symbol not in ("X", "Y"):
            mask = 0
            for half in symbol.split("/"):
                mask |= BIT.get(half, 0)
            counts[mask or ANY] = counts.get(mask or ANY, 0) + 1
    return tuple(sorted(((m, n) for m, n in counts.items() if n), key=lambda need: (need[0].bit_count(), need[0])))


@lru_cache(maxsize=4096)
def _unions(needs: Needs) -> tuple[tuple[int, int], ...]:
    """Every union of need masks with the number of needs inside it."""
    unions = {0}
    for mask, _ in needs:
        unions |= {mask | other for other in unions}
    unions.discard(0)
    return tuple((union, sum(n for m, n in needs if not m & ~union)) for union in sorted(unions))


def covers(needs: Needs, supply: dict[int, int]) -> bool:
    """Whether units, each of a colour its mask allows, can meet all needs."""
    for union, wanted in _unions(needs):
        have = 0
        for mask, count in supply.items():
            if mask & union:
                have += count
        if have < wanted:
            return False
    return True


def supply_of(pool: Pool) -> dict[int, int]:
    """The units of a pool as a supply."""
    return {1 << i: n for i, n in enumerate(pool) if n}


def spends(needs: Needs, pool: Pool) -> list[Pool]:
    """Every different way to pay exactly ``needs`` from ``pool``, as units taken of each colour."""
    total = sum(n for _, n in needs)
    found: list[Pool] = []

    def extend(index: int, left: int, taken: tuple[int, ...]) -> None:
        if index == len(pool):
            if not left and covers(needs, supply_of(taken)):
                found.append(taken)
            return
        for n in range(min(pool[index], left), -1, -1):
            extend(index + 1, left - n, (*taken, n))

    if sum(pool) >= total:
        extend(0, total, ())
    return found


def merged(symbols: list[str]) -> tuple[str, ...]:
    """Symbols with all generic mana in one number, first; ``("0",)`` if nothing is left."""
    generic = sum(int(s) for s in symbols if s.isdigit())
    rest = sorted(
        (s for s in symbols if not s.isdigit()), key=lambda s: COLORS.index(s) if s in COLORS else len(COLORS)
    )
    if generic or not rest:
        rest.insert(0, str(generic))
    return tuple(rest)


def in_braces(symbols: tuple[str, ...]) -> str:
    """``{2}{R}``."""
    return "".join("{" + s + "}" for s in symbols)


def pool_text(pool: Pool) -> str:
    """``{R}{R}{C}``, "" if empty."""
    return "".join(("{" + color + "}") * n for color, n in zip(COLORS, pool, strict=True))
