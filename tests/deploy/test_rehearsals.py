"""RUNBOOK.md, rehearsed: each procedure with real processes, while two people play through the proxy.

``sh deploy/rehearse.sh [NAME]`` runs these and tells how long players waited.
"""

import shutil
import signal
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import urlopen

import anyio
import orjson
import pytest
from anyio import to_thread

from protocol.client import connect
from server.chaos.redis_servers import Server, free_port
from tests.support.deploy.site import People, Site, node_of, people, site
from tests.support.server.plain_http import fetch
from tests.support.server.server_process import ServerProcess

pytestmark = [pytest.mark.slow, pytest.mark.timeout(400)]


@pytest.fixture(autouse=True)
def trust(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The proxy's certificate is good for this process."""
    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "tls.pem"))


async def owner(where: Site, players: People) -> int:
    """The node that runs the match, by its place in the proxy."""
    told = orjson.loads(await where.admin("show", players.match, "--json", node=alive(where)))
    return int(told["node"].rpartition(".")[0].removeprefix("node-")) - 1


def alive(where: Site) -> int:
    """A node that runs."""
    return next(number for number, node in enumerate(where.nodes) if node.is_running)


def tell(name: str, players: People) -> None:
    print(f"\n{name}: players waited {players.longest_s:.1f} s at most, {players.taken} moves were taken")  # noqa: T201 # for who rehearses


async def nothing_is_missing(where: Site, players: People) -> None:
    """The journal holds every move that was acknowledged, for each seat."""
    match, tokens, last_c = players.match, players.tokens, list(players.last_c)
    for seat in range(2):
        async with connect(where.url) as client:
            table = await client.join(match, tokens[seat])
            assert table.c >= last_c[seat]


async def holds(node: ServerProcess, connections: int) -> None:
    """Wait until a node has so many, and no others that it does not yet know to be gone."""
    with anyio.fail_after(60):
        found = -1
        while found != connections:
            _, _, text = await to_thread.run_sync(fetch, node.admin_url, "/metrics")
            said = next(line for line in text.splitlines() if line.startswith("stackloop_connections "))
            found = int(float(said.split()[1]))


def status(url: str) -> int:
    """The status that a page is answered with."""
    try:
        with urlopen(url) as response:
            return int(response.status)
    except HTTPError as error:
        error.close()
        return error.code


async def test_who_is_sent_to_a_node_gets_there_through_the_proxy(tmp_path: Path) -> None:
    """By the address that ``moved`` tells; and to another one where that node is gone."""
    async with site(tmp_path) as where:
        for number, node in enumerate(where.nodes, 1):
            await holds(node, 0)
            async with connect(f"{where.url}/node/node-{number}/ws"):
                await holds(node, 1)
        for path in ("/node/node-1/admin", "/node/node-1/metrics", "/node/node-1/", "/metrics", "/admin"):
            assert await to_thread.run_sync(status, where.url + path) == 404
        where.nodes[1].kill()
        async with connect(f"{where.url}/node/node-2/ws"):
            await holds(where.nodes[0], 1)


async def test_deploy(tmp_path: Path) -> None:
    """RUNBOOK.md, Deploy: people play through the proxy, and what is over leaves Redis for the archive."""
    more = {"STACKLOOP_ARCHIVE": str(tmp_path / "archive"), "STACKLOOP_FINISHED_S": "0.5"}
    async with site(tmp_path, more=more) as where, people(where) as players:
        match = players.match
        assert match in await where.admin("matches", "--json")
        await where.admin("close", match, "--reason", "rehearsed")
        with anyio.fail_after(60):
            while not list((tmp_path / "archive").glob(f"*/{match}.journal.gz")):  # noqa: ASYNC110 # another's file
                await anyio.sleep(0.1)
        await players.go_on()
        tell("deploy", players)


async def test_drain(tmp_path: Path) -> None:
    """The chapter "Drain" of RUNBOOK.md."""
    async with site(tmp_path) as where, people(where) as players:
        number = await owner(where, players)
        assert "the node has left" in await where.admin("drain", node=number)
        assert await to_thread.run_sync(where.nodes[number].wait) == 0
        await players.go_on()
        await nothing_is_missing(where, players)
        tell("drain", players)


async def test_upgrade(tmp_path: Path) -> None:
    """RUNBOOK.md, Upgrade: one node after another, to a version whose rules have another name."""
    async with site(tmp_path) as where, people(where) as players:
        for node in where.nodes:
            assert await where.end(node, signal.SIGTERM) == 0
            node._environment["STACKLOOP_ENGINE"] = "the next version"
            await where.start(node)
            await players.go_on()
        await nothing_is_missing(where, players)
        tell("upgrade", players)


async def test_node(tmp_path: Path) -> None:
    """RUNBOOK.md, Lose a node: SIGKILL, and it starts again."""
    async with site(tmp_path) as where, people(where) as players:
        lost = where.nodes[await owner(where, players)]
        await where.end(lost, signal.SIGKILL)
        await players.go_on()
        await nothing_is_missing(where, players)
        await where.start(lost)
        await players.go_on()
        tell("node", players)


async def test_redis(tmp_path: Path) -> None:
    """RUNBOOK.md, Lose Redis: it is killed and starts again on its file."""
    async with site(tmp_path) as where, people(where) as players:
        where.servers[0].kill()
        where.servers[0].start()
        await where.servers[0].answers()
        await players.go_on()
        await nothing_is_missing(where, players)
        tell("redis", players)


async def test_failover(tmp_path: Path) -> None:
    """RUNBOOK.md, Lose Redis: the replica is promoted; the old primary comes back behind it, and takes its place."""
    async with site(tmp_path, more={"STACKLOOP_DURABILITY": "replica"}) as where, people(where) as players:
        primary, replica = where.servers
        primary.kill()
        await replica.ask("REPLICAOF", "NO", "ONE")
        primary.follow(replica)
        primary.start()
        await primary.until("master_link_status:up")
        await players.go_on()
        await nothing_is_missing(where, players)
        await replica.ask("FAILOVER")
        await primary.until("role:master")
        await players.go_on()
        await nothing_is_missing(where, players)
        tell("failover", players)


async def test_restore(tmp_path: Path) -> None:
    """RUNBOOK.md, Restore: everything stops, and starts again on a copy of the append-only directory."""
    async with site(tmp_path, nodes=1) as where:
        async with people(where) as players:
            await players.go_on()
        await where.end(where.nodes[0], signal.SIGTERM)
        await where.servers[0].until("aof_buffer_length:0")  # while it flushes to disk it writes nothing to the file
        for server in where.servers:
            server.kill()
        backup = tmp_path / "backup"
        await to_thread.run_sync(shutil.copytree, tmp_path / "redis0", backup)
        redis = Server(where.servers[0].binary, backup)
        redis.start()
        try:
            await redis.answers()
            node = node_of(tmp_path, "node-1", redis.url, free_port())
            await where.start(node)
            try:
                async with connect(node.url) as client:
                    for seat in range(2):
                        table = await client.join(players.match, players.tokens[seat])
                        assert table.c >= players.last_c[seat]
            finally:
                node.kill()
        finally:
            redis.kill()
