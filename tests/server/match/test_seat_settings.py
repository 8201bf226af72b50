"""Settings of a seat over the wire: journaled and applied exactly once, kept over a restart, told to nobody else."""

import asyncio
import itertools
import random
from pathlib import Path

import pytest

import engine
from protocol.client import connect, sample
from server.match.replayed_match import replay
from server.records.record_text import record_text
from server.runtime.version import engine_name
from tests.support.server.peer import Frame, Peer, peer, seated, serving, settings

ASK_ALWAYS: Frame = {"stops": [["any", "any"]]}
PASSES: Frame = {"stops": [["any", "any"]], "until": ["own turn"]}


async def set_(seat: Peer, match: str, c: int) -> None:
    """Ask for no stop at all, and wait until that is taken; acknowledgements of earlier intents are passed over."""
    await seat.send(settings(match, c, "settings"))
    while (await seat.expect("ack"))["c"] != c:
        pass


async def begin(match: str, first: Peer, second: Peer, decision: Frame) -> tuple[Peer, Peer, int]:
    """Play up to the first priority; returns who has it, who has not, and the last ``c`` of both."""
    asked, other, c = first, second, 0
    while decision["kind"] != "act":
        c += 1
        await asked.send({"t": "intent", "m": match, "c": c, "w": decision["w"], "a": decision["default"]})
        frame: Frame = {}
        while not frame.get("decision"):
            asked, other = other, asked
            await asked.send({"t": "sync", "m": match})
            frame = await asked.expect("state")
        decision = frame["decision"]
    return asked, other, c


async def test_settings_are_journaled_acknowledged_and_applied_once(tmp_path: Path) -> None:
    async with serving(tmp_path) as service, seated(service.url) as (match, first, second, decision):
        asked, _, c = await begin(match, first, second, decision)
        journal = service.registry.journal
        before = len(await journal.read(match))
        ack = await asked.ask(settings(match, c + 1, PASSES), "ack")
        again = await asked.ask(settings(match, c + 1, PASSES), "ack")
        assert (ack["c"], again) == (c + 1, ack)
        entries = await journal.read(match)
        assert len(entries) == before + 1
        assert b'"k":"settings"' in entries[-1]


async def test_what_settings_skip_is_skipped_at_once_and_only_its_seat_is_told_why(tmp_path: Path) -> None:
    async with serving(tmp_path) as service, seated(service.url) as (match, first, second, decision):
        asked, other, c = await begin(match, first, second, decision)
        await other.ask({"t": "sync", "m": match}, "state")
        await asked.send(settings(match, c + 1, PASSES))
        diff = await asked.expect("diff")
        assert diff["decision"] is None
        assert diff["d"]["settings"] == PASSES
        told = await other.expect("diff")
        assert told["decision"]["kind"] == "act"
        assert "settings" not in told["d"]


async def test_a_gesture_changes_one_thing_and_the_journal_holds_all(tmp_path: Path) -> None:
    async with serving(tmp_path) as service, seated(service.url) as (match, asked, _, _):
        await asked.ask(settings(match, 1, ASK_ALWAYS), "ack")
        await asked.ask(settings(match, 2, "own on"), "ack")
        entries = await service.registry.journal.read(match)
        assert b'"settings":{"own":true,"stops":[["any","any"]]}' in entries[-1]


async def test_settings_that_mean_nothing_are_refused_and_their_number_is_not_taken(tmp_path: Path) -> None:
    async with serving(tmp_path) as service, seated(service.url) as (match, asked, _, _):
        for wrong, code in (
            ("stop dinner", "bad_settings"),
            ('yield "\\ud800"', "bad_settings"),
            ('yield "Shock" "\\udfff"', "bad_settings"),
            ('stop for cast "\\ud800"', "bad_settings"),
            ("pass until end of turn", "full_control"),
            ({"stops": [["dinner", "any"]]}, "bad_settings"),
            ({"stops": "all"}, "bad_frame"),
        ):
            assert (await asked.refused(settings(match, 1, wrong)))["code"] == code
        await asked.ask(settings(match, 1, ASK_ALWAYS), "ack")


@pytest.mark.interpreted("sets another bound, which is fixed in compiled code")
async def test_a_long_skip_is_one_entry_and_lets_others_have_their_turn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("server.match.intent_path.SKIPS_AT_ONCE", 1)
    async with serving(tmp_path) as service, seated(service.url) as (match, first, second, decision):
        asked, other, c = await begin(match, first, second, decision)
        await set_(other, match, c + 1)
        before = len(await service.registry.journal.read(match))
        skips: list[str] = []
        going_on = engine.Match.go_on

        def go_on(one: engine.Match) -> engine.Commit:
            skips.append("skip")
            asyncio.get_running_loop().call_soon(skips.append, "turn")
            return going_on(one)

        monkeypatch.setattr(engine.Match, "go_on", go_on)
        await set_(asked, match, c + 1)
        assert skips[:4] == ["skip", "turn", "skip", "turn"]
        entries = await service.registry.journal.read(match)
        assert len(entries) == before + 1
        assert replay(match, entries, engine_name()).match.hash() == service.registry.running()[0].match.hash()


async def test_settings_that_come_too_fast_are_put_off_and_not_journaled(tmp_path: Path) -> None:
    """Each is journaled whole: a flood of them would fill the disk as no answers can, for those are asked for."""
    async with (
        serving(tmp_path, burst_settings=2, settings_per_s=1) as service,
        seated(service.url) as (match, asked, other, decision),
        peer(service.url) as second_line,
    ):
        await second_line.join(match, service.registry.invites._tokens.for_seat(match, decision["seat"]))
        answers = []
        for c, line in enumerate(itertools.cycle((asked, second_line)), 1):
            await line.send(settings(match, c, ASK_ALWAYS))
            answers.append(await line.expect("ack", "nack"))
            if answers[-1]["t"] == "nack":
                break
        *acks, nack = answers
        assert len(acks) >= 2
        assert (nack["code"], nack["retry_ms"]) == ("rate_limited", 500)
        assert len(await service.registry.journal.read(match)) == 1 + len(acks)
        await other.ask(settings(match, 1, ASK_ALWAYS), "ack")
        await asked.ask({"t": "intent", "m": match, "c": c + 1, "w": decision["w"], "a": decision["default"]}, "ack")


async def test_settings_outlive_the_server(tmp_path: Path) -> None:
    async with serving(tmp_path) as service, peer(service.url) as client:
        match, tokens = await client.create()
        await client.join(match, tokens[0])
        await client.ask(settings(match, 1, ASK_ALWAYS), "ack")
    async with serving(tmp_path) as service, peer(service.url) as client:
        state = await client.join(match, tokens[0])
        assert (state["view"]["settings"], state["c"]) == (ASK_ALWAYS, 1)
        assert (await client.ask(settings(match, 1, ASK_ALWAYS), "ack"))["c"] == 1


async def test_a_match_with_settings_has_a_record_that_replays(tmp_path: Path) -> None:
    chance = random.Random(4)
    async with serving(tmp_path) as service, connect(service.url) as client:
        created = await client.create("magic", seats=("open", "bot:random"))
        table = await client.join(created.m, created.seats[0].token)
        await table.settle("settings own on smart on stop any")
        async for decision in table:
            assert decision.kind != "act" or len(decision.options) > 1
            await table.answer(sample(decision, chance.randrange))
        text = record_text(await service.registry.journal.read(created.m))
    assert "A: settings own on smart on stop any any" in text
    assert engine.replay(text).match.result is not None
