"""Magic's phrases for power and toughness that are doubled and tripled (701.10, 701.11)."""

from __future__ import annotations

from typing import Final

from lark import Token as Lexeme

from engine.abilities import Amount, EventAmount, KeywordAction, Math, Modify, Ref, UntilWord, Value
from engine.text.compiler.abilities import Compiler
from engine.text.errors import Reject
from engine.text.inline import inline
from engine.text.phrases import Clause
from engine.text.renderer.abilities import Renderer

TIMES: Final = {"double": 2, "triple": 3}
SIZES: Final = ("power", "toughness")
BOTH: Final = "power and toughness"


@inline
class SizeCompiler(Compiler):
    """Doubled and tripled numbers of creatures."""

    def double_size(self, verb: Lexeme, size: Amount, duration: UntilWord) -> Clause:
        """701.10b: it gets as much again, or as much less if the number is below 0."""
        if not isinstance(size, Value) or size.field not in SIZES:
            raise Reject
        return self._many_times(verb, size.of, (size.field,), duration)

    def double_both(self, verb: Lexeme, of: Ref, duration: UntilWord) -> Clause:
        """701.10b: each number gets as much again, and twice as much as it is tripled (701.11b)."""
        return self._many_times(verb, of, SIZES, duration)

    def scried_number(self) -> Amount:
        """701.22a: how many cards the scry of the event has looked at."""
        return EventAmount()

    def _many_times(self, verb: Lexeme, of: Ref, fields: tuple[str, ...], duration: UntilWord) -> Clause:
        if duration != "turn" or of.kind == "each":
            raise Reject
        word = str(verb.lower())
        power, toughness = (_more(Value(field, of), TIMES[word] - 1) if field in fields else 0 for field in SIZES)
        kind = " and ".join(fields)
        return Clause((KeywordAction(word, 1, kind=kind, what=of), Modify(of, power, toughness)), subject=of)


def _more(value: Value, times: int) -> Amount:
    return value if times == 1 else Math("*", times, value)


class SizeRenderer(Renderer):
    """Writes doubled and tripled numbers of creatures."""

    def sized(self, word: str, what: Ref, kind: str) -> str:
        return f"{word} {self.possessive(what)} {kind} until end of turn"
