"""Magic's phrases about events: chapters, crimes, scrying, what holds as creatures attack."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from lark import Token as Lexeme

from engine.abilities import (
    DEALT_BY,
    GIVES,
    MANA_SPENT,
    SELF,
    YOU,
    Ability,
    Compare,
    CostChange,
    Count,
    Event,
    Filter,
    Grant,
    Math,
    Paid,
    Ref,
    Replacement,
    Static,
    Tally,
    Test,
    TimesResolved,
    Triggered,
    Truth,
    Value,
    Who,
)
from engine.games.magic.activation_limits import NAMED, name_of_use
from engine.games.magic.cast_notes import (
    CAST_FROM_ELSEWHERE,
    CAST_FROM_GRAVEYARD,
    CAST_FROM_HAND,
    MOST_EXPENDED,
    WARPED,
)
from engine.games.magic.crewing import CREWED
from engine.games.magic.designations import INITIATIVE, MONARCH
from engine.games.magic.dice import ROLLED
from engine.games.magic.dungeons import COMPLETED, VENTURED
from engine.games.magic.gifts import GIFT
from engine.games.magic.keywords.casting import FORETELLS
from engine.games.magic.rooms import FULLY_UNLOCKS
from engine.games.magic.sagas import chapter, chapter_of, nth_counter, number_of_counter
from engine.state.play_notes import WAS_CAST
from engine.state.proposed_events import PLAYED
from engine.text.binding import bind_text, settled
from engine.text.compiler.abilities import Compiler
from engine.text.compiler.actions import Effects
from engine.text.compiler.numbers import tally
from engine.text.compiler.statics import about_subject
from engine.text.errors import Reject
from engine.text.inline import inline
from engine.text.mentions import ITSELF
from engine.text.phrases import Choice, CostAmount, Sentences, Suffix, has_part
from engine.text.renderer.abilities import Renderer
from engine.text.renderer.registry import CONDITIONS
from engine.text.renderer.writing import Unwritable, an, capital
from engine.text.that_many import without_event_number


@inline
class EventCompiler(Compiler):
    """Chapters, and what players and creatures do."""

    def chapters(self, *parts: Lexeme | Sentences | Choice) -> tuple[Ability, ...]:
        """Chapters that are told alike, each an ability of its own (714.2c)."""
        text = parts[-1]
        assert not isinstance(text, Lexeme)
        body, modes = bind_text(without_event_number(text), (), self.vocabulary.types)
        numbers = [CHAPTERS.index(part.lower()) + 1 for part in parts[:-2] if isinstance(part, Lexeme)]
        return tuple(Triggered((chapter(number),), body, modes) for number in numbers)

    def body_with_words(self, *parts: Effects | Lexeme) -> Sentences:
        """Sentences of a spell, of which some stand behind an ability word (207.2c)."""
        return self.body(*(part for part in parts if not isinstance(part, Lexeme)))

    def committed_crime(self, _verb: Lexeme) -> tuple[Event, ...]:
        return (Event("crime"),)

    def has_foretold(self) -> tuple[Event, ...]:
        """702.143c: the special action of foretelling a card."""
        return (Event(FORETELLS),)

    def played_land(self, _verb: Lexeme, things: tuple[Event, ...]) -> tuple[Event, ...]:
        """The special action of playing a land (116.2a), and no spell that is cast."""
        (thing,) = things
        if thing.what is None or thing.batch or not _is_land(thing.what):
            raise Reject
        return (replace(thing, name=PLAYED),)

    def done(self, who: Who, *deeds: tuple[Event, ...]) -> tuple[Event, ...]:
        """The zone that a card is played or cast from is said of both deeds, and no land asks for that."""
        if len(deeds) > 1 and any(event.name == PLAYED for deed in deeds for event in deed):
            raise Reject
        return super().done(who, *deeds)

    def has_played(self, counted: Compare) -> Compare:
        if not isinstance(counted.left, Count) or not _is_land(counted.left.what) or counted.left.what.other:
            raise Reject
        if (counted.op, counted.right) == (">", 1):
            raise Reject
        return replace(counted, left=tally(counted.left.what, PLAYED, "you"))

    def played_none(self, _article: Lexeme, what: Filter) -> Compare:
        if not _is_land(what):
            raise Reject
        return Compare(tally(what, PLAYED, "you"), "=", 0)

    def activated_named(self, action: Lexeme, _article: Lexeme, name: Lexeme) -> tuple[Event, ...]:
        if self.action(action) != "activate":
            raise Reject
        return (Event(name_of_use(name.lower())),)

    def has_scried(self, _verb: Lexeme) -> tuple[Event, ...]:
        return (Event("scry"),)

    def has_surveilled(self, _verb: Lexeme) -> tuple[Event, ...]:
        return (Event("surveil"),)

    def fully_unlocked(self, _verb: Lexeme, _article: Lexeme, kind: Lexeme) -> tuple[Event, ...]:
        if kind != "Room":
            raise Reject
        return (Event(FULLY_UNLOCKS),)

    def nth_counter_put(self, nth: Lexeme, name: str, _verb: Lexeme, _self: Ref) -> tuple[Event, ...]:
        return (nth_counter(name, NTH.index(nth.lower()) + 2),)

    def times_resolved(self, *words: Lexeme) -> Compare:
        """How often an ability has resolved; "it" is the time that was spoken of before."""
        return Compare(TimesResolved(), "=", (FIRST, *NTH).index(words[-1].lower().removesuffix(" time")) + 1)

    def dealt_damage_by(self, _self: Ref) -> Suffix:
        return Suffix(tests=(DEALT_BY,))

    def giving(self, _self: Ref) -> Suffix:
        return Suffix(tests=(GIVES,))

    def expended(self, number: Lexeme) -> tuple[Event, ...]:
        if not 0 < int(number) <= MOST_EXPENDED:
            raise Reject
        return (Event(MANA_SPENT, how=str(number)),)

    def events_and(self, one: tuple[Event, ...], *rest: Lexeme | tuple[Event, ...]) -> tuple[Event, ...]:
        """Two events that are told side by side: what befalls the source or something else, and a player's deed."""
        other = rest[-1]
        assert isinstance(other, tuple)
        if any(event.name in DONE_BY_PLAYERS for event in one):
            raise Reject
        if any(event.name not in DONE_BY_PLAYERS or not event.who for event in other):
            raise Reject
        return self.events(one, other)

    def events_and_sacrificed(self, one: tuple[Event, ...], _verb: Lexeme, _it: Lexeme) -> tuple[Event, ...]:
        if not all(event.source for event in one):
            raise Reject
        return self.events(one, (Event("sacrificed", source=True, who="you"),))

    def triggered_if_cast(self, events: tuple[Event, ...], action: Lexeme, *rest: object) -> Ability:
        """An ability of a permanent that asks whether its controller has cast it (603.4)."""
        noted, text = self._noted(action, rest[1:-1]), rest[-1]
        if not all(event.source for event in events):
            raise Reject
        assert isinstance(text, Sentences | Choice)
        return self.triggered(events, noted, text)

    def triggered_if_was_cast(
        self, events: tuple[Event, ...], _it: Lexeme, action: Lexeme, text: Sentences | Choice
    ) -> Ability:
        """An ability of a permanent that asks whether any player has cast it (603.4)."""
        if not all(event.source for event in events):
            raise Reject
        return self.triggered(events, replace(self._noted(action, ()), op=">", right=0), text)

    def triggered_unless_cast(self, events: tuple[Event, ...], action: Lexeme, *rest: object) -> Ability:
        """An ability of a permanent that asks whether its controller hasn't cast it (603.4)."""
        ability = self.triggered_if_cast(events, action, *rest)
        assert isinstance(ability, Triggered)
        assert ability.condition is not None
        return replace(ability, condition=replace(ability.condition, op="=", right=0))

    def enters_if_cast(self, found: tuple[Replacement, ...], action: Lexeme, *rest: Lexeme) -> tuple[Ability, ...]:
        """The wording for a permanent that its controller has cast, from hand if the text says so."""
        if not all(each.would.what == SELF for each in found):
            raise Reject
        return self.static_while(found, self._noted(action, rest[1:]))

    def _noted(self, action: Lexeme, zone: tuple[object, ...]) -> Compare:
        is_from_hand = any(str(word).lower() == "hand" for word in zone)
        if self.action(action) != "cast" or len(zone) != is_from_hand:
            raise Reject
        return Compare(Paid(CAST_FROM_HAND if is_from_hand else WAS_CAST), ">=", 1)

    def cast_from_graveyard(self, _self: Ref, action: Lexeme, _article: Lexeme) -> Compare:
        """601.2a: a copy was cast from nowhere (707.10)."""
        return self._cast_from(action, CAST_FROM_GRAVEYARD)

    def cast_from_elsewhere(self, _self: Ref, action: Lexeme) -> Compare:
        return self._cast_from(action, CAST_FROM_ELSEWHERE)

    def _cast_from(self, action: Lexeme, note: str) -> Compare:
        if self.action(action) != "cast":
            raise Reject
        return Compare(Paid(note), ">=", 1)

    def crime_this_turn(self) -> Compare:
        return Compare(Tally("crime", None, "you"), ">=", 1)

    def descended(self) -> Compare:
        """A permanent card was put into your graveyard from anywhere (700.11)."""
        return Compare(Tally("buried", Filter((("permanent", "card"),), zone="graveyard"), "you"), ">=", 1)

    def warped_this_turn(self) -> Compare:
        """A spell was cast for its warp cost (702.185c)."""
        return Compare(Tally(WARPED), ">=", 1)

    def events_while(self, events: tuple[Event, ...], condition: Compare) -> tuple[Event, ...]:
        """A condition asked as the event happens, and not again; "it" is the source that it befalls."""
        if any(event.when is not None for event in events):
            raise Reject
        scene = ITSELF if all(event.source for event in events) else ()
        return tuple(replace(event, when=settled(condition, scene)) for event in events)

    def attacks_while_state(self, _verb: Lexeme, state: Lexeme) -> tuple[Event, ...]:
        return (Event("attacks", when=Compare(Value(str(state.lower()), SELF), "=", 1)),)

    def happens(self, watched: tuple[Event, ...], *happenings: tuple[Event, ...]) -> tuple[Event, ...]:
        """A condition "while" something attacks is known for the source alone."""
        if any(one.when is not None for some in happenings for one in some) and not all(w.source for w in watched):
            raise Reject
        return super().happens(watched, *happenings)

    def during_static(self, statics: tuple[Static, ...]) -> tuple[Ability, ...]:
        if any(isinstance(static, Grant) and static.becomes and static.what is not None for static in statics):
            raise Reject  # what each of several is would be written as what all of them are
        return self.static_while(statics, self.your_turn())

    def cost_during(self, statics: tuple[Static, ...]) -> tuple[Ability, ...]:
        """Of what the card itself costs or has; other texts begin with the turn."""
        if not all(isinstance(static, CostChange | Grant) and static.source for static in statics):
            raise Reject
        return self.static_while(statics, self.your_turn())

    def during_while(self, condition: Compare, statics: tuple[Static, ...]) -> tuple[Ability, ...]:
        """While it is your turn and something holds, in this order."""
        if any(isinstance(static, Grant) and static.becomes for static in statics):
            raise Reject
        both = replace(self.both(condition, self.your_turn()), op=">=")
        return self.static_while(about_subject(condition, statics), both)

    def that_crewed(self, _self: Ref | Lexeme) -> Suffix:
        return Suffix(tests=(CREWED_IT,))

    def triggered(self, trigger: tuple[Event, ...], *rest: object) -> Triggered:
        """A Vehicle that creatures "crewed" is the source: of another one that is not read."""
        found = super().triggered(trigger, *rest)
        if has_part(found, CREWED_IT) and not all(event.source for event in trigger):
            raise Reject
        return found

    def with_basic_land_type(self) -> Suffix:
        return Suffix(kinds=BASIC_LAND_TYPES)

    def during_or_otherwise(self, statics: tuple[Static, ...], others: tuple[Static, ...]) -> tuple[Ability, ...]:
        return self.static_otherwise(statics, self.your_turn(), others)

    def nth_cost(
        self, nth: Lexeme, what: Filter, when: Lexeme, costs: Lexeme, amount: CostAmount
    ) -> tuple[Static, ...]:
        """A change for the spell before which so many such spells have been cast this turn."""
        if what.of != "you":
            raise Reject
        before = 0 if nth.type == "FIRST" else NTH.index(nth.lower()) + 1
        told = Compare(tally(replace(what, of=""), "cast", "you"), "=", before)
        condition = told if when.type == "EACH_TURN" else self.both(self.your_turn(), told)
        changes = self.cost_change(self.cost_of_noun(what), costs, amount)
        return tuple(replace(c, condition=condition) for c in changes if isinstance(c, CostChange))

    def most_common(self, color: Lexeme) -> Compare:
        """As many permanents of it as of any other color, and one at least."""
        return most_common(str(color.lower()))

    def static_if(self, statics: tuple[Static, ...], condition: Compare) -> tuple[Ability, ...]:
        """A condition of what a spell costs: it has not been cast itself, so that it does not count itself."""
        changes = [static for static in statics if isinstance(static, CostChange)]
        if len(changes) < len(statics):
            return super().static_if(statics, condition)
        if not all(change.source for change in changes):
            raise Reject
        return self.static_while(statics, settled(_of_others(condition), ITSELF))


WHOSE_TURN: Final = {"you": "during your turn", "opponent": "during an opponent's turn"}


class EventRenderer(Renderer):
    """Writes the phrases of events."""

    def triggered(self, ability: Triggered) -> str:
        number = chapter_of(ability)
        if not number:
            head, full, rest = super().triggered(ability).partition(THIS_TURN)
            return head + full + rest.replace("this is the", "it's the").replace(THIS_TURN, "")
        return f"{CHAPTERS[number - 1].upper()} — {capital(self.text(ability.body, ability.modes))}"

    def together(self, abilities: tuple[Ability, ...]) -> str:
        """Chapters that are told alike, or what any game tells together."""
        told = [each for each in abilities if isinstance(each, Triggered) and chapter_of(each)]
        if len(told) < len(abilities) or any(replace(each, events=told[0].events) != told[0] for each in told):
            return super().together(abilities)
        numbers = map(chapter_of, told)
        text = self.ability(told[0]).partition(" — ")[2]
        return f"{', '.join(CHAPTERS[number - 1].upper() for number in numbers)} — {text}"

    def trigger(self, events: tuple[Event, ...]) -> str:
        at = next((at for at, event in enumerate(events) if event.name in DONE_BY_PLAYERS), 0)
        if at and events[at:] != (replace(events[0], name="sacrificed"),):
            return f"{self.trigger(events[:at])} and {self.trigger(events[at:])}"
        if len(events) == 1 and number_of_counter(events[0]):
            nth = NTH[number_of_counter(events[0]) - 2]
            return f"when the {nth} {events[0].how} counter is put on this"
        if events == (replace(events[0], source=False, name=MANA_SPENT, who="you", turn=""),):
            return f"whenever you expend {events[0].how}"
        deeds = [PLAYERS_DEEDS.get(event.name, "") for event in events]
        first = events[0]
        if first.when is not None and not is_attack_of_many(first):
            return self._while(events, first.when)
        if (
            first.turn
            and (all(deeds) or first.name == MANA_SPENT)
            and all(event.turn == first.turn for event in events)
        ):
            text = self.trigger(tuple(replace(event, turn="") for event in events))
            return f"{text} {WHOSE_TURN[first.turn]}"
        if not all(deeds) or any(event != Event(event.name, who=first.who) for event in events):
            return super().trigger(events)
        if len(deeds) > 1 and first.who != "you":
            raise Unwritable(events)
        return f"whenever {self._does(first, ' or '.join(deeds))}"

    def _while(self, events: tuple[Event, ...], condition: Compare) -> str:
        if any(event.when != condition for event in events):
            raise Unwritable(events)
        text = self.trigger(tuple(replace(event, when=None) for event in events))
        left = condition.left
        is_attack = events == (Event("attacks", source=True, when=condition),)
        if is_attack and condition == Compare(left, "=", 1) and isinstance(left, Value) and left.of == SELF:
            return f"{text} while {left.field}"
        return f"{text} while {self.condition(condition)}"

    def static(self, static: Static) -> str:
        match static:
            case CostChange(source=True, condition=condition) if condition == TURN:
                return f"{self.static_sentence(replace(static, condition=None))} during your turn."
            case CostChange(action="cast", who="you", condition=Compare() as condition):
                own = self.condition_of_nth(static, condition)
                return own or super().static(static)
            case _:
                return super().static(static)

    def condition_of_nth(self, static: CostChange, condition: Compare) -> str:
        """The sentence about the nth spell of a turn; "" if the condition is another."""
        when = "each turn"
        match condition:
            case Compare(left=Math(op="*", left=Truth(condition=case), right=Truth(condition=rest))) if case == TURN:
                condition, when = rest, "during each of your turns"
        match condition:
            case Compare(left=Tally(event="cast", who="you", much=False) as told, op="=", right=int(before)):
                if told != tally(self._cast_thing(static), "cast", "you") or before > len(NTH):
                    return ""
                nth = "first" if before == 0 else NTH[before - 1]
                subject, _, price = self.static_sentence(replace(static, condition=None)).partition(" cost ")
                noun = self.played_thing(static.what, "cast")
                return f"the {nth} {noun} you cast {when} costs {price}." if subject else ""
            case _:
                return ""

    def _test(self, test: Test) -> str:
        if test == CREWED_IT:
            return " that crewed this this turn"
        return super()._test(test)

    def _one_of_kinds(self, kinds: tuple[tuple[str, ...], ...], *, plural: bool) -> str:
        if len(kinds) == len(BASIC_LAND_TYPES) and tuple(kind[:1] for kind in kinds) == BASIC_LAND_TYPES:
            return f"{self._kind(kinds[0][1:], plural=plural)} with a basic land type"
        return super()._one_of_kinds(kinds, plural=plural)

    def _cast_thing(self, static: CostChange) -> Filter:
        what = static.what
        if what is None:
            return Filter((("spell",),), zone="stack")
        return replace(what, kinds=tuple((*kind, "spell") for kind in what.kinds))

    def math_condition(self, math: Math, condition: Compare) -> str:
        for color in COLORS:
            if condition == most_common(color):
                return f"{color} is the most common color among all permanents or is tied for most common"
        return super().math_condition(math, condition)

    def tally_condition(self, tally: Tally, condition: Compare) -> str:
        if (condition.op, condition.right) == (">=", 1) and tally.event in DONE_THIS_TURN:
            return DONE_THIS_TURN[tally.event]
        if (tally.event, tally.who) == (PLAYED, "you") and tally.what is not None:
            if (condition.op, condition.right) == ("=", 0):
                not_done = "haven't played" if "in other words" in self.wording else "didn't play"
                return f"you {not_done} {an(self.noun(tally.what))} this turn"
            return f"you've played {self.how_many_times(tally, condition)} this turn"
        return super().tally_condition(tally, condition)

    @CONDITIONS.writer(TimesResolved)
    def resolved_condition(self, _times: TimesResolved, condition: Compare) -> str:
        if condition.op != "=" or not isinstance(condition.right, int):
            raise Unwritable(condition)
        return f"this is the {(FIRST, *NTH)[condition.right - 1]} time{THIS_TURN}"


def _is_land(what: Filter) -> bool:
    """Whether it means lands that anybody may play from anywhere."""
    return all("land" in kind for kind in what.kinds) and not what.of and what.zone == "battlefield"


def _of_others(condition: Compare) -> Compare:
    """A condition about another spell, for one that is not cast yet."""
    match condition:
        case Compare(left=Tally(event="cast", what=what) as tally, op=">", right=1):
            others = replace(what if what is not None else Filter(zone="stack"), other=True)
            return Compare(replace(tally, what=others), ">=", 1)
        case _:
            return condition


CREWED_IT: Final = Test(CREWED, "of", Value("id", SELF))
BASIC_LAND_TYPES: Final = (("plains",), ("island",), ("swamp",), ("mountain",), ("forest",))
TURN: Final = Compare(Value("active", YOU), "=", 1)
COLORS: Final = ("white", "blue", "black", "red", "green")


def most_common(color: str) -> Compare:
    """Whether a color is the most common one among all permanents, or tied for it."""

    def number(of: str) -> Count:
        return Count(Filter(((of, "permanent"),)))

    whole = Compare(number(color), ">=", 1)
    for other in COLORS:
        if other != color:
            whole = Compare(Math("*", Truth(whole), Truth(Compare(number(color), ">=", number(other)))), "=", 1)
    return whole


def is_attack_of_many(event: Event) -> bool:
    """Whether an attack with so many creatures at once is meant, of which the number is the condition."""
    left = event.when.left if event.when is not None else None
    return event.name == "attacks" and isinstance(left, Count) and Test("attacking") in left.what.tests


PLAYERS_DEEDS: Final = {
    "crime": "commit a crime",
    "collect evidence": "collect evidence",
    GIFT: "give a gift",
    FORETELLS: "foretell a card",
    "scry": "scry",
    **{name_of_use(name): f"activate {an(name)} ability" for name in NAMED},
    "surveil": "surveil",
    FULLY_UNLOCKS: "fully unlock a Room",
    MONARCH: "become the monarch",
    INITIATIVE: "take the initiative",
    VENTURED: "venture into the dungeon",
    ROLLED: "roll one or more dice",
    COMPLETED: "complete a dungeon",
}
"""The verbs of a player's deeds that befall nothing."""
DONE_BY_PLAYERS: Final = frozenset({*PLAYERS_DEEDS, "cast", "activated", "sacrificed", "drawn", "discarded"})
"""The deeds of players that may be told beside what befalls something."""
WARPED_THIS_TURN: Final = "a spell was warped this turn"
DONE_THIS_TURN: Final = {
    "crime": "you've committed a crime this turn",
    "buried": "you descended this turn",
    WARPED: WARPED_THIS_TURN,
}
NOTED: Final = {
    WAS_CAST: "you cast it",
    CAST_FROM_HAND: "you cast it from your hand",
    CAST_FROM_GRAVEYARD: "this was cast from a graveyard",
    CAST_FROM_ELSEWHERE: "this was cast from anywhere other than your hand",
}
"""The notes that a permanent keeps of the spell that it was."""
THIS_TURN: Final = " this ability has resolved this turn"
"""Words that are said of the first number alone."""
FIRST: Final = "first"
NTH: Final = ("second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
CHAPTERS: Final = ("i", "ii", "iii", "iv", "v", "vi")
