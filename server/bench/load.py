"""The load of ``bench service``: a program of its own that plays many matches over websockets and counts.

Run as ``python -m server.bench.load URL MATCHES WARM_S SECONDS service|relay``; prints a line when the warm-up is over
and one JSON object at the end. Each seat has a connection of its own and answers as soon as it is asked, uniformly at
random. Against the relay it sends the same frames, and whoever is told that it is its turn sends the next.
"""

import random
import sys
import time
from typing import Final, Literal, TypeAlias

import anyio
import msgspec
import orjson
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Subprotocol

from protocol import client
from protocol.client.connection import websocket_url
from protocol.codec import decode_event, encode
from protocol.messages import (
    ABSENT,
    NULL,
    SUBPROTOCOL,
    Ack,
    Decision,
    Diff,
    End,
    Hello,
    Intent,
    Join,
    Nack,
    SeatToken,
    State,
)
from protocol.view import View
from server.bots.uniform import choose

Against: TypeAlias = Literal["service", "relay"]

_DECISIONS: Final = msgspec.json.Decoder(Decision)
NOTHING: Final = View()
"""The random bot looks at the decision alone."""


class Tally:
    """What was seen between the end of the warm-up and the end."""

    def __init__(self) -> None:
        self.is_open = False
        self.waits_s: list[float] = []
        self.refused = 0
        self.frames = 0
        self.bytes = 0
        self.matches = 0

    def acknowledged(self, wait_s: float) -> None:
        if self.is_open:
            self.waits_s.append(wait_s)

    def received(self, data: bytes) -> None:
        if self.is_open:
            self.frames += 1
            self.bytes += len(data)

    def row(self, seconds: float, cpu_s: float) -> dict[str, float | int]:
        waits_ms = sorted(wait_s * 1000 for wait_s in self.waits_s) or [0.0]
        return {
            "intents": len(self.waits_s),
            "intents_per_s": round(len(self.waits_s) / seconds, 1),
            "p50_ms": round(waits_ms[len(waits_ms) // 2], 2),
            "p99_ms": round(waits_ms[len(waits_ms) * 99 // 100], 2),
            "frames_per_intent": round(self.frames / max(1, len(self.waits_s)), 2),
            "bytes_per_frame": round(self.bytes / max(1, self.frames)),
            "refused": self.refused,
            "matches_finished": self.matches,
            "load_cpu_us": round(cpu_s * 1e6 / max(1, len(self.waits_s)), 1),
        }


def dial(url: str) -> connect:
    return connect(
        websocket_url(url),
        subprotocols=[Subprotocol(SUBPROTOCOL)],
        compression=None,
        max_size=None,
        max_queue=None,
        ping_interval=None,
        proxy=None,
    )


async def play_seat(url: str, match: str, given: SeatToken, tally: Tally) -> None:
    """One seat of one match, to its end."""
    rng = random.Random(match + str(given.seat))  # noqa: S311 # load, not chance
    sent_s: dict[int, float] = {}
    c = 0
    async with dial(url) as socket:
        await socket.send(encode(Hello("load")), text=True)
        await socket.recv()
        await socket.send(encode(Join(match, given.token)), text=True)
        while True:
            data = await socket.recv(decode=False)
            tally.received(data)
            match decode_event(data):
                case Ack(c=acknowledged):
                    tally.acknowledged(time.perf_counter() - sent_s.pop(acknowledged))
                case State(decision=raw) | Diff(decision=raw) if raw not in (ABSENT, NULL):
                    decision = _DECISIONS.decode(raw)
                    c += 1
                    sent_s[c] = time.perf_counter()
                    await socket.send(encode(Intent(match, c, decision.w, choose(NOTHING, decision, rng))), text=True)
                case Nack():
                    tally.refused += 1
                case End():
                    return


async def play_matches(url: str, number: int, tally: Tally) -> None:
    """One table: match after match."""
    async with client.connect(url, name=f"load {number}") as control:
        while True:
            created = await control.create("magic", names=("ann", "bob"))
            async with anyio.create_task_group() as seats:
                for given in created.seats:
                    seats.start_soon(play_seat, url, created.m, given, tally)
            tally.matches += 1


async def relay_seat(url: str, number: int, seat: int, tally: Tally) -> None:
    """One seat against the bare relay: an acknowledgement starts with A, a diff with whose turn it is."""
    async with dial(url) as socket:
        await socket.send(b"%d %d" % (number, seat), text=True)
        intent = encode(Intent("m" * 12, 1, 100, 3))
        mine = b"%d" % seat
        sent_s = 0.0
        while True:
            data = await socket.recv(decode=False)
            tally.received(data)
            if data.startswith(b"A"):
                tally.acknowledged(time.perf_counter() - sent_s)
            elif data.startswith(mine):
                sent_s = time.perf_counter()
                await socket.send(intent, text=True)


async def measure(url: str, matches: int, warm_s: float, seconds: float, against: Against) -> dict[str, float | int]:
    tally = Tally()
    try:
        async with anyio.create_task_group() as tasks:
            for number in range(matches):
                if against == "service":
                    tasks.start_soon(play_matches, url, number, tally)
                else:
                    tasks.start_soon(relay_seat, url, number, 0, tally)
                    tasks.start_soon(relay_seat, url, number, 1, tally)
            await anyio.sleep(warm_s)
            say(b"begun")
            tally.is_open = True
            started_s, cpu_s = time.perf_counter(), time.process_time()
            await anyio.sleep(seconds)
            tally.is_open = False
            passed_s = time.perf_counter() - started_s
            row = tally.row(passed_s, time.process_time() - cpu_s)
            tasks.cancel_scope.cancel()
    except* ConnectionClosed:
        row = tally.row(seconds, 0.0)
    return row


def main() -> None:
    url, matches, warm_s, seconds, against = sys.argv[1:]
    kind: Against = "relay" if against == "relay" else "service"
    row = anyio.run(
        measure, url, int(matches), float(warm_s), float(seconds), kind, backend_options={"use_uvloop": True}
    )
    say(orjson.dumps(row))


def say(line: bytes) -> None:
    sys.stdout.buffer.write(line + b"\n")
    sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
