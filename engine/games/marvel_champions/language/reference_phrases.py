"""Phrases about who attacks and is attacked, who is engaged with whom, and threat that is moved."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from lark import Token as Lexeme

from engine.abilities import (
    IT,
    SELF,
    YOU,
    Ability,
    Amount,
    BoostIcons,
    Compare,
    Count,
    DealEncounter,
    EnemyAttack,
    Event,
    Filter,
    Fits,
    Forbid,
    Grant,
    If,
    InCase,
    Keyword,
    Later,
    Mill,
    Modify,
    Paid,
    Per,
    PutCounters,
    Ref,
    Static,
    TakeCounters,
    Timed,
    Value,
)
from engine.abilities.records import record
from engine.games.marvel_champions.language.counter_phrases import ENEMIES
from engine.games.marvel_champions.language.done_phrases import DoneCompiler, DoneRenderer
from engine.games.marvel_champions.language.interrupted_moments import interrupts_activation
from engine.games.marvel_champions.language.noun_phrases import (
    ACTIVATING,
    ATTACKER,
    BOOST_ICONS,
    PLAYERS,
    WORD_OF,
    YOUR_IDENTITY,
    in_play,
    is_one,
)
from engine.games.marvel_champions.language.shared_words import EXPERT, ICONS, SYMBOL_OF
from engine.games.marvel_champions.language.timing_phrases import FORMS, IDENTITY
from engine.games.marvel_champions.language.told_to_players import must
from engine.text.compiler.actions import act
from engine.text.compiler.joined_sentences import effects_of
from engine.text.compiler.modifications import number_of_change
from engine.text.errors import Reject, Unbound
from engine.text.inline import inline
from engine.text.phrases import SUBJECT, Clause, has, records_of, rewrite
from engine.text.renderer.writing import an

if TYPE_CHECKING:
    from engine.abilities import Instruction, RefKind, UntilWord
    from engine.text.compiler.actions import Effects
    from engine.text.compiler.triggers import Events
    from engine.text.phrases import Choice, Sentences

THREAT: Final = "threat"
CHARACTER: Final = Filter((("character",),))
IS_ATTACKED: Final = "is attacked"
"""The way in which an attack is said of what is attacked, until it is known who attacks (``happens``)."""
EXPERT_MODE: Final = Compare(Value(EXPERT, YOU), "=", 1)
STANDARD_MODE: Final = replace(EXPERT_MODE, right=0)
MODES: Final = {EXPERT_MODE: "you play in expert mode", STANDARD_MODE: "you play in standard mode"}
IN_MODE: Final = re.compile(r"\b(i)f you play (in (?:expert|standard) mode)", re.IGNORECASE)
FORMS_OF_PLAYERS: Final = ((("identity",),), (("hero",),))
OF_FORMS: Final = tuple(Filter(((form,),)) for form in FORMS)
OTHERWISE: Final = "in other words"
UNDEFENDED: Final = "this attack is undefended"
BOUND: Final = {"gathered", "undivided"}
BEGINS: Final = re.compile(r"(: )(either|choose|deal|discard|exhaust|place|put|return|reveal|take)\b", re.IGNORECASE)
"""The first word of what a text says is done."""
YOUR_HERO: Final = Filter((("hero",),), "you")
EACH_IDENTITY: Final = Filter((("identity",),))


@record(frozen=True, slots=True)
class OfAttack(Ref):
    """The attacker, or who is attacked, until it is known that a text waits for an attack (``start``)."""


@record(frozen=True, slots=True)
class EnemyOfMoment(Ref):
    """The enemy that attacks, activates or is attacked, until it is known when; ``index`` is that of its word."""


ATTACKS: Final = frozenset(("attack", "attacks"))
IN_ATTACKS: Final = ATTACKS | {"defend", "unharmed", "damaged", "defeated", "boost"}
"""The events within an attack; damage and defeats may come of something else, and then nobody attacks."""
IN_ACTIVATIONS: Final = IN_ATTACKS | {"scheme", THREAT}
SCHEMES: Final = frozenset(("scheme",))


@inline
class ReferenceCompiler(DoneCompiler):
    """Reads the phrases of references.lark."""

    # --- who attacks and is attacked ---

    def event_attacker(self) -> Ref:
        return OfAttack("event")

    def event_attacked(self) -> Ref:
        return OfAttack("event other")

    def attacked_enemy(self, word: Lexeme) -> Ref:
        return _of_moment("event other", word)

    def attacking_enemy(self, word: Lexeme) -> Ref:
        return _of_moment(ATTACKER.kind, word)

    def activating_enemy(self, word: Lexeme) -> Ref:
        return _of_moment(ACTIVATING.kind, word)

    def is_attacked(self) -> Events:
        return (Event("attack", how=IS_ATTACKED),)

    def happens(self, watched: Events, *happenings: Events) -> Events:
        """A thing that is attacked is on the other side of an attack that a character makes."""
        if not any(event.how == IS_ATTACKED for group in happenings for event in group):
            return super().happens(watched, *happenings)
        if len(happenings) > 1 or len(watched) > 1:
            raise Reject
        (thing,) = watched
        other = SELF if thing.source else Ref("each", 0, thing.what) if thing.what is not None else None
        if other is None or thing.name or thing.who or thing.attached:
            raise Reject
        return (Event("attack", CHARACTER, other=other),)

    def timed(self, *parts: Any) -> Timed:
        """The attacker is the one who does what a text waits for, and not the card that says so.

        Raises:
            Reject: no attack of another is waited for, or nobody is said to be attacked.
        """
        timed = super().timed(*parts)
        found: list[OfAttack] = []

        def settle(part: object) -> object:
            if not isinstance(part, OfAttack):
                return part
            found.append(part)
            return Ref(part.kind)

        settled = rewrite(timed, settle, only=(OfAttack,))
        for ref in found:
            if not all(event.name == "attack" and event.other is not None for event in timed.events):
                raise Reject
            if ref.kind == "event" and any(event.source or event.attached for event in timed.events):
                raise Reject
        return _at_its_moment(settled)

    def timed_alone(self, head: Timed, text: Sentences | Choice) -> Timed:
        return _at_its_moment(super().timed_alone(head, text))

    def start(self, found: Ability | tuple[Ability, ...]) -> tuple[Ability, ...]:
        """Only where an attack is waited for there is an attacker; an activation that goes on ends (Activation).

        Raises:
            Reject: one is spoken of elsewhere.
        """
        abilities = super().start(_of_activation(found))
        if has(abilities, OfAttack):
            raise Reject
        for enemy in records_of(abilities, EnemyOfMoment):
            raise Unbound(enemy.index)
        for ability in abilities:
            is_boost = isinstance(ability, Timed) and ability.timing == "boost"
            effects = getattr(getattr(ability, "body", None), "effects", ())
            if not is_boost and any(isinstance(effect, Later) and _is_of_damage(effect) for effect in effects):
                raise Reject  # no attack goes on
        return abilities

    def takes_at_least_at_once(self, take: Lexeme, number: Amount) -> Events:
        return self.takes_at_least(take, number, Lexeme("FROM_ATTACK", ""))

    def you_take_at_least(self, take: Lexeme, number: Amount, *words: Lexeme) -> Events:
        return tuple(replace(event, what=IDENTITY) for event in self.takes_at_least(take, number, *words))

    def other_the(self, what: Filter) -> Ref:
        """The only one of its kind (The).

        Raises:
            Reject: there may be several.
        """
        one = Ref("each", 0, what)
        if not is_one(one):
            raise Reject
        return one

    def thwarted_whom(self, _verb: Lexeme, other: Ref) -> Events:
        return (Event("thwart", IDENTITY, other=other),)

    def thwarts_whom(self, _verb: Lexeme, other: Ref) -> Events:
        return (Event("thwart", other=other),)

    def undefended_gains(self, _it: Lexeme, verb: Lexeme, *keywords: Lexeme) -> Effects:
        """The attack that nobody defends against gains keywords."""
        gains = self.attack_gains(verb, *keywords).effects
        return (If(len(gains), self.activation_undefended()), *gains)

    # --- who is engaged with whom ---

    def is_engaged_with(self, ref: Ref, _be: Lexeme, who: Ref) -> Compare:
        what = in_play(ref)
        return Compare(Count(replace(what, tests=(*what.tests, *self.engaged_with(who).tests))), ">=", 1)

    def is_not_engaged_with(self, ref: Ref, be: Lexeme, who: Ref) -> Compare:
        return replace(self.is_engaged_with(ref, be, who), op="=", right=0)

    # --- what is so ---

    def plays_expert(self) -> Compare:
        return EXPERT_MODE

    def plays_standard(self) -> Compare:
        return STANDARD_MODE

    def static_if_first(self, condition: Compare, statics: tuple[Static, ...]) -> tuple[Ability, ...]:
        """In a mode of difficulty something is so throughout the match (Expert Mode).

        Raises:
            Reject: a card gains what counts while it is in a hand or is revealed.
        """
        if any(isinstance(static, Grant) and "peril" in static.gains for static in statics):
            raise Reject
        if condition in MODES:
            return self.static_while(statics, condition)
        return super().static_if_first(condition, statics)

    def has_printed(self, ref: Ref, _has: Lexeme, symbol: Lexeme) -> Compare:
        return Compare(Value(f"printed {ICONS[symbol]}", ref), ">=", 1)

    def has_boost_icons(self, ref: Ref, _has: Lexeme, number: Amount) -> Compare:
        return Compare(Value(BOOST_ICONS.field, ref), ">=", number)

    def has_no_boost_icons(self, ref: Ref, _has: Lexeme) -> Compare:
        return Compare(Value(BOOST_ICONS.field, ref), "=", 0)

    def top_in_case(self, clauses: Clause, number: Amount, *rest: object) -> Effects:
        """Another number of cards of the top of a deck."""
        effects = effects_of(clauses)
        condition = rest[-1]
        if not effects or not isinstance(effects[-1], Mill) or not isinstance(condition, Compare):
            raise Reject
        return (*effects[:-1], replace(effects[-1], amount=InCase(number, condition, effects[-1].amount)))

    def damaged_yours(self, what: Filter) -> Filter:
        if what not in (Filter((("identity",),)), Filter((("hero",),))):
            raise Reject
        return replace(what, of="you")

    def if_took_damage(self, what: Filter, *parts: Any) -> Effects:
        return self.if_damaged(what, parts[-1])

    def joined(self, before: Effects, sentence: Effects, at: int) -> Effects:
        """A text goes on when the attack that it makes is over: whom that damaged is known then (Activation)."""
        first = sentence[0]
        if isinstance(first, Later) and _is_of_damage(first) and before and isinstance(before[-1], EnemyAttack):
            sentence = (If(first.steps, Compare(Fits(IT, first.events[0].what or Filter()), ">=", 1)), *sentence[1:])
        return super().joined(before, sentence, at)

    def each_players(self, what: Filter) -> Ref:
        """The one card of a kind that each player has."""
        if what.kinds not in FORMS_OF_PLAYERS or what != Filter(what.kinds):
            raise Reject
        return Ref("each", 0, what)

    def attach_if_in_play(self, first: Ref, asked: Ref, other: Ref) -> tuple[Ability, ...]:
        """It is attached to something else where what it names is not in play (Attach To).

        Raises:
            Reject: it is asked of another thing.
        """
        if first != asked and asked.kind != "pronoun":
            raise Reject
        return self.attach_or_else(first, other)

    def get_both_until_for_each(
        self, verb: Lexeme, one: Modify, other: Modify, until: UntilWord, each: Count | Per
    ) -> Clause:
        return self.modify_until(self.get_both_for_each(verb, one, other, each), until)

    # --- threat and icons ---

    def move_threat(self, verb: Lexeme, number: Amount | None, from_: Ref, to: Ref) -> Clause:
        """Threat is moved from one scheme to another, or from each of several.

        Raises:
            Reject: it is not said to which.
        """
        if to != SELF and not is_one(to):
            raise Reject
        return act(verb, TakeCounters(from_, THREAT, number, to))

    def move_all_threat(self, verb: Lexeme, from_: Ref, to: Ref) -> Clause:
        return self.move_threat(verb, None, from_, to)

    def move_threat_here(self, verb: Lexeme, number: Amount, from_: Ref) -> Clause:
        return self.move_threat(verb, number, from_, SELF)

    def gain_boost_icons(self, _card: Ref, _verb: Lexeme, number: Amount) -> Clause:
        if not isinstance(number, int):
            raise Reject
        return Clause((BoostIcons(number),))

    def gain_boost_icon(self, card: Ref, verb: Lexeme, *_words: object) -> Clause:
        return self.gain_boost_icons(card, verb, 1)

    def each_icon_on_that(self, *_words: object) -> Amount:
        return Per(BOOST_ICONS)

    def for_each(self, action: Clause, each: Count | Per | Paid) -> Clause:
        (effect,) = action.effects if len(action.effects) == 1 else (None,)
        if not isinstance(effect, DealEncounter) or effect.card is not None or not isinstance(effect.amount, int):
            return super().for_each(action, each)
        if isinstance(each, Paid):
            raise Reject
        return replace(action, effects=(replace(effect, amount=replace(each, times=effect.amount)),))

    def each_in_form(self, form: Lexeme) -> Amount:
        """The players in a form are as many as identities that show it (Form)."""
        return Count(Filter(((str(form.lower()),),)))

    def stat_change_per_player(self, change: Lexeme, _icon: Lexeme, stat: Lexeme) -> Modify:
        """So much more for each player (Per Player)."""
        number = number_of_change(change)
        if not isinstance(number, int):
            raise Reject
        return self.get_stats_for_each(stat, self.stat_change(change, stat), Per(PLAYERS, number))

    # --- what each player gets ---

    def grant(self, what: Ref, change: Modify) -> tuple[Static, ...]:
        """The size of a player's hand is the number of an identity (Hand Size)."""
        if what.kind == "players" and change == Modify(SUBJECT, until="", stats=change.stats):
            what = Ref("each", 0, EACH_IDENTITY)
        return super().grant(what, change)


def _is_of_damage(later: Later) -> bool:
    """Whether something waits for the end of an attack that has damaged something."""
    first = later.events[0]
    return first.name == "end" and first.how == "attack" and first.what is not None


def in_mode(said: str) -> str:
    """Texts say in fewer words in which mode one plays."""
    return IN_MODE.sub(lambda found: ("I" if found[1] == "I" else "i") + found[2][1:], said)


def _of_activation(found: Ability | tuple[Ability, ...]) -> Ability | tuple[Ability, ...]:
    """A change for an attack or a scheme lasts as long as the activation in which a text is turned faceup."""
    if isinstance(found, tuple):
        return tuple(map(_of_its_activation, found))
    return _of_its_activation(found)


def _of_moment(kind: RefKind, word: Lexeme) -> Ref:
    assert word.start_pos is not None
    return EnemyOfMoment(kind, word.start_pos)


def _at_its_moment(ability: Timed) -> Timed:
    """An ability with the enemies of its moment.

    Raises:
        Unbound: nobody attacks or activates then, or no enemy is attacked.
    """

    def settle(part: object) -> object:
        if not isinstance(part, EnemyOfMoment):
            return part
        if not _is_its_moment(ability, part.kind):
            raise Unbound(part.index)
        return Ref(part.kind)

    return rewrite(ability, settle, only=(EnemyOfMoment,))


def _is_its_moment(ability: Timed, kind: RefKind) -> bool:
    if kind == "event other":
        return bool(ability.events) and all(
            event.name in ATTACKS and not _is_of_kinds(event.what, ENEMIES) for event in ability.events
        )
    if ability.timing == "boost":
        return True
    moments = IN_ATTACKS if kind == ATTACKER.kind else IN_ACTIVATIONS
    return bool(ability.events) and all(
        event.name in moments and not (event.name == "defeated" and _is_of_kinds(event.what, SCHEMES))
        for event in ability.events
    )


def _is_of_kinds(what: Filter | None, words: frozenset[str]) -> bool:
    """Whether things are all of kinds with one of these words."""
    return what is not None and bool(what.kinds) and all(not words.isdisjoint(kind) for kind in what.kinds)


def _of_its_activation(ability: Ability) -> Ability:
    return rewrite(ability, _until_over, only=(Modify,)) if _is_in_activation(ability) else ability


def _is_in_activation(ability: Ability) -> bool:
    is_boost = isinstance(ability, Timed) and ability.timing == "boost"
    return is_boost or (interrupts_activation(ability) and isinstance(ability, Timed) and bool(ability.events))


def _until_over(part: object) -> object:
    return replace(part, until="use") if isinstance(part, Modify) and part.until == "thwart" else part


class ReferenceRenderer(DoneRenderer):
    """Writes the phrases of references.lark."""

    is_of_attack = False
    """Whether a text that is written waits for an attack on something."""
    is_on_enemy = False
    """Whether that is an enemy."""

    def timed(self, ability: Timed) -> str:
        self.is_of_attack = all(event.name == "attack" and event.other is not None for event in ability.events)
        self.is_on_enemy = all(event.other and _is_of_kinds(event.other.what, ENEMIES) for event in ability.events)
        try:
            said = super().timed(ability).replace(f"{UNDEFENDED}, this attack gains", f"{UNDEFENDED}, it gains")
        finally:
            self.is_of_attack = False
        said = in_mode(said)
        return BEGINS.sub(r"\1you must \2", said, count=1) if self.wording >= BOUND else said

    def ref(self, ref: Ref) -> str:
        if ref == Ref("each", 0, EACH_IDENTITY) and OTHERWISE in self.wording:
            return "each player's identity"
        if self.is_of_attack and ref == Ref("event") and "gathered" in self.wording:
            return "the attacking character" if "undivided" in self.wording else "the attacker"
        if self.is_of_attack and ref == Ref("event") and "fully" in self.wording:
            return "the attacking character"
        if self.is_of_attack and ref == Ref("event other") and self.wording & {"gathered", "fully"}:
            return "the attacked enemy" if self.is_on_enemy and "fully" in self.wording else "the attacked character"
        return super().ref(ref)

    def _told_each(self, effects: tuple[Instruction, ...]) -> str:
        said = super()._told_each(effects)
        return must(said) if self.wording >= BOUND else said

    def static(self, static: Static, *more: object) -> str:
        if isinstance(static, Forbid | Grant) and static.condition in MODES:
            said = self.static(replace(static, condition=None), *more)
            return in_mode(f"if {MODES[static.condition]}, {said}")
        return in_mode(super().static(static, *more))

    def text(self, *parts: object, **more: object) -> str:
        said: str = super().text(*parts, **more)
        return in_mode(said)

    def condition(self, condition: Compare) -> str:
        left = condition.left
        is_of_attack = isinstance(self._last, EnemyAttack) and isinstance(left, Fits) and left.of == IT
        if is_of_attack and isinstance(left, Fits) and left.what != Filter():
            return self._damaged(left.what)
        return MODES.get(condition) or super().condition(condition)

    def mill(self, effect: Mill) -> str:
        amount = effect.amount
        if not isinstance(amount, InCase):
            return super().mill(effect)
        said = self.mill(replace(effect, amount=amount.otherwise))
        return f"{said} (top {self.digits(amount.amount)} cards instead if {self.condition(amount.condition)})"

    def _when(self, later: Later) -> str:
        first = later.events[0]
        if first.how != "attack" or first.what is None:
            return super()._when(later)
        return f"if {self._damaged(first.what)}"

    def _damaged(self, what: Filter) -> str:
        """An attack has damaged something."""
        whom = self.ref(Ref("each", 0, what)) if what.of == "you" else an(self.noun(what))
        whom = "you" if what == YOUR_IDENTITY.what else whom
        if not self.wording & {"gathered", "fully"}:
            return f"this activation deals damage to {whom}"
        amount = "any amount of damage" if "fully" in self.wording else "damage"
        return f"{whom} {'take' if whom == 'you' else 'takes'} {amount} from this attack"

    def put_counters(self, effect: PutCounters) -> str:
        is_hero = effect.name in ("stunned", "confused") and effect.what == Ref("each", 0, YOUR_HERO)
        if is_hero and self.wording & {"gathered", "listed"}:
            return f"your hero is {effect.name}"
        return super().put_counters(effect)

    def keyword(self, keyword: Keyword) -> str:
        said = super().keyword(keyword)
        if keyword.name != "attach" or keyword.otherwise is None or OTHERWISE not in self.wording:
            return said
        first = said.removeprefix("attach to ").partition(".")[0]
        return re.sub(r"Otherwise, (attach to [^.]*)", rf"If {first} is not in play, \1 instead", said)

    def value_condition(self, value: Value, condition: Compare) -> str:
        if value.field.startswith("printed ") and value.field[8:] in SYMBOL_OF and condition.op == ">=":
            return f"{self.ref(value.of)} has a printed {SYMBOL_OF[value.field[8:]]} resource"
        if value.field == BOOST_ICONS.field and "boost icons were" not in (said := self._icons(value, condition)):
            return said
        if value == Value("undefended", ACTIVATING) and self.wording & {"gathered", "fully"}:
            return UNDEFENDED
        return super().value_condition(value, condition)

    def _icons(self, value: Value, condition: Compare) -> str:
        """A condition asks for the boost icons of a card."""
        if condition.op == "=":
            return f"{self.ref(value.of)} has no boost icons"
        if value == BOOST_ICONS and not self.wording & {"gathered", "fully"}:
            return super().value_condition(value, condition)
        number = self.digits(condition.right)
        many = f"{number} or more" if "fully" in self.wording else f"at least {number}"
        return f"{self.ref(value.of)} has {many} boost icon{'' if number == '1' else 's'}"

    def _one_of(self, of: Amount) -> str:
        is_said = of == BOOST_ICONS and self.wording & {"gathered", "fully"}
        return "boost icon on that card" if is_said else super()._one_of(of)

    def boost_icons(self, effect: BoostIcons) -> str:
        if not self.wording & {"listed", "fully"} or not isinstance(effect.amount, int):
            return super().boost_icons(effect)
        if effect.amount == 1:
            return "this card gains an additional boost icon"
        return f"this card gains {effect.amount} boost icons"

    def moment(self, events: tuple[Event, ...]) -> str:
        is_one_attack = len(events) == 1 and events[0] == Event("attack", CHARACTER, other=events[0].other)
        if is_one_attack and events[0].other is not None and "fully" in self.wording:
            return f"{self._other(events[0].other)} is attacked"
        return super().moment(events)

    def until(self, until: UntilWord) -> str:
        if until != "use":
            return super().until(until)
        what = "scheme" if self.wording & {"gathered", "listed"} else "activation"
        return f" for {'that' if self.wording & {'fully', 'listed'} else 'this'} {what}"

    def changes(self, effect: Modify | Grant, *, many: bool, gain: str = "gain") -> list[str]:
        """A number for each player has the icon behind it (Per Player)."""
        parts = super().changes(effect, many=many, gain=gain)
        for name, number in (("attack", effect.power), ("hit point", effect.toughness), *effect.stats):
            if isinstance(number, Per) and number.of == PLAYERS:
                said = f"+{number.times} {WORD_OF.get(name, name)}"
                parts = [part.replace(said, said.replace(" ", "{v} ", 1)) for part in parts]
        return parts

    def for_each(self, amount: Amount) -> str:
        if isinstance(amount, Count) and amount.what in OF_FORMS and OTHERWISE in self.wording:
            return f" for each player in {amount.what.kinds[0][0]} form"
        return super().for_each(amount)

    def deal_encounter(self, effect: DealEncounter) -> str:
        amount = effect.amount
        if effect.card is not None or not isinstance(amount, Count | Per) or not isinstance(amount.times, int):
            return super().deal_encounter(effect)
        if self.is_for_players(amount):
            return super().deal_encounter(effect)
        return super().deal_encounter(replace(effect, amount=amount.times)) + self.for_each(amount)

    def _other(self, ref: Ref) -> str:
        return self.ref(ref) if is_one(ref) else super()._other(ref)

    def take_counters(self, effect: TakeCounters) -> str:
        if effect.onto is None or effect.name != THREAT:
            return super().take_counters(effect)
        number = "all" if effect.amount is None else self.digits(effect.amount)
        return f"move {number} threat from {self.ref(effect.what)} to {self.ref(effect.onto)}"

    def count_condition(self, count: Count, condition: Compare) -> str:
        tests = count.what.tests
        if len(tests) > 1 and tests[-1].field == "engaged" and tests[0].field == "id":
            return self._engaged("this", count.what, condition)
        if len(tests) == 1 and tests[-1].field == "engaged" and count.what.name:
            return self._engaged(count.what.name, count.what, condition)
        return super().count_condition(count, condition)

    def _engaged(self, who: str, what: Filter, condition: Compare) -> str:
        with_ = self._test(what.tests[-1])
        return f"{who} is{' not' if condition.op == '=' else ''}{with_}"

    def grant(self, static: Grant) -> str:
        if static.what == EACH_IDENTITY and static == Grant(EACH_IDENTITY, stats=static.stats):
            said = super().grant(static)
            return said.replace("identities get", "each player gets", 1) if OTHERWISE in self.wording else said
        return super().grant(static)

    def _awaited(self, event: Event) -> str:
        said = super()._awaited(event)
        if self._least is None or event.name != "damaged" or not self.is_past:
            return said
        said = said.replace("would take", "take" if event.who else "takes", 1)
        return said.replace("from an attack", "from a single attack") if "fully" in self.wording else said
