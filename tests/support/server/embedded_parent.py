"""A program that holds an embedded Valkey until it is told or made to stop; started and killed by the tests."""

import asyncio
import signal
import sys
from pathlib import Path

import anyio

from server.store.embedded_valkey import embedded


async def main(data: Path) -> None:
    async with embedded(data) as url:
        sys.stdout.write(f"{url}\n")
        sys.stdout.flush()
        with anyio.open_signal_receiver(signal.SIGTERM, signal.SIGINT) as signals:
            async for _signal in signals:
                return


asyncio.run(main(Path(sys.argv[1])))
