"""Cards are compiled a few batches ahead and no more, in their order, and a fault in one keeps no other back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pytest

from server.library.intake import AHEAD, BATCH, Judge
from server.library.kept_cards import Imported, Meaning

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

COUNT: Final = 20 * BATCH


def card(number: int, **fields: object) -> Imported:
    table = {"name": f"Lynx {number}", "type": "Instant", "text": f"Draw {number + 2} cards.", **fields}
    empty: dict[str, str] = {}
    return Imported(
        *("magic", "Made up", f"{number}", 0, f"Lynx {number}", (), "Instant", "", table, {"table": table}, "", ""),
        (),
        empty,
    )


class Read:
    """Cards that are read one by one; ``count`` says how many were."""

    def __init__(self, total: int) -> None:
        self.count = 0
        self._total = total

    def __iter__(self) -> Iterator[Imported]:
        for number in range(self._total):
            self.count += 1
            yield card(number)


def nothing(_game: str, _digests: Iterable[bytes]) -> dict[bytes, Meaning]:
    return {}


@pytest.mark.parametrize("jobs", [1, 2])
def test_no_more_than_a_few_batches_are_on_their_way(jobs: int) -> None:
    read, taken = Read(COUNT), 0
    with Judge(jobs) as judge:
        for batch in judge.judged(read, nothing):
            taken += len(batch)
            assert read.count - taken <= jobs * AHEAD * BATCH
    assert read.count == taken == COUNT


def test_cards_come_in_their_order_from_any_number_of_processes() -> None:
    with Judge(3) as judge:
        found = [judged for batch in judge.judged(Read(5 * BATCH + 7), nothing) for judged in batch]
    assert [judged.card.key for judged in found] == [str(number) for number in range(5 * BATCH + 7)]
    assert all(judged.is_new and judged.meaning is not None for judged in found)


def test_what_is_known_is_not_compiled_again() -> None:
    known = Meaning("part", None, (2,), ())
    first = card(0).digest
    with Judge(1) as judge:
        ((one, other),) = judge.judged([card(0), card(1)], lambda _game, _digests: {first: known})
    assert (one.meaning, one.is_new, other.is_new) == (known, False, True)


def test_a_fault_of_ours_in_one_card_stands_in_its_meaning() -> None:
    with Judge(1) as judge:
        ((broken, good),) = judge.judged([card(0, text=7), card(1)], nothing)
    assert broken.meaning is not None
    assert broken.meaning.status == "none"
    assert good.meaning is not None
    assert good.meaning.status == "whole"
