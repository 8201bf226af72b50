"""A copy of our packages with faults planted in it, for servers in processes of their own."""

import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Final, NamedTuple

TOP: Final = Path(__file__).parents[3]
KIND: Final = "CardInHand"
"""The type of what is raised."""
CARD: Final = "Ancestral Recall"
TEXT: Final = f"{CARD} lies in the hand of bob"
"""The words of the leak: those that nobody but bob may know."""
ERROR: Final = f'type("{KIND}", (Exception,), {{}})("{TEXT}")'


class Fault(NamedTuple):
    """A fault that is raised instead of a line, or before it.

    Attributes:
        file: as ``engine/match/match.py``.
        before: the line, which the file has once.
        function: in which it stands.
        when: the condition, in Python.
    """

    file: str
    before: str
    function: str
    when: str = "True"


class Broken(NamedTuple):
    """The packages with their faults.

    Attributes:
        settings: the environment in which Python finds them before any other.
        places: where each fault is raised, as the log tells of it.
    """

    settings: dict[str, str]
    places: tuple[str, ...]


def break_it(folder: Path, faults: Sequence[Fault]) -> Broken:
    """Plant faults, at most one a file and line."""
    for name in ("engine", "protocol", "server"):
        shutil.copytree(TOP / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    for fault in faults:
        _plant(folder / fault.file, fault)
    settings = {"PYTHONPATH": str(folder), "PYTHONSAFEPATH": "1"}
    return Broken(settings, tuple(_place(folder, fault) for fault in faults))


def _plant(path: Path, fault: Fault) -> None:
    lines = path.read_text().splitlines(keepends=True)
    (at,) = [number for number, line in enumerate(lines) if line.strip() == fault.before]
    indent = lines[at][: -len(lines[at].lstrip())]
    lines.insert(at, f"{indent}if {fault.when}: raise {ERROR}\n")
    path.write_text("".join(lines))


def _place(folder: Path, fault: Fault) -> str:
    lines = (folder / fault.file).read_text().splitlines()
    (at,) = [number for number, line in enumerate(lines, 1) if line.strip() == fault.before]
    return f"{fault.file}:{at - 1} in {fault.function}"
