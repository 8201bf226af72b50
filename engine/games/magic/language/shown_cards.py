"""Cards of a hand that its owner picks and reveals, and of which you choose some (701.20)."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from lark import Token as Lexeme

from engine.abilities import IT, YOU, Amount, Body, ChooseRevealed, Filter, Instruction, Ref, RevealCards
from engine.abilities.records import record
from engine.text.compiler.abilities import Compiler
from engine.text.compiler.actions import act
from engine.text.errors import Reject
from engine.text.inline import inline
from engine.text.phrases import SUBJECT, Clause
from engine.text.renderer.abilities import Renderer
from engine.text.renderer.registry import ACTIONS

CARDS: Final = Filter((("card",),), zone="hand")


@inline
class ShownCardsCompiler(Compiler):
    """Reads which cards of a hand are revealed."""

    def some_shown(
        self, who: Ref, verb: Lexeme, number: Amount, what: Filter, _choose: Lexeme, chosen: Amount
    ) -> Clause:
        """The owner of the hand picks the cards to reveal; you choose among these."""
        if replace(what, whose=None) != CARDS or what.whose is None:
            raise Reject
        clause = self.clause(who, act(verb, RevealCards(self.chosen_some(number, what), SUBJECT)))
        return replace(clause, effects=(*clause.effects, ChooseRevealed(CARDS, chosen, who=YOU)))


@record(frozen=True, slots=True)
class ShownFrom(RevealCards):
    """Cards that are revealed together with the choice among them."""

    chosen: Amount = 1


def shown_together(effects: tuple[Instruction, ...]) -> tuple[Instruction, ...]:
    """Instructions as they are said: what is revealed and the choice among it are one sentence."""
    if any(hasattr(effect, "steps") for effect in effects):
        return effects
    for at in range(len(effects) - 1):
        match effects[at : at + 2]:
            case (
                RevealCards(what=Ref(kind="chosen") as cards, who=who),
                ChooseRevealed(what=what, count=chosen, who=chooser),
            ) if what == CARDS and chooser == YOU:
                return (*effects[:at], ShownFrom(cards, who, chosen), *effects[at + 2 :])
    return effects


class ShownCardsRenderer(Renderer):
    """Writes which cards of a hand are revealed."""

    def _sentences(self, body: Body, antecedent: Ref, noun: str, *, trailing_if: bool = False) -> str:
        body = replace(body, effects=shown_together(body.effects))
        return super()._sentences(body, antecedent, noun, trailing_if=trailing_if)

    def _brought_up(self, effect: Instruction) -> None:
        """One card that was chosen is what the text goes on to speak of."""
        super()._brought_up(effect)
        if isinstance(effect, ShownFrom) and effect.chosen == 1:
            self._scope.mention(IT, person=False)
            self._scope.them = None

    @ACTIONS.writer(ShownFrom)
    def shown_from(self, effect: ShownFrom) -> str:
        cards = self.with_subject(effect.who, "reveal", f"{self.number(effect.what.count)} cards")
        return f"{cards} from their hand and you choose {self.number(effect.chosen)} of them"
