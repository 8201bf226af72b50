"""A question for cards as people type it: text -> what a card has to have.

::

    draw two          these words begun, each in name, type, text or colours
    "draw two"        these words behind each other
    t:instant         in the type; also type, class
    o:"any target"    in the text; also text, rules
    n:bolt            in the name; also name
    c:red  c:wu       a colour; also color, element, aspect, resource; letters of symbols mean their colours
    cost<=3           the cost as one number; also mv, reserve, memory; = < > >= !=
    -t:creature       not that

A word matches words that begin with it; behind ``=`` it matches whole words alone. A part that is not written to its
end says nothing yet. Parts that mean nothing are left out and named in ``remarks``. Reading takes time in proportion to
the length, and never fails but for that.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, Literal, NamedTuple, TypeAlias

import engine
from server.library.kept_cards import folded

if TYPE_CHECKING:
    from collections.abc import Iterator

MOST_LETTERS: Final = 200
"""A question has so many at most."""
MOST_TERMS: Final = 16
MOST_COST: Final = 10**6
Field: TypeAlias = Literal["any", "name", "type", "text", "colors", "cost"]
Ordering: TypeAlias = Literal["<", "<=", "=", "!=", ">=", ">"]

_FIELDS: Final[dict[str, Field]] = {
    **dict.fromkeys(("n", "name"), "name"),
    **dict.fromkeys(("t", "type", "class", "kind"), "type"),
    **dict.fromkeys(("o", "text", "oracle", "rules"), "text"),
    **dict.fromkeys(("c", "color", "colour", "e", "element", "a", "aspect", "r", "resource"), "colors"),
    **dict.fromkeys(("cost", "mv", "cmc", "mana", "reserve", "memory"), "cost"),
}
_ORDERINGS: Final[dict[str, Ordering]] = {each: each for each in ("<", "<=", "=", "!=", ">=", ">")} | {":": "="}
_PART: Final = re.compile(
    r"(?P<minus>-(?=[^\W\d_]|\"))?(?:(?P<key>[A-Za-z]{1,10})(?P<op><=|>=|!=|[:=<>]))?(?:\"(?P<quoted>[^\"]*)\"?|(?P<word>[^\s\"]*))"
)
_PLAIN: Final = re.compile(r"(?P<minus>-(?=[^\W\d_]))?(?P<word>[^\s\"]+)")
_TOKEN: Final = re.compile(r"[^\W_]+")


class Words(NamedTuple):
    """Words that stand behind each other in a field; the last of them may go on unless ``is_whole``."""

    field: Field
    words: tuple[str, ...]
    is_whole: bool = False
    is_absent: bool = False


class Cost(NamedTuple):
    """A bound of the cost."""

    ordering: Ordering
    number: int
    is_absent: bool = False


class Query(NamedTuple):
    """All that a card has to have.

    ``called`` is the question as a name would be written, "" where it asks for more than words. ``remarks`` say which
    parts meant nothing.
    """

    words: tuple[Words, ...] = ()
    costs: tuple[Cost, ...] = ()
    called: str = ""
    remarks: tuple[str, ...] = ()

    @property
    def plain(self) -> tuple[str, ...]:
        """The words that may stand in a name, as names are looked up."""
        terms = (term for term in self.words if term.field in ("any", "name") and not term.is_absent)
        return tuple(folded(word) for term in terms for word in term.words)


def read_query(game: str, text: str) -> Query:
    """Read a question about cards of a game.

    Raises:
        engine.Refusal: ``too_much``.
    """
    if len(text) > MOST_LETTERS:
        raise engine.Refusal("", "too_much", f"a search has {MOST_LETTERS} letters at most")
    words: list[Words] = []
    costs: list[Cost] = []
    remarks: list[str] = []
    for term in _terms(game, text):
        if isinstance(term, Words):
            words.append(term)
        elif isinstance(term, Cost):
            costs.append(term)
        else:
            remarks.append(term)
    if len(words) + len(costs) > MOST_TERMS:
        raise engine.Refusal("", "too_much", f"a search has {MOST_TERMS} parts at most")
    is_name = not costs and all(term.field == "any" and not term.is_absent for term in words)
    return Query(tuple(words), tuple(costs), folded(text) if is_name else "", tuple(remarks))


def _terms(game: str, text: str) -> Iterator[Words | Cost | str]:
    place = 0
    while place < len(text):
        part = _PART.match(text, place)
        assert part is not None  # it matches nothing at all, too
        field = _FIELDS.get((part["key"] or "").lower())
        if part["key"] and field is None:  # a name with a colon in it
            part = _PLAIN.match(text, place) or part
        place = max(part.end(), place + 1)
        quoted = part.groupdict().get("quoted")
        value = quoted if quoted is not None else part["word"] or ""
        yield from _term(game, field, part.groupdict().get("op") or ":", value, is_absent=bool(part["minus"]))


def _term(game: str, field: Field | None, op: str, value: str, *, is_absent: bool) -> Iterator[Words | Cost | str]:
    tokens = tuple(_TOKEN.findall(value))
    if not tokens:
        return
    if field == "cost":
        yield _cost(op, value, is_absent=is_absent)
    elif field is not None and op not in (":", "=", "!="):
        yield f"{value[:20]!r}: only a cost is more or less than another one"
    else:
        is_whole = op != ":" or not value[-1].isalnum()
        is_absent ^= op == "!="
        colors = _colors_of(game, value) if field == "colors" else ()
        if colors:
            yield from (Words("colors", (color,), True, is_absent) for color in colors)
        else:
            yield Words(field or "any", tokens, is_whole, is_absent)


def _cost(op: str, value: str, *, is_absent: bool) -> Cost | str:
    number = value.strip("{}")
    if not (number.isascii() and number.isdecimal()) or len(number) > len(str(MOST_COST)):
        return f"{value[:20]!r}: a cost is a number, as in cost<=3"
    return Cost(_ORDERINGS[op], int(number), is_absent)


def _colors_of(game: str, value: str) -> tuple[str, ...]:
    """The colours that letters of symbols mean; none if the value is something else."""
    letters = engine.color_letters(game)
    marks = value.casefold()
    return tuple(dict.fromkeys(letters[each] for each in marks)) if all(each in letters for each in marks) else ()
