"""An arena's use of its outcomes: schedule, ledger, shares, ratings, tables."""

from collections import Counter
from math import log10
from pathlib import Path
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console

from engine import list_games, side_of
from server.arena.entrants import Entrant, read_entrants
from server.arena.ledger import Ledger, Outcome, Plan
from server.arena.ratings import crosstable, elo, wilson
from server.arena.report import Results
from server.arena.schedule import deck_orders, round_robin, schedule
from server.bots.mind import Effort

PLAN = Plan("magic", (Entrant("one", "greedy"), Entrant("two", "random")), seed=1)


def won(number: int, seats: tuple[int, ...], *winners: int) -> Outcome:
    return Outcome(number, seats, winners, "damage", 8)


# ---- schedule


def test_everybody_sits_everywhere_with_the_same_shuffles() -> None:
    pairings = [*schedule(8, [(0, 1)], (("a", "b"), ("b", "a")), 7)]
    assert [(p.number, p.seats, p.decks, p.seed) for p in pairings[:4]] == [
        (0, (0, 1), ("a", "b"), "7.0"),
        (1, (1, 0), ("a", "b"), "7.0"),
        (2, (0, 1), ("b", "a"), "7.1"),
        (3, (1, 0), ("b", "a"), "7.1"),
    ]


@given(entrants=st.integers(2, 5), rounds=st.integers(1, 4))
def test_every_two_meet_equally_often_at_either_seat(entrants: int, rounds: int) -> None:
    groups = round_robin(entrants, 2, is_one_side=False)
    pairings = schedule(2 * len(groups) * rounds, groups, ((),), 1)
    met = Counter(pairing.seats for pairing in pairings)
    assert set(met.values()) == {rounds}
    assert len(met) == entrants * (entrants - 1)


def test_on_one_side_each_plays_the_same_shuffles_alone() -> None:
    groups = round_robin(2, 3, is_one_side=True)
    pairings = [*schedule(4, groups, ((),), 1)]
    assert [(pairing.seats, pairing.seed) for pairing in pairings] == [
        ((0, 0, 0), "1.0"),
        ((1, 1, 1), "1.0"),
        ((0, 0, 0), "1.1"),
        ((1, 1, 1), "1.1"),
    ]


def test_more_decks_than_seats_meet_in_every_order() -> None:
    assert deck_orders("magic", "", 2) == ((),)
    assert deck_orders("magic", "a,b", 2) == (("a", "b"),)
    assert len(deck_orders("magic", "a,b,c", 2)) == 6
    names = ("ember-blades", "wild-winds", "wildfire-thoughts", "woven-shadows")
    assert deck_orders("grand-archive", "mirror", 2) == tuple((name,) * 2 for name in names)
    with pytest.raises(ValueError, match="a deck for each of 2 seats"):
        deck_orders("magic", "a", 2)


# ---- entrants


def test_programs_are_told_by_their_command_line() -> None:
    found = read_entrants(["greedy", "mine=python3 'my bot.py' --fast", "greedy"])
    assert [entrant.name for entrant in found] == ["greedy 1", "mine", "greedy 3"]
    assert found[1].command == ("python3", "my bot.py", "--fast")


def test_a_bot_that_thinks_is_told_for_how_long() -> None:
    found = read_entrants(["search:0.1s", "search:20", "search", "greedy"])
    assert [(entrant.name, entrant.bot) for entrant in found[:2]] == [
        ("search:0.1s", "search"),
        ("search:20", "search"),
    ]
    efforts = [Effort.read(entrant.effort) for entrant in found]
    assert [(effort.seconds, effort.iterations) for effort in efforts] == [(0.1, 0), (0.0, 20), (0.25, 0), (0.25, 0)]


@pytest.mark.parametrize("text", ["search:", "search:0s", "search:-1", "search:soon", "search:nans", "greedy:1s"])
def test_an_effort_that_means_nothing_is_told(text: str) -> None:
    with pytest.raises(ValueError, match=r"as 0\.1s|only of search"):
        read_entrants([text])


@pytest.mark.parametrize("text", ["nobody", "=python3", "mine=", "mine=no-such-program-here"])
def test_who_is_not_there_is_named(text: str) -> None:
    with pytest.raises(ValueError, match=r"no bot|NAME=COMMAND|no program"):
        read_entrants([text])


# ---- ratings


def test_a_share_has_wilsons_interval() -> None:
    share = wilson(65, 100)
    assert share == pytest.approx((0.65, 0.5525, 0.7364), abs=5e-5)  # by the formula, by hand
    assert wilson(0, 0) == (0.5, 0, 1)
    assert wilson(10, 10).high == pytest.approx(1)


@pytest.mark.parametrize(("wins", "losses"), [(64, 36), (10, 10), (300, 100), (50, 0)])
def test_the_ratings_of_two_are_the_odds_of_their_score(wins: int, losses: int) -> None:
    one, two = elo([[0, wins], [losses, 0]])
    odds = (wins + 0.5) / (losses + 0.5)
    assert one.value - two.value == pytest.approx(400 * log10(odds), abs=1e-3)
    assert one.value == pytest.approx(-two.value)
    games, share = wins + losses + 1, (wins + 0.5) / (wins + losses + 1)
    error = 400 / 2.302585093 / (games * share * (1 - share)) ** 0.5
    assert one.high - one.low == pytest.approx(2 * 1.959964 * error / 2, rel=1e-6)


def test_who_beats_him_who_beats_the_third_is_above_him() -> None:
    first, second, third, absent = elo([[0, 8, 0, 0], [2, 0, 8, 0], [0, 2, 0, 0], [0, 0, 0, 0]])
    assert first.value > second.value > third.value
    assert first.high - first.low > second.high - second.low
    assert absent.value == pytest.approx((first.value + second.value + third.value) / 3, abs=200)


def test_a_match_of_three_is_one_against_each() -> None:
    scores = crosstable(3, [won(0, (2, 0, 1), 1)])
    assert scores == [[0, 1, 1], [0, 0, 0.5], [0, 0.5, 0]]


# ---- ledger


def test_a_run_goes_on_where_it_was_ended(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    ledger = Ledger(PLAN, path)
    ledger.add(won(0, (0, 1), 0))
    ledger.add(Outcome(1, (1, 0), error="gone"))
    ledger.close()
    path.write_bytes(path.read_bytes() + b'{"number":2,"se')
    again = Ledger(PLAN, path)
    assert again.played == {0}
    again.add(won(1, (1, 0), 1))
    again.close()
    last = Ledger(PLAN, path)
    last.close()
    assert last.played == {0, 1}
    assert [outcome.winners for outcome in last.outcomes] == [(0,), (1,)]


def test_the_file_of_another_run_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    Ledger(PLAN, path).close()
    before = path.read_bytes()
    for text in (before, b"something else\n"):
        path.write_bytes(text)
        with pytest.raises(ValueError, match=r"another run|not what an arena has kept"):
            Ledger(Plan("magic", PLAN.entrants, seed=2), path)
        assert path.read_bytes() == text


# ---- results


def test_the_table_and_the_summary_say_who_won() -> None:
    ledger = Ledger(PLAN)
    for outcome in (won(0, (0, 1), 0), won(1, (1, 0), 1), won(2, (0, 1)), Outcome(3, (1, 0), error="gone")):
        ledger.add(outcome)
    results = Results(ledger, 4)
    told = results.to_json()
    assert told["errors"] == ["gone"]
    assert [(bot.wins, bot.draws, bot.losses, bot.by_seat) for bot in results.standings] == [
        (2, 1, 0, [1, 1]),
        (0, 1, 2, [0, 0]),
    ]
    assert not results.is_whole
    console = Console(width=120, record=True, file=None)
    with console.capture() as shown:
        console.print(results.table())
    assert "3 of 4 matches finished" in shown.get()
    assert "83.3%" in shown.get()
    assert results.summary() == "3 by damage, 8.0 turns on average; 1 errors, 0 refused answers"


GAME: Final = next(game for game in list_games() if side_of(game))
"""One whose players are all on one side."""


@pytest.mark.parametrize("is_round_robin", [True, False])
def test_on_one_side_nobody_is_rated(is_round_robin: bool) -> None:
    ledger = Ledger(Plan(GAME, PLAN.entrants, seed=1, round_robin=is_round_robin))
    assert "elo" not in str(Results(ledger, 3).to_json())  # before anything is played either
    seats = ((0, 0), (1, 1), (1, 1)) if is_round_robin else ((0, 1), (1, 0), (0, 1))
    ledger.add(Outcome(0, seats[0], (0, 1), "defeat", 5, "scenario"))
    ledger.add(Outcome(1, seats[1], (), "scheme", 5, "scenario"))
    ledger.add(Outcome(2, seats[2], (), "loop", 5, "scenario"))
    results = Results(ledger, 3)
    found = [(bot.wins, bot.draws, bot.losses) for bot in results.standings]
    assert found == ([(1, 0, 0), (0, 1, 1)] if is_round_robin else [(1, 1, 1), (1, 1, 1)])
    told = results.to_json()
    assert "elo" not in str(told)
    assert (told["side"], told["won"], told["drawn"], told["lost"]) == ("scenario", 1, 1, 1)
    names = ["one", "two"] if is_round_robin else ["one and two"]
    assert [team.name for team in results.teams] == names
    assert results.summary() == (
        "won 1 (1 by defeat), drawn 1 (1 by loop), lost 1 (1 by scheme), 5.0 rounds on average; "
        "0 errors, 0 refused answers"
    )
