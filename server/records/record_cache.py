"""Records of finished matches as text, worked out by a worker, one at a time, each once for all who ask.

Working one out takes as long as its match took the engine. A request that would wait longer than ``WAIT_S`` is asked to
come back (``Retry-After``); the work goes on meanwhile.
"""

from collections import OrderedDict
from typing import Final

import anyio

import engine
from server.records.record_text import record_text
from server.runtime import incidents
from server.runtime.errors import Unavailable
from server.runtime.logs import get
from server.runtime.worker_processes import HeavyWork
from server.store.journal import Journal

log = get("records")

WAIT_S: Final = 5.0
"""Time that a request is held; a plain request has to be answered before its connection times out as a handshake."""
MOST_ASKED: Final = 32
"""Records that wait to be worked out; who asks for one more is asked to come back."""
RECORDS: Final = "records"
"""Their queue, in place of an address: each is worked out once for all who ask."""
MOST_KEPT: Final = 64
"""Texts kept, of about 50 kB each."""


class NotYet(Exception):
    """The record is being worked out, or others are before it."""


class _Asked:
    """A record that somebody waits for; ``outcome`` is there once ``done`` is set."""

    __slots__ = ("done", "outcome")

    def __init__(self) -> None:
        self.done = anyio.Event()
        self.outcome: str | Exception = NotYet()


class Records:
    """Works records out and keeps the last of them."""

    def __init__(self, journal: Journal, work: HeavyWork) -> None:
        self._journal = journal
        self._work = work
        self._texts: OrderedDict[str, str] = OrderedDict()
        self._asked: dict[str, _Asked] = {}
        self._send, self._receive = anyio.create_memory_object_stream[str](MOST_ASKED)

    async def text(self, match_id: str) -> str:
        """The record of a finished match.

        Raises:
            NotYet: come back later.
            engine.BadRecord: the match has no result.
            engine.Refusal: ``too_much``: the match takes the rules too long.
            Unavailable: the journal cannot be read now.
            Reported: it cannot be worked out for a fault of ours.
        """
        if match_id in self._texts:
            self._texts.move_to_end(match_id)
            return self._texts[match_id]
        asked = self._asked.get(match_id)
        if asked is None:
            try:
                self._send.send_nowait(match_id)
            except anyio.WouldBlock:
                raise NotYet from None
            asked = self._asked[match_id] = _Asked()
        with anyio.move_on_after(WAIT_S):
            await asked.done.wait()
        if isinstance(asked.outcome, Exception):
            raise asked.outcome
        return asked.outcome

    async def work(self) -> None:
        """Work out what is asked for, for ever."""
        with self._send, self._receive:
            async for match_id in self._receive:
                await self._work_out(match_id, self._asked[match_id])

    async def _work_out(self, match_id: str, asked: _Asked) -> None:
        try:
            asked.outcome = await self._text(match_id)
            self._keep(match_id, asked.outcome)
        except (engine.BadRecord, engine.Refusal, Unavailable) as error:
            asked.outcome = error
        except Exception as error:  # noqa: BLE001 # a fault here must not end the matches of this node
            asked.outcome = incidents.Reported(incidents.report(log, "record not written", error, match=match_id))
        finally:
            del self._asked[match_id]
            asked.done.set()

    async def _text(self, match_id: str) -> str:
        text = await self._journal.text(match_id)
        if text is None:
            text = await self._work.run(RECORDS, record_text, await self._journal.read(match_id))
            await self._journal.keep_text(match_id, text)
        return text

    def _keep(self, match_id: str, text: str) -> None:
        self._texts[match_id] = text
        if len(self._texts) > MOST_KEPT:
            self._texts.popitem(last=False)
