"""From the grammar's phrases to ability records: one method for each alternative of ``grammar.lark``.

A method takes what its phrase consists of and returns the record, or a value of ``engine.text.phrases`` where the
rest of the text decides. It raises ``Reject`` for what the grammar allows and the language does not.
"""

# a method means the phrase of its name in grammar.lark

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final, TypeAlias, TypeVar

from lark import Token as Lexeme
from lark import Transformer, v_args

from engine.abilities import (
    EVENT,
    SELF,
    YOU,
    Ability,
    Activated,
    AdditionalCost,
    AddMana,
    AlternativeCost,
    Amount,
    Compare,
    Cost,
    CostChange,
    CostPart,
    Count,
    Damage,
    Destroy,
    Discard,
    DiscardCost,
    DiscardSelf,
    Draw,
    Edict,
    EntersWith,
    Event,
    EventAmount,
    Filter,
    Forbid,
    GainControl,
    GainLife,
    Grant,
    If,
    Instruction,
    Keyword,
    Limit,
    LoseLife,
    Mana,
    May,
    Mill,
    Modify,
    Move,
    PayLife,
    Prevent,
    PutCounters,
    PutCountersCost,
    Ref,
    RemoveCounters,
    Sacrifice,
    SacrificeEffect,
    SacrificeSelf,
    Scry,
    Search,
    SpellText,
    SpendAs,
    StateTriggered,
    Static,
    Tap,
    TapOther,
    TapSelf,
    TargetSpec,
    Test,
    ThisTurn,
    Token,
    Triggered,
    UnlessPays,
    Untap,
    UntapSelf,
    Value,
    Variable,
)
from engine.text.phrases import (
    SUBJECT,
    Alternatives,
    Choice,
    Clause,
    LeadingIf,
    Sentences,
    Suffix,
    TargetRef,
    bind_text,
    has,
    put,
    rewrite,
    with_subject,
)
from engine.text.reading import Reject
from engine.text.words import Vocabulary

NUMBERS: Final = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
Effects: TypeAlias = tuple[Instruction, ...]
Watched: TypeAlias = tuple[tuple[Filter | None, bool], ...]
PLAYED: Final = ("cast", "activate")
"""What is forbidden to players and not to objects."""


def is_third(verb: Lexeme) -> bool:
    """Whether a verb has the form of the third person ("draws")."""
    return verb.lower().endswith("s")


@v_args(inline=True)
class Compiler(Transformer[Lexeme, object]):
    """The shared phrases. A game's compiler adds those of its own grammar."""

    def __init__(self, vocabulary: Vocabulary, quoted: Callable[[Lexeme], tuple[Ability, ...]]) -> None:
        super().__init__()
        self.vocabulary = vocabulary
        self.quoted = quoted

    # --- abilities ---

    def start(self, found: Ability | tuple[Ability, ...]) -> tuple[Ability, ...]:
        return found if isinstance(found, tuple) else (found,)

    def activated(self, cost: Cost, text: Sentences | Choice, *limits: tuple[Limit, ...]) -> Activated:
        body, modes = bind_text(text)
        return Activated(cost, body, modes, tuple(limit for group in limits for limit in group))

    def triggered(self, trigger: tuple[Event, ...], *rest: object) -> Triggered:
        parts = list(rest)
        once = bool(parts) and parts[-1] is True
        if once:
            parts.pop()
        text = parts.pop()
        assert isinstance(text, Sentences | Choice)
        if isinstance(text, Sentences) and isinstance(text.effects[0], LeadingIf):
            raise Reject  # that "if" belongs to the trigger
        condition = parts.pop() if parts else None
        antecedent = SELF if trigger[0].source or trigger[0].what is None else EVENT
        body, modes = bind_text(text, antecedent)
        assert condition is None or isinstance(condition, Compare)
        return Triggered(trigger, body, modes, _settled(condition, antecedent), once)

    def once(self) -> bool:
        return True

    def state_triggered(self, condition: Compare, text: Sentences) -> StateTriggered:
        return StateTriggered(condition, bind_text(text)[0])

    def spell(self, text: Sentences | Choice) -> SpellText:
        body, modes = bind_text(text)
        bodies = (body, *(modes.options if modes else ()))
        if any(isinstance(i, Modify) and not i.until for b in bodies for i in b.effects):
            raise Reject  # that is a static ability
        return SpellText(body, modes)

    def additional_cost(self, _action: Lexeme, _self: Ref, cost: Cost) -> AdditionalCost:
        return AdditionalCost(cost)

    def alternative_cost(self, cost: Cost, _self: Ref) -> AlternativeCost:
        return AlternativeCost(cost)

    def keyword_line(self, *keywords: Ability) -> tuple[Ability, ...]:
        return keywords

    def bare_keyword(self, word: Lexeme) -> Ability:
        return Keyword(word.lower())

    def keyword_with_cost(self, word: Lexeme, cost: Cost) -> Ability:
        return Keyword(word.lower(), 0, cost)

    def keyword_with_number(self, word: Lexeme, number: Amount) -> Ability:
        if not isinstance(number, int):
            raise Reject
        return Keyword(word.lower(), number)

    # --- limits ---

    def limits(self, _verb: Lexeme, *parts: Limit | Lexeme) -> tuple[Limit, ...]:
        return tuple(part for part in parts if isinstance(part, Limit))

    def any_player(self) -> tuple[Limit, ...]:
        return (Limit("any player"),)

    def only_opponents(self) -> tuple[Limit, ...]:
        return (Limit("opponents"),)

    def x_is(self, _x: Lexeme, value: Amount) -> tuple[Limit, ...]:
        return (Limit("x is", value=_settled(value, SELF)),)

    def limit_once(self) -> Limit:
        return Limit("once")

    def limit_twice(self) -> Limit:
        return Limit("once", 2)

    def limit_times(self, number: Amount) -> Limit:
        if not isinstance(number, int) or number < 3:
            raise Reject
        return Limit("once", number)

    def limit_your_turn(self) -> Limit:
        return Limit("your turn")

    def limit_sorcery(self) -> Limit:
        return Limit("sorcery")

    def limit_instant(self) -> Limit:
        return Limit("instant")

    def limit_upkeep(self) -> Limit:
        return Limit("upkeep")

    def limit_combat(self) -> Limit:
        return Limit("combat")

    def limit_condition(self, condition: Compare) -> Limit:
        return Limit("condition", condition=_settled(condition, SELF))

    # --- bodies ---

    def body(self, *sentences: Effects) -> Sentences:
        return Sentences(tuple(effect for sentence in sentences for effect in sentence))

    def modes(self, choose: tuple[int, int, str], _dash: Lexeme, *modes: Sentences) -> Choice:
        return Choice(tuple(mode.effects for mode in modes), *choose)

    def mode(self, _bullet: Lexeme, body: Sentences) -> Sentences:
        return body

    def inline_modes(self, choose: tuple[int, int, str], _dash: Lexeme, *modes: Clause) -> Choice:
        return Choice(tuple(_effects(mode) for mode in modes), *choose)

    def choose_one(self) -> tuple[int, int, str]:
        return 1, 1, "you"

    def choose_two(self) -> tuple[int, int, str]:
        return 2, 2, "you"

    def choose_one_or_both(self) -> tuple[int, int, str]:
        return 1, 2, "you"

    def choose_one_or_more(self) -> tuple[int, int, str]:
        return 1, 99, "you"

    def opponent_chooses(self) -> tuple[int, int, str]:
        return 1, 1, "opponent"

    def plain(self, effects: Effects) -> Effects:
        return effects

    def said(self, clauses: Clause) -> Effects:
        return _effects(clauses)

    def where(self, clauses: Clause, _x: Lexeme, value: Amount) -> Effects:
        effects = _effects(clauses)
        if not has(effects, Variable):
            raise Reject
        return put(effects, Variable(), value)

    def if_first(self, condition: Compare, effects: Effects) -> Effects:
        return (LeadingIf(len(effects), condition), *effects)

    def if_last(self, clauses: Clause, condition: Compare) -> Effects:
        effects = _effects(clauses)
        return (If(len(effects), condition), *effects)

    def unless(self, clauses: Clause, who: Ref, cost: Cost) -> Effects:
        effects = _effects(clauses)
        return (UnlessPays(len(effects), who, cost), *effects)

    def may_pay(self, who: Ref, cost: Cost, again: Ref, _do: Lexeme, effects: Effects) -> Effects:
        if who != again and again.kind not in ("pronoun", "that player"):
            raise Reject
        return (May(len(effects), who, cost), *effects)

    def duration_first(self, duration: str, clauses: Clause) -> Effects:
        effects = _effects(clauses)
        if not all(isinstance(effect, Modify | GainControl) and not effect.until for effect in effects):
            raise Reject
        return tuple(replace(e, until=duration) for e in effects if isinstance(e, Modify | GainControl))

    def this_turn(self, statics: tuple[Static, ...]) -> Effects:
        if not all(
            isinstance(static, CostChange) or (isinstance(static, Forbid) and static.action in PLAYED)
            for static in statics
        ):
            raise Reject  # what happens to objects is a modification
        return tuple(ThisTurn(static) for static in statics)

    def clauses(self, clause: Clause) -> Clause:
        return clause

    def joined_and(self) -> str:
        return "and"

    def joined_then(self) -> str:
        return "then"

    def join(self, left: Clause, joiner: str, right: Clause) -> Clause:
        """Two clauses as one: the second goes on with the subject of the first unless it has its own."""
        second = right
        if right.subject is None:
            if left.subject is not None:
                second = replace(right, effects=with_subject(right.effects, left.subject), subject=left.subject)
            elif right.third:
                raise Reject
            if _is_open(left.effects) and _is_modify(right.effects):
                raise Reject  # one set of modifications, not two
        effects = _effects(second)
        first = _effects(left)
        if left.may:
            may = first[0]
            assert isinstance(may, May)
            first = (replace(may, steps=may.steps + len(effects)), *first[1:])
        return Clause(first + effects, left.third, left.subject, left.may)

    def imperative(self, action: Clause) -> Clause:
        return action

    def then_clause(self, clause: Clause) -> Clause:
        return clause

    def clause(self, subject: Ref, action: Clause) -> Clause:
        if action.subject is not None or (subject == YOU and action.third):
            raise Reject
        return Clause(with_subject(action.effects, subject), action.third, subject)

    def may(self, subject: Ref, action: Clause) -> Clause:
        if action.third:
            raise Reject
        effects = with_subject(action.effects, subject)
        return Clause((May(len(effects), subject), *effects), False, subject, may=True)

    def may_have(self, who: Ref, subject: Ref, action: Clause) -> Clause:
        if action.third:
            raise Reject
        effects = with_subject(action.effects, subject)
        return Clause((May(len(effects), who), *effects), False, who, may=True)

    def for_each(self, action: Clause, what: Filter) -> Clause:
        effects = list(action.effects)
        if len(effects) != 1 or isinstance(effects[0], Modify):
            raise Reject
        return replace(action, effects=(_times(effects[0], what),))

    # --- actions ---

    def deal(self, verb: Lexeme, *damages: Effects) -> Clause:
        return _act(verb, *(d for damage in damages for d in damage))

    def damage(self, amount: Amount, to: tuple[Ref, ...]) -> Effects:
        return tuple(Damage(amount, ref, SUBJECT) for ref in to)

    def damage_to(self, to: tuple[Ref, ...], amount: Amount) -> Effects:
        return self.damage(amount, to)

    def damage_divided(self, amount: Amount, target: TargetRef) -> Effects:
        return (Damage(amount, replace(target, spec=replace(target.spec, divided=amount)), SUBJECT),)

    def draw(self, verb: Lexeme, amount: Amount) -> Clause:
        return _act(verb, Draw(amount, SUBJECT))

    def discard(self, verb: Lexeme, amount: Amount) -> Clause:
        return _act(verb, Discard(amount, SUBJECT))

    def discard_at_random(self, verb: Lexeme, amount: Amount) -> Clause:
        return _act(verb, Discard(amount, SUBJECT, at_random=True))

    def gain_life(self, verb: Lexeme, amount: Amount) -> Clause:
        return _act(verb, GainLife(amount, SUBJECT))

    def lose_life(self, verb: Lexeme, amount: Amount) -> Clause:
        return _act(verb, LoseLife(amount, SUBJECT))

    def destroy(self, verb: Lexeme, refs: tuple[Ref, ...]) -> Clause:
        return _act(verb, *(Destroy(ref) for ref in refs))

    def sacrifice_self(self, verb: Lexeme, ref: Ref) -> Clause:
        return _act(verb, SacrificeEffect(ref))

    def sacrifice_ref(self, verb: Lexeme, ref: Ref) -> Clause:
        return _act(verb, SacrificeEffect(ref))

    def edict(self, verb: Lexeme, count: Amount, what: Filter) -> Clause:
        return _act(verb, Edict(SUBJECT, what, count))

    def exile(self, verb: Lexeme, refs: tuple[Ref, ...]) -> Clause:
        return _act(verb, *(Move(ref, "exile") for ref in refs))

    def move(self, verb: Lexeme, refs: tuple[Ref, ...], zone: tuple[str, bool]) -> Clause:
        return _act(verb, *(Move(ref, *zone) for ref in refs))

    def move_back(self, verb: Lexeme, zone: tuple[str, bool], refs: tuple[Ref, ...]) -> Clause:
        return self.move(verb, refs, zone)

    def tap(self, verb: Lexeme, refs: tuple[Ref, ...]) -> Clause:
        return _act(verb, *(Tap(ref) for ref in refs))

    def untap(self, verb: Lexeme, refs: tuple[Ref, ...]) -> Clause:
        return _act(verb, *(Untap(ref) for ref in refs))

    def create(self, verb: Lexeme, count: Amount, token: Token) -> Clause:
        return _act(verb, replace(token, count=count, who=SUBJECT))

    def put_counters(self, verb: Lexeme, count: Amount, name: str, refs: tuple[Ref, ...]) -> Clause:
        return _act(verb, *(PutCounters(ref, name, count) for ref in refs))

    def mill(self, verb: Lexeme, amount: Amount) -> Clause:
        return _act(verb, Mill(amount, SUBJECT))

    def scry(self, verb: Lexeme, amount: Amount) -> Clause:
        return _act(verb, Scry(amount))

    def search(self, verb: Lexeme, wanted: tuple[Filter, Amount], found: tuple[tuple[str, bool], bool]) -> Clause:
        (zone, tapped), revealed = found
        return _act(verb, Search(replace(wanted[0], zone="library"), zone, wanted[1], tapped, revealed, SUBJECT))

    def search_one(self, _article: Lexeme, what: Filter) -> tuple[Filter, Amount]:
        return what, 1

    def search_some(self, number: Amount, what: Filter) -> tuple[Filter, Amount]:
        return what, number

    def found_hidden(self, _pronoun: Ref, zone: tuple[str, bool]) -> tuple[tuple[str, bool], bool]:
        return zone, False

    def found_revealed(self, _one: Ref, _other: Ref, zone: tuple[str, bool]) -> tuple[tuple[str, bool], bool]:
        return zone, True

    def modify(self, change: Modify) -> Clause:
        return Clause((change,))

    def modify_until(self, change: Modify, duration: str) -> Clause:
        return Clause((replace(change, until=duration),))

    def cannot_until(self, _cant: Lexeme, what: str, duration: str) -> Clause:
        return Clause((Modify(SUBJECT, gains=(f"can't {what}",), until=duration),))

    def prevent(self, number: Amount, to: Ref) -> Clause:
        return Clause((Prevent(number, to),))

    def prevent_combat(self) -> Clause:
        return Clause((Prevent(-1, Ref("each", 0, Filter()), combat=True),))

    def gain_control(self, verb: Lexeme, what: Ref, duration: str = "") -> Clause:
        return _act(verb, GainControl(what, SUBJECT, duration))

    def counted(self, count: Amount, _card: Lexeme) -> Amount:
        return count

    def equal_cards(self, _card: Lexeme, value: Amount) -> Amount:
        return value

    def to_hand(self, _words: Lexeme) -> tuple[str, bool]:
        return "hand", False

    def to_top(self, _words: Lexeme) -> tuple[str, bool]:
        return "library top", False

    def to_bottom(self, _words: Lexeme) -> tuple[str, bool]:
        return "library bottom", False

    def to_graveyard(self, _words: Lexeme) -> tuple[str, bool]:
        return "graveyard", False

    def to_battlefield(self, _words: Lexeme) -> tuple[str, bool]:
        return "battlefield", False

    def to_battlefield_tapped(self, _words: Lexeme) -> tuple[str, bool]:
        return "battlefield", True

    def counters(self, name: str, _word: Lexeme) -> str:
        return name

    def counter_name(self, word: Lexeme) -> str:
        return str(word)

    def token(self, *parts: object) -> Token:
        """A token's kind; its name is its subtypes."""
        words: list[str] = []
        power = toughness = 0
        tapped = False
        gains: tuple[tuple[str, ...], tuple[Ability, ...]] = ((), ())
        for part in parts:
            if isinstance(part, Lexeme) and part.type == "TAPPED":
                tapped = True
            elif isinstance(part, Lexeme) and part.type == "PAIR":
                power, toughness = _pair(part)
            elif isinstance(part, Test):
                raise Reject
            elif isinstance(part, str) and not isinstance(part, Lexeme):
                words.append(part)
            elif isinstance(part, tuple):
                gains = part
        name = " ".join(word.title() for word in words if self.vocabulary.is_subtype(word))
        return Token(name or words[-1].title(), tuple(words), power, toughness, *gains, tapped=tapped)

    # --- modifications ---

    def modifications(self, *parts: Modify) -> Modify:
        """Several modifications as one."""
        whole = parts[0]
        for part in parts[1:]:
            whole = replace(
                whole,
                power=_either(whole.power, part.power),
                toughness=_either(whole.toughness, part.toughness),
                gains=whole.gains + part.gains,
                loses=whole.loses + part.loses,
                abilities=whole.abilities + part.abilities,
                becomes=whole.becomes + part.becomes,
                base=part.base if whole.base is None else whole.base,
            )
        return whole

    def get(self, _verb: Lexeme, change: Lexeme) -> Modify:
        power, toughness = _change(change)
        return Modify(SUBJECT, power, toughness, until="")

    def get_for_each(self, _verb: Lexeme, change: Lexeme, what: Filter) -> Modify:
        power, toughness = _change(change)
        whole = _times(Modify(SUBJECT, power, toughness, until=""), what)
        assert isinstance(whole, Modify)
        return whole

    def gain(self, _verb: Lexeme, abilities: tuple[tuple[str, ...], tuple[Ability, ...]]) -> Modify:
        return Modify(SUBJECT, gains=abilities[0], until="", abilities=abilities[1])

    def lose(self, _verb: Lexeme, keyword: Lexeme) -> Modify:
        return Modify(SUBJECT, loses=(keyword.lower(),), until="")

    def become(self, _verb: Lexeme, _article: Lexeme, *parts: object) -> Modify:
        base = next((_pair(p) for p in parts if isinstance(p, Lexeme) and p.type == "PAIR"), None)
        words = tuple(p for p in parts if isinstance(p, str) and not isinstance(p, Lexeme))
        if any(isinstance(p, Test) for p in parts):
            raise Reject
        return Modify(SUBJECT, until="", becomes=words, base=base)

    def abilities(
        self, *parts: tuple[tuple[str, ...], tuple[Ability, ...]]
    ) -> tuple[tuple[str, ...], tuple[Ability, ...]]:
        return tuple(w for words, _ in parts for w in words), tuple(a for _, group in parts for a in group)

    def granted_keyword(self, word: Lexeme) -> tuple[tuple[str, ...], tuple[Ability, ...]]:
        return (word.lower(),), ()

    def granted_ability(self, text: Lexeme) -> tuple[tuple[str, ...], tuple[Ability, ...]]:
        return (), self.quoted(text)

    def until_end_of_turn(self) -> str:
        return "turn"

    # --- statics ---

    def static(self, statics: tuple[Static, ...]) -> tuple[Ability, ...]:
        return tuple(_settled(static, SELF) for static in statics)

    def static_while(self, statics: tuple[Static, ...], condition: Compare) -> tuple[Ability, ...]:
        if any(isinstance(static, SpendAs) for static in statics):
            raise Reject
        return self.static(tuple(replace(s, condition=condition) for s in statics if not isinstance(s, SpendAs)))

    def while_static(self, condition: Compare, statics: tuple[Static, ...]) -> tuple[Ability, ...]:
        return self.static_while(statics, condition)

    def static_unless(self, statics: tuple[Static, ...], condition: Compare) -> tuple[Ability, ...]:
        return self.static_while(statics, _opposite(condition))

    def static_floor(self, statics: tuple[Static, ...], floor: int) -> tuple[Ability, ...]:
        if not all(isinstance(s, CostChange) and s.operation == "less" for s in statics):
            raise Reject
        return self.static(tuple(replace(s, floor=floor) for s in statics if isinstance(s, CostChange)))

    def floor(self, _currency: Lexeme, number: Amount, _again: Lexeme) -> int:
        if not isinstance(number, int):
            raise Reject
        return number

    def grant(self, what: Ref, change: Modify) -> tuple[Static, ...]:
        if change.loses or change.becomes or change.base is not None:
            raise Reject
        where = _where(what)
        return (
            Grant(where[0], change.power, change.toughness, change.gains, change.abilities, None, where[1], where[2]),
        )

    def forbidden(self, word: Lexeme) -> str:
        return str(word.lower())

    def forbid_object(self, what: Ref, *actions: object) -> tuple[Static, ...]:
        found, source, attached = _where(what)
        if attached:
            raise Reject
        return tuple(Forbid(str(a), found, source) for a in actions if not isinstance(a, Lexeme))

    def forbid_counters(self, what: Ref, _cant: Lexeme, _have: Lexeme, counter: str, _it: Lexeme) -> tuple[Static, ...]:
        found, source, attached = _where(what)
        if attached:
            raise Reject
        return (Forbid(f"get {counter} counters", found, source),)

    def forbid_abilities_of(self, what: Filter, _cant: Lexeme) -> tuple[Static, ...]:
        return (Forbid("activate", what),)

    def forbid_abilities(self, what: Filter, _cant: Lexeme) -> tuple[Static, ...]:
        if not any("ability" in kind for kind in what.kinds):
            raise Reject
        return (Forbid("activate", _played(replace(what, of="")), who=what.of),)

    def forbid_player(self, who: Ref, _cant: Lexeme, action: Lexeme, what: Filter) -> tuple[Static, ...]:
        whose = {"you": "you", "opponents": "opponent", "players": ""}.get(who.kind)
        if whose is None or what.of:
            raise Reject
        return (Forbid(self.action(action), _played(what), who=whose),)

    def enters_tapped(self, _self: Ref) -> tuple[Static, ...]:
        return (EntersWith(tapped=True),)

    def enters_with(self, _self: Ref, count: Amount, counter: str) -> tuple[Static, ...]:
        return (EntersWith(counter=counter, amount=count),)

    def cost_change(
        self,
        subject: tuple[CostChange, ...],
        _costs: Lexeme,
        amount: tuple[str, Amount, tuple[str, ...], str],
        each: Filter | None = None,
    ) -> tuple[Static, ...]:
        operation, number, symbols, action = amount
        if each is not None:
            if not isinstance(number, int):
                raise Reject
            number = Count(each, number)
        priced = tuple(self.priced_for(change, action) for change in subject) if action else subject
        return tuple(replace(c, operation=operation, amount=number, symbols=symbols) for c in priced)

    def cost_amount(
        self, price: Amount | Mana, direction: Lexeme, to_action: Lexeme | None = None
    ) -> tuple[str, Amount, tuple[str, ...], str]:
        number, symbols = self.split_price(price)
        action = "" if to_action is None else self.action(Lexeme("ACTION", to_action.lower().removeprefix("to ")))
        return str(direction.lower()), number, symbols, action

    def split_price(self, price: Amount | Mana) -> tuple[Amount, tuple[str, ...]]:
        """A price as its generic number and its other symbols."""
        if not isinstance(price, Mana):
            return price, ()
        number: Amount = 0
        rest: list[str] = []
        for symbol in price.symbols:
            if symbol == "X":
                number = Variable()
            elif symbol.isdigit():
                number = int(symbol)
            else:
                rest.append(symbol)
        return number, tuple(rest)

    def cost_of_noun(self, what: Filter) -> tuple[CostChange, ...]:
        return (self.changed(what),)

    def cost_of_both(self, one: Filter, other: Filter) -> tuple[CostChange, ...]:
        first, second = self.changed(one), self.changed(other)
        if first.action == second.action or one.of:
            raise Reject
        return first, replace(second, who=first.who or second.who)

    def cost_of_yours(self, what: Filter) -> tuple[CostChange, ...]:
        if what.of:
            raise Reject
        return (self.changed(replace(what, of="you")),)

    def cost_of_self(self, _self: Ref) -> tuple[CostChange, ...]:
        return (self.priced_self(),)

    def cost_of_abilities(self, what: Filter) -> tuple[CostChange, ...]:
        return (CostChange(self.ability_action(), "more", 0, what),)

    def at_least(
        self,
        what: Filter,
        least: Amount,
        _currency: Lexeme,
        action: Lexeme,
        _costs: Lexeme,
        price: Amount,
        *_rest: Lexeme,
    ) -> tuple[Static, ...]:
        change = self.changed(what)
        if least != price or change.action != self.action(action):
            raise Reject
        return (replace(change, operation="at least", amount=price),)

    def priced(self, *parts: object) -> Filter:
        (what,) = (part for part in parts if isinstance(part, Filter))
        return what

    def spend_as(self, color: object, *rest: object) -> tuple[Static, ...]:
        if isinstance(color, Test):
            raise Reject
        return (SpendAs(str(color), next((a for a in rest if type(a) is str), "")),)

    def spend_to_activate(self) -> str:
        return self.ability_action()

    def spend_to_cast(self, action: Lexeme, _what: Filter) -> str:
        return self.action(action)

    # --- what a game may say differently ---

    def action(self, word: Lexeme) -> str:
        """The neutral name of what is done with a card ("cast", "activate")."""
        return str(word.lower()).removesuffix("s")

    def ability_action(self) -> str:
        """What is done with abilities."""
        return "activate"

    def changed(self, what: Filter) -> CostChange:
        """A change of what the cards or abilities meant cost; filled in by the caller."""
        plain = replace(what, of="")
        if len({"ability" in kind for kind in what.kinds}) > 1:
            raise Reject
        if any("ability" in kind for kind in what.kinds):
            return CostChange("activate", "more", 0, _played(plain), who=what.of)
        if any("spell" in kind for kind in what.kinds):
            return CostChange("cast", "more", 0, _played(plain), who=what.of)
        raise Reject

    def priced_for(self, change: CostChange, action: str) -> CostChange:
        """The change for the action that the text names."""
        if change.action != action:
            raise Reject
        return change

    def priced_self(self) -> CostChange:
        """A change of what this very card costs."""
        return CostChange("cast", "more", 0, source=True)

    # --- triggers ---

    def event_trigger(self, events: tuple[Event, ...]) -> tuple[Event, ...]:
        return events

    def step_trigger(self, event: Event) -> tuple[Event, ...]:
        return (event,)

    def happens(self, watched: Watched, *happenings: Event) -> tuple[Event, ...]:
        """What happens to each that is watched; ``who`` of an arrival is under whose control."""
        return tuple(_watching(happening, what, source) for happening in happenings for what, source in watched)

    def enters(self) -> Event:
        return Event("enters")

    def enters_yours(self) -> Event:
        return Event("enters", who="you")

    def dies(self, _verb: Lexeme) -> Event:
        return Event("dies")

    def leaves(self) -> Event:
        return Event("leaves")

    def attacks(self, _verb: Lexeme) -> Event:
        return Event("attacks")

    def blocks(self) -> Event:
        return Event("blocks")

    def becomes_blocked(self) -> Event:
        return Event("blocked")

    def becomes_tapped(self) -> Event:
        return Event("taps")

    def becomes_untapped(self) -> Event:
        return Event("untaps")

    def becomes_target(self, _article: Lexeme, by: Filter) -> Event:
        if set(by.kinds) != {("spell",), ("ability",)} or by.of == "you":
            raise Reject
        return Event("becomes target", who=by.of)

    def combat_damage_to_player(self) -> Event:
        return Event("combat damage to player")

    def is_dealt_damage(self) -> Event:
        return Event("damage")

    def played(self, who: str, action: Lexeme, _article: Lexeme, what: Filter) -> tuple[Event, ...]:
        name = {"cast": "cast", "activate": "activated"}.get(self.action(action))
        if name is None or what.of:
            raise Reject
        return (Event(name, _played(what), who=who),)

    def sacrificed(self, who: str, _verb: Lexeme, _article: Lexeme, what: Filter) -> tuple[Event, ...]:
        return (Event("sacrificed", what, who=who),)

    def sacrificed_other(self, who: str, _verb: Lexeme, what: Filter) -> tuple[Event, ...]:
        return (Event("sacrificed", replace(what, other=True), who=who),)

    def discarded(self, who: str, *_words: Lexeme) -> tuple[Event, ...]:
        return (Event("discarded", who=who),)

    def drawn(self, who: str, *_words: Lexeme) -> tuple[Event, ...]:
        return (Event("drawn", who=who),)

    def life_gained(self, who: str, _verb: Lexeme) -> tuple[Event, ...]:
        return (Event("gains life", who=who),)

    def tapped_for_mana(
        self, who: str, _verb: Lexeme, _article: Lexeme, what: Filter, _currency: Lexeme
    ) -> tuple[Event, ...]:
        return (Event("tapped for mana", what, who=who),)

    def watch_self(self, _self: Ref) -> Watched:
        return ((None, True),)

    def watch_noun(self, _article: Lexeme, what: Filter) -> Watched:
        return ((what, False),)

    def watch_other(self, what: Filter) -> Watched:
        return ((replace(what, other=True), False),)

    def watch_either(self, one: Watched, other: Watched) -> Watched:
        return one + other

    def actor_you(self) -> str:
        return "you"

    def actor_any(self) -> str:
        return ""

    def actor_opponent(self) -> str:
        return "opponent"

    def step(self, whose: str, step: Lexeme) -> Event:
        return Event("step", who=whose, step=str(step.lower()))

    def any_step(self, step: Lexeme) -> Event:
        return Event("step", step=str(step.lower()))

    def your_combat(self) -> Event:
        return Event("step", who="you", step="combat")

    def whose_your(self) -> str:
        return "you"

    def whose_any(self) -> str:
        return ""

    def whose_opponent(self) -> str:
        return "opponent"

    # --- conditions ---

    def you_control(self, counted: Compare) -> Compare:
        return _of(counted, "you")

    def opponent_controls(self, counted: Compare) -> Compare:
        return _of(counted, "opponent")

    def there_is(self, counted: Compare) -> Compare:
        return counted

    def on_stack(self, counted: Compare) -> Compare:
        if not isinstance(counted.left, Count) or counted.left.what.zone != "stack":
            raise Reject
        return counted

    def you_have(self, counted: Compare) -> Compare:
        if not isinstance(counted.left, Count) or counted.left.what.zone != "hand":
            raise Reject
        return counted

    def your_life(self, comparison: tuple[str, Amount]) -> Compare:
        return Compare(Value("life", YOU), *comparison)

    def value_is(self, value: Amount, comparison: tuple[str, Amount]) -> Compare:
        return Compare(value, *comparison)

    def x_compared(self, _x: Lexeme, comparison: tuple[str, Amount]) -> Compare:
        return Compare(Variable(), *comparison)

    def is_state(self, ref: Ref, state: Lexeme) -> Compare:
        return Compare(Value(str(state.lower()), ref), "=", 1)

    def has_counters(self, ref: Ref, _verb: Lexeme, counted: Test) -> Compare:
        return Compare(Value(counted.field, ref), counted.op, counted.value)

    def none(self, what: Filter) -> Compare:
        return Compare(Count(what), "=", 0)

    def some(self, _article: Lexeme, what: Filter) -> Compare:
        return Compare(Count(what), ">=", 1)

    def another_some(self, what: Filter) -> Compare:
        return Compare(Count(replace(what, other=True)), ">=", 1)

    def at_least_nouns(self, number: Amount, what: Filter) -> Compare:
        return Compare(Count(what), ">=", number)

    def compared_nouns(self, comparison: tuple[str, Amount], what: Filter) -> Compare:
        return Compare(Count(what), *comparison)

    def some_counters(self, _article: Lexeme, name: str) -> Test:
        return Test(f"counters {name}", ">=", 1)

    def no_counters(self, name: str) -> Test:
        return Test(f"counters {name}", "=", 0)

    def compared_counters(self, comparison: tuple[str, Amount], name: str) -> Test:
        return Test(f"counters {name}", *comparison)

    def or_more(self, number: Amount) -> tuple[str, Amount]:
        return ">=", number

    def or_less(self, number: Amount) -> tuple[str, Amount]:
        return "<=", number

    def exactly(self, number: Amount) -> tuple[str, Amount]:
        return "=", number

    def less_than(self, number: Amount) -> tuple[str, Amount]:
        return "<", number

    def more_than(self, number: Amount) -> tuple[str, Amount]:
        return ">", number

    # --- costs ---

    def cost(self, *parts: CostPart | Cost) -> Cost:
        return _flat(parts)

    def payment(self, *parts: CostPart) -> Cost:
        return parts

    def pay_mana(self, _pay: Lexeme, mana: Mana) -> CostPart:
        return mana

    def tap_self(self, *_words: object) -> CostPart:
        return TapSelf()

    def untap_self(self, _symbol: Lexeme) -> CostPart:
        return UntapSelf()

    def pay_life(self, _pay: Lexeme, amount: Amount) -> CostPart:
        return PayLife(amount)

    def sacrifice_self_cost(self, _verb: Lexeme, _self: Ref) -> CostPart:
        return SacrificeSelf()

    def sacrifice_cost(self, _verb: Lexeme, count: Amount, what: Filter) -> CostPart:
        return Sacrifice(what, count)

    def discard_self_cost(self, _verb: Lexeme, _self: Ref) -> CostPart:
        return DiscardSelf()

    def discard_cost(self, _verb: Lexeme, count: Amount, what: Filter) -> CostPart:
        if not all("card" in kind for kind in what.kinds) or what.of:
            raise Reject
        return DiscardCost(replace(what, zone="hand"), count)

    def remove_counters(self, _verb: Lexeme, count: Amount, name: str, from_: Ref) -> CostPart:
        if from_.kind not in ("self", "champion"):
            raise Reject
        return RemoveCounters(name, count, from_)

    def put_counters_on_self(self, _verb: Lexeme, count: Amount, name: str, _self: Ref) -> CostPart:
        return PutCountersCost(name, count)

    def put_counters_cost(self, _verb: Lexeme, count: Amount, name: str, _article: Lexeme, what: Filter) -> CostPart:
        return PutCountersCost(name, count, what)

    def tap_other(self, _verb: Lexeme, count: Amount, what: Filter) -> CostPart:
        fresh = Test(self.vocabulary.terms["untapped"])
        if fresh not in what.tests:
            raise Reject
        return TapOther(replace(what, tests=tuple(t for t in what.tests if t != fresh)), count)

    def tap_yours(self, _verb: Lexeme, what: Filter) -> CostPart:
        return TapOther(replace(what, of="you"))

    def mana(self, *symbols: Lexeme) -> CostPart:
        return Mana(tuple(symbol[1:-1] for symbol in symbols))

    # --- references ---

    def refs(self, *refs: Ref) -> tuple[Ref, ...]:
        return refs

    def self(self, *_words: Lexeme) -> Ref:
        return SELF

    def pronoun(self, word: Lexeme) -> Ref:
        return Ref("pronoun", _at(word))

    def that(self, word: Lexeme, what: Filter) -> Ref:
        return Ref("pronoun", _at(word), what)

    def first_target(self) -> Ref:
        return Ref("nth target", 0)

    def second_target(self) -> Ref:
        return Ref("nth target", 1)

    def each(self, what: Filter) -> Ref:
        if not what.zone and not what.tests:
            raise Reject  # players have words of their own
        return Ref("each", 0, what)

    def each_other(self, what: Filter) -> Ref:
        return Ref("each", 0, replace(what, other=True))

    def chosen(self, _article: Lexeme, what: Filter) -> Ref:
        return Ref("chosen", 0, what, YOU)

    def chosen_other(self, what: Filter) -> Ref:
        return Ref("chosen", 0, replace(what, other=True), YOU)

    def attached(self, _words: Lexeme) -> Ref:
        return Ref("attached")

    def controller_of(self, whose: Ref) -> Ref:
        return Ref("controller", of=whose)

    def owner_of(self, whose: Ref) -> Ref:
        return Ref("owner", of=whose)

    def you(self) -> Ref:
        return YOU

    def opponents(self) -> Ref:
        return Ref("opponents")

    def players(self) -> Ref:
        return Ref("players")

    def that_player(self, word: Lexeme) -> Ref:
        return Ref("that player", _at(word))

    def its(self, word: Lexeme) -> Ref:
        return Ref("pronoun", _at(word))

    def possessive_self(self, ref: Ref) -> Ref:
        return ref

    def possessive_target(self, target: TargetRef) -> Ref:
        return target

    def one_target(self, word: Lexeme, what: Filter) -> TargetRef:
        return _target(word, TargetSpec(what))

    def other_target(self, word: Lexeme, what: Filter) -> TargetRef:
        return _target(word, TargetSpec(replace(what, other=True)))

    def some_targets(self, number: Amount, word: Lexeme, what: Filter) -> TargetRef:
        return _target(word, TargetSpec(what, number, number))

    def up_to_targets(self, number: Amount, word: Lexeme, what: Filter) -> TargetRef:
        return _target(word, TargetSpec(what, 0, number))

    def any_targets(self, word: Lexeme, what: Filter) -> TargetRef:
        return _target(word, TargetSpec(what, 0, -1))

    def any_target(self, word: Lexeme) -> TargetRef:
        return _target(word, TargetSpec(self.anything()))

    def up_to_any_targets(self, number: Amount, word: Lexeme) -> TargetRef:
        return _target(word, TargetSpec(self.anything(), 0, number))

    def any_any_targets(self, word: Lexeme) -> TargetRef:
        return _target(word, TargetSpec(self.anything(), 0, -1))

    def opponents_choice(self, target: TargetRef) -> TargetRef:
        return replace(target, spec=replace(target.spec, chooser="opponent"))

    def anything(self) -> Filter:
        """What "any target" means."""
        return Filter(self.vocabulary.anything)

    # --- nouns ---

    def noun(self, alternatives: Alternatives, *suffixes: Suffix) -> Filter:
        what = Filter(alternatives.kinds, zone=self.zone_of(alternatives.kinds), tests=alternatives.tests)
        if what.kinds == (("opponent",),):
            what = replace(what, kinds=(("player",),), of="opponent")
        what = replace(
            what, kinds=tuple(("player", "opponent") if kind == ("opponent",) else kind for kind in what.kinds)
        )
        for suffix in suffixes:
            if (suffix.of and what.of) or (suffix.name and what.name):
                raise Reject
            what = replace(
                what,
                of=what.of or suffix.of,
                zone=suffix.zone or what.zone,
                tests=what.tests + suffix.tests,
                name=what.name or suffix.name,
            )
        return what

    def zone_of(self, kinds: tuple[tuple[str, ...], ...]) -> str:
        """Where things of these kinds are unless the text says where."""
        words = {word for kind in kinds for word in kind}
        if words & {"spell", "ability"}:
            return "stack"
        if "card" in words:
            return "hand"
        return "" if words <= {"player", "opponent"} else "battlefield"

    def alternatives(self, *conjunctions: Alternatives) -> Alternatives:
        """The head of the last goes with all: "white or blue creature", "instant or sorcery card"."""
        last = conjunctions[-1].kinds[0]
        kinds = [c.kinds[0] + self._shared(c.kinds[0], last) for c in conjunctions[:-1]]
        if any(c.tests for c in conjunctions[1:]):
            raise Reject
        return Alternatives(
            tuple(dict.fromkeys((*map(_positive_first, kinds), _positive_first(last)))), conjunctions[0].tests
        )

    def _shared(self, kind: tuple[str, ...], last: tuple[str, ...]) -> tuple[str, ...]:
        """What a part of a list takes over from the head of the last part."""
        words = self.vocabulary
        head = last[-1]
        end = kind[-1]
        if end in words.generic or head[0] == "!":
            return ()
        if end in words.types:
            return (head,) if len(last) > 1 and head in words.generic else ()
        if end in words.colors or end in words.supertypes or end[0] == "!":
            return (head,)
        return (head,) if len(last) > 1 and not words.is_subtype(head) else ()

    def conjunction(self, *elements: str | Test) -> Alternatives:
        words = tuple(e for e in elements if isinstance(e, str))
        if not words:
            raise Reject
        return Alternatives((words,), tuple(e for e in elements if isinstance(e, Test)))

    def element(self, word: Lexeme) -> str | Test:
        lower = str(word.lower())
        if word.type in ("STATE", "TAPPED"):
            return Test(lower)
        if word.type == "NON":
            return "!" + lower.removeprefix("non").removeprefix("-")
        return self.vocabulary.singular(lower)

    def of_you(self) -> Suffix:
        return Suffix(of="you")

    def of_opponent(self) -> Suffix:
        return Suffix(of="opponent")

    def in_your_zone(self, zone: Lexeme) -> Suffix:
        return Suffix("you", str(zone.lower()))

    def in_opponents_zone(self, _s: object, zone: Lexeme | None = None) -> Suffix:
        where = zone if zone is not None else _s
        return Suffix("opponent", str(where).lower())

    def in_a_zone(self, _article: Lexeme, zone: Lexeme) -> Suffix:
        return Suffix(zone=str(zone.lower()))

    def in_your_hand(self) -> Suffix:
        return Suffix("you", "hand")

    def on_battlefield(self) -> Suffix:
        return Suffix(zone="battlefield")

    def in_exile(self) -> Suffix:
        return Suffix(zone="exile")

    def with_keyword(self, keyword: Lexeme) -> Suffix:
        return Suffix(tests=(Test(str(keyword.lower()), "has"),))

    def without_keyword(self, keyword: Lexeme) -> Suffix:
        return Suffix(tests=(Test(str(keyword.lower()), "lacks"),))

    def with_field(self, field: str, comparison: tuple[str, Amount]) -> Suffix:
        return Suffix(tests=(Test(field, *comparison),))

    def with_x(self, _x: Lexeme, comparison: tuple[str, Amount]) -> Suffix:
        return Suffix(tests=(Test("X", *comparison),))

    def with_exact_field(self, field: str, number: Amount) -> Suffix:
        return Suffix(tests=(Test(field, "=", number),))

    def with_lesser(self) -> Suffix:
        return Suffix(tests=(Test("mana value", "<", Value("mana value", EVENT)),))

    def with_even(self) -> Suffix:
        return Suffix(tests=(Test("mana value", "even"),))

    def with_counters(self, counted: Test) -> Suffix:
        return Suffix(tests=(counted,))

    def named(self, *words: Lexeme) -> Suffix:
        return Suffix(name=" ".join(words))

    def field(self, word: Lexeme) -> str:
        return str(word.lower())

    # --- numbers ---

    def amount(self, number: Amount) -> Amount:
        return number

    def count(self, number: Amount) -> Amount:
        return number

    def one(self, _article: Lexeme) -> Amount:
        return 1

    def event_amount(self) -> Amount:
        return EventAmount()

    def number_of(self, what: Filter) -> Amount:
        return Count(what)

    def twice_number_of(self, what: Filter) -> Amount:
        return Count(what, 2)

    def hand_size(self, whose: Ref) -> Amount:
        return Value("hand", whose)

    def counters_on(self, name: str, ref: Ref) -> Amount:
        return Value(f"counters {name}", ref)

    def value_of(self, whose: Ref, field: str) -> Amount:
        return Value(field, whose)

    def life_total(self) -> Amount:
        return Value("life", YOU)

    def digits(self, word: Lexeme) -> Amount:
        return int(word)

    def number_word(self, word: Lexeme) -> Amount:
        return NUMBERS.index(word.lower())

    def variable(self, _x: Lexeme) -> Amount:
        return Variable()


# --- what several phrases need ------------------------------------------------------------------


def _act(verb: Lexeme, *effects: Instruction) -> Clause:
    return Clause(effects, is_third(verb))


def _effects(clause: Clause) -> Effects:
    """The instructions of a clause; one without a subject is said to you, and its source is what deals damage."""
    if clause.subject is not None:
        return clause.effects
    if clause.third or _is_modify(clause.effects):
        raise Reject

    def change(part: object) -> object:
        return replace(part, by=SELF) if isinstance(part, Damage) and part.by == SUBJECT else part

    return put(rewrite(clause.effects, change), SUBJECT, YOU)


def _is_modify(effects: Effects) -> bool:
    return bool(effects) and isinstance(effects[0], Modify)


def _is_open(effects: Effects) -> bool:
    """Whether the last instruction is a modification without a duration."""
    last = effects[-1]
    return isinstance(last, Modify) and not last.until


def _times(effect: Instruction, what: Filter) -> Instruction:
    """``effect`` for each that fits."""

    def times(amount: Amount) -> Amount:
        if not isinstance(amount, int):
            raise Reject
        return Count(what, amount) if amount else 0

    match effect:
        case Modify():
            return replace(effect, power=times(effect.power), toughness=times(effect.toughness))
        case Token() | Edict():
            return replace(effect, count=times(effect.count))
        case Damage() | Draw() | Discard() | GainLife() | LoseLife() | AddMana() | PutCounters() | Mill() | Scry():
            return replace(effect, amount=times(effect.amount))
        case _:
            raise Reject


def _number(text: str) -> Amount:
    return Variable() if text.lstrip("+") == "X" else int(text)


def _change(change: Lexeme) -> tuple[Amount, Amount]:
    """A phrase: "+2/-1" as two numbers."""
    power, toughness = change.split("/")
    if "-X" in (power, toughness):
        raise Reject
    return _number(power), _number(toughness)


def _pair(pair: Lexeme) -> tuple[int, int]:
    power, toughness = pair.split("/")
    if not (power.isdigit() and toughness.isdigit()):
        raise Reject
    return int(power), int(toughness)


def _either(one: Amount, other: Amount) -> Amount:
    if one and other:
        raise Reject
    return one or other


def _where(what: Ref) -> tuple[Filter | None, bool, bool]:
    """What a static ability is about: a filter, the source, or what the source is attached to."""
    match what.kind:
        case "self":
            return None, True, False
        case "attached":
            return None, False, True
        case "each":
            return what.what, False, False
        case _:
            raise Reject


def _at(word: Lexeme) -> int:
    assert word.start_pos is not None
    return word.start_pos


def _target(word: Lexeme, spec: TargetSpec) -> TargetRef:
    return TargetRef("target", _at(word), spec=spec)


def _watching(happening: Event, what: Filter | None, source: bool) -> Event:
    """A happening to what is watched; what enters "under your control" is yours."""
    if happening.name != "enters" or not happening.who:
        return replace(happening, what=what, source=source)
    if what is None or what.of:
        raise Reject
    return Event("enters", replace(what, of="you"), source)


def _played(what: Filter) -> Filter | None:
    """What is played, without the words "spell" and "ability": its card or source; none if that is any."""
    kinds = tuple(tuple(word for word in kind if word not in ("spell", "ability")) for kind in what.kinds)
    every = all(kind in ((), ("card",)) for kind in kinds) and not what.tests and not what.name
    return None if every else replace(what, kinds=kinds)


def _of(counted: Compare, whose: str) -> Compare:
    if not isinstance(counted.left, Count) or counted.left.what.of:
        raise Reject
    return replace(counted, left=replace(counted.left, what=replace(counted.left.what, of=whose)))


_OPPOSITE: Final = {">=": "<", "<": ">=", "<=": ">", ">": "<="}


def _opposite(condition: Compare) -> Compare:
    """What holds when the condition does not; "no" becomes "at least one"."""
    if condition.op == "=" and condition.right == 0:
        return replace(condition, op=">=", right=1)
    if condition.op not in _OPPOSITE:
        raise Reject
    return replace(condition, op=_OPPOSITE[condition.op])


def _positive_first(kind: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(w for w in kind if w[0] != "!") + tuple(w for w in kind if w[0] == "!")


def _flat(parts: tuple[CostPart | Cost, ...]) -> Cost:
    return tuple(inner for part in parts for inner in (part if isinstance(part, tuple) else (part,)))


T = TypeVar("T")


def _settled(value: T, antecedent: Ref) -> T:
    """Pronouns of a condition: they can only mean what the ability is about."""

    def change(part: object) -> object:
        if isinstance(part, TargetRef):
            raise Reject
        return antecedent if isinstance(part, Ref) and part.kind == "pronoun" else part

    return rewrite(value, change)
