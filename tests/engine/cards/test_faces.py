"""Cards with several faces: their tables, their definitions, their compiled form, and their numbers in a match."""

from __future__ import annotations

import pytest

from engine.cards.definitions import BadCard, Table, define
from engine.cards.register import Register
from engine.errors import Refusal
from engine.formats.print_back import PrintBack
from engine.formats.understanding import understand
from engine.games import rules_of
from engine.state.compiled_form import compiled_form, read_compiled
from engine.text.errors import TextError

WAKE: Table = {"name": "Wake", "cost": "{G}", "type": "Sorcery - Adventure", "text": "You gain 3 life."}
BEAR: Table = {
    "name": "Old Bear",
    "cost": "{2}{G}",
    "type": "Creature - Bear",
    "power": 3,
    "toughness": 3,
    "layout": "adventure",
    "faces": [WAKE],
}
MOTH: Table = {
    "name": "Grey Egg",
    "cost": "{1}{U}",
    "type": "Creature - Egg",
    "power": 0,
    "toughness": 2,
    "layout": "transform",
    "faces": [{"name": "Grey Moth", "type": "Creature - Insect", "text": "Flying", "power": 3, "toughness": 2}],
}


def without(table: Table, key: str) -> Table:
    return {name: value for name, value in table.items() if name != key}


def test_each_face_has_a_definition_of_its_own() -> None:
    card = define("magic", BEAR)
    (inset,) = card.faces
    assert (card.layout, card.mana_value, card.power) == ("adventure", 3, 3)
    assert (inset.name, inset.mana_value, inset.types, inset.layout) == ("Wake", 1, ("sorcery",), "adventure")
    assert inset.abilities


def test_the_back_of_a_card_that_transforms_has_the_mana_value_of_its_front() -> None:
    (back,) = define("magic", MOTH).faces
    assert (back.mana_value, back.cost, back.turns) == (2, None, True)


@pytest.mark.parametrize(
    ("table", "reason"),
    [
        (without(BEAR, "layout"), "faces have a layout"),
        ({**BEAR, "layout": "sideways"}, "faces have a layout"),
        (without(BEAR, "faces"), "faces have a layout"),
        ({**BEAR, "faces": []}, "1 faces are wanted"),
        ({**BEAR, "faces": [WAKE, WAKE]}, "1 faces are wanted"),
        ({**BEAR, "faces": "Wake"}, "faces is no list of faces"),
        ({**BEAR, "faces": [BEAR]}, "a face has no faces"),
        ({**BEAR, "faces": [{**WAKE, "weight": 3}]}, "have no 'weight'"),
        ({**BEAR, "faces": [without(WAKE, "type")]}, "type is no text"),
    ],
)
def test_faces_that_no_card_has_are_refused(table: Table, reason: str) -> None:
    with pytest.raises(BadCard, match=reason):
        define("magic", table)
    assert understand("magic", table).definition is None


def test_a_face_that_is_not_understood_makes_the_card_none() -> None:
    table = {**BEAR, "faces": [{**WAKE, "text": "You gain 3 life.\nGlimmer thrice."}]}
    with pytest.raises(TextError, match="Wake"):
        define("magic", table)
    found = understand("magic", table)
    assert (found.status, [fault.kind for fault in found.faults]) == ("none", ["text"])


def test_what_was_read_of_all_faces_goes_with_the_compiled_form() -> None:
    card = define("magic", BEAR)
    again = read_compiled("magic", BEAR, compiled_form(card))
    assert [face.abilities for face in again.faces] == [face.abilities for face in card.faces]
    assert (again.layout, again.faces[0].words) == (card.layout, card.faces[0].words)


def test_a_form_of_fewer_faces_than_the_table_has_is_refused() -> None:
    form = compiled_form(define("magic", without(without(BEAR, "faces"), "layout")))
    with pytest.raises(Refusal):
        read_compiled("magic", BEAR, form)


def test_all_copies_of_a_card_share_the_numbers_of_its_faces() -> None:
    register = Register(rules_of("magic", "current"), 2)
    bear, plain = define("magic", BEAR), define("magic", {"name": "Hill", "type": "Land"})
    numbers = [register.card(each) for each in (plain, bear, bear, plain)]
    register.number_faces()
    assert numbers == [0, 1, 2, 3]
    assert [printed.name for printed in register.prints] == ["Hill", "Old Bear", "Old Bear", "Hill", "Wake"]
    assert [printed.faces for printed in register.prints] == [(), (1, 4), (1, 4), (), (1, 4)]


@pytest.mark.parametrize(
    ("table", "reason"),
    [
        ({**BEAR, "faces": [{**WAKE, "type": "Sorcery"}]}, "not the subtype adventure"),
        ({**BEAR, "faces": [{**WAKE, "type": "Creature - Adventure"}]}, "no instant or sorcery"),
        ({**BEAR, "faces": [without(WAKE, "cost")]}, "no mana cost"),
        ({**BEAR, "faces": [{**WAKE, "type": "Spell - Adventure"}]}, "'spell' is no type"),
        ({**MOTH, "type": "Battle - Siege"}, "a battle"),
    ],
)
def test_a_face_that_its_layout_does_not_have_is_doubted(table: Table, reason: str) -> None:
    found = understand("magic", table)
    assert found.definition is None
    assert any(reason in fault.reason for fault in found.faults), [fault.reason for fault in found.faults]


HALF: Table = {"name": "Ember", "cost": "{R}", "type": "Instant", "text": "Ember deals 2 damage to any target."}
SPLIT: Table = {
    "name": "Ember // Frost",
    "cost": "{R}{U}",
    "type": "Instant",
    "layout": "split",
    "faces": [HALF, {"name": "Frost", "cost": "{U}", "type": "Instant", "text": "Tap target creature."}],
}


def test_a_split_card_has_the_costs_of_its_halves_and_nothing_that_works_elsewhere() -> None:
    assert understand("magic", SPLIT).definition is not None
    dear = understand("magic", {**SPLIT, "cost": "{R}"})
    assert [fault.kind for fault in dear.faults] == ["faces"]
    used = {**HALF, "text": "Ember deals 2 damage to any target.\nCycling {1}"}
    elsewhere = understand("magic", {**SPLIT, "faces": [used, SPLIT["faces"][1]]})  # type: ignore[index]  # a list
    assert "elsewhere than on the stack" in elsewhere.faults[0].reason


def test_the_texts_of_all_faces_are_printed_back() -> None:
    printing = PrintBack("magic")
    assert printing.differences(BEAR) == []
    (found,) = printing.differences({**BEAR, "faces": [{**WAKE, "text": "Glimmer thrice."}]})
    assert found.card == "Wake"
