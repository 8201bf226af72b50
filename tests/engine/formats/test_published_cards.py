"""Cards as other programs publish them, made up here: what each form becomes, and what it is declined for."""

from __future__ import annotations

import gzip
import time
from typing import Any

import orjson
import pytest

from engine import BadSource, PublishedCards, SourceCard, is_published, read_published
from engine.formats.published_bytes import MOST_OF_A_RECORD

LYNX: dict[str, Any] = {
    "object": "card",
    "oracle_id": "1",
    "name": "Ember Lynx",
    "layout": "normal",
    "mana_cost": "{1}{R}",
    "type_line": "Legendary Creature — Cat",
    "oracle_text": "Haste (It can attack at once.)\n\nWhen Ember Lynx enters, draw a card.",
    "power": "2",
    "toughness": "1",
}
HOUND: dict[str, Any] = {
    "slug": "ash-hound",
    "name": "Ash Hound",
    "types": ["ALLY", "UNIQUE"],
    "classes": ["TAMER"],
    "subtypes": ["TAMER", "BEAST"],
    "element": "FIRE",
    "cost": {"type": "reserve", "value": "2"},
    "power": 2,
    "life": 1,
    "speed": None,
    "effect_raw": "On Enter: You may pay (2). If you do, draw a card. (Once only.)\n\nStealth",
}
SENTRY: dict[str, Any] = {
    "code": "99001",
    "pack_code": "made",
    "name": "Night Sentry",
    "type_code": "ally",
    "faction_code": "justice",
    "is_unique": True,
    "cost": 2,
    "resource_mental": 1,
    "resource_wild": 1,
    "attack": 1,
    "attack_cost": 1,
    "thwart": 2,
    "thwart_cost": 1,
    "health": 3,
    "traits": "Hero for Hire. S.H.I.E.L.D. Spy.",
    "text": "<b>Action</b>: Exhaust Night Sentry and spend a [mental] resource → draw 1 card. <i>(Hurry.)</i>",
}


def read(*values: object) -> PublishedCards:
    """The one form that these files have, each as JSON."""
    (found,) = read_published(tuple((f"{number}.json", orjson.dumps(value)) for number, value in enumerate(values)))
    return found


def one(value: object) -> SourceCard:
    """The only card of a file."""
    (found,) = read(value).cards
    return found


def reason(value: object) -> tuple[str, str]:
    """The kind and the words for which the only card of a file is declined."""
    decline = one(value).decline
    assert decline is not None
    return decline.kind, decline.reason


def page(**changes: object) -> dict[str, object]:
    """A page of Grand Archive's site with one card."""
    return {"data": [{**HOUND, **changes}]}


def atomic(**changes: object) -> dict[str, object]:
    """A file of MTGJSON with one card."""
    face = {"name": "Ember Lynx", "layout": "normal", "manaCost": "{R}", "type": "Instant", "text": "Draw a card."}
    return {"meta": {"version": "1"}, "data": {"Ember Lynx": [{**face, **changes}]}}


def test_a_scryfall_card_becomes_a_table() -> None:
    assert one([LYNX]).table == {
        "name": "Ember Lynx",
        "cost": "{1}{R}",
        "type": "Legendary Creature - Cat",
        "power": 2,
        "toughness": 1,
        "text": "Haste (It can attack at once.)\nWhen Ember Lynx enters, draw a card.",
    }


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"card_faces": [], "layout": "transform"}, ("faces", "the layout transform")),
        ({"layout": "token"}, ("form", "the layout token")),
        ({"lang": "de"}, ("form", "a print in another language")),
        ({"power": "1+*"}, ("number", "power is '1+*'")),
        ({"power": 2}, ("field", "power is no text")),
        ({"type_line": ""}, ("type", "a card without a type")),
        ({"type_line": "Phenomenon"}, ("type", "'phenomenon' is no type of card of this game")),
        ({"type_line": "Creature — {G}"}, ("type", "'{g}' is no word")),
        ({"defense": "3"}, ("field", "a card with defense")),
        ({"type_line": "Kindred Instant — Cat", "oracle_text": ""}, ("text", "a spell without a text")),
        ({"mana_cost": "{Z}"}, ("cost", "{Z} is no symbol of a cost")),
        (
            {"name": "x" * 65, "oracle_text": ""},
            ("name", "a name has 1 to 64 letters, and nothing that is not printed"),
        ),
    ],
)
def test_what_is_no_card_of_ours_is_declined_with_its_kind(changes: dict[str, object], said: tuple[str, str]) -> None:
    assert reason([{**LYNX, **changes}]) == said


def test_a_text_that_is_not_understood_is_declined_with_its_place() -> None:
    kind, words = reason([{**LYNX, "oracle_text": "Haste\nDraw a gram."}])
    assert (kind, words.partition(" not ")[0]) == ("text", "line 2, column 8: 'gram'")


def test_a_number_that_the_text_defines_is_0_in_the_table() -> None:
    text = "Ember Lynx's power is equal to the number of creatures you control."
    assert one([{**LYNX, "power": "*", "oracle_text": text}]).table["power"] == 0


@pytest.mark.parametrize(
    ("text", "keywords", "flavor"),
    [
        ("Night\u2019s Song — Draw a card.", [], ["Night's Song"]),
        ("Night Song \u2013 Draw a card.", ["Haste"], ["Night Song"]),
        ("Choose one —\n• Big Song — Draw a card.\n• Small Song — You gain 2 life.", [], ["Big Song", "Small Song"]),
        ("A Song of Dr. No, by M.A.D. — Draw a card.", [], ["A Song of Dr. No, by M.A.D."]),
        ("When Ember Lynx enters, choose one — Draw a card; or you gain 2 life.", [], None),
        ("Draw a card. Choose one — Haste; or flying.", [], None),
        ("Night Song — Draw a card.", ["Night Song"], None),
        ("Night Song — Draw a card.", None, ["Night Song"]),
        ("Max speed — Draw a card.", None, None),
        ("Renown — Draw a card.", [], None),
        ("Power-up — {1}: Draw a card.", [], None),
        ("I, II — Draw a card.", [], None),
        ("I, II — Night Song — Draw a card.", None, ["Night Song"]),
        ("To solve — Draw a card.", [], None),
        ("As Ember Lynx enters, choose North or South.\n• North — Draw a card.\n• South — Flying", [], None),
        ("Haste\n{T}: Draw a card — now.", [], None),
    ],
)
def test_flavor_words_are_those_that_no_list_and_no_text_knows(
    text: str, keywords: list[str] | None, flavor: list[str] | None
) -> None:
    table = one([{**LYNX, "type_line": "Sorcery", "oracle_text": text, "keywords": keywords}]).table
    assert table.get("italics") == flavor


def test_a_text_behind_flavor_words_is_understood_and_behind_a_keyword_is_not() -> None:
    text = "Night Song — {1}, {T}: Draw a card."
    assert one([{**LYNX, "oracle_text": text, "keywords": []}]).decline is None
    assert reason([{**LYNX, "oracle_text": text, "keywords": ["Night song"]}])[0] == "text"
    assert one(atomic(text="Night Song — Draw a card.", keywords=[])).decline is None


def test_types_are_those_of_the_file() -> None:
    text = "When Ember Lynx enters, destroy target non-Foozle creature. Create a 1/1 red Foozle creature token."
    foozle = {**LYNX, "oracle_id": "2", "name": "Big Foozle", "type_line": "Creature — Foozle", "oracle_text": "Haste"}
    first, second = read([{**LYNX, "oracle_text": text}, foozle]).cards
    assert (first.decline, second.decline) == (None, None)
    assert first.table["mentions"] == ["Foozle"]
    assert reason([{**LYNX, "oracle_text": text}])[0] == "text"


def test_a_type_of_a_token_of_the_file_is_known() -> None:
    token = {**LYNX, "oracle_id": "3", "name": "Wizzle", "layout": "token", "type_line": "Token Artifact — Wizzle"}
    text = "When Ember Lynx enters, create two 1/1 green Wizzle creature tokens."
    assert read([{**LYNX, "oracle_text": text}, token]).cards[0].decline is None


@pytest.mark.parametrize(
    "kind",
    [
        "Kindred Sorcery — Goblin",
        "Tribal Sorcery — Goblin",
        "Artifact — Book",
        "Legendary Artifact — Book Equipment",
    ],
)
def test_kinds_of_cards_are_played(kind: str) -> None:
    text = "Draw a card." if "Sorcery" in kind else ""
    assert one([{**LYNX, "type_line": kind, "oracle_text": text, "power": None, "toughness": None}]).decline is None


def test_names_are_those_of_the_file() -> None:
    villain = {**SENTRY, "code": "2", "name": "M. O'Bö", "type_code": "minion", "faction_code": "encounter", "text": ""}
    text = "<b>Action</b>: Exhaust Night Sentry → deal 1 damage to M. O'Bö."
    first = read([{**SENTRY, "text": text}, villain]).cards[0]
    assert first.decline is None
    assert first.table["mentions"] == ["M. O'Bö"]


def test_a_color_indicator_is_kept() -> None:
    assert one([{**LYNX, "mana_cost": "", "color_indicator": ["U", "R"]}]).table["colors"] == ["blue", "red"]


def test_a_second_print_counts_as_printed_before() -> None:
    cards = read([LYNX, LYNX])
    assert (len(cards.cards), len(cards.accepted), cards.declined()) == (2, 1, {"again": 1})


@pytest.mark.parametrize("end", [b"\n", b"\r\n"])
def test_objects_may_stand_a_line_each_and_be_packed(end: bytes) -> None:
    lines = end.join(orjson.dumps({**LYNX, "oracle_id": str(number)}) for number in range(3)) + end
    for data in (lines, gzip.compress(lines), gzip.compress(orjson.dumps([LYNX] * 3))):
        assert is_published(data)
        (found,) = read_published((("bulk", data),))
        assert (found.form, len(found.cards)) == ("Scryfall", 3)


def test_atomic_cards_become_tables() -> None:
    card = one(atomic(colorIndicator=["G"]))
    table = {"name": "Ember Lynx", "cost": "{R}", "type": "Instant", "colors": ["green"], "text": "Draw a card."}
    assert (card.table, card.decline) == (table, None)


def test_faces_of_atomic_cards_are_declined() -> None:
    assert reason(atomic(side="a", layout="adventure")) == ("faces", "the layout adventure")


def test_a_grand_archive_card_becomes_a_table() -> None:
    card = one(page())
    assert card.table == {
        "name": "Ash Hound",
        "type": "Unique Ally - Tamer Beast",
        "element": "Fire",
        "reserve": 2,
        "power": 2,
        "life": 1,
        "text": "On Enter: You may pay (2). If you do, draw a card. (Once only.)\nStealth",
    }
    assert card.lacks == ()


def test_what_the_site_leaves_out_is_named() -> None:
    few = {key: HOUND[key] for key in ("slug", "name", "types", "subtypes", "effect_raw")}
    assert one({"data": [few]}).lacks == ("reserve", "power", "life")
    assert one({"data": [{**few, "types": ["CHAMPION"]}]}).lacks == ("memory", "level", "life")
    assert one({"data": [{**few, "types": ["ACTION"], "cost_reserve": 0}]}).lacks == ()


def test_costs_of_grand_archive_have_two_forms() -> None:
    assert one(page(cost=None, cost_memory=1)).table["memory"] == 1
    assert one(page(cost={"type": "reserve", "value": "X"})).table["reserve"] == "X"
    assert reason(page(cost={"type": "reserve", "value": "?"})) == ("number", "reserve is '?'")


def test_a_template_is_read_where_there_is_no_plain_text() -> None:
    text = one(page(effect_raw=None, effect="**On Death:** CARDNAME gets +1 [POWER].")).table["text"]
    assert text == "On Death: Ash Hound gets +1 POWER."


def test_a_marvel_card_becomes_a_table() -> None:
    assert one([SENTRY]).table == {
        "name": "Night Sentry",
        "type": "Unique Ally - Hero-for-Hire S.H.I.E.L.D. Spy",
        "colors": ["justice"],
        "cost": 2,
        "resources": "{m}{w}",
        "thwart": 2,
        "attack": 1,
        "hit points": 3,
        "consequential thwart": 1,
        "consequential attack": 1,
        "text": "Action: Exhaust Night Sentry and spend a {m} resource → draw 1 card. (Hurry.)",
    }


@pytest.mark.parametrize(
    ("written", "plain"),
    [
        ("<b>Hero Action</b> <i>(attack)</i>: Go.", "Hero Action (attack): Go."),
        ("Each [[Masters of Evil]] minion.", "Each MASTERS OF EVIL minion."),
        ("Place 1 [per_hero] threat here.", "Place 1{v} threat here."),
        ("Go. <i>(Limit once per round.)</i>", "Go. (Limit once per round.)"),
        ("Go.\n<hr />\n[star] <b>Boost</b>: Stay.", "Go.\nBoost: Stay."),
        ("“Go” [energy][wild].", "“Go” {e}{w}."),
        ('Go <span title="Wild" class="icon-wild"></span>.<br />Stay&nbsp;<em>put</em>.', "Go {w}.\nStay put."),
        ("Go <em>(attack)</em>.<hr>Stay.", "Go (attack).\nStay."),
    ],
)
def test_a_marvel_text_is_put_into_our_notation(written: str, plain: str) -> None:
    assert one([{**SENTRY, "text": written}]).table["text"] == plain


def test_a_reminder_that_is_no_sentence_is_told_by_its_italics() -> None:
    text = "<b>Action</b>: Exhaust Night Sentry <i>(not [[Away]])</i> → draw 1 card."
    card = one([{**SENTRY, "text": text}])
    assert (card.table["text"], card.decline) == ("Action: Exhaust Night Sentry (not AWAY) → draw 1 card.", None)
    assert card.table["italics"] == ["(not AWAY)"]


@pytest.mark.parametrize("dash", ["-", "\u2013", "—"])
def test_the_title_of_an_ability_is_in_italics_before_a_dash(dash: str) -> None:
    text = f"<i>Hush, Now!</i> {dash} <b>Action</b>: Exhaust Night Sentry → draw 1 card."
    card = one([{**SENTRY, "text": text}])
    assert card.table["text"] == "Hush, Now! — Action: Exhaust Night Sentry → draw 1 card."
    assert (card.decline, card.table["italics"]) == (None, ["Hush, Now!"])


def test_a_sentence_in_parentheses_without_italics_may_be_one_of_the_rules() -> None:
    assert reason([{**SENTRY, "text": "<b>Action</b>: Exhaust Night Sentry → draw 1 card. (Discard it.)"}])[0] == "text"


def test_what_stands_beside_the_packs_names_sets_and_other_faces() -> None:
    hero = {**SENTRY, "code": "99002a", "back_link": "99002b", "type_code": "hero", "faction_code": "hero"}
    face = {**hero, "code": "99002b", "name": "Ada Frost", "type_code": "alter_ego", "set_code": "night"}
    del face["back_link"]
    sets = [{"code": "night", "name": "Night Sentry", "card_set_type_code": "hero"}]
    first, second, again = read([SENTRY, hero, face], sets, [{**SENTRY, "pack_code": "other"}]).cards[1:]
    assert (first.name, first.table["title"]) == ("Night Sentry, Hero", "Night Sentry")
    assert (first.table["other face"], second.table["other face"]) == ("Ada Frost", "Night Sentry, Hero")
    assert second.table["set"] == "Night Sentry"
    assert again.decline is not None
    assert again.decline.kind == "again"


def test_numbers_of_schemes_count_for_each_player_unless_they_are_fixed() -> None:
    scheme = {"code": "1", "pack_code": "made", "name": "A Plot", "faction_code": "encounter", "set_code": "plots"}
    numbers = {"base_threat": 2, "base_threat_fixed": True, "threat": 7, "escalation_threat": 1, "scheme_hazard": 2}
    table = one([{**scheme, **numbers, "type_code": "main_scheme", "stage": "2B"}]).table
    assert table["per_player"] == ["target threat", "escalation"]
    assert (table["stage"], table["starting threat"], table["icons"]) == (2, 2, ["hazard", "hazard"])
    assert reason([{**scheme, "type_code": "main_scheme", "stage": "1A"}])[0] == "faces"


def test_the_first_side_of_a_main_scheme_lists_what_is_played_with() -> None:
    front = {"code": "1a", "back_link": "1b", "stage": "1A", "type_code": "main_scheme", "name": "A Plot"}
    back = {"code": "1b", "stage": "1B", "type_code": "main_scheme", "name": "A Plot"}
    told = {"pack_code": "made", "faction_code": "encounter", "set_code": "plots"}
    stages = "<b>Contents</b>: Grub (I) and Grub (II). (Grub (II) and Grub (III) instead for expert mode.)"
    sets = "Plots, Worms, and Standard encounter sets. Two modular sets (<i>One</i> and <i>Two</i>)."
    text = f"{stages} {sets}\n<b>Setup</b>: Draw 1 card"
    first, second = read([{**told, **front, "text": text}, {**told, **back}]).cards
    assert first.table["villain stages"] == ["Grub I", "Grub II"]
    assert first.table["expert stages"] == ["Grub II", "Grub III"]
    assert (first.table["sets"], first.table["modular"]) == (["Plots", "Worms", "Standard"], ["One", "Two"])
    assert (first.table["side"], first.table["other face"]) == ("A", second.name)
    assert first.table["text"] == "Setup: Draw 1 card."
    plain = read([{**told, **front, "text": "<b>Contents</b>: all that you like."}, {**told, **back}]).cards[0]
    assert plain.decline is not None
    assert plain.decline.kind == "text"


def test_a_set_on_no_list_is_called_by_its_code() -> None:
    worm = {"code": "7", "pack_code": "made", "name": "Worm", "type_code": "minion", "faction_code": "encounter"}
    assert one([{**worm, "set_code": "masters_of_mud", "health": 1}]).table["set"] == "Masters of Mud"


def test_misprints_are_mended() -> None:
    text = "<b>Action</b>: Exhaust night sentry → draw 1 card"
    assert one([{**SENTRY, "text": text}]).table["text"] == "Action: Exhaust Night Sentry → draw 1 card."


@pytest.mark.parametrize(
    ("printed", "meant"),
    [
        ("Max 1 per player. <b>Hero Action</b>: Draw 1 card.", "Max 1 per player.\nHero Action: Draw 1 card."),
        ("<b>Reponse</b>: Exhaust en enemy? Draw 1 card.", "Response: Exhaust an enemy. Draw 1 card."),
        ("<b>Action</b>: Draw 1 card (2 instead if it is ready)", "Action: Draw 1 card (2 instead if it is ready)."),
        ("<b>Action</b>: Shuffle a card in you discard pile.", "Action: Shuffle a card in your discard pile."),
    ],
)
def test_letters_and_marks_are_mended(printed: str, meant: str) -> None:
    assert one([{**SENTRY, "text": printed}]).table["text"] == meant


def test_a_villain_is_called_by_its_stage() -> None:
    villain = {"code": "1", "pack_code": "made", "name": "Grub", "type_code": "villain", "faction_code": "encounter"}
    card = one([{**villain, "stage": "II", "health": 9, "health_per_hero": True, "attack": 1, "scheme": 1}])
    assert (card.table["name"], card.table["title"], card.table["stage"]) == ("Grub, II", "Grub", 2)
    assert card.table["per_player"] == ["hit points"]


@pytest.mark.parametrize(
    ("changes", "kind"),
    [
        ({"faction_code": "rainbow"}, "type"),
        ({"type_code": "challenge"}, "type"),
        ({"cost_per_hero": True}, "cost"),
        ({"attack": -1}, "number"),
        ({"type_code": "hero"}, "faces"),
        ({"permanent": True}, "field"),
    ],
)
def test_what_is_not_played_here_is_declined(changes: dict[str, object], kind: str) -> None:
    assert reason([{**SENTRY, **changes}])[0] == kind


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"[{", "f: card 1: no JSON"),
        (b'{"object": "card", "name": "A"}\n{"object": }\n', "f: line 2: no JSON"),
        (b"[]", "f: no cards in it"),
        (b'[{"name": 1}]', "f: no cards as"),
        (b'[{"object": "card"}, 7]', "f: card 1: name is no text"),
        (b'[{"object": "card", "name": "A"}, 7]', "f: card 2: an object is wanted, not 7"),
        (b'{"meta": {}, "data": {"A": []}}', "f: card 'A': a list of faces is wanted"),
        (b'{"data": [{"slug": "a"}]}', "f: card 1: name is no text"),
        (b'[{"code": "1", "pack_code": "a"}]', "f: card 1: name is no text"),
        (gzip.compress(b"[]", mtime=0)[:-9], "f: packed, and breaks off"),
        (b"\x1f\x8bno", "f: cannot be unpacked"),
    ],
)
def test_what_is_no_such_file_is_told_with_its_place(data: bytes, said: str) -> None:
    with pytest.raises(BadSource) as told:
        read_published((("f", data),))
    assert str(told.value).startswith(said)


def test_a_small_file_that_unpacks_to_a_large_record_is_refused() -> None:
    with pytest.raises(BadSource, match="bytes without a record"):
        read_published((("f", gzip.compress(b"[" + b" " * (MOST_OF_A_RECORD + 1))),))


def test_card_files_of_ours_are_none() -> None:
    assert not is_published(b'# A set.\n[[card]]\nname = "A"\n')
    assert not is_published(b' [[card]]\nname = "A"\n')


def test_a_name_in_quotation_marks_has_those_that_gestures_do_not_use() -> None:
    card = one([{**SENTRY, "name": '"Night" Sentry', "text": '<b>Action</b>: Exhaust "Night" Sentry → draw 1 card.'}])
    assert card.decline is None
    assert card.table["name"] == "\u201cNight\u201d Sentry"
    assert card.table["text"] == "Action: Exhaust \u201cNight\u201d Sentry → draw 1 card."


def test_a_name_that_no_gesture_can_say_is_declined() -> None:
    assert reason([{**LYNX, "oracle_text": "", "name": 'The "Lynx"'}])[0] == "name"
    assert reason([{**LYNX, "oracle_text": "", "name": "Lynx (Old)"}])[0] == "name"


def test_a_face_of_which_the_other_is_not_accepted_is_declined() -> None:
    hero = {**SENTRY, "code": "1", "back_link": "2", "type_code": "hero"}
    face = {**SENTRY, "code": "2", "name": "Ada Frost", "type_code": "alter_ego", "text": "Gibber."}
    first, second = read([hero, face]).cards
    assert first.decline is not None
    assert second.decline is not None
    assert (first.decline.kind, second.decline.kind) == ("faces", "text")


@pytest.mark.parametrize("mark", ["\n", " ", "<", "<i>(", "[[", "(a)", "**", '"', "{", "&nbsp;", "\u2014", "X,Y "])
def test_a_text_far_too_long_is_declined_in_bounded_time_in_every_form(mark: str) -> None:
    text = "Go. " + mark * (100_000 // len(mark)) + "a"
    began = time.process_time()
    found = [one([{**LYNX, "oracle_text": text}]), one(page(effect_raw=text)), one(page(effect_raw=None, effect=text))]
    found += [one(atomic(text=text)), one([{**SENTRY, "text": text}])]
    assert time.process_time() - began < 10.0
    assert all(card.decline is None or card.decline.kind == "text" for card in found)
