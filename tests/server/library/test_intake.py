"""Tables are compiled a few batches ahead and no more, in their order, and a fault in one keeps no other back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import pytest

from server.library.intake import AHEAD, BATCH, Judge, Unread

if TYPE_CHECKING:
    from collections.abc import Iterator

COUNT: Final = 20


def unread(number: int, further: dict[str, Any] | None = None, **fields: object) -> Unread:
    table = {"name": f"Lynx {number}", "type": "Instant", "text": f"Draw {number + 2} cards.", **fields}
    return Unread("magic", b"", table, further)


class Read:
    """Batches that are read one by one; ``count`` says how many were."""

    def __init__(self) -> None:
        self.count = 0

    def __iter__(self) -> Iterator[list[Unread]]:
        for number in range(COUNT):
            self.count += 1
            yield [unread(BATCH * number + each) for each in range(BATCH)]


@pytest.mark.parametrize("jobs", [1, 2])
def test_no_more_than_a_few_batches_are_on_their_way(jobs: int) -> None:
    read, taken = Read(), 0
    with Judge(jobs) as judge:
        for _ in judge.compiled(read):
            taken += 1
            assert read.count - taken <= jobs * AHEAD
    assert read.count == taken == COUNT


def test_tables_come_in_their_order_from_any_number_of_processes() -> None:
    with Judge(3) as judge:
        found = [each for batch in judge.compiled(Read()) for each in batch]
    assert [each.table["name"] for each, _ in found] == [f"Lynx {number}" for number in range(COUNT * BATCH)]
    assert {meaning.status for _, meaning in found} == {"whole"}


def test_a_table_that_is_not_understood_is_tried_with_what_its_text_may_speak_of() -> None:
    text = "Create a 1/1 green Gribble creature token."
    table = dict(unread(0, text=text).table)
    further = {**table, "mentions": ["Gribble"]}
    vain = unread(2, {**unread(2).table, "mentions": ["Gribble"]}, text="It gribbles.")
    with Judge(1) as judge:
        (batch,) = judge.compiled([[unread(0, text=text), unread(1, further, text=text), vain]])
    assert [(meaning.status, meaning.mentions) for _, meaning in batch] == [
        ("none", ()),
        ("whole", ("Gribble",)),
        ("whole", ("Gribble",)),
    ]


def test_a_fault_of_ours_in_one_table_stands_in_its_meaning() -> None:
    with Judge(1) as judge:
        ((broken, good),) = judge.compiled([[unread(0, text=7), unread(1)]])
    assert (broken[1].status, good[1].status) == ("none", "whole")
