"""Count the questions that the kernel asks of a game's rules: ``python deploy/questions.py``.

A question is a public method or attribute of the rulebook's classes and of the records that are facets of it. The
tables that a game fills in (zones, procedures, frames, cost rules, kinds of events ...) are answers.
"""

from __future__ import annotations

import argparse
import ast
import sys
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
FACETS: Final = (
    ("engine/cards/card_rules.py", "CardRules"),
    ("engine/state/rulebook.py", "Rulebook"),
    ("engine/rules.py", "Rules"),
    ("engine/state/presentation.py", "Presentation"),
    ("engine/state/procedure.py", "PlayCosts"),
    ("engine/state/procedure.py", "ManaProcedure"),
    ("engine/events/responses.py", "Users"),
)
"""The classes of the rulebook, then its facets, each with its module."""
RULEBOOK: Final = 3
"""So many classes inherit from each other: a question that one repeats is asked once."""


def questions_of(body: list[ast.stmt]) -> list[str]:
    """The public methods and attributes that a class has by its body, those of ``__init__`` too."""
    found: list[str] = []
    for node in body:
        match node:
            case ast.FunctionDef(name="__init__"):
                found += [own for part in ast.walk(node) for own in _assigned(part)]
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                found.append(name)
            case ast.AnnAssign(target=ast.Name(id=name)):
                found.append(name)
            case ast.Assign(targets=targets):
                found += [target.id for target in targets if isinstance(target, ast.Name)]
    return [name for name in found if not name.startswith("_")]


def _assigned(node: ast.AST) -> list[str]:
    """The attributes of ``self`` that a statement sets."""
    targets = node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else []
    return [
        target.attr
        for target in targets
        if isinstance(target, ast.Attribute) and isinstance(target.value, ast.Name) and target.value.id == "self"
    ]


def questions(root: Path = ROOT) -> dict[str, list[str]]:
    """The questions of each facet; one that overrides another's asks nothing new."""
    known: set[str] = set()
    found: dict[str, list[str]] = {}
    for number, (path, name) in enumerate(FACETS):
        tree = ast.parse((root / path).read_text(encoding="utf-8"))
        body = next(node.body for node in tree.body if isinstance(node, ast.ClassDef) and node.name == name)
        own = [one for one in dict.fromkeys(questions_of(body)) if one not in known]
        known = known.union(own) if number < RULEBOOK else set()
        found[name] = own
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--most", type=int, help="exit with 1 where there are more")
    most = parser.parse_args().most
    found = questions()
    for name, own in found.items():
        sys.stdout.write(f"{name} ({len(own)}): {', '.join(own)}\n")
    number = sum(map(len, found.values()))
    sys.stdout.write(f"{number} questions\n")
    if most is not None and number > most:
        sys.exit(1)


if __name__ == "__main__":
    main()
