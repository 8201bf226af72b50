"""What is done: one method for each alternative of ``grammar/actions.lark``."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeAlias

from lark import Token as Lexeme
from lark import v_args

from engine.abilities import (
    Ability,
    Amount,
    Damage,
    Destroy,
    Discard,
    Draw,
    Edict,
    Filter,
    GainControl,
    GainLife,
    Instruction,
    LoseLife,
    Mill,
    Modify,
    Move,
    Prevent,
    PutCounters,
    Ref,
    SacrificeEffect,
    Scry,
    Search,
    Tap,
    Test,
    Token,
    Untap,
)
from engine.text.compiler.modifications import Modifications, pair_of
from engine.text.phrases import (
    SUBJECT,
    Clause,
    TargetRef,
)
from engine.text.reading import Reject

Effects: TypeAlias = tuple[Instruction, ...]


def is_third(verb: Lexeme) -> bool:
    """Whether a verb has the form of the third person ("draws")."""
    return verb.lower().endswith("s")


@v_args(inline=True)
class Actions(Modifications):
    """What is done, verb by verb."""

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
                power, toughness = pair_of(part)
            elif isinstance(part, Test):
                raise Reject
            elif isinstance(part, str) and not isinstance(part, Lexeme):
                words.append(part)
            elif isinstance(part, tuple):
                gains = part
        name = " ".join(word.title() for word in words if self.vocabulary.is_subtype(word))
        return Token(name or words[-1].title(), tuple(words), power, toughness, *gains, tapped=tapped)


def _act(verb: Lexeme, *effects: Instruction) -> Clause:
    return Clause(effects, is_third(verb))
