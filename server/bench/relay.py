"""The reference of the bench: a bare websockets relay that sends the same number of frames of the same size.

Run as ``python -m server.bench.relay BYTES``. A client names its room and seat, then every message of it is answered
by an acknowledgement to it and a frame of BYTES to all of the room; whoever has no seat (2 and up) looks on. No
engine, no journal, no session.
"""

import signal
import sys
from typing import Final

import anyio
from websockets.asyncio.server import ServerConnection, broadcast, serve
from websockets.exceptions import ConnectionClosed

SEATS: Final = 2
ACK: Final = b'A{"t":"ack","m":"mmmmmmmmmmmm","c":100,"seq":100}'


class Room:
    """Its members, and the number of them that have a seat."""

    def __init__(self) -> None:
        self.members: list[ServerConnection] = []
        self.seated = 0


async def main(size: int) -> None:
    rooms: dict[str, Room] = {}

    async def handle(socket: ServerConnection) -> None:
        try:
            name, number = str(await socket.recv()).split()
            room, seat = rooms.setdefault(name, Room()), int(number)
            room.members.append(socket)
            diff = b"%d" % (1 - seat) + b"x" * (size - 1) if seat < SEATS else b""
            room.seated += seat < SEATS
            if room.seated == SEATS and seat < SEATS:
                broadcast(room.members, b"0" + diff[1:], text=True)
            async for _ in socket:
                broadcast([socket], ACK, text=True)
                broadcast(room.members, diff, text=True)
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
    """Choose no subprotocol, whatever is offered."""


if __name__ == "__main__":
    anyio.run(main, int(sys.argv[1]), backend_options={"use_uvloop": True})
