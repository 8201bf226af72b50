"""The cards and abilities of one match, numbered: what state refers to by number.

``Text`` is one ability with what the rules ask of it worked out once; ``Print`` one card or token as printed.
Numbers are fixed by the order of the decks, so they are the same on every machine.
"""

from __future__ import annotations

from dataclasses import fields, is_dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias

from engine.abilities import (
    CHOSEN_MANA,
    COLORS_SPENT,
    EVENT,
    EXCESS,
    HISTORY,
    IT,
    MANA_SPENT,
    SELF,
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
    Copies,
    CostChange,
    DeckLimit,
    Draw,
    Either,
    Event,
    ExtraLands,
    FightTerms,
    Forbid,
    GainProperty,
    Grant,
    HandSize,
    If,
    IfDid,
    Inherited,
    Keyword,
    LibraryCost,
    Mana,
    May,
    MayPlay,
    Mill,
    Modify,
    MoreResources,
    Move,
    MoveCost,
    MoveSelf,
    NextAttack,
    NextEnters,
    Otherwise,
    Paid,
    PlayerHas,
    PlayLimits,
    Ref,
    Replacement,
    Search,
    Separate,
    Shield,
    SpellText,
    SpendAs,
    StateTriggered,
    Tally,
    TapSelf,
    Test,
    ThisTurn,
    Timed,
    Token,
    TokenCopy,
    Triggered,
    TriggersAgain,
    UnlessPays,
    UntapSelf,
    Value,
    Variable,
    Way,
)
from engine.abilities.nouns import BEGUN
from engine.cards.definitions import FACEDOWN, MARKER, NO_TOKENS, blank_face, copied_form, token_definition
from engine.cards.faces import named_face
from engine.text.phrases import has

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine.abilities import Cost, CostPart, Instruction, Limit, LimitKind, Modes, Terms, WouldEvent
    from engine.cards.ability_index import Kit
    from engine.cards.card_rules import CardRules
    from engine.cards.definitions import CardDef

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
    ``done_once``: what it says is done only once each turn. ``keyword``: the one that stands for it.
    ``timed``: its instructions name parts of the turn. ``open_to``: who else may activate it ("any player",
    "opponents"). ``is_linked``: another ability of its card speaks of what this one exiles (607.2a). ``rests``: its
    cost has the tap or untap symbol. ``as_written``: neither modes nor its cost leave anything to announce. ``layers``,
    ``change`` and ``reach`` are those of a continuous effect, once it was asked for them (``engine.queries.layers``).
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
        "reach",
        "replaces",
        "rests",
        "shown",
        "simple",
        "taps",
        "terms",
        "timed",
        "written",
        "zone",
    )

    def __init__(self, number: int, ability: Ability, *, library_mana: bool = True) -> None:
        self.number = number
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
        self.modes: Modes | None = getattr(ability, "modes", None)
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
        assert self.modes is not None
        options = self.modes.options
        earlier = modes[: modes.index(branch)] if branch in modes else ()
        before = len(self.body.targets) + sum(len(options[mode].targets) for mode in earlier)
        if not before:
            return options[branch].effects
        if (branch, before) not in self._moved:
            effects = tuple(_moved_on(effect, before) for effect in options[branch].effects)
            self._moved[branch, before] = effects
            self.choices.update(_choices((Body(effects),)))
        return self._moved[branch, before]


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
            return "grant"
        case Keyword():
            return "keyword"
        case Inherited():
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
        case AlsoUntaps():
            return "static"


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


class Print:
    """One card or token as printed, with its abilities numbered.

    ``arrives`` are replacement effects of its own arrival, ``buries`` of its own way to the graveyard from wherever it
    is, ``watched`` the zones in which some of it may trigger, ``offers_in`` those in which it has activated abilities.
    ``additions`` and ``alternatives`` are what it says about the cost to play it; ``ways`` is that by its own cost, if
    it has one; ``limits`` are its instructions on when it may be played, ``timed`` if they name parts of the turn.
    ``characteristics`` are those that continuous effects change, in the order of ``engine.queries.layers``. ``facts``
    are what the game has read once of its own fields. ``faces`` are the numbers of all faces of its card, that which it
    has wherever nothing says otherwise first; none of a card with one face. ``turns``: in the arena it may turn over to
    the other one. ``copied`` is the number of what copies it show, where they show something else, -1 elsewhere.
    """

    __slots__ = (
        "abilities",
        "additions",
        "alternatives",
        "arrives",
        "buries",
        "characteristics",
        "copied",
        "definition",
        "faces",
        "facts",
        "limits",
        "name",
        "numbers",
        "offers_in",
        "spell",
        "timed",
        "token",
        "turns",
        "watched",
        "ways",
    )

    def __init__(self, definition: CardDef, numbers: tuple[int, ...], texts: list[Text], *, token: bool) -> None:
        self.definition = definition
        self.facts: object = None
        self.name = definition.name
        self.faces: tuple[int, ...] = ()
        self.turns = False
        self.copied = -1
        self.token = token
        self.numbers = numbers
        self.characteristics = (
            definition.words,
            definition.keywords,
            numbers,
            definition.power or 0,
            definition.toughness or 0,
            definition.level,
            definition.stats,
        )
        self.abilities = tuple(texts[n] for n in numbers)
        readers = [text for text in self.abilities if _recalls(text)]
        for text in self.abilities if readers else ():
            text.is_linked = any(text is not reader for reader in readers)
        self.spell = next((t.number for t in self.abilities if t.kind == "spell"), -1)
        self.watched = frozenset(t.zone for t in self.abilities if t.kind in ("triggered", "state") or t.answers)
        if any(t.follows for t in self.abilities):
            self.watched |= {"exile"}
        own = [t for t in self.abilities if isinstance(t.ability, Replacement) and t.ability.would.what == SELF]
        self.arrives = tuple(t.number for t in own if not t.replaces)
        self.buries = tuple(t.number for t in own if t.replaces in ("graveyard", "discard"))
        costs = [t.ability for t in self.abilities if t.kind == "cost"]
        self.limits = tuple(t for t in self.abilities if t.kind == "limits")
        self.timed = any(t.timed for t in self.limits)
        self.offers_in = frozenset(t.zone for t in self.abilities if t.kind == "activated")
        cost = definition.cost
        self.ways: tuple[Way, ...] = (Way("", (cost,)),) if cost is not None else ()
        self.additions = tuple(cost for cost in costs if isinstance(cost, AdditionalCost))
        self.alternatives = tuple(
            cost for cost in costs if isinstance(cost, AlternativeCost) and cost.name != "activate"
        )
        self.timed = self.timed or any(cost.step for cost in self.alternatives)


def _recalls(text: Text) -> bool:
    """Whether an ability speaks of an exiled card that its own cost does not exile."""
    exiles = any(isinstance(part, MoveCost | MoveSelf | LibraryCost) for part in text.cost)
    return not exiles and text.kind != "spell" and _speaks_of_exiled(text.ability)


@lru_cache(maxsize=4096)
def _speaks_of_exiled(part: object) -> bool:
    if isinstance(part, tuple):
        return any(map(_speaks_of_exiled, part))
    if isinstance(part, Ref) and part.kind == "exiled":
        return True
    return is_dataclass(part) and any(_speaks_of_exiled(getattr(part, field.name)) for field in fields(part))


@lru_cache(maxsize=4096)
def tallied(ability: Ability) -> frozenset[str]:
    """The events of this turn that an ability asks about; the same decks are played again and again."""
    return frozenset(_tallied_by(ability))


def _tallied_by(part: object) -> set[str]:
    if isinstance(part, tuple):
        return {name for inner in part for name in _tallied_by(inner)}
    if not is_dataclass(part):
        return set()
    found = {name for field in fields(part) for name in _tallied_by(getattr(part, field.name))}
    if isinstance(part, Tally):
        found |= {part.event, f"{part.since}{BEGUN}"} if part.since else {part.event}
    elif isinstance(part, Test | Value) and part.field in HISTORY:
        found.add(HISTORY[part.field])
    elif isinstance(part, Value) and part.field == MANA_SPENT:
        found.add(MANA_SPENT)
    elif isinstance(part, Value) and part.field == EXCESS:
        found.add(EXCESS)
    elif isinstance(part, Value) and part.field.startswith((COLORS_SPENT, MANA_SPENT)):
        found |= {MANA_SPENT, COLORS_SPENT}
    elif isinstance(part, Event) and part.nth:
        found.add(part.name)
    elif isinstance(part, Forbid) and part.most:
        found.add(part.action)
    return found


def _names(part: object, counter: str) -> bool:
    """Whether an ability says the name of a counter."""
    if isinstance(part, tuple):
        return any(_names(inner, counter) for inner in part)
    if is_dataclass(part):
        return any(_names(getattr(part, field.name), counter) for field in fields(part))
    return part == counter


@lru_cache(maxsize=4096)
def paid_names(ability: Ability) -> frozenset[str]:
    """The names of the costs of which an ability asks whether, or how often, they were paid."""
    return frozenset(_paid_by(ability))


def _paid_by(part: object) -> set[str]:
    if isinstance(part, tuple):
        return {name for inner in part for name in _paid_by(inner)}
    if not is_dataclass(part):
        return set()
    own = {part.name} if isinstance(part, Paid) else set()
    return own | {name for field in fields(part) for name in _paid_by(getattr(part, field.name))}


def given(rules: CardRules, words: tuple[str, ...], abilities: tuple[Ability, ...]) -> tuple[Ability, ...]:
    """The abilities that come with gained keywords and abilities: what keywords stand for, and the abilities."""
    written = (part for word in words for part in rules.expand(Keyword(word))[1:])
    return (*written, *(part for ability in abilities for part in rules.expand(ability)))


def colored(abilities: tuple[Ability, ...], color: str) -> tuple[Ability, ...]:
    """Abilities with a colour in place of "chosen color" where a keyword speaks of that."""
    return tuple(
        replace(ability, what=replace(ability.what, kinds=((color,),)))
        if isinstance(ability, Keyword) and ability.what is not None and ability.what.kinds == (("chosen color",),)
        else ability
        for ability in abilities
    )


class Register:
    """Numbers texts and prints while a match of ``seats`` is set up; equal abilities share a number.

    ``kits`` are those of all that has been looked at, ``fixed`` answers that hang on texts and prints alone.
    Of events, by name: ``tallied`` are those that texts count, ``awaited`` those that they interrupt or respond to,
    ``heard`` those on which they trigger ("state": a state that holds); ``minded`` are all of these.
    ``makes_markers``: a text makes markers, which are in a zone of their own.
    Matches share it: once they begin nothing in it changes but what is worked out from it.
    """

    def __init__(self, rules: CardRules, seats: int) -> None:
        self._rules = rules
        self._seats = seats
        self.texts: list[Text] = []
        self.prints: list[Print] = []
        self.tokens: dict[Token, int] = {}
        self._numbers: dict[Ability, int] = {}
        self.acquired: dict[tuple[int, Ability], int] = {}
        self.lent: dict[str, tuple[int, ...]] = {}
        self._known: dict[str, Print] = {}
        self._pending: list[Token] = []
        self.kits: dict[tuple[int, ...], Kit] = {}
        self.fixed: dict[object, tuple[object, ...]] = {}
        self.tallied: set[str] = set()
        self.awaited: set[str] = set()
        self.heard: set[str] = set()
        self.minded: frozenset[str] = frozenset()
        self.makes_markers = False

    def card(self, definition: CardDef) -> int:
        """Register one card of a deck and return its card number."""
        printed = self._known.get(definition.name)
        if printed is None:
            printed = self._print(definition, token="token" in definition.types)
            self._known[definition.name] = printed
        self.prints.append(printed)
        return len(self.prints) - 1

    def other_faces(self) -> tuple[str, ...]:
        """The names of the other faces of the cards so far."""
        names = (named_face(printed.definition) for printed in self._known.values())
        return tuple(dict.fromkeys(name for name in names if name))

    def face(self, definition: CardDef) -> None:
        """Register the other face of a card, under a number that is in no deck; it may be turned back as well."""
        number = self.card(definition)
        fronts = (n for n, printed in enumerate(self.prints) if named_face(printed.definition) == definition.name)
        self._belong((next(fronts), number), turns=True)

    def number_faces(self) -> None:
        """Register the further faces of all cards so far that have several, under numbers that are in no deck."""
        for printed in tuple(self._known.values()):
            definition = printed.definition
            if definition.faces:
                first = self.prints.index(printed)
                blank = blank_face(self._rules.name, definition)
                others = definition.faces if blank is None else (*definition.faces, blank)
                faces = [self._print(face, token=False) for face in others]
                numbers = (first, *range(len(self.prints), len(self.prints) + len(faces)))
                self.prints += faces
                self._belong(numbers, turns=definition.turns)

    def _belong(self, numbers: tuple[int, ...], *, turns: bool) -> None:
        """These prints are the faces of one card."""
        for number in numbers:
            printed = self.prints[number]
            printed.faces, printed.turns = numbers, turns

    def include(self, definition: CardDef) -> None:
        """Make a card known that lies in no deck, so that texts can name it."""
        if definition.name not in self._known:
            self._known[definition.name] = self._print(definition, token=False)

    def finish(self, lending: Mapping[str, tuple[Ability, ...]]) -> None:
        """Register the tokens that the texts make, whose numbers follow those of the cards; then nothing is added.

        Args:
            lending: what permanents have by counters of a kind.
        """
        while self._pending:
            token = self._pending.pop(0)
            if token not in self.tokens:
                self.tokens[token] = -1
                is_token = NO_TOKENS.isdisjoint(token.types)
                self.makes_markers = self.makes_markers or MARKER in token.types
                self.prints.append(self._print(token_definition(self._rules.name, token), token=is_token))
                self.tokens[token] = len(self.prints) - 1
        self._turn_down()
        for counter, abilities in lending.items():
            if any(_names(text.ability, counter) for text in self.texts):
                self.lent[counter] = tuple(map(self.text, abilities))
        self.minded = frozenset(self.tallied | self.awaited | self.heard)
        self._rules.prepare(self.prints, self.texts)

    def _turn_down(self) -> None:
        """Let the back of each card that may be played facedown be another face of it; what copies a back is face up.

        All cards share one back, which has no faces itself: it tells of none of them.
        """
        for token, number in self.tokens.items():
            if FACEDOWN in token.types and copied_form(token) in self.tokens:
                self.prints[number].copied = self.tokens[copied_form(token)]
        for printed in dict.fromkeys(self._known.values()):
            for back in self._rules.backs(printed.definition):
                if printed in self.prints:
                    printed.faces = (self.prints.index(printed), self.tokens[back])

    def text(self, ability: Ability) -> int:
        """The number of an ability, with those it grants or puts on tokens."""
        number = self._numbers.get(ability)
        if number is not None:
            return number
        self._numbers[ability] = len(self.texts)
        return self._add(ability)

    def _add(self, ability: Ability) -> int:
        number = len(self.texts)
        text = Text(number, ability, library_mana=self._rules.library_mana)
        self.texts.append(text)
        self.tallied |= tallied(ability)
        self.awaited |= text.answers
        self.heard |= text.events if text.kind != "state" else {"state"}
        if isinstance(ability, Grant):
            text.granted = self._gain(number, ability)
            text.intrinsic = tuple(self._acquire(number, own) for own in self._rules.intrinsic(ability.becomes))
        if isinstance(ability, Replacement):
            for change in ability.changes:
                if isinstance(change, Copies) and change.more is not None:
                    self._gain(number, change.more)
        if isinstance(ability, Inherited):
            for part in self._rules.expand(ability)[1:]:
                self.text(part)
        for body in (text.body, *(text.modes.options if text.modes else ())):
            for instruction in body.effects:
                self._pending += self._rules.backs(instruction)
                if isinstance(instruction, ThisTurn):
                    self.text(instruction.ability)
                    if isinstance(instruction.ability, NextEnters):
                        self.text(instruction.ability.effect)
                elif isinstance(instruction, Shield):
                    self.text(instruction.effect)
                elif isinstance(instruction, Token):
                    self._pending.append(instruction)
                elif isinstance(instruction, GainProperty | NextAttack):
                    self._gain(number, instruction.change)
                elif isinstance(instruction, Modify):
                    self._gain(number, instruction)
                elif isinstance(instruction, TokenCopy) and instruction.more is not None:
                    self._gain(number, instruction.more)
                elif isinstance(instruction, Move) and instruction.being is not None:
                    self._gain(number, instruction.being)
        return number

    def _gain(self, giver: int, change: Grant | Modify) -> tuple[int, ...]:
        """The numbers of what a text gives, keywords included."""
        becomes = change.becomes + (self._rules.families["basic land type"] if "chosen type" in change.becomes else ())
        for own in self._rules.intrinsic(becomes):
            self._acquire(giver, own)
        for color in self._rules.families.get("color", ()):
            for ability in colored(change.abilities, color):
                if ability not in change.abilities:
                    self._acquire(giver, ability)
        return tuple(self._acquire(giver, inner) for inner in given(self._rules, change.gains, change.abilities))

    def _acquire(self, giver: int, ability: Ability) -> int:
        """The number of an ability as acquired by a text: not that of the same words elsewhere (602.5c)."""
        if (giver, ability) not in self.acquired:
            self.acquired[giver, ability] = self._add(ability)
        return self.acquired[giver, ability]

    def number_of(self, ability: Ability) -> int:
        """The number an ability already has."""
        return self._numbers[ability]

    def _print(self, definition: CardDef, *, token: bool) -> Print:
        definition = self._rules.for_players(definition, self._seats)
        numbers = tuple(self.text(part) for part in self._rules.printed(definition))
        for ability in definition.abilities:
            for part in self._rules.expand(ability)[1:]:
                if part in self._numbers:
                    self.texts[self._numbers[part]].keyword = ability
        for back in self._rules.backs(definition):
            self._pending += [back, copied_form(back)]
        return Print(definition, numbers, self.texts, token=token)
