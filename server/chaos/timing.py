"""Events that may not happen before their time: a clock that runs out, and parts that the public sees later."""

from collections.abc import Mapping, Sequence
from typing import Final

from server.match.delayed import stamp_of
from server.match.feed import PUBLIC
from server.match.replayed_match import again, begin, decode_head
from server.store.entries import Agreed, Answered, Conceded, Lapsed, Settled, TakenBack, decode
from server.store.journal import Stamped

CHANGES: Final = (Answered, Settled, Conceded, Lapsed, Agreed, TakenBack)
"""Entries that change views."""


def too_soon(match: str, entries: Sequence[bytes]) -> list[str]:
    """Seats that are said to have run out of time that they had; raises as ``replayed_match.again``."""
    history = begin(decode_head(entries[0]))
    faults: list[str] = []
    if not history.clock.is_bounded:
        return faults
    for number, data in enumerate(entries[1:], 2):
        entry = decode(data)
        if isinstance(entry, Lapsed) or (isinstance(entry, Conceded) and not entry.c):
            deadline_ms = history.clock.deadline_ms(entry.s)
            if deadline_ms is None or entry.at < deadline_ms:
                faults.append(f"entry {number}: the time of seat {entry.s} was not up, by {deadline_ms} at {entry.at}")
        history.seq = number
        again(match, history, entry)
    return faults


def too_early(stamped: Sequence[Stamped], shown_ms: Mapping[int, int], over_ms: int | None) -> list[str]:
    """Views of a delayed match that a spectator was shown too early, by the clock of the Redis that stamps entries.

    That is this machine's, as all of a run is on one.

    Args:
        shown_ms: number of the public view -> when it was there.
        over_ms: when the end was there, if it was.
    """
    delay_ms = decode_head(stamped[0][1]).delay_ms
    read = [(stamp_of(each, entry), entry) for each in stamped if isinstance(entry := decode(each[1]), CHANGES)]
    due_ms = {entry.views[PUBLIC]: at_ms + delay_ms for at_ms, entry in read if PUBLIC in entry.views}
    faults = [
        f"the public was shown its number {seq} {due_ms[seq] - at_ms} ms before it was due"
        for seq, at_ms in shown_ms.items()
        if seq in due_ms and at_ms < due_ms[seq]
    ]
    ends_ms = max(at_ms for at_ms, _ in read) + delay_ms if read else 0
    if over_ms is not None and over_ms < ends_ms:
        faults.append(f"the public was told of the end {ends_ms - over_ms} ms before it was due")
    return faults
