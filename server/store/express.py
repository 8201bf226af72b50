"""Express: commands that are written and answered within turns of the event loop, without a task.

A connection to one primary, beside its pipeline's. All that is sent in one turn of the loop leaves in one write; each
answer calls back whoever sent the command. A plain answer alone counts here. If the primary refuses a command, is lost
or keeps silent, its sender is told ``None`` and sends it again through the pipeline, which finds out what is the matter
and waits as long as it takes. So a command must be harmless when executed twice.
"""

import asyncio
from asyncio import AbstractEventLoop, Transport
from collections import deque
from collections.abc import Callable
from typing import Final, TypeAlias, cast

import hiredis
from redis.asyncio import Connection

from server.runtime import metrics
from server.runtime.stage_times import JOURNAL
from server.store.topology import Reply

PATIENCE_S: Final = 1.0
"""A primary that answers nothing for so long, or for up to twice as long, is left to the pipeline."""
MOST_IN_FLIGHT: Final = 1000
MOST_IN_TURN: Final = 64
"""Commands that one turn of the event loop may send; others have their turn before more."""

Answered: TypeAlias = Callable[[Reply], None]
"""Told an answer, or ``None``; must neither block nor raise."""


class Express(asyncio.Protocol):
    """One connection, which somebody else has opened.

    Args:
        connection: connected and at rest; it is ours from now on.
    """

    def __init__(self, connection: Connection, loop: AbstractEventLoop) -> None:
        self._connection = connection
        self._loop = loop
        self._reader = hiredis.Reader()
        self._out: list[bytes] = []
        self._expected: deque[Answered] = deque()
        self._is_heard = True
        self._watch: asyncio.TimerHandle | None = None
        writer = connection._writer  # noqa: SLF001 # the library has no other way to hand its socket on
        assert writer is not None
        self._transport: Transport | None = cast("Transport", writer.transport)
        self._transport.set_protocol(self)

    @property
    def is_open(self) -> bool:
        return self._transport is not None

    @property
    def has_room(self) -> bool:
        """Whether one more command may be sent within this turn of the loop."""
        return self._transport is not None and len(self._out) < MOST_IN_TURN and len(self._expected) < MOST_IN_FLIGHT

    def send(self, packed: bytes, answered: Answered) -> None:
        """Send a command with the others of this turn of the loop, where there is room."""
        if not self._out:
            self._loop.call_soon(self._flush)
        self._out.append(packed)
        self._expected.append(answered)

    def _flush(self) -> None:
        out, self._out = self._out, []
        if self._transport is None:
            return
        metrics.BATCH.observe(len(out))
        with JOURNAL:
            self._transport.write(b"".join(out))
        if self._watch is None:
            self._is_heard = False
            self._watch = self._loop.call_later(PATIENCE_S, self._look)

    def _look(self) -> None:
        """Give up on a primary of which nothing was heard since the last look."""
        self._watch = None
        if self._expected and not self._is_heard:
            self.close()
        elif self._expected:
            self._is_heard = False
            self._watch = self._loop.call_later(PATIENCE_S, self._look)

    def data_received(self, data: bytes) -> None:
        self._is_heard = True
        with JOURNAL:
            self._reader.feed(data)
        while True:
            with JOURNAL:
                try:
                    reply = self._reader.gets()
                except hiredis.ProtocolError:
                    self.close()
                    return
            if reply is False:
                return
            self._expected.popleft()(None if isinstance(reply, hiredis.ReplyError) else reply)

    def connection_lost(self, exc: Exception | None) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the connection; whoever waits for an answer hears that there is none."""
        transport, self._transport = self._transport, None
        if self._watch is not None:
            self._watch.cancel()
            self._watch = None
        if transport is not None:
            transport.abort()
            self._connection._close()  # noqa: SLF001 # as the library does where it has no task
        expected, self._expected = self._expected, deque()
        for answered in expected:
            answered(None)
