"""Grand Archive's texts about properties that units get and stay in: distant, ephemeral, fostered."""

from __future__ import annotations

from typing import Final

from lark import Token as Lexeme

from engine.abilities import SELF, Event, GainProperty, Goes, Replacement, Would
from engine.text.compiler.abilities import Compiler
from engine.text.compiler.actions import is_third
from engine.text.inline import inline
from engine.text.phrases import SUBJECT, Clause
from engine.text.renderer.abilities import Renderer
from engine.text.renderer.registry import ACTIONS

PROPERTIES: Final = {
    "distant": GainProperty(SUBJECT, "distant", "its turn"),
    "ephemeral": GainProperty(SUBJECT, "ephemeral", "", (Replacement(Would("leave", SELF), (Goes("exile"),)),)),
    "fostered": GainProperty(SUBJECT, "fostered"),
}
"""The instructions by which units get properties: one is distant until the end of its controller's turn."""


@inline
class PropertyCompiler(Compiler):
    """The phrases about properties."""

    def become_so(self, verb: Lexeme, word: Lexeme) -> Clause:
        return Clause((PROPERTIES[str(word.lower())],), is_third(verb))

    def becomes_so(self, _verb: Lexeme, word: Lexeme) -> tuple[Event, ...]:
        return (Event(f"becomes {word.lower()}"),)


class PropertyRenderer(Renderer):
    """Writes the phrases about properties."""

    @ACTIONS.writer(GainProperty)
    def gain_property(self, effect: GainProperty) -> str:
        many = self._base or self.is_plural(effect.what)
        return f"{self.ref(effect.what)} {'become' if many else 'becomes'} {effect.word}"

    def happening_of(self, event: Event, plural: bool = False) -> str:
        verb, _, word = event.name.partition(" ")
        if verb != "becomes" or word not in self.vocabulary.states:
            return super().happening_of(event, plural)
        return f"{'become' if plural else 'becomes'} {word}"
