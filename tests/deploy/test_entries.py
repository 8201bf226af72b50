"""The repository holds its own folders, and nothing that was left there by a tool."""

import shutil
import subprocess
from pathlib import PurePosixPath
from typing import Final

import pytest

from tests.support.deploy.pythons import ROOT

ENTRIES: Final = frozenset(("README.md", "deploy", "engine", "protocol", "pyproject.toml", "server", "tests"))
LEAVINGS: Final = frozenset((".whl", ".zip", ".log", ".pkl", ".pyc", ".so"))


@pytest.fixture(scope="module")
def files() -> list[PurePosixPath]:
    """All files that are tracked."""
    git = shutil.which("git")
    if git is None or not (ROOT / ".git").exists():
        pytest.skip("no git, or no checkout: nothing says which files belong here")
    command = [git, "-c", "safe.directory=*", "-C", str(ROOT), "ls-files", "-z"]  # whoever owns the checkout
    run = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True)
    return [PurePosixPath(name) for name in run.stdout.split("\0") if name]


def test_the_visible_entries_are_the_seven_and_no_others(files: list[PurePosixPath]) -> None:
    assert {path.parts[0] for path in files if not path.parts[0].startswith(".")} == ENTRIES


def test_no_archive_log_or_build_is_tracked(files: list[PurePosixPath]) -> None:
    assert [str(path) for path in files if path.suffix in LEAVINGS] == []
