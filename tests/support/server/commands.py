"""Our commands, run as people run them."""

import sys
from pathlib import Path

import anyio


def environment() -> dict[str, str]:
    return {"PYTHONPATH": str(Path(__file__).parents[3]), "PATH": "/usr/bin:/bin", "COLUMNS": "200"}


async def run(*arguments: str, **secrets: str) -> tuple[int, str, str]:
    """A command as people call it: exit code, output, errors."""
    command = [sys.executable, "-m", "server.cli", *arguments]
    given = {f"STACKLOOP_{name}": value for name, value in secrets.items()}
    done = await anyio.run_process(command, check=False, env={**environment(), **given})
    return done.returncode, done.stdout.decode(), done.stderr.decode()
