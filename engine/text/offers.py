"""Offers to each of several players: they choose in turn order, then all of it is done at once.

One thing of one's own is what can be chosen so: a permanent to sacrifice or a card to discard (101.4, 608.2d, 608.2e).
"[Deed] unless that player does something else" is an offer, and the deed for those who did not take it (118.12a).
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from engine.abilities import (
    Damage,
    Discard,
    DiscardCost,
    Edict,
    EitherCost,
    Filter,
    LoseLife,
    May,
    Mill,
    Ref,
    Sacrifice,
    UnlessPays,
)
from engine.text.errors import Reject
from engine.text.mentions import EACH
from engine.text.phrases import has

if TYPE_CHECKING:
    from engine.abilities import Cost, CostPart, Instruction, RefKind

BY_DEED: Final[tuple[RefKind, ...]] = ("who did", "who didn't", "who can't")
"""Those of several players who did what the instruction before this says, or did not."""
_TO_PLAYERS: Final = (Discard, Edict, LoseLife, Mill)
_A_CARD: Final = Filter((("card",),), zone="hand")


def is_offer(who: Ref, cost: Cost) -> bool:
    """Whether each of several players may give up one thing of its own, of whatever kind."""
    if who.kind not in EACH or len(cost) != 1:
        return False
    part = cost[0]
    options = part.options if isinstance(part, EitherCost) else (cost,)
    return all(len(option) == 1 and _is_one_thing(option[0]) for option in options)


def _is_one_thing(part: CostPart) -> bool:
    if isinstance(part, DiscardCost):
        return part == DiscardCost(_A_CARD)
    return isinstance(part, Sacrifice) and part.count == 1 and not (part.what.other or part.what.of or part.what.whose)


def offered(who: Ref, effects: tuple[Instruction, ...]) -> May | None:
    """The offer in a deed that each of several players "may" do."""
    match effects:
        case (Discard(amount=1, at_random=False, what=None, up_to=False),) if who.kind in EACH:
            return May(0, who, (DiscardCost(_A_CARD),))
        case (Edict(what=what, count=1),) if is_offer(who, (Sacrifice(what),)):
            return May(0, who, (Sacrifice(what),))
        case _:
            return None


def for_those_who_did_not(effects: tuple[Instruction, ...], cost: Cost) -> tuple[UnlessPays, Instruction] | None:
    """A deed to each of several players unless that player takes an offer: to those who do not."""
    if len(effects) != 1:
        return None
    deed = effects[0]
    if isinstance(deed, Damage) and is_offer(deed.to, cost):
        return UnlessPays(1, deed.to, cost), replace(deed, to=Ref("who didn't", of=deed.to))
    if isinstance(deed, _TO_PLAYERS) and is_offer(deed.who, cost):
        return UnlessPays(1, deed.who, cost), replace(deed, who=Ref("who didn't", of=deed.who))
    return None


def for_each(deed: Instruction) -> Instruction:
    """A deed to those who do not take an offer, as it is said of all of them."""
    if isinstance(deed, Damage):
        assert deed.to.of is not None
        return replace(deed, to=deed.to.of)
    assert isinstance(deed, _TO_PLAYERS)
    assert deed.who.of is not None
    return replace(deed, who=deed.who.of)


def check_by_deed(instruction: Instruction, before: Instruction | None) -> None:
    """See that players who did something, or did not, are told by the instruction before.

    Raises:
        Reject: it asks nothing of each of these players, or they are told apart where it does not count.
    """
    if not _speaks_of_deeds(instruction):
        return
    refs = [ref for kind in BY_DEED for ref in _by(instruction, kind)]
    if not refs or any(not _tells(before, ref) for ref in refs):
        raise Reject


def _by(instruction: Instruction, kind: RefKind) -> list[Ref]:
    found = (getattr(instruction, field, None) for field in ("who", "to"))
    return [ref for ref in found if isinstance(ref, Ref) and ref.kind == kind]


def _speaks_of_deeds(part: object) -> bool:
    """Whether anything speaks of players by what they did."""
    return has(part, *BY_DEED)


def _tells(before: Instruction | None, ref: Ref) -> bool:
    if isinstance(before, May | UnlessPays):
        return before.who == ref.of and is_offer(before.who, before.cost) and ref.kind != "who can't"
    if isinstance(before, Discard):
        return before.who == ref.of and before.amount == 1 and before.what is None and ref.kind != "who didn't"
    return isinstance(before, Edict) and before.who == ref.of and before.count == 1 and ref.kind != "who didn't"
