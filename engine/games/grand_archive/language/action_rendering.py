"""Actions in words that only Grand Archive has: summoning, recovering, drawing into memory, negating."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass, fields, replace
from functools import cache
from typing import Final

from lark import Token as Lexeme

from engine.abilities import (
    IT,
    SELF,
    YOU,
    Ability,
    Among,
    Amount,
    Body,
    Compare,
    Comparison,
    CostChange,
    CostPart,
    Count,
    CounterSpell,
    Discard,
    Done,
    Draw,
    Event,
    Filter,
    Fits,
    GainLife,
    Grant,
    If,
    IfDid,
    Inherited,
    Instruction,
    Keyword,
    Later,
    Limit,
    Math,
    May,
    Mill,
    Modify,
    Move,
    Opponents,
    Per,
    PutCounters,
    Ref,
    Reserve,
    Static,
    Tally,
    Tap,
    TapOther,
    Test,
    Token,
    Triggered,
    UnlessPays,
    UntilWord,
    Value,
    Variable,
)
from engine.assets import read_text
from engine.games.grand_archive.conditions import USE_ABILITY
from engine.games.grand_archive.language.play_phrases import RESOURCE_OF
from engine.games.grand_archive.restrictions import CHAMPION, YOUR_MEMORY
from engine.text.binding import bind_text, without_event_number
from engine.text.compiler.abilities import Compiler
from engine.text.compiler.actions import is_third
from engine.text.compiler.bodies import effects_of
from engine.text.compiler.modifications import number_of_change, times_each
from engine.text.errors import Reject
from engine.text.inline import inline
from engine.text.mentions import has_number
from engine.text.phrases import SUBJECT, Choice, Clause, Sentences, Suffix, TargetRef, put, rewrite
from engine.text.renderer.abilities import Renderer
from engine.text.renderer.registry import ABILITIES, ACTIONS, COST_PARTS
from engine.text.renderer.writing import Unwritable, capital, listed, signed

YOUR_CHAMPION: Final = Filter((("champion",),), "you")
HIT_CHAMPION: Final = Ref("each", 0, Filter((("champion",),)))
HIT_ALLY: Final = Ref("each", 0, Filter((("ally",),)))
LEVELS_UP: Final = Event("levels up", who="you")
DISTANT: Final = Filter(tests=(Test("distant", "has"),))
CHAMPIONS_LEVEL: Final = Value("level", CHAMPION)
MATERIAL_DECK: Final = "material deck"
LEVELED_UP: Final = Compare(Tally("levels up", None, "you"), ">=", 1)
CHAMPION_DAMAGED: Final = Compare(Value("was dealt damage this turn", CHAMPION), "=", 1)
BALANCED: Final = Compare(Value("hand", YOU), "=", Count(YOUR_MEMORY))
"""That hand and memory hold as many cards (Label Keywords 3, Balance)."""
IS_ATTACKING: Final = Test("attacking", "is")
ATTACKING: Final = Compare(Value("attacking", SELF), "=", 1)
EVENTS: Final = {
    "on death": Event("dies", source=True),
    "on enter": Event("enters", source=True),
    "on sacrifice": Event("sacrificed", source=True),
    "on leave": Event("leaves", source=True),
    "on attack": Event("attacks", source=True),
    "on hit": Event("hits", source=True),
    "on champion hit": Event("hits", source=True, other=HIT_CHAMPION),
    "on ally hit": Event("hits", source=True, other=HIT_ALLY),
    "on kill": Event("kills", source=True),
}
OWN_PRICE: Final = re.compile(r"\{(\d+|X)\}")
NAMES: Final = {event: name.title() for name, event in EVENTS.items()}

OWNERS_ZONE: Final = {"memory": "into its owner's memory", MATERIAL_DECK: "to its owner's material deck"}
OWN_WORDS: Final = (
    ("the battlefield", "the field"),
    ("tapped", "rested"),
    ("noncombat", "non-combat"),
    ("exiled", "banished"),
    ("library", "deck"),
    ("create", "summon"),
    ("scry", "glimpse"),
)
"""A shared phrase, and this game's own one for it."""


@cache
def token_tables() -> dict[str, dict[str, object]]:
    """The tokens that texts only name, by name in lower case: the tables of their cards."""
    tables = tomllib.loads(read_text("engine.games.grand_archive", "cards", "tokens.toml"))["card"]
    return {table["name"].lower(): table for table in tables}


def is_regalia(ref: Ref | TargetRef) -> bool:
    """Whether a reference means regalia only."""
    what = ref.spec.what if isinstance(ref, TargetRef) else ref.what
    return what is not None and bool(what.kinds) and all("regalia" in kind for kind in what.kinds)


@inline
class ActionCompiler(Compiler):
    """Phrases about what is done."""

    numbered = ("activated", "materialized")

    def on_event(self, word: Lexeme, text: Sentences | Choice) -> Triggered:
        event = EVENTS[word.lower()]
        text = text if has_number((event,)) else without_event_number(text)
        return Triggered((event,), *bind_text(text, types=self.vocabulary.types))

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

    def grant(self, what: Ref, change: Modify) -> tuple[Static, ...]:
        return super().grant(Ref("each", 0, YOUR_CHAMPION) if what == CHAMPION else self.grant_itself(what), change)

    def attacks_get(self, whose: Ref, change: Modify, duration: UntilWord = "") -> Clause:
        """The gains of attacks are those of their attacker as long as it is attacking."""
        abilities = (*self.while_attacking(change), *change.abilities)
        attacker = replace(change, power=0, toughness=0, level=0, abilities=abilities)
        return Clause((replace(attacker, what=whose, until=duration),), subject=whose)

    def attacks_always_get(self, whose: Ref, change: Modify) -> tuple[Static, ...]:
        if change.toughness or change.level:
            raise Reject  # an attack has none
        besides = replace(change, power=0, toughness=0, level=0)
        found = self.grant(whose, besides) if change.gains or change.abilities else ()
        always = self.grant(whose, replace(change, gains=(), abilities=())) if change.power else ()
        return (*found, *(_as_it_attacks(s) for s in always if isinstance(s, Grant)))

    def while_attacking(self, change: Modify) -> tuple[Grant, ...]:
        """A change of power as an ability of the attacker."""
        if change.toughness or change.level:
            raise Reject
        return (Grant(power=change.power, source=True, condition=ATTACKING),) if change.power else ()

    def to_memory(self, _words: Lexeme) -> Move:
        return Move(IT, "memory")

    def to_material_deck(self, _words: Lexeme) -> Move:
        return Move(IT, MATERIAL_DECK)

    def return_to_material_deck(self, _verb: Lexeme, share: tuple[Amount, Filter], _to: Lexeme) -> CostPart:
        return self._moved_cost(share, MATERIAL_DECK)

    def _moved_cost(self, share: tuple[Amount, Filter], zone: str) -> CostPart:
        if zone == MATERIAL_DECK and not is_regalia(Ref("chosen", 0, share[1])):
            raise Reject
        return super()._moved_cost(share, zone)

    def put_self(self, verb: Lexeme, this: Ref, there: Move) -> CostPart:
        if there.zone == MATERIAL_DECK:
            raise Reject  # only its types tell whether it belongs there
        return super().put_self(verb, this, there)

    def move(self, verb: Lexeme, refs: tuple[Ref, ...], there: Move) -> Clause:
        """A material deck takes back what belongs there; another card would be a preserved one (Preserve)."""
        clause = super().move(verb, refs, there)
        if there.zone == MATERIAL_DECK and not all(map(is_regalia, refs)):
            raise Reject
        return clause

    def with_so_little(self, number: Amount, field: str) -> Suffix:
        return self.with_field(field, ("<=", number))

    def with_so_much(self, number: Amount, field: str) -> Suffix:
        return self.with_field(field, (">=", number))

    def champions_level(self, _level: Lexeme) -> Amount:
        return CHAMPIONS_LEVEL

    def level_and_more(self, number: Lexeme, _level: Lexeme) -> Amount:
        return Math("+", int(number[:-1]), CHAMPIONS_LEVEL)

    def x_and_more(self, number: Lexeme, _x: Lexeme) -> Amount:
        return Math("+", int(number[:-1]), Variable())

    def balanced(self) -> Compare:
        return BALANCED

    def you_activated(self, counted: Compare) -> Compare:
        if not isinstance(counted.left, Count) or counted.left.what.zone != "hand" or counted.left.what.of:
            raise Reject
        return replace(counted, left=Tally("activated", replace(counted.left.what, zone="stack"), "you"))

    def leveled_up(self, _champion: Lexeme) -> Compare:
        return LEVELED_UP

    def champion_damaged(self, _champion: Lexeme) -> Compare:
        return CHAMPION_DAMAGED

    def opponent_has_in(self, counted: Compare, zone: Lexeme) -> Compare:
        if not isinstance(counted.left, Count) or counted.left.what.of or counted.left.what.zone != "hand":
            raise Reject
        own = replace(counted.left.what, of="you", zone=str(zone.lower()))
        return self.opponent_has(replace(counted, left=Count(own)))

    def one_card(self, _card: Lexeme) -> Amount:
        return 1

    def chosen_some_others(self, number: Amount, what: Filter) -> Ref:
        return self.chosen_some(number, replace(what, other=True))

    def with_either_field(self, one: str, number: Amount, other: str, comparison: tuple[Comparison, Amount]) -> Suffix:
        return Suffix(tests=(Test("", "any of", tests=(Test(one, "=", number), Test(other, *comparison))),))

    def for_each_done_first(self, _what: Filter, clauses: Clause) -> tuple[Instruction, ...]:
        effects = effects_of(clauses)
        if len(effects) != 1:
            raise Reject
        return (times_each(effects[0], Done()),)

    def create_with(
        self, verb: Lexeme, count: Amount, token: Token, number: Amount, counter: str, _pronoun: Lexeme
    ) -> Clause:
        return Clause((replace(token, count=count, who=SUBJECT), PutCounters(IT, counter, number)), is_third(verb))

    def discard_fitting(self, verb: Lexeme, portion: tuple[Amount, Filter]) -> Clause:
        count, what = portion
        if what.zone != "hand" or what.of or what.kinds == (("card",),):
            raise Reject
        cards = Ref("chosen", 0, replace(what, of="you"), YOU, count)
        return Clause((Discard(None, SUBJECT, what=cards),), is_third(verb))

    def agility(self, verb: Lexeme, number: Amount) -> Clause:
        """At the beginning of the end phase so many cards of memory return to the hand."""
        cards = Ref("chosen", 0, YOUR_MEMORY, YOU, number)
        return Clause((Later(1, (Event("step", how="end phase"),)), Move(cards, "hand")), is_third(verb))

    def suppress(self, verb: Lexeme, refs: tuple[Ref, ...]) -> Clause:
        """Banished now, returned under its owner's control at the beginning of the next end phase (Suppress)."""
        (ref,) = refs if len(refs) == 1 else (None,)
        if ref is None:
            raise Reject
        back = Move(Ref("pronoun", ref.index), "battlefield", under="owner")
        return Clause(
            (Move(ref, "exile"), Later(1, (Event("step", how="end phase"),)), back), verb.lower() == "suppresses"
        )

    def watch_champion(self, _champion: Lexeme) -> tuple[Event, ...]:
        return (Event("", YOUR_CHAMPION),)

    def champion_level(self, _champion: Lexeme, level: Amount) -> Compare:
        return Compare(Value("level", CHAMPION), ">=", level)

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

    def become_distant(self, verb: Lexeme) -> Clause:
        return Clause((Modify(SUBJECT, gains=("distant",), until="its turn"),), is_third(verb))

    def is_distant(self, what: Ref) -> Compare:
        return Compare(Fits(what, DISTANT), "=", 1)

    def your_influence(self, comparison: tuple[Comparison, Amount]) -> Compare:
        return Compare(Value("influence", YOU), *comparison)

    def you_have(self, counted: Compare) -> Compare:
        if not isinstance(counted.left, Count) or counted.left.what.of != "you" or not counted.left.what.zone:
            return super().you_have(counted)
        return counted

    def grant_itself(self, what: Ref) -> Ref:
        return SELF if what.kind == "pronoun" and what.what is None else what

    def tap_yours(self, _verb: Lexeme, what: Filter) -> CostPart:
        return TapOther(replace(what, of="you"))

    def recover(self, verb: Lexeme, amount: Amount) -> Clause:
        return Clause((GainLife(amount, SUBJECT),), is_third(verb))

    def draw_into_memory(self, verb: Lexeme, amount: Amount) -> Clause:
        return Clause((Draw(amount, SUBJECT, "memory"),), is_third(verb))

    def negate(self, verb: Lexeme, refs: tuple[Ref, ...]) -> Clause:
        return Clause(tuple(CounterSpell(ref) for ref in refs), is_third(verb))

    def mill_top(self, verb: Lexeme, *parts: object) -> Clause:
        number = next((part for part in parts if not isinstance(part, Lexeme)), 1)
        return Clause((Mill(number, SUBJECT),), is_third(verb))  # type: ignore[arg-type]  # an Amount

    def create_rested(self, verb: Lexeme, count: Amount, token: Token, _rested: Lexeme) -> Clause:
        return Clause((replace(token, count=count, who=SUBJECT, tapped=True),), is_third(verb))

    def kind_of_token(self, *parts: object) -> Token:
        """A token's kind, by its name alone."""
        name = " ".join(str(part) for part in parts if isinstance(part, str) and not isinstance(part, Lexeme))
        table = token_tables().get(name)
        if table is None:
            raise Reject
        front, _, back = str(table["type"]).lower().partition(" - ")
        types = (*(word for word in front.split() if word != "token"), *back.split())
        element = str(table.get("element", "")).lower().split()
        abilities = tuple(
            ability
            for line in str(table.get("text", "")).split("\n")
            if line
            for ability in self.quoted(Lexeme("QUOTED", f'"{line}"', line=1, column=1))
        )
        power, life = table.get("power", 0), table.get("life", 0)
        assert isinstance(power, int)
        assert isinstance(life, int)
        return Token(str(table["name"]), (*types, *element), power, life, abilities=abilities)

    def mana(self, *symbols: Lexeme) -> CostPart:
        if len(symbols) != 1:
            raise Reject
        number = symbols[0][1:-1]
        return Reserve(Variable() if number == "X" else int(number))

    def split_price(self, price: Amount | CostPart) -> tuple[Amount, tuple[str, ...]]:
        """A price in reserve, also written as a symbol: "(2) more" is "2 more"."""
        if isinstance(price, Reserve):
            return price.amount, ()
        return super().split_price(price)  # type: ignore[arg-type]  # no other symbol is a price

    def cost_of_abilities(self, what: Filter) -> tuple[CostChange, ...]:
        return (CostChange(USE_ABILITY, "more", 0, what, resource="reserve"),)

    def changed(self, what: Filter) -> CostChange:
        if what.kinds == (("ability",),) and not what.tests:
            return CostChange(USE_ABILITY, "more", 0, who=what.of, resource="reserve")
        if any("ability" in kind for kind in what.kinds):
            raise Reject
        plain = replace(what, of="", zone="stack")
        every = what.kinds == (("card",),) and not what.tests
        return CostChange("activate", "more", 0, None if every else plain, who=what.of, resource="reserve")

    def priced_self(self) -> CostChange:
        return CostChange("activate", "more", 0, source=True, resource="reserve")

    def priced_for(self, change: CostChange, action: str) -> CostChange:
        if change.action == USE_ABILITY:
            if action != "activate":
                raise Reject
            return change
        return replace(change, action=action, resource=RESOURCE_OF[action])


def _as_it_attacks(grant: Grant) -> Grant:
    """A change that something has as it attacks: the card itself, or whichever of others is attacking."""
    if grant.what is None:
        return replace(grant, condition=ATTACKING)
    if grant.what != YOUR_CHAMPION:
        raise Reject
    return replace(grant, what=replace(YOUR_CHAMPION, tests=(IS_ATTACKING,)))


GOVERNING: Final = (If, IfDid, May, Later, UnlessPays)


@dataclass(frozen=True, slots=True)
class Suppressed(Move):
    """Three instructions as the one word that stands for them."""


def suppressing(effects: tuple[Instruction, ...]) -> tuple[Instruction, ...]:
    """Instructions as they are said: what is banished and comes back in the end phase is suppressed."""
    found: list[Instruction] = list(effects)
    for at in range(len(found) - 3, -1, -1):
        match found[at : at + 3]:
            case [
                Move(zone="exile") as away,
                Later(steps=1, events=(Event(name="step", how="end phase", who=""),)),
                Move(zone="battlefield", under="owner"),
            ]:
                found[at : at + 3] = [Suppressed(away.what, "exile")]
                for n, effect in enumerate(found[:at]):
                    if isinstance(effect, GOVERNING) and n + effect.steps > at:
                        found[n] = replace(effect, steps=effect.steps - 2)
    return tuple(found)


@dataclass(frozen=True, slots=True)
class Summoned(Token):
    """Two instructions as one: a token, and the counters with which it is summoned."""

    counter: str = ""
    number: int = 1


def with_counters(effects: tuple[Instruction, ...]) -> tuple[Instruction, ...]:
    """Instructions as they are said: counters that are put on a token as it is summoned belong to it."""
    found: list[Instruction] = []
    for effect in effects:
        last = found[-1] if found else None
        is_one = isinstance(last, Token) and last.count == 1 and last.name.lower() in token_tables()
        if is_one and isinstance(effect, PutCounters) and effect.what == IT and isinstance(effect.amount, int):
            assert isinstance(last, Token)
            own = {field.name: getattr(last, field.name) for field in fields(last)}
            found[-1] = Summoned(**own, counter=effect.name, number=effect.amount)
        else:
            found.append(effect)
    return tuple(found) if not any(isinstance(effect, GOVERNING) for effect in effects) else effects


class ActionRenderer(Renderer):
    """Writes the phrases about actions."""

    _asked = False
    """Whether a condition of this body was about your champion, or they were rested before."""

    def ability(self, ability: object) -> str:
        if "briefly" in self.wording:
            ability = with_sums(ability)
        text = super().ability(ability)  # type: ignore[arg-type]  # an Ability
        for shared, own in OWN_WORDS:
            text = text.replace(shared, own).replace(shared.capitalize(), own.capitalize())
        return text

    @ABILITIES.writer(Inherited)
    def inherited(self, ability: Inherited) -> str:
        return f"inherited effect: {capital(self._ability(ability.ability))}"

    def keyword(self, keyword: Keyword) -> str:
        return "this lineage" if keyword.name == "lineage" else super().keyword(keyword)

    def word(self, word: str, singular: str = "") -> str:
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

    def fits_condition(self, fits: Fits, condition: Compare) -> str:
        if fits.what == DISTANT and condition.right == 1:
            return f"{self.ref(fits.of)} is distant"
        words = fits.what.kinds[0]
        if fits.what == Filter((words,)) and len(words) == 1 and words[0] in self.vocabulary.colors:
            return f"{self.ref(fits.of)} {'is' if condition.right else 'is not'} {words[0]} element"
        return super().fits_condition(fits, condition)

    def value_condition(self, value: Value, condition: Compare) -> str:
        if condition == CHAMPION_DAMAGED:
            return "your champion has taken damage this turn"
        if condition == BALANCED:
            return "the amount of cards in your hand and memory are equal"
        if value.field == "influence":
            return f"your influence is {self.comparison(condition.op, condition.right)}"
        return super().value_condition(value, condition)

    def tally_condition(self, tally: Tally, condition: Compare) -> str:
        if condition == LEVELED_UP:
            return "your champion has leveled up this turn"
        if (tally.event, tally.who) == ("activated", "you") and tally.what is not None:
            cards = replace(tally, what=replace(tally.what, zone="hand"))
            return f"you've activated {self._how_many_times(cards, condition)} this turn"
        return super().tally_condition(tally, condition)

    def opponents_condition(self, left: Opponents, condition: Compare) -> str:
        own = left.amount
        if not isinstance(own, Count) or own.what.of != "you" or own.what.zone in ("battlefield", "stack", "hand"):
            return super().opponents_condition(left, condition)
        cards = self._how_many(replace(own.what, of="", zone="hand"), condition)
        return f"an opponent has {cards} in their {own.what.zone}"

    def triggered(self, ability: Triggered) -> str:
        name = NAMES.get(ability.events[0]) if len(ability.events) == 1 else None
        if name is None or ability.condition is not None or ability.once_each_turn or ability.done_once:
            return super().triggered(ability)
        return f"{name}: {self.text(ability.body, ability.modes)}"

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
        word = effect.becomes[0] if len(effect.becomes) == 1 else ""
        if word not in self.vocabulary.colors or effect.base is not None:
            return super()._becomes(effect, many=many, having=having)
        return [f"{'are' if many else 'is'} {self.word(word)}"]

    def value_of(self, amount: Value) -> str:
        """The life of an object; players have none."""
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
        if is_counted or isinstance(amount, Value | Among | Fits):
            return self.with_subject(effect.who, "recover", f"X, where X is {self.value(amount)}")
        return self.with_subject(effect.who, "recover", self.digits(amount) + self.for_each(amount))

    def draw(self, effect: Draw) -> str:
        if effect.into != "memory":
            return super().draw(effect)
        return self.with_subject(effect.who, "draw", f"{self.cards(effect.amount)} into your memory")

    def modify(self, effect: Modify) -> str:
        if (effect.gains, effect.until) != (("distant",), "its turn"):
            return self._attacks_get(effect) or super().modify(effect)
        many = self._base or self.is_plural(effect.what)
        return f"{self.ref(effect.what)} {'become' if many else 'becomes'} distant"

    def case_named(self, static: Static, case: Compare) -> str:
        """A bonus of attacks names the case in which there is an attack."""
        if not isinstance(static, Grant) or case != ATTACKING:
            return super().case_named(static, case)
        if not isinstance(static.power, int) or static != Grant(
            power=static.power, source=True, condition=static.condition
        ):
            return ""
        return f"this's attacks get {signed(static.power)} POWER"

    def static_sentence(self, static: Static) -> str:
        said = self._champions_attacks_get(static) if isinstance(static, Grant) else ""
        return said or super().static_sentence(static)

    def _champions_attacks_get(self, static: Grant) -> str:
        """The words for the power that attacks of one's champion get; "" if it is something else."""
        attacking = replace(YOUR_CHAMPION, tests=(IS_ATTACKING,))
        if not isinstance(static.power, int) or static != Grant(attacking, static.power, condition=static.condition):
            return ""
        return f"your champion's attacks get {signed(static.power)} POWER"

    def _attacks_get(self, effect: Modify) -> str:
        """The words for attacks that get something: what attacks has it while it does; "" if it has something else."""
        first, more = effect.abilities[0] if effect.abilities else None, effect.abilities[1:]
        power = first.power if isinstance(first, Grant) else 0
        if not power or first != Grant(power=power, source=True, condition=ATTACKING):
            return ""
        if effect != Modify(effect.what, until=effect.until, abilities=effect.abilities, gains=effect.gains):
            return ""
        gains = self.granted(effect.gains, more)
        gained = f" and gain {gains}" if gains else ""
        return f"{self.possessive(effect.what)} attacks get {signed(power)} POWER{gained}{self.until(effect.until)}"

    def discard(self, effect: Discard) -> str:
        match effect.what:
            case Ref(kind="chosen", what=Filter() as fitting, count=count):
                return self.with_subject(effect.who, "discard", self.counted(count, replace(fitting, of="")))
            case _:
                return super().discard(effect)

    @ACTIONS.writer(CounterSpell)
    def negate(self, effect: CounterSpell) -> str:
        return f"negate {self.ref(effect.what)}"

    def mill(self, effect: Mill) -> str:
        whose = "your" if effect.who == YOU else "their"
        top = "card" if effect.amount == 1 else f"{self.number(effect.amount)} cards"
        return self.with_subject(effect.who, "put", f"the top {top} of {whose} deck into {whose} graveyard")

    def create_token(self, effect: Token) -> str:
        if effect.name.lower() not in token_tables():
            return super().create_token(effect)
        rested = " rested" if effect.tapped else ""
        return self.with_subject(effect.who, "summon", self.counted_tokens(effect, f"{effect.name} ") + rested)

    def _sentences(self, body: Body, antecedent: Ref, noun: str, *, trailing_if: bool = False) -> str:
        self._asked = False
        body = replace(body, effects=with_counters(suppressing(body.effects)))
        return super()._sentences(body, antecedent, noun, trailing_if=trailing_if)

    @ACTIONS.writer(Summoned)
    def summoned(self, effect: Summoned) -> str:
        return f"{self.create_token(effect)} with {self.counters(effect.number, effect.counter)} on it"

    @ACTIONS.writer(Suppressed)
    def suppressed(self, effect: Suppressed) -> str:
        return f"suppress {self.ref(effect.what)}"

    def _sentence(self, effects: tuple[Instruction, ...]) -> str:
        return f"{agility_of(effects)}." if agility_of(effects) else super()._sentence(effects)

    def _clauses(self, effects: tuple[Instruction, ...]) -> str:
        return agility_of(effects) or super()._clauses(effects)

    def _core(self, effects: tuple[Instruction, ...]) -> str:
        worked_out = sum_in(effects) if "briefly" in self.wording else None
        if worked_out is not None:
            brief = put(effects, worked_out, Variable(f"{worked_out.left}+X"))
            return f"{self._core(brief)}, where X is {self.value(worked_out.right)}"
        return agility_of(effects) or super()._core(effects)

    def number(self, amount: Amount) -> str:
        return amount.name if isinstance(amount, Variable) else super().number(amount)

    def digits(self, amount: Amount) -> str:
        return amount.name if isinstance(amount, Variable) else super().digits(amount)

    def _limits(self, limits: tuple[Limit, ...]) -> str:
        said = super()._limits(limits).replace("Activate only", "Activate this ability only")
        return said.replace("as a sorcery", "at slow speed")

    def _own_price(self, limit: Limit) -> str:
        """A price in reserve; the case in which it holds is asked as the ability is activated."""
        said = OWN_PRICE.sub(r"(\1)", super()._own_price(limit), count=1)
        return said.replace(" to activate if ", " to activate as long as ")

    def until(self, until: UntilWord) -> str:
        return " until the beginning of your next turn" if until == "your turn" else super().until(until)

    def count_condition(self, count: Count, condition: Compare) -> str:
        said = super().count_condition(count, condition)
        what = count.what
        if what.of != "you" or what.zone in ("hand", "battlefield", "stack"):
            return said
        for there in ("there is ", "there are "):
            if said.startswith(there):
                return f"you have {said.removeprefix(there)}"
        return said

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
        """A change for each card that the text just moved."""
        if not isinstance(effect.power, Done) or effect.toughness or effect.level:
            raise Unwritable(effect)
        return f"{signed(effect.power.times)} POWER", " for each card banished this way"

    def cost_change(self, change: CostChange) -> str:
        if change.action != USE_ABILITY or change.what is not None:
            return super().cost_change(replace(change, action=change.action.partition(" ")[0]))
        said = "" if not change.who else f" {'you' if change.who == 'you' else 'your opponents'} activate"
        each = self.for_each(change.amount) if isinstance(change.amount, Count | Per) else ""
        return f"abilities{said} cost {self.price(change)} {change.operation} to activate{each}"

    def played(self, action: str) -> str:
        return ""

    def price(self, change: CostChange) -> str:
        return self.digits(change.amount)

    def tap_other(self, part: TapOther) -> str:
        match part:
            case TapOther(what=Filter(kinds=(("champion",),), of="you") as what, count=1):
                return f"{self.terms['tap']} your {self.noun(replace(what, of=''))}"
            case _:
                return super().tap_other(part)

    @COST_PARTS.writer(Reserve)
    def reserve(self, part: Reserve) -> str:
        return f"({self.digits(part.amount)})"


def with_sums(ability: object) -> object:
    """An ability with the champion's level as LV, and as "2+LV" where it is added to a number."""

    def brief(part: object) -> object:
        match part:
            case Math(op="+", left=int(left), right=Variable(name="LV")):
                return Variable(f"{left}+LV")
            case _:
                return Variable("LV") if part == CHAMPIONS_LEVEL else part

    return rewrite(ability, brief, besides=(Compare,))


def sum_in(effects: tuple[Instruction, ...]) -> Math | None:
    """The one sum of a number and what is counted in some instructions, if there is one."""
    found = {
        value
        for effect in effects
        for value in (getattr(effect, "amount", 0), getattr(effect, "count", 0))
        if isinstance(value, Math) and value.op == "+" and isinstance(value.left, int)
    }
    return found.pop() if len(found) == 1 else None


def agility_of(effects: tuple[Instruction, ...]) -> str:
    """The words for the return of cards from memory in the end phase; "" for anything else."""
    match effects:
        case (Later(events=(Event(name="step", how="end phase", who=""),)), Move(what=cards, zone="hand")):
            if cards.what == YOUR_MEMORY and isinstance(cards.count, int):
                return f"you gain agility {cards.count} for this turn"
    return ""
