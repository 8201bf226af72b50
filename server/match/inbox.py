"""Waiting inputs of a match: a lane for each seat and one for those who want to be welcomed, served in turn.

A lane of a seat is bounded, so that whoever asks too fast is told so, and keeps nobody else waiting for more than one
thing at a time. A follower that asks to be welcomed several times is welcomed once, and one that has left is not.

While the reader waits for something and there is nothing, another may do its work in one call (``is_idle``). If that
work is not done with the call, the inbox is held: the reader is given nothing until it is released, or until the rest
of the work is handed to it, which it is given before all else.
"""

from asyncio import Event
from collections import deque

from server.match.audience import Ask, Fetch, Follow, Item, Look, Rest, SeatIntent, Stop
from server.match.feed import Subscriber


class Inbox:
    """Things for one reader.

    Args:
        seats: how many there are.
        most: what may wait of one seat.
    """

    def __init__(self, seats: int, most: int) -> None:
        self._most = most
        self._lanes: tuple[deque[SeatIntent | Ask], ...] = tuple(deque() for _ in range(seats))
        self._welcomes: dict[Subscriber | Fetch, Follow | Fetch] = {}
        self._look: Look | None = None
        self._turn = 0
        self._stop: Stop | None = None
        self._rest: Rest | None = None
        self._is_held = False
        self._filled = Event()
        self.is_idle = False
        """Whether the reader waits, and nothing has come since."""

    def __len__(self) -> int:
        """Number of waiting inputs."""
        return sum(len(lane) for lane in self._lanes) + len(self._welcomes)

    def put(self, item: Item) -> bool:
        """Take something in, unless too much of its seat waits already."""
        if isinstance(item, Look):
            self._look = item
        elif isinstance(item, Stop):
            self._stop = self._stop or item
        elif isinstance(item, Follow):
            self._welcomes[item.subscriber] = item
        elif isinstance(item, Fetch):
            self._welcomes[item] = item
        elif len(self._lanes[item.seat]) < self._most:
            self._lanes[item.seat].append(item)
        else:
            return False
        if not self._is_held:
            self._wake()
        return True

    def _wake(self) -> None:
        self.is_idle = False
        self._filled.set()

    def hold(self) -> None:
        """Somebody does the reader's work, which waits."""
        self._is_held = True
        self.is_idle = False

    def release(self) -> None:
        """That work is done: whatever came meanwhile is the reader's."""
        self._is_held = False
        if self._stop is not None or self._look is not None or len(self):
            self._wake()
        else:
            self.is_idle = True

    def hand(self, rest: Rest) -> None:
        """The rest of that work is the reader's."""
        self._rest = rest
        self._is_held = False
        self._wake()

    def drop(self, subscriber: Subscriber) -> None:
        """Someone does not want to be welcomed any more."""
        self._welcomes.pop(subscriber, None)

    @property
    def stop(self) -> Stop | None:
        """That the match is let go, once it is."""
        return self._stop

    def clear(self) -> list[SeatIntent | Ask | Follow | Fetch]:
        """Take out whatever waits for an answer."""
        left = [*(item for lane in self._lanes for item in lane), *self._welcomes.values()]
        for lane in self._lanes:
            lane.clear()
        self._welcomes.clear()
        return left

    async def get(self) -> Item | Rest:
        """The first thing of the next lane that has any; before all the rest of what was begun, a stop and a look.

        Waits until there is one.
        """
        while True:
            rest, self._rest = self._rest, None
            if rest is not None:
                return rest
            if self._stop is not None:
                return self._stop
            look, self._look = self._look, None
            if look is not None:
                return look
            for _ in range(len(self._lanes) + 1):
                item = self._next()
                if item is not None:
                    return item
            self._filled.clear()
            self.is_idle = True
            await self._filled.wait()

    def _next(self) -> Item | None:
        self._turn = (self._turn + 1) % (len(self._lanes) + 1)
        if self._turn < len(self._lanes):
            lane = self._lanes[self._turn]
            return lane.popleft() if lane else None
        first = next(iter(self._welcomes), None)
        return self._welcomes.pop(first) if first is not None else None
