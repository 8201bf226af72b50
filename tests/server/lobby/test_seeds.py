"""The creator of a match does not fix its shuffles, or they would know every card."""

from pathlib import Path
from typing import Any

from tests.support.server.peer import Frame, peer, serving


async def opening_hand(url: str, seed: str) -> list[str]:
    """The names of the cards that seat 0 draws first, once it is settled who starts."""
    async with peer(url) as ann, peer(url) as bob:
        match, tokens = await ann.create(seed=seed, private=True)
        state = await ann.join(match, tokens[0])
        other = await bob.join(match, tokens[1])
        asked, decision = (ann, state["decision"]) if state.get("decision") else (bob, other["decision"])
        await asked.ask({"t": "intent", "m": match, "c": 1, "w": decision["w"], "a": decision["default"]}, "ack")
        await ann.send({"t": "leave", "m": match})
        return hand(await ann.join(match, tokens[0]))


def hand(state: Frame) -> list[str]:
    view: dict[str, Any] = state["view"]
    return [view[f"o{ident}"]["name"] for ident in view["p1"]["hand"]]


async def test_the_same_seed_gives_other_hands(tmp_path: Path) -> None:
    async with serving(tmp_path) as service:
        hands = {tuple(await opening_hand(service.url, "mine")) for _ in range(8)}
        assert len(hands) > 1


async def test_what_is_committed_to_is_not_the_seed(tmp_path: Path) -> None:
    async with serving(tmp_path) as service, peer(service.url) as ann:
        commitments = set()
        for _ in range(2):
            match, tokens = await ann.create(seed="mine")
            commitments.add((await ann.join(match, tokens[0]))["view"]["game"]["commitment"])
        assert len(commitments) == 2


async def test_a_server_for_tests_lets_a_seed_fix_the_shuffles(tmp_path: Path) -> None:
    async with serving(tmp_path, fixed_shuffles=1) as service:
        assert len({tuple(await opening_hand(service.url, "mine")) for _ in range(3)}) == 1
