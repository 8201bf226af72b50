"""Published files read card by card: every form by its keys, both faces kept, and never the whole file in memory."""

from __future__ import annotations

import gzip
import io
from typing import Any

import orjson
import pytest

from engine import BadSource, Mentions, SourceCard, SourceMemory, read_records
from engine.formats.published_bytes import MOST_DEEP, MOST_OF_A_RECORD

BOLT: dict[str, Any] = {
    "object": "card",
    "oracle_id": "1",
    "name": "Small Bolt",
    "layout": "normal",
    "mana_cost": "{R}",
    "type_line": "Instant",
    "oracle_text": "Small Bolt deals 1 damage to any target.",
    "legalities": {"vintage": "restricted", "standard": "not_legal"},
    "set": "abc",
    "collector_number": "12a",
    "released_at": "2031-02-03",
}
FACE = {"object": "card_face", "mana_cost": "", "type_line": "Creature — Bird", "oracle_text": "", "power": "*"}
HOUND: dict[str, Any] = {"slug": "ash-hound", "name": "Ash Hound", "types": ["ALLY"], "cost_reserve": 1}
HERO: dict[str, Any] = {
    "code": "90001a",
    "pack_code": "made",
    "position": 1,
    "name": "Pole Star",
    "type_code": "hero",
    "faction_code": "hero",
    "set_code": "pole_star",
    "attack": 1,
}


def read(value: object, memory: SourceMemory | None = None) -> list[SourceCard]:
    """The cards of a file of one JSON value."""
    return list(read_records("f", io.BytesIO(orjson.dumps(value)), memory))


def one(value: object) -> SourceCard:
    """The only card of a file of one JSON value."""
    (card,) = read(value)
    return card


def decline(card: SourceCard) -> tuple[str, str]:
    """The kind and the words for which a card is declined."""
    assert card.decline is not None
    return card.decline.kind, card.decline.reason


class Endless(io.RawIOBase):
    """An array of cards that does not end, and counts how much of it was read."""

    def __init__(self, start: bytes, part: bytes) -> None:
        super().__init__()
        self.next = start
        self.part = part
        self.size = 0

    def read(self, size: int = -1, /) -> bytes:
        """As many whole parts as fit."""
        data, self.next = self.next + self.part * (size // len(self.part)), b""
        self.size += len(data)
        return data


@pytest.mark.parametrize(
    ("start", "part"),
    [
        (b"[", orjson.dumps(BOLT) + b","),
        (b"", orjson.dumps(BOLT) + b"\n"),
        (b'{"meta": {}, "data": {', b'"Small Bolt": [{"name": "Small Bolt", "layout": "normal", "type": "Instant"}],'),
        (b'{"page": 1, "data": [', orjson.dumps(HOUND) + b","),
    ],
    ids=["array", "lines", "entries", "page"],
)
def test_a_file_is_read_no_further_than_its_cards_are_asked_for(start: bytes, part: bytes) -> None:
    stream = Endless(start, part)
    cards = read_records("f", stream)
    for _ in range(20_000):
        next(cards)
    assert stream.size < 4_000_000 + 20_000 * len(part)


def test_a_record_without_an_end_is_refused() -> None:
    with pytest.raises(BadSource, match=f"more than {MOST_OF_A_RECORD} bytes without a record"):
        list(read_records("f", Endless(b'[{"object": "card", "all_parts": [', b'"xxxxx", ' * 500)))


@pytest.mark.parametrize("parts", [1, 3])
def test_packed_lines_may_stand_in_several_parts(parts: int) -> None:
    lines = b"".join(orjson.dumps({**BOLT, "oracle_id": str(number)}) + b"\n" for number in range(9))
    data = b"".join(gzip.compress(lines[at::parts] if parts == 1 else lines) for at in range(parts))
    cards = list(read_records("f", io.BytesIO(data)))
    assert len(cards) == 9 * parts
    assert sum(card.decline is None for card in cards) == 9


def test_a_card_knows_its_source_its_prints_and_where_it_is_legal() -> None:
    card = one([BOLT])
    assert (card.game, card.form, card.key, card.place) == ("magic", "Scryfall", "1", "f: card 1")
    assert card.printings == (("abc", "12a", 2031),)
    assert card.legalities == {"vintage": "restricted", "standard": "not_legal"}
    assert card.faces[0]["text"] == BOLT["oracle_text"]


def test_a_print_more_has_the_key_of_its_card() -> None:
    first, second = read([BOLT, {**BOLT, "set": "xyz", "collector_number": "1", "released_at": "2032-01-01"}])
    assert (first.key, second.key, decline(second)) == ("1", "1", ("again", "printed before"))
    assert second.printings == (("xyz", "1", 2032),)


def test_memory_goes_from_one_file_to_the_next() -> None:
    memory = SourceMemory()
    assert read([BOLT], memory)[0].decline is None
    assert decline(read([BOLT], memory)[0])[0] == "again"


@pytest.mark.parametrize(
    ("layout", "faces", "called"),
    [
        ("split", [{}, {"oracle_text": "Aftermath (Cast it from your graveyard.)\nDraw a card."}], "aftermath"),
        ("flip", [{}, {}], "flip"),
        ("adventure", [{}, {}, {}], "adventure"),
    ],
)
def test_a_card_with_several_faces_is_kept_whole_and_declined_by_its_layout(
    layout: str, faces: list[dict[str, str]], called: str
) -> None:
    told = [{**FACE, "name": f"Face {number}", **face} for number, face in enumerate(faces)]
    card = one([{"object": "card", "oracle_id": "2", "name": "Face 0 // Face 1", "layout": layout, "card_faces": told}])
    assert decline(card) == ("faces", f"the layout {called}")
    assert [(face["name"], face["layout"], face["power"]) for face in card.faces] == [
        (f"Face {number}", called, "*") for number in range(len(faces))
    ]
    assert card.key == "2"


@pytest.mark.parametrize(
    ("layout", "second", "called"),
    [
        ("transform", {"mana_cost": ""}, "transform"),
        ("modal_dfc", {"mana_cost": "{G}"}, "modal"),
        ("adventure", {"type_line": "Sorcery — Adventure"}, "adventure"),
        ("adventure", {"type_line": "Instant — Omen"}, "omen"),
        ("prepare", {"type_line": "Sorcery"}, "prepared"),
        ("with parts", {"type_line": "Sorcery"}, "prepared"),
    ],
)
def test_a_card_with_two_faces_has_the_name_of_its_own_and_the_table_of_the_other(
    layout: str, second: dict[str, str], called: str
) -> None:
    front = {**BOLT, "name": "Own", "type_line": "Artifact"}
    told = [front, {**BOLT, "name": "Other", **second}]
    card = one([{"object": "card", "oracle_id": "2", "name": "Own // Other", "layout": layout, "card_faces": told}])
    assert (card.decline, card.name, card.table["layout"]) == (None, "Own", called)
    assert (card.table["name"], card.table["type"], "faces" in card.table) == ("Own", "Artifact", True)
    other: dict[str, str] = card.table["faces"][0]  # type: ignore[index]  # a list of one
    assert (other["name"], other.get("cost", "")) == ("Other", second.get("mana_cost", BOLT["mana_cost"]))


def test_a_room_is_both_its_halves_too() -> None:
    half = {**BOLT, "type_line": "Enchantment — Room"}
    told = [{**half, "name": "Own"}, {**half, "name": "Other"}]
    card = one([{"object": "card", "oracle_id": "2", "name": "Own // Other", "layout": "split", "card_faces": told}])
    assert (card.table["name"], card.table["type"]) == ("Own // Other", "Enchantment - Room")
    assert (card.table["layout"], "text" in card.table) == ("room", False)


def test_a_split_card_has_both_names_and_costs_and_its_halves_as_faces() -> None:
    told = [{**BOLT, "name": "Own", "mana_cost": "{R}"}, {**BOLT, "name": "Other", "mana_cost": "{1}{U}"}]
    told[1]["type_line"] = "Sorcery"
    card = one([{"object": "card", "oracle_id": "2", "name": "Own // Other", "layout": "split", "card_faces": told}])
    table = card.table
    assert (table["name"], table["cost"], table["type"]) == ("Own // Other", "{R}{1}{U}", "Instant Sorcery")
    assert ([face["name"] for face in table["faces"]], "text" in table) == (["Own", "Other"], False)  # type: ignore[attr-defined]  # a list


def test_a_leveler_says_its_levels_before_the_size_and_each_ability_of_a_striation() -> None:
    """711.2: what stands below a level symbol belongs to it, up to the next one."""
    squire = {**BOLT, "type_line": "Creature \u2014 Human Knight", "power": "1", "toughness": "2"}
    text = "Reach\nLevel up {1}\nLEVEL 1-3\n3/3\nFlying\n{T}: You gain 1 life.\nLEVEL 4+\n5/5"
    table = one({**squire, "oracle_text": text}).table
    levels = ["LEVEL 1-3 | 3/3", "LEVEL 1-3 | Flying", "LEVEL 1-3 | {T}: You gain 1 life.", "LEVEL 4+ | 5/5"]
    assert table["text"] == "\n".join(["Reach", "Level up {1}", *levels])
    assert (table["power"], table["toughness"]) == (1, 2)


@pytest.mark.parametrize(
    ("reminder", "size_at"),
    [("", "20+"), (" (Station only as a sorcery. It's an artifact creature at 10+.)", "10+")],
)
def test_a_station_says_its_symbol_before_each_ability_and_the_size_behind_one(reminder: str, size_at: str) -> None:
    """721.2b: the size belongs to a symbol; the card has none of its own (721.2c)."""
    ship = {**BOLT, "type_line": "Artifact \u2014 Spacecraft", "power": "6", "toughness": "7"}
    station = f"Station{reminder}"
    told = one({**ship, "oracle_text": f"{station}\n10+ | Flying\nSmall Bolt has reach.\n20+ | Vigilance"}).table
    behind = ["10+ | Flying", "10+ | Small Bolt has reach.", "20+ | Vigilance"]
    size = f"{size_at} | This is a 6/7 creature in addition to its other types."
    assert told["text"] == "\n".join([station, *behind, size])
    assert "power" not in told
    assert "toughness" not in told


def test_a_card_that_melds_is_declined_by_its_layout() -> None:
    assert decline(one([{**BOLT, "layout": "meld"}])) == ("faces", "the layout meld")


ATOMIC = {
    "name": "Small Bolt",
    "layout": "normal",
    "manaCost": "{R}",
    "type": "Instant",
    "text": "Draw a card.",
    "printings": ["ABC", "XYZ"],
    "legalities": {"vintage": "Restricted"},
    "identifiers": {"scryfallOracleId": "1"},
}


def test_atomic_cards_have_the_keys_of_the_other_form() -> None:
    card = one({"meta": {"date": "2031-01-01"}, "data": {"Small Bolt": [ATOMIC]}})
    assert (card.form, card.key, card.decline) == ("MTGJSON", "1", None)
    assert card.printings == (("ABC", "", 0), ("XYZ", "", 0))
    assert card.legalities == {"vintage": "restricted"}


def test_atomic_faces_are_kept_whole() -> None:
    faces = [
        {**ATOMIC, "layout": "adventure", "name": "A // B", "faceName": each, "side": each.lower()} for each in "AB"
    ]
    card = one({"meta": {}, "data": {"A // B": faces}})
    assert (card.decline, card.name) == (None, "A")
    assert [face["name"] for face in card.faces] == ["A", "B"]
    lone = one({"meta": {}, "data": {"A // B": faces[:1]}})
    assert decline(lone) == ("faces", "the layout adventure")


def printed(name: str, number: str, **changes: object) -> dict[str, object]:
    """A card of a set as MTGJSON has it."""
    face = {key: value for key, value in ATOMIC.items() if key not in ("printings", "identifiers")}
    keys = {"uuid": f"u{number}{changes.get('side')}", "identifiers": {"scryfallOracleId": name}}
    return {**face, **keys, "name": name, "number": number, "setCode": "ABC", "language": "English", **changes}


SET = {
    "baseSetSize": 2,
    "cards": [
        printed("One", "1"),
        printed("A // B", "2", side="b", faceName="B", layout="transform"),
        printed("One", "1z"),
        printed("A // B", "2", side="a", faceName="A", layout="transform"),
    ],
    "code": "ABC",
    "releaseDate": "2031-05-06",
    "tokens": [{"name": "Bird", "type": "Token Creature — Bird"}],
}


@pytest.mark.parametrize("data", [SET, {"ABC": SET}], ids=["a set", "all sets"])
def test_the_cards_of_a_set_are_read_with_its_prints(data: dict[str, Any]) -> None:
    first, both, again = read({"meta": {}, "data": data})
    assert (first.name, first.decline, first.printings) == ("One", None, (("ABC", "1", 2031),))
    assert (both.decline, both.name, both.table["layout"]) == (None, "A", "transform")
    assert [face["name"] for face in both.faces] == ["A", "B"]
    assert (again.key, decline(again)[0], again.printings) == ("One", "again", (("ABC", "1z", 2031),))


def test_pages_may_stand_in_an_array_a_line_each_or_without_one() -> None:
    page = {"data": [HOUND, {**HOUND, "slug": "b", "name": "B"}], "page": 1, "has_more": False}
    for data in (page, [page, page], [HOUND], HOUND):
        assert read(data)[0].table["reserve"] == 1
    lines = orjson.dumps(page) + b"\n" + orjson.dumps(page)
    assert len(list(read_records("f", io.BytesIO(lines)))) == 4
    assert read({"data": [], "page": 9, "has_more": False}) == []


def edition(effect: str | None, language: str = "EN", date: str = "", number: str = "1") -> dict[str, Any]:
    """An edition of a card of Grand Archive."""
    told = {"name": "Made", "prefix": "MDE", "language": language, **({"release_date": date} if date else {})}
    return {"effect": effect, "collector_number": number, "set": told}


@pytest.mark.parametrize(
    ("editions", "text"),
    [
        ([], "Draw a card."),
        ([edition(None)], "Draw a card."),
        ([edition("**Draw** two cards.")], "Draw two cards."),
        ([edition("Zieh.", "DE")], "Draw a card."),
        ([edition(None, date="2031-01-01"), edition("Draw two cards.", date="2030-01-01")], "Draw a card."),
        ([edition("Draw 9.", date="2030-01-01"), edition("Draw two cards.", date="2031-01-01")], "Draw two cards."),
    ],
)
def test_an_edition_may_have_a_text_of_its_own(editions: list[dict[str, Any]], text: str) -> None:
    assert one([{**HOUND, "effect_raw": "Draw a card.", "editions": editions}]).table["text"] == text


@pytest.mark.parametrize(
    ("told", "text"),
    [
        (
            {"effect": "[Class Bonus] **On Enter:** CARDNAME gets +1 [POWER]."},
            "[Class Bonus] On Enter: Ash Hound gets +1 POWER.",
        ),
        ({"effect": "(2), [REST]: Draw a card. *(Now.)*"}, "(2), REST: Draw a card. (Now.)"),
        ({"effect_raw": "[REST]: Draw a card.", "effect": "no"}, "REST: Draw a card."),
        ({"effect_raw": "Hound gets + 1 POWER.", "effect": "no"}, "Hound gets +1 POWER."),
        ({"effect_raw": "Hound gets +2\ufff0 POWER.", "effect": "no"}, "Hound gets +2 POWER."),
        (
            {"effect_html": "<p><b>On Death:</b> Draw a card.<br/>It&#39;s gone.</p>"},
            "On Death: Draw a card.\nIt's gone.",
        ),
    ],
)
def test_a_text_of_grand_archive_has_several_forms(told: dict[str, str], text: str) -> None:
    assert one([{**HOUND, **told}]).table["text"] == text


def test_limits_of_formats_and_prints_are_told() -> None:
    card = one(
        [{**HOUND, "legality": {"STANDARD": {"limit": 0}, "PANTHEON": {"limit": 1}}, "editions": [edition(None)]}]
    )
    assert card.legalities == {"standard": "banned", "pantheon": "restricted"}
    assert card.printings == (("MDE", "1", 0),)


def test_a_card_of_two_orientations_is_declined_with_both() -> None:
    back = {**HOUND, "slug": "c", "name": "Ash Wolf"}
    card = one([{**HOUND, "editions": [{**edition(None), "other_orientations": [back]}]}])
    assert decline(card) == ("faces", "the layout transform")
    assert [face["name"] for face in card.faces] == ["Ash Hound", "Ash Wolf"]


def test_both_faces_of_an_identity_are_linked() -> None:
    back = {**HERO, "code": "90001b", "name": "Ada Pole", "type_code": "alter_ego", "hidden": True, "flavor": "Hm."}
    first, second = read([{**HERO, "back_link": "90001b"}, back])
    assert (first.face, second.face) == (0, 1)
    assert first.faces == second.faces
    assert [face["name"] for face in first.faces] == ["Pole Star", "Ada Pole"]
    assert first.faces[1]["flavor"] == "Hm."
    assert (first.table["other face"], second.table["other face"]) == ("Ada Pole", "Pole Star")


def test_the_site_has_other_names_for_some_fields_and_the_back_inside_of_the_front() -> None:
    back = {"card_code": "90001b", "real_name": "Ada Pole", "type_code": "alter_ego", "faction_code": "hero"}
    front = {key: value for key, value in HERO.items() if key not in ("code", "name", "set_code")}
    told = {"card_code": "90001a", "real_name": "Pole Star", "name": "Polstern", "real_text": "", "linked_card": back}
    sets = {"card_set_code": "pole_star", "card_set_name": "The Pole Star", "linked_to_code": "90001b"}
    first, second = read([{**front, **told, **sets}])
    assert (first.key, first.name, first.table["set"]) == ("90001a", "Pole Star", "The Pole Star")
    assert (first.table["other face"], second.name) == ("Ada Pole", "Ada Pole")


@pytest.mark.parametrize("key", ["duplicate_of", "duplicate_of_code"])
def test_a_duplicate_is_a_print_of_the_card_it_names(key: str) -> None:
    ally = {**HERO, "type_code": "ally", "faction_code": "basic"}
    _, again = read([ally, {"code": "91005", "pack_code": "more", "position": 5, "quantity": 1, key: "90001a"}])
    assert (again.key, decline(again)[0], again.printings) == ("90001a", "again", (("more", "5", 0),))


def test_a_card_with_its_back_in_one_record_is_declined() -> None:
    card = one(
        [{**HERO, "type_code": "environment", "faction_code": "encounter", "back_text": "Go.", "back_name": "B"}]
    )
    assert decline(card) == ("faces", "the layout transform")
    assert [face["name"] for face in card.faces] == ["Pole Star", "B"]


@pytest.mark.parametrize(("text", "attack"), [("[star] Night Guard's ATK is equal to its SCH.", 0), ("Guard.", None)])
def test_a_star_without_a_number_is_said_by_the_text(text: str, attack: int | None) -> None:
    minion = {**HERO, "name": "Night Guard", "type_code": "minion", "faction_code": "encounter", "attack": None}
    card = one([{**minion, "attack_star": True, "text": text}])
    assert card.table.get("attack") == attack
    assert (card.decline is None) == (attack is not None)


def test_a_text_speaks_of_the_types_of_cards_before_and_behind_it() -> None:
    speaks = {**BOLT, "oracle_text": "Destroy target Foozle."}
    foozle = {**BOLT, "oracle_id": "2", "name": "Foozle", "type_line": "Creature \u2014 Foozle", "oracle_text": ""}
    found, mentions = read([speaks, foozle, {**speaks, "oracle_id": "3"}]), Mentions("magic")
    for card in found:
        for face in card.faces:
            mentions.note(face)
    tables = [mentions.added_to(card.table) for card in found]
    assert [table.get("mentions") for table in tables] == [["Foozle"], None, ["Foozle"]]
    assert "mentions" not in found[0].table


@pytest.mark.parametrize("around", ["[%s]", '{"data": %s}', '[{"name": "Small Bolt", "x": %s}]', '{"data": {"x": %s}}'])
def test_brackets_in_brackets_are_refused_before_they_fill_the_memory(around: str) -> None:
    """The reader keeps the path to each bracket: 23 GB of a file of two megabytes."""
    deep = around % ("[" * 20_000 + "]" * 20_000)
    with pytest.raises(BadSource, match=f"more than {MOST_DEEP} brackets in each other"):
        list(read_records("f", io.BytesIO(deep.encode())))


def test_brackets_in_texts_are_no_nesting() -> None:
    """Also where a text goes on in the next bytes, or has quotation marks and backslashes in it."""
    odd = ['[\\"' * 90_001, "{" * 70_001 + "\\", '"[' * 50_000]
    cards = [{**BOLT, "oracle_id": str(number), "flavor_text": odd[number % 3]} for number in range(9)]
    assert len(read(cards)) == len(cards)


def test_a_set_that_is_called_as_that_of_a_hero_has_another_name() -> None:
    kinds = {"pole_star": "hero", "pole_star_leader": "leader", "low_tide": "modular"}
    names = {"low_tide": "Low Tide"}
    listed = [
        {"code": code, "name": names.get(code, "Pole Star"), "card_set_type_code": kind} for code, kind in kinds.items()
    ]
    event = {**HERO, "type_code": "event", "cost": 1}
    cards = [{**event, "code": f"9000{at}", "name": code, "set_code": code} for at, code in enumerate(kinds)]
    made = read([*listed, *cards])
    assert [card.table["set"] for card in made] == ["Pole Star", "Pole Star, Leader", "Low Tide"]
    sites = [{**card, "card_set_name": names.get(card["set_code"], "Pole Star")} for card in cards]
    made = read([{**card, "card_set_type_name_code": kinds[card["set_code"]]} for card in sites])
    assert [card.table["set"] for card in made] == ["Pole Star", "Pole Star, Leader", "Low Tide"]
