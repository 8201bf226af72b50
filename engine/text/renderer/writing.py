"""Forms of words: capitals, articles, verbs, lists and numbers; and the mentions of a text so far."""

from __future__ import annotations

from copy import copy
from dataclasses import replace
from typing import Final, Literal, TypeAlias

from engine.abilities import (
    SELF,
    Among,
    Amount,
    Count,
    Devotion,
    DieResult,
    Done,
    Filter,
    Fits,
    Math,
    Opponents,
    Paid,
    Per,
    Ref,
    Tally,
    TargetSpec,
    Test,
    Value,
    Variable,
)
from engine.text.words import NUMBERS

Wording: TypeAlias = (
    Literal["gathered", "actively", "undivided", "listed", "fully", "briefly"]
    | Literal["behind symbols", "in other words"]
)
"""A way to write a meaning that texts say in several.

"gathered": what holds for one time, is done by the same ones or goes to one zone is one sentence: "until end of turn,
A and B"; a number that was paid in life is "that many", and things are "one or more". "actively": damage that things
"would deal" is prevented. "undivided": targets get +1/+1, without "each". "listed": the parts of a choice stand one
below the other. "fully": words that the rules make needless are there, as in "defends against an attack", and a color
is chosen in a sentence of its own. "briefly": words that are usual are not there, as the rules say them, too. "behind
symbols": what holds under a condition stands behind the symbol of that. "in other words": rarer words for the same.
"""
WORDINGS: Final[tuple[frozenset[Wording], ...]] = (
    frozenset(("gathered",)),
    frozenset(("actively",)),
    frozenset(("undivided",)),
    frozenset(("listed",)),
    frozenset(("fully",)),
    frozenset(("briefly",)),
    frozenset(("behind symbols",)),
    frozenset(("in other words",)),
)
"""The ways in which texts are written besides the usual one, each by itself; a text may mix two of them."""
EXILED: Final = {"exile": "exiled", "banish": "banished", "remove from the game": "removed"}


def capital(text: str) -> str:
    """With a capital first letter."""
    return text[:1].upper() + text[1:]


def an(noun: str) -> str:
    """With its indefinite article."""
    return f"an {noun}" if noun[:1].lower() in "aeiou" else f"a {noun}"


def third(verb: str) -> str:
    """The third person of a verb."""
    if verb == "have":
        return "has"
    return verb + ("es" if verb.endswith(("s", "sh", "ch", "x")) else "s")


def listed(parts: list[str], word: str) -> str:
    """A phrase: "a", "a or b", "a, b, or c"."""
    if len(parts) < 3:
        return f" {word} ".join(parts)
    return ", ".join(parts[:-1]) + f", {word} {parts[-1]}"


def number_word(number: int) -> str:
    """A number in words up to ten."""
    return NUMBERS[number] if 0 < number < len(NUMBERS) else str(number)


def of_each(amount: Amount) -> Amount:
    """The amount before "for each": how much for each one counted, or the amount itself."""
    if isinstance(amount, Count | Paid | Per) or (isinstance(amount, Done) and amount.times != 1):
        return amount.times
    return amount


def is_worked_out(amount: Amount) -> bool:
    """Whether a number needs words of its own: "equal to ...", "where X is ..."."""
    if isinstance(amount, Math) and amount.op == "min":
        return False  # said with its bound
    if is_more_than_x(amount):
        return False
    return isinstance(amount, Value | Tally | Among | Devotion | DieResult | Math | Opponents | Fits)


def is_more_than_x(amount: Amount) -> bool:
    """Whether a number is the announced X and some more, or twice X, which is said where a number stands."""
    if not isinstance(amount, Math):
        return False
    if amount.op == "*":
        return amount.left in (2, 3) and amount.right == Variable()
    return (amount.op, amount.left) == ("+", Variable()) and isinstance(amount.right, int)


def signed(amount: Amount) -> str:
    """With its sign: "+2", "-1", "+X"."""
    if isinstance(amount, Math) and (amount.op, amount.left) == ("*", -1):
        return "-X"
    return f"{amount:+d}" if isinstance(amount, int) else "+X"


def signed_pair(power: Amount, toughness: Amount) -> str:
    """Two changes with their signs; none beside one that is less is "-0"."""
    one, other = signed(power), signed(toughness)
    if power == 0 and other.startswith("-"):
        one = "-0"
    if toughness == 0 and one.startswith("-"):
        other = "-0"
    return f"{one}/{other}"


def unsigned(amount: Amount) -> Amount:
    """The value of an X, whatever its sign."""
    return amount.right if isinstance(amount, Math) and (amount.op, amount.left) == ("*", -1) else amount


def symbols(printed: tuple[str, ...]) -> str:
    """Mana symbols as written."""
    return "".join(f"{{{symbol}}}" for symbol in printed)


NOT_SELF: Final = Test("id", "differs", Value("id", SELF))
"""Said of what is not the source, as such."""


def others_said(what: Filter) -> Filter:
    """Things that are not what the text has spoken of, as it calls them: other ones."""
    tests = tuple(test for test in what.tests if test.op != "differs" or test == NOT_SELF)
    return what if tests == what.tests else replace(what, other=True, tests=tests)


def of_all(noun: str) -> str:
    """A noun for all that fit: those in every graveyard, where it names no player's."""
    return noun.replace(" in a graveyard", " in all graveyards")


class Unwritable(Exception):
    """A record that no text says. ``record`` is the part that has no words."""

    def __init__(self, record: object) -> None:
        super().__init__(record)
        self.record = record


def _held(ref: Ref) -> Ref:
    return replace(ref, kind="target") if ref.kind == "new target" else ref


class Scope:
    """The mentions of a body so far: how many of its targets, and what "it" and "that player" mean now.

    ``antecedent`` is what they mean where nothing was mentioned, ``noun`` what that is called; ``kind`` is that of the
    targets. ``called`` says what "it" was, where the text has spoken of the source since. ``them`` are the several
    things that were mentioned last, ``those`` the words for them; "it" is none of them. ``outer`` is the scope of the
    text that makes a delayed ability, in that ability's own. ``again`` are all of a kind that were just spoken of.
    ``card`` is a card that was found, of which the text may go on to speak once it has spoken of the source.
    """

    __slots__ = (
        "again",
        "antecedent",
        "called",
        "card",
        "it",
        "kind",
        "noun",
        "outer",
        "player",
        "seen",
        "targets",
        "them",
        "those",
    )

    def __init__(
        self, targets: tuple[TargetSpec, ...] = (), antecedent: Ref = SELF, noun: str = "", kind: str = "target"
    ) -> None:
        self.targets = targets
        self.antecedent = antecedent
        self.noun = noun
        self.kind = kind
        self.seen = 0
        self.it = antecedent
        self.called = ""
        self.card: Ref | None = None
        self.them: Ref | None = None
        self.those = ""
        self.player: Ref | None = None
        self.outer: Scope | None = None
        self.again: Ref | None = None

    def held(self) -> Scope:
        """The scope of an ability as one sees it whose own targets are others."""
        seen = copy(self)
        seen.kind = "target"
        seen.it = _held(self.it)
        seen.player = _held(self.player) if self.player is not None else None
        seen.them = _held(self.them) if self.them is not None else None
        return seen

    def mention(self, ref: Ref, *, person: bool) -> None:
        """Note the last mention, which the next pronoun means."""
        if person:
            self.player = ref
        else:
            self.it = ref
            self.called = ""
            self.them = None if self.them == ref else self.them

    def mention_several(self, ref: Ref, those: str) -> None:
        """Note the last mention of several things, which the text calls ``those``."""
        self.them, self.those = ref, those
        self.it = self.antecedent if self.it == ref else self.it

    def mention_made(self, ref: Ref, those: str) -> None:
        """Note several things that were made or found, which are ``those``; nothing before them is "it"."""
        self.mention(ref, person=False)
        self.them, self.those = ref, those
