"""A match that another node runs, as this node shows it: no engine and no secrets, but the frames that its owner makes.

For each view that somebody here follows the mirror listens to the view's channel, and asks the owner for the whole
state, or for what it missed: one question at a time serves all who wait. It asks again every ``head_s``, and so the
owner knows which views are heard, and publishes no others. Intents, questions and settings go to the owner and its
answers back. Any message that is lost on the way ends in ``unavailable``, and the client asks again.

When the match moves, the next owner publishes on the same channels and goes on with the same numbers, so that those
who only watch notice nothing. One that nobody runs and nobody takes up for long is taken up here, where it is followed.
"""

import time
from asyncio import Event
from collections import deque
from collections.abc import Callable
from functools import partial
from typing import Final

import anyio

from protocol import messages as wire
from protocol.codec import decode_event, encode
from protocol.errors import BadFrame
from server.cluster.leases import Nodes
from server.cluster.messages import Answer, Back, Forward, Given, Post, Want
from server.match.audience import BUSY, Ask, Declined, Follow, Followed, Item, Response, SeatIntent, view_name
from server.match.feed import PUBLIC, UNNUMBERED, Feed, Gap, Subscriber, read_publication, text_frame
from server.runtime import metrics
from server.runtime.errors import Unavailable, UnknownMatch
from server.runtime.logs import get
from server.runtime.settings import Settings
from server.store.entries import Head
from server.store.journal import RUNNING, Journal, channel
from server.store.subscriptions import Bus

log = get("mirror")

SILENT: Final[Declined] = ("unavailable", "the node that runs the match does not answer")
LOOK_S: Final = 0.2
"""Time between two looks for a match that nobody runs."""
MOST_HEARD: Final = 256
"""Publications kept while a view is being asked for; if there are more, it is asked for again."""
FOLLOW_S: Final = 3.0
"""Time that a new follower waits for an owner, before being told to ask again."""
ORPHANED_LEASES: Final = 3
"""Number of leases' time for which nobody may run a match before it is taken up where it is followed; others did so
long before, if they knew of it."""


class Reflection:
    """One view: its feed, who waits for it, and what came while it was being asked for."""

    __slots__ = (
        "feed",
        "heard_meanwhile",
        "is_asked_for",
        "is_doubted",
        "is_over",
        "is_stale",
        "is_tuned",
        "mirror",
        "waiting",
    )

    def __init__(self, mirror: "Mirror", feed: Feed) -> None:
        self.mirror = mirror
        self.feed = feed
        self.waiting: dict[Subscriber, tuple[float, Follow]] = {}
        self.heard_meanwhile: deque[bytes] = deque(maxlen=MOST_HEARD)
        self.is_tuned = False
        self.is_asked_for = False
        self.is_over = False
        self.is_stale = True
        """Not known here at all, or something was missed."""
        self.is_doubted = False
        """The owner's number was found to be lower than ours."""

    @property
    def is_followed(self) -> bool:
        return bool(self.waiting or self.feed.subscribers)

    def waits(self, follow: Follow) -> bool:
        """Whether this is what somebody still waits for: who has asked for something else meanwhile waits for that."""
        waiting = self.waiting.get(follow.subscriber)
        return waiting is not None and waiting[1] is follow

    def received(self, payload: bytes) -> None:
        self.mirror.received(self, payload)

    def tuned(self) -> None:
        self.is_stale = True
        self.mirror.wake()


class Mirror(Followed):
    """A match of another node; ``run`` is its task, and ends when nobody follows it, or the match is over.

    Args:
        head: what the match started from.
        owner: id of the node that runs it.
        adopt: has a match taken up here that nobody runs.
    """

    def __init__(
        self,
        match_id: str,
        head: Head,
        owner: str,
        bus: Bus,
        post: Post,
        journal: Journal,
        nodes: Nodes,
        adopt: Callable[[str], None],
        settings: Settings,
    ) -> None:
        views = [PUBLIC, *(view_name(seat) for seat in range(len(head.seats)))]
        super().__init__(match_id, {view: Feed(match_id, view, 0, settings.ring_frames) for view in views})
        self.head = head
        self._owner: str | None = owner
        self._bus = bus
        self._post = post
        self._journal = journal
        self._nodes = nodes
        self._adopt = adopt
        self._settings = settings
        self._orphaned_s: float | None = None
        self._reflections = {view: Reflection(self, feed) for view, feed in self.feeds.items()}
        self._flying = [0] * len(head.seats)
        self._wake = Event()
        self._probe_s = time.monotonic() + settings.head_s
        """When the owner is asked again for what may have been missed, which also tells it that somebody follows."""
        self._is_over = False
        self._watching = 0
        self.ended: wire.Result | None = None
        """The end of the match, once a view has come to it."""

    @property
    def is_private(self) -> bool:
        return self.head.private

    @property
    def delay_ms(self) -> int:
        return self.head.delay_ms

    @property
    def owner(self) -> str | None:
        """Id of the node that runs the match, if that is known."""
        return self._owner

    @property
    def watching(self) -> int:
        return max(self._watching, len(self.feeds[PUBLIC].subscribers))

    @property
    def result(self) -> None:
        """Not known here; who asks for it finds the match itself once it is over."""
        return

    def put(self, item: Item) -> Declined | None:
        if self.is_gone:  # who looks at the result of a match, and now wants something of it, finds it anew
            self.notify(wire.Moved(self.match_id))
            return SILENT
        match item:
            case Follow():
                until_s = time.monotonic() + FOLLOW_S
                self._reflections[view_name(item.seat)].waiting[item.subscriber] = (until_s, item)
                self._wake.set()
                return None
            case SeatIntent() | Ask():
                return self._forward(item)
        return SILENT

    def drop(self, subscriber: Subscriber) -> None:
        super().drop(subscriber)
        for reflection in self._reflections.values():
            reflection.waiting.pop(subscriber, None)
        self._wake.set()

    def wake(self) -> None:
        self._wake.set()

    def _forward(self, item: SeatIntent | Ask) -> Declined | None:
        if self._owner is None:
            return SILENT
        if self._flying[item.seat] >= self._settings.inbox_items:
            return BUSY
        frame = encode(item.command)
        lag_ms = item.lag_ms if isinstance(item, SeatIntent) else 0
        letter = Forward(self._post.own, self._post.next_number(), self.match_id, item.seat, frame, lag_ms)
        if not self._post.ask(self._owner, letter, partial(self._answered, item)):
            return SILENT
        self._flying[item.seat] += 1
        metrics.FORWARDED.inc()
        return None

    def _answered(self, item: SeatIntent | Ask, answer: Answer | None) -> None:
        self._flying[item.seat] -= 1
        reply = reply_of(answer)
        if reply is not None:
            item.reply(reply)
            return
        item.reply(unanswered(self.match_id, item, self._settings.retry_ms))
        self._doubt()

    def _doubt(self) -> None:
        """The owner is silent, or is none: look it up again."""
        self._owner = None
        self._wake.set()

    def received(self, reflection: Reflection, payload: bytes) -> None:
        """A publication of the owner; while the view is being asked for it waits."""
        if reflection.is_stale:
            reflection.heard_meanwhile.append(payload)
            return
        try:
            seq, frame = read_publication(payload)
        except ValueError:
            log.warning("publication not understood", match=self.match_id, view=reflection.feed.view)
            return
        if seq == UNNUMBERED:
            self._ended(reflection, frame)
            return
        if seq < UNNUMBERED:
            reflection.feed.send(text_frame(frame))
            return
        try:
            reflection.feed.push(seq, text_frame(frame))
        except Gap:
            metrics.GAPS.inc()
            reflection.heard_meanwhile.append(payload)
            reflection.is_stale = True
            self._wake.set()

    def _ended(self, reflection: Reflection, frame: bytes) -> None:
        """A view has come to its end, a delayed one later than others."""
        reflection.feed.send(text_frame(frame))
        reflection.is_over = True
        self.ended = result_of_end(frame) or self.ended
        self._is_over = all(each.is_over or not each.is_followed for each in self._reflections.values())
        self._wake.set()

    async def run(self) -> None:
        """Show the match while someone follows.

        Raises:
            JournalError: it cannot be told who runs it.
        """
        try:
            while not self._is_over and (self._is_followed or any(self._flying)):
                self._wake.clear()
                await self._serve()
                pause_s = LOOK_S if self._owner is None else max(LOOK_S, self._probe_s - time.monotonic())
                with anyio.move_on_after(pause_s):
                    await self._wake.wait()
        finally:
            self._leave()

    async def untune(self) -> None:
        """Once it has run: hear no more of the match."""
        for view, reflection in self._reflections.items():
            if reflection.is_tuned:
                await self._bus.unsubscribe(channel(self.match_id, view))

    @property
    def _is_followed(self) -> bool:
        return any(reflection.is_followed for reflection in self._reflections.values())

    async def _serve(self) -> None:
        if self._owner is None:
            await self._find_owner()
        now_s = time.monotonic()
        is_time = now_s >= self._probe_s
        if is_time:
            self._probe_s = now_s + self._settings.head_s
        for view, reflection in self._reflections.items():
            if reflection.is_followed and not reflection.is_tuned:
                reflection.is_tuned = True
                await self._bus.subscribe(channel(self.match_id, view), reflection)
            if not reflection.is_stale:
                self._welcome_those_near(reflection)
            is_due = is_time or reflection.is_stale or bool(reflection.waiting)
            if is_due and reflection.is_followed and not reflection.is_asked_for:
                self._ask(reflection)
            self._give_up(reflection, now_s)

    async def _find_owner(self) -> None:
        try:
            owner = await self._journal.owner(self.match_id)
        except UnknownMatch:
            self.end()
            return
        except Unavailable:  # nobody knows now; who waits to be welcomed is not kept waiting for ever
            return
        if owner.status != RUNNING or owner.node == self._post.own:
            self.end()
        elif owner.node in self._nodes.living:
            self._owner, self._orphaned_s = owner.node, None
        else:
            self._orphaned()

    def _orphaned(self) -> None:
        """Nobody runs the match: whose turn it is to take it up may not know of it."""
        now_s = time.monotonic()
        if self._orphaned_s is None:
            self._orphaned_s = now_s
        elif now_s - self._orphaned_s > ORPHANED_LEASES * self._settings.lease_s:
            self._orphaned_s = now_s
            self._adopt(self.match_id)

    def end(self) -> None:
        """The match is over, or here by now: whoever follows finds it anew."""
        self._is_over = True
        self.notify(wire.Moved(self.match_id))
        self._leave()
        self._wake.set()

    def _leave(self) -> None:
        """Nothing is served any more; who waits to be welcomed does so elsewhere."""
        self.is_gone = True
        for reflection in self._reflections.values():
            for _, follow in reflection.waiting.values():
                self.send_on(follow)
            reflection.waiting.clear()

    def _welcome_those_near(self, reflection: Reflection) -> None:
        """Those whose missing frames are in our ring need nothing of the owner."""
        feed = reflection.feed
        for subscriber, (_, follow) in tuple(reflection.waiting.items()):
            missed = None if follow.since is None else feed.since(follow.since)
            if missed is not None:
                self._welcome(reflection, subscriber, missed)

    def _welcome(self, reflection: Reflection, subscriber: Subscriber, frames: list[bytes]) -> None:
        """Bring someone up to date, who missed these frames alone."""
        del reflection.waiting[subscriber]
        for frame in frames:
            subscriber.deliver(frame)
        subscriber.deliver(text_frame(encode(wire.Head(self.match_id, reflection.feed.seq))))
        reflection.feed.skip(subscriber)
        reflection.feed.subscribers[subscriber] = None

    def _ask(self, reflection: Reflection) -> None:
        if self._owner is None:
            return
        since = None
        if not reflection.waiting:
            since = reflection.feed.seq
        elif len(reflection.waiting) == 1 and not reflection.feed.subscribers:
            ((_, follow),) = reflection.waiting.values()
            since = follow.since
        served = tuple(follow for _, follow in reflection.waiting.values())
        followers = len(served) + len(reflection.feed.subscribers)
        letter = Want(self._post.own, self._post.next_number(), self.match_id, reflection.feed.view, since, followers)
        reflection.heard_meanwhile.clear()
        given = partial(self._given, reflection, served, since, reflection.feed.seq)
        reflection.is_asked_for = self._post.ask(self._owner, letter, given)

    def _given(
        self,
        reflection: Reflection,
        served: tuple[Follow, ...],
        since: int | None,
        known: int,
        answer: Answer | None,
    ) -> None:
        """Take the state that was asked for, or its absence; ``known`` is the view's number here when it was asked for.

        A lower number means that we know of what was lost with a primary, or that who answers has run the match until
        a while ago and does not know that yet. So it counts once the journal names its owner anew.
        """
        reflection.is_asked_for = False
        self._wake.set()
        if not isinstance(answer, Given) or (answer.is_whole and not answer.frames):
            self._doubt()
            return
        is_lower = answer.seq < known
        if is_lower and not reflection.is_doubted:
            reflection.is_doubted = reflection.is_stale = True
            self._doubt()
            return
        reflection.is_doubted = False
        self._watching = answer.watching
        if answer.is_whole:
            reflection.is_stale |= is_lower
            self._take_state(reflection, served, answer)
        else:
            self._take_diffs(reflection, served, answer, since)
        reflection.is_stale = False
        meanwhile = tuple(reflection.heard_meanwhile)
        reflection.heard_meanwhile.clear()
        for payload in meanwhile:
            self.received(reflection, payload)
        if answer.end and not reflection.is_over:
            self._ended(reflection, answer.end)

    def _take_state(self, reflection: Reflection, served: tuple[Follow, ...], answer: Given) -> None:
        """A whole state came: for those who waited, and for whoever is behind it."""
        feed = reflection.feed
        waited = [follow.subscriber for follow in served if reflection.waits(follow)]
        later = None if reflection.is_stale else feed.since(answer.seq)
        if later is None:
            behind = tuple(feed.subscribers)
            feed.restart(answer.seq)
            for subscriber in behind:
                subscriber.reset(answer.frames[0])
        for subscriber in waited:
            subscriber.reset(answer.frames[0])
            self._welcome(reflection, subscriber, [*answer.frames[1:], *(later or [])])

    def _take_diffs(self, reflection: Reflection, served: tuple[Follow, ...], answer: Given, since: int | None) -> None:
        """Pass on the missed diffs: to all who follow, or to the one who waited."""
        feed = reflection.feed
        first = answer.seq - len(answer.frames) + 1
        if not feed.subscribers and since is not None:
            feed.restart(since)
        for number, frame in enumerate(answer.frames, first):
            if number <= feed.seq + 1:
                feed.push(number, frame)
        for follow in served:
            if reflection.waits(follow):
                self._welcome(reflection, follow.subscriber, list(answer.frames))

    def _give_up(self, reflection: Reflection, now_s: float) -> None:
        """Tell those who have waited for too long that they should ask again."""
        for subscriber, (until_s, _) in tuple(reflection.waiting.items()):
            if until_s < now_s:
                del reflection.waiting[subscriber]
                nack = wire.Nack(*SILENT, self.match_id, retry_ms=self._settings.retry_ms)
                subscriber.deliver(text_frame(encode(nack)))


def result_of_end(frame: bytes) -> wire.Result | None:
    """The end of a match, as the owner's frame tells it."""
    try:
        event = decode_event(frame)
    except BadFrame as bad:
        log.warning("end not understood", reason=bad.reason)
        return None
    return event.result if isinstance(event, wire.End) else None


def reply_of(answer: Answer | None) -> Response | None:
    """The owner's answer to a seat's frame, if there is one."""
    if not isinstance(answer, Back):
        return None
    try:
        reply = decode_event(answer.frame)
    except BadFrame as bad:
        log.warning("answer not understood", reason=bad.reason)
        return None
    return reply if isinstance(reply, wire.Ack | wire.Nack | wire.Because | wire.Known) else None


def unanswered(match_id: str, item: SeatIntent | Ask, retry_ms: int) -> wire.Nack:
    """The nack for a seat whose frame got no answer in time."""
    if isinstance(item, SeatIntent):
        return wire.Nack(*SILENT, match_id, item.command.c, retry_ms=retry_ms)
    return wire.Nack(*SILENT, match_id, r=item.command.r, retry_ms=retry_ms)
