"""The knowledge of a seat, over the wire: of open decks, to seats alone, and made into matches that look the same."""

import random
from pathlib import Path

import msgspec
import orjson
import pytest

import engine
from protocol.client import Refused, connect
from server.lobby.forked_matches import packed
from tests.support.engine.conceded_match import record
from tests.support.server.peer import peer, serving

DECKS = ({"Mountain": 30, "Forest": 30}, {"Forest": 56, "Grizzly Bears": 4})


async def test_a_seat_goes_on_by_itself_from_what_it_knows(tmp_path: Path) -> None:
    async with serving(tmp_path) as service, connect(service.url) as client:
        created = await client.create("magic", DECKS, seats=("open", "open"), open_decks=True)
        match = await client.join(created.m, created.seats[0].token)
        told = await client.known(created.m)
        assert told.decks == tuple(tuple(deck.items()) for deck in DECKS)
        chance = random.Random(1)
        first, second = (engine.determinise(bytes(told.known), told.decks, chance.randrange) for _ in range(2))
        assert first.hash() != second.hash()
        assert [d.seat for d in first.decisions] == list(match.view.game.waiting)
        for _ in range(50):
            asked = first.decisions[0]
            first.apply(asked.seat, asked.w, asked.sample(chance.randrange))
        assert first.commits == 50


async def test_deck_lists_stay_closed_unless_the_match_was_made_otherwise(tmp_path: Path) -> None:
    async with serving(tmp_path) as service, connect(service.url) as client:
        created = await client.create("magic", DECKS, seats=("open", "open"))
        await client.join(created.m, created.seats[0].token)
        with pytest.raises(Refused, match="closed_decks"):
            await client.known(created.m)


async def test_who_sits_alone_against_a_scenario_is_told_as_there_is_no_other_deck(tmp_path: Path) -> None:
    async with serving(tmp_path) as service, connect(service.url) as client:
        created = await client.create("marvel-champions", ("she_hulk_aggression",))
        await client.join(created.m, created.seats[0].token)
        (deck,) = (await client.known(created.m)).decks
        assert ("Hellcat", 1) in deck


async def test_without_a_seat_nothing_is_told(tmp_path: Path) -> None:
    async with serving(tmp_path) as service, connect(service.url) as client, peer(service.url) as watcher:
        created = await client.create("magic", DECKS, seats=("open", "open"), open_decks=True)
        await watcher.join(created.m)
        nack = await watcher.refused({"t": "know", "m": created.m, "r": "1"})
        assert (nack["code"], nack["r"]) == ("not_seated", "1")


async def test_a_match_begun_at_a_moment_of_another_tells_nobody_what_fixes_its_chances(tmp_path: Path) -> None:
    fork = msgspec.to_builtins(packed(record(0), 60))
    async with serving(tmp_path) as service, peer(service.url) as ann:
        asked = {"t": "create", "r": "c", "game": "magic", "open_decks": True, "fork": fork}
        created = await ann.ask(asked, "created")
        await ann.join(created["m"], created["seats"][0]["token"])
        told = await ann.ask({"t": "know", "m": created["m"], "r": "1"}, "known")
        actor = service.registry.get(created["m"])
        assert actor is not None
        secrets = {seed.secret for seed in (actor.match.header.seed, actor.match.header.seed.last)}
        assert len(secrets) == 2
        assert not any(f'"{secret}"' in orjson.dumps(told).decode() for secret in secrets)
        engine.determinise(orjson.dumps(told["known"]), actor.match.header.decks, random.Random(1).randrange)
