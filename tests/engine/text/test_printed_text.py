"""A text as it is printed: what of it is read, and that the rest is kept and keeps its place."""

from __future__ import annotations

import pytest

from engine.abilities import Ability
from engine.cards.definitions import define
from engine.formats.card_files import add_cards
from engine.formats.print_back import PrintBack
from engine.text import TextError, parse

LIMIT = "(Limit once per round.)"


def magic(text: str, **fields: object) -> tuple[Ability, ...]:
    """The abilities of a Magic creature with a text."""
    return define("magic", {"name": "Pole Bird", "type": "Creature - Bird", "text": text, **fields}).abilities


@pytest.mark.parametrize(
    ("printed", "plain"),
    [
        ("Flying (Only fliers block it.)", "Flying"),
        ("Flying (only fliers block it)", "Flying"),
        ("(This is a bird.)\nFlying", "\nFlying"),
        ("Flying (It has wings (two of them) and flies.), haste", "Flying, haste"),
        (
            'Other creatures you control have "{T}: Draw a card. (Now.)"',
            'Other creatures you control have "{T}: Draw a card."',
        ),
        ('Flying (It has "{T}: Draw a card.")\n{T}: Draw a card.', "Flying\n{T}: Draw a card."),
        ("Flying (It flies.\nAnd lands.)\nHaste", "Flying\nHaste"),
    ],
)
def test_a_reminder_is_kept_and_not_read(printed: str, plain: str) -> None:
    definition = define("magic", {"name": "Pole Bird", "type": "Creature - Bird", "text": printed})
    assert definition.text == printed
    assert definition.abilities == magic(plain)


def test_what_comes_behind_a_reminder_has_its_place_in_print() -> None:
    with pytest.raises(TextError) as told:
        magic("Flying (Wide\nand far.) (Again.)\nHaste (Fast.) Draw a gram.")
    assert (told.value.line, told.value.column, told.value.found) == (3, 15, "'Draw'")


def test_a_fault_in_a_card_file_has_its_place_behind_a_reminder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.assets._ADDED", {})  # the cards of other tests stay what they are
    table = '[[card]]\nname = "Pole Bird"\ntype = "Creature - Bird"\ntext = "Flying (Wide.) (Far.) gram"\n'
    (fault,) = add_cards("magic", (("birds.toml", table),))
    assert (fault.line, fault.column) == (4, 31)


@pytest.mark.parametrize("text", ["Draw a card (", "Draw a card ) now.", "Flying ((wide)", "Flying )wide("])
def test_a_parenthesis_without_its_like_is_not_understood(text: str) -> None:
    with pytest.raises(TextError):
        magic(text)


@pytest.mark.parametrize("amount", ["(2)", "(X)"])
def test_a_number_in_parentheses_is_text(amount: str) -> None:
    said = parse(
        f"On Enter: You may pay {amount}. If you do, draw a card. (Pay (1) at once.)", "Hound", "grand-archive"
    )
    plain = parse(f"On Enter: You may pay {amount}. If you do, draw a card.", "Hound", "grand-archive")
    assert said == plain
    assert said != parse("On Enter: You may pay (3). If you do, draw a card.", "Hound", "grand-archive")


def test_a_word_in_capitals_in_parentheses_is_text() -> None:
    said = parse("On Enter: You may pay (LV). If you do, draw a card.", "Hound", "grand-archive")
    assert said != parse("On Enter: You may pay (3). If you do, draw a card.", "Hound", "grand-archive")
    with pytest.raises(TextError):
        parse("On Enter: You may pay (ATK). If you do, draw a card.", "Hound", "grand-archive")


def test_a_label_and_a_limit_of_an_ability_are_text_and_a_reminder_is_none() -> None:
    text = "Hero Action (attack): Exhaust Sentry → deal 2 damage to an enemy. (Limit once per round.)"
    said = parse(f"{text} (You are exhausted.)", "Sentry", "marvel-champions")
    assert said == parse(text, "Sentry", "marvel-champions")
    assert said != parse(text.replace(" (attack)", ""), "Sentry", "marvel-champions")
    assert said != parse(text.replace(" (Limit once per round.)", ""), "Sentry", "marvel-champions")


def test_words_in_italics_before_a_dash_are_not_read() -> None:
    begins, ends = "When Pole Bird enters, choose one —\n•", "Draw a card.\n• You gain 2 life."
    text = f"Wide Wings — {{T}}: Draw a card.\n{begins} Night\u2019s Song — {ends}"
    plain = f"{{T}}: Draw a card.\n{begins} {ends}"
    assert magic(text, italics=["Wide Wings", "Night's Song"]) == magic(plain)
    with pytest.raises(TextError):
        magic(text, italics=["Wide Wings"])


@pytest.mark.parametrize(
    ("game", "text", "italics"),
    [
        ("magic", "Exhaust — {1}: Draw a card.", "Exhaust"),
        ("marvel-champions", f"Action: Exhaust Pole Bird → draw 1 card. {LIMIT}", LIMIT),
        ("marvel-champions", "Hero Action (attack): Exhaust Pole Bird → deal 1 damage to an enemy.", "(attack)"),
    ],
)
def test_what_has_a_meaning_is_not_taken_for_italics(game: str, text: str, italics: str) -> None:
    table = {"name": "Pole Bird", "type": "Ally" if game == "marvel-champions" else "Creature", "text": text}
    assert define(game, table).abilities
    with pytest.raises(TextError, match="italics has a meaning"):
        define(game, {**table, "italics": [italics]})


@pytest.mark.parametrize(
    ("printed", "plain"),
    [
        (
            "Other creatures you control have “{T}: Draw a card.”",
            'Other creatures you control have "{T}: Draw a card."',
        ),
        (
            "When Pole Bird enters, target creature gets \u22122/\u22122 until end of turn.",
            "When Pole Bird enters, target creature gets -2/-2 until end of turn.",
        ),
        (
            "When Pole Bird enters, target creature gets \u20132/\u20132 until end of turn.",
            "When Pole Bird enters, target creature gets -2/-2 until end of turn.",
        ),
        ("When\u00a0Pole Bird enters, draw a\u202fcard.", "When Pole Bird enters, draw a card."),
        (
            "Landfall \u2013 Whenever a land you control enters, draw a card.",
            "Landfall — Whenever a land you control enters, draw a card.",
        ),
        ("Tap target creature that isn\u2019t a Bird: no.", ""),
    ],
)
def test_marks_of_printers_are_read_as_one(printed: str, plain: str) -> None:
    if not plain:
        with pytest.raises(TextError):
            magic(printed)
        return
    assert magic(printed) == magic(plain)


def test_a_name_is_known_in_either_type() -> None:
    table = {"name": "Witch\u2019s Bird", "type": "Creature - Bird", "text": "When Witch's Bird enters, draw a card."}
    assert define("magic", table).abilities == magic("When Pole Bird enters, draw a card.")


@pytest.mark.parametrize("name", ["Élan, Who Sings", "Brûlée // Séance", "Jötun d'Or", "\u00c6ther, Ltd."])
def test_a_name_may_have_accents_commas_and_strokes(name: str) -> None:
    table = {"name": name, "type": "Creature - Bird", "text": f"When {name} enters, draw a card."}
    assert define("magic", table).abilities == magic("When Pole Bird enters, draw a card.")


def test_a_token_may_have_a_name_with_accents() -> None:
    assert magic("When Pole Bird enters, create a 1/1 white Bird creature token named Éclair Été.")


def test_types_that_a_table_mentions_are_looked_up() -> None:
    text = "When Pole Bird enters, destroy target Foozle."
    with pytest.raises(TextError):
        magic(text)
    assert magic(text, mentions=["Foozle"]) == magic(text, type="Creature - Foozle")
    assert magic('Other Foozles you control have "Sacrifice a Foozle: Draw a card."', mentions=["Foozle"])


def test_names_that_a_table_mentions_are_looked_up() -> None:
    text = "Hero Action: Exhaust Sentry → deal 2 damage to Dr. O'Möbius."
    table = {"name": "Sentry", "type": "Support", "text": text}
    with pytest.raises(TextError):
        define("marvel-champions", table)
    assert define("marvel-champions", {**table, "mentions": ["Dr. O'Möbius"]}).abilities


def test_a_name_that_a_table_mentions_is_no_trait_in_capitals() -> None:
    text = "Hero Action: Exhaust Sentry → deal 1 damage to a DRONE minion."
    table = {"name": "Sentry", "type": "Support", "text": text}
    assert (
        define("marvel-champions", {**table, "mentions": ["Drone"]}).abilities
        == define("marvel-champions", table).abilities
    )


def test_a_card_is_printed_back_without_its_reminders() -> None:
    text = "Flying (Only fliers block it.)\nWide Wings — {T}: Draw a card."
    table = {"name": "Pole Bird", "type": "Creature - Bird", "text": text, "italics": ["Wide Wings"]}
    assert PrintBack("magic").differences(table) == []
