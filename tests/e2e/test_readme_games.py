"""The commands of README and guides work for the other games too; ``test_readme.py`` pastes them as they stand."""

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Final

import orjson
import pytest

from engine import load_decks
from tests.support.e2e.guides import BLOCKS, ROOT, TEXT
from tests.support.e2e.published_files import made_in

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]

CARD: Final = 'type = "Instant"\ncost = "{R}"\ntext = "Quiet Ember deals 2 damage to any target. Draw a card."'
OWN: Final = {
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
ENTERED: Final = re.compile(r"^(\. \.venv/bin/activate|pip install .*)\n", re.MULTILINE)


@pytest.mark.parametrize("game", OWN)
def test_one_looks_around(game: str, tmp_path: Path) -> None:
    (tmp_path / "tests").symlink_to(ROOT / "tests")
    told = run(tmp_path, "stackloop replay", game)
    records = sorted((tmp_path / "records").iterdir())
    hashes = [re.search(r'^hash = "(\w+)"', record.read_text(), re.MULTILINE) for record in records]
    assert len(hashes) == 4
    assert all(found is not None and f"hash {found[1]}" in told for found in hashes)
    run(tmp_path, "--positions positions.parquet", game)
    assert (tmp_path / "positions.parquet").stat().st_size


@pytest.mark.parametrize("game", OWN)
def test_bots_meet_one_of_them_a_program(game: str, tmp_path: Path) -> None:
    run(tmp_path, "entrant.py", game, ("--matches 12", "--matches 3"))
    _, *outcomes = [orjson.loads(line) for line in (tmp_path / "run.jsonl").read_bytes().splitlines()]
    assert len(outcomes) == 3
    assert not any(each.get("error") or each.get("code") == "concede" for each in outcomes)


def test_an_entrant_that_fails_is_named(tmp_path: Path) -> None:
    (program,) = re.findall(r"cat > entrant.py <<'END'\n(.*?)END\n", TEXT, re.DOTALL)
    (tmp_path / "entrant.py").write_text(program)
    (tmp_path / "broken.py").write_text("raise SystemExit(3)\n")
    bots = [f"{name}={sys.executable} {tmp_path}/{name}.py" for name in ("entrant", "broken")]
    arguments = ["arena", "marvel-champions", *bots, "--round-robin", "--matches", "2", "--json"]
    command = [sys.executable, "-m", "server.cli", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, timeout=90, check=False)
    assert orjson.loads(done.stdout)["finished"] == 2
    assert re.fullmatch(r"(broken ended with 3 in match \w+, and so concedes\n){2}", done.stderr)  # of two seats


@pytest.mark.parametrize("game", OWN)
def test_the_rules_answer_on_a_pipe(game: str, tmp_path: Path) -> None:
    replies = [orjson.loads(line) for line in run(tmp_path, "stackloop engine", game).splitlines()]
    assert len(replies) == 3
    assert [reply["t"] for reply in replies] != ["error"] * 3


@pytest.mark.parametrize("game", OWN)
def test_a_card_of_ones_own_is_understood_and_its_deck_is_legal(game: str, tmp_path: Path) -> None:
    count, card = OWN[game]
    shipped = next(iter(load_decks(game).values())).entries
    deck = "".join(f"{number} {name}\\n" for name, number in shipped).replace("'", "'\\''")
    changes = ((CARD, card), ("4 Quiet", f"{count} Quiet"), ("56 Mountain\\n", deck))
    made_in(tmp_path)
    told = run(tmp_path, "stackloop cards check", game, *changes)
    assert told.startswith("1 card, 0 not understood\nQuiet Ember ")
    assert f"[{game}]\n" in told
    assert re.search(rf"^deck\.txt: {game}, \d+ cards, legal$", told, re.MULTILINE)
    assert re.search(r"^[\w-]+: \d+ cards read", told, re.MULTILINE)


def run(folder: Path, about: str, game: str, *changes: tuple[str, str]) -> str:
    """Run the one block of commands that has these words for another game in a folder; returns what they say."""
    (block,) = [each for each in BLOCKS if about in each]
    commands = ENTERED.sub("", re.sub(r"(?<!scenarios/)magic", game, block))
    for was, now in changes:
        assert was in commands
        commands = commands.replace(was, now)
    done = subprocess.run(
        ["sh", "-e", "-c", commands],
        cwd=folder,
        env={**os.environ, "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"},
        capture_output=True,
        text=True,
        timeout=250,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout
