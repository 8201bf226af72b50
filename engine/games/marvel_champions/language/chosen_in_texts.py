"""The choices of a text, in its cost or as it resolves, and the cases that hang on them."""

from __future__ import annotations

from dataclasses import field, replace
from typing import Final

from engine.abilities import (
    IT,
    SELF,
    Amount,
    AssignDamage,
    Choose,
    Compare,
    Cost,
    CostPart,
    Damage,
    Discard,
    DiscardCost,
    DiscardUntil,
    Draw,
    Either,
    EncounterSearch,
    Event,
    Filter,
    FormCost,
    FoundUse,
    Heal,
    If,
    IfDid,
    InCase,
    IndirectDamage,
    Instruction,
    Later,
    LibraryCost,
    May,
    Mill,
    Move,
    MoveDamage,
    Otherwise,
    PutCounters,
    Ref,
    RemoveCounters,
    Reveal,
    TakeCounters,
    TapSelf,
    Value,
)
from engine.abilities.records import record
from engine.games.marvel_champions.language.noun_phrases import (
    CHOICE,
    in_status,
)
from engine.text.antecedents import Pronoun
from engine.text.compiler.actions import Effects
from engine.text.errors import Reject
from engine.text.phrases import (
    Choice,
    LeadingIf,
    Sentences,
    TargetRef,
    has,
    has_part,
    records_of,
    rewrite,
)

GOVERNING: Final = (If, IfDid, May, Later, Otherwise, Either)
"""Instructions on which it depends whether the next ones are carried out."""


def is_arrow(effect: Instruction) -> bool:
    """Whether what stands before is the cost of what follows."""
    return isinstance(effect, IfDid) and effect.paid


@record(frozen=True, slots=True)
class RemoveFromIt(RemoveCounters):
    """Counters that are removed from "it"."""


@record(frozen=True, slots=True)
class ChosenInCost(FormCost):
    """A thing that is chosen before the arrow: as the ability is initiated, like all that its text chooses."""

    what: TargetRef = field(default_factory=lambda: TargetRef(CHOICE))


def chosen_first(parts: tuple[object, ...]) -> tuple[object, ...]:
    """The parts of an ability, with what its cost chooses as the first that its text speaks of.

    Raises:
        Reject: the text is a choice itself, or begins with a condition.
    """
    _check_counted(parts)
    chosen = [part.what for cost in parts if isinstance(cost, tuple) for part in cost if isinstance(part, ChosenInCost)]
    if not chosen:
        return parts
    found: list[object] = []
    for part in parts:
        if isinstance(part, tuple):
            left = tuple(one for one in part if not isinstance(one, ChosenInCost))
            found += [left] if left else []
        elif isinstance(part, Sentences) and not isinstance(part.effects[0], LeadingIf):
            found.append(replace(part, effects=(*map(Choose, chosen), *part.effects)))
        elif isinstance(part, Sentences | Choice):
            raise Reject
        else:
            found.append(part)
    return tuple(found)


def _check_counted(parts: tuple[object, ...]) -> None:
    """Check that a text counts what is printed on cards which itself has discarded, or its cost from the deck.

    Raises:
        Reject: only its cost discards any, from a hand; or it chooses something besides, which would be "it".
    """
    paid = [part for cost in parts if isinstance(cost, tuple) for part in cost]
    kinds = (DiscardCost, ChosenInCost) if any(isinstance(part, LibraryCost) for part in paid) else (DiscardCost,)
    if not any(isinstance(part, kinds) for part in paid) or has(parts, Mill, Discard, DiscardUntil):
        return
    if any(has_part(part, IT) for part in parts if isinstance(part, Sentences)):
        raise Reject


def with_it(cost: Cost) -> Cost:
    """A cost with what "it" means; where nothing is paid before, what is interrupted may say that (``with_event``).

    Raises:
        Reject: what is paid just before speaks of something else than the source.
    """
    bound: list[CostPart] = []
    for part in cost:
        last = bound[-1] if bound else None
        if not isinstance(part, RemoveFromIt) or last is None:
            bound.append(part)
        elif isinstance(last, TapSelf) or (isinstance(last, RemoveCounters) and last.from_ == SELF):
            bound.append(RemoveCounters(part.name, part.count, SELF))
        else:
            raise Reject
    return tuple(bound)


def with_event(cost: object, events: tuple[Event, ...]) -> object:
    """A cost of which "it" is the source or a card of some name, if that is what the events are about."""
    events = events[:1] if len({replace(event, name="") for event in events}) == 1 else events
    is_alone = all(event.source and event.other is None for event in events)
    is_source = bool(events) and all(event.source for event in events)
    about = events[0].what if len(events) == 1 and events[0].other is None else None
    is_called = about is not None and about == Filter(name=about.name)

    def bound(part: object) -> object:
        if not isinstance(part, RemoveFromIt):
            return part
        if is_called:
            return RemoveCounters(part.name, part.count, Ref("each", 0, about))
        is_named = isinstance(part.from_, Pronoun) and part.from_.role == "named"
        return RemoveCounters(part.name, part.count, SELF) if is_alone or (is_source and is_named) else part

    return tuple(map(bound, cost)) if isinstance(cost, tuple) and (is_source or is_called) else cost


def use_of(deed: Instruction) -> FoundUse:
    """The deed of those who each search the encounter deck with what they find; "" if it is another."""
    match deed:
        case Reveal(what=Ref(kind="pronoun")):
            return "reveal"
        case Move(what=Ref(kind="pronoun") as what, zone="battlefield", engaged=Ref(kind="they") as whom):
            plain = deed == replace(Move(what, "battlefield"), engaged=whom)
            return "engaged" if plain else ""
        case _:
            return ""


@record(frozen=True, slots=True)
class ResourceCase:
    """The instructions that are followed if a resource is printed; none for a wild one, which is each of them."""

    resource: str
    effects: Effects


@record(frozen=True, slots=True)
class NoneDone(Otherwise):
    """Governs what happens if the instruction before it did nothing to things of these kinds."""

    kinds: tuple[tuple[str, ...], ...] = ()
    deed: str = ""


@record(frozen=True, slots=True)
class NotBoosted(Otherwise):
    """Says that the activation before it comes without the usual boost card."""


@record(frozen=True, slots=True)
class XIs(Otherwise):
    """The value that the X of the sentences before it stands for."""

    value: Amount = 0


def asks_whether(given: PutCounters, sentence: Effects) -> bool:
    """Whether a sentence asks if something has the status card already that is given to it just before."""
    status = Value(in_status(given.name).field, given.what)
    asks = any(part.left == status for part in records_of(sentence, Compare))
    return asks and given.name in ("stunned", "confused", "tough")


def in_case_of(effect: Instruction, number: Amount, condition: Compare) -> Instruction:
    """An instruction of which so much more is done in a case."""
    match effect:
        case Damage() | TakeCounters() | Draw() | MoveDamage() | IndirectDamage():
            amount = effect.amount
            assert amount is not None
            return replace(effect, amount=InCase(number, condition, amount))
        case PutCounters(name="threat", amount=amount) | Heal(amount=int() as amount):
            return replace(effect, amount=InCase(number, condition, amount))
        case _:
            raise Reject


def either_of(options: list[tuple[Effects, Cost]]) -> Effects:
    """One of several parts, each but the last with its end; what each costs."""
    sizes = []
    effects: list[Instruction] = []
    left = sum(len(part) for part, _ in options) + len(options) - 1
    for at, (part, _) in enumerate(options):
        size = len(part) + (at < len(options) - 1)
        left -= size
        sizes.append(size)
        effects += [*part, Otherwise(left)] if at < len(options) - 1 else part
    costs = tuple(cost for _, cost in options)
    return (Either(tuple(sizes), costs if any(costs) else ()), *effects)


def settle_choices(part: object, *, free: bool) -> object:
    """Settle which choices are made as the ability is initiated, and which only as the text gets there."""
    if any(each.who.kind == "players" for each in records_of(part, AssignDamage)):
        raise Reject  # one player assigns all of it
    _check_owner(part)
    if isinstance(part, Choice):
        return part if free else replace(part, options=tuple(chosen_late(option) for option in part.options))
    if not isinstance(part, Sentences):
        return part
    return replace(part, effects=_only_certain(part.effects) if free else chosen_late(part.effects))


def _check_owner(part: object) -> None:
    """See that no encounter card is put into your hand or shuffled into your deck.

    Raises:
        Reject: one that was searched for is.
    """
    if not isinstance(part, Sentences) or not any(isinstance(effect, EncounterSearch) for effect in part.effects):
        return
    for effect in part.effects:
        if isinstance(effect, Move) and effect.zone in ("hand", "library") and effect.what.kind == "pronoun":
            raise Reject


def _only_certain(effects: Effects) -> Effects:
    """Target words only where nothing decides whether that is done."""
    at = 0
    settled: list[Instruction] = []
    while at < len(effects):
        effect = effects[at]
        size = 1 + effect.steps if isinstance(effect, GOVERNING) and not is_arrow(effect) else 1
        group = effects[at : at + size]
        settled += chosen_late(group, is_state=at > 0 and size == 1) if size > 1 or at > 0 else group
        at += size
    return tuple(settled)


def chosen_late(effects: Effects, *, is_state: bool = False) -> Effects:
    """Target words as choices made then; ``is_state``: only those of a state, which what is done before may bring."""

    def change(part: object) -> object:
        if isinstance(part, TargetRef) and part.kind == CHOICE and (not is_state or part.spec.what.tests):
            if part.spec.divided:
                raise Reject  # what is divided is divided as the ability is initiated
            return Ref("chosen", 0, part.spec.what)
        return part

    return rewrite(effects, change, only=(TargetRef,))
