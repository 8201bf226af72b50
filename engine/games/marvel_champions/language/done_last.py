"""Texts speak of the cards they discarded last, of whom an attack damaged, and of another thing than the last.

These words mean what the instruction just before was done to. Nothing tells it once another was followed.
"""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, Final

from engine.abilities import (
    IT,
    Body,
    Discard,
    DiscardCost,
    DiscardUntil,
    EachPlayer,
    Either,
    EnemyAttack,
    Filter,
    If,
    LibraryCost,
    Mill,
    Move,
    Otherwise,
    Ref,
    Value,
)
from engine.games.marvel_champions.language.noun_phrases import ATTACK_DAMAGED, ELSE
from engine.games.marvel_champions.language.shared_words import ICONS
from engine.text.mentions import introduced, is_touching
from engine.text.phrases import has_part, records_of

if TYPE_CHECKING:
    from engine.abilities import Ability, Instruction

FIELDS: Final = (
    *("different printed resources", "different card types", "boost icons", "printed resources"),
    *(f"printed {name}" for name in ICONS.values()),
)
"""Numbers of the cards that were discarded this way."""
ENEMIES: Final = frozenset(("enemy", "minion", "villain"))


def speaks_of_what_is_lost(ability: Ability) -> bool:
    """Whether a text counts something of cards, or asks about an attack, that it did not speak of just before."""
    if not (_counts(ability) or has_part(ability, ATTACK_DAMAGED) or _other_than_it(ability) is not None):
        return False
    bodies = records_of(ability, Body)
    paid = next((part for part in getattr(ability, "cost", ()) if isinstance(part, LibraryCost | DiscardCost)), None)
    return any(_speaks_of_lost(body, paid) for body in bodies)


def _speaks_of_lost(body: Body, last: LibraryCost | DiscardCost | Instruction | None) -> bool:
    before, end = last, 0  # what was done last before a case, and where that ends
    for at, effect in enumerate(body.effects):
        if isinstance(effect, Otherwise) or (isinstance(effect, If) and at == end):
            last = before  # one of two cases
        if isinstance(effect, If | Either):
            before, end = last, at + 1 + (effect.steps if isinstance(effect, If) else 0)
        if _counts(effect) and not isinstance(last, LibraryCost | DiscardCost | Mill | DiscardUntil | Discard | Move):
            return True
        if has_part(effect, ATTACK_DAMAGED) and not isinstance(last, EnemyAttack):
            return True
        other = _other_than_it(effect)
        if other is not None and not _may_be_same(other, _kinds(body, last)):
            return True
        if (
            not isinstance(effect, EachPlayer) and (introduced(effect) is not None or is_touching(effect))
        ) or isinstance(effect, Move):
            last = effect
    return False


def _counts(part: Ability | Instruction) -> bool:
    """Whether a number in a part of a text is one of the discarded cards."""
    return any(number.field in FIELDS and number.of == IT for number in records_of(part, Value))


def _other_than_it(part: Ability | Instruction) -> frozenset[str] | None:
    """The kinds of a "different" thing that an instruction is done to."""
    found = [what for what in records_of(part, Filter) if ELSE in what.tests]
    return frozenset(chain(*found[0].kinds)) if found else None


def _kinds(body: Body, last: object) -> frozenset[str]:
    """The kinds of what an instruction was done to."""
    refs = [ref for field in ("what", "to") if isinstance(ref := getattr(last, field, None), Ref)]
    whats = [body.targets[ref.index].what if ref.kind == "target" else ref.what for ref in refs]
    return frozenset(chain(*(kind for what in whats if what is not None for kind in what.kinds)))


def _may_be_same(one: frozenset[str], other: frozenset[str]) -> bool:
    return not one.isdisjoint(other) or not (one.isdisjoint(ENEMIES) or other.isdisjoint(ENEMIES))
