"""Decisions that several seats have at once, over the wire: the first answer counts, the others are told."""

from pathlib import Path

import pytest

import engine
from engine.formats.position import build
from tests.support.server.peer import Frame, Peer, peer, serving

CARDS: list[dict[str, object]] = [
    {"name": "Captain Ember", "type": "Hero", "attack": 1, "hit points": 10, "hand size": 0},
    {"name": "Night Wren", "type": "Hero", "attack": 1, "hit points": 10, "hand size": 0},
    {"name": "Drum", "type": "Support", "text": "Action: Exhaust this -> Deal 1 damage to target enemy."},
    {"name": "Street Thug", "type": "Minion", "attack": 1, "hit points": 5},
    {"name": "The Plan", "type": "Main Scheme", "target threat": 9},
]


def turn_of_two(_header: engine.Header) -> engine.Match:
    """A position in which both players could act, in place of the match that the service would make."""
    return build(
        "marvel-champions",
        {
            "A": {"identity": "Captain Ember", "play_area": ["Drum"]},
            "B": {"identity": "Night Wren", "play_area": ["Drum"]},
            "scenario": {"play_area": ["Street Thug", "The Plan"]},
        },
        CARDS,
        {},
    )


@pytest.fixture(autouse=True)
def _stands_at_the_position(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine.Match, "create", staticmethod(turn_of_two))


async def sit_down(first: Peer, second: Peer) -> tuple[str, Frame, Frame, list[str]]:
    """Both seats of a match are taken: its id, what each is asked, and their tokens."""
    match, tokens = await first.create()
    one = await first.join(match, tokens[0])
    two = await second.join(match, tokens[1])
    return match, one["decision"], two["decision"], tokens


def answer(match: str, c: int, decision: Frame, text: str) -> Frame:
    return {"t": "intent", "m": match, "c": c, "w": decision["w"], "a": text}


async def test_both_are_asked_and_the_first_answer_withdraws_the_other_question(tmp_path: Path) -> None:
    async with serving(tmp_path) as service, peer(service.url) as ann, peer(service.url) as bob:
        match, asked, other, _ = await sit_down(ann, bob)
        assert (asked["kind"], other["kind"]) == ("act", "act")
        await bob.ask(answer(match, 1, other, 'use "Drum#2" target "Street Thug"'), "ack")
        again = (await ann.expect("diff"))["decision"]
        assert again["w"] == asked["w"] + 1
        nack = await ann.refused(answer(match, 1, asked, "pass"))
        assert nack["code"] == "stale_decision"
        await ann.ask(answer(match, 1, again, 'use "Drum#1" target "Street Thug"'), "ack")


async def test_who_declines_leaves_the_other_question_open(tmp_path: Path) -> None:
    async with serving(tmp_path) as service, peer(service.url) as ann, peer(service.url) as bob:
        match, asked, other, _ = await sit_down(ann, bob)
        await bob.ask(answer(match, 1, other, "pass"), "ack")
        diff = await ann.expect("diff")
        assert "decision" not in diff
        assert diff["d"]["game"]["waiting"] == [0]
        await ann.ask(answer(match, 1, asked, 'use "Drum#1" target "Street Thug"'), "ack")
        assert (await bob.decision())["w"] == other["w"] + 1


async def test_what_was_declined_stays_declined_over_a_restart(tmp_path: Path) -> None:
    async with serving(tmp_path) as service, peer(service.url) as ann, peer(service.url) as bob:
        match, asked, other, tokens = await sit_down(ann, bob)
        await bob.ask(answer(match, 1, other, "pass"), "ack")
    async with serving(tmp_path) as service, peer(service.url) as ann, peer(service.url) as bob:
        one = await ann.join(match, tokens[0])
        two = await bob.join(match, tokens[1])
        assert one["decision"]["w"] == asked["w"]
        assert not two.get("decision")
        await ann.ask(answer(match, 1, one["decision"], 'use "Drum#1" target "Street Thug"'), "ack")


async def test_of_answers_that_race_one_counts_and_the_others_are_told(tmp_path: Path) -> None:
    """Many at a time, some of them late, some sent twice: the enemy is dealt damage once for each that was taken."""
    async with serving(tmp_path) as service, peer(service.url) as ann, peer(service.url) as bob:
        match, asked, other, _ = await sit_down(ann, bob)
        mine = answer(match, 1, asked, 'use "Drum#1" target "Street Thug"')
        yours = answer(match, 1, other, 'use "Drum#2" target "Street Thug"')
        for _ in range(3):
            await ann.send(mine)
            await bob.send(yours)
        told = [await ann.expect("ack", "nack") for _ in range(3)], [await bob.expect("ack", "nack") for _ in range(3)]
        taken = [frames for frames in told if frames[0]["t"] == "ack"]
        assert len(taken) == 1
        assert [frame["t"] for frame in taken[0]] == ["ack"] * 3
        late = next(frames for frames in told if frames is not taken[0])
        assert {frame.get("code") for frame in late} == {"stale_decision"}
        view = (await ann.join(match))["view"]
        assert [card["damage"] for key, card in view.items() if key[0] == "o" and "damage" in card] == [1]


async def test_nobody_answers_what_another_seat_is_asked(tmp_path: Path) -> None:
    async with (
        serving(tmp_path) as service,
        peer(service.url) as ann,
        peer(service.url) as bob,
        peer(service.url) as eve,
    ):
        match, asked, other, _ = await sit_down(ann, bob)
        await bob.ask(answer(match, 1, other, "pass"), "ack")
        nack = await bob.refused({"t": "intent", "m": match, "c": 2, "w": other["w"] + 1, "a": 0})
        assert nack["code"] in ("stale_decision", "not_your_decision")
        nack = await bob.refused(answer(match, 2, other, 'use "Drum#1" target "Street Thug"'))
        assert nack["code"] == "stale_decision"
        await eve.join(match)
        assert (await eve.refused(answer(match, 1, asked, "pass")))["code"] == "not_seated"
        await ann.ask(answer(match, 1, asked, 'use "Drum#1" target "Street Thug"'), "ack")


async def test_one_uses_nothing_of_another_player(tmp_path: Path) -> None:
    async with serving(tmp_path) as service, peer(service.url) as ann, peer(service.url) as bob:
        match, asked, _, _ = await sit_down(ann, bob)
        nack = await ann.refused(answer(match, 1, asked, 'use "Drum#2" target "Street Thug"'))
        assert (nack["code"], nack["rule"]) == ("not_controller", "Initiating: restrictions")
        await ann.ask(answer(match, 1, asked, 'use "Drum#1" target "Street Thug"'), "ack")
