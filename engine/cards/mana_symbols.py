"""Mana: symbols, what a cost needs, and whether units can cover it.

A need is a mask (bit i = colour i of W U B R G C, and one more for "from a snow source") of which one unit of mana must
have something; generic mana is met by any. A supply counts units by the mask of what each could be. Whether a supply
covers needs is Hall's condition over masks: for every union S of need masks, needs within S do not outnumber the units
that touch S.

A pool is counts of W U B R G C. Mana that is special (from a snow source, or with terms on how it is spent, 106.6)
stands beside it, ``(colour, snow, terms, count)`` for each kind in order of arrival; a text calls the n-th kind
``{G#n}`` or ``{#n}``. A payment names counts of the plain mana and then, as far as there are any, of the special kinds.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

from engine.cards.numbered_text import COLORS
from engine.cards.sharing import Shares

if TYPE_CHECKING:
    from engine.abilities import Terms

SNOW: Final = 1 << len(COLORS)
GENERIC: Final = 1 << len(COLORS) + 1
"""The bit of generic mana alone: by this it may be met with something that is no mana."""
ANY: Final = 0b111111 | GENERIC
BIT: Final = {**{color: 1 << i for i, color in enumerate(COLORS)}, "S": SNOW}
EMPTY_POOL: Final = (0, 0, 0, 0, 0, 0)

MOST_LOOKED_AT: Final = 200
"""Candidates for a way to spend a pool: all there are of a pool of some ten units, two milliseconds of any other."""

Pool = tuple[int, ...]
Needs = tuple[tuple[int, int], ...]


class ManaKind(NamedTuple):
    """A kind of mana: its colour by number, whether from a snow source, and the terms on how it is spent."""

    color: int
    snow: bool
    terms: Terms | None

    @property
    def is_plain(self) -> bool:
        """Whether it is just mana."""
        return not self.snow and self.terms is None


class Special(NamedTuple):
    """Units of a kind of mana that is not just mana."""

    color: int
    snow: bool
    terms: Terms | None
    number: int

    @property
    def kind(self) -> ManaKind:
        """The kind of all of them."""
        return ManaKind(self.color, self.snow, self.terms)


@lru_cache(maxsize=4096)
def needs_of(symbols: tuple[str, ...]) -> Needs:
    """The needs of symbols, as (mask, count), the strictest first; X and Phyrexian life count nothing here.

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
def _unions(masks: tuple[int, ...]) -> tuple[tuple[int, tuple[int, ...]], ...]:
    """Every union of need masks, with the places of those inside it."""
    unions = {0}
    for mask in masks:
        unions |= {mask | other for other in unions}
    unions.discard(0)
    return tuple((union, tuple(k for k, m in enumerate(masks) if not m & ~union)) for union in sorted(unions))


def covers(needs: Needs, supply: dict[int, int]) -> bool:
    """Whether units, each of a colour its mask allows, can meet all needs."""
    counts = [n for _, n in needs]
    for union, inside in _unions(tuple([mask for mask, _ in needs])):
        missing = 0
        for place in inside:
            missing += counts[place]
        for mask, count in supply.items():
            if mask & union:
                missing -= count
        if missing > 0:
            return False
    return True


def supply_of(units: Pool, masks: tuple[int, ...] = ()) -> dict[int, int]:
    """Counts of units as a supply; ``masks`` are what each kind could be if it is not the colour of its place."""
    if not masks:
        return {1 << i: n for i, n in enumerate(units) if n}
    supply: dict[int, int] = {}
    for mask, n in zip(masks, units, strict=True):
        if n:
            supply[mask] = supply.get(mask, 0) + n
    return supply


def special_mask(special: Special) -> int:
    """The mask of needs that such mana meets."""
    return 1 << special.color | (SNOW if special.snow else 0)


def spends(needs: Needs, pool: Pool, special: tuple[Special, ...] = (), met: tuple[int, ...] = ()) -> list[Pool]:
    """Different ways to pay exactly ``needs``, as units taken of each colour and of each special kind.

    ``met`` is what has been paid otherwise, by its masks. That are all ways, unless ``MOST_LOOKED_AT`` candidates were
    looked at before; then it is those found till then, and ``spend_least`` in any case.
    """
    total = sum(n for _, n in needs) - len(met)
    have = (*pool, *(kind.number for kind in special))
    if sum(have) < total:
        return []
    masks = (*(1 << i for i in range(len(pool))), *map(special_mask, special))
    most = [min(n, sum([k for asked, k in needs if asked & mask])) for n, mask in zip(have, masks, strict=True)]
    found: list[Pool] = []
    if _extend(needs, most, masks, counted(met), total, (), found, MOST_LOOKED_AT) <= 0:
        least = spend_least(needs, pool, special, met)
        found.extend([least] if least and least not in found else [])
    return found


def _extend(
    needs: Needs,
    have: list[int],
    masks: Pool,
    met: dict[int, int],
    left: int,
    taken: Pool,
    found: list[Pool],
    most: int,
) -> int:
    """Go on with each number of units of the next kind; return how many candidates may still be looked at."""
    index = len(taken)
    if index == len(have):
        if covers(needs, supply_of((*taken, *met.values()), (*masks, *met))):
            found.append(trimmed(taken))
        return most - 1
    rest = sum(have[index + 1 :])
    for n in range(min(have[index], left), max(0, left - rest) - 1, -1):
        if most <= 0:
            break
        most = _extend(needs, have, masks, met, left - n, (*taken, n), found, most)
    return most


def counted(masks: tuple[int, ...]) -> dict[int, int]:
    """Masks with how many there are of each."""
    counts: dict[int, int] = {}
    for mask in masks:
        counts[mask] = counts.get(mask, 0) + 1
    return counts


def spend_least(needs: Needs, pool: Pool, special: tuple[Special, ...], met: tuple[int, ...] = ()) -> Pool:
    """The way to pay exactly ``needs`` with what is of least use; nothing if there is none.

    Mana with terms goes first, then colourless mana, then the colours in their order: what can be spent together makes
    a matroid, so that the first units that fit are the best.
    """
    masks = (*(1 << i for i in range(len(pool))), *map(special_mask, special))
    have = (*pool, *(kind.number for kind in special))
    order = sorted(range(len(have)), key=[_use(k, special) for k in range(len(have))].__getitem__)
    asked = [*counted(met).items(), *((masks[k], have[k]) for k in order)]
    fits = [[place for place, (need, _) in enumerate(needs) if need & mask] for mask, _ in asked]
    shares = Shares([n for _, n in asked], [n for _, n in needs], fits)
    for want in range(len(asked)):
        shares.fill(want)
    if any(shares.left):
        return ()
    taken = [0] * len(have)
    for k, given in zip(order, shares.given[-len(order) :], strict=True):
        taken[k] = sum(given.values())
    return trimmed(tuple(taken))


def _use(kind: int, special: tuple[Special, ...]) -> tuple[bool, bool, int]:
    """Of how much use mana of a kind is for anything else."""
    is_plain = kind < len(COLORS) or special[kind - len(COLORS)].terms is None
    return is_plain, kind != COLORS.index("C"), kind


def trimmed(units: Pool) -> Pool:
    """Units without the special kinds at the end of which none is taken: the form in which answers name them."""
    size = len(units)
    while size > len(COLORS) and not units[size - 1]:
        size -= 1
    return units[:size]


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
    """Symbols in braces: ``{2}{R}``."""
    return "".join("{" + s + "}" for s in symbols)


def told_apart(name: str, symbols: tuple[str, ...]) -> str:
    """One of several costs of one name, by what it is: "kicker {R}" (702.33f)."""
    return f"{name} {in_braces(symbols)}"


def pool_text(pool: Pool, special: tuple[Special, ...] = ()) -> str:
    """The content of a pool, "" if it is empty: ``{R}{R}{C}``, the n-th kind of special mana as ``{G#n}``."""
    plain = "".join(("{" + color + "}") * n for color, n in zip(COLORS, pool, strict=True))
    return plain + "".join(f"{{{COLORS[kind.color]}#{n}}}" * kind.number for n, kind in enumerate(special, 1))


def units_text(units: Pool) -> str:
    """Units of a payment: ``{R}{#1}``, ``{0}`` if there are none."""
    plain = "".join(("{" + color + "}") * n for color, n in zip(COLORS, units, strict=False))
    return plain + "".join(f"{{#{n}}}" * count for n, count in enumerate(units[len(COLORS) :], 1)) or "{0}"
