"""Two scripts play matches with decks of imported cards through two nodes, of which one alone has the library.

That one is killed in the middle: the other goes on with the matches, which bring their cards. The records verify and
replay where there is no library.
"""

import random
import signal
from pathlib import Path

import anyio
import anyio.to_thread
import pytest
from click.testing import CliRunner

import engine
from protocol.client import Client, connect
from protocol.messages import Created
from server.bots.seat_player import Player
from server.cli import main
from server.library.library import FILE
from tests.support.e2e.acknowledged import Witness
from tests.support.engine.brought import TABLES, deck
from tests.support.server.cluster import cluster
from tests.support.server.imported import library
from tests.support.server.plain_http import fetch

GAMES = sorted(TABLES)
MATCHES = 2
"""The number for each game."""
STEP = 10
"""Acknowledged answers of every match before the node with the library is killed."""


async def sit(client: Client, match: str, token: str, seat: int, witness: Witness) -> None:
    player = Player("random", random.Random(f"{match}{seat}"))
    table = await client.join(match, token)
    async for decision in table:
        if await table.answer(player.choose(table.view, decision)):
            witness.saw(match, seat, decision.w)
    witness.ended(match)


async def record_of(url: str, match: Created) -> str:
    headers = {"Authorization": f"Bearer {match.seats[0].token}"}
    status, _, text = await anyio.to_thread.run_sync(fetch, url, f"/records/{match.m}.txt", headers)
    assert status == 200, text
    return text


@pytest.mark.slow
@pytest.mark.timeout(600)
async def test_they_go_on_where_there_is_no_library_and_their_records_verify_there(tmp_path: Path) -> None:
    library(tmp_path / "one" / FILE)
    witness = Witness()
    async with cluster(tmp_path, "one", "two") as nodes:
        one, two = nodes.nodes
        async with connect(one.url, two.url, ping_s=5.0) as ann, connect(two.url, one.url, ping_s=5.0) as bob:
            created = [
                await ann.create(game, (dict(deck(game)), dict(deck(game)))) for game in GAMES for _ in range(MATCHES)
            ]
            matches = [match.m for match in created]
            async with anyio.create_task_group() as tasks:
                for match in created:
                    tasks.start_soon(sit, ann, match.m, match.seats[0].token, 0, witness)
                    tasks.start_soon(sit, bob, match.m, match.seats[1].token, 1, witness)
                await witness.until(matches, STEP)
                await anyio.to_thread.run_sync(one.end, signal.SIGKILL)
        assert witness.over == set(matches)
        records = [await record_of(two.url, match) for match in created]
    for number, text in enumerate(records):
        assert engine.Record(text).cards
        assert engine.replay(text).match.result is not None
        file = tmp_path / f"{number}.record"
        file.write_text(text, encoding="utf-8")
        for command in ("replay", "verify"):
            done = CliRunner().invoke(main, [command, str(file)])
            assert done.exit_code == 0, done.output
