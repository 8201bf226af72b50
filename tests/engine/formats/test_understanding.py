"""Cards that are understood whole or in part, and the paragraphs that a card may be played without."""

from __future__ import annotations

import pytest

from engine import text_key, understand
from engine.assets import read_tree
from engine.formats import understanding
from engine.formats.print_back import PrintBack
from engine.text.meaning_words import MeaningWords, synonyms


def creature(text: str, **fields: object) -> dict[str, object]:
    """The table of a Magic creature."""
    return {"name": "Pole Bird", "type": "Creature - Bird", "power": 2, "toughness": 2, "text": text, **fields}


def test_a_card_that_is_understood_is_whole() -> None:
    found = understand("magic", creature("Flying (It flies.)"))
    assert (found.status, found.faults, found.left_out, found.partial) == ("whole", (), (), None)
    assert found.definition is not None
    assert found.definition.keywords == ("flying",)


def test_each_paragraph_that_is_not_understood_is_told_with_its_phrase() -> None:
    text = "Flying (It flies.)\nWhen Pole Bird enters, gribble 3 cards.\n\nHaste\nPole Bird bibbles."
    found = understand("magic", creature(text))
    assert (found.status, found.definition) == ("none", None)
    assert [(fault.paragraph, fault.line, fault.column, fault.phrase) for fault in found.faults] == [
        (2, 2, 24, "enters , gribble"),
        (5, 5, 11, "~ bibbles"),
    ]
    assert all(fault.kind == "text" for fault in found.faults)


@pytest.mark.interpreted("takes a synonym away, which compiled code does not look up")
def test_a_text_that_would_be_written_otherwise_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    entry = synonyms("magic")[0]
    table = {"name": "Test Card", "type": "Artifact", "text": f"Flying\n{entry.text}"}
    assert understand("magic", table).status == "whole"
    words = MeaningWords("magic", without=entry)
    monkeypatch.setattr(understanding, "print_back_of", lambda game: PrintBack(game, words))
    (fault,) = understand("magic", table).faults
    assert (fault.kind, fault.paragraph, fault.line) == ("otherwise", 2, 2)
    assert fault.reason.startswith("the text was read as something else (")


@pytest.mark.parametrize(
    ("fields", "kind"),
    [({"type": "Phenomenon"}, "type"), ({"size": 3}, "field"), ({"cost": "{Z}"}, "cost"), ({"power": "2"}, "field")],
)
def test_a_fault_that_is_not_in_the_text_has_no_paragraph(fields: dict[str, object], kind: str) -> None:
    found = understand("magic", creature("Flying", **fields))
    assert [(fault.kind, fault.paragraph) for fault in found.faults] == [(kind, 0)]
    assert found.status == "none"


@pytest.mark.parametrize(
    "table", [{}, {"name": 3}, {"name": "A"}, {"name": "A", "type": 2}, {"name": "A", "type": "Land", "text": 4}]
)
def test_no_table_is_too_bad_to_be_asked_about(table: dict[str, object]) -> None:
    assert understand("magic", table).faults


@pytest.mark.parametrize(
    "unknown",
    [
        "{T}: Gribble target creature.",
        "{2}{R}, Sacrifice Pole Bird: Gribble target creature. It bibbles.",
        '{1}: Target creature gains "{T}: Gribble." until end of turn.',
        "When Pole Bird enters, you may gribble a card.",
        "Whenever Pole Bird attacks, you may pay {2}. If you do, gribble a card.",
        "At the beginning of your upkeep, you may gribble.",
    ],
)
def test_a_paragraph_that_only_gives_something_to_do_is_left_out(unknown: str) -> None:
    found = understand("magic", creature(f"Flying\n{unknown}"))
    assert (found.status, found.left_out) == ("part", (2,))
    assert found.partial is not None
    assert found.partial.keywords == ("flying",)
    assert found.partial.text == f"Flying\n{unknown}"


@pytest.mark.parametrize(
    "unknown",
    [
        "Gribbling 2",
        "Pole Bird gribbles.",
        "As an additional cost to cast this spell, gribble a creature.",
        "Pole Bird can't attack unless you gribble.",
        "Pole Bird enters gribbled.",
        "If Pole Bird would die, gribble it instead.",
        "You may have Pole Bird enter as a gribble.",
        "You may gribble rather than pay this spell's mana cost.",
        "When Pole Bird enters, gribble a land.",
        "When Pole Bird enters, gribble a land, then you may draw a card.",
        "When Pole Bird enters, each player gribbles, you may draw a card.",
        "When Pole Bird enters, you may gribble a land. If you don't, sacrifice Pole Bird.",
        "When Pole Bird enters, you may gribble a land. Sacrifice Pole Bird.",
        "At the beginning of your upkeep, sacrifice Pole Bird unless you gribble.",
        "Whenever Pole Bird deals damage, you may gribble, and you lose 2 life.",
        "When Pole Bird enters, target opponent may gribble.",
        "{T}: Gribble target creature. Any player may activate this ability.",
        "{T}: Gribble target creature. Only your opponents may activate this ability.",
        "{T}: Target opponent may gribble.",
        "Gribble a creature: Draw a card.",
        "{T}: If a creature would die this turn, gribble it instead.",
        "{T}: Target creature can't gribble.",
        "{1}{G}: Level 2 — Gribble target creature.",
        "{1}{G}: Gribble",
        'Enchanted creature has "{T}: Gribble target creature."',
        "Choose one —\n• {T}: Gribble target creature.",
        "{T}: Gribble target creature.\nPole Bird gribbles.",
        "{T}: Put a gribble counter on Pole Bird. It gribbles.\nPole Bird enters with two oil counters on it.",
        "{T}: Choose a color. Gribble it.\nAs Pole Bird enters, choose a color.",
        "{T}: Gribble the exiled card.\nWhen Pole Bird enters, exile target creature card from a graveyard.",
    ],
)
def test_a_paragraph_that_may_be_anything_else_is_never_left_out(unknown: str) -> None:
    found = understand("magic", creature(f"Flying\n{unknown}"))
    assert (found.status, found.partial, found.left_out) == ("none", None, ())


@pytest.mark.parametrize("kind", ["Instant", "Sorcery", "Artifact Instant"])
def test_no_paragraph_of_a_spell_is_left_out(kind: str) -> None:
    table = {"name": "Pole Song", "type": kind, "text": "Draw a card.\n{T}: Gribble target creature."}
    assert understand("magic", table).status == "none"


def test_a_card_of_which_nothing_is_left_is_not_understood() -> None:
    table = {"name": "Pole Stone", "type": "Artifact", "text": "{T}: Gribble target creature."}
    assert understand("magic", table).status == "none"


@pytest.mark.parametrize(
    ("unknown", "status"),
    [
        ("On Enter: You may gribble a card.", "part"),
        ("[Class Bonus] On Enter: You may pay (2). If you do, gribble.", "part"),
        ("(2), REST: Gribble target unit.", "part"),
        ("[Class Bonus] (2), REST: Gribble target unit.", "part"),
        ("On Enter: Gribble a card.", "none"),
        ("Ash Hound must gribble each turn.", "none"),
        ("[Class Bonus] Ash Hound gribbles.", "none"),
    ],
)
def test_an_ally_is_played_without_an_ability_that_nobody_has_to_use(unknown: str, status: str) -> None:
    table = {
        "name": "Ash Hound",
        "type": "Ally - Beast",
        "reserve": 1,
        "power": 1,
        "life": 1,
        "text": f"Stealth\n{unknown}",
    }
    assert understand("grand-archive", table).status == status


@pytest.mark.parametrize(
    ("kind", "unknown", "status"),
    [
        ("Ally", "Response: After you gribble, draw 1 card.", "part"),
        ("Ally", "Hero Action (attack): Exhaust Sentry → gribble an enemy.", "part"),
        ("Upgrade", "Night Song — Interrupt: When you gribble, draw 1 card.", "part"),
        ("Ally", "Forced Response: After you gribble, draw 1 card.", "none"),
        ("Ally", "Forced Interrupt: When you gribble, draw 1 card.", "none"),
        ("Ally", "Sentry gribbles.", "none"),
        ("Ally", "Interrupt: When you would gribble, draw 1 card instead.", "none"),
        ("Upgrade", "Response: After you gribble, you cannot gribble until end of turn.", "none"),
        ("Event", "Hero Action: Gribble an enemy.", "none"),
        ("Minion", "Hero Action: Spend a {m} resource → gribble Sentry.", "none"),
        ("Obligation", "Alter-Ego Action: Gribble.", "none"),
    ],
)
def test_a_players_card_is_played_without_an_ability_that_is_not_forced(kind: str, unknown: str, status: str) -> None:
    table = {"name": "Sentry", "type": kind, "cost": 1, "text": f"Toughness.\n{unknown}"}
    assert understand("marvel-champions", table).status == status


@pytest.mark.parametrize("file", ["language/more.lark", "cards/more.toml"])
def test_the_key_of_texts_tells_what_they_are_read_by(monkeypatch: pytest.MonkeyPatch, file: str) -> None:
    """Texts name tokens and roles that stand among the cards that ship."""
    keys = {game: text_key(game) for game in ("magic", "grand-archive", "marvel-champions")}
    assert len(set(keys.values())) == 3
    text_key.cache_clear()
    assert text_key("magic") == keys["magic"]

    def changed(package: str, suffixes: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
        files = read_tree(package, suffixes)
        return (*files, (file, "")) if package == "engine.games.magic" else files

    monkeypatch.setattr("engine.formats.understanding.read_tree", changed)
    text_key.cache_clear()
    assert text_key("magic") != keys["magic"]
    assert text_key("grand-archive") == keys["grand-archive"]
    text_key.cache_clear()
