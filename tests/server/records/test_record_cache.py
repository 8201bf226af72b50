"""Records over HTTP: worked out once for all who ask, one after the other; who would wait too long comes back."""

from pathlib import Path

import anyio
import anyio.to_thread
import pytest

import engine
from protocol.client import connect
from server.records.record_cache import MOST_ASKED, NotYet, Records
from tests.support.server.peer import seated, serving
from tests.support.server.plain_http import fetch, fetch_once


async def test_many_may_ask_for_the_record_of_a_match_at_once(tmp_path: Path) -> None:
    async with serving(tmp_path) as service, seated(service.url) as (match, asked, _other, _decision):
        await asked.ask({"t": "concede", "m": match, "c": 1}, "ack")
        texts: list[str] = []

        async def get() -> None:
            status, _headers, body = await anyio.to_thread.run_sync(fetch, service.url, f"/records/{match}.txt")
            assert status == 200
            texts.append(body)

        async with anyio.create_task_group() as tasks:
            for _ in range(20):
                tasks.start_soon(get)
    assert len(set(texts)) == 1
    assert engine.replay(texts[0]).match.result is not None


async def test_who_asks_before_it_is_worked_out_is_told_to_come_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("server.records.record_cache.WAIT_S", 0.0)
    async with serving(tmp_path) as service, seated(service.url) as (match, asked, _other, _decision):
        await asked.ask({"t": "concede", "m": match, "c": 1}, "ack")
        seen = set()
        with anyio.fail_after(60):
            while 200 not in seen:
                path = f"/records/{match}.txt"
                status, headers, _body = await anyio.to_thread.run_sync(fetch_once, service.url, path)
                seen.add(status)
                assert status == 200 or headers["Retry-After"] == "1"
    assert seen >= {200, 503}  # 429 too, where the machine is slow


async def test_only_so_many_records_wait(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("server.records.record_cache.WAIT_S", 0.0)
    async with serving(tmp_path) as service, connect(service.url):
        records = Records(service.registry.journal, service.registry.work)  # nobody works
        for number in range(MOST_ASKED + 5):
            with pytest.raises(NotYet):
                await records.text(f"match{number}")
        assert len(records._asked) == MOST_ASKED  # what is bounded
        with anyio.move_on_after(0):
            await records.work()  # closes what it reads from
