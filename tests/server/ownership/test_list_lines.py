"""The list of matches: what has ended, what one holds a token for, and what has gone quiet."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import anyio

from server.match.match_names import title_of
from server.ownership.list_lines import DAY_MS, QUIET_MS
from tests.support.server.hand_clock import HandClock
from tests.support.server.peer import PATIENCE_S, Frame, Peer, make_private, peer, serving

PAUSE_S: Final = 0.1


async def listed(peer_: Peer, *tokens: str) -> Frame:
    return await peer_.ask({"t": "list", "r": "l", "tokens": list(tokens)}, "matches")


async def concede(ann: Peer, match: str, token: str) -> None:
    await ann.join(match, token)
    await ann.ask({"t": "concede", "m": match, "c": 1}, "ack")


async def finished(ann: Peer) -> list[Frame]:
    """The matches that have ended, once any is told; where time stands still one may not ask often."""
    with anyio.fail_after(PATIENCE_S):
        while True:
            if found := (await listed(ann)).get("finished"):
                lines: list[Frame] = found
                return lines
            await anyio.sleep(PAUSE_S)


async def test_a_match_that_is_over_is_listed_also_after_a_restart(tmp_path: Path) -> None:
    async with serving(tmp_path) as service, peer(service.url) as ann:
        match, tokens = await ann.create()
        hidden = await make_private(ann)
        await concede(ann, match, tokens[0])
        await concede(ann, hidden["m"], hidden["seats"][0]["token"])

        [line] = await finished(ann)
        assert (line["m"], line["status"], line["winners"]) == (match, "concede", [1])
        assert line["title"] == title_of(match)
        assert line["since"] <= line["ended"]
    async with serving(tmp_path) as service, peer(service.url) as ann:
        assert (await listed(ann))["finished"] == [line]


async def test_a_match_whose_record_is_not_kept_any_more_is_not_listed(tmp_path: Path) -> None:
    time = HandClock()
    async with serving(tmp_path, time, records_days=1) as service, peer(service.url) as ann:
        match, tokens = await ann.create()
        await concede(ann, match, tokens[0])
        assert [line["m"] for line in await finished(ann)] == [match]
        time.pass_ms(DAY_MS + 1000)
        assert "finished" not in await listed(ann)


async def test_a_match_is_told_to_those_who_hold_a_token_for_it(tmp_path: Path) -> None:
    async with serving(tmp_path) as service, peer(service.url) as ann, peer(service.url) as eve:
        made = await make_private(ann)
        token = made["seats"][0]["token"]
        [line] = (await listed(ann, token, f"{token[:-4]}aaaa"))["held"]
        assert (line["m"], line.get("status", "running")) == (made["m"], "running")
        assert "held" not in await listed(eve)
        await concede(ann, made["m"], token)
        [line] = (await listed(ann, token))["held"]
        assert line["status"] == "concede"


async def test_a_match_in_which_nothing_happens_is_not_listed_but_told_to_its_players(tmp_path: Path) -> None:
    time = HandClock()
    async with serving(tmp_path, time) as service, peer(service.url) as ann:
        match, tokens = await ann.create()
        assert [line["m"] for line in (await listed(ann))["matches"]] == [match]
        time.pass_ms(QUIET_MS + 1000)
        told = await listed(ann, tokens[0])
        assert "matches" not in told
        assert [line["m"] for line in told["held"]] == [match]
