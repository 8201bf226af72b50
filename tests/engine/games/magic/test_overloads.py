"""Cards with overload as sources print them (702.96): one face as printed, one with "each" for "target"."""

from __future__ import annotations

from engine.games.magic.sources.overloads import with_overloaded


def test_the_other_face_says_each_for_target() -> None:
    text = "Target creature gains haste. Tap target land.\nOverload {3}{R} (It may say target here.)"
    table = with_overloaded({"name": "Rush", "type": "Sorcery", "text": text})
    assert table["layout"] == "overload"
    assert table["text"] == text
    told = "Each creature gains haste. Tap each land.\nOverload {3}{R} (It may say target here.)"
    assert table["faces"] == [{"name": "Rush", "type": "Sorcery", "text": told}]


def test_a_card_without_overload_stays_as_it_is() -> None:
    table: dict[str, object] = {"name": "Rush", "type": "Sorcery", "text": "Tap target creature."}
    assert with_overloaded(table) is table
