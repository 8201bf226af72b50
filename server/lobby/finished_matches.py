"""The matches that ended last, of all nodes: those that are not private, and that have a record.

::

    sl:{finished}  sorted set: the line of a match, as JSON, by when it ended

Several nodes may note one match, and so may one that reads it from the archive: that changes nothing.
"""

import time
from typing import Final

import msgspec

from protocol.messages import MatchLine
from server.runtime.logs import get
from server.store.journal import Journal

log = get("finished")

FINISHED: Final = "sl:{finished}"
MOST: Final = 50
"""Matches of the list."""
READ_S: Final = 2.0
"""Time for which the list is not read again."""

_DECODER: Final = msgspec.json.Decoder(MatchLine)


class Finished:
    """Notes matches that are over, and knows those of all nodes."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._known: tuple[MatchLine, ...] = ()
        self._read_s = 0.0

    async def note(self, line: MatchLine) -> None:
        """One more, in place of the oldest.

        Raises:
            JournalError: Redis cannot be reached, or refuses it.
        """
        await self._journal.read_key(FINISHED, "ZADD", str(line.ended), msgspec.json.encode(line))
        await self._journal.read_key(FINISHED, "ZREMRANGEBYRANK", "0", str(-MOST - 1))

    async def lines(self) -> tuple[MatchLine, ...]:
        """The last ones, that which ended last first; as last read, where Redis cannot be reached.

        Raises:
            JournalError: Redis refuses it.
        """
        now_s = time.monotonic()
        if now_s - self._read_s < READ_S or not self._journal.is_up:
            return self._known
        self._read_s = now_s
        reply = await self._journal.read_key(FINISHED, "ZRANGE", "0", "-1", "REV")
        found = [read_line(data) for data in reply if isinstance(data, bytes)] if isinstance(reply, list) else []
        self._known = tuple({line.m: line for line in found if line is not None}.values())
        return self._known


def read_line(data: bytes) -> MatchLine | None:
    """A line; ``None``, if we do not understand it."""
    try:
        return _DECODER.decode(data)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        log.warning("line not understood", reason=str(error))
        return None
