"""A look back makes a server read as much of a long journal as is shown, and some entries to find it."""

import msgspec
import pytest

from engine import Refusal
from protocol.messages import Earlier
from server.match.feed import PUBLIC
from server.records.journal_slice import find, open_excerpt
from server.store.entries import VERSION, Answered, Change, Entry, Head, Segment, encode
from server.store.journal import Journal, keys
from server.store.journal_opening import open_journal

RAW = msgspec.Raw(b"{}")
LAST = 10_000
SEGMENT = 200
DELAY_MS = 1000
FILL = "for n = 1, #ARGV do redis.call('XADD', KEYS[1], n .. '-0', 'b', 'x', 'e', ARGV[n]) end"
FILL_STAMPED = FILL.replace("'x'", "'x ' .. n")


def journaled(off_ms: int) -> list[Entry]:
    """One a millisecond, by a clock that is off; every third changes the public's view, every other the seat's."""
    seqs = {PUBLIC: 0, "seat0": 0}
    found: list[Entry] = [Head(VERSION, "e", RAW, ("open", "open"), delay_ms=DELAY_MS)]
    for number in range(2, LAST + 1):
        if number % SEGMENT == 0:
            found.append(Segment(VERSION, "e", b"", at=number + off_ms))
            continue
        changed = [view for view, every in ((PUBLIC, 3), ("seat0", 2)) if number % every == 0]
        seqs |= {view: seqs[view] + 1 for view in changed}
        found.append(Answered(0, 1, RAW, views={view: seqs[view] for view in changed}, at=number + off_ms))
    return found


@pytest.mark.parametrize(("fill", "off_ms"), [(FILL, 0), (FILL_STAMPED, 5 * LAST), (FILL_STAMPED, -5 * LAST)])
async def test_it_reads_what_it_shows_and_finds_it_by_halves(redis_url: str, fill: str, off_ms: int) -> None:
    """Due is what its stamp says, or, in a journal of old, its writer."""
    entries, now_ms = journaled(off_ms), LAST + DELAY_MS
    async with open_journal(redis_url) as journal:
        await journal.evaluate(fill, (keys("m")[0],), tuple(map(encode, entries)))
        for view, seq in ((PUBLIC, 1000), (PUBLIC, 1), (PUBLIC, 3300), ("seat0", 4444), ("seat0", 0)):
            await is_found(journal, entries, view, seq, now_ms)
        await is_found(journal, entries, PUBLIC, 1000, DELAY_MS + 3050)  # some of what follows is not due
        for seq, at_ms in ((1000, DELAY_MS + 2999), (LAST, now_ms * 9), (1, DELAY_MS)):
            excerpt = await open_excerpt(journal, "m")
            with pytest.raises(Refusal, match="no_such_view"):
                await find(excerpt, Earlier("m", seq, "r"), PUBLIC, at_ms)


async def is_found(journal: Journal, entries: list[Entry], view: str, seq: int, now_ms: int) -> None:
    """The result is that of reading all of it, and a few pages were read for it."""
    due = LAST if view != PUBLIC else min(LAST, now_ms - DELAY_MS)
    numbers, number = [0], 0
    for entry in entries[:due]:
        number = entry.views.get(view, number) if isinstance(entry, Change) else number
        numbers.append(number)
    at = max(n for n in range(1, due + 1) if numbers[n] == seq)
    end = next((n for n in range(at, due + 1) if numbers[n] == seq + 30), due)
    excerpt = await open_excerpt(journal, "m")
    found = await find(excerpt, Earlier("m", seq, "r", count=30), view, now_ms)
    assert (found.first, found.at) == (max(1, at // SEGMENT * SEGMENT), at)
    assert (found.end, found.last) == (end, number)
    assert excerpt.pages_read <= 20
    assert await excerpt.data(found.first, found.end) == list(map(encode, entries[found.first - 1 : found.end]))
