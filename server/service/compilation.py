"""Compiles the rules beside a server that runs interpreted, for its next start.

The work is that of ``deploy/compile.py``, a process that gives way to all others and ends with the server. Its
outcome is told in one line of the log, and touches nothing that runs.
"""

import os
import sys
from subprocess import PIPE
from typing import Final

import anyio

from server.runtime import compiled_rules
from server.runtime.child_process import kept
from server.runtime.logs import get
from server.runtime.version import rules_form

log = get("rules")

GRACE_S: Final = 2.0
"""Time that it may take to remove what is half done."""
MOST_BYTES: Final = 4096
BUILT, FAILED, IMPOSSIBLE = 0, 1, 3
"""Exit codes of the program."""


async def compile_beside() -> None:
    """Compile the rules, if they are asked for compiled and are not; nothing that goes wrong here ends the server."""
    way = compiled_rules.asked()
    if not way or rules_form() == "compiled" or not compiled_rules.is_checkout(compiled_rules.CHECKOUT):
        return
    try:
        key = await anyio.to_thread.run_sync(compiled_rules.key_of, compiled_rules.CHECKOUT, way)
        noted = compiled_rules.failure(key)
        if noted.exists():
            log.info("rules stay interpreted", reason="compiling them failed before", noted=str(noted))
            return
        code, said = await run(way)
        if code not in (BUILT, FAILED, IMPOSSIBLE):  # it could not note that itself
            said = f"the program that compiles them ended with {code}"
            noted.write_text(f"{said}\n")
    except (OSError, ValueError) as error:
        log.warning("rules not compiled", reason=str(error))
    else:
        tell(code, said)


async def run(way: str) -> tuple[int, str]:
    """Run the program to its end; returns its exit code, and the last line of what it says."""
    program = str(compiled_rules.CHECKOUT / "deploy" / "compile.py")
    command = [sys.executable, program, "--beside", *(("--native",) if way == compiled_rules.NATIVE else ())]
    said = b""
    async with kept(command, PIPE, dict(os.environ), grace_s=GRACE_S, most_bytes=MOST_BYTES) as process:
        assert process.stderr is not None  # a guard hands on there what its program writes
        async for part in process.stderr:
            said += part
        code = await process.wait()
    lines = said.decode(errors="replace").split("\n")
    return code, next((line for line in reversed(lines) if line.strip()), "")


def tell(code: int, said: str) -> None:
    if code == BUILT:
        log.info("rules compiled", told=said)
    elif code == IMPOSSIBLE:
        log.info("rules stay interpreted", reason=said)
    else:
        log.warning("rules not compiled", reason=said)
