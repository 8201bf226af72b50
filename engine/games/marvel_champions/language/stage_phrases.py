"""Phrases of schemes, villains and environments: cards that are found or lie aside, stages, the end of the game."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from lark import Token as Lexeme

from engine.abilities import (
    SELF,
    YOU,
    Amount,
    AttackGains,
    Body,
    BringIntoPlay,
    Compare,
    Cost,
    Count,
    EachPlayer,
    Either,
    EncounterSearch,
    EndGame,
    Enters,
    Event,
    Filter,
    Fits,
    GiveBoost,
    Grant,
    Heal,
    InCase,
    Instruction,
    Modify,
    Move,
    PlaceFacedown,
    PutCounters,
    Ref,
    ResolveMoment,
    SetAside,
    StateTriggered,
    TakeCounters,
    Test,
    Timed,
    Value,
)
from engine.abilities.records import record
from engine.games.marvel_champions.language.action_rendering import given_together
from engine.games.marvel_champions.language.card_phrases import named_in
from engine.games.marvel_champions.language.cost_phrases import DISCARD_PILE
from engine.games.marvel_champions.language.counter_phrases import NO_COUNTERS
from engine.games.marvel_champions.language.event_phrases import PLACED, STATUSES, THREAT
from engine.games.marvel_champions.language.noun_phrases import (
    DEFEATER,
    FIRST_PLAYER,
    OTHER_PLAYERS,
    PLAYERS_OF_ALL,
    SET_ASIDE,
    THE_SIDE,
    as_character,
    attached_to,
    in_play,
    is_one,
)
from engine.games.marvel_champions.language.shared_words import DISPLAY, ICON
from engine.games.marvel_champions.language.standing_phrases import YOURS, StandingCompiler, StandingRenderer
from engine.games.marvel_champions.language.timing_phrases import IDENTITY
from engine.queries.filters import EXTREMES
from engine.text.binding import settled
from engine.text.compiler.actions import act, is_third
from engine.text.errors import Reject
from engine.text.inline import inline
from engine.text.mentions import ITSELF
from engine.text.phrases import SUBJECT, Clause, rewrite
from engine.text.renderer.deeds_alike import size_of
from engine.text.renderer.registry import ABILITIES, ACTIONS
from engine.text.renderer.writing import an, capital, listed

if TYPE_CHECKING:
    from engine.abilities import Ability, Static, WindowTiming
    from engine.abilities.nouns import Comparison
    from engine.text.compiler.actions import Effects
    from engine.text.compiler.triggers import Events

SPECIAL: Final = "special"
MOMENTS: Final = ("when revealed", "when defeated", "special")
"""Quoted words that are no ability's title."""
ACTIVATION: Final = "activation"
UNDEFENDED: Final = "undefended"
"""The way of an attack that nobody defended against."""
DISCARDS: Final = Ref("each", 0, Filter((("card",),), zone=DISCARD_PILE, whose=THE_SIDE))
"""All cards in the encounter discard pile."""
ATTACHED_KINDS: Final = ("attachment", "upgrade")
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

    def other_players(self) -> Ref:
        return OTHER_PLAYERS

    def options(self, *options: tuple[Effects, Cost]) -> Effects:
        first, *rest = super().options(*options)
        assert isinstance(first, Either)
        return (ListedChoice(first.sizes, first.costs), *rest)

    def start(self, found: Ability | tuple[Ability, ...]) -> tuple[Ability, ...]:
        return super().start(rewrite(found, _unlisted, only=(ListedChoice,)))

    def joined(self, before: Effects, sentence: Effects, at: int) -> Effects:
        """After what the first player is told, each other player is each but the first.

        Raises:
            Reject: a sentence behind the last bullet belongs to that option.
        """
        if any(isinstance(effect, ListedChoice) for effect in before):
            raise Reject
        told = [effect.who for effect in before if isinstance(effect, EachPlayer)]
        if FIRST_PLAYER in told:
            sentence = rewrite(sentence, _but_the_first)
        return super().joined(before, sentence, at)

    # --- what is waited for ---

    def counters_placed_here(self, *parts: object) -> Events:
        name = parts[-1] if isinstance(parts[-1], str) and not isinstance(parts[-1], Lexeme) else parts[-2]
        if name in NO_COUNTERS:
            raise Reject
        return (Event(PLACED, source=True, how=str(name)),)

    def counters_placed_on(self, _article: Lexeme, name: str, _be: Lexeme, ref: Ref) -> Events:
        if name in NO_COUNTERS or not (ref == SELF or named_in((ref,))):
            raise Reject
        return (Event(PLACED, ref.what, source=ref == SELF, how=name),)

    def threat_placed_here(self, *_words: Lexeme) -> Events:
        return (Event(THREAT, source=True),)

    def makes_undefended(self, _verb: Lexeme) -> Events:
        return (Event("attack", how=UNDEFENDED),)

    def makes_undefended_on_you(self, _verb: Lexeme) -> Events:
        return (Event("attack", who="you", how=UNDEFENDED),)

    def schemes_against_you(self, _verb: Lexeme) -> Events:
        return (Event("scheme", who="you"),)

    def changes_to(self, _verb: Lexeme, form: Lexeme) -> Events:
        return self.changed_to(form)

    def changes_form(self, _verb: Lexeme) -> Events:
        return self.changed_any_form()

    def timed(self, head: Timed, moment: tuple[WindowTiming, Events], *rest: object) -> Timed:
        """Whether an attack is undefended is known only after it, as it is where counters were placed.

        Raises:
            Reject: it is about to happen.
        """
        if moment[0] == "interrupt" and any(event.how == UNDEFENDED for event in moment[1]):
            raise Reject
        if moment[0] == "interrupt" and any(event.name == THREAT and event.source for event in moment[1]):
            raise Reject
        return super().timed(head, moment, *rest)

    # --- what always holds ---

    def enters_exhausted(self) -> Enters:
        return Enters("tapped")

    def grant_alike(self, one: Ref, other: Ref, change: Modify) -> tuple[Static, ...]:
        """Two kinds of things that get or gain the same."""
        return (*self.grant(one, change), *self.grant(other, change))

    def gain_icon(self, _verb: Lexeme, icon: Lexeme, shown: Lexeme | None = None) -> Modify:
        """An icon like those that are printed (Icons).

        Raises:
            Reject: it is shown as another one.
        """
        if shown is not None and shown.lower() != icon.lower():
            raise Reject
        return Modify(SUBJECT, until="", gains=(f"{icon.lower()}{ICON}",))

    def gain_icons(self, verb: Lexeme, number: Lexeme, *icons: Lexeme) -> Modify:
        if int(number) != 1:
            raise Reject
        return self.gain_icon(verb, *icons)

    def modify(self, change: Modify) -> Clause:
        """A thing gains keywords and numbers for a time, and no icons.

        Raises:
            Reject: it gains an icon.
        """
        if any(word.endswith(ICON) for word in change.gains):
            raise Reject
        return super().modify(change)

    def gain_traits(self, _verb: Lexeme, *words: Lexeme) -> Modify:
        traits = tuple(self.trait(word) for word in words)
        if len(set(traits)) < len(traits):
            raise Reject
        return Modify(SUBJECT, until="", becomes=traits, keeps=True)

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

    def place_threat_twice(
        self, verb: Lexeme, number: Amount, refs: tuple[Ref, ...], more: Amount, others: tuple[Ref, ...]
    ) -> Clause:
        """Threat on one scheme, and threat on others."""
        first, second = self.place_threat(verb, number, refs), self.place_threat(verb, more, others)
        return replace(first, effects=(*first.effects, *second.effects))

    def place_threat_here_and(self, verb: Lexeme, number: Amount, more: Amount, others: tuple[Ref, ...]) -> Clause:
        return self.place_threat_twice(verb, number, (SELF,), more, others)

    def shuffle_discards_back(self, verb: Lexeme) -> Clause:
        return act(verb, Move(DISCARDS, "library"))

    def the_only(self, what: Filter) -> Ref:
        """The one with the most of something; of several that are alike it is chosen one (First Player)."""
        if not any(test.op in EXTREMES for test in what.tests) or what.zone != "battlefield":
            return super().the_only(what)
        return Ref("chosen", 0, what, YOU)

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

    def in_player_order(self, effects: Effects) -> Effects:
        """Several players act so whether or not it is said (In Player Order).

        Raises:
            Reject: it is not several that act.
        """
        first = effects[0]
        if not isinstance(first, EachPlayer) or first.who not in (PLAYERS_OF_ALL, OTHER_PLAYERS):
            raise Reject
        return effects

    # --- conditions ---

    def threat_is_here(self, compared: tuple[Comparison, Amount]) -> Compare:
        return Compare(Value("counters threat", SELF), *compared)

    def no_threat_here(self) -> Compare:
        return Compare(Value("counters threat", SELF), "=", 0)

    def threat_is_on(self, compared: tuple[Comparison, Amount], ref: Ref) -> Compare:
        if not is_one(ref):
            raise Reject
        return Compare(Value("counters threat", ref), *compared)

    def has_attachment(self, ref: Ref, has: Lexeme, article: Lexeme, what: Filter) -> Compare:
        _check_attachments(what)
        return self.has_attached(ref, has, article, what)

    def has_attachments(self, ref: Ref, _has: Lexeme, compared: tuple[Comparison, Amount], what: Filter) -> Compare:
        """So many cards of a kind are attached to it."""
        _check_attachments(what)
        return Compare(Count(attached_to(what, as_character(ref))), *compared)

    def named_has_counters(self, name: str, _has: Lexeme, counted: Test) -> Compare:
        return self.counters_are_on(counted, self.named_card(name))

    def lies_in_display(self, ref: Ref, _be: Lexeme) -> Compare:
        return Compare(Count(_in_display(ref)), ">=", 1)

    def lies_not_in_display(self, ref: Ref, _be: Lexeme) -> Compare:
        return Compare(Count(_in_display(ref)), "=", 0)

    # --- the end of the game ---

    def game_ends(self, condition: Compare, verb: Lexeme) -> tuple[StateTriggered, ...]:
        """The players win or lose as soon as something is so (Winning the Game)."""
        end = EndGame(PLAYERS_OF_ALL, won=str(verb.lower()) in WINS)
        return (StateTriggered(settled(condition, ITSELF, self.vocabulary.types), Body((end,))),)


def _check_attachments(what: Filter) -> None:
    """Check that cards are of a kind that lies attached to others.

    Raises:
        Reject: they are not, or it is said where.
    """
    if not all(kind and kind[-1] in ATTACHED_KINDS for kind in what.kinds) or what.of or what.tests:
        raise Reject


def _unlisted(part: object) -> object:
    return Either(part.sizes, part.costs) if isinstance(part, ListedChoice) else part


def _but_the_first(part: object) -> object:
    return replace(OTHER_PLAYERS, of=FIRST_PLAYER) if part == OTHER_PLAYERS else part


def _in_display(ref: Ref) -> Filter:
    return replace(in_play(ref), zone=DISPLAY)


def _nothing(effect: Modify | Grant) -> Modify | Grant:
    """A change that changes nothing, for the same things as another."""
    return replace(effect, power=0, toughness=0, gains=(), abilities=(), loses=(), stats=())


@record(frozen=True, slots=True)
class ListedChoice(Either):
    """A choice among parts that stand below each other, while its text is read."""


@record(frozen=True, slots=True)
class PlacedTogether(PutCounters):
    """Two instructions as the sentence they are said in: threat is placed on one scheme, and other threat on others."""

    more: Amount = 0
    onto: Ref = SELF


@record(frozen=True, slots=True)
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

    def changes(self, effect: Modify | Grant, *, many: bool, gain: str = "gain") -> list[str]:
        """Several traits are said together, and an icon with its sign."""
        icons = [word.removesuffix(ICON) for word in effect.gains if word.endswith(ICON)]
        if icons:
            rest = replace(effect, gains=tuple(word for word in effect.gains if not word.endswith(ICON)))
            others = self.changes(rest, many=many, gain=gain) if rest != _nothing(rest) or rest.becomes else []
            article = "1" if "fully" in self.wording else "the"
            verb = "gain" if many else "gains"
            signs = ("" if "briefly" in self.wording else f" ([{icon}])" for icon in icons)
            return [*others, *(f"{verb} {article} {icon} icon{sign}" for icon, sign in zip(icons, signs, strict=True))]
        traits = [word for word in effect.becomes if self.vocabulary.is_subtype(word)] if effect.keeps else []
        if len(traits) < 2:  # one is said alone
            return super().changes(effect, many=many, gain=gain)
        rest = replace(effect, becomes=())
        others = super().changes(rest, many=many, gain=gain) if rest != _nothing(rest) else []
        return [*others, f"{'gain' if many else 'gains'} the {listed(list(map(self.word, traits)), 'and')} traits"]

    def together(self, abilities: tuple[Ability, ...]) -> str:
        """Two kinds of things that get or gain the same are said in one sentence."""
        match abilities:
            case (Grant() as one, Grant() as other) if replace(one, what=other.what) == other:
                whom = listed([self.ref(Ref("each", 0, grant.what)) for grant in (one, other)], "and")
                return f"{capital(whom)} {' and '.join(self.changes(one, many=True))}."
            case _:
                return super().together(abilities)

    def _entered(self, change: Enters, *, many: bool) -> str:
        return "exhausted" if change == Enters("tapped") else super()._entered(change, many=many)

    def move(self, effect: Move) -> str:
        if effect.zone == "library" and effect.what == DISCARDS:
            return "shuffle the encounter discard pile into the encounter deck"
        return super().move(effect)

    @ACTIONS.writer(PlacedTogether)
    def placed_together(self, effect: PlacedTogether) -> str:
        first = self.put_counters(PutCounters(effect.what, effect.name, effect.amount))
        return f"{first} and {self.digits(effect.more)} threat on {self.ref(effect.onto)}"

    def _option(self, cost: Cost, effects: tuple[Instruction, ...]) -> str:
        effects = given_together(placed_together(effects))
        if len(effects) == 2 and all(isinstance(effect, Modify | AttackGains) for effect in effects):
            parts = [self._sentence((effect,)).removesuffix(".") for effect in effects]
            return capital(f"{' and '.join(parts)}.") if not cost else super()._option(cost, effects)
        return super()._option(cost, effects)

    @ACTIONS.writer(GiveBoost)
    def give_boost(self, effect: GiveBoost) -> str:
        if "listed" not in self.wording or effect.kept:
            return super().give_boost(effect)
        return (
            f"give {self.ref(effect.what)} {self.digits(effect.amount)} additional facedown boost card for this attack"
        )

    def put_counters(self, effect: PutCounters) -> str:
        if effect.name != THREAT or not isinstance(effect.amount, InCase):
            return super().put_counters(effect)
        return super().put_counters(replace(effect, amount=effect.amount.otherwise)) + self.in_case(
            effect.amount, THREAT
        )

    @ACTIONS.writer(Heal)
    def heal(self, effect: Heal) -> str:
        if not isinstance(effect.amount, InCase):
            return super().heal(effect)
        return super().heal(replace(effect, amount=effect.amount.otherwise)) + self.in_case(effect.amount, "damage")

    def timing(self, ability: Timed) -> str:
        """A special ability stands behind its title."""
        if not ability.title:
            return super().timing(ability)
        return f'"{ability.title.title()}" — {super().timing(replace(ability, title=""))}'

    def ref(self, ref: Ref) -> str:
        if ref.kind == "each" and ref.what is not None and ref.what.zone == SET_ASIDE and ref.what.name:
            plain = super().ref(replace(ref, what=replace(ref.what, zone="battlefield")))
            return f"the set-aside {plain.removeprefix('the ')}"
        extremes = [test for test in ref.what.tests if test.op in EXTREMES] if ref.what is not None else []
        if ref.kind == "chosen" and ref.of == YOU and extremes and extremes[0].field != "printed cost":
            assert ref.what is not None
            return f"the {self.noun(ref.what)}"
        if ref.kind == OTHER_PLAYERS.kind:
            return "each other player"
        return super().ref(ref)

    def moment(self, events: Events) -> str:
        """An attack or a scheme against you, among other things, is one activation."""
        if len(events) <= 2:  # that is it alone
            return super().moment(events)
        return super().moment(_with_activations(events))

    def _awaited(self, event: Event) -> str:
        match event.name:
            case name if name == ACTIVATION:
                return "activates against you"
            case "attack" if event.how == UNDEFENDED:
                return f"makes an undefended attack{' against you' if event.who else ''}"
            case "defend" if event.other is not None and named_in((event.other,)):
                verb = "defend" if event.who == "you" and event.what == IDENTITY else "defends"
                whose = "" if "briefly" in self.wording else "an attack from "
                return f"{verb} against {whose}{self.ref(event.other)}"
            case "scheme" if event.who == "you":
                return "schemes against you"
            case name if name == THREAT and event.source:
                return "is placed here"
            case "form" if not event.who and event.what is not None:
                return f"changes to {event.how} form" if event.how else "changes form"
            case _:
                return super()._awaited(event)

    def _awaiting(self, event: Event) -> str:
        is_anybodys = event.name == "form" and not event.who and event.what is not None
        return "a player" if is_anybodys else super()._awaiting(event)

    def _status(self, events: Events) -> str:
        first = events[0]
        if len(events) > 1 or first.how in STATUSES:
            return super()._status(events)
        counter = an(f"{first.how} counter")
        where = "here" if first.source else f"on {self.ref(Ref('each', 0, first.what))}"
        if first.source and "actively" in self.wording:
            return f"you place {counter} {where}"
        return f"{counter} is placed {where}"

    def value_condition(self, value: Value, condition: Compare) -> str:
        name = value.field.removeprefix("counters ")
        counted = name not in NO_COUNTERS and name != value.field and value.of.kind == "each" and condition.op == ">="
        if counted and value.of.what is not None and (not value.of.what.name or "fully" in self.wording):
            return f"there are {self.comparison('>=', condition.right)} {name} counters on {self.ref(value.of)}"
        if counted:
            return f"{self.ref(value.of)} has {self.comparison('>=', condition.right)} {name} counters on it"
        if name != THREAT:
            return super().value_condition(value, condition)
        where = "here" if value.of == SELF else f"on {self.ref(value.of)}"
        if (condition.op, condition.right) == ("=", 0):
            return f"there is no threat {where}"
        return f"there is {self.comparison(condition.op, condition.right)} threat {where}"

    def fits_condition(self, fits: Fits, condition: Compare) -> str:
        """A card that has an attachment has it attached."""
        said = super().fits_condition(fits, condition)
        if said.endswith("attachment attached") or (said.endswith("upgrade attached") and "briefly" in self.wording):
            return said.removesuffix(" attached")
        return said

    def count_condition(self, count: Count, condition: Compare) -> str:
        what = count.what
        host = what.tests[-1].value if what.tests and what.tests[-1].field == "attached" else None
        is_many = (condition.op, condition.right) not in ((">=", 1), ("=", 0))
        if isinstance(host, Value) and is_many:
            cards = self.noun(replace(what, tests=what.tests[:-1]), plural=True)
            compared = self.comparison(condition.op, condition.right, words=False)
            return f"{self.ref(host.of)} has {compared.replace('less', 'fewer')} {cards}"
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
        if self.wording & {"gathered", "listed"}:
            body = replace(body, effects=placed_together(body.effects))
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
        copy = "a copy of " if "fully" in self.wording else ""
        return self.with_subject(effect.who, "find", f"{copy}{self.ref(Ref('each', 0, effect.what))}{use}")

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


def placed_together(effects: tuple[Instruction, ...]) -> tuple[Instruction, ...]:
    """Instructions as they are said: threat on one scheme and threat on others is placed together."""
    found: list[Instruction] = []
    at = 0
    while at < len(effects):
        size = size_of(effects, at)
        effect, last = effects[at], found[-1] if found else None
        if type(effect) is type(last) is PutCounters and effect.name == last.name == THREAT:
            found[-1] = PlacedTogether(last.what, THREAT, last.amount, more=effect.amount, onto=effect.what)
        else:
            found += effects[at : at + size]
        at += size
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
