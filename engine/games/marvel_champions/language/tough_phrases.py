"""Phrases about several tough status cards, and about the end of the phase."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from lark import Token as Lexeme

from engine.abilities import (
    Amount,
    Event,
    Grant,
    Later,
    Modify,
    Per,
    PutCounters,
    Ref,
    Static,
    Value,
)
from engine.games.marvel_champions.language.case_phrases import CaseCompiler, CaseRenderer
from engine.games.marvel_champions.language.noun_phrases import as_character
from engine.games.marvel_champions.language.shared_words import MORE_TOUGH
from engine.text.compiler.actions import Effects, act
from engine.text.errors import Reject
from engine.text.inline import inline
from engine.text.phrases import SUBJECT, Clause

END_OF_PHASE: Final = tuple(Event("end", how=phase) for phase in ("player phase", "villain phase"))
"""The end of the phase that goes on, whichever it is."""


@inline
class ToughCompiler(CaseCompiler):
    """Reads the phrases about status cards and phases."""

    def more_tough(self, what: Ref, number: Amount, *_words: Lexeme) -> tuple[Static, ...]:
        """A character may have two (Status Cards)."""
        if number != 1:
            raise Reject
        return self.grant(what, Modify(SUBJECT, until="", gains=(MORE_TOUGH,)))

    def give_statuses(self, verb: Lexeme, refs: tuple[Ref, ...], number: Amount, status: Lexeme, *_: Lexeme) -> Clause:
        return act(verb, *(PutCounters(as_character(ref), str(status.lower()), number) for ref in refs))

    def each_status(self, status: Lexeme, ref: Ref) -> Amount:
        return Per(Value(f"counters {status.lower()}", as_character(ref)))

    def at_end_of_phase(self, effects: Effects) -> Effects:
        return (Later(len(effects), END_OF_PHASE), *effects)


class ToughRenderer(CaseRenderer):
    """Writes the phrases about status cards and phases."""

    def grant(self, static: Grant) -> str:
        if static.gains != (MORE_TOUGH,):
            return super().grant(static)
        said = super().grant(replace(static, gains=("guard",)))
        subject = said.removesuffix(" has guard").removesuffix(" have guard")
        return f"{subject} can have 1 additional tough status card"

    def put_counters(self, effect: PutCounters) -> str:
        if effect.name == "tough" and isinstance(effect.amount, int) and effect.amount > 1:
            return f"give {self.ref(effect.what)} {effect.amount} tough status cards"
        return super().put_counters(effect)

    def _one_of(self, of: Amount) -> str:
        if isinstance(of, Value) and of.field == "counters tough":
            return f"tough status card on {self.ref(of.of)}"
        return super()._one_of(of)

    def _when(self, later: Later) -> str:
        return "at the end of the phase" if later.events == END_OF_PHASE else super()._when(later)
