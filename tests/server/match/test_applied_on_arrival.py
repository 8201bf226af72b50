"""An intent that finds its match at rest is applied in the call that brings it, and nobody is told before it stands."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import NoReturn

import anyio
import anyio.lowlevel
import pytest

import engine
from protocol import messages as wire
from server.chaos.redis_servers import replicate, servers, url_of
from server.match.actor import Actor
from server.match.audience import Response, SeatIntent
from server.runtime.settings import Durability
from server.service.service import Service
from server.store.express import Express
from server.store.journal import Journal, keys
from tests.support.server.peer import PATIENCE_S, peer, serving


class Asked:
    """A seat of a match, and the answers that it was given.

    Attributes:
        said: what somebody who follows it was told, numbered by the view.
    """

    def __init__(self, actor: Actor) -> None:
        self.actor = actor
        self.answers: list[Response] = []
        self.c = 0

    def put(self) -> None:
        """Answer the first open decision with its first option."""
        decision = self.actor.match.decisions[0]
        self.c += 1
        command = wire.Intent(self.actor.match_id, self.c, decision.w, 0)
        assert self.actor.put(SeatIntent(decision.seat, command, self.answers.append)) is None

    async def answered(self, count: int = 1) -> list[Response]:
        with anyio.fail_after(PATIENCE_S):
            while len(self.answers) < count:
                await anyio.lowlevel.checkpoint()
        return self.answers


@asynccontextmanager
async def at_rest(service: Service) -> AsyncIterator[Asked]:
    """A match whose task waits for its inbox, on a journal that has an express."""
    async with peer(service.url) as ann:
        match, _ = await ann.create()
        actor = service.registry.get(match)
        assert actor is not None
        await rests(actor)
        await has_express(service.registry.journal, actor)
        yield Asked(actor)


async def rests(actor: Actor) -> None:
    with anyio.fail_after(PATIENCE_S):
        while not actor._inbox.is_idle:
            await anyio.lowlevel.checkpoint()


async def has_express(journal: Journal, actor: Actor) -> None:
    assert actor.hold is not None
    with anyio.fail_after(PATIENCE_S):
        while not journal.is_quick_for(actor.hold):
            await anyio.lowlevel.checkpoint()


def express_of(journal: Journal) -> Express:
    (express,) = [
        pipeline._express for (_, lasts), pipeline in journal._links._pipelines.items() if lasts and pipeline._express
    ]
    return express


async def count(service: Service, actor: Actor) -> int:
    return len(await service.registry.journal.read(actor.match_id))


async def test_it_is_applied_in_the_call_and_told_once_it_is_journaled(tmp_path: Path) -> None:
    async with serving(tmp_path) as service, at_rest(service) as asked:
        actor = asked.actor
        before = actor.match.commits
        asked.put()
        assert actor.match.commits == before + 1
        assert asked.answers == []
        assert {feed.seq for feed in actor.feeds.values()} == {0}
        (ack,) = await asked.answered()
        assert isinstance(ack, wire.Ack)
        assert await count(service, actor) == 2
        assert actor._inbox.is_idle  # the task had nothing to do with it


async def test_nothing_else_of_the_match_is_done_while_it_is_in_flight(tmp_path: Path) -> None:
    async with serving(tmp_path) as service, at_rest(service) as asked:
        actor = asked.actor
        asked.put()
        commits = actor.match.commits
        asked.put()
        asked.put()  # which answers a decision that is gone by then
        assert actor.match.commits == commits
        first, second, third = await asked.answered(3)
        assert isinstance(first, wire.Ack)
        assert isinstance(second, wire.Ack)
        assert isinstance(third, wire.Nack)
        assert (first.c, second.c, third.c, third.code) == (1, 2, 3, "stale_decision")
        assert await count(service, actor) == 3


@pytest.mark.parametrize("is_sent", [False, True])
async def test_an_express_that_is_lost_with_it_on_the_way_loses_nothing(tmp_path: Path, is_sent: bool) -> None:
    """Whether it landed or not: the pipeline sends it again, and there it is once."""
    async with serving(tmp_path) as service, at_rest(service) as asked:
        express = express_of(service.registry.journal)
        asked.put()
        if is_sent:
            express._flush()
        express.close()
        (ack,) = await asked.answered()
        assert isinstance(ack, wire.Ack)
        assert await count(service, asked.actor) == 2
        await rests(asked.actor)
        asked.put()
        assert isinstance((await asked.answered(2))[1], wire.Ack)
        await has_express(service.registry.journal, asked.actor)
        assert express_of(service.registry.journal) is not express


async def test_a_silent_redis_is_left_to_the_pipeline_and_nobody_is_told_before_it_answers(
    tmp_path: Path, binary: str
) -> None:
    with servers(binary, tmp_path / "redis", 1) as (redis,):
        await redis.answers()
        async with serving(tmp_path, redis=redis.url) as service, at_rest(service) as asked:
            express = express_of(service.registry.journal)
            redis.stop()
            asked.put()
            with anyio.fail_after(PATIENCE_S):
                while express.is_open:
                    await anyio.lowlevel.checkpoint()
            assert asked.answers == []
            redis.go_on()
            (ack,) = await asked.answered()
            assert isinstance(ack, wire.Ack)
            assert await count(service, asked.actor) == 2


async def test_a_redis_that_forgot_is_told_again_what_it_forgot(tmp_path: Path) -> None:
    async with serving(tmp_path) as service, at_rest(service) as asked:
        journal, match = service.registry.journal, asked.actor.match_id
        asked.put()
        await asked.answered()
        head = await journal.head(match)
        await journal.command(keys(match)[0], "DEL")
        await journal.command(keys(match)[0], "XADD", "1-0", "b", "head", "e", head)
        await rests(asked.actor)
        asked.put()
        assert all(isinstance(answer, wire.Ack) for answer in await asked.answered(2))
        assert await count(service, asked.actor) == 3


async def test_a_match_that_another_node_took_is_neither_shown_nor_acknowledged(tmp_path: Path) -> None:
    async with serving(tmp_path) as service, at_rest(service) as asked:
        actor = asked.actor
        await service.registry.journal.take(actor.match_id, 1)
        seqs = {name: feed.seq for name, feed in actor.feeds.items()}
        asked.put()
        with anyio.fail_after(PATIENCE_S):
            while not actor.is_gone:
                await anyio.lowlevel.checkpoint()
        assert asked.answers == []
        assert {name: feed.seq for name, feed in actor.feeds.items()} == seqs
        assert await count(service, actor) == 1


@pytest.mark.interpreted("sets another bound, which is fixed in compiled code")
@pytest.mark.parametrize(("limit", "value"), [("SKIPS_AT_ONCE", 1), ("PATIENCE", 1)])
async def test_a_move_in_parts_and_one_that_takes_long_go_on_in_the_task(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, limit: str, value: int
) -> None:
    async with serving(tmp_path) as service, at_rest(service) as asked:
        actor = asked.actor
        eased = wire.Comfort(own=True, stops=(("end", "own"),))
        for seat in (0, 1):
            actor.put(SeatIntent(seat, wire.Settings(actor.match_id, 1, eased), asked.answers.append))
        await asked.answered(2)
        asked.c = 1
        monkeypatch.setattr(f"server.match.intent_path.{limit}", value)
        handed = 0
        for count in range(3, 20):
            await rests(actor)
            asked.put()
            handed += actor._inbox._rest is not None
            assert isinstance((await asked.answered(count))[-1], wire.Ack)
        assert handed
        assert actor.history.views.seq == {name: feed.seq for name, feed in actor.feeds.items()}


@pytest.mark.interpreted("plants a fault in a function, for which compiled code does not ask by name")
async def test_a_bug_goes_back_to_the_last_entry_and_poisons_its_match_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    take = engine.Match.apply_option

    def trip(match: engine.Match, seat: int, w: int, n: int) -> NoReturn:
        take(match, seat, w, n)
        raise ZeroDivisionError("a bug of ours")

    async with serving(tmp_path) as service, at_rest(service) as asked, at_rest(service) as healthy:
        commits = asked.actor.match.commits
        with monkeypatch.context() as broken:
            broken.setattr(engine.Match, "apply_option", trip)
            asked.put()
            (nack,) = await asked.answered()
        assert isinstance(nack, wire.Nack)
        assert nack.code == "internal"
        assert asked.actor.match.commits == commits
        healthy.put()
        assert isinstance((await healthy.answered())[0], wire.Ack)
        await rests(asked.actor)
        asked.put()
        assert isinstance((await asked.answered(2))[1], wire.Ack)


async def test_a_match_that_is_handed_over_ends_with_what_was_in_flight(tmp_path: Path) -> None:
    async with serving(tmp_path) as service, at_rest(service) as asked:
        asked.put()
        await asked.actor.hand_over()
        (ack,) = asked.answers
        assert isinstance(ack, wire.Ack)
        assert await count(service, asked.actor) == 3  # the last begins a segment


async def test_who_waits_hears_that_redis_was_lost_and_then_the_result(tmp_path: Path) -> None:
    async with serving(tmp_path) as service, at_rest(service) as asked:
        asked.put()
        asked.actor.interrupted()
        nack, ack = await asked.answered(2)
        assert isinstance(nack, wire.Nack)
        assert (nack.code, isinstance(ack, wire.Ack)) == ("unavailable", True)


async def test_with_replicas_to_wait_for_the_task_does_it(tmp_path: Path, binary: str) -> None:
    """Each pipeline ends with a question to the replicas, which the express has not."""
    with servers(binary, tmp_path / "redis", 2) as group:
        await replicate(*group)
        async with (
            serving(tmp_path, redis=url_of(group), durability=Durability.REPLICA) as service,
            peer(service.url) as ann,
        ):
            match, _ = await ann.create()
            actor = service.registry.get(match)
            assert actor is not None
            await rests(actor)
            asked, commits = Asked(actor), actor.match.commits
            asked.put()
            assert actor.match.commits == commits
            assert isinstance((await asked.answered())[0], wire.Ack)


async def test_a_refused_intent_gives_others_their_turn(tmp_path: Path) -> None:
    async with serving(tmp_path) as service, at_rest(service) as asked:
        actor = asked.actor
        seat = actor.match.decisions[0].seat
        for c in (1, 2):
            actor.put(SeatIntent(seat, wire.Intent(actor.match_id, c, 10_000, 0), asked.answers.append))
        assert [answer.c for answer in asked.answers if isinstance(answer, wire.Nack)] == [1]
        assert len(await asked.answered(2)) == 2
