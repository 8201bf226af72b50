"""Magic's phrases for where a spell is cast from, and for what has a color, read and written."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from engine.abilities import Compare, CostChange, Count, Event, Filter, Mana, TargetSpec, Test
from engine.games.magic.cast_notes import (
    CAST_FROM_ELSEWHERE,
    CAST_FROM_EXILE,
    CAST_FROM_GRAVEYARD,
    CAST_FROM_HAND,
    NOT_FROM_HAND,
)
from engine.games.magic.qualities import HAS_COLOR, HAS_X
from engine.text.compiler.abilities import Compiler
from engine.text.compiler.numbers import tally
from engine.text.errors import Reject
from engine.text.inline import inline
from engine.text.phrases import Suffix
from engine.text.renderer.abilities import Renderer

if TYPE_CHECKING:
    from lark import Token as Lexeme

ORIGINS: Final = {
    "hand": Test(CAST_FROM_HAND),
    "graveyard": Test(CAST_FROM_GRAVEYARD),
    "exile": Test(CAST_FROM_EXILE),
}
COLORED: Final = Test(HAS_COLOR)
WITH_X: Final = Test(HAS_X)
ELSEWHERE: Final = Test(CAST_FROM_ELSEWHERE)
UNHELD: Final = Test(NOT_FROM_HAND)
OF_ANYBODY: Final = {
    ORIGINS["graveyard"]: "cast from a graveyard",
    ORIGINS["exile"]: "cast from exile",
    UNHELD: "that wasn't cast from its owner's hand",
}
"""The words for where the spell was cast from that a text targets, whoever cast it."""
WORDS: Final = {
    ORIGINS["hand"]: "from your hand",
    ORIGINS["graveyard"]: "from your graveyard",
    ORIGINS["exile"]: "from exile",
    ELSEWHERE: "from anywhere other than your hand",
}
"""The words for what a spell says of where it was cast from (601.2a)."""


def _as_cast(what: Filter) -> Filter:
    """A spell that is cast from a zone of its player: one on the stack, with a test of where it was before."""
    if not all("spell" in kind for kind in what.kinds) or what.zone not in ORIGINS:
        return what
    if (what.zone == "exile") == bool(what.of) or what.of == "opponent":
        raise Reject
    return replace(what, of="", zone="stack", tests=(*what.tests, ORIGINS[what.zone]))


@inline
class OriginCompiler(Compiler):
    """These phrases say where a spell is cast from."""

    def from_elsewhere(self) -> Suffix:
        return Suffix(tests=(ELSEWHERE,))

    def of_some_color(self, *_words: Lexeme) -> Suffix:
        return Suffix(tests=(COLORED,))

    def with_x_in_cost(self, mana: Mana, *_words: Lexeme) -> Suffix:
        if mana.symbols != ("X",):
            raise Reject
        return Suffix(tests=(WITH_X,))

    def cast_from_yours(self, zone: Lexeme) -> Suffix:
        if zone.lower() not in ("hand", "graveyard"):
            raise Reject
        return Suffix("you", tests=(ORIGINS[zone.lower()],))

    def cast_from_exile(self) -> Suffix:
        return Suffix("you", tests=(ORIGINS["exile"],))

    def cast_from_a(self, zone: Lexeme) -> Suffix:
        if zone.lower() != "graveyard":
            raise Reject
        return Suffix(tests=(ORIGINS["graveyard"],), zone="stack")

    def not_from_hand(self) -> Suffix:
        return Suffix(tests=(UNHELD,), zone="stack")

    def played(self, action: Lexeme, things: tuple[Event, ...]) -> tuple[Event, ...]:
        if self.action(action) == "cast":
            things = tuple(e if e.what is None else replace(e, what=_as_cast(e.what)) for e in things)
        return super().played(action, things)

    def changed(self, what: Filter) -> CostChange:
        if what.zone in ORIGINS:
            raise Reject  # a spell is on the stack by then
        return super().changed(what)

    def did_this_turn(self, did: Lexeme, counted: Compare) -> Compare:
        if isinstance(counted.left, Count) and "cast" in did.lower().split():
            counted = replace(counted, left=replace(counted.left, what=_as_cast(counted.left.what)))
        return super().did_this_turn(did, counted)

    def cast_none_so(self, action: Lexeme, _article: Lexeme, what: Filter) -> Compare:
        """Whether you have cast no such spell this turn, from where it is said."""
        found = tally(_as_cast(what), "cast", "you")
        if self.action(action) != "cast" or found.what is None:
            raise Reject
        return Compare(found, "=", 0)


class OriginRenderer(Renderer):
    """Writes where a spell is cast from."""

    def cost_subject(self, change: CostChange) -> str:
        tests = change.what.tests if change.what is not None else ()
        if change.what is None or not tests or tests[-1] not in WORDS:
            return super().cost_subject(change)
        plain = replace(change, what=replace(change.what, tests=tests[:-1]))
        return f"{super().cost_subject(plain)} {WORDS[tests[-1]]}"

    def target(self, spec: TargetSpec) -> str:
        tests = spec.what.tests
        if not tests or tests[-1] not in OF_ANYBODY or spec.what.of:
            return super().target(spec)
        return f"{super().target(replace(spec, what=replace(spec.what, tests=tests[:-1])))} {OF_ANYBODY[tests[-1]]}"

    def noun(self, what: Filter, *, plural: bool = False) -> str:
        if COLORED in what.tests:
            rest = tuple(test for test in what.tests if test != COLORED)
            said = self.noun(replace(what, tests=rest), plural=plural)
            verb = "that are" if plural else "that's"
            return f"{said} {verb} one or more colors"
        if WITH_X in what.tests:
            rest = tuple(test for test in what.tests if test != WITH_X)
            said = self.noun(replace(what, tests=rest), plural=plural)
            return f"{said} with {{X}} in {'their mana costs' if plural else 'its mana cost'}"
        origin = next((test for test in what.tests if test in WORDS), None)
        if origin is None:
            return super().noun(what, plural=plural)
        rest = tuple(test for test in what.tests if test != origin)
        return f"{super().noun(replace(what, tests=rest), plural=plural)} {WORDS[origin]}"
