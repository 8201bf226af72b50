"""Champion, lineage, elements and class bonuses: what a player's champion enables."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.abilities import Ref
    from engine.state.game import Game
    from engine.state.records import Item, Object

BASIC: Final = ("fire", "water", "wind")
ADVANCED: Final = ("arcane", "crux", "tera", "luxem", "umbra", "exia", "astra", "neos")
ELEMENTS: Final = ("norm", *BASIC, *ADVANCED, "exalted")
CLASSES: Final = ("assassin", "cleric", "guardian", "mage", "ranger", "tamer", "warrior")


BONUSES: Final = {"class bonus": CLASSES, "element bonus": ELEMENTS[1:]}
"""The words that champion and card have to share for a bonus."""
CHAMPION_BONUS: Final = "bonus of "
"""The words before the name that one's champion has to bear."""


def champion_of(game: Game, seat: int) -> Object | None:
    """The champion a player controls."""
    for ident in game.zones[game.arena][0].content:
        obj = game.obj(ident)
        if obj.controller == seat and "champion" in obj.words:
            return obj
    return None


def champions(game: Game, ref: Ref, seat: int, source: int, item: Item | None) -> tuple[int, ...]:
    """The objects that texts call "your champion"."""
    return tuple(obj.id for obj in game.battlefield() if obj.controller == seat and "champion" in obj.words)


def lineage_of(game: Game, seat: int) -> list[Object]:
    """The champion cards of a player's lineage, the top one first."""
    top = champion_of(game, seat)
    inner = [game.obj(ident) for ident in game.content("lineage", seat)]
    return [*([top] if top is not None else []), *(card for card in inner if "champion" in card.words)]


@lru_cache(maxsize=4096)
def elements_of(words: tuple[str, ...]) -> tuple[str, ...]:
    """The elements of a card with these words; none is Norm (Element 1.1)."""
    return tuple(word for word in ELEMENTS if word in words) or ("norm",)


def is_of(element: str) -> Callable[[Game, Object, tuple[int, ...]], bool]:
    """The question whether an object is of an element; one that has none is norm element."""
    return lambda _game, obj, _with: element in elements_of(obj.words)


def is_of_group(elements: tuple[str, ...], *, said: bool) -> Callable[[Game, Object, tuple[int, ...]], bool]:
    """The question whether an object is, or is not, of any of these elements (Element 4)."""
    return lambda _game, obj, _with: any(element in elements for element in elements_of(obj.words)) == said


def is_not_norm(_game: Game, obj: Object, _with: tuple[int, ...]) -> bool:
    """Whether an object has an element that is not norm."""
    return "norm" not in elements_of(obj.words)


def enabled_elements(game: Game, seat: int) -> set[str]:
    """Norm always; others by any champion card of the lineage.

    Exalted beside another advanced element (Element 2-3).
    """
    key = ("enabled elements", seat)
    cached = game.caches.get(key)
    if cached is None or cached[0] != game.vital:
        enabled = {element for card in lineage_of(game, seat) for element in elements_of(card.words)} - {"exalted"}
        if enabled & set(ADVANCED):
            enabled.add("exalted")
        cached = game.caches[key] = (game.vital, enabled | {"norm"})
    return cached[1]  # type: ignore[no-any-return]  # a cache of mixed plain data


def has_bonus(game: Game, seat: int, source: Object | None, words: tuple[str, ...]) -> bool:
    """Whether a player's champion has one of these words with the card whose text asks (Class Bonus, Element Bonus)."""
    champion = champion_of(game, seat)
    if champion is None or source is None:
        return False
    return any(word in champion.words and word in source.words for word in words)


def is_led_by(game: Game, seat: int, name: str) -> bool:
    """Whether a player's champion bears a name, of which more may follow (Champion Bonus)."""
    champion = champion_of(game, seat)
    return champion is not None and champion.name.partition(",")[0] == name


def level_of(game: Game, obj: Object) -> int:
    """The printed level of a champion."""
    return printed_number(game, obj, "level") or 0


def printed_number(game: Game, obj: Object, field: str) -> int | None:
    """A number that stands on a card; none if the card has no such number, which is not 0 (Costs and Memory 3)."""
    value = dict(game.prints[obj.card].definition.extra).get(field)
    return value if isinstance(value, int) else None
