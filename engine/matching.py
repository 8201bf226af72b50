"""Matchings of units of mana to what they are wanted for, and of things given up to the parts of a cost.

A unit meets a want if its mask has something of the want's, it exists before the want is due, and its terms allow what
the want is for. Augmenting paths (Kuhn): exact, and quick for the few units that one payment is about.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from engine.abilities import Terms
    from engine.sources import Source

Claim = tuple[str, int]
"""One thing that pays one unit of a cost: an object is tapped (``TAP``) and given up (``GONE``) at most once each."""
TAP: Final = "tap"
GONE: Final = "gone"
StandIn = tuple[str, str, int, int]
"""What may be used instead of a unit of mana: the verb that says so, a claim's two parts, and the needs it may meet."""
Want = tuple[int, int]
"""A need, and when it is due: units made from then on are too late."""


class Unit:
    """One unit of mana: what it could be, when it comes (0: from the start), its source and its terms.

    ``code`` is a number that units of one mask and terms share, ``tapped`` the permanent that is tapped for it, if any.
    ``instead``: what of the outermost cost it could meet without being mana, by using ``stand_in`` for it.
    """

    __slots__ = ("code", "instead", "mask", "source", "stand_in", "tapped", "terms", "time")

    def __init__(self, mask: int, time: int, source: Source | None, terms: Terms | None) -> None:
        self.mask = mask
        self.time = time
        self.source = source
        self.terms = terms
        self.code = mask if terms is None else mask | (hash(terms) & 0xFFFFFF) << 8
        self.tapped = source.obj.id if source is not None and source.simple else 0
        self.instead = 0
        self.stand_in: StandIn | None = None

    def or_else(self, stand_in: StandIn) -> Unit:
        """The same unit, or a stand-in for one: not both."""
        unit = Unit(self.mask, self.time, self.source, self.terms)
        unit.instead, unit.stand_in = stand_in[3], stand_in
        return unit


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

    def settle(self, pairs: Matching) -> None:
        """Begin with units, the first ones, that are to meet something; they go on doing so."""
        for unit, want in enumerate(pairs.unit_of):
            self.unit_of[want] = unit
            self.want_of[unit] = want

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
