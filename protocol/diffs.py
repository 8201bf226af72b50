"""Views and their diffs: flat objects, key -> entity.

A diff has the shape of a view; an entity in it replaces the old one whole, null removes it. So folding is one loop,
and the canonical encoding (sorted keys) of the fold equals the server's snapshot byte for byte.

On the wire a view's ``decision`` travels beside it, since the owner adds deadlines.
"""

from __future__ import annotations

from typing import TypeAlias

import orjson
from msgspec import Raw

from protocol.errors import BadFrame

Json: TypeAlias = "dict[str, Json] | list[Json] | str | int | float | bool | None"
Entities: TypeAlias = dict[str, Json]


def fold(view: Entities, diff: Entities) -> None:
    """Apply a diff to a view in place."""
    for key, entity in diff.items():
        if entity is None:
            view.pop(key, None)
        else:
            view[key] = entity


def difference(old: Entities, new: Entities) -> Entities:
    """The diff that turns ``old`` into ``new``."""
    changed: Entities = {key: entity for key, entity in new.items() if old.get(key) != entity}
    changed.update((key, None) for key in old if key not in new)
    return changed


def canonical(view: Entities) -> bytes:
    """The one encoding of a view: sorted keys, no spaces."""
    return orjson.dumps(view, option=orjson.OPT_SORT_KEYS)


def parse(data: bytes | Raw) -> Entities:
    """A view or diff from its encoding.

    Raises:
        BadFrame: it is no JSON object.
    """
    try:
        value = orjson.loads(memoryview(data) if isinstance(data, Raw) else data)
    except orjson.JSONDecodeError as error:
        raise BadFrame("bad_frame", str(error)) from error
    if not isinstance(value, dict):
        raise BadFrame("bad_frame", "a view is an object")
    return value
