"""Magic's words about what permanents produce: what they could (106.7), and what they do instead (106.12b)."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from lark import Token as Lexeme

from engine.abilities import (
    UNSPENT,
    AddMana,
    Amount,
    Filter,
    Instruction,
    KeepsMana,
    Mana,
    ManaOf,
    NextEnters,
    ProducesInstead,
    Ref,
    Scaled,
    Static,
    ThisTurn,
    UntilWord,
)
from engine.text.compiler.abilities import Compiler
from engine.text.compiler.replacement_effects import WHOSE
from engine.text.errors import Reject
from engine.text.inline import inline
from engine.text.phrases import SUBJECT, Clause
from engine.text.renderer.abilities import Renderer
from engine.text.renderer.registry import STATICS
from engine.text.renderer.writing import an, number_word, symbols

COLORS: Final = ("W", "U", "B", "R", "G")
SYMBOLS: Final = (*COLORS, "C")
AS_MUCH: Final = {2: "twice as much", 3: "three times as much"}


@inline
class ProducedCompiler(Compiler):
    """Reads what permanents could produce, and what they produce instead."""

    def of_colors_among(self, number: Amount, _currency: Lexeme, what: Filter) -> AddMana:
        return _told(number, ManaOf(Ref("each", what=what)))

    def of_color_producible(self, number: Amount, _currency: Lexeme, _article: Lexeme, what: Filter) -> AddMana:
        return _told(number, ManaOf(Ref("each", what=what), produced=True))

    def of_type_producible(self, number: Amount, _currency: Lexeme, _article: Lexeme, what: Filter) -> AddMana:
        return _told(number, ManaOf(Ref("each", what=what), produced=True, types=True))

    def of_color_given_up(self, number: Amount, _currency: Lexeme, what: Ref) -> AddMana:
        return _told(number, ManaOf(what, produced=True))

    def of_type_given_up(self, number: Amount, _currency: Lexeme, what: Ref) -> AddMana:
        return _told(number, ManaOf(what, produced=True, types=True))

    def you_tap_for(self, _tap: Lexeme, _article: Lexeme, what: Filter, _currency: Lexeme) -> ProducesInstead:
        return ProducesInstead(_untold(what), "you")

    def any_tap_for(self, _tap: Lexeme, _article: Lexeme, what: Filter, _currency: Lexeme) -> ProducesInstead:
        return ProducesInstead(_untold(what))

    def any_tapped_for(self, _article: Lexeme, what: Filter, _is: Lexeme, _currency: Lexeme) -> ProducesInstead:
        return ProducesInstead(_untold(what))

    def tapped_for_so_much(
        self, _article: Lexeme, what: Filter, _is: Lexeme, number: Amount, _currency: Lexeme
    ) -> ProducesInstead:
        if not isinstance(number, int):
            raise Reject
        return ProducesInstead(_untold(what), least=number)

    def produces_instead(self, tapped: ProducesInstead, _it: Lexeme, made: ProducesInstead) -> tuple[Static, ...]:
        return (replace(made, what=tapped.what, who=tapped.who, least=tapped.least),)

    def produces_lasting(
        self, until: UntilWord, tapped: ProducesInstead, it: Lexeme, made: ProducesInstead
    ) -> tuple[Instruction, ...]:
        if until != "turn":
            raise Reject
        return tuple(ThisTurn(static, until) for static in self.produces_instead(tapped, it, made))

    def double_unspent(self, verb: Lexeme, _currency: Lexeme) -> Clause:
        """701.10f: as much of each type as there is, without the terms of that."""
        if verb.lower() != "double":
            raise Reject
        return Clause((AddMana((), 1, SUBJECT, of=UNSPENT),))

    def keep_unspent(self, who: Ref, _dont: Lexeme, *words: Lexeme) -> tuple[Static, ...]:
        whose = WHOSE.get(who.kind)
        if whose is None:
            raise Reject
        return (KeepsMana(whose, next((str(word.lower()) for word in words if word.type == "COLOR"), "")),)

    def unspent_becomes(self, *words: Lexeme) -> tuple[Static, ...]:
        (color,) = (str(word.lower()) for word in words if word.type == "COLOR")
        return (KeepsMana(becomes=color),)

    def so_much_of_it(self, times: Lexeme, _currency: Lexeme) -> ProducesInstead:
        scaled = self.times_as_much(times)
        assert isinstance(scaled, Scaled)
        return ProducesInstead(Filter(), times=scaled.times)

    def other_symbols(self, mana: Mana) -> ProducesInstead:
        if len(mana.symbols) != 1 or mana.symbols[0] not in COLORS:
            raise Reject
        return ProducesInstead(Filter(), symbols=mana.symbols)

    def other_symbol_alone(self, mana: Mana) -> ProducesInstead:
        if len(mana.symbols) != 1 or mana.symbols[0] not in SYMBOLS:
            raise Reject
        return ProducesInstead(Filter(), symbols=mana.symbols, one=True)

    def other_colorless(self, color: Lexeme, _currency: Lexeme) -> ProducesInstead:
        """Said in a word: a colored symbol stands there itself."""
        if color.lower() != "colorless":
            raise Reject
        return ProducesInstead(Filter(), symbols=("C",))

    def other_color(self, _currency: Lexeme) -> ProducesInstead:
        return ProducesInstead(Filter(), symbols=COLORS)

    def one_other_color(self, number: Amount, _currency: Lexeme) -> ProducesInstead:
        if number != 1:
            raise Reject
        return ProducesInstead(Filter(), symbols=COLORS, one=True)


def _told(number: Amount, of: ManaOf) -> AddMana:
    """One mana, of what something tells."""
    if number != 1 or of.what.what is None or of.what.what.whose is not None:
        raise Reject
    return AddMana((), of=of)


def _untold(what: Filter) -> Filter:
    """Permanents are tapped for mana, and a text tells them by themselves alone."""
    if what.zone != "battlefield" or what.whose is not None:
        raise Reject
    return what


class ProducedRenderer(Renderer):
    """Writes what permanents could produce, and what they produce instead."""

    def mana_of(self, who: Ref, of: ManaOf) -> str:
        """One mana of what things tell, added by somebody."""
        if of == UNSPENT:
            return self.with_subject(who, "double", "the amount of each type of unspent mana you have")
        if of.every and of.what.what is not None:
            add = self.with_subject(who, "add", "one mana of that color")
            return f"for each color among {self.bare(of.what.what)}, {add}"
        return self.with_subject(who, "add", f"one mana of any {'type' if of.types else 'color'} {self._of_what(of)}")

    def _of_what(self, of: ManaOf) -> str:
        if of.what.kind != "each" or of.what.what is None:
            return f"{self.ref(of.what)} could produce"
        if of.produced:
            return f"that {an(self.noun(of.what.what))} could produce"
        return f"among {self.bare(of.what.what)}"

    @STATICS.writer(ProducesInstead)
    def produces_instead(self, static: ProducesInstead) -> str:
        what = an(self.noun(static.what))
        many = f"{number_word(static.least)} or more mana" if static.least > 1 else "mana"
        tapped = f"you tap {what} for {many}" if static.who == "you" else f"{what} is tapped for {many}"
        return f"if {tapped}, it produces {self._instead(static)}"

    @STATICS.writer(KeepsMana)
    def keeps_mana(self, static: KeepsMana) -> str:
        if static.becomes:
            return f"if you would lose unspent mana, that mana becomes {static.becomes} instead"
        who = {"": "players", "you": "you", "opponent": "your opponents"}.get(static.who, "")
        return f"{who} don't lose unspent {static.color + ' ' if static.color else ''}mana as steps and phases end"

    def rule_this_turn(self, ability: Static | NextEnters) -> str:
        if isinstance(ability, ProducesInstead):
            return f"until end of turn, {self.static_sentence(ability)}"
        return super().rule_this_turn(ability)

    def _instead(self, static: ProducesInstead) -> str:
        if not static.symbols:
            return f"{AS_MUCH[static.times]} of that mana instead"
        if static.symbols == COLORS:
            made = "one mana of a color of your choice" if static.one else "mana of a color of your choice"
        elif static.symbols == ("C",) and not static.one:
            made = "colorless mana"
        else:
            made = symbols(static.symbols)
        return f"{made} instead of any other type{' and amount' if static.one else ''}"
