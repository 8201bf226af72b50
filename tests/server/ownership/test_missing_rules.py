"""A match that this node does not have the rules for is known as such, until it has them."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from server.ownership import takeover as module
from tests.support.server.half_played import half_played
from tests.support.server.peer import peer, serving
from tests.support.server.redis_process import BINARIES, RedisProcess, answers, redis_process


@pytest.fixture
async def redis(tmp_path: Path) -> AsyncIterator[RedisProcess]:
    with redis_process(BINARIES[0], tmp_path / "redis") as process:
        await answers(process.url)
        yield process


async def test_a_match_of_other_rules_is_foreign_until_it_is_taken_up(
    tmp_path: Path, redis: RedisProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "OTHERS_S", 0.0)
    async with serving(tmp_path, redis=redis.url, engine="old") as service:
        match = await half_played(service)
        assert not service.registry._takeover.is_foreign(match)
    async with serving(tmp_path, redis=redis.url, engine="new") as service, peer(service.url) as somebody:
        takeover = service.registry._takeover
        assert not await takeover.take_up(match)
        assert takeover.is_foreign(match)
        assert await takeover.take_up("unheard")  # nobody needs to look for it
        assert not takeover.is_foreign("unheard")
        nack = await somebody.ask({"t": "join", "m": match}, "nack")
        assert nack["code"] == "other_rules"
        takeover._rebuilding._engine = "old"  # as if it had them now
        assert await takeover.take_up(match)
        assert not takeover.is_foreign(match)
        assert [actor.match_id for actor in service.registry.running()] == [match]
