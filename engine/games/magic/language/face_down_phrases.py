"""Magic's phrases about what is turned face up."""

from __future__ import annotations

from dataclasses import replace

from lark import Token as Lexeme

from engine.abilities import Event, Ref, TurnUp
from engine.games.magic.face_down import TURNED_UP
from engine.text.compiler.abilities import Compiler
from engine.text.compiler.actions import act
from engine.text.errors import Reject
from engine.text.inline import inline
from engine.text.phrases import Clause
from engine.text.renderer.abilities import Renderer
from engine.text.renderer.registry import ACTIONS
from engine.text.renderer.writing import Unwritable


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
