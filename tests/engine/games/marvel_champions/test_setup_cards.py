"""Cards that begin the game in play, and cards that lie aside before it begins (Setup, Permanent)."""

from __future__ import annotations

from typing import Final

import pytest

from engine import LATEST, BroughtCard, Header, Match, Seed, check_deck, load_decks, pool_of, replay, write_record
from tests.support.engine.random_play import NAMES, random_play

GAME: Final = "marvel-champions"
JUSTICE: Final = dict(load_decks(GAME)["spider_man_justice"].entries)
LAMP: Final[dict[str, object]] = {
    "name": "Old Lamp",
    "type": "Upgrade",
    "cost": 1,
    "colors": ["basic"],
    "text": "Setup.",
}
ANVIL: Final[dict[str, object]] = {
    "name": "Old Anvil",
    "type": "Upgrade",
    "cost": 1,
    "colors": ["basic"],
    "text": "Permanent.",
}
MIST: Final[dict[str, object]] = {"name": "Mist", "type": "Environment", "set": "Weather", "text": "Permanent. Setup."}
CHAIN: Final[dict[str, object]] = {
    "name": "Chain",
    "type": "Attachment",
    "set": "Weather",
    "text": "Setup. Attach to the villain.\nPermanent.\nAttached villain gains retaliate 1.",
}
BANNER: Final[dict[str, object]] = {
    "name": "Banner",
    "type": "Side Scheme",
    "set": "Weather",
    "starting threat": 2,
    "text": "Setup.\nWhen Revealed: Place 3 threat on this scheme.",
}
YOKE: Final[dict[str, object]] = {
    "name": "Yoke",
    "type": "Attachment",
    "set": "Weather",
    "text": "Setup. Attach to a hero.",
}
RIVAL: Final[dict[str, object]] = {
    "name": "Old Rival",
    "type": "Ally",
    "cost": 2,
    "attack": 2,
    "thwart": 1,
    "hit points": 3,
    "consequential attack": 1,
    "consequential thwart": 1,
    "colors": ["basic"],
    "text": "Linked (Rival minion).",
}
ENRAGED: Final[dict[str, object]] = {
    "name": "Rival Enraged",
    "title": "Rival",
    "type": "Minion",
    "set": "Weather",
    "attack": 1,
    "scheme": 1,
    "hit points": 1,
    "text": "When Defeated: The player who defeated this minion puts the set-aside Old Rival ally into play "
    "under their control.",
}


def start(*cards: dict[str, object], seats: int = 1, scenario: str = "", seed: str = "s") -> Match:
    """A match with these player cards in each deck; encounter cards are in the set that the scenario names."""
    brought = tuple(BroughtCard(card).to_json() for card in cards)
    own = [str(card["name"]) for card in cards if "set" not in card and card is not RIVAL]
    decks = tuple((*JUSTICE.items(), *((name, 1) for name in own)) for _ in range(seats))
    return Match.create(Header(GAME, NAMES[:seats], decks, Seed(seed), scenario=scenario, cards=brought))


def in_play(match: Match) -> list[str]:
    return sorted(obj.name for obj in match.game.battlefield())


def everywhere(match: Match, seat: int) -> list[str]:
    """The names of the cards in a player's deck and hand."""
    game = match.game
    deck = [game.prints[card].name for card in game.content("deck", seat)]
    return deck + [game.obj(ident).name for ident in game.content("hand", seat)]


def test_a_card_with_setup_begins_in_play_under_its_owners_control() -> None:
    match = start(LAMP, seats=2)
    lamps = [obj for obj in match.game.battlefield() if obj.name == "Old Lamp"]
    assert [obj.controller for obj in lamps] == [obj.owner for obj in lamps]
    assert sorted(obj.owner for obj in lamps) == [0, 1]
    for seat in range(2):
        assert "Old Lamp" not in everywhere(match, seat)


def test_a_card_that_cannot_leave_play_is_in_no_deck_and_lies_aside() -> None:
    match = start(ANVIL)
    assert "Old Anvil" not in in_play(match) + everywhere(match, 0)
    assert [match.game.obj(ident).name for ident in match.game.content("set aside", 0)] == ["Old Anvil"]


def test_it_is_not_counted_among_the_cards_of_a_deck() -> None:
    pool = pool_of(GAME, (BroughtCard(ANVIL).to_json(), BroughtCard(LAMP).to_json()), LATEST)
    fillers = [("Energy", 1), ("Genius", 1), ("Strength", 1), ("Haymaker", 3), ("First Aid", 3)]
    full: dict[str, int] = {**JUSTICE}
    for name, count in fillers:
        room = 50 - sum(full.values()) + 1
        full[name] = min(count, full.get(name, 0) + max(0, room))
    size = sum(full.values()) - 1
    over = [fault.reason for fault in check_deck(pool, (*full.items(), (str(LAMP["name"]), 51 - size)))]
    assert any("51 cards" in reason for reason in over)
    fine = [fault.reason for fault in check_deck(pool, (*full.items(), (str(ANVIL["name"]), 51 - size)))]
    assert not any("cards; a deck has" in reason for reason in fine)


def test_encounter_cards_with_setup_begin_in_play_attached_and_revealed() -> None:
    match = start(MIST, CHAIN, BANNER, scenario="rhino modular: Weather")
    game = match.game
    assert {"Mist", "Chain", "Banner"} <= set(in_play(match))
    villain = next(obj for obj in game.battlefield() if "villain" in obj.words)
    chain = next(obj for obj in game.battlefield() if obj.name == "Chain")
    assert chain.attached == villain.id
    assert "retaliate" in villain.keywords
    banner = next(obj for obj in game.battlefield() if obj.name == "Banner")
    assert dict(banner.counters) == {"threat": 5}
    assert match.decisions[0].prompt.startswith("mulligan")


def test_what_has_nothing_to_be_attached_to_stays_aside() -> None:
    match = start(YOKE, scenario="rhino modular: Weather")
    assert "Yoke" not in in_play(match)


def test_a_linked_card_lies_aside_where_the_card_is_that_it_names() -> None:
    match = start(RIVAL, ENRAGED, scenario="rhino modular: Weather")
    game = match.game
    assert [game.obj(ident).name for ident in game.content("set aside", game.side)].count("Old Rival") == 1
    others = start(RIVAL, MIST, scenario="rhino modular: Weather").game
    assert "Old Rival" not in [others.obj(ident).name for ident in others.content("set aside", others.side)]


def test_a_linked_card_is_in_no_deck() -> None:
    pool = pool_of(GAME, (BroughtCard(RIVAL).to_json(),), LATEST)
    faults = check_deck(pool, (*JUSTICE.items(), ("Old Rival", 1)))
    assert [(fault.card, fault.reason) for fault in faults] == [("Old Rival", "it is in no deck")]


@pytest.mark.parametrize("seed", range(3))
def test_matches_with_such_cards_are_played_to_their_end_and_again(seed: int) -> None:
    match = start(LAMP, ANVIL, MIST, CHAIN, BANNER, seats=1 + seed, scenario="rhino modular: Weather", seed=str(seed))
    inputs = [(decision.seat, commit.answer) for decision, commit in random_play(match, seed)]
    assert match.result is not None
    assert "Mist" in in_play(match)
    assert replay(write_record(match.header, inputs)).hash == match.hash()
