"""An ability of the match with its number, and what the rules ask of it worked out once."""

from __future__ import annotations

from dataclasses import fields, is_dataclass, replace
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias

from engine.abilities import (
    CHOSEN_MANA,
    EVENT,
    IT,
    SELF,
    AbilitiesOf,
    Ability,
    Activated,
    AddedCost,
    AdditionalCost,
    AddMana,
    AlsoUntaps,
    AlternativeCost,
    AsThough,
    AttacksOnly,
    Body,
    ChoosePile,
    ChooseWord,
    CombatRule,
    Compare,
    CostChange,
    DeckLimit,
    Draw,
    Either,
    ExtraLands,
    FightTerms,
    Forbid,
    GivesForetell,
    Grant,
    HandSize,
    If,
    IfDid,
    Inherited,
    KeepsMana,
    Keyword,
    LibraryCost,
    Mana,
    May,
    MayPlay,
    Mill,
    MoreResources,
    NextEnters,
    Otherwise,
    Paid,
    PlayerHas,
    PlayLimits,
    ProducesInstead,
    Ref,
    Replacement,
    RevealDrawn,
    Search,
    Separate,
    SpellText,
    SpendAs,
    StateTriggered,
    TapSelf,
    Timed,
    Triggered,
    TriggersAgain,
    UnlessPays,
    UntapSelf,
    Variable,
)
from engine.cards.spliced_texts import SPLICED, text_spliced
from engine.text.phrases import has, records_of

if TYPE_CHECKING:
    from engine.abilities import Cost, CostPart, Instruction, Limit, LimitKind, Modes, Terms, WouldEvent

COLORS: Final = ("W", "U", "B", "R", "G", "C")
EMPTY: Final = Body()
CONTROLLER: Final = Ref("controller", of=EVENT)
"""The player who controls what was tapped for mana."""
LIMITED: Final = (Activated, Timed, PlayLimits)
"""Abilities with instructions on when they, or what they stand on, may be used."""
WORKING: Final = (Activated, Timed, Triggered)
"""Abilities that say where they work."""
TextKind: TypeAlias = (
    Literal["spell", "activated", "timed", "triggered", "state", "grant", "static"]
    | Literal["combat", "replacement", "cost", "limits", "deck", "keyword", "inherited"]
)
"""The kind of an ability: "grant" is continuous, "static" is read where it matters."""
OpenTo: TypeAlias = Literal["", "any player", "opponents"]


class Text:
    """One ability of the match.

    ``answers`` are the events that a timed ability interrupts or responds to.
    ``follows``: it triggers on what befalls its own card on the way to the graveyard, even if that ends in exile.
    ``is_mana``: it is a mana ability; ``adds_at_once``: a triggered one.
    ``adding`` are the instructions by which these add mana, if nothing else decides what; all of it comes with the
    same ``terms``. ``simple``: a mana ability whose whole cost is tapping itself and that adds a fixed amount.
    ``replaces``: the event a replacement effect watches where it works, "" if that is only the arrival of its own
    source. ``choices``: its instructions about something that is chosen only as they are carried out. ``conditional``
    are the target words that are there only if a cost was paid, by their index; ``certain`` is the body without them.
    ``branches`` are the bodies that it has by what is paid: first where no optional cost is.
    ``done_once``: what it says is done only once each turn. ``shows_drawn``: it reveals what it has had drawn.
    ``keyword``: the one that stands for it.
    ``timed``: its instructions name parts of the turn. ``open_to``: who else may activate it ("any player",
    "opponents"). ``is_linked``: another ability of its card speaks of what this one exiles (607.2a). ``rests``: its
    cost has the tap or untap symbol. ``as_written``: neither modes nor its cost leave anything to announce. ``others``
    are all texts of the match, by their numbers. ``layers``, ``change`` and ``reach`` are those of a continuous effect,
    once it was asked for them (``engine.queries.layers``).
    """

    __slots__ = (
        "_moved",
        "ability",
        "adding",
        "adds_at_once",
        "answers",
        "as_written",
        "body",
        "branches",
        "certain",
        "change",
        "choices",
        "conditional",
        "cost",
        "done_once",
        "events",
        "follows",
        "granted",
        "intrinsic",
        "is_linked",
        "is_mana",
        "keyword",
        "kind",
        "layers",
        "limits",
        "modes",
        "number",
        "open_to",
        "others",
        "reach",
        "replaces",
        "rests",
        "shown",
        "shows_drawn",
        "simple",
        "taps",
        "terms",
        "timed",
        "written",
        "zone",
    )

    def __init__(self, number: int, ability: Ability, others: list[Text], *, library_mana: bool = True) -> None:
        self.number = number
        self.others = others
        self.ability = ability
        self.kind: TextKind = _kind(ability)
        self.read_as(ability)
        self.limits: tuple[Limit, ...] = ability.limits if isinstance(ability, LIMITED) else ()
        self.zone = (ability.zone if isinstance(ability, WORKING) else "") or "battlefield"
        self.events: frozenset[str] = (
            frozenset(e.name for e in ability.events) if isinstance(ability, Triggered) else frozenset()
        )
        self.follows = (
            isinstance(ability, Triggered) and self.zone == "graveyard" and all(e.source for e in ability.events)
        )
        self.answers: frozenset[str] = (
            frozenset(e.name for e in ability.events) if isinstance(ability, Timed) else frozenset()
        )
        self.replaces = replaced_event(ability)
        self.taps = any(isinstance(part, TapSelf) for part in self.cost)
        self.as_written = self.modes is None and not any(map(_is_open, self.cost))
        self.rests = self.taps or any(isinstance(part, UntapSelf) for part in self.cost)
        adds = _is_mana(self.body, self.modes)
        self.is_mana = (
            self.kind == "activated"
            and adds
            and "loyalty" not in _kinds(self.limits)
            and (library_mana or not _moves_library(self.cost, self.body, self.modes))
        )
        self.adds_at_once = "tapped for mana" in self.events and adds
        self.adding = _adding(self.body) if adds and self.modes is None else ()
        self.terms: Terms | None = self.adding[0].terms if self.adding else None
        self.simple = self.is_mana and not self.limits and len(self.cost) == 1 and self.taps and _is_fixed(self.adding)
        self.shown = ""
        self.keyword: Ability | None = None
        self.timed = not _kinds(self.limits).isdisjoint(("during", "before", "after"))
        self.open_to: OpenTo = next(
            (limit.kind for limit in self.limits if limit.kind in ("any player", "opponents")), ""
        )
        self.done_once = isinstance(ability, Triggered) and ability.done_once
        self.shows_drawn = bool(records_of(ability, RevealDrawn))
        self.granted: tuple[int, ...] = ()
        self.intrinsic: tuple[int, ...] = ()
        self.layers: tuple[int, ...] | None = None
        self.change: object = None
        self.is_linked = False
        self.reach = -1
        self.written = ability.name if isinstance(ability, Keyword) else ""

    def read_as(self, ability: Ability) -> None:
        """Work out its instructions from an ability that stands for it in this match; what it is called stays."""
        self.body: Body = getattr(ability, "body", None) or EMPTY
        self.modes: Modes | None = as_often_as_chosen(getattr(ability, "modes", None))
        self.cost: Cost = ability.cost if isinstance(ability, Activated | Timed) else ()
        self.conditional = _conditional(self.body)
        certain = (spec for index, spec in enumerate(self.body.targets) if index not in self.conditional)
        self.certain = replace(self.body, targets=tuple(certain)) if self.conditional else self.body
        self.branches = _branches(self.body, self.conditional)
        self.choices = _choices((self.body, *(self.modes.options if self.modes else ())))
        self._moved: dict[tuple[int, int], tuple[Instruction, ...]] = {}

    def sequence(self, branch: int, modes: tuple[int, ...] = ()) -> tuple[Instruction, ...]:
        """The instructions of the text (``branch`` -1) or of one of the chosen ``modes``.

        A mode counts its target words from 0; those of the text and of the modes before it come first.
        """
        if branch < 0:
            return self.body.effects
        option = self.option(branch)
        earlier = modes[: modes.index(branch)] if branch in modes else ()
        before = len(self.body.targets) + sum([len(self.option(mode).targets) for mode in earlier])
        if not before and branch < SPLICED:
            return option.effects
        if (branch, before) not in self._moved:
            effects = tuple(_moved_on(effect, before) for effect in option.effects)
            self._moved[branch, before] = effects
            self.choices.update(_choices((Body(effects),)))
        return self._moved[branch, before]

    def option(self, mode: int) -> Body:
        """The body of one of its modes, or of a text that was spliced onto it (702.47)."""
        if mode >= SPLICED:
            return self.others[text_spliced(mode)].body
        assert self.modes is not None
        return self.modes.options[mode]


def as_often_as_chosen(modes: Modes | None) -> Modes | None:
    """Modes each as often as it may be chosen: one that is chosen more than once stands there as often (700.2d)."""
    if modes is None or not modes.again:
        return modes
    times = max(modes.most, modes.instead.most if modes.instead is not None else 0)
    options = tuple(option for option in modes.options for _ in range(times))
    conditions = tuple(condition for condition in modes.conditions for _ in range(times))
    return replace(modes, options=options, conditions=conditions)


def _is_open(part: CostPart) -> bool:
    """Whether a part of a cost has an X, or a symbol that is paid in one of several ways."""
    if isinstance(part, Mana):
        return any(symbol == "X" or "/" in symbol for symbol in part.symbols)
    return has(part, Variable)


def _kinds(limits: tuple[Limit, ...]) -> set[LimitKind]:
    return {limit.kind for limit in limits}


def replaced_event(ability: Ability) -> WouldEvent:
    """The event that a replacement effect watches wherever it works; "" for one about the arrival of its own source."""
    if not isinstance(ability, Replacement):
        return ""
    would = ability.would
    return "" if would.event == "enter" and would.what == SELF else would.event


def _kind(ability: Ability) -> TextKind:
    match ability:
        case SpellText():
            return "spell"
        case Activated():
            return "activated"
        case Triggered():
            return "triggered"
        case Timed():
            return "timed"
        case StateTriggered():
            return "state"
        case Grant():
            return "static" if is_of_the_dead(ability) else "grant"
        case Keyword():
            return "keyword"
        case Inherited() | AbilitiesOf():
            return "inherited"
        case AdditionalCost() | AlternativeCost():
            return "cost"
        case PlayLimits():
            return "limits"
        case DeckLimit():
            return "deck"
        case Replacement():
            return "replacement"
        case CombatRule():
            return "combat"
        case CostChange() | Forbid() | SpendAs() | AsThough() | MayPlay() | ExtraLands() | TriggersAgain():
            return "static"
        case PlayerHas() | HandSize() | MoreResources() | AddedCost() | FightTerms() | NextEnters() | AttacksOnly():
            return "static"
        case AlsoUntaps() | ProducesInstead() | GivesForetell() | KeepsMana():
            return "static"


def is_of_the_dead(grant: Grant) -> bool:
    """Whether cards in graveyards have what is given: costs for which they may be cast, which are read there."""
    return grant.what is not None and grant.what.zone == "graveyard"


def _conditional(body: Body) -> dict[int, Compare]:
    """The target words that are there only if a cost was paid: all that speaks of them does so then (601.2c)."""
    found: dict[int, set[Compare | None]] = {}
    until = -1
    condition: Compare | None = None
    for at, effect in enumerate(body.effects):
        if at > until:
            condition = None
        if isinstance(effect, If) and isinstance(effect.condition.left, Paid):
            until, condition = at + effect.steps, effect.condition
        elif isinstance(effect, Otherwise) and at == until and condition is not None:
            until, condition = at + effect.steps, _unpaid(condition)
        for index in _targets_of(effect):
            found.setdefault(index, set()).add(condition)
    return {
        index: next(iter(conditions))  # type: ignore[misc]  # the one there is, and not none
        for index, conditions in found.items()
        if len(conditions) == 1 and None not in conditions
    }


def _unpaid(condition: Compare) -> Compare | None:
    """The condition that a cost was not paid, for that it was; none for any other."""
    return Compare(condition.left, "=", 0) if (condition.op, condition.right) == (">=", 1) else None


def _branches(body: Body, conditional: dict[int, Compare]) -> tuple[Body, ...]:
    """The bodies with the targets that are there where a cost was not paid, and where it was."""
    if all(condition.op != "=" for condition in conditional.values()):
        left_out = [set(conditional)]
    else:
        left_out = [
            {i for i, condition in conditional.items() if (condition.op == "=") == paid} for paid in (False, True)
        ]
    return tuple(
        replace(body, targets=tuple(spec for i, spec in enumerate(body.targets) if i not in out)) if out else body
        for out in left_out
    )


def _targets_of(part: object) -> tuple[int, ...]:
    """The indexes of the target words that something speaks of."""
    if isinstance(part, tuple):
        return tuple(index for inner in part for index in _targets_of(inner))
    if not is_dataclass(part):
        return ()
    own = (part.index,) if isinstance(part, Ref) and part.kind == "target" else ()
    return own + tuple(index for field in fields(part) for index in _targets_of(getattr(part, field.name)))


def _choices(bodies: tuple[Body, ...]) -> dict[Instruction, tuple[Ref, Instruction]]:
    """The instructions that choose something as they are carried out, with what, and the same about what is chosen."""
    found: dict[Instruction, tuple[Ref, Instruction]] = {}
    for instruction in (i for body in bodies for i in body.effects if not isinstance(i, Separate | ChoosePile)):
        for field in fields(instruction):
            value = getattr(instruction, field.name)
            if isinstance(value, Ref) and value.kind in ("chosen", "random") and not _is_by_each(value):
                found[instruction] = (value, _about(instruction, field.name))
    return found


def _is_by_each(ref: Ref) -> bool:
    """Whether each of several players chooses, which is no choice of one."""
    return ref.of is not None and ref.of.kind in ("players", "opponents")


def _moved_on(value: Any, by: int) -> Any:
    """``value`` with the target words it speaks of counted ``by`` further on; abilities in it count their own."""
    if isinstance(value, tuple):
        return tuple(_moved_on(part, by) for part in value)
    if not is_dataclass(value) or isinstance(value, Ability):
        return value
    changes = {field.name: _moved_on(getattr(value, field.name), by) for field in fields(value)}
    if isinstance(value, Ref) and value.kind == "target":
        changes["index"] = value.index + by
    return type(value)(**changes)


def _about(instruction: Instruction, field: str) -> Instruction:
    changes: dict[str, Any] = {field: IT}
    return replace(instruction, **changes)


def _is_mana(body: Body, modes: Modes | None) -> bool:
    """Whether an ability is of the kind of mana abilities: no target, could add mana (605.1).

    Obeys 605.1a, 605.2, 605.5, 605.5a, 605.5b.
    """
    bodies = (body,) if modes is None else (body, *modes.options)
    return not any(b.targets for b in bodies) and any(isinstance(i, AddMana) for b in bodies for i in b.effects)


def _moves_library(cost: Cost, body: Body, modes: Modes | None) -> bool:
    """Whether a cost or effect moves a card to or from a library."""
    steps = [i for b in (body, *(modes.options if modes else ())) for i in b.effects]
    moving = any(isinstance(step, Draw | Mill | Search) for step in steps)
    moving = moving or any(isinstance(part, LibraryCost) for part in cost)
    return moving or any("library" in getattr(part, "zone", "") for part in (*steps, *cost))


def _adding(body: Body) -> tuple[AddMana, ...]:
    """The instructions by which a body adds mana, always and to one player; none if it is more involved."""
    adding = tuple(i for i in body.effects if isinstance(i, AddMana))
    plain = all(
        (do.who.kind in ("you", "event player") or do.who == CONTROLLER)
        and do.terms == adding[0].terms
        and not isinstance(do.amount, Variable)
        and not do.mixed
        and (do.of is None or do.of.what.kind == "each")
        for do in adding
    )
    return adding if plain and not any(map(_is_undecided, body.effects)) else ()


def _is_undecided(step: Instruction) -> bool:
    return isinstance(step, May | UnlessPays | If | IfDid | ChooseWord | Either)


def _is_fixed(adding: tuple[AddMana, ...]) -> bool:
    """Whether one unit of a choice of colours is added, or always the same."""
    if (
        len(adding) != 1
        or not isinstance(adding[0].amount, int)
        or not adding[0].choices
        or CHOSEN_MANA in adding[0].choices
    ):
        return False
    sizes = {len(choice) * adding[0].amount for choice in adding[0].choices}
    return sizes == {1} or len(adding[0].choices) == 1
