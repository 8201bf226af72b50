"""What could pay the parts of a cost that are not mana, and each way to take it; worked out once for a search.

Knows what a part asks for and what is alike; not what is in short supply, which is the search's affair.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.matching import TAP, Claim, distinct
from engine.sources import MANY, like

if TYPE_CHECKING:
    from collections.abc import Container, Iterator

    from engine.abilities import CostPart
    from engine.game import Game
    from engine.sources import Source, Sources

Parts = tuple["CostPart", ...]
Victims = tuple[tuple[str, Claim], ...]
"""What a cost takes besides mana: the verb of its part, and what is tapped or given up."""


class Claims:
    """The claims that costs of ``seat`` lay on what it has.

    Args:
        subjects: ids of what is being paid for: nothing is like them.
        reserved: those of them that are tapped for it themselves.
    """

    __slots__ = ("_found", "_likes", "_marks", "_reserved", "_sources", "_subjects", "game", "seat")

    def __init__(
        self, game: Game, seat: int, sources: Sources, subjects: frozenset[int], reserved: frozenset[int]
    ) -> None:
        self.game = game
        self.seat = seat
        self._sources = sources
        self._subjects = subjects
        self._reserved = reserved
        self._likes: dict[int, int] = {}
        self._marks: dict[object, int] = {}
        self._found: dict[tuple[int, int], tuple[CostPart, list[list[Claim]] | None]] = {}

    def of(self, subject: int, part: CostPart) -> list[list[Claim]] | None:
        """What could pay each unit of a part; none, if it competes with nothing."""
        key = (subject, id(part))
        found = self._found.get(key)
        if found is None:
            rule = self.game.rules.cost_rules[type(part)]
            claims = rule.claims(self.game, self.seat, subject, part)
            for group in {id(group): group for group in claims or ()}.values():
                group.sort(key=self._loss)
            found = self._found[key] = (part, claims)  # as long as it is held no other part has its number
        return found[1]

    def find(self, subject: int, others: Parts) -> None:
        """Work out what could pay for these as things are, before anything is given up for real."""
        for part in others:
            self.of(subject, part)

    def leave_enough(self, subject: int, others: Parts, gone: Container[int], used: Container[int]) -> bool:
        """Whether what is given up and tapped leaves one cost what it needs, by itself."""
        groups: list[list[Claim]] = []
        for part in others:
            groups.extend(left_of(self.of(subject, part) or [], gone, used))
        return not groups or (all(groups) and (len(groups) == 1 or distinct(groups) is not None))

    def ways(
        self, subject: int, others: Parts, gone: frozenset[int], used: frozenset[int]
    ) -> Iterator[Victims] | tuple[Victims, ...]:
        """Each way to pay the parts that are not mana; like objects count once."""
        if not others:
            return ((),)
        groups: list[tuple[str, list[Claim]]] = []
        for part in others:
            claims = self.of(subject, part)
            if claims is not None:
                verb = self._verb(subject, part)
                groups.extend((verb, group) for group in claims)
        return self._taken(groups, 0, 0, (), gone, used)

    def like(self, ident: int) -> int:
        """A number that like objects share."""
        number = self._likes.get(ident)
        if number is None:
            obj = self.game.object(ident)
            mark = (like(obj) if obj is not None else ident, ident in self._subjects)
            number = self._marks.setdefault(mark, len(self._marks))
            self._likes[ident] = number
        return number

    def _verb(self, subject: int, part: CostPart) -> str:
        """What an answer says to pay a part with a named thing."""
        rule = self.game.rules.cost_rules[type(part)]
        return rule.verb or next((o.do for o in rule.options(self.game, self.seat, subject, part)), "")

    def _taken(
        self,
        groups: list[tuple[str, list[Claim]]],
        at: int,
        start: int,
        way: Victims,
        gone: frozenset[int],
        used: frozenset[int],
    ) -> Iterator[Victims]:
        """Each way to take one claim of each group from ``at`` on, those of one part in order."""
        if at == len(groups):
            yield way
            return
        verb, claims = groups[at]
        following = at + 1 < len(groups) and groups[at + 1][1] is claims
        tried = set()
        for place in range(start, len(claims)):
            kind, ident = claim = claims[place]
            number = self.like(ident)
            if number in tried or ident in gone or any(c == claim for _, c in way):
                continue
            if kind == TAP and (ident in used or (ident in self._reserved and len(claims) > 1)):
                continue
            tried.add(number)
            yield from self._taken(groups, at + 1, place + 1 if following else 0, (*way, (verb, claim)), gone, used)

    def _loss(self, claim: Claim) -> int:
        """How much mana it costs to take this: tapped, what it makes; given up, what it could still be used for."""
        kind, ident = claim
        if kind == TAP:
            return len(self._sources.own.get(ident, ()))
        return max([_use(source) for source in self._sources.complex if source.obj.id == ident], default=0)


def _use(source: Source) -> int:
    """What a source is good for as long as it is there; one that can be used again and again is given up last."""
    return max(1, source.most - len(source.needs)) * (MANY if source.uses < 0 else source.uses)


def left_of(claims: list[list[Claim]], gone: Container[int], used: Container[int]) -> list[list[Claim]]:
    """Claims on what has not been given up or, for tapping, tapped."""
    return [[c for c in some if c[1] not in gone and (c[0] != TAP or c[1] not in used)] for some in claims]
