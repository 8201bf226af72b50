"""Commands that are called wrongly, or on what is broken, say so: no traceback, 1 for a failure, 2 for wrong use."""

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from server.cli import main
from tests.e2e.server_process import server_process

HEAD = 'id = "x"\ngame = "magic"\n'


def stackloop(*arguments: str) -> Result:
    return CliRunner().invoke(main, arguments)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('id = "x', "Unterminated string"),
        ('id = "x"', "a scenario has game"),
        ('id = "x"\ngame = "chess"', "there are magic"),
        (HEAD + 'A = "nothing"', "wrong shape"),
        (HEAD + '[A]\nhand = ["No Such Card"]', "No Such Card"),
    ],
)
def test_a_broken_scenario_fails_and_the_others_are_run(tmp_path: Path, text: str, told: str) -> None:
    (tmp_path / "broken.toml").write_text(text)
    (tmp_path / "good.toml").write_text(HEAD + '[A]\nbattlefield = ["Forest"]\n')
    done = stackloop("scenario", str(tmp_path))
    assert done.exit_code == 1
    assert told in done.output
    assert "2 scenarios, 1 failed" in done.output


@pytest.mark.parametrize(
    "arguments",
    [
        ("scenario", "."),
        ("bench", "engine", "--game", "chess"),
        ("bench", "engine", "--seconds", "0"),
        ("bench", "service", "--seconds", "-1"),
        ("bot", "genius"),
        ("bot", "greedy", "--match", "m7"),
        ("bot", "greedy", "--decks", "one"),
    ],
)
def test_wrong_use_exits_with_two(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...]) -> None:
    monkeypatch.chdir(tmp_path)
    assert stackloop(*arguments).exit_code == 2


@pytest.mark.parametrize("arguments", [("watch",), ("watch", "m7"), ("bot", "greedy")])
def test_no_server_is_told_with_its_address(arguments: tuple[str, ...]) -> None:
    done = stackloop(*arguments, "--url", "http://127.0.0.1:9")
    assert done.exit_code == 1
    assert done.output == "no connection to ws://127.0.0.1:9/ws: Connection refused\n"


@pytest.mark.slow
def test_a_bot_and_a_spectator_tell_the_same_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STACKLOOP_HOUSE_PACE_S", "0")
    with server_process(tmp_path / "data") as server:
        assert stackloop("watch", "--url", server.url).output == "no match is running\n"
        played = stackloop("bot", "greedy", "--url", server.url)
        assert played.exit_code == 0
        assert played.stdout.strip() in ("greedy wins (life)", "random wins (life)")
        match = played.stderr.split()[3].rstrip(":")
        watched = stackloop("watch", match, "--url", server.url)
        assert watched.stdout.splitlines()[-1] == played.stdout.strip()
