"""Records, and dumps from inside plays, that an earlier engine wrote: they replay, verify and load for ever.

``kept`` holds twenty matches of each game. Nothing in it is ever written anew: a change that makes one of these tests
fail breaks what people have kept. ``*.dumps.gz`` is a line of JSON for each dump: ``at``, how many moves came before,
``hash``, of the state then, and the ``dump``.
"""

from __future__ import annotations

import gzip
from pathlib import Path
from typing import Any, Final

import orjson
import pytest

import engine
from engine import Match, Record, replay, verify

KEPT: Final = Path(__file__).with_name("kept")
RECORDS: Final = sorted(KEPT.glob("*/*.record"))


def dumps_beside(record: Path) -> list[dict[str, Any]]:
    return [orjson.loads(line) for line in gzip.decompress(record.with_suffix(".dumps.gz").read_bytes()).splitlines()]


def named(path: Path) -> str:
    return f"{path.parent.name}-{path.stem}"


def test_there_are_twenty_of_each_game() -> None:
    kept = [record.parent.name for record in RECORDS]
    assert {game: kept.count(game) for game in engine.list_games()} == dict.fromkeys(engine.list_games(), 20)


@pytest.mark.parametrize("path", RECORDS, ids=named)
def test_a_record_replays_and_verifies(path: Path) -> None:
    text = path.read_text()
    replayed = replay(text)
    assert replayed.match.result is not None
    assert all(check.holds for check in verify(Record(text)))


@pytest.mark.parametrize("path", RECORDS, ids=named)
def test_a_dump_from_inside_a_play_loads_dumps_the_same_and_goes_on_to_the_same_end(path: Path) -> None:
    record = Record(path.read_text())
    for kept in dumps_beside(path):
        match = Match.load(orjson.dumps(kept["dump"]))
        assert match.game.root.plays
        assert match.hash() == kept["hash"]
        assert orjson.loads(match.dump()) == kept["dump"]
        for move in record.moves[kept["at"] :]:
            go_on(match, ord(move[0]) - ord("A"), move[3:])
        assert match.hash() == record.table["hash"]


def go_on(match: Match, seat: int, gesture: str) -> None:
    if gesture == "concede":
        match.take(seat, 0, None)
        return
    decision = next(each for each in match.decisions if each.seat == seat)
    match.apply_text(seat, decision.w, gesture)
