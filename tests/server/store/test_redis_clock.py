"""The distance of Redis's clock from ours is known within bounds, whatever the answers take and whenever it is set."""

import math
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from server.runtime.errors import Unavailable
from server.store.journal_opening import open_journal
from server.store.redis_clock import DRIFT_MS, STALE_S, Ahead, RedisTime, time_of
from server.store.topology import Reply, read_url
from tests.support.server.journals import append_many, raw

HOUR_S = 3600.0
HOUR_MS = 3_600_000
ROUNDING_MS = 1e-3
"""Of times of some billion ms."""
Trip = tuple[float, float, float]
"""Seconds before a question is sent, until the clock is read, and until the answer is here."""


def trips() -> SearchStrategy[list[Trip]]:
    a_while = st.floats(0, 5)
    return st.lists(st.tuples(a_while, a_while, a_while), min_size=1, max_size=10)


class Clock:
    """One that is so far ahead of ours, and comes to differ from it by a little more each second."""

    def __init__(self, ahead_ms: float, drift_ms: float) -> None:
        self.ahead_ms = ahead_ms
        self.drift_ms = drift_ms
        self.at_s = 0.0

    def ahead_at(self, at_s: float) -> float:
        return self.ahead_ms + at_s * self.drift_ms

    def ask(self, ahead: Ahead, trip: Trip) -> bool:
        """Ask, and note as ``Ahead.measure``."""
        before_s, there_s, back_s = trip
        sent_s = self.at_s + before_s
        read_s = sent_s + there_s
        self.at_s = read_s + back_s
        return ahead.measure(read_s * 1000 + self.ahead_at(read_s), sent_s, self.at_s)

    def is_known(self, ahead: Ahead, later_s: float = 0.0) -> bool:
        at_s = self.at_s + later_s
        return ahead.least(at_s) - ROUNDING_MS <= self.ahead_at(at_s) <= ahead.most(at_s) + ROUNDING_MS


@given(st.floats(-1e9, 1e9), st.floats(-DRIFT_MS, DRIFT_MS), trips(), st.floats(0, 1e4))
def test_what_is_known_is_true_and_stays_true(
    ahead_ms: float, drift_ms: float, asked: list[Trip], later_s: float
) -> None:
    ahead, clock = Ahead(), Clock(ahead_ms, drift_ms)
    for trip in asked:
        assert clock.ask(ahead, trip)
        assert clock.is_known(ahead)
        took_s = trip[1] + trip[2]
        assert ahead.most(clock.at_s) - ahead.least(clock.at_s) <= took_s * (1000 + 2 * DRIFT_MS) + ROUNDING_MS
    assert clock.is_known(ahead, later_s)


@given(st.floats(-1e9, 1e9), trips(), st.floats(-1e9, 1e9), trips())
def test_a_clock_that_was_set_is_noticed(
    ahead_ms: float, asked: list[Trip], moved_ms: float, again: list[Trip]
) -> None:
    """By more than answers take: less may not be noticed before one comes faster."""
    ahead, clock = Ahead(), Clock(ahead_ms, 0.0)
    for trip in asked:
        clock.ask(ahead, trip)
    clock.ahead_ms += moved_ms
    width_ms = ahead.most(clock.at_s) - ahead.least(clock.at_s)
    before_s, there_s, back_s = again[0]
    slack_ms = (before_s + there_s + back_s) * 3 * DRIFT_MS + (there_s + back_s) * 1000 + 1
    if abs(moved_ms) > width_ms + slack_ms:
        assert not clock.ask(ahead, again[0])
        assert not clock.is_known(ahead)


def test_answers_bring_the_bounds_together() -> None:
    ahead, clock = Ahead(), Clock(50.0, 0.0)
    for trip in ((0, 1, 2), (0, 0, 2), (0, 1, 0)):
        clock.ask(ahead, trip)
    assert ahead.most(clock.at_s) - ahead.least(clock.at_s) < 20 * DRIFT_MS


class Ours:
    """Time of this machine, as far as ``redis_time`` sees it."""

    def __init__(self) -> None:
        self.at_s = 1000.0

    def monotonic(self) -> float:
        return self.at_s

    def time(self) -> float:
        return 1_790_000_000.0 + self.at_s


@pytest.fixture
def ours(monkeypatch: pytest.MonkeyPatch) -> Ours:
    ours = Ours()
    monkeypatch.setattr("server.store.redis_clock.time", ours)
    return ours


def tell(redis: RedisTime, url: str, ours: Ours, ahead_s: float = 0.0) -> None:
    """A server says at once what time it is, by a clock that is so far ahead of this machine's."""
    redis.measure(url, [b"%d" % (ours.time() + ahead_s), b"0"], ours.at_s, ours.at_s)


ONE, TWO = "redis://one:1", "redis://two:2"


def shared(*urls: str) -> RedisTime:
    """Of a cluster with these primaries."""
    topology = read_url("redis+cluster://one:1")
    for slot, url in enumerate(urls):
        host, _, port = url.removeprefix("redis://").partition(":")
        topology.moved(slot, host, int(port))
    return RedisTime(topology)


def test_nobody_knows_the_time_before_somebody_was_asked() -> None:
    with pytest.raises(Unavailable):
        shared(ONE).now_ms()


def test_a_clock_that_is_set_ahead_is_believed_when_nothing_is_kept_back_any_more(ours: Ours) -> None:
    """Or what was journaled before would be shown at once."""
    redis = shared(ONE)
    tell(redis, ONE, ours)
    assert redis.now_ms() == ours.time() * 1000
    tell(redis, ONE, ours, HOUR_S)
    assert redis.now_ms() == ours.time() * 1000
    ours.at_s += HOUR_S - 1
    tell(redis, ONE, ours, HOUR_S)
    assert abs(redis.now_ms() - ours.time() * 1000) <= HOUR_S * DRIFT_MS
    ours.at_s += 2
    tell(redis, ONE, ours, HOUR_S)
    assert redis.now_ms() == (ours.time() + HOUR_S) * 1000


def test_a_clock_that_is_set_back_is_believed_at_once(ours: Ours) -> None:
    redis = shared(ONE)
    tell(redis, ONE, ours)
    tell(redis, ONE, ours, -HOUR_S)
    assert redis.now_ms() == (ours.time() - HOUR_S) * 1000


@pytest.mark.parametrize("ahead_s", [HOUR_S, -HOUR_S])
def test_of_several_clocks_the_one_farthest_behind_counts(ours: Ours, ahead_s: float) -> None:
    redis = shared(ONE, TWO)
    tell(redis, ONE, ours)
    tell(redis, TWO, ours, ahead_s)
    assert redis.now_ms() == (ours.time() + min(0.0, ahead_s)) * 1000
    assert (redis.skew_s, redis.is_off) == (-ahead_s, True)


def test_it_is_no_later_than_what_is_certain(ours: Ours) -> None:
    """Of an answer that took two seconds it is not known when the clock was read; nothing is due too early."""
    redis, sent_s = shared(ONE), ours.at_s
    told: Reply = [b"%d" % ours.time(), b"0"]
    ours.at_s += 2.0
    redis.measure(ONE, told, sent_s, ours.at_s)
    assert (ours.time() - 2.0) * 1000 - 2 * DRIFT_MS <= redis.now_ms() <= (ours.time() - 2.0) * 1000


def test_who_is_primary_no_more_counts_for_a_while(ours: Ours) -> None:
    topology = read_url("redis+cluster://one:1")
    redis = RedisTime(topology)
    topology.moved(0, "one", 1)
    tell(redis, ONE, ours)
    topology.moved(0, "two", 2)
    tell(redis, TWO, ours, HOUR_S)
    assert redis.now_ms() == ours.time() * 1000
    ours.at_s += HOUR_S + 1
    tell(redis, TWO, ours, HOUR_S)
    assert redis.now_ms() == (ours.time() + HOUR_S) * 1000


def test_who_is_primary_is_worked_out_when_it_changes() -> None:
    """Each append asks what time it is, and a cluster has 16,384 slots."""
    topology = read_url("redis+cluster://one:1")
    topology.moved(0, "one", 1)
    before = topology.primaries()
    assert topology.primaries() is before
    topology.moved(1, "two", 2)
    assert topology.primaries() == {*before, TWO}


def test_what_was_said_long_ago_says_nothing_of_the_skew(ours: Ours) -> None:
    redis = shared(ONE)
    tell(redis, ONE, ours, 10.0)
    assert (redis.skew_s, redis.is_off) == (-10.0, True)
    ours.at_s += STALE_S + 1
    assert (redis.skew_s, redis.is_off) == (0.0, False)


@pytest.mark.parametrize("reply", [None, 5, [b"1", 2], [b"-1", b"2"], [b"x", b"2"], [b"1"]])
def test_what_is_no_time_is_refused(reply: object) -> None:
    with pytest.raises(Unavailable):
        time_of(reply)  # type: ignore[arg-type] # that is the point


async def test_stamps_are_redis_s_time_and_never_fall(redis_url: str) -> None:
    async with open_journal(redis_url) as journal, raw(redis_url) as client:
        began_s, _ = await client.time()
        hold = await journal.create("m", b"head")
        await append_many(journal, hold, 3)
        ended_s, _ = await client.time()
        stamps = [stamp for stamp, _ in await journal.stamped("m")]
        assert len(stamps) == 4
        assert began_s * 1000 <= stamps[0] <= journal.now_ms() + 1 <= (ended_s + 60) * 1000
        assert stamps[-1] < (ended_s + 1) * 1000
        assert all(before <= after for before, after in pairwise(stamps))
        assert hold.stamp == stamps[-1]
        taken = await journal.take("m", hold.number)
        assert taken.stamp == hold.stamp
        taken.stamp = last = stamps[-1] + HOUR_MS  # as of a Redis whose clock was set back since
        await append_many(journal, taken, 2)
        stamps = [stamp for stamp, _ in await journal.stamped("m")]
        assert stamps[-2:] == [last] * 2


async def test_what_redis_forgot_is_stamped_as_before(redis_url: str) -> None:
    async with open_journal(redis_url) as journal, raw(redis_url) as client:
        hold = await journal.create("m", b"head")
        await append_many(journal, hold, 3)
        for entry in hold.tail:
            entry.stamp -= HOUR_MS  # it was long ago
        await client.flushall()
        await append_many(journal, hold, 1)
        stamps = [stamp for stamp, _ in await journal.stamped("m")]
        assert stamps[:-1] == [entry.stamp for entry in list(hold.tail)[:4]]
        assert stamps[-1] > stamps[-2] + HOUR_MS / 2


async def test_an_answer_that_was_lost_says_the_stamp_again(redis_url: str) -> None:
    async with open_journal(redis_url) as journal:
        hold = await journal.create("m", b"head")
        await append_many(journal, hold, 1)
        entry = hold.tail[-1]
        stamp, entry.stamp = entry.stamp, 0
        hold.seq -= 1
        assert await journal._append(hold, entry, ()) is None
        assert entry.stamp == stamp


async def test_journals_of_old_have_no_stamps_and_go_on(redis_url: str) -> None:
    async with open_journal(redis_url) as journal, raw(redis_url) as client:
        hold = await journal.create("m", b"head")
        await client.delete(hold.keys[0])
        await client.xadd(hold.keys[0], {"b": "of.old", "e": "head"}, id="1-0")
        assert await journal.stamped("m") == [(0, b"head")]
        taken = await journal.take("m", hold.number)
        assert (taken.seq, taken.stamp) == (1, 0)
        await append_many(journal, taken, 1)
        (_, first), (stamp, _) = await journal.stamped("m")
        assert (first, math.isclose(stamp, journal.now_ms(), abs_tol=60_000)) == (b"head", True)


async def test_whoever_has_connected_knows_the_time(redis_url: str) -> None:
    async with open_journal(redis_url, "a") as a, open_journal(redis_url, "b") as b:
        hold = await a.create("m", b"head")
        assert abs(b.now_ms() - hold.stamp) < 60_000
