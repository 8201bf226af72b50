"""A number stands for one thing: said again it is answered by the first result, and for another thing it is refused."""

import random
from pathlib import Path
from typing import Final

import pytest
from msgspec import convert, to_builtins

from protocol.answers import sample
from protocol.messages import Decision
from tests.support.server.half_played import both
from tests.support.server.peer import Frame, Peer, peer, seated, serving
from tests.support.server.two_nodes import two_nodes

C: Final = 7
"""The number that is used again."""
RESULTS: Final = 1024
"""So many are kept of each seat (PROTOCOL.md 2.5)."""
FAST: Final = {"settings_per_s": 1_000_000, "burst_settings": 1_000_000}
"""Settings as fast as they can be said: the quickest way to use many numbers."""


def kinds(match: str, decision: Frame) -> dict[str, Frame]:
    """Something of every kind that bears a number, all with the same one."""
    numbered = {"m": match, "c": C}
    return {
        "intent": {"t": "intent", **numbered, "w": decision["w"], "a": decision["default"]},
        "settings": {"t": "settings", **numbered, "s": {"own": True}},
        "agree": {"t": "agree", **numbered, "to": "draw"},
        "concede": {"t": "concede", **numbered},
    }


def others(match: str, decision: Frame) -> list[Frame]:
    """Frames that say something else than each of ``kinds``, if it is not that one itself."""
    numbered = {"m": match, "c": C}
    return [
        *kinds(match, decision).values(),
        {"t": "intent", **numbered, "w": decision["w"] + 1, "a": decision["default"]},
        {"t": "intent", **numbered, "w": decision["w"], "a": 0},
        {"t": "intent", **numbered, "w": decision["w"], "a": "pass"},
        {"t": "settings", **numbered, "s": {"own": True, "smart": True}},
        {"t": "settings", **numbered, "s": "own on"},
        {"t": "agree", **numbered, "to": "draw", "yes": False},
        {"t": "agree", **numbered, "to": "open"},
        {"t": "agree", **numbered, "to": "takeback", "w": decision["w"]},
        {"t": "agree", **numbered, "to": "rematch"},
    ]


async def is_refused(player: Peer, frame: Frame, first: Frame) -> None:
    """Its number was taken by something else, and what came of that is told."""
    nack = await player.ask(frame, "ack", "nack")
    assert (nack["t"], nack.get("code"), nack["c"]) == ("nack", "reused_c", first["c"])
    assert nack["first"] == first
    assert nack["last"] >= first["c"]


async def first_of(player: Peer, frame: Frame) -> Frame:
    """The first result of a frame."""
    ack = await player.ask(frame, "ack", "nack")
    assert ack["t"] == "ack", ack
    return ack


@pytest.mark.parametrize("kind", ["intent", "settings", "agree", "concede"])
async def test_a_number_is_not_used_for_something_else(tmp_path: Path, kind: str) -> None:
    """A number is taken whatever took it; also by a server that has it from the journal alone, or a segment head."""
    async with serving(tmp_path) as service, seated(service.url) as (match, asked, _, decision):
        taken = kinds(match, decision)[kind]
        first = await first_of(asked, taken)
        token = service.registry.invites._tokens.for_seat(match, decision["seat"])
        for other in others(match, decision):
            if other != taken:
                await is_refused(asked, other, first)
        assert await asked.ask(taken, "ack") == first
        entries = await service.registry.journal.read(match)
    async with serving(tmp_path) as service, peer(service.url) as again:
        assert (await again.join(match, token))["c"] == C
        for other in others(match, decision):
            if other != taken:
                await is_refused(again, other, first)
        assert await again.ask(taken, "ack") == first
        assert await service.registry.journal.read(match) == entries
        if kind != "concede":
            await service.registry.running()[0].begin_segment()
    async with serving(tmp_path) as service, peer(service.url) as again:
        await again.join(match, token)
        for other in others(match, decision):
            if other != taken:
                await is_refused(again, other, first)
        assert await again.ask(taken, "ack") == first


async def test_what_is_said_the_same_is_the_same_however_it_is_written(tmp_path: Path) -> None:
    """Order, spaces, escapes, unknown fields, and fields that are left out for their defaults."""
    async with serving(tmp_path) as service, seated(service.url) as (match, asked, _, _):
        first = await first_of(asked, {"t": "settings", "m": match, "c": 1, "s": {"own": True}})
        spaced = (
            f'{{ "s" : {{"smart": false,\n"own":true, "later": 3}}, "c":1, "m":"{match}", "x": [], "t":"settings" }}'
        )
        escaped = f'{{"t":"sett\\u0069ngs","m":"{match}","c":1,"s":{{"own":true,"stops":[]}}}}'
        for text in (spaced, escaped):
            await asked.send(text)
            assert await asked.expect("ack", "nack") == first
        offer = {"t": "agree", "m": match, "c": 2, "to": "draw"}
        first = await first_of(asked, offer)
        assert await asked.ask({**offer, "yes": True, "w": 0, "deck": None}, "ack", "nack") == first
        await is_refused(asked, {**offer, "w": 1}, first)


async def test_cards_of_a_deck_are_the_same_in_any_order(tmp_path: Path) -> None:
    async with serving(tmp_path) as service, seated(service.url) as (match, asked, _, _):
        cards = {"Forest": 24, "Grizzly Bears": 36}
        offer: Frame = {"t": "agree", "m": match, "c": 1, "to": "draw", "deck": cards}
        first = await first_of(asked, offer)
        assert await asked.ask({**offer, "deck": dict(reversed(cards.items()))}, "ack", "nack") == first
        await is_refused(asked, {**offer, "deck": {**cards, "Forest": 23}}, first)


async def test_the_number_of_what_was_refused_is_free(tmp_path: Path) -> None:
    """A refused frame may be said again under it, and is judged anew; or something else."""
    async with serving(tmp_path) as service, seated(service.url) as (match, asked, _, decision):
        wrong = {"t": "intent", "m": match, "c": 1, "w": decision["w"], "a": 10_000}
        for _ in range(2):
            assert (await asked.refused(wrong))["code"] == "bad_answer"
        await first_of(asked, {**wrong, "a": decision["default"]})


async def test_a_number_below_the_last_that_nobody_used_is_stale(tmp_path: Path) -> None:
    async with serving(tmp_path) as service, seated(service.url) as (match, asked, other, decision):
        await first_of(asked, {"t": "settings", "m": match, "c": 5, "s": {"own": True}})
        nack = await asked.refused({"t": "intent", "m": match, "c": 4, "w": decision["w"], "a": decision["default"]})
        assert (nack["code"], nack["c"], nack["last"]) == ("stale_c", 4, 5)
        await first_of(asked, {"t": "intent", "m": match, "c": 6, "w": decision["w"], "a": decision["default"]})
        assert await other.is_alive()


@pytest.mark.slow
@pytest.mark.timeout(180)
@pytest.mark.parametrize("segment_entries", [150, 100_000])
async def test_as_many_results_are_kept_as_the_document_says(tmp_path: Path, segment_entries: int) -> None:
    """Of a node that has heard it all, and of one that has it from the journal: from a late head, or from the first."""
    more, last = 40, RESULTS + 40

    def said(c: int) -> Frame:
        return {"t": "settings", "m": match, "c": c, "s": {"own": bool(c % 2), "smart": bool(c % 3)}}

    async def holds(player: Peer) -> None:
        for c in (more + 1, more + 500, last):
            assert await player.ask(said(c), "ack", "nack") == results[c]
            await is_refused(player, {**said(c), "s": "own on"}, results[c])
        for c in (1, more - 1, more):
            for frame in (said(c), {**said(c), "s": "own on"}):
                nack = await player.ask(frame, "ack", "nack")
                assert (nack.get("code"), nack.get("last")) == ("stale_c", last)

    settings = {**FAST, "segment_entries": segment_entries}
    async with serving(tmp_path, **settings) as service, seated(service.url) as (match, asked, _, decision):
        token = service.registry.invites._tokens.for_seat(match, decision["seat"])
        results = {c: await first_of(asked, said(c)) for c in range(1, last + 1)}
        await holds(asked)
    async with serving(tmp_path, **settings) as service, peer(service.url) as again:
        assert (await again.join(match, token))["c"] == last
        await holds(again)
        await first_of(again, said(last + 1))
        assert (await again.refused(said(more + 1)))["code"] == "stale_c"


async def test_a_number_is_not_used_again_at_another_node(tmp_path: Path, binary: str) -> None:
    async with two_nodes(tmp_path, binary) as (one, two, _), peer(one.url) as ann, peer(two.url) as away:
        match, tokens = await ann.create()
        await ann.join(match, tokens[0])
        await away.join(match, tokens[0])
        first = await first_of(ann, {"t": "settings", "m": match, "c": 3, "s": {"own": True}})
        assert await away.ask({"t": "settings", "c": 3, "s": {"own": True}, "m": match}, "ack", "nack") == first
        await is_refused(away, {"t": "concede", "m": match, "c": 3}, first)
        nack = await away.refused({"t": "concede", "m": match, "c": 2})
        assert (nack["code"], nack["last"]) == ("stale_c", 3)


async def test_a_rematch_is_said_under_a_number_of_its_own(tmp_path: Path) -> None:
    """Nothing is journaled any more by then; the numbers are kept all the same, over a restart too."""
    async with serving(tmp_path) as service, seated(service.url) as (match, asked, _, decision):
        token = service.registry.invites._tokens.for_seat(match, decision["seat"])
        end = {"t": "concede", "m": match, "c": 3}
        conceded = await first_of(asked, end)
        wants: Frame = {"t": "agree", "m": match, "c": 4, "to": "rematch"}
        wanted = await first_of(asked, wants)
        assert (await asked.expect("rematch"))["seats"] == [decision["seat"]]
        await is_refused(asked, {**wants, "yes": False}, wanted)
        await is_refused(asked, {**wants, "c": 3}, conceded)
        await first_of(asked, {**wants, "c": 6, "yes": False})
        assert (await asked.refused({**wants, "c": 5}))["code"] == "stale_c"
        assert await asked.ask(wants, "ack") == wanted
        assert "seats" not in await asked.expect("rematch"), "the frame that was said first is not done again"
        assert (await asked.refused({"t": "concede", "m": match, "c": 7}))["code"] == "match_over"
    async with serving(tmp_path) as service, peer(service.url) as again:
        assert (await again.join(match, token))["c"] == 6
        await is_refused(again, {**wants, "yes": False}, wanted)
        await is_refused(again, {**wants, "c": 6}, {**wanted, "c": 6})
        assert await again.ask(end, "ack") == conceded
        await first_of(again, {**wants, "c": 7})
        assert (await again.expect("rematch"))["seats"] == [decision["seat"]]


async def test_two_nodes_give_a_number_to_one_of_two_who_play_on(tmp_path: Path, binary: str) -> None:
    """Each reads the finished match for itself; what the other has taken it finds all the same."""
    async with two_nodes(tmp_path, binary) as (one, two, _), peer(one.url) as ann, peer(two.url) as away:
        match, tokens = await ann.create()
        await ann.join(match, tokens[0])
        await first_of(ann, {"t": "concede", "m": match, "c": 1})
        wants: Frame = {"t": "agree", "m": match, "c": 2, "to": "rematch"}
        wanted = await first_of(ann, wants)
        assert (await away.join(match, tokens[0]))["c"] == 2
        await is_refused(away, {**wants, "yes": False}, wanted)
        wanted = await first_of(away, {**wants, "c": 3, "yes": False})
        await is_refused(ann, {**wants, "c": 3}, wanted)
        assert await ann.ask({**wants, "c": 3, "yes": False}, "ack", "nack") == wanted


async def undone(players: list[Peer], match: str, dice: random.Random) -> tuple[int, Frame, Frame] | None:
    """Play at random until an answer undoes the play of its own seat: the seat, that answer and its result."""
    for _ in range(400):
        for seat, player in enumerate(players):
            state = await player.ask({"t": "sync", "m": match}, "state")
            if "result" in state:
                return None
            if state.get("decision"):
                decision = convert(state["decision"], Decision)
                numbered = {"m": match, "c": state.get("c", 0) + 1, "w": decision.w}
                intent = {"t": "intent", **numbered, "a": to_builtins(sample(decision, dice.randrange))}
                result = await player.ask(intent, "ack", "nack")
                if "undone" in result:
                    return seat, intent, result
    return None


@pytest.mark.slow
@pytest.mark.timeout(180)
async def test_why_a_play_was_undone_is_told_again(tmp_path: Path) -> None:
    """It belongs to the first result, also for a server that has it from the journal or from a segment head."""
    found, match, tokens = None, "", [""]
    async with serving(tmp_path, fixed_shuffles=1) as service, peer(service.url) as host:
        for seed in range(20):
            match, tokens = await host.create(decks=["ironworks", "ironworks"], seed=f"{seed}")
            async with both(service, match) as players:
                found = found or await undone(players, match, random.Random(seed))
            if found is not None:
                break
    assert found is not None
    seat, intent, first = found
    for _ in ("from the journal", "from a segment head"):
        async with serving(tmp_path) as service, peer(service.url) as again:
            await again.join(match, tokens[seat])
            assert await again.ask(intent, "ack", "nack") == first
            await is_refused(again, {**intent, "w": intent["w"] + 1}, first)
            actor = service.registry.get(match)
            assert actor is not None
            await actor.begin_segment()
