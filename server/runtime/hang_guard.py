"""Ends this process if its event loop stands still, saying where each thread is: others have its matches by then.

A loop that hangs in the rules, or in a library, holds connections that nobody serves, and nothing in Python can be
counted on to run. So the interpreter's own watchdog does it, a thread that needs no Python: it is wound up again and
again while the loop runs, and when it runs down it writes the stacks to standard error and ends the process with code
1. The program that starts processes (systemd, a container's restart policy) starts it anew.

A process that was stopped (SIGSTOP) for as long ends too, when it wakes.
"""

import faulthandler
import sys
from typing import Final

import anyio

BEATS: Final = 4
"""Number of times it is wound up in the time that it takes to run down."""


async def beat(hang_s: float) -> None:
    """Show that the loop runs, until cancelled."""
    try:
        while True:
            faulthandler.dump_traceback_later(hang_s, exit=True, file=sys.stderr)
            await anyio.sleep(hang_s / BEATS)
    finally:
        faulthandler.cancel_dump_traceback_later()
