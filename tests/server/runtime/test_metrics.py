"""An operator's numbers: every one moves when what it counts happens."""

import re
from pathlib import Path

import pytest
from anyio import to_thread
from prometheus_client import generate_latest
from prometheus_client.core import CollectorRegistry

from server.runtime import metrics
from server.runtime.histograms import Timings
from server.store.journal_opening import open_journal
from tests.support.server.peer import peer, seated, serving
from tests.support.server.scrape import scrape


@pytest.mark.parametrize("stage", ["wait", "rules", "views", "journal", "deliver", "whole"])
async def test_an_acknowledgement_is_measured_stage_by_stage(tmp_path: Path, stage: str) -> None:
    name = f"stackloop_acknowledgement_seconds_count{{stage={stage}}}"
    async with serving(tmp_path) as service, seated(service.url) as (match, asked, _, decision):
        before = await to_thread.run_sync(scrape, service.admin_url)
        await asked.ask({"t": "intent", "m": match, "c": 1, "w": decision["w"], "a": decision["default"]}, "ack")
        after = await to_thread.run_sync(scrape, service.admin_url)
        assert after[name] == before[name] + 1


async def test_whoever_follows_is_counted_by_kind(tmp_path: Path) -> None:
    async with serving(tmp_path) as service, seated(service.url) as (match, _, _, _), peer(service.url) as eve:
        await eve.join(match)
        now = await to_thread.run_sync(scrape, service.admin_url)
        assert (now["stackloop_followers{kind=seat}"], now["stackloop_followers{kind=public}"]) == (2, 1)
        assert (now["stackloop_connections"], now["stackloop_matches"]) == (3, 1)
        assert now["stackloop_event_loop_lag_seconds_count"] > 0
        assert now["stackloop_batch_commands_count"] > 0


async def test_intents_are_counted_by_what_became_of_them(tmp_path: Path) -> None:
    async with serving(tmp_path) as service, seated(service.url) as (match, asked, _, decision):
        before = await to_thread.run_sync(scrape, service.admin_url)
        right = {"t": "intent", "m": match, "c": 1, "w": decision["w"], "a": decision["default"]}
        await asked.ask(right, "ack")
        await asked.ask(right, "ack")
        await asked.refused({"t": "intent", "m": match, "c": 2, "w": 10_000, "a": 0})
        after = await to_thread.run_sync(scrape, service.admin_url)
        for outcome in ("acknowledged", "repeated", "refused"):
            name = f"stackloop_intents_total{{outcome={outcome}}}"
            assert after[name] == before[name] + 1


async def test_an_owner_that_was_fenced_is_counted(redis_url: str) -> None:
    (before,) = metrics.FENCED.collect()
    async with open_journal(redis_url) as journal, open_journal(redis_url) as other:
        hold = await journal.create("m", b"head")
        await other.take("m", 1)
        with pytest.raises(Exception, match="owned"):
            await journal.append(hold, b"late")
    (after,) = metrics.FENCED.collect()
    assert after.samples[0].value == before.samples[0].value + 1


def test_names_are_as_prometheus_wants_them() -> None:
    """Base units, counters that end in total, one prefix."""
    for family in metrics.REGISTRY.collect():
        if family.name.startswith(("process_", "python_")):
            continue
        assert re.fullmatch(r"stackloop_[a-z_]+", family.name)
        assert family.documentation
        assert not re.search(r"_(ms|us|kb|mb)(_|$)", family.name)
        if family.type == "histogram":
            assert family.name.endswith(("_seconds", "_commands"))


def test_a_timing_is_a_histogram_like_any_other() -> None:
    registry = CollectorRegistry()
    timings = Timings("t_seconds", "told", "stage", bounds=(0.1, 1.0))
    registry.register(timings)
    for value in (0.05, 0.1, 0.5, 7.0):
        timings.of("a").observe(value)
    text = generate_latest(registry).decode()
    counts = re.findall(r't_seconds_bucket\{le="([^"]+)",stage="a"\} (\S+)', text)
    assert counts == [("0.1", "2.0"), ("1.0", "3.0"), ("+Inf", "4.0")]
    assert 't_seconds_sum{stage="a"} 7.65' in text
