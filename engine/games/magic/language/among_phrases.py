"""Magic's phrases about spells that are cast from among cards that a text has just exiled."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from lark import Token as Lexeme

from engine.abilities import YOU, Filter, LetPlay, PlayNow, Ref, RevealCards, RevealDrawn, Test
from engine.text.compiler.abilities import Compiler
from engine.text.compiler.actions import is_third
from engine.text.errors import Reject
from engine.text.inline import inline
from engine.text.mentions import SEVERAL
from engine.text.phrases import SUBJECT, Clause
from engine.text.renderer.abilities import Renderer
from engine.text.renderer.registry import ACTIONS
from engine.text.renderer.writing import an

if TYPE_CHECKING:
    from engine.abilities import Amount, Instruction, UntilWord

CARDS: Final = Filter((("card",),))
SpellsAmong = tuple[Filter, Ref, str]
"""The cards that may be cast as spells, those among which they are, and how many: "one", "any", or "" for a time."""


@inline
class AmongCompiler(Compiler):
    """Reads what may be cast from among cards."""

    def one_spell_among(self, _article: Lexeme, what: Filter, among: Lexeme) -> SpellsAmong:
        return self._among(what, among, "one")

    def any_spells_among(self, what: Filter, among: Lexeme) -> SpellsAmong:
        return self._among(what, among, "any")

    def spells_among(self, what: Filter, among: Lexeme) -> SpellsAmong:
        return self._among(what, among, "")

    def one_of_them(self, among: Lexeme) -> SpellsAmong:
        return replace(CARDS, zone="stack"), Ref("pronoun", among.start_pos or 0, CARDS, count=SEVERAL), "one"

    def play_those_now(self, _verb: Lexeme, those: Lexeme) -> Clause:
        """Any of some cards, one by one, and at once as no time is said (608.2g)."""
        cards = Ref("pronoun", those.start_pos or 0, CARDS, count=SEVERAL)
        return Clause((PlayNow(cards, "play", optional=True, several=True),), subject=YOU)

    def reveal_cards(self, verb: Lexeme, those: Lexeme) -> Clause:
        """Cards that the text has just had drawn (701.20a)."""
        if str(those.lower()).startswith(("the token", "those token", "they")):
            raise Reject
        count = 1 if those.lower() in ("it", "that card") else SEVERAL
        return Clause((RevealCards(Ref("pronoun", those.start_pos or 0, CARDS, count=count), SUBJECT),), is_third(verb))

    def _among(self, what: Filter, among: Lexeme, number: str) -> SpellsAmong:
        """Cards as spells: a land is none; lists of kinds name each spell that fits one of them."""
        if what.of or what.whose is not None or what.other or what.name or what.zone not in ("hand", "stack"):
            raise Reject
        kinds = tuple((*(word for word in kind if word not in ("spell", "card")), "card") for kind in what.kinds)
        cards = Ref("pronoun", among.start_pos or 0, CARDS, count=SEVERAL)
        zone = "stack" if what.zone == "stack" else "exile"  # where they lie as spells, or as cards
        return Filter(kinds, zone=zone, tests=what.tests), cards, number

    def cast_among_now(self, verb: str, spells: SpellsAmong) -> Clause:
        what, cards, number = spells
        if verb != "cast" or not number:
            raise Reject
        most, tests = _bound(what.tests)
        several = number == "any"
        do = PlayNow(cards, optional=True, most=most, among=replace(what, tests=tests), several=several)
        return Clause((do,), subject=YOU)

    def cast_among_now_free(self, verb: str, spells: SpellsAmong, its: Lexeme) -> Clause:
        (do,) = self.cast_among_now(verb, spells).effects
        assert isinstance(do, PlayNow)
        if (its.lower() == "their") != do.several:
            raise Reject
        return Clause((replace(do, free=True),), subject=YOU)

    def let_cast_among(self, verb: str, spells: SpellsAmong, until: UntilWord) -> Clause:
        what, cards, number = spells
        if verb != "cast" or number == "one":
            raise Reject  # one alone, whenever that is
        return Clause((LetPlay(cards, "cast", until, among=what),), subject=YOU)

    def let_cast_among_free(self, verb: str, spells: SpellsAmong, _its: Lexeme, until: UntilWord) -> Clause:
        (let,) = self.let_cast_among(verb, spells, until).effects
        assert isinstance(let, LetPlay)
        return Clause((replace(let, free=True),), subject=YOU)

    def let_cast_among_first(self, until: UntilWord, verb: str, spells: SpellsAmong) -> tuple[Instruction, ...]:
        return self.let_cast_among(verb, spells, until).effects

    def let_cast_among_free_first(
        self, until: UntilWord, verb: str, spells: SpellsAmong, its: Lexeme
    ) -> tuple[Instruction, ...]:
        return self.let_cast_among_free(verb, spells, its, until).effects


def _bound(tests: tuple[Test, ...]) -> tuple[Amount | None, tuple[Test, ...]]:
    """The highest mana value that a spell may have, which is asked of the spell and not of its card (202.3b)."""
    values = [test for test in tests if test.field == "mana value"]
    if not values:
        return None, tests
    if len(values) > 1 or values[0].op != "<=":
        raise Reject
    return values[0].value, tuple(test for test in tests if test not in values)


class AmongRenderer(Renderer):
    """Writes what may be cast from among cards."""

    @ACTIONS.writer(RevealDrawn)
    def reveal_drawn(self, _effect: RevealDrawn) -> str:
        return self.with_subject(YOU, "reveal", "those cards")

    def cast_among(self, effect: PlayNow | LetPlay) -> str:
        assert effect.among is not None
        tests = effect.among.tests
        if isinstance(effect, PlayNow) and effect.most is not None:
            tests = (*tests, Test("mana value", "<=", effect.most))
        noun = "spell" if effect.among.zone == "stack" else "card"
        kinds = tuple((*(word for word in kind if word != "card"), noun) for kind in effect.among.kinds)
        what = Filter(kinds, zone="stack" if noun == "spell" else "hand", tests=tests)
        cards = self.ref(effect.what)
        from_among = f"from among {'those cards' if cards == 'it' else cards}"
        if isinstance(effect, LetPlay):
            paying = " without paying their mana costs" if effect.free else ""
            return f"you may cast {self.noun(what, plural=True)} {from_among}{paying}{self.until(effect.until)}"
        if effect.several:
            paying = " without paying their mana costs" if effect.free else ""
            return f"you may cast any number of {self.noun(what, plural=True)} {from_among}{paying}"
        return (
            f"you may cast {an(self.noun(what))} {from_among}{' without paying its mana cost' if effect.free else ''}"
        )
