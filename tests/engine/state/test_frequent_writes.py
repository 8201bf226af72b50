"""The writers of single fields: each leaves the state, the log and the counters as ``Changes.write`` does."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import pytest

from engine.state import frequent_writes
from engine.state.change_log import MOST_NUMBER, SHORT, Changes, Splice
from engine.state.records import Item, Object, Play, Player, Root, Zone

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.state.records import Record

RECORDS: Final[dict[str, Callable[[], Record]]] = {
    "agenda": Root,
    "priority": Root,
    "passes": Root,
    "told": Root,
    "noted": Root,
    "next_id": Root,
    "plays": Root,
    "step": lambda: Play(-1, "", 0, 1, 0),
    "asked": lambda: Play(-1, "", 0, 1, 0),
    "said": lambda: Play(-1, "", 0, 1, 0),
    "due": lambda: Play(-1, "", 0, 1, 0),
    "did": lambda: Item(1, "", 0, 0, 0),
    "pool": lambda: Player(1, 0, "ann"),
    "tapped": lambda: Object(1, 0, "", 0, ""),
}
VALUES: Final[dict[str, object]] = {
    **dict.fromkeys(("priority", "passes", "next_id", "step", "did"), 3),
    **dict.fromkeys(("agenda", "told", "noted", "plays", "asked", "said", "due", "pool"), (1, 2)),
    "tapped": True,
}


def test_each_writer_is_held_to_the_general_one() -> None:
    assert {name.removeprefix("write_") for name in vars(frequent_writes) if name.startswith("write_")} == {*RECORDS}


@pytest.mark.parametrize("field", RECORDS)
def test_a_writer_does_what_the_general_one_does(field: str) -> None:
    outcomes = []
    own: Callable[[Changes, Any, Any], None] = getattr(frequent_writes, f"write_{field}")
    for write in (own, lambda changes, record, value: changes.write(record, field, value)):
        changes, record = Changes(), RECORDS[field]()
        changes.records[record.id] = record
        before = getattr(record, field)
        write(changes, record, VALUES[field])
        counters = (changes.version, changes.vital, changes.moved, changes.shape, changes.form)
        outcomes.append((getattr(record, field), changes.log[:], counters))
        changes.rewind(0)
        assert getattr(record, field) == before
    assert outcomes[0] == outcomes[1]


PLACES: Final = [
    (length, at, gone)
    for length in (0, 3, SHORT, SHORT + 1, SHORT + 5)
    for at in (0, 2, SHORT, SHORT + 2)
    for gone in (0, 1, 2)
    if at + gone <= length
]


@pytest.mark.parametrize("new", [(), (90,), (90, 91, 92)])
@pytest.mark.parametrize(("length", "at", "gone"), PLACES)
def test_what_lies_in_a_zone_changes_as_the_general_splice_changes_it(
    length: int, at: int, gone: int, new: tuple[int, ...]
) -> None:
    outcomes = []
    for is_general in (False, True):
        changes, zone = Changes(), Zone(5, "hand", 0, "owner")
        changes.records[zone.id] = zone
        zone.content = before = tuple(range(20, 20 + length))
        if is_general:
            changes.splice(zone, "content", at, gone, new)
        else:
            frequent_writes.splice_content(changes, zone, at, gone, new)
        logged = [
            (ident, field, (old.at, old.gone, old.came) if isinstance(old, Splice) else old)
            for ident, field, old in changes.log
        ]
        counters = (changes.version, changes.vital, changes.moved, changes.shape, changes.form)
        outcomes.append((zone.content, logged, counters))
        changes.rewind(0)
        assert zone.content == before
    assert outcomes[0] == outcomes[1]


@pytest.mark.interpreted("plants a class of records, and no interpreted class inherits from a compiled one")
@pytest.mark.parametrize("field", RECORDS)
def test_a_writer_has_forks_copy_first(field: str) -> None:
    """A fork may still be about to copy what is written."""
    record = RECORDS[field]()
    parted: list[object] = []

    class Parting(Changes):
        __slots__ = ()

        def part(self) -> None:
            parted.append(getattr(record, field))

    changes = Parting()
    changes.heirs = [None]  # type: ignore[list-item]  # whoever that is
    before = getattr(record, field)
    getattr(frequent_writes, f"write_{field}")(changes, record, VALUES[field])
    assert parted == [before]


@pytest.mark.interpreted("as above")
def test_what_a_text_did_is_no_larger_than_a_field_may_hold() -> None:
    """The numbers of the other writers grow one by one, or name seats; this one is added up."""

    class Bounded(Changes):
        __slots__ = ()

        def exceed(self) -> None:
            raise OverflowError

    with pytest.raises(OverflowError):
        frequent_writes.write_did(Bounded(), Item(1, "", 0, 0, 0), MOST_NUMBER + 1)
