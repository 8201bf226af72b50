"""Instructions about players: their cards, their life, their turns, and what they get."""

from __future__ import annotations

from engine.abilities.nouns import YOU, Amount, Filter, Ref
from engine.abilities.records import record


@record(frozen=True, slots=True)
class Draw:
    """``who`` draws, into the hand or ``into`` another zone."""

    amount: Amount
    who: Ref = YOU
    into: str = ""


@record(frozen=True, slots=True)
class Discard:
    """``who`` discards cards of its own choice, or at random; no ``amount``: the whole hand; or just ``what``.

    ``up_to``: so many or fewer.
    """

    amount: Amount | None
    who: Ref = YOU
    at_random: bool = False
    what: Ref | None = None
    up_to: bool = False


@record(frozen=True, slots=True)
class Mill:
    """``who`` puts cards from the top of the library into the graveyard, or another ``zone``."""

    amount: Amount
    who: Ref = YOU
    zone: str = ""


@record(frozen=True, slots=True)
class GainLife:
    """``who`` gains life (recovers)."""

    amount: Amount
    who: Ref = YOU


@record(frozen=True, slots=True)
class LoseLife:
    """The player ``who`` loses life."""

    amount: Amount
    who: Ref = YOU


@record(frozen=True, slots=True)
class SetLife:
    """The life total of ``who`` becomes ``amount``."""

    amount: Amount
    who: Ref = YOU


@record(frozen=True, slots=True)
class ExchangeLife:
    """You exchange life totals with ``who``; ``between``: two players ``who`` do with each other."""

    who: Ref
    between: bool = False


@record(frozen=True, slots=True)
class ExchangeLifeFor:
    """The life total of ``who`` and the power or toughness of ``what``, its ``field``, are exchanged."""

    who: Ref
    what: Ref
    field: str


@record(frozen=True, slots=True)
class ExtraTurn:
    """``who`` takes an extra turn after this one."""

    who: Ref = YOU


@record(frozen=True, slots=True)
class EndGame:
    """``who`` wins the game, or loses it."""

    who: Ref = YOU
    won: bool = False


@record(frozen=True, slots=True)
class ChangeDirection:
    """You change the direction of your mastery to another that you choose; ``adjacent``: to one beside it."""

    adjacent: bool = False


@record(frozen=True, slots=True)
class IncreaseSpeed:
    """Your speed increases by 1."""


@record(frozen=True, slots=True)
class RingTempts:
    """The Ring has tempted you once more; the creature chosen just before, if any, becomes your Ring-bearer."""


@record(frozen=True, slots=True)
class SacrificeOneOfEach:
    """``who`` sacrifices one permanent of each of these ``kinds``, all at once and of its own choice."""

    kinds: tuple[Filter, ...]
    who: Ref = YOU


@record(frozen=True, slots=True)
class Roll:
    """You roll a die with so many ``sides``; ``more`` is added to what it shows, ``less`` subtracted."""

    sides: int
    more: Amount = 0
    less: Amount = 0


@record(frozen=True, slots=True)
class Venture:
    """You venture into a dungeon: the one that is named ``where``, if you have none yet."""

    where: str = ""


@record(frozen=True, slots=True)
class GainMastery:
    """You get a mastery by its name."""

    name: str


@record(frozen=True, slots=True)
class PutOnMastery:
    """Put ``amount`` counters of a kind on your mastery of this name, if you have it."""

    mastery: str
    counter: str
    amount: Amount = 1


@record(frozen=True, slots=True)
class Empower:
    """The next Spell card that you play this turn is played and resolves at so many more levels."""

    amount: Amount
