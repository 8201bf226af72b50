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


SITES = {
    "MTGO": "4 Lightning Bolt\n56 Mountain\n\nSIDEBOARD:\n2 Shock\n",
    "Arena": "About\nName Fire\n\nDeck\n4 Lightning Bolt (M10) 146\n56 Mountain (UNF) 5\n\nSideboard\n2 Shock (M21) 9",
    "Arena, companion": "Companion\n1 Forest (IKO) 1\n\nDeck\n4 Lightning Bolt\n56 Mountain\n\nSideboard\n2 Shock",
    "Moxfield": "4 Lightning Bolt (2XM) 141 *F*\n56 Mountain (SLD) 10\u2605 *E*\n\nSIDEBOARD:\n2 Shock (GTC) 106\n",
    "Moxfield with its address": (
        "https://moxfield.com/decks/a_B-1\nFire by ann\n\n4 Lightning Bolt\n56 Mountain\n\nSideboard:\n2 Shock"
    ),
    "Archidekt": (
        "1x Lightning Bolt (2xm) 141 [Removal] ^Have,#37d67a^\n3x Lightning Bolt (m21) [Burn{noDeck}]\n"
        "56x Mountain (unf) 235 [Land]\nSideboard\n2x Shock [Sideboard]\n\nMaybeboard\n9x Forest"
    ),
    "TCGplayer": "Deck name: Fire\nFormat: Modern\n4 Lightning Bolt [2XM]\n56 Mountain [UNF]\nSideboard\n2 Shock [M21]",
    "MTGGoldfish": "4 Lightning Bolt\n56 Mountain\n\n2 Shock\n",
    "MTGGoldfish, from its page": (
        "Fire\nCreatures (0)\nSpells (4)\n4 Lightning Bolt $3.00\nLands (56)\n56 Mountain 1.12 tix\n"
        "Sideboard (2)\n2 Shock $0.10\n62 Cards Total\n"
    ),
    "TappedOut": "Name: Fire\nURL: https://tappedout.net/x/\n\n4x Lightning Bolt\n56x Mountain\n\nSideboard:\n2x Shock",
    "Deckstats": "//Main\n4 [2XM#141] Lightning Bolt\n56 [UNF] Mountain # !Foil\n\n//Sideboard\nSB: 2 Shock",
    "Cockatrice": "// Fire\n// 60 Maindeck\n4 Lightning Bolt\n\n// 56 Land\n56 Mountain\n\n// 2 Sideboard\nSB: 2 Shock",
    "Forge": "[metadata]\nName=Fire\n[Main]\n4 Lightning Bolt|2XM|1\n56 Mountain|UNF\n[Sideboard]\n2 Shock|M21",
    "Markdown": "# Fire\n\n- 4 [Lightning Bolt](https://x.org/1)\n- 56 **Mountain**\n**Sideboard**\n* 2 Shock _(Core)_",
    "MTGO's file": (
        '<?xml version="1.0" encoding="utf-8"?>\n<Deck xmlns:xsd="http://www.w3.org/2001/XMLSchema">\n'
        "  <NetDeckID>0</NetDeckID>\n"
        '  <Cards CatID="1" Quantity="4" Sideboard="false" Name="Lightning Bolt" Annotation="0" />\n'
        '  <Cards CatID="2" Quantity="56" Sideboard="false" Name="Mountain" />\n'
        '  <Cards CatID="3" Quantity="2" Sideboard="true" Name="Shock" />\n</Deck>'
    ),
    "a table": '4,"Lightning Bolt",2XM,141\n56\tMountain\tUNF\nSideboard\n2\tShock',
    "Moxfield with tags": "4 Lightning Bolt (2XM) 141 *F* #Burn #To face\n56 Mountain #Land\nSB: 2 Shock (M21) 9 #Fire",
    "by categories": "Set: M10\nBurn (4)\n4 Lightning Bolt\nThe rest (56):\n56 Mountain\nSide (2)\n2 Shock\nTotal: 62",
}


@pytest.mark.parametrize("site", SITES)
def test_lists_of_the_usual_sites_are_read(site: str) -> None:
    found = read_deck_list(shipped("magic"), SITES[site])
    assert not found.faults
    assert (dict(found.deck), dict(found.beside)) == ({"Lightning Bolt": 4, "Mountain": 56}, {"Shock": 2})
    assert found.title in ("", "Fire", "Fire by ann")


def test_a_list_of_marvelcdb_is_read_as_text_and_as_markdown() -> None:
    deck = load_decks("marvel-champions")["spider_man_justice"].entries
    text = "Web of Justice\n\nPacks: From Core Set to Core Set\n\nHero Cards: 15 cards\n" + "".join(
        f"{count}x {name} (Core Set)\n" for name, count in deck
    )
    marked = "# Web\n\n[Web of Justice](https://marvelcdb.com/decklist/view/1)\n\n### Event (4)\n" + "".join(
        f"* {count}x [{name}](https://marvelcdb.com/card/01001) _(Core Set)_\n" for name, count in deck
    )
    for written in (text, marked):
        found = read_deck_list(shipped("marvel-champions"), f"{written}\nDeck built on https://marvelcdb.com.\n")
        assert (sorted(found.deck), found.title, found.faults) == (sorted(deck), "Web of Justice", ())


def test_the_hero_of_a_list_is_the_identity_of_the_deck() -> None:
    found = read_deck_list(shipped("marvel-champions"), "Justice\nHero: Spider-Man (Core Set)\n1x Backflip")
    assert dict(found.deck) == {"Spider-Man": 1, "Backflip": 1}


def test_a_list_of_grand_archive_is_read_with_its_parts() -> None:
    text = write_deck_list(shipped("grand-archive"), load_decks("grand-archive")["ember-blades"].entries)
    listed = text.replace("Material\n", "# Material Deck\n").replace("Main\n", "# Main Deck\n")
    found = read_deck_list(shipped("grand-archive"), f"Blades by ann\nhttps://silvie.org/decks/1\n\n{listed}")
    assert (found.title, found.faults) == ("Blades by ann", ())
    beside = f"{listed}\n# Sideboard\n1 Spirit of Wind"
    (fault,) = read_deck_list(shipped("grand-archive"), beside).faults
    assert "without sideboards" in fault.reason  # and that card is not taken for one of the deck
    assert sorted(read_deck_list(shipped("grand-archive"), beside).deck) == sorted(found.deck)


def test_a_card_that_is_misspelt_is_no_title() -> None:
    (fault, *_) = read_deck_list(shipped("magic"), "Lightnig Bolt\n60 Mountain").faults
    assert (fault.line, fault.code, fault.near[0]) == (1, "unknown_card", "Lightning Bolt")
    found = read_deck_list(shipped("magic"), "60 Mountain\nand some more")
    assert [(fault.line, fault.code) for fault in found.faults] == [(2, "unread_line")]


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
