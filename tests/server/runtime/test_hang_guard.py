"""A process whose event loop stands still ends, and says where; one whose loop runs does not."""

import subprocess
import sys
from pathlib import Path

HANGS = """
import anyio, time
from server.runtime.hang_guard import beat

def get_stuck():
    time.sleep(600)

async def main():
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(beat, 1.0)
        await anyio.sleep(3)
        print("ran for longer than that", flush=True)
        %s
        tasks.cancel_scope.cancel()

anyio.run(main)
"""


def run(last: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-c", HANGS % last],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        cwd=Path(__file__).parents[3],
    )


def test_a_loop_that_hangs_is_ended_with_its_stack() -> None:
    done = run("get_stuck()")
    assert (done.returncode, done.stdout) == (1, "ran for longer than that\n")
    assert "Timeout" in done.stderr
    assert "in get_stuck" in done.stderr


def test_a_loop_that_runs_is_left_alone() -> None:
    done = run("")
    assert (done.returncode, done.stderr) == (0, "")
