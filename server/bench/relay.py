"""The reference of ``bench service``: a bare websockets relay that sends the same number of frames of the same size.

Run as ``python -m server.bench.relay BYTES``. A client names its room and seat, then every message of it is answered
by an acknowledgement to it and a frame of BYTES to both. No engine, no journal, no session.
"""

import signal
import sys
from typing import Final

import anyio
from websockets.asyncio.server import ServerConnection, broadcast, serve
from websockets.exceptions import ConnectionClosed

SEATS: Final = 2
ACK: Final = b'A{"t":"ack","m":"mmmmmmmmmmmm","c":100,"seq":100}'


async def main(size: int) -> None:
    rooms: dict[str, list[ServerConnection]] = {}

    async def handle(socket: ServerConnection) -> None:
        room, seat = str(await socket.recv()).split()
        members = rooms.setdefault(room, [])
        members.append(socket)
        turn = b"%d" % (1 - int(seat))
        diff = turn + b"x" * (size - 1)
        if len(members) == SEATS:
            broadcast(members, b"0" + diff[1:], text=True)
        try:
            async for _ in socket:
                broadcast([socket], ACK, text=True)
                broadcast(members, diff, text=True)
        except ConnectionClosed:
            return

    with anyio.open_signal_receiver(signal.SIGTERM) as signals:
        async with serve(
            handle, "127.0.0.1", 0, compression=None, ping_interval=None, select_subprotocol=first
        ) as server:
            sys.stdout.write(f"relay at http://127.0.0.1:{next(iter(server.sockets)).getsockname()[1]}/\n")
            sys.stdout.flush()
            async for _ in signals:
                break


def first(_connection: ServerConnection, offered: object) -> None:
    """Whatever is offered; nothing is said about it."""


if __name__ == "__main__":
    anyio.run(main, int(sys.argv[1]), backend_options={"use_uvloop": True})
