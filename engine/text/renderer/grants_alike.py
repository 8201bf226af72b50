"""Abilities that one sentence gives to two things, or as two additions to the same: "this and enchanted creature"."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from engine.abilities import Count, Forbid, Grant, Per
from engine.text.renderer.writing import capital, listed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.abilities import Ability

ITSELF = "This "
CAUSED_BY = "our opponents control"
TO_PLAY = " to cast spells or activate abilities."
_SINGULAR = ((" gets ", " get "), (" has ", " have "), (" attacks ", " attack "), (" blocks ", " block "))


def said_as_one(abilities: Sequence[Ability], texts: Sequence[str]) -> str:
    """The sentence that says all of these grants, which are said one by one in ``texts``; "" if none does."""
    if len(abilities) > 1 and all(isinstance(each, Forbid) for each in abilities):
        return _all_forbidden(texts)
    grants = [each for each in abilities if isinstance(each, Grant)]
    if len(grants) != len(abilities):
        return ""
    if len(grants) == 2 and _are_sums(grants):
        return _summed(texts)
    if len(grants) == 2 and _differ_in_subject(grants[0], grants[1]):
        return _of_both(grants[1], texts[0], texts[1])
    if len(grants) == 4 and _are_sums(grants[:2]) and _are_sums(grants[2:]):
        return _of_both(grants[2], _summed(texts[:2]), _summed(texts[2:]))
    return ""


def _all_forbidden(texts: Sequence[str]) -> str:
    """The words for prohibitions that differ only in the way of doing a thing; "" where they differ in more."""
    first, *others = texts
    who, cant, _ = first.partition(" can't ")
    if who.endswith(CAUSED_BY):
        cant += "cause you to "
    end = TO_PLAY if first.endswith(TO_PLAY) else "."
    if not all(text.startswith(who + cant) and text.endswith(end) for text in others):
        return ""
    deeds = [text.removeprefix(who + cant).removesuffix(end) for text in texts]
    return f"{who}{cant}{listed(deeds, 'or')}{end}"


def _are_sums(grants: Sequence[Grant]) -> bool:
    """Whether two grants to the same thing each add a number for something."""
    first, second = (replace(grant, power=0, toughness=0) for grant in grants)
    return first == second and all(isinstance(grant.power or grant.toughness, Count | Per) for grant in grants)


def _summed(texts: Sequence[str]) -> str:
    head, _, _ = texts[0].partition(" +")
    return f"{texts[0].removesuffix('.')} and{texts[1].removeprefix(head)}"


def _differ_in_subject(one: Grant, other: Grant) -> bool:
    return one.source and not other.source and replace(other, what=None, source=True, attached=False) == one


def _of_both(other: Grant, one_said: str, other_said: str) -> str:
    if not one_said.startswith((ITSELF, "All creatures able to block this ")):
        return ""
    if not one_said.startswith(ITSELF):
        return one_said.replace(" this ", f" this or {other_said.partition('block ')[2].partition(' do')[0]} ", 1)
    both = f"this and {other_said[0].lower()}{other_said[1:]}"
    if other.attached:
        for singular, plural in _SINGULAR:
            both = both.replace(singular, plural)
        both = both.replace(" get ", " each get ", 1)
    return capital(both)
