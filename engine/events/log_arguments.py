"""Arguments of a line of the log, and the English of each: a client that speaks another language makes its own of them.

An argument is a number, a name that nobody translates, a player, a term of the rules, a part of a sentence with a key
and arguments of its own, or several of these in a row. All of it goes to clients as it is (PROTOCOL.md 6.2).
"""

from __future__ import annotations

from typing import Final

from engine.events.labels import seat_name

SEAT: Final = "\ue000"
"""Stands before the letter of a player, so that no name is taken for one."""
CARDS: Final = "n_cards"
COUNTERS: Final = "counter_word"
SEVERAL: Final = "several"
OTHERS: Final = "others"
THING: Final = "something"

Argument = object
"""A number, a name, ``{"seat": 0}``, ``{"word": "library"}``, ``{"key": ..., "args": ...}``, or a list of these."""
Arguments = dict[str, object]

PARTS: Final[dict[str, tuple[str, str]]] = {
    "ability": ("the ability of {name}", ""),
    "beside": (" with {things}", ""),
    COUNTERS: ("counter", "counters"),
    "itself": ("itself", ""),
    CARDS: ("a card", "{count} cards"),
    OTHERS: ("{count} others", "{count} others"),
    SEVERAL: ("{count} \u00d7 {name}", "{count} \u00d7 {name}"),
    "side": ("the {side}", ""),
    THING: ("something", ""),
    "sum": ("{parts} = ", ""),
    "targeting": (", targeting {targets}", ""),
    "with_x": (" with X = {n}", ""),
}
"""Parts of sentences by their name: as said of one thing, and of another ``count`` of them, if there may be."""
ALL: Final = frozenset(("targets",))
"""Arguments that are joined by "and" alone."""


def part(which: str, /, **args: Argument) -> Argument:
    """A part of a sentence, by its name in ``PARTS``; compiled, no argument may be called ``which``."""
    return {"key": f"log.{which}", "args": args} if args else {"key": f"log.{which}"}


def seat_argument(seat: int) -> Argument:
    return {"seat": seat}


def word(term: str) -> Argument:
    """A term of the rules: a zone, a kind of counter, a phase."""
    return {"word": term} if term else ""


def english(value: Argument) -> str:
    """An argument in English, players as letters behind ``SEAT``."""
    if isinstance(value, list):
        return _joined([english(each) for each in value])
    if not isinstance(value, dict):
        return str(value)
    if "seat" in value:
        return SEAT + seat_name(value["seat"])
    if "word" in value:
        return str(value["word"])
    args = value.get("args", {})
    one, other = PARTS[value["key"].removeprefix("log.")]
    told = {name: _all(each) if name in ALL else english(each) for name, each in args.items()}
    return (one if args.get("count", 1) == 1 else other).format(**told)


def _joined(said: list[str]) -> str:
    """Things in a row: "A#1, B and C"."""
    return said[0] if len(said) == 1 else f"{', '.join(said[:-1])} and {said[-1]}"


def _all(said: Argument) -> str:
    return " and ".join(map(english, said)) if isinstance(said, list) else english(said)
