"""Sentences that amend those before them, depend on them, or go on about the same."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from engine.abilities import (
    EXCESS,
    IT,
    YOU,
    ChooseRevealed,
    ChooseWord,
    Compare,
    CounterSpell,
    Damage,
    Destroy,
    If,
    IfDid,
    Instruction,
    Later,
    LetPlay,
    May,
    Modify,
    Move,
    Otherwise,
    Paid,
    PutAmong,
    PutRest,
    Ref,
    Test,
    Token,
    TokenCopy,
    UnlessPays,
    Value,
    WordFamily,
)
from engine.text.compiler.actions import Effects
from engine.text.compiler.nouns import OF_CHOICE
from engine.text.errors import Reject, Unbound
from engine.text.mentions import SEVERAL, introduced
from engine.text.phrases import (
    SAME_VICTIM,
    SUBJECT,
    UNNAMED,
    AmendingIf,
    Being,
    Clause,
    CounteredInto,
    ForGood,
    InsteadIf,
    LeadingLater,
    SameTokens,
    TargetRef,
    ThisWay,
    has,
    has_field,
    has_part,
    plainly,
    put,
    records_of,
    rewrite,
    with_subject,
)
from engine.text.speaking_parts import targets_in

FOR_GOOD: Final = Modify(IT, gains=("can't be regenerated",), until="turn")
"""The creatures that were dealt damage can't be regenerated."""
AMENDING: Final = (ForGood, CounteredInto, Being, InsteadIf, PutAmong, PutRest, LetPlay, ChooseRevealed)
"""The beginnings of a sentence that cannot stand without the one before it."""
SPEAKING: Final = ("pronoun", "they", "that player")
"""The references that mean what a text has spoken of."""


def speaks_of_it(effects: Effects) -> bool:
    """Whether something may be done with a card that was looked at."""
    return any(isinstance(effect, Move) and effect.what.kind == "pronoun" for effect in effects)


STILL: Final[Effects] = (Modify(SUBJECT, keeps=True),)


def _is_one(pronoun: Ref) -> bool:
    return pronoun.kind == "pronoun" and pronoun.count != SEVERAL


def _is_many(what: Ref) -> bool:
    return what.kind == "each" or (isinstance(what, TargetRef) and what.spec.most != 1)


def entering_so(before: Effects, sentence: Effects) -> Effects:
    """The effects with what was put onto the battlefield being so as it enters (611.2e); none if nothing was."""
    last, being = before[-1] if before else None, sentence[0]
    if not isinstance(last, Move) or last.zone != "battlefield" or last.being is not None or len(sentence) > 1:
        return ()
    if not isinstance(being, Being) or being.until or being.what.kind not in ("pronoun", "they"):
        return ()
    entering = plainly(replace(being, what=IT))
    if has(entering.base, Value):
        raise Reject  # a number that would be read off it before it enters
    return (*before[:-1], replace(last, being=entering))


def is_reflexive(sentence: Effects) -> bool:
    """Whether a sentence is about a deed just done ("when you do"): an ability of its own."""
    return len(sentence) > 1 and isinstance(sentence[1], Later) and not sentence[1].events


def goes_on(sentence: Effects) -> bool:
    """Whether a sentence is a part of the delayed or reflexive ability before it (603.7, 603.12): it goes on about it.

    It amends the sentence before it, sorts the cards that this shows, or speaks of something by a pronoun.
    """
    first = sentence[1] if isinstance(sentence[0], May) and len(sentence) > 1 else sentence[0]
    if sentence is STILL or isinstance(first, AMENDING):
        return True
    if isinstance(first, IfDid | Otherwise) or is_reflexive(sentence):
        return False
    if has(sentence, ThisWay) or has_field(sentence, EXCESS):
        return True
    return any(ref.kind in SPEAKING for ref in records_of(sentence, Ref))


def open_ability(before: Effects) -> int:
    """The place of a reflexive or delayed ability that a next sentence may be a part of; -1: there is none."""
    at = last_condition(before)
    while at < len(before) and at + 1 + getattr(before[at], "steps", 0) == len(before):
        effect = before[at]
        if isinstance(effect, Later):
            return at if not effect.events or isinstance(effect, LeadingLater) else -1
        if not isinstance(effect, If | IfDid):
            return -1
        at += 1
    return -1


def is_part_of_reflexive(before: Effects, sentence: Effects, later: int) -> bool:
    """Whether a sentence is carried out by the reflexive ability at ``later`` because it stands behind it (603.12).

    An ability's effect reaches to the end of its paragraph. "If you do" is about the last deed that may be done.
    """
    ability = before[later]
    if not isinstance(ability, Later) or ability.events or is_reflexive(sentence):
        return False
    if isinstance(sentence[0], IfDid):
        inner = before[later + 1 :]
        is_offered = isinstance(inner[last_condition(inner)], May)
        if is_offered and not sentence[0].did:
            raise Reject  # which of the two was not done
        return is_offered
    return not isinstance(sentence[0], Otherwise)


def check_apart(before: Effects, sentence: Effects, later: int, at: int) -> None:
    """Refuse a sentence of which it is doubtful whether it belongs to the ability at ``later``, too (603.7, 603.12).

    A sentence for the case that its deed was not done, or its later deed was, says so by its own words.
    """
    if at > later or not isinstance(sentence[0], IfDid):
        raise Reject
    if is_reflexive(before[at:]) and not is_for_undone(sentence[0]):
        raise Reject


def with_more(before: Effects, later: int, inner: Effects) -> Effects:
    """The instructions before and with an ability that stands at ``later``, which now does ``inner``."""
    top = last_condition(before)
    more = len(inner) - (len(before) - later - 1)
    ruling = [each for each in before[top : later + 1] if isinstance(each, If | IfDid | Later)]
    return (*before[:top], *(replace(each, steps=each.steps + more) for each in ruling), *inner)


def is_half_about(before: Effects, sentence: Effects) -> bool:
    """Whether a part of a sentence is about what the sentence before it may have brought up, and a part is not."""
    at = last_condition(before)
    condition = before[at] if before else None
    if not isinstance(condition, If | IfDid | May) or at + 1 + condition.steps != len(before):
        return False
    if isinstance(sentence[0], If | IfDid | Otherwise):
        return False
    if not any(introduced(effect) is not None for effect in before[at + 1 :]):
        return False
    about = [_speaks_of_something(effect) for effect in sentence if not isinstance(effect, May | Later | PutRest)]
    return any(about) and not all(about)


def _speaks_of_something(effect: Instruction) -> bool:
    what = getattr(effect, "what", None)
    return isinstance(what, Ref) and what.kind in ("pronoun", "they")


def is_for_undone(first: Instruction) -> bool:
    """Whether a sentence is for the case that the deed was not done."""
    return isinstance(first, Otherwise) or (isinstance(first, IfDid) and not first.did)


def also_later(before: Effects, at: int, more: int) -> Effects:
    """A sentence that is carried out later takes along what holds "if you do", as that is known only then (603.7c)."""
    later = before[at] if before else None
    if not isinstance(later, Later) or at + 1 + later.steps != len(before):
        return before
    return (*before[:at], replace(later, steps=later.steps + more), *before[at + 1 :])


def amended(before: Effects, sentence: Effects, at: int) -> Effects:
    """The sentence before one that says how it goes otherwise, and begins at ``at``.

    All of it is done instead (608.2c); of a sentence that does several things it has to say again what stays.
    """
    if not before:
        raise Reject
    amendment, last = sentence[0], before[-1]
    if isinstance(amendment, ForGood):
        if not isinstance(last, Destroy) or (amendment.what.kind not in ("pronoun", "they")):
            raise Reject
        if _is_one(amendment.what) and _is_many(last.what):
            raise Unbound(amendment.what.index)
        return (*before[:-1], replace(last, for_good=True))
    if isinstance(amendment, CounteredInto):
        if not isinstance(last, CounterSpell):
            raise Reject
        return (*before[:-1], replace(last, zone=amendment.zone))
    assert isinstance(amendment, InsteadIf)
    otherwise, instead = before[at:], sentence[1:]
    first, asks = otherwise[0], isinstance(instead[0], If)
    asked_before = isinstance(first, If) and not isinstance(first, AmendingIf) and first.steps == len(otherwise) - 1
    deeds = [type(each) for each in instead]
    without_price = isinstance(first, UnlessPays) and deeds in (
        [type(each) for each in otherwise[1:]],
        [type(each) for each in otherwise],
    )
    if isinstance(first, If | IfDid | UnlessPays | Otherwise) and not (asks and asked_before) and not without_price:
        raise Reject
    if has_part(instead, SAME_VICTIM):
        only = otherwise[0]
        if len(otherwise) > 1 or not isinstance(only, Damage) or only.also:
            raise Reject
        instead = put(instead, SAME_VICTIM, only.to)
    elif isinstance(instead[0], SameTokens):
        instead = _more_tokens(otherwise, instead)
    elif targets_in(instead) and not _is_of_payment(amendment.condition):
        raise Reject  # of two target words only one is there, by what was paid as the spell was cast (702.33g)
    if any(map(_is_for_good, instead)) and any(map(_is_for_a_time, otherwise)):
        raise Reject  # it is not said again for how long
    done = otherwise[1:] if without_price else otherwise
    if len(done) > 1 and {type(effect) for effect in instead} < {type(effect) for effect in done}:
        raise Reject  # a part of it, or all
    amending = AmendingIf(len(instead) + 1, amendment.condition, len(otherwise))
    return (*before[:at], amending, *instead, Otherwise(len(otherwise)), *otherwise)


def _is_for_good(effect: Instruction) -> bool:
    return isinstance(effect, Modify) and not effect.until


def _is_for_a_time(effect: Instruction) -> bool:
    return isinstance(effect, Modify) and bool(effect.until)


def _is_of_payment(condition: Compare) -> bool:
    return isinstance(condition.left, Paid) and condition == Compare(Paid(condition.left.name), ">=", 1)


def _more_tokens(otherwise: Effects, instead: Effects) -> Effects:
    """The tokens of the sentence before, in another number: "create five of those tokens instead"."""
    (made, *rest), count = otherwise, getattr(instead[0], "count", 1)
    if rest or len(instead) > 1 or not isinstance(made, Token | TokenCopy) or isinstance(made, SameTokens):
        raise Reject
    return (replace(made, count=count),)


def last_condition(effects: Effects) -> int:
    """The place where the last instruction begins that none before it governs."""
    at = start = 0
    while at < len(effects):
        start = at
        at += 1 + getattr(effects[at], "steps", 0)
    return start


def effects_of(clause: Clause) -> Effects:
    """The instructions of a clause; one without a subject is said to you, and its source is what deals damage."""
    if clause.subject is not None:
        return _choosing_first(clause.effects)
    if clause.third or is_modify(clause.effects):
        raise Reject

    def change(part: object) -> object:
        return replace(part, by=UNNAMED) if isinstance(part, Damage) and part.by == SUBJECT else part

    return _choosing_first(with_subject(rewrite(clause.effects, change, only=(Damage,)), YOU))


def behind_then(clause: Clause) -> tuple[Effects, Effects]:
    """The instructions of a sentence before its last "then", and those behind it, about which a last condition is."""
    effects = effects_of(clause)
    at = len(effects) - clause.last if clause.last else 0
    return effects[:at], effects[at:]


def _choosing_first(effects: Effects) -> Effects:
    """A thing "of the creature type of your choice" is of a type that is chosen before."""
    found: list[WordFamily] = []

    def change(part: object) -> object:
        if not isinstance(part, Test) or part.op != OF_CHOICE:
            return part
        found.append("color" if part.field == "color" else "creature type")
        return replace(part, op="chosen")

    settled = rewrite(effects, change, only=(Test,))
    return (*(ChooseWord(family) for family in dict.fromkeys(found)), *settled)


def is_modify(effects: Effects) -> bool:
    return any(isinstance(effect, Modify) and effect.what == SUBJECT for effect in effects[:2])


def is_open(effects: Effects) -> bool:
    """Whether the last instruction is a modification without a duration."""
    last = effects[-1]
    return isinstance(last, Modify) and not last.until
