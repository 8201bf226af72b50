"""Instructions that one sentence says together, as they do the same or to the same."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from engine.abilities import (
    COLORS_SPENT,
    EXCESS,
    IT,
    SELF,
    AddMana,
    Among,
    Amount,
    ChooseRevealed,
    ChooseWord,
    Count,
    Damage,
    Destroy,
    Discard,
    Draw,
    Edict,
    Either,
    EnemyAttack,
    ExchangeLife,
    ExchangeLifeFor,
    Fight,
    GainControl,
    GainLife,
    Instruction,
    KeywordAction,
    LetPlay,
    Look,
    LoseLife,
    Manifest,
    Math,
    Mill,
    Modify,
    Move,
    Otherwise,
    Per,
    PutAmong,
    PutCounters,
    PutRest,
    Ref,
    RevealHand,
    RevealUntil,
    SacrificeEffect,
    Scry,
    Search,
    Shield,
    TakeCounters,
    Tap,
    Token,
    TokenCopy,
    Untap,
    Value,
    Variable,
)
from engine.text.phrases import has_field, records_in, records_of
from engine.text.renderer.actions import HALVES
from engine.text.renderer.modifications import squares_of
from engine.text.renderer.writing import (
    is_worked_out,
    unsigned,
)
from engine.text.speaking_parts import end_of_speaking

SPOKEN_OF: Final = ("it", "event", "event player", "target")
"""The references of a delayed ability that are pronouns in it."""
MANY_COLORS: Final = 4
"""Choices of mana beyond these are said as any color, and so many of it as X."""
COUNTED_DEEDS: Final = (Tap, Untap, Destroy, SacrificeEffect, Edict, Move, Discard, Mill, TakeCounters)
ONE_NUMBER: Final = (Damage, Draw, GainLife, LoseLife, PutCounters)
"""Instructions whose number may be that of the one before."""


def made_several(effect: Instruction) -> str:
    """The words for several things that an instruction makes, finds or reveals; "" if it is one."""
    match effect:
        case Token(count=count) | TokenCopy(count=count) if count != 1:
            return "those tokens"
        case Manifest(amount=count) if count != 1:
            return "those creatures"
        case RevealUntil(count=count) | Search(count=count) if count != 1:
            return "those cards"
        case Discard(amount=amount) | Mill(amount=amount) | Look(amount=amount) if amount != 1:
            return "those cards"
        case _:
            return ""


def alike_in(effects: tuple[Instruction, ...], at: int) -> int:
    """The number of instructions in a row that share their time, their subject or their place."""
    first, count = effects[at], 1
    while at + count < len(effects) and _shares(first, effects[at + count]):
        count += 1
    return count


def _shares(first: Instruction, other: Instruction) -> bool:
    match first, other:
        case Move(zone="library"), Draw():
            return other.who == Ref("owner", of=first.what)
        case Move(), Move():
            return first.what == SELF and replace(other, what=SELF) == first
        case (Modify() | GainControl(), Modify() | GainControl()) if first.until and first.until == other.until:
            return True
        case Modify(what=Ref(kind="each")), Modify():
            return first.what == other.what
        case (
            RevealHand() | Discard() | LoseLife() | Draw() | Mill() | Edict(),
            Discard() | LoseLife() | Draw() | Mill(),
        ):
            return first.who == other.who and first.who.kind in ("opponents", "players")
        case _:
            return False


def subject_of(effect: Instruction) -> Ref | None:
    """The actor of an instruction, if it names one."""
    match effect:
        case Damage(by=by):
            return by
        case ExchangeLife(between=False) | ExchangeLifeFor():
            return None
        case Modify(what=what) | Fight(what=what):
            return what
        case _:
            return getattr(effect, "who", None)


def chooses_here(effects: tuple[Instruction, ...], at: int) -> bool:
    """Whether a word is chosen only for what comes next, and said there."""
    effect = effects[at]
    following = effects[at + 1] if at + 1 < len(effects) else None
    if not isinstance(effect, ChooseWord) or effect.besides or not isinstance(following, Modify):
        return False
    said = (*following.becomes, *(getattr(ability, "what", None) for ability in following.abilities))
    return any(
        str(word).startswith("chosen ") or getattr(word, "kinds", ((),)) == (("chosen color",),) for word in said
    )


def target_of(effect: Instruction) -> Ref | None:
    what = getattr(effect, "what", None)
    return what if isinstance(what, Ref) and what.kind == "target" else None


def damage_of_one(effects: tuple[Instruction, ...], at: int) -> int:
    """The number of instructions in a row by which one source deals damage; what is dealt for each is said alone."""
    first = effects[at]
    count = 0
    while at + count < len(effects):
        effect = effects[at + count]
        if not isinstance(first, Damage) or not isinstance(effect, Damage) or effect.by != first.by:
            break
        if count and (isinstance(first.amount, Per) or isinstance(effect.amount, Per)):
            break
        count += 1
    return count


def has_also(effect: Instruction) -> bool:
    """Whether damage is dealt to what several words mean."""
    return isinstance(effect, Damage) and bool(effect.also)


def dealt_apart(effects: tuple[Instruction, ...]) -> tuple[Instruction, ...]:
    """Damage to each of what the text names, one after the other."""
    found: list[Instruction] = []
    for effect in effects:
        if isinstance(effect, Damage):
            found += [replace(effect, to=ref, also=()) for ref in (effect.to, *effect.also)]
        else:
            found.append(effect)
    return tuple(found)


def counts_alike(effects: tuple[Instruction, ...], at: int) -> bool:
    """Whether two instructions in a row do something as often as there are things of one kind."""
    pair = effects[at : at + 2]
    amounts = [effect.amount for effect in pair if isinstance(effect, ONE_NUMBER)]
    if len(amounts) == 2 and isinstance(amounts[1], Math) and amounts[1].op in HALVES:
        return amounts[1].left == amounts[0]
    if len(pair) < 2 or type(pair[0]) is type(pair[1]):
        return False
    amount = amounts[0] if amounts else 0
    is_sum = isinstance(amount, Math) and amount.op == "+" and isinstance(amount.left, Count)
    is_number = isinstance(amount, Among) or (isinstance(amount, Count) and amount.times in (1, 2)) or is_sum
    is_spent = isinstance(amount, Value) and amount.field == COLORS_SPENT
    return (is_number or is_spent) and amounts == [amount, amount]


def targets_named(effects: tuple[Instruction, ...]) -> list[int]:
    """The indexes of the target words that instructions speak of."""
    return [part.index for part in records_in(effects) if isinstance(part, Ref) and part.kind == "target"]


def how_many_more(instead: Instruction, otherwise: tuple[Instruction, ...]) -> Amount | None:
    """The number of tokens that are made instead of another number of the same; none if anything else is done."""
    if len(otherwise) != 1 or not isinstance(instead, Token | TokenCopy) or type(instead) is not type(otherwise[0]):
        return None
    return instead.count if otherwise[0] == replace(instead, count=getattr(otherwise[0], "count", 1)) else None


def done_alike(effects: tuple[Instruction, ...], at: int) -> int:
    """The number of instructions in a row that do the same with several targets or things."""
    first = effects[at]
    if isinstance(first, PutCounters):
        return _kinds_put(effects[at:], first)
    if not isinstance(first, Untap | EnemyAttack):
        return 1
    count = 0
    while at + count < len(effects):
        effect = effects[at + count]
        if type(effect) is not type(first) or replace(effect, what=first.what) != first:
            break
        what = getattr(effect, "what", IT)
        is_narrowed = what.what is not None and what.what.tests and not isinstance(first, EnemyAttack)
        if what.kind not in ("target", "self", "each") or is_narrowed:
            break
        count += 1
    return max(count, 1)


def _kinds_put(effects: tuple[Instruction, ...], first: PutCounters) -> int:
    """The number of instructions in a row that put some counters each, of different kinds, on the same."""
    names: list[str] = []
    for effect in effects:
        if not isinstance(effect, PutCounters) or effect.name in names or not isinstance(effect.amount, int):
            break
        if replace(effect, name=first.name, amount=first.amount) != first:
            break
        names.append(effect.name)
    return max(len(names), 1)


STAYS: Final = PutRest(Move(IT, "library top"))
"""The way of a card that was looked at, where the text need not say it."""


def without_put_back(effects: tuple[Instruction, ...]) -> tuple[Instruction, ...]:
    """Instructions without what becomes of a card that was looked at, where the text need not say it: it stays."""
    looks = [effect for effect in effects if isinstance(effect, Look)]
    stays = replace(STAYS, whose=looks[0].whose) if looks else STAYS
    only = sum(isinstance(effect, PutRest) for effect in effects) == 1
    if not looks or not only or stays not in effects or any(isinstance(effect, Either) for effect in effects):
        return effects
    at = effects.index(stays)
    besides = (*effects[:at], *effects[at + 1 :])
    is_said = all(look.reveal for look in looks) or any(isinstance(e, Move) and e.what == IT for e in effects)
    is_one = all(look.amount == 1 for look in looks) and (len(effects) > 2 or looks[0].reveal)
    return besides if is_said and is_one and at == end_of_speaking(besides) else effects


def exiles_top(effects: tuple[Instruction, ...], at: int) -> bool:
    """Whether cards are revealed only to be exiled: said as one."""
    effect = effects[at]
    return isinstance(effect, Look) and effect.reveal and effects[at + 1 : at + 2] == (PutRest(Move(IT, "exile")),)


def prevents_both(effects: tuple[Instruction, ...], at: int) -> bool:
    """Whether damage to a thing and damage by it are prevented: said as one."""
    to, by = effects[at], next_at(effects, at)
    if not isinstance(to, Shield) or not isinstance(by, Shield) or to.effect.would.what is None:
        return False
    would = replace(to.effect.would, what=None, by=to.effect.would.what)
    return to.effect.would.by is None and by == replace(to, effect=replace(to.effect, would=would))


def without_meaning(effects: tuple[Instruction, ...]) -> tuple[Instruction, ...]:
    """The instructions without those that keyword actions stand for."""
    meant = {
        at + n for at, each in enumerate(effects) if isinstance(each, KeywordAction) for n in range(1, each.steps + 1)
    }
    if not meant:
        return effects
    kept: list[Instruction] = []
    for at, each in enumerate(effects):
        steps: int = getattr(each, "steps", 0)
        within = sum(at + n in meant for n in range(1, steps + 1))
        if at not in meant:
            kept.append(replace(each, steps=steps - within) if within else each)  # type: ignore[arg-type]  # it has some
    return tuple(kept)


def size_of(effects: tuple[Instruction, ...], at: int) -> int:
    """The number of instructions that belong to the one at ``at``, itself included."""
    effect = effects[at]
    size = 1 if isinstance(effect, Otherwise) else 1 + getattr(effect, "steps", 0)
    size += exiles_top(effects, at) + prevents_both(effects, at)
    size += max(damage_of_one(effects, at) - 1, 0)
    size += done_alike(effects, at) - 1
    size += isinstance(effect, Search) and effect.pair == "first"
    size += isinstance(effect, PutAmong) and not effect.reveal and isinstance(next_at(effects, at), PutRest)
    size += chooses_here(effects, at) or (isinstance(effect, Move) and bool(effect.until))
    last = effects[at + size - 1]
    return size + last.steps if isinstance(last, Otherwise) else size


def next_at(effects: tuple[Instruction, ...], at: int) -> Instruction | None:
    return effects[at + 1] if at + 1 < len(effects) else None


def said_again(effects: tuple[Instruction, ...]) -> Value | None:
    """A number of something that several instructions say, if there is one: it may be said once, as X."""
    found = records_of(effects, Value)
    return next((value for value in found if found.count(value) > 1), None)


def values_in(effects: tuple[Instruction, ...]) -> list[Amount]:
    """Numbers that an X stands for in a sentence: those that no phrase of their own says."""
    found: list[Amount] = []
    for effect in effects:
        if isinstance(effect, Modify):
            numbers = (effect.power, effect.toughness, effect.level)
            found += [unsigned(n) for n in numbers if is_worked_out(n) and not isinstance(unsigned(n), Variable)]
            found += squares_of(effect)
        elif isinstance(effect, Look | KeywordAction):
            found += [effect.amount] if isinstance(effect.amount, Count) or is_worked_out(effect.amount) else []
        elif isinstance(effect, RevealUntil):
            found += [effect.count] if isinstance(effect.count, Count) else []
        elif isinstance(effect, Shield):
            number = effect.amount
            found += [number] if isinstance(number, Count) or (number is not None and is_worked_out(number)) else []
        elif isinstance(effect, AddMana) and len(effect.choices) == 1:
            continue  # "an amount of {G} equal to" says it
        elif isinstance(effect, AddMana | PutCounters | Scry | Token):
            number = effect.count if isinstance(effect, Token) else effect.amount
            if isinstance(effect, Token) and not isinstance(effect.power, int | Variable):
                number = effect.power
                found += [number] if isinstance(number, Count) else []
            own = isinstance(effect, AddMana) and len(effect.choices) == 1  # "an amount of {G} equal to"
            mixed = isinstance(effect, AddMana) and len(effect.choices) > MANY_COLORS and isinstance(number, Count)
            found += [number] if (is_worked_out(number) or mixed) and not own else []
    return list(dict.fromkeys(found))


def goes_on_about(before: tuple[Instruction, ...], part: tuple[Instruction, ...]) -> bool:
    """Whether instructions of a reflexive or delayed ability speak of what the text has spoken of before them."""
    if isinstance(part[0], PutRest | PutAmong | LetPlay | ChooseRevealed) or has_field(part, EXCESS):
        return True
    named = {ref.index for ref in records_of(before, Ref) if ref.kind == "new target"}
    refs = records_of(part, Ref)
    return any(ref.kind in SPOKEN_OF or (ref.kind == "new target" and ref.index in named) for ref in refs)
