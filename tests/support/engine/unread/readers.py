"""The code that reads a field, found as it does: each read of a record's field is noted with the function it is in.

Not noted: the text layer, which makes and writes records; what walks over all fields of any record; comparisons.
"""

from __future__ import annotations

import ast
import dis
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

import engine
from tests.support.engine.unread.cells import fields_of, records

if TYPE_CHECKING:
    from types import CodeType

    from _typeshed import DataclassInstance

ENGINE: Final = Path(engine.__file__).parent
READS: Final = frozenset({"LOAD_ATTR", "LOAD_METHOD", "MATCH_CLASS"})
TEXT_LAYER: Final = ("engine/text/", "engine/abilities/", "/language/")
Reads = dict[str, set[str]]
"""Of "Record.field": the functions that read it, as "file:function"."""


class _Noted:
    """A field that notes who reads it."""

    def __init__(self, key: str, field: str, slot: object, reads: Reads) -> None:
        self._key = key
        self._field = field
        self.slot = slot
        self._reads = reads

    def __get__(self, record: object, owner: type | None = None) -> object:
        if record is None:
            return self
        frame = sys._getframe(1)  # the only way to the reader
        reader = reader_of(frame.f_code, frame.f_lasti, self._field)
        if reader:
            self._reads.setdefault(self._key, set()).add(reader)
        return self.slot.__get__(record, owner)  # type: ignore[attr-defined]  # a slot

    def __set__(self, record: object, value: object) -> None:
        self.slot.__set__(record, value)  # type: ignore[attr-defined]  # a slot


_READERS: dict[tuple[CodeType, int, str], str] = {}


def reader_of(code: CodeType, at: int, field: str) -> str:
    """The name of the function that reads the field here, "" if it does not count."""
    key = (code, at, field)
    if key not in _READERS:
        _READERS[key] = _reader(code, at, field)
    return _READERS[key]


def _reader(code: CodeType, at: int, field: str) -> str:
    _, found, file = code.co_filename.replace("\\", "/").rpartition("/engine/")
    file = f"engine/{file}"
    if not found or any(part in file for part in TEXT_LAYER):
        return ""
    if dis.opname[code.co_code[at]] not in READS and field not in code.co_consts:
        return ""
    return f"{file}:{code.co_qualname}"


@cache
def _phrases() -> dict[str, frozenset[str]]:
    """Each text and name that stands in the code of the rules, with the functions or tables it stands in."""
    found: dict[str, set[str]] = {}
    for path in sorted(ENGINE.rglob("*.py")):
        file = f"engine/{path.relative_to(ENGINE)}"
        if any(part in file for part in TEXT_LAYER):
            continue
        for statement in ast.parse(path.read_text(encoding="utf-8")).body:
            name = getattr(statement, "name", "")
            for node in ast.walk(statement):
                for text in _said(node):
                    found.setdefault(text, set()).add(f"{file}:{name}" if name else f"{file}:{statement.lineno}")
    return {text: frozenset(places) for text, places in found.items()}


def _said(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.Name):
        yield node.id
    elif isinstance(node, ast.Attribute):
        yield node.attr


def asked_for(word: str) -> frozenset[str]:
    """The places in the rules that have a word, or the name of a record type."""
    return _phrases().get(word, frozenset())


@contextmanager
def noted(reads: Reads) -> Iterator[None]:
    """Note all reads of fields into ``reads`` meanwhile."""
    slots: list[tuple[type[DataclassInstance], str, object]] = []
    for name, record in records().items():
        for field in fields_of(record):
            slot = vars(record).get(field.name)
            if slot is not None:
                slots.append((record, field.name, slot))
                setattr(record, field.name, _Noted(f"{name}.{field.name}", field.name, slot, reads))
    try:
        yield
    finally:
        for record, field_name, slot in slots:
            setattr(record, field_name, slot)
