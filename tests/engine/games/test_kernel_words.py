"""The kernel speaks of no game: its names and strings hold no noun of one."""

import ast
import re
from pathlib import Path
from typing import Final

import pytest

ENGINE: Final = Path(__file__).parents[3] / "engine"
NOUNS: Final = (
    *("nemesis", "champion", "engaged", "hero", "threat", "obligation", "lineage", "materializ", "encounter"),
    *("loyalty", "planeswalker"),
)
OF_GAMES: Final = ("games", "abilities", "text")
"""The rooms that hold games, and the vocabulary in which their cards are written."""
KEPT: Final = {
    ("engaged", "effects/permanents.py"): "the field of an instruction, whose names are the cards'",
    ("engaged", "explain/projection.py"): "the key in views (PROTOCOL.md)",
    ("engaged", "formats/expectations.py"): "the word in scenarios",
    ("engaged", "formats/position_entries.py"): "the word in positions",
    ("engaged", "state/dump_names.py"): "a name in dumps, which never changes",
    ("encounter", "state/dump_names.py"): "the names of cards' instructions in dumps",
    ("loyalty", "cards/numbered_text.py"): "the limit of an ability that has it is no mana ability (605.1a)",
    ("loyalty", "queries/filters.py"): "texts read it off what has left, too",
}
"""A noun and a module that has it all the same, with the reason."""


def modules() -> list[Path]:
    return [path for path in sorted(ENGINE.rglob("*.py")) if path.relative_to(ENGINE).parts[0] not in OF_GAMES]


def words_of(source: str) -> set[str]:
    """The names and strings of a module, its docstrings aside."""
    tree = ast.parse(source)
    prose = {
        id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    found: set[str] = set()
    for node in ast.walk(tree):
        for name in ("id", "attr", "arg", "name"):
            value = getattr(node, name, None)
            if isinstance(value, str):
                found.add(value)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in prose:
            found.add(node.value)
    return found


def nouns_in(source: str) -> set[str]:
    said = " ".join(words_of(source)).lower()
    return {noun for noun in NOUNS if re.search(rf"(?<![a-z]){noun}", said)}


@pytest.mark.parametrize("path", modules(), ids=lambda path: str(path.relative_to(ENGINE)))
def test_no_noun_of_a_game_is_in_the_kernel(path: Path) -> None:
    kept = {noun for noun, module in KEPT if module == str(path.relative_to(ENGINE))}
    assert nouns_in(path.read_text(encoding="utf-8")) == kept


def test_a_noun_is_found_in_names_and_strings_alone() -> None:
    source = '"""A hero."""\ndef is_nemesis(obj):\n    return "Engaged with" in obj.champion\n'
    assert nouns_in(source) == {"nemesis", "engaged", "champion"}
    assert nouns_in('"""A hero, an encounter."""\nthere = 1\n') == set()
