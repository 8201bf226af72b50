"""The picture of the rooms is up to date, and so are its sources: contracts and docstrings."""

import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

from tests.support.deploy.pythons import ROOT

COPIED: Final = ("pyproject.toml", "deploy/rooms.py", "deploy/pictures/rooms.svg")
PACKAGES: Final = ("engine", "protocol", "server")


def rooms(root: Path, *options: str) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, str(root / "deploy" / "rooms.py"), *options]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A checkout's rooms, to be changed."""
    for name in COPIED:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    for package in PACKAGES:
        for path in (*(ROOT / package).glob("*.py"), *(ROOT / package).glob("*/__init__.py")):
            there = tmp_path / path.relative_to(ROOT)
            there.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(path, there)
    return tmp_path


def change(path: Path, old: str, new: str) -> None:
    text = path.read_text()
    assert text.count(old) == 1
    path.write_text(text.replace(old, new))


def test_the_picture_is_up_to_date() -> None:
    """``python deploy/rooms.py --write`` draws it anew."""
    assert rooms(ROOT, "--check").stderr == ""


def test_a_room_of_another_floor_makes_it_stale_until_it_is_drawn_anew(copy: Path) -> None:
    change(copy / "pyproject.toml", '"arena", "terminal | ownership"', '"terminal", "arena | ownership"')
    assert rooms(copy, "--check").returncode == 1
    assert rooms(copy, "--write").returncode == 0
    assert rooms(copy, "--check").returncode == 0


def test_another_line_of_a_room_makes_it_stale(copy: Path) -> None:
    (copy / "engine" / "chance" / "__init__.py").write_text('"""Dice."""\n')
    done = rooms(copy, "--check")
    assert (done.returncode, done.stderr) == (1, "rooms.svg is stale: python deploy/rooms.py --write\n")


@pytest.mark.parametrize("docstring", ["", f'"""{"long " * 30}"""'])
def test_a_room_without_a_line_that_fits_is_refused(copy: Path, docstring: str) -> None:
    (copy / "engine" / "chance" / "__init__.py").write_text(f"{docstring}\n")
    done = rooms(copy, "--write")
    assert done.returncode == 1
    assert "engine/chance/__init__.py begins with" in done.stderr
