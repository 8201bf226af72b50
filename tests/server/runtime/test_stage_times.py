"""Processor time by stage: what is within another block, or comes between two turns, is not counted twice."""

from collections.abc import Awaitable, Callable
from itertools import count
from pathlib import Path

import anyio
import pytest
from anyio import to_thread

from server.runtime import stage_times
from server.runtime.stage_times import Stage, StageTimes, Turns
from tests.support.server.peer import seated, serving
from tests.support.server.scrape import scrape

OTHERS = pytest.mark.interpreted("puts other times in place, which compiled code does not look up")


@pytest.fixture
def stages(monkeypatch: pytest.MonkeyPatch) -> StageTimes:
    """Times of their own, by a clock that goes on by a second whenever somebody looks."""
    seconds = count()
    times = StageTimes(lambda: float(next(seconds)))
    times.is_on = True
    monkeypatch.setattr(stage_times, "STAGES", times)
    return times


@OTHERS
def test_a_block_within_another_interrupts_it(stages: StageTimes) -> None:
    with Stage("socket"):
        with Stage("rules"), Stage("rules"):
            pass
        with Stage("journal"):
            pass
    assert stages.spent_s == {"socket": 3, "rules": 3, "journal": 1}


@OTHERS
def test_nothing_is_counted_while_nobody_asks(stages: StageTimes) -> None:
    stages.is_on = False
    with Stage("socket"):
        stages.is_on = True  # somebody asks within a block
    assert stages.spent_s == {}


@OTHERS
async def test_between_two_turns_of_a_coroutine_the_time_is_others(stages: StageTimes) -> None:
    async def twice() -> str:
        await anyio.lowlevel.checkpoint()
        with Stage("rules"):
            pass
        return "done"

    assert await Turns(Stage("journal"), twice()) == "done"
    spent = stages.spent_s
    assert set(spent) == {"journal", "rules"}
    before = dict(spent)
    await anyio.lowlevel.checkpoint()
    assert spent == before


@OTHERS
@pytest.mark.parametrize("error", [ValueError, KeyError])
async def test_an_error_goes_through_in_both_directions(stages: StageTimes, error: type[Exception]) -> None:
    async def fails(wait: Callable[[], Awaitable[None]]) -> None:
        try:
            await wait()
        except error as caught:
            raise RuntimeError("told") from caught

    async def wait() -> None:
        await anyio.lowlevel.checkpoint()
        raise error

    with pytest.raises(RuntimeError, match="told"):
        await Turns(Stage("journal"), fails(wait))
    with anyio.CancelScope() as scope:
        scope.cancel()
        await Turns(Stage("journal"), anyio.sleep_forever())
    assert scope.cancelled_caught
    assert stages.spent_s["journal"] > 0


async def test_an_intent_takes_time_of_each_stage_where_that_is_counted(tmp_path: Path) -> None:
    named = [
        f"stackloop_stage_processor_seconds_total{{stage={stage}}}" for stage in ("rules", "views", "journal", "socket")
    ]
    async with (
        serving(tmp_path, count_stages=1) as service,
        seated(service.url) as (match, asked, _, decision),
    ):
        before = await to_thread.run_sync(scrape, service.admin_url)
        await asked.ask({"t": "intent", "m": match, "c": 1, "w": decision["w"], "a": decision["default"]}, "ack")
        after = await to_thread.run_sync(scrape, service.admin_url)
    for name in named:
        assert after[name] > before.get(name, 0.0)
