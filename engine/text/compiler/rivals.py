"""Comparisons of what you have with what other players have: one method for each line of ``grammar/rivals.lark``.

An opponent is any who has more, each opponent all of them: of several numbers the greatest or the least says both.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final, TypeAlias

from lark import Token as Lexeme

from engine.abilities import YOU, Compare, Comparison, Count, Filter, Opponents, Ref, Value
from engine.text.compiler.nouns import PEOPLE, Nouns
from engine.text.errors import Reject
from engine.text.inline import inline

Measure: TypeAlias = Value | Count
LIFE: Final = Value("life", YOU)
HAND: Final = Value("hand", YOU)
SOME_RIVAL: Final = Ref("opponents", -1)
"""Any opponent, until the comparison is made."""
EACH: Final = ("opponents",)
TURNED: Final[dict[Comparison, Comparison]] = {">": "<", "<": ">"}


@inline
class Rivals(Nouns):
    """Compiles comparisons of players."""

    def some_rival(self) -> Ref:
        return SOME_RIVAL

    def one_rival(self, who: Ref) -> Ref:
        """Each opponent, or one player of whom the text speaks.

        Raises:
            Reject: it is you, or no player.
        """
        if who.kind not in EACH and (who.kind not in PEOPLE or who.kind == "players"):
            raise Reject
        return who

    def you_surpass_in_things(self, scale: Lexeme, what: Filter, rival: Ref) -> Compare:
        return _compared(_things(what), _of(scale, "fewer"), rival)

    def you_surpass_in_cards(self, scale: Lexeme, rival: Ref) -> Compare:
        return _compared(HAND, _of(scale, "fewer"), rival)

    def you_surpass_in_life(self, scale: Lexeme, rival: Ref) -> Compare:
        return _compared(LIFE, _of(scale, "less"), rival)

    def rival_surpasses_in_things(self, rival: Ref, _verb: Lexeme, scale: Lexeme, what: Filter) -> Compare:
        return _compared(_things(what), TURNED[_of(scale, "fewer")], rival)

    def rival_surpasses_in_cards(self, rival: Ref, _verb: Lexeme, scale: Lexeme) -> Compare:
        return _compared(HAND, TURNED[_of(scale, "fewer")], rival)

    def rival_surpasses_in_life(self, rival: Ref, _verb: Lexeme, scale: Lexeme) -> Compare:
        return _compared(LIFE, TURNED[_of(scale, "less")], rival)


def _of(scale: Lexeme, small: str) -> Comparison:
    """The comparison that "more" or "fewer" asks of your number; life is "less"."""
    if scale.lower() not in ("more", small):
        raise Reject
    return ">" if scale.lower() == "more" else "<"


def _things(what: Filter) -> Count:
    if what.of or what.whose is not None or what.other or what.zone != "battlefield":
        raise Reject
    return Count(replace(what, of="you"))


def _compared(mine: Measure, op: Comparison, rival: Ref) -> Compare:
    """Your number beside that of a rival, or beside the greatest or least of several."""
    if rival.kind in EACH:
        is_hard = (op == ">") == (rival != SOME_RIVAL)
        return Compare(Opponents("greatest" if is_hard else "least", mine), TURNED[op], mine)
    return Compare(mine, op, theirs(mine, rival))


def theirs(mine: Measure, rival: Ref) -> Measure:
    """That number, of another player."""
    if isinstance(mine, Value):
        return replace(mine, of=rival)
    return replace(mine, what=replace(mine.what, of="", whose=rival))
