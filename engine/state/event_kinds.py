"""The kinds of events that a game has: how each is performed, and the names under which abilities wait for it.

A kind that may be changed before it happens is proposed first (``engine.state.proposed_events``); all others are stated
as they happen (``engine.events.triggers``). ``engine.events.execution`` has the kinds that games share.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Generic, NamedTuple, TypeAlias, TypeVar

G = TypeVar("G")
"""The class of the game, which stands above this."""

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.state.proposed_events import Happening, Prospect
    from engine.state.records import Object

    Performer: TypeAlias = Callable[[G, Prospect, list[Prospect]], int]
    """Does an event; the list takes up what follows from it. Returns the id of what it made, or how much was done."""
    Conditions: TypeAlias = list[tuple[str, Happening]]
    """Names of an event, each with whom and what has a part in it."""


def _is_not_proposed(game: object, each: Prospect, results: list[Prospect]) -> int:
    raise RuntimeError(f"nothing performs {each.kind!r}")


def _no_conditions(game: object, each: Prospect) -> Conditions:
    return []


def _goes_on(game: object, each: Prospect) -> bool:
    return False


def _itself(game: object, ident: int) -> int:
    return ident


def _nothing_more(game: object, done: list[Happening]) -> None:
    return


NOT_COMBAT: Final = "noncombat"
"""The way of an event that no attack brings about, as texts ask for it."""


class EventKind(NamedTuple, Generic[G]):
    """One kind of event.

    Attributes:
        stated: the names under which the log states it.
        perform: does one event of the kind once nothing changes it any more.
        conditions: the names under which abilities wait for it, besides those that games share.
        named: all names that ``conditions`` may give any event of the kind.
        is_forestalled: whether the event comes to nothing before anybody may interrupt it.
        is_measured: whether its amount is known beforehand; if not, an amount that is taken off stands below 0.
        words: the event befalls only objects that have one of these words; with none it befalls all.
        sparing: the keyword of objects that it cannot befall.
        bearer: the id of the object that bears it in place of a player or an object.
        in_combat: the word for an event of the kind that an attack brings about.
        sequel: states further events once several of the kind have happened at once.
    """

    stated: tuple[str, ...] = ()
    perform: Performer[G] = _is_not_proposed
    conditions: Callable[[G, Prospect], Conditions] = _no_conditions
    named: tuple[str, ...] = ()
    is_forestalled: Callable[[G, Prospect], bool] = _goes_on
    is_measured: bool = True
    words: frozenset[str] = frozenset()
    sparing: str = ""
    bearer: Callable[[G, int], int] = _itself
    in_combat: str = "combat"
    sequel: Callable[[G, list[Happening]], None] = _nothing_more

    def can_befall(self, obj: Object) -> bool:
        """Whether an object is of a kind that such an event happens to."""
        return (not self.words or not self.words.isdisjoint(obj.words)) and self.sparing not in obj.keywords


def stated(*names: str) -> dict[str, EventKind[G]]:
    """Kinds of events that are stated as they happen: nobody can change them."""
    return {name: EventKind(stated=(name,)) for name in names}
