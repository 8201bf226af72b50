"""Nouns: what is meant, whose it is, how many there are, and the references to them.

One method for each alternative of ``engine/text/grammar``, called with what its phrase consists of.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

from lark import Token as Lexeme

from engine.abilities import (
    EVENT,
    GIVEN_UP,
    NOT_YOURS,
    PUT_THERE,
    SELF,
    YOU,
    YOU_OWN,
    Ability,
    Among,
    Amount,
    Comparison,
    Filter,
    Ref,
    RefKind,
    TargetSpec,
    Test,
    TestOp,
    Value,
)
from engine.text.antecedents import Pronoun, Role, of_a_person
from engine.text.compiler.numbers import Numbers
from engine.text.errors import Reject
from engine.text.grouped_kinds import told_apart
from engine.text.inline import inline
from engine.text.mentions import SEVERAL
from engine.text.phrases import (
    IN_GRAVEYARD,
    ONE_EXILED_WITH,
    UNNAMED,
    Alternatives,
    Suffix,
    TargetRef,
    has,
    word_among,
)
from engine.text.words import OF_A_CARD, Vocabulary

ORDINALS: Final = ("first", "second", "third", "fourth")
PERSONAL: Final = ("they", "them", "their")
"""Pronouns that may mean players."""

PEOPLE: Final[tuple[RefKind, ...]] = (
    "that player",
    "target",
    "controller",
    "owner",
    "players",
    "defending player",
    "event player",
    "attached player",
)
"""The players whose things a noun may be about, besides yours and an opponent's."""
ROLES: Final[dict[str, Role]] = {"HIM": "named", "ITSELF": "same"}
"""Pronouns for somebody who was named, and for the subject of a clause."""
OF_CHOICE: Final = "of your choice"
"""Compares with what is chosen as the text is carried out; it becomes a choice and what was chosen."""
AT_RANDOM: Final = Test("", "random")
"""Said of what chance picks; no record keeps it."""
NOT_SELF: Final = Test("id", "differs", Value("id", SELF))
"""Said of what is not the source, whatever else was spoken of."""
OWNED: Final = Test(YOU_OWN)
"""Said of what is on the battlefield or the stack, whoever controls it."""
WORN: Final = ("enchanted", "equipped")


def one_of(found: Sequence[Filter]) -> Filter:
    """The union of nouns that differ by their kinds alone; the last says whose all of them are."""
    whole = replace(found[0], kinds=tuple(kind for what in found for kind in what.kinds), of=found[-1].of)
    if any(replace(what, kinds=whole.kinds, of=whole.of) != whole or (what.of and what != found[-1]) for what in found):
        raise Reject
    return whole


@inline
class Nouns(Numbers):
    """Nouns: what is meant, whose it is, how many there are, and the references to them."""

    def __init__(self, vocabulary: Vocabulary, quoted: Callable[[Lexeme], tuple[Ability, ...]]) -> None:
        super().__init__()
        self.vocabulary = vocabulary
        self.quoted = quoted

    # --- references ---

    def refs(self, *refs: Ref) -> tuple[Ref, ...]:
        return refs

    def self(self, *words: Lexeme) -> Ref:
        role = ROLES.get(words[0].type) if words else None
        return SELF if role is None else Pronoun("pronoun", _at(words[0]), role=role)

    def self_of_kind(self, kind: Lexeme) -> Ref:
        """Said of itself by its subtype: "this Aura", "this Vehicle"."""
        return SELF

    def pronoun(self, word: Lexeme) -> Ref:
        noun = word.lower().partition(" ")[2].removesuffix("s")
        if noun:
            return Ref("pronoun", _at(word), Filter(((noun,),)), count=_number(word))
        return Ref("they" if word.lower() in PERSONAL else "pronoun", _at(word))

    def that(self, word: Lexeme, what: Filter) -> Ref:
        if any(test.op != "is" for test in what.tests) or self._is_narrowed(what):
            raise Reject  # what is known already is not narrowed
        if word.lower() == "that" and what.kinds == (("player",),):
            raise Reject  # a person, who has words of their own
        return Ref("pronoun", _at(word), what, count=_number(word))

    def _is_narrowed(self, what: Filter) -> bool:
        """Whether a noun says more than what a thing is called: whose it is, where, by which name."""
        plain = Filter(what.kinds, zone=self.zone_of(what.kinds), tests=what.tests)
        return what != plain

    def nth_target(self, words: Lexeme) -> Ref:
        return Ref("nth target", ORDINALS.index(words.lower().split()[1]))

    def each(self, what: Filter) -> Ref:
        if not what.zone and not what.tests:
            raise Reject  # players have words of their own
        if what.zone == "hand" and not what.of and what.whose is None:
            raise Reject  # cards are somewhere
        if ONE_EXILED_WITH in what.tests and what.kinds == (("card",),):
            raise Reject  # all of them have words of their own
        of_theirs = what.whose is not None and what.whose.kind == "they"
        if self.vocabulary.hidden.get(what.zone) is False or (of_theirs and what.kinds == (("card",),)):
            return self._all_cards_in(what)
        if not what.of and any(test.field in WORN for test in what.tests):
            raise Reject  # "enchanted creature" is what this is attached to
        return Ref("each", 0, what)

    def each_other(self, what: Filter) -> Ref:
        return self.each(replace(what, other=True))

    def chosen(self, _article: Lexeme, what: Filter) -> Ref:
        if AT_RANDOM in what.tests:
            return self._picked_by_chance(what, 1)
        return Ref("chosen", 0, what, YOU)

    def _picked_by_chance(self, what: Filter, number: Amount) -> Ref:
        """Things picked at random: in a hidden zone any card of one player, as its kind is seen only then.

        Of a hand cards are discarded at random, in words of their own.
        """
        plain = replace(what, tests=tuple(test for test in what.tests if test != AT_RANDOM))
        is_somewhere = bool(plain.of) or plain.whose is not None
        is_hidden = (
            bool(self.vocabulary.hidden.get(plain.zone))
            and plain.zone != "hand"
            and plain.kinds == (("card",),)
            and is_somewhere
        )
        if plain.zone not in ("battlefield", "graveyard") and (not is_hidden or plain.tests):
            raise Reject
        return Ref("random", 0, plain, YOU, number)

    def the_kind(self, word: Lexeme) -> Ref:
        return Ref("pronoun", _at(word), Filter(((self.vocabulary.singular(str(word.lower())),),)))

    def chosen_other(self, what: Filter) -> Ref:
        return Ref("chosen", 0, replace(what, other=True), YOU)

    def chosen_some(self, number: Amount, what: Filter) -> Ref:
        if not what.zone:
            raise Reject
        if AT_RANDOM in what.tests:
            return self._picked_by_chance(what, number)
        return Ref("chosen", 0, what, YOU, number)

    def chosen_up_to(self, number: Amount, what: Filter) -> Ref:
        if AT_RANDOM in what.tests:
            raise Reject
        return replace(self.chosen_some(number, what), up_to=True)

    def chosen_any(self, what: Filter) -> Ref:
        return replace(self.chosen_some(-1, what), up_to=True)

    def chosen_up_to_others(self, number: Amount, what: Filter) -> Ref:
        return self.chosen_up_to(number, replace(what, other=True))

    def chosen_any_others(self, what: Filter) -> Ref:
        return self.chosen_any(replace(what, other=True))

    def cards_in(self, whose: Ref, zone: Lexeme) -> Ref:
        if zone.lower() == "library":
            raise Reject
        of = Ref("that player", whose.index) if whose.kind in ("pronoun", "they") else whose
        return Ref("zone", 0, Filter((("card",),), zone=str(zone.lower())), of)

    def cards_in_both(self, whose: Ref, *zones: Lexeme) -> tuple[Ref, ...]:
        """All cards of two zones of one player."""
        return tuple(self.cards_in(whose, zone) for zone in zones)

    def _all_cards_in(self, what: Filter) -> Ref:
        """All cards of a library, of which only the number is known; or all in a zone of "theirs"."""
        whose = YOU if what.of == "you" else what.whose
        if whose is None or what != Filter((("card",),), what.of, what.zone, whose=what.whose):
            raise Reject
        of = Ref("that player", whose.index) if whose.kind in ("pronoun", "they") else whose
        return Ref("zone", 0, Filter((("card",),), zone=what.zone), of)

    def all_graveyards(self) -> Ref:
        return Ref("zone", 0, Filter((("card",),), zone="graveyard"), Ref("players"))

    def opponents_graveyards(self) -> Ref:
        return Ref("zone", 0, Filter((("card",),), zone="graveyard"), Ref("opponents"))

    def self_in_graveyard(self, _self: Ref) -> Ref:
        return IN_GRAVEYARD

    def exiled_with(self, what: Filter, of: Ref) -> Ref:
        """All cards that an ability of the source has exiled (607.2a)."""
        if what.kinds != (("card",),) or self._is_narrowed(what) or what.tests:
            raise Reject
        return Ref("exiled", 0, what, of, SEVERAL)

    def given_up(self, word: Lexeme, what: Filter) -> Ref:
        return Ref(word_among(GIVEN_UP, word.lower()), 0, what)

    def attached(self, words: Lexeme) -> Ref:
        return Ref("attached player" if words.lower().endswith(" player") else "attached")

    def controller_of(self, whose: Ref) -> Ref:
        return Ref("controller", of=whose)

    def owner_of(self, whose: Ref) -> Ref:
        return Ref("owner", of=whose)

    def you(self) -> Ref:
        return YOU

    def opponents(self) -> Ref:
        return Ref("opponents")

    def players(self) -> Ref:
        return Ref("players")

    def opponents_by_deed(self, did: Lexeme) -> Ref:
        return _by_deed(self.opponents(), did)

    def players_by_deed(self, did: Lexeme) -> Ref:
        return _by_deed(self.players(), did)

    def defending_player(self) -> Ref:
        return Ref("defending player")

    def that_player(self, word: Lexeme) -> Ref:
        return Ref("that player", _at(word))

    def its(self, word: Lexeme) -> Ref:
        return self.pronoun(word)

    def possessive_self(self, ref: Ref) -> Ref:
        return ref

    def its_own(self, word: Lexeme) -> Ref:
        return Pronoun("pronoun", _at(word), role="named")

    def possessive_target(self, target: TargetRef) -> Ref:
        return target

    def one_target(self, word: Lexeme, what: Filter) -> TargetRef:
        return _target(word, TargetSpec(what))

    def other_target(self, word: Lexeme, what: Filter) -> TargetRef:
        return _target(word, TargetSpec(replace(what, other=True)))

    def some_targets(self, number: Amount, word: Lexeme, what: Filter) -> TargetRef:
        return _target(word, TargetSpec(what, number, number))

    def up_to_targets(self, number: Amount, word: Lexeme, what: Filter) -> TargetRef:
        return _target(word, TargetSpec(what, 0, number))

    def up_to_other_targets(self, number: Amount, word: Lexeme, what: Filter) -> TargetRef:
        return _target(word, TargetSpec(replace(what, other=True), 0, number))

    def some_other_targets(self, number: Amount, word: Lexeme, what: Filter) -> TargetRef:
        return _target(word, TargetSpec(replace(what, other=True), number, number))

    def up_to_targets_of_one(self, number: Amount, word: Lexeme, what: Filter, zone: Lexeme) -> TargetRef:
        return _of_one(self.up_to_targets(number, word, what), zone)

    def some_targets_of_one(self, number: Amount, word: Lexeme, what: Filter, zone: Lexeme) -> TargetRef:
        return _of_one(self.some_targets(number, word, what), zone)

    def between_targets(self, numbers: tuple[Amount, Amount], word: Lexeme, what: Filter) -> TargetRef:
        return _target(word, TargetSpec(what, *numbers))

    def between_any_targets(self, numbers: tuple[Amount, Amount], word: Lexeme) -> TargetRef:
        return _target(word, TargetSpec(self.anything(), *numbers))

    def between(self, *numbers: Amount) -> tuple[Amount, Amount]:
        """A choice of numbers in a row: "one or two", "one, two, or three"."""
        first = numbers[0]
        if not isinstance(first, int) or any(n != first + at for at, n in enumerate(numbers)):
            raise Reject
        return first, numbers[-1]

    def each_target(self, target: TargetRef) -> TargetRef:
        return target

    def any_targets(self, word: Lexeme, what: Filter) -> TargetRef:
        return _target(word, TargetSpec(what, 0, -1))

    def any_other_targets(self, word: Lexeme, what: Filter) -> TargetRef:
        return _target(word, TargetSpec(replace(what, other=True), 0, -1))

    def any_target(self, word: Lexeme) -> TargetRef:
        return _target(word, TargetSpec(self.anything()))

    def any_other_target(self, word: Lexeme) -> TargetRef:
        """115.4: whatever "any target" may be, and not the source or what the text has chosen before."""
        return _target(word, TargetSpec(replace(self.anything(), other=True)))

    def up_to_any_targets(self, number: Amount, word: Lexeme) -> TargetRef:
        return _target(word, TargetSpec(self.anything(), 0, number))

    def any_any_targets(self, word: Lexeme) -> TargetRef:
        return _target(word, TargetSpec(self.anything(), 0, -1))

    def opponents_choice(self, target: TargetRef) -> TargetRef:
        return replace(target, spec=replace(target.spec, chooser="opponent"))

    def anything(self) -> Filter:
        """The meaning of "any target"."""
        return Filter(self.vocabulary.anything)

    # --- nouns ---

    def these(self, what: Filter) -> Filter:
        return what

    def others(self, what: Filter) -> Filter:
        return replace(what, other=True)

    def portion(self, count: Amount, what: Filter) -> tuple[Amount, Filter]:
        if AT_RANDOM in what.tests:
            raise Reject
        return count, what

    def another_portion(self, what: Filter) -> tuple[Amount, Filter]:
        return 1, replace(what, other=True)

    def portion_of_either(self, *parts: Lexeme | Filter) -> tuple[Amount, Filter]:
        return 1, one_of([part for part in parts if isinstance(part, Filter)])

    def noun(self, alternatives: Alternatives, *suffixes: Suffix) -> Filter:
        kinds = told_apart(alternatives.kinds, self.vocabulary.groups)
        zone = self.zone_of(kinds)
        if kinds == (("opponent",),):
            what = Filter((("player",),), "opponent", zone, tests=alternatives.tests)
        else:
            kinds = tuple(("player", "opponent") if kind == ("opponent",) else kind for kind in kinds)
            what = Filter(kinds, zone=zone, tests=alternatives.tests)
        return self.with_suffixes(what, suffixes)

    def with_suffixes(self, what: Filter, suffixes: tuple[Suffix, ...]) -> Filter:
        """The meaning of a noun, with the suffixes behind it."""
        if any(suffix.is_open for suffix in suffixes[:-1]):
            raise Reject
        for suffix in suffixes:
            owned = bool(suffix.of) + bool(what.of) + (suffix.whose is not None) + (what.whose is not None)
            in_hand = suffix.zone == "hand" and not all("card" in kind or "spell" in kind for kind in what.kinds)
            if in_hand or owned > 1 or (suffix.name and what.name):
                raise Reject
            kinds = tuple(kind + _but(suffix.besides) for kind in what.kinds) if suffix.besides else what.kinds
            kinds = tuple(_said_of(one, kind) for kind in kinds for one in suffix.kinds) if suffix.kinds else kinds
            what = replace(
                what,
                kinds=kinds,
                of=what.of or suffix.of,
                zone=suffix.zone or ("battlefield" if suffix.is_controlled and what.zone == "hand" else what.zone),
                tests=what.tests + suffix.tests,
                name=what.name or suffix.name,
                other=what.other or suffix.other,
                whose=what.whose or suffix.whose,
            )
        if what.zone != "graveyard" and any(test.field in PUT_THERE for test in what.tests):
            raise Reject
        return self._in_its_owners_zone(what) if OWNED in what.tests else what

    def _in_its_owners_zone(self, what: Filter) -> Filter:
        """Things that you own: where each zone is somebody's these are the things in yours (108.3)."""
        if what.zone in ("battlefield", "stack"):
            return what
        if what.of or what.whose is not None:
            raise Reject
        return replace(what, of="you", tests=tuple(test for test in what.tests if test != OWNED))

    def zone_of(self, kinds: tuple[tuple[str, ...], ...]) -> str:
        """The zone of things of these kinds unless the text says where."""
        words = {word for kind in kinds for word in kind}
        if words & self.vocabulary.stacked:
            return "stack"
        if "card" in words:
            return "hand"
        return "" if words <= {"player", "opponent"} else "battlefield"

    def alternatives(self, *conjunctions: Alternatives) -> Alternatives:
        """The head of the last goes with all: "white or blue creature", "instant or sorcery card"."""
        last = conjunctions[-1].kinds[0]
        if len(conjunctions) == 1:
            return Alternatives((_positive_first(last),), conjunctions[0].tests)
        kinds = [c.kinds[0] + self._shared(c.kinds[0], last) for c in conjunctions[:-1]]
        first, last = self._leading(conjunctions), (*self._leading(conjunctions), *last)
        kinds = [*kinds[:1], *((*first, *kind) for kind in kinds[1:]), last]
        if any(c.tests for c in conjunctions[1:]):
            raise Reject
        if OF_A_CARD in kinds[0] and not any(OF_A_CARD in kind for kind in kinds[1:]):
            kinds = [kinds[0], *((*kind, OF_A_CARD) for kind in kinds[1:])]
        return Alternatives(tuple(dict.fromkeys(map(_positive_first, kinds))), conjunctions[0].tests)

    def _leading(self, conjunctions: tuple[Alternatives, ...]) -> tuple[str, ...]:
        """The word before the first of several subtypes, which goes with all: "basic Plains or Swamp card"."""
        (first, *others) = (c.kinds[0] for c in conjunctions)
        if len(first) != 2 or not others or len(others[-1]) < 2 or any(len(kind) != 1 for kind in others[:-1]):
            return ()
        subtypes = all(self._is_kind(kind[0]) for kind in (first[1:], *others)) and not self._is_kind(others[-1][1])
        return first[:1] if subtypes and first[0] in self.vocabulary.supertypes | self.vocabulary.colors else ()

    def _shared(self, kind: tuple[str, ...], last: tuple[str, ...]) -> tuple[str, ...]:
        """The words that a part of a list takes over from the head of the last part."""
        words = self.vocabulary
        head = last[-1]
        end = kind[-1]
        if end in words.generic or head[0] == "!":
            return ()
        for is_of in (words.colors.__contains__, self._is_kind):
            if is_of(end) and is_of(last[0]):
                return tuple(word for word in last[1:] if not is_of(word))
        if end in words.types:
            return (head,) if len(last) > 1 and head in words.generic else ()
        if end in words.colors or end in words.supertypes or end[0] == "!":
            return (head,)
        return (head,) if len(last) > 1 and not words.is_subtype(head) else ()

    def _is_kind(self, word: str) -> bool:
        """Whether a word is a subtype; where a game does not list them, any that is none of its own."""
        words = self.vocabulary
        return word in words.subtypes if words.subtypes else words.is_subtype(word)

    def conjunction(self, *elements: str | Test) -> Alternatives:
        words = tuple(e for e in elements if isinstance(e, str))
        if not words:
            raise Reject
        return Alternatives((words,), tuple(e for e in elements if isinstance(e, Test)))

    def element(self, word: Lexeme) -> str | Test:
        lower = str(word.lower())
        if word.type in ("STATE", "TAPPED"):
            return Test(lower)
        if word.type == "NON":
            return "!" + lower.removeprefix("non").removeprefix("-")
        return self.vocabulary.singular(lower)

    def controlled_by_you(self) -> Suffix:
        return Suffix(of="you", is_controlled=True)

    def yours_and_owned(self) -> Suffix:
        return Suffix(of="you", is_controlled=True, tests=(OWNED,))

    def others_and_not_owned(self) -> Suffix:
        return Suffix(of="opponent", is_controlled=True, tests=(Test(NOT_YOURS),))

    def controlled_by_opponent(self) -> Suffix:
        return Suffix(of="opponent", is_controlled=True)

    def of_you(self) -> Suffix:
        return Suffix(of="you")

    def owned_by_you(self) -> Suffix:
        return Suffix(tests=(OWNED,))

    def owned_by_another(self) -> Suffix:
        return Suffix(tests=(Test(NOT_YOURS),))

    def of_opponent(self) -> Suffix:
        return Suffix(of="opponent")

    def in_your_zone(self, zone: Lexeme) -> Suffix:
        return Suffix("you", str(zone.lower()))

    def in_opponents_zone(self, _s: object, zone: Lexeme | None = None) -> Suffix:
        where = zone if zone is not None else _s
        return Suffix("opponent", str(where).lower())

    def in_a_zone(self, _article: Lexeme, zone: Lexeme) -> Suffix:
        return Suffix(zone=str(zone.lower()))

    def in_your_hand(self) -> Suffix:
        return Suffix("you", "hand")

    def on_battlefield(self) -> Suffix:
        return Suffix(zone="battlefield")

    def in_exile(self) -> Suffix:
        return Suffix(zone="exile")

    def with_keyword(self, keyword: Lexeme) -> Suffix:
        return Suffix(tests=(Test(str(keyword.lower()), "has"),))

    def without_keyword(self, keyword: Lexeme) -> Suffix:
        return Suffix(tests=(Test(str(keyword.lower()), "lacks"),))

    def with_field(self, field: str, comparison: tuple[Comparison, Amount]) -> Suffix:
        return Suffix(tests=(Test(field, *comparison),))

    def with_one_of_fields(self, one: str, other: str, comparison: tuple[Comparison, Amount]) -> Suffix:
        either = tuple(Test(field, *comparison) for field in (one, other))
        return Suffix(tests=(Test("", "any of", tests=either),))

    def with_x(self, _x: Lexeme, comparison: tuple[Comparison, Amount]) -> Suffix:
        return Suffix(tests=(Test("X", *comparison),))

    def with_exact_field(self, field: str, number: Amount) -> Suffix:
        return Suffix(tests=(Test(field, "=", number),))

    def with_lesser(self) -> Suffix:
        return Suffix(tests=(Test("mana value", "<", Value("mana value", EVENT)),))

    def with_no_greater(self) -> Suffix:
        return Suffix(tests=(Test("mana value", "<=", Value("mana value", EVENT)),))

    def with_even(self) -> Suffix:
        return Suffix(tests=(Test("mana value", "even"),))

    def with_counters(self, counted: Test) -> Suffix:
        return Suffix(tests=(counted,))

    def one_exiled_with(self, of: Ref) -> Suffix:
        if of != SELF:
            raise Reject
        return Suffix(zone="exile", tests=(ONE_EXILED_WITH,))

    def of_chosen_color(self) -> Suffix:
        return Suffix(tests=(Test("color", "chosen"),))

    def of_chosen_type(self) -> Suffix:
        return Suffix(tests=(Test("type", "chosen"),))

    def of_color_of_choice(self) -> Suffix:
        return Suffix(tests=(Test("color", OF_CHOICE),))

    def of_type_of_choice(self) -> Suffix:
        return Suffix(tests=(Test("type", OF_CHOICE),))

    def in_graveyards(self) -> Suffix:
        return Suffix(zone="graveyard")

    def in_somebodys_zone(self, whose: Ref, zone: Lexeme) -> Suffix:
        if whose == YOU:
            raise Reject  # that is said in a shorter way
        return Suffix(zone=str(zone.lower()), whose=of_a_person(whose))

    def of_somebody(self, who: Ref, _verb: Lexeme) -> Suffix:
        if who.kind == "they":
            who = of_a_person(who)
        elif who.kind not in PEOPLE:
            raise Reject
        return Suffix(whose=who, is_controlled=True)

    def with_history(self, words: Lexeme) -> Suffix:
        said = (
            words.lower()
            .removeprefix("that ")
            .replace("were", "was")
            .replace("has been", "was")
            .replace("entered the battlefield", "entered")
        )
        return Suffix(tests=(Test(said),))

    def with_state(self, *words: Lexeme) -> Suffix:
        return Suffix(tests=(Test(str(words[-1].lower())),))

    def that_is_one_of(self, *parts: object) -> Suffix:
        """Subtypes of which it has one, or being a token: "that's a Wolf or a Werewolf", "that's a token or a Wolf"."""
        found = one_of([part for part in parts if isinstance(part, Filter)])
        plain = Filter(found.kinds) == found
        words = [kind[0] for kind in found.kinds if len(kind) == 1]
        if not plain or len(words) != len(found.kinds):
            raise Reject
        if not all(word == "token" or self.vocabulary.is_subtype(word) for word in words):
            raise Reject
        return Suffix(kinds=found.kinds)

    def other_than_self(self, _self: Ref) -> Suffix:
        return Suffix(tests=(NOT_SELF,))

    def except_for(self, what: Filter) -> Suffix:
        return Suffix(besides=what, is_open=True)

    def at_random(self) -> Suffix:
        return Suffix(tests=(AT_RANDOM,))

    def attached_to(self, ref: Ref) -> Suffix:
        return Suffix(tests=(_related("attached", "=", ref),), is_open=has(ref, Filter))

    def that_targets(self, _targets: Lexeme, ref: Ref) -> Suffix:
        return Suffix(tests=(_related("targets", "of", ref),), is_open=has(ref, Filter))

    def targeted(self, ref: Ref) -> Ref:
        return ref

    def blocking(self, ref: Ref) -> Suffix:
        return Suffix(tests=(_related("blocking", "of", ref),), is_open=has(ref, Filter))

    def that_is_blocked_by(self, ref: Ref) -> Suffix:
        return Suffix(tests=(_related("blocked", "of", ref),), is_open=has(ref, Filter))

    def with_either_keyword(self, one: Lexeme, other: Lexeme) -> Suffix:
        return Suffix(tests=(Test(f"{one.lower()} or {other.lower()}", "has"),))

    def with_greater_power(self) -> Suffix:
        """Power greater than that of the source, where the text speaks of nothing else that has some."""
        return Suffix(tests=(Test("power", ">", Value("power", UNNAMED)),))

    def with_lesser_power(self) -> Suffix:
        """Power less than that of the source, where the text speaks of nothing else that has some."""
        return Suffix(tests=(Test("power", "<", Value("power", UNNAMED)),))

    def with_one_of_two(self, field: str, one: Amount, other: Amount) -> Suffix:
        return Suffix(tests=(Test("", "any of", tests=(Test(field, "=", one), Test(field, "=", other))),))

    def with_equal_field(self, field: str, value: Amount) -> Suffix:
        return Suffix(tests=(Test(field, "=", value),), is_open=has(value, Filter))

    def with_field_up_to(self, field: str, value: Amount) -> Suffix:
        return Suffix(tests=(Test(field, "<=", value),), is_open=has(value, Filter))

    def with_field_below(self, field: str, value: Amount) -> Suffix:
        return Suffix(tests=(Test(field, "<", value),), is_open=has(value, Filter))

    def with_field_above(self, field: str, value: Amount) -> Suffix:
        return Suffix(tests=(Test(field, ">", value),), is_open=has(value, Filter))

    def with_greatest(self, field: str, what: Filter) -> Suffix:
        return Suffix(tests=(Test(field, ">=", Among("greatest", field, what)),), is_open=has(what, Filter))

    def with_least(self, field: str, what: Filter) -> Suffix:
        return Suffix(tests=(Test(field, "<=", Among("least", field, what)),), is_open=has(what, Filter))

    def without_counters(self, counted: Test) -> Suffix:
        if (counted.op, counted.value) != (">=", 1):
            raise Reject
        return Suffix(tests=(Test(counted.field, "=", 0),))

    def with_same_name(self, ref: Ref) -> Suffix:
        return Suffix(tests=(_related("name", "same", ref),), is_open=_is_open(ref))

    def that_shares(self, *parts: object) -> Suffix:
        family, ref = parts[-2:]
        assert isinstance(ref, Ref)
        return Suffix(tests=(_related(str(family).lower(), "shares", ref),), is_open=_is_open(ref))

    def named(self, name: str) -> Suffix:
        return Suffix(name=name)

    def given_name(self, *words: Lexeme) -> str:
        """A name that the text gives; its "'s" is a word of its own."""
        return " ".join(words).replace(" 's", "'s")

    def field(self, word: Lexeme) -> str:
        return str(word.lower())


def _number(word: Lexeme) -> int:
    """The number of things that "that ..." or "those ..." means."""
    return SEVERAL if word.lower().startswith("those") else 1


def _is_open(ref: Ref) -> bool:
    """Whether what follows a reference may belong to its noun; "that spell" is called so and no more."""
    return has(ref, Filter) and ref.kind != "pronoun"


def _at(word: Lexeme) -> int:
    assert word.start_pos is not None
    return word.start_pos


def _related(field: str, op: TestOp, ref: Ref) -> Test:
    """A test whether something stands in a relation to what is meant; "a creature" is any one that fits."""
    if ref.kind not in ("chosen", "each", "random"):
        return Test(field, op, Value("id", ref))
    if ref.kind == "random" or (ref.kind == "each" and field != "attached"):
        raise Reject  # but "attached to creatures" is what is attached to any
    if ref.count != 1 or ref.up_to or ref.what is None or ref.what.other:
        raise Reject  # "another" is other than what is tested, not than the source
    return Test(field, "of" if op == "=" else op, Value("id", Ref("each", 0, ref.what)))


def _target(word: Lexeme, spec: TargetSpec) -> TargetRef:
    return TargetRef("target", _at(word), spec=spec)


def _of_one(target: TargetRef, zone: Lexeme) -> TargetRef:
    """Targets that lie in one player's zone, whosever that is."""
    what = target.spec.what
    if zone.lower() != "graveyard" or what.zone != "hand" or what.of or what.whose is not None:
        raise Reject
    return replace(target, spec=replace(target.spec, what=replace(what, zone="graveyard"), single=True))


def _but(what: Filter) -> tuple[str, ...]:
    """Words that must be absent from what is none of these."""
    if what != Filter(what.kinds) or any(len(kind) != 1 or kind[0][0] == "!" for kind in what.kinds):
        raise Reject
    return tuple(f"!{kind[0]}" for kind in what.kinds)


def _positive_first(kind: tuple[str, ...]) -> tuple[str, ...]:
    without = tuple([word for word in kind if word[0] == "!"])
    return tuple([word for word in kind if word[0] != "!"]) + without if without else kind


def _by_deed(who: Ref, did: Lexeme) -> Ref:
    """Those of several players who did something, or did not, or could not."""
    kinds: dict[str, RefKind] = {"who does": "who did", "who did": "who did", "who can't": "who can't"}
    return Ref(kinds.get(did.lower(), "who didn't"), of=who)


def _said_of(word: tuple[str, ...], kind: tuple[str, ...]) -> tuple[str, ...]:
    """A kind and what it is said to be besides: a "creature token", and a "Wolf creature"."""
    return kind + word if word == ("token",) else word + kind
