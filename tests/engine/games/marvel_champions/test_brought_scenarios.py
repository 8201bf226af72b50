"""Scenarios of cards that are brought: what their main schemes list is what is played with."""

from __future__ import annotations

import json

import pytest

from engine import Header, Match, Refusal, Seed, load_decks, replay, sets_asked, write_record
from engine.match.header import side_deck
from tests.support.engine.brought_scenario import GAME, brought
from tests.support.engine.random_play import NAMES, random_play

DECKS = tuple(load_decks(GAME).values())


def start(scenario: str, seats: int = 2, cards: tuple[str, ...] | None = None) -> Match:
    decks = tuple(DECKS[seat % len(DECKS)].entries for seat in range(seats))
    cards = brought() if cards is None else cards
    return Match.create(Header(GAME, NAMES[:seats], decks, Seed("s"), scenario=scenario, cards=cards))


def in_play(match: Match) -> dict[str, int]:
    """The hit points of what is in play, by name."""
    return {obj.name: obj.toughness for obj in match.game.battlefield()}


def hidden(match: Match) -> list[str]:
    game = match.game
    return [game.prints[card].name for card in game.content("deck", game.side)]


def counters(match: Match, name: str) -> dict[str, int]:
    return dict(next(obj.counters for obj in match.game.battlefield() if obj.name == name))


def test_the_first_side_sets_up_and_is_turned_over() -> None:
    match = start("krane")
    assert in_play(match)["Krane, I"] == 18
    assert counters(match, "Empty the Docks, Main Scheme") == {"threat": 2}
    assert "Night Tide" in in_play(match)
    assert "Empty the Docks" not in in_play(match)
    later = match.game.content("scheme deck", match.game.side)
    assert [match.game.obj(ident).name for ident in later] == ["Out to Sea"]


def test_the_encounter_deck_has_the_sets_and_the_recommended_modular_set() -> None:
    names = hidden(start("Krane"))
    assert (names.count("Dock Hand"), names.count("Thick Fog"), names.count("Falling Crate")) == (3, 2, 0)
    assert {"Advance", "Assault"} <= set(names)


def test_another_modular_set_is_chosen_by_its_name_and_one_that_ships_may_be() -> None:
    names = hidden(start("krane modular: Loose Crates, Bomb Scare"))
    assert (names.count("Thick Fog"), names.count("Falling Crate")) == (0, 1)
    assert "Hydra Bomber" in names


def test_expert_begins_with_the_second_stage_and_more_cards() -> None:
    match = start("krane expert")
    assert in_play(match)["Krane, II"] == 22
    assert len(match.game.content("dealt", match.game.side)) == 2
    assert set(hidden(match)) >= {"Exhaustion", "Masterplan", "Under Fire"}
    assert "Masterplan" not in hidden(start("krane"))


def test_a_card_of_one_mode_is_not_there_in_the_other() -> None:
    schemes = {"Blockade", "Deep Blockade"}
    for scenario, one in (("krane", "Blockade"), ("krane expert", "Deep Blockade")):
        header = Header(GAME, NAMES[:1], (DECKS[0].entries,), Seed("s"), scenario=scenario, cards=brought())
        assert schemes & dict(side_deck(header)).keys() == {one}


@pytest.mark.parametrize("seed", range(4))
def test_a_match_is_played_to_its_end_and_again_from_its_record(seed: int) -> None:
    match = start("krane expert" if seed % 2 else "krane", 1 + seed)
    inputs = [(decision.seat, commit.answer) for decision, commit in random_play(match, seed)]
    assert match.result is not None
    assert match.result.code in ("villain", "scheme", "defeated")
    assert replay(write_record(match.header, inputs)).hash == match.hash()


@pytest.mark.parametrize(
    ("scenario", "without"),
    [
        ("krane", "Krane, I"),
        ("krane", "Empty the Docks"),
        ("krane modular: Nobody", ""),
        ("krane heroic", ""),
    ],
)
def test_a_scenario_of_which_something_is_missing_is_refused(scenario: str, without: str) -> None:
    with pytest.raises(Refusal, match="unknown_scenario"):
        start(scenario, cards=brought(without))


def test_of_each_stage_there_is_one() -> None:
    another = next(card for card in brought() if json.loads(card)["table"]["name"] == "Out to Sea")
    with pytest.raises(Refusal, match="several stages 2"):
        start("krane", cards=(*brought(), another.replace("Out to Sea", "Out to the Isles", 1)))


def test_a_line_asks_for_the_sets_that_it_names() -> None:
    assert sets_asked(GAME, "krane expert modular: Loose Crates, Harbour Fog") == (
        *("krane", "Krane", "Loose Crates", "Harbour Fog"),
    )
    assert sets_asked(GAME, "rhino") == ("rhino", "Rhino")
    assert sets_asked(GAME, "") == ()
    assert sets_asked("magic", "krane") == ()
