"""Each test stands in the room of the code that it is about; shared helpers stand in ``tests/support``."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT: Final = Path(__file__).parents[2]
TESTS: Final = ROOT / "tests"
MODULES: Final = {path: path.relative_to(ROOT).with_suffix("").parts for path in TESTS.rglob("*.py")}
COMMAND: Final = 'if __name__ == "__main__":'


def is_test(module: str) -> bool:
    """Whether only pytest may import it."""
    name = module.rpartition(".")[2]
    return module.startswith("tests.") and (name.startswith("test_") or name == "conftest")


def imported(path: Path) -> Iterator[str]:
    """Every module that a file may mean by what it imports."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from (node.module or "", *(f"{node.module}.{alias.name}" for alias in node.names))


def test_no_module_takes_anything_from_a_test_module() -> None:
    taken = {(str(path.relative_to(ROOT)), name) for path in MODULES for name in imported(path) if is_test(name)}
    assert taken == set()


def test_tests_of_engine_and_server_are_filed_by_room() -> None:
    folders = {
        parts[1:-1] for parts in MODULES.values() if parts[1] in {"engine", "server"} and parts[-1] != "conftest"
    }
    strangers = {folder for folder in folders if len(folder) == 1 or not ROOT.joinpath(*folder).is_dir()}
    assert strangers == set()


def test_each_module_holds_tests_or_support_or_is_a_command() -> None:
    others = {
        "/".join(parts)
        for path, parts in MODULES.items()
        if parts[1] != "support" and not is_test(".".join(parts)) and COMMAND not in path.read_text(encoding="utf-8")
    }
    assert others == set()
