"""Commands that are called wrongly, or on what is broken, say so: no traceback, 1 for a failure, 2 for wrong use."""

import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from server.cli import main

HEAD = 'id = "x"\ngame = "magic"\n'


def stackloop(*arguments: str) -> Result:
    return CliRunner().invoke(main, arguments)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('id = "x', "Unterminated string"),
        ('id = "x"', "a scenario has game"),
        ('id = "x"\ngame = "chess"', "there are magic"),
        (HEAD + 'A = "nothing"', "A of a scenario is no table"),
        (HEAD + '[A]\nhand = ["No Such Card"]\n[expect]\nA = { life = 20 }', "No Such Card"),
        (HEAD + '[A]\nhand = ["Forest"]', "without gestures and expectations"),
    ],
)
def test_a_broken_scenario_fails_and_the_others_are_run(tmp_path: Path, text: str, told: str) -> None:
    (tmp_path / "broken.toml").write_text(text)
    (tmp_path / "good.toml").write_text(HEAD + '[A]\nbattlefield = ["Forest"]\n[expect]\nA = { life = 20 }\n')
    done = stackloop("scenario", str(tmp_path))
    assert done.exit_code == 1
    assert told in done.output
    assert "2 scenarios, 1 failed" in done.output


@pytest.mark.parametrize(
    "arguments",
    [
        ("scenario", "."),
        ("fork", __file__, "--at", "3", "--seats", "open,"),
        ("bench", "engine", "--game", "chess"),
        ("bench", "engine", "--seconds", "0"),
        ("bench", "service", "--seconds", "-1"),
        ("bot", "genius"),
        ("bot", "greedy", "--match", "m7"),
        ("bot", "greedy", "--decks", "one"),
        ("bot", "search", "--quick"),
        ("play", "--quick", "--decks", "burn,burn"),
        ("play", "--quick", "--allow-partial"),
        ("bot", "greedy", "--open", "--allow-partial"),
        ("play", "--match", "m7", "--allow-partial"),
        ("play", "--table", "http://127.0.0.1:9/m/m7"),
    ],
)
def test_wrong_use_exits_with_two(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...]) -> None:
    monkeypatch.chdir(tmp_path)
    assert stackloop(*arguments).exit_code == 2


def test_a_command_that_is_nearly_one_is_told() -> None:
    done = stackloop("reply", "match.txt")
    assert (done.exit_code, done.output.splitlines()[-1]) == (
        2,
        "Error: No such command 'reply'. Did you mean 'replay'?",
    )
    assert stackloop("zzz").output.splitlines()[-1] == "Error: No such command 'zzz'."


@pytest.mark.parametrize("arguments", [("watch",), ("watch", "m7"), ("bot", "greedy")])
def test_no_server_is_told_with_its_address(arguments: tuple[str, ...]) -> None:
    done = stackloop(*arguments, "--url", "http://127.0.0.1:9")
    assert done.exit_code == 1
    assert done.output == "no connection to ws://127.0.0.1:9/ws: Connection refused\n"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="only Linux has a device that is full")
@pytest.mark.parametrize("arguments", [("--help",), ("engine",)])
def test_a_full_disk_is_told_in_a_line(arguments: tuple[str, ...]) -> None:
    command = [sys.executable, "-m", "server.cli", *arguments]
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(command, input=b"{}\n", stdout=full, stderr=subprocess.PIPE, timeout=60, check=False)
    assert (done.returncode, done.stderr) == (1, b"Error: cannot write: No space left on device\n")


def test_a_process_tells_of_what_is_no_record_and_no_more(tmp_path: Path) -> None:
    """As a shell sees it, what the process still says at its very end included."""
    (tmp_path / "junk.txt").write_text("hello")
    command = [sys.executable, "-m", "server.cli", "replay", str(tmp_path / "junk.txt")]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == f"{tmp_path}/junk.txt: not a line of a record: 'hello'\n"
