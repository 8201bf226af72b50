"""What makes playing comfortable outlives the node: settings, offers, clocks and delays are what the journal says."""

import signal
from pathlib import Path

import pytest

from tests.server.cluster import cluster
from tests.server.peer import peer
from tests.server.test_comfort import settings
from tests.server.test_nodes import joined

pytestmark = [pytest.mark.slow, pytest.mark.timeout(180)]

BANK_MS = 3_600_000
KEPT = {
    "own": True,
    "stops": [["precombat main", "own"]],
    "wanted": [["cast", "Shock"]],
    "yields": [["Soul Warden", 2, ""]],
    "until": ["end of turn"],
}


async def test_settings_offers_and_clocks_are_there_at_the_next_node(tmp_path: Path) -> None:
    async with cluster(tmp_path, "one", "two") as nodes, peer(nodes.urls[0]) as ann:
        match, tokens = await ann.create(clock={"bank_ms": BANK_MS, "away_ms": BANK_MS}, delay_s=3600)
        await ann.join(match, tokens[0])
        ack = await ann.ask(settings(match, 1, KEPT), "ack")
        await ann.ask({"t": "agree", "m": match, "c": 2, "to": "draw"}, "ack")
        nodes.nodes[0].end(signal.SIGKILL)
        async with peer(nodes.urls[1]) as again, peer(nodes.urls[1]) as bob, peer(nodes.urls[1]) as watcher:
            state = await joined(again, match, tokens[0])
            assert (state["view"]["settings"], state["c"]) == (KEPT, 2)
            assert state["view"]["offers"] == {"draw": {"by": 0, "seats": [0]}}
            assert state["clock"]["bank_ms"] == BANK_MS
            waiting = await again.expect("waiting")
            assert BANK_MS / 2 < waiting["bank_ms"] <= waiting["deadline"] - waiting["since"]
            assert await again.ask(settings(match, 1, KEPT), "ack") == ack
            public = await joined(watcher, match, None)
            assert (public["seq"], "offers" in public["view"]) == (0, False)
            await joined(bob, match, tokens[1])
            await bob.send({"t": "agree", "m": match, "c": 1, "to": "draw"})
            assert (await bob.expect("end"))["result"]["code"] == "draw"
            public = await watcher.ask({"t": "sync", "m": match}, "state")
            assert (public["seq"], "result" in public) == (0, False)


async def test_full_control_outlives_the_node(tmp_path: Path) -> None:
    async with cluster(tmp_path, "one", "two") as nodes, peer(nodes.urls[0]) as ann:
        match, tokens = await ann.create()
        await ann.join(match, tokens[0])
        await ann.ask(settings(match, 1, {"own": True}), "ack")
        await ann.ask(settings(match, 2, "full control on"), "ack")
        nodes.nodes[0].end(signal.SIGKILL)
        async with peer(nodes.urls[1]) as again:
            state = await joined(again, match, tokens[0])
            assert state["view"]["settings"] == {"full": True, "own": True}
