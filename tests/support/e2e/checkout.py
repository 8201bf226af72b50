"""A checkout as somebody has it who has just cloned it: an environment without extras, a server started by run.sh."""

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import MappingProxyType
from typing import Final

from tests.support.server.server_process import free_ports

ROOT: Final = Path(__file__).parents[3]
CLONED: Final = ("README.md", "pyproject.toml", "deploy", "engine", "protocol", "server", "tests")
STARTED: Final = "Stackloop is at "
NOT_COMPILED: Final = {"STACKLOOP_COMPILED": "0"}
"""Compiling would take minutes of a processor: tests/deploy/test_compile.py is about that."""
NOTHING: Final[Mapping[str, str]] = MappingProxyType({})
PATIENCE_S: Final = 500


class Checkout:
    """A copy of the source, and what is run in it as if typed in a terminal that has nothing of ours.

    Attributes:
        folder: where it lies.
        url: of its server.
        environment: without anything of the environment that runs the tests.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.url = ""
        self.environment = plain_environment()

    def program(self, name: str) -> str:
        """One that the checkout's own environment holds."""
        return str(self.folder / ".venv" / "bin" / name)

    def run(
        self, *command: str, folder: Path | None = None, settings: Mapping[str, str] = NOTHING
    ) -> "subprocess.CompletedProcess[str]":
        """Run something to its end, with nobody at the keyboard."""
        return subprocess.run(
            command,
            cwd=folder or self.folder,
            env={**self.environment, **settings},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=PATIENCE_S,
            check=False,
        )

    def stackloop(
        self, *arguments: str, folder: Path | None = None, settings: Mapping[str, str] = NOTHING
    ) -> "subprocess.CompletedProcess[str]":
        return self.run(self.program("stackloop"), *arguments, folder=folder, settings=settings)

    def paste(self, block: str, settings: Mapping[str, str] = NOTHING) -> "subprocess.CompletedProcess[str]":
        """Run a block of commands in a shell that ends with the first one that fails."""
        return self.run("sh", "-e", "-c", block, settings=settings)


@contextmanager
def checkout(folder: Path, **settings: str) -> Iterator[Checkout]:
    """A fresh one in a folder, its server running until the block ends."""
    for name in CLONED:
        place = ROOT / name
        if place.is_dir():
            shutil.copytree(place, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(place, folder / name)
    fresh = Checkout(folder)
    ours = {**NOT_COMPILED, "STACKLOOP_PORT": str(free_ports(1)), "STACKLOOP_PYTHON": sys.executable}
    with (folder.parent / f"{folder.name}.log").open("w+") as errors:
        server = subprocess.Popen(
            ["sh", "deploy/run.sh"],
            cwd=folder,
            env={**fresh.environment, **ours, **settings},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=errors,
            text=True,
        )
        try:
            assert server.stdout is not None
            line = server.stdout.readline()
            assert line.startswith(STARTED), Path(errors.name).read_text()
            fresh.url = line.removeprefix(STARTED).split()[0].rstrip("/")
            yield fresh
        finally:
            server.send_signal(signal.SIGINT)
            server.communicate()


def plain_environment() -> dict[str, str]:
    """The environment of a new terminal: no virtual environment, no setting of ours."""
    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith("STACKLOOP_") and name not in ("PYTHONPATH", "VIRTUAL_ENV", "PYTHONDONTWRITEBYTECODE")
    }
    ours = str(Path(sys.executable).parent)
    path = [part for part in kept["PATH"].split(os.pathsep) if part != ours]
    return {**kept, "PATH": os.pathsep.join(path)}
