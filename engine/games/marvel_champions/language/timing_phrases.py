"""Abilities after a bold timing word: interrupts, responses and the moments of a card; and what they wait for.

"You" who attack, defend or take damage do so with the identity. An event has the name that the rules give it
(``engine.play.response_windows``), whoever speaks of it.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from lark import Token as Lexeme

from engine.abilities import (
    SELF,
    YOU,
    Alter,
    Amount,
    Body,
    Choose,
    Compare,
    Cost,
    Event,
    Filter,
    Form,
    IfDid,
    Limit,
    Prevented,
    Ref,
    Surge,
    Timed,
    Timing,
    Triggered,
    Who,
    WindowTiming,
)
from engine.text.binding import bind_text, settled
from engine.text.compiler.abilities import Compiler, scene_of_cost
from engine.text.compiler.triggers import Events
from engine.text.errors import Reject
from engine.text.inline import inline
from engine.text.mentions import antecedent_of, is_person, others_of, scene_of
from engine.text.phrases import Choice, Clause, LeadingIf, Sentences, word_among
from engine.text.renderer.abilities import Renderer
from engine.text.renderer.registry import ABILITIES, ACTIONS
from engine.text.renderer.writing import Scope, Unwritable, capital, third
from engine.text.that_many import without_event_number

FORMS: Final[tuple[Form, ...]] = ("hero", "alter-ego")
FORCED: Final = "forced "
WINDOWS: Final[dict[Timing, str]] = {"interrupt": "when", "response": "after"}
"""The timing words of abilities that wait for something, and how they say for what."""
TIMINGS: Final[tuple[Timing, ...]] = (
    *WINDOWS,
    "when revealed",
    "when completed",
    "when defeated",
    "boost",
    "setup",
    "special",
)
IDENTITY: Final = Filter((("identity",),))
VILLAIN: Final = Filter((("villain",),))
RENAMED: Final = {"attacks": "attack", "dies": "defeated"}
"""The shared words -> the event's name here."""
DOES: Final = {
    "attack": "attacks",
    "scheme": "schemes",
    "thwart": "thwarts",
    "defend": "defends",
    "damaged": "takes damage",
    "unharmed": "defends against an enemy attack and takes no damage",
    "defeated": "is defeated",
    "enters": "enters play",
    "leaves": "leaves play",
    "taps": "exhausts",
    "untaps": "readies",
}
"""The verb of something that acts or that an event befalls, in the third person."""
DEEDS: Final = {
    "attack": "attack",
    "thwart": "thwart",
    "defend": "defend",
    "recover": "recover",
    "damaged": "take damage",
    "unharmed": "defend against an attack and take no damage",
}
"""The deeds of a player with the identity."""
DONE_TO: Final = {"defeated": "defeat", "play": "play", "reveal": "reveal", "resolve": "resolve"}
"""The deeds that a player does to something."""


@inline
class TimingCompiler(Compiler):
    """Timing words and what is waited for."""

    def timing(self, word: Lexeme, *labels: Lexeme) -> Timed:
        """The ability as far as its timing word says what it is."""
        said = str(word.lower())
        forced = said.startswith(FORCED)
        said = said.removeprefix(FORCED)
        form = next((form for form in FORMS if said.startswith(form)), None)
        limits = () if form is None else (Limit(form),)
        timing = word_among(TIMINGS, said.removeprefix(form or "").strip())
        return Timed(timing, (), (), Body(), limits=limits, forced=forced, labels=labels_in(labels))

    def timing_of_form(self, word: Lexeme, form: Lexeme) -> Timed:
        """A moment that is one only for a player in this form: "When Revealed (Hero)"."""
        return replace(self.timing(word), limits=(Limit(word_among(FORMS, form.lower())),))

    def when_events(self, events: Events) -> tuple[WindowTiming, Events]:
        return "interrupt", events

    def after_events(self, events: Events) -> tuple[WindowTiming, Events]:
        return "response", events

    def timed(self, head: Timed, moment: tuple[WindowTiming, Events], *rest: object) -> Timed:
        """Timing, triggering condition, cost before the arrow, effect: the first two are none of it (Cost: timing)."""
        timing, events = moment
        if head.timing != timing:
            raise Reject  # interrupts say "when", responses "after"
        limits = [part for part in rest if isinstance(part, tuple) and part and isinstance(part[0], Limit)]
        cost = next((part for part in rest if isinstance(part, tuple) and part not in limits), ())
        condition = next((part for part in rest if isinstance(part, Compare)), None)
        text = next(part for part in rest if isinstance(part, Sentences | Choice))
        if isinstance(text, Sentences) and isinstance(text.effects[0], LeadingIf):
            raise Reject  # that "if" belongs to the triggering condition
        scene = (*scene_of(events), *scene_of_cost(cost))
        body, modes = bind_text(text, scene, self.vocabulary.types)
        return replace(
            head,
            events=events,
            cost=cost,
            body=body,
            modes=modes,
            condition=settled(condition, scene, self.vocabulary.types),
            limits=(*head.limits, *(limit for group in limits for limit in group)),
        )

    def triggered(self, trigger: Events, *rest: object) -> Triggered:
        raise Reject  # a triggered ability has a timing word (Triggered Ability)

    def timed_alone(self, head: Timed, text: Sentences | Choice) -> Timed:
        """A moment of the card itself: there is nothing to wait for."""
        if head.timing in WINDOWS:
            raise Reject
        body, modes = bind_text(without_event_number(text), types=self.vocabulary.types)
        return replace(head, body=body, modes=modes)

    def timed_surge(self, head: Timed) -> Timed:
        """The keyword alone, where it is what happens: the card gains it."""
        return self.timed_alone(head, Sentences((Surge(SELF),)))

    # --- what is waited for ---

    def watch_the(self, what: Filter) -> Events:
        if what != VILLAIN:
            raise Reject  # of others there may be several
        return (Event("", what),)

    def happens(self, watched: Events, *happenings: Events) -> Events:
        if any(event.what is not None and is_person(event.what.kinds) for event in watched):
            raise Reject  # that is something a player does
        return _renamed(super().happens(watched, *happenings))

    def done(self, who: Who, *deeds: Events) -> Events:
        return _renamed(super().done(who, *deeds))

    def attacks_whom(self, verb: Lexeme, other: Ref) -> Events:
        """An attack on "you" is one on the player that the attack is against."""
        return (Event("attack", who="you"),) if other == YOU else super().attacks_whom(verb, other)

    def attacked(self, _verb: Lexeme) -> Events:
        return (Event("attack", IDENTITY),)

    def attacked_whom(self, _verb: Lexeme, other: Ref) -> Events:
        return (Event("attack", IDENTITY, other=other),)

    def thwarted(self, _verb: Lexeme) -> Events:
        return (Event("thwart", IDENTITY),)

    def defended(self, _verb: Lexeme) -> Events:
        return (Event("defend", IDENTITY),)

    def took_damage(self, *_words: Lexeme) -> Events:
        return (Event("damaged", IDENTITY),)

    def defeats(self, _verb: Lexeme, things: Events) -> Events:
        return tuple(replace(thing, name="defeated") for thing in things)

    def schemes(self, _verb: Lexeme) -> Events:
        return (Event("scheme"),)

    def thwarts(self, _verb: Lexeme) -> Events:
        return (Event("thwart"),)

    def defends(self, _verb: Lexeme) -> Events:
        return (Event("defend"),)

    def takes_damage(self, *_words: Lexeme) -> Events:
        return (Event("damaged"),)

    def would_be_defeated(self) -> Events:
        return (Event("defeated"),)

    def enters_play(self, _verb: Lexeme) -> Events:
        return (Event("enters"),)

    def leaves_play(self, _verb: Lexeme) -> Events:
        return (Event("leaves"),)

    def exhausts(self, _verb: Lexeme) -> Events:
        return (Event("taps"),)

    def readies(self, _verb: Lexeme) -> Events:
        return (Event("untaps"),)

    # --- what is done about it ---

    def prevents_some(self, number: Amount) -> Clause:
        return Clause((Alter((Prevented(number),)),))

    def prevents_all(self) -> Clause:
        return Clause((Alter((Prevented(),)),))


def labels_in(words: tuple[Lexeme, ...]) -> tuple[str, ...]:
    """The labels that stand in parentheses, one by one."""
    return tuple(label for word in words for label in word.lower().split("/"))


def _renamed(events: Events) -> Events:
    return tuple(replace(event, name=RENAMED.get(event.name, event.name)) for event in events)


def _is_deed(event: Event) -> bool:
    """Whether it is what a player does."""
    is_done = event.name in DONE_TO and (bool(event.who) or event.name == "play")
    return (event.name in DEEDS and event.what == IDENTITY) or is_done


class TimingRenderer(Renderer):
    """Writes the phrases about timing."""

    @ABILITIES.writer(Timed)
    def timed(self, ability: Timed) -> str:
        """Timing word, triggering condition, cost before the arrow, effect."""
        antecedent = SELF
        when = noun = ""
        if ability.events:
            antecedent = antecedent_of(ability.events)
            when = f"{WINDOWS[ability.timing]} {self.moment(ability.events)}, "
            first = ability.events[0]
            noun = first.what.kinds[0][-1] if first.what is not None and first.what.kinds[0] else ""
            noun = "character" if first.attached else noun
            self._scope = Scope((), antecedent, noun)
            scene = others_of(ability.events)
            self._other_noun = " or ".join(kind[-1] for kind in scene[0][1] if kind) if scene else ""
        condition = f"if {self.condition(ability.condition)}, " if ability.condition is not None else ""
        cost = f"{self.cost(ability.cost)}{self.behind_cost(ability.body)}" if ability.cost else ""
        text = self.text(ability.body, ability.modes, antecedent, noun, trailing_if=bool(ability.events))
        text = self.behind_choice(text, ability.body, ability.cost)
        limits = "".join(" " + self.limit(limit) for limit in ability.limits if limit.kind not in FORMS)
        return f"{self.timing(ability)}: {capital(f'{when}{condition}{cost}{text}')}{limits}"

    def behind_cost(self, body: Body) -> str:
        """The words between a cost and the text: no arrow where the text has one of its own."""
        return " and " if any(isinstance(effect, IfDid) and effect.paid for effect in body.effects) else " -> "

    def behind_choice(self, text: str, body: Body, cost: Cost) -> str:
        """A text with its arrow: behind what is done as a cost, or behind what it chooses first as its only cost."""
        text = text.replace(". -> ", " -> ", 1)
        is_chosen = bool(body.effects) and isinstance(body.effects[0], Choose) and not cost
        return text.replace(". ", " -> ", 1) if is_chosen and "actively" in self.wording else text

    def timing(self, ability: Timed) -> str:
        """The bold words and what stands in parentheses after them."""
        if ability.timing not in WINDOWS and ability.limits:
            return f"{self.timing(replace(ability, limits=()))} ({ability.limits[0].kind.title()})"
        forced = FORCED if ability.forced else ""
        form = next((f"{limit.kind} " for limit in ability.limits if limit.kind in FORMS), "")
        labels = self.labels(ability.labels)
        words = " ".join(word.capitalize() for word in f"{forced}{form}{ability.timing}".split())
        return words.replace("-ego", "-Ego") + labels

    def labels(self, labels: tuple[str, ...]) -> str:
        """The labels of an ability, in parentheses; several that one ability has are joined by a slash."""
        return f" ({'/'.join(labels)})" if labels else ""

    def moment(self, events: Events) -> str:
        """The awaited events, after "when" or "after": of one that does either, that is said once."""
        subjects = [self._awaiting(event) for event in events]
        if len(set(subjects)) == 1:
            first, *others = (self._awaited(event) for event in events)
            if first == DOES["attack"] + " you":
                others = [other.removeprefix(DOES["attack"] + " ") for other in others]
            return f"{subjects[0]} {' or '.join((first, *others))}"
        if any(map(_is_deed, events)):
            raise Unwritable(events)
        if len({event.name for event in events}) > 1:
            raise Unwritable(events)
        return f"{' or '.join(subjects)} {self._awaited(events[0])}"

    def _awaiting(self, event: Event) -> str:
        """Of whom or what."""
        if _is_deed(event):
            return {"": "a player", "you": "you", "opponent": "an opponent"}[event.who]
        return self._thing(event)

    def _awaited(self, event: Event) -> str:
        """The verb of that, or of what happens to it."""
        other = "" if event.other is None else f" {self._other(event.other)}"
        if not _is_deed(event):
            if event.name not in DOES:
                raise Unwritable(event)
            return DOES[event.name] + (" you" if event.who == "you" and event.name == "attack" else other)
        verb = DEEDS.get(event.name) or DONE_TO[event.name]
        first, _, rest = verb.partition(" ")
        if event.name in DONE_TO:
            rest = self._thing(event)
        said = first if event.who == "you" else third(first)
        return f"{said} {rest}".strip() + other

    @ACTIONS.writer(Alter)
    def alter(self, effect: Alter) -> str:
        """The prevented part of the damage that is waited for."""
        match effect.changes:
            case (Prevented(amount=-1),):
                return "prevent that damage"
            case (Prevented(amount=number),):
                return f"prevent {self.digits(number)} of that damage"
            case _:
                raise Unwritable(effect)
