"""Cards with bestow as sources print them (702.103): a creature, and the Aura that it is for its bestow cost."""

from __future__ import annotations

import pytest

from engine.cards.definitions import define
from engine.cards.faces import face_tables
from engine.games.magic.face_doubts import doubts_of_faces
from engine.games.magic.sources.aura_faces import with_bestowed

TEXT = "Bestow {3}{W}\nEnchanted creature gets +1/+1."
TABLE: dict[str, object] = {
    "name": "Shade",
    "type": "Legendary Enchantment Creature - Spirit",
    "cost": "{W}",
    "power": 1,
    "toughness": 1,
    "text": TEXT,
}


def test_the_face_is_an_aura_without_a_size() -> None:
    table = with_bestowed(TABLE)
    assert table["layout"] == "bestow"
    assert face_tables(table) == (
        {
            "name": "Shade",
            "type": "Legendary Enchantment - Aura",
            "cost": "{W}",
            "text": f"Enchant creature\n{TEXT}",
        },
    )
    assert doubts_of_faces(define("magic", table)) == []


@pytest.mark.parametrize("text", ["Flying", "Whenever you cast a spell with bestow, draw a card."])
def test_other_cards_stay_as_they_are(text: str) -> None:
    table = {**TABLE, "text": text}
    assert with_bestowed(table) is table


def test_a_cost_that_is_no_mana_stands_behind_a_dash() -> None:
    assert "faces" in with_bestowed({**TABLE, "text": "Bestow—{R}, Collect evidence 6."})


def test_without_its_face_it_is_not_accepted() -> None:
    assert doubts_of_faces(define("magic", TABLE)) == [
        "a card with bestow has the layout of that, and the face of an Aura (702.103b)"
    ]
