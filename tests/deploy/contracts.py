"""Shows that each contract of import-linter bites: ``python -m tests.deploy.contracts``.

Every contract of pyproject.toml is broken in a copy of the checkout, one import at a time: between each pair of
neighbouring floors, and of rooms on one floor, from below to above; by each game; past the one door; by each forbidden
module. ``lint-imports`` must fail each time and name the contract. Exits with 1 if one holds.
"""

import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any, Final, NamedTuple

import click

ROOT: Final = Path(__file__).parents[2]
COPIED: Final = ("engine", "protocol", "server", "pyproject.toml")


class Break(NamedTuple):
    """An import that a contract forbids: by the package or module ``by``."""

    contract: str
    by: str
    of: str


def breaks(contracts: list[dict[str, Any]]) -> Iterator[Break]:
    """Of each contract every way to break it."""
    for each in contracts:
        match each["type"]:
            case "layers":
                for container in each.get("containers", [""]):
                    prefix = f"{container}." if container else ""
                    floors = [[prefix + room.strip() for room in floor.split("|")] for floor in each["layers"]]
                    for above, below in pairwise(floors):
                        yield Break(each["id"], below[0], above[0])
                    for floor in floors:
                        for one, other in pairwise(floor):
                            yield Break(each["id"], one, other)
                            yield Break(each["id"], other, one)
            case "independence":
                for one, other in pairwise([*each["modules"], each["modules"][0]]):
                    yield Break(each["id"], one, other)
            case "protected":
                yield Break(each["id"], "server", "engine.match.match")
                yield Break(each["id"], "protocol", "engine.match.match")
            case "forbidden":
                for module in each["forbidden_modules"]:
                    yield Break(each["id"], each["source_modules"][0], module)
            case kind:
                raise SystemExit(f"{each['id']}: nobody knows how to break a contract of type {kind}")


def file_of(copy: Path, module: str) -> Path:
    """The file to which the import is added: the module, or the package's own file."""
    path = copy.joinpath(*module.split("."))
    return path / "__init__.py" if path.is_dir() else path.with_suffix(".py")


def fails(copy: Path, each: Break) -> bool:
    """Whether the linter finds it."""
    file = file_of(copy, each.by)
    text = file.read_text()
    file.write_text(f"{text}\nimport {each.of}\n")
    try:
        command = [sys.executable, "-c", "from importlinter.cli import lint_imports_command; lint_imports_command()"]
        done = subprocess.run(
            [*command, "--contract", each.contract], cwd=copy, capture_output=True, text=True, check=False
        )
    finally:
        file.write_text(text)
    return done.returncode != 0 and "BROKEN" in done.stdout


def all_breaks() -> list[Break]:
    """Of all contracts every way to break one."""
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
    return list(breaks(contracts))


def first_breaks() -> list[Break]:
    """Of each contract one way to break it."""
    return list({each.contract: each for each in reversed(all_breaks())}.values())


def try_out(tried: list[Break]) -> tuple[int, list[Break]]:
    """The number of breaks that were found, and those that were not."""
    held: list[Break] = []
    found = 0
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder)
        for name in COPIED:
            source = ROOT / name
            if source.is_dir():
                shutil.copytree(source, copy / name, ignore=shutil.ignore_patterns("__pycache__", "web"))
            else:
                shutil.copy(source, copy / name)
        for each in tried:
            if fails(copy, each):
                found += 1
            else:
                held.append(each)
    return found, held


def main() -> None:
    found, held = try_out(all_breaks())
    for each in held:
        click.echo(f"{each.contract}: {each.by} may import {each.of}")
    click.echo(f"{found} of {found + len(held)} forbidden imports found")
    sys.exit(1 if held else 0)


if __name__ == "__main__":
    main()
