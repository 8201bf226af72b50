"""Phrases about the removal of the last counter or the last threat, and about schemes that a thwart defeats."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from lark import Token as Lexeme

from engine.abilities import SELF, Event, Filter, Ref, Timed, WindowTiming
from engine.events.execution import LAST_REMOVED
from engine.games.marvel_champions.language.acting_phrases import ActingCompiler, ActingRenderer
from engine.games.marvel_champions.language.counter_phrases import NO_COUNTERS
from engine.games.marvel_champions.language.event_phrases import RESULTS, THREAT
from engine.games.marvel_champions.language.noun_phrases import is_one
from engine.games.marvel_champions.language.timing_phrases import IDENTITY
from engine.text.compiler.triggers import Events
from engine.text.errors import Reject
from engine.text.inline import inline

SCHEMES: Final = "scheme"


@inline
class EmptiedCompiler(ActingCompiler):
    """Reads the phrases of emptied.lark."""

    def right_here_from(self) -> Event:
        return Event(LAST_REMOVED, source=True)

    def from_this_one(self, ref: Ref) -> Event:
        if ref == SELF:
            return self.right_here_from()
        if not is_one(ref):
            raise Reject
        return Event(LAST_REMOVED, ref.what)

    def from_one_of(self, _article: Lexeme, what: Filter) -> Event:
        return Event(LAST_REMOVED, what)

    def last_removed(self, name: str, from_: Event) -> Events:
        """Counters are removed one after another, or together: with the last of a name there is none left there."""
        if name in NO_COUNTERS:
            raise Reject
        return (replace(from_, how=name),)

    def last_threat_removed(self, _threat: Lexeme, from_: Event) -> Events:
        """Threat lies on schemes.

        Raises:
            Reject: the scheme is the card that says it, which is defeated then as side schemes are (Side Scheme).
        """
        if from_.what is None or not all(SCHEMES in kind for kind in from_.what.kinds):
            raise Reject
        return (replace(from_, how=THREAT),)

    def thwarted_and_defeated(self, _thwart: Lexeme, _defeat: Lexeme, other: Ref) -> Events:
        return (Event("thwart", IDENTITY, how=RESULTS["defeats"], other=other),)

    def timed(self, head: Timed, moment: tuple[WindowTiming, Events], *rest: object) -> Timed:
        """Nobody knows of a counter that it was the last before it has been removed.

        Raises:
            Reject: it is about to be.
        """
        if moment[0] == "interrupt" and any(event.name == LAST_REMOVED for event in moment[1]):
            raise Reject
        return super().timed(head, moment, *rest)


class EmptiedRenderer(ActingRenderer):
    """Writes the phrases of emptied.lark."""

    def moment(self, events: Events) -> str:
        if events[0].name != LAST_REMOVED:
            return super().moment(events)
        (event,) = events
        last = THREAT if event.how == THREAT else f"{event.how} counter"
        from_ = "here" if event.source else self._thing(event)
        return f"the last {last} is removed from {from_}"

    def _awaited(self, event: Event) -> str:
        if event.name == "thwart" and event.how == RESULTS["defeats"] and event.what == IDENTITY and event.other:
            return f"thwart and defeat {self._other(event.other)}"
        return super()._awaited(event)
