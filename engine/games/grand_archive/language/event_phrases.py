"""Triggers of Grand Archive on parts of an attack, counters that are removed, and cards banished from graveyards."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from lark import Token as Lexeme

from engine.abilities import SELF, Event, Filter, Ref, Test, Value, Who
from engine.games.grand_archive.language.restrictions import CHAMPION
from engine.games.grand_archive.shared_events import BANISHED_FROM_GRAVEYARD, BESIDE
from engine.text.compiler.abilities import Compiler
from engine.text.errors import Reject
from engine.text.inline import inline
from engine.text.renderer.abilities import Renderer
from engine.text.renderer.writing import an

REMOVED: Final = "counters removed"
DECK: Final = "main deck"
"""The zone whose cards are drawn."""


@inline
class EventCompiler(Compiler):
    """The phrases about what happens."""

    def attacks_with_part(self, who: Ref, _attacks: Lexeme, _article: Lexeme, what: Filter) -> tuple[Event, ...]:
        """A weapon or an attack card that is part of the same attack; several are one attack (Combat 2b)."""
        if who not in (SELF, CHAMPION) or what.of or what.whose is not None or what.other:
            raise Reject
        if what.zone not in ("battlefield", "hand") or not all({"weapon", "attack", "card"} & {*k} for k in what.kinds):
            raise Reject
        kinds = tuple(tuple(w for w in kind if w != "card" or "weapon" not in kind) for kind in what.kinds)
        what = replace(what, kinds=kinds)
        beside = Test(BESIDE, "of", Value("id", who))
        return (Event("attacks", replace(what, tests=(*what.tests, beside)), batch=True),)

    def itself_attacks(self, this: Ref) -> Ref:
        return this

    def champion_attacks(self, _champion: Lexeme) -> Ref:
        return CHAMPION

    def counters_taken(
        self, _some: Lexeme, counter: str, _verb: Lexeme, watched: tuple[Event, ...]
    ) -> tuple[Event, ...]:
        """So many counters as are removed at once."""
        if any(event.batch for event in watched):
            raise Reject
        return tuple(replace(event, name=REMOVED, how=counter) for event in watched)

    def attack_declared(self, things: tuple[Event, ...]) -> tuple[Event, ...]:
        """A unit attacks as its attack is declared; one declares attacks with one's own units (Combat 2a)."""
        (thing,) = things
        if thing.source or thing.what is None or thing.what.of or thing.what.zone != "battlefield":
            raise Reject
        if not all({"ally", "champion", "unit"} & {*kind} for kind in thing.what.kinds):
            raise Reject
        return self.attacked_with(Lexeme("ATTACKS", "attack"), things)

    def enters_opponents(self, _verb: Lexeme, *_words: Lexeme) -> tuple[Event, ...]:
        return (Event("enters", who="opponent"),)

    def buried_from_deck(self, verb: Lexeme, whose: Who) -> tuple[Event, ...]:
        """The card lay in the main deck, and the event names that zone."""
        return tuple(replace(event, how=DECK) for event in self.buried_from_library(verb, whose, "you"))

    def banished_from_yours(self, _verb: Lexeme) -> tuple[Event, ...]:
        return (Event(BANISHED_FROM_GRAVEYARD, who="you"),)

    def banished_from_opponents(self, _verb: Lexeme, *_words: Lexeme) -> tuple[Event, ...]:
        return (Event(BANISHED_FROM_GRAVEYARD, who="opponent"),)

    def banished_from_any(self, _verb: Lexeme) -> tuple[Event, ...]:
        return (Event(BANISHED_FROM_GRAVEYARD),)


class EventRenderer(Renderer):
    """Writes the phrases about what happens."""

    def trigger(self, events: tuple[Event, ...]) -> str:
        if len(events) == 1 and (who := _beside(events[0])) is not None:
            assert events[0].what is not None
            tests = tuple(test for test in events[0].what.tests if test.field != BESIDE)
            with_ = an(self.noun(replace(events[0].what, tests=tests)))
            if "fully" in self.wording:
                with_ = with_.replace(" or ", " and/or ")
            return f"whenever {self.ref(who)} attacks with {with_}"
        if len(events) == 1 and events[0].name == REMOVED and not events[0].turn:
            watched = self.trigger((replace(events[0], name="counters"),))
            return watched.replace(" are put on ", " are removed from ", 1)
        said = super().trigger(events)
        if "fully" in self.wording and len(events) == 1 and events[0].name == "attacks" and events[0].who:
            return said.replace(" attack with ", " declare an attack with ").replace(
                " attacks with ", " declares an attack with "
            )
        return said

    def happening_of(self, event: Event, plural: bool = False) -> str:
        if event.name == "buried":
            said = super().happening_of(replace(event, how="deck" if event.how == DECK else event.how), plural)
            verb, _, rest = said.partition(" put into ")
            return f"enter{'' if plural else 's'} {rest}" if "fully" in self.wording and verb else said
        if event.name != BANISHED_FROM_GRAVEYARD:
            return super().happening_of(event, plural)
        whose = {"you": "your", "opponent": "an opponent's", "": "a"}[event.who]
        return f"{'are' if plural else 'is'} banished from {whose} graveyard"


def _beside(event: Event) -> Ref | None:
    """The attacker with which what an event waits for attacks."""
    tests = event.what.tests if event.what is not None else ()
    return next((test.value.of for test in tests if test.field == BESIDE and isinstance(test.value, Value)), None)
