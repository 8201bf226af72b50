"""Phrases about forms that cards in play are: mass form and energy form (Form)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from lark import Token as Lexeme

from engine.abilities import YOU, Compare, Count, Filter, FlipCard, If, Keyword, Move, Ref, Test
from engine.games.marvel_champions.language.noun_phrases import SET_ASIDE
from engine.games.marvel_champions.language.tally_phrases import TallyCompiler, TallyRenderer
from engine.text.compiler.actions import act
from engine.text.errors import Reject
from engine.text.inline import inline
from engine.text.phrases import has
from engine.text.renderer.registry import ACTIONS

if TYPE_CHECKING:
    from engine.abilities import Instruction, WindowTiming
    from engine.games.marvel_champions.language.case_phrases import Case
    from engine.text.compiler.actions import Effects
    from engine.text.compiler.triggers import Events
    from engine.text.phrases import Clause, Sentences

FORM: Final = " form"
KINDS: Final = ("mass form", "energy form")
"""The keywords of cards that are the form of whoever controls them."""


@inline
class FormCompiler(TallyCompiler):
    """Reads the phrases of words_on_forms.lark."""

    def is_form(self, kind: Lexeme) -> Keyword:
        return Keyword(f"{kind.lower()}{FORM}")

    def in_kind_of_form(self, name: str, kind: Lexeme) -> Compare:
        """A player is in the form whose card shows it (Form)."""
        return Compare(Count(Filter(name=name, of="you", tests=(_of_form(kind),))), ">=", 1)

    def own_form(self, kind: Lexeme, what: Filter) -> Ref:
        if what != Filter(what.kinds):
            raise Reject
        return Ref("each", 0, replace(what, of="you", tests=(_of_form(kind),)))

    def flip_form(self, verb: Lexeme, what: Ref) -> Clause:
        if not is_own_form(what):
            raise Reject
        return act(verb, FlipCard(what=what))

    def change_kind_of_form(self, verb: Lexeme, name: str, kind: Lexeme) -> Clause:
        """A player who is in the other of the two forms turns the card over."""
        other = replace(self.in_kind_of_form(name, kind), op="=", right=0)
        yours = Ref("each", 0, Filter(of="you", tests=(_of_form(kind),)))
        return act(verb, If(1, other), FlipCard(what=yours))

    def put_side_up(self, verb: Lexeme, what: Ref, name: str) -> Clause:
        """The card that lies aside with that side up."""
        if not is_own_form(what) or what.what is None:
            raise Reject
        aside = replace(what.what, name=name, zone=SET_ASIDE, of="")
        return act(verb, Move(Ref("chosen", 0, aside, of=YOU), "battlefield", under="you"))

    def when_in_form(self, events: Events, name: str, kind: Lexeme) -> tuple[WindowTiming, Events]:
        return self.when_events(self._of_form(events, name, kind))

    def after_in_form(self, events: Events, name: str, kind: Lexeme) -> tuple[WindowTiming, Events]:
        return self.after_events(self._of_form(events, name, kind))

    def _of_form(self, events: Events, name: str, kind: Lexeme) -> Events:
        asked = self.in_kind_of_form(name, kind)
        if any(event.when is not None for event in events):
            raise Reject
        return tuple(replace(event, when=asked) for event in events)

    def kind_of_form_case(self, _bullet: Lexeme, name: str, kind: Lexeme, body: Sentences) -> Case:
        return self.in_kind_of_form(name, kind), body.effects

    def cases(self, *parts: object) -> Effects:
        """Forms that are asked about one after the other.

        Raises:
            Reject: what is done in one case would bring about another.
        """
        effects = super().cases(*parts)
        asked = [at for at, effect in enumerate(effects) if isinstance(effect, If) and is_of_form(effect.condition)]
        if asked and has(effects[: asked[-1]], FlipCard):
            raise Reject
        return effects


def _of_form(kind: Lexeme) -> Test:
    return Test(f"{kind.lower()}{FORM}", "has", 1)


def is_of_form(condition: Compare) -> bool:
    """Whether it is asked in which form of a kind a player is."""
    return isinstance(condition.left, Count) and kind_of(condition.left.what) != ""


def is_own_form(ref: Ref) -> bool:
    """Whether a reference means the card that is the form of a kind of a player."""
    what = ref.what
    return ref.kind == "each" and what is not None and what.of == "you" and kind_of(what) != ""


def kind_of(what: Filter) -> str:
    """The kind of form that things are which fit; "" if that is not asked."""
    return next((test.field for test in what.tests if test.op == "has" and test.field in KINDS), "")


class FormRenderer(TallyRenderer):
    """Writes the phrases of words_on_forms.lark."""

    def condition(self, condition: Compare) -> str:
        match condition.left:
            case Count(what=Filter(name=str() as name, of="you") as what) if name and kind_of(what):
                return f"you are {'' if condition.right else 'not '}in {name} {kind_of(what)}"
            case _:
                return super().condition(condition)

    def ref(self, ref: Ref) -> str:
        if is_own_form(ref) and ref.what is not None and ref.what.kinds != ((),):
            return f"your {kind_of(ref.what)} {self.noun(Filter(ref.what.kinds))}"
        return super().ref(ref)

    def keyword(self, keyword: Keyword) -> str:
        return f"{keyword.name}." if keyword.name in KINDS else super().keyword(keyword)

    @ACTIONS.writer(FlipCard)
    def flip_card(self, effect: FlipCard) -> str:
        return super().flip_card(effect) if effect.what is None else f"flip {self.ref(effect.what)}"

    def _core(self, effects: tuple[Instruction, ...]) -> str:
        match effects:
            case (If(condition=Compare(Count(what=Filter(name=name) as what), "=", 0)), FlipCard(what=Ref())) if name:
                return f"change to {name} {kind_of(what)}"
            case _:
                return super()._core(effects)

    def move(self, effect: Move) -> str:
        what = effect.what.what
        if effect.zone != "battlefield" or what is None or what.zone != SET_ASIDE or not kind_of(what):
            return super().move(effect)
        return f"put your {kind_of(what)} {self.noun(Filter(what.kinds))} into play, {what.name} side faceup"
