"""Deck rules of Marvel Champions about cards that later packs brought: team-up, and side schemes of players."""

from __future__ import annotations

from typing import Final

from engine import LATEST, BroughtCard, check_deck, load_decks, pool_of, read_deck_list

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


SCOUT: Final = {"name": "Captain Scout", "type": "Hero", "attack": 1, "hit points": 10, "other face": "Sam Scout"}
SAM: Final = {"name": "Sam Scout", "type": "Alter-Ego", "recover": 3, "hit points": 10, "other face": "Captain Scout"}
PLAIN: Final = "Hero Action: Deal 1 damage to an enemy."


def faults_of_scout(said: str, *others: dict[str, object]) -> list[str]:
    """The faults of a deck of justice with other cards, of an identity that says something about decks."""
    back = {**SAM, "text": said}
    fill = [
        {"name": f"Plan {n}", "type": "Event", "cost": 1, "colors": ["justice"], "text": PLAIN}
        for n in "ABCDEFGHIJKLMN"
    ]
    pool = pool_of(GAME, tuple(BroughtCard(card).to_json() for card in (SCOUT, back, *fill, *others)), LATEST)
    deck = (("Captain Scout", 1), *((str(card["name"]), 3) for card in (*fill, *others)))
    return [fault.reason for fault in check_deck(pool, deck)]


def test_an_identity_lets_a_deck_include_cards_of_a_kind_from_any_aspect() -> None:
    ally = {"name": "Kin", "type": "Ally - X-Men", "cost": 1, "attack": 1, "hit points": 2, "colors": ["leadership"]}
    event = {"name": "Rally", "type": "Event - Attack", "cost": 1, "colors": ["aggression"], "text": PLAIN}
    any_allies = "You may include X-MEN allies from any aspect in your deck."
    assert not faults_of_scout(any_allies, ally)
    assert faults_of_scout("", ally) == ["cards of justice and leadership; a deck has one aspect"]
    assert faults_of_scout(any_allies, event) == ["cards of aggression and justice; a deck has one aspect"]


def test_an_identity_lets_a_deck_include_so_many_cards_from_other_aspects() -> None:
    events = [
        {"name": f"Rally {n}", "type": "Event - Attack", "cost": 1, "colors": ["aggression"], "text": PLAIN}
        for n in "AB"
    ]
    six = "You may include up to 6 ATTACK and/or THWART events in your deck from aspects other than your chosen aspect."
    five = six.replace("6", "5")
    assert not faults_of_scout(six, *events)
    assert faults_of_scout(five, *events) == ["cards of aggression and justice; a deck has one aspect"]


def test_a_list_names_signature_cards_of_one_title_by_that_alone() -> None:
    own = {"type": "Event", "set": "Scout", "cost": 1, "title": "Onward!", "text": PLAIN}
    cards = [
        {**SCOUT, "set": "Scout"},
        {**SAM, "set": "Scout"},
        {**own, "name": "Onward!"},
        {**own, "name": "Onward!, Event", "quantity": 3},
        {**own, "name": "Onward!, 90002", "quantity": 2},
    ]
    pool = pool_of(GAME, tuple(BroughtCard(card).to_json() for card in cards), LATEST)

    def read(count: int) -> tuple[dict[str, int], list[str]]:
        found = read_deck_list(pool, f"1 Captain Scout\n1x Onward! (Scout)\n{count - 1}x Onward! (Scout)\n")
        faults = [fault.card for fault in found.faults if fault.card]
        return {name: number for name, number in found.deck if name.startswith("Onward!")}, faults

    assert read(6) == ({"Onward!": 1, "Onward!, Event": 3, "Onward!, 90002": 2}, [])
    assert read(5) == ({"Onward!": 5}, ["Onward!, Event", "Onward!, 90002", "Onward!"])
