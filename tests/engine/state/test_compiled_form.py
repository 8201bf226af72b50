"""A card that is written as its compiled form and read back is the same card; a form of other rules is refused."""

from __future__ import annotations

import orjson
import pytest

from engine import Refusal, list_games
from engine.cards.definitions import CardDef, card_names, define, load_cards, read_tables
from engine.cards.edition import EDITIONS
from engine.state.compiled_form import MOST_BYTES, MOST_DEEP, compiled_form, read_compiled

GLOW = {
    "name": "Patient Glow",
    "type": "Instant",
    "cost": "{1}{R}",
    "text": "Patient Glow deals 2 damage to any target.\nDraw a card.",
}


def facts(definition: CardDef) -> dict[str, object]:
    return {name: getattr(definition, name) for name in CardDef.__slots__}


@pytest.mark.parametrize("game", list_games())
def test_every_card_that_ships_reads_back_as_itself(game: str) -> None:
    for edition in EDITIONS:
        for name, table in read_tables(game, edition).items():
            definition = define(game, table)
            form = compiled_form(definition)
            assert facts(read_compiled(game, table, form)) == facts(definition), name
            assert len(form) < MOST_BYTES / 4, name
    assert load_cards(game).keys() == set(card_names(game))


def test_equal_cards_have_equal_forms() -> None:
    assert compiled_form(define("magic", GLOW)) == compiled_form(define("magic", dict(GLOW)))


def test_a_form_says_nothing_that_its_table_says() -> None:
    form = compiled_form(define("magic", GLOW)).decode()
    assert "Patient Glow" not in form
    assert "{1}{R}" not in form


def test_a_paragraph_that_is_left_out_is_shown_and_not_played() -> None:
    table = {**GLOW, "text": "Draw a card.\nGlimmer thrice.\nYou gain 2 life."}
    definition = define("magic", table, (2,))
    assert definition.text == table["text"]
    assert definition.left_out == (2,)
    assert definition.abilities == define("magic", {**GLOW, "text": "Draw a card.\nYou gain 2 life."}).abilities
    assert facts(read_compiled("magic", table, compiled_form(definition))) == facts(definition)


def refused(form: object) -> str:
    with pytest.raises(Refusal) as caught:
        read_compiled("magic", GLOW, form if isinstance(form, bytes) else orjson.dumps(form))
    return caught.value.code


def changed(**parts: object) -> dict[str, object]:
    return {**orjson.loads(compiled_form(define("magic", GLOW))), **parts}


def test_a_class_that_these_rules_do_not_know_is_refused() -> None:
    assert refused(changed(abilities=[{"$": "Foretold"}])) == "other_rules"


def test_a_field_that_these_rules_do_not_know_is_refused() -> None:
    assert refused(changed(abilities=[{"$": "Keyword", "name": "flying", "twice": True}])) == "other_rules"


def test_a_field_that_a_record_needs_is_not_made_up() -> None:
    assert refused(changed(abilities=[{"$": "Keyword"}])) == "other_rules"


def test_a_part_that_these_rules_do_not_know_is_refused() -> None:
    assert refused(changed(rooms=[])) == "other_rules"


def test_a_later_version_is_refused() -> None:
    assert refused(changed(v=2)) == "other_rules"


@pytest.mark.parametrize("form", [b"", b"[", b"[]", b"7", b"{}", b'{"v":1}', b"\xff"])
def test_bytes_that_are_no_form_are_refused(form: bytes) -> None:
    assert refused(form) == "other_rules"


@pytest.mark.parametrize("wrong", [7, "flying", [["flying"]], [7], None, [1.5]])
def test_parts_that_hold_something_else_are_refused(wrong: object) -> None:
    assert refused(changed(kinds=wrong)) == "other_rules"


def test_a_form_has_a_bound_for_its_bytes() -> None:
    assert refused(changed(words=["x" * MOST_BYTES])) == "other_rules"
    long = {**GLOW, "text": "\n".join(["Draw a card."] * 3)}
    definition = define("magic", long)
    definition.words = ("x" * MOST_BYTES,)
    with pytest.raises(ValueError, match="bytes"):
        compiled_form(definition)


def test_a_form_has_a_bound_for_its_depth() -> None:
    deep: object = []
    for _ in range(MOST_DEEP):
        deep = [deep]
    assert refused(changed(abilities=[deep])) == "other_rules"
    assert refused(b'{"v":1,"kinds":' + b"[" * 5000 + b"]" * 5000 + b"}") == "other_rules"
