"""What the compiler holds while a text is only partly read: references not yet bound, clauses, sentences.

Owns the values between grammar and records, and the binding of targets and pronouns once a whole body is read.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Final, TypeVar

from engine.abilities import (
    IT,
    SELF,
    Body,
    Filter,
    If,
    Instruction,
    Modes,
    Move,
    Ref,
    TargetSpec,
    Test,
    Token,
)
from engine.text.reading import Reject

T = TypeVar("T")
IN_GRAVEYARD: Final = Ref("self in graveyard")
"""The source, in its owner's graveyard: an ability that speaks of it works there."""
SUBJECT: Final = Ref("subject")
"""Whoever the clause will turn out to be about."""


ANYTHING: Final = TargetSpec(Filter())


@dataclass(frozen=True, slots=True)
class TargetRef(Ref):
    """The word "target" at word ``index`` of the text, with what it says."""

    spec: TargetSpec = ANYTHING


@dataclass(frozen=True, slots=True)
class LeadingIf(If):
    """An "if" before what it governs; directly after a trigger it is part of that."""


@dataclass(frozen=True, slots=True)
class Clause:
    """Instructions with a subject or without; ``third``: the verb has the form of the third person."""

    effects: tuple[Instruction, ...]
    third: bool = False
    subject: Ref | None = None
    may: bool = False


@dataclass(frozen=True, slots=True)
class Sentences:
    """The instructions of a body, targets and pronouns not yet bound."""

    effects: tuple[Instruction, ...]


@dataclass(frozen=True, slots=True)
class Choice:
    """A modal text, not yet bound."""

    options: tuple[tuple[Instruction, ...], ...]
    least: int
    most: int
    chooser: str


@dataclass(frozen=True, slots=True)
class Alternatives:
    """What a noun may be (``kinds``), with the tests that its adjectives make."""

    kinds: tuple[tuple[str, ...], ...]
    tests: tuple[Test, ...] = ()


@dataclass(frozen=True, slots=True)
class Suffix:
    """What follows a noun and narrows it."""

    of: str = ""
    zone: str = ""
    tests: tuple[Test, ...] = ()
    name: str = ""


def rewrite(value: T, change: Callable[[object], object]) -> T:
    """``value`` with ``change`` made to every record in it, innermost first."""
    return _rewrite(value, change)  # type: ignore[return-value]  # change keeps the kind of what it is given


def _rewrite(value: object, change: Callable[[object], object]) -> object:
    if isinstance(value, tuple):
        parts = tuple(_rewrite(part, change) for part in value)
        return value if all(new is old for new, old in zip(parts, value, strict=True)) else parts
    if not is_dataclass(value) or isinstance(value, type):
        return value
    changed = {}
    for field in fields(value):
        old = getattr(value, field.name)
        new = _rewrite(old, change)
        if new is not old:
            changed[field.name] = new
    return change(replace(value, **changed) if changed else value)


def put(value: T, old: object, new: object) -> T:
    """``value`` with ``new`` wherever ``old`` stands."""
    return rewrite(value, lambda part: new if part == old else part)


def has(value: object, kind: type) -> bool:
    """Whether a record of this kind stands in ``value``."""
    found: list[object] = []

    def note(part: object) -> object:
        if isinstance(part, kind):
            found.append(part)
        return part

    rewrite(value, note)
    return bool(found)


def with_subject(effects: tuple[Instruction, ...], subject: Ref) -> tuple[Instruction, ...]:
    """The effects of a verb with its subject put in. Further mentions of a target are pronouns."""
    return put(effects, SUBJECT, subject)


def bind(effects: tuple[Instruction, ...], antecedent: Ref = SELF) -> Body:
    """Number the targets in the order of the text and say what each pronoun stands for.

    ``antecedent`` is what "it" means where nothing was mentioned before: the source, or the object of the event.
    """
    targets = _targets(effects)
    if len({ref.index for ref in targets}) != len(targets):
        raise Reject
    number = {ref.index: n for n, ref in enumerate(targets)}

    def change_in(earlier: tuple[Instruction, ...]) -> Callable[[object], object]:
        def change(part: object) -> object:
            if isinstance(part, TargetRef):
                return Ref("target", number[part.index])
            if isinstance(part, Ref) and part.kind == "pronoun":
                return _antecedent(part, targets, number, earlier, antecedent)
            if isinstance(part, Ref) and part.kind == "nth target":
                if part.index >= len(targets):
                    raise Reject
                return Ref("target", part.index)
            if isinstance(part, Ref) and part.kind == "that player":
                return _player_meant(targets, number, part)
            if part == IN_GRAVEYARD:
                return SELF
            if isinstance(part, LeadingIf):
                return If(part.steps, part.condition)
            return part

        return change

    bound = tuple(rewrite(_moved_on(effects, n), change_in(effects[:n])) for n in range(len(effects)))
    return Body(bound, tuple(rewrite(ref.spec, change_in(())) for ref in targets))


def _moved_on(effects: tuple[Instruction, ...], at: int) -> Instruction:
    """Instruction ``at``; "return it" after a move means what the moved one has become, a new object."""
    effect = effects[at]
    if not at or not isinstance(effect, Move) or not isinstance(effects[at - 1], Move):
        return effect
    return replace(effect, what=IT) if effect.what.kind == "pronoun" and effect.what.what is None else effect


def _targets(effects: tuple[Instruction, ...]) -> list[TargetRef]:
    found: dict[int, TargetRef] = {}

    def note(part: object) -> object:
        if isinstance(part, TargetRef):
            found.setdefault(part.index, part)
        return part

    rewrite(effects, note)
    return [found[at] for at in sorted(found)]


def _antecedent(
    pronoun: Ref, targets: list[TargetRef], number: dict[int, int], earlier: tuple[Instruction, ...], otherwise: Ref
) -> Ref:
    before = [ref for ref in targets if ref.index < pronoun.index]
    if pronoun.what is not None:
        wanted = pronoun.what.kinds[0][-1]
        before = [ref for ref in before if any(wanted in kind for kind in ref.spec.what.kinds)]
        if not before and otherwise == SELF:
            raise Reject
    if before:
        return Ref("target", number[before[-1].index])
    if pronoun.what is None and earlier and isinstance(earlier[-1], Token):
        return IT
    return otherwise


def _player_meant(targets: list[TargetRef], number: dict[int, int], part: Ref) -> Ref:
    players = [
        ref for ref in targets if ref.index < part.index and any("player" in kind for kind in ref.spec.what.kinds)
    ]
    return Ref("target", number[players[-1].index]) if players else Ref("event player")


def bind_text(text: Sentences | Choice, antecedent: Ref = SELF) -> tuple[Body, Modes | None]:
    """A text as body and modes."""
    if isinstance(text, Sentences):
        return bind(text.effects, antecedent), None
    options = tuple(bind(option, antecedent) for option in text.options)
    return Body(), Modes(options, text.least, min(text.most, len(options)), text.chooser)


def settled(value: T, antecedent: Ref) -> T:
    """Pronouns of a condition: they can only mean what the ability is about."""

    def change(part: object) -> object:
        if isinstance(part, TargetRef):
            raise Reject
        return antecedent if isinstance(part, Ref) and part.kind == "pronoun" else part

    return rewrite(value, change)
