"""Parts of texts in games that players play together against a side at which nobody sits."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from engine.abilities.nouns import YOU, Amount, Filter, Ref
from engine.abilities.records import record

EVERYBODY: Final = Ref("players")


@record(frozen=True, slots=True)
class Heal:
    """``amount`` damage is removed from each of ``what``; no ``amount``: all of it."""

    what: Ref
    amount: Amount | None = None


@record(frozen=True, slots=True)
class MoveDamage:
    """``amount`` damage is moved from one character to another."""

    amount: Amount
    what: Ref
    to: Ref


@record(frozen=True, slots=True)
class AssignDamage:
    """``who`` assigns ``amount`` damage among those that fit, as many to each as is liked."""

    amount: Amount
    among: Filter
    who: Ref = YOU


@record(frozen=True, slots=True)
class IndirectDamage:
    """Each player of ``who`` splits ``amount`` damage among the own characters, none more than defeats it.

    ``together``: it is one amount, which they split as a group among the characters of all.
    """

    amount: Amount
    who: Ref = YOU
    together: bool = False


@record(frozen=True, slots=True)
class DiscardStatus:
    """A status card of one of these ``names`` on ``what`` is discarded; ``all_``: each such card."""

    what: Ref
    names: tuple[str, ...]
    all_: bool = False


@record(frozen=True, slots=True)
class EnemyAttack:
    """Each of ``what`` attacks ``whom``, one after the other: a player, or who is engaged with it.

    ``more`` is what is added to its ATK for that attack. ``boosted``: whether it is given boost cards for it as usual.
    ``any_form``: it attacks who is engaged with it in alter-ego form, too.
    """

    what: Ref
    whom: Ref
    more: int = 0
    boosted: bool = True
    any_form: bool = False


@record(frozen=True, slots=True)
class Engage:
    """Each minion of ``what`` that is in play engages the player ``whom``, unless they are engaged (Engage)."""

    what: Ref
    whom: Ref


@record(frozen=True, slots=True)
class EnemyScheme:
    """Each of ``what`` schemes, one after the other; ``more`` is what is added to its SCH for that.

    ``boosted``: whether it is given boost cards for it as usual.
    """

    what: Ref
    more: int = 0
    boosted: bool = True


@record(frozen=True, slots=True)
class ChangeForm:
    """``who`` changes form, or to ``form`` if in another."""

    who: Ref = YOU
    form: str = ""


@record(frozen=True, slots=True)
class DrawUp:
    """``who`` draws until there are ``amount`` cards in hand."""

    amount: Amount
    who: Ref = YOU


@record(frozen=True, slots=True)
class Reveal:
    """Encounter cards are revealed and resolved: ``what``, or the top card of the encounter deck."""

    what: Ref | None = None


@record(frozen=True, slots=True)
class DealEncounter:
    """``who`` is dealt encounter cards, face down: from the encounter deck, or the ``card`` that a text means."""

    who: Ref
    amount: Amount = 1
    card: Ref | None = None


@record(frozen=True, slots=True)
class GiveBoost:
    """``what`` is given boost cards for this activation; ``kept``: facedown, until it activates, if it does not now.

    An ``amount`` of 0, as such, is none at all: not even the usual one.
    They are of the encounter deck, or the ``card`` that a text means.
    """

    what: Ref
    amount: Amount = 1
    kept: bool = False
    card: Ref | None = None


@record(frozen=True, slots=True)
class BoostIcons:
    """The boost card counts ``amount`` more boost icons for this activation."""

    amount: Amount


@record(frozen=True, slots=True)
class EnemyActivation:
    """``what`` activates against ``whom``: it attacks in hero form, and schemes against a player in alter-ego form.

    ``boosted``: whether it is given boost cards for it as usual.
    """

    what: Ref
    whom: Ref
    boosted: bool = True


@record(frozen=True, slots=True)
class Cancel:
    """The interrupted thing does not happen; the next ``steps`` instructions happen in its place.

    ``effects``: of a revealed card only what it says after these words ("when revealed"); "" all that it does.
    """

    effects: str = ""
    steps: int = 0


FoundUse: TypeAlias = Literal["", "reveal", "engaged"]
"""The deed done with an encounter card that was found: it is revealed, or put into play engaged with its finder."""


@record(frozen=True, slots=True)
class EncounterSearch:
    """``who`` looks for one card that fits in the encounter deck, and in the encounter discard pile: "it" from then on.

    ``discards``: in the discard pile too; ``aside``: among the set-aside cards too. ``use``: what each of them does
    with the card that was found before the next one searches. ``shuffles``: the text does not say so itself.
    ``finds``: the text says that the card is found, wherever it lies.
    """

    what: Filter
    discards: bool = True
    who: Ref = YOU
    use: FoundUse = ""
    shuffles: bool = False
    aside: bool = False
    finds: bool = False


@record(frozen=True, slots=True)
class DiscardUntil:
    """Cards are discarded from a deck until one is that fits: "it" from then on.

    ``who`` is the player whose deck it is, nobody for the encounter deck.
    """

    what: Filter
    who: Ref | None = None


@record(frozen=True, slots=True)
class NextCost:
    """The next card that ``who`` plays this phase costs ``amount`` less."""

    amount: Amount
    who: Ref = YOU


@record(frozen=True, slots=True)
class ActivationGets:
    """``what`` has ``amount`` more of a power for the attack or scheme that the text has just had it make."""

    what: Ref
    stat: str
    amount: int


@record(frozen=True, slots=True)
class AttackGains:
    """The attack that goes on gains a keyword."""

    keyword: str


@record(frozen=True, slots=True)
class AttackDeals:
    """The attack that the text interrupts deals ``amount`` more damage."""

    amount: Amount


@record(frozen=True, slots=True)
class PlaceFacedown:
    """``who`` places so many cards of the hand, at random, or the ``top`` ones of the deck, facedown at the source."""

    amount: Amount
    who: Ref = YOU
    top: bool = False


@record(frozen=True, slots=True)
class Surge:
    """The encounter card that is revealed gains surge."""

    what: Ref


@record(frozen=True, slots=True)
class AdvanceStage:
    """The main scheme comes to a ``stage``: its first side is turned over ("1B"), or the next stage begins ("2A").

    No ``stage``: the next card of its deck, whichever that is. ``keeps``: the stage that this text is on goes to the
    victory display. ``pick``: of several cards of that stage it is a "random" one, or the "other" one that is left.
    """

    stage: str = ""
    keeps: bool = False
    pick: Literal["", "random", "other"] = ""


@record(frozen=True, slots=True)
class RemoveStage:
    """One card of a main scheme's ``stage`` that is still to come is removed from the game at random."""

    stage: int


@record(frozen=True, slots=True)
class SetAsideSets:
    """All cards of encounter sets by their ``names`` in the encounter deck and its discard pile are set aside."""

    names: tuple[str, ...]


@record(frozen=True, slots=True)
class ShuffleSet:
    """The set-aside cards of an encounter set by its ``name`` are shuffled into the encounter deck."""

    name: str


@record(frozen=True, slots=True)
class FlipCard:
    """The source is turned over, or the cards that ``what`` means.

    ``into``: the face of that name is put into play, under the control of ``who``, or of nobody but the scenario.
    """

    into: Filter | None = None
    who: Ref | None = None
    what: Ref | None = None


@record(frozen=True, slots=True)
class BringIntoPlay:
    """The encounter card that fits is found, wherever it lies out of play, and enters play.

    ``who`` is the player who controls it; nobody where the scenario does.
    """

    what: Filter
    who: Ref | None = None


@record(frozen=True, slots=True)
class SetAside:
    """The encounter cards that fit are set aside, out of play, from wherever they lie out of play."""

    what: Filter


@record(frozen=True, slots=True)
class MakeDeck:
    """A deck of its own ``name`` is made beside the encounter deck: of the set of that name, or of ``what`` fits."""

    name: str
    what: Filter | None = None


@record(frozen=True, slots=True)
class TakeTop:
    """The top card of the deck of that ``name`` beside the encounter deck is revealed, or shuffled into that deck."""

    name: str
    use: Literal["reveal", "shuffle"] = "reveal"


@record(frozen=True, slots=True)
class EachPlayer:
    """Each player meant by ``who`` follows the next ``steps`` instructions, in player order, as "you" in them.

    ``form``: only those who are in it as this begins.
    """

    steps: int
    who: Ref = EVERYBODY
    form: str = ""


@record(frozen=True, slots=True)
class ByPrinted:
    """Of the parts that follow, of ``sizes``, those are followed whose resource is printed on the card of just before.

    A wild resource is printed for all of them.
    """

    resources: tuple[str, ...]
    sizes: tuple[int, ...]

    @property
    def steps(self) -> int:
        """The number of instructions in all parts."""
        return sum(self.sizes)


@record(frozen=True, slots=True)
class ResolveSpecial:
    """The "Special" abilities on all that fit are resolved in an order of choice, as the steps of a sequence.

    ``count`` is how many of them are, 0 for all; the player chooses which. ``of``: those of one thing.
    """

    what: Filter
    count: int = 0
    of: Ref | None = None


@record(frozen=True, slots=True)
class AlsoAttack:
    """The attack that goes on is also made against each other player in hero form."""


@record(frozen=True, slots=True)
class Defeat:
    """Characters are defeated, whatever hit points they have left."""

    what: Ref


@record(frozen=True, slots=True)
class ResolveMoment:
    """The abilities with a timing word on ``what`` are resolved, once each; those with a ``title``, if there is one."""

    what: Ref
    moment: Literal["when revealed", "when defeated", "special", "boost"]
    title: str = ""


@record(frozen=True, slots=True)
class StrengthenUse:
    """The power that a character is about to use is ``amount`` more for this use."""

    what: Ref
    amount: Amount


@record(frozen=True, slots=True)
class SetHitPoints:
    """The hit point dial of ``what`` is set: so many hit points are left."""

    what: Ref
    amount: Amount


@record(frozen=True, slots=True)
class DamageByDiscarded:
    """Each player takes ``amount`` damage for each resource of a type printed on the cards discarded just before."""

    resource: str
    amount: int = 1


@record(frozen=True, slots=True)
class Ignoring:
    """The attack or thwart of a text ignores ``words``: "crisis" icons, or the keyword "guard" or "patrol" of minions.

    ``steps``: only the next so many instructions do, 0 for all of the text.
    """

    words: tuple[str, ...]
    steps: int = 0


@record(frozen=True, slots=True)
class DeclareDefender:
    """``what`` is the defender of the attack that is interrupted; it does not exhaust for that."""

    what: Ref


@record(frozen=True, slots=True)
class CancelBoost:
    """Of the card that is turned faceup as a boost card the ``icons`` do not count; its ``ability`` is not resolved."""

    icons: bool = False
    ability: bool = False


@record(frozen=True, slots=True)
class AttackInstead:
    """The attack of ``by`` that is interrupted is against ``what`` instead: an ally, or a player's identity."""

    what: Ref
    by: Ref
