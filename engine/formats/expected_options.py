"""The options that a question shall have or lack, as gestures.

One that shall be there is written as it is offered. One that shall not be is found however its name is written, with
its number or without, and whatever follows: else it would be missing only because it was written otherwise.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from engine.explain.notation import WORDS
from engine.formats.scenario_shape import BadScenario

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from engine.state.rulebook import Rulebook

_TOKEN: Final = re.compile(r'"[^"]*"|\S+')
_NAMED: Final = re.compile(r'"([^"#]+)(?:#[^"]*)?"')
"""A name in a gesture."""
_WORD: Final = re.compile(r'"[^"]*"|\d+(-\d+)?|(\{[^}]*\})+|@\d+|=|->', re.ASCII)
"""A word after the first that is no seat."""
_COMMON: Final = frozenset({*WORDS.values(), "pass", "yes", "no", "mana", "activate"})
"""The words with which options of every game may begin."""


def check_option(text: str, rules: Rulebook, names: Collection[str], seats: Collection[str]) -> None:
    """Hold the gesture of an option to mean something, whether or not it is offered.

    Raises:
        BadScenario: options never begin so, nothing in the match has such a name, or a word is no name at all.
    """
    verb = text.partition(" ")[0]
    pays = any(rule.takes(verb) and not rule.takes("") for rule in rules.cost_rules.values())
    if not (verb in _COMMON or verb in rules.play_words or pays):
        raise BadScenario(f"no option is called {verb!r}, as in {text!r}")
    for word in _TOKEN.findall(text)[1:]:
        if not (_WORD.fullmatch(word) or word in seats):
            raise BadScenario(f"{word!r} in {text!r} is no name in quotation marks, number, mana or seat")
    for name in _NAMED.findall(text):
        if name not in names:
            raise BadScenario(f"nothing in the match is called {name!r}")


def is_lacking(text: str, offered: Iterable[str]) -> bool:
    """Whether nothing is offered that the gesture could mean."""
    wanted = _TOKEN.findall(text)
    return not any(_begins_with(_TOKEN.findall(option), wanted) for option in offered)


def _begins_with(option: list[str], wanted: list[str]) -> bool:
    return len(option) >= len(wanted) and all(map(_is_same, option, wanted))


def _is_same(one: str, other: str) -> bool:
    """Whether two words of gestures are the same; a name without a number is that of any number."""
    if not (one.startswith('"') and other.startswith('"')):
        return one == other
    name, _, number = one.strip('"').partition("#")
    other_name, _, other_number = other.strip('"').partition("#")
    return name == other_name and (number == other_number or not (number and other_number))
