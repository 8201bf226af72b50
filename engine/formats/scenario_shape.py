"""The parts of a scenario file: a key that means nothing, or a table of another shape, is refused before anything runs.

A case may not hide what stands beside it: gestures stand in the cases or in the file, and a table of the file that a
case has too is named by the case under ``replaces``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.events.labels import SEATS

if TYPE_CHECKING:
    from collections.abc import Iterable

Table = dict[str, object]

_TEXTS: Final = frozenset({"id", "game", "rule", "title", "note", "name", "unread"})
_LISTS: Final = frozenset({"rules", "profiles", "replaces"})
_TABLES: Final = frozenset({"setup", "expect", "deck"})
_ROWS: Final = frozenset({"case", "card", "do"})
_SAYS: Final = ("do", "expect", "unread", "deck")
"""The keys of which a case has one at least, or the file for it."""
_OF_CASE: Final = frozenset({"name", "replaces"})
"""The keys that only a case has."""
_OF_FILE: Final = frozenset({"id", "game", "rule", "rules", "case"})
"""The keys that no case has."""
_OF_DECK: Final = frozenset({"cards", "faults"})
_OF_FAULT: Final = frozenset({"rule", "card"})
_OF_STEP: Final = frozenset({"refused", "illegal", "expect"})
"""The keys beside the gesture of a step."""


class BadScenario(ValueError):
    """A scenario with a part that means nothing."""


def tables_of(value: object) -> list[Table]:
    """The tables in a list; none where nothing is written."""
    return list(value) if isinstance(value, list) else []


def check_shape(table: Table, side: str) -> None:
    """Look at all parts of a file, in which ``side`` names the side at which nobody sits.

    Raises:
        BadScenario: a key means nothing, holds something of another kind, or is replaced by a case without a word.
    """
    _check_part(table, side, _OF_CASE, "a scenario")
    cases = tables_of(table.get("case"))
    for number, case in enumerate(cases, 1):
        name = f"case {case.get('name', number)}"
        _check_part(case, side, _OF_FILE, name)
        _check_replaced(table, case, name)
    for part in (table, *cases):
        if "unread" in part and ("do" in part or "expect" in part):
            raise BadScenario("unread stands instead of gestures and expectations: the match is not begun")
    for part in cases or [table]:
        if not any(key in whole for whole in (table, part) for key in _SAYS):
            raise BadScenario("a scenario without gestures and expectations says nothing")
    if cases and "do" in table:
        raise BadScenario("gestures stand in the cases or in the file, not in both: no case runs those of the file")


def _check_part(part: Table, side: str, foreign: frozenset[str], what: str) -> None:
    """A file or one case of it."""
    for key, value in part.items():
        if key in foreign or not (key in SEATS or (side and key == side) or key in _TEXTS | _LISTS | _TABLES | _ROWS):
            raise BadScenario(f"{what} has no {key}")
        if key in _TEXTS:
            _require(isinstance(value, str), what, key, "text")
        elif key in _LISTS:
            _require(_is_list_of(value, str), what, key, "a list of texts")
        elif key in _ROWS:
            _require(_is_list_of(value, dict), what, key, f"a list of tables, each under [[{key}]]")
        else:
            _require(isinstance(value, dict), what, key, "a table")
    _check_deck(part, what)
    for number, step in enumerate(tables_of(part.get("do")), 1):
        _check_step(step, f"step {number} of {what}")


def _check_deck(part: Table, what: str) -> None:
    """A deck has its cards and the faults to be found, and stands instead of gestures and what is expected of them."""
    deck = part.get("deck")
    if not isinstance(deck, dict):
        return
    strange = [*(key for key in deck if key not in _OF_DECK), *(key for key in ("do", "expect") if key in part)]
    if strange:
        raise BadScenario(f"{what} with a deck has no {', '.join(strange)}")
    _require(_is_list_of(deck.get("cards"), str), what, "cards", "a list of texts")
    _require(_is_list_of(deck.get("faults"), dict), what, "faults", "a list of tables")
    for fault in tables_of(deck["faults"]):
        _require("rule" in fault and _OF_FAULT.issuperset(fault), what, "a fault", "a rule and perhaps a card")


def _check_step(step: Table, what: str) -> None:
    strange = [key for key in step if key not in _OF_STEP and key not in SEATS]
    if strange:
        raise BadScenario(f"{what} has no {', '.join(strange)}")
    for key, value in step.items():
        wanted = dict if key == "expect" else str
        _require(isinstance(value, wanted), what, key, "a table" if key == "expect" else "text")
    if len([key for key in step if key in SEATS]) != 1:
        raise BadScenario(f"{what} needs one seat's gesture")


def _check_replaced(table: Table, case: Table, name: str) -> None:
    """A table of the file that a case has too is replaced as a whole; the case says so."""
    both = [key for key in case if key in table and isinstance(table[key], dict)]
    said = _texts(case.get("replaces", ()))
    for key in both:
        if key not in said:
            raise BadScenario(f'{name} has a [{key}] as the file has: say replaces = ["{key}"], or part them')
    for key in said:
        if key not in both:
            raise BadScenario(f"{name} replaces no {key}: one of both has no such table")


def _texts(value: object) -> list[str]:
    return [str(each) for each in value] if isinstance(value, list) else []


def _is_list_of(value: object, kind: type) -> bool:
    return isinstance(value, list) and all(isinstance(each, kind) for each in value)


def _require(is_so: bool, what: str, key: str, wanted: str) -> None:
    if not is_so:
        raise BadScenario(f"{key} of {what} is no {wanted.removeprefix('a ')}")


def require_texts(values: Iterable[object], what: str) -> None:
    """Hold all of these to be texts.

    Raises:
        BadScenario: one of them is none.
    """
    for value in values:
        if not isinstance(value, str):
            raise BadScenario(f"{value!r:.40} in {what} is no text")
