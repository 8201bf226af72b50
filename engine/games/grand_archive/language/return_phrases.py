"""Grand Archive's texts about what comes back in the end phase: suppressing, and agility."""

from __future__ import annotations

from dataclasses import replace
from typing import Final, TypeAlias

from lark import Token as Lexeme

from engine.abilities import (
    YOU,
    Amount,
    Body,
    Done,
    Event,
    If,
    IfDid,
    Instruction,
    KeywordAction,
    Later,
    May,
    Move,
    Ref,
    UnlessPays,
)
from engine.abilities.records import record
from engine.games.grand_archive.language.restrictions import YOUR_MEMORY
from engine.text.antecedents import of_a_person
from engine.text.compiler.abilities import Compiler
from engine.text.compiler.actions import is_third
from engine.text.compiler.joined_sentences import effects_of
from engine.text.errors import Reject
from engine.text.inline import inline
from engine.text.mentions import SEVERAL
from engine.text.phrases import Clause, TargetRef
from engine.text.renderer.abilities import Renderer
from engine.text.renderer.registry import ACTIONS

Effects: TypeAlias = tuple[Instruction, ...]
SUPPRESSED: Final = KeywordAction("suppress", amount=Done())
"""So many objects as were just banished have been suppressed, as other texts ask."""
GOVERNING: Final = (If, IfDid, May, Later, UnlessPays)


@record(frozen=True, slots=True)
class TheirStep:
    """The next step of a player whom the text has named."""

    step: Event
    whose: Ref


@inline
class ReturnCompiler(Compiler):
    """The phrases about what comes back."""

    def agility(self, verb: Lexeme, number: Amount) -> Clause:
        """At the beginning of the end phase so many cards of memory return to the hand."""
        cards = Ref("chosen", 0, YOUR_MEMORY, YOU, number)
        return Clause((Later(1, (Event("step", how="end phase"),)), Move(cards, "hand")), is_third(verb))

    def their_next_step(self, step: Lexeme) -> TheirStep:
        return TheirStep(Event("step", how=str(step.lower())), self._them(step))

    def later_first(self, event: Event | TheirStep, clauses: Clause) -> Effects:
        """The effect waits for the step of that player, in that player's turn."""
        if isinstance(event, Event):
            return super().later_first(event, clauses)
        effects = effects_of(clauses)
        return (Later(len(effects), (event.step,), about=event.whose), *effects)

    def _them(self, word: Lexeme) -> Ref:
        assert word.start_pos is not None
        return of_a_person(Ref("they", word.start_pos))

    def suppress(self, verb: Lexeme, refs: tuple[Ref, ...]) -> Clause:
        """Banished now, returned under its owner's control at the beginning of the next end phase (Suppress)."""
        (ref,) = refs if len(refs) == 1 else (None,)
        if ref is None:
            raise Reject
        several = isinstance(ref, TargetRef) and ref.spec.most != 1
        back = Move(Ref("pronoun", ref.index, count=SEVERAL if several else 1), "battlefield", under="owner")
        return Clause(
            (Move(ref, "exile"), SUPPRESSED, Later(1, (Event("step", how="end phase"),)), back),
            verb.lower() == "suppresses",
        )


@record(frozen=True, slots=True)
class Suppressed(Move):
    """Four instructions as the one word that stands for them."""


def suppressing(effects: tuple[Instruction, ...]) -> tuple[Instruction, ...]:
    """Instructions as they are said: what is banished and comes back in the end phase is suppressed."""
    found: list[Instruction] = list(effects)
    for at in range(len(found) - 4, -1, -1):
        match found[at : at + 4]:
            case [
                Move(zone="exile") as away,
                KeywordAction(word="suppress"),
                Later(steps=1, events=(Event(name="step", how="end phase", who=""),)),
                Move(zone="battlefield", under="owner"),
            ]:
                join(found, at, 4, Suppressed(away.what, "exile"))
    return tuple(found)


def join(effects: list[Instruction], at: int, number: int, one: Instruction) -> None:
    """Put one instruction in the place of so many, which those before it govern as one."""
    effects[at : at + number] = [one]
    for n, effect in enumerate(effects[:at]):
        if isinstance(effect, GOVERNING) and n + effect.steps > at:
            effects[n] = replace(effect, steps=effect.steps - number + 1)


def agility_of(effects: tuple[Instruction, ...]) -> str:
    """The words for the return of cards from memory in the end phase; "" for anything else."""
    match effects:
        case (Later(events=(Event(name="step", how="end phase", who=""),)), Move(what=cards, zone="hand")):
            if cards.what == YOUR_MEMORY and isinstance(cards.count, int):
                return f"you gain agility {cards.count} for this turn"
    return ""


class ReturnRenderer(Renderer):
    """Writes the phrases about what comes back."""

    def _sentences(self, body: Body, antecedent: Ref, noun: str, *, trailing_if: bool = False) -> str:
        body = replace(body, effects=suppressing(body.effects))
        return super()._sentences(body, antecedent, noun, trailing_if=trailing_if)

    @ACTIONS.writer(Suppressed)
    def suppressed(self, effect: Suppressed) -> str:
        return f"suppress {self.ref(effect.what)}"

    def _sentence(self, effects: tuple[Instruction, ...]) -> str:
        return f"{agility_of(effects)}." if agility_of(effects) else super()._sentence(effects)

    def _clauses(self, effects: tuple[Instruction, ...]) -> str:
        return agility_of(effects) or super()._clauses(effects)

    def _core(self, effects: tuple[Instruction, ...]) -> str:
        first, gained = effects[0], agility_of(effects[1:])
        if isinstance(first, May) and gained and first == May(steps=2):
            return gained.replace("you gain", "you may gain")
        return agility_of(effects) or super()._core(effects)
