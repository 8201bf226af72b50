"""Tables: people wait for each other there, each with a deck of their own, on whichever node (PROTOCOL.md 17)."""

import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import anyio
import orjson
import pytest

import engine
from server.lobby.open_tables import DECKS, MOST_PLACES, TABLES
from tests.support.server.cluster import cluster
from tests.support.server.peer import PATIENCE_S, Frame, Peer, dial, peer, serving
from tests.support.server.tables import BEARS, OPEN, begun, is_listed, listed, sits, two_servers
from tests.support.server.takeovers import a_moment


async def test_the_match_begins_once_all_have_sat_down_each_with_a_deck_of_their_own(tmp_path: Path) -> None:
    async with serving(tmp_path) as service, peer(service.url) as ann, peer(service.url) as bob:
        opened = await ann.ask(OPEN, "table")
        line = opened["table"]
        assert (line["seats"], opened["you"], line["game"]) == ([{"name": "ann"}, {}], 0, "magic")
        assert await listed(bob) == [line]
        assert (await sits(bob, line["id"], deck=BEARS))["you"] == 1
        told = [await begun(player) for player in (ann, bob)]
        assert [each["you"] for each in told] == [0, 1]
        assert told[0]["token"] != told[1]["token"]
        assert await listed(bob) == []
        match = told[0]["table"]["m"]
        state = await bob.join(match, told[1]["token"])
        assert (state["you"], state["view"]["p1"]["name"], state["view"]["p2"]["name"]) == (1, "ann", "bob")
        actor = service.registry.get(match)
        assert actor is not None
        assert [dict(deck).get("Grizzly Bears", 0) for deck in actor.match.header.decks] == [0, 4]
        seen = orjson.dumps([*ann.heard, *bob.heard[:-1]])
        assert b"Grizzly" not in seen
        assert b"Lightning" not in seen


async def test_a_bot_of_the_house_sits_down_at_once(tmp_path: Path) -> None:
    async with serving(tmp_path) as service, peer(service.url) as ann:
        await ann.send({**OPEN, "seats": ["open", "bot:greedy"]})
        told = await begun(ann)
        assert told["table"]["seats"] == [{"name": "ann"}, {"name": "greedy", "bot": True}]
        assert (await ann.join(told["table"]["m"], told["token"]))["you"] == 0


async def test_who_looks_for_anybody_finds_who_waits_longest_for_the_same(tmp_path: Path) -> None:
    async with (
        serving(tmp_path) as service,
        peer(service.url) as ann,
        peer(service.url) as bob,
        peer(service.url) as eve,
    ):
        await eve.ask({**OPEN, "best": 3, "quick": True}, "table")
        waiting = (await ann.ask({**OPEN, "quick": True}, "table"))["table"]["id"]
        found = await bob.ask({**OPEN, "quick": True, "name": "bob"}, "table")
        assert (found["table"]["id"], found["you"]) == (waiting, 1)
        assert (await begun(bob))["table"]["m"] == (await begun(ann))["table"]["m"]
        assert [table["best"] for table in await is_listed(bob, 1)] == [3]


async def test_nobody_comes_to_a_private_table_by_looking_for_any_private_one(tmp_path: Path) -> None:
    async with serving(tmp_path) as service, peer(service.url) as ann, peer(service.url) as eve:
        hidden = await ann.ask({**OPEN, "private": True}, "table")
        found = await eve.ask({**OPEN, "private": True, "quick": True}, "table")
        assert (found["table"]["id"] == hidden["table"]["id"], found["you"]) == (False, 0)
        again = await eve.ask({**OPEN, "private": True, "quick": True}, "table")
        assert again["table"]["id"] == found["table"]["id"]


@pytest.mark.parametrize(
    ("frame", "code"),
    [
        ({"deck": {"Forest": 12}}, "illegal_deck"),
        ({"deck": {"No Such Card": 60}}, "unknown_card"),
        ({"deck": "nothing"}, "unknown_deck"),
        ({"game": "chess"}, "unknown_game"),
        ({"profile": "ours"}, "unknown_profile"),
        ({"seats": ["bot:greedy", "bot:greedy"]}, "bad_seats"),
        ({"seats": ["open", "invite"]}, "bad_seats"),
        ({"seats": ["open"]}, "bad_seats"),
        ({"seats": ["open", "bot:nobody"]}, "unknown_bot"),
        ({"seats": ["open"] * 3, "best": 3}, "no_series"),
        ({"clock": {"lapses": 2}}, "bad_clock"),
        ({"name": "\u202e"}, "bad_name"),
    ],
)
async def test_what_cannot_be_played_is_refused_where_it_is_asked_for(tmp_path: Path, frame: Frame, code: str) -> None:
    async with serving(tmp_path) as service, peer(service.url) as ann:
        nack = await ann.refused({**OPEN, **frame})
        assert (nack["code"], nack["r"]) == (code, "o")
        assert await listed(ann) == []


async def test_who_sits_down_with_an_illegal_deck_does_not(tmp_path: Path) -> None:
    async with serving(tmp_path) as service, peer(service.url) as ann, peer(service.url) as bob:
        table = (await ann.ask(OPEN, "table"))["table"]
        nack = await sits(bob, table["id"], deck={"Shock": 60})
        assert nack["code"] == "illegal_deck"
        assert "Shock" in nack["reason"]
        assert await listed(bob) == [table]


async def test_a_private_table_is_for_those_who_have_its_invite(tmp_path: Path) -> None:
    async with serving(tmp_path) as service, peer(service.url) as ann, peer(service.url) as bob:
        opened = await ann.ask({**OPEN, "private": True}, "table")
        table, invite = opened["table"]["id"], opened["invite"]
        assert await listed(bob) == []
        assert (await sits(bob, table))["code"] == "unknown_table"
        assert (await bob.refused({"t": "look", "r": "k", "table": table}))["code"] == "unknown_table"
        assert (await sits(bob, table, token="forged"))["code"] == "bad_token"
        looked = await bob.ask({"t": "look", "r": "k", "table": table, "token": invite}, "table")
        assert (looked["table"]["seats"], looked.get("you")) == ([{"name": "ann"}, {}], None)
        assert (await sits(bob, table, token=invite))["you"] == 1
        match = (await begun(ann))["table"]["m"]
        assert (await ann.refused({"t": "join", "m": match}))["code"] == "unknown_match"


async def test_leaving(tmp_path: Path) -> None:
    async with serving(tmp_path) as service, peer(service.url) as ann, peer(service.url) as bob:
        rise: Frame = {"t": "rise", "r": "x", "table": (await ann.ask(OPEN, "table"))["table"]["id"]}
        assert (await bob.refused(rise))["code"] == "not_at_table"
        assert (await ann.ask(rise, "table"))["gone"]
        assert await listed(bob) == []
        assert (await ann.refused(rise))["code"] == "unknown_table"
        table = (await ann.ask(OPEN, "table"))["table"]["id"]
        await sits(bob, table)
        await begun(ann)
        assert (await ann.refused({**rise, "table": table}))["code"] == "has_begun"
        async with peer(service.url) as eve:
            assert (await sits(eve, table))["code"] == "table_full"


@asynccontextmanager
async def someone(url: str) -> AsyncIterator[tuple[Peer, str]]:
    """A new guest, and what to come back with."""
    async with dial(url) as connection:
        welcome = await connection.ask({"t": "hello", "name": "ann"}, "welcome")
        yield connection, welcome["token"]


@asynccontextmanager
async def again(url: str, identity: str) -> AsyncIterator[Peer]:
    async with dial(url) as connection:
        await connection.ask({"t": "hello", "token": identity}, "welcome")
        yield connection


async def test_who_comes_back_has_the_place_and_the_deck_still(tmp_path: Path) -> None:
    async with serving(tmp_path) as service, peer(service.url) as bob:
        async with someone(service.url) as (ann, identity):
            table = (await ann.ask({**OPEN, "deck": BEARS}, "table"))["table"]["id"]
        with anyio.fail_after(PATIENCE_S):
            while not (await listed(bob))[0]["seats"][0].get("away"):
                await a_moment()
        assert (await sits(bob, table))["you"] == 1  # nothing begins without her
        async with again(service.url, identity) as ann:
            await ann.send({"t": "sit", "r": "s", "table": table})
            match = (told := await begun(ann))["table"]["m"]
            assert [seat["name"] for seat in told["table"]["seats"]] == ["ann", "bob"]
            assert (await begun(bob))["table"]["m"] == match
            actor = service.registry.get(match)
            assert actor is not None
            assert dict(actor.match.header.decks[0])["Grizzly Bears"] == 4
        async with again(service.url, identity) as ann:  # and who missed the beginning finds the match
            told = await ann.ask({"t": "sit", "r": "s", "table": table}, "table")
            assert (await ann.join(match, told["token"]))["you"] == 0


async def test_who_does_not_come_back_loses_the_place_and_the_table_is_closed(tmp_path: Path) -> None:
    async with serving(tmp_path, grace_s=0.1) as service, peer(service.url) as bob:
        async with peer(service.url) as ann:
            await ann.ask(OPEN, "table")
        await is_listed(bob, 0)
        journal = service.registry.journal
        assert await journal.read_key(DECKS, "HLEN") == 0
        assert await journal.read_key(TABLES, "HLEN") == 1  # the number of the last write


async def test_a_table_does_not_wait_for_ever(tmp_path: Path) -> None:
    async with serving(tmp_path, table_s=0.1) as service, peer(service.url) as ann:
        table = (await ann.ask(OPEN, "table"))["table"]["id"]
        told = await ann.expect("table")
        assert (told["table"]["id"], told["gone"]) == (table, True)


async def test_sitting_down_again_takes_the_place_over(tmp_path: Path) -> None:
    async with serving(tmp_path) as service, someone(service.url) as (first, identity):
        table = (await first.ask(OPEN, "table"))["table"]["id"]
        async with again(service.url, identity) as second:
            assert (await second.ask({"t": "sit", "r": "s", "table": table}, "table"))["you"] == 0
            assert (await first.expect("table"))["gone"]
            assert [len(each["seats"]) for each in await listed(second)] == [2]


async def test_who_asks_for_a_table_that_is_not_there_has_none_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with serving(tmp_path) as service, peer(service.url) as ann:
        tables = service.registry.tables
        with monkeypatch.context() as patch:
            patch.setattr(tables, "_read", None)
            for name in ("nowhere", "n"):
                assert (await ann.refused({"t": "look", "r": "l", "table": name}))["code"] == "unknown_table"
                assert (await sits(ann, name))["code"] == "unknown_table"


async def test_tables_are_bounded(tmp_path: Path) -> None:
    async with serving(tmp_path, tables_per_address=MOST_PLACES + 1) as service, peer(service.url) as ann:
        for _ in range(MOST_PLACES):
            await ann.ask(OPEN, "table")
        assert (await ann.refused(OPEN))["code"] == "too_many_tables"
        async with peer(service.url) as bob:
            await bob.ask(OPEN, "table")
            assert (await bob.refused(OPEN))["code"] == "too_many_tables"
            await ann.ask({"t": "rise", "r": "x", "table": (await listed(bob))[0]["id"]}, "table")
            assert (await bob.ask(OPEN, "table"))["you"] == 0
    async with serving(tmp_path / "small", most_tables=1) as service, peer(service.url) as ann:
        await ann.ask(OPEN, "table")
        assert (await ann.refused(OPEN))["code"] == "too_many_tables"


async def test_people_on_two_nodes_find_each_other(tmp_path: Path, redis_url: str) -> None:
    async with (
        two_servers(tmp_path, redis_url) as (one, two),
        peer(one.url) as ann,
        peer(two.url) as bob,
    ):
        table = (await ann.ask(OPEN, "table"))["table"]["id"]
        assert [line["id"] for line in await is_listed(bob, 1)] == [table]
        await sits(bob, table, deck=BEARS)
        match = (await begun(ann))["table"]["m"]
        told = await begun(bob)
        assert told["table"]["m"] == match
        assert (await bob.join(match, told["token"]))["you"] == 1


async def test_of_many_who_look_at_the_same_moment_nobody_is_left_and_nobody_is_seated_twice(
    tmp_path: Path, redis_url: str
) -> None:
    async with two_servers(tmp_path, redis_url) as nodes:
        found: list[Frame] = []

        async def look(url: str, name: str) -> None:
            async with peer(url) as player:
                await player.send({**OPEN, "name": name, "quick": True})
                found.append(await begun(player))

        with anyio.fail_after(PATIENCE_S):
            async with anyio.create_task_group() as tasks:
                for number in range(12):
                    tasks.start_soon(look, nodes[number % 2].url, f"p{number}")
        tables: dict[str, list[int]] = {}
        for told in found:
            tables.setdefault(told["table"]["m"], []).append(told["you"])
        assert [sorted(seats) for seats in tables.values()] == [[0, 1]] * 6
        names = [seat["name"] for told in found for seat in told["table"]["seats"]]
        assert sorted(names) == sorted(f"p{number}" for number in range(12) for _ in range(2))


@pytest.mark.slow
@pytest.mark.timeout(180)
async def test_a_table_outlives_the_node_that_it_was_opened_at(tmp_path: Path) -> None:
    """A player who was connected there takes the place again at another; one who does not loses it."""
    async with (
        cluster(tmp_path, "one", "two", STACKLOOP_GRACE_S="6") as nodes,
        peer(nodes.urls[1]) as bob,
        someone(nodes.urls[0]) as (first, identity),
        peer(nodes.urls[0]) as eve,
    ):
        table = (await first.ask(OPEN, "table"))["table"]["id"]
        await eve.ask({**OPEN, "name": "eve"}, "table")
        await is_listed(bob, 2)
        async with again(nodes.urls[1], identity) as ann:
            nodes.nodes[0].end(signal.SIGKILL)
            assert (await sits(ann, table, name="ann")).get("you") == 0
            assert [line["id"] for line in await is_listed(bob, 1)] == [table]
            await sits(bob, table)
            assert (await begun(bob))["table"]["m"] == (await begun(ann))["table"]["m"]


@pytest.mark.slow
@pytest.mark.timeout(180)
async def test_a_table_outlives_a_restart(tmp_path: Path) -> None:
    async with serving(tmp_path) as service, someone(service.url) as (ann, identity):
        table = (await ann.ask(OPEN, "table"))["table"]["id"]
    async with serving(tmp_path) as service, again(service.url, identity) as ann:
        told = await ann.ask({"t": "sit", "r": "s", "table": table}, "table")
        assert (told["you"], told["table"]["seats"]) == (0, [{"name": "ann"}, {}])


async def test_a_table_without_room_for_its_match_is_left_as_any_other(tmp_path: Path) -> None:
    """It had begun for good: nobody could rise, who was gone kept it, and it was tried anew without a pause."""
    async with (
        serving(tmp_path, most_bots=2, grace_s=0.1) as service,
        peer(service.url) as ann,
        peer(service.url) as eve,
    ):
        await ann.ask(
            {"t": "create", "r": "c", "game": "magic", "seats": ["bot:greedy", "open", "bot:greedy"]}, "created"
        )
        async with peer(service.url) as gone:
            left = (await gone.ask({**OPEN, "seats": ["open", "bot:greedy"]}, "table"))["table"]["id"]
        waits = (await eve.ask({**OPEN, "seats": ["open", "bot:greedy"]}, "table"))["table"]["id"]
        with anyio.fail_after(PATIENCE_S):
            while (await eve.ask({"t": "look", "r": "l", "table": left}, "table", "nack"))["t"] == "table":
                await a_moment()
        risen = await eve.ask({"t": "rise", "r": "r", "table": waits}, "table", "nack")
        assert (risen["t"], risen["gone"]) == ("table", True)


@asynccontextmanager
async def played(tmp_path: Path, **asked: object) -> AsyncIterator[list[dict[str, int]]]:
    """The deck of each seat of a match that begins at once."""
    async with serving(tmp_path) as service, peer(service.url) as ann:
        told = await ann.ask({**OPEN, **asked}, "table", "nack")
        assert told["t"] == "table", told
        actor = service.registry.get((told if told["table"].get("m") else await begun(ann))["table"]["m"])
        assert actor is not None
        yield [dict(deck) for deck in actor.match.header.decks]


async def test_bots_play_the_decks_that_they_are_given(tmp_path: Path) -> None:
    async with played(tmp_path, seats=["bot:greedy", "open", "bot:random"], bot_decks=[BEARS, None]) as decks:
        assert decks[0] == BEARS
        assert decks[1] == dict(engine.load_decks("magic")["burn"].entries)
        assert decks[2] in [dict(deck.entries) for deck in engine.load_decks("magic").values()]


async def test_no_hero_is_drawn_that_somebody_plays(tmp_path: Path) -> None:
    shipped = engine.load_decks("marvel-champions")
    marvel = {"game": "marvel-champions", "deck": "she_hulk_aggression", "seats": ["open", "bot:greedy", "bot:greedy"]}
    for _ in range(4):
        async with played(tmp_path, **marvel, bot_decks=[None, None]) as decks:
            assert sorted(map(str, decks)) == sorted(str(dict(deck.entries)) for deck in shipped.values())


@pytest.mark.parametrize(
    ("given", "code"),
    [(["burn", "burn"], "bad_seats"), (["none"], "unknown_deck"), ([{"Forest": 59}], "illegal_deck")],
)
async def test_decks_that_bots_cannot_play_are_refused(tmp_path: Path, given: list[object], code: str) -> None:
    async with serving(tmp_path) as service, peer(service.url) as ann:
        frame = {**OPEN, "seats": ["open", "bot:greedy"], "bot_decks": given}
        assert (await ann.ask(frame, "nack"))["code"] == code
        assert await listed(ann) == []


async def test_a_table_whose_bots_have_other_decks_is_another_one(tmp_path: Path) -> None:
    """Their decks are kept until the match begins, though people come and go."""
    async with serving(tmp_path) as service, peer(service.url) as ann, peer(service.url) as bob:
        frame = {**OPEN, "seats": ["open", "open", "bot:greedy"], "quick": True}
        opened = await ann.ask({**frame, "bot_decks": [BEARS]}, "table")
        other = await bob.ask({**frame, "name": "bob"}, "table")
        assert other["table"]["id"] != opened["table"]["id"]
        await bob.ask({"t": "rise", "r": "r", "table": other["table"]["id"]}, "table")
        await bob.ask({**frame, "name": "bob", "bot_decks": [BEARS]}, "table")
        actor = service.registry.get((await begun(bob))["table"]["m"])
        assert actor is not None
        assert dict(actor.match.header.decks[2]) == BEARS
