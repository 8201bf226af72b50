"""Letters between nodes: each has a channel of its own that the others publish to.

A letter may be lost, and nothing depends on it: whoever waits for an answer gives up after a while and says so, and the
client's resend heals it. Letters that ask carry who asks and a number; the answer carries the number back.
"""

import time
from collections.abc import Callable
from typing import Final, TypeAlias

import anyio
import msgspec

from protocol.messages import Count, Seat
from server.runtime.logs import get
from server.store.journal import Journal
from server.store.subscriptions import Bus

log = get("post")

ANSWER_S: Final = 1.5
"""Time for an answer, before the one who waits is told to ask again."""
TICK_S: Final = 0.25
MOST_WAITING: Final = 10_000
"""Letters whose answer is waited for; beyond that nothing more is asked."""


class Forward(msgspec.Struct, frozen=True, tag="forward", array_like=True):
    """A client's frame for a match that the receiver runs, from whoever holds the seat; answered by ``Back``."""

    sender: str
    number: int
    match: str
    seat: Seat
    frame: bytes
    lag_ms: Count = 0


class Want(msgspec.Struct, frozen=True, tag="want", array_like=True):
    """A view of a match, from number ``since`` on or whole, for so many who follow it; answered by ``Given``."""

    sender: str
    number: int
    match: str
    view: str
    since: int | None = None
    followers: Count = 0


class Adopt(msgspec.Struct, frozen=True, tag="adopt", array_like=True):
    """A match was released for the receiver to take up; answered by ``Back`` once it runs."""

    sender: str
    number: int
    match: str


class Shut(msgspec.Struct, frozen=True, tag="shut", array_like=True):
    """The operator closed a match that the receiver runs, for a reason; not answered."""

    match: str
    reason: str


class Taken(msgspec.Struct, frozen=True, tag="taken", array_like=True):
    """A match that the receiver ran is owned under another number, since it seemed gone; not answered."""

    match: str
    number: int


class Back(msgspec.Struct, frozen=True, tag="back", array_like=True):
    """The answer to a forwarded frame: a frame."""

    number: int
    frame: bytes = b""


class Given(msgspec.Struct, frozen=True, tag="given", array_like=True):
    """A view's number, and the frames that lead there: a state, or the diffs that were missing."""

    number: int
    seq: int
    is_whole: bool
    frames: tuple[bytes, ...] = ()
    watching: Count = 0
    """Number of those who follow the public view, on all nodes."""
    end: bytes = b""
    """The frame that tells its end, once the view has come to that: what was published of it may have been lost."""


class Gone(msgspec.Struct, frozen=True, tag="gone", array_like=True):
    """The receiver does not run that match."""

    number: int


Question: TypeAlias = Forward | Want | Adopt
Notice: TypeAlias = Shut | Taken
Answer: TypeAlias = Back | Given | Gone
Answered: TypeAlias = Callable[[Answer | None], None]
"""Told the answer, or ``None`` if none came; must neither block nor raise."""

_DECODER: Final = msgspec.msgpack.Decoder(Question | Notice | Answer)
_ENCODER: Final = msgspec.msgpack.Encoder()


def inbox(node_id: str) -> str:
    return f"sl:{{node:{node_id}}}:in"


class Post:
    """This node's letters; ``run`` is its task.

    Attributes:
        asked: told of every question and notice of another node; must neither block nor raise.
    """

    def __init__(self, journal: Journal, bus: Bus) -> None:
        self.asked: Callable[[Question | Notice], None] = ignore
        self._journal = journal
        self._bus = bus
        self._number = 0
        self._waiting: dict[int, tuple[float, Answered]] = {}

    @property
    def own(self) -> str:
        return self._journal.node

    def next_number(self) -> int:
        self._number += 1
        return self._number

    def ask(self, node_id: str, question: Question, answered: Answered) -> bool:
        """Send a question; return whether it was sent. ``answered`` is called once, if it was."""
        if len(self._waiting) >= MOST_WAITING or not self._journal.is_up:
            return False
        self._waiting[question.number] = (time.monotonic() + ANSWER_S, answered)
        self._journal.publish(inbox(node_id), _ENCODER.encode(question))
        return True

    def answer(self, node_id: str, answer: Answer) -> None:
        if self._journal.is_up:
            self._journal.publish(inbox(node_id), _ENCODER.encode(answer))

    async def run(self) -> None:
        """Receive letters, and give up on answers that do not come, until cancelled."""
        await self._bus.subscribe(inbox(self.own), self)
        while True:
            await anyio.sleep(TICK_S)
            now_s = time.monotonic()
            while self._waiting:
                number, (until_s, answered) = next(iter(self._waiting.items()))
                if until_s > now_s:
                    break
                del self._waiting[number]
                answered(None)

    def received(self, payload: bytes) -> None:
        try:
            letter: Question | Notice | Answer = _DECODER.decode(payload)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
            log.warning("letter not understood", reason=str(error))
            return
        if isinstance(letter, Question | Notice):
            self.asked(letter)
            return
        waiting = self._waiting.pop(letter.number, None)
        if waiting is not None:
            waiting[1](letter)

    def tuned(self) -> None:
        """Ask again for all that was missed."""


async def notify(journal: Journal, node_id: str, notice: Notice) -> None:
    """Tell a node something, if it listens; raises as ``Journal.command``."""
    await journal.command(inbox(node_id), "SPUBLISH", _ENCODER.encode(notice))


def ignore(_letter: Question | Notice) -> None:
    """Nobody is there yet who could answer."""
