"""Grand Archive's texts that wait for what players do: negating, suppressing, glimpsing."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from lark import Token as Lexeme

from engine.abilities import IT, YOU, Compare, Event, Filter, Fits, Ref, SacrificeEffect, Tally
from engine.games.grand_archive.language.condition_phrases import BREWS
from engine.text.compiler.abilities import Compiler
from engine.text.compiler.actions import is_third
from engine.text.errors import Reject
from engine.text.inline import inline
from engine.text.phrases import Clause
from engine.text.renderer.abilities import Renderer
from engine.text.renderer.writing import an

SUPPRESSES: Final = "suppress"
NEGATES: Final = "counters spell"
GLIMPSES: Final = "scry"
"""The events of these deeds."""
OBJECT: Final = Filter((("object",),))
ACTIVATION: Final = (("card", "activation"),)


@inline
class DeedCompiler(Compiler):
    """The phrases about deeds."""

    def has_negated(self, _verb: Lexeme, _article: Lexeme, what: Filter) -> tuple[Event, ...]:
        """The activation of a card; that of an ability has no card to be known by."""
        if what != Filter(ACTIVATION, what.of, "stack"):
            raise Reject
        return (Event(NEGATES, replace(what, kinds=(("card",),))),)

    def has_suppressed(self, _verb: Lexeme, _article: Lexeme, what: Filter) -> tuple[Event, ...]:
        if what != OBJECT:
            raise Reject
        return (Event(SUPPRESSES),)

    def has_glimpsed(self, _verb: Lexeme) -> tuple[Event, ...]:
        return (Event(GLIMPSES),)

    def has_brewed(self, _verb: Lexeme, _article: Lexeme, what: Filter) -> tuple[Event, ...]:
        if what.of or what.whose is not None or what.tests or what.zone != "battlefield":
            raise Reject
        return (Event(BREWS, replace(what, zone="stack")),)

    def is_destroyed(self, _verb: Lexeme) -> tuple[Event, ...]:
        return (Event("destroyed"),)

    def was_not_discarded(self, _article: Lexeme, what: Filter) -> Compare:
        if what.zone != "hand" or what.of or what.whose is not None:
            raise Reject
        return Compare(Fits(IT, what), "=", 0)

    def sacrifice_any(self, verb: Lexeme, what: Filter) -> Clause:
        if what.of or what.whose is not None or what.zone != "battlefield":
            raise Reject
        yours = Ref("chosen", 0, replace(what, of="you"), YOU, -1, up_to=True)
        return Clause((SacrificeEffect(yours),), is_third(verb))

    def was_suppressed(self) -> Compare:
        return Compare(Tally(SUPPRESSES), ">=", 1)


class DeedRenderer(Renderer):
    """Writes the phrases about deeds."""

    def trigger(self, events: tuple[Event, ...]) -> str:
        event = events[0]
        if len(events) > 1 or event.name not in (NEGATES, SUPPRESSES, GLIMPSES, BREWS):
            return super().trigger(events)
        match event.name:
            case "scry":
                deed = "glimpse"
            case "brewed":
                assert event.what is not None
                deed = f"brew {an(self.noun(replace(event.what, zone='battlefield')))}"
            case "suppress":
                deed = "suppress an object"
            case _:
                assert event.what is not None
                deed = f"negate {an(self.noun(replace(event.what, kinds=ACTIVATION)))}"
        verb, _, rest = deed.partition(" ")
        doer = {"you": "you", "": "a player", "opponent": "an opponent"}[event.who]
        return f"whenever {doer} {verb if event.who == 'you' else _third(verb)}{rest and f' {rest}'}"

    def tally_condition(self, tally: Tally, condition: Compare) -> str:
        if condition == Compare(Tally(SUPPRESSES), ">=", 1):
            return "an object was suppressed this turn"
        return super().tally_condition(tally, condition)


def _third(verb: str) -> str:
    return f"{verb}es" if verb.endswith("s") else f"{verb}s"
