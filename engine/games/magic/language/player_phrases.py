"""Magic's phrases about what one player can't do for a turn."""

from __future__ import annotations

from lark import Token as Lexeme

from engine.abilities import Filter, Forbid, Ref, ThisTurn
from engine.text.compiler.abilities import Compiler
from engine.text.compiler.statics import what_is_played
from engine.text.errors import Reject
from engine.text.inline import inline
from engine.text.phrases import OTHER_PLAYERS, SUBJECT, Clause


@inline
class PlayerCompiler(Compiler):
    """Compiles what one player can't do for a turn."""

    def other_players(self) -> Ref:
        """All players but you, who are your opponents (102.2)."""
        return OTHER_PLAYERS

    def forbid_casting_now(self, _cant: Lexeme, action: Lexeme, what: Filter) -> Clause:
        """101.2: a rule for one player, who is known as the text is carried out."""
        if self.action(action) != "cast" or what.of:
            raise Reject
        return Clause((ThisTurn(Forbid("cast", what_is_played(what), who="you"), who=SUBJECT),), True)
