"""A match that another node runs, as this node shows it: read from its journal, kept up to date over the bus.

It takes the place of an ``Actor`` for those who watch, and refuses those who play. Diffs come in by the same numbered
feeds; at a gap, and whenever the subscription was made anew, the journal is read again, which heals any loss.
"""

from asyncio import Event
from typing import Final

from server import metrics
from server.bus import Bus
from server.errors import Unavailable
from server.feed import PASSING, UNNUMBERED, Gap, Subscriber, read_publication, text_frame
from server.history import History
from server.journal import Journal, channel
from server.logs import get
from server.rebuilding import rebuild
from server.settings import Settings
from server.shown import OVER, Declined, Follow, Item, Shown
from server.timer import Timer

log = get("mirror")

ELSEWHERE: Final[Declined] = ("unavailable", "the match is run by another node")


class Channel:
    """One view's channel; hands on to its mirror."""

    __slots__ = ("mirror", "view")

    def __init__(self, mirror: "Mirror", view: str) -> None:
        self.mirror = mirror
        self.view = view

    def heard(self, payload: bytes) -> None:
        self.mirror.heard(self.view, payload)

    def tuned(self) -> None:
        self.mirror.read_again()


class Mirror(Shown):
    """A match of another node; ``run`` is its task, and ends when nobody watches or the match is over."""

    def __init__(
        self, match_id: str, history: History, bus: Bus, journal: Journal, settings: Settings, timer: Timer
    ) -> None:
        super().__init__(match_id, history, settings.ring_frames, timer)
        self._bus = bus
        self._journal = journal
        self._engine = settings.engine
        self._waiting: dict[Subscriber, Follow] = {}
        self._heard: list[tuple[str, bytes]] = []
        self._wake = Event()
        self._is_stale = True
        self._is_reading = False
        self._is_over = False

    def put(self, item: Item) -> Declined | None:
        if self.is_gone:
            return ELSEWHERE if self.result is None else OVER
        if not isinstance(item, Follow):
            return ELSEWHERE
        self._waiting[item.subscriber] = item
        self._wake.set()
        return None

    def drop(self, subscriber: Subscriber) -> None:
        super().drop(subscriber)
        self._waiting.pop(subscriber, None)
        self._wake.set()

    def read_again(self) -> None:
        """Something may have been missed."""
        self._is_stale = True
        self._wake.set()

    def heard(self, view: str, payload: bytes) -> None:
        """A publication of the owner; while the journal is being read it waits."""
        if self._is_reading:
            self._heard.append((view, payload))
            return
        seq, frame = read_publication(payload)
        feed = self.feeds[view]
        if seq == PASSING:
            feed.tell(text_frame(frame))
            return
        if seq == UNNUMBERED:
            feed.tell(text_frame(frame))
            self._is_over = True
            self._wake.set()
            return
        try:
            feed.push(seq, text_frame(frame))
        except Gap:
            metrics.GAPS.inc()
            self.read_again()

    async def run(self) -> None:
        """Show the match while someone watches.

        Raises:
            JournalError: its journal cannot be read, or not understood.
        """
        for view in self.feeds:
            await self._bus.subscribe(channel(self.match_id, view), Channel(self, view))
        try:
            while not self._is_over:
                await self._wake.wait()
                self._wake.clear()
                await self._serve()
                if not self._waiting and not any(feed.subscribers for feed in self.feeds.values()):
                    return
        finally:
            for view in self.feeds:
                await self._bus.unsubscribe(channel(self.match_id, view))

    async def _serve(self) -> None:
        seqs = self.history.views.seq
        if self._is_stale or (self._waiting and any(feed.seq != seqs[view] for view, feed in self.feeds.items())):
            await self._read()
        waiting, self._waiting = self._waiting, {}
        for follow in waiting.values():
            self.welcome(follow)

    async def _read(self) -> None:
        """Read the journal, then take what was published meanwhile."""
        self._is_stale, self._is_reading = False, True
        try:
            self.show_anew(await rebuild(self._journal, self.match_id, self._engine))
        except Unavailable:
            self._is_stale = True
            raise
        finally:
            self._is_reading = False
        heard, self._heard = self._heard, []
        for view, payload in heard:
            self.heard(view, payload)
