"""Names of people and seats: given by others, or by nobody; nobody looks like another at one table."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.bots import BOTS
from server.identity.display_names import LONGEST, BadName, distinct, looks, of_person, read_name, usable
from tests.support.server.peer import Frame, Peer, dial, peer, serving

OPEN: Frame = {"t": "open", "r": "o", "game": "magic", "deck": "burn"}


@pytest.mark.parametrize(
    ("names", "seats", "called"),
    [
        ([], ["open", "bot:greedy"], ["player 1", "greedy"]),
        ([], ["bot:random", "bot:random"], ["random 1", "random 2"]),
        (["ann"], ["open", "bot:greedy"], ["ann", "greedy"]),
        ([], [], ["player 1", "player 2"]),
        (["ann", "Ann"], [], ["ann", "Ann 2"]),
        (["mike", "rnike"], [], ["mike", "rnike 2"]),
        (["  Ann   Archer ", "\uff42\uff4f\uff42"], [], ["Ann Archer", "bob"]),
        (["player 2"], ["open", "open"], ["player 2", "player 2 2"]),
        (["greedy"], ["open", "bot:greedy"], ["greedy", "greedy 2"]),
        (["greedy", "random 2"], [], ["greedy", "random 2"]),  # who begins a match says who sits there
        (["randorn", "ann"], [], ["randorn (guest)", "ann"]),
    ],
)
async def test_a_match_is_listed_by_names_that_can_be_told_apart(
    tmp_path: Path, names: list[str], seats: list[str], called: list[str]
) -> None:
    async with serving(tmp_path) as service, peer(service.url) as ann:
        await ann.create(names=names, seats=seats)
        assert [line["names"] for line in (await ann.ask({"t": "list", "r": "l"}, "matches"))["matches"]] == [called]


FINE = (
    "ann", "Ann Archer", "O'Neil", "<b>", "player 1", "x" * 64, "\u0418\u0432\u0430\u043d", "Vi\u1ec7t", "\u65e5\u672c",
    "Tokyo\u65e5\u672c", "\u3072\u3089\u30ab\u30bf\u6f22 abc", "\ud55c\uad6d abc", "\u05e9\u05dc\u05d5\u05dd",
    "\u0928\u092e\u0938\u094d\u0924\u0947", "\u0915\u094d\u200d\u0937", "\U0001f525 ann", "7", "...",
)  # fmt: skip
HIDING = (
    "\x1b[31mred", "two\nlines", "\x00", "\x7f", "\u0085", "\u202eesrever", "a\u2028b", "\u2066a\u2069", "\u061ca",
    "a\u200bnn", "ann\u200d", "ann\u200c", "a\u00adnn", "ann\ufeff", "ann\u2060", "ann\ufe0f", "ann\u034f", "ann\u180e",
    "\u3164", "\u115f", "\uffa0", "\u2800", "ann\u2800", "\ufffc", "\U0001d159", "ann\U000e0041", "\ue000", "\u0378",
    "", "   ", "\u00a0", "\u3000",
)  # fmt: skip
MIXED = (
    "\u0430nn", "gr\u0435\u0435dy", "\u0391laskaJazz", "p\u03c1", "Gu\u0585st", "\u0418\u0432\u0430\u043d Petrov",
    "a\u0663",
)  # fmt: skip
PILED = ("\u0301ann", "e\u0301\u0301", "a\u0301\u0302\u0303\u0304\u0305", "ann" + "\u0300\u0301" * 20)
LONG = ("x" * 65, "\ufdfa" * 4)


async def test_a_sane_name_is_told_as_it_was_said(tmp_path: Path) -> None:
    async with serving(tmp_path) as service:
        for name in FINE:
            async with dial(service.url) as one:
                assert (await one.ask({"t": "hello", "name": name}, "welcome", "nack")).get("name") == name


async def test_what_nobody_is_called_is_refused_wherever_it_is_said(tmp_path: Path) -> None:
    async with serving(tmp_path) as service, peer(service.url) as host:
        table = (await host.ask({**OPEN, "name": "host"}, "table"))["table"]["id"]
        for name in (*HIDING, *MIXED, *PILED, *LONG):
            async with dial(service.url) as one:
                refused = await one.ask({"t": "hello", "name": name}, "welcome", "nack")
                assert (refused["t"], refused.get("code")) == ("nack", "bad_name"), ascii(name)
                assert (await one.ask({"t": "hello", "name": "ann"}, "welcome"))[
                    "name"
                ] == "ann"  # the connection goes on
                await is_refused(one, {"t": "create", "game": "magic", "names": ["ann", name]}, name)
                await is_refused(one, {**OPEN, "name": name}, name)
                await is_refused(one, {"t": "sit", "table": table, "name": name}, name)


async def is_refused(one: Peer, frame: Frame, name: str) -> None:
    nack = await one.ask({**frame, "r": "1"}, "nack", "created", "table")
    assert (nack["t"], nack.get("code"), nack["r"]) == ("nack", "bad_name", "1"), ascii(name)
    assert len(name) < 4 or name not in nack["reason"]


@pytest.mark.parametrize(
    ("first", "second", "called"),
    [
        ("ann", "ann", ["ann", "ann 2"]),
        ("ann", "ANN", ["ann", "ANN 2"]),
        ("coco", "\u0441\u043e\u0441\u043e", ["coco", "\u0441\u043e\u0441\u043e 2"]),
        ("mike", "rnike", ["mike", "rnike 2"]),
        ("I1l", "lll", ["I1l", "lll 2"]),
        ("x" * 64, "x" * 64, ["x" * 64, "x" * 62 + " 2"]),
        ("greedy", "Random 3", ["greedy (guest)", "Random 3 (guest)"]),
        (None, None, ["guest", "guest 2"]),
    ],
    ids=ascii,
)
async def test_two_at_one_table_do_not_look_alike(
    tmp_path: Path, first: str | None, second: str | None, called: list[str]
) -> None:
    async with serving(tmp_path) as service, dial(service.url) as ann, dial(service.url) as bob:
        for one in (ann, bob):
            await one.ask({"t": "hello"}, "welcome")
        table = (await ann.ask({**OPEN, "name": first, "quick": True}, "table"))["table"]["id"]
        told = await bob.ask({**OPEN, "name": second, "quick": True}, "table")
        assert (told["table"]["id"], [seat["name"] for seat in told["table"]["seats"]]) == (table, called)


async def test_whoever_sits_down_again_keeps_the_name(tmp_path: Path) -> None:
    async with serving(tmp_path) as service, dial(service.url) as ann, dial(service.url) as bob:
        for one in (ann, bob):
            await one.ask({"t": "hello", "name": "ann"}, "welcome")
        asked = {"t": "open", "r": "o", "game": "marvel-champions", "seats": ["open", "open", "open"]}
        table = (await ann.ask(asked, "table"))["table"]["id"]
        for name in ("ann", None, "ann"):
            place = {"t": "sit", "r": "s", "table": table, "name": name}
            seats = (await bob.ask(place, "table"))["table"]["seats"]
            assert [seat.get("name") for seat in seats] == ["ann", "ann 2", None]


async def test_a_bot_at_the_table_is_not_imitated(tmp_path: Path) -> None:
    async with serving(tmp_path) as service, dial(service.url) as ann:
        await ann.ask({"t": "hello", "name": "greedy"}, "welcome")
        told = await ann.ask({**OPEN, "seats": ["open", "bot:greedy"]}, "table")
        assert told["table"]["seats"] == [{"name": "greedy (guest)"}, {"name": "greedy", "bot": True}]


@given(st.text(max_size=80))
def test_a_name_is_read_to_what_is_read_as_itself(text: str) -> None:
    try:
        name = read_name(text)
    except BadName:
        return
    assert read_name(name) == name
    assert 0 < len(name) <= LONGEST


SEEN = (*FINE, *BOTS, "ann 2", "\u0441\u043e\u0441\u043e", "coco", "c0c0", "l", "I", "1", "O", "0", "x" * 63)


@given(st.lists(st.sampled_from(SEEN), max_size=8))
def test_no_two_look_alike(names: list[str]) -> None:
    told = distinct([of_person(name) for name in names])
    for place, name in enumerate(told):
        assert not any(looks(name) & looks(other) for other in told[:place])
        assert len(name) <= LONGEST


def test_a_name_of_before_is_read_as_well_as_can_be() -> None:
    """In the token of a guest, or of an issuer who has other rules."""
    assert usable("a\u200bnn", "ann") == "ann"
    assert usable("\u0418\u0432\u0430\u043d Petrov", "petrov7") == "petrov7"
    assert usable("\u200b", "") == "guest"
    assert usable("x" * 99) == "x" * 64
