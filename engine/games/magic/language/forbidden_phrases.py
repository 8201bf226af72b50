"""Magic's words for what nobody can pay, play or be made to do: life, lands, sacrifices (118.3, 119.4b, 305.1)."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from lark import Token as Lexeme

from engine.abilities import (
    LIFE_TO_PLAY,
    MADE_TO,
    SACRIFICE_TO_PLAY,
    YOU,
    Amount,
    Barred,
    Filter,
    Forbid,
    Ref,
    Static,
    ThisTurn,
)
from engine.text.compiler.abilities import Compiler
from engine.text.compiler.replacement_effects import WHOSE
from engine.text.errors import Reject
from engine.text.inline import inline
from engine.text.phrases import SUBJECT, Clause
from engine.text.renderer.abilities import Renderer
from engine.text.renderer.registry import COST_PARTS, STATICS
from engine.text.renderer.writing import number_word

PLAY: Final = "play"
PAY_LIFE: Final = "pay life"
SACRIFICE: Final = "sacrifice"
TO_PLAY: Final = {PAY_LIFE: LIFE_TO_PLAY, SACRIFICE: SACRIFICE_TO_PLAY}
PERMANENTS: Final = Filter((("permanent",),))
WHO: Final = {"": "players", "you": "you", "opponent": "your opponents"}
FROM_OPPONENTS: Final = "spells and abilities your opponents control can't cause you to "


@inline
class ForbiddenCompiler(Compiler):
    """Reads what can't be paid or caused."""

    def no_life(self, _pay: Lexeme) -> Forbid:
        return Forbid(PAY_LIFE)

    def no_sacrifice(self, _sacrifice: Lexeme, what: Filter) -> Forbid:
        if what.zone != "battlefield" or what.of or what.whose is not None:
            raise Reject
        return Forbid(SACRIFICE, what)

    def no_discard(self, _discard: Lexeme, _cards: Lexeme) -> Forbid:
        return Forbid("discard")

    def forbid_playing(self, who: Ref, _cant: Lexeme, _play: Lexeme, what: Filter) -> tuple[Static, ...]:
        """Lands, or some of them: these alone are played and not cast (305.1)."""
        whose = WHOSE.get(who.kind)
        if whose is None or what.of or what.whose is not None or any("land" not in kind for kind in what.kinds):
            raise Reject
        return (Forbid(PLAY, replace(what, zone=""), who=whose),)

    def forbid_ending(self, who: Ref, _cant: Lexeme, verb: Lexeme) -> tuple[Static, ...]:
        """101.2, 104.3: nothing has a player lose, or win; a concession does (104.3a)."""
        whose = WHOSE.get(who.kind)
        if whose is None:
            raise Reject
        return (Forbid(f"{verb.lower()} the game", who=whose),)

    def forbid_both_endings(
        self, who: Ref, cant: Lexeme, verb: Lexeme, other: Ref, cannot: Lexeme, deed: Lexeme
    ) -> tuple[Static, ...]:
        return self.forbid_ending(who, cant, verb) + self.forbid_ending(other, cannot, deed)

    def limit_untapping(
        self, who: Ref, _cant: Lexeme, _untap: Lexeme, most: Amount, what: Filter, _steps: Lexeme
    ) -> tuple[Static, ...]:
        """Of so many permanents of a kind no more untap in a player's untap step (502.3)."""
        whose = WHOSE.get(who.kind)
        if (
            whose is None
            or not isinstance(most, int)
            or what.of
            or what.whose is not None
            or what.zone != "battlefield"
        ):
            raise Reject
        return (Forbid("untap", what, who=whose, most=most),)

    def forbid_playing_now(self, cant: Lexeme, play: Lexeme, what: Filter) -> Clause:
        """101.2: a rule for one player, who is known as the text is carried out."""
        (forbid,) = self.forbid_playing(YOU, cant, play, what)
        return Clause((ThisTurn(forbid, who=SUBJECT),), True)

    def forbid_giving(self, who: Ref, _cant: Lexeme, *given: Forbid) -> tuple[Static, ...]:
        whose = WHOSE.get(who.kind)
        if whose is None:
            raise Reject
        return tuple(Forbid(each.action, each.what, who=whose) for each in given)

    def forbid_giving_to_play(self, who: Ref, cant: Lexeme, *given: Forbid) -> tuple[Static, ...]:
        to_play = (Forbid(TO_PLAY[each.action], each.what) for each in given)
        return self.forbid_giving(who, cant, *to_play)

    def forbid_making(self, _cant: Lexeme, *made: Forbid) -> tuple[Static, ...]:
        """Nothing that opponents control causes it: any permanent, any card."""
        if any(each.what not in (None, PERMANENTS) for each in made):
            raise Reject
        return tuple(Forbid(MADE_TO + each.action, who="you") for each in made)


class ForbiddenRenderer(Renderer):
    """Writes what can't be paid or caused."""

    @STATICS.writer(Forbid)
    def forbid(self, static: Forbid) -> str:
        who = f"{WHO.get(static.who, '')} can't "
        to_play = " to cast spells or activate abilities"
        match static.action:
            case "pay life":
                return f"{who}pay life"
            case "pay life to play":
                return f"{who}pay life{to_play}"
            case "sacrifice" | "sacrifice to play":
                assert static.what is not None
                return f"{who}sacrifice {self.noun(static.what, plural=True)}{to_play * (static.action != SACRIFICE)}"
            case "lose the game" | "win the game":
                return f"{who}{static.action}"
            case "untap":
                assert static.what is not None
                things = self.noun(static.what, plural=static.most > 1)
                steps = "your untap step" if static.who == "you" else "their untap steps"
                return f"{who}untap more than {number_word(static.most)} {things} during {steps}"
            case "play":
                assert static.what is not None
                return f"{who}play {self.noun(replace(static.what, zone='battlefield'), plural=True)}"
            case "be made to sacrifice":
                return f"{FROM_OPPONENTS}sacrifice permanents"
            case "be made to discard":
                return f"{FROM_OPPONENTS}discard cards"
            case _:
                return super().forbid(static)

    @COST_PARTS.writer(Barred)
    def barred(self, part: Barred) -> str:
        return self.cost((part.part,))
