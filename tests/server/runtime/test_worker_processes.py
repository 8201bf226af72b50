"""Costly requests of people are worked out by processes with limits; nobody else notices."""

import os
import time
from collections.abc import Callable
from pathlib import Path

import anyio
import pytest

import engine
from server.runtime.error_origin import Elsewhere, describe
from server.runtime.errors import Unavailable
from server.runtime.settings import Settings
from server.runtime.worker_processes import MOST_OF_ONE, NICENESS, HeavyWork
from tests.support.engine.conceded_match import record
from tests.support.server.forks import AT, created, frame
from tests.support.server.peer import PATIENCE_S, peer, serving

pytestmark = pytest.mark.slow


def spin() -> None:
    while True:
        pass


def swell() -> None:
    kept = []
    while True:
        kept.append(bytes(1 << 20))


def die() -> None:
    os._exit(3)


def refuse() -> None:
    raise engine.Refusal("601.2", "some_code", "because")


def break_() -> None:
    raise LookupError("Black Lotus")


def where() -> tuple[int, int]:
    return os.getpid(), os.getpriority(os.PRIO_PROCESS, 0)


def note(path: str, name: str) -> None:
    with Path(path).open("a") as file:
        file.write(f"{name}\n")


def hold(path: str, name: str, until: str) -> None:
    """Work until there is a file of that name."""
    note(path, name)
    while not Path(until).exists():
        time.sleep(0.01)  # what is waited for is in another process


def take(mib: int) -> int:
    return len(bytes(mib << 20))


KEPT: list[bytes] = []


def keep(mib: int) -> int:
    """Have less memory left for the next piece of work."""
    KEPT.append(bytes(mib << 20))
    return len(KEPT)


async def test_a_worker_that_has_little_memory_left_makes_room_for_a_fresh_one() -> None:
    heavy = HeavyWork(Settings(worker_memory_mib=128))
    assert [await heavy.run("somebody", keep, 50) for _ in range(4)] == [1, 1, 1, 1]


@pytest.mark.parametrize("work", [spin, swell, die])
async def test_a_worker_that_goes_beyond_its_limits_is_a_refusal(work: Callable[[], None]) -> None:
    heavy = HeavyWork(Settings(worker_processor_s=0.1, worker_memory_mib=128))
    with pytest.raises(engine.Refusal) as refused:
        await heavy.run("somebody", work)
    assert refused.value.code == "too_much"
    pid, niceness = await heavy.run("somebody", where)
    assert pid != os.getpid()
    assert niceness >= NICENESS


async def test_a_worker_has_no_more_memory_than_its_limit() -> None:
    """However fast it takes it, and however little it does with it."""
    heavy = HeavyWork(Settings(worker_memory_mib=128))
    assert await heavy.run("somebody", take, 16) == 16 << 20
    with pytest.raises(engine.Refusal) as refused:
        await heavy.run("somebody", take, 256)
    assert refused.value.code == "too_much"


async def test_what_the_work_refuses_is_refused() -> None:
    with pytest.raises(engine.Refusal) as refused:
        await HeavyWork(Settings()).run("somebody", refuse)
    assert (refused.value.rule, refused.value.code, refused.value.reason) == ("601.2", "some_code", "because")


async def test_a_bug_in_a_worker_tells_its_place() -> None:
    with pytest.raises(Elsewhere) as raised:
        await HeavyWork(Settings()).run("somebody", break_)
    told = describe(raised.value)
    assert told["error"] == "LookupError"
    assert "test_worker_processes.py:" in str(told["at"])
    assert "Lotus" not in str(told) + str(raised.value)


async def test_addresses_take_turns(tmp_path: Path) -> None:
    heavy = HeavyWork(Settings(most_workers=1))
    log, until = tmp_path / "log", tmp_path / "until"
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(heavy.run, "greedy", hold, str(log), "first", str(until))
        with anyio.fail_after(PATIENCE_S):
            while not log.exists():
                await anyio.lowlevel.checkpoint()
        for number in range(3):
            tasks.start_soon(heavy.run, "greedy", note, str(log), f"greedy {number}")
            await anyio.lowlevel.checkpoint()
        for name in ("ann", "bob"):
            tasks.start_soon(heavy.run, name, note, str(log), name)
            await anyio.lowlevel.checkpoint()
        until.touch()
    assert log.read_text().split("\n")[:-1] == ["first", "greedy 0", "ann", "bob", "greedy 1", "greedy 2"]


async def test_only_so_much_of_one_address_waits(tmp_path: Path) -> None:
    heavy = HeavyWork(Settings(most_workers=1))
    log, until = tmp_path / "log", tmp_path / "until"
    async with anyio.create_task_group() as tasks:
        for name in range(1 + MOST_OF_ONE):
            tasks.start_soon(heavy.run, "greedy", hold, str(log), str(name), str(until))
            await anyio.lowlevel.checkpoint()
        with pytest.raises(Unavailable, match="too many ask"):
            await heavy.run("greedy", where)
        until.touch()
        await heavy.run("ann", where)


async def test_a_request_that_is_given_up_frees_its_place(tmp_path: Path) -> None:
    heavy = HeavyWork(Settings(most_workers=1))
    log, until = tmp_path / "log", tmp_path / "until"
    async with anyio.create_task_group() as tasks:
        for name in ("running", "waiting"):
            tasks.start_soon(heavy.run, "ann", hold, str(log), name, str(until))
        with anyio.fail_after(PATIENCE_S):
            while not log.exists() or not log.read_text():
                await anyio.lowlevel.checkpoint()
        tasks.cancel_scope.cancel()
    with anyio.fail_after(PATIENCE_S):
        await heavy.run("ann", where)
    assert log.read_text() == "running\n"


async def test_a_fork_that_is_too_much_is_refused_and_others_play_on(tmp_path: Path) -> None:
    async with serving(tmp_path, worker_memory_mib=1) as service, peer(service.url) as ann:
        assert (await created(ann, frame(record(0), AT)))["code"] == "too_much"
        assert await ann.is_alive()
