"""Records that are keys of many tables: each works its hash out once, as nothing in it changes."""

from __future__ import annotations

from dataclasses import fields
from typing import TypeVar

Record = TypeVar("Record")


class HashedOnce:
    """The place of a hash in a record with slots; no field, so that no table, comparison or copy knows it."""

    __slots__ = ("_hash",)

    def __reduce__(self) -> tuple[type, tuple[object, ...]]:
        """Another process hashes strings in another way."""
        return type(self), tuple(getattr(self, field.name) for field in fields(self))  # type: ignore[arg-type]  # a record


def hashed_once(kind: type[Record]) -> type[Record]:
    """A kind of records that are ``HashedOnce``, whose hash is kept in the record."""
    work_out = kind.__hash__

    def hash_of(record: Record) -> int:
        try:
            return record._hash  # type: ignore[attr-defined,no-any-return]  # noqa: SLF001
        except AttributeError:
            known = work_out(record)
            object.__setattr__(record, "_hash", known)
            return known

    kind.__hash__ = hash_of  # type: ignore[assignment]
    return kind
