"""Instructions about combat and attacks."""

from __future__ import annotations

from engine.abilities.nouns import Ref, UntilWord
from engine.abilities.records import record


@record(frozen=True, slots=True)
class Fight:
    """Two creatures fight: each deals damage equal to its power to the other.

    Those that fight each other are both ``what`` and ``other``.
    """

    what: Ref
    other: Ref


@record(frozen=True, slots=True)
class AddPhases:
    """A combat phase comes after this phase; ``main``: after this main phase, and a main phase after that."""

    main: bool = False


@record(frozen=True, slots=True)
class LeaveCombat:
    """``what`` is removed from combat."""

    what: Ref


@record(frozen=True, slots=True)
class BlockIt:
    """These objects block ``whom`` this turn, or this combat, if they can (509.1c)."""

    what: Ref
    whom: Ref
    until: UntilWord = "turn"


@record(frozen=True, slots=True)
class EndCombat:
    """The combat phase ends."""


@record(frozen=True, slots=True)
class RedirectAttack:
    """The attack of this combat is on another unit instead; with ``on`` only one that is on that.

    ``intercepts``: it is intercepted.
    """

    to: Ref
    on: Ref | None = None
    intercepts: bool = False
