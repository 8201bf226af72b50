"""The built wheel plays on every Python that is promised and that this machine has: no editable checkout beside it."""

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final
from urllib.error import URLError
from urllib.request import urlopen

import pytest

from engine.games import list_games
from tests.support.deploy.pythons import PROMISED, ROOT, Installed, find_pythons
from tests.support.server.server_process import free_ports

pytestmark = [pytest.mark.slow, pytest.mark.timeout(900)]

PYTHONS: Final = find_pythons()
OLDEST_FIRST: Final = sorted(PYTHONS, key=lambda version: int(version.removeprefix("3.")))
BUILT_FROM: Final = ("pyproject.toml", "README.md", "engine", "protocol", "server")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel as it is published: what is in the checkout, built in a copy."""
    source, built = tmp_path_factory.mktemp("source"), tmp_path_factory.mktemp("wheel")
    for name in BUILT_FROM:
        place = ROOT / name
        if place.is_dir():
            shutil.copytree(place, source / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(place, source / name)
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", str(built), str(source)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr
    return next(built.glob("*.whl"))


@pytest.fixture(scope="module", params=OLDEST_FIRST)
def installed(request: pytest.FixtureRequest, wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Installed:
    return Installed(PYTHONS[request.param], wheel, tmp_path_factory.mktemp(f"python{request.param}"))


@pytest.fixture(scope="module")
def records() -> list[Path]:
    """Records of the versions that played before, for those that come after to replay."""
    return []


def test_two_versions_are_tried(record_property: Callable[[str, object], None]) -> None:
    untried = [version for version in PROMISED if version not in PYTHONS]
    record_property("Pythons tried", ", ".join(PYTHONS))
    record_property("Pythons promised and untried, as they are not here", ", ".join(untried) or "none")
    assert len(PYTHONS) >= 2 or os.environ.get("CI") != "true", "CI needs two minor versions of Python"


def test_what_runs_is_the_wheel(installed: Installed) -> None:
    place = Path(installed.python("import engine; print(engine.__file__)"))
    assert place.is_relative_to(installed.folder)
    assert "site-packages" in place.parts


@pytest.mark.parametrize("game", list_games())
def test_a_match_of_each_game_is_played_and_replayed(installed: Installed, records: list[Path], game: str) -> None:
    kept = installed.folder / game
    installed.stackloop("arena", game, "greedy", "random", "--matches", "1", "--seed", "1", "--records", kept)
    (record,) = kept.glob("*.txt")
    installed.stackloop("replay", record)
    installed.stackloop("verify", record)
    records.append(record)


def test_matches_of_other_versions_have_the_same_hashes(installed: Installed, records: list[Path]) -> None:
    assert records
    for record in records:
        hashes = [line for line in record.read_text().splitlines() if line.startswith("# ")]
        assert hashes, "a record tells hashes of the state on its way"
        installed.stackloop("replay", record)


@pytest.mark.parametrize("game", list_games())
def test_its_own_cards_are_understood(installed: Installed, game: str) -> None:
    package = installed.python(f"import engine.assets; print(engine.assets.package_of({game!r}))")
    place = installed.python(f"import importlib; print(*importlib.import_module({package!r}).__path__)")
    installed.stackloop("cards", "check", "--game", game, Path(place) / "cards")


def test_it_serves(installed: Installed) -> None:
    port = free_ports(1)
    process = installed.serve(port)
    try:
        assert process.stdout is not None
        told = list[str]()
        while f"http://127.0.0.1:{port}/" not in "".join(told[-1:]):
            told.append(process.stdout.readline())
            assert told[-1], "".join(told)
        assert _status(f"http://127.0.0.1:{port}/readyz") == 200
        assert _status(f"http://127.0.0.1:{port}/") == 200
    finally:
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=60)
    assert process.returncode == 0


@pytest.mark.parametrize("version", OLDEST_FIRST)
def test_the_interpreter_can_be_named(version: str) -> None:
    told = find_python(str(PYTHONS[version]))
    assert told.returncode == 0
    asked = subprocess.run([told.stdout.strip(), "--version"], capture_output=True, text=True, timeout=60, check=True)
    assert asked.stdout.startswith(f"Python {version}.")


@pytest.mark.parametrize("name", ["no-such-python", "/bin/false"])
def test_a_name_that_is_no_interpreter_is_told(name: str) -> None:
    told = find_python(name)
    assert told.returncode == 1
    assert f"STACKLOOP_PYTHON names {name}" in told.stderr


def find_python(name: str) -> "subprocess.CompletedProcess[str]":
    """The interpreter that deploy/run.sh and deploy/test.sh take."""
    return subprocess.run(
        ["sh", "-c", ". deploy/venv.sh && find_python"],
        cwd=ROOT,
        env={**os.environ, "STACKLOOP_PYTHON": name},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def _status(url: str) -> int:
    try:
        with urlopen(url, timeout=30) as answer:
            return int(answer.status)
    except URLError as error:
        return getattr(error, "code", 0)
