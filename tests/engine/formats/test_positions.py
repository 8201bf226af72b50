"""A match that was set up at a position is a match like any other: it is dumped, loaded and forked."""

from __future__ import annotations

import pytest

from engine import Match, Refusal
from engine.formats.position import build, read_position
from engine.formats.position_entries import BadPosition

SCROLL: dict[str, object] = {"name": "Scroll of Two Words", "type": "Artifact", "text": "{T}: Draw a card."}


def position() -> Match:
    seats: dict[str, dict[str, object]] = {
        "A": {"battlefield": ["Scroll of Two Words", "Forest", "Scroll of Two Words"], "hand": ["Shock"]},
        "B": {"graveyard": ["Forest"], "library": 3},
    }
    return build("magic", seats, [SCROLL], {})


def test_a_position_with_cards_of_its_own_outlives_its_dump() -> None:
    match = position()
    loaded = Match.load(match.dump())
    assert (loaded.hash(), loaded.dump()) == (match.hash(), match.dump())
    for other in (match, loaded):
        other.apply_text(0, other.decisions[0].w, 'activate "Scroll of Two Words#2"')
    assert (loaded.hash(), loaded.dump()) == (match.hash(), match.dump())


def test_a_pool_holds_units_of_mana_and_nothing_generic() -> None:
    with pytest.raises(BadPosition, match="is no pool"):
        build("magic", {"A": {"pool": "{1}"}, "B": {}}, [], {})


def test_a_card_that_is_neither_known_nor_defined_is_named() -> None:
    with pytest.raises(Refusal, match=r"unknown_card.*Colossal Typo"):
        build("magic", {"A": {"hand": ["Colossal Typo"]}, "B": {}}, [SCROLL], {})


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("A = 3", "each seat is a table"),
        ("[A]\nhand = [1]", "hand is a card, a list of cards, or their number"),
        ("[A]\nhand = true", "hand is a card, a list of cards, or their number"),
        ("[A]\nlibrary = -1", "library has"),
        ("[A]\ncounters = 3", "counters are a table"),
        ('[A]\nbattlefield = ["Forest (tap: x)"]', "needs a number"),
        ('[A]\nbattlefield = ["Forest (controlled by E)"]', "nobody sits at 'E'"),
        ('[A]\nbattlefield = ["Forest (attacking B)"]', "Forest cannot attack B"),
        ('[A]\nbattlefield = ["two 1/1 white Bird creature token"]', "unknown_card"),
        ('[A]\nlibrary = ["a 1/1 white Bird creature token"]', "no token can be in the library"),
        ('[A]\nbattlefield = ["Forest#1", "Forest#1"]', "2 are called Forest#1"),
        ('[A]\nhand = ["Forest (controlled by B)"]', "only what is in play is controlled by somebody else"),
        ("[A]\nhand = 2", "hand needs the names of its cards, not their number"),
        ("[A]\nbatlefield = []", "nothing a seat has; there are library, hand"),
        ('[setup]\nstep = "dawn"', "no step 'dawn'; there are untap, upkeep"),
        ("[setup]\nstage = 1", "setup has no stage"),
        ('[setup]\nactive = "C"', "nobody sits at 'C'"),
        ("[setup]\nbegins = 1", "begins is true or false"),
        ('[card]\nname = "One"', "a card is written under"),
        ("[setup]\nturn = 0", "turns are counted from 1"),
        ('[A]\nhand = ["Forest (tapped)"]', "only what is in play can be 'tapped'"),
        ('[A]\ngraveyard = ["Memnite (2 damage)"]', "only what is in play can be '2 damage'"),
        ('[A]\nlibrary = ["Forest (tapped)"]', "nothing can be said of a card in the library"),
        ('[A]\nbattlefield = ["Forest (charge: -2)"]', "no number of counters"),
    ],
)
def test_a_part_of_a_wrong_shape_is_told_by_its_name(text: str, told: str) -> None:
    with pytest.raises(BadPosition, match=told):
        read_position('game = "magic"\n' + text)


def test_a_game_without_mana_has_no_pools() -> None:
    with pytest.raises(BadPosition, match="has no pools"):
        read_position('game = "grand-archive"\n[A]\npool = "{G}"')


def test_a_token_is_described_as_texts_make_it_and_outlives_its_dump() -> None:
    flier = "a 1/1 white Bird creature token with flying"
    match = build("magic", {"A": {"battlefield": [f"{flier} (tapped)", flier]}, "B": {}}, [], {})
    birds = [obj for obj in match.game.battlefield() if obj.name == "Bird"]
    assert [(bird.token, bird.tapped, bird.power, "flying" in bird.keywords) for bird in birds] == [
        (True, True, 1, True),
        (True, False, 1, True),
    ]
    assert Match.load(match.dump()).hash() == match.hash()
