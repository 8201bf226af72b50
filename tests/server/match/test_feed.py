"""A feed passes numbered frames on without holes."""

import anyio
import pytest

from server.match.feed import SLICE, Feed, Gap, publication, read_publication, text_frame


class Collector:
    def __init__(self) -> None:
        self.frames: list[bytes] = []

    def deliver(self, frame: bytes) -> None:
        self.frames.append(frame)

    reset = deliver_round = deliver


def fed(last: int, ring: int = 4) -> tuple[Feed, Collector]:
    feed, collector = Feed("m", "public", 0, ring), Collector()
    feed.subscribers[collector] = None
    for seq in range(1, last + 1):
        feed.push(seq, b"%d" % seq)
    return feed, collector


def test_frames_are_passed_on_in_order() -> None:
    assert fed(3)[1].frames == [b"1", b"2", b"3"]


def test_a_frame_that_is_known_is_dropped() -> None:
    feed, collector = fed(3)
    feed.push(2, b"again")
    assert collector.frames == [b"1", b"2", b"3"]


def test_a_hole_is_told_and_nothing_passes() -> None:
    feed, collector = fed(3)
    with pytest.raises(Gap) as gap:
        feed.push(5, b"5")
    assert (gap.value.last, gap.value.came, feed.seq, len(collector.frames)) == (3, 5, 3, 3)


@pytest.mark.parametrize(
    ("since", "frames"),
    [(9, []), (7, [b"8", b"9"]), (5, [b"6", b"7", b"8", b"9"]), (4, None), (10, None)],
)
def test_who_comes_back_gets_what_it_missed_or_must_be_told_all(since: int, frames: list[bytes] | None) -> None:
    assert fed(9)[0].since(since) == frames


@pytest.mark.parametrize(
    ("size", "head"),
    [
        (5, b"\x81\x05"),
        (125, b"\x81\x7d"),
        (126, b"\x81\x7e\x00\x7e"),
        (70_000, b"\x81\x7f" + (70_000).to_bytes(8, "big")),
    ],
)
def test_a_text_frame_is_as_rfc_6455_says(size: int, head: bytes) -> None:
    payload = b"x" * size
    assert text_frame(payload) == head + payload


def test_a_publication_carries_its_number() -> None:
    assert read_publication(publication(17, b'{"a":\n1}')) == (17, b'{"a":\n1}')


def crowd(feed: Feed, count: int) -> list[Collector]:
    collectors = [Collector() for _ in range(count)]
    feed.subscribers.update(dict.fromkeys(collectors))
    return collectors


async def served(collector: Collector, times: int = 1) -> None:
    while len(collector.frames) < times:
        await anyio.lowlevel.checkpoint()


async def test_many_are_served_by_slices_each_in_order() -> None:
    feed = Feed("m", "public", 0, 4)
    collectors = crowd(feed, 3 * SLICE)
    feed.push(1, b"1")
    feed.push(2, b"2")
    assert not any(collector.frames for collector in collectors)
    await served(collectors[0])
    assert SLICE <= sum(bool(collector.frames) for collector in collectors) <= 2 * SLICE
    feed.push(3, b"3")
    feed.send(b"end")
    await served(collectors[-1], 2)
    assert {tuple(collector.frames) for collector in collectors} == {(b"12", b"3end")}, "what waits goes round together"


async def test_who_leaves_gets_no_more_and_who_is_brought_up_to_date_gets_nothing_twice() -> None:
    feed = Feed("m", "public", 0, 4)
    collectors = crowd(feed, 2 * SLICE)
    feed.push(1, b"1")
    gone, told = collectors[-1], collectors[-2]
    del feed.subscribers[gone]
    feed.skip(told)
    feed.push(2, b"2")
    await served(told)
    assert (gone.frames, told.frames) == ([], [b"2"])


async def test_who_is_brought_up_to_date_gets_what_comes_after_that() -> None:
    feed = Feed("m", "public", 0, 4)
    collectors = crowd(feed, 2 * SLICE)
    feed.push(1, b"1")
    feed.skip(collectors[-1])
    feed.push(2, b"2")
    await served(collectors[-1])
    assert (b"".join(collectors[0].frames), collectors[-1].frames) == (b"12", [b"2"])


async def test_what_goes_round_is_dropped_when_the_view_is_read_anew() -> None:
    feed = Feed("m", "public", 0, 4)
    collectors = crowd(feed, 2 * SLICE)
    feed.push(1, b"1")
    feed.restart(7)
    feed.push(8, b"8")
    await served(collectors[-1])
    assert {b"".join(collector.frames) for collector in collectors} == {b"8"}
