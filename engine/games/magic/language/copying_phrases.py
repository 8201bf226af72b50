"""Magic's phrases for copies of cards, which are cast at once (707.12)."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from lark import Token as Lexeme

from engine.abilities import IT, CopyCards, CopySpell, Instruction, KeywordAction, Otherwise, PlayNow, Ref
from engine.text.compiler.abilities import Compiler
from engine.text.errors import Reject
from engine.text.inline import inline

COPY_AND_CAST: Final = "copy and cast"
COPY_AND_CAST_FREE: Final = "copy and cast without paying"
MAY_COPY_AND_CAST: Final = "may copy and cast without paying"


@inline
class CopyingCompiler(Compiler):
    """Reads that a card is copied, and that you may cast the copy."""

    def copy_and_cast(self, verb: Lexeme, what: Ref) -> tuple[Instruction, ...]:
        return _cast(verb, what, COPY_AND_CAST)

    def copy_and_cast_free(self, verb: Lexeme, what: Ref) -> tuple[Instruction, ...]:
        return _cast(verb, what, COPY_AND_CAST_FREE)

    def may_copy_and_cast(self, verb: Lexeme, what: Ref) -> tuple[Instruction, ...]:
        return _cast(verb, what, MAY_COPY_AND_CAST)


def retargeted(effects: tuple[Instruction, ...]) -> tuple[Instruction, ...]:
    """New targets may be chosen for the copies just made, of which others are made "otherwise" (707.10c)."""
    last = effects[-1]
    assert isinstance(last, CopySpell)
    found = (*effects[:-1], replace(last, retarget=True))
    match effects[-3:]:
        case (CopySpell() as other, Otherwise(steps=1), _):
            return (*found[:-3], replace(other, retarget=True), *found[-2:])
        case _:
            return found


def _cast(verb: Lexeme, what: Ref, word: str) -> tuple[Instruction, ...]:
    """707.12: the copy is made where the card is, and cast while this text is carried out."""
    if verb.lower() != "copy" or what.kind in ("each", "self", "chosen", "zone", "players", "opponents"):
        raise Reject
    cast = PlayNow(IT, free=word != COPY_AND_CAST, optional=True)
    return (KeywordAction(word, 2, 0, what=what), CopyCards(what), cast)
