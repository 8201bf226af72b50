"""References in the parts of a text: what a part speaks of, and what kind of thing fills each of its places."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final, TypeVar

from engine.abilities import (
    GIVEN_UP,
    SELF,
    Activated,
    Attach,
    Become,
    BlockIt,
    Compare,
    CopySpell,
    Count,
    CounterSpell,
    Damage,
    Destroy,
    Discard,
    Draw,
    EventAmount,
    Exchange,
    Filter,
    Fits,
    Foretell,
    GainControl,
    GainLife,
    If,
    IfDid,
    Instruction,
    Later,
    LetPlay,
    Look,
    Modify,
    Move,
    Otherwise,
    Paid,
    Ref,
    RefKind,
    SacrificeEffect,
    StateTriggered,
    Tap,
    Test,
    Timed,
    Transform,
    Triggered,
    TurnUp,
    Untap,
    Value,
)
from engine.text.antecedents import Pronoun, Role
from engine.text.errors import Reject
from engine.text.mentions import ATTACHED, EACH, NAMED_BY_GAMES, Scene
from engine.text.phrases import Kind, TargetRef, has, records_of, refs_of
from engine.text.phrases import rewrite as rewrite_all

T = TypeVar("T")
R = TypeVar("R")
QUOTED: Final = (Activated, Triggered, StateTriggered, Timed)
"""Abilities that an instruction gives in quotes: what they speak of is bound already."""


def rewrite(value: T, change: Callable[[object], object], *, only: tuple[Kind, ...] = ()) -> T:
    """``value`` with ``change`` made to every record of its own, or to those of ``only`` these kinds."""
    return rewrite_all(value, change, besides=QUOTED, only=only)


def own_records_of(value: object, *kinds: type[R]) -> list[R]:
    """Every record of its own of some kinds in ``value``, innermost first."""
    return records_of(value, *kinds, besides=QUOTED)


PRONOUNS: Final = ("pronoun", "they", "that player")
"""References that are known once they are bound."""


def typed(effect: Instruction) -> Instruction:
    """An instruction whose pronouns know what fills their place: players act, and only spells are countered."""
    changes: dict[str, object] = {}
    who, what = getattr(effect, "who", None), getattr(effect, "what", None)
    if isinstance(who, Ref) and who.kind in ("pronoun", "they"):
        changes["who"] = Ref("that player", who.index)
    to = getattr(effect, "to", None)
    if isinstance(effect, Damage) and type(to) is Ref and to.kind == "pronoun":
        changes["to"] = Pronoun(to.kind, to.index, to.what, None, to.count, role="in play")
    role = "in play" if _is_for_now(effect) else ROLES.get(type(effect))
    if role is not None and type(what) is Ref and what.kind in ("pronoun", "they"):
        changes["what"] = Pronoun(what.kind, what.index, what.what, None, what.count, role=role)
    return replace(effect, **changes) if changes else effect  # type: ignore[arg-type]  # references in their place


def _is_for_now(effect: Instruction) -> bool:
    """Whether an instruction changes for a time what power or toughness something has."""
    return isinstance(effect, Modify) and effect.until == "turn" and bool(effect.power or effect.toughness)


ROLES: Final[dict[type, Role]] = {
    CounterSpell: "stacked",
    CopySpell: "stacked",
    **dict.fromkeys((Attach, Destroy, Exchange, GainControl, LetPlay, Move, SacrificeEffect), "thing"),
    **dict.fromkeys((Become, BlockIt, Foretell, Transform, TurnUp), "thing"),
    **dict.fromkeys((Tap, Untap), "in play"),
}
"""The kind of thing that an instruction is done to, where it is not done to anything."""


def is_of_each(effect: Instruction) -> bool:
    """Whether several players do it, each by themselves."""
    who = getattr(effect, "who", None)
    return isinstance(who, Ref) and who.kind in EACH


def is_drawn_for(before: Instruction, effect: Instruction) -> bool:
    """Whether players draw, each for the cards that this player has just discarded."""
    return isinstance(before, Discard) and isinstance(effect, Draw) and before.who == effect.who


def has_event_number(effect: Instruction) -> bool:
    """Whether an instruction says "that many", other than in an ability that it gives."""
    return bool(own_records_of(effect, EventAmount))


def things_in(value: object) -> list[Ref]:
    """The objects that a bound part of a text is about."""
    return refs_of(value, "self", "target", "event", "event other", "it", "attached", besides=QUOTED)


def pronouns_in(value: object) -> list[Ref]:
    """The pronouns in a part of a text that is not bound."""
    return refs_of(value, "pronoun", besides=QUOTED)


def named_in(value: object) -> list[Ref]:
    """The objects in a part of a text that it calls by a name of their own."""
    found = refs_of(value, SELF.kind, ATTACHED.kind, *NAMED_BY_GAMES, besides=QUOTED)
    return [ref for ref in found if ref in (SELF, ATTACHED) or ref.kind in NAMED_BY_GAMES]


def named_by(condition: Compare) -> list[Filter]:
    """The things that a condition says are there, by their names: "if Some Villain is in play".

    It calls what it says something of by its name, too: "if Some Villain has the BRUTE trait".
    """
    left = condition.left
    match left:
        case (
            Fits(of=Ref(kind="each", what=Filter(name=name) as what))
            | Value(of=Ref(kind="each", what=Filter(name=name) as what))
        ) if name or what == Filter(what.kinds[:1]):
            return [what] if name or what.kinds == (("villain",),) else []
    is_there = isinstance(left, Count) and condition.op in (">", ">=")
    return [left.what] if isinstance(left, Count) and is_there and left.what.name else []


def named_in_amount(effect: Instruction) -> list[Ref]:
    """The things that a number of an instruction names: "damage equal to Some Villain's ATK"."""
    found = refs_of(getattr(effect, "amount", None), "each", besides=QUOTED)
    return [ref for ref in found if ref.what is not None and ref.what.name]


def counted_by(effect: Instruction) -> list[Ref]:
    """The things of which one card is drawn for each, or as much life gained: "those creatures" after it."""
    amount = effect.amount if isinstance(effect, Draw | GainLife) else None
    if not isinstance(amount, Count) or amount.what.zone != "battlefield":
        return []
    return [Ref("each", 0, amount.what)]


def spoken_of(value: object) -> list[Ref]:
    """The things with a name of their own in a part of a text: its source, and what a game has a noun for.

    Whether a cost was paid is said of the source: "if this spell was kicked".
    """
    found = refs_of(value, SELF.kind, *NAMED_BY_GAMES, besides=QUOTED)
    found = [ref for ref in found if ref == SELF or ref.kind != SELF.kind]
    return [*found, SELF] if isinstance(value, If) and has(value.condition, Paid) else found


def given_up_in(value: object) -> Scene:
    """The things that a text calls by what was done to them: "the exiled card"."""
    found = refs_of(value, *GIVEN_UP, besides=QUOTED)
    return tuple((ref, ref.what.kinds) for ref in found if ref.what is not None)


def differs(ref: Ref) -> Test:
    """The test that a thing is not one of those that a reference means."""
    return Test("id", "differs", Value("id", ref))


def contains(value: object, ref: object) -> bool:
    """Whether a part of a text has this very word."""
    return any(part == ref for part in own_records_of(value, type(ref)))


def targets_in(effects: tuple[Instruction, ...]) -> list[TargetRef]:
    """The target words of instructions, in the order of the text."""
    words = own_records_of(effects, TargetRef)
    found = {word.index: word for word in reversed(words)}
    return [found[at] for at in sorted(found)]


def end_of_speaking(effects: tuple[Instruction, ...]) -> int:
    """The place behind the last sentence that looks at a card or speaks of one by a pronoun."""
    at = end = 0
    while at < len(effects):
        after = _end_of_sentence(effects, at)
        if has(effects[at:after], Look) or refs_of(effects[at:after], *_PRONOUNS, besides=QUOTED):
            end = after
        at = after
    return end


_PRONOUNS: Final[tuple[RefKind, ...]] = ("it", "pronoun", "they", *GIVEN_UP)


def _end_of_sentence(effects: tuple[Instruction, ...], at: int) -> int:
    """The place behind what the instruction at a place governs, and behind what depends on whether that was done."""
    end: int = at + 1 + getattr(effects[at], "steps", 0)
    last = effects[end - 1]
    if isinstance(last, Otherwise):
        end += last.steps
    return _end_of_sentence(effects, end) if end < len(effects) and isinstance(effects[end], IfDid) else end


def is_same_deed(before: Instruction | None, effect: Instruction) -> bool:
    """Whether two instructions do the same to one thing and another: "put a counter on it and target creature"."""
    what = getattr(before, "what", None)
    if before is None or type(before) is not type(effect) or not isinstance(what, Ref):
        return False
    changes: dict[str, object] = {"what": what}
    return replace(effect, **changes) == before  # type: ignore[arg-type]  # a reference in place of a reference


def is_taken_back(said: Instruction, before: Instruction | None) -> bool:
    """Whether "it" is put into a hand or the like just behind "if this card was paid for so": maybe the card itself."""
    if not isinstance(before, If) or not has(before.condition, Paid) or not isinstance(said, Move):
        return False
    return said.what.kind == "pronoun" and said.zone not in ("battlefield", "exile", "graveyard")


def exiled_with(ref: Ref) -> Ref:
    """The cards exiled with the source.

    Raises:
        Reject: they are said to be exiled with another thing.
    """
    if ref.of != SELF:
        raise Reject
    return replace(ref, of=None)


def without_later(effects: tuple[Instruction, ...]) -> tuple[Instruction, ...]:
    """The instructions whose targets are chosen as the text is played: not those of delayed abilities."""
    kept: list[Instruction] = []
    at = 0
    while at < len(effects):
        effect = effects[at]
        kept.append(effect)
        at += 1 + effect.steps if isinstance(effect, Later) else 1
    return tuple(kept)
