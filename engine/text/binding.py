"""Binds what a body speaks of: numbers its targets and says what each pronoun, "that card" and "that much" stands for.

A pronoun means what was mentioned last that fits its kind and number (608.2c): a target, what an instruction made,
chose or was done to, the source. Where nothing was, it means what the ability declares (``Scene``): the object of its
event, what is on the other side, its player, what its cost gives up. A pronoun that fits none of these is no reading.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import replace
from typing import Final, Literal, TypeAlias, TypeVar, get_args

from engine.abilities import (
    EVENT,
    GIVEN_UP,
    IT,
    SELF,
    Activated,
    Body,
    Cancel,
    Done,
    Either,
    EventAmount,
    Filter,
    GivenUp,
    If,
    IfDid,
    Instruction,
    Later,
    May,
    Modes,
    Ref,
    RefKind,
    Shield,
    StateTriggered,
    Test,
    Timed,
    Triggered,
    UnlessPays,
)
from engine.text.mentions import (
    ANY,
    GIVING,
    ITSELF,
    NAMED_BY_GAMES,
    PEOPLE,
    SEVERAL,
    Kinds,
    Scene,
    deeds,
    introduced,
    is_person,
    may_be_called,
    mentioned,
)
from engine.text.phrases import IN_GRAVEYARD, AmendingIf, Choice, LeadingIf, Sentences, TargetRef, ThisWay
from engine.text.phrases import rewrite as rewrite_all
from engine.text.reading import Reject, Unbound

T = TypeVar("T")
TargetKind: TypeAlias = Literal["target", "new target"]
CONTROL = (May, If, IfDid, Later, UnlessPays, Either, Cancel)
"""Instructions that only decide about others."""


QUOTED: Final = (Activated, Triggered, StateTriggered, Timed)
"""Abilities that an instruction gives in quotes: what they speak of is bound already."""


def rewrite(value: T, change: Callable[[object], object]) -> T:
    """``value`` with ``change`` made to every record of its own."""
    return rewrite_all(value, change, besides=QUOTED)


class Mention:
    """Something that a text has spoken of; ``many``: it may be several things, or is called "they" as a person is."""

    __slots__ = ("kinds", "many", "ref")

    def __init__(self, ref: Ref, kinds: Kinds, *, many: bool = False) -> None:
        self.ref = ref
        self.kinds = kinds
        self.many = many or is_person(kinds)


def bind(
    effects: tuple[Instruction, ...],
    scene: Scene = (),
    types: Collection[str] = (),
    paid: frozenset[GivenUp] = frozenset(),
) -> Body:
    """Number the targets in the order of the text and say what each pronoun stands for.

    ``types`` are the card types of the game, ``paid`` the deeds of the cost.
    """
    targets = _targets(_without_later(effects))
    bound = Binder(targets, scene, types, paid=paid).sequence(effects)
    first = Binder(targets, scene, types, paid=paid)
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

    ``meanings`` are those of pronouns by their places: the subject of several instructions is one word.

    ``kind`` is that of its own targets: "target", or "new target" in a delayed ability.
    """

    def __init__(
        self,
        targets: list[TargetRef],
        scene: Scene,
        types: Collection[str],
        kind: TargetKind = "target",
        paid: frozenset[GivenUp] = frozenset(),
    ) -> None:
        if len({ref.index for ref in targets}) != len(targets):
            raise Reject
        self.targets = targets
        self.kind = kind
        self.scene = scene
        self.types = types
        self.number = {ref.index: n for n, ref in enumerate(targets)}
        self.mentions: list[Mention] = []
        self.spoken: list[Ref] = []
        self.done = False
        self.before = 0
        self.paid = paid
        self.did: dict[RefKind, Mention] = {}
        self.meanings: dict[Ref, Ref] = {}

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
            elif isinstance(effect, UnlessPays):
                bound += self.unless(effect, effects[at : at + effect.steps])
                at += effect.steps
            elif isinstance(effect, AmendingIf):
                branches = effects[at - 1 : at + effect.steps + effect.replaced]
                bound += self.amended(branches, effect.steps)
                at += len(branches) - 1
            else:
                bound.append(self.instruction(effect))
        return tuple(bound)

    def amended(self, branches: tuple[Instruction, ...], steps: int) -> tuple[Instruction, ...]:
        """A sentence and what is done instead, which may speak of all but what only that sentence would bring up."""
        condition = self.instruction(branches[0])
        replaced = self.undone(branches[steps + 1 :])
        return (condition, *self.sequence(branches[1:steps]), branches[steps], *replaced)

    def unless(self, effect: UnlessPays, inner: tuple[Instruction, ...]) -> tuple[Instruction, ...]:
        """A deed and the price that keeps it from being done, which may speak of what the deed is about."""
        deed = self.undone(inner)
        return (self.instruction(effect), *deed)

    def undone(self, effects: tuple[Instruction, ...]) -> tuple[Instruction, ...]:
        """Instructions that the text says before others which are followed without them: they bring up nothing."""
        before, done = list(self.mentions), self.done
        bound = self.sequence(effects)
        self.mentions, self.done = [one for one in self.mentions if one.ref != IT or one in before], done
        return bound

    def later(self, effect: Later, inner: tuple[Instruction, ...]) -> tuple[Instruction, ...]:
        """A delayed ability: it may speak of all that was mentioned, and of what happens then."""
        if self.kind != "target" and self.targets:
            raise Reject
        before = self.instruction(effect)
        assert isinstance(before, Later)
        what = [event.what for event in effect.events if event.what is not None]
        scene = ((EVENT, what[0].kinds),) if what else self.scene
        of = Binder(_targets(inner), scene, self.types, "new target", self.paid)
        of.mentions = list(self.mentions)
        of.did = dict(self.did)
        of.spoken = list(self.spoken)
        of.done = self.done and (not effect.events or effect.events[0].name == "step")
        if what or before.about is not None:
            of.mentions.append(Mention(EVENT, what[0].kinds if what else ANY))
        bound = of.sequence(inner)
        specs = tuple(rewrite(ref.spec, of.change) for ref in of.targets)
        return (replace(before, targets=specs), *bound)

    def instruction(self, effect: Instruction) -> Instruction:
        """One instruction bound; what it speaks of can be meant by those after it."""
        self.spoken += spoken_of(effect)
        bound = self._shield(effect) if isinstance(effect, Shield) else rewrite(_of_a_person(effect), self.change)
        for ref in self.targets:
            if _contains(effect, ref):
                self.before = max(self.before, ref.index + 1)
                self.mentions.append(self._target(ref))
        if getattr(bound, "what", None) == SELF:
            self.mentions.append(Mention(SELF, ANY))
        elif (named := mentioned(bound)) is not None:
            self.mentions.append(Mention(named, dict(self.scene).get(named, ANY), many=named not in dict(self.scene)))
        who = getattr(bound, "who", None)
        if isinstance(who, Ref) and who.kind in PEOPLE:
            self.mentions.append(Mention(who, (("player",),)))
        brought = introduced(bound)
        if brought is not None:
            self.mentions = [one for one in self.mentions if one.ref != IT]
            self.mentions.append(Mention(IT, brought, many=True))
            self.did = {GIVING[type(bound)]: self.mentions[-1]} if type(bound) in GIVING else {}
        self.paid |= deeds(getattr(bound, "cost", ()))
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
        if isinstance(part, LeadingIf | AmendingIf):
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
                return self.meanings.setdefault(part, self.meanings.get(part) or self.meant(part))
            case "nth target" if part.index < len(self.targets):
                return Ref("target", part.index)
            case "nth target":
                raise Reject
            case "that player":
                return self.player(part)
            case word if word in self.did and word not in self.paid:
                return self.did[word].ref
            case _:
                return part

    def meant(self, pronoun: Ref) -> Ref:
        """The meaning of "it", "they" or "that creature".

        Raises:
            Unbound: nothing that fits was mentioned or is declared.
        """
        if pronoun.kind == "they":
            return self.they(pronoun)
        words = tuple(kind[-1] for kind in pronoun.what.kinds) if pronoun.what is not None else ()
        about_source = bool(self.scene) and self.scene[0][0] == SELF
        fitting = [
            one
            for one in reversed(self._before(pronoun))
            if self._is_called(one.kinds, words) and not (words and one.ref == SELF and not about_source)
        ]  # no text calls its own source "that"
        if pronoun.count == SEVERAL and not any(one.many for one in fitting):
            self._check_one(fitting, pronoun.index)
        if fitting:
            return fitting[0].ref
        if words:
            return self._declared(words, pronoun.index)
        for ref in (*(ref for ref, kinds in self.scene if not is_person(kinds)), *reversed(self.spoken)):
            return ref
        raise Unbound(pronoun.index)

    def _declared(self, words: tuple[str, ...], at: int) -> Ref:
        """The declared thing that is called by a noun: by its own rather than by one that fits, and the nearest."""
        found = [(ref, kinds) for ref, kinds in reversed(self.scene) if ref != SELF and self._is_called(kinds, words)]
        if not found:
            raise Unbound(at)
        ref = next((ref for ref, kinds in found if any(word in kind for kind in kinds for word in words)), found[0][0])
        return replace(ref, what=Filter(tuple((word,) for word in words))) if ref.kind in GIVEN_UP else ref

    def they(self, pronoun: Ref) -> Ref:
        """The meaning of "they" or "them": several things or a person, or one thing where there is none of these."""
        before = self._before(pronoun)
        for one in reversed(before):
            if one.many:
                return one.ref
        for ref, kinds in self.scene:
            if is_person(kinds):
                return ref
        self._check_one(before, pronoun.index)
        for ref in (*(one.ref for one in reversed(before)), *reversed(self.spoken)):
            if ref != SELF:
                return ref
        raise Unbound(pronoun.index)

    def _check_one(self, mentions: list[Mention], at: int) -> None:
        """Refuse "them" after two single targets: each of them is meant, and no reference says so."""
        if len({one.ref for one in mentions if one.ref.kind in get_args(TargetKind)}) > 1:
            raise Unbound(at)

    def player(self, pronoun: Ref) -> Ref:
        """The meaning of "that player".

        Raises:
            Unbound: no player was mentioned or is declared.
        """
        for one in reversed(self._before(pronoun)):
            if any("player" in kind for kind in one.kinds):
                return one.ref
        for ref, kinds in self.scene:
            if is_person(kinds):
                return ref
        raise Unbound(pronoun.index)

    def _is_called(self, kinds: Kinds, words: tuple[str, ...]) -> bool:
        if not words:
            return not is_person(kinds)
        return any(may_be_called(kinds, word, self.types) for word in words)

    def _target(self, ref: TargetRef) -> Mention:
        return Mention(Ref(self.kind, self.number[ref.index]), ref.spec.what.kinds, many=ref.spec.most != 1)

    def _before(self, pronoun: Ref) -> list[Mention]:
        """Everything mentioned so far, targets earlier in the same instruction included."""
        same = [self._target(ref) for ref in self.targets if self.before <= ref.index < pronoun.index]
        return self.mentions + same


def _of_a_person(effect: Instruction) -> Instruction:
    """An instruction whose subject acts: whatever pronoun stands there means a player."""
    who = getattr(effect, "who", None)
    if not isinstance(who, Ref) or who.kind not in ("pronoun", "they"):
        return effect
    changes: dict[str, object] = {"who": Ref("that player", who.index)}
    return replace(effect, **changes)  # type: ignore[arg-type]  # a reference in place of a reference


def spoken_of(value: object) -> list[Ref]:
    """The things with a name of their own in a part of a text: its source, and what a game has a noun for."""
    found: list[Ref] = []

    def note(part: object) -> object:
        if isinstance(part, Ref) and (part == SELF or part.kind in NAMED_BY_GAMES):
            found.append(part)
        return part

    rewrite(value, note)
    return found


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


def bind_text(
    text: Sentences | Choice, scene: Scene = (), types: Collection[str] = (), paid: frozenset[GivenUp] = frozenset()
) -> tuple[Body, Modes | None]:
    """A text as body and modes."""
    if isinstance(text, Sentences):
        return bind(text.effects, scene, types, paid), None
    options = tuple(bind(option, scene, types, paid) for option in text.options)
    most = min(text.most, len(options))
    conditions = text.conditions if any(text.conditions) else ()
    instead = None if text.instead is None else settled(text.instead, ITSELF)
    return Body(), Modes(options, text.least, most, text.chooser, conditions, instead)


def without_event_number(text: Sentences | Choice) -> Sentences | Choice:
    """A text of which no event has a number: "that many" is how much was done before.

    Raises:
        Reject: nothing was.
    """
    if isinstance(text, Choice):
        return replace(text, options=tuple(map(_without_event_number, text.options)))
    return replace(text, effects=_without_event_number(text.effects))


def _without_event_number(effects: tuple[Instruction, ...]) -> tuple[Instruction, ...]:
    if any(isinstance(effect, Shield | Later) for effect in effects):
        return effects  # they are about events of their own
    found: list[Instruction] = []
    is_done = False
    for effect in effects:
        numbered = rewrite(effect, lambda part: Done() if isinstance(part, EventAmount) else part)
        if numbered != effect and not is_done:
            raise Reject
        found.append(numbered)
        is_done = is_done or not isinstance(effect, CONTROL)
    return tuple(found)


def settled(value: T, scene: Scene, types: Collection[str] = ()) -> T:
    """A value whose pronouns can only mean what is declared, with what they stand for: a condition, a static ability.

    Raises:
        Reject: there is a target in it.
        Unbound: a pronoun fits nothing that is declared.
    """
    binder = Binder([], scene, types)

    def change(part: object) -> object:
        if isinstance(part, TargetRef):
            raise Reject
        return binder.change(part) if isinstance(part, Ref) and part.kind in PRONOUNS else part

    return rewrite(value, change)


PRONOUNS: Final = ("pronoun", "they", "that player")
