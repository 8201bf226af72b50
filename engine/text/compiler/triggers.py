"""Triggers: what an ability waits for.

One method for each alternative of ``grammar/triggers.lark``, called with what its phrase consists of. The watched thing
and the event that befalls it are both events that lack the other's half.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING, Final, TypeAlias

from lark import Token as Lexeme

from engine.abilities import (
    LEAVES_ALIVE,
    NOT_FROM_PLAY,
    SELF,
    YOU,
    Amount,
    Compare,
    Count,
    Event,
    Filter,
    Ref,
    Test,
    Who,
)
from engine.text.compiler.nouns import OWNED
from engine.text.compiler.statics import Statics, what_is_played
from engine.text.errors import Reject
from engine.text.inline import inline
from engine.text.mentions import is_person

if TYPE_CHECKING:
    from collections.abc import Sequence

Events: TypeAlias = tuple[Event, ...]
NTH: Final = ("first", "second", "third", "fourth", "fifth")
PLAYED: Final = {"cast": "cast", "activate": "activated", "materialize": "materialized"}
INTO: Final = "into"
"""The addition to an event that the object of it is now what the text stands on."""
EACH: Final = "each"
"""The turn of which something is the nth, until the whole trigger is read."""


@inline
class Triggers(Statics):
    """Triggers: what an ability waits for."""

    def event_trigger(self, events: Events, turn: Who = "") -> Events:
        if any(event.nth and bool(turn) == (event.turn == EACH) for event in events):
            raise Reject  # the nth of each turn, or of each of somebody's
        return tuple(replace(event, turn=turn) for event in events)

    def step_trigger(self, event: Event) -> Events:
        return (event,)

    def event_and_step(self, events: Events, step: Event) -> Events:
        """An arrival, and a step of each turn."""
        if any(event.name != "enters" or not event.source for event in events):
            raise Reject
        return (*events, step)

    def events(self, *events: Events) -> Events:
        return tuple(event for some in events for event in some)

    def turn_yours(self) -> Who:
        return "you"

    def turn_opponents(self, *_words: Lexeme) -> Who:
        return "opponent"

    # --- to what ---

    def watch_self(self, _self: Ref) -> Events:
        return (Event("", source=True),)

    def watch_noun(self, _article: Lexeme, what: Filter) -> Events:
        return (Event("", what),)

    def watch_other(self, what: Filter) -> Events:
        return (Event("", replace(what, other=True)),)

    def watch_some(self, _some: Lexeme, what: Filter) -> Events:
        return (Event("", what, batch=True),)

    def watch_some_others(self, _some: Lexeme, what: Filter) -> Events:
        return (Event("", replace(what, other=True), batch=True),)

    def watch_attached(self, _words: Lexeme) -> Events:
        return (Event("", attached=True),)

    def watch_either(self, one: Events, other: Events) -> Events:
        return one + other

    # --- what happens ---

    def happens(self, watched: Events, *happenings: Events) -> Events:
        """The events that befall each watched thing; ``who`` of an arrival is under whose control."""
        if any(one == (Event("blocks"),) and other[0].name == "blocked by" for one, other in pairwise(happenings)):
            raise Reject  # what it blocks or becomes blocked by
        is_counted = any(happening.nth for group in happenings for happening in group)
        if is_counted and (len(happenings) > 1 or not all(subject.source for subject in watched)):
            raise Reject  # the times of each, and of each kind, are not counted apart
        is_dealt = any(happening.name == "damaged" for group in happenings for happening in group)
        if is_dealt and any(subject.what is not None and _has_person(subject.what) for subject in watched):
            return self._dealt_to(watched, happenings)
        return tuple(_to(subject, happening) for group in happenings for happening in group for subject in watched)

    def _dealt_to(self, watched: Events, happenings: tuple[Events, ...]) -> Events:
        """All damage that is dealt at once to each of the players who are meant; nothing else befalls a player."""
        if len(watched) != 1 or len(happenings) != 1 or len(happenings[0]) != 1:
            raise Reject
        subject, happening = watched[0], happenings[0][0]
        is_dealt = happening == Event("damaged", how=happening.how) and subject == Event("", subject.what)
        if not is_dealt or subject.what is None or not is_person(subject.what.kinds) or len(subject.what.kinds) > 1:
            raise Reject  # things and players are dealt damage in events of their own
        return (Event("damage", how=happening.how, other=Ref("each", 0, subject.what), batch=True),)

    def enters(self, _verb: Lexeme) -> Events:
        return (Event("enters"),)

    def enters_yours(self, _verb: Lexeme) -> Events:
        return (Event("enters", who="you"),)

    def dies(self, _verb: Lexeme) -> Events:
        return (Event("dies"),)

    def leaves(self, _verb: Lexeme) -> Events:
        return (Event("leaves"),)

    def leaves_alive(self, _verb: Lexeme) -> Events:
        return (Event(LEAVES_ALIVE),)

    def leaves_yours(self, _verb: Lexeme, zone: Lexeme) -> Events:
        return self.leaves_zone(zone, "you")

    def leaves_opponents(self, _verb: Lexeme, zone: Lexeme) -> Events:
        return self.leaves_zone(zone, "opponent")

    def leaves_zone(self, zone: Lexeme, whose: Who) -> Events:
        if zone.lower() not in ("graveyard", "hand"):
            raise Reject
        return (Event(f"leaves {zone.lower()}", who=whose),)

    def buried(self, _verb: Lexeme, whose: Who) -> Events:
        return (Event("buried", who=whose),)

    def buried_from_library(self, _verb: Lexeme, whose: Who, origin: Who) -> Events:
        """Each card is put from its owner's library into that player's graveyard."""
        if whose != origin:
            raise Reject
        return (Event("buried", who=whose, how="library"),)

    def buried_from_elsewhere(self, _verb: Lexeme, whose: Who) -> Events:
        return (Event("buried", who=whose, how=NOT_FROM_PLAY),)

    def buried_from_play(self, _verb: Lexeme, whose: Who) -> Events:
        """It dies, and is a permanent that you own: in whose graveyard it then lies (700.4)."""
        if whose != "you":
            raise Reject
        return (Event("dies", who="you"),)

    def attacks(self, _verb: Lexeme) -> Events:
        return (Event("attacks"),)

    def attacks_first(self, _verb: Lexeme) -> Events:
        return (Event("attacks", nth=1, turn=EACH),)

    def becomes_tapped_first(self, *_words: Lexeme) -> Events:
        return (Event("taps", nth=1, turn=EACH),)

    def attacks_whom(self, _verb: Lexeme, other: Ref) -> Events:
        return (Event("attacks", other=other),)

    def attacks_alone(self, _verb: Lexeme) -> Events:
        return (Event("attacks", how="alone"),)

    def unblocked(self) -> Events:
        return (Event("unblocked"),)

    def blocks(self, _verb: Lexeme) -> Events:
        return (Event("blocks"),)

    def blocks_what(self, _verb: Lexeme, other: Ref) -> Events:
        return (Event("blocks", other=other),)

    def becomes_blocked(self, _verb: Lexeme) -> Events:
        return (Event("blocked"),)

    def blocked_by(self, _verb: Lexeme, other: Ref) -> Events:
        return (Event("blocked by", other=other),)

    def blocks_or_blocked_by(self, other: Ref) -> Events:
        return Event("blocks", other=other), Event("blocked by", other=other)

    def becomes_tapped(self, *_words: Lexeme) -> Events:
        return (Event("taps"),)

    def becomes_untapped(self, _verb: Lexeme) -> Events:
        return (Event("untaps"),)

    def transforms(self, _verb: Lexeme) -> Events:
        return (Event("transforms"),)

    def transforms_into(self, _verb: Lexeme, _self: Ref) -> Events:
        """Into the very face that says so: it is the one that is up then."""
        return (Event("transforms", how=INTO),)

    def becomes_target(self, _verb: Lexeme, _article: Lexeme, by: Filter) -> Events:
        kinds = {kind[0] for kind in by.kinds}
        if any(len(kind) > 1 for kind in by.kinds) or not kinds <= {"spell", "ability"}:
            raise Reject
        return (Event("becomes target", who=by.of, how="" if len(kinds) > 1 else by.kinds[0][0]),)

    def becomes_target_first(self, verb: Lexeme, article: Lexeme, by: Filter) -> Events:
        """Of spells and abilities alike: how often it became a target of either is not told apart."""
        (event,) = self.becomes_target(verb, article, by)
        if event.how or not event.who:
            raise Reject
        return (replace(event, nth=1, turn=EACH),)

    def deals_damage(self, _verb: Lexeme, *combat: Lexeme) -> Events:
        return (Event("damage", how=_way(combat)),)

    def deals_damage_to(self, _verb: Lexeme, *rest: Lexeme | Ref) -> Events:
        *combat, other = rest
        assert isinstance(other, Ref)
        return (Event("damage", how=_way(combat), other=other),)

    def source_deals(self, source: Ref, verb: Lexeme, *combat: Lexeme) -> Events:
        """The damage of a source, whatever that is (120.7): a permanent, or a spell."""
        return self.happens((Event("", source.what),), self.deals_damage(verb, *combat))

    def source_deals_to(self, source: Ref, verb: Lexeme, *rest: Lexeme | Ref) -> Events:
        return self.happens((Event("", source.what),), self.deals_damage_to(verb, *rest))

    def is_dealt_damage(self, _verb: Lexeme, *combat: Lexeme) -> Events:
        return (Event("damaged", how=_way(combat)),)

    def is_tapped_for_mana(self, *_words: Lexeme) -> Events:
        return (Event("tapped for mana"),)

    def other_you(self) -> Ref:
        return YOU

    def other_you_or_planeswalker(self) -> Ref:
        return Ref("you", what=Filter((("planeswalker",),), "you"))

    def other_opponent(self) -> Ref:
        return Ref("each", what=Filter((("player",),), "opponent", ""))

    def other_self(self, _self: Ref) -> Ref:
        return SELF

    def other_attached(self, _words: Lexeme) -> Ref:
        return Ref("attached")

    def other_some(self, words: Lexeme, what: Filter) -> Ref:
        """Of several things; several players that something happens to at once are not told apart from one."""
        if _has_person(what):
            raise Reject
        return self.other_noun(words, what)

    def other_noun(self, _words: Lexeme, what: Filter) -> Ref:
        return Ref("each", what=what)

    def pile_any(self) -> Who:
        return ""

    def pile_yours(self) -> Who:
        return "you"

    def pile_opponents(self, *_words: Lexeme) -> Who:
        return "opponent"

    def counter_put(self, counter: str, _verb: Lexeme, watched: Events) -> Events:
        """One counter: each of several that are put on something at once is one (603.2c)."""
        if any(event.batch for event in watched):
            raise Reject
        return tuple(replace(event, name="counter", how=counter) for event in watched)

    def any_counter_put(self, _counter: Lexeme, verb: Lexeme, watched: Events) -> Events:
        return self.counter_put("", verb, watched)

    def counters_put(self, _some: Lexeme, counter: str, _verb: Lexeme, watched: Events) -> Events:
        """So many counters as there are, once for each thing, or once for all of "one or more" things."""
        return tuple(replace(event, name="counters", how=counter) for event in watched)

    def any_counters_put(self, some: Lexeme, _counters: Lexeme, verb: Lexeme, watched: Events) -> Events:
        return self.counters_put(some, "", verb, watched)

    def counter_put_by(self, _verb: Lexeme, counter: str, things: Events) -> Events:
        """Each counter that somebody puts on something."""
        if any(thing.batch for thing in things):
            raise Reject
        return tuple(replace(thing, name="puts a counter", how=counter) for thing in things)

    def counters_put_by(self, _verb: Lexeme, _some: Lexeme, counter: str, things: Events) -> Events:
        return tuple(replace(thing, name="puts counters", how=counter) for thing in things)

    def any_counters_put_by(self, verb: Lexeme, some: Lexeme, _counters: Lexeme, things: Events) -> Events:
        return self.counters_put_by(verb, some, "", things)

    def you_are_dealt(self, *combat: Lexeme) -> Events:
        """All damage that is dealt to you at once."""
        return (Event("damage", how=_way(combat), other=YOU, batch=True),)

    def ability_triggers(self, watched: Events) -> Events:
        return tuple(replace(event, name="triggers") for event in watched)

    # --- what players do ---

    def done(self, who: Who, *deeds: Events) -> Events:
        return tuple(replace(event, who=who) for deed in deeds for event in deed)

    def played(self, action: Lexeme, things: Events) -> Events:
        name = PLAYED.get(self.action(action))
        (thing,) = things
        if name is None or (thing.what is not None and thing.what.of) or (thing.source and name == "activated"):
            raise Reject
        heads = tuple(self.vocabulary.stacked)
        kinds = () if thing.what is None else thing.what.kinds
        if name == "cast" and not all("spell" in kind or "card" in kind for kind in kinds):
            raise Reject  # what is cast is a spell
        return (replace(thing, name=name, what=None if thing.what is None else what_is_played(thing.what, heads)),)

    def sacrificed(self, _verb: Lexeme, things: Events) -> Events:
        return tuple(replace(thing, name="sacrificed") for thing in things)

    def discarded(self, _verb: Lexeme, things: Events) -> Events:
        return (_card(things, "discarded"),)

    def cycled(self, _verb: Lexeme, things: Events) -> Events:
        return (_card(things, "cycled"),)

    def cycled_or_discarded(self, _cycle: Lexeme, _discard: Lexeme, things: Events) -> Events:
        """Once for a card that is cycled: it is discarded for that (702.29d)."""
        return (_card(things, "discarded"),)

    def milled(self, _verb: Lexeme, things: Events) -> Events:
        return (_card(things, "milled"),)

    def drawn(self, *_words: Lexeme) -> Events:
        return (Event("drawn"),)

    numbered: tuple[str, ...] = ("cast",)
    """The numbered kinds of play: "your second spell each turn"."""

    def nth_played(self, action: Lexeme, nth: Lexeme, what: Filter, *each: Lexeme) -> Events:
        played = self.played(action, (Event("", what),))
        if played[0].name not in self.numbered:
            raise Reject
        return tuple(_nth(event, NTH.index(nth.lower().split()[1]) + 1, each) for event in played)

    def nth_drawn(self, _verb: Lexeme, nth: Lexeme, _card: Lexeme, *each: Lexeme) -> Events:
        return (_nth(Event("drawn"), NTH.index(nth.lower().split()[1]) + 1, each),)

    def first_time(self, deed: Events, *each: Lexeme) -> Events:
        if any(event.name not in ("drawn", "gains life", "loses life") or event.nth for event in deed):
            raise Reject  # of what may happen several times at once
        return tuple(_nth(event, 1, each) for event in deed)

    def life_gained(self, _verb: Lexeme) -> Events:
        return (Event("gains life"),)

    def life_lost(self, _verb: Lexeme) -> Events:
        return (Event("loses life"),)

    def life_changed(self, *_words: Lexeme) -> Events:
        return Event("gains life"), Event("loses life")

    def tapped_for_mana(self, _verb: Lexeme, things: Events, _currency: Lexeme) -> Events:
        (thing,) = things
        if thing.source:
            raise Reject
        return (replace(thing, name="tapped for mana"),)

    def attacked(self, _verb: Lexeme) -> Events:
        return (Event("attacks", Filter((("creature",),)), batch=True),)

    def attacked_with(self, _verb: Lexeme, things: Events) -> Events:
        (thing,) = things
        if thing.source or (thing.what == Filter((("creature",),)) and thing.batch):
            raise Reject
        return (replace(thing, name="attacks"),)

    def attacked_with_many(self, _verb: Lexeme, number: Amount, what: Filter) -> Events:
        """508.3d, 508.1m: once, if so many of them were declared together."""
        if what.of or what.whose or what.zone != "battlefield" or not isinstance(number, int) or number < 2:
            raise Reject
        attacking = replace(what, of="you", tests=(*what.tests, Test("attacking")))
        return (Event("attacks", what, batch=True, when=Compare(Count(attacking), ">=", number)),)

    def created(self, _verb: Lexeme, things: Events) -> Events:
        (thing,) = things
        if thing.what is None or not all("token" in kind for kind in thing.what.kinds) or thing.what.of:
            raise Reject
        return (replace(thing, name="enters"),)

    def created_or_sacrificed(self, _create: Lexeme, verb: Lexeme, things: Events) -> Events:
        return (*self.created(verb, things), *self.sacrificed(verb, things))

    # --- steps ---

    def actor_you(self) -> Who:
        return "you"

    def actor_any(self) -> Who:
        return ""

    def actor_opponent(self) -> Who:
        return "opponent"

    def step(self, whose: Who, step: Lexeme) -> Event:
        return Event("step", who=whose, how=str(step.lower()))

    def any_step(self, step: Lexeme) -> Event:
        return Event("step", how=str(step.lower()))

    def attached_step(self, step: Lexeme, _attached: Lexeme) -> Event:
        return Event("step", who="attached", how=str(step.lower()))

    def step_of_attached(self, attached: Lexeme, step: Lexeme) -> Event:
        """A player to whom an Aura is attached has steps, and a permanent has none (303.4c)."""
        if not attached.lower().endswith(" player"):
            raise Reject
        return Event("step", who="attached player", how=str(step.lower()))

    def your_combat(self) -> Event:
        return Event("step", who="you", how="combat")

    def whose_your(self) -> Who:
        return "you"

    def whose_any(self, *_words: Lexeme) -> Who:
        return ""

    def whose_opponent(self, *_words: Lexeme) -> Who:
        return "opponent"


def _has_person(what: Filter) -> bool:
    return any(is_person((kind,)) for kind in what.kinds)


def _to(subject: Event, happening: Event) -> Event:
    """A happening to what is watched; what enters "under your control" is yours, and so is a card of your graveyard."""
    what = subject.what
    who = happening.who
    if happening.name == "enters" and who and not subject.source:
        if what is None or what.of:
            raise Reject
        assert who != "attached"  # said of steps
        assert who != "attached player"
        what, who = replace(what, of=who), ""
    if happening.name == "enters" and subject.source:
        who = ""
    if happening.name == "dies" and who:
        if what is None or what.of:
            raise Reject
        what, who = replace(what, tests=(*what.tests, OWNED)), ""
    if happening.how == INTO and not subject.source:
        raise Reject
    if happening.name in ("buried", "leaves graveyard") and what is not None:
        what = replace(what, zone="graveyard")
    if happening.name == "leaves hand" and what is not None:
        what = replace(what, zone="hand")
    return replace(happening, what=what, who=who, source=subject.source, attached=subject.attached, batch=subject.batch)


def _nth(event: Event, nth: int, each: tuple[Lexeme, ...]) -> Event:
    return replace(event, nth=nth, turn=EACH if each else "")


def _card(things: Events, name: str) -> Event:
    """The event that befalls a card of a player; any card if the text says no more."""
    (thing,) = things
    if thing.what is None:
        return replace(thing, name=name)
    if not all("card" in kind for kind in thing.what.kinds) or thing.what.of:
        raise Reject
    what = thing.what
    anything = what == Filter((("card",),), zone="hand")
    return replace(thing, name=name, what=None if anything else what)


def _way(words: Sequence[object]) -> str:
    """The kind of damage: "combat", "noncombat", or any ("")."""
    return str(words[0]).lower() if words else ""
