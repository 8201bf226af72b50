"""Lists of cases: "if you are:", and below that who you may be, each with what is done then."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from lark import Token as Lexeme

from engine.abilities import (
    SELF as ITS_SOURCE,
)
from engine.abilities import (
    Amount,
    Body,
    Compare,
    Filter,
    If,
    IfDid,
    Instruction,
    Modes,
    Ref,
)
from engine.games.marvel_champions.language.player_phrases import PlayerCompiler, PlayerRenderer
from engine.text.compiler.actions import Effects
from engine.text.errors import Reject
from engine.text.inline import inline
from engine.text.phrases import Sentences
from engine.text.renderer.writing import capital

Case = tuple[Compare, Effects]
HEADS: Final = (
    (re.compile(r"\b[Ii]f you are in (?=[A-Z])"), "if you are in:"),
    (re.compile(r"\b[Ii]f you are (?=[A-Z])"), "if you are:"),
    (re.compile(r"\b[Ii]f you control (?=\d|an? )"), "if you control at least:"),
    (re.compile(r"\b[Ii]f you paid for this card using a (?=\{)"), "if you paid for this card using at least 1:"),
    (re.compile(r"\b[Ii]f [A-Z][\w .'-]* has (?=[a-z])"), ""),
)
"""The words before each case where it is a sentence of its own, and the head of a list of cases."""
ICON: Final = re.compile(r"(\{\w\}) resource, ")
MORE: Final = re.compile(r"^(\d+) or more ")
ONE: Final = re.compile(r"(?<=f you control )an? ")
TRAIT: Final = re.compile(r"^the ([^,]*) trait,")


@inline
class CaseCompiler(PlayerCompiler):
    """Reads lists of cases: each is asked about as the text comes to it."""

    def cases(self, *parts: object) -> Effects:
        """The cases one after the other.

        Raises:
            Reject: a list has several.
        """
        found = [part for part in parts if isinstance(part, tuple) and len(part) == 2 and isinstance(part[0], Compare)]
        if len(found) < 2:
            raise Reject
        return tuple(step for asked, effects in found for step in (If(len(effects), asked), *effects))

    def listed_cases(self, effects: Effects) -> Effects:
        return effects

    def name_case(self, _bullet: Lexeme, name: str, body: Sentences) -> Case:
        return self.you_are(name), body.effects

    def form_case(self, _bullet: Lexeme, trait: Lexeme, form: Lexeme, body: Sentences) -> Case:
        return self.in_form_of(trait, form), body.effects

    def number_case(self, _bullet: Lexeme, number: Amount, what: Filter, body: Sentences) -> Case:
        return self.you_control(self.at_least_nouns(number, what)), body.effects

    def icon_case(self, _bullet: Lexeme, symbol: Lexeme, _dash: Lexeme, body: Sentences) -> Case:
        return self.paid_with(self.resource_symbol(symbol)), body.effects

    def having_cases(self, ref: Ref, _has: Lexeme, *cases: tuple[Lexeme, Sentences]) -> Effects:
        """A character that has a trait or a keyword."""
        asked = (
            self.has_trait(ref, _has, word) if word.type == "TRAIT" else self.has_keyword(ref, _has, word)
            for word, _ in cases
        )
        return self.cases(*((each, body.effects) for each, (_, body) in zip(asked, cases, strict=True)))

    def having_case(self, _bullet: Lexeme, word: Lexeme, body: Sentences) -> tuple[Lexeme, Sentences]:
        return word, body


class CaseRenderer(PlayerRenderer):
    """Writes lists of cases."""

    def text(
        self,
        body: Body,
        modes: Modes | None = None,
        antecedent: Ref = ITS_SOURCE,
        noun: str = "",
        *,
        trailing_if: bool = False,
    ) -> str:
        is_listed = "listed" in self.wording or _governs_cases(body.effects)
        if is_listed and modes is None and sum(isinstance(step, If) for step in body.effects) > 1:
            said = _in_list(super().text(body, modes, antecedent, noun))
            if "\n• " in said:
                return said.replace("If you do, if you", "Then, if you")
        return super().text(body, modes, antecedent, noun, trailing_if=trailing_if)

    def _core(self, effects: tuple[Instruction, ...]) -> str:
        """Several cases may happen only if all before them did."""
        governing = effects[0]
        cases = _cases_in(effects[1:]) if isinstance(governing, IfDid) else []
        if len(cases) < 2 or not isinstance(governing, IfDid):
            return super()._core(effects)
        first, *others = cases
        only = super()._core((replace(governing, steps=len(first)), *first))
        return ". ".join((only, *(capital(self._core(case)) for case in others)))


def _governs_cases(effects: tuple[Instruction, ...]) -> bool:
    """Whether several cases happen only if what was before them did: as sentences they would each be said of itself."""
    return any(
        isinstance(step, IfDid) and len(_cases_in(effects[at + 1 : at + 1 + step.steps])) > 1
        for at, step in enumerate(effects)
    )


def _cases_in(effects: tuple[Instruction, ...]) -> list[tuple[Instruction, ...]]:
    """The cases of which instructions are made, if they are made of such alone."""
    found: list[tuple[Instruction, ...]] = []
    while effects:
        first = effects[0]
        if not isinstance(first, If) or first.steps >= len(effects):
            return []
        found.append(effects[: first.steps + 1])
        effects = effects[first.steps + 1 :]
    return found


def _in_list(said: str) -> str:
    """A text whose last sentences are cases of one kind, with those in a list."""
    for pattern, head in HEADS:
        found = list(pattern.finditer(said))
        if len(found) < 2 or len({each[0].lower() for each in found}) > 1:
            continue
        first = found[0][0].strip()
        head_of = head or f"{first[0].lower()}{first[1:]}:"
        ends = [each.start() for each in found[1:]] + [len(said)]
        if "least" in head:
            said = ONE.sub("1 ", said)
            found = list(pattern.finditer(said))
            ends = [each.start() for each in found[1:]] + [len(said)]
        cases = [said[each.end() : end].strip() for each, end in zip(found, ends, strict=True)]
        before = said[: found[0].start()]
        head_of = head_of if before.rstrip().endswith((",", "->")) else capital(head_of)
        return before + head_of + "".join(f"\n• {_case(one)}" for one in cases)
    return said


def _case(said: str) -> str:
    """A case as it stands in its list."""
    return TRAIT.sub(r"\1,", MORE.sub(r"\1 ", ICON.sub(r"\1 - ", said)))
