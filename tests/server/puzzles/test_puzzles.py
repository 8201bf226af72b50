"""Puzzles: those that ship are proven, and a file that is none is told why, with the line."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import orjson
import pytest
from click.testing import CliRunner

import engine
from server.cli import main
from server.puzzles.defence import MOST_POSITIONS
from server.puzzles.proof import Proof, prove
from server.puzzles.puzzle import Puzzle
from server.puzzles.shipped import all_puzzles, files_of

SHIPPED: Final = [(game, name, text) for game in engine.list_games() for name, text in files_of(game).items()]
TWO_ATTACK: Final = """
game = "magic"
title = "After the block"
text = "Win this turn."
goal = "win"
until = "end"
[setup]
active = "A"
step = "precombat main"
[A]
battlefield = ["Forest", "Grizzly Bears", "Kalonian Tusker"]
hand = ["Giant Growth"]
[B]
life = 5
battlefield = ["Wall of Frost"]
"""
"""One of two attackers is blocked, and the other one is made large enough then."""
HANDS: Final = 'battlefield = ["Forest", "Grizzly Bears", "Kalonian Tusker"]\nhand = ["Giant Growth"]'
BURN: Final = HANDS.replace("Forest", 'Mountain", "Mountain').replace("Giant Growth", 'Lava Spike", "Shock')
"""There is mana for a spell that nobody needs, which may come first."""
EITHER: Final = 'battlefield = ["Mountain", "Mountain"]\nhand = ["Lightning Strike", "Volcanic Hammer"]'


TITLES: Final = 'title = { en = "After the block", de = "Nach dem Block", fr = "Après le blocage" }'
TOLD: Final = TWO_ATTACK.replace('title = "After the block"', TITLES)


def codes(proof: Proof) -> set[str]:
    return {fault.code for fault in proof.faults}


def test_a_position_with_one_way_to_the_goal_is_a_puzzle() -> None:
    proof = prove("one", TWO_ATTACK)
    assert [str(fault) for fault in proof.faults] == []
    assert proof.solution[0] == 'A: choose "Grizzly Bears#1" "Kalonian Tusker#1"'
    assert proof.nodes > 100


@pytest.mark.parametrize(
    ("old", "new", "code", "line"),
    [
        ("life = 5", "life = 6", "unsolved", 5),
        (HANDS, BURN, "other_first", 10),
        ('["Wall of Frost"]', "[]", "greedy_solves", 10),
        ("[B]\n", '[B]\nhand = ["Shock"]\n', "hidden", 13),
        ('goal = "win"', 'goal = "draw"', "bad_puzzle", 5),
        ('until = "end"', 'until = "supper"', "bad_puzzle", 6),
        ("[setup]", 'author = "me"\n[setup]', "bad_puzzle", 7),
        ('"Kalonian Tusker"', '"Kalonian Tuskar"', "bad_position", 11),
        ("life = 5", "life = ", "bad_toml", 14),
        ('title = "After the block"\n', "", "bad_puzzle", 0),
    ],
)
def test_what_is_no_puzzle_is_told_by_code_and_line(old: str, new: str, code: str, line: int) -> None:
    assert old in TWO_ATTACK
    proof = prove("none", TWO_ATTACK.replace(old, new))
    assert (code, line) in {(fault.code, fault.line) for fault in proof.faults}


def test_a_title_is_told_in_each_language_and_the_position_has_none_of_it() -> None:
    puzzle = Puzzle("told", TOLD)
    assert puzzle.title == puzzle.titles["en"] == "After the block"
    assert puzzle.titles["fr"] == "Après le blocage"
    assert puzzle.position == Puzzle("one", TWO_ATTACK).position
    assert prove("told", TOLD).faults == []


@pytest.mark.parametrize("part", [', fr = "Après le blocage"', "Nach dem Block"])
def test_a_title_that_some_language_has_not_is_told(part: str) -> None:
    assert part in TOLD
    (fault,) = prove("untold", TOLD.replace(part, "")).faults
    assert (fault.code, fault.line) == ("bad_puzzle", 3)


@pytest.mark.parametrize("puzzle", all_puzzles().values(), ids=lambda puzzle: puzzle.name)
def test_every_puzzle_that_ships_is_told_in_each_language(puzzle: Puzzle) -> None:
    for texts in (puzzle.titles, puzzle.texts):
        assert list(texts) == list(engine.LANGUAGES)
        assert all(text != texts["en"] for language, text in texts.items() if language != "en")


def test_of_two_ways_neither_is_the_one() -> None:
    either = TWO_ATTACK.replace(HANDS, EITHER).replace("life = 5", "life = 3")
    assert {"other_way", "other_first"} <= codes(prove("either", either))


def test_a_search_ends_when_it_has_looked_at_as_many_positions_as_it_may() -> None:
    proof = prove("one", TWO_ATTACK, most=50)
    assert (codes(proof), proof.nodes) == ({"unfinished"}, 51)


def test_a_drawn_card_leads_nowhere() -> None:
    """A would win with the burn that lies on top, but nobody can know that it does."""
    draws = TWO_ATTACK.replace('"Forest"', '"Mountain", "Island", "Island", "Island"')
    draws = draws.replace('hand = ["Giant Growth"]', 'hand = ["Divination"]\nlibrary = ["Lightning Bolt", "Forest"]')
    draws = draws.replace('"Grizzly Bears", "Kalonian Tusker"', '"Lotus Petal"').replace("life = 5", "life = 3")
    assert codes(prove("luck", draws)) == {"unsolved"}


def test_the_command_tells_solutions_and_faults(tmp_path: Path) -> None:
    good, bad, worse = (tmp_path / f"{name}.toml" for name in ("good", "bad", "worse"))
    good.write_text(TWO_ATTACK)
    bad.write_text(TWO_ATTACK.replace("life = 5", "life = 6"))
    worse.write_bytes(b"\xff")
    done = CliRunner().invoke(main, ["puzzle", "solve", str(good)])
    assert done.exit_code == 0
    assert 'A: choose "Grizzly Bears#1" "Kalonian Tusker#1"' in done.output
    done = CliRunner().invoke(main, ["puzzle", "solve", str(bad), str(worse), "--json"])
    found = orjson.loads(done.output)
    assert done.exit_code == 1
    assert [(each["name"], each["faults"][0]["code"]) for each in found] == [("bad", "unsolved"), ("worse", "unread")]
    assert CliRunner().invoke(main, ["puzzle", "solve", str(bad)]).output.count(f"{bad}:5: unsolved") == 1


def test_names_of_puzzles_are_unique_and_the_games_take_turns() -> None:
    assert len(all_puzzles()) == len(SHIPPED)
    games = {game for game, _, _ in SHIPPED}
    assert {puzzle.game for puzzle in [*all_puzzles().values()][: len(games)]} == games


@pytest.mark.parametrize("game", engine.list_games())
def test_each_game_has_a_dozen(game: str) -> None:
    assert len(files_of(game)) >= 12


@pytest.mark.slow
@pytest.mark.timeout(300)
@pytest.mark.parametrize(("game", "name", "text"), SHIPPED, ids=[name for _, name, _ in SHIPPED])
def test_every_puzzle_that_ships_is_proven(game: str, name: str, text: str) -> None:
    """In as many positions as the other side looks at for an answer, so that this one is never the greedy bot's."""
    proof = prove(name, text, MOST_POSITIONS)
    assert [str(fault) for fault in proof.faults] == []
    assert all_puzzles()[name].game == game
