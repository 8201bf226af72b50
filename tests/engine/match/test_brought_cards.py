"""Cards that do not ship come with the match: it is dealt, played, dumped and replayed with them, wherever it goes."""

from __future__ import annotations

import orjson
import pytest

from engine import (
    BadRecord,
    BroughtCard,
    Header,
    Match,
    Record,
    Refusal,
    Seed,
    Views,
    card_face,
    cards_played,
    check_deck,
    companions,
    compiled_form,
    determinise,
    known_to,
    load_decks,
    pool_of,
    read_deck_list,
    replay,
    shipped,
    verify,
    without_texts,
    write_record,
)
from engine.cards.definitions import define
from engine.cards.edition import LATEST
from engine.match.header import side_deck
from tests.support.engine.brought import CIVILIAN, COPIES, HERO, TABLES, deck, header, in_form, in_text
from tests.support.engine.random_play import picker, random_play

GAMES = sorted(TABLES)


def played(game: str, cards: tuple[str, ...]) -> tuple[Match, str]:
    """A match played to its end at random, and its record."""
    match = Match.create(header(game, cards))
    inputs = [(commit.seat, commit.answer) for _, commit in random_play(match, 3)]
    return match, write_record(match.header, inputs)


@pytest.mark.parametrize("game", GAMES)
def test_a_match_with_them_goes_the_same_way_from_forms_from_texts_and_from_its_record(game: str) -> None:
    match, record = played(game, in_form(game))
    other, same = played(game, in_text(game))
    assert (other.hash(), same) == (match.hash(), record)
    assert replay(record).hash == match.hash()
    assert all(check.holds for check in verify(Record(record)))


@pytest.mark.parametrize("game", GAMES)
def test_a_header_keeps_them_and_a_dump_goes_on_with_them(game: str) -> None:
    match = Match.create(header(game, in_form(game)))
    kept = Header.from_json(orjson.loads(orjson.dumps(match.header.to_json())))
    assert kept.cards == match.header.cards
    assert Match.load(match.dump()).hash() == Match.create(kept).hash() == match.hash()


@pytest.mark.parametrize("game", GAMES)
def test_a_record_has_their_texts_and_no_compiled_form(game: str) -> None:
    _, record = played(game, in_form(game))
    assert [card.table for card in Record(record).cards] == list(TABLES[game])
    assert '"$"' not in record


@pytest.mark.parametrize("game", GAMES)
def test_a_record_without_texts_verifies_and_says_what_it_does_not_tell(game: str) -> None:
    _, record = played(game, in_form(game))
    bare = without_texts(record)
    assert all(str(table["text"]) not in bare for table in TABLES[game] if "text" in table)
    assert [card.digest() for card in map(BroughtCard.from_json, in_form(game))] == [
        row["digest"]
        for row in Record(bare).table["card"]  # type: ignore[attr-defined]  # rows
    ]
    assert all(check.holds for check in verify(Record(bare)))
    with pytest.raises(BadRecord, match=str(TABLES[game][0]["name"]).split(" ")[0]):
        replay(bare)
    assert without_texts(bare) == bare


def test_a_header_without_them_is_written_as_ever() -> None:
    plain = header("magic", ())
    assert "cards" not in plain.to_json()
    entries = load_decks("magic").values()
    record = write_record(Header("magic", ("a", "b"), (next(iter(entries)).entries,) * 2, Seed("s")), [(0, None)])
    assert "[[card]]" not in record
    assert without_texts(record) == record


def test_a_card_that_ships_wins_over_a_brought_one_of_its_name() -> None:
    false = {"name": "Shock", "type": "Instant", "cost": "{R}", "text": "Draw seven cards."}
    pool = pool_of("magic", (BroughtCard(false).to_json(),), LATEST)
    assert pool.card("Shock") is shipped("magic").card("Shock")


def test_a_deck_with_a_card_that_nobody_brought_is_refused() -> None:
    with pytest.raises(Refusal, match="unknown_card"):
        Match.create(header("magic", in_form("magic")[:1]))


def test_a_form_of_other_rules_is_refused_by_that_name() -> None:
    changed = orjson.loads(in_form("magic")[0])
    changed["form"]["abilities"] = [{"$": "Foretold"}]
    cards = (orjson.dumps(changed).decode(), *in_form("magic")[1:])
    with pytest.raises(Refusal) as caught:
        Match.create(header("magic", cards))
    assert caught.value.code == "other_rules"


@pytest.mark.parametrize("card", ["{", "[]", '{"table": 7}', '{"table": {"name": "Odd"}, "left_out": 7}'])
def test_what_is_no_card_is_refused_by_that_name(card: str) -> None:
    with pytest.raises(Refusal) as caught:
        pool_of("magic", (card,), LATEST)
    assert caught.value.code == "other_rules"


def test_a_text_that_these_rules_do_not_understand_is_refused_by_that_name() -> None:
    odd = {"name": "Odd Hum", "type": "Instant", "cost": "{R}", "text": "Hum until everybody hums."}
    with pytest.raises(Refusal) as caught:
        Match.create(header("magic", (*in_form("magic"), BroughtCard(odd).to_json())))
    assert caught.value.code == "other_rules"


@pytest.mark.parametrize("game", GAMES)
def test_a_deck_of_them_is_legal_and_one_with_too_many_is_not(game: str) -> None:
    pool = pool_of(game, in_form(game), LATEST)
    assert check_deck(pool, deck(game)) == ()
    name = deck(game)[1][0]
    many = tuple((each, count + 4 if each == name else count) for each, count in deck(game))
    assert [fault.card for fault in check_deck(pool, many)] == [name]


@pytest.mark.parametrize("game", GAMES)
def test_a_list_names_them_however_they_are_written(game: str) -> None:
    pool = pool_of(game, in_form(game), LATEST)
    text = "\n".join(f"{count} {name.upper()} (SET) 12" for name, count in deck(game))
    assert dict(read_deck_list(pool, text).deck) == dict(deck(game))
    assert read_deck_list(shipped(game), text).faults


def test_an_identity_brings_its_obligation_and_its_nemesis_set() -> None:
    side = dict(side_deck(header("marvel-champions", in_form("marvel-champions"))))
    assert (side["Unpaid Toll"], side["Harbour Bully"]) == (1, 1)


def test_an_identity_wants_all_its_signature_cards() -> None:
    pool = pool_of("marvel-champions", in_form("marvel-champions"), LATEST)
    less = tuple((name, COPIES - 1 if name == "Oar Stroke" else count) for name, count in deck("marvel-champions"))
    assert "Oar Stroke" in [fault.card for fault in check_deck(pool, less)]


def test_an_identity_turns_to_its_other_face() -> None:
    match = Match.create(header("marvel-champions", in_form("marvel-champions")))
    prints = match.game.prints
    identity = next(printed for printed in prints if printed.faces)
    assert identity.turns
    assert {HERO, CIVILIAN} == {prints[number].name for number in identity.faces}


def test_cards_of_a_set_that_ships_add_nothing_to_it() -> None:
    more = BroughtCard({"name": "Late Web", "type": "Event", "set": "Spider-Man", "cost": 1, "text": ""})
    pool = pool_of("marvel-champions", (more.to_json(),), LATEST)
    spider = next(deck for key, deck in load_decks("marvel-champions").items() if "spider" in key)
    assert check_deck(pool, spider.entries) == ()


def test_what_is_left_out_stands_on_the_card_and_in_the_record() -> None:
    table = {**TABLES["magic"][0], "text": "Draw a card.\nGlimmer thrice."}
    definition = define("magic", table, (2,))
    card = BroughtCard(table, compiled_form(definition), (2,)).to_json()
    match = Match.create(header("magic", (card, *in_form("magic")[1:])))
    record = write_record(match.header, [(0, None)])
    assert "left_out = [2]" in record
    assert replay(record).match.result is not None
    name = str(table["name"])
    assert card_face(pool_of("magic", (card,), LATEST), name)["left_out"] == [2]


def test_no_view_tells_of_brought_cards_that_are_hidden() -> None:
    match = Match.create(header("magic", in_form("magic")))
    views = Views(match)
    told = views.snapshot("seat1") + views.snapshot("public")
    assert all(str(table["name"]).encode() not in told for table in TABLES["magic"])


def test_with_an_identity_come_its_other_face_and_its_sets() -> None:
    pool = pool_of("marvel-champions", in_form("marvel-champions"), LATEST)
    found = companions("marvel-champions", pool.card(HERO))
    assert found == (CIVILIAN, (HERO, f"{HERO} Nemesis"))
    assert companions("marvel-champions", pool.card("Oar Stroke")) == ("", ())
    assert companions("magic", shipped("magic").card("Shock")) == ("", ())


def test_a_record_tells_nothing_of_a_card_that_only_a_sideboard_has() -> None:
    aside = BroughtCard({"name": "Aside Hum", "type": "Instant", "cost": "{R}", "text": "Draw a card."})
    match = Match.create(header("magic", (*in_form("magic"), aside.to_json())))
    inputs = [(commit.seat, commit.answer) for _, commit in random_play(match, 3)]
    record = write_record(match.header, inputs)
    assert "Aside Hum" not in record
    assert [card.name for card in Record(record).cards] == ["Patient Glow", "Kiln Otter"]
    assert replay(record).hash == match.hash()
    assert cards_played(match.header) == in_form("magic")


@pytest.mark.parametrize("game", GAMES)
def test_all_that_comes_with_a_deck_is_played(game: str) -> None:
    assert cards_played(header(game, in_form(game))) == in_form(game)


def test_a_seat_knows_nothing_of_them_until_it_is_told_the_decks_and_them() -> None:
    match = Match.create(header("magic", in_form("magic")))
    decision = next(each for each in match.decisions)
    known = known_to(match, decision.seat)
    own = {str(table["name"]) for table in TABLES["magic"]}
    if decision.seat == 1:
        assert not any(name.encode() in known for name in own)
    assert b'"cards"' not in known
    other = determinise(known, match.header.decks, picker(1), match.header.cards)
    assert other.header.cards == match.header.cards
    with pytest.raises(Refusal, match="unknown_card"):
        determinise(known, match.header.decks, picker(1))


@pytest.mark.parametrize("game", ["magic", "grand-archive"])
def test_the_other_seat_is_shown_the_same_whatever_was_brought(game: str) -> None:
    decks = (deck(game), deck(game)[::-1], of_shipped(game))
    headers = [Header(game, ("ann", "bob"), (each, deck(game)), Seed("same"), cards=in_form(game)) for each in decks]
    seen = {Views(Match.create(each)).snapshot("seat1") for each in headers}
    assert len(seen) == 1


def of_shipped(game: str) -> tuple[tuple[str, int], ...]:
    """A deck as large, of cards that ship."""
    ships = shipped(game)
    rest = [(name, count) for name, count in deck(game) if ships.has(name)]
    others = [name for name in ships.names() if name not in dict(rest)]
    kinds = {"creature", "ally"}
    return (*((name, 4) for name in [each for each in others if kinds & set(ships.card(each).words)][:2]), *rest)


def test_a_record_whose_lines_end_otherwise_keeps_its_texts_to_itself() -> None:
    record = write_record(header("magic", in_form("magic")), [(0, None)])
    with pytest.raises(BadRecord):
        without_texts(record.replace("\n", "\r\n"))


def test_so_many_cards_come_with_a_match_and_no_more() -> None:
    cards = tuple(BroughtCard({**TABLES["magic"][0], "name": f"Glow {number}"}).to_json() for number in range(1025))
    with pytest.raises(Refusal) as caught:
        pool_of("magic", cards, LATEST)
    assert caught.value.code == "too_many_cards"
