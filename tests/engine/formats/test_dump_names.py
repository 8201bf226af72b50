"""Dumps and hashes name records by tables, not by their classes: what is kept outlives a renaming and a new field."""

from __future__ import annotations

import dataclasses
import gzip
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import orjson
import pytest

from engine import Match, abilities
from engine.abilities import Count, Filter
from engine.state import dump_rows
from engine.state.dump_names import ABILITIES, FIELDS_IN_LOGS, KINDS, LAYOUTS, RECORDS, Layout
from engine.state.records import Player

if TYPE_CHECKING:
    from collections.abc import Iterator

KEPT: Final = Path(__file__).with_name("kept")
NAMES: Final = KEPT / "names.json"


def dumps() -> list[dict[str, Any]]:
    """The dumps of one match of each game."""
    found = []
    for folder in sorted(path for path in KEPT.iterdir() if path.is_dir()):
        lines = gzip.decompress(min(folder.glob("*.dumps.gz")).read_bytes()).splitlines()
        found += [orjson.loads(line) for line in lines]
    return found


def orders() -> dict[str, list[str]]:
    """All names in dumps with the fields behind each, in order."""
    found = {layout.name: [*layout.fields, *layout.added] for layout in LAYOUTS.values()}
    for kind, name in RECORDS.items():
        found[name] = [FIELDS_IN_LOGS.get(field, field) for field in kind.FIELDS]
    found.update({f"row {number}": names.split() for number, names in enumerate(dump_rows.ORDER.values())})
    return found


def test_every_record_of_the_abilities_has_a_name_and_all_its_fields() -> None:
    kinds = {kind for kind in vars(abilities).values() if isinstance(kind, type) and dataclasses.is_dataclass(kind)}
    assert ABILITIES.keys() == kinds
    for kind, layout in LAYOUTS.items():
        fields = [field.name for field in dataclasses.fields(kind)]
        dumped = {*layout.fields, *layout.added}
        assert layout.retired.keys() <= dumped, layout.name
        assert sorted(dumped - layout.retired.keys()) == sorted(fields), layout.name
    assert len(KINDS) == len(LAYOUTS)


def test_no_name_and_no_order_has_changed_since_the_first_dumps() -> None:
    kept: dict[str, list[str]] = orjson.loads(NAMES.read_bytes())
    now = orders()
    assert {name: now[name][: len(fields)] for name, fields in kept.items()} == kept


@pytest.fixture
def renamed_classes() -> Iterator[None]:
    """Every class that is dumped has another name."""
    kinds: list[type] = [*ABILITIES, *RECORDS, *dump_rows.WRITERS]
    names = [kind.__name__ for kind in kinds]
    for number, kind in enumerate(kinds):
        kind.__name__ = kind.__qualname__ = f"Renamed{number}"
    yield
    for kind, name in zip(kinds, names, strict=True):
        kind.__name__ = kind.__qualname__ = name


@pytest.mark.usefixtures("renamed_classes")
def test_a_class_may_be_renamed() -> None:
    named = 0
    for kept in dumps():
        match = Match.load(orjson.dumps(kept["dump"]))
        assert match.hash() == kept["hash"]
        assert orjson.loads(match.dump()) == kept["dump"]
        named += match.dump().count(b'"$"')
    assert named > 0


def test_a_new_field_of_an_ability_is_left_out_with_its_default() -> None:
    layout = Layout(Count, "Count what | times")
    assert layout.dumped(Count(Filter())) == {"$": "Count", "what": Filter()}
    assert layout.dumped(Count(Filter(), 2)) == {"$": "Count", "what": Filter(), "times": 2}


def test_a_new_field_of_a_state_record_is_left_out_with_its_default(monkeypatch: pytest.MonkeyPatch) -> None:
    """``words`` stands last among a player's fields, and all players of this match have the default."""
    (kept, *_) = dumps()
    match = Match.load(orjson.dumps(kept["dump"]))
    monkeypatch.setattr(Player, "LATER", 1)
    without = orjson.loads(match.dump())
    players = [record for record in without["state"] if record[0] == "Player"]
    assert {len(record) for record in players} == {len(Player.FIELDS)}
    again = Match.load(orjson.dumps(without))
    assert [player.words for player in again.game.players] == [player.words for player in match.game.players]
    match.game.write(match.game.players[0], "words", ("other",))
    assert match.hash() != again.hash()
    now = orjson.loads(match.dump())["state"]
    assert [len(record) for record in now if record[0] == "Player"] == [1 + len(Player.FIELDS), len(Player.FIELDS)]
