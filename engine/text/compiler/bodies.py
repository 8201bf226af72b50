"""What a text does: sentences, clauses, actions and modifications.

One method for each alternative of ``grammar.lark``, called with what its phrase consists of.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final, TypeAlias

from lark import Token as Lexeme
from lark import v_args

from engine.abilities import (
    SELF,
    YOU,
    Ability,
    AddMana,
    Amount,
    Compare,
    Cost,
    CostChange,
    Count,
    Damage,
    Destroy,
    Discard,
    Draw,
    Edict,
    Filter,
    Forbid,
    GainControl,
    GainLife,
    If,
    Instruction,
    LoseLife,
    May,
    Mill,
    Modify,
    Move,
    Prevent,
    PutCounters,
    Ref,
    SacrificeEffect,
    Scry,
    Search,
    Static,
    Tap,
    Test,
    ThisTurn,
    Token,
    UnlessPays,
    Untap,
    Variable,
)
from engine.text.compiler.costs import Costs
from engine.text.phrases import (
    SUBJECT,
    Choice,
    Clause,
    LeadingIf,
    Sentences,
    TargetRef,
    has,
    put,
    rewrite,
    with_subject,
)
from engine.text.reading import Reject

Effects: TypeAlias = tuple[Instruction, ...]
PLAYED: Final = ("cast", "activate")
"""What is forbidden to players and not to objects."""


def is_third(verb: Lexeme) -> bool:
    """Whether a verb has the form of the third person ("draws")."""
    return verb.lower().endswith("s")


@v_args(inline=True)
class Bodies(Costs):
    """What a text does: sentences, clauses, actions and modifications."""

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

    def edict(self, verb: Lexeme, portion: tuple[Amount, Filter]) -> Clause:
        count, what = portion
        return _act(verb, Edict(SUBJECT, what, count))

    def exile(self, verb: Lexeme, refs: tuple[Ref, ...]) -> Clause:
        return _act(verb, *(Move(ref, "exile") for ref in refs))

    def move(self, verb: Lexeme, refs: tuple[Ref, ...], zone: tuple[str, bool, str]) -> Clause:
        return _act(verb, *(Move(ref, *zone) for ref in refs))

    def move_back(self, verb: Lexeme, zone: tuple[str, bool, str], refs: tuple[Ref, ...]) -> Clause:
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

    def search(self, verb: Lexeme, wanted: tuple[Filter, Amount], found: tuple[tuple[str, bool, str], bool]) -> Clause:
        (zone, tapped, _), revealed = found
        return _act(verb, Search(replace(wanted[0], zone="library"), zone, wanted[1], tapped, revealed, SUBJECT))

    def search_one(self, _article: Lexeme, what: Filter) -> tuple[Filter, Amount]:
        return what, 1

    def search_some(self, number: Amount, what: Filter) -> tuple[Filter, Amount]:
        return what, number

    def found_hidden(self, _pronoun: Ref, zone: tuple[str, bool, str]) -> tuple[tuple[str, bool, str], bool]:
        return zone, False

    def found_revealed(self, _one: Ref, _other: Ref, zone: tuple[str, bool, str]) -> tuple[tuple[str, bool, str], bool]:
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
        return Clause((Prevent(-1, None, combat=True),))

    def gain_control(self, verb: Lexeme, what: Ref, duration: str = "") -> Clause:
        return _act(verb, GainControl(what, SUBJECT, duration))

    def counted(self, count: Amount, _card: Lexeme) -> Amount:
        return count

    def equal_cards(self, _card: Lexeme, value: Amount) -> Amount:
        return value

    def to_hand(self, _words: Lexeme) -> tuple[str, bool, str]:
        return "hand", False, ""

    def to_top(self, _words: Lexeme) -> tuple[str, bool, str]:
        return "library top", False, ""

    def to_bottom(self, _words: Lexeme) -> tuple[str, bool, str]:
        return "library bottom", False, ""

    def to_graveyard(self, _words: Lexeme) -> tuple[str, bool, str]:
        return "graveyard", False, ""

    def to_battlefield(self, _words: Lexeme) -> tuple[str, bool, str]:
        return "battlefield", False, ""

    def to_battlefield_tapped(self, _words: Lexeme) -> tuple[str, bool, str]:
        return "battlefield", True, ""

    def to_battlefield_yours(self, _words: Lexeme) -> tuple[str, bool, str]:
        return "battlefield", False, "you"

    def to_battlefield_owner(self, _words: Lexeme) -> tuple[str, bool, str]:
        return "battlefield", False, "owner"

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
