"""``stackloop mcp`` by its public door: a process of its own, and the official client on its pipe."""

from __future__ import annotations

import random
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import anyio
import orjson
import pytest
from click.testing import CliRunner
from mcp import Client, MCPError
from mcp.types import INVALID_PARAMS, PARSE_ERROR, CallToolResult

import engine
from protocol.client import Refused
from server.agents.arguments import MOST_WAIT_S, Options
from server.agents.stdio import LINE_BYTES
from server.agents.tools import MOST_AT_ONCE, NAMED, Tools
from server.commands import arena
from tests.support.server import agent
from tests.support.server.agent import call, code, data, door, play, text
from tests.support.server.server_process import ServerProcess, server_process

pytestmark = pytest.mark.slow
GAMES = engine.list_games()
DECKS = ("burn", "elvish-ramp")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    folder = tmp_path_factory.mktemp("server") / "data"
    with server_process(folder, settings={"STACKLOOP_HOUSE_PACE_S": "0"}) as process:
        yield process


async def test_its_tools_are_described_and_bounded() -> None:
    """A model is told of each argument; each text has a longest length, each number a greatest."""
    async with door() as client:
        tools = {tool.name: tool for tool in (await client.list_tools()).tools}
    assert set(tools) == set(NAMED)
    for tool in tools.values():
        assert tool.description
        assert tool.input_schema["type"] == "object"
        assert tool.input_schema["additionalProperties"] is False
        for part in parts(tool.input_schema):
            if part.get("type") == "string":
                assert "maxLength" in part, part
            if part.get("type") in ("integer", "number"):
                assert "maximum" in part, part
            if part.get("type") == "array":
                assert "maxItems" in part, part


def parts(schema: object) -> Iterator[dict[str, object]]:
    """All objects of a schema."""
    if isinstance(schema, dict):
        yield schema
        for each in schema.values():
            yield from parts(each)
    elif isinstance(schema, list):
        for each in schema:
            yield from parts(each)


@pytest.mark.parametrize("game", GAMES)
async def test_a_match_without_a_server_is_played_to_its_end(game: str) -> None:
    async with door() as client:
        begun = await call(client, "begin", game=game, against=["greedy"], seed="7")
        assert not begun.is_error, text(begun)
        assert data(begun)["you"] == 0
        result = await play(client, random.Random(7))
        assert "the match is over" in text(await call(client, "options"))
        again = await call(client, "begin", game=game, against=["random"], seed="8")
    assert result["code"]
    assert not again.is_error, text(again)


async def test_one_hero_alone_plays_without_a_server() -> None:
    async with door() as client:
        begun = await call(client, "begin", game="marvel-champions", against=[], seed="7")
        assert (begun.is_error, data(begun)["you"]) == (False, 0)


async def acting(client: Client) -> CallToolResult:
    """A match of burn against elves, at the first moment at which one may act: the first turn, without a land."""
    told = await call(client, "begin", game="magic", seed="5", decks=DECKS)
    while data(told)["decision"]["kind"] != "act":
        told = await call(client, "act", answer="0")
    return told


async def test_it_tells_what_its_seat_sees_and_nothing_else() -> None:
    """The table, one's own hand, the log and cards with their texts; of the others' hand only how large it is."""
    async with door() as client:
        told = await acting(client)
        table = text(await call(client, "look"))
        own = text(await call(client, "card", card="Shock"))
        others = await call(client, "card", card="Llanowar Elves")
    assert "hand:" in table
    assert "B player 2: life 20  hand 7  library 53" in table
    assert "Turn 1" in table
    assert "Shock deals 2 damage" in own
    assert code(others) == "unseen"
    assert not [name for name, _ in engine.load_decks("magic")["elvish-ramp"].entries if name in table + str(told)]


async def test_why_says_which_step_fails() -> None:
    async with door() as client:
        await acting(client)
        told = text(await call(client, "why", card="Shock"))
    assert told.startswith("cast: the cost of Shock cannot be paid [601.2h]; needed: {R} more")
    assert "NO  its cost can be paid [601.2h]" in told


async def test_what_is_refused_has_a_code_and_changes_nothing() -> None:
    async with door() as client:
        assert code(await call(client, "look")) == "not_seated"
        assert code(await call(client, "tables")) == "no_server"
        assert code(await call(client, "begin", game="chess")) == "unknown_game"
        assert code(await call(client, "begin", game="magic", against=["nobody"])) == "unknown_bot"
        assert code(await call(client, "begin", game="magic", against=["greedy"] * 8)) == "bad_frame"
        first = data(await call(client, "begin", game="magic", seed="5"))
        w = first["decision"]["w"]
        assert code(await call(client, "begin", game="magic")) == "already_seated"
        assert code(await call(client, "act", answer="0", w=w + 1)) == "stale_decision"
        assert code(await call(client, "act", answer="99")) == "bad_answer"
        assert code(await call(client, "act", answer="x" * 1025)) == "bad_frame"
        assert code(await call(client, "act", answer="0", wait_s=MOST_WAIT_S + 1)) == "bad_frame"
        assert code(await call(client, "act", answer="0", colour="red")) == "bad_frame"
        assert code(await call(client, "card", card="Nothing")) == "unseen"
        illegal = await call(client, "act", answer='cast "Shock"')
        assert code(illegal)
        assert text(illegal).startswith(code(illegal))
        assert data(await call(client, "options")) == first
        with pytest.raises(MCPError) as failed:
            await call(client, "dance")
        assert failed.value.code == INVALID_PARAMS
        assert data(await call(client, "act", answer="concede"))["result"]["winners"] == [1]


def test_a_line_that_is_no_message_is_answered_and_ends_nothing() -> None:
    bad = [b"{", b"x" * (3 * LINE_BYTES), b"\xff\xfe", b"[]"]
    with subprocess.Popen(
        [sys.executable, *agent.COMMAND], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=agent.environment()
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for line in bad:
            process.stdin.write(line + b"\n")
            process.stdin.flush()
            told = orjson.loads(process.stdout.readline())
            assert (told.get("id"), told["error"]["code"]) == (None, PARSE_ERROR)
        process.stdin.write(b'{"jsonrpc": "2.0", "id": 4, "method": "ping"}\n')
        process.stdin.flush()
        assert orjson.loads(process.stdout.readline()) == {"jsonrpc": "2.0", "id": 4, "result": {}}
        process.stdin.close()
        assert process.wait(timeout=30) == 0


def test_it_ends_when_it_is_interrupted_though_nothing_comes_in() -> None:
    with subprocess.Popen(
        [sys.executable, *agent.COMMAND], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=agent.environment()
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(b'{"jsonrpc": "2.0", "id": 4, "method": "ping"}\n')
        process.stdin.flush()
        assert process.stdout.readline()
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=30) == 130


async def test_only_so_many_calls_wait() -> None:
    """The calls after the first wait for it; one more than the bound is refused."""
    tools = Tools(None, "model")
    codes: list[str] = []

    async def one() -> None:
        try:
            await tools.call(Options())
        except Refused as refused:
            codes.append(refused.code)

    async with anyio.create_task_group() as tasks:
        for _ in range(MOST_AT_ONCE + 1):
            tasks.start_soon(one)
    assert sorted(codes) == ["not_seated"] * MOST_AT_ONCE + ["rate_limited"]


async def test_two_models_meet_at_a_table(server: ServerProcess) -> None:
    """One waits where anybody may come; the other sees the table and sits down there."""
    results = []
    async with door("--url", server.url, "--name", "ann") as ann, door("--url", server.url, "--name", "bob") as bob:
        waiting = await call(ann, "sit", table="quick", game="magic", deck="burn", wait_s=0)
        assert "you wait at table" in text(waiting)
        assert code(await call(ann, "begin", game="magic")) == "already_seated"
        line = text(await call(bob, "tables"))
        assert "magic, ann, free" in line
        assert code(await call(bob, "sit", table="nowhere")) == "unknown_table"
        taken = await call(bob, "sit", table=line.partition(":")[0], deck="burn")
        assert "you are bob" in text(taken)
        assert "you are ann" in text(await call(ann, "sit", table="quick"))

        async def one(client: Client, seed: int) -> None:
            results.append(await play(client, random.Random(seed)))

        async with anyio.create_task_group() as tasks:
            tasks.start_soon(one, ann, 1)
            tasks.start_soon(one, bob, 2)
    assert len(results) == 2
    assert results[0] == results[1]


async def test_a_match_on_a_server_is_left_and_joined_again(server: ServerProcess) -> None:
    async with door("--url", server.url) as client:
        begun = data(await call(client, "begin", game="grand-archive", against=["random"]))
        assert code(await call(client, "join", match=begun["m"], token="x")) == "already_seated"
        assert "left match" in text(await call(client, "leave"))
        assert code(await call(client, "join", match=begun["m"], token="x")) == "bad_token"
        assert code(await call(client, "why", card="Champion")) == "not_seated"


def test_an_entrant_of_the_arena_plays_a_whole_match_by_it(tmp_path: Path) -> None:
    """The program starts the door with the environment that the arena gave it, and answers by tools alone."""
    program = f"model={sys.executable} {Path(agent.__file__)}"
    kept = tmp_path / "run.jsonl"
    words = [
        "magic",
        program,
        "random",
        "--matches",
        "2",
        "--seed",
        "3",
        "--workers",
        "1",
        "--keep",
        str(kept),
        "--json",
    ]
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", str(agent.ROOT))
        done = CliRunner().invoke(arena.command, words)
    assert done.exit_code == 0, done.output
    told = orjson.loads(done.stdout)
    assert sum(told["ends"].values()) == 2
    assert not {"concede", "time"} & set(told["ends"])


def test_without_its_server_it_says_so() -> None:
    done = subprocess.run(
        [sys.executable, *agent.COMMAND, "--url", "http://127.0.0.1:1"],
        input=b"",
        capture_output=True,
        timeout=60,
        check=False,
        env=agent.environment(),
    )
    assert (done.returncode, done.stdout) == (1, b"")
    assert len(done.stderr.splitlines()) == 1
