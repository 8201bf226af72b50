"""The levels of play: names, one scale, and thought that is counted."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest

import engine
from engine.formats.position import build
from protocol.diffs import Entities
from protocol.messages import Decision, Option
from protocol.view import View
from server.arena.entrants import read_bot
from server.bots import BOTS, KNOWING
from server.bots.levels import LEVELS, SCALES, THOUGHTFUL, level_of, title
from server.bots.mind import Effort
from server.bots.search import MOST_RIVALS, MOST_STEPS, Search
from server.identity.display_names import of_person, of_seat
from server.lobby.creation import name_of

ACT = Decision(1, 0, "act", options=(Option(0, "pass"), *(Option(n, "play", (n,)) for n in range(1, 5))))


@pytest.mark.parametrize("game", engine.list_games())
def test_there_are_eight_on_the_scale_of_each_game(game: str) -> None:
    """A higher one slips less, or thinks more; one that thinks never slips, nor misses anything."""
    scale = SCALES[game]
    assert list(scale) == list(LEVELS) == [f"level-{number}" for number in range(1, 9)]
    for lower, higher in pairwise(scale.values()):
        thoughts = [level.positions * level.thinks for level in (lower, higher)]
        assert higher.slips < lower.slips or (higher.slips == lower.slips == 0 and thoughts[0] < thoughts[1])
        assert higher.misses <= lower.misses
    assert all(not ((level.slips or level.misses) and level.positions) for level in scale.values())
    assert all(bool(level.positions) == bool(level.thinks) for level in scale.values())


def test_those_that_think_need_to_know_the_decks() -> None:
    assert sorted(THOUGHTFUL) == ["level-6", "level-7", "level-8"]
    assert THOUGHTFUL < KNOWING
    assert set(LEVELS) < BOTS.keys()


@pytest.mark.parametrize("game", engine.list_games())
def test_a_level_slips_and_misses_as_often_as_it_says(game: str) -> None:
    """The least sure takes anything most often; those that do not slip are the greedy bot while they do not think."""
    cards: Entities = {f"o{n}": {"id": n, "type": "Creature", "cost": f"{{{n}}}", "zone": "hand"} for n in range(1, 5)}
    view = View({"game": {"name": game}, **cards})
    habit = BOTS["greedy"](view, ACT, random.Random(1))
    assert habit
    rng = random.Random(1)
    answers = {name: [BOTS[name](view, ACT, rng) for _ in range(1000)] for name in LEVELS}
    for name, given in answers.items():
        level = level_of(name, game)
        slips = 1000 * (1 - level.misses) * level.slips / 5
        assert given.count(0) == pytest.approx(1000 * level.misses + slips, abs=60)
        assert sum(answer not in (0, habit) for answer in given) == pytest.approx(3 * slips, abs=60)


def test_a_game_that_is_not_known_is_played_as_magic() -> None:
    assert level_of("level-2", "") == level_of("level-2", "magic")


def test_it_leaves_payments_to_the_rules() -> None:
    pay = Decision(1, 0, "pay", options=(Option(0, "mana", (9, 0)), Option(1, "auto"), Option(2, "cancel")))
    assert {BOTS["level-1"](View(), pay, random.Random(seed)) for seed in range(20)} == {1}


@pytest.mark.parametrize("budget", [1, 40, 400])
def test_thought_is_counted_in_positions(budget: int) -> None:
    """It ends with the try in which the budget is used up, but not before each move was tried once."""
    zones: dict[str, object] = {"battlefield": ["Forest"] * 5, "hand": ["Grizzly Bears", "Forest"], "library": 20}
    found = []
    for _ in range(2):
        line = engine.Line(build("magic", {"A": zones, "B": zones}, [], {"step": "precombat main"}), 0)
        search = Search(line, 0, random.Random(3))
        found.append((search.run(Effort(0.0, 0, budget).until(0.0)), search.positions))
    assert found[0] == found[1]
    assert found[0][1] >= budget
    assert found[0][1] <= budget + MOST_RIVALS * 2 * MOST_STEPS


def test_people_read_level_3() -> None:
    seats = ("open", "bot:level-3", "bot:greedy")
    assert [name_of(seat, seats) for seat in range(3)] == ["player 1", "Level 3", "greedy"]
    several = ("open", *["bot:level-2"] * 2)
    assert [name_of(seat, several) for seat in range(3)] == ["player 1", "Level 2 (2)", "Level 2 (3)"]
    assert title("greedy") == "greedy"
    for name in ("Level 3", "level-3", "Level 3 (2)"):
        assert of_seat(name) == name
        assert of_person(name) != name


def test_only_a_bot_without_a_level_is_told_how_long_to_think() -> None:
    assert read_bot("level-8").bot == "level-8"
    with pytest.raises(ValueError, match="only of search"):
        read_bot("level-8:20")
