"""Names of people: names that hide nothing, and that can be told apart at one table.

A name is a nickname of PRECIS (RFC 8266): letters, digits, signs and single spaces, in one form where Unicode has
several. It is of one script, or of Latin beside those of Chinese, Japanese or Korean, so that no letter stands in for
that of another script (UTS #39, "highly restrictive"). Two names look alike if their skeletons are the same, by
Unicode's table of what is taken for what; then the later one gets a number behind it. A bot of the house is known by
its name, so a person of that name is called a guest.
"""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from contextlib import suppress
from functools import cache
from importlib import resources
from itertools import count
from typing import Final

import msgspec
from confusable_homoglyphs.categories import unique_aliases
from precis_i18n import get_profile

import engine
from protocol.session import GUEST as NOBODY
from server.bots import BOTS
from server.bots.levels import title

LONGEST: Final = 64
"""Characters (PROTOCOL.md 1.4)."""
GUEST: Final = " (guest)"
"""Behind the name of a person that is that of a bot of the house."""
NICKNAME: Final = get_profile("NicknameCasePreserved")
BLANK: Final = re.compile("[\u2800\ufffc\U0001d159\U00016fe4]")
"""Signs, by their class, that are drawn as nothing; what is invisible by its class is no nickname."""
ANYWHERE: Final = frozenset(("COMMON", "INHERITED"))
"""Scripts of digits and signs, and of marks that belong to what they stand on."""
TOGETHER: Final = (
    frozenset(("LATIN", "HAN", "HIRAGANA", "KATAKANA")),
    frozenset(("LATIN", "HAN", "BOPOMOFO")),
    frozenset(("LATIN", "HAN", "HANGUL")),
)
"""Scripts that one text is written in (UTS #39 5.2)."""
MOST_MARKS: Final = 4
"""On one letter, none of them twice in a row (UTS #39 5.4)."""
MARKS: Final = frozenset(("Mn", "Mc", "Me"))
NUMBER: Final = re.compile(r"\s*(?:[0-9]+|\([0-9]+\))$")
AROUND: Final = "\u200e"
"""Written about letters of the table that are read from right to left."""


class BadName(Exception):
    """A name that nobody may have, with the reason in words; the name is not repeated."""


def read_name(text: str) -> str:
    """The name that is meant, in the one form that it has.

    Raises:
        BadName: it is empty, too long, hides something, or passes letters of one script off as those of another.
    """
    try:
        name = str(NICKNAME.enforce(text))
    except UnicodeError as error:
        reason = error.reason if isinstance(error, UnicodeEncodeError) else "no text"
        raise BadName(f"a name has letters, digits, signs and spaces, and nothing unseen ({reason})") from None
    if len(name) > LONGEST:
        raise BadName(f"a name has {LONGEST} characters at most, once its signs are written out")
    if BLANK.search(name):
        raise BadName("a name with signs that are drawn as nothing")
    if has_stray_marks(name):
        raise BadName(f"a name with a mark on nothing, the same mark twice, or more than {MOST_MARKS} on a letter")
    scripts = unique_aliases(name) - ANYWHERE
    if len(scripts) > 1 and not any(scripts <= together for together in TOGETHER):
        raise BadName(f"a name is written in one script, not in {' and '.join(sorted(map(str.lower, scripts)))}")
    return name


def usable(*texts: str) -> str:
    """The first of some that is a name, as it stands in a token that was made elsewhere, or before there were rules."""
    for text in texts:
        with suppress(BadName):
            return read_name(text[:LONGEST])
    return NOBODY


def wanted(text: str) -> str:
    """A usable name, asked for by somebody who is told what is wrong with it.

    Raises:
        engine.Refusal: ``bad_name``.
    """
    try:
        return read_name(text)
    except BadName as error:
        raise engine.Refusal("", "bad_name", str(error)) from None


def has_stray_marks(name: str) -> bool:
    """Whether marks pile up, or have no letter to stand on."""
    run, last = MOST_MARKS, " "
    for letter in unicodedata.normalize("NFD", name):
        if unicodedata.category(letter) not in MARKS:
            run = 0
        elif (run := run + 1) > MOST_MARKS or letter == last:
            return True
        last = letter
    return False


def called(names: Iterable[str]) -> tuple[str, ...]:
    """The names of seats by the one who begins a match; raises ``engine.Refusal`` (``bad_name``)."""
    return tuple(of_seat(wanted(name)) for name in names)


def distinct(names: Sequence[str]) -> tuple[str, ...]:
    """The names of those at one table, in the order in which they came: none looks like another."""
    told: list[str] = []
    for name in names:
        told.append(among(name, told))
    return tuple(told)


def among(name: str, others: Iterable[str]) -> str:
    """A name, with a number behind it if it looks like one of others."""
    taken = frozenset[str]().union(*map(looks, others))
    return next(tried for tried in numbered(name) if not looks(tried) & taken)


def numbered(name: str) -> Iterable[str]:
    """The name alone, then with numbers from 2 on, of which no two look alike."""
    yield name
    for number in count(2):
        yield shortened(name, f" {number}")


def of_person(name: str) -> str:
    """A name that somebody chose, among people who are not to take them for a bot of the house."""
    return shortened(name, GUEST) if looks_of_house() & (looks(name) | looks(NUMBER.sub("", name))) else name


def of_seat(name: str) -> str:
    """The name of a seat by the one who begins a match: it may be for a bot, and then says so letter by letter."""
    bots = names_of_house()
    return name if name.casefold() in bots or NUMBER.sub("", name).casefold() in bots else of_person(name)


def shortened(name: str, behind: str) -> str:
    return name[: LONGEST - len(behind)].rstrip() + behind


def looks(name: str) -> frozenset[str]:
    """The forms that a name is taken for, in small letters: two names look alike if they share one of these."""
    return frozenset((skeleton(name).casefold(), skeleton(name.casefold()).casefold()))


def skeleton(name: str) -> str:
    """The letters that a reader sees, whichever it was written with (UTS #39 4)."""
    table = prototypes()
    seen = "".join(table.get(letter, letter) for letter in unicodedata.normalize("NFD", name))
    return unicodedata.normalize("NFD", seen)


@cache
def names_of_house() -> frozenset[str]:
    """The names of the bots in small letters, also as people call them."""
    return frozenset(name.casefold() for bot in BOTS for name in (bot, title(bot)))


@cache
def looks_of_house() -> frozenset[str]:
    return frozenset[str]().union(*map(looks, names_of_house()))


@cache
def prototypes() -> dict[str, str]:
    """A letter -> what it is taken for.

    The table has each pair both ways: what stands in several is what the others look like.
    """
    data = resources.files("confusable_homoglyphs").joinpath("confusables.json").read_bytes()
    pairs = msgspec.json.decode(data, type=dict[str, list[Pair]])
    table = {}
    for letter, like in pairs.items():
        other = like[0].c
        is_hub = len(like) > 1 or (len(pairs[other]) == 1 and (len(letter), other) > (len(other), letter))
        if not is_hub and len(letter.strip(AROUND)) == 1:
            table[letter.strip(AROUND)] = other.strip(AROUND)
    return table


class Pair(msgspec.Struct):
    """One of those that a letter looks like."""

    c: str
