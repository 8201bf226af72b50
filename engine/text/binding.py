"""Binds what a body speaks of: numbers its targets and says what each pronoun, "that card" and "that much" stands for.

A pronoun means what was mentioned last that it fits: a target, what an instruction made or chose, the source; where
nothing was, what the ability is about (``antecedent``): the source, or the object of the event.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Literal, TypeAlias, TypeVar

from engine.abilities import (
    EVENT,
    GIVEN_UP,
    IT,
    SELF,
    Body,
    Cancel,
    Done,
    Either,
    EventAmount,
    Filter,
    If,
    IfDid,
    Instruction,
    Later,
    May,
    Modes,
    Ref,
    Shield,
    Test,
    UnlessPays,
)
from engine.text.mentions import Kinds, introduced, is_person, may_be_called
from engine.text.phrases import IN_GRAVEYARD, Choice, LeadingIf, Sentences, TargetRef, ThisWay, rewrite
from engine.text.reading import Reject

T = TypeVar("T")
TargetKind: TypeAlias = Literal["target", "new target"]
Scene: TypeAlias = tuple[tuple[Ref, Kinds], ...]
"""The things that a text may speak of besides, with their kinds."""
CONTROL = (May, If, IfDid, Later, UnlessPays, Either, Cancel)
"""Instructions that only decide about others."""


def bind(effects: tuple[Instruction, ...], antecedent: Ref = SELF, scene: Scene = ()) -> Body:
    """Number the targets in the order of the text and say what each pronoun stands for.

    ``scene`` are what a trigger speaks of besides: they are meant where they are called by their noun.
    """
    targets = _targets(_without_later(effects))
    bound = Binder(targets, antecedent, scene=scene).sequence(effects)
    first = Binder(targets, antecedent, scene=scene)
    return Body(bound, tuple(rewrite(ref.spec, first.change) for ref in targets))


def _without_later(effects: tuple[Instruction, ...]) -> tuple[Instruction, ...]:
    """The instructions whose targets are chosen as the text is played: not those of delayed abilities."""
    kept: list[Instruction] = []
    at = 0
    while at < len(effects):
        effect = effects[at]
        kept.append(effect)
        at += 1 + effect.steps if isinstance(effect, Later) else 1
    return tuple(kept)


class Binder:
    """Goes through a body in order; ``mentions`` are what it has spoken of, the latest last.

    ``kind`` is that of its own targets: "target", or "new target" in a delayed ability.
    """

    def __init__(
        self,
        targets: list[TargetRef],
        antecedent: Ref,
        kind: TargetKind = "target",
        scene: Scene = (),
    ) -> None:
        if len({ref.index for ref in targets}) != len(targets):
            raise Reject
        self.targets = targets
        self.kind = kind
        self.scene = scene
        self.number = {ref.index: n for n, ref in enumerate(targets)}
        self.antecedent = antecedent
        self.mentions: list[tuple[Ref, Kinds]] = []
        self.done = False
        self.before = 0

    def sequence(self, effects: tuple[Instruction, ...]) -> tuple[Instruction, ...]:
        """Instructions bound in order."""
        bound: list[Instruction] = []
        at = 0
        while at < len(effects):
            effect = effects[at]
            at += 1
            if isinstance(effect, Later):
                bound += self.later(effect, effects[at : at + effect.steps])
                at += effect.steps
            else:
                bound.append(self.instruction(effect))
        return tuple(bound)

    def later(self, effect: Later, inner: tuple[Instruction, ...]) -> tuple[Instruction, ...]:
        """A delayed ability: it may speak of all that was mentioned, and of what happens then."""
        if self.kind != "target" and self.targets:
            raise Reject
        before = self.instruction(effect)
        assert isinstance(before, Later)
        what = [event.what for event in effect.events if event.what is not None]
        of = Binder(_targets(inner), EVENT if what else self.antecedent, "new target", self.scene)
        of.mentions = list(self.mentions)
        of.done = self.done and (not effect.events or effect.events[0].name == "step")
        if what or before.about is not None:
            of.mentions.append((EVENT, what[0].kinds if what else ((),)))
        bound = of.sequence(inner)
        specs = tuple(rewrite(ref.spec, of.change) for ref in of.targets)
        return (replace(before, targets=specs), *bound)

    def instruction(self, effect: Instruction) -> Instruction:
        """One instruction bound; what it speaks of can be meant by those after it."""
        bound = self._shield(effect) if isinstance(effect, Shield) else rewrite(_of_a_person(effect), self.change)
        for ref in self.targets:
            if _contains(effect, ref):
                self.before = max(self.before, ref.index + 1)
                self.mentions.append((Ref(self.kind, self.number[ref.index]), ref.spec.what.kinds))
        if getattr(bound, "what", None) == SELF:
            self.mentions.append((SELF, ((),)))
        who = getattr(bound, "who", None)
        if isinstance(who, Ref) and who.kind in ("controller", "owner"):
            self.mentions.append((who, (("player",),)))
        brought = introduced(bound)
        if brought is not None:
            self.mentions = [m for m in self.mentions if m[0] != IT]
            self.mentions.append((IT, brought))
        self.done = self.done or not isinstance(effect, CONTROL)
        return bound

    def _shield(self, effect: Shield) -> Shield:
        """The later deeds of an effect for a time have an account of their own; the thing it is about is said now."""
        replacement = replace(effect.effect, changes=rewrite(effect.effect.changes, self.change))
        return replace(
            effect,
            effect=replacement,
            what=rewrite(effect.what, self.change),
            amount=rewrite(effect.amount, self.change),
        )

    def change(self, part: object) -> object:
        """The new form of a part of an instruction."""
        if isinstance(part, Test) and part.op == "random":
            raise Reject
        if isinstance(part, TargetRef):
            return Ref(self.kind, self.number[part.index])
        if isinstance(part, LeadingIf):
            return If(part.steps, part.condition)
        if isinstance(part, EventAmount) and self.done:
            return Done()
        if isinstance(part, ThisWay):
            raise Reject  # nothing was prevented
        if part == IN_GRAVEYARD:
            return SELF
        if not isinstance(part, Ref):
            return part
        match part.kind:
            case "pronoun" | "they":
                return self.meant(part)
            case "nth target" if part.index < len(self.targets):
                return Ref("target", part.index)
            case "nth target":
                raise Reject
            case "that player":
                return self.player(part)
            case _:
                return part

    def meant(self, pronoun: Ref) -> Ref:
        """The meaning of "it" or "that creature"."""
        word = pronoun.what.kinds[0][-1] if pronoun.what is not None else ""
        for ref, kinds in reversed(self._before(pronoun)):
            if word and ref == SELF != self.antecedent:
                continue  # no text calls its own source that
            if may_be_called(kinds, word) if word else pronoun.kind == "they" or not is_person(kinds):
                return ref
        for ref, kinds in self.scene:
            if word and may_be_called(kinds, word):
                return replace(ref, what=Filter(((word,),))) if ref.kind in GIVEN_UP else ref
        if word and self.antecedent == SELF:
            raise Reject
        return self.antecedent

    def player(self, pronoun: Ref) -> Ref:
        """The meaning of "that player"."""
        for ref, kinds in reversed(self._before(pronoun)):
            if any("player" in kind for kind in kinds):
                return ref
        return Ref("event player")

    def _before(self, pronoun: Ref) -> list[tuple[Ref, Kinds]]:
        """Everything mentioned so far, targets earlier in the same instruction included."""
        same = [
            (Ref(self.kind, self.number[ref.index]), ref.spec.what.kinds)
            for ref in self.targets
            if self.before <= ref.index < pronoun.index
        ]
        return self.mentions + same


def _of_a_person(effect: Instruction) -> Instruction:
    """An instruction whose subject acts: whatever pronoun stands there means a player."""
    who = getattr(effect, "who", None)
    if not isinstance(who, Ref) or who.kind not in ("pronoun", "they"):
        return effect
    changes: dict[str, object] = {"who": Ref("that player", who.index)}
    return replace(effect, **changes)  # type: ignore[arg-type]  # a reference in place of a reference


def _contains(value: object, ref: TargetRef) -> bool:
    found: list[object] = []

    def note(part: object) -> object:
        if part == ref:
            found.append(part)
        return part

    rewrite(value, note)
    return bool(found)


def _targets(effects: tuple[Instruction, ...]) -> list[TargetRef]:
    found: dict[int, TargetRef] = {}

    def note(part: object) -> object:
        if isinstance(part, TargetRef):
            found.setdefault(part.index, part)
        return part

    rewrite(effects, note)
    return [found[at] for at in sorted(found)]


def bind_text(text: Sentences | Choice, antecedent: Ref = SELF, scene: Scene = ()) -> tuple[Body, Modes | None]:
    """A text as body and modes."""
    if isinstance(text, Sentences):
        return bind(text.effects, antecedent, scene), None
    options = tuple(bind(option, antecedent, scene) for option in text.options)
    most = min(text.most, len(options))
    conditions = text.conditions if any(text.conditions) else ()
    instead = None if text.instead is None else settled(text.instead, SELF)
    return Body(), Modes(options, text.least, most, text.chooser, conditions, instead)


def settled(value: T, antecedent: Ref) -> T:
    """Pronouns of a condition: they can only mean what the ability is about."""

    def change(part: object) -> object:
        if isinstance(part, TargetRef):
            raise Reject
        return antecedent if isinstance(part, Ref) and part.kind == "pronoun" else part

    return rewrite(value, change)
