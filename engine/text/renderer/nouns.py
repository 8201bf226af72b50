"""Nouns: what is meant, whose it is, how many there are, and the references to them.

One method for each kind of phrase, mirroring ``engine/text/grammar``.
"""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import replace
from typing import Final

from engine.abilities import (
    DEALT_BY,
    EVENT,
    GIVEN_UP,
    HISTORY,
    NOT_YOURS,
    SELF,
    YOU_OWN,
    Among,
    Amount,
    Count,
    EventAmount,
    Filter,
    Ref,
    TargetSpec,
    Test,
    TestOp,
    Value,
    Variable,
)
from engine.text.granted_names import is_giver
from engine.text.grouped_kinds import put_together
from engine.text.mentions import is_person
from engine.text.phrases import ONE_EXILED_WITH
from engine.text.renderer.numbers import Numbers
from engine.text.renderer.writing import (
    NOT_SELF,
    Scope,
    Unwritable,
    Wording,
    an,
    listed,
    number_word,
    of_all,
    others_said,
)
from engine.text.words import OF_A_CARD, SELF_WORD, Vocabulary

ORDINALS: Final = ("first", "second", "third", "fourth")

ABOUT_SELF: Final = {
    NOT_SELF: " other than this",
    DEALT_BY: " dealt damage by this this turn",
    ONE_EXILED_WITH: " exiled with this",
}
RELATIONS: Final = {
    "attached": "attached to",
    "blocking": "blocking",
    "blocked": "blocked by",
    "targets": "that targets",
    "name": "with the same name as",
}
THAN: Final[dict[TestOp, str]] = {"=": "equal to", "<": "less than", ">": "greater than", "<=": "less than or equal to"}

PLAYERS_SAID: Final[dict[str, str]] = {
    "defending player": "defending player",
    "attached player": "enchanted player",
    "opponents": "each opponent",
    "players": "each player",
}
"""Players who are called the same wherever a text speaks of them."""


class Nouns(Numbers):
    """Nouns: what is meant, whose it is, how many there are, and the references to them."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self.vocabulary = vocabulary
        self.terms = vocabulary.terms
        self._scope = Scope()

    wording: frozenset[Wording] = frozenset()
    """The ways in which it writes where there are several."""
    _theirs: Ref | None = None
    """Each of several players of whom a clause speaks, who do it with what is theirs."""
    _other_noun = ""
    """The noun for the other side of the event that a text is about."""

    # --- references ---

    @abstractmethod
    def is_plural(self, who: Ref) -> bool:
        """Whether a subject takes the plural (or base) form of its verb."""

    def subject(self, ref: Ref) -> str:
        """A reference before a plural verb: all that fit, without "each"."""
        if ref.kind == "each" and ref != self._scope.again:
            assert ref.what is not None
            return self.bare(others_said(ref.what))
        return self.ref(ref)

    def ref(self, ref: Ref) -> str:
        if ref.kind == "it" and self._scope.player == ref:
            return "that player"
        if ref.kind == "it" and self._scope.them == ref:
            return self._scope.those
        if ref == self._scope.again and ref.what is not None:
            return f"those {self.noun(Filter(tuple((_plain_word(kind),) for kind in ref.what.kinds)), plural=True)}"
        return self._ref(ref if ref.what is None else replace(ref, what=others_said(ref.what)))

    def _ref(self, ref: Ref) -> str:
        match ref.kind:
            case "you":
                return "you"
            case "self":
                return "this"
            case "target" | "new target":
                return self._target(ref)
            case "each":
                assert ref.what is not None
                return ("each other " if ref.what.other else "each ") + of_all(self.noun(ref.what))
            case "event":
                return "it" if self._scope.it == ref else f"that {self.word(self._scope.noun)}"
            case "it":
                return self._it(ref)
            case "event player":
                if self._scope.player is not None:
                    raise Unwritable(ref)
                return "that player"
            case "controller" | "owner":
                return self._person_of(ref)
            case "chosen":
                assert ref.what is not None
                return self._chosen(ref, ref.what)
            case "random":
                assert ref.what is not None
                return self._picked(ref, ref.what)
            case "zone":
                return self._cards_in(ref)
            case "event other":
                return f"that {self._other_noun}"
            case word if word in PLAYERS_SAID:
                return PLAYERS_SAID[word]
            case "who did" | "who didn't" | "who can't":
                assert ref.of is not None
                return f"{self.ref(ref.of)} {ref.kind}"
            case "attached":
                return "it" if self._scope.it == ref else self.attached()
            case word if word in GIVEN_UP:
                assert ref.what is not None
                return SELF_WORD if is_giver(ref.what) else self._given_up(word, ref, ref.what)
            case _:
                raise Unwritable(ref)

    def _picked(self, ref: Ref, what: Filter) -> str:
        plain = replace(what, of="", zone="hand", whose=None)
        some = an(self.noun(plain)) if ref.count == 1 else self.counted(ref.count, plain)
        return f"{some} at random{self._whose(what)}"

    def _given_up(self, word: str, ref: Ref, what: Filter) -> str:
        return f"the {word} {self.noun(what)}" if ref.count == 1 else f"each {self.noun(what)} {word} with this"

    def _it(self, ref: Ref) -> str:
        """The thing that an instruction brought up; "that card" if the text has spoken of the source since."""
        if self._scope.it == SELF and self._scope.card == ref:
            return "that card"
        if self._scope.it != ref:
            raise Unwritable(ref)
        return self._scope.called or "it"

    def _person_of(self, ref: Ref) -> str:
        """The controller or owner of something; "that player" where it was spoken of, and something else since."""
        assert ref.of is not None
        if "actively" in self.wording and ref.of.kind == "target":
            what = self._scope.targets[ref.of.index].what
            return "that player" if what.of == "opponent" and ref.kind == "controller" else self._of_thing(ref)
        return self._of_thing(ref)

    def _of_thing(self, ref: Ref) -> str:
        assert ref.of is not None
        whose = "its" if ref.of == self._scope.it == SELF else self.possessive(ref.of)
        return "that player" if whose != "its" and self._scope.player == ref else f"{whose} {ref.kind}"

    def _chosen(self, ref: Ref, what: Filter) -> str:
        other = "other " if what.other else ""
        if ref.count == -1:
            return f"any number of {other}{self.noun(what, plural=True)}"
        if ref.up_to:
            return f"up to {self.number(ref.count)} {other}{self.noun(what, plural=ref.count != 1)}"
        if ref.count != 1:
            return f"{self.number(ref.count)} {self.bare(what)}"
        return f"another {self.noun(what)}" if what.other else an(self.noun(what))

    def _cards_in(self, ref: Ref) -> str:
        assert ref.what is not None
        assert ref.of is not None
        if ref.of.kind == "players" and ref.what.zone == "graveyard":
            return "all graveyards"
        if self.vocabulary.hidden.get(ref.what.zone) is False:
            return f"each card in {self.possessive(ref.of)} {ref.what.zone}"
        return f"{self.possessive(ref.of)} {ref.what.zone}"

    def attached(self) -> str:
        return "enchanted creature"

    def _target(self, ref: Ref) -> str:
        scope = self._scope
        index = ref.index
        if scope.player == ref:
            return "those players" if self.is_plural(ref) else "that player"
        if scope.it == ref:
            return scope.called or "it"
        if scope.them == ref:
            return scope.those
        outer = scope.outer
        if outer is not None and ref.kind == outer.kind and index < outer.seen and not scope.seen:
            return self._target_again(outer, index)
        if ref.kind != scope.kind or index > scope.seen:
            raise Unwritable(ref)
        spec = scope.targets[index]
        if index == scope.seen:
            scope.seen += 1
            words = self.target(spec)
            if spec.most == 1 or is_person(spec.what.kinds):
                scope.mention(ref, person=is_person(spec.what.kinds))
            else:
                scope.mention_several(ref, self.those(spec.what))
            return words
        return self._target_again(scope, index)

    def _target_again(self, scope: Scope, index: int) -> str:
        """The words of a target that was mentioned, and something else since."""
        spec = scope.targets[index]
        noun = self._shared_noun(spec.what) if len(scope.targets) == 1 and spec.most == 1 else ""
        return f"that {self.word(noun)}" if noun else f"the {ORDINALS[index]} target"

    def those(self, what: Filter) -> str:
        """Several things that were spoken of, by their noun if they share one."""
        noun = self._shared_noun(what)
        return f"those {self.word(self.vocabulary.plural(noun), noun)}" if noun else "them"

    def _shared_noun(self, what: Filter) -> str:
        """The noun by which things are spoken of again, "" if they share none."""
        (noun, *others) = {next((word for word in reversed(kind) if word[0] != "!"), "") for kind in what.kinds}
        return noun if not others and noun and self._is_noun(noun) else ""

    def target(self, spec: TargetSpec) -> str:
        """The words of a target at its first mention."""
        chosen = " of an opponent's choice" if spec.chooser == "opponent" else ""
        what = others_said(spec.what)
        if spec.single:
            return f"{self._target_words(replace(spec, what=replace(what, zone='hand')))} from a single {what.zone}"
        return self._target_words(replace(spec, what=what)) + chosen

    def _target_words(self, spec: TargetSpec) -> str:
        is_other = spec.what.other and (spec.least, spec.most) == (1, 1)
        plain = replace(spec.what, other=False) if is_other else spec.what
        if plain == Filter(self.vocabulary.anything) and len(self.vocabulary.anything) > 1:
            if is_other:
                return "any other target"
            if (spec.least, spec.most) == (1, 1):
                return "any target"
            if _between(spec):
                return f"{self._between_words(spec)} targets"
            return "any number of targets" if spec.most == -1 else f"up to {self.number(spec.most)} targets"
        if (spec.least, spec.most) == (1, 1):
            return f"{'another ' if spec.what.other else ''}target {self.noun(spec.what)}"
        other = "other " if spec.what.other else ""
        if _between(spec):
            return f"{self._between_words(spec)} target {self.noun(spec.what, plural=True)}"
        what = self.noun(spec.what, plural=True)
        if spec.most == -1:
            return f"any number of {other}target {what}"
        if spec.least == 0:
            noun = what if spec.most != 1 else self.noun(spec.what)
            return f"up to {self.number(spec.most)} {other}target {noun}"
        return f"{self.number(spec.most)} {other}target {what}"

    def _between_words(self, spec: TargetSpec) -> str:
        assert isinstance(spec.least, int)
        assert isinstance(spec.most, int)
        return listed([number_word(n) for n in range(spec.least, spec.most + 1)], "or")

    def possessive(self, ref: Ref) -> str:
        match ref.kind:
            case "self":
                return "this's"
            case "you":
                return "your"
            case "players" | "opponents" if ref == self._theirs:
                return "their"
            case "event" if self._scope.it != ref:
                return f"that {self.word(self._scope.noun)}'s"
            case word if word in GIVEN_UP:
                return f"{self.ref(ref)}'s"
            case "it" | "target" | "new target" if self._scope.them == ref:
                those = self._scope.those
                return "their" if those == "them" else f"{those}'" if those.endswith("s") else f"{those}'s"
            case "event" | "it" | "target" | "new target" if self._scope.it == ref:
                return f"{self._scope.called}'s" if self._scope.called else "its"
            case "event other":
                return f"that {self._other_noun}'s"
            case "target" if self._scope.player == ref:
                return "that player's"
            case _:
                return self.ref(ref) + "'s"

    # --- nouns ---

    def noun(self, what: Filter, *, plural: bool = False) -> str:
        """A noun with what narrows it, without article and without "other"."""
        before = "".join(
            f"{test.field} "
            for test in what.tests
            if test.op == "is" and test.field not in (*HISTORY, YOU_OWN, NOT_YOURS) and not _is_of_you(test)
        )
        player = what.kinds == (("player",),) and what.of == "opponent"
        kinds = (("opponent",),) if player else what.kinds
        nouns = before + self._one_of_kinds(kinds, plural=plural)
        return (
            nouns
            + ("" if player else self._whose_own(what))
            + self._with(what)
            + self._after(what)
            + (f" named {what.name}" if what.name else "")
        )

    def _whose_own(self, what: Filter) -> str:
        """Say whose it is, and whether you own it besides."""
        if any(test.field == NOT_YOURS for test in what.tests):
            if what.of == "opponent" and what.zone == "battlefield":
                return " you neither own nor control"
            return f"{self._whose(what)} {NOT_YOURS}"
        if not any(test.field == YOU_OWN for test in what.tests):
            return self._whose(what)
        if what.of == "you" and what.zone == "battlefield":
            return " you both own and control"
        return f"{self._whose(what)} {YOU_OWN}"

    def _one_of_kinds(self, kinds: tuple[tuple[str, ...], ...], *, plural: bool) -> str:
        """Any of these kinds; a noun that they share is said once: "instant or sorcery spell"."""
        kinds = put_together(kinds, self.vocabulary.groups)
        if "listed" in self.wording and len(kinds) > 1 and len({kind[1:] for kind in kinds}) == 1 and kinds[0][1:]:
            subtypes = listed([an(self.word(kind[0])) for kind in kinds], "or")
            return f"{self._kind(kinds[0][1:], plural=plural)} that's {subtypes}"
        if "listed" in self.wording and len(kinds) > 1 and kinds[0][-1] == "token":
            noun, others = kinds[0][:-1], kinds[1:]
            if noun and all(kind[1:] == noun for kind in others):
                words = listed([an("token"), *(an(self.word(kind[0])) for kind in others)], "or")
                return f"{self._kind(noun, plural=plural)} that's {words}"
        heads, nouns = {kind[:-2] for kind in kinds}, {kind[-1] for kind in kinds}
        is_plain = all(len(kind) > 1 and not any(word[0] == "!" for word in kind) for kind in kinds)
        is_plain = is_plain and all(word in self.vocabulary.supertypes for head in heads for word in head)
        if len(kinds) > 1 and is_plain and len(heads) == len(nouns) == 1 and self._is_noun(kinds[0][-1]):
            first = [self._kind(kinds[0][:-1], plural=False), *(self.word(kind[-2]) for kind in kinds[1:])]
            return f"{listed(first, 'or')} {self._kind(kinds[0][-1:], plural=plural)}"
        if len(kinds) > 1 and all([word for word in kind if word[0] == "!"] == [OF_A_CARD] for kind in kinds):
            plain = tuple(tuple(word for word in kind if word != OF_A_CARD) for kind in kinds)
            return f"{self._negative(OF_A_CARD[1:])} {self._one_of_kinds(plain, plural=plural)}"
        if self._shares_lead(kinds):
            return f"{self.word(kinds[0][0])} {self._one_of_kinds(tuple(kind[1:] for kind in kinds), plural=plural)}"
        if self._shares_noun(kinds):
            first = [*(self.word(kind[0]) for kind in kinds[:-1]), self._kind(kinds[-1], plural=plural)]
            return listed(first, "or")
        return listed([self._kind(kind, plural=plural) for kind in kinds], "or")

    def _shares_lead(self, kinds: tuple[tuple[str, ...], ...]) -> bool:
        """Whether a word goes before subtypes of one head: "red Elf or Goblin creature"."""
        vocabulary = self.vocabulary
        lead = kinds[0][0]
        return (
            len(kinds) > 1
            and len({(kind[0], kind[2:]) for kind in kinds}) == 1
            and len(kinds[0]) > 2
            and (lead in vocabulary.supertypes or lead in vocabulary.colors)
            and all(vocabulary.is_subtype(kind[1]) for kind in kinds)
        )

    def _shares_noun(self, kinds: tuple[tuple[str, ...], ...]) -> bool:
        """Whether kinds differ in a color or subtype before the same words: "blue or red creature card"."""
        if len(kinds) < 2 or len({kind[1:] for kind in kinds}) > 1 or len(kinds[0]) < 3:
            return False
        vocabulary = self.vocabulary
        firsts = [kind[0] for kind in kinds]
        return all(word in vocabulary.colors for word in firsts) or all(map(vocabulary.is_subtype, firsts))

    def _kind(self, kind: tuple[str, ...], *, plural: bool) -> str:
        if kind == ("player", "opponent"):
            kind = ("opponent",)
        negative = [self._negative(word[1:]) for word in kind if word[0] == "!"]
        positive = [word for word in kind if word[0] != "!"]
        words = [self.word(word) for word in positive]
        if plural and words and self._is_noun(positive[-1]):
            words[-1] = self.word(self.vocabulary.plural(positive[-1]), positive[-1])
        return " ".join(([", ".join(negative)] if negative else []) + words)

    def _is_noun(self, word: str) -> bool:
        return not (word in self.vocabulary.colors or word in self.vocabulary.supertypes)

    def _negative(self, word: str) -> str:
        is_kind = self.vocabulary.is_subtype(word)
        return f"non-{word.title()}" if is_kind else f"non{'-' * (word in self.vocabulary.groups)}{word}"

    def word(self, word: str, singular: str = "") -> str:
        """A word of a type line, a subtype with a capital."""
        return word.title() if self.vocabulary.is_subtype(singular or word) else word

    def _whose(self, what: Filter) -> str:
        if ONE_EXILED_WITH in what.tests:
            return ""
        cards = any("card" in kind for kind in what.kinds)
        if what.whose is not None:
            if what.whose == self._theirs:
                return " they control" if what.zone in ("battlefield", "stack") else f" in their {what.zone}"
            if what.zone in ("battlefield", "stack"):
                verb = "control" if what.whose.kind == "players" else "controls"
                return f" {self.ref(what.whose)} {verb}"
            return f" in {self.possessive(what.whose)} {what.zone}"
        if what.zone in ("battlefield", "stack"):
            return {"": "", "you": " you control", "opponent": " an opponent controls"}[what.of]
        if what.zone == "hand" and cards and not what.of:
            return ""
        if not what.zone:
            return ""
        if (what.zone, what.of) == ("exile", "you"):
            return " you own in exile"
        return {"you": " in your ", "opponent": " in an opponent's ", "": " in a "}[what.of] + what.zone

    def _with(self, what: Filter) -> str:
        return "".join(self._test(test) for test in what.tests if test.op != "is")

    def _related(self, ref: Ref) -> str:
        """The things that something stands in a relation to; any one that fits is said with an article."""
        if ref.kind != "each":
            return self.ref(ref)
        assert ref.what is not None
        return an(self.noun(ref.what))

    def _any_of(self, tests: tuple[Test, ...]) -> str:
        """Tests of which one will do; a number that several fields may have is said once."""
        said = [self._test(one).removeprefix(" with ") for one in tests]
        if len({(one.op, one.value) for one in tests}) == 1 and tests[0].op in THAN:
            said = [*(one.field for one in tests[:-1]), said[-1]]
        return f" with {' or '.join(said)}"

    def _test(self, test: Test) -> str:
        if test in ABOUT_SELF:
            return ABOUT_SELF[test]
        if test.op == "has":
            return f" with {test.field}"
        if test.field in HISTORY:
            return f" {test.field}"
        if test in THAN_ITSELF and "briefly" in self.wording:
            return THAN_ITSELF[test]
        if test.op == "any of" and all((one.field, one.op) == (test.tests[0].field, "=") for one in test.tests):
            return f" with {test.tests[0].field} {' or '.join(self.digits(one.value) for one in test.tests)}"
        if test.op == "any of":
            return self._any_of(test.tests)
        if test.op == "shares" and isinstance(test.value, Value):
            return f" that shares a {test.field} with {self._related(test.value.of)}"
        if isinstance(test.value, Value) and test.value.field == "id":
            return f" {RELATIONS[test.field]} {self._related(test.value.of)}"
        if test.field.startswith("counters ") and test.op == "=" and test.value == 0:
            return f" without {an((test.field[9:] + ' counter').strip())} on it"
        if isinstance(test.value, Among) and test.value.field == test.field and test.op in (">=", "<="):
            how = "greatest" if test.op == ">=" else "least"
            return f" with the {how} {test.field} among {self.bare(test.value.what)}"
        if test in THAN_EVENT:
            return THAN_EVENT[test]
        if not isinstance(test.value, int | Variable) and test.op in THAN and test.field != "X":
            number = "that damage" if isinstance(test.value, EventAmount) else self.value(test.value)
            return f" with {test.field} {THAN[test.op]} {number}"
        if test.op == "lacks":
            return f" without {test.field}"
        if test.op == "chosen":
            return f" of the chosen {test.field}"
        if test.op == "even":
            return " with even mana values"
        if test.field == "X":
            return f" with X of {self.comparison(test.op, test.value)}"
        if test.field == "modes":
            return f" with {self.comparison(test.op, test.value, words=True)} chosen modes"
        if test.field.startswith("counters "):
            return f" with {self._counters_test(test.field[9:], test.op, test.value)} on it"
        if test.op == "=":
            return f" with {test.field} {self.digits(test.value)}"
        return f" with {test.field} {self.comparison(test.op, test.value)}"

    def _after(self, what: Filter) -> str:
        """The events that befell it this turn."""
        after = "".join(f" that {test.field}" for test in what.tests if test.op == "is" and test.field in HISTORY)
        after = after.replace("was dealt", "has been dealt") if "fully" in self.wording else after
        return after + "".join(f" that's {test.field}" for test in what.tests if _is_of_you(test))

    def bare(self, what: Filter) -> str:
        """All that fit, as the subject of a sentence: "other creatures you control"."""
        text = self.noun(what, plural=True)
        return f"other {text}" if what.other else text

    def counted(self, count: Amount, what: Filter) -> str:
        if isinstance(count, Count) or count == 1:
            return f"another {self.noun(what)}" if what.other else an(self.noun(what))
        return f"{self.number(count)} {self.bare(what)}"


THAN_EVENT: Final = {
    Test("mana value", "<", Value("mana value", EVENT)): " with lesser mana value",
    Test("mana value", "<=", Value("mana value", EVENT)): " with equal or lesser mana value",
}
"""The mana value of things beside that of what the event is about."""
THAN_ITSELF: Final = {
    Test("power", ">", Value("power", SELF)): " with greater power",
    Test("power", "<", Value("power", SELF)): " with lesser power",
}
"""The power of things beside that of the source, in brief."""


def _is_of_you(test: Test) -> bool:
    """Whether a state speaks of you: "attacking you" stands behind the noun."""
    return test.op == "is" and test.field.endswith(" you")


def _between(spec: TargetSpec) -> bool:
    """Whether a few numbers of targets in a row may be chosen, none not among them."""
    return isinstance(spec.least, int) and isinstance(spec.most, int) and 0 < spec.least < spec.most


def _plain_word(kind: tuple[str, ...]) -> str:
    """The noun of a kind, without what narrows it."""
    return next(word for word in reversed(kind) if not word.startswith("!"))
