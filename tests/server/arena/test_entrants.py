"""Entrants that are programs, however they behave, and the file in which an arena keeps what it has counted."""

from __future__ import annotations

import os
import resource
import signal
import sys
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import anyio
import pytest

from protocol.client import Client, ClientError, Match, connect
from server.arena import programs
from server.arena.entrants import PROGRAM_S, Entrant, read_entrants
from server.arena.ledger import Ledger, Outcome, Plan, kept_seed
from server.arena.match_process import clock, why_no_other
from server.arena.programs import CannotRun, take_seat
from tests.support.protocol.tiny import Tiny, tiny_server

PLAN = Plan("magic", (Entrant("one", bot="random"), Entrant("two", command=("true",))), 7)
SOON_S = 60.0
SEAT = "seat0"
PLAYS = """
import os, anyio
from protocol.client import connect
async def main():
    async with connect(os.environ["STACKLOOP_URL"]) as client:
        match = await client.join(os.environ["STACKLOOP_MATCH"], os.environ["STACKLOOP_TOKEN"])
        async for decision in match:
            await match.answer(0)
            {then}
anyio.run(main)
"""
STAYS = "import os, signal, sys, time; signal.signal(15, 1); open(sys.argv[1], 'w').write(str(os.getpid()))"


def python(text: str, *arguments: object) -> Entrant:
    return Entrant("theirs", command=(sys.executable, "-c", text, *map(str, arguments)))


@pytest.fixture
async def tiny() -> AsyncIterator[Tiny]:
    async with tiny_server() as server:
        yield server


async def until(is_so: Callable[[], bool]) -> None:
    """Wait for what another process does."""
    while not is_so():  # noqa: ASYNC110 # which sets no event
        await anyio.sleep(0.01)


def has_written(path: Path) -> bool:
    return path.exists() and bool(path.read_text())


async def seat_of(tiny: Tiny, client: Client, entrant: Entrant, token: str = SEAT) -> Match:
    with anyio.fail_after(SOON_S):
        return await take_seat(entrant, client, tiny.url, "count", token)


# --- programs ---------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["pass", "raise SystemExit(3)", PLAYS.format(then="raise SystemExit(4)")])
async def test_who_ends_before_the_match_has_conceded(tiny: Tiny, text: str) -> None:
    async with connect(tiny.url) as client:
        match = await seat_of(tiny, client, python(text))
    assert match.result is not None
    assert match.result.code == "conceded"


async def test_who_plays_to_the_end_has_not(tiny: Tiny) -> None:
    async with connect(tiny.url) as client:
        match = await seat_of(tiny, client, python(PLAYS.format(then="")))
    assert match.result is not None
    assert match.result.code == "counted"


async def test_who_stays_when_the_match_is_over_is_ended(
    tiny: Tiny, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(programs, "TAKEN_S", 0.0)
    monkeypatch.setattr(programs, "GRACE_S", 0.1)
    written = tmp_path / "pid"

    async def end_it() -> None:
        async with connect(tiny.url) as other:
            await until(lambda: has_written(written))
            await (await other.join("count", "seat0")).concede()

    async with connect(tiny.url) as client, anyio.create_task_group() as tasks:
        tasks.start_soon(end_it)
        await seat_of(tiny, client, python(f"{STAYS}; time.sleep(600)", written))
    with pytest.raises(ProcessLookupError):
        os.kill(int(written.read_text()), 0)


async def test_what_cannot_be_run_has_not_conceded(tiny: Tiny, tmp_path: Path) -> None:
    text = tmp_path / "text"
    text.write_text("no program")
    text.chmod(0o755)
    async with connect(tiny.url) as client:
        with pytest.raises(CannotRun) as error:
            await seat_of(tiny, client, Entrant("theirs", command=(str(text),)))
    assert not tiny.over
    assert why_no_other(error.value) == "cannot_run"


async def test_a_seat_that_cannot_be_conceded_is_no_crash(tiny: Tiny) -> None:
    """As where it has lost before in a match of three that goes on, or the match was over a moment ago."""
    async with connect(tiny.url) as client, anyio.create_task_group() as tasks:
        tasks.start_soon(seat_of, tiny, client, python("pass"), "forged")
        async with connect(tiny.url) as other:
            seat = await other.join("count", "seat0")
            await until(lambda: tiny.joins >= 2 and len(tiny.connections) == 2)
            await seat.concede()


async def test_a_server_that_is_lost_is_one_error_and_no_group_of_them(tiny: Tiny, tmp_path: Path) -> None:
    written = tmp_path / "pid"

    async def cut_off() -> None:
        await until(lambda: has_written(written))
        for connection in tuple(tiny.connections):
            await connection.close(4503)

    async with connect(tiny.url) as client, anyio.create_task_group() as tasks:
        tasks.start_soon(cut_off)
        with pytest.raises(ClientError, match="4503"):
            await seat_of(tiny, client, python(f"{STAYS}; time.sleep(600)", written))


def test_a_program_that_hangs_loses_on_time_and_bots_of_ours_have_none() -> None:
    ours, theirs = PLAN.entrants
    assert clock(PLAN, [ours, ours]) is None
    bounded = clock(PLAN, [ours, theirs])
    assert bounded is not None
    assert bounded.decision_ms == PROGRAM_S * 1000


def test_arguments_are_read_as_a_shell_does() -> None:
    (entrant,) = read_entrants(["mine=python 'my bot.py' --deck \"a b\" c\\ d ''"])
    assert entrant.command == ("python", "my bot.py", "--deck", "a b", "c d", "")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("mine=python 'bot.py", "No closing quotation"),
        ("mine=", "NAME=COMMAND"),
        ("=python", "NAME=COMMAND"),
        ("mine=no-such-program", "no program"),
        ("mine=/etc/passwd", "no program"),
        ("mine=/", "no program"),
        ("m\x1b[2Jine=python", "printed"),
        ("m" * 49 + "=python", "48 characters"),
    ],
)
def test_what_is_no_entrant_is_told_before_anything_begins(text: str, told: str) -> None:
    with pytest.raises(ValueError, match=told):
        read_entrants([text])


# --- what is kept -----------------------------------------------------------------------------

PLAYED = Outcome(0, (0, 1), (1,), "life", 9)


def kept(path: Path, *outcomes: Outcome) -> bytes:
    ledger = Ledger(PLAN, path)
    for outcome in outcomes:
        ledger.add(outcome)
    ledger.close()
    return path.read_bytes()


def reread(path: Path, plan: Plan = PLAN) -> list[Outcome]:
    ledger = Ledger(plan, path)
    ledger.close()
    return ledger.outcomes


def test_a_file_that_is_cut_off_anywhere_loses_no_more_than_a_line(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    whole = kept(path, PLAYED, Outcome(1, (1, 0), (0,), "life", 8))
    for length in (*range(0, len(whole), 23), len(whole) - 1, len(whole)):
        path.write_bytes(whole[:length])
        lines = whole[:length].count(b"\n")
        assert len(reread(path)) == max(0, lines - 1)
        kept_lines = path.read_bytes().splitlines(keepends=True)
        assert kept_lines == whole.splitlines(keepends=True)[: max(1, lines)]


def test_what_ended_in_error_is_played_again(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    kept(path, PLAYED, Outcome(1, (1, 0), error="lost"))
    assert reread(path) == [PLAYED]
    kept(path, Outcome(1, (1, 0), (0,), "life", 3))
    assert [outcome.number for outcome in reread(path)] == [0, 1]


@pytest.mark.parametrize(
    "line",
    [
        b"{}",
        b"nothing",
        b"\xff",
        b'{"number":0,"seats":[0,1]}',
        b'{"number":-1,"seats":[0,1]}',
        b'{"number":1,"seats":[]}',
        b'{"number":1,"seats":[0,2]}',
        b'{"number":1,"seats":[0,-1]}',
        b'{"number":1,"seats":[0,1],"winners":[2]}',
    ],
)
def test_what_no_arena_has_written_is_told_with_its_line_and_left_as_it_is(tmp_path: Path, line: bytes) -> None:
    path = tmp_path / "run.jsonl"
    text = kept(path, PLAYED) + line + b"\n"
    path.write_bytes(text)
    with pytest.raises(ValueError, match=r"run.jsonl, line 3: "):
        reread(path)
    assert path.read_bytes() == text


@pytest.mark.parametrize("text", [b"a diary\n", b"a diary", b"\xff\xfe\n", b"{}\n", b"{"])
def test_a_file_of_somebody_elses_is_left_as_it_is(tmp_path: Path, text: bytes) -> None:
    path = tmp_path / "run.jsonl"
    path.write_bytes(text)
    if text == b"{":  # may be the beginning of a first line
        assert reread(path) == []
        return
    with pytest.raises(ValueError, match="not what an arena has kept"):
        reread(path)
    assert path.read_bytes() == text
    assert kept_seed(path) is None


def test_a_run_of_others_is_told_by_what_differs(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    text = kept(path, PLAYED)
    with pytest.raises(ValueError, match=r"of another run: seed was 7 and is 8$"):
        reread(path, Plan("magic", PLAN.entrants, 8))
    others = (Entrant("a", bot="search", effort="2s"), Entrant("b", command=("python", "my bot.py")))
    with pytest.raises(ValueError, match=r" and is search:2s, b=python 'my bot.py'$"):
        reread(path, Plan("magic", others, 7))
    assert path.read_bytes() == text


def test_two_arenas_do_not_share_a_file(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    first = Ledger(PLAN, path)
    with pytest.raises(ValueError, match="another arena"):
        Ledger(PLAN, path)
    first.add(PLAYED)
    first.close()
    assert reread(path) == [PLAYED]


def test_a_full_disk_is_told_by_the_name_of_the_file_which_can_be_gone_on_with(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    size = len(kept(path, PLAYED))
    ledger = Ledger(PLAN, path)
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size + 10, limits[1]))
    try:
        with pytest.raises(OSError, match=f"File too large: '{path}'"):
            ledger.add(Outcome(1, (1, 0), (0,), "life", 8))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
        ledger.close()
    assert path.stat().st_size == size + 10
    assert reread(path) == [PLAYED]


@pytest.mark.parametrize("path", ["/dev/zero", "/dev/full", "/"])
def test_what_is_no_file_is_not_read_without_an_end(path: str) -> None:
    assert kept_seed(Path(path)) is None
    with pytest.raises(ValueError, match="no file"):
        Ledger(PLAN, Path(path))


def test_the_lock_ends_with_who_holds_it(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    pid = os.fork()
    if pid == 0:
        Ledger(PLAN, path)
        os.kill(os.getpid(), signal.SIGKILL)
    os.waitpid(pid, 0)
    assert reread(path) == []
