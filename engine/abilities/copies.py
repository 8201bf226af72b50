"""Instructions about copies of cards that are no spells yet."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.abilities.records import record

if TYPE_CHECKING:
    from engine.abilities.nouns import Ref


@record(frozen=True, slots=True)
class CopyCard:
    """A copy of the source is made in exile, as the source last was: "it" from here on."""


@record(frozen=True, slots=True)
class CopyCards:
    """A copy of each of these cards is made where that is: "it" from here on."""

    what: Ref
