"""Best of three: who won is counted, cards are exchanged, who lost decides who begins (PROTOCOL.md 17.5)."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import anyio
import anyio.to_thread
import orjson
from msgspec import Raw
from redis.asyncio import Redis

import engine
from protocol.messages import Result
from server.library.library import FILE
from server.lobby.rematches import LONG_AGO_MS
from server.match.replayed_match import header_of
from server.match.series import after, anew, chooser_after, is_over
from server.service.service import Service
from server.store.entries import Head, Series
from server.store.journal import notes
from tests.support.server.hand_clock import HandClock
from tests.support.server.imported import library
from tests.support.server.peer import PATIENCE_S, Frame, Peer, peer, serving
from tests.support.server.plain_http import fetch
from tests.support.server.tables import BEARS, OPEN, begun, sits, two_servers

SIDE: Frame = {"Colossal Dreadmaw": 2, "Overrun": 1}
SWAPPED: Frame = {**BEARS, "Grizzly Bears": 1, **SIDE}
"""Three Bears out, the sideboard in."""
OUT: Frame = {"Grizzly Bears": 3}


class Pair:
    """Two who play a series; ``match`` is the game that is played, ``c`` the last number that both have used."""

    def __init__(self, players: list[Peer]) -> None:
        self.players = players
        self.match = ""
        self.tokens: list[str] = []
        self.c = 0

    async def enter(self, told: list[Frame], key: str) -> list[Frame]:
        self.match, self.c = str(told[0][key]), 0
        self.tokens = [str(each["token"]) for each in told]
        return [await player.join(self.match, each["token"]) for player, each in zip(self.players, told, strict=True)]

    async def lose(self, seat: int) -> list[Frame]:
        """A seat gives the game up; what both are told of the next one."""
        self.c += 1
        await self.players[seat].ask({"t": "concede", "m": self.match, "c": self.c}, "ack")
        return [await player.expect("rematch") for player in self.players]

    async def goes_on(self, seat: int, **more: object) -> Frame:
        self.c += 1
        frame = {"t": "agree", "m": self.match, "c": self.c, "to": "rematch", **more}
        reply = await self.players[seat].ask(frame, "ack", "nack")
        if reply.get("code") == "unavailable":  # its node did not run the match, and now knows that it is over
            await self.players[seat].join(self.match, self.tokens[seat])
            reply = await self.players[seat].ask(frame, "ack", "nack")
        return reply

    async def next_game(self) -> list[Frame]:
        told = []
        for player in self.players:
            while not (frame := await player.expect("rematch")).get("next"):
                pass
            told.append(frame)
        return await self.enter(told, "next")


@asynccontextmanager
async def series(one: str, two: str, side: Frame = SIDE) -> AsyncIterator[Pair]:
    """Ann and Bob in the first game of best of three; Bob has a sideboard."""
    async with peer(one) as ann, peer(two) as bob:
        table = (await ann.ask({**OPEN, "best": 3}, "table"))["table"]["id"]
        await sits(bob, table, deck=[BEARS, side])
        told = [await begun(player) for player in (ann, bob)]
        pair = Pair([ann, bob])
        await pair.enter([{"m": each["table"]["m"], "token": each["token"]} for each in told], "m")
        yield pair


def decks(service: Service, match: str) -> list[dict[str, int]]:
    actor = service.registry.get(match)
    assert actor is not None
    return [dict(deck) for deck in actor.match.header.decks]


async def test_a_series_with_cards_exchanged_to_its_end(tmp_path: Path) -> None:
    async with serving(tmp_path) as service, series(service.url, service.url) as pair, peer(service.url) as eve:
        ann = pair.players[0]
        first = pair.match
        told = await pair.lose(1)
        assert [each["series"] for each in told] == [{"best": 3, "game": 2, "wins": [1, 0]}] * 2
        assert told[1]["deck"] == [BEARS, SIDE]
        assert told[0]["deck"][1] == {}
        assert all("next" not in each and each["until"] for each in told)

        for wrong in ([SWAPPED, {}], [{**BEARS, "Forest": 10}, SIDE], [SWAPPED, {"Shock": 3}], "burn"):
            assert (await pair.goes_on(1, deck=wrong))["code"] == "illegal_deck"
        assert (await pair.goes_on(1, deck=[SWAPPED, OUT]))["t"] == "ack"
        while "seats" not in (agreed := await ann.expect("rematch")):
            pass  # the end of a game may be told twice
        assert agreed["seats"] == [1]
        await pair.goes_on(0)
        states = await pair.next_game()
        assert [state["series"] for state in states] == [{"best": 3, "game": 2, "wins": [1, 0]}] * 2
        assert decks(service, pair.match)[1] == SWAPPED
        assert states[1]["decision"]["rule"].endswith("103.1")  # who lost decides who begins
        line = (await eve.ask({"t": "list", "r": "l"}, "matches"))["matches"][0]
        assert (line["m"], line["series"]["wins"]) == (pair.match, [1, 0])
        assert b"Dreadmaw" not in orjson.dumps([*ann.heard, *eve.heard])

        assert (await pair.lose(0))[1]["series"] == {"best": 3, "game": 3, "wins": [1, 1]}
        await pair.goes_on(1, deck=[BEARS, SIDE])
        await pair.goes_on(0)
        states = await pair.next_game()
        assert decks(service, pair.match)[1] == BEARS
        assert states[0].get("decision")
        assert not states[1].get("decision")

        pair.c += 1
        await ann.ask({"t": "concede", "m": pair.match, "c": pair.c}, "ack")
        await ann.expect("end")
        await pair.goes_on(0)
        assert "series" not in await ann.expect("rematch")  # it is won: another one is for both to agree on
        await pair.goes_on(1)
        assert [state["series"] for state in await pair.next_game()] == [{"best": 3, "wins": [0, 0]}] * 2
        assert pair.match != first


async def test_the_record_of_a_game_tells_no_imported_card_of_a_sideboard(tmp_path: Path) -> None:
    """Its owner brings it into the next game, which the other one plays without having seen it."""
    library(tmp_path / FILE)
    side, swapped, out = {"Kiln Otter": 3}, {**BEARS, "Grizzly Bears": 1, "Kiln Otter": 3}, {"Grizzly Bears": 3}
    async with serving(tmp_path) as service, series(service.url, service.url, side) as pair:
        first, token = pair.match, pair.tokens[0]
        await pair.lose(1)
        shown = {"Authorization": f"Bearer {token}"}
        path = f"/records/{first}.txt"
        status, _, text = await anyio.to_thread.run_sync(fetch, service.url, path, shown)
        while status == 503:  # it is worked out
            status, _, text = await anyio.to_thread.run_sync(fetch, service.url, path, shown)
        assert status == 200
        assert "Grizzly Bears" in text
        assert "Otter" not in text
        assert (await pair.goes_on(1, deck=[swapped, out]))["t"] == "ack"
        await pair.goes_on(0)
        await pair.next_game()
        assert decks(service, pair.match)[1] == swapped


async def test_who_says_nothing_goes_on_with_the_deck_as_it_is(tmp_path: Path) -> None:
    async with serving(tmp_path, between_s=0.2) as service, series(service.url, service.url) as pair:
        await pair.lose(0)
        states = await pair.next_game()
        assert states[0]["series"]["wins"] == [0, 1]
        assert decks(service, pair.match)[1] == BEARS


async def test_a_series_goes_on_where_its_players_are_on_two_nodes(tmp_path: Path, redis_url: str) -> None:
    async with two_servers(tmp_path, redis_url) as (one, two), series(one.url, two.url) as pair:
        told = await pair.lose(1)
        assert told[1]["deck"] == [BEARS, SIDE]
        await pair.goes_on(1, deck=[SWAPPED, OUT])
        await pair.goes_on(0)
        states = await pair.next_game()
        assert [state["you"] for state in states] == [0, 1]
        assert decks(one, pair.match)[1] == SWAPPED


async def test_a_player_who_comes_back_between_games_or_after_is_told_what_follows(tmp_path: Path) -> None:
    """It was told once, to those who had a connection then."""
    async with serving(tmp_path) as service, series(service.url, service.url) as pair:
        match, tokens = pair.match, pair.tokens
        await pair.lose(1)
        async with peer(service.url) as back:
            await back.join(match, tokens[1])
            told = await back.expect("rematch")
            assert (told["series"]["wins"], told["deck"], "next" in told) == ([1, 0], [BEARS, SIDE], False)
        for seat in (0, 1):
            await pair.goes_on(seat)
        await pair.next_game()
        async with peer(service.url) as back:
            await back.join(match, tokens[1])
            assert (await back.expect("rematch"))["next"] == pair.match
            assert (await back.join(pair.match, pair.tokens[1]))["you"] == 1


async def test_a_node_that_missed_what_follows_tells_it_once_it_hears_again(tmp_path: Path, redis_url: str) -> None:
    async with two_servers(tmp_path, redis_url) as (one, two), series(one.url, two.url) as pair:
        await pair.lose(1)
        missed, _ = await pair.players[0].create()
        async with Redis.from_url(redis_url) as direct:
            await direct.hset(notes(pair.match), mapping={"rematch": missed, "rematch0": "1", "rematch1": "1"})
            await direct.client_kill_filter(_type="pubsub")
        for player in pair.players:
            with anyio.fail_after(PATIENCE_S):
                while (await player.expect("rematch")).get("next") != missed:
                    pass


async def test_the_next_game_comes_though_nobody_had_noted_when_it_begins(tmp_path: Path) -> None:
    """The node that ran the game died just after its end."""
    async with serving(tmp_path, between_s=60) as service, series(service.url, service.url) as pair:
        await pair.lose(1)
        journal = service.registry.journal
        await journal.command(notes(pair.match), "HDEL", "until")
    async with serving(tmp_path, between_s=0.1) as service, peer(service.url) as back:
        await back.join(pair.match, pair.tokens[0])
        with anyio.fail_after(PATIENCE_S):
            while not (told := await back.expect("rematch")).get("next"):
                pass
        assert told["series"]["game"] == 2


async def test_who_looks_at_an_old_game_begins_no_other(tmp_path: Path) -> None:
    time = HandClock()
    async with serving(tmp_path, time) as service, series(service.url, service.url) as pair:
        await pair.lose(1)
        await service.registry.journal.command(notes(pair.match), "HDEL", "until")
    time.pass_ms(LONG_AGO_MS + 1)
    async with serving(tmp_path, time) as service, peer(service.url) as late:
        await late.join(pair.match, pair.tokens[0])
        await late.expect("end")
        for _ in range(5):  # what begins the next game takes two commands
            assert await service.registry.journal.notes(pair.match) == {}


def test_who_decides_who_begins() -> None:
    """The loser decides; after a draw the one who decided in the drawn game."""
    header = engine.Header("magic", ("a", "b"), ((), ()), engine.Seed("s"), chooser=1)
    head = Head(1, "e", Raw(orjson.dumps(header.to_json())), ("open", "open"), series=Series(3, (0, 0)))
    assert header_of(head).chooser == 1
    assert chooser_after(head, Result((1,))) == 0
    assert chooser_after(head, Result((0,))) == 1
    assert chooser_after(head, Result(())) == 1


def test_a_drawn_game_is_won_by_nobody() -> None:
    stands = after(Series(3, (1, 1), game=3), Result(()))
    assert (stands.wins, stands.game, is_over(stands)) == ((1, 1), 4, False)
    assert is_over(after(stands, Result((0,))))
    assert anew(stands) == Series(3, (0, 0))
