"""Binds what a body speaks of: numbers its targets and says what each pronoun, "that card" and "that much" stands for.

A pronoun means what was mentioned last that fits its kind and number (608.2c): a target, what an instruction made,
chose or was done to, the source. Where nothing was, it means what the ability declares (``Scene``): the object of its
event, what is on the other side, its player, what its cost gives up. A pronoun that fits none of these is no reading.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Final, Literal, TypeAlias, TypeVar

from engine.abilities import (
    EVENT,
    IT,
    SELF,
    YOU,
    Amount,
    Attach,
    BlockIt,
    Body,
    Count,
    CounterSpell,
    Damage,
    Destroy,
    DieResult,
    Done,
    Event,
    EventAmount,
    Exchange,
    Fight,
    Filter,
    GivenUp,
    If,
    IfDid,
    Instruction,
    KeywordAction,
    Later,
    ManifestDread,
    May,
    Modes,
    Move,
    Otherwise,
    PutCounters,
    Ref,
    RefKind,
    SacrificeEffect,
    Shield,
    TakeCounters,
    Tap,
    TargetSpec,
    Test,
    UnlessPays,
    Untap,
    Value,
)
from engine.text.antecedents import PERSON, Account, Mention, Pronoun, after_touching, may_be_same
from engine.text.errors import Reject, Unbound
from engine.text.mentions import (
    ANY,
    ATTACHED,
    EACH,
    GIVING,
    ITSELF,
    PEOPLE,
    Kinds,
    Scene,
    all_of,
    also_named,
    deeds,
    introduced,
    is_one,
    is_person,
    is_several,
    is_touching,
    kinds_in,
    kinds_of,
    mentioned,
    moves_away,
    puts_into_play,
)
from engine.text.offers import check_by_deed, is_offer
from engine.text.phrases import (
    IN_GRAVEYARD,
    OTHER_PLAYERS,
    THOSE_COUNTERS,
    UNNAMED,
    AmendingIf,
    Choice,
    Difference,
    IfSomebodyDid,
    LeadingIf,
    LeadingLater,
    Sentences,
    TargetRef,
    ThisWay,
    apart,
    has,
    has_part,
    plain_form,
    plainly,
)
from engine.text.speaking_parts import (
    PRONOUNS,
    contains,
    counted_by,
    differs,
    exiled_with,
    has_event_number,
    is_of_each,
    is_same_deed,
    is_taken_back,
    named_by,
    named_in,
    named_in_amount,
    own_records_of,
    pronouns_in,
    rewrite,
    spoken_of,
    targets_in,
    things_in,
    typed,
    without_later,
)
from engine.text.that_many import CONTROL, number_left, number_paid

T = TypeVar("T")
TargetKind: TypeAlias = Literal["target", "new target"]

COUNTED: Final = (CounterSpell, Destroy, Move, SacrificeEffect, Tap, Untap)
"""Instructions after which a text may speak of how many things it was done to."""
OF_THE_EVENT: Final = EventAmount()
"""The number that "that many" means before anything was done."""
OF_EVENT: Final = Value("mana value", EVENT)
"""The number beside which a mana value is "lesser"; a text does not name it."""
ANOTHER: Final[dict[type, str]] = {
    Attach: "to",
    BlockIt: "whom",
    Fight: "other",
    Exchange: "other",
    TakeCounters: "onto",
}
"""The field in which an instruction names another thing than what it is about."""


def bind(
    effects: tuple[Instruction, ...],
    scene: Scene = (),
    types: Collection[str] = (),
    paid: frozenset[GivenUp] = frozenset(),
) -> Body:
    """Number the targets in the order of the text and say what each pronoun stands for.

    ``types`` are the card types of the game, ``paid`` the deeds of the cost.
    """
    effects = plainly(effects)
    _ensure_beside_event(effects, scene)
    targets = targets_in(without_later(effects))
    bound = Binder(targets, scene, types, paid=paid).sequence(effects)
    first = Binder(targets, scene, types, paid=paid) if targets else None
    specs = () if first is None else tuple(rewrite(ref.spec, first.change, only=BOUND) for ref in targets)
    if any(has_part(spec.what.tests, Ref("target", n)) for at, spec in enumerate(specs) for n in range(at, len(specs))):
        raise Reject  # what is not yet chosen has no numbers to compare with
    specs = tuple(replace(spec, what=besides_given_up(spec.what, scene, types)) for spec in specs)
    body = Body(bound, _different(specs, "target", types))
    its = dict(scene).get(EVENT)
    if its is not None:
        _ensure_not_besides_event(body, its, types)
    return body


def _ensure_beside_event(effects: tuple[Instruction, ...], scene: Scene) -> None:
    """See that a mana value is "lesser" than that of the object of the event, and of nothing that came up since.

    Raises:
        Reject: there is none, or the text has given up or brought up something else before.
    """
    last = max((at for at, effect in enumerate(effects) if has_part(effect, OF_EVENT)), default=-1)
    if last < 0:
        return
    costs = [part for effect in effects[:last] if isinstance(effect, May) for part in effect.cost]
    before = effects[:last]
    if EVENT not in dict(scene) or targets_in(before) or any(map(introduced, before)) or deeds(tuple(costs)):
        raise Reject


def _ensure_not_besides_event(body: Body, its: Kinds, types: Collection[str]) -> None:
    """See that nothing is said to be "other" than the source that may be other than the object of the event.

    Raises:
        Reject: something is.
    """
    others = [part for part in own_records_of(body, Filter) if part.other]
    if any(may_be_same(its, _without_card(what.kinds), types) for what in others):
        raise Reject


def besides_given_up(what: Filter, scene: Scene, types: Collection[str]) -> Filter:
    """Things "other" than the source are others than what a cost has tapped, too.

    Of an event that is not about the source they are others than what was on its other side, or than its object.
    """
    if not what.other:
        return what
    kinds = _without_card(what.kinds) if what.zone == "battlefield" else what.kinds
    fitting = [ref for ref, its in scene if may_be_same(its, kinds, types)]
    tapped = [ref for ref in fitting if ref.kind == "tapped"]
    beyond = [ref for ref in fitting if ref.kind == "event other"] or [ref for ref in fitting if ref == EVENT]
    if SELF in dict(scene):
        beyond = []
    return replace(what, other=not beyond, tests=(*what.tests, *map(differs, tapped + beyond)))


def _may_be_of(amount: Amount, what: Ref, types: Collection[str]) -> bool:
    """Whether a pronoun in a number may mean the things that it is about: "that minion" means no scheme."""
    kinds = what.what.kinds if what.what is not None else ()
    pronouns = [one for one in pronouns_in(amount) if not (isinstance(one, Pronoun) and one.role == "thing")]
    return any(one.what is None or not kinds or may_be_same(one.what.kinds, kinds, types) for one in pronouns)


def _without_card(kinds: Kinds) -> Kinds:
    return tuple(tuple(word for word in kind if word != "card") for kind in kinds)


def _different(specs: tuple[TargetSpec, ...], kind: TargetKind, types: Collection[str]) -> tuple[TargetSpec, ...]:
    """The target words, "another target" being none of the targets before it that it could be (115.3)."""
    found: list[TargetSpec] = []
    for at, spec in enumerate(specs):
        before = [n for n in range(at) if may_be_same(specs[n].what.kinds, spec.what.kinds, types)]
        if spec.what.other and before and not is_person(spec.what.kinds):
            tests = tuple(differs(Ref(kind, n)) for n in before)
            is_other = any(specs[n].what.other for n in before)
            spec = replace(spec, what=replace(spec.what, other=is_other, tests=(*spec.what.tests, *tests)))
        found.append(spec)
    return tuple(found)


BOUND: Final = (Test, Ref, If, IfDid, Later, EventAmount, Count)
"""The kinds of records that a binder changes or refuses."""


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
        self.that_many: Amount | None = OF_THE_EVENT
        self.before = 0
        self.paid = paid
        self.did: dict[RefKind, Mention] = {}
        self.meanings: dict[Ref, Ref] = {}
        self.focus: Mention | None = None
        self.dealt: tuple[Ref, ...] = ()
        self.each_did = False
        self.in_row = 0
        self.last_deed: Instruction | None = None
        self.is_of_both = False
        self.last: Instruction | None = None
        self.left: list[Mention] = []
        self.is_reflexive = False

    def sequence(self, effects: tuple[Instruction, ...]) -> tuple[Instruction, ...]:
        """Instructions bound in order."""
        bound: list[Instruction] = []
        places: dict[Mention, tuple[bool, bool]] = {}
        held: list[Mention] = []
        rolled: list[Mention] | None = None  # what was spoken of before the rows of results
        again: dict[int, list[Mention]] = {}
        named: dict[int, list[Mention]] = {}
        at = 0
        while at < len(effects):
            effect = effects[at]
            self.mentions += named.pop(at, ())
            self._lose(again.pop(at, ()))
            at += 1
            if isinstance(effect, If) and isinstance(effect.condition.left, DieResult):
                rolled = list(self.mentions) if rolled is None else rolled
                self.mentions = [one for one in self.mentions if one.ref != IT or any(one is each for each in rolled)]
            if isinstance(effect, If | IfDid):
                held = list(self.mentions)
                places = {one: (one.is_card, one.is_in_play) for one in self.mentions}
            elif isinstance(effect, Otherwise):
                for one in self.mentions:  # what was moved in the other branch is where it was
                    one.is_card, one.is_in_play = places.get(one) or (False, not one.is_of_cards)
                again[at + effect.steps] = self._find_again(held)
                self.mentions = [one for one in self.mentions if one.ref != IT or any(one is each for each in held)]
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
                if isinstance(effect, If):
                    last = bound[-1]
                    assert isinstance(last, If)
                    behind = at if isinstance(effect, LeadingIf) else at + effect.steps  # where the condition is said
                    named.setdefault(behind, []).extend(_named_in_condition(last))
        return tuple(bound)

    def _find_again(self, held: list[Mention]) -> list[Mention]:
        """Restore "it" of before a condition for its other branch; the mentions that it finds again."""
        pairs = zip(self.mentions, held, strict=False)
        found = [before for one, before in pairs if one.is_lost and not before.is_lost and one.ref == before.ref]
        for at, before in enumerate(held[: len(self.mentions)]):
            if any(before is one for one in found):
                self.mentions[at] = before
        return found

    def _lose(self, mentions: Sequence[Mention]) -> None:
        """Behind both branches it is not known what "it" is where one of them did something else."""
        self.mentions = [one.lost() if any(one is each for each in mentions) else one for one in self.mentions]

    def amended(self, branches: tuple[Instruction, ...], steps: int) -> tuple[Instruction, ...]:
        """A sentence and what is done instead, which may speak of all but what only that sentence would bring up."""
        replaced = self.undone(branches[steps + 1 :])
        last = replaced[-1]
        self.dealt = (last.by,) if isinstance(last, Damage) else ()
        self.mentions += [_again(ref) for ref in all_of(replaced)]
        condition = self.instruction(branches[0])
        return (condition, *self.sequence(branches[1:steps]), branches[steps], *replaced)

    def unless(self, effect: UnlessPays, inner: tuple[Instruction, ...]) -> tuple[Instruction, ...]:
        """A deed and the price that keeps it from being done, which may speak of what the deed is about."""
        if is_offer(effect.who, effect.cost):
            return (self.instruction(effect), *self.undone(inner))
        deed = self.undone(inner)
        return (self.instruction(effect), *deed)

    def undone(self, effects: tuple[Instruction, ...]) -> tuple[Instruction, ...]:
        """Instructions that the text says before others which are followed without them: they bring up nothing."""
        before, number = list(self.mentions), self.that_many
        bound = self.sequence(effects)
        self.mentions, self.that_many = [one for one in self.mentions if one.ref != IT or one in before], number
        return bound

    def later(self, effect: Later, inner: tuple[Instruction, ...]) -> tuple[Instruction, ...]:
        """A delayed ability: it may speak of all that was mentioned, and of what happens then."""
        is_nested = self.kind != "target" and bool(self.targets)
        if is_nested and (not self.is_reflexive or targets_in(inner)):
            raise Reject
        before = self.instruction(effect)
        assert isinstance(before, Later)
        if _asks_of_now(before.events):
            raise Reject  # nothing tells the event, when it happens, whom the text means now
        what = [kinds_in(event) for event in effect.events if event.what is not None or event.name == "cast"]
        scene = ((EVENT, what[0]),) if what else self.scene
        of = Binder(targets_in(inner), scene, self.types, "new target", self.paid)
        of.is_reflexive = not effect.events
        of.mentions = list(self.mentions)
        of.did = dict(self.did)
        of.spoken = list(self.spoken)
        if not effect.events or effect.events[0].name == "step":
            of.that_many = self.that_many
        if what or (before.about is not None and effect.events[0].name != "step"):
            of.mentions.append(Mention(EVENT, what[0] if what else ANY))
        bound = of.sequence(inner)
        if is_nested:
            bound = _about_held(bound)
        specs = tuple(rewrite(ref.spec, of.change, only=BOUND) for ref in of.targets)
        return (replace(before, targets=_different(specs, "new target", self.types)), *bound)

    def instruction(self, effect: Instruction) -> Instruction:
        """One instruction bound; what it speaks of can be meant by those after it."""
        if isinstance(effect, Destroy | Move) and effect.also:
            first, *others = map(self.instruction, apart(effect))
            assert isinstance(first, Destroy | Move)
            return replace(first, also=tuple(each.what for each in others if isinstance(each, Destroy | Move)))
        return self._one(effect)

    def _one(self, effect: Instruction) -> Instruction:
        is_first = SELF not in self.spoken
        self.spoken += spoken_of(effect)
        said = self._dealt_to_another(self._dealt_by(self._addressed(typed(effect))))
        said = self._with_another(_dealt_to_itself(said))
        if self.each_did and is_of_each(said) and has_event_number(said):
            raise Reject  # as many as all of them did is not what each of them did
        bound = self._shield(said) if isinstance(said, Shield) else rewrite(said, self.change, only=BOUND)
        if is_first and isinstance(bound, Damage) and bound.to == bound.by == SELF != getattr(said, "to", SELF):
            raise Reject  # that would be said as "itself"
        check_by_deed(bound, self.last)
        is_taken = isinstance(bound, May | UnlessPays) and is_offer(bound.who, bound.cost)
        if isinstance(bound, May | UnlessPays | ManifestDread) and not is_taken and not self._is_one(bound.who):
            raise Reject  # each of them would choose, and nothing asks more than one
        if (
            isinstance(said, PutCounters)
            and said.what.kind == "each"
            and _may_be_of(said.amount, said.what, self.types)
        ):
            raise Reject  # the number would be read off what was spoken of before, and not off these
        if self._is_number_of_each(bound):
            raise Reject  # of each of several targets it would be a number of its own
        if isinstance(bound, Fight) and bound.what == bound.other and not self._are_two(bound.what):
            raise Reject  # two creatures fight each other (701.14a)
        action = bound if isinstance(bound, KeywordAction) and bound.amount != 0 else None
        if action is not None and action.what is not None and not self._is_known(action.what):
            raise Reject  # what it means would be about each of several, or about what its own steps bring up
        if isinstance(said, TakeCounters) and said.name == THOSE_COUNTERS:
            raise Reject  # no condition before it speaks of any
        if is_taken_back(said, self.last) and isinstance(bound, Move) and bound.what.kind == self.kind:
            raise Reject  # the card that was paid for, or what the text has spoken of before
        if self.in_row > 1 and has(bound, Done):
            raise Reject  # the number would be that of the last of several groups
        self.mentions += [Mention(ref, kinds_of(ref.what or Filter())) for ref in named_in_amount(bound)]
        self.mentions += [_again(ref) for ref in counted_by(bound)]
        what = getattr(bound, "what", None)
        if what in (SELF, ATTACHED):
            self.mentions.append(Mention(what, ANY))
        for ref in self.targets:
            if contains(effect, ref):
                self.before = max(self.before, ref.index + 1)
                self.mentions.append(self._target(ref))
        self.focus = None
        brought = self._mention(bound)
        if moves_away(bound):
            self._note_moved(what, brought, is_card=True)
        elif puts_into_play(bound):
            self._note_moved(what, brought, is_card=False)
        self._note_done(bound)
        paid = number_paid(bound) if isinstance(bound, May) else None
        self.last = bound
        if isinstance(bound, If | Otherwise):
            for one in self.left if isinstance(bound, Otherwise) else ():
                one.is_in_play = True  # where this is done, that was not
            self.left = []
        self.that_many = number_left(said, self.that_many) if paid is None else paid
        return bound

    def _is_one(self, who: Ref) -> bool:
        """Whether a reference to players can mean one at most."""
        if who.kind == self.kind:
            return self.targets[who.index].spec.most == 1
        return who.kind not in (*EACH, "each")

    def _is_known(self, what: Ref) -> bool:
        """Whether a reference means one thing, and the same thing whatever happens."""
        return what.kind not in ("it", "each", "chosen", *EACH) and self._is_one(what)

    def _is_number_of_each(self, bound: Instruction) -> bool:
        """Whether an instruction says of several targets how much it does by a number that each of them has."""
        who = getattr(bound, "who", None)
        if not isinstance(who, Ref) or who.kind != self.kind or self._is_one(who):
            return False
        return has_part((getattr(bound, "amount", 0), getattr(bound, "count", 0)), who)

    def _are_two(self, what: Ref) -> bool:
        """Whether a reference means two targets."""
        return what.kind == self.kind and self.targets[what.index].spec.most == 2

    def _note_done(self, bound: Instruction) -> None:
        """Note what an instruction has done: what dealt damage, how many did it, what was paid."""
        self.paid |= deeds(getattr(bound, "cost", ()))
        if isinstance(bound, Damage):
            self.dealt = (bound.by,)
        elif isinstance(bound, If):
            self.dealt += tuple(ref for ref in things_in(bound.condition) if self.dealt and ref not in self.dealt)
        elif not isinstance(bound, CONTROL):
            self.dealt = ()
        is_again = isinstance(bound, COUNTED) and type(bound) is type(self.last_deed)
        self.is_of_both = is_same_deed(self.last_deed, bound)
        self.in_row = self.in_row + 1 if is_again else int(isinstance(bound, COUNTED))
        self.last_deed = bound
        self.each_did = is_of_each(bound) if not isinstance(bound, CONTROL) else self.each_did

    def _note_moved(self, what: Ref | None, brought: Mention | None, *, is_card: bool) -> None:
        """Note that what was spoken of is a card now, or in play."""
        for one in self.mentions:
            if one is brought or one.ref == what:
                self.left += [one] if is_card and one.is_in_play else []
                one.is_card = one.is_card or is_card
                one.is_in_play = not is_card

    def _mention(self, bound: Instruction) -> Mention | None:
        """Note what an instruction speaks of, and that what was "it" before may be lost; the mention it brings up."""
        what = getattr(bound, "what", None)
        if isinstance(bound, If):
            self.mentions += [Mention(ref, ANY) for ref in named_in(bound.condition)]
        if what not in (SELF, ATTACHED) and (named := mentioned(bound)) is not None:
            scene = dict(self.scene)
            self.mentions.append(Mention(named, scene.get(named, ANY), many=named not in scene))
        brought = introduced(bound)
        others = also_named(bound)
        if brought is not None or is_touching(bound):
            self.mentions = after_touching(self.mentions)
            self.did = {}
        if brought is not None:
            marks = {"is_one": is_one(bound), "is_several": is_several(bound), "by_noun": bool(others)}
            self.mentions.append(Mention(IT, brought, many=True, **marks))
            self.did = {GIVING[type(bound)]: self.mentions[-1]} if type(bound) in GIVING else {}
        made = self.mentions[-1] if brought is not None else None
        self.mentions += [Mention(ref, kinds_of(ref.what or Filter()), is_several=is_several(bound)) for ref in others]
        return made

    def _addressed(self, effect: Instruction) -> Instruction:
        """An instruction with its players bound first: all else that it says may be about them."""
        for field in ("who", "to"):
            ref = getattr(effect, field, None)
            if not isinstance(ref, Ref):
                continue
            is_said = (field == "who" and ref.kind in PRONOUNS) or ref == OTHER_PLAYERS
            bound = rewrite(ref, self.change) if is_said else ref
            if bound.kind in PEOPLE:
                bound = rewrite(bound, self.change)
                self.mentions.append(Mention(bound, PERSON))
            elif bound.kind in EACH:
                self.mentions.append(Mention(bound, PERSON, is_each=True))
            if bound != ref:
                changes: dict[str, object] = {field: bound}
                effect = replace(effect, **changes)  # type: ignore[arg-type]  # a reference in place of a reference
        what = getattr(effect, "what", None)
        if isinstance(what, TargetRef):
            self.focus = self._target(what)
        elif what == SELF:
            self.focus = Mention(SELF, ANY)
        elif isinstance(what, Ref) and what.kind in PRONOUNS:
            self.focus = Mention(rewrite(what, self.change), ANY)
        return effect

    def _dealt_by(self, effect: Instruction) -> Instruction:
        """Damage that "it" deals: what dealt the damage just before does, else the nearest that is not dealt it.

        Raises:
            Unbound: what was asked about since then could deal it as well.
        """
        if not isinstance(effect, Damage) or effect.by.kind != "pronoun" or effect.by.what is not None:
            return effect
        if effect.by not in self.meanings:
            to = rewrite(effect.to, self.change)
            able = [ref for ref in self.dealt if ref != to]
            if len(able) > 1:
                raise Unbound(effect.by.index)
            others = [one for one in self._before(effect.by) if one.ref != to or one.ref == SELF]
            self.meanings[effect.by] = able[0] if able else self._account(others).meant(effect.by)
        return replace(effect, by=self.meanings[effect.by])

    def _dealt_to_another(self, effect: Instruction) -> Instruction:
        """Damage that a thing of the text deals: "that creature" is another one, and "its" power that of who deals it.

        Raises:
            Unbound: there is no other thing that the pronoun could mean.
        """
        if not isinstance(effect, Damage):
            return effect
        by = rewrite(effect.by, self.change)
        if by == SELF:
            self._check_own_number(effect.amount)
        if by == SELF or not (by.kind == "each" or self._is_known(by)):
            return effect
        to = effect.to
        if to.kind == "pronoun" and to not in self.meanings and not (isinstance(to, Pronoun) and to.role == "same"):
            others = [one for one in self._before(to) if one.ref != by]
            self.meanings[to] = self._account(others).meant(to)
            if self.meanings[to] == by:
                raise Unbound(to.index)
        for one in pronouns_in(effect.amount):
            if one.kind == "pronoun" and one.what is None and one not in self.meanings:
                self.meanings[one] = by
        return effect

    def _check_own_number(self, amount: Amount) -> None:
        """See that "its power", where the source deals damage as a spell is cast, is said of one of both.

        Raises:
            Unbound: it would be that of the spell, though the source has just been named.
        """
        scene = dict(self.scene)
        for one in pronouns_in(amount):
            is_bare = one.kind == "pronoun" and one.what is None
            if is_bare and any("spell" in kind for kind in scene.get(self._meant(one), ())):
                raise Unbound(one.index)

    def _with_another(self, effect: Instruction) -> Instruction:
        """A deed that needs two things: nothing is attached to itself, and nothing fights itself.

        Raises:
            Unbound: there is no other thing that the pronoun could mean.
        """
        field = ANOTHER.get(type(effect), "")
        other = getattr(effect, field, None)
        if not isinstance(other, Ref) or other.kind != "pronoun":
            return effect
        if other not in self.meanings:
            what = rewrite(getattr(effect, "what", None), self.change)
            meant = self._account([one for one in self._before(other) if one.ref != what]).meant(other)
            if meant == what:
                raise Unbound(other.index)
            self.meanings[other] = meant
        changes: dict[str, object] = {field: self.meanings[other]}
        return replace(effect, **changes)  # type: ignore[arg-type]  # a reference in place of a reference

    def _shield(self, effect: Shield) -> Shield:
        """The later deeds of an effect for a time have an account of their own; the thing it is about is said now.

        Raises:
            Reject: whom it is about later is told by a target of now, which nothing keeps.
        """
        if has((effect.effect.would, effect.effect.condition), TargetRef):
            raise Reject
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
        if isinstance(part, LeadingLater | IfSomebodyDid):
            return plain_form(part)
        if isinstance(part, ThisWay | Difference):
            raise Reject  # nothing was prevented, or compared
        if isinstance(part, EventAmount):
            return self._that_many()
        if part in (IN_GRAVEYARD, UNNAMED):
            return SELF
        if isinstance(part, Count) and part.what.other:
            return replace(part, what=self._besides(part.what))
        if not isinstance(part, Ref):
            return part
        match part.kind:
            case "each" | "chosen" if part.what is not None and part.what.other:
                return replace(part, what=self._besides(part.what))
            case "they" if self.is_of_both and not self._is_person(part):
                raise Unbound(part.index)  # both are meant, and no reference means both
            case "pronoun" | "they":
                return self.meanings.setdefault(part, self.meanings.get(part) or self._meant(part))
            case "nth target" if part.index < len(self.targets):
                return Ref("target", part.index)
            case "nth target":
                raise Reject
            case "that player":
                return self._that_player(part)
            case "exiled" if part.of is not None:
                return exiled_with(part)
            case "opponents" if part == OTHER_PLAYERS:
                return self._other_players(part)
            case word if word in self.did and word not in self.paid:
                return self.did[word].ref
            case "revealed" if "revealed" not in self.paid and not any(r.kind == "revealed" for r, _ in self.scene):
                raise Reject  # no cost has revealed anything
            case _:
                return part

    def _that_player(self, part: Ref) -> Ref:
        """The player who was spoken of; or the opponent who controls the one thing that is targeted.

        In a number of each of several players it is each of these, where no other player was spoken of.

        Raises:
            Unbound: neither is there.
        """
        try:
            return self._account(self._before(part)).player(part)
        except Unbound:
            if part.of is not None:
                return part.of
            of = self.targets[0].spec if len(self.targets) == 1 else None
            if of is None or of.what.of != "opponent" or of.most != 1 or of.what.zone != "battlefield":
                raise
            return Ref("controller", of=Ref(self.kind, 0))

    def _other_players(self, part: Ref) -> Ref:
        """Each player other than you.

        Raises:
            Reject: the text speaks of another player, than whom they may be others.
        """
        persons = [one for one in self.mentions if is_person(one.kinds) and one.ref != OTHER_PLAYERS and one.ref != YOU]
        if persons or any(is_person(kinds) for _, kinds in self.scene):
            raise Reject
        return replace(part, index=0)

    def _is_person(self, pronoun: Ref) -> bool:
        """Whether a pronoun means a player."""
        return any(one.ref == self._meant(pronoun) and is_person(one.kinds) for one in self.mentions)

    def _that_many(self) -> Amount:
        """The number that "that many" means here.

        Raises:
            Reject: what was done since has a number of its own.
        """
        if self.that_many is None:
            raise Reject
        return self.that_many

    def _target(self, ref: TargetRef) -> Mention:
        meant = Ref(self.kind, self.number[ref.index])
        is_one = ref.spec.most == 1
        return Mention(meant, ref.spec.what.kinds, many=not is_one, is_one=is_one, is_several=not is_one)

    def _before(self, pronoun: Ref) -> list[Mention]:
        """Everything mentioned so far, targets earlier in the same instruction included."""
        same = [self._target(ref) for ref in self.targets if self.before <= ref.index < pronoun.index]
        return self.mentions + same

    def _meant(self, pronoun: Ref) -> Ref:
        return self._account(self._before(pronoun)).meant(pronoun)

    def _account(self, mentions: list[Mention]) -> Account:
        return Account(mentions, self.scene, self.spoken, self.types)

    def _besides(self, what: Filter) -> Filter:
        """Things "other" than what was spoken of last that could be one of them; than the source, where nothing was."""
        mentions = [*self.mentions, self.focus] if self.focus is not None else self.mentions
        ref = self._account(mentions).besides(what.kinds)
        if ref is None:
            return besides_given_up(what, self.scene, self.types)
        if ref == SELF:
            return what
        return replace(what, other=False, tests=(*what.tests, differs(ref)))


def _about_held(bound: tuple[Instruction, ...]) -> tuple[Instruction, ...]:
    """A delayed ability that a reflexive one makes: what is held for it are the targets of that one (603.7c)."""
    if any(ref.kind == "target" for ref in own_records_of(bound, Ref)):
        raise Reject  # those of the text before both are not held for it

    def held(part: object) -> object:
        return replace(part, kind="target") if isinstance(part, Ref) and part.kind == "new target" else part

    return rewrite(bound, held, only=(Ref,))


def _asks_of_now(events: tuple[Event, ...]) -> bool:
    """Whether what a later event is about is told by a target, or by what was touched."""
    return any(part.kind in ("target", "new target", "it") for part in own_records_of(events, Ref))


def _again(ref: Ref) -> Mention:
    """All that a sentence is about, as "those creatures" of what is done instead."""
    return Mention(ref, kinds_of(ref.what or Filter()), many=True, is_several=True, by_noun=True)


def _dealt_to_itself(effect: Instruction) -> Instruction:
    """Damage that one thing deals to itself.

    Raises:
        Unbound: several things deal it, each to itself.
    """
    if not isinstance(effect, Damage) or not isinstance(effect.to, Pronoun) or effect.to.role != "same":
        return effect
    by = effect.by
    if by.kind not in ("self", "event", "target") or (isinstance(by, TargetRef) and by.spec.most != 1):
        raise Unbound(effect.to.index)
    return replace(effect, to=by)


def _named_in_condition(bound: If) -> list[Mention]:
    """The cards that a condition calls by their names; where it calls two, no pronoun says which of them is meant."""
    named = named_by(bound.condition)
    return [Mention(Ref("each", 0, it), kinds_of(it), is_each=any(map(_calls_another, it.tests))) for it in named]


def _calls_another(test: Test) -> bool:
    """Whether a test calls something else by its name: "attached to Some Villain"."""
    what = test.value.of.what if isinstance(test.value, Value) else None
    return what is not None and bool(what.name)


def bind_text(
    text: Sentences | Choice, scene: Scene = (), types: Collection[str] = (), paid: frozenset[GivenUp] = frozenset()
) -> tuple[Body, Modes | None]:
    """A text as body and modes."""
    if isinstance(text, Sentences):
        return bind(text.effects, scene, types, paid), None
    options = tuple(bind(option, scene, types, paid) for option in text.options)
    most = text.most if text.again or not text.least else min(text.most, len(options))
    conditions = text.conditions if any(text.conditions) else ()
    instead = None if text.instead is None else settled(text.instead, ITSELF)
    more = (text.fresh, text.costs, text.unchosen, text.again, text.apart)
    if text.apart and not all(map(_has_one_target, options)):
        raise Reject
    return Body(), Modes(options, text.least, most, text.chooser, conditions, instead, *more)


def _has_one_target(option: Body) -> bool:
    """Whether there is one target that has to be chosen, and no other."""
    return len(option.targets) == 1 and option.targets[0].least == option.targets[0].most == 1


def settled(value: T, scene: Scene, types: Collection[str] = ()) -> T:
    """A value whose pronouns can only mean what is declared, with what they stand for: a condition, a static ability.

    Raises:
        Reject: there is a target in it.
        Unbound: a pronoun fits nothing that is declared.
    """
    if not has(value, Ref):
        return value
    binder = Binder([], scene, types)

    def change(part: object) -> object:
        if isinstance(part, TargetRef):
            raise Reject
        return binder.change(part) if isinstance(part, Ref) and part.kind in PRONOUNS else part

    return rewrite(value, change, only=(Ref,))
