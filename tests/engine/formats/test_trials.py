"""Trials: cards played at random on a prepared board, and what is found when the rules go wrong."""

from __future__ import annotations

import tomllib
from itertools import count
from typing import Any

import pytest

from engine import Bounds, Match, Refusal, TrialTable, Tried, list_games, picker, run_text, run_trial, shipped_cards
from engine.formats.trial_boards import board_of
from engine.match.match_views import fresh

REPLACES = pytest.mark.interpreted("replaces functions, for which compiled code does not ask by name")
SHORT = Bounds(random=25, passing=0)
WHOLE = Bounds(random=80)
MIXED = 12


def pool(game: str) -> TrialTable:
    """The cards that ship with a game, on its board."""
    return TrialTable(game, [(table, ()) for table in shipped_cards(game)])


def position(*texts: str) -> dict[str, Any]:
    """A position of Magic with made-up artifacts of these texts."""
    tables: list[tuple[dict[str, object], tuple[str, ...]]] = [
        ({"name": f"Odd {number}", "type": "Artifact", "cost": "{0}", "text": text}, ())
        for number, text in enumerate(texts)
    ]
    _, found = TrialTable("magic", tables).alone(0, picker("board"))
    return found


def told(tried: Tried) -> str:
    """The finding of a trial, as text; empty if there is none."""
    return "" if tried.finding is None else f"{tried.finding.kind}: {tried.finding.what} {tried.finding.place}".strip()


@pytest.mark.parametrize("game", list_games())
def test_every_card_that_ships_is_played_alone_without_a_finding(game: str) -> None:
    table = pool(game)
    assert table.unplaced == []
    for number, card in enumerate(table.cards):
        name, board = table.alone(number, picker(f"board {number}"))
        assert (name, told(run_trial(board, f"alone {number}", SHORT))) == (card.name, "")


@pytest.mark.parametrize("game", list_games())
def test_random_decks_are_played_to_their_end_without_a_finding(game: str) -> None:
    table = pool(game)
    for number in range(MIXED):
        tried = run_trial(table.mixed(picker(f"decks {number}")), f"decks {number}", WHOLE)
        assert told(tried) == ""
        assert tried.end not in ("", "cut")


@pytest.mark.long
@pytest.mark.timeout(600)
@pytest.mark.parametrize("game", list_games())
def test_many_matches_with_cards_that_ship_are_without_a_finding(game: str) -> None:
    table = pool(game)
    for number in range(500):
        pick = picker(f"many {number}")
        board = table.alone(number, pick)[1] if number % 2 else table.mixed(pick)
        assert told(run_trial(board, f"many {number}", WHOLE if number % 4 == 0 else Bounds(80, 0))) == ""


@pytest.mark.parametrize("game", list_games())
def test_a_card_lies_in_all_the_places_that_fit_it(game: str) -> None:
    board = board_of(game)
    for card in map(board.ready, shipped_cards(game)):
        sides = [side for side in board.alone(card, [], picker("a")).values() if isinstance(side, dict)]
        zones = [zone if isinstance(zone, list) else [str(zone)] for side in sides for zone in side.values()]
        assert any(entry.startswith(card.name) for zone in zones for entry in zone)


def test_the_same_seed_plays_the_same() -> None:
    board = position("{T}: Draw a card.")
    first, again, other = (run_trial(board, seed, Bounds()) for seed in ("a", "a", "b"))
    assert (first.answers, first.steps, first.end) == (again.answers, again.steps, again.end)
    assert first.answers != other.answers


def test_an_exception_is_found_with_its_place_and_a_scenario(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.match.match.Match.apply", broken)
    tried = run_trial(position(""), "a", SHORT)
    assert told(tried).startswith("exception: ZeroDivisionError: of no use engine/")
    assert told(tried).endswith(" broken")
    assert tried.finding is not None
    table = tomllib.loads(tried.finding.record)
    assert (table["game"], len(table["do"]), table["title"]) == ("magic", 1, "exception: ZeroDivisionError: of no use")


def broken(*_: object) -> None:
    raise ZeroDivisionError("of no use")


def test_an_offer_that_is_refused_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise Refusal("1.2", "no_way", "there is none")

    monkeypatch.setattr("engine.match.match.Match.apply", refuse)
    assert told(run_trial(position(""), "a", SHORT)) == "refused: act: 1.2 no_way: there is none"


def test_a_view_that_is_not_that_of_the_state_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.formats.view_watch.fresh", lambda match, seat: fresh(match, abs(seat)))
    assert told(run_trial(position(""), "a", SHORT)) == "view: the view of public is not that of the state"


def test_a_play_that_leaves_something_behind_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    numbers = count()
    monkeypatch.setattr(Match, "hash", lambda _: str(next(numbers)))
    kinds = {told(run_trial(position(""), str(seed), Bounds(passing=0))).partition(":")[0] for seed in range(5)}
    assert "rewind" in kinds


def test_a_match_without_end_is_found() -> None:
    tried = run_trial(position(""), "a", Bounds(random=5, passing=20))
    assert told(tried).startswith("endless: no end after 20 answers that pass, in turn")


def test_an_answer_that_does_too_much_is_found() -> None:
    board = position("{0}: Create two 1/1 white Soldier creature tokens. Each opponent loses 1 life.")
    kinds = [told(run_trial(board, str(seed), Bounds(steps=3, passing=0))).partition(":")[0] for seed in range(3)]
    assert kinds == ["work"] * 3


def test_what_a_source_lacks_is_made_up_and_told() -> None:
    ally: dict[str, object] = {"name": "Odd Friend", "type": "Ally - Human", "reserve": 1}
    table = TrialTable("grand-archive", [(ally, ("power", "life"))])
    assert table.made_up == {"power": 1, "life": 1}
    assert table.cards[0].table == {**ally, "power": 1, "life": 3}


def reproduced(tried: Tried) -> str:
    """The outcome of a finding's scenario, run by itself."""
    assert tried.finding is not None
    return run_text(tried.finding.record).difference


def test_the_scenario_of_a_match_without_end_finds_that_it_is_not_over() -> None:
    assert "the result is None" in reproduced(
        run_trial(position("{T}: Draw a card."), "a", Bounds(random=10, passing=1))
    )


def test_the_scenario_of_too_much_work_finds_it() -> None:
    board = position("{0}: Create two 1/1 white Soldier creature tokens. Each opponent loses 1 life.")
    assert "steps, and not 3 at most" in reproduced(run_trial(board, "a", Bounds(steps=3, passing=0)))


def test_the_scenario_of_a_search_that_goes_too_far_finds_it() -> None:
    board = position("{5}{W}{U}{B}, {T}: Draw a card.")
    tried = [run_trial(board, str(seed), Bounds(nodes=1, passing=0)) for seed in range(3)]
    found = next(each for each in tried if each.finding is not None)
    assert "nodes for one answer" in told(found)
    assert "nodes, and not 1 at most" in reproduced(found)


def test_the_scenario_of_an_exception_finds_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.match.match.Match.apply_text", broken)
    monkeypatch.setattr("engine.match.match.Match.apply", broken)
    assert "internal error ZeroDivisionError" in reproduced(run_trial(position(""), "a", SHORT))


@REPLACES
def test_the_scenario_of_a_refused_offer_finds_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise Refusal("1.2", "no_way", "there is none")

    monkeypatch.setattr("engine.match.match.Match.apply", refuse)
    assert "refused by 1.2 no_way" in reproduced(run_trial(position(""), "a", SHORT))


def test_the_scenario_of_a_wrong_view_finds_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.formats.view_watch.fresh", lambda match, seat: fresh(match, abs(seat)))
    assert "the view of public is not that of the state" in reproduced(run_trial(position(""), "a", SHORT))


@REPLACES
def test_a_question_about_something_that_cannot_be_answered_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.match.match.about", broken)
    tried = run_trial(position(""), "a", SHORT)
    assert told(tried).startswith("exception: ZeroDivisionError: of no use engine/")
    assert "internal error ZeroDivisionError" in reproduced(tried)
