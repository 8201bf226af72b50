"""The kinds of counters that do something, or may not lie everywhere."""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic, NamedTuple, TypeVar

from engine.cards.edition import FIRST

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.abilities import Ability

G = TypeVar("G")
"""The class of the game, which stands above this."""


def _anywhere(game: object, ident: int, name: str) -> bool:
    return True


class CounterKind(NamedTuple, Generic[G]):
    """One kind of counter.

    Attributes:
        grows: the numbers that each adds to power, toughness and level; none if it adds nothing.
        lends: the abilities of a permanent with one or several of them, whatever other abilities it loses; ``since``
            which edition.
        gains: the keywords of a permanent with one or several of them, from when the last of them was put on it; what
            takes abilities away later takes these.
        put: the name of the event that some are put on something.
        removed: the name of the event that some are removed.
        may_be_put: whether one of this name may be put on the object or player with an id.
        may_be_removed: whether one of this name may be removed from there.
        cancels: the name of the counters of which each one that is put there removes one, and itself with it.
    """

    grows: tuple[int, int, int] | None = None
    lends: tuple[Ability, ...] = ()
    put: str = "counters"
    removed: str = "counters removed"
    may_be_put: Callable[[G, int, str], bool] = _anywhere
    may_be_removed: Callable[[G, int, str], bool] = _anywhere
    since: int = FIRST
    cancels: str = ""
    gains: tuple[str, ...] = ()


PLAIN: CounterKind[object] = CounterKind()
"""The record for all other kinds."""
