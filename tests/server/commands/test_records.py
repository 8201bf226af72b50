"""Commands about records: they are verified, shown, counted, exported."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import engine
from protocol.view import View
from server.cli import main
from server.commands.stats import Line
from tests.support.engine.conceded_match import record


@pytest.fixture
def records(tmp_path: Path) -> Path:
    """A folder with a record of each game."""
    folder = tmp_path / "records"
    folder.mkdir()
    for seed in range(3):
        (folder / f"match{seed}.txt").write_text(record(seed), encoding="utf-8")
    return folder


def run(*words: object) -> Result:
    return CliRunner().invoke(main, [str(word) for word in words])


def test_records_are_verified_without_rules_and_a_forged_one_is_named(records: Path) -> None:
    done = run("verify", "--quiet", records)
    assert (done.exit_code, done.output.count("nobody steered the shuffle")) == (0, 3)
    text = (records / "match0.txt").read_text()
    told = engine.Record(text).table["commitment"]
    assert run("verify", records / "match0.txt", "--told", f" {str(told).upper()}").exit_code == 0
    assert "FAILS  the commitment" in run("verify", records / "match0.txt", "--told", "00").output
    use = next(line for line in text.splitlines() if " shuffle " in line)
    said, _, outcome = use.partition(" = ")
    turned = " ".join(reversed(outcome.split()))
    for forged in (
        text.replace(use, f"{said} = {turned}"),
        text.replace(f"{use}\n", ""),
        text.replace('secret = "', 'secret = "0'),
        text.replace(use, "0 0-1 below 0 = 0"),
        text.replace(use, f"0 0-1 below {1 << 65} = 0"),
        text.replace(use, f"0 0-1 below {1 << 40} = 0"),
        text.replace(use, "nothing"),
        text.partition("chance = ")[0] + text[text.index("[[seat]]") :],
    ):
        path = records / "forged.txt"
        path.write_text(forged)
        done = run("verify", path)
        assert done.exit_code == 1
        assert "checks failed" in done.output
        assert any(line.startswith("FAILS") for line in done.output.splitlines())


@pytest.mark.parametrize(
    ("said", "otherwise"),
    [
        ('game = "magic"', 'game = "../../magic"'),
        ('profile = "seeds"', 'profile = "../seeds"'),
        ('deck = ["', 'deck = ["999999999 '),
        ('deck = ["', 'deck = ["-1 '),
        ('deck = ["', 'deck = ["251 '),
    ],
)
def test_a_record_that_begins_no_match_is_told_of_by_every_command(
    records: Path, tmp_path: Path, said: str, otherwise: str
) -> None:
    text = (records / "match0.txt").read_text()
    assert said in text
    path = tmp_path / "odd.txt"
    path.write_text(text.replace(said, otherwise, 1))
    for command in (["replay"], ["verify"], ["stats"], ["fork", "--at", 1], ["export", "--positions", tmp_path / "x"]):
        done = run(command[0], path, *command[1:])
        assert done.exception is None or isinstance(done.exception, SystemExit), (command, done.exception)


@pytest.mark.parametrize(
    ("said", "otherwise", "told"),
    [
        ("winners = ", "winners = 7 #", "no value: "),
        ('winners = ["', 'winners = ["Q', "it does not say who of AB won: winners is ['Q"),
        ("winners = ", "losers = ", "it does not say who of AB won: winners is None"),
        ("[[seat]]", '[[seat]]\nname = "x"\ndeck = []\n\n' * 9 + "[[seat]]", "1 to 8 seats, not 11"),
        ("chance = ", "moves = ", "not a line of a record"),
    ],
)
def test_statistics_tell_of_what_is_odd_and_count_none_of_it(
    records: Path, said: str, otherwise: str, told: str
) -> None:
    path = records / "match0.txt"
    path.write_text(path.read_text().replace(said, otherwise, 1))
    done = run("stats", records, "--json")
    assert (done.exit_code, set(json.loads(done.stdout))) == (0, {"grand-archive", "marvel-champions"})
    assert done.stderr.startswith(f"{path}: ")
    assert told in done.stderr
    assert run("stats", path).exit_code == 1


def test_what_cannot_be_read_is_named_and_the_rest_done(records: Path, tmp_path: Path) -> None:
    """A folder called like a record is none; a mark at the beginning and other ends of lines are no fault."""
    text = (records / "match1.txt").read_text()
    (records / "match1.txt").write_text("\ufeff" + text.replace("\n", "\r\n"), encoding="utf-8", newline="")
    (records / "folder.txt").mkdir()
    (records / "unread.txt").symlink_to("/proc/self/mem")
    for command in (["replay"], ["verify"], ["stats"], ["export", "--positions", tmp_path / "x", "--every", 50]):
        done = run(command[0], records, *command[1:])
        assert isinstance(done.exception, SystemExit | None)
        assert done.stderr == f"{records / 'unread.txt'}: cannot be read: Input/output error\n"
        assert done.exit_code == (0 if command == ["stats"] else 1)
    done = run("fork", records / "unread.txt", "--at", 1)
    assert done.stderr == f"Error: {records / 'unread.txt'}: cannot be read: Input/output error\n"
    done = run("export", records / "match0.txt", "--positions", tmp_path / "nowhere" / "x")
    assert (done.exit_code, "cannot be written" in done.stderr) == (1, True)


def test_a_chance_that_differs_is_told_by_its_line(records: Path) -> None:
    path = records / "match0.txt"
    lines = path.read_text().splitlines()
    place = lines.index("chance = " + 3 * "'") + 2
    path.write_text("\n".join([*lines[:place], "0 0-1 below 6 = 3", *lines[place + 1 :], ""]))
    done = run("replay", path)
    assert done.stderr.endswith(f'chance is "{lines[place]}", not "0 0-1 below 6 = 3", line 2 of it\n')


def test_a_match_is_shown_as_it_stood_after_a_move(records: Path) -> None:
    path = records / "match0.txt"
    moves = engine.Record(path.read_text()).moves
    done = run("replay", path, "--at", 30)
    assert done.output.startswith(f"move 30 of {len(moves)}: {moves[29]}\n")
    assert "  hand: " in done.output
    assert run("replay", path, "--at", len(moves)).output.count("; over") == 1
    assert "there is no move" in run("replay", path, "--at", len(moves) + 1).output
    done = run("replay", path, "--from", 1, "--to", 4, "--json")
    positions = [json.loads(line) for line in done.output.splitlines()]
    assert [position["at"] for position in positions] == [1, 2, 3, 4]
    assert [position["move"] for position in positions] == moves[:4]
    hands = [player for position in positions for player in View(position["view"]).players]
    assert all(len(player.hand) == player.hand_count > 0 for player in hands)
    assert run("replay", records).output.count(" moves, ") == 3
    assert run("replay", path, "--at", 0).output.splitlines()[1] == "magic, turn 0; A asked"
    for words in (("--from", 5, "--to", 3), ("--at", 5, "--from", 3)):
        assert run("replay", path, *words).exit_code == 2


def test_wins_are_counted_with_intervals(records: Path, tmp_path: Path) -> None:
    (records / "other.txt").write_text("no record")
    done = run("stats", records, "--json")
    told = json.loads(done.stdout)
    assert set(told) == {"magic", "grand-archive", "marvel-champions"}
    assert "other.txt" in done.stderr
    game = told["magic"]
    assert (game["matches"], sum(line["matches"] for line in game["deck"].values())) == (1, 2)
    assert sum(line["wins"] + line["draws"] / 2 for line in game["seat"].values()) == 1
    assert "magic: 1 match, 1 by concede" in run("stats", records).output
    picture = tmp_path / "rates.svg"
    assert run("stats", records, "--plot", picture).exit_code == 0
    assert "<svg" in picture.read_text()
    assert run("stats", records, "--plot", tmp_path / "rates").exit_code == 2
    assert "cannot be written" in run("stats", records, "--plot", tmp_path / "nowhere" / "rates.png").stderr
    assert run("stats", records / "other.txt").exit_code == 1


def test_what_players_are_called_means_nothing_to_a_table(records: Path) -> None:
    path = records / "match0.txt"
    path.write_text(path.read_text(encoding="utf-8").replace("☃", "[/red]", 1), encoding="utf-8")
    done = run("stats", path)
    assert (done.exit_code, "[/red]" in done.output) == (0, True)


def test_an_interval_is_wilsons() -> None:
    line = Line()
    line.matches, line.wins = 100, 65
    low, high = line.interval
    assert (round(low, 4), round(high, 4)) == (0.5525, 0.7364)


def test_positions_are_what_each_seat_saw_before_its_answer(records: Path, tmp_path: Path) -> None:
    from pyarrow.parquet import read_table

    out = tmp_path / "positions.parquet"
    done = run("export", records / "match0.txt", "--positions", out)
    assert done.exit_code == 0, done.output
    rows = read_table(out).to_pylist()
    moves = engine.Record((records / "match0.txt").read_text()).moves
    assert len(rows) == len(moves) - 1  # giving up answers nothing
    for row in rows:
        assert moves[row["move"] - 1] == f"{'AB'[row['seat']]}: {row['gesture']}"
        view, decision = View(json.loads(row["view"])), json.loads(row["decision"])
        assert (decision["kind"], len(decision["options"]), decision["seat"]) == (
            row["kind"],
            row["options"],
            row["seat"],
        )
        assert not view.players[1 - row["seat"]].hand
    assert {row["won"] for row in rows} == {0.0, 1.0}
    few = tmp_path / "few.parquet"
    run("export", records, "--positions", few, "--every", 10)
    assert 0 < read_table(few).num_rows < 40


def test_positions_that_were_written_stay_until_there_are_others(records: Path, tmp_path: Path) -> None:
    """A name typed wrongly once took the place of a file of many hours with one of no positions."""
    out, junk = tmp_path / "out" / "positions.parquet", tmp_path / "junk.txt"
    out.parent.mkdir()
    junk.write_text("no record")
    out.write_bytes(b"hours")
    done = run("export", junk, "--positions", out)
    assert (done.exit_code, done.stdout) == (1, "")
    assert done.stderr.endswith(f"{out} is not written: there are no positions\n")
    assert (out.read_bytes(), list(out.parent.iterdir())) == (b"hours", [out])
    assert run("export", junk, records / "match0.txt", "--positions", out).exit_code == 1
    assert (out.read_bytes()[:4], list(out.parent.iterdir())) == (b"PAR1", [out])
