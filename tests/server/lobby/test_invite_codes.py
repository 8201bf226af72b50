"""Short codes in place of tokens: for seats, for watching, for tables (PROTOCOL.md 9.4)."""

from pathlib import Path
from typing import Final

import pytest

from server.lobby.invite_codes import ALPHABET, LENGTH, key_of, new_code, read_code
from tests.support.server.peer import Frame, Peer, make_private, peer, serving

LEAST_BITS: Final = 60
DAY_S: Final = 24 * 60 * 60


async def invited(ann: Peer, **more: object) -> tuple[str, str]:
    """A match, and the code of its second seat."""
    created = await make_private(ann, seats=["open", "invite"], **more)
    return created["m"], created["invites"][0]["token"]


def redeem(code: str) -> Frame:
    return {"t": "redeem", "token": code, "r": "1"}


def test_a_code_is_short_and_not_to_be_guessed() -> None:
    assert len(ALPHABET) ** LENGTH >= 2**LEAST_BITS
    assert len(set(ALPHABET)) == len(ALPHABET)
    codes = {new_code() for _ in range(100)}
    assert len(codes) == 100
    assert {len(code) for code in codes} == {12}
    assert all(read_code(code) == code for code in codes)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("K7M2-P9X4-Q8ZR", "k7m2p9x4q8zr"),
        ("OIL0 1100 0000", "011011000000"),
        ("k7m2p9x4q8z", None),
        ("k7m2p9x4q8zu", None),  # no letter of any code
        ("", None),
        ("\u0130" * 6 + "k7m2p9", None),
    ],
)
def test_a_code_may_be_typed_as_it_was_heard(typed: str, meant: str | None) -> None:
    assert read_code(typed) == meant


async def test_a_code_lets_one_person_in_and_stands_nowhere_in_redis(tmp_path: Path) -> None:
    async with serving(tmp_path) as service, peer(service.url) as ann, peer(service.url) as bob:
        match, code = await invited(ann)
        journal = service.registry.journal
        worth = await journal.command(key_of(code), "GET")
        assert isinstance(worth, bytes)
        assert code not in worth.decode() + key_of(code)
        granted = await bob.ask(redeem(code.upper()), "granted")
        assert (granted["m"], granted["seat"]) == (match, 1)
        assert (await ann.refused(redeem(code)))["code"] == "invite_used"
        assert (await bob.ask(redeem(code), "granted"))["token"]


async def test_a_code_expires_as_a_token_does(tmp_path: Path) -> None:
    async with serving(tmp_path, token_days=3) as service, peer(service.url) as ann:
        _, code = await invited(ann)
        left_s = await service.registry.journal.command(key_of(code), "TTL")
        assert isinstance(left_s, int)
        assert 2 * DAY_S < left_s <= 3 * DAY_S
        await service.registry.journal.command(key_of(code), "DEL")  # it has expired
        assert (await ann.refused(redeem(code)))["code"] == "bad_token"


async def test_an_address_may_not_try_as_many_codes_as_it_likes(tmp_path: Path) -> None:
    async with serving(tmp_path, asks_per_s=0.001, burst_asks=3) as service, peer(service.url) as eve:
        told = [(await eve.refused(redeem(new_code())))["code"] for _ in range(4)]
        assert told == ["bad_token"] * 3 + ["rate_limited"]


async def test_a_private_table_is_found_by_its_code_at_every_node(tmp_path: Path, redis_url: str) -> None:
    async with (
        serving(tmp_path / "1", redis=redis_url, node="one") as one,
        serving(tmp_path / "2", redis=redis_url, node="two") as two,
        peer(one.url) as ann,
        peer(two.url) as bob,
    ):
        opened = await ann.ask({"t": "open", "game": "magic", "private": True, "r": "1"}, "table")
        code, table = opened["invite"], opened["table"]["id"]
        assert read_code(code) == code
        assert (await bob.refused({"t": "look", "table": table, "r": "2"}))["code"] == "unknown_table"
        assert (await bob.refused({"t": "look", "table": new_code(), "r": "3"}))["code"] == "unknown_table"
        seen = await bob.ask({"t": "look", "table": code, "r": "4"}, "table")
        assert (seen["table"]["id"], seen.get("you")) == (table, None)
        sat = await bob.ask({"t": "sit", "table": code.upper(), "r": "5"}, "table")
        assert sat["you"] == 1
        assert code not in str(seen) + str(sat["table"])
