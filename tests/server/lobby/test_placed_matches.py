"""Matches that begin at a position: created over the wire, played to the end, and their records replayed."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import msgspec
import orjson
import pytest

import engine
from protocol import messages as wire
from server.lobby.placed_matches import check_asked, standing
from server.match.rebuilding import by_turns, takes_long
from server.runtime.settings import Settings
from server.runtime.worker_processes import HeavyWork
from server.store.entries import Head, encode
from tests.support.server.peer import peer, serving

SHOCK: Final = """
game = "magic"
[setup]
active = "A"
step = "precombat main"
[A]
battlefield = ["Mountain", "a 2/2 green Bear creature token"]
hand = ["Shock"]
[B]
life = 2
battlefield = ["Forest"]
"""
SEATS: Final = ("open", "open")
TOKENS: Final = orjson.dumps([f"a {power}/1 green Bear creature token" for power in range(65)]).decode()


def asked(text: str, **more: object) -> wire.Create:
    said = {"game": "magic", "seats": SEATS, "private": True, "position": text, **more}
    return wire.Create(**said)  # type: ignore[arg-type] # as a client writes it


def header_at(text: str) -> engine.Header:
    return engine.Header.from_json(orjson.loads(standing(asked(text), text, "secret", ("share",))))


def test_a_record_of_such_a_match_replays_from_its_position() -> None:
    header = header_at(SHOCK)
    match = engine.begun(header, ())
    loaded = engine.Match.load(match.dump())
    assert (loaded.hash(), loaded.header.position) == (match.hash(), SHOCK)
    inputs: list[tuple[int, engine.Input]] = []
    for gesture in ('cast "Shock" target B auto', "pass", "pass"):
        decision = match.decisions[0]
        commit = match.apply_line(decision.seat, decision.w, gesture)
        inputs.append((decision.seat, commit.answer))
    assert match.result is not None
    text = engine.write_record(header, inputs)
    assert engine.replay(text).hash == match.hash()
    assert engine.Record(text).header.position == SHOCK


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("game = ", "Invalid value"),
        ('game = "grand-archive"\n[A]\n[B]', "it is a position of grand-archive"),
        (SHOCK.replace("Forest", "No Such Card"), "No Such Card"),
        (SHOCK.replace("life = 2", "life = 2\nlibrary = 601"), "more than 600 cards"),
        (SHOCK.replace("life = 2", "life = -999999\nlibrary = 601"), "more than 600 cards"),
        (SHOCK.replace('["Forest"]', TOKENS), "more than 64 descriptions of tokens"),
        (SHOCK.replace("Forest", "Forest" * 2000), "no card 'ForestForest"),
        (SHOCK + '[[card]]\nname = "Mine"\n', "a text of their own"),
        (SHOCK + "[C]\n", "there are 3 seats, not 2"),
        (SHOCK.replace("life = 2", "life = 0"), "the match is over there"),
    ],
)
def test_a_position_that_means_nothing_is_refused(text: str, reason: str) -> None:
    with pytest.raises(engine.Refusal) as refused:
        standing(asked(text), text, "secret", ())
    assert (refused.value.code, reason in refused.value.reason) == ("bad_position", True)
    assert len(refused.value.reason) <= 300


def test_a_life_total_counts_for_no_cards() -> None:
    assert header_at(SHOCK.replace("life = 2", "life = 700")).position


@pytest.mark.parametrize(
    ("more", "code"), [({"private": False}, "not_private"), ({"decks": ("burn", "burn")}, "bad_position")]
)
def test_it_is_played_in_private_and_with_no_decks(more: dict[str, object], code: str) -> None:
    with pytest.raises(engine.Refusal) as refused:
        check_asked(asked(SHOCK, **more))
    assert refused.value.code == code


async def test_it_counts_for_several_matches(tmp_path: Path) -> None:
    async with serving(tmp_path, creates_per_minute=1, burst_creates=2) as service, peer(service.url) as client:
        frame = {"t": "create", "r": "c", "game": "magic", "seats": SEATS, "private": True, "position": SHOCK}
        await client.ask(frame, "created")
        refused = await client.refused(frame)
        assert (refused["code"], refused["retry_ms"] > 5 * 60_000) == ("rate_limited", True)


async def test_it_is_begun_in_a_worker_again_where_it_is_taken_up() -> None:
    header = header_at(SHOCK)
    head = Head(1, "engine", msgspec.Raw(orjson.dumps(header.to_json())), SEATS)
    work = HeavyWork(Settings(most_workers=1))
    history = await by_turns("m", [encode(head)], "engine", work)
    assert takes_long(head)
    assert history.match.hash() == engine.begun(header, ()).hash()


async def test_it_is_created_and_played_over_the_wire(tmp_path: Path) -> None:
    async with serving(tmp_path) as service, peer(service.url) as client:
        frame = {"t": "create", "r": "c", "game": "magic", "seats": SEATS, "private": True, "position": SHOCK}
        created = await client.ask(frame, "created")
        joined = {"t": "join", "m": created["m"], "token": created["seats"][0]["token"]}
        state = await client.ask(joined, "state")
        assert [state["view"][f"p{seat}"]["life"] for seat in (1, 2)] == [20, 2]
        refused = await client.refused({**frame, "position": "game = 1"})
        assert refused["code"] == "bad_position"
