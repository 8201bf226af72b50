"""The cards and abilities of one match, numbered: what state refers to by number.

``Text`` is one ability with what the rules ask of it worked out once; ``Print`` one card or token as printed.
Numbers are fixed by the order of the decks, so they are the same on every machine.
"""

from __future__ import annotations

from dataclasses import fields, is_dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING

from engine.abilities import (
    SELF,
    Ability,
    AdditionalCost,
    AlternativeCost,
    Copies,
    GainProperty,
    Grant,
    Inherited,
    Keyword,
    LibraryCost,
    Modify,
    Move,
    MoveCost,
    MoveSelf,
    NextAttack,
    NextEnters,
    Ref,
    Replacement,
    Shield,
    ThisTurn,
    Token,
    TokenCopy,
    Way,
)
from engine.cards.asked_history import tallied
from engine.cards.definitions import FACEDOWN, MARKER, NO_TOKENS, blank_face, copied_form, token_definition
from engine.cards.faces import named_face
from engine.cards.numbered_text import Text

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine.cards.ability_index import Kit
    from engine.cards.card_rules import CardRules
    from engine.cards.definitions import CardDef


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


def _names(part: object, counter: str) -> bool:
    """Whether an ability says the name of a counter."""
    if isinstance(part, tuple):
        return any(_names(inner, counter) for inner in part)
    if is_dataclass(part):
        return any(_names(getattr(part, field.name), counter) for field in fields(part))
    return part == counter


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
        text = Text(number, ability, self.texts, library_mana=self._rules.library_mana)
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
        self._pending += self._rules.backs_aside(definition)
        return Print(definition, numbers, self.texts, token=token)
