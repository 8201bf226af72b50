"""Cards and decks of one's own: checked with file and line, shown, and played with on a server that was given them."""

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import anyio
import orjson
import pytest

from protocol.client import Refused, connect
from server.runtime.version import engine_name
from tests.support.e2e.own_sets import CARDS as SETS
from tests.support.e2e.own_sets import write_set
from tests.support.server.plain_http import fetch
from tests.support.server.server_process import server_process

SET = '''# A set of our own.

[[card]]
name = "Quiet Ember"
type = "Instant"
cost = "{R}"
text = """
Quiet Ember deals 2 damage to any target.
Draw a card."""

[[card]]
name = "Ashen Cub"
type = "Creature - Bear"
cost = "{1}{R}"
power = 2
toughness = 2
text = "Haste"
'''
WRONG = '''[[card]]
name = "Odd Ember"
type = "Instant"
cost = "1R"
text = "Odd Ember deals 2 damage to any target."

[[card]]
name = "Loud Ember"
type = "Instant"
cost = "{R}"
text = """
Draw a card.
Loud Ember burns 2 damage to any target."""

[[card]]
name = "Shock"
type = "Instant"
text = "Draw a card."

[[card]]
name = "Strange Cub"
type = "Creture - Bear"
power = "two"
toughnes = 2
hue = "red"
'''
DECK = 'name = "Embers"\n[cards]\n"Quiet Ember" = 4\n"Ashen Cub" = 4\n"Mountain" = 52\n'


def stackloop(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "server.cli", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, timeout=90, check=False)


@pytest.fixture
def cards(tmp_path: Path) -> Path:
    folder = tmp_path / "cards"
    (folder / "magic" / "decks").mkdir(parents=True)
    (folder / "magic" / "embers.toml").write_text(SET)
    (folder / "magic" / "decks" / "embers.toml").write_text(DECK)
    return folder


def test_what_is_wrong_with_a_card_file_is_told_with_its_place(tmp_path: Path) -> None:
    (tmp_path / "wrong.toml").write_text(WRONG)
    done = stackloop("cards", "check", "--game", "magic", tmp_path / "wrong.toml")
    assert done.returncode == 1, done.stderr
    told = done.stdout.replace(f"{tmp_path}/", "").splitlines()
    assert told[0] == "wrong.toml:1: Odd Ember: the cost '1R' is not made of symbols, as in {2}"
    assert told[1].startswith("wrong.toml:13:12: Loud Ember: 'burns' not understood; expected ")
    assert told[2] == "wrong.toml:15: Shock: there is another card of that name"
    assert told[3] == "wrong.toml:23: Strange Cub: power is no number"
    assert told[4] == "wrong.toml:24: Strange Cub: cards of this game have no 'toughnes'; did you mean 'toughness'?"
    assert told[5].startswith("wrong.toml:25: Strange Cub: cards of this game have no 'hue'; they have name, type, ")
    assert told[6] == "4 cards, 4 not understood"


NONE = {
    '[[card]]\nname = "x': "2: ",
    "[[card]]\ntype = 'Instant'": "1: a card without a name",
    "cards = 1": "1: 'cards' is no part of a card file",
    "card = 1": "1: a card is written under [[card]]",
    '[[card]]\nname = "A"\ntype = "Creture"\n': "1: A: 'creture' is no type of card of this game",
    '[[card]]\nname = "B"\ntype = "Instant"\ncost = "{Y}"\n': "1: B: {Y} is no symbol",
    '[[card]]\nname = "C"\ntype = "Instant"\n\n"Power " = 1': (
        "5: C: cards of this game have no 'Power '; did you mean 'power'?"
    ),
}
"""Files, and the line and what is told of each."""


def test_files_that_are_none_are_told_so(tmp_path: Path) -> None:
    files = [tmp_path / f"{number}.toml" for number in range(len(NONE))]
    for file, text in zip(files, NONE, strict=True):
        file.write_text(text)
    done = stackloop("cards", "check", "--game", "magic", *files)
    assert done.returncode == 1
    *lines, count = done.stdout.splitlines()
    assert count == "5 cards, 7 not understood"
    for file, told, line in zip(files, NONE.values(), lines, strict=True):
        assert line.startswith(f"{file}:{told}")


@pytest.mark.parametrize(("text", "told"), NONE.items())
def test_each_of_them_alone_is_told_so(tmp_path: Path, text: str, told: str) -> None:
    """A file is judged without the fault of those beside it."""
    (tmp_path / "alone.toml").write_text(text)
    done = stackloop("cards", "check", "--game", "magic", tmp_path / "alone.toml")
    line, count = done.stdout.splitlines()
    assert (done.returncode, line[: len(f"{tmp_path}/alone.toml:{told}")]) == (1, f"{tmp_path}/alone.toml:{told}")
    assert count.endswith(" 1 not understood")


def test_a_folder_is_checked_as_a_server_reads_it(cards: Path) -> None:
    (cards / "grand-archive").mkdir()
    (cards / "grand-archive" / "empty.toml").write_text("\ufeff# nothing yet\n", encoding="utf-8")
    done = stackloop("cards", "check", cards)
    assert (done.returncode, done.stdout) == (0, "2 cards, 0 not understood\n"), done.stderr
    (cards / "magic" / "more.toml").write_text(WRONG)
    (cards / "magic" / "decks" / "odd.toml").write_text("cards = 3")
    done = stackloop("cards", "check", cards, "--json")
    assert done.returncode == 1
    told = orjson.loads(done.stdout)
    assert [(each["file"], each["line"]) for each in told] == [
        (str(cards / "magic" / "more.toml"), line) for line in (1, 13, 15, 23, 24, 25)
    ]
    (cards / "magic" / "more.toml").write_text(f"[[card]]\nname = 'A'\ntype = 'Instant'\ncost = {'9' * 5000}")
    assert "more.toml:4: a number of too many digits" in stackloop("cards", "check", cards / "magic").stdout
    (cards / "magic" / "more.toml").unlink()
    done = stackloop("cards", "check", cards)
    assert done.returncode == 1
    assert f"{cards}/magic/decks/odd.toml: a deck has a name" in done.stdout
    assert stackloop("cards", "check", cards.parent).returncode == 2


def test_decks_of_a_set_that_are_none_are_told_so(cards: Path) -> None:
    decks = {
        "a": ("cards = 3", "a deck has a name"),
        "b": ('name = "B"\n[cards]\nMountain = 60.0', "Mountain: how many is a number from 1, not 60.0"),
        "c": ('name = "C"\n[cards]\nMountain = -1', "Mountain: how many is a number from 1, not -1"),
        "d": ('name = "D"\n[cards]\nMountain = 60\n[sideboard]\n', "'sideboard' is no part of a deck"),
        "e": ('name = "E"\n[cards]\nMountian = 60', "Mountian: no such card"),
    }
    for name, (deck, _) in decks.items():
        (cards / "magic" / "decks" / f"{name}.toml").write_text(deck)
    done = stackloop("cards", "show", "Shock", "--cards", cards)
    assert done.returncode == 1
    for name, (_, told) in decks.items():
        assert f"{name}.toml: {told}" in done.stderr


def test_files_that_ship_are_understood() -> None:
    folder = Path(__file__).parents[2] / "engine" / "games"
    for game in ("magic", "grand_archive", "marvel_champions"):
        done = stackloop("cards", "check", *sorted((folder / game / "cards").glob("*.toml")))
        assert done.returncode == 0, done.stdout
        assert done.stdout.endswith(" cards, 0 not understood\n")


def test_a_card_is_shown_with_what_it_compiles_to(cards: Path) -> None:
    done = stackloop("cards", "show", "quiet ember", "--cards", cards)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("Quiet Ember  {R}  [magic]\nInstant\nQuiet Ember deals 2 damage to any target.\n")
    assert "SpellText" in done.stdout
    done = stackloop("cards", "show", "Spider-Man", "--json")
    (card,) = orjson.loads(done.stdout)
    assert (card["game"], card["type"]) == ("marvel-champions", "Unique Hero - Avenger")
    assert any("draw 1 card" in text for text in card["abilities"])
    done = stackloop("cards", "show", "Lighning Bolt")
    assert (done.returncode, "Lightning Bolt" in done.stderr) == (1, True)


def test_the_rules_on_a_pipe_know_them(cards: Path) -> None:
    position = 'game = "magic"\n[A]\nhand = ["Quiet Ember"]\nbattlefield = ["Mountain"]\n[B]\nlife = 2'
    done = subprocess.run(
        [sys.executable, "-m", "server.cli", "engine", "--cards", str(cards)],
        input=orjson.dumps({"t": "position", "text": position}),
        capture_output=True,
        timeout=90,
        check=True,
    )
    assert orjson.loads(done.stdout) == {"t": "standing", "m": "1", "asked": [0]}


def test_a_list_is_checked_by_the_rules_of_its_game(cards: Path, tmp_path: Path) -> None:
    listed = tmp_path / "list.txt"
    listed.write_text("4 Quiet Ember\n56 Mountain\n\nSideboard\n2 Ashen Cub\n")
    done = stackloop("decks", "check", listed, "--cards", cards)
    assert done.stdout == f"{listed}: magic, 60 cards and 2 in the sideboard, legal\n"
    done = stackloop("decks", "check", listed)
    assert done.returncode == 1
    assert done.stdout.startswith(f"{listed}:1: Quiet Ember: no such card")
    assert done.stdout.endswith("not legal\n")
    done = stackloop("decks", "check", "--json", "--game", "grand-archive", listed)
    (told,) = orjson.loads(done.stdout)
    assert (told["legal"], told["problems"][0]["line"]) == (False, 1)


def test_decks_are_listed_and_those_of_a_set_with_them(cards: Path) -> None:
    lines = [line.split(maxsplit=3) for line in stackloop("decks", "list", "--cards", cards).stdout.splitlines()]
    assert lines[0] == ["game", "deck", "cards", "name"]
    assert ["magic", "embers", "60", "Embers"] in lines
    assert {line[0] for line in lines[1:]} == {"magic", "grand-archive", "marvel-champions"}
    told = orjson.loads(stackloop("decks", "list", "--game", "magic", "--json").stdout)
    assert [each["deck"] for each in told] == ["blue-control", "burn", "elvish-ramp", "ironworks"]
    assert all(sum(each["list"].values()) == each["cards"] == 60 for each in told)


def test_a_server_does_not_start_on_cards_that_it_does_not_understand(cards: Path, tmp_path: Path) -> None:
    (cards / "magic" / "more.toml").write_text(WRONG)
    (cards / "chess").mkdir()
    done = stackloop("serve", "--port", "0", "--data", tmp_path / "data", "--cards", cards)
    assert done.returncode == 1
    assert "more.toml:13:12: Loud Ember: 'burns' not understood" in done.stderr
    assert "chess: no game of that name" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_node_with_other_cards_calls_its_engine_otherwise(cards: Path) -> None:
    """So it leaves matches with these alone, and is left alone."""
    asked = "with_own_cards(Settings(cards=sys.argv[1])).engine"
    script = f"import sys; from server.runtime.card_folders import *; print({asked})"

    def engine_of(folder: Path) -> str:
        command = [sys.executable, "-c", script, str(folder)]
        return subprocess.run(command, capture_output=True, text=True, timeout=90, check=True).stdout

    name = engine_of(cards)
    assert name.startswith(engine_name() + "+cards.")
    assert engine_of(cards) == name
    (cards / "magic" / "embers.toml").write_text(SET.replace("2 damage", "3 damage"))
    assert engine_of(cards) != name


def test_a_server_without_them_knows_none_of_them(cards: Path, tmp_path: Path) -> None:
    with server_process(tmp_path / "data", "--cards", str(cards)) as server:
        anyio.run(begin, server.url)
    with server_process(tmp_path / "data2") as server, pytest.raises(Refused, match="unknown_deck"):
        anyio.run(begin, server.url)


async def begin(url: str) -> None:
    async with connect(url, name="own") as client:
        checked = await client.check_deck("magic", text="4 Quiet Ember\n56 Mountain")
        decks: list[Any] = ["embers", checked.deck]
        assert (await client.create("magic", decks=tuple(decks), seats=("bot:greedy", "bot:greedy"))).m
        assert checked.legal


@pytest.fixture(scope="module")
def with_sets(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Path]]:
    """A server with a set for each game, and the folder of these; bots of the house do not wait."""
    folder = tmp_path_factory.mktemp("sets")
    for game in SETS:
        write_set(folder / "cards", game)
    arguments = ("--cards", str(folder / "cards"))
    with server_process(folder / "data", *arguments, settings={"STACKLOOP_HOUSE_PACE_S": "0"}) as server:
        yield server.url, folder


@pytest.mark.slow
@pytest.mark.parametrize("game", SETS)
def test_whole_matches_are_played_with_them_on_a_server(with_sets: tuple[str, Path], game: str) -> None:
    """And their records are replayed, by who has the cards."""
    url, folder = with_sets
    record = folder / f"{game}.txt"
    record.write_text(anyio.run(played, url, game))
    assert ' Own A"' in record.read_text()
    assert re.search(r'^[AB]: \w+ "Own [A-O]', record.read_text(), re.MULTILINE)
    for again in (("replay", record), ("fork", record, "--at", "5", "--url", url)):
        done = stackloop(*again, "--cards", folder / "cards")
        assert done.returncode == 0, done.stderr


async def played(url: str, game: str) -> str:
    """The record of a match of bots with the set of a game."""
    async with connect(url, name="own") as client:
        seats = ("bot:greedy",) if game == "marvel-champions" else ("bot:greedy", "bot:greedy")
        created = await client.create(game, decks=("own",) * len(seats), seats=seats)
        match = await client.join(created.m)
        async for _ in match:
            pass
    status, _, text = fetch(url, f"/records/{created.m}.txt")
    assert status == 200
    return text


THINKS = """
import sys
from pathlib import Path

import anyio
import anyio.to_process

import engine
from engine.formats.position import build
from server.bots.mind import think
from server.runtime.worker_processes import limited
from server.runtime.card_folders import take_in, taken

if __name__ == "__main__":
    take_in(Path(sys.argv[1]))
    seats = {"A": {"hand": ["Quiet Ember"], "battlefield": ["Mountain"], "library": 5}, "B": {"life": 2, "library": 5}}
    match = build("magic", seats, [], {})
    arguments = engine.known_to(match, 0), match.header.decks, 0, 1, 0.0, 2
    print(anyio.run(anyio.to_process.run_sync, limited, 0, 0.0, taken(), think, *arguments).decode())
"""


def test_the_process_that_thinks_for_a_bot_knows_them_too(cards: Path, tmp_path: Path) -> None:
    (tmp_path / "thinks.py").write_text(THINKS)
    command = [sys.executable, str(tmp_path / "thinks.py"), str(cards)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=90, check=False)
    assert (done.returncode, "do" in done.stdout) == (0, True), done.stderr


@pytest.mark.slow
def test_bots_meet_with_them(cards: Path, tmp_path: Path) -> None:
    told = stackloop(
        *("arena", "magic", "greedy", "greedy", "--cards", cards, "--decks", "embers,embers", "--seed", "1"),
        *("--matches", "1", "--workers", "1", "--json", "--records", tmp_path / "records"),
    )
    assert told.returncode == 0, told.stderr
    assert orjson.loads(told.stdout)["finished"] == 1
    (record,) = (tmp_path / "records").iterdir()
    assert "4 Quiet Ember" in record.read_text()
