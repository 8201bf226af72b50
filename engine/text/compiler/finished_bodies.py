"""The last look at the instructions of a whole text: what several of them say together."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from engine.abilities import (
    DONE_TO,
    GONE_BY,
    IT,
    MILLED,
    YOU,
    ChoosePile,
    ChooseRevealed,
    Compare,
    Destroy,
    Discard,
    Done,
    Draw,
    Edict,
    Filter,
    Fits,
    If,
    Instruction,
    LetPlay,
    Look,
    Math,
    May,
    Mill,
    Move,
    Peek,
    PutAmong,
    PutPiles,
    PutRest,
    Ref,
    RevealCards,
    RevealDrawn,
    RevealHand,
    RevealUntil,
    SacrificeEffect,
    Separate,
    TakeCounters,
    Value,
)
from engine.text.compiler.actions import Effects
from engine.text.compiler.done_counts import counts_settled
from engine.text.compiler.joined_sentences import speaks_of_it
from engine.text.errors import Reject
from engine.text.mentions import EACH
from engine.text.phrases import (
    EXILED_CARD,
    SUBJECT,
    THOSE_COUNTERS,
    Difference,
    OwnDeed,
    has,
    rewrite,
)
from engine.text.speaking_parts import end_of_speaking


def with_those_counters(condition: Compare, effects: Effects) -> Effects:
    """Let "those counters" be the ones of which a condition asks how many there are."""
    counted = condition.left
    if not isinstance(counted, Value) or not counted.field.startswith("counters "):
        return effects
    those = TakeCounters(counted.of, counted.field.removeprefix("counters "), None)
    return tuple(those if isinstance(each, TakeCounters) and each.name == THOSE_COUNTERS else each for each in effects)


def with_difference(condition: Compare, effects: Effects) -> Effects:
    """Instructions behind a condition, "the difference" being that of the two numbers it compares."""
    if not has(effects, Difference):
        return effects
    if condition.op not in ("<", ">"):
        raise Reject
    most, least = (condition.right, condition.left) if condition.op == "<" else (condition.left, condition.right)
    return rewrite(effects, lambda part: Math("-", most, least) if isinstance(part, Difference) else part)


def finished(effects: Effects) -> Effects:
    """All sentences of a body together: whether and how they speak of cards that were shown."""
    effects = own_deeds(drawn_shown(effects))
    check_done_this_way(effects)
    effects = counts_settled(effects)
    _check_piles(effects)
    return put_back(sorted_of(after_revealing(among_milled(effects))))


def drawn_shown(effects: Effects) -> Effects:
    """The cards that are revealed right after somebody draws are those drawn."""
    found = list(effects)
    for at, effect in enumerate(effects):
        before = effects[at - 1] if at else None
        if isinstance(effect, RevealCards) and effect.what.kind == "pronoun":
            if not isinstance(before, Draw) or {before.who, effect.who} - {YOU, SUBJECT} or before.into:
                raise Reject
            found[at] = RevealDrawn()
    return tuple(found)


def among_milled(effects: Effects) -> Effects:
    """Cards that you milled just before are found where they went (701.17c); nothing is done with the rest of them."""
    found = list(effects)
    last: Instruction | None = None
    for at, effect in enumerate(effects):
        if isinstance(effect, PutAmong) and isinstance(last, Mill):
            before = [each for each in effects[:at] if not isinstance(each, May)]
            if effect.reveal or last.zone or last.who != YOU or before[-1] is not last:
                raise Reject
            what = effect.what if effect.what is not None else Filter((("card",),))
            found[at] = replace(effect, what=replace(what, zone=MILLED))
        elif isinstance(effect, PutRest) and isinstance(last, Mill):
            raise Reject
        last = effect if isinstance(effect, Mill | Look | Peek | RevealUntil) else last
    return tuple(found)


def own_deeds(effects: Effects) -> Effects:
    """Your part of what each player did just before: sacrificed a permanent of its choice, or discarded a card."""
    found = list(effects)
    for at, effect in enumerate(effects):
        if not isinstance(effect, If) or not isinstance(effect.condition.left, OwnDeed):
            continue
        deed = effect.condition.left
        last = effects[at - 1] if at else None
        if deed.what is None:
            raise Reject
        if getattr(last, "who", YOU) == YOU:
            found[at] = replace(effect, condition=_done_by_you(deed))
            continue
        if not isinstance(last, Edict | Discard) or last.who.kind != "players":
            raise Reject
        if isinstance(last, Edict):
            kinds = last.what.kinds if len(last.what.kinds) == 1 else (("permanent",),)
            is_so = deed.verb == "sacrificed" and deed.what == Filter(kinds)
        else:
            is_so = deed.verb == "discarded" and deed.what == Filter((("card",),), zone="hand")
        if not is_so or not isinstance(effect, If):
            raise Reject
        found[at] = replace(effect, condition=replace(effect.condition, left=Done(own=True)))
    return tuple(found)


def _done_by_you(deed: OwnDeed) -> Compare:
    """That a card which you have just done something to is such: as if it were said that this was done to it."""
    zone = next((zone for zone, verb in DONE_TO.items() if verb == deed.verb), "")
    what = deed.what
    if not zone or what is None or what.zone != "hand" or what.of or what.other:
        raise Reject
    return Compare(Fits(IT, replace(what, zone=zone)), ">=", 1)


def check_done_this_way(effects: Effects) -> None:
    """Refuse to ask what was done "this way" unless that is what was done just before."""
    for at, effect in enumerate(effects):
        asked = effect.condition.left if isinstance(effect, If) else None
        if not isinstance(asked, Fits):
            continue
        before = [one for one in effects[:at] if not isinstance(one, LetPlay) or one.among is not None]
        last = before[-1] if before else None
        word = GONE_BY.get(asked.of) or (DONE_TO.get(asked.what.zone) if asked.of == IT else None)
        if word is not None and not _does(last, word):
            raise Reject


def _does(last: Instruction | None, word: str) -> bool:
    """Whether an instruction does to things what a word says."""
    match word:
        case "milled":
            return isinstance(last, Mill) and not last.zone
        case "discarded":
            return isinstance(last, Discard)
        case "destroyed":
            return isinstance(last, Destroy)
        case "sacrificed":
            return isinstance(last, SacrificeEffect | Edict)
        case _:
            if isinstance(last, PutRest):
                return last.place == Move(IT, "exile")
            return isinstance(last, Move) and last.zone == "exile" and not last.until


def _check_piles(effects: Effects) -> None:
    """Refuse piles that are not made of all cards just looked at, or do not go anywhere (700.3a)."""
    at = next((n for n, effect in enumerate(effects) if isinstance(effect, PILES)), -1)
    if at < 0:
        return
    match effects[max(0, at - 1) : at + 3]:
        case (Look(whose=whose, reveal=reveal), Separate(face_down=down), ChoosePile(), PutPiles(one=False)):
            wanted = 3
        case (Look(whose=whose, reveal=reveal), Separate(face_down=down), PutPiles(one=True), *_):
            wanted = 2
        case _:
            raise Reject
    whom = [effect.who for effect in effects if isinstance(effect, Separate | ChoosePile)]
    if any(who != YOU and (who.kind, who.what) != ("chosen", OPPONENT) for who in whom):
        raise Reject
    if whose != YOU or reveal == down or sum(isinstance(effect, PILES) for effect in effects) != wanted:
        raise Reject


def sorted_of(effects: Effects) -> Effects:
    """Cards of another's library that the text goes on to sort are looked at as those of one's own are."""
    reveals = [effect for effect in effects if isinstance(effect, RevealUntil) and not effect.exiled]
    if reveals and not any(isinstance(effect, SORTING) for effect in effects):
        raise Reject  # nothing says where the revealed cards go
    looking = [effect for effect in effects if isinstance(effect, Look | RevealUntil) and effect.whose != YOU]
    if any(effect.whose.kind in EACH for effect in looking):
        raise Reject  # each of them has a card of its own
    theirs = next((effect.whose for effect in looking), None)
    if theirs is not None:
        return rewrite(effects, lambda part: replace(part, whose=theirs) if isinstance(part, SORTING) else part)
    peeks = [effect for effect in effects if isinstance(effect, Peek) and effect.zone == "library"]
    if not peeks or not any(isinstance(effect, SORTING) for effect in effects):
        return effects
    whose = peeks[0].whose
    if len(peeks) > 1 or peeks[0].amount is None or any(isinstance(effect, Look) for effect in effects):
        raise Reject

    def change(part: object) -> object:
        if part is peeks[0]:
            return Look(peeks[0].amount or 0, whose=whose)
        return replace(part, whose=whose) if isinstance(part, SORTING) else part

    return rewrite(effects, change)


def after_revealing(effects: Effects) -> Effects:
    """Cards are chosen from the hand that one player revealed just before; of a hand nothing is exiled for a time.

    Or they are chosen among those that have just been exiled from a library.
    """
    for at, effect in enumerate(effects):
        if isinstance(effect, ChooseRevealed) and effect.what == EXILED_CARD:
            if effects[at - 1 : at] != (PutRest(Move(IT, "exile")),) or effect.who not in (YOU, SUBJECT):
                raise Reject
        elif isinstance(effect, ChooseRevealed):
            before = [e for e in effects[:at] if not isinstance(e, May)][-1:]
            if not before or not _is_of_a_hand(before[0]):
                raise Reject
            if any(isinstance(e, Move) and e.until for e in effects):
                raise Reject
    return effects


def _is_of_a_hand(effect: Instruction) -> bool:
    """Whether one player reveals a hand, or cards of it (701.20a)."""
    match effect:
        case RevealHand(who=who):
            return who.kind not in ("players", "opponents")
        case RevealCards(what=Ref(what=Filter(zone="hand")), who=who):
            return who.kind not in ("players", "opponents")
        case _:
            return False


def put_back(effects: Effects) -> Effects:
    """Cards that a text looks at and leaves where they are stay on top; of several cards it says where they go."""
    looks = [effect for effect in effects if isinstance(effect, Look)]
    if not looks or any(isinstance(effect, PutRest | PutPiles) for effect in effects):
        return effects
    if len(effects) == len(looks) == 1 and not looks[0].reveal:
        return (Peek(looks[0].whose, looks[0].amount, "library"),)
    if len(looks) == 1 and looks[0].whose != YOU and not speaks_of_it(effects):
        seen = Peek(looks[0].whose, looks[0].amount, "library")
        return tuple(seen if effect is looks[0] else effect for effect in effects)
    if any(look.amount != 1 for look in looks) or not (all(look.reveal for look in looks) or speaks_of_it(effects)):
        raise Reject
    at = end_of_speaking(effects)
    return (*effects[:at], PutRest(Move(IT, "library top"), whose=looks[0].whose), *effects[at:])


OPPONENT: Final = Filter((("player",),), "opponent", "")
SORTING: Final = (PutAmong, PutRest)
PILES: Final = (Separate, ChoosePile, PutPiles)
