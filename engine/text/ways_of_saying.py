"""Ways to say one thing in English, made one before words of meaning are counted.

- A noun that a list of kinds shares may stand behind each kind or the last: "a fire card or a Reaction card".
- "One or more creatures" that somebody controls are "a creature": at least one. So are counters that something has.
- What becomes "a 2/2 Elf with flying" has that size as its base power and toughness, and has flying.
- "If no ally was discarded this way", of what was to be discarded, is "if you don't".
- "At least three" are "three or more".
- Abilities that are lost before others are gained are all others: "loses all abilities and gains flying".
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final, TypeAlias

Forms: TypeAlias = tuple[str, ...]
IsWord: TypeAlias = Callable[[str], bool]

_SHARED: Final = ("card", "element", "spell")
"""Nouns that a list of kinds may share."""
_LISTED: Final = ("or", ",", "element")
_HAVING: Final = ("control", "have")
_AT_LEAST_ONE: Final = ("1", "or", "more")
_ENDS: Final = (".", ",", ":")
_PAIR: Final = re.compile(r"[\dx]+/[\dx]+")
_BASE: Final = ("base", "power", "toughness")
_BASE_PAIR: Final = ("base", "power", "and", "toughness")
_IF_NONE: Final = ("if", "no")
_DEEDS: Final = (
    *("discarded", "exhausted", "stunned", "confused"),
    *("attacked", "attack", "schemed", "scheme", "activated", "activate"),
)
_WAY: Final = ("this now", "way")
_UNDONE: Final = ("if", "you", "don't")
_LOST: Final = ("lose", "ability*")
_GAINS: Final = ("gain", "have", "with")


def in_one_way(forms: Forms, is_kind: IsWord, narrows: IsWord) -> Forms:
    """The words of a text, said in one way: ``is_kind`` knows nouns of things, ``narrows`` what stands before these."""

    def is_inside(form: str) -> bool:
        return is_kind(form) or narrows(form)

    return _with_others(_at_least_one(_noun_said_once(_undone(_or_more(forms)), is_inside)))


def _or_more(forms: Forms) -> Forms:
    """The words with "at least 3" as "3 or more"; a symbol may stand behind the number."""
    found = list(forms)
    for at in range(len(found) - 2, 0, -1):
        if found[at - 1 : at + 1] == ["at", "least"] and found[at + 1].isdigit():
            end = at + 3 if found[at + 2 : at + 3] and found[at + 2].startswith("{") else at + 2
            found[at - 1 : end] = [*found[at + 1 : end], "or", "more"]
    return tuple(found)


def with_sizes(forms: Forms, keywords: frozenset[Forms]) -> Forms:
    """The size and the keywords of what something becomes, as those that it has."""
    found: list[str] = []
    becoming = False
    for at, form in enumerate(forms):
        found.append(form)
        rest = forms[at + 1 :]
        becoming = (becoming or form == "become") and form not in (".", ":")
        if form in ("become", "be") and rest and _PAIR.fullmatch(rest[0]):
            found += _BASE
        elif form == "with" and rest[:4] == _BASE_PAIR and rest[5:6] == (",",):
            found.append("have")  # a list goes on behind the size
        elif becoming and form == "with":
            if rest[:4] == _BASE_PAIR:
                rest = rest[6:] if rest[5:6] == ("and",) else ()
            if rest[:1] == ('"',) or any(rest[: len(keyword)] == keyword for keyword in keywords):
                found.append("have")
    return tuple(found)


def _undone(forms: Forms) -> Forms:
    """The words with "if no ally was discarded this way" as "if you don't"."""
    found: list[str] = []
    at = 0
    while at < len(forms):
        end = _end_of_none(forms, at) if forms[at : at + len(_IF_NONE)] == _IF_NONE else at
        found += _UNDONE if end > at else forms[at : at + 1]
        at = max(end, at + 1)
    return tuple(found)


def _end_of_none(forms: Forms, begin: int) -> int:
    """The place behind "this way" of a condition that begins here; where it begins if it is another one."""
    comma = next((at for at in range(begin, len(forms)) if forms[at] in _ENDS), len(forms))
    said = forms[begin:comma]
    return comma if said[-len(_WAY) :] == _WAY and said[-len(_WAY) - 1] in _DEEDS else begin


def _noun_said_once(forms: Forms, is_inside: IsWord) -> Forms:
    """Lists of kinds whose shared noun stands behind the last."""
    return tuple(form for at, form in enumerate(forms) if form not in _SHARED or not _comes_again(forms, at, is_inside))


def _comes_again(forms: Forms, at: int, is_inside: IsWord) -> bool:
    """Whether the noun at a place is said again for what is joined to it by "or", or of spells by "and"."""
    joined = forms[at : at + 2]
    if joined[1:] != ("or",) and joined != ("spell", "and"):
        return False
    for form in forms[at + 2 :]:
        if form == forms[at]:
            return True
        if form not in _LISTED and not is_inside(form):
            return False
    return False


def _at_least_one(forms: Forms) -> Forms:
    """The words with "control one or more creatures" as "control creature"."""
    found: list[str] = []
    at = 0
    while at < len(forms):
        found.append(forms[at])
        at += 1
        if found[-1] not in _HAVING or forms[at : at + len(_AT_LEAST_ONE)] != _AT_LEAST_ONE:
            continue
        at += len(_AT_LEAST_ONE)
        end = next((n for n in range(at, len(forms)) if forms[n][-1:] == "*" or forms[n] in _ENDS), len(forms))
        found += [form.rstrip("*") for form in forms[at : end + 1]]
        at = end + 1
    return tuple(found)


def _with_others(forms: Forms) -> Forms:
    """The words with "loses all abilities" as "loses all other abilities" where the sentence goes on with a gain."""
    found: list[str] = []
    for at, form in enumerate(forms):
        found.append(form)
        rest = forms[at + len(_LOST) : _end_of_sentence(forms, at)]
        if forms[at : at + len(_LOST)] == _LOST and any(word in rest for word in _GAINS):
            found.append("other")
    return tuple(found)


def _end_of_sentence(forms: Forms, at: int) -> int:
    return next((end for end in range(at, len(forms)) if forms[end] == "."), len(forms))
