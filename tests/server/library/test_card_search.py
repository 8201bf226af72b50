"""All cards there are, searched: one language for the command and the page, for the terms of each game, bounded."""

from __future__ import annotations

import sqlite3
from contextlib import closing, suppress
from typing import TYPE_CHECKING, Final

import pytest

import engine
from server.library.card_query import MOST_LETTERS, MOST_TERMS, Cost, read_query
from server.library.found_cards import MOST_BEFORE, find_cards
from server.library.kept_cards import Imported, Meaning
from server.library.library import Library
from server.library.schema import STEPS, migrate
from server.library.shipped_index import ShippedIndex

if TYPE_CHECKING:
    from pathlib import Path

WHOLE: Final = Meaning("whole", b"{}", (), ())


def names(game: str, text: str, library: Library | None = None) -> list[str]:
    return [*find_cards(game, text, library).names]


def card(name: str, cost: str = "{1}", text: str = "Draw a card.", kind: str = "Instant") -> Imported:
    table = {"name": name, "type": kind, "text": text, "cost": cost}
    return Imported("magic", "", name, 0, name, (), kind, text, table, {"table": table}, "", "", (), {})


# ---- what is asked for


@pytest.mark.parametrize(
    ("game", "text", "found"),
    [
        ("magic", "lightning bol", ["Lightning Bolt"]),
        ("magic", "n:bolt", ["Lightning Bolt"]),
        ("magic", "c:r t:instant cost=1", ["Gut Shot", "Lightning Bolt", "Shock"]),
        ("magic", "RED instant cost<2 damage", ["Gut Shot", "Lightning Bolt", "Shock"]),
        ("magic", 'o:"deals 3 damage to any target" cost<2', ["Lightning Bolt"]),
        ("magic", "c:rw", ["Boros Charm", "Lightning Helix"]),
        ("magic", "t:land -t:artifact c:colorless -o:add", ["Evolving Wilds"]),
        ("magic", "t=creat", []),
        ("grand-archive", "element:fire class:mage cost<=2 t:ally", ["Clumsy Apprentice"]),
        ("grand-archive", "e:norm t:weapon class:warrior -t:sword", ["Crescent Glaive", "Steel Halberd"]),
        ("marvel-champions", "aspect:justice resource:energy t:ally", ["Jessica Jones"]),
        ("marvel-champions", "r:e cost=0", ["Emergency"]),
    ],
)
def test_cards_are_found_by_name_text_type_cost_and_color(game: str, text: str, found: list[str]) -> None:
    assert names(game, text) == found


@pytest.mark.parametrize("game", engine.list_games())
def test_every_card_there_is_is_found_with_no_words_and_by_its_own_name(game: str) -> None:
    shipped = engine.card_names(game)
    assert find_cards(game, "").total == len(shipped)
    told = [name for start in range(0, len(shipped), 60) for name in find_cards(game, "", start=start).names]
    assert sorted(told) == sorted(shipped)
    for name in shipped:
        assert names(game, name)[0] == name


@pytest.mark.parametrize("game", engine.list_games())
def test_each_color_and_each_kind_that_is_offered_finds_cards(game: str) -> None:
    offered = engine.search_words(engine.shipped(game))
    for word in offered.colors:
        assert names(game, f"c:{word}"), word
    for word in offered.kinds:
        assert names(game, f"t:{word}"), word


def test_a_name_that_is_written_out_comes_first_then_names_that_begin_so() -> None:
    assert names("magic", "forest")[0] == "Forest"
    found = names("magic", "goblin")
    begun = [name.startswith("Goblin") for name in found]
    assert begun == sorted(begun, reverse=True)
    assert 1 < sum(begun) < len(found)


def test_a_part_on_its_way_says_nothing_yet_and_one_that_means_nothing_is_named() -> None:
    every = find_cards("magic", "").total
    for text in ("c:", "cost<", '"', "-", "t:  ", 'o:"', "// {} ~"):
        assert find_cards("magic", text) == find_cards("magic", ""), text
    for text in ("cost:x", "mv>=-1", "cost=1.5", "t<creature", "cost:\u0662", "cost:99999999"):
        found = find_cards("magic", text)
        assert (found.total, len(found.remarks)) == (every, 1), text


def test_a_colon_in_a_name_and_a_minus_in_a_text_are_no_more_than_that() -> None:
    circle = read_query("magic", "Circle of Protection: Red").words
    assert [(term.field, term.words) for term in circle][2:] == [("any", ("Protection",)), ("any", ("Red",))]
    assert [term.words for term in read_query("magic", "Ward:Two -1/-1").words] == [("Ward", "Two"), ("1", "1")]
    assert not any(term.is_absent for term in read_query("magic", "-1/-1").words)
    assert read_query("magic", "-cost>3").costs == (Cost(">", 3, is_absent=True),)


# ---- what is imported


def test_imported_cards_stand_among_those_that_ship_which_win_over_one_of_their_name(tmp_path: Path) -> None:
    with Library(tmp_path / "library.sqlite", is_writable=True) as library:
        library.add([(card("Lightning Arc", "{R}{W}"), WHOLE), (card("Lightning Bolt", "{9}"), WHOLE)])
        library.add([(card("Zap", "{X}{2/U}{R/P}", "Lightning."), WHOLE)])
        found = find_cards("magic", "lightning", library)
        assert found.names[:2] == ("Lightning Arc", "Lightning Bolt")
        assert (found.names[-1], found.total, len(set(found.names))) == ("Zap", len(found.names), len(found.names))
        assert names("magic", "lightning c:rw", library) == ["Lightning Arc", "Lightning Helix"]
        assert names("magic", "n:zap cost=3 c:u c:red", library) == ["Zap"]
        assert names("magic", "cost=9", library) == names("magic", "cost=9")


def test_a_library_of_an_older_version_is_searched_by_cost_and_color(tmp_path: Path) -> None:
    """Its cards were imported before these were kept, and its owner imports none anew."""
    path = tmp_path / "library.sqlite"
    with closing(sqlite3.connect(path, isolation_level=None)) as old:
        migrate(old, STEPS[:1])
        record = '{"table": {"name": "Arc", "type": "Instant", "cost": "{2}{R}"}}'
        old.execute(
            "INSERT INTO cards (game, key, face, name, form, type, text, record, digest, kind, reason)"
            " VALUES ('magic', 'Arc', 0, 'Arc', '', 'Instant', 'Zap.', ?, x'00', '', '')",
            (record,),
        )
        old.execute("INSERT INTO names VALUES ('magic', 'arc', 0, 1)")
    with Library(path) as library:
        assert names("magic", "n:arc c:red cost=3 o:zap", library) == ["Arc"]
        assert names("magic", "n:arc t:instant cost=2", library) == []


@pytest.mark.parametrize("written", ["Lihgtning Arc", "lightnig arc", "Lightning Arcs", "Litening Arc"])
def test_a_name_that_is_misspelt_is_near_one_that_was_imported(tmp_path: Path, written: str) -> None:
    with Library(tmp_path / "library.sqlite", is_writable=True) as library:
        library.add([(card(f"Lightning Number {number}"), WHOLE) for number in range(900)])
        library.add([(card("Lightning Arc"), WHOLE)])
        assert library.near("magic", written)[0] == "Lightning Arc"
        assert library.near("magic", "Zzyzx Qqq") == library.near("magic", '"*') == ()
        assert library.near("grand-archive", written) == ()


# ---- what is bounded


def test_a_question_is_bounded_in_letters_and_in_parts() -> None:
    for text in ("x" * (MOST_LETTERS + 1), "a " * (MOST_TERMS + 1), "cost<9 " * (MOST_TERMS + 1)):
        with pytest.raises(engine.Refusal) as refused:
            find_cards("magic", text)
        assert refused.value.code == "too_much"
    assert find_cards("magic", "", start=10**9).names == ()
    assert find_cards("magic", "", start=MOST_BEFORE + 1).names == ()


def test_a_search_that_takes_too_many_steps_is_given_up() -> None:
    index, query = ShippedIndex("magic"), read_query("magic", "a")
    with pytest.raises(engine.Refusal) as refused:
        index.matches(query, 60, most_steps=500)
    assert refused.value.code == "too_much"
    assert index.matches(query, 60).total > 60  # and the next one is not


@pytest.mark.parametrize(
    "text",
    [
        "' OR 1=1 --",
        '" OR name:*',
        "NEAR(a b)",
        "^a* AND (b",
        "{name}: a",
        "(a+)+$" * 20,
        '"' * 150,
        "c:" * 90,
        "-" * 180,
        "\U0001f525 \u202e \u0301 \ufdfa",
        "\u00b2\u00bd\u2163 \u1100\u1161",
        "n:\ud55c\uad6d t:\u0627\u0644",
        "%_' ; DROP TABLE cards",
        "\ud800",
        "a\x00b",
    ],
)
def test_whatever_is_typed_is_a_question_or_refused(text: str) -> None:
    with suppress(engine.Refusal):
        assert 0 <= find_cards("magic", text).total <= len(engine.card_names("magic"))
    assert names("magic", "lightning bolt") == ["Lightning Bolt"]
