"""Instructions that put counters, take them off, move them or double them."""

from __future__ import annotations

from engine.abilities.nouns import YOU, Amount, Ref
from engine.abilities.records import record


@record(frozen=True, slots=True)
class PutCounters:
    """Put counters called ``name`` on each of ``what``."""

    what: Ref
    name: str
    amount: Amount = 1


@record(frozen=True, slots=True)
class TakeCounters:
    """Counters called ``name`` ("" of any kind) are removed, no ``amount``: all of them, and put ``onto`` something.

    ``up_to``: as many as the player likes, but no more than that.
    """

    what: Ref
    name: str
    amount: Amount | None = 1
    onto: Ref | None = None
    up_to: bool = False


@record(frozen=True, slots=True)
class PutItsCounters:
    """Put on ``what`` as many counters of each kind, or called ``name``, as ``of`` has or had when it left (122.8)."""

    what: Ref
    of: Ref
    name: str = ""


@record(frozen=True, slots=True)
class DoubleCounters:
    """As many counters called ``name`` as there are on each of ``what`` are put there."""

    what: Ref
    name: str


@record(frozen=True, slots=True)
class Proliferate:
    """``who`` chooses permanents and players; each gets one more of each kind of counter it has."""

    who: Ref = YOU


@record(frozen=True, slots=True)
class Load:
    """``what`` is put beneath ``into``, an object on the battlefield, which is loaded with it."""

    what: Ref
    into: Ref
