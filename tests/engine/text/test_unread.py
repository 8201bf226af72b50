"""Nothing that a text may say is ignored: each record, field, word and keyword has a scenario that misses it.

The table beside this names the scenario; here it is run with cards that compile to the same without that cell, and has
to go otherwise than written. ``python -m tests.support.engine.unread.discovery`` finds scenarios for the table.
"""

from __future__ import annotations

import tomllib
from collections import defaultdict
from typing import Final

import pytest

from engine.games import list_games
from engine.text import parse
from tests.support.engine.unread.attempts import fails, reads_of
from tests.support.engine.unread.cells import Cell, ability_words
from tests.support.engine.unread.table import FOLDER, Entry, read_empty, read_table
from tests.support.engine.unread.universe import cells_of, said_by_none

ABILITY_WORDS: Final = FOLDER / "ability_words.toml"
pytestmark = pytest.mark.interpreted("sees who reads a field by frames, which compiled functions do not have")

PARTS: Final = 16
"""Of each game's table, so that workers share it."""


@pytest.mark.parametrize("game", list_games())
def test_each_cell_has_a_scenario_and_no_other_is_listed(game: str) -> None:
    table = read_table(game)
    assert sorted(cells_of(game) - table.keys()) == sorted(read_empty(game))
    assert sorted(table.keys() - cells_of(game)) == []


def test_each_record_and_field_is_said_or_made_by_the_rules() -> None:
    assert [cell.name for cell in said_by_none()] == []


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("game", list_games())
def test_a_scenario_goes_otherwise_without_what_its_cards_say(game: str, part: int) -> None:
    by_scenario: dict[str, list[tuple[Cell, Entry]]] = defaultdict(list)
    for cell, entry in read_table(game).items():
        by_scenario[entry.scenario].append((cell, entry))
    ignored = []
    for scenario in sorted(by_scenario)[part::PARTS]:
        reads = reads_of(scenario)
        for cell, entry in by_scenario[scenario]:
            if cell.field and f"{cell.record}.{cell.field}" not in reads:
                ignored.append(f"{scenario} reads no {cell.record}.{cell.field}")
            if not fails(cell, entry):
                ignored.append(f"{scenario} goes as written without {cell.kind} {cell.name} ({entry.way})")
    assert ignored == []


@pytest.mark.parametrize("game", list_games())
def test_an_ability_word_is_listed_by_its_paragraph_and_means_nothing(game: str) -> None:
    listed = tomllib.loads(ABILITY_WORDS.read_text(encoding="utf-8"))[game]["words"]
    assert sorted(listed) == sorted({word.rstrip(" —-") for word in ability_words(game)})
    text = "Draw a card."
    for word in ability_words(game):
        assert parse(f"{word} {text}", "Test Card", game) == parse(text, "Test Card", game)
