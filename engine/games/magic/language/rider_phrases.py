"""Magic's phrases for where a spell goes that a text has its player cast."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from lark import Token as Lexeme

from engine.abilities import Filter, Instruction, PlayNow, Ref
from engine.text.compiler.abilities import Compiler
from engine.text.errors import Reject
from engine.text.inline import inline
from engine.text.phrases import TargetRef
from engine.text.renderer.abilities import Renderer

EXILED: Final = "exile"
NO_SPELL: Final = Ref("you")
SPELLS: Final = ("spell", "card")
"""The words by which what was cast is spoken of."""
RIDERS: Final[dict[str, tuple[Instruction, ...]]] = {
    whose: (PlayNow(NO_SPELL, leaves=EXILED, verb=whose),) for whose in ("", "you")
}
"""A sentence about the spell that the one before it has its player cast; ``verb`` is whose graveyard it names."""


@inline
class RiderCompiler(Compiler):
    """Reads where a spell goes that is cast by a text."""

    def exiled_if_buried(self, *words: object) -> tuple[Instruction, ...]:
        (whose,) = (str(word.lower()) for word in words if isinstance(word, Lexeme) and word.type == "GRAVEYARD")
        if whose.startswith("an "):
            raise Reject
        return RIDERS["you" if whose.startswith("your ") else ""]

    def that_was_cast(self, _that: Lexeme, what: Filter) -> None:
        if what.kinds not in (((SPELLS[0],),), ((SPELLS[1],),)) or what.tests:
            raise Reject

    def cast_this_way(self, _article: Lexeme, what: Filter, _cast: Lexeme) -> None:
        if not all("spell" in kind for kind in what.kinds) or what.tests or what.of or what.name:
            raise Reject
        if not all(set(kind) <= {"spell", "instant", "sorcery"} for kind in what.kinds):
            raise Reject  # of a permanent spell it would be said in vain, or of some spells alone

    def with_rider(self, last: Instruction, rider: Instruction) -> PlayNow:
        """The instruction to cast it, with where the spell goes instead of a graveyard (614.6)."""
        assert isinstance(rider, PlayNow)
        if not isinstance(last, PlayNow) or last.leaves or last.verb != "cast":
            raise Reject
        what = last.what.spec.what if isinstance(last.what, TargetRef) else last.what.what
        if rider.verb and (what is None or what.of != rider.verb):
            raise Reject
        return replace(last, leaves=rider.leaves)


class RiderRenderer(Renderer):
    """Writes where a spell goes that is cast by a text."""

    def after(self, effect: Instruction) -> str:
        if isinstance(effect, PlayNow) and effect.leaves == EXILED:
            return " If that spell would be put into its owner's graveyard, exile it instead."
        return super().after(effect)
