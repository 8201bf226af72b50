"""Events that interrupts and responses wait for: of named cards, of yours, of threat and of attacks and their ends."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from lark import Token as Lexeme

from engine.abilities import SELF, Event, Filter, Ref, Timed, UntilWord, WindowTiming
from engine.games.marvel_champions.language.cost_phrases import CostCompiler, CostRenderer
from engine.games.marvel_champions.language.shared_words import FROM_DECK
from engine.games.marvel_champions.language.timing_phrases import IDENTITY
from engine.text.compiler.triggers import Events
from engine.text.errors import Reject
from engine.text.inline import inline

THREAT: Final = "threat"
AMOUNT: Final = "any amount"
"""The watched thing that is no card: threat, or some amount of something."""
RESULTS: Final = {"defeats": "defeated", "damages": "damaged"}
RESULT_OF: Final = {how: word for word, how in RESULTS.items()}
BY_ATTACK: Final = "attack"
FORMS: Final = ((("hero",),), (("alter-ego",),), (("identity",),))
"""The forms of which each player has one."""
STEP_ONE: Final = "step one"
"""That step one of the villain phase has placed threat."""
BASIC: Final = "basic"
BASIC_POWERS: Final = {"attack": "attack", "thwart": "thwart", "defend": "defense", "recover": "recovery"}
"""The events of the basic powers, and what is made with each."""
ENGAGE: Final = "engage"
PLACED: Final = "counters"
DISCARDED: Final = "counters removed"
STATUSES: Final = ("tough", "stunned", "confused")
"""The kinds of status cards, and the events that one is placed or discarded."""
BEGINS: Final = "begin"
ENDS: Final = "end"
ENEMY: Final = Ref("each", 0, Filter((("enemy",),)))


@inline
class EventCompiler(CostCompiler):
    """Reads the phrases about events."""

    def watch_name(self, name: str) -> Events:
        return (Event("", Filter(name=name)),)

    def watch_yours(self, what: Filter) -> Events:
        if what.of or what.tests or what.kinds not in ((("hero",),), (("identity",),), (("alter-ego",),)):
            raise Reject
        return (Event("", replace(what, of="you")),)

    def watch_threat(self) -> Events:
        return (Event(THREAT),)

    def watch_amount(self) -> Events:
        return (Event(AMOUNT),)

    def attacks_you(self) -> Events:
        return (Event("attack", who="you"),)

    def initiates_attack(self) -> Events:
        return (Event("attack"),)

    def would_attack_you(self, _verb: Lexeme) -> Events:
        return self.attacks_you()

    def attacks_you_or(self, verb: Lexeme, article: Lexeme, what: Filter) -> Events:
        """An attack on a player, or on something of theirs."""
        return (*self.attacks_you(), *self.attacks_whom(verb, self.other_noun(article, what)))

    def attacks_with_result(self, _verb: Lexeme, result: Lexeme, other: Ref) -> Events:
        return (Event("attacks", how=RESULTS[result.lower()], other=other),)

    def thwarts_with_result(self, _verb: Lexeme, result: Lexeme, other: Ref) -> Events:
        """A scheme is defeated; it is not damaged."""
        if RESULTS[result.lower()] != "defeated":
            raise Reject
        return (Event("thwart", how="defeated", other=other),)

    def would_be_dealt_to(self, other: Ref) -> Events:
        return (Event("damaged", other=other),)

    def would_be_placed(self, _article: Lexeme, what: Filter) -> Events:
        return (Event(THREAT, what),)

    def defends_against(self, _verb: Lexeme, other: Ref) -> Events:
        return (Event("defend", other=other),)

    def is_revealed(self) -> Events:
        return (Event("reveal"),)

    def is_revealed_from_deck(self) -> Events:
        return (Event("reveal", how=FROM_DECK),)

    def revealed(self, _verb: Lexeme, things: Events) -> Events:
        (thing,) = things
        return (replace(thing, name="reveal", who="you"),)

    def revealed_any(self, _verb: Lexeme, _article: Lexeme, _card: Lexeme) -> Events:
        return (Event("reveal", Filter((("card",),)), who="you"),)

    def resolved(self, things: Events) -> Events:
        (thing,) = things
        return (replace(thing, name="resolve", who="you"),)

    def other_name(self, name: str) -> Ref:
        return Ref("each", 0, Filter(name=name))

    def other_enemy(self) -> Ref:
        return ENEMY

    def happens(self, watched: Events, *happenings: Events) -> Events:
        """Amounts of threat and of damage are watched by where they go."""
        if watched[0].name in (THREAT, AMOUNT):
            ((happening,),) = happenings if len(happenings) == 1 else ((),)
            if happening.name == THREAT:
                return (happening,)
            if happening.name != "damaged" or happening.other is None or watched[0].name == THREAT:
                raise Reject
            return (Event("damaged", happening.other.what),)
        if any(
            happening.name == THREAT or happening.other == Ref("each") for group in happenings for happening in group
        ):
            raise Reject
        if any(
            happening.name == "damaged" and happening.other is not None for group in happenings for happening in group
        ):
            raise Reject
        return super().happens(watched, *happenings)

    def took_damage(self, *words: Lexeme) -> Events:
        from_attack = any(word.type == "FROM_ATTACK" for word in words)
        return (Event("damaged", IDENTITY, how=BY_ATTACK if from_attack else ""),)

    def takes_some_damage(self, *words: Lexeme) -> Events:
        from_attack = any(word.type == "FROM_ATTACK" for word in words)
        return (Event("damaged", how=BY_ATTACK if from_attack else ""),)

    def makes_basic_attack(self, _verb: Lexeme) -> Events:
        return (Event("attack", how=BASIC),)

    def step_one(self) -> Events:
        return (Event(STEP_ONE, source=True),)

    def resolved_step_one(self) -> Events:
        return (Event(ENDS, how=STEP_ONE),)

    def attacked_and_defeated(self, _attack: Lexeme, _defeat: Lexeme, other: Ref) -> Events:
        return (Event("attack", IDENTITY, how=RESULTS["defeats"], other=other),)

    def defended_against(self, _verb: Lexeme, other: Ref) -> Events:
        return (Event("defend", IDENTITY, other=other),)

    def changed_form(self) -> Events:
        return (Event("form", source=True),)

    def changed_to(self, form: Lexeme) -> Events:
        return (Event("form", IDENTITY, how=str(form.lower())),)

    def your_turn_begins(self) -> Events:
        return (Event(BEGINS, how="turn", who="you"),)

    def your_turn_ends(self) -> Events:
        return (Event(ENDS, how="turn", who="you"),)

    def end_of_your_turn(self) -> tuple[WindowTiming, Events]:
        return "response", self.your_turn_ends()

    def period_begins(self, period: Lexeme) -> Events:
        return (Event(BEGINS, how=str(period.lower())),)

    def period_ends(self, period: Lexeme) -> Events:
        return (Event(ENDS, how=str(period.lower())),)

    def engages_you(self) -> Events:
        return (Event(ENGAGE, who="you"),)

    def engaged(self, things: Events) -> Events:
        (thing,) = things
        return (replace(thing, name=ENGAGE, who="you"),)

    def status_placed(self, *parts: Lexeme | Ref) -> Events:
        return _of_status(PLACED, parts)

    def status_discarded(self, *parts: Lexeme | Ref) -> Events:
        return _of_status(DISCARDED, parts)

    def timed(self, head: Timed, moment: tuple[WindowTiming, Events], *rest: object) -> Timed:
        """Only what has happened has the form that it led to, and only a step that is over has been resolved.

        Raises:
            Reject: it is about to happen.
        """
        if moment[0] == "interrupt" and any(_is_of_the_past(event) for event in moment[1]):
            raise Reject
        return super().timed(head, moment, *rest)

    def changed_any_form(self) -> Events:
        return (Event("form", IDENTITY),)

    def made_basic_attack_on(self, other: Ref) -> Events:
        return (Event("attack", IDENTITY, how=BASIC, other=other),)

    def makes_basic_attack_on(self, _verb: Lexeme, other: Ref) -> Events:
        return (Event("attack", how=BASIC, other=other),)

    def activates(self, _verb: Lexeme) -> Events:
        return (Event("attack"), Event("scheme"))

    def activates_against_you(self, _verb: Lexeme) -> Events:
        return (Event("attack", who="you"), Event("scheme", who="you"))

    def made_basic_attack(self) -> Events:
        return (Event("attack", IDENTITY, how=BASIC),)

    def defends_unharmed(self, _verb: Lexeme, _take: Lexeme) -> Events:
        return (Event("unharmed"),)

    def defended_unharmed(self, _verb: Lexeme, _take: Lexeme) -> Events:
        return (Event("unharmed", IDENTITY),)

    def makes_basic_thwart(self, _verb: Lexeme) -> Events:
        return (Event("thwart", how=BASIC),)

    def makes_basic_defense(self, _verb: Lexeme) -> Events:
        return (Event("defend", how=BASIC),)

    def makes_basic_recovery(self, _verb: Lexeme) -> Events:
        return (Event("recover", how=BASIC),)

    def uses_basic_power(self, _verb: Lexeme) -> Events:
        return tuple(Event(power, how=BASIC) for power in BASIC_POWERS)

    def made_basic_thwart(self) -> Events:
        return (Event("thwart", IDENTITY, how=BASIC),)

    def made_basic_defense(self) -> Events:
        return (Event("defend", IDENTITY, how=BASIC),)

    def made_basic_recovery(self) -> Events:
        return (Event("recover", IDENTITY, how=BASIC),)

    def used_basic_power(self) -> Events:
        return tuple(Event(power, IDENTITY, how=BASIC) for power in BASIC_POWERS)

    def until_end_of_thwart(self) -> UntilWord:
        return "thwart"

    def played(self, action: Lexeme, things: Events) -> Events:
        (thing,) = things
        if thing.what is not None and thing.what.of:
            raise Reject
        return (replace(thing, name=self.action(action)),)


def _of_status(name: str, parts: tuple[Lexeme | Ref, ...]) -> Events:
    """A status card is placed on a character or discarded from it: of the kind that is said, or of any (Status Cards).

    Raises:
        Reject: it is not said which character that is.
    """
    ref = parts[-1]
    assert isinstance(ref, Ref)
    if ref != SELF and (ref.kind != "each" or ref.what is None):
        raise Reject
    kinds = [str(part.lower()) for part in parts[:-1] if isinstance(part, Lexeme) and part.type == "STATUS"]
    return tuple(Event(name, ref.what, source=ref == SELF, how=kind) for kind in kinds or STATUSES)


def _of_time(event: Event) -> str:
    """The verb of a period or a step, or whose step it is."""
    if event.name == STEP_ONE:
        return "during step one of the villain phase"
    return f"{event.name}s" if event.how != STEP_ONE else "of the villain phase"


def _is_of_the_past(event: Event) -> bool:
    is_step = event.name == ENDS and event.how == STEP_ONE
    return is_step or event.name in (PLACED, DISCARDED, "unharmed") or (event.name == "form" and bool(event.how))


class EventRenderer(CostRenderer):
    """Writes the phrases about events."""

    is_past = False
    """Whether what is awaited has happened."""
    is_averted = False
    """Whether something else happens in the place of what is awaited."""

    def moment(self, events: Events) -> str:
        """An attack or a scheme against you is one activation."""
        kinds = [(event.name, event.who) for event in events]
        if kinds == [("attack", "you"), ("scheme", "you")] and events[0].what == events[1].what != IDENTITY:
            return f"{self._awaiting(events[0])} activates against you"
        if len(events) == len(BASIC_POWERS) and all(event.how == BASIC for event in events):
            uses = "use" if events[0].who else "uses"
            return f"{self._awaiting(events[0])} {uses} a basic power"
        if events[0].name in (PLACED, DISCARDED):
            return self._status(events)
        return super().moment(events)

    def _status(self, events: Events) -> str:
        """A status card that is placed or discarded: of one kind, or any."""
        first = events[0]
        kind = f"{first.how} " if len(events) == 1 else ""
        done = "placed on" if first.name == PLACED else "discarded from"
        return f"a {kind}status card is {done} {self.ref(SELF if first.source else Ref('each', 0, first.what))}"

    def _awaiting(self, event: Event) -> str:
        if event.name == ENGAGE and event.who and not event.source and "actively" in self.wording:
            return "you"
        if event.how == "turn":
            return "your turn"
        if event.name == "threat":
            return "threat"
        if event.name == STEP_ONE:
            return "placing threat here"
        if event.how == STEP_ONE:
            return "resolving step one"
        if event.name in (BEGINS, ENDS):
            return f"the {event.how}"
        if event.name == "form":
            return "you"
        if event.how == BASIC and not event.who:
            return self._thing(event)
        return super()._awaiting(event)

    def _awaited(self, event: Event) -> str:
        other = "" if event.other is None else self._other(event.other)
        match event.name:
            case "threat":
                assert event.what is not None
                return f"would be placed on a {self.noun(event.what)}"
            case name if name in (STEP_ONE, BEGINS, ENDS):
                return _of_time(event)
            case "defeated" if self.is_averted and not event.who:
                return "would be defeated"
            case "enters" if event.source and "fully" in self.wording:
                return "enters play under your control"
            case "reveal" if not event.who:
                return f"is revealed{' from the encounter deck' if event.how == FROM_DECK else ''}"
            case name if name == ENGAGE:
                return f"engage {self._thing(event)}" if self._awaiting(event) == "you" else "engages you"
            case "form" if event.how:
                return f"change to {event.how} form"
            case "form":
                return "change to this form" if event.source else "change form"
            case "attack" if self.is_averted and event.who == "you":
                return "would attack you"
            case name if event.how == BASIC:
                against = f" against {other}" if other else ""
                return f"{'make' if event.who else 'makes'} a basic {BASIC_POWERS[name]}{against}"
            case "attack" if event.how in RESULT_OF and event.what == IDENTITY and event.who == "you":
                return f"attack and {RESULT_OF[event.how].removesuffix('s')} {other}"
            case "attack" | "thwart" if event.how in RESULT_OF:
                return f"{event.name}s and {RESULT_OF[event.how]} {other}"
            case "damaged" if event.how == BY_ATTACK:
                return f"{'takes' if self.is_past else 'would take'} any amount of damage from an attack"
            case "defend" if event.other == ENEMY and event.what == IDENTITY and event.who == "you":
                return f"defend against {other} attack"
            case "defend" if event.other is not None and event.what != IDENTITY:
                return f"defends against {other}{' attack' if event.other == ENEMY else ''}"
            case "defend" if event.other is None and event.who == "you" and "fully" in self.wording:
                return "defend against an attack"
            case "defend" | "unharmed" if event.other is None and event.what != IDENTITY and "fully" in self.wording:
                return f"defends against an attack{' and takes no damage' if event.name == 'unharmed' else ''}"
            case "play" if event.source and "fully" in self.wording:
                return f"{super()._awaited(event)} from your hand"
            case _:
                return super()._awaited(event)

    def _thing(self, event: Event) -> str:
        what = event.what
        if event.name == "reveal" and what == Filter((("card",),)) and event.who:
            return "an encounter card"
        if what is not None and (what.name or (what.of == "you" and what.kinds in FORMS)):
            return self.ref(Ref("each", 0, what))
        return super()._thing(event)

    def _other(self, ref: Ref) -> str:
        if ref.kind == "each" and ref.what is not None and ref.what.name:
            return self.ref(ref)
        return super()._other(ref)
