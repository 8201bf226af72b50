"""Playing a finished match again (PROTOCOL.md 3.17): what follows is told once it is there, also to late comers."""

from __future__ import annotations

from pathlib import Path

import anyio

from protocol.client import Client, Match, connect
from server.lobby.creation import new_id
from server.match.agreements import REMATCH
from tests.support.server.peer import PATIENCE_S, Frame, Peer, peer, serving


async def conceded(clients: tuple[Client, Client]) -> tuple[Match, ...]:
    """A match that its first player has given up, as both see it."""
    created = await clients[0].create("magic")
    tables = [await client.join(created.m, seat.token) for client, seat in zip(clients, created.seats, strict=True)]
    await tables[0].concede()
    return tuple(tables)


async def agreed(player: Peer, match: str, c: int) -> Frame:
    """The answer about the next match to a player who wants it."""
    await player.ask({"t": "agree", "m": match, "c": c, "to": "rematch"}, "ack")
    return await player.expect("rematch")


async def test_a_match_that_was_noted_and_never_begun_is_not_told_before_it_is(tmp_path: Path) -> None:
    """The node that noted it died before it began: whoever was told would ask for a match that does not exist."""
    async with serving(tmp_path) as service, peer(service.url) as ann, peer(service.url) as bob:
        match, tokens = await ann.create()
        await ann.join(match, tokens[0])
        await ann.ask({"t": "concede", "m": match, "c": 1}, "end")
        noted = await service.registry.journal.note_once(match, REMATCH, new_id())
        assert "next" not in await agreed(ann, match, 2)
        await bob.join(match, tokens[1])
        told = await bob.expect("rematch")
        assert (told["seats"], "next" in told) == ([0], False)
        while not (told := await agreed(bob, match, 1)).get("next"):
            pass
        assert told["next"] == noted
        assert (await bob.join(noted, told["token"]))["you"] == 1


async def test_a_match_that_was_let_go_is_played_again_as_any_other(tmp_path: Path) -> None:
    """A node keeps so many matches that are over; whoever looks at the result of an older one may still play on."""
    async with (
        serving(tmp_path, finished_matches=1) as service,
        connect(service.url) as ann,
        connect(service.url) as bob,
    ):
        clients = (ann, bob)
        tables = await conceded(clients)
        await conceded(clients)
        assert service.registry.get(tables[0].id) is None
        following: list[str] = []

        async def follow(client: Client, table: Match) -> None:
            following.append((await client.follow(table)).id)

        with anyio.fail_after(PATIENCE_S):
            async with anyio.create_task_group() as tasks:
                for client, table in zip(clients, tables, strict=True):
                    tasks.start_soon(follow, client, table)
        assert following[0] == following[1]
