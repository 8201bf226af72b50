"""Decks are checked over the wire, and their cards told to those who look at them."""

import urllib.request
from pathlib import Path
from typing import Any

import anyio
import anyio.to_thread
import orjson
import pytest

from tests.support.server.peer import peer, serving


async def test_a_list_is_checked(tmp_path: Path) -> None:
    async with serving(tmp_path) as service, peer(service.url) as ann:
        text = "4 Shock\n56 Mountain\nSideboard\n1 Shok"
        told = await ann.ask({"t": "check", "game": "magic", "text": text, "r": "1"}, "checked")
        assert told["problems"] == [
            {"reason": "no such card", "code": "unknown_card", "card": "Shok", "line": 4, "near": ["Shock"]}
        ]
        assert ("legal" in told, told["deck"], told["r"]) == (False, {"Shock": 4, "Mountain": 56}, "1")
        told = await ann.ask({"t": "check", "game": "magic", "text": text.replace("Shok", "Forest")}, "checked")
        assert (told["legal"], told["sideboard"]) == (True, {"Forest": 1})


async def test_cards_are_checked_as_create_takes_them(tmp_path: Path) -> None:
    async with serving(tmp_path) as service, peer(service.url) as ann:
        told = await ann.ask({"t": "check", "game": "magic", "deck": "burn"}, "checked")
        assert told["legal"]
        told = await ann.ask({"t": "check", "game": "magic", "deck": [{"Forest": 60}, {"Shock": 5}]}, "checked")
        assert [problem["rule"] for problem in told["problems"]] == ["100.4a"]
        assert (await ann.refused({"t": "check", "game": "magic", "deck": "none", "r": "2"}))["code"] == "unknown_deck"
        assert (await ann.refused({"t": "check", "game": "chess", "r": "3"}))["code"] == "unknown_game"


async def test_a_match_is_made_with_sideboards_that_are_legal(tmp_path: Path) -> None:
    async with serving(tmp_path) as service, peer(service.url) as ann:
        decks: list[Any] = [[{"Forest": 60}, {"Shock": 4}], [{"Mountain": 60}, {}]]
        match, tokens = await ann.create(decks=decks)
        state = await ann.join(match, tokens[0])
        assert state["view"]["p1"]["library"] + state["view"]["p1"]["hand_count"] == 60
        refused = await ann.refused({"t": "create", "game": "magic", "decks": [[{"Forest": 60}, {"Shock": 16}]]})
        assert refused["code"] == "illegal_deck"
        refused = await ann.refused({"t": "create", "game": "magic", "decks": [[{"Forest": 60}]]})
        assert refused["code"] == "bad_frame"


async def test_who_checks_too_much_is_told_when_to_come_back(tmp_path: Path) -> None:
    async with serving(tmp_path, burst_checks=2, checks_per_s=0.001) as service, peer(service.url) as ann:
        check = {"t": "check", "game": "magic", "text": "60 Forest", "r": "1"}
        for _ in range(2):
            await ann.ask(check, "checked")
        refused = await ann.refused(check)
        assert (refused["code"], refused["r"]) == ("rate_limited", "1")
        assert 0 < refused["retry_ms"] <= 1_000_000
        assert (await ann.refused({**check, "text": "x" * 12_289}))["code"] == "bad_frame"


@pytest.mark.parametrize(
    "line",
    [
        "=-" * 5500,
        "-" * 6000 + "a" * 6000,
        "[" + " " * 11_000 + "(1",
        "4 x" + " [a]" * 3000,
        "4 x" + " #a" * 4000,
        "a" + " " * 11_000 + "b",
        "4 " + "\ufdfa" * 3900,
        "4 Sho" + "\u0301" * 5000 + "ck",
    ],
)
async def test_no_line_keeps_a_node_waiting(tmp_path: Path, line: str) -> None:
    """A heading of dashes and equal signs held a node for good, as nothing else runs while a pattern is sought."""
    async with serving(tmp_path) as service, peer(service.url) as ann:
        await ann.ask({"t": "check", "game": "magic", "text": "60 Forest", "r": "1"}, "checked")
        with anyio.fail_after(2):
            told = await ann.ask({"t": "check", "game": "magic", "text": line, "r": "1"}, "checked")
        assert "unread_line" in [problem.get("code") for problem in told["problems"]]


async def fetched(address: str) -> tuple[str, Any]:
    def read() -> tuple[str, Any]:
        with urllib.request.urlopen(address) as response:  # our own
            return response.headers["Cache-Control"], orjson.loads(response.read())

    return await anyio.to_thread.run_sync(read)


async def test_cards_are_told_as_views_show_them(tmp_path: Path) -> None:
    async with serving(tmp_path) as service:
        _, game = await fetched(f"{service.url}api/games/magic")
        assert (game["sideboard"], game["table"]["board"]) == (True, "battlefield")
        burn = next(deck for deck in game["decks"] if deck["key"] == "burn")
        assert "4 Lightning Bolt" in burn["text"].splitlines()
        assert burn["cards"]["Mountain"] == 20
        cache, faces = await fetched(f"{service.url}api/cards/magic/{game['set']}/Shock/Man-o%27-War")
        assert "immutable" in cache
        assert [face["name"] for face in faces] == ["Shock", "Man-o'-War"]
        assert (faces[1]["power"], faces[1]["type"], faces[1]["cost"]) == (2, "Creature - Jellyfish", "{2}{U}")
        cache, _ = await fetched(f"{service.url}api/cards/magic/another/Shock")
        assert cache == "no-cache"
        cache, faces = await fetched(f"{service.url}api/cards/magic/{game['set']}/Shock/No%2FCard")
        assert (cache, [face["name"] for face in faces]) == ("no-cache", ["Shock"])  # an import may bring that card
