"""Resources: icons on cards, what a cost needs of them, and whether icons meet it.

An icon serves one cost. Wild counts as any type (Wild), a cost of any type takes every icon; a cost that asks for wild
itself takes nothing else. Whether icons meet several costs at once is Hall's condition over the types.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.abilities import Resources
from engine.games.marvel_champions.words import ICONS
from engine.mana import covers

if TYPE_CHECKING:
    from engine.abilities import Cost
    from engine.game import Game
    from engine.state import Object

BIT: Final = {name: 1 << i for i, name in enumerate(("energy", "mental", "physical", "wild"))}
EVERY: Final = sum(BIT.values())


def icons_of(game: Game, obj: Object) -> tuple[str, ...]:
    """The types of the icons that discarding a card generates."""
    printed = str(dict(game.prints[obj.card].definition.extra).get("resources", ""))
    return tuple(name for symbol in printed.replace("}", "} ").split() for name in (ICONS[symbol],))


def units_of(part: Resources) -> tuple[str, ...]:
    """The icons that a part asks for, one by one; its number has been fixed."""
    assert isinstance(part.times, int)
    return part.icons * part.times


def serves(icon: str, need: str) -> bool:
    """Whether an icon may pay one unit of a need."""
    return need in ("any", icon) or icon == "wild"


def resource_parts(parts: Cost) -> tuple[Resources, ...]:
    """The parts of a cost that are paid in resources."""
    return tuple(part for part in parts if isinstance(part, Resources))


def meet(icons: list[str], parts: tuple[Resources, ...]) -> bool:
    """Whether icons can be divided so that each part is paid in full; what is left over is overpaid."""
    counts: dict[int, int] = {}
    for part in parts:
        for need in units_of(part):
            mask = EVERY if need == "any" else BIT[need]
            counts[mask] = counts.get(mask, 0) + 1
    supply: dict[int, int] = {}
    for icon in icons:
        mask = EVERY if icon == "wild" else BIT[icon]
        supply[mask] = supply.get(mask, 0) + 1
    return covers(tuple(sorted(counts.items())), supply)


def hand_icons(game: Game, seat: int, but: int) -> list[str]:
    """All icons of a hand, the card that is being played left out."""
    return [icon for ident in game.content("hand", seat) if ident != but for icon in icons_of(game, game.obj(ident))]
