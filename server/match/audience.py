"""A match as those who follow it see it: its views, their feeds, and how someone is brought up to date.

Common parts of an ``Actor`` (which runs the match) and a ``Mirror`` (which shows one that another node runs), and the
parts that an actor shows.
"""

import time
from abc import ABC, abstractmethod
from asyncio import Event
from collections.abc import Callable, Coroutine, Mapping, Sequence
from typing import Final, TypeAlias

from msgspec import UNSET, Raw, UnsetType

import engine
from engine import Diff
from protocol import messages as wire
from protocol.codec import encode
from server.match.delayed import Delayed
from server.match.feed import PASSING, PUBLIC, UNNUMBERED, Feed, Subscriber, publication, text_frame
from server.match.match_names import title_of
from server.match.pace import Pace
from server.match.persons import is_alone
from server.match.replayed_match import History, lines_of, result_of, waiting_for
from server.match.series import score
from server.runtime.clock_source import Timer
from server.runtime.settings import Settings
from server.store.entries import Head

DARK_MS: Final = 5000
"""After how long to ask again for a delayed view that has nothing to show."""
MOST_PROBES: Final = 2.5
"""For how long a view counts as followed at another node that fetched it, in intervals at which that does so again."""
Response: TypeAlias = wire.Ack | wire.Nack | wire.Because | wire.Known
Reply: TypeAlias = Callable[[Response], None]
Declined: TypeAlias = tuple[str, str]
"""A nack's code and reason."""
OVER: Final[Declined] = ("match_over", "the match is over")
BUSY: Final[Declined] = ("unavailable", "too many intents of this seat wait for the match")
TOO_FAST: Final[Declined] = ("rate_limited", "settings come too fast")
TOO_CURIOUS: Final[Declined] = ("rate_limited", "questions come too fast")


def beside(diff: Diff) -> Raw | UnsetType:
    """The decision that goes with a view or diff."""
    return UNSET if diff.decision is None else Raw(diff.decision)


class SeatIntent:
    """A seat's intent, with where its result goes; ``reply`` must neither block nor raise.

    ``lag_ms`` is how long a frame takes to the seat and back, as last measured. ``undone`` is why the rules undid what
    the seat was playing, once they did.
    """

    __slots__ = ("came_s", "command", "lag_ms", "reply", "seat", "undone")

    def __init__(self, seat: int, command: wire.Numbered, reply: Reply, lag_ms: int = 0) -> None:
        self.came_s = time.perf_counter()
        self.seat = seat
        self.command = command
        self.reply = reply
        self.lag_ms = lag_ms
        self.undone: wire.Undone | None = None


class Rest:
    """The rest of what was begun for an intent where it arrived: a coroutine of the actor's."""

    __slots__ = ("play", "work")

    def __init__(self, play: SeatIntent, work: Callable[[], Coroutine[None, None, None]]) -> None:
        self.play = play
        self.work = work


class Ask:
    """A seat's question that changes nothing, with where the answer goes, as for ``Play``."""

    __slots__ = ("command", "reply", "seat")

    def __init__(self, seat: int, command: wire.Why | wire.Know, reply: Reply) -> None:
        self.seat = seat
        self.command = command
        self.reply = reply


class Follow:
    """Someone wants a view: from number ``since`` on if those diffs are still here, or whole."""

    __slots__ = ("seat", "since", "subscriber")

    def __init__(self, seat: int | None, since: int | None, subscriber: Subscriber) -> None:
        self.seat = seat
        self.since = since
        self.subscriber = subscriber


class Look:
    """Look at the clock: time may be up, or somebody has come or gone."""

    __slots__ = ()


class Stop:
    """The match is let go: nothing more is served. ``left`` is set once that is so.

    ``hands_over``: a segment is begun before, for whoever goes on.
    """

    __slots__ = ("hands_over", "left")

    def __init__(self, *, hands_over: bool = False) -> None:
        self.hands_over = hands_over
        self.left = Event()


class Fetch:
    """Another node wants a view: from number ``since`` on if those diffs are still here, or whole.

    ``reply`` gets the view's number, whether it is whole, the frames that lead there, as they stand in a feed (a whole
    one is followed by whom the match waits for), how many follow the public view in all, and what tells the end, once
    that is shown; ``followers`` is how many follow the wanted view at that node.
    """

    __slots__ = ("followers", "node", "reply", "since", "view")

    def __init__(
        self,
        view: str,
        since: int | None,
        reply: Callable[[int, bool, list[bytes], int, bytes], None],
        node: str,
        followers: int,
    ) -> None:
        self.view = view
        self.since = since
        self.reply = reply
        self.node = node
        self.followers = followers


Item: TypeAlias = SeatIntent | Ask | Follow | Fetch | Look | Stop


def view_name(seat: int | None) -> str:
    return PUBLIC if seat is None else f"seat{seat}"


def views_of(head: Head) -> list[str]:
    """All views of a match."""
    return [PUBLIC, *map(view_name, range(len(head.seats)))]


def live_views_of(head: Head) -> list[str]:
    """Those that are shown the match as it is: of a delayed match not the public's."""
    return [view for view in views_of(head) if view != PUBLIC or not head.delay_ms]


def seat_of(view: str) -> int | None:
    return None if view == PUBLIC else int(view.removeprefix("seat"))


class Followed(ABC):
    """A match whose views somebody may follow, and whose seats may send something in, wherever it is run.

    Attributes:
        feeds: view -> its feed.
        is_gone: nothing is served any more: the match was lost, or is over and was let go.
    """

    def __init__(self, match_id: str, feeds: dict[str, Feed]) -> None:
        self.match_id = match_id
        self.feeds = feeds
        self.is_gone = False

    @property
    @abstractmethod
    def is_private(self) -> bool:
        """Whether only those who were let in may follow."""

    @property
    @abstractmethod
    def delay_ms(self) -> int:
        """Time that the public is behind."""

    @property
    @abstractmethod
    def result(self) -> wire.Result | None:
        """The end of the match, as far as that is known here."""

    @property
    def public_result(self) -> wire.Result | None:
        """The end of the match, as far as the public may know."""
        return self.result

    @property
    @abstractmethod
    def watching(self) -> int:
        """Number of those who follow the public view, on all nodes, as far as that is known here."""

    @abstractmethod
    def put(self, item: Item) -> Declined | None:
        """Hand something in; return why it is not taken, if it is not."""

    def drop(self, subscriber: Subscriber) -> None:
        """Someone follows no more; unknown ones are ignored."""
        for feed in self.feeds.values():
            feed.subscribers.pop(subscriber, None)

    def repeat_heads(self) -> None:
        """Repeat each view's last number to those who follow it, and how many watch."""
        watching = self.watching
        for feed in self.feeds.values():
            if feed.subscribers:
                feed.send(text_frame(encode(wire.Head(self.match_id, feed.seq, watching))))

    def send_on(self, follow: Follow) -> None:
        """Tell someone who was not welcomed yet that the match is to be found anew."""
        follow.subscriber.reset(text_frame(encode(wire.Moved(self.match_id))))

    def notify(self, message: wire.Moved | wire.End | wire.Waiting) -> None:
        frame = text_frame(encode(message))
        for feed in self.feeds.values():
            feed.send(frame)


class Shown(Followed):
    """A match that is run here, or was: its views and who follows them.

    Attributes:
        history: the match as far as it is known here.
        past: the same as the public is shown it, where that is some time behind.
    """

    def __init__(self, match_id: str, history: History, settings: Settings, timer: Timer) -> None:
        seqs, ring_frames = history.views.seq, settings.ring_frames
        super().__init__(
            match_id, {name: Feed(match_id, name, seqs[name], ring_frames) for name in history.views.names}
        )
        self._settings = settings
        self.pace = Pace(history.head, settings.beat_ms)
        self.live = [view for view in live_views_of(history.head) if view != PUBLIC or not self.pace.is_kept]
        """The views that are shown the match as it is."""
        self.history = history
        self._timer = timer
        self.past: Delayed | None = None
        self._fetched_s: dict[str, float] = {}
        self._watching: dict[str, tuple[float, int]] = {}
        self._may_be_followed_until_s = 0.0

    @property
    def match(self) -> engine.Match:
        return self.history.match

    @property
    def is_private(self) -> bool:
        """Whether only those who were let in may follow."""
        return self.history.head.private

    @property
    def delay_ms(self) -> int:
        return self.history.head.delay_ms

    @property
    def result(self) -> wire.Result | None:
        """The end of the match; a closed match has no winners and the code ``closed``."""
        return result_of(self.history)

    @property
    def is_public_dark(self) -> bool:
        """Whether the public cannot be shown yet what it was to be shown later."""
        return self.history.head.delay_ms > 0 and self.past is None

    @property
    def _is_blind(self) -> bool:
        """Whether the public is to be shown something else than the match as it is, which is not there."""
        return self.past is None and PUBLIC not in self.live

    @property
    def public_result(self) -> wire.Result | None:
        return None if self.is_public_dark else result_of(self.history_of(PUBLIC))

    def history_of(self, view: str) -> History:
        """The match as it is shown to a view."""
        return self.past.history if view == PUBLIC and self.past is not None else self.history

    def notify_live(self, message: wire.End | wire.Waiting) -> None:
        """Tell all who are shown the match as it is."""
        frame = text_frame(encode(message))
        for name in self.live:
            self.feeds[name].send(frame)

    def welcome(self, follow: Follow) -> None:
        """Bring someone up to date and let them follow."""
        view = view_name(follow.seat)
        if view == PUBLIC and self._is_blind:
            nack = wire.Nack("unavailable", "there is nothing to be shown yet", self.match_id, retry_ms=DARK_MS)
            follow.subscriber.deliver(text_frame(encode(nack)))
            return
        feed, told = self.feeds[view], self.history_of(view)
        feed.skip(follow.subscriber)
        missed = None if follow.since is None else feed.since(follow.since)
        if missed is None:
            follow.subscriber.reset(self.state_frame(follow.seat))
        else:
            for frame in missed:
                follow.subscriber.deliver(frame)
            follow.subscriber.deliver(text_frame(encode(wire.Head(self.match_id, feed.seq))))
        for frame in self._waits(view):
            follow.subscriber.deliver(frame)
        result = result_of(told)
        if result is not None:
            follow.subscriber.deliver(text_frame(encode(wire.End(self.match_id, result))))
        Followed.drop(self, follow.subscriber)
        feed.subscribers[follow.subscriber] = None

    def _waits(self, view: str) -> list[bytes]:
        """The seats that the match waits for, as a view is told on joining."""
        if view == PUBLIC and self.pace.is_kept:
            return []
        return [text_frame(encode(waiting_for(self.match_id, line))) for line in lines_of(self.history_of(view))]

    def is_followed(self, view: str) -> bool:
        """Whether somebody follows a view here, or did so at another node a little while ago."""
        return bool(self.feeds[view].subscribers) or self._is_fetched(view)

    def _is_fetched(self, view: str) -> bool:
        fetched_s = self._fetched_s.get(view)
        return fetched_s is not None and time.monotonic() - fetched_s < self._probes_s

    @property
    def _probes_s(self) -> float:
        return self._settings.head_s * MOST_PROBES

    @property
    def watching(self) -> int:
        """Those who follow the public view here, and at nodes that fetched it a little while ago."""
        since_s = time.monotonic() - self._probes_s
        self._watching = {node: told for node, told in self._watching.items() if told[0] > since_s}
        return len(self.feeds[PUBLIC].subscribers) + sum(count for _, count in self._watching.values())

    @property
    def published_views(self) -> list[str]:
        """The views that are shown the match as it is, maybe by another node."""
        if not self._fetched_s and not self._may_be_followed_until_s:  # of one node nothing ever is
            return []
        return [name for name in self.live if self.is_published(name)]

    def taken_over(self) -> None:
        """Other nodes show the match, of which we do not know yet: they heard what its last owner published."""
        self._may_be_followed_until_s = time.monotonic() + self._probes_s

    def is_published(self, view: str) -> bool:
        """Whether another node may show a view: it listens first, then fetches it here, and does so again and again."""
        if self._may_be_followed_until_s and time.monotonic() < self._may_be_followed_until_s:
            return True
        return view in self._fetched_s and self._is_fetched(view)

    def fetch(self, fetch: Fetch) -> None:
        """Give a view to another node, where somebody follows it."""
        if fetch.view == PUBLIC and self._is_blind:
            return
        now_s = self._fetched_s[fetch.view] = time.monotonic()
        if fetch.view == PUBLIC:
            self._watching[fetch.node] = now_s, fetch.followers
        feed = self.feeds[fetch.view]
        missed = None if fetch.since is None else feed.since(fetch.since)
        result = result_of(self.history_of(fetch.view))
        end = b"" if result is None else encode(wire.End(self.match_id, result))
        if missed is None:
            frames = [self.state_frame(seat_of(fetch.view)), *self._waits(fetch.view)]
            fetch.reply(feed.seq, True, frames, self.watching, end)
        else:
            fetch.reply(feed.seq, False, missed, self.watching, end)

    def state_frame(self, seat: int | None) -> bytes:
        """The whole view of a seat, or of the public, as a frame."""
        name = view_name(seat)
        told = self.history_of(name)
        now = told.views.now(name)
        c = 0 if seat is None else told.books[seat].last_c
        decision = UNSET if seat is None else self.timed(seat, beside(now))
        state = wire.State(
            self.match_id,
            told.views.seq[name],
            Raw(now.entities),
            decision,
            seat,
            c,
            result_of(told),
            None if seat is None and self.pace.is_kept else told.head.clock,
            0 if seat is not None else told.head.delay_ms // 1000,
            series=score(told.head.series),
            private=self.is_private,
            partial=told.head.partial,
            alone=is_alone(told.head, seat),
            title=title_of(self.match_id),
            hands=told.head.hands,
        )
        return text_frame(encode(state))

    def diffs(self, changed: Mapping[str, Diff]) -> dict[str, bytes]:
        """The changes of a commit, for each view that is shown the match as it is, as messages."""
        seqs, live = self.history.views.seq, self.live
        return {name: self._diff(name, seqs[name], diff) for name, diff in changed.items() if name in live}

    def _diff(self, name: str, seq: int, diff: Diff) -> bytes:
        return encode(wire.Diff(self.match_id, seq, Raw(diff.entities), beside(diff)))

    def publications(
        self, views: Sequence[str], diffs: Mapping[str, bytes], news: Sequence[wire.Waiting]
    ) -> list[tuple[str, bytes]]:
        """The publications of a commit for some views: their diffs, the end, whom the match waits for."""
        if not views:
            return []
        seqs, result = self.history.views.seq, self.result
        out = [(name, publication(seqs[name], diffs[name])) for name in views if name in diffs]
        if result is not None:
            end = publication(UNNUMBERED, encode(wire.End(self.match_id, result)))
            out += [(name, end) for name in views]
        for waiting in news:
            told = publication(PASSING, encode(waiting))
            out += [(name, told) for name in views]
        return out

    def timed(self, seat: int, decision: Raw | UnsetType) -> Raw | UnsetType:
        """A seat's decision with the time that is left for it."""
        clock = self.history.clock
        deadline_ms = None if decision is UNSET else clock.deadline_ms(seat)
        if deadline_ms is None or decision is UNSET or decision == wire.NULL:
            return decision
        return Raw(b'%b,"deadline":%d,"now":%d}' % (bytes(decision)[:-1], deadline_ms, self._timer.now_ms()))

    def show_anew(self, history: History) -> None:
        """The match was read anew: give a fresh state to those whose view is not where it was."""
        self.history = history
        for name in self.live:
            feed, seq = self.feeds[name], history.views.seq[name]
            if feed.seq != seq:
                feed.restart(seq)
                frame = self.state_frame(seat_of(name))
                for subscriber in tuple(feed.subscribers):
                    subscriber.reset(frame)
