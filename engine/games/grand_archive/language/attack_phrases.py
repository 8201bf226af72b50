"""Grand Archive's texts about attacks: that something is attacked, and that an attack is redirected."""

from __future__ import annotations

from lark import Token as Lexeme

from engine.abilities import Compare, Event, Filter, Fits, Load, RedirectAttack, Ref
from engine.text.compiler.abilities import Compiler
from engine.text.compiler.actions import is_third
from engine.text.errors import Reject
from engine.text.inline import inline
from engine.text.phrases import Clause, TargetRef
from engine.text.renderer.abilities import Renderer
from engine.text.renderer.registry import ACTIONS
from engine.text.renderer.writing import an


@inline
class AttackingCompiler(Compiler):
    """The phrases about attacks."""

    def is_attacked(self, _verb: Lexeme) -> tuple[Event, ...]:
        return (Event("attacked"),)

    def redirect_attack(self, verb: Lexeme, refs: tuple[Ref, ...]) -> Clause:
        if len(refs) != 1:
            raise Reject
        return Clause((RedirectAttack(refs[0]),), is_third(verb))

    def load(self, verb: Lexeme, this: Ref, into: Ref | TargetRef) -> Clause:
        """Into something that a text can only mean on the field."""
        what = into.spec.what if isinstance(into, TargetRef) else into.what
        if what is None or what.zone != "battlefield":
            raise Reject
        return Clause((Load(this, into),), is_third(verb))

    def attacker_itself(self, *words: Ref | Lexeme) -> Ref:
        first = words[0]
        return first if isinstance(first, Ref) else self.pronoun(first)

    def attacker_any(self) -> None:
        return None

    def is_attacking(self, attacker: Ref | None, _article: Lexeme, what: Filter) -> Compare:
        """That one of what is attacked fits: with cleave these are several."""
        return Compare(Fits(Ref("attacked", of=attacker), what), ">=", 1)


class AttackingRenderer(Renderer):
    """Writes the phrases about attacks."""

    def fits_condition(self, fits: Fits, condition: Compare) -> str:
        if fits.of.kind != "attacked":
            return super().fits_condition(fits, condition)
        attacker = "the attacker" if fits.of.of is None else self.ref(fits.of.of)
        return f"{attacker} is attacking {an(self.noun(fits.what))}"

    def happening_of(self, event: Event, plural: bool = False) -> str:
        if event.name == "attacked":
            return f"{'are' if plural else 'is'} attacked"
        return super().happening_of(event, plural)

    @ACTIONS.writer(Load)
    def load(self, effect: Load) -> str:
        return f"load {self.ref(effect.what)} into {self.ref(effect.into)}"

    @ACTIONS.writer(RedirectAttack)
    def redirect_attack(self, effect: RedirectAttack) -> str:
        return f"redirect that attack to {self.ref(effect.to)}"
