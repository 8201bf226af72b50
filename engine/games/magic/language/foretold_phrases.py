"""Magic's words for foretell that effects give: to cards in hand, and to what they exile (702.143)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lark import Token as Lexeme

from engine.abilities import Filter, Foretell, GivesForetell, Mana, Ref
from engine.games.magic.keywords.casting import FORETELL
from engine.text.compiler.abilities import Compiler
from engine.text.compiler.actions import is_third
from engine.text.errors import Reject
from engine.text.inline import inline
from engine.text.phrases import Clause
from engine.text.renderer.abilities import Renderer
from engine.text.renderer.registry import ACTIONS, STATICS
from engine.text.renderer.writing import symbols

if TYPE_CHECKING:
    from engine.abilities import Ability


@inline
class ForetoldCompiler(Compiler):
    """Reads who has foretell by an effect, and what becomes foretold."""

    def foretell_card(self, verb: Lexeme, what: Ref, *rest: Lexeme | Mana) -> Clause:
        return Clause((Foretell(what, _less(*rest)),), is_third(verb))

    def gives_foretell(self, what: Filter, *rest: Lexeme | Mana) -> tuple[Ability, ...]:
        if what.zone != "hand" or what.of != "you":
            raise Reject
        return (GivesForetell(what, _less(*rest)),)


def _less(*parts: Lexeme | Mana) -> int:
    """The generic mana by which a foretell cost is less; it is of foretell alone that this is said."""
    words = [part for part in parts if isinstance(part, Lexeme) and part.type == "KEYWORD_COST"]
    (mana,) = (part for part in parts if isinstance(part, Mana))
    if any(word.lower() != FORETELL for word in words) or len(mana.symbols) != 1 or not mana.symbols[0].isdigit():
        raise Reject
    return int(mana.symbols[0])


class ForetoldRenderer(Renderer):
    """Writes who has foretell by an effect, and what becomes foretold."""

    @ACTIONS.writer(Foretell)
    def foretell_card(self, effect: Foretell) -> str:
        cost = f"Its foretell cost is its mana cost reduced by {symbols((str(effect.less),))}"
        return f"exile {self.ref(effect.what)} face down. It becomes foretold. {cost}"

    @STATICS.writer(GivesForetell)
    def gives_foretell(self, static: GivesForetell) -> str:
        cost = f"Its foretell cost is equal to its mana cost reduced by {symbols((str(static.less),))}"
        return f"each {self.noun(static.what)} without foretell has foretell. {cost}"
