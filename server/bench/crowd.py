"""Many connections that read what comes and do nothing with it: those who look on, or are merely there.

Run as ``python -m server.bench.crowd URL COUNT service|relay [MATCH...]``: each follows all of the matches (of the
relay: is in all of the rooms' first). Prints a line once all are there, then for each line of its input how many frames
and bytes came since the last one; stays until its input ends.
"""

import asyncio
import sys
from typing import Final

import uvloop

from protocol.codec import encode
from protocol.messages import Hello, Join
from server.bench.peers import Peer, dial, host_of
from server.runtime.process_limits import take_files

AT_ONCE: Final = 50
"""Connections opened at a time."""
ON_LOOKER: Final = b" 2"
"""Behind the name of a relay's room: no seat."""


class Count:
    """Frames and bytes that all of them were sent."""

    def __init__(self) -> None:
        self.frames = 0
        self.bytes = 0


class Watcher(Peer):
    """One of the crowd.

    Attributes:
        is_there: done once it was let in and shown everything that it follows.
    """

    def __init__(self, host: str, count: Count, states: int) -> None:
        super().__init__(host)
        self.is_there = asyncio.get_running_loop().create_future()
        self._count = count
        self._states = states

    def frame(self, payload: bytes) -> None:
        if self.is_there.done():
            self._count.frames += 1
            self._count.bytes += len(payload)
        elif payload.startswith((b'{"t":"welcome"', b'{"t":"state"')):
            self._states -= 1
            if self._states < 0:
                self.is_there.set_result(None)


async def gather(url: str, count: int, against: str, matches: list[str], sum_: Count) -> list[Watcher]:
    watchers: list[Watcher] = []
    for begun in range(0, count, AT_ONCE):
        some = [Watcher(host_of(url), sum_, len(matches)) for _ in range(min(AT_ONCE, count - begun))]
        for number, watcher in enumerate(some, begun):
            await dial(url, watcher, number)
            if against == "relay":
                watcher.send(matches[0].encode() + ON_LOOKER)
                watcher.is_there.set_result(None)
                continue
            watcher.send(encode(Hello("crowd")))
            for match in matches:
                watcher.send(encode(Join(match)))
        for watcher in some:
            await watcher.is_there
        watchers += some
    return watchers


async def watch(url: str, count: int, against: str, matches: list[str]) -> None:
    loop, sum_ = asyncio.get_running_loop(), Count()
    watchers = await gather(url, count, against, matches, sum_)
    sys.stdout.write("all there\n")
    sys.stdout.flush()
    while await loop.run_in_executor(None, sys.stdin.readline):
        sys.stdout.write(f"{sum_.frames} {sum_.bytes}\n")
        sys.stdout.flush()
        sum_.frames = sum_.bytes = 0
    for watcher in watchers:
        watcher.close()


def main() -> None:
    take_files()
    url, count, against, *matches = sys.argv[1:]
    uvloop.run(watch(url, int(count), against, matches))


if __name__ == "__main__":
    main()
