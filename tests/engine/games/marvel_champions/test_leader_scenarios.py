"""Scenarios with a leader who is chosen: leader and stages of the main scheme are put together."""

from __future__ import annotations

import pytest

from engine import Header, Match, PrintedCard, Refusal, Seed, load_decks, replay, scenario_parts, write_record
from tests.support.engine.leader_scenario import GAME, brought, tables
from tests.support.engine.random_play import NAMES, random_play

DECKS = tuple(load_decks(GAME).values())


def start(scenario: str, seats: int = 1, seed: str = "s") -> Match:
    decks = tuple(DECKS[-seat % len(DECKS)].entries for seat in range(seats))
    return Match.create(Header(GAME, NAMES[:seats], decks, Seed(seed), scenario=scenario, cards=brought()))


def titles(match: Match) -> dict[str, int]:
    """The hit points of what is in play, by title."""
    printed = {obj.id: dict(match.game.prints[obj.card].definition.extra) for obj in match.game.battlefield()}
    return {str(printed[obj.id].get("title", obj.name)): obj.toughness for obj in match.game.battlefield()}


def test_the_leader_is_the_one_whose_set_is_named() -> None:
    assert titles(start("order modular: Marshal"))["Marshal"] == 11
    assert titles(start("order modular: Old Captain"))["Old Captain"] == 21


def test_expert_begins_with_the_third_stage() -> None:
    assert titles(start("order expert modular: Marshal"))["Marshal"] == 13


def test_the_leaders_side_scheme_is_found_and_revealed() -> None:
    match = start("order modular: Marshal")
    assert "Courthouse" in titles(match)
    assert "Old Flag" not in titles(match)


def test_of_each_stage_there_is_one_at_random() -> None:
    firsts, seconds = set(), set()
    for seed in range(12):
        match = start("order modular: Marshal", seed=str(seed))
        firsts |= {"Checkpoints", "Patrols"} & titles(match).keys()
        later = match.game.content("scheme deck", match.game.side)
        assert len(later) == 1
        seconds |= {match.game.obj(ident).card for ident in later}
    assert firsts == {"Checkpoints", "Patrols"}
    assert len(seconds) == 2


@pytest.mark.parametrize(("seats", "threat"), [(1, {}), (2, {"threat": 4})])
def test_a_stage_hinders_more_than_one_player(seats: int, threat: dict[str, int]) -> None:
    match = start("order modular: Marshal", seats)
    (main,) = (obj for obj in match.game.battlefield() if "main" in obj.words)
    for decision, _ in random_play(match, 0):  # what is placed may be interrupted
        if decision.rule == "Setup":
            break
    assert dict(main.counters) == threat


def test_without_a_leader_it_is_refused() -> None:
    with pytest.raises(Refusal, match="no leader is chosen"):
        start("order")


def test_a_leader_is_offered_with_its_set() -> None:
    scenario, _, modular = scenario_parts(GAME, tuple(PrintedCard(dict(table)) for table in tables().values()))
    (order,) = (option for option in scenario.options if option.text == "Order")
    assert order.usual["Modular set"] == ("Marshal",)
    assert {"Marshal", "Old Captain"} <= {option.text for option in modular.options}


@pytest.mark.parametrize("seed", range(3))
def test_a_match_is_played_to_its_end_and_again_from_its_record(seed: int) -> None:
    match = start(f"order {'expert ' if seed % 2 else ''}modular: Marshal", 1 + seed)
    inputs = [(decision.seat, commit.answer) for decision, commit in random_play(match, seed)]
    assert match.result is not None
    assert match.result.code in ("villain", "scheme", "defeated")
    assert replay(write_record(match.header, inputs)).hash == match.hash()
