"""The interpreters of this machine that can run Stackloop, and the wheel installed for each of them."""

import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[3]
_PROJECT: Final = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
PROMISED: Final = tuple(
    found[1] for line in _PROJECT["classifiers"] if (found := re.fullmatch(r".* :: Python :: (3\.\d+)", line))
)
"""Minor versions that pyproject.toml promises, as "3.11"."""
_LEAST: Final = int(_PROJECT["requires-python"].removeprefix(">=3."))
_ASKED: Final = "import ensurepip, sys, venv; print('%d.%d' % sys.version_info[:2])"


def find_pythons() -> dict[str, Path]:
    """Minor version -> an interpreter that starts and can make environments; the one that runs the tests comes first.

    Looks for ``python3.N`` on the path, then under pyenv. A shim that does not start is no version.
    """
    found: dict[str, Path] = {}
    for candidate in (Path(sys.executable), *_on_the_path(), *_under_pyenv()):
        version = _version(candidate)
        if version is not None and int(version.removeprefix("3.")) >= _LEAST:
            found.setdefault(version, candidate)
    return found


def _on_the_path() -> Iterator[Path]:
    for folder in os.environ["PATH"].split(os.pathsep):
        yield from _pythons(Path(folder))


def _under_pyenv() -> Iterator[Path]:
    root = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"))
    for folder in sorted(root.glob("versions/3.*/bin")):
        yield from _pythons(folder)


def _pythons(folder: Path) -> list[Path]:
    return sorted(path for path in folder.glob("python3.*") if re.fullmatch(r"python3\.\d+", path.name))


def _version(python: Path) -> str | None:
    try:
        asked = subprocess.run([python, "-c", _ASKED], capture_output=True, text=True, timeout=60, check=False)
    except OSError:
        return None
    return asked.stdout.strip() if asked.returncode == 0 else None


class Installed:
    """A wheel in a fresh environment of one interpreter, run from a folder in which no source lies."""

    def __init__(self, python: Path, wheel: Path, folder: Path) -> None:
        self.folder = folder
        self._bin = folder / "environment" / "bin"
        self._environment = {
            name: value for name, value in os.environ.items() if name not in {"PYTHONPATH", "VIRTUAL_ENV"}
        }
        self._environment["PIP_CONSTRAINT"] = str(ROOT / "deploy" / "constraints.txt")
        self._run(python, "-m", "venv", folder / "environment")
        self._run(self._bin / "python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check", wheel)

    def stackloop(self, *arguments: str | Path) -> str:
        """The standard output of a command; it must end with 0."""
        return self._run(self._bin / "stackloop", *arguments)

    def python(self, code: str) -> str:
        return self._run(self._bin / "python", "-c", code).strip()

    def serve(self, port: int) -> "subprocess.Popen[str]":
        """``stackloop serve`` on a port; whoever asked ends it."""
        return subprocess.Popen(
            [self._bin / "stackloop", "serve", "--port", str(port), "--data", self.folder / "data"],
            cwd=self.folder,
            env={**self._environment, "STACKLOOP_READ_AHEAD": "0"},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )

    def _run(self, *command: str | Path) -> str:
        done = subprocess.run(
            command, cwd=self.folder, env=self._environment, capture_output=True, text=True, timeout=300, check=False
        )
        assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
        return done.stdout
