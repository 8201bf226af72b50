"""The README is true: its commands work as printed, its bot plays a whole match, its links lead somewhere."""

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from glob import glob
from pathlib import Path
from typing import Final

import orjson
import pytest
from click.testing import CliRunner, Result

from engine import list_games, load_decks
from server.cli import main
from tests.e2e.server_process import server_process

ROOT = Path(__file__).parents[2]
README = ROOT / "README.md"
GAMES: Final = tuple(list_games())


CARD: Final = 'type = "Instant"\ncost = "{R}"\ntext = "Quiet Ember deals 2 damage to any target. Draw a card."'
OWN: Final = {
    "magic": (4, CARD),
    "grand-archive": (
        4,
        (
            'type = "Action - Warrior Spell"\nelement = "Fire"\nreserve = 1\n'
            'text = "Deal 2 damage to target unit. Draw a card."'
        ),
    ),
    "marvel-champions": (
        3,
        (
            'type = "Event"\ncolors = ["basic"]\ncost = 1\nresources = "{m}"\n'
            'text = "Action: Heal 2 damage from any character."'
        ),
    ),
}
"""README's own card as it might be in each game, and how many of it a deck may hold."""


def program(about: str) -> str:
    """The one program that shows it."""
    (found,) = [each for each in re.findall(r"```python\n(.*?)```", README.read_text(), re.DOTALL) if about in each]
    return str(found)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Its address; bots of the house do not wait."""
    data = tmp_path_factory.mktemp("readme") / "data"
    with server_process(data, settings={"STACKLOOP_HOUSE_PACE_S": "0"}) as running:
        assert CliRunner().invoke(main, ("watch", "--url", running.url)).output == "no match is running\n"
        yield running.url


@pytest.fixture(scope="module", params=GAMES)
def looked(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[str, Path, str]:
    """A game, the folder in which one has looked around with its records, and what was said."""
    game, folder = str(request.param), tmp_path_factory.mktemp("looked")
    (folder / "tests").symlink_to(ROOT / "tests")
    return game, folder, run(folder, "stackloop replay", game)


@pytest.mark.slow
def test_the_bot_of_the_readme_plays_a_match_to_its_end(tmp_path: Path, server: str) -> None:
    (tmp_path / "bot.py").write_text(program("bot:greedy"))
    command = [sys.executable, str(tmp_path / "bot.py"), server]
    done = subprocess.run(command, capture_output=True, text=True, timeout=90, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip()


@pytest.mark.slow
def test_the_entrant_of_the_readme_plays_and_one_that_fails_is_named(tmp_path: Path) -> None:
    (tmp_path / "entrant.py").write_text(program("STACKLOOP_TOKEN"))
    (tmp_path / "broken.py").write_text("raise SystemExit(3)\n")
    bots = [f"{name}={sys.executable} {tmp_path}/{name}.py" for name in ("entrant", "broken")]
    arguments = ["arena", "marvel-champions", *bots, "--round-robin", "--matches", "2", "--json"]
    command = [sys.executable, "-m", "server.cli", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, timeout=90, check=False)
    assert orjson.loads(done.stdout)["finished"] == 2
    assert re.fullmatch(r"(broken ended with 3 in match \w+, and so concedes\n){2}", done.stderr)  # of two seats


@pytest.mark.slow
def test_the_learner_of_the_readme_plays_a_match_to_its_end(tmp_path: Path) -> None:
    (tmp_path / "learner.py").write_text(program("server.learning"))
    command = [sys.executable, str(tmp_path / "learner.py")]
    done = subprocess.run(command, capture_output=True, text=True, timeout=90, check=False)
    assert done.returncode == 0, done.stderr
    assert re.fullmatch(r"player_[01] (-?1\.0|0\.0)\n", done.stdout)


@pytest.mark.slow
@pytest.mark.timeout(300)
def test_one_looks_around_as_printed(looked: tuple[str, Path, str]) -> None:
    game, folder, told = looked
    records = sorted((folder / "records").iterdir())
    hashes = [re.search(r'^hash = "(\w+)"', record.read_text(), re.MULTILINE) for record in records]
    assert len(hashes) == 4
    assert all(found is not None and f"hash {found[1]}" in told for found in hashes)
    assert (folder / "positions.parquet").stat().st_size
    if game == "magic":
        (shown,) = re.findall(r"<!-- said by the commands above;.*?-->\n```\n(.*?)```", README.read_text(), re.DOTALL)
        assert {form(line) for line in shown.splitlines()} <= {form(line) for line in told.splitlines()}


@pytest.mark.slow
@pytest.mark.timeout(300)
def test_with_a_server_a_match_is_forked_played_listed_and_followed(
    looked: tuple[str, Path, str], server: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """How one plays with keys, ``tests/e2e/test_terminal.py`` tells."""
    game, folder, _ = looked
    monkeypatch.chdir(folder)
    monkeypatch.setenv("STACKLOOP_URL", server)
    fork, bot, listed, followed, _ = block("stackloop fork", game).splitlines()
    (forked,) = re.findall(r"^match (\w+):", here(fork).stdout, re.MULTILINE)
    assert forked in here(listed).stdout
    played = here(bot)
    match, over = played.stderr.split()[3].rstrip(":"), played.stdout.strip()
    assert over
    assert here(followed.replace("MATCH", match)).stdout.splitlines()[-1] == over


@pytest.mark.slow
@pytest.mark.timeout(300)
@pytest.mark.parametrize("game", GAMES)
def test_bots_meet_one_of_them_a_program(game: str, tmp_path: Path) -> None:
    (tmp_path / "entrant.py").write_text(program("STACKLOOP_TOKEN"))
    run(tmp_path, "entrant.py", game, ("--matches 60", "--matches 3"))
    lines = [orjson.loads(line) for line in (tmp_path / "run.jsonl").read_bytes().splitlines()]
    outcomes = lines[1:]
    assert len(outcomes) == 3
    assert not any(each.get("error") or each.get("code") == "concede" for each in outcomes)


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_the_rules_answer_on_a_pipe(game: str, tmp_path: Path) -> None:
    replies = [orjson.loads(line) for line in run(tmp_path, "stackloop engine", game).splitlines()]
    assert len(replies) == 3
    assert [reply["t"] for reply in replies] != ["error"] * 3


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_the_cards_of_the_readme_are_understood_and_its_deck_is_legal(game: str, tmp_path: Path) -> None:
    count, card = OWN[game]
    deck = "56 Mountain\\n"
    if game != "magic":
        shipped = next(iter(load_decks(game).values())).entries
        deck = "".join(f"{number} {name}\\n" for name, number in shipped).replace("'", "'\\''")
    changes = ((CARD, card), ("4 Quiet", f"{count} Quiet"), ("56 Mountain\\n", deck))
    told = run(tmp_path, "stackloop cards check", game, *changes)
    assert told.startswith("1 card, 0 not understood\nQuiet Ember ")
    assert f"[{game}]\n" in told
    assert re.search(rf"deck\.txt: {game}, \d+ cards, legal\n$", told)


def run(folder: Path, about: str, game: str, *changes: tuple[str, str]) -> str:
    """Run the one block of commands that has these in a folder; returns what they say."""
    commands = block(about, game)
    for was, now in changes:
        assert was in commands
        commands = commands.replace(was, now)
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        ["sh", "-e", "-c", commands],
        cwd=folder,
        env={**os.environ, "PATH": path},
        capture_output=True,
        text=True,
        timeout=250,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def block(about: str, game: str) -> str:
    """The commands, for another game than Magic with that one's name."""
    marked = r"<!-- run by tests/e2e/test_readme.py -->\n```sh\n(.*?)```"
    (commands,) = (each for each in re.findall(marked, README.read_text(), re.DOTALL) if about in each)
    return re.sub(r"(?<!scenarios/)magic", game, commands)


def here(line: str) -> Result:
    """What one command says, run in this process, which knows the cards already."""
    words = [found for word in shlex.split(line)[1:] for found in (sorted(glob(word)) if "*" in word else [word])]
    done = CliRunner().invoke(main, words)
    assert done.exit_code == 0, done.output
    return done


def form(line: str) -> str:
    """How a line begins, whatever the numbers: bots that play better are no reason to fail."""
    return re.sub(r"\w*\d\w*", "#", re.split("[:,]", line)[0])


def test_what_the_readme_links_to_is_there() -> None:
    for name in re.findall(r"\]\(([^)]+)\)", README.read_text()):
        assert (ROOT / name).exists(), name
