"""Modules have names that tell them apart, and few of them know each other in a circle."""

from __future__ import annotations

import ast
from collections import defaultdict
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT: Final = Path(__file__).parents[2]
FILES: Final = [path for top in ("engine", "protocol", "server") for path in (ROOT / top).rglob("*.py")]
MODULES: Final = {
    ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path for path in FILES
}
ENDINGS: Final = ("ings", "ing", "ers", "er", "ies", "ed", "ions", "ion", "es", "s", "e", "y", "r", "d")
LEAST_LETTERS: Final = 3
"""The length of what an ending leaves."""
MOST_IN_A_CIRCLE: Final = 6


def stem(name: str) -> str:
    """A name without its ending."""
    for ending in ENDINGS:
        if name.endswith(ending) and len(name) - len(ending) >= LEAST_LETTERS:
            name = name.removesuffix(ending)
            break
    return name[:-1] if name[-1] == name[-2] and len(name) > LEAST_LETTERS else name


def test_no_two_modules_have_names_that_differ_by_an_ending() -> None:
    """Modules of commands aside: they are named as the command is."""
    named = {path.stem for path in FILES if path.stem != "__init__" and path.parent != ROOT / "server" / "commands"}
    families = defaultdict(set)
    for name in named:
        families[stem(name)].add(name)
    assert [sorted(family) for family in families.values() if len(family) > 1] == []


def imported(path: Path) -> Iterator[str]:
    """The modules of ours that a file imports, for its types too."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module in MODULES:
            names = (f"{node.module}.{alias.name}" for alias in node.names)
            yield from (name if name in MODULES else node.module for name in names)
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in MODULES)


def reached(start: str, arrows: dict[str, set[str]]) -> set[str]:
    """All that is imported from a module on, step by step."""
    found: set[str] = set()
    left = [start]
    while left:
        new = arrows[left.pop()] - found
        found |= new
        left.extend(new)
    return found


def test_no_more_than_six_modules_know_each_other_in_a_circle() -> None:
    arrows = {name: set(imported(path)) - {name} for name, path in MODULES.items()}
    reach = {name: reached(name, arrows) for name in MODULES}
    circles = {frozenset(other for other in reach[name] if name in reach[other]) for name in MODULES}
    assert [sorted(circle) for circle in circles if len(circle) > MOST_IN_A_CIRCLE] == []
