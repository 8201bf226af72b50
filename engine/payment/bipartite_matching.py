"""Matchings of things to what they are wanted for, one by one; and what a payment is about: claims, stand-ins, units.

Augmenting paths (Kuhn): exact, and quick for the few things that one payment is about. Many like things are shared out
by kind (``engine.cards.sharing``).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.state.cost_rule import Claim, StandIn

if TYPE_CHECKING:
    from engine.abilities import Terms
    from engine.payment.auto_payment import Step
    from engine.payment.mana_sources import Source

SHOWN: Final = "shown"
"""A thing is only shown: by what is given up later, or tapped, that is not forgone."""


class Unit:
    """Units of mana that come together: what each could be, when they come (0: from the start), their source and terms.

    ``count`` is how many they are, ``step`` the use of something that makes them, if that is not just tapped.
    ``instead``: what of the outermost cost could be met by using ``stand_in`` rather than one of them, or where there
    are none.
    """

    __slots__ = ("count", "instead", "mask", "source", "stand_in", "step", "terms", "time")

    def __init__(
        self,
        mask: int,
        time: int,
        source: Source | None,
        terms: Terms | None,
        count: int = 1,
        step: Step | None = None,
        stand_in: StandIn | None = None,
    ) -> None:
        self.mask = mask
        self.time = time
        self.source = source
        self.terms = terms
        self.count = count
        self.step = step
        self.stand_in = stand_in
        self.instead = stand_in.needs if stand_in is not None else 0


class Matching:
    """Wants and the units that meet them; ``fits`` says for each want which units could, by their places."""

    __slots__ = ("fits", "unit_of", "want_of")

    def __init__(self, fits: list[list[int]], size: int) -> None:
        self.fits = fits
        self.want_of = [-1] * size
        self.unit_of = [-1] * len(fits)

    def complete(self) -> bool:
        """Whether every want can be met; then ``unit_of`` says by what."""
        return all(self.unit_of[want] >= 0 or self._place(want, 0)[0] for want in range(len(self.fits)))

    def most(self) -> int:
        """The number of wants that can be met."""
        return sum(self._place(want, 0)[0] for want in range(len(self.fits)))

    def _place(self, want: int, tried: int) -> tuple[bool, int]:
        """Meet a want, moving others to other units if need be; ``tried`` is the set of units seen, as bits."""
        for index in self.fits[want]:
            if self.want_of[index] < 0:
                self.want_of[index] = want
                self.unit_of[want] = index
                return True, tried
        for index in self.fits[want]:
            if not tried >> index & 1:
                tried |= 1 << index
                done, tried = self._place(self.want_of[index], tried)
                if done:
                    self.want_of[index] = want
                    self.unit_of[want] = index
                    return True, tried
        return False, tried


def distinct(groups: list[list[Claim]]) -> list[Claim] | None:
    """One claim for each group, all different, the first in each group preferred; none if there are not enough."""
    places: dict[Claim, int] = {}
    for group in groups:
        for claim in group:
            places.setdefault(claim, len(places))
    matching = Matching([[places[claim] for claim in group] for group in groups], len(places))
    if not matching.complete():
        return None
    claims = list(places)
    return [claims[index] for index in matching.unit_of]
