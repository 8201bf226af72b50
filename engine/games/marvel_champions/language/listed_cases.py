"""Cases that stand one below the other: what they have in common is said once, above them.

"If you are in:" has a case for each form, "if Mister Volt has the:" one for each trait, and "if the following enemies
are in play:" one for each name. Each is an ``If`` of its own.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from engine.abilities import SELF, Compare, If, Instruction, Otherwise, Ref, Tap
from engine.abilities.records import record
from engine.text.renderer.deeds_alike import size_of

if TYPE_CHECKING:
    from collections.abc import Callable

_FORM: Final = re.compile(r"(you are in) (hero|alter-ego)( form)")
_KIND: Final = re.compile(r"(you are in) (.+ (?:mass|energy))( form)")
_TRAIT: Final = re.compile(r"(.+ has the) (.+)( trait)")
_NAME: Final = re.compile(r"()(.+)() is in play")
OF_FORMS: Final = "if you are in:"
"""Of these cases no two hold."""
BRIEF: Final = (
    (_FORM, OF_FORMS, ", "),
    (_KIND, OF_FORMS, ", "),
    (_TRAIT, "", ", "),
    (_NAME, "if the following enemies are in play:", " — "),
)
FOLLOWING: Final = ((_TRAIT, " following traits:", " — "),)
"""The conditions of cases, what is said above them, and what behind what each case is for."""


@record(frozen=True, slots=True)
class Cases(Tap):
    """Several conditions with what happens in each, as the lines in which they are said."""

    what: Ref = SELF
    above: str = ""
    heads: tuple[str, ...] = ()
    bodies: tuple[tuple[Instruction, ...], ...] = ()


def with_cases(
    effects: tuple[Instruction, ...], said: Callable[[Compare], str], *, following: bool
) -> tuple[Instruction, ...]:
    """Instructions with the cases that follow one another as one; ``said`` writes a condition."""
    found: list[Instruction] = []
    at = 0
    while at < len(effects):
        group = _of_both_forms(effects, at, said) or _group(effects, at, said, following=following)
        if group is None:
            found.append(effects[at])
            at += 1
        else:
            cases, at = group
            found.append(cases)
    return tuple(found)


def _of_both_forms(
    effects: tuple[Instruction, ...], at: int, said: Callable[[Compare], str]
) -> tuple[Cases, int] | None:
    """A case for one form and what happens in the other one, and the place behind both."""
    first = effects[at]
    match = _FORM.fullmatch(said(first.condition)) if isinstance(first, If) else None
    if match is None or not isinstance(first, If) or first.steps < 2:
        return None
    end = effects[at + first.steps]
    if not isinstance(end, Otherwise):
        return None
    behind = at + 1 + first.steps
    forms = ("hero", "alter-ego") if match[2] == "hero" else ("alter-ego", "hero")
    bodies = (effects[at + 1 : behind - 1], effects[behind : behind + end.steps])
    heads = tuple(f"{form.capitalize()} form, " for form in forms)
    return Cases(above=OF_FORMS, heads=heads, bodies=bodies), behind + end.steps


def _group(
    effects: tuple[Instruction, ...], at: int, said: Callable[[Compare], str], *, following: bool
) -> tuple[Cases, int] | None:
    """The cases that begin at a place, and the place behind them; nothing if there are not two of a kind."""
    for pattern, above, behind in FOLLOWING if following else BRIEF:
        heads: list[str] = []
        bodies: list[tuple[Instruction, ...]] = []
        place, common = at, ""
        while place < len(effects) and isinstance(first := effects[place], If):
            match = pattern.fullmatch(said(first.condition))
            if match is None or (heads and match[1] != common):
                break
            common = match[1]
            size = size_of(effects, place)
            heads.append(f"{match[2][:1].upper()}{match[2][1:]}{'' if following else match[3]}{behind}")
            bodies.append(effects[place + 1 : place + size])
            place += size
        if len(heads) > 1:
            title = above or f"if {common}:"
            title = f"if {common}{above}" if following else title
            return Cases(above=title, heads=tuple(heads), bodies=tuple(bodies)), place
    return None
