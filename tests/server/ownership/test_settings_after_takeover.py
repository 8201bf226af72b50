"""Comforts of playing outlive the node: settings, offers, clocks and delays are what the journal says."""

import signal
from pathlib import Path

import pytest

from tests.support.server.cluster import cluster
from tests.support.server.peer import Frame, peer, settings
from tests.support.server.takeovers import joined

pytestmark = [pytest.mark.slow, pytest.mark.timeout(180)]

BANK_MS = 3_600_000
LAST = 1024
"""So many numbers are used, and then three more: the first three are forgotten."""
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


async def test_a_number_stands_for_one_thing_at_the_next_node_too(tmp_path: Path) -> None:
    """For what every kind of intent has said, near the last one and far behind it; then for a concession."""
    fast = {"STACKLOOP_SETTINGS_PER_S": "1000000", "STACKLOOP_BURST_SETTINGS": "1000000"}
    async with cluster(tmp_path, "one", "two", **fast) as nodes, peer(nodes.urls[0]) as ann, peer(nodes.urls[0]) as bob:
        match, tokens = await ann.create()
        states = [await player.join(match, token) for player, token in zip((ann, bob), tokens, strict=True)]
        seat = next(seat for seat, state in enumerate(states) if state.get("decision"))
        asked, decision = (ann, bob)[seat], states[seat]["decision"]
        for c in range(1, LAST + 1):
            await asked.ask(settings(match, c, "own on" if c % 2 else "own off"), "ack")
        said: list[Frame] = [
            settings(match, LAST + 1, {"own": True}),
            {"t": "agree", "m": match, "c": LAST + 2, "to": "draw"},
            {"t": "intent", "m": match, "c": LAST + 3, "w": decision["w"], "a": decision["default"]},
        ]
        results = [await asked.ask(frame, "ack") for frame in said]
        nodes.nodes[0].end(signal.SIGKILL)
        async with peer(nodes.urls[1]) as again:
            assert (await joined(again, match, tokens[seat]))["c"] == LAST + 3
            for frame, first in zip(said, results, strict=True):
                assert await again.ask(frame, "ack", "nack") == first
                for other in (*said, {"t": "concede", "m": match}):
                    if other != frame:
                        nack = await again.ask({**other, "c": frame["c"]}, "ack", "nack")
                        assert (nack.get("code"), nack.get("first")) == ("reused_c", first)
            assert (await again.refused(settings(match, 3, "own on")))["code"] == "stale_c"
            assert (await again.ask(settings(match, 4, "own off"), "ack", "nack"))["c"] == 4
            end = {"t": "concede", "m": match, "c": LAST + 4}
            conceded = await again.ask(end, "ack")
            nodes.nodes[0].start()
            nodes.nodes[1].end(signal.SIGKILL)
            async with peer(nodes.urls[0]) as late:
                await joined(late, match, tokens[seat])
                assert await late.ask(end, "ack", "nack") == conceded
                nack = await late.ask({**said[1], "c": end["c"]}, "ack", "nack")
                assert (nack.get("code"), nack.get("first")) == ("reused_c", conceded)


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
