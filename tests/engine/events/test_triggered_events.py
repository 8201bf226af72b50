"""Events tell all that a trigger can wait for: every event of the grammar has been seen to trigger."""

from __future__ import annotations

import ast
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Final

import engine
from engine.abilities import Triggered
from engine.text import parse
from tests.support.engine.scenario_runs import ROOT, outcome_of

if TYPE_CHECKING:
    from collections.abc import Iterator

SEEN: Final = ROOT / "magic" / "R603-2-events.toml"
COMPILER: Final = Path(engine.__file__).parent / "text" / "compiler" / "triggers.py"
NAMELESS: Final = ""
"""The watched thing, before it is said what happens to it."""


def names_made(path: Path) -> Iterator[str]:
    """The names of the events that a part of the compiler makes."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call):
            function = node.func.id if isinstance(node.func, ast.Name) else ""
            given = [word.value for word in node.keywords if word.arg == "name"]
            given += node.args[:1] if function == "Event" else node.args[1:] if function == "_card" else []
            yield from (str(value.value) for value in given if isinstance(value, ast.Constant))


def names_seen() -> set[str]:
    """The events that the cards of the scenario wait for; each of its cases lets one happen."""
    cards = tomllib.loads(SEEN.read_text(encoding="utf-8"))["card"]
    abilities = [ability for card in cards if "text" in card for ability in parse(card["text"], card["name"], "magic")]
    return {event.name for ability in abilities if isinstance(ability, Triggered) for event in ability.events}


def test_every_event_of_the_grammar_has_been_seen_to_trigger() -> None:
    known = set(names_made(COMPILER)) - {NAMELESS} | {"cast", "activated"}
    assert {"enters", "cycled", "milled", "counters"} <= known
    assert known - names_seen() == set()
    assert outcome_of(SEEN).passed, outcome_of(SEEN).difference
