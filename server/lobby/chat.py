"""Chat between the players of a match, for those who follow it and want to hear.

It is no part of the match: neither journal nor record nor the rules know of it. The last lines of a match lie in a
stream beside its journal until nothing was said for a day, and each is published as it is said, so that it does not
matter who runs the match, or whether it is over::

    sl:{MATCH}:chat    the lines, as JSON
    sl:{MATCH}:v:chat  the channel

The public of a delayed match hears a line as much later as it sees the match: players may say what only they know yet.
When it was said, and what is due, is by the clock of the Redis that keeps it (``redis_time``).
A line may come twice, to who asks while it is said or after an outage; it has an id by which it is known.
"""

from collections import deque
from collections.abc import Callable, Sequence
from typing import Final, Protocol

import anyio.abc
import msgspec

from protocol import messages as wire
from protocol.codec import encode
from server.lobby.creation import new_id
from server.match.feed import text_frame
from server.runtime.clock_source import Alarm, Timer
from server.runtime.errors import JournalError
from server.runtime.logs import get
from server.store.journal import Journal, Stamped, channel
from server.store.subscriptions import Bus

log = get("chat")

MOST_LINES: Final = 50
"""Kept of one match; who comes late hears these."""
MOST_LATE: Final = 256
"""Lines of one match that wait until the public may hear them."""
KEEP_S: Final = 24 * 60 * 60
CHAT: Final = "chat"

_LINES: Final = msgspec.json.Decoder(wire.Remark)
_ENCODER: Final = msgspec.json.Encoder()


class Hearer(Protocol):
    """Someone who follows a match; must neither block nor raise."""

    def deliver(self, frame: bytes) -> None:
        """Take a frame of a line."""


class Room:
    """One match's chat as it is heard at this node.

    Args:
        delay_ms: how much later than it is said the public hears it.

    Attributes:
        here: who hears it, and whether as the public.
    """

    __slots__ = ("_alarm", "_chat", "_delay_ms", "_known", "_late", "here", "match")

    def __init__(self, match: str, chat: "Chat", delay_ms: int) -> None:
        self.match = match
        self.here: dict[Hearer, bool] = {}
        self._chat = chat
        self._delay_ms = delay_ms
        self._known: deque[str] = deque(maxlen=2 * MOST_LINES)
        self._late: deque[wire.Remark] = deque(maxlen=MOST_LATE)
        self._alarm: Alarm | None = None

    def received(self, payload: bytes) -> None:
        self.publish(read_lines([(0, payload)]))

    def tuned(self) -> None:
        """Catch up with earlier lines, which may have been missed."""
        self._chat.catch_up(self)

    def publish(self, lines: Sequence[wire.Remark], but: Hearer | None = None) -> None:
        """Tell lines that were not told yet to all who may hear them now, and to the others once they may.

        Args:
            but: who is told otherwise.
        """
        fresh = [line for line in lines if line.id not in self._known]
        self._known.extend(line.id for line in fresh)
        self._deliver(fresh, but, is_public=False)
        self._deliver(self.due(fresh), but, is_public=True)

    def due(self, lines: Sequence[wire.Remark]) -> list[wire.Remark]:
        """Those of some lines that the public may hear; the others wait."""
        until_ms = self._chat.now_ms() - self._delay_ms
        waiting = {line.id for line in self._late}
        self._late.extend(line for line in lines if line.at > until_ms and line.id not in waiting)
        if self._late and self._alarm is None:
            self._alarm = self._chat.call_in(self._late[0].at - until_ms, self._ring)
        return [line for line in lines if line.at <= until_ms]

    def close(self) -> None:
        if self._alarm is not None:
            self._alarm.cancel()

    def _deliver(self, lines: Sequence[wire.Remark], but: Hearer | None, *, is_public: bool) -> None:
        if lines:
            frame = text_frame(encode(wire.Said(self.match, tuple(lines))))
            for hearer in [each for each, late in self.here.items() if late is is_public and each is not but]:
                hearer.deliver(frame)

    def _ring(self) -> None:
        """Time has come for some of those that wait."""
        self._alarm = None
        late = list(self._late)
        self._late.clear()
        self._deliver(self.due(late), None, is_public=True)


class Chat:
    """The chats that are heard at this node."""

    def __init__(self, journal: Journal, bus: Bus, tasks: anyio.abc.TaskGroup, timer: Timer) -> None:
        self._journal = journal
        self._bus = bus
        self._tasks = tasks
        self._timer = timer
        self._rooms: dict[str, Room] = {}

    def now_ms(self) -> int:
        """By the clock that stamps lines."""
        return self._journal.now_ms()

    def call_in(self, span_ms: int, call: Callable[[], None]) -> Alarm:
        return self._timer.call_at(self._timer.now_ms() + span_ms, call)

    async def hear(self, asked: wire.Hear, hearer: Hearer, seat: int | None, delay_ms: int) -> wire.Said:
        """Have someone hear a match's chat from now on, in a seat or as the public; returns the last lines.

        Raises:
            Unavailable: Redis cannot be reached.
        """
        room = self._rooms.get(asked.m)
        if room is None:
            room = self._rooms[asked.m] = Room(asked.m, self, delay_ms)
            self._tasks.start_soon(self._bus.subscribe, channel(asked.m, CHAT), room, name=f"chat {asked.m}")
        room.here[hearer] = seat is None
        lines = read_lines(await self._journal.lines(asked.m))
        room.publish(lines, but=hearer)
        return wire.Said(asked.m, tuple(lines if seat is not None else room.due(lines)), asked.r)

    async def say(self, asked: wire.Say, seat: int) -> wire.Said:
        """Say something as a seat of a match.

        Raises:
            Unavailable: Redis cannot be reached.
        """
        line = wire.Remark(new_id(), seat, asked.text, self.now_ms())
        stamp = await self._journal.keep_line(asked.m, _ENCODER.encode(line), MOST_LINES, KEEP_S)
        line = msgspec.structs.replace(line, at=stamp)
        self._journal.publish(channel(asked.m, CHAT), _ENCODER.encode(line))
        return wire.Said(asked.m, (line,), asked.r)

    def leave(self, match: str, hearer: Hearer) -> None:
        """Someone hears no more; unknown ones are ignored."""
        room = self._rooms.get(match)
        if room is None or room.here.pop(hearer, None) is None or room.here:
            return
        del self._rooms[match]
        room.close()
        self._tasks.start_soon(self._bus.unsubscribe, channel(match, CHAT), name=f"chat {match}")

    def catch_up(self, room: Room) -> None:
        """Tell what may have been missed, to all."""
        self._tasks.start_soon(self._catch_up, room, name=f"chat {room.match}")

    async def _catch_up(self, room: Room) -> None:
        try:
            lines = await self._journal.lines(room.match)
        except JournalError as error:
            log.info("chat not read", match=room.match, reason=str(error))
            return
        room.publish(read_lines(lines))


def read_lines(stamped: Sequence[Stamped]) -> list[wire.Remark]:
    """Lines as nodes wrote them, without those that we do not understand; one that is published says its stamp (0)."""
    found = []
    for stamp, payload in stamped:
        try:
            line = _LINES.decode(payload)
            found.append(msgspec.structs.replace(line, at=stamp or line.at))
        except (msgspec.MsgspecError, UnicodeDecodeError) as error:
            log.warning("line not understood", reason=str(error))
    return found
