"""Deck rules of Marvel Champions about cards that later packs brought: team-up, and side schemes of players."""

from __future__ import annotations

from typing import Final

from engine import LATEST, BroughtCard, check_deck, load_decks, pool_of

GAME: Final = "marvel-champions"
JUSTICE: Final = dict(load_decks(GAME)["spider_man_justice"].entries)


def faults_with(card: dict[str, object]) -> list[tuple[str, str]]:
    pool = pool_of(GAME, (BroughtCard(card).to_json(),), LATEST)
    faults = check_deck(pool, (*JUSTICE.items(), (str(card["name"]), 1)))
    return [(fault.card, fault.reason) for fault in faults]


def test_a_card_with_team_up_is_for_the_decks_of_those_it_names() -> None:
    event = {"name": "Two by Two", "type": "Event", "cost": 0, "colors": ["basic"]}
    action = "Action: Draw 1 card."
    assert not faults_with({**event, "text": f"Team-Up (Spider-Man and Daredevil).\n{action}"})
    assert not faults_with({**event, "text": f"Team-Up (Silk and Peter Parker).\n{action}"})
    faults = faults_with({**event, "text": f"Team-Up (Daredevil and Silk).\n{action}"})
    assert faults == [("Two by Two", "a card for Daredevil and Silk")]


def test_a_side_scheme_of_players_is_in_a_deck_and_no_other_is() -> None:
    scheme = {"name": "Errand", "cost": 0, "colors": ["basic"], "starting threat": 2}
    assert not faults_with({**scheme, "type": "Player Side Scheme"})
    assert faults_with({**scheme, "type": "Side Scheme"}) == [("Errand", "an encounter card")]
