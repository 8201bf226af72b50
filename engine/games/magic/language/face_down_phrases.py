"""Magic's phrases about what is turned face up."""

from __future__ import annotations

from dataclasses import replace
from typing import Final, Literal

from lark import Token as Lexeme

from engine.abilities import YOU, Amount, Event, Manifest, ManifestDread, Ref, Test, TurnDown, TurnUp
from engine.games.magic.face_down import TURNED_UP
from engine.games.magic.language.lent_phrases import LEVELS_UP
from engine.text.compiler.abilities import Compiler
from engine.text.compiler.actions import act, is_third
from engine.text.errors import Reject
from engine.text.inline import inline
from engine.text.phrases import SUBJECT, Clause, Suffix
from engine.text.renderer.abilities import Renderer
from engine.text.renderer.registry import ACTIONS
from engine.text.renderer.writing import Unwritable

MORPHS: Final = Test("morph or megamorph", "has")


@inline
class FaceDownCompiler(Compiler):
    """Turning permanents face up, and what triggers on that."""

    def is_turned_up(self, _be: Lexeme) -> tuple[Event, ...]:
        return (Event(TURNED_UP),)

    def has_turned_up(self, _verb: Lexeme, things: tuple[Event, ...]) -> tuple[Event, ...]:
        if any(thing.source or thing.batch for thing in things):
            raise Reject
        return tuple(replace(thing, name=TURNED_UP) for thing in things)

    def turn_up(self, verb: Lexeme, refs: tuple[Ref, ...]) -> Clause:
        return act(verb, *(TurnUp(ref) for ref in refs))

    def turn_down(self, verb: Lexeme, refs: tuple[Ref, ...]) -> Clause:
        return act(verb, *(TurnDown(ref) for ref in refs))

    def with_morph(self, *_words: Lexeme) -> Suffix:
        """Megamorph is a kind of morph (702.37b)."""
        return Suffix(tests=(MORPHS,))

    def manifest_one(self, verb: Lexeme, card: Lexeme, library: Lexeme) -> Clause:
        return self.manifest_some(verb, 1, card, library)

    def manifest_some(self, verb: Lexeme, number: Amount, _card: Lexeme, library: Lexeme) -> Clause:
        if is_third(verb) == library.lower().startswith("of your"):
            raise Reject
        word: Literal["manifest", "cloak"] = "cloak" if verb.lower().startswith("cloak") else "manifest"
        return act(verb, Manifest(number, word, SUBJECT))

    def manifest_dread(self, verb: Lexeme) -> Clause:
        if not verb.lower().startswith("manifest"):
            raise Reject
        return act(verb, ManifestDread(SUBJECT))


class FaceDownRenderer(Renderer):
    """Writes the phrases about turning face up."""

    def trigger(self, events: tuple[Event, ...]) -> str:
        first = events[0]
        if first.name != TURNED_UP or not first.who:
            return super().trigger(events)
        if len(events) > 1 or first.nth or first.turn:
            raise Unwritable(events)
        return f"whenever {self._does(first, 'turn')} {self._thing(first)} face up"

    def happening_of(self, event: Event, plural: bool = False) -> str:
        if event.name == TURNED_UP:
            return f"{'are' if plural else 'is'} turned face up"
        return super().happening_of(event, plural)

    @ACTIONS.writer(TurnUp)
    def turn_up(self, effect: TurnUp) -> str:
        return f"turn {self.ref(effect.what)} face up"

    @ACTIONS.writer(TurnDown)
    def turn_down(self, effect: TurnDown) -> str:
        return f"turn {self.ref(effect.what)} face down"

    def _test(self, test: Test) -> str:
        if test == LEVELS_UP:
            return " with level up"
        return " with a morph ability" if test == MORPHS else super()._test(test)

    @ACTIONS.writer(Manifest)
    def manifest(self, effect: Manifest) -> str:
        cards = "card" if effect.amount == 1 else f"{self.number(effect.amount)} cards"
        whose = "your" if effect.who == YOU else "their"
        return self.with_subject(effect.who, effect.word, f"the top {cards} of {whose} library")

    @ACTIONS.writer(ManifestDread)
    def manifest_dread(self, effect: ManifestDread) -> str:
        return self.with_subject(effect.who, "manifest", "dread")
