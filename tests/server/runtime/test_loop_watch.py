"""A step that holds the event loop is counted by its stage, and logged with its match."""

from collections.abc import Callable
from itertools import count

import anyio
import pytest
import structlog

from server.runtime import loop_watch, metrics


def times(stage: str) -> float:
    return float(metrics.REGISTRY.get_sample_value("stackloop_event_loop_blocked_total", {"stage": stage}) or 0)


@pytest.fixture
def ticks(monkeypatch: pytest.MonkeyPatch) -> Callable[[float], None]:
    """Have each look at the clock find it so much later."""

    def go(seconds: float) -> None:
        beats = count(0.0, seconds)
        monkeypatch.setattr("server.runtime.loop_watch.time.monotonic", lambda: next(beats))

    return go


def test_a_long_step_is_told_with_match_and_stage(ticks: Callable[[float], None]) -> None:
    before = times("rules")
    ticks(0.06)
    with structlog.testing.capture_logs() as logs, loop_watch.Step("m1", "rules"):
        pass
    assert times("rules") == before + 1
    assert [(entry["match"], entry["stage"]) for entry in logs] == [("m1", "rules")]


def test_a_short_one_is_not(ticks: Callable[[float], None]) -> None:
    before = times("rules")
    ticks(0.04)
    with loop_watch.Step("m1", "rules"):
        pass
    assert times("rules") == before


async def test_what_no_step_was_around_is_found_too(ticks: Callable[[float], None]) -> None:
    before = times(loop_watch.ELSEWHERE)
    ticks(0.2)
    with anyio.move_on_after(10):
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(loop_watch.beat)
            while times(loop_watch.ELSEWHERE) == before:
                await anyio.lowlevel.checkpoint()
            tasks.cancel_scope.cancel()
    assert times(loop_watch.ELSEWHERE) > before
