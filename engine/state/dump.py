"""State as JSON and back, and its hash.

A dump is lossless at any moment, inside plays too: records, change log, and what a match keeps beside them. Tuples
become arrays, as do the records that stand for rows (``engine.state.dump_rows``); a record of ``engine.abilities``
becomes ``{"$": name, fields}`` (``engine.state.dump_names``).
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final, cast

import orjson

from engine.state.change_log import EVENT, Splice
from engine.state.copying import BLANK, copy_record
from engine.state.dump_names import FIELDS_IN_LOGS, LAYOUTS, RECORDS
from engine.state.dump_rows import READERS, SINGLE, WRITERS, frame_row, read, read_frame, read_logged
from engine.state.lazy_fork import inherit, laid_out

if TYPE_CHECKING:
    from engine.state.frames import FrameKind
    from engine.state.game import Game
    from engine.state.records import Record

Kinds = Mapping[str, "FrameKind[Any]"]
"""Of frames, by op."""
KINDS: Final = {name: kind for kind, name in RECORDS.items()}

FIELDS_FROM_LOGS: Final = {name: field for field, name in FIELDS_IN_LOGS.items()}


def encode(value: object) -> bytes:
    """Plain data as JSON."""
    return orjson.dumps(value, default=_named, option=orjson.OPT_PASSTHROUGH_DATACLASS)


def _named(value: object) -> dict[str, object] | list[object]:
    """A record that stands for a row as an array, a record of ``engine.abilities`` with its class."""
    write = WRITERS.get(type(value))
    if write is not None:
        return write(value)
    if isinstance(value, tuple):
        return frame_row(value)
    layout = LAYOUTS.get(type(value))
    if layout is None:
        raise TypeError(f"{value!r} is no plain data")
    return layout.dumped(value)


def unplain(field: str, value: object, kinds: Kinds) -> object:
    """Back from what ``encode`` made of a field's value, decoded."""
    if field == "agenda":
        return tuple([read_frame(kinds, row) for row in value])  # type: ignore[attr-defined]  # rows
    if field in SINGLE:
        return SINGLE[field](value)
    if field in READERS:
        return tuple(map(READERS[field], value))  # type: ignore[call-overload]  # a row
    return read(value)


def record_json(record: Record) -> list[object]:
    """One record: its class and its fields in order."""
    row = [RECORDS[type(record)], *[getattr(record, field) for field in record.FIELDS]]
    if record.LATER:
        blank = BLANK[type(record)]()
        for field in reversed(record.FIELDS[-record.LATER :]):
            if row[-1] != getattr(blank, field):
                break
            row.pop()
    return row


def record_from(data: list[object], kinds: Kinds) -> Record:
    """Read a record from ``record_json``."""
    record = BLANK[KINDS[data[0]]]()  # type: ignore[index]  # a class name
    for field, value in zip(record.FIELDS, data[1:], strict=not record.LATER):
        setattr(record, field, unplain(field, value, kinds))
    return record


def state_json(game: Game) -> list[object]:
    """All records in order of id."""
    return [record_json(game.records[ident]) for ident in sorted(game.records)]


def log_json(game: Game) -> list[object]:
    """The change log; a removed record stands whole in it."""
    return [[ident, FIELDS_IN_LOGS.get(field, field), _old_json(field, old)] for ident, field, old in game.log]


def _old_json(field: str, old: object) -> object:
    if type(old) is Splice:
        return {"at": old.at, "gone": old.gone, "came": old.came}
    return record_json(old) if field == "-" else old  # type: ignore[arg-type]  # "-" logs the record


def _old_from(field: str, old: Any, kinds: Kinds) -> object:
    """Back from ``_old_json``; logs of engines before this one hold rows whole."""
    if isinstance(old, dict) and "gone" in old:
        return Splice(old["at"], cast("tuple[object, ...]", unplain(field, old["gone"], kinds)), old["came"])
    if field == EVENT:
        return read_logged(old)
    return record_from(old, kinds) if field == "-" else unplain(field, old, kinds)


def state_hash(game: Game) -> str:
    """128 bits over the canonical dump of the state; the log, and what is beside the state, do not count."""
    return hashlib.blake2b(encode(state_json(game)), digest_size=16).hexdigest()


def standing(game: Game) -> str:
    """The state's hash, worked out again only when something changed; a rewind brings back the earlier one."""
    cached = game.caches.get("standing")
    if cached is None or cached[0] != game.version:
        cached = game.caches["standing"] = (game.version, state_hash(game))
    return str(cached[1])


def restore(game: Game, state: list[list[object]], log: list[list[object]]) -> None:
    """Put a dumped state into a game made from the same header."""
    game.part()
    game.records.clear()
    for data in state:
        record = record_from(data, game.rules.frames)
        game.records[record.id] = record
    game.zones = laid_out(game.records, game.zone_ids)
    _relink(game, game)
    game.forget()
    game.log[:] = [
        (ident, FIELDS_FROM_LOGS.get(str(field), field), _old_from(field, old, game.rules.frames))  # type: ignore[arg-type,misc]  # shape of log_json
        for ident, field, old in log
    ]


def copy_state(source: Game, target: Game) -> None:
    """Make ``target``, built from the same register, an independent copy of ``source``.

    Between plays nothing may be rewound, so the log is left out.
    """
    target.records, target.zones = inherit(source.records, source.zone_ids, source.heirs, source.part)
    target.log = []
    if source.root.plays:
        target.log = [
            entry if entry[1] != "-" else (entry[0], "-", copy_record(entry[2]))  # type: ignore[arg-type]  # of what is gone
            for entry in source.log
        ]
    target.since = min(source.since, len(target.log))
    target.touched = set(source.touched)
    _relink(target, source)
    target.know(source)


def _relink(game: Game, like: Game) -> None:
    """Point the names of a game at its records, as those of one that is laid out alike."""
    records = game.records
    game.root = records[0]  # type: ignore[assignment]  # id 0 is the root
    game.players = tuple([records[player.id] for player in like.players])  # type: ignore[misc]  # ids are fixed
