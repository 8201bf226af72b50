"""Magic's phrases for airbending (701.65)."""

from __future__ import annotations

from lark import Token as Lexeme

from engine.abilities import IT, Become, KeywordAction, Move, Ref
from engine.games.magic.airbending import AIRBEND, AIRBENT
from engine.text.compiler.abilities import Compiler
from engine.text.errors import Reject
from engine.text.inline import inline
from engine.text.phrases import Clause


@inline
class BendingCompiler(Compiler):
    """Reads what airbending says: each is exiled, and its owner may cast it for two (701.65)."""

    def airbend(self, verb: Lexeme, what: Ref) -> Clause:
        """701.65a, of an instruction to you."""
        if verb.lower() != AIRBEND or what.kind in ("chosen", "zone", "players", "opponents"):
            raise Reject
        return Clause((KeywordAction(AIRBEND, 2, 0, what=what), Move(what, "exile"), Become(IT, AIRBENT)))
