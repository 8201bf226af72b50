"""Who does not read is given one snapshot, then cut; the match never waits for it."""

from pathlib import Path

from websockets.exceptions import ConnectionClosed

from server import metrics
from tests.server.peer import dial, peer, serving


async def test_a_peer_that_stops_reading_is_cut_and_the_match_goes_on(tmp_path: Path) -> None:
    limits = {"backlog_bytes": 4096, "drained_bytes": 1024, "slow_s": 0.3, "tick_s": 0.02, "head_s": 0.05}
    async with serving(tmp_path, **limits) as service, peer(service.url) as ann, dial(service.url) as sleeper:
        match, _ = await ann.create(seats=["bot:random", "bot:random"])
        before = metrics.CUT._value.get()
        await sleeper.ask({"t": "hello"}, "welcome")
        sleeper.socket.transport.pause_reading()
        for _ in range(200):
            await sleeper.send({"t": "join", "m": match})
        await ann.join(match)
        while metrics.CUT._value.get() == before:
            await ann.expect("diff", "head", "end")
        sleeper.socket.transport.resume_reading()
        try:
            while True:
                await sleeper.next()
        except ConnectionClosed:
            pass
        assert await ann.is_alive()
