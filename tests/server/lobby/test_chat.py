"""Chat between players: who may, who hears it and when, and that it is no part of the match."""

from pathlib import Path
from typing import Any

import pytest

from tests.support.server.chat import hear, next_line, say
from tests.support.server.hand_clock import HandClock
from tests.support.server.peer import peer, serving
from tests.support.server.two_nodes import two_nodes

HOUR_MS = 3_600_000


async def test_who_follows_hears_and_who_comes_late_is_told(tmp_path: Path) -> None:
    async with (
        serving(tmp_path) as service,
        peer(service.url) as ann,
        peer(service.url) as bob,
        peer(service.url) as eve,
    ):
        match, tokens = await ann.create()
        await ann.join(match, tokens[0])
        await bob.join(match, tokens[1])
        assert await hear(bob, match) == []
        told = await say(ann, match, "good <b>luck</b> \u263a")
        assert (told["lines"][0]["seat"], told["lines"][0]["text"]) == (0, "good <b>luck</b> \u263a")
        assert await next_line(bob) == (0, "good <b>luck</b> \u263a")
        await say(bob, match, "you too")
        await eve.join(match)
        assert [line["text"] for line in await hear(eve, match)] == ["good <b>luck</b> \u263a", "you too"]
        await eve.send({"t": "leave", "m": match})
        await say(bob, match, "bye")
        assert await eve.is_alive()
        assert not any("bye" in str(frame) for frame in eve.heard)
        assert await ann.is_alive()
        assert not any("you too" in str(frame) for frame in ann.heard)  # who does not want to hear


async def test_only_seats_speak_and_only_followers_hear(tmp_path: Path) -> None:
    async with serving(tmp_path) as service, peer(service.url) as ann, peer(service.url) as eve:
        match, _ = await ann.create(private=True)
        assert (await hear(eve, match))[0]["code"] == "not_joined"
        await eve.join(match)
        assert (await hear(eve, match))[0]["code"] == "not_joined"
        assert (await say(eve, match, "let me in"))["code"] == "not_seated"
        match, _ = await ann.create()
        await eve.join(match)
        assert (await say(eve, match, "hello"))["code"] == "not_seated"
        assert await hear(eve, match) == []


@pytest.mark.parametrize("text", ["", "   ", "x" * 281, "a\nb", "a\x00b", "a\x1b[2J", "a\u202eb", "a\u2066b", "\x85"])
async def test_what_is_no_line_is_refused(tmp_path: Path, text: str) -> None:
    async with serving(tmp_path) as service, peer(service.url) as ann:
        match, tokens = await ann.create()
        await ann.join(match, tokens[0])
        assert (await ann.refused({"t": "say", "m": match, "text": text, "r": "1"}))["code"] == "bad_frame"
        await ann.send(f'{{"t":"say","m":"{match}","r":"2","text":"\\ud800"}}')
        told = await ann.expect("nack", "said")
        assert (told["t"], told["code"]) == ("nack", "bad_frame")


async def test_who_speaks_too_much_is_told_so_and_the_last_lines_are_kept(tmp_path: Path) -> None:
    async with serving(tmp_path, burst_lines=60, lines_per_s=0.001) as service, peer(service.url) as ann:
        match, tokens = await ann.create()
        await ann.join(match, tokens[0])
        for number in range(60):
            await say(ann, match, f"line {number}")
        refused = await say(ann, match, "too much")
        assert (refused["code"], refused["retry_ms"] <= 1_000_000) == ("rate_limited", True)
        assert [line["text"] for line in await hear(ann, match)] == [f"line {number}" for number in range(10, 60)]


async def test_it_is_no_part_of_the_match_and_goes_on_after_its_end(tmp_path: Path) -> None:
    async with serving(tmp_path) as service, peer(service.url) as ann, peer(service.url) as bob:
        match, tokens = await ann.create()
        before = await ann.join(match, tokens[0])
        await bob.join(match, tokens[1])
        await say(ann, match, "secretly")
        assert (await ann.join(match, tokens[0]))["view"] == before["view"]
        assert not any(b"secretly" in entry for entry in await service.registry.journal.read(match))
        await ann.ask({"t": "concede", "m": match, "c": 1}, "ack")
        await bob.expect("end")
        await hear(bob, match)
        await say(ann, match, "good game")
        assert await next_line(bob) == (0, "good game")


async def test_the_public_of_a_delayed_match_hears_as_late_as_it_sees(tmp_path: Path) -> None:
    """Players may say what only they know."""
    clock = HandClock()
    delayed: dict[str, Any] = {"delay_s": 3600}
    async with serving(tmp_path, clock) as service, peer(service.url) as ann, peer(service.url) as bob:
        match, tokens = await ann.create(**delayed)
        await ann.join(match, tokens[0])
        await bob.join(match, tokens[1])
        await hear(bob, match)
        async with peer(service.url) as early, peer(service.url) as late:
            await early.join(match)
            assert await hear(early, match) == []
            await say(ann, match, "I have it in hand")
            assert await next_line(bob) == (0, "I have it in hand")
            clock.pass_ms(HOUR_MS - 1000)
            await say(bob, match, "me too")
            await late.join(match)
            assert await hear(late, match) == []
            assert await early.is_alive()
            assert not any(frame.get("lines") for frame in early.heard)
            clock.pass_ms(1000)
            for public in (early, late):
                assert await next_line(public) == (0, "I have it in hand")
                assert await public.is_alive()
                assert not any("me too" in str(frame) for frame in public.heard)
            assert [line["text"] for line in await hear(late, match)] == ["I have it in hand"]


async def test_players_at_two_nodes_hear_each_other(tmp_path: Path, binary: str) -> None:
    async with two_nodes(tmp_path, binary) as (one, two, _), peer(one.url) as ann, peer(two.url) as bob:
        match, tokens = await ann.create()
        await ann.join(match, tokens[0])
        await bob.join(match, tokens[1])
        await hear(ann, match)
        await hear(bob, match)
        await say(ann, match, "hello over there")
        assert await next_line(bob) == (0, "hello over there")
        await say(bob, match, "hello here")
        while (line := await next_line(ann))[0] != 1:
            pass
        assert line == (1, "hello here")
