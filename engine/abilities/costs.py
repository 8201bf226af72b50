"""The parts of costs."""

from __future__ import annotations

from typing import TypeAlias

from engine.abilities.nouns import SELF, Amount, Filter, Ref
from engine.abilities.records import record


@record(frozen=True, slots=True)
class Mana:
    """Mana symbols in printed order, without braces: ``("2", "R", "W/U", "B/P", "X", "C")``."""

    symbols: tuple[str, ...]


@record(frozen=True, slots=True)
class WaterbendMana(Mana):
    """Mana rather than which, as far as it is generic, artifacts and creatures may be tapped (MTG 701.67a)."""


@record(frozen=True, slots=True)
class ManaInstead(Mana):
    """Mana of a total cost some of which may be paid otherwise: by tapping creatures, exiling cards (convoke, delve).

    ``by`` are the keywords that say how; ``met`` what has been paid so, for each unit which needs it may meet (a mask).
    """

    by: tuple[str, ...] = ()
    met: tuple[int, ...] = ()


@record(frozen=True, slots=True)
class Lessened:
    """Nothing to pay: the total cost is ``amount`` generic mana less."""

    amount: int


@record(frozen=True, slots=True)
class TapSelf:
    """Tap (rest, exhaust) the source."""


@record(frozen=True, slots=True)
class UntapSelf:
    """Untap (awaken, ready) the source."""


@record(frozen=True, slots=True)
class TapOther:
    """Tap ``count`` untapped permanents that fit; the one with a unique fit such as "your champion" too."""

    what: Filter
    count: Amount = 1


@record(frozen=True, slots=True)
class TapTotal:
    """Tap any number of untapped permanents that fit, of which ``field`` is ``least`` or more in all.

    ``beside`` is a number that each of them may have for this, besides that field.
    """

    what: Filter
    field: str
    least: int
    beside: str = ""


@record(frozen=True, slots=True)
class CollectEvidence:
    """Exile any number of cards from one's graveyard whose mana values are ``least`` or more in all."""

    least: int


@record(frozen=True, slots=True)
class EvidenceLeft:
    """The rest of evidence that is still to be chosen, by mana value, and each chosen card with its own.

    All of them are exiled at once.
    """

    least: int
    picked: tuple[tuple[int, int], ...]


@record(frozen=True, slots=True)
class SacrificeSelf:
    """Sacrifice the source of this."""


@record(frozen=True, slots=True)
class Sacrifice:
    """Sacrifice ``count`` permanents that fit."""

    what: Filter
    count: Amount = 1


@record(frozen=True, slots=True)
class DiscardSelf:
    """Discard the source card."""


@record(frozen=True, slots=True)
class DiscardCost:
    """Discard ``count`` cards that fit from one's hand, chosen or at random."""

    what: Filter
    count: Amount = 1
    at_random: bool = False


@record(frozen=True, slots=True)
class MoveSelf:
    """Put the source from the zone ``from_`` to ``zone`` of its owner ("exile", "hand", "library top" ...)."""

    zone: str
    from_: str = "battlefield"


@record(frozen=True, slots=True)
class MoveCost:
    """Put ``count`` objects that fit, wherever the filter says they are, to ``zone`` of their owners."""

    what: Filter
    zone: str
    count: Amount = 1


@record(frozen=True, slots=True)
class LibraryCost:
    """Put ``count`` cards from the top of one's library into ``zone``: mill them, or "exile"."""

    count: Amount = 1
    zone: str = "graveyard"


@record(frozen=True, slots=True)
class RevealCost:
    """Reveal ``count`` cards that fit from one's hand."""

    what: Filter
    count: Amount = 1


@record(frozen=True, slots=True)
class Behold:
    """Choose permanents of one's own that fit, or reveal cards that do from one's hand, ``count`` together."""

    what: Filter
    count: Amount = 1


@record(frozen=True, slots=True)
class Unattach:
    """Unattach the source from what it is attached to."""


@record(frozen=True, slots=True)
class EitherCost:
    """One of several costs, chosen by its payer: "sacrifice an artifact or discard a card"."""

    options: tuple[Cost, ...]


@record(frozen=True, slots=True)
class Barred:
    """A part of a cost that can't be paid, as an effect has it ("players can't pay life")."""

    part: CostPart


@record(frozen=True, slots=True)
class PayLife:
    """Pay so much life."""

    amount: Amount


@record(frozen=True, slots=True)
class RemoveCounters:
    """Remove ``count`` counters called ``name``, "" for any kind, from ``from_``.

    ``from_`` is the source, "you", your champion, "chosen" (one permanent that fits) or "each" (from among them).
    """

    name: str
    count: Amount = 1
    from_: Ref = SELF


@record(frozen=True, slots=True)
class PutCountersCost:
    """Put ``count`` counters called ``name`` on one permanent that fits (the source if ``what`` is none).

    ``keyword`` is the keyword action that says so.
    """

    name: str
    count: Amount = 1
    what: Filter | None = None
    keyword: str = ""


@record(frozen=True, slots=True)
class Reserve:
    """Reserve ``amount`` cards: each from hand face down to memory, or by what is Reservable."""

    amount: Amount


@record(frozen=True, slots=True)
class Memory:
    """Banish ``amount`` cards at random from memory; while ``floating`` lasts also cards that say so from elsewhere."""

    amount: Amount
    floating: bool = True


@record(frozen=True, slots=True)
class Recover:
    """Remove ``amount`` damage from one's champion or identity, which has to be there; ``form`` is what that is in."""

    amount: Amount
    form: str = ""


@record(frozen=True, slots=True)
class Delevel:
    """Return the top card of one's champion's lineage to the material deck."""


@record(frozen=True, slots=True)
class DamageCost:
    """``amount`` damage to ``to``: "you", "self" or "chosen", one that fits.

    It is dealt, and paid even if it is prevented, or ``taken``, and paid only if all of it was.
    """

    amount: Amount
    to: Ref
    taken: bool = False


@record(frozen=True, slots=True)
class FormCost:
    """Change form, to ``form`` if it says which."""

    form: str = ""


@record(frozen=True, slots=True)
class Resources:
    """Spend resources: icons in printed order, ``("any", "energy")``; ``each`` multiplies them ("spend X energy")."""

    icons: tuple[str, ...]
    times: Amount = 1


@record(frozen=True, slots=True)
class PrintedCost:
    """The printed cost of one thing that fits, in resources: it is chosen as the cost is worked out."""

    what: Filter


CostPart: TypeAlias = (
    Mana
    | Lessened
    | TapSelf
    | UntapSelf
    | TapOther
    | TapTotal
    | CollectEvidence
    | EvidenceLeft
    | SacrificeSelf
    | Sacrifice
    | DiscardSelf
    | DiscardCost
    | MoveSelf
    | MoveCost
    | LibraryCost
    | RevealCost
    | Behold
    | Unattach
    | EitherCost
    | PayLife
    | Barred
    | RemoveCounters
    | PutCountersCost
    | Reserve
    | Memory
    | Recover
    | Delevel
    | DamageCost
    | FormCost
    | Resources
    | PrintedCost
)
Cost: TypeAlias = tuple["CostPart", ...]


@record(frozen=True, slots=True)
class Way:
    """One way to play something: its ``name``, "" as printed; what it costs before additional costs.

    ``leaves``: where its card goes whenever it would leave the stack. ``free``: what it costs is worked out, and then
    not paid. ``instant``: it can be played so whenever an instant can.
    """

    name: str
    cost: Cost
    leaves: str = ""
    free: bool = False
    instant: bool = False
