"""Grand Archive's texts about attacks: that something is attacked, and that an attack is redirected."""

from __future__ import annotations

from lark import Token as Lexeme

from engine.abilities import Event, RedirectAttack, Ref
from engine.text.compiler import Compiler, is_third
from engine.text.inline import inline
from engine.text.phrases import Clause
from engine.text.reading import Reject
from engine.text.renderer import Renderer
from engine.text.renderer.registry import ACTIONS


@inline
class AttackingCompiler(Compiler):
    """The phrases about attacks."""

    def is_attacked(self, _verb: Lexeme) -> tuple[Event, ...]:
        return (Event("attacked"),)

    def redirect_attack(self, verb: Lexeme, refs: tuple[Ref, ...]) -> Clause:
        if len(refs) != 1:
            raise Reject
        return Clause((RedirectAttack(refs[0]),), is_third(verb))


class AttackingRenderer(Renderer):
    """Writes the phrases about attacks."""

    def happening_of(self, event: Event, plural: bool = False) -> str:
        if event.name == "attacked":
            return f"{'are' if plural else 'is'} attacked"
        return super().happening_of(event, plural)

    @ACTIONS.writer(RedirectAttack)
    def redirect_attack(self, effect: RedirectAttack) -> str:
        return f"redirect that attack to {self.ref(effect.to)}"
