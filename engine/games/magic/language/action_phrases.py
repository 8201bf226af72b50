"""Magic's keyword actions that mean several instructions (701): adapt, amass, blight, discover, earthbend.

Each is compiled to a ``KeywordAction`` and the instructions that it stands for, and written by its own word.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from lark import Token as Lexeme

from engine.abilities import (
    EVENT,
    IT,
    SELF,
    YOU,
    Amount,
    Choose,
    Compare,
    CostPart,
    Count,
    Event,
    Filter,
    If,
    IfDid,
    Instruction,
    KeywordAction,
    Later,
    Modify,
    Move,
    PlayNow,
    PutCounters,
    PutCountersCost,
    PutRest,
    Ref,
    RevealUntil,
    TargetSpec,
    Test,
    Token,
    Value,
)
from engine.text.compiler.abilities import Compiler
from engine.text.errors import Reject
from engine.text.inline import inline
from engine.text.phrases import Clause, TargetRef
from engine.text.renderer.abilities import Renderer
from engine.text.renderer.registry import ACTIONS

YOUR_CREATURE: Final = Filter((("creature",),), "you")
YOUR_ARMY: Final = Filter((("army", "creature"),), "you")
YOUR_LAND: Final = TargetSpec(Filter((("land",),), "you"))
BLIGHT: Final = "blight"


@inline
class ActionCompiler(Compiler):
    """Keyword actions as the instructions that they stand for."""

    def adapt(self, verb: Lexeme, number: Amount) -> Clause:
        """701.46a: it gets counters only if it has none."""
        bare = Compare(Value("counters +1/+1", SELF), "=", 0)
        return named(verb, KeywordAction("adapt", amount=number), If(1, bare), PutCounters(SELF, "+1/+1", number))

    def amass(self, verb: Lexeme, kind: Lexeme, number: Amount) -> Clause:
        """701.47a: the Army is made only if there is none, and the one that is chosen becomes of the subtype."""
        word = self.vocabulary.singular(str(kind).lower())
        return named(
            verb,
            KeywordAction("amass", amount=number, kind=word),
            If(1, Compare(Count(YOUR_ARMY), "=", 0)),
            Token(f"{word.title()} Army", ("black", word, "army", "creature")),
            Choose(Ref("chosen", 0, YOUR_ARMY, YOU)),
            PutCounters(IT, "+1/+1", number),
            Modify(IT, until="", becomes=(word,), keeps=True),
        )

    def blight(self, verb: Lexeme, number: Amount) -> Clause:
        """701.68a: the creature is chosen as it is done."""
        chosen = Ref("chosen", 0, YOUR_CREATURE, YOU)
        return named(verb, KeywordAction(BLIGHT, amount=number), PutCounters(chosen, "-1/-1", number))

    def blight_cost(self, _verb: Lexeme, number: Amount) -> CostPart:
        return PutCountersCost("-1/-1", number, YOUR_CREATURE, keyword=BLIGHT)

    def discover(self, verb: Lexeme, number: Amount) -> Clause:
        """701.57a: a card that is not cast is put into the hand, and the others on the bottom."""
        few = Test("mana value", "<=", number)
        return named(
            verb,
            KeywordAction("discover", amount=number),
            RevealUntil(Filter((("card", "!land"),), zone="aside", tests=(few,)), exiled=True),
            PlayNow(IT, "cast", free=True, optional=True),
            IfDid(1, did=False),
            Move(IT, "hand"),
            PutRest(Move(IT, "library bottom", at_random=True)),
        )

    def earthbend(self, verb: Lexeme, number: Amount) -> Clause:
        """701.66a: a land becomes a creature for good, and comes back once it dies or is put into exile."""
        land = TargetRef("target", verb.start_pos or 0, spec=YOUR_LAND)
        return named(
            verb,
            KeywordAction("earthbend", amount=number, what=land),
            Modify(land, until="", base=(0, 0), becomes=("creature",), gains=("haste",), keeps=True),
            PutCounters(land, "+1/+1", number),
            Later(1, (Event("dies"), Event("exiled")), about=land),
            Move(EVENT, "battlefield", tapped=True, under="you"),
        )


class ActionRenderer(Renderer):
    """Writes keyword actions by their words."""

    @ACTIONS.writer(KeywordAction)
    def keyword_action(self, effect: KeywordAction) -> str:
        kind = f" {self.vocabulary.plural(effect.kind).title()}" if effect.kind else ""
        number = effect.amount if isinstance(effect.amount, int) else "X"
        if effect.what is not None:
            self.ref(effect.what)  # what comes after it speaks of its target
        return f"{effect.word}{kind} {number}"

    def put_counters_cost(self, part: PutCountersCost) -> str:
        if part.keyword:
            return f"{part.keyword} {self.digits(part.count)}"
        return super().put_counters_cost(part)


def named(verb: Lexeme, action: KeywordAction, *steps: Instruction) -> Clause:
    """A keyword action that "you" do, and what it stands for; of nobody else it is read."""
    if verb.lower() != action.word:
        raise Reject
    return Clause((replace(action, steps=len(steps)), *steps))
