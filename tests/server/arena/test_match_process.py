"""A process that plays matches: a fault in one match, and an end that does not wait for its input's."""

import subprocess
import sys
from typing import cast

import anyio.to_thread

from protocol.client import Client
from server.arena import match_process
from server.arena.entrants import Entrant
from server.arena.ledger import Outcome, Plan
from server.arena.match_process import Job, Room
from server.arena.schedule import Pairing
from tests.support.protocol.tiny import tiny_server

JOB = Job(Plan("magic", (Entrant("one", bot="greedy"), Entrant("two", bot="greedy")), 7), Pairing(3, (1, 0), (), "s"))
SOON_S = 60.0


class Faulty:
    """A connection with a fault of ours."""

    async def create(self, *_: object, **__: object) -> None:
        raise ExceptionGroup("", [OverflowError("too large")])


async def test_a_fault_in_one_match_is_told_and_ends_no_other() -> None:
    room = Room("http://127.0.0.1:9", [cast("Client", Faulty())] * 2)
    assert await room.play(JOB) == Outcome(3, (1, 0), error="fault of a bot: OverflowError: too large")


async def test_it_ends_though_its_input_stays_open() -> None:
    """As where its server is lost: whoever waits for its outcomes would wait for ever."""
    async with tiny_server() as tiny:
        command = [sys.executable, "-m", match_process.__name__, tiny.url, "2"]
        with subprocess.Popen(command, stdin=subprocess.PIPE, stderr=subprocess.PIPE) as process:
            assert process.stdin is not None
            process.stdin.write(b"no job\n")
            process.stdin.flush()
            code = await anyio.to_thread.run_sync(process.wait, SOON_S)
            assert process.stderr is not None
            said = process.stderr.read()
    assert code == 1
    assert b"DecodeError" in said
