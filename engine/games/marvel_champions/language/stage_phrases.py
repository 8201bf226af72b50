"""Phrases of schemes, villains and environments: cards that are found or lie aside, stages, the end of the game."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from lark import Token as Lexeme

from engine.abilities import (
    SELF,
    Amount,
    Body,
    BringIntoPlay,
    Compare,
    Count,
    EncounterSearch,
    EndGame,
    Event,
    Filter,
    Instruction,
    PlaceFacedown,
    Ref,
    ResolveMoment,
    SetAside,
    StateTriggered,
    TakeCounters,
    Timed,
    Value,
)
from engine.games.marvel_champions.language.card_phrases import named_in
from engine.games.marvel_champions.language.noun_phrases import (
    DEFEATER,
    FIRST_PLAYER,
    PLAYERS_OF_ALL,
    SET_ASIDE,
    in_play,
    is_one,
)
from engine.games.marvel_champions.language.shared_words import DISPLAY
from engine.games.marvel_champions.language.standing_phrases import YOURS, StandingCompiler, StandingRenderer
from engine.text.binding import settled
from engine.text.compiler.actions import act, is_third
from engine.text.errors import Reject
from engine.text.inline import inline
from engine.text.mentions import ITSELF
from engine.text.phrases import SUBJECT, Clause
from engine.text.renderer.bodies import size_of
from engine.text.renderer.registry import ABILITIES, ACTIONS
from engine.text.renderer.writing import listed

if TYPE_CHECKING:
    from engine.abilities.nouns import Comparison
    from engine.text.compiler.triggers import Events

SPECIAL: Final = "special"
MOMENTS: Final = ("when revealed", "when defeated", "special")
"""Quoted words that are no ability's title."""
ACTIVATION: Final = "activation"
WINS: Final = ("win", "wins")


@inline
class StageCompiler(StandingCompiler):
    """Reads the phrases about stages and about cards by their names."""

    # --- cards by their names ---

    def the_named(self, the: Lexeme, name: str) -> Ref:
        """A name that is said with an article.

        Raises:
            Reject: with a capital that belongs to the name.
        """
        if the != the.lower():
            raise Reject
        return self.named_card(name)

    def first_defeater(self) -> Ref:
        return DEFEATER

    def aside_named(self, name: str) -> Ref:
        return Ref("each", 0, Filter(name=name, zone=SET_ASIDE))

    def lying_aside(self, name: str, what: Filter) -> Ref:
        ref = self.named_kind(name, what)
        assert ref.what is not None
        return replace(ref, what=replace(ref.what, zone=SET_ASIDE))

    def put_into_play(self, verb: Lexeme, refs: tuple[Ref, ...], *arrivals: dict[str, object]) -> Clause:
        """Cards by their names are found, and are the scenario's or the first player's."""
        named = named_in(refs)
        if named and named[0].zone == SET_ASIDE and arrivals == (YOURS,):
            yours = tuple(StandingCompiler.lying_aside(self, what.name, Filter(what.kinds)) for what in named)
            return super().put_into_play(verb, yours, *arrivals)
        how = {key: value for arrival in arrivals for key, value in arrival.items()}
        if len(named) != len(refs) or not set(how) <= {"who"}:
            if "who" in how:
                raise Reject
            return super().put_into_play(verb, refs, *arrivals)
        who = how.get("who")
        assert who is None or isinstance(who, Ref)
        return act(verb, *(BringIntoPlay(what, who) for what in named))

    def arrives_under_first(self) -> dict[str, object]:
        return {"who": FIRST_PLAYER}

    def find(self, verb: Lexeme, what: Filter) -> Clause:
        if not what.name:
            raise Reject
        return act(verb, EncounterSearch(what, who=SUBJECT, aside=True, finds=True))

    def set_aside(self, verb: Lexeme, refs: tuple[Ref, ...]) -> Clause:
        """Encounter cards by their names, or all of a kind.

        Raises:
            Reject: what lies in play, or what is somebody's.
        """
        nouns = [ref.what for ref in refs if ref.kind == "each" and ref.what is not None]
        if len(nouns) < len(refs) or any(what != Filter(what.kinds, name=what.name) for what in nouns):
            raise Reject
        return act(verb, *map(SetAside, nouns))

    # --- cards facedown, counters and titles ---

    def place_top_one(self, verb: Lexeme, _card: Lexeme, whose: Ref) -> Clause:
        return self.place_top(verb, 1, _card, whose)

    def place_top(self, verb: Lexeme, number: Amount, _card: Lexeme, whose: Ref) -> Clause:
        """Players place cards of their own decks.

        Raises:
            Reject: it is another deck.
        """
        if whose != SUBJECT or (isinstance(number, int) and number < 1):
            raise Reject
        return act(verb, PlaceFacedown(number, SUBJECT, top=True))

    def remove_threat_here(self, verb: Lexeme, amount: Amount, *_words: Lexeme) -> Clause:
        return act(verb, TakeCounters(SELF, "threat", amount))

    def remove_all_threat(self, verb: Lexeme, refs: tuple[Ref, ...]) -> Clause:
        return act(verb, *(TakeCounters(ref, "threat", None) for ref in refs))

    def remove_all_threat_here(self, verb: Lexeme) -> Clause:
        return self.remove_all_threat(verb, (SELF,))

    def remove_all_here(self, verb: Lexeme, name: str) -> Clause:
        return act(verb, TakeCounters(SELF, name, None))

    def with_title(self, *parts: object) -> object:
        """The name of a special ability is what other texts have resolved."""
        *title, ability = parts
        if not isinstance(ability, Timed) or ability.timing != SPECIAL:
            return super().with_title(*parts)
        return replace(ability, title=str(title[0]))

    def title(self, *words: Lexeme) -> str:
        return " ".join(words).strip('"').lower()

    def resolve_moment_of(self, quoted: Lexeme, refs: tuple[Ref, ...]) -> Clause:
        """The ability by its title on a card by its name, or on this one."""
        title = str(quoted)[1:-1].lower()
        if title in MOMENTS:
            return super().resolve_moment_of(quoted, refs)
        if len(refs) > 1 or not (refs[0] == SELF or named_in(refs)):
            raise Reject
        return Clause((ResolveMoment(refs[0], "special", title),))

    def resolve_titled(self, verb: Lexeme, whose: Ref, quoted: Lexeme) -> Clause:
        clause = self.resolve_moment_of(quoted, (whose,))
        return replace(clause, third=is_third(verb))

    # --- conditions ---

    def threat_is_here(self, compared: tuple[Comparison, Amount]) -> Compare:
        return Compare(Value("counters threat", SELF), *compared)

    def no_threat_here(self) -> Compare:
        return Compare(Value("counters threat", SELF), "=", 0)

    def threat_is_on(self, compared: tuple[Comparison, Amount], ref: Ref) -> Compare:
        if not is_one(ref):
            raise Reject
        return Compare(Value("counters threat", ref), *compared)

    def lies_in_display(self, ref: Ref, _be: Lexeme) -> Compare:
        return Compare(Count(_in_display(ref)), ">=", 1)

    def lies_not_in_display(self, ref: Ref, _be: Lexeme) -> Compare:
        return Compare(Count(_in_display(ref)), "=", 0)

    # --- the end of the game ---

    def game_ends(self, condition: Compare, verb: Lexeme) -> tuple[StateTriggered, ...]:
        """The players win or lose as soon as something is so (Winning the Game)."""
        end = EndGame(PLAYERS_OF_ALL, won=str(verb.lower()) in WINS)
        return (StateTriggered(settled(condition, ITSELF, self.vocabulary.types), Body((end,))),)


def _in_display(ref: Ref) -> Filter:
    return replace(in_play(ref), zone=DISPLAY)


@dataclass(frozen=True, slots=True)
class BroughtTogether(BringIntoPlay):
    """Several instructions as the sentence they are said in: cards are put into play together."""

    others: tuple[Filter, ...] = ()


class StageRenderer(StandingRenderer):
    """Writes the phrases about stages and about cards by their names."""

    @ABILITIES.writer(StateTriggered)
    def state_triggered(self, ability: StateTriggered) -> str:
        end = ability.body.effects[0]
        if not isinstance(end, EndGame):
            return super().state_triggered(ability)
        return f"if {self.condition(ability.condition)}, the players {'win' if end.won else 'lose'} the game."

    def timing(self, ability: Timed) -> str:
        """A special ability stands behind its title."""
        if not ability.title:
            return super().timing(ability)
        return f'"{ability.title.title()}" — {super().timing(replace(ability, title=""))}'

    def ref(self, ref: Ref) -> str:
        if ref.kind == "each" and ref.what is not None and ref.what.zone == SET_ASIDE and ref.what.name:
            plain = super().ref(replace(ref, what=replace(ref.what, zone="battlefield")))
            return f"the set-aside {plain.removeprefix('the ')}"
        return super().ref(ref)

    def moment(self, events: Events) -> str:
        """An attack or a scheme against you, among other things, is one activation."""
        if len(events) <= 2:  # that is it alone
            return super().moment(events)
        return super().moment(_with_activations(events))

    def _awaited(self, event: Event) -> str:
        return "activates against you" if event.name == ACTIVATION else super()._awaited(event)

    def value_condition(self, value: Value, condition: Compare) -> str:
        if value.field != "counters threat":
            return super().value_condition(value, condition)
        where = "here" if value.of == SELF else f"on {self.ref(value.of)}"
        if (condition.op, condition.right) == ("=", 0):
            return f"there is no threat {where}"
        return f"there is {self.comparison(condition.op, condition.right)} threat {where}"

    def count_condition(self, count: Count, condition: Compare) -> str:
        what = count.what
        if what.zone == DISPLAY and what.name:
            said = self.ref(Ref("each", 0, replace(what, zone="battlefield")))
            return f"{said} is {'not ' if condition.op == '=' else ''}in the {DISPLAY}"
        return super().count_condition(count, condition)

    @ACTIONS.writer(BroughtTogether)
    def brought_together(self, effect: BroughtTogether) -> str:
        return self._brought((effect.what, *effect.others), effect.who)

    @ACTIONS.writer(BringIntoPlay)
    def bring_into_play(self, effect: BringIntoPlay) -> str:
        return self._brought((effect.what,), effect.who)

    def _brought(self, cards: tuple[Filter, ...], who: Ref | None) -> str:
        names = listed([self.ref(Ref("each", 0, what)) for what in cards], "and")
        under = "" if who is None else f" under {self.ref(who)}'s control"
        return f"put {names} into play{under}"

    def _sentences(self, body: Body, antecedent: Ref, noun: str, *, trailing_if: bool = False) -> str:
        if "gathered" in self.wording:
            body = replace(body, effects=brought_together(body.effects))
        return super()._sentences(body, antecedent, noun, trailing_if=trailing_if)

    @ACTIONS.writer(SetAside)
    def set_aside(self, effect: SetAside) -> str:
        return f"set {self.ref(Ref('each', 0, effect.what))} aside"

    @ACTIONS.writer(EncounterSearch)
    def encounter_search(self, effect: EncounterSearch) -> str:
        if not effect.finds:
            return super().encounter_search(effect)
        use = {"": "", "reveal": " and reveals it", "engaged": " and puts it into play engaged with them"}[effect.use]
        return self.with_subject(effect.who, "find", f"{self.ref(Ref('each', 0, effect.what))}{use}")

    @ACTIONS.writer(PlaceFacedown)
    def place_facedown(self, effect: PlaceFacedown) -> str:
        if not effect.top:
            return super().place_facedown(effect)
        whose = "your" if self.is_you(effect.who) else "their"
        top = "card" if effect.amount == 1 else f"{self.digits(effect.amount)} cards"
        under = "under " if "fully" in self.wording else ""
        return self.with_subject(effect.who, "place", f"the top {top} of {whose} deck facedown {under}here")

    def is_you(self, who: Ref) -> bool:
        """Whether it is the one who is told to do something."""
        return who.kind == "you"

    @ACTIONS.writer(ResolveMoment)
    def resolve_moment(self, effect: ResolveMoment) -> str:
        if not effect.title:
            return super().resolve_moment(effect)
        return f'resolve {self.possessive(effect.what)} "{effect.title.title()}" ability'


def _with_activations(events: Events) -> Events:
    """Events with an attack and a scheme of the same enemy against you as one."""
    found: list[Event] = []
    for event in events:
        last = found[-1] if found else None
        is_both = event.name == "scheme" and event.who == "you"
        if is_both and last is not None and replace(last, name="scheme") == event:
            found[-1] = replace(event, name=ACTIVATION)
        else:
            found.append(event)
    return tuple(found)


def brought_together(effects: tuple[Instruction, ...]) -> tuple[Instruction, ...]:
    """Instructions as they are said: cards that are put into play one after the other are put there together."""
    found: list[Instruction] = []
    at = 0
    while at < len(effects):
        size = size_of(effects, at)
        effect, last = effects[at], found[-1] if found else None
        if isinstance(effect, BringIntoPlay) and isinstance(last, BringIntoPlay) and effect.who == last.who:
            others = last.others if isinstance(last, BroughtTogether) else ()
            found[-1] = BroughtTogether(last.what, last.who, (*others, effect.what))
        else:
            found += effects[at : at + size]
        at += size
    return tuple(found)
