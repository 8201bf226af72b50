"""Applies deliberate faults one by one, and demands that the tests named beside each find it.

``sh deploy/mutants.sh`` applies all, ``sh deploy/test.sh`` a few. A test that passes with its fault is worth nothing; a
fault that no longer applies guards nothing. Both are failures, the latter whether or not it is applied this time. Each
fault is applied to a copy of the checkout, never to the checkout. That the tests pass without it is pytest's to say.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import tomllib
import zlib
from collections.abc import Sequence, Set
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]
LIST: Final = ROOT / "tests" / "mutants" / "faults.toml"
NEEDED: Final = ("engine", "protocol", "server", "tests", "deploy", "pyproject.toml", "README.md")
PARENT: Final = "HEAD~1"
SHARE: Final = 10
"""One of so many is drawn beside those of changed files."""
MOST_S: Final = 600
FAILED: Final = 1
"""pytest's exit code where tests ran and one failed; any other says that they did not run."""


@dataclass(frozen=True, slots=True)
class Fault:
    """One deliberate fault: a text of a file and what replaces it, and the tests that must fail then."""

    name: str
    why: str
    file: str
    old: str
    new: str
    tests: tuple[str, ...]


def load() -> list[Fault]:
    """The kept list of faults."""
    tables = tomllib.loads(LIST.read_text())["fault"]
    return [Fault(**{**table, "tests": tuple(table["tests"])}) for table in tables]


def count_of(fault: Fault) -> int:
    """Number of places in its file that a fault replaces: once, if it applies."""
    file = ROOT / fault.file
    return file.read_text().count(fault.old) if file.exists() else 0


def chosen(faults: Sequence[Fault], changed: Set[str], commit: str) -> list[Fault]:
    """Those of changed files or tests, and a tenth of the others, drawn by the name of a commit."""
    draw = zlib.crc32(commit.encode())

    def is_due(number: int, fault: Fault) -> bool:
        files = {fault.file, *(test.partition("::")[0] for test in fault.tests)}
        return bool(files & changed) or (number + draw) % SHARE == 0

    return [fault for number, fault in enumerate(faults) if is_due(number, fault)]


def drawn(faults: Sequence[Fault], most: int, commit: str) -> list[Fault]:
    """So many of them at most, drawn by the name of a commit."""
    order = sorted(faults, key=lambda fault: zlib.crc32(f"{commit} {fault.name}".encode()))
    return [fault for fault in faults if fault in order[:most]]


def changed_since(base: str) -> set[str]:
    """The files that differ from a commit, what is not committed included; none where there is no such commit."""
    return set(git("diff", "--name-only", base).splitlines())


def git(*words: str) -> str:
    """The output of git; nothing if there is no git, or no repository."""
    try:
        done = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=False)
    except FileNotFoundError:
        return ""
    return done.stdout if done.returncode == 0 else ""


def try_(fault: Fault) -> str:
    """Apply a fault to a copy and run its tests; returns what is wrong with them, "" if they find it."""
    with tempfile.TemporaryDirectory(prefix="mutant-") as place:
        copy = Path(place)
        for name in NEEDED:
            source = ROOT / name
            if source.is_dir():
                shutil.copytree(source, copy / name)  # with what is compiled: that takes longer than most tests
            else:
                shutil.copy(source, copy / name)
        file = copy / fault.file
        file.write_text(file.read_text().replace(fault.old, fault.new))
        try:
            done = subprocess.run(
                [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", *fault.tests],
                cwd=copy,
                env={**os.environ, "PYTHONPATH": place},  # before the checkout, which is installed
                capture_output=True,
                text=True,
                timeout=MOST_S,
                check=False,
            )
        except subprocess.TimeoutExpired:
            return f"its tests did not end in {MOST_S} s"
    if done.returncode == FAILED:
        return ""
    if done.returncode == 0:
        return "survived: its tests pass"
    return f"its tests did not run (pytest's exit code {done.returncode}):\n{done.stdout[-2000:]}"


def main(words: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="deploy/mutants.sh", description=__doc__)
    parser.add_argument("names", nargs="*", help="faults to apply; all if left out")
    parser.add_argument(
        "--since",
        metavar="REV",
        nargs="?",
        const=PARENT,
        help="those of files changed since REV, the parent if left out, and a tenth of the others",
    )
    parser.add_argument("--most", type=int, default=0, help="so many at most, drawn by the commit's name")
    parser.add_argument("--list", action="store_true", help="name them and apply none")
    parser.add_argument("--at-once", type=int, default=1, help="the number that are tried at a time")
    given = parser.parse_args(words)
    faults, commit = load(), git("rev-parse", "HEAD").strip()
    stale = [fault for fault in faults if count_of(fault) != 1]
    for fault in stale:
        told = f"{fault.name}: no longer applies: its text stands {count_of(fault)} times in {fault.file}"
        print(told, flush=True)  # noqa: T201 # for those who wait
    if given.since:
        faults = chosen(faults, changed_since(given.since), commit)
    if given.names:
        unknown = set(given.names) - {fault.name for fault in faults}
        if unknown:
            parser.error(f"no fault {', '.join(sorted(unknown))}")
        faults = [fault for fault in faults if fault.name in given.names]
    faults = [fault for fault in faults if fault not in stale]
    if 0 < given.most < len(faults):
        left_out, faults = len(faults) - given.most, drawn(faults, given.most, commit)
        print(f"{left_out} more are due and left out; sh deploy/mutants.sh tries all", flush=True)  # noqa: T201
    if given.list:
        print(*(f"{fault.name}: {fault.why}" for fault in faults), sep="\n")  # noqa: T201 # what was asked for
        return 0
    caught = 0
    with ThreadPoolExecutor(given.at_once) as pool:
        for fault, wrong in zip(faults, pool.map(try_, faults), strict=True):
            caught += not wrong
            print(f"{fault.name}: {wrong or 'caught'}", flush=True)  # noqa: T201 # for those who wait
    print(f"{caught} of {len(faults)} caught" + (f", {len(stale)} no longer apply" if stale else ""))  # noqa: T201
    return 0 if caught == len(faults) and not stale else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
