"""The README is true: its commands work as printed, its bot plays a whole match, its links lead somewhere."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.e2e.server_process import server_process

ROOT = Path(__file__).parents[2]
README = ROOT / "README.md"


@pytest.mark.slow
def test_the_bot_of_the_readme_plays_a_match_to_its_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STACKLOOP_HOUSE_PACE_S", "0")
    (bot,) = re.findall(r"```python\n(.*?)```", README.read_text(), re.DOTALL)
    (tmp_path / "bot.py").write_text(bot)
    with server_process(tmp_path / "data") as server:
        command = [sys.executable, str(tmp_path / "bot.py"), server.url]
        done = subprocess.run(command, capture_output=True, text=True, timeout=90, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip()


@pytest.mark.slow
def test_the_commands_of_the_readme_work_as_printed(tmp_path: Path) -> None:
    (commands,) = re.findall(
        r"<!-- run by tests/e2e/test_readme.py -->\n```sh\n(.*?)```", README.read_text(), re.DOTALL
    )
    (tmp_path / "tests").symlink_to(ROOT / "tests")
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        ["sh", "-e", "-c", commands],
        cwd=tmp_path,
        env={**os.environ, "PATH": path},
        capture_output=True,
        text=True,
        timeout=100,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert len(list((tmp_path / "records").iterdir())) == 4


def test_what_the_readme_links_to_is_there() -> None:
    for name in re.findall(r"\]\(([^)]+)\)", README.read_text()):
        assert (ROOT / name).exists(), name
