"""The records of a published file, one after the other, in memory that the largest of them bounds.

A file is told by its content, whatever it is called: an array, an object of JSON a line, pages with their records under
``data``, an object of entries there, or one record by itself; either packed by gzip.
"""

from __future__ import annotations

from contextlib import suppress
from itertools import chain
from typing import TYPE_CHECKING, Final, TypeAlias

import ijson  # type: ignore[import-untyped]  # its values are taken as objects
import orjson

from engine.cards.card_sources import BadSource
from engine.formats.published_bytes import MOST_OF_A_RECORD, PublishedBytes

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.cards.card_sources import Json
    from engine.formats.published_bytes import Stream

Placed: TypeAlias = "tuple[str, Json]"
"""A record with its place in the file."""

DATA: Final = "data"
"""The key under which sites and files have their records."""
_HEAD: Final = 1024 * 1024


def records(file: str, stream: Stream) -> Iterator[Placed]:
    """The records of a file; an entry of an object is one with ``key`` and ``value``.

    Raises:
        BadSource: it is no JSON, has too large a record, or breaks off.
    """
    data = PublishedBytes(file, stream)
    for number, record in enumerate(_parts(data), 1):
        data.found()
        if not isinstance(record, dict):
            raise BadSource(file, f"card {number}", f"an object is wanted, not {record!r:.40}")
        named = record.get("key") if "value" in record else None
        yield f"{file}: card {number if named is None else repr(named)[:40]}", record


def _parts(data: PublishedBytes) -> Iterator[object]:
    head = data.head(_HEAD)
    start = head.lstrip()[:1]
    if start == b"[":
        found = _inside(_streamed(data, "item"))
        first = next(found, None)
        if first is None:
            raise BadSource(data.file, "", "no cards in it")
        yield from chain((first,), found)
    elif start == b"{":
        yield from _of_object(data, head)
    else:
        raise BadSource(data.file, "line 1", "no JSON")


def _of_object(data: PublishedBytes, head: bytes) -> Iterator[object]:
    """The records of an object, or of an object a line."""
    lines = head.lstrip().split(b"\n")
    first = _value(lines[0])
    if isinstance(first, dict):
        yield from _inside(_of_lines(data))
        return
    kind = _kind_of_data(head)
    if kind == "start_array":
        yield from _streamed(data, f"{DATA}.item")
    elif kind == "start_map":
        yield from _streamed(data, DATA)
    else:
        whole = data.read()
        if len(whole) > MOST_OF_A_RECORD:
            raise BadSource(data.file, "", f"more than {MOST_OF_A_RECORD} bytes without a record")
        yield from _inside(iter([_loaded(data.file, 1, whole)]))


def _inside(values: Iterator[object]) -> Iterator[object]:
    """The values, and of pages the records on them."""
    for value in values:
        listed = value.get(DATA) if isinstance(value, dict) else None
        if isinstance(listed, list):
            yield from listed
        elif isinstance(listed, dict):
            yield from ({"key": key, "value": each} for key, each in listed.items())
        else:
            yield value


def _of_lines(data: PublishedBytes) -> Iterator[object]:
    for number, line in enumerate(data.lines(), 1):
        if line.strip():
            yield _loaded(data.file, number, line)


def _streamed(data: PublishedBytes, prefix: str) -> Iterator[object]:
    """The elements of an array, or the entries of an object, as they are read."""
    number = 0
    try:
        if prefix == DATA:
            for key, value in ijson.kvitems(data, prefix, use_float=True):
                number += 1
                yield {"key": key, "value": value}
        else:
            for value in ijson.items(data, prefix, use_float=True):
                number += 1
                yield value
    except (ijson.JSONError, OverflowError, UnicodeDecodeError) as error:
        reason = str(error).strip().split("\n")[0]
        raise BadSource(data.file, f"card {number + 1}", f"no JSON: {reason}") from None


def _kind_of_data(head: bytes) -> str:
    """The event with which the records of an object begin, as far as its head tells; "" where it has none."""
    depth, is_next = 0, False
    with suppress(ijson.JSONError):
        for event, value in ijson.basic_parse(head):
            if is_next:
                return str(event)
            depth += (event in ("start_map", "start_array")) - (event in ("end_map", "end_array"))
            is_next = depth == 1 and event == "map_key" and value == DATA
    return ""


def _value(line: bytes) -> object:
    try:
        value: object = orjson.loads(line)
    except orjson.JSONDecodeError:
        return None
    return value


def _loaded(file: str, number: int, line: bytes) -> object:
    try:
        value: object = orjson.loads(line)
    except orjson.JSONDecodeError as error:
        raise BadSource(file, f"line {number + error.lineno - 1}", f"no JSON: {error.msg}") from None
    return value
