"""A record that was changed is found out; commands say how they are used. ``test_readme.py`` makes records."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from server.cli import main


def stackloop(*arguments: str) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-m", "server.cli", *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=100, check=False)


@pytest.mark.slow
def test_a_record_that_was_changed_is_found_out(tmp_path: Path) -> None:
    decks = ("--decks", "burn,burn")  # of a short match
    stackloop("arena", "magic", "random", "random", "--matches", "1", "--records", str(tmp_path), *decks)
    (record,) = tmp_path.glob("*.txt")
    text = record.read_text()
    for pattern, other in (
        (r'secret = "[\w.]+"', 'secret = "another"'),
        (r'winners = \["."\]', 'winners = ["A", "B"]'),
        (r"commits = \d+", "commits = 1"),
        (r'commitment = "\w+"', 'commitment = "another"'),
        (r"# 64 \w+", "# 64 another"),
    ):
        changed, count = re.subn(pattern, other, text)
        assert count == 1
        record.write_text(changed)
        done = CliRunner().invoke(main, ("replay", str(record)))
        assert done.exit_code == 1
        assert isinstance(done.exception, SystemExit), done.exception  # told, not failed


@pytest.mark.slow
def test_four_champions_meet_in_one_match() -> None:
    decks = ("--decks", "ember-blades,wild-winds,wildfire-thoughts,woven-shadows")
    done = stackloop("arena", "grand-archive", *["greedy"] * 4, "--matches", "1", "--seed", "5", *decks)
    assert (done.returncode, "1 of 1 matches finished" in done.stdout) == (0, True), done.stdout + done.stderr
    assert "0 errors, 0 refused answers" in done.stdout


def test_wrong_use_is_told_apart_from_failure(tmp_path: Path) -> None:
    assert stackloop("arena").returncode == 2
    assert stackloop("no-such-command").returncode == 2
    assert stackloop("replay", str(tmp_path / "nothing")).returncode == 2


def test_every_command_helps_with_examples() -> None:
    for name in ("arena", "bench", "bot", "replay", "scenario", "serve", "watch"):
        shown = CliRunner().invoke(main, (name, "--help"))
        assert shown.exit_code == 0
        assert "Examples:" in shown.stdout
