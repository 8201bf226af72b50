"""Cards as they are printed: what they cost and their colours, and their faces, with no text understood."""

from __future__ import annotations

import json

import pytest

from engine import card_face, card_facets, card_names, list_games, printed_face, printed_facts, shipped


@pytest.mark.parametrize("game", list_games())
def test_a_card_that_is_printed_looks_as_if_it_were_understood(game: str) -> None:
    for name in card_names(game):
        understood = card_face(shipped(game), name)
        understood.pop("keywords", None)  # the text says them
        assert printed_face(game, printed_facts(game, name)) == json.loads(json.dumps(understood))


@pytest.mark.parametrize(
    ("game", "table", "cost", "colors"),
    [
        ("magic", {"cost": "{2}{R}{R}"}, 4, ("red",)),
        ("magic", {"cost": "{X}{2/W}{U/P}"}, 3, ("white", "blue")),
        ("magic", {"cost": "{0}"}, 0, ("colorless",)),
        ("magic", {"colors": ["green"], "text": "{R}: Add {B}."}, None, ("green",)),
        ("grand-archive", {"reserve": 3, "element": "Fire"}, 3, ("fire",)),
        ("grand-archive", {"memory": 0}, 0, ("norm",)),
        ("grand-archive", {"name": "Fire", "type": "Ally - Water"}, None, ("norm",)),
        ("marvel-champions", {"cost": 2, "colors": ["justice"], "resources": "{e}{e}"}, 2, ("justice", "energy")),
        ("marvel-champions", {"cost": "X"}, None, ()),
    ],
)
def test_cost_and_colors_are_read_from_the_table(
    game: str, table: dict[str, object], cost: int | None, colors: tuple[str, ...]
) -> None:
    assert card_facets(game, table) == (cost, colors)
