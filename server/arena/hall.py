"""The server for the occasion, the workers, and what they are given to play."""

from __future__ import annotations

import os
import re
import sys
import tempfile
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Final

import anyio
import msgspec
from anyio.abc import Process
from anyio.streams.buffered import BufferedByteReceiveStream

from protocol.client import ClientError
from server.arena.ledger import Ledger, Outcome
from server.arena.match_process import Job
from server.arena.schedule import Pairing
from server.runtime.card_folders import taken
from server.runtime.child_process import fed, kept
from server.runtime.compiled_rules import ASKED
from server.runtime.incidents import Incident, read_log
from server.runtime.owned_folder import CACHE
from server.runtime.settings import PREFIX
from server.runtime.version import rules_form

START_TIMEOUT_S: Final = 120.0
"""Time that our own server may take until it is ready, on a machine that others use too."""
POLL_S: Final = 0.05
STOP_TIMEOUT_S: Final = 15.0
LINE: Final = 1 << 20
TOLD: Final = re.compile(rb"^Stackloop is at (http://\S+).*\n", re.MULTILINE)
"""The line that the server writes when it is ready."""
GONE: Final = "a worker has ended: is there a server?"

Told = Callable[[Outcome], None]


class Hall:
    """Some workers, each of which plays some matches at a time."""

    def __init__(self, ledger: Ledger, records: str, told: Told) -> None:
        """``told`` hears of every outcome, when the ledger has it."""
        self._ledger = ledger
        self._records = records
        self._told = told
        self._refused = ""

    async def play(self, pairings: Iterable[Pairing], url: str, workers: int, at_once: int, seats: int) -> None:
        """Play them all.

        Raises:
            ClientError: the server cannot be reached or is lost for good, or has no such game, deck or scenario.
        """
        waiting = iter(pairings)
        async with AsyncExitStack() as stack:
            command = [sys.executable, "-m", "server.arena.match_process", url, str(seats), *taken()]
            started = [await stack.enter_async_context(fed(command, grace_s=STOP_TIMEOUT_S)) for _ in range(workers)]
            async with anyio.create_task_group() as tasks:
                for process in started:
                    tasks.start_soon(self._keep_busy, process, waiting, at_once)
        self.check()

    def next_job(self, waiting: Iterable[Pairing]) -> Job | None:
        """The next match to be given to a worker; none is after one that can be played nowhere."""
        pairing = None if self._refused else next(iter(waiting), None)
        return Job(self._ledger.plan, pairing, self._records) if pairing is not None else None

    def note(self, outcome: Outcome) -> None:
        """Keep what came of a match.

        Raises:
            OSError: it cannot be written.
        """
        if outcome.error and outcome.code:
            self._refused = outcome.error
        self._ledger.add(outcome)
        self._told(outcome)

    def keep(self, record: dict[str, bytes]) -> None:
        """Write a record that was made elsewhere, by the name of its file, where records are kept.

        Raises:
            OSError: it cannot be written.
        """
        for name, text in record.items():
            Path(self._records, name).write_bytes(text)

    def check(self) -> None:
        """Raise a ``ClientError`` if no match was played, as none could be."""
        if self._refused and not self._ledger.played:
            raise ClientError(self._refused)

    async def _keep_busy(self, process: Process, waiting: Iterable[Pairing], at_once: int) -> None:
        """Give a worker another match for each that it has played."""
        assert process.stdout is not None
        lines = BufferedByteReceiveStream(process.stdout)
        running = sum([await self._give(process, waiting) for _ in range(at_once)])
        while running:
            try:
                line = await lines.receive_until(b"\n", LINE)
            except (anyio.IncompleteRead, anyio.EndOfStream):
                raise ClientError(GONE) from None
            self.note(msgspec.json.decode(line, type=Outcome))
            running += await self._give(process, waiting) - 1

    async def _give(self, process: Process, waiting: Iterable[Pairing]) -> bool:
        job = self.next_job(waiting)
        if job is None:
            return False
        assert process.stdin is not None
        try:
            await process.stdin.send(msgspec.json.encode(job) + b"\n")
        except (anyio.BrokenResourceError, anyio.ClosedResourceError):
            raise ClientError(GONE) from None
        return True


@asynccontextmanager
async def own_server(faults: list[Incident] | None = None) -> AsyncIterator[str]:
    """A server of our own on a free port, with a data directory that goes with it and settings of nobody else.

    Args:
        faults: given those that its log tells of, at the end, as that goes with it too.

    Raises:
        ClientError: it did not get ready.
    """
    with tempfile.TemporaryDirectory(prefix="stackloop-arena-", ignore_cleanup_errors=True) as data:
        serve = [
            sys.executable,
            "-m",
            "server.cli",
            "serve",
            "--host",
            "127.0.0.1",
            "--port",
            "0",
            "--data",
            data,
            "--fixed-shuffles",
            *(part for folder in taken() for part in ("--cards", folder)),
        ]
        log = anyio.Path(data, "server.log")
        async with await log.open("w+b") as output:
            try:
                serving = kept(serve, output.wrapped, own_environment(), grace_s=STOP_TIMEOUT_S, directory=data)
                async with serving as process:
                    yield await _address(process, log)
            finally:
                if faults is not None:
                    output.wrapped.seek(0)  # by now nothing has a name there any more
                    faults += read_log(output.wrapped)


def own_environment() -> dict[str, str]:
    """Ours without ``STACKLOOP_REDIS`` and so on: a server for the occasion must not take up another's matches.

    It reads the cards of what is played, not those of every game, which takes longer than a short match.
    """
    passed = (ASKED, CACHE) if rules_form() == "compiled" else ()  # else a server would compile them meanwhile
    others = {name: value for name, value in os.environ.items() if name in passed or not name.startswith(PREFIX)}
    return {**others, f"{PREFIX}READ_AHEAD": "0"}


async def _address(process: Process, log: anyio.Path) -> str:
    """The address that the server tells once it is ready."""
    with anyio.move_on_after(START_TIMEOUT_S):
        while process.returncode is None:
            told = TOLD.search(await log.read_bytes())
            if told is not None:
                return told[1].decode()
            await anyio.sleep(POLL_S)
    raise ClientError(f"the server did not start:\n{(await log.read_text(errors='replace'))[-2000:]}")
