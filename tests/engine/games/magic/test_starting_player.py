"""103.1: in a later game of a series it is said who decides who takes the first turn, and the record says it too."""

from engine import Header, Match, Seed, load_decks, replay, write_record
from engine.games import profiles_of


def header(chooser: int) -> Header:
    deck = load_decks("magic")["burn"].entries
    return Header("magic", ("a", "b"), (deck, deck), Seed("s"), profiles_of("magic")[0], chooser=chooser)


def test_who_is_said_to_decide_is_asked() -> None:
    for chooser in (0, 1):
        assert [decision.seat for decision in Match.create(header(chooser)).decisions] == [chooser]


def test_a_header_comes_back_with_who_decides() -> None:
    for chooser in (-1, 0, 1):
        assert Header.from_json(header(chooser).to_json()).chooser == chooser


def test_a_record_leads_to_the_same_match() -> None:
    text = write_record(header(1), [(0, None)])
    assert 'chooser = "B"' in text
    assert replay(text).match.header.chooser == 1
