"""How mana may be spent, and what it does to what it is spent on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.abilities.nouns import Filter


@dataclass(frozen=True, slots=True)
class SpendOn:
    """What mana is spent on: ``action`` "cast" or "activate", ``what`` the card or the source meant (none: any)."""

    action: str
    what: Filter | None = None


@dataclass(frozen=True, slots=True)
class IfSpent:
    """What a spell gains if the mana is spent on it: keywords, "can't be countered"; ``until`` "turn", "" for ever."""

    on: SpendOn
    gains: tuple[str, ...]
    until: str = ""


@dataclass(frozen=True, slots=True)
class Terms:
    """What mana comes with: it is spent ``only`` on one of these, ``never`` on one of those.

    ``lasts``: it stays until end of turn as steps and phases end.
    """

    only: tuple[SpendOn, ...] = ()
    never: tuple[SpendOn, ...] = ()
    riders: tuple[IfSpent, ...] = ()
    lasts: bool = False
