"""Followers that come, ask anew or leave, however fast: nobody is kept who left, and players go on playing."""

from pathlib import Path

from server.match.audience import Shown
from tests.support.server.peer import peer, seated, serving

MANY = 300


def subscribers(shown: Shown | None) -> int:
    assert shown is not None
    return sum(len(feed.subscribers) for feed in shown.feeds.values())


async def test_who_leaves_before_being_welcomed_is_not_kept(tmp_path: Path) -> None:
    async with serving(tmp_path) as service, peer(service.url) as ann, peer(service.url) as bob:
        match, tokens = await ann.create()
        await ann.join(match, tokens[0])
        for _ in range(MANY):
            await bob.send({"t": "join", "m": match})
            await bob.send({"t": "leave", "m": match})
        assert await bob.is_alive()
        assert (await ann.ask({"t": "sync", "m": match}, "state"))["m"] == match
        assert subscribers(service.registry.get(match)) == 1


async def test_who_joins_again_and_again_is_kept_once(tmp_path: Path) -> None:
    async with serving(tmp_path) as service, peer(service.url) as ann, peer(service.url) as bob:
        match, _ = await ann.create()
        for _ in range(MANY):
            await bob.send({"t": "join", "m": match})
        assert await bob.is_alive()
        await bob.ask({"t": "sync", "m": match}, "state")
        assert subscribers(service.registry.get(match)) == 1


async def test_spectators_who_ask_much_do_not_fill_the_inbox(tmp_path: Path) -> None:
    async with (
        serving(tmp_path, inbox_items=4) as service,
        seated(service.url) as (match, asked, _, decision),
        peer(service.url) as bob,
    ):
        await bob.join(match)
        for _ in range(MANY):
            await bob.send({"t": "sync", "m": match})
        intent = {"t": "intent", "m": match, "c": 1, "w": decision["w"], "a": decision["default"]}
        assert (await asked.ask(intent, "ack", "nack"))["t"] == "ack"
        assert await bob.is_alive()


async def test_a_seat_that_floods_does_not_fill_the_inbox_of_the_other(tmp_path: Path) -> None:
    async with serving(tmp_path, inbox_items=4) as service, seated(service.url) as (match, asked, other, decision):
        for _ in range(MANY):
            await other.send({"t": "intent", "m": match, "c": 1, "w": 1, "a": 0})
        intent = {"t": "intent", "m": match, "c": 1, "w": decision["w"], "a": decision["default"]}
        assert (await asked.ask(intent, "ack", "nack"))["t"] == "ack"
        assert await other.is_alive()
        assert "unavailable" in {frame["code"] for frame in other.heard if frame["t"] == "nack"}, "more waited than may"
