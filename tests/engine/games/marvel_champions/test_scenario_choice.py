"""Scenarios, difficulties and modular sets to choose from; each line that is put together of them is played."""

from __future__ import annotations

from itertools import product

import pytest

from engine import Header, Match, PrintedCard, Seed, load_decks, scenario_parts
from engine.cards.scenario_parts import LineOption, Understood
from tests.support.engine.brought_scenario import GAME, brought, tables
from tests.support.engine.random_play import NAMES

IMPORTED = tuple(PrintedCard(dict(table)) for table in tables().values())
HERO_SET = [
    PrintedCard({"name": "Gale", "type": "Unique Hero", "set": "Gale"}),
    PrintedCard({"name": "Old Debts", "type": "Obligation", "set": "Gale"}),
    PrintedCard({"name": "Rival", "type": "Minion", "set": "Gale Nemesis"}),
    PrintedCard({"name": "Harder", "type": "Treachery", "set": "Standard II"}),
]


def texts(place: int, imported: tuple[PrintedCard, ...] = IMPORTED) -> dict[str, LineOption]:
    return {option.text: option for option in scenario_parts(GAME, imported)[place].options}


def with_fog(understood: Understood) -> tuple[PrintedCard, ...]:
    """The imported cards; of one of them so much is understood."""
    fog = [card._replace(understood=understood) for card in IMPORTED if card.table["name"] == "Thick Fog"]
    return (*(card for card in IMPORTED if card.table["name"] != "Thick Fog"), *fog)


def test_what_ships_can_be_chosen_without_a_library() -> None:
    scenario, difficulty, modular = scenario_parts(GAME)
    assert [(option.text, option.usual) for option in scenario.options] == [("rhino", {"Modular set": ("Bomb Scare",)})]
    assert [option.title for option in difficulty.options] == ["Standard", "Expert"]
    assert [option.text for option in modular.options] == ["Bomb Scare"]


def test_an_imported_scenario_stands_behind_those_that_ship_with_its_recommended_sets() -> None:
    assert {text: option.usual["Modular set"] for text, option in texts(0).items()} == {
        "rhino": ("Bomb Scare",),
        "Krane": ("Harbour Fog",),
    }
    assert [*texts(2)] == ["Bomb Scare", "Harbour Fog", "Loose Crates"]


def test_sets_of_heroes_and_of_the_difficulty_are_no_modular_ones() -> None:
    assert [*texts(2, tuple(HERO_SET))] == ["Bomb Scare"]


def test_cards_that_are_not_understood_are_counted_where_they_would_be_brought() -> None:
    imported = with_fog("none")
    assert (texts(0, imported)["Krane"].unread, texts(2, imported)["Harbour Fog"].unread) == (1, 1)
    assert [*texts(2, imported)] == ["Bomb Scare", "Loose Crates", "Harbour Fog"]
    assert (texts(0, imported)["rhino"].unread, texts(2, imported)["Loose Crates"].unread) == (0, 0)


def test_cards_that_are_understood_in_part_are_counted_apart() -> None:
    imported = with_fog("part")
    for option in (texts(0, imported)["Krane"], texts(2, imported)["Harbour Fog"]):
        assert (option.unread, option.partial) == (0, 1)
    assert [*texts(2, imported)] == ["Bomb Scare", "Loose Crates", "Harbour Fog"]


def test_a_set_that_a_scenario_lists_and_nobody_imported_is_missed() -> None:
    imported = tuple(card for card in IMPORTED if card.table["set"] != "Harbour Fog")
    assert texts(0, imported)["Krane"].unread == 1


def test_a_game_without_a_scenario_has_nothing_to_choose() -> None:
    assert scenario_parts("magic") == ()


@pytest.mark.parametrize(("scenario", "difficulty", "modular"), [*product(texts(0), texts(1), texts(2))])
def test_every_line_of_these_parts_is_played(scenario: str, difficulty: str, modular: str) -> None:
    before = scenario_parts(GAME, IMPORTED)[2].before
    line = " ".join(word for word in (scenario, difficulty, before + modular) if word)
    deck = next(iter(load_decks(GAME).values())).entries
    header = Header(GAME, NAMES[:1], (deck,), Seed("s"), scenario=line, cards=brought())
    game = Match.create(header).game
    names = {game.prints[card].name for card in game.content("deck", game.side)}
    expected = {"Bomb Scare": "Hydra Bomber", "Harbour Fog": "Thick Fog", "Loose Crates": "Falling Crate"}
    assert [each for each in expected if expected[each] in names] == [modular]
