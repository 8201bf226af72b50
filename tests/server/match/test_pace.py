"""A match of one person against bots of the house: the public is shown it at a pace that tells nothing of the person.

Time is handed in: it stands until a test moves it.
"""

from pathlib import Path
from typing import Final

import pytest
from msgspec import Raw

from protocol.diffs import fold
from server.match.delayed import shown_times
from server.match.pace import Pace
from server.store.entries import Answered, Entry, Head, Settled
from tests.support.server.delayed import heard_since, live_seq, public_state
from tests.support.server.hand_clock import HandClock
from tests.support.server.peer import Frame, Peer, peer, serving

BEAT_MS: Final = 1200
ALONE: Final = ("open", "bot:greedy")


def head(*seats: str, delay_ms: int = 0, hands: tuple[tuple[int, ...], ...] = ()) -> Head:
    return Head(1, "engine", Raw(b"{}"), seats, delay_ms=delay_ms, hands=hands)


def answers(seats: list[int], times: list[int], seen: set[int] | None = None) -> list[tuple[int, Entry]]:
    """Answers of seats at times; the public sees something of all of them, or of those at some places."""
    entries: list[tuple[int, Entry]] = [(0, head(*ALONE))]
    seq = 0
    for place, (seat, at_ms) in enumerate(zip(seats, times, strict=True)):
        is_seen = seen is None or place in seen
        seq += is_seen
        views = {"public": seq} if is_seen else {"seat0": 1}
        entries.append((at_ms, Answered(seat, 1, Raw(b"{}"), views=views)))
    return entries


def shown(entries: list[tuple[int, Entry]], start: Head) -> list[int]:
    return shown_times(entries, start, Pace(start, BEAT_MS))[1:]


def test_an_answer_at_once_is_shown_when_one_after_a_thought_is() -> None:
    """In the one match seat 0 has nothing to do and passes at once; in the other it thinks for less than a beat."""
    at_once = answers([1, 0, 1, 0, 1], [5000, 5020, 5060, 5080, 5120])
    after_a_thought = answers([1, 0, 1, 0, 1], [5000, 5800, 5840, 6900, 6940])
    assert shown(at_once, head(*ALONE)) == shown(after_a_thought, head(*ALONE)) == [5000, 6200, 6600, 7800, 8200]


def test_what_the_public_does_not_see_takes_no_time() -> None:
    """Else a spectator would learn that a person has paid in parts, or looked at something."""
    whole = answers([0, 1], [100, 5000])
    in_parts = answers([0, 0, 0, 0, 1], [100, 110, 120, 130, 5000], seen={0, 4})
    assert shown(in_parts, head(*ALONE))[-1] == shown(whole, head(*ALONE))[-1]
    settled: list[tuple[int, Entry]] = [*whole[:2], (200, Settled(0, Raw(b"{}"))), *whole[2:]]
    assert shown(settled, head(*ALONE))[-1] == shown(whole, head(*ALONE))[-1]


@pytest.mark.parametrize("seats", [("open", "open"), ("open", "invited", "bot:greedy"), ("bot:greedy", "bot:greedy")])
def test_where_people_play_people_or_nobody_plays_all_is_shown_at_once(seats: tuple[str, ...]) -> None:
    entries = answers([0, 1, 0, 1], [100, 110, 120, 130])
    assert shown(entries, head(*seats)) == [100, 110, 120, 130]


def test_a_person_with_all_seats_of_people_is_shown_as_one_with_a_single_seat() -> None:
    entries = answers([0, 1, 2, 0], [5000, 5010, 5020, 5030])
    assert shown(entries, head("open", "open", "bot:greedy", hands=((0, 1),))) == [5000, 6200, 6600, 7800]
    assert shown(entries, head("open", "open", "open", hands=((0, 1),))) == [5000, 5010, 5020, 5030]


def test_a_delay_comes_first() -> None:
    entries = answers([1, 0], [5000, 5010])
    assert shown(entries, head(*ALONE, delay_ms=60_000)) == [65_000, 66_200]


async def alone(ann: Peer, **more: object) -> tuple[str, Frame]:
    """A match of a person against a bot of the house: its id, and the first state."""
    frame: Frame = {"decks": ["burn", "burn"], "seed": "s", "seats": list(ALONE), **more}
    match, tokens = await ann.create(**frame)
    return match, await ann.join(match, tokens[0])


async def answer_at_once(ann: Peer, match: str, state: Frame, count: int) -> None:
    """Take the default of so many questions of one's seat, as soon as they come; then the match waits for the next."""
    decision, taken = state.get("decision"), 0
    for c in range(1, count + 1):
        while not decision:
            decision = (await ann.expect("diff")).get("decision")
        await ann.send({"t": "intent", "m": match, "c": c, "w": decision["w"], "a": decision["default"]})
        decision = None
    while not decision or taken < count:
        frame = await ann.expect("diff", "ack")
        decision, taken = frame.get("decision") or decision, max(taken, frame.get("c", 0))


async def test_a_person_among_bots_is_told_so_and_nobody_else(tmp_path: Path) -> None:
    async with serving(tmp_path) as service, peer(service.url) as ann, peer(service.url) as watcher:
        match, state = await alone(ann)
        assert state["alone"] is True
        assert "alone" not in await watcher.join(match)
        both, tokens = await ann.create()
        assert "alone" not in await ann.join(both, tokens[0])


async def test_a_spectator_sees_every_number_a_beat_after_the_one_before(tmp_path: Path) -> None:
    time = HandClock()
    async with (
        serving(tmp_path, time, beat_ms=BEAT_MS) as service,
        peer(service.url) as ann,
        peer(service.url) as watcher,
    ):
        match, state = await alone(ann, clock={"bank_ms": 600_000})
        began = await watcher.join(match)
        assert "clock" not in began  # what is left of it would tell how fast the person is
        await answer_at_once(ann, match, state, 6)
        live = live_seq(service, match)
        assert live > 4
        assert [frame for frame in await heard_since(watcher) if frame.get("seq", 0) > began["seq"] + 1] == []
        view, seq, waits = began["view"], began["seq"], 0
        while seq < live:
            time.pass_ms(BEAT_MS // 3)
            waits += 1
            for frame in await heard_since(watcher):
                assert frame["t"] == "diff"
                assert frame["seq"] == seq + 1
                seq = frame["seq"]
                fold(view, frame["d"])
            assert seq <= live
        assert waits > live - began["seq"]  # a person's answers take a beat, a bot's a third of one
        actor = service.registry.get(match)
        assert actor is not None
        assert (await public_state(watcher, match))["view"] == view


async def test_what_a_spectator_may_ask_for_runs_no_further_ahead(tmp_path: Path) -> None:
    time = HandClock()
    async with (
        serving(tmp_path, time, beat_ms=BEAT_MS) as service,
        peer(service.url) as ann,
        peer(service.url) as watcher,
    ):
        match, state = await alone(ann)
        await answer_at_once(ann, match, state, 6)
        time.pass_ms(2 * BEAT_MS)
        late = await watcher.join(match)  # one who comes later sees no more
        live = live_seq(service, match)
        assert 0 < late["seq"] < live
        frame = {"t": "earlier", "m": match, "seq": late["seq"], "count": 9, "of": "public", "r": "e"}
        past = await watcher.ask(frame, "past", "nack")
        assert past["t"] == "past"
        assert past["last"] == late["seq"]
        assert not past.get("diffs")
        refused = await watcher.refused({**frame, "seq": live})
        assert refused["code"] == "no_such_view"
