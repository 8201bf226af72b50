"""Scrolling: who looks back sees again what it was shown, and all of it once the match is over; nobody sees more.

Time is handed in: it stands until a test moves it.
"""

from pathlib import Path

import anyio
import anyio.to_thread
import pytest

import engine
from protocol import messages as wire
from protocol.diffs import fold
from server.records.past_views import Kept
from tests.support.server.delayed import DELAY_MS, DELAY_S, live_seq, play
from tests.support.server.hand_clock import HandClock
from tests.support.server.past_views import page
from tests.support.server.peer import PATIENCE_S, Frame, Peer, peer, serving
from tests.support.server.plain_http import fetch
from tests.support.server.staged import staged
from tests.support.server.two_nodes import two_nodes


def shown(past: Frame) -> dict[int, Frame]:
    """Number -> view, of all that a page shows."""
    views = {past["seq"]: past["view"]}
    for seq, diff in enumerate(past.get("diffs", []), past["seq"] + 1):
        views[seq] = dict(views[seq - 1])
        fold(views[seq], diff)
    return views


async def seen_live(follower: Peer, began: Frame, last: int) -> dict[int, Frame]:
    """The views of the same numbers as they come live."""
    views, view = {began["seq"]: dict(began["view"])}, dict(began["view"])
    while max(views) < last:
        diff = await follower.expect("diff")
        fold(view, diff["d"])
        views[diff["seq"]] = dict(view)
    return views


def undecided(views: dict[int, Frame]) -> dict[int, Frame]:
    return {seq: {key: entity for key, entity in view.items() if key != "decision"} for seq, view in views.items()}


async def test_a_spectator_of_a_delayed_match_is_shown_what_was_due_and_nothing_else(tmp_path: Path) -> None:
    time = HandClock()
    async with (
        serving(tmp_path, time, segment_entries=3) as service,
        staged(service.url, None, delay_s=DELAY_S) as stage,
        peer(service.url) as watcher,
    ):
        began = await watcher.join(stage.match)
        await play(stage, time, 6)
        due = live_seq(service, stage.match)
        time.pass_ms(DELAY_MS // 2)
        await play(stage, time, 6)
        live = live_seq(service, stage.match)
        assert live > due
        before = await page(watcher, stage.match, 0)
        assert (before.get("last", 0), before.get("diffs", [])) == (0, [])
        time.pass_ms(DELAY_MS // 2)
        views = await seen_live(watcher, began, due)
        past = await page(watcher, stage.match, 0)
        assert (shown(past), past["last"]) == (views, due)
        assert (await page(watcher, stage.match, due + 1))["code"] == "no_such_view"
        for of, code in (("own", "not_seated"), ("open", "no_such_view")):
            assert (await page(watcher, stage.match, 0, of=of))["code"] == code
        await stage.seats[0].ask({"t": "concede", "m": stage.match, "c": 99}, "ack")
        assert (await page(watcher, stage.match, 0, of="open"))["code"] == "no_such_view"
        assert (await page(stage.seats[1], stage.match, 0, of="open"))["code"] == "no_such_view"
        time.pass_ms(DELAY_MS)
        await watcher.expect("end")
        assert (await page(watcher, stage.match, 0, of="open"))["t"] == "past"


async def test_a_seat_scrolls_in_what_it_was_shown_itself(tmp_path: Path) -> None:
    async with serving(tmp_path, segment_entries=3) as service, staged(service.url, None) as stage:
        asked = stage.seats[0]
        began = await asked.join(stage.match, stage.tokens[0])
        for _ in range(9):
            await stage.answer()
        last = (await asked.ask({"t": "sync", "m": stage.match}, "state"))["seq"]
        live, view = {began["seq"]: dict(began["view"])}, dict(began["view"])
        for frame in asked.heard:
            if frame["t"] == "diff" and frame["seq"] == max(live) + 1:
                fold(view, frame["d"])
                live[frame["seq"]] = dict(view)
        past = await page(asked, stage.match, began["seq"], of="own")
        assert undecided(shown(past)) == live
        assert (past["last"], len(past["public"])) == (last, last - began["seq"] + 1)
        assert "hand" not in past["view"]["p2"]
        assert any("decision" in then for then in shown(past).values())
        second = await page(asked, stage.match, began["seq"] + 2, 3, of="own")
        assert undecided(shown(second)) == {seq: live[seq] for seq in sorted(live) if seq - began["seq"] in range(2, 6)}


async def test_a_match_that_is_over_is_open_move_by_move_as_its_record_numbers_them(tmp_path: Path) -> None:
    async with serving(tmp_path) as service, peer(service.url) as watcher:
        match, _ = await watcher.create(seats=["bot:random", "bot:greedy"], decks=["burn", "burn"])
        began = await watcher.join(match)
        assert (await page(watcher, match, 0, of="open"))["code"] == "no_such_view"
        views = {began["seq"]: dict(began["view"])}
        view = dict(began["view"])
        while (frame := await watcher.expect("diff", "end"))["t"] == "diff":
            fold(view, frame["d"])
            views[frame["seq"]] = dict(view)
        status, _, text = await anyio.to_thread.run_sync(fetch, service.url, f"/records/{match}.txt")
        assert status == 200
        record = engine.Record(text)
        moves: list[str] = []
        public: list[int] = []
        opened: dict[int, Frame] = {}
        while len(moves) < len(record.moves):
            past = await page(watcher, match, len(moves), of="open")
            assert past["last"] == len(record.moves)
            opened |= shown(past)
            moves += past["moves"]
            public += past["public"][:-1]
        assert moves == record.moves
        assert public == sorted(public)
        for number, seq in enumerate(public):
            both = opened[number]
            assert len(both["p1"].get("hand", [])) == both["p1"].get("hand_count", 0)
            assert all(f"o{card}" in both for seat in ("p1", "p2") for card in both[seat].get("hand", []))
            assert both["game"]["turn"] >= views.get(seq, both)["game"].get("turn", 0)
        assert (await page(watcher, match, len(moves) + 1, of="open"))["code"] == "no_such_view"


async def test_what_a_worker_takes_time_for_keeps_nothing_else_waiting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So a player may play again while the page looks for the turns at which a match turned."""
    is_worked_out = anyio.Event()
    async with serving(tmp_path) as service, staged(service.url, None) as stage:
        scroll, asker = service.registry.scroll, stage.seats[0]
        await asker.join(stage.match, stage.tokens[0])
        found = scroll.page

        async def late(asked: wire.Earlier, view: str, who: str) -> wire.Past:
            await is_worked_out.wait()
            return await found(asked, view, who)

        monkeypatch.setattr(scroll, "page", late)
        await asker.send({"t": "earlier", "m": stage.match, "seq": 0, "count": 1, "of": "own", "r": "first"})
        assert (await asker.ask({"t": "list", "r": "l"}, "matches", "past"))["t"] == "matches"
        is_worked_out.set()
        assert (await asker.expect("past"))["r"] == "first"


async def test_who_watches_is_counted_over_nodes_and_told_with_the_heads(tmp_path: Path, binary: str) -> None:
    async with two_nodes(tmp_path, binary, head_s=0.2) as (one, two, _), staged(one.url, None) as stage:
        async with peer(one.url) as near, peer(two.url) as far, peer(two.url) as farther:
            for watcher in (near, far, farther):
                await watcher.join(stage.match)
            for follower in (near, farther, stage.seats[0]):
                await told(follower, 3)
        await told(stage.seats[0], 0)


async def told(follower: Peer, watching: int) -> None:
    """Wait until somebody is told that so many watch."""
    with anyio.fail_after(PATIENCE_S):
        while (await follower.expect("head")).get("watching", 0) != watching:
            pass


@pytest.mark.parametrize("sizes", [[40, 40, 40], [200]])
def test_what_is_kept_is_bounded(sizes: list[int]) -> None:
    kept: Kept[int, str] = Kept(100)
    for number, size in enumerate(sizes):
        kept.keep(number, str(number), size)
    assert kept.get(len(sizes) - 1) == str(len(sizes) - 1)
    assert (kept.get(0) is None) == (len(sizes) > 1)
