"""The kinds of zones that a game has, and the names by which texts and positions mean them."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final, Generic, Literal, TypeVar

from engine.cards.edition import FIRST

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from engine.state.records import Object, Sight, Zone

G = TypeVar("G")
"""The class of the game, which stands above this."""
ARENA: Final = "battlefield"
DISCARDS: Final = "graveyard"
DRAWS: Final = "library"


def _stays_empty(game: object, pile: Zone) -> None:
    return


class ZoneSpec(Generic[G]):
    """A kind of zone.

    Attributes:
        name: as views and records have it.
        words: what ability records and positions call it besides; ``ARENA``, ``DISCARDS`` and ``DRAWS`` name the zone
            where permanents are, the one where spent cards go and the one that is drawn from.
        shared: all players have one together.
        sight: who may look.
        whose: only the "seats" have cards there, or only the "side" at which nobody sits; "" for all.
        apart: it is known which cards of a deck are there, though not where each lies.
        is_pile: a table shows it as a pile; a shared one lies before the side at which nobody sits.
        lends: the numbers of the abilities that its cards lend an object on top of them; none if they lend nothing.
        before: how many of its cards lie hidden before a player; none if they lie before nobody.
        emptied: called once the last card has been taken, or a card should be taken and none is there.
        filler: the card with which a position fills the zone where it names no cards; "" if it stays empty.
        diverts: the zones to which cards go instead, by a word of the card.
        of_markers: markers are there, whose abilities work as those of permanents do; without a text that makes some
            a match has no such zone.
        since: the edition of matches from which on there is such a zone.
    """

    __slots__ = (
        "apart",
        "before",
        "diverts",
        "emptied",
        "filler",
        "is_pile",
        "lends",
        "name",
        "of_markers",
        "shared",
        "sight",
        "since",
        "whose",
        "words",
    )

    def __init__(
        self,
        name: str,
        *words: str,
        shared: bool = False,
        sight: Sight = "all",
        whose: Literal["", "seats", "side"] = "",
        apart: bool = False,
        is_pile: bool = True,
        lends: Callable[[G, Object], tuple[int, ...]] | None = None,
        before: Callable[[G, int], int] | None = None,
        emptied: Callable[[G, Zone], None] = _stays_empty,
        diverts: Mapping[str, str] | None = None,
        filler: str = "",
        of_markers: bool = False,
        since: int = FIRST,
    ) -> None:
        self.of_markers = of_markers
        self.since = since
        self.name = name
        self.words = words
        self.shared = shared
        self.sight: Sight = sight
        self.whose: Literal["", "seats", "side"] = whose
        self.apart = apart
        self.is_pile = is_pile
        self.lends = lends
        self.before = before
        self.emptied = emptied
        self.diverts = diverts or {}
        self.filler = filler


@lru_cache(maxsize=64)
def zone_words(specs: tuple[ZoneSpec[G], ...]) -> dict[str, str]:
    """Return the name of the zone by each other word for it."""
    return {word: spec.name for spec in specs for word in spec.words}


def zone_called(specs: tuple[ZoneSpec[G], ...], word: str) -> str:
    """Return the name of the zone that a word means: a name means itself."""
    return zone_words(specs).get(word, word)


def zone_beneath(specs: tuple[ZoneSpec[G], ...]) -> ZoneSpec[G] | None:
    """Return the zone that lends abilities, if the game has one."""
    return next((spec for spec in specs if spec.lends is not None), None)


class Layout(Generic[G]):
    """The kinds of zones of a match, and what is asked of all of them together: the same for all forks of it.

    Attributes:
        specs: the kinds that there are in a match of its edition.
        lively: the zones of objects that are asked for what their abilities change.
        words: the words of ability records for zones, by which each has its name where that is another one.
        arena: the zone where permanents are; ``discard_zone`` where spent cards go, ``draw_zone`` what is drawn from.
        diverts: the zones from which some cards go elsewhere instead, by the words of those.
        beneath: the zones whose cards lend abilities to what lies on them, if the game has some.
    """

    __slots__ = ("arena", "beneath", "discard_zone", "diverts", "draw_zone", "lively", "specs", "words")

    def __init__(self, specs: tuple[ZoneSpec[G], ...]) -> None:
        self.specs = specs
        self.words = zone_words(specs)
        self.arena = zone_called(specs, ARENA)
        self.discard_zone = zone_called(specs, DISCARDS)
        self.draw_zone = zone_called(specs, DRAWS)
        self.lively = frozenset((self.arena, *(spec.name for spec in specs if spec.of_markers)))
        self.diverts = {spec.name: spec.diverts for spec in specs if spec.diverts}
        self.beneath = zone_beneath(specs)


@lru_cache(maxsize=64)
def layout_of(zones: tuple[ZoneSpec[G], ...], edition: int, *, has_markers: bool) -> Layout[G]:
    """Return the zones of a match of an edition; without a text that makes markers it has none of those."""
    return Layout(tuple(spec for spec in zones if spec.since <= edition and (has_markers or not spec.of_markers)))


@lru_cache(maxsize=64)
def specs_by_name(specs: tuple[ZoneSpec[G], ...]) -> dict[str, ZoneSpec[G]]:
    """Return the kind of each zone by its name."""
    return {spec.name: spec for spec in specs}
