"""While Redis is gone nothing is acknowledged and everybody is told; when it is back the matches go on."""

from pathlib import Path

import anyio

from tests.support.server.peer import peer, seated, serving
from tests.support.server.redis_process import answers, redis_process


async def test_an_intent_without_redis_is_told_to_try_again_and_then_taken_once(tmp_path: Path, binary: str) -> None:
    with redis_process(binary, tmp_path / "redis") as redis:
        await answers(redis.url)
        async with serving(tmp_path, redis=redis.url) as service, seated(service.url) as (match, asked, _, decision):
            redis.kill()
            intent = {"t": "intent", "m": match, "c": 1, "w": decision["w"], "a": decision["default"]}
            nack = await asked.refused(intent)
            assert nack["code"] == "unavailable"
            assert nack["retry_ms"] > 0
            redis.start()
            await answers(redis.url)
            reply = await asked.ask(intent, "ack", "nack")
            while reply["t"] == "nack":
                assert reply["code"] == "unavailable"
                await anyio.sleep_until(anyio.current_time() + reply["retry_ms"] / 1000)
                reply = await asked.ask(intent, "ack", "nack")
            assert reply["c"] == 1
            assert len(await service.registry.journal.read(match)) == 2


async def test_no_match_is_created_without_redis(tmp_path: Path, binary: str) -> None:
    with redis_process(binary, tmp_path / "redis") as redis:
        await answers(redis.url)
        async with serving(tmp_path, redis=redis.url) as service, peer(service.url) as ann:
            redis.kill()
            nack = await ann.refused({"t": "create", "r": "1", "game": "magic"})
            assert (nack["code"], nack["r"]) == ("unavailable", "1")
            assert await ann.is_alive()
            redis.start()
            create = {"t": "create", "r": "2", "game": "magic"}
            while (reply := await ann.ask(create, "created", "nack"))["t"] == "nack":
                assert reply["code"] == "unavailable"
                await anyio.sleep_until(anyio.current_time() + reply["retry_ms"] / 1000)


async def test_a_seat_that_cannot_be_joined_now_is_told_to_try_again_and_not_that_it_has_none(
    tmp_path: Path, binary: str
) -> None:
    """A client that comes back sends what was not answered right behind its join."""
    with redis_process(binary, tmp_path / "redis") as redis:
        await answers(redis.url)
        async with serving(tmp_path, redis=redis.url) as service, peer(service.url) as ann, peer(service.url) as bob:
            match, tokens = await ann.create()
            service.registry.get(match).let_go()  # type: ignore[union-attr] # it runs here
            await bob.join(match)
            redis.kill()
            service.registry.get(match).let_go()  # type: ignore[union-attr] # it was taken up again
            join = await ann.refused({"t": "join", "m": match, "token": tokens[0]})
            intent = await ann.refused({"t": "intent", "m": match, "c": 1, "w": 1, "a": 0})
            assert join["code"] == intent["code"] == "unavailable"
            redis.start()
