"""The kinds of counters of which a game knows more than their name."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.abilities import Ability
    from engine.state.game import Game


def _anywhere(game: Game, ident: int, name: str) -> bool:
    return True


class CounterKind(NamedTuple):
    """One kind of counter.

    Attributes:
        grows: what each adds to power, toughness and level; none if it adds nothing.
        lends: what a permanent has by one or several of them, whatever abilities it loses.
        put: the event that some are put on something; ``removed`` that some are removed.
        may_be_put: whether one may be put on the object or player of an id; it is handed its own name.
        may_be_removed: whether one may be removed from there.
    """

    grows: tuple[int, int, int] | None = None
    lends: tuple[Ability, ...] = ()
    put: str = "counters"
    removed: str = "counters removed"
    may_be_put: Callable[[Game, int, str], bool] = _anywhere
    may_be_removed: Callable[[Game, int, str], bool] = _anywhere


PLAIN = CounterKind()
"""All other kinds."""
