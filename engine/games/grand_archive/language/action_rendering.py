"""Actions in words that only Grand Archive has: recovering, drawing into memory, negating; and words of champions."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from lark import Token as Lexeme

from engine.abilities import (
    GIVEN_UP,
    IT,
    SELF,
    YOU,
    Ability,
    Among,
    Amount,
    Body,
    Compare,
    Comparison,
    Count,
    CounterSpell,
    Damage,
    Discard,
    Done,
    Draw,
    Event,
    Filter,
    Fits,
    GainLife,
    Grant,
    IfDid,
    Inherited,
    Instruction,
    Keyword,
    Math,
    Mill,
    Modify,
    Move,
    NextEnters,
    Opponents,
    Otherwise,
    Paid,
    Per,
    PutCounters,
    Ref,
    Static,
    TakeCounters,
    Tally,
    Tap,
    Test,
    Truth,
    UntilWord,
    Value,
    Variable,
)
from engine.games.grand_archive.language.restrictions import CHAMPION, YOUR_MEMORY
from engine.games.grand_archive.properties import BESIDES
from engine.games.grand_archive.shared_events import OWN_LINEAGE_ONLY
from engine.text.compiler.abilities import Compiler
from engine.text.compiler.actions import either, is_third
from engine.text.compiler.joined_sentences import effects_of
from engine.text.compiler.modifications import number_of_change, times_each
from engine.text.errors import Reject
from engine.text.inline import inline
from engine.text.phrases import SUBJECT, THEIR_OWN, Alternatives, Clause, DoneTo, Suffix, TargetRef
from engine.text.renderer.abilities import Renderer
from engine.text.renderer.registry import ABILITIES, ACTIONS, CONDITIONS
from engine.text.renderer.writing import Unwritable, an, capital, is_more_than_x, listed, signed
from engine.text.words import SELF_WORD

YOUR_CHAMPION: Final = Filter((("champion",),), "you")
LEVELS_UP: Final = Event("levels up", who="you")
MATERIAL_DECK: Final = "material deck"
LEVELED_UP: Final = Compare(Tally("levels up", None, "you"), ">=", 1)
CHAMPION_DAMAGED: Final = Compare(Value("was dealt damage this turn", CHAMPION), "=", 1)
BALANCED: Final = Compare(Value("hand", YOU), "=", Count(YOUR_MEMORY))
"""That hand and memory hold as many cards (Label Keywords 3, Balance)."""

REMOVED: Final = DoneTo(what=Filter((("counter",),)), words=("removed",))
"""The counters that a text has just removed."""
NORM: Final = Test("norm element")
OTHER_THAN_NORM: Final = Test("non-norm element")
"""The states of a card that has no element, and of one that has."""
PRESERVED: Final = "preserved"
"""The material deck, for a card of the main deck (Preserve 3)."""
OWNERS_ZONE: Final = {
    "memory": "into its owner's memory",
    MATERIAL_DECK: "to its owner's material deck",
    PRESERVED: "into its owner's material deck preserved",
}
OWN_WORDS: Final = (
    ("the battlefield", "the field"),
    ("tapped", "rested"),
    ("noncombat", "non-combat"),
    ("exiled", "banished"),
    ("library", "deck"),
    ("libraries", "decks"),
    ("create", "summon"),
    ("scry", "glimpse"),
    ("can't gain life", "can't recover"),
    ("would gain life", "would recover"),
    ("that player gains no life instead", "they don't recover instead"),
    ("you gain no life instead", "you don't recover instead"),
    ("plus -", "minus "),
    ("token that's a copy of", "token copy of"),
    ("whenever a champion you control", "whenever your champion"),
    ("dealt to a champion you control", "dealt to your champion"),
    ("put on a champion you control", "put on your champion"),
    ("removed from a champion you control", "removed from your champion"),
    ("and only at slow speed", "and at slow speed"),
    ("untap during", "wake up during"),
    ("untap step", "wake up phase"),
)
"""A shared phrase, and this game's own one for it."""


RECOVERED: Final = re.compile(r"gain(s?) ((?:twice |three times )?that much) life\b")
PUT_INTO_EXILE: Final = re.compile(r"\b(P|p)ut ([^.]*?(?:of|among) them) into exile( and the rest)?")
RECOVERED_INSTEAD: Final = re.compile(
    r"would gain life, (you|that player) recovers? that much ((?:plus|minus) -?\d+) instead"
)
"""Phrases that are put together of several parts, which this game has other verbs for."""


def _banished(found: re.Match[str]) -> str:
    verb = "Banish" if found[1] == "P" else "banish"
    return f"{verb} {found[2]}{' and put the rest' if found[3] else ''}"


def is_regalia(ref: Ref | TargetRef) -> bool:
    """Whether a reference means regalia only."""
    what = ref.spec.what if isinstance(ref, TargetRef) else ref.what
    return what is not None and bool(what.kinds) and all("regalia" in kind for kind in what.kinds)


@inline
class ActionCompiler(Compiler):
    """Phrases about what is done."""

    numbered = ("activated", "materialized")

    def given_up(self, word: Lexeme, what: Filter) -> Ref:
        return super().given_up(Lexeme("GIVEN_UP", "exiled") if word.lower() == "banished" else word, what)

    def arrives_rested(self, _rested: Lexeme) -> dict[str, object]:
        return self.arrives_tapped()

    def inherited(self, *parts: object) -> tuple[Ability, ...]:
        found = parts[-1]
        return tuple(Inherited(own) for own in (found if isinstance(found, tuple) else (found,)))

    def your_champion(self, *_words: Lexeme) -> Ref:
        return CHAMPION

    def bare_lineage(self, _self: Ref) -> Keyword:
        return Keyword("lineage")

    def own_lineage_only(self, _self: Ref, name: Lexeme, *_champion: Lexeme) -> Keyword:
        """The name of its own lineage: it is the first part of the card's name (Lineage 2)."""
        if name.strip('"').strip() not in (SELF_WORD, "this"):
            raise Reject
        return Keyword(OWN_LINEAGE_ONLY)

    def get(self, _verb: Lexeme, _change: Lexeme) -> Modify:
        raise Reject  # a change of what

    def get_for_each(self, _verb: Lexeme, _change: Lexeme, _each: Count | Per) -> Modify:
        raise Reject

    def stat_change(self, change: Lexeme, stat: Lexeme) -> Modify:
        number = number_of_change(change)
        match stat.lower():
            case "power":
                return Modify(SUBJECT, number, 0, until="")
            case "life":
                return Modify(SUBJECT, 0, number, until="")
            case _:
                return Modify(SUBJECT, until="", level=number)

    def stat_changes(self, *changes: Modify) -> Modify:
        return self.modifications(*changes)

    def get_stats(self, _verb: Lexeme, change: Modify) -> Modify:
        return change

    def get_stats_for_each(self, _verb: Lexeme, change: Modify, each: Count | Per) -> Modify:
        whole = times_each(change, each)
        assert isinstance(whole, Modify)
        return whole

    def get_stats_until_for_each(self, verb: Lexeme, change: Modify, until: UntilWord, each: Count | Per) -> Clause:
        whole = self.get_stats_for_each(verb, change, each)
        return Clause((replace(whole, until=until),), is_third(verb))

    def grant(self, what: Ref, change: Modify) -> tuple[Static, ...]:
        return super().grant(Ref("each", 0, YOUR_CHAMPION) if what == CHAMPION else self.grant_itself(what), change)

    def to_memory(self, _words: Lexeme) -> Move:
        return Move(IT, "memory")

    def to_material_deck(self, _words: Lexeme) -> Move:
        return Move(IT, MATERIAL_DECK)

    def to_material_preserved(self, _words: Lexeme) -> Move:
        return Move(IT, PRESERVED)

    def move(self, verb: Lexeme, refs: tuple[Ref, ...], there: Move) -> Clause:
        """A material deck takes back what belongs there; another card is a preserved one, and said to be (Preserve)."""
        if there.zone == "hand" and any(
            ref.kind == "chosen" and ref.what is not None and ref.what.zone == "hand" for ref in refs
        ):
            raise Reject  # they are there
        clause = super().move(verb, refs, there)
        if there.zone == MATERIAL_DECK and not all(
            ref == SELF or ref.kind in ("pronoun", "they") or is_regalia(ref) for ref in refs
        ):
            raise Reject  # what a pronoun means is known later
        if there.zone == PRESERVED and any(map(is_regalia, refs)):
            raise Reject
        return clause

    def other_element(self, word: Lexeme) -> str | Test:
        """Not of an element: "non-fire element"."""
        found = super().element(word)
        if found == "!norm":
            return OTHER_THAN_NORM
        if not isinstance(found, str) or found[1:] not in self.vocabulary.colors:
            raise Reject
        return found

    def element(self, word: Lexeme) -> str | Test:
        """A card of no element is norm element, and bears no word for it (Element 1.1)."""
        return NORM if word.type == "COLOR" and word.lower() == "norm" else super().element(word)

    def that(self, word: Lexeme, what: Filter) -> Ref:
        """Known things are called by a noun; a condition asks whether they are rested."""
        if any(test.field == "rested" for test in what.tests):
            raise Reject
        return super().that(word, what)

    def alternatives(self, *conjunctions: Alternatives) -> Alternatives:
        """Elements of which one is norm: "a fire or norm element card"."""
        if not any(NORM in each.tests for each in conjunctions[1:]) or len(conjunctions) == 1:
            return super().alternatives(*conjunctions)
        *others, last = conjunctions
        words = [each.kinds[0] for each in others]
        if last.tests != (NORM,) or any(
            each.tests or each.kinds[0][0] not in self.vocabulary.colors for each in others
        ):
            raise Reject
        elements = tuple(Test(f"{kind[0]} element") for kind in words if len(kind) == 1)
        if len(elements) != len(others):
            raise Reject
        return Alternatives(last.kinds, (Test("", "any of", tests=(*elements, NORM)),))

    def is_word(self, ref: Ref, word: Lexeme) -> Compare:
        if word.lower() != "norm":
            return super().is_word(ref, word)
        return Compare(Fits(ref, Filter(tests=(NORM,))), "=", 1)

    def be_norm(self, verb: Lexeme) -> Modify:
        return self.be(verb, "norm")

    def with_so_little(self, number: Amount, field: str) -> Suffix:
        return self.with_field(field, ("<=", number))

    def with_so_much(self, number: Amount, field: str) -> Suffix:
        return self.with_field(field, (">=", number))

    def balanced(self) -> Compare:
        return BALANCED

    def you_activated(self, counted: Compare) -> Compare:
        if not isinstance(counted.left, Count) or counted.left.what.zone != "hand" or counted.left.what.of:
            raise Reject
        return replace(counted, left=Tally("activated", replace(counted.left.what, zone="stack"), "you"))

    def not_activated(self, _article: Lexeme, what: Filter) -> Compare:
        counted = self.you_activated(Compare(Count(what), "=", 0))
        return replace(counted, op="=", right=0)

    def leveled_up(self, _champion: Lexeme) -> Compare:
        return LEVELED_UP

    def champion_damaged(self, _champion: Lexeme) -> Compare:
        return CHAMPION_DAMAGED

    def opponent_has_in(self, counted: Compare, zone: Lexeme) -> Compare:
        if not isinstance(counted.left, Count) or counted.left.what.of or counted.left.what.zone != "hand":
            raise Reject
        own = replace(counted.left.what, of="you", zone=str(zone.lower()))
        return self.opponent_has(replace(counted, left=Count(own)))

    def if_removed(self, *parts: object) -> tuple[Instruction, ...]:
        """Effects that depend on counters which were there to be removed just before."""
        effects = parts[-1]
        assert isinstance(effects, tuple)
        return (IfDid(len(effects)), *effects)

    def in_banishments(self) -> Suffix:
        return Suffix(zone="banishment")

    def get_stat_choice(self, verb: Lexeme, one: Modify, other: Modify, duration: UntilWord) -> Clause:
        return either(*(replace(each, until=duration) for each in (one, other)))

    def put_counters_on_either(
        self, verb: Lexeme, count: Amount, name: str, this: Ref, article: Lexeme, what: Filter
    ) -> Clause:
        """The source, or another thing that fits: which is chosen as it is done."""
        ways = (this, self.chosen(article, what))
        return either(*(PutCounters(ref, name, count) for ref in ways))

    def being_of_stats(self, number: Amount) -> Modify:
        return self.being_of((number, number))

    def cannot_first(self, duration: UntilWord, what: Ref, _cant: Lexeme, action: str) -> tuple[Instruction, ...]:
        return (Modify(what, gains=(f"can't {action}",), until=duration),)

    def except_your_champion(self, _champion: Lexeme) -> Suffix:
        return Suffix(tests=(Test(BESIDES, "of", Value("id", CHAMPION)),))

    def aimed_at(self, *words: Lexeme | Ref) -> Suffix:
        what = words[-1]
        assert isinstance(what, Ref)
        return self.that_targets(Lexeme("TARGETS", "targets"), what)

    def with_history(self, words: Lexeme) -> Suffix:
        return super().with_history(Lexeme(words.type, words.replace(" the field", "")))

    def one_card(self, _card: Lexeme) -> Amount:
        return 1

    def chosen_some_others(self, number: Amount, what: Filter) -> Ref:
        return self.chosen_some(number, replace(what, other=True))

    def with_either_up_to(self, one: str, number: Amount, other: str, comparison: tuple[Comparison, Amount]) -> Suffix:
        return Suffix(tests=(Test("", "any of", tests=(Test(one, "<=", number), Test(other, *comparison))),))

    def each_up_to(self, number: Amount, what: Filter) -> Amount:
        return Per(Math("min", Count(what), number))

    def each_up_to_counters(self, number: Amount, counter: str, ref: Ref) -> Amount:
        return Per(Math("min", self.counters_on(counter, ref), number))

    def for_each(self, action: Clause, each: Count | Per | Paid) -> Clause:
        """Of up to so many things a player would choose fewer; what is counted for a cost is as much as it can be."""
        if isinstance(each, Per) and isinstance(each.of, Math) and each.of.op == "min":
            raise Reject
        return super().for_each(action, each)

    def was_given_up(self, _article: Lexeme, what: Filter, word: Lexeme) -> Compare:
        if what.zone != "hand" or what.of or what.whose is not None:
            raise Reject
        return Compare(Fits(self.given_up(word, Filter((("card",),), zone="hand")), what), "=", 1)

    def forbid_recovering(self, who: Ref, cant: Lexeme, _verb: Lexeme) -> tuple[Static, ...]:
        return self.forbid_gaining(who, cant)

    def with_either_field(self, one: str, number: Amount, other: str, comparison: tuple[Comparison, Amount]) -> Suffix:
        return Suffix(tests=(Test("", "any of", tests=(Test(one, "=", number), Test(other, *comparison))),))

    def for_each_done_first(self, what: Filter, word: Lexeme, clauses: Clause) -> tuple[Instruction, ...]:
        effects = effects_of(clauses)
        if len(effects) != 1:
            raise Reject
        return (times_each(effects[0], DoneTo(what=what, words=(word.lower(),))),)

    def for_each_removed_first(self, *parts: Lexeme | str | Clause) -> tuple[Instruction, ...]:
        """For each counter that the text has just removed."""
        effects = effects_of(parts[-1])  # type: ignore[arg-type]  # the clause comes last
        if len(effects) != 1:
            raise Reject
        return (times_each(effects[0], REMOVED),)

    def for_each_removed(self, action: Clause, _counters: Lexeme) -> Clause:
        if len(action.effects) != 1:
            raise Reject
        return replace(action, effects=(times_each(action.effects[0], REMOVED),))

    def get_stats_for_each_removed(self, verb: Lexeme, change: Modify, _counters: Lexeme, until: UntilWord) -> Clause:
        return Clause((replace(times_each(change, REMOVED), until=until),), is_third(verb))  # type: ignore[arg-type]

    def get_stats_for_each_until(self, verb: Lexeme, change: Modify, each: Count | Per, until: UntilWord) -> Clause:
        return self.get_stats_until_for_each(verb, change, until, each)

    def discard_fitting(self, verb: Lexeme, portion: tuple[Amount, Filter], *, up_to: bool = False) -> Clause:
        count, what = portion
        if what.zone != "hand" or what.of or what.kinds == (("card",),):
            raise Reject
        cards = Ref("chosen", 0, replace(what, of="you"), YOU, count, up_to)
        return Clause((Discard(None, SUBJECT, what=cards),), is_third(verb))

    def discard_fitting_up_to(self, verb: Lexeme, number: Amount, what: Filter) -> Clause:
        return self.discard_fitting(verb, (number, what), up_to=True)

    def watch_champion(self, _champion: Lexeme) -> tuple[Event, ...]:
        return (Event("", YOUR_CHAMPION),)

    def levels_up(self, _champion: Lexeme) -> tuple[Event, ...]:
        return (LEVELS_UP,)

    def played(self, action: Lexeme, things: tuple[Event, ...]) -> tuple[Event, ...]:
        """Materializing is an event of its own."""
        activated = super().played(Lexeme("ACTION", "activate"), things)
        if self.action(action) == "activate":
            return activated
        return tuple(replace(event, name="materialized") for event in activated)

    def zone_of(self, kinds: tuple[tuple[str, ...], ...]) -> str:
        """A Spell is a card like others; what lies on the Effects Stack is called by its instance."""
        words = {word for kind in kinds for word in kind}
        if words & {"activation", "materialization"}:
            return "stack"
        return "hand" if "card" in words else super().zone_of(kinds)

    def you_have(self, counted: Compare) -> Compare:
        if not isinstance(counted.left, Count) or counted.left.what.of != "you" or not counted.left.what.zone:
            return super().you_have(counted)
        return counted

    def grant_itself(self, what: Ref) -> Ref:
        return SELF if what.kind == "pronoun" and what.what is None else what

    def recover(self, verb: Lexeme, amount: Amount) -> Clause:
        return Clause((GainLife(amount, SUBJECT),), is_third(verb))

    def draw_into_memory(self, verb: Lexeme, amount: Amount) -> Clause:
        return Clause((Draw(amount, SUBJECT, "memory"),), is_third(verb))

    def draw_into_theirs(self, verb: Lexeme, amount: Amount) -> Clause:
        return Clause((Draw(amount, THEIR_OWN, "memory"),), is_third(verb))

    def negate(self, verb: Lexeme, refs: tuple[Ref, ...]) -> Clause:
        return Clause(tuple(CounterSpell(ref) for ref in refs), is_third(verb))

    def mill_top(self, verb: Lexeme, *parts: object) -> Clause:
        number = next((part for part in parts if not isinstance(part, Lexeme)), 1)
        return Clause((Mill(number, SUBJECT),), is_third(verb))  # type: ignore[arg-type]  # an Amount

    def put_top(self, verb: Lexeme, *parts: object) -> Clause:
        """Nobody else sees what comes to a hand or a memory."""
        number = next((part for part in parts if not isinstance(part, Lexeme)), 1)
        zone = str(parts[-1]).lower().split()[-1]
        return Clause((Mill(number, SUBJECT, zone),), is_third(verb))  # type: ignore[arg-type]  # an Amount


class ActionRenderer(Renderer):
    """Writes the phrases about actions."""

    names_dealer = False
    _removed = ""
    """The name of the counters that were removed last."""
    _drew = False
    """Whether this body has said already that somebody draws."""
    _asked = False
    """Whether a condition of this body was about your champion, or they were rested before."""

    def ability(self, ability: Ability) -> str:
        text = super().ability(ability)
        text = RECOVERED.sub(r"recover\1 \2", text)
        if "fully" in self.wording:
            text = RECOVERED_INSTEAD.sub(
                r"would recover an amount, \1 recover X instead, where X is that amount \2", text
            )
            text = text.replace("that player recover X", "they recover X")
        if "briefly" in self.wording:
            text = re.sub(r"(recovers? )that much( (?:plus|minus))", r"\1that amount\2", text)
        text = PUT_INTO_EXILE.sub(_banished, text)
        for shared, own in OWN_WORDS:
            text = text.replace(shared, own).replace(shared.capitalize(), own.capitalize())
        return text

    @ABILITIES.writer(Inherited)
    def inherited(self, ability: Inherited) -> str:
        return f"inherited effect: {capital(self._ability(ability.ability))}"

    def keyword(self, keyword: Keyword) -> str:
        if keyword.name == OWN_LINEAGE_ONLY:
            return 'this can only level up into another "this" champion'
        return "this lineage" if keyword.name == "lineage" else super().keyword(keyword)

    def _either(self, effects: tuple[Instruction, ...]) -> str:
        parts = [effect for effect in effects[1:] if not isinstance(effect, Otherwise)]
        match parts:
            case [PutCounters() as one, PutCounters() as other]:
                put = self.put_counters(one)
                return f"{put} or {self.ref(other.what)}"
            case [Modify() as first, *_] if first.power or first.toughness or first.level:
                many = self._base or self.is_plural(first.what)
                changes = (
                    self.changes(part, many=many)[0].partition(" ")[2] for part in parts if isinstance(part, Modify)
                )
                said = f"{self.subject(first.what)} {'get' if many else 'gets'}"
                return f"{said} your choice of {' or '.join(changes)}{self.until(first.until)}"
            case _:
                return super()._either(effects)

    def word(self, word: str, singular: str = "") -> str:
        if word in self.vocabulary.colors and "in other words" in self.wording:
            return word
        return f"{word} element" if word in self.vocabulary.colors else super().word(word, singular)

    def trigger(self, events: tuple[Event, ...]) -> str:
        if events == (LEVELS_UP,):
            return "whenever your champion levels up"
        if all(event.name == "materialized" for event in events):
            activated = tuple(replace(event, name="activated") for event in events)
            return super().trigger(activated).replace("activate", "materialize", 1)
        return super().trigger(events)

    def zone(self, zone: str) -> str:
        owners = OWNERS_ZONE.get(zone)
        return super().zone(zone) if owners is None else owners

    def _each_of(self, ref: Ref) -> str:
        """Several things that were chosen, each by itself."""
        said = super()._each_of(ref)
        return "each of them" if "fully" in self.wording and said == self._scope.those else said

    @CONDITIONS.writer(Math)
    def math_condition(self, math: Math, condition: Compare) -> str:
        """Two conditions as one, each with its own "if"."""
        match math:
            case Math(op="*", left=Truth(condition=one), right=Truth(condition=other)) if "fully" in self.wording:
                return f"{self.condition(one)} and if {self.condition(other)}"
            case _:
                return super().math_condition(math, condition)

    def _core(self, effects: tuple[Instruction, ...]) -> str:
        first = effects[0]
        if not isinstance(first, IfDid) or not self._removed or "fully" not in self.wording:
            return super()._core(effects)
        removed, self._removed = self._removed, ""
        return f"if a {removed} counter was removed this way, {self._core(effects[1:])}"

    def rule_this_turn(self, ability: Static | NextEnters) -> str:
        said = super().rule_this_turn(ability)
        lasting = said.removesuffix(" this turn")
        return said if lasting == said else f"until end of turn, {lasting}"

    def noun(self, what: Filter, *, plural: bool = False) -> str:
        if plural and what.kinds == (("regalia",),) and "fully" in self.wording:
            return super().noun(what, plural=True).replace("regalia", "regalias", 1)
        either = next((test for test in what.tests if test.op == "any of" and NORM in test.tests), None)
        if either is None:
            return super().noun(what, plural=plural)
        plain = replace(what, tests=tuple(test for test in what.tests if test != either))
        elements = [test.field.removesuffix(" element") for test in either.tests]
        return f"{listed(elements, 'or')} element {super().noun(plain, plural=plural)}"

    def _test(self, test: Test) -> str:
        if test.field == "targets" and "fully" in self.wording and isinstance(test.value, Value):
            return f" targeting {self._related(test.value.of)}"
        return " except for your champion" if test.field == BESIDES else super()._test(test)

    def _whose(self, what: Filter) -> str:
        everywhere = what.zone == "banishment" and not what.of and what.whose is None
        return " among all banishments" if everywhere and "briefly" in self.wording else super()._whose(what)

    def move(self, effect: Move) -> str:
        """All cards that somebody has in hand, by whom they are put elsewhere."""
        what = effect.what
        if what.kind == "random" and isinstance(what.count, Count | Per):
            return self.move(replace(effect, what=replace(what, count=1))) + self.for_each(what.count)
        if what.kind == "chosen" and isinstance(what.count, Count):
            said = self.move(replace(effect, what=replace(what, count=Variable())))
            return f"{said}, where X is {self.value(what.count)}"
        is_hand = what.kind == "zone" and what.what is not None and what.what.zone == "hand"
        if "fully" not in self.wording or not is_hand or what.of is None or effect != Move(what, "memory"):
            return super().move(effect)
        return f"{self.ref(what.of)} puts all cards from their hand into their memory"

    def take_counters(self, effect: TakeCounters) -> str:
        self._removed = effect.name
        return super().take_counters(effect)

    def damage(self, effect: Damage) -> str:
        """The number of damage behind what it is dealt to."""
        if "fully" not in self.wording or not isinstance(effect.amount, Math) or effect.by != SELF:
            return super().damage(effect)
        to = self.ref(effect.to)
        return f"deal damage to {to} equal to {self.value(effect.amount)}"

    def _kind(self, kind: tuple[str, ...], *, plural: bool) -> str:
        """Words that are absent, one behind the other."""
        said = super()._kind(kind, plural=plural)
        return said.replace(", ", " ") if "briefly" in self.wording else said

    def _negative(self, word: str) -> str:
        if word in self.vocabulary.colors:
            return f"non-{word} element"
        return f"non-{word}" if "briefly" in self.wording else super()._negative(word)

    def _one_of(self, of: Amount) -> str:
        match of:
            case Math(op="min", left=Value(field=field, of=ref), right=int(number)) if field.startswith("counters "):
                counters = f"{field.removeprefix('counters ')} counters"
                return f"of up to {self.number(number)} {counters} on {self.ref(ref)}"
            case Math(op="min", left=Count(what=what, times=1), right=int(number)):
                return f"of up to {self.number(number)} {self.noun(what, plural=True)}"
            case _:
                return super()._one_of(of)

    def fits_condition(self, fits: Fits, condition: Compare) -> str:
        if fits.of == IT and condition.right == 1 and isinstance(self._doing, Discard) and "fully" in self.wording:
            return f"{an(self.noun(fits.what))} was discarded"
        if fits.of == IT and condition.right == 0 and isinstance(self._doing, Discard) and "fully" in self.wording:
            return f"you didn't discard {an(self.noun(replace(fits.what, zone='hand')))}"
        words = fits.what.kinds[0]
        if fits.what == Filter((words,)) and len(words) == 1 and words[0] in self.vocabulary.colors:
            return f"{self.ref(fits.of)} {'is' if condition.right else 'is not'} {words[0]} element"
        return super().fits_condition(fits, condition)

    def value_condition(self, value: Value, condition: Compare) -> str:
        if condition == CHAMPION_DAMAGED:
            return "your champion has taken damage this turn"
        if (value.field, condition.op, condition.right) == ("attacked this turn", "=", 0):
            return f"{self.ref(value.of)} didn't attack this turn"
        if condition == BALANCED:
            return "the amount of cards in your hand and memory are equal"
        return super().value_condition(value, condition)

    def tally_condition(self, tally: Tally, condition: Compare) -> str:
        if condition == LEVELED_UP:
            return "your champion has leveled up this turn"
        if tally.event == "dies" and "fully" in self.wording:
            return super().tally_condition(tally, condition).replace(" died this turn", " has died this turn")
        if (tally.event, tally.who) == ("activated", "you") and tally.what is not None:
            cards = replace(tally, what=replace(tally.what, zone="hand"))
            if (condition.op, condition.right) == ("=", 0):
                return f"you haven't activated {an(self.noun(replace(tally.what, zone='hand')))} this turn"
            return f"you've activated {self.how_many_times(cards, condition)} this turn"
        return super().tally_condition(tally, condition)

    def opponents_condition(self, left: Opponents, condition: Compare) -> str:
        own = left.amount
        if not isinstance(own, Count) or own.what.of != "you" or own.what.zone in ("battlefield", "stack", "hand"):
            return super().opponents_condition(left, condition)
        cards = self._how_many(replace(own.what, of="", zone="hand"), condition)
        return f"an opponent has {cards} in their {own.what.zone}"

    def ref(self, ref: Ref) -> str:
        if ref == CHAMPION:
            return "them" if self._asked else "your champion"
        return super().ref(ref)

    def condition(self, condition: Compare) -> str:
        text = super().condition(condition)
        self._asked = self._asked or (isinstance(condition.left, Value) and condition.left.of == CHAMPION)
        return text

    def tap(self, effect: Tap) -> str:
        text = super().tap(effect)
        self._asked = self._asked or effect.what == CHAMPION
        return text

    def _becomes(self, effect: Modify | Grant, *, many: bool, having: str = "") -> list[str]:
        """An element that something is of; it does not become one."""
        match effect.base:
            case (int(life), int(power)) if life == power and "fully" in self.wording and len(effect.becomes) == 1:
                word = an(self.word(effect.becomes[0]))
                return [f"becomes {word} in addition to its other types with base power and life {power}"]
        word = effect.becomes[0] if len(effect.becomes) == 1 else ""
        if word not in self.vocabulary.colors or effect.base is not None:
            return super()._becomes(effect, many=many, having=having)
        return [f"{'are' if many else 'is'} {self.word(word)}"]

    def value_of(self, amount: Value) -> str:
        """The life of an object; players have none."""
        if amount.of.kind in GIVEN_UP and "briefly" in self.wording:
            return f"the {amount.field} of {self.ref(amount.of)}"
        if amount.field not in ("power", "life"):
            return super().value_of(amount)
        return f"{self.possessive(amount.of)} {self.stat(amount.field)}"

    def stat(self, field: str) -> str:
        """A number of an object by its name; some texts say that it is a stat."""
        return f"{field} stat" if field in ("power", "life") and "fully" in self.wording else field

    def possessive(self, ref: Ref) -> str:
        return "your champion's" if ref == CHAMPION else super().possessive(ref)

    def gain_life(self, effect: GainLife) -> str:
        amount = effect.amount
        is_counted = isinstance(amount, Count) and amount.times == 1 and "briefly" in self.wording
        is_sum = isinstance(amount, Math) and not is_more_than_x(amount)
        if is_counted or is_sum or isinstance(amount, Value | Among | Fits):
            return self.with_subject(effect.who, "recover", f"X, where X is {self.value(amount)}")
        if amount == Done():
            much = "that much" if "briefly" in self.wording else f"1 for each {self.done()} this way"
            return self.with_subject(effect.who, "recover", much)
        return self.with_subject(effect.who, "recover", self.digits(amount) + self.for_each(amount))

    def draw(self, effect: Draw) -> str:
        drew, self._drew = self._drew, True
        if effect.into != "memory":
            said = super().draw(effect)
            return said.replace("a card", "another card") if drew and "fully" in self.wording else said
        whose = "your" if effect.who == YOU else "their"
        return self.with_subject(effect.who, "draw", f"{self.cards(effect.amount)} into {whose} memory")

    def discard(self, effect: Discard) -> str:
        match effect.what:
            case Ref(kind="chosen", what=Filter() as fitting, count=count, up_to=up_to):
                cards = self.counted(count, replace(fitting, of=""))
                if up_to:
                    cards = f"up to {self.number(count)} {self.noun(replace(fitting, of=''), plural=count != 1)}"
                return self.with_subject(effect.who, "discard", cards)
            case _:
                return super().discard(effect)

    @ACTIONS.writer(CounterSpell)
    def negate(self, effect: CounterSpell) -> str:
        return f"negate {self.ref(effect.what)}"

    def mill(self, effect: Mill) -> str:
        if effect.zone == "exile":
            top = "card" if effect.amount == 1 else f"{self.number(effect.amount)} cards"
            return f"banish the top {top} of {self.possessive(effect.who)} deck"
        whose = "your" if effect.who == YOU else "their"
        is_counted = not isinstance(effect.amount, int | Variable)
        top = "card" if effect.amount == 1 else f"{'X' if is_counted else self.number(effect.amount)} cards"
        where = f", where X is {self.value(effect.amount)}" if is_counted else ""
        zone = effect.zone or "graveyard"
        return self.with_subject(effect.who, "put", f"the top {top} of {whose} deck into {whose} {zone}{where}")

    def _sentences(self, body: Body, antecedent: Ref, noun: str, *, trailing_if: bool = False) -> str:
        self._asked = self._drew = False
        self._removed = ""
        return super()._sentences(body, antecedent, noun, trailing_if=trailing_if)

    def until(self, until: UntilWord) -> str:
        match until:
            case "your turn":
                return " until the beginning of your next turn"
            case "controlled" if "briefly" in self.wording:
                return " as long as you control this"
            case _:
                return super().until(until)

    def count_condition(self, count: Count, condition: Compare) -> str:
        said = super().count_condition(count, condition)
        what = count.what
        if what.of == "opponent" and what.zone == "battlefield" and "fully" in self.wording:
            return f"there are {self._how_many(replace(what, of=''), condition)} you don't control"
        if what.of != "you" or what.zone in ("hand", "battlefield", "stack"):
            return said
        for there in ("there is ", "there are "):
            if said.startswith(there):
                return f"you have {said.removeprefix(there)}"
        return said

    def changes(self, effect: Modify | Grant, *, many: bool, gain: str = "gain") -> list[str]:
        """Keywords that are lost together are lost in one word."""
        found: list[str] = []
        for part in super().changes(effect, many=many, gain=gain):
            verb, _, lost = part.partition(" ")
            if verb in ("lose", "loses") and found and found[-1].startswith(f"{verb} "):
                found[-1] += f" and {lost}"
            else:
                found.append(part)
        return found

    def change(self, effect: Modify | Grant) -> tuple[str, str]:
        numbers = (effect.power, effect.toughness, effect.level)
        if any(isinstance(n, Done) for n in numbers):
            return self.change_for_each_done(effect)
        counts = {replace(n, times=1) for n in numbers if isinstance(n, Count | Per)}
        if len(counts) > 1 or (counts and any(n and not isinstance(n, Count | Per) for n in numbers)):
            raise Unwritable(effect)
        words = [
            f"{signed(n.times if isinstance(n, Count | Per) else n)} {stat}"
            for n, stat in zip(numbers, ("POWER", "LIFE", "level"), strict=True)
            if n
        ]
        return listed(words, "and"), "".join(self.for_each(count) for count in counts)

    def change_for_each_done(self, effect: Modify | Grant) -> tuple[str, str]:
        """A change for each card that the text just moved, or each counter that it just removed."""
        number, stat = (effect.level, "level") if effect.level else (effect.power, "POWER")
        if not isinstance(number, Done) or effect.toughness or (effect.power and effect.level):
            raise Unwritable(effect)
        return f"{signed(number.times)} {stat}", f" for each {self.done()} this way"
