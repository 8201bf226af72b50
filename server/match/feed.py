"""One view of one match on its way to those who watch it: numbered frames without holes.

Whether the frames come from an actor of this node or over the bus, they pass through ``push``, which checks their
numbers. A frame is encoded once and stays encoded, websocket header included, for everyone who gets it.
"""

import asyncio
import time
from collections import deque
from collections.abc import Iterable, Sequence
from typing import Final, Protocol

from server.runtime import metrics

PUBLIC: Final = "public"
"""The view of everybody who has no seat."""
SHORT: Final = 126
LONG: Final = 1 << 16


def text_frame(payload: bytes) -> bytes:
    """A whole websocket text frame from a server: final, unmasked (RFC 6455, 5.2)."""
    length = len(payload)
    if length < SHORT:
        return b"\x81%c%b" % (length, payload)
    if length < LONG:
        return b"\x81\x7e%b%b" % (length.to_bytes(2, "big"), payload)
    return b"\x81\x7f%b%b" % (length.to_bytes(8, "big"), payload)


def close_frame(code: int) -> bytes:
    """A websocket close frame from a server (RFC 6455, 5.5.1)."""
    return b"\x88\x02" + code.to_bytes(2, "big")


SLICE: Final = 32
"""Subscribers that are served in one turn of the event loop: about 0.2 ms, less than an intent takes."""
LEAD_S: Final = 0.002
"""Time before frames go round, in which those who play are answered: a commit comes as two frames or more."""
UNNUMBERED: Final = 0
"""In place of a number, on the bus: the end of the match, which is not part of the view."""
PASSING: Final = -1
"""In place of a number: another frame that is not part of the view."""


def publication(seq: int, frame: bytes) -> bytes:
    """The content of a view's channel: the number, then the message."""
    return b"%d\n%b" % (seq, frame)


def read_publication(payload: bytes) -> tuple[int, bytes]:
    """Number and message.

    Raises:
        ValueError: it is no publication.
    """
    number, _, frame = payload.partition(b"\n")
    if not frame.startswith(b"{"):
        raise ValueError(f"no message in {payload[:32]!r}")
    return int(number), frame


class Gap(Exception):
    """A number is missing before the one that came; the view must be read anew."""

    def __init__(self, last: int, came: int) -> None:
        super().__init__(f"after {last} came {came}")
        self.last = last
        self.came = came


class Subscriber(Protocol):
    """Someone who follows a view; must neither block nor raise."""

    def deliver(self, frame: bytes) -> None:
        """Take a frame, to send it with what else comes soon; it may be dropped by one who is behind."""

    def deliver_round(self, frames: bytes) -> None:
        """Deliver frames that go round among many: nothing else comes soon."""

    def reset(self, frame: bytes) -> None:
        """Take a whole state: whoever was behind is up to date again."""


class Round:
    """Frames on their way to those who followed when they came, a slice of them in each turn of the event loop."""

    __slots__ = ("_at", "_skipped", "begun_s", "frames", "to")

    def __init__(self, frame: bytes, subscribers: Iterable[Subscriber]) -> None:
        self.frames = [frame]
        self.to = tuple(subscribers)
        self.begun_s = time.perf_counter()
        self._at = 0
        self._skipped: set[Subscriber] = set()

    def takes_more(self, subscribers: Iterable[Subscriber]) -> bool:
        """Whether a frame for these may still go with it: nobody was served yet, and all are to be."""
        return self._at == 0 and not self._skipped and self.to == tuple(subscribers)

    @property
    def is_done(self) -> bool:
        return self._at >= len(self.to)

    def skip(self, subscriber: Subscriber) -> None:
        self._skipped.add(subscriber)

    def take(self, most: int) -> Sequence[Subscriber]:
        """The next few of those who still have to be served."""
        some = self.to[self._at : self._at + most]
        self._at += most
        return [subscriber for subscriber in some if subscriber not in self._skipped] if self._skipped else some


class Feed:
    """A view's last number, its latest frames, and who gets them.

    Few get a frame at once. For many followers, the frame goes round by slices, so that no match waits for its
    spectators; the players have their answer before it begins, and frames that come until then go round with it, as
    those that come later do after it.

    Attributes:
        seq: number of the last frame.
        subscribers: in the order they came.
    """

    __slots__ = ("_goes_round", "_ring", "_rounds", "match", "seq", "subscribers", "view")

    def __init__(self, match: str, view: str, seq: int, ring_frames: int) -> None:
        self.match = match
        self.view = view
        self.seq = seq
        self.subscribers: dict[Subscriber, None] = {}
        self._ring: deque[bytes] = deque(maxlen=ring_frames)
        self._rounds: deque[Round] = deque()
        self._goes_round = False

    def push(self, seq: int, frame: bytes) -> None:
        """Pass the next frame on; one that is known already is dropped.

        Raises:
            Gap: there is a hole before it.
        """
        if seq <= self.seq:
            return
        if seq != self.seq + 1:
            raise Gap(self.seq, seq)
        self.seq = seq
        self._ring.append(frame)
        self._send(frame)

    def restart(self, seq: int) -> None:
        """The view was read anew at ``seq``; what the ring held may not fit to it."""
        self.seq = seq
        self._ring.clear()
        self._rounds.clear()

    def since(self, seq: int) -> list[bytes] | None:
        """The frames after number ``seq``; ``None`` if they are not all here."""
        missing = self.seq - seq
        if missing < 0 or missing > len(self._ring):
            return None
        return list(self._ring)[len(self._ring) - missing :] if missing else []

    def send(self, frame: bytes) -> None:
        """Send a frame without a number to everyone."""
        self._send(frame)

    def skip(self, subscriber: Subscriber) -> None:
        """Someone is brought up to date otherwise: what is on its way to everyone is not for them."""
        for round_ in self._rounds:
            round_.skip(subscriber)

    def _send(self, frame: bytes) -> None:
        if not self.subscribers:
            return
        if not self._rounds and len(self.subscribers) <= SLICE:
            begun_s = time.perf_counter()
            for subscriber in tuple(self.subscribers):
                subscriber.deliver(frame)
            metrics.FANOUT_S.observe(time.perf_counter() - begun_s)
            return
        if self._rounds and self._rounds[-1].takes_more(self.subscribers):
            self._rounds[-1].frames.append(frame)
            return
        self._rounds.append(Round(frame, self.subscribers))
        if not self._goes_round:
            self._goes_round = True
            asyncio.get_running_loop().call_later(LEAD_S, self._go_round)

    def _go_on(self) -> None:
        self._goes_round = bool(self._rounds)
        if self._goes_round:
            asyncio.get_running_loop().call_soon(self._go_round)

    def _go_round(self) -> None:
        """Serve the next slice."""
        if not self._rounds:  # read anew meanwhile
            self._goes_round = False
            return
        round_ = self._rounds[0]
        frames = round_.frames[0] if len(round_.frames) == 1 else b"".join(round_.frames)
        subscribers = self.subscribers
        for subscriber in round_.take(SLICE):
            if subscriber in subscribers:
                subscriber.deliver_round(frames)
        if round_.is_done:
            self._rounds.popleft()
            metrics.FANOUT_S.observe(time.perf_counter() - round_.begun_s)
        self._go_on()
