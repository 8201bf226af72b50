"""Magic's phrases about what one player discards or can't do for a turn, other players, and exploited creatures."""

from __future__ import annotations

from dataclasses import replace

from lark import Token as Lexeme

from engine.abilities import Discard, Event, ExchangeLife, Exploit, Filter, Forbid, Ref, ThisTurn
from engine.games.magic.exploiting import EXPLOITS
from engine.text.compiler.abilities import Compiler
from engine.text.compiler.actions import is_third
from engine.text.compiler.statics import what_is_played
from engine.text.errors import Reject
from engine.text.inline import inline
from engine.text.phrases import OTHER_PLAYERS, SUBJECT, Clause
from engine.text.renderer.abilities import Renderer
from engine.text.renderer.registry import ACTIONS


@inline
class PlayerCompiler(Compiler):
    """Compiles what one player discards, or can't do for a turn."""

    def other_players(self) -> Ref:
        """All players but you, who are your opponents (102.2)."""
        return OTHER_PLAYERS

    def exchange_your_life(self, who: Ref, _verb: Lexeme) -> Clause:
        """701.12c: your life total and that of another."""
        return self.exchange_life(who)

    def exploits(self, other: Ref) -> tuple[Event, ...]:
        """702.110b: what a creature exploits is any creature."""
        if other != Ref("each", 0, Filter((("creature",),))):
            raise Reject
        return (Event(EXPLOITS),)

    def discard_such(self, verb: Lexeme, what: Filter) -> Clause:
        """All cards of a kind in a hand: whoever discards has no others (701.9a)."""
        if what.of or what.whose is not None or what.zone != "hand" or what.other:
            raise Reject
        cards = Ref("each", 0, replace(what, whose=SUBJECT))
        return Clause((Discard(None, SUBJECT, what=cards),), is_third(verb))

    def forbid_casting_now(self, _cant: Lexeme, action: Lexeme, what: Filter) -> Clause:
        """101.2: a rule for one player, who is known as the text is carried out."""
        if self.action(action) != "cast" or what.of:
            raise Reject
        return Clause((ThisTurn(Forbid("cast", what_is_played(what), who="you"), who=SUBJECT),), True)


class PlayerRenderer(Renderer):
    """Writes what a player may do by a keyword of a permanent."""

    @ACTIONS.writer(ExchangeLife)
    def exchange_life(self, effect: ExchangeLife) -> str:
        if effect.between or "fully" not in self.wording:
            return super().exchange_life(effect)
        return f"you and {self.ref(effect.who)} exchange life totals"

    @ACTIONS.writer(Exploit)
    def exploit(self, effect: Exploit) -> str:
        return "you may sacrifice a creature"
