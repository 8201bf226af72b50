"""Grand Archive's texts about elements: basic and advanced ones, and cards that ask for none."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from lark import Token as Lexeme

from engine.abilities import AsThough, Filter, Ref, Static, Test
from engine.games.grand_archive.conditions import IGNORING
from engine.games.grand_archive.language.action_rendering import ActionCompiler
from engine.text.errors import Reject
from engine.text.inline import inline
from engine.text.phrases import Alternatives
from engine.text.renderer.abilities import Renderer

GROUPS: Final = ("basic", "advanced")
PLAY: Final = "play"


@inline
class ElementCompiler(ActionCompiler):
    """The phrases about elements."""

    def element_of_group(self, group: Lexeme) -> Test:
        """Of a basic or an advanced element (Element 4)."""
        return Test(f"{group.lower()} element")

    def other_element(self, word: Lexeme) -> str | Test:
        group = word.lower().removeprefix("non").removeprefix("-")
        return Test(f"non-{group} element") if group in GROUPS else super().other_element(word)

    def ignore_elements(self, what: Alternatives, action: Lexeme | None = None) -> tuple[Static, ...]:
        verb = PLAY if action is None else self.action(action)
        kinds = what.kinds
        if any("card" not in kind for kind in kinds):
            raise Reject
        return (AsThough(f"{IGNORING}{verb}", Filter(kinds, zone="stack", tests=what.tests)),)

    def ignore_own_elements(self, _self: Ref, action: Lexeme, _it: Lexeme) -> tuple[Static, ...]:
        return (AsThough(f"{IGNORING}{self.action(action)}", source=True),)


class ElementRenderer(Renderer):
    """Writes the phrases about elements."""

    def as_though(self, static: AsThough) -> str:
        if not static.keyword.startswith(IGNORING):
            return super().as_though(static)
        verb = static.keyword.removeprefix(IGNORING)
        if static.source or static.what is None:
            return f"ignore this's elemental requirements as you {verb} it"
        cards = self.noun(replace(static.what, zone="hand"), plural=True)
        return f"ignore the elemental requirements of {cards} you {verb}"
