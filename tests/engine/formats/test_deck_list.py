"""Deck lists are read as people paste them, and what is wrong is named with its line."""

import pytest

from engine import check_deck, list_games, load_decks, names_sought, read_deck_list, shipped, write_deck_list
from engine.cards.definitions import card_names

PLAIN = "4 Lightning Bolt\n56 Mountain\n"


def faults(game: str, text: str) -> list[tuple[int, str, str]]:
    return [(fault.line, fault.code, fault.card) for fault in read_deck_list(shipped(game), text).faults]


@pytest.mark.parametrize(
    "line",
    [
        "4 Lightning Bolt",
        "4x Lightning Bolt",
        "4 x lightning  bolt",
        "Lightning Bolt x4",
        "4 Lightning Bolt (M10) 146",
        "4 Lightning Bolt [M10]",
        "4 Lightning Bolt (M10) 146 *F*",
        "  4\tLIGHTNING BOLT  ",
        "// burn\n4 Lightning Bolt",
        "# burn\n; more\n4 Lightning Bolt",
        "Deck\n4 Lightning Bolt",
        "Main Deck (60)\n4 Lightning Bolt",
        "// Mainboard:\n4 Lightning Bolt",
        "Instants and Sorceries (4)\n4 Lightning Bolt\n\nLands",
        "Lightning Bolt\n3 Lightning Bolt",
        "About\nName Fire\n\nDeck\n4 Lightning Bolt",
    ],
)
def test_a_line_is_read_however_it_is_written(line: str) -> None:
    found = read_deck_list(shipped("magic"), f"{line}\r\n56 Mountain")
    assert dict(found.deck) == {"Lightning Bolt": 4, "Mountain": 56}
    assert not found.faults


def test_apostrophes_and_accents_do_not_matter() -> None:
    assert read_deck_list(shipped("magic"), "2 Man-o\N{RIGHT SINGLE QUOTATION MARK}-War").deck == (("Man-o'-War", 2),)
    assert read_deck_list(shipped("magic"), "2 Mountaín").deck == (("Mountain", 2),)


def test_a_title_is_told() -> None:
    assert read_deck_list(shipped("magic"), "About\nName Fire and more\n\nDeck\n60 Mountain").title == "Fire and more"


@pytest.mark.parametrize(
    "text",
    [
        f"{PLAIN}Sideboard\n3 Shock",
        f"{PLAIN}\n\nSideboard (3)\n3 Shock",
        f"{PLAIN}// sideboard\n3 Shock",
        f"{PLAIN}[Sideboard]\n3 Shock",
        f"SB: 3 Shock\n{PLAIN}",
        f"{PLAIN}\n3 Shock",
        f"Sideboard\n3 Shock\nDeck\n{PLAIN}",
    ],
)
def test_a_sideboard_is_told_from_the_deck(text: str) -> None:
    found = read_deck_list(shipped("magic"), text)
    assert (sum(count for _, count in found.deck), found.beside) == (60, (("Shock", 3),))
    assert not found.faults


def test_a_last_block_of_what_is_no_whole_deck_yet_is_of_the_deck() -> None:
    assert read_deck_list(shipped("magic"), "40 Mountain\n\n15 Forest").beside == ()
    assert dict(read_deck_list(shipped("magic"), "4 Shock\n\n56 Mountain").deck) == {"Shock": 4, "Mountain": 56}


def test_what_is_wrong_is_named_with_its_line_and_paragraph() -> None:
    found = read_deck_list(shipped("magic"), "4 Shok\n\n5 Shock\n60 Mountain\nfour of a kind\nSideboard\n16 Forest")
    told = [(fault.line, fault.code, fault.rule, fault.card) for fault in found.faults]
    assert told == [
        (1, "unknown_card", "", "Shok"),
        (3, "illegal_deck", "100.4a", "Shock"),
        (5, "unread_line", "", "four of a kind"),
    ]
    assert found.faults[0].near[0] == "Shock"


def test_copies_are_counted_in_deck_and_sideboard_together() -> None:
    (fault,) = read_deck_list(shipped("magic"), "3 Shock\n57 Mountain\nSideboard\n2 Shock").faults
    assert (fault.line, fault.rule) == (4, "100.4a")
    (fault,) = read_deck_list(shipped("magic"), "60 Mountain\nSideboard\n16 Forest").faults
    assert (fault.line, fault.rule) == (0, "100.4a")
    (fault,) = read_deck_list(shipped("magic"), "59 Mountain").faults
    assert (fault.line, fault.rule, str(fault)) == (0, "100.2a", "59 cards; a deck has at least 60")


def test_cards_of_the_material_deck_stand_under_their_heading() -> None:
    text = write_deck_list(shipped("grand-archive"), load_decks("grand-archive")["ember-blades"].entries)
    assert text.startswith("Material\n1 Spirit of Fire\n")
    assert not faults("grand-archive", text)
    assert not faults("grand-archive", text.replace("Material\n", "Material Deck (12):\n"))
    wrong = text.replace("1 Spirit of Fire\n", "").replace("Main\n", "Main\n1 Spirit of Fire\n")
    line = wrong.splitlines().index("1 Spirit of Fire") + 1
    assert faults("grand-archive", wrong) == [(line, "illegal_deck", "Spirit of Fire")]


def test_a_game_without_sideboards_says_so() -> None:
    deck = load_decks("marvel-champions")["spider_man_justice"].entries
    (fault,) = check_deck(shipped("marvel-champions"), deck, (("Energy", 1),))
    assert "without sideboards" in fault.reason
    (fault,) = [f for f in read_deck_list(shipped("marvel-champions"), "Sideboard").faults if f.line]
    assert "without sideboards" in fault.reason
    listed = write_deck_list(shipped("marvel-champions"), deck)
    assert not faults("marvel-champions", f"Hero\n{listed}".replace("2 Backflip", "\nEvents (2)\n2x Backflip (Core)"))


@pytest.mark.parametrize("game", list_games())
def test_decks_that_ship_are_read_back_as_they_are_written(game: str) -> None:
    for deck in load_decks(game).values():
        found = read_deck_list(shipped(game), write_deck_list(shipped(game), deck.entries))
        assert sorted(found.deck) == sorted(deck.entries)
        assert not found.faults


@pytest.mark.parametrize("game", list_games())
def test_every_card_is_known_by_its_name(game: str) -> None:
    for name in card_names(game):
        assert read_deck_list(shipped(game), f"1 {name}").deck == ((name, 1),)
        assert read_deck_list(shipped(game), name.upper()).deck == ((name, 1),)


@pytest.mark.parametrize("text", ["", "\n" * 5000, "1 " * 4000, "9" * 9000, "[" * 4000 + "(" * 4000, "\x00\ud800 4 x"])
def test_nonsense_is_no_deck_and_no_trouble(text: str) -> None:
    assert read_deck_list(shipped("magic"), text).faults


def test_a_deck_is_bounded() -> None:
    assert any("at most 250" in fault.reason for fault in read_deck_list(shipped("magic"), "9999 Mountain").faults)
    assert any("lines" in fault.reason for fault in read_deck_list(shipped("magic"), "1 Mountain\n" * 1001).faults)


def test_names_that_no_card_has_are_sought_elsewhere_in_every_spelling() -> None:
    text = "// 4 Odd Hum\nDeck\n4 Shock (M10) 1\n3x Odd Hum (ODD) 12\nSB: 1 Odd Hum // Even Hum\nLone Hum\n\n"
    sought = names_sought(shipped("magic"), text)
    assert {"Odd Hum (ODD) 12", "Odd Hum", "Odd Hum // Even Hum", "Lone Hum"} <= set(sought)
    assert not any("Shock" in name or "//" in name[:3] for name in sought)
