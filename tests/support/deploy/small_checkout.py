"""A checkout with rules of a few lines, and what compiles them as in the whole one: a build takes seconds."""

import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path
from typing import Final

from tests.support.deploy.pythons import ROOT

COPIED: Final = (
    "deploy/compile.py",
    "deploy/hashes-build.txt",
    "engine/owned_folder.py",
    "server/__init__.py",
    "server/runtime/__init__.py",
    "server/runtime/compiled_rules.py",
    "server/runtime/free_memory.py",
    "server/runtime/owned_folder.py",
)
PROJECT: Final = """
[tool.hatch.build.targets.wheel.hooks.mypyc]
include = ["engine/*.py", "engine/*/*.py"]
exclude = ["__init__.py", "engine/owned_folder.py"]
mypy-args = ["--strict"]
"""
GAME: Final = '''
"""A game of which a move adds what is chosen."""

from collections.abc import Callable


class Seed:
    def __init__(self, text: str) -> None:
        self.text = text


class Deck:
    def __init__(self) -> None:
        self.entries = (("One", 1),)


class Header:
    def __init__(self, game: str, names: tuple[str, str], decks: tuple[object, object], seed: Seed) -> None:
        self.game = game


class Decision:
    def __init__(self, w: int) -> None:
        self.seat = w % 2
        self.w = w

    def sample(self, below: Callable[[int], int]) -> int:
        return below(10)


class Match:
    def __init__(self) -> None:
        self.total = 0
        self.decisions = [Decision(0)]

    @classmethod
    def create(cls, header: Header) -> "Match":
        return cls()

    def apply(self, seat: int, w: int, answer: int) -> None:
        self.total += answer
        self.decisions = [Decision(w + 1)]

    def hash(self) -> str:
        return str(self.total)


class Views:
    def __init__(self, match: Match) -> None:
        self.match = match

    def update(self) -> int:
        return self.match.total


def list_games() -> tuple[str, ...]:
    return ("sums",)


def load_decks(game: str) -> dict[str, Deck]:
    return {"ones": Deck()}
'''
TWIN: Final = "def double(number: int) -> int:\n    return number * 2\n"
PACKAGES: Final = sysconfig.get_path("purelib")
OTHERS: Final = ("CC", "STACKLOOP_CACHE", "STACKLOOP_COMPILED")
"""Variables that would have a build go otherwise."""
PATIENCE_S: Final = 300
STARTED: Final = "import server, engine.game; print(engine.game.__file__)"
FLAGS: Final = "import server; from server.runtime import compiled_rules; print(*compiled_rules.flags())"


class SmallCheckout:
    """The checkout, and a cache of its own.

    Attributes:
        builds: the folder in which builds are kept.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "checkout"
        self.caches = folder / "caches"
        self.builds = self.caches / "stackloop" / "compiled"
        for name in COPIED:
            (self.folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, self.folder / name)
        self.write("pyproject.toml", PROJECT)
        self.write("protocol/__init__.py", "")
        self.write("engine/__init__.py", "from engine.game import Header, Match, Seed, Views, list_games, load_decks\n")
        self.write("engine/game.py", GAME)
        self.write("engine/one/game.py", TWIN)
        self.write("engine/one/__init__.py", "")

    def write(self, name: str, text: str) -> None:
        (self.folder / name).parent.mkdir(parents=True, exist_ok=True)
        (self.folder / name).write_text(text)

    def compiler(self, script: str) -> str:
        """A script of sh that stands in for the C compiler; in it ``$call`` is ``check`` or ``compile``."""
        path = self.folder.parent / "cc"
        path.write_text(f'#!/bin/sh\ncall=compile\ncase " $* " in *" -fsyntax-only "*) call=check;; esac\n{script}\n')
        path.chmod(0o700)
        return str(path)

    def compile(self, *arguments: str, **environment: str) -> "subprocess.CompletedProcess[str]":
        with self.start(*arguments, **environment) as program:
            output, errors = program.communicate(timeout=PATIENCE_S)
        return subprocess.CompletedProcess(program.args, program.returncode, output, errors)

    def start(self, *arguments: str, **environment: str) -> "subprocess.Popen[str]":
        """The program that compiles; whoever asked ends it."""
        return subprocess.Popen(
            [sys.executable, self.folder / "deploy" / "compile.py", "--least-free", "0", *arguments],
            env=self._environment(**environment),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def rules(self, way: str = "1", program: Path = Path(sys.executable), asked: str = STARTED) -> str:
        """The file of the rules that a process of this checkout takes, or what else it is asked for."""
        done = subprocess.run(
            [program, "-c", asked],
            cwd=self.folder,
            env=self._environment(STACKLOOP_COMPILED=way, PYTHONPATH=os.pathsep.join((str(self.folder), PACKAGES))),
            capture_output=True,
            text=True,
            check=True,
        )
        return done.stdout.strip()

    def found(self) -> list[str]:
        """The names in the folder of the builds, its lock aside."""
        return sorted(path.name for path in self.builds.iterdir() if path.name != "lock")

    def _environment(self, **more: str) -> dict[str, str]:
        kept = {name: value for name, value in os.environ.items() if name not in OTHERS}
        ours = {"XDG_CACHE_HOME": str(self.caches), "MYPY_CACHE_DIR": str(self.folder.parents[1] / "mypy")}
        return {**kept, **ours, **more}
