"""The modules of the compiled wheel are written as mypyc takes them; a build, which takes minutes, comes later."""

import ast
import tomllib
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

from tests.support.deploy.pythons import ROOT


def compiled_modules() -> Iterator[Path]:
    """The modules that the build hook names."""
    about = tomllib.loads((ROOT / "pyproject.toml").read_text())
    hook = about["tool"]["hatch"]["build"]["targets"]["wheel"]["hooks"]["mypyc"]
    for path in sorted(path for top in ("engine", "protocol", "server") for path in (ROOT / top).rglob("*.py")):
        name = PurePosixPath(path.relative_to(ROOT))
        if any(map(name.match, hook["include"])) and not any(map(name.match, hook["exclude"])):
            yield path


def starred_memberships(source: str) -> list[int]:
    """The lines that look for something in a tuple or list that others are unpacked into: mypyc fails on these."""
    return [
        node.lineno
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Compare)
        for asked, where in zip(node.ops, node.comparators, strict=True)
        if isinstance(asked, ast.In | ast.NotIn) and isinstance(where, ast.Tuple | ast.List)
        if any(isinstance(part, ast.Starred) for part in where.elts)
    ]


def test_nothing_is_looked_for_in_an_unpacked_tuple() -> None:
    found = {path.name: lines for path in compiled_modules() if (lines := starred_memberships(path.read_text()))}
    assert not found


def test_such_a_line_is_seen() -> None:
    assert starred_memberships("a = 1\nb = a in (*c, 2)\n") == [2]
    assert not starred_memberships("b = [*c, 2]\nd = 2 in b\n")


def structs(source: str) -> list[str]:
    """The records of msgspec that a module defines: in a compiled one they lose the types of their fields."""
    classes = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.ClassDef)]
    return [node.name for node in classes if any("Struct" in ast.unparse(base) for base in node.bases)]


def test_no_record_of_msgspec_is_compiled() -> None:
    assert not {path.name: found for path in compiled_modules() if (found := structs(path.read_text()))}


def test_such_a_record_is_seen() -> None:
    assert structs("class A(msgspec.Struct, frozen=True): ...\nclass B(Base): ...\n") == ["A"]


def awaits_at_last(source: str) -> list[int]:
    """The lines of ``try`` whose ``finally`` awaits.

    In a compiled coroutine that an exception goes through, it leaves that exception the current one of its thread: it
    is the context of all later ones, and what ends afterwards may wait for ever.
    """
    blocks = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Try)]
    awaits = ast.Await | ast.AsyncWith | ast.AsyncFor
    return [
        block.lineno
        for block in blocks
        if any(isinstance(node, awaits) for last in block.finalbody for node in ast.walk(last))
    ]


def test_no_compiled_coroutine_awaits_at_last() -> None:
    assert not {path.name: lines for path in compiled_modules() if (lines := awaits_at_last(path.read_text()))}


def test_such_a_coroutine_is_seen() -> None:
    head = "async def run():\n    try:\n        await a()\n    finally:\n"
    assert awaits_at_last(f"{head}        await b()\n") == [2]
    assert not awaits_at_last(f"{head}        b()\n")


def test_most_of_the_engine_is_compiled() -> None:
    names = {path.relative_to(ROOT).as_posix() for path in compiled_modules()}
    assert {"engine/state/game.py", "engine/games/magic/turn.py", "engine/rules.py"} <= names
    assert "engine/formats/scenario.py" not in names
    assert "engine/state/__init__.py" not in names
