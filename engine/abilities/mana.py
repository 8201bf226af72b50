"""Terms of mana: how it may be spent, and its effect on the thing it is spent on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal

from engine.abilities.records import record

if TYPE_CHECKING:
    from engine.abilities.nouns import Filter


TURNS_UP: Final = "turning face up"
UNLOCKS_DOORS: Final = "unlocking"
"""Special actions that mana may be meant for, by the names of their procedures."""


@record(frozen=True, slots=True)
class SpendOn:
    """The use of mana: ``action`` "cast", "activate" or the name of a special action.

    ``what`` is the card or the source meant (none: any).
    """

    action: str
    what: Filter | None = None


@record(frozen=True, slots=True)
class IfSpent:
    """Gains of a spell that the mana is spent on: keywords, "can't be countered"; ``until`` "turn", "" for ever."""

    on: SpendOn
    gains: tuple[str, ...]
    until: Literal["", "turn"] = ""


@record(frozen=True, slots=True)
class Terms:
    """Terms of mana: it is spent ``only`` on one of these, ``never`` on one of those.

    ``lasts``: it stays as steps and phases end, until end of turn or ``of_combat``.
    """

    only: tuple[SpendOn, ...] = ()
    never: tuple[SpendOn, ...] = ()
    riders: tuple[IfSpent, ...] = ()
    lasts: bool = False
    of_combat: bool = False
