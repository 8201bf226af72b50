"""The fuzzer's ground: two nodes on one Redis, as processes, and two matches of honest players.

The witnesses are a match that everybody may watch, and a private one. After each attack they are looked at: their
players see what they saw before, play on, and nothing that only they may know has come to the fuzzer.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import AsyncExitStack, ExitStack, contextmanager
from pathlib import Path
from typing import Any, Final
from urllib.request import urlopen

import anyio
import orjson
from anyio.from_thread import BlockingPortal, start_blocking_portal
from anyio.to_thread import run_sync

from server.store.embedded_valkey import embedded
from tests.support.fuzz.door import close_all
from tests.support.server.peer import Frame, Peer, peer
from tests.support.server.server_process import ServerProcess, server_process

ADMIN_TOKEN: Final = "an-operator-of-the-fuzzing-ground-00"
SECRET_CARDS: Final = (
    "Wind Drake", "Wall of Frost", "Looter il-Kor", "Merfolk Looter", "Blood Artist", "Black Knight", "Gravedigger",
    "Carrion Feeder", "Bottle Gnomes", "Frogmite", "Steel Overseer", "Void Winnower", "Viscera Seer", "Craw Wurm",
    "Bloodghast",
)  # fmt: skip
"""Cards that stand in no deck that ships, nor in any of the fuzzer's."""
NAMES: Final = ("Aurelia Quill", "Bartholomew Finch")
"""Of those who play in private; nobody else is called so."""
SETTLE_S: Final = 60.0
"""Time until all that is over is gone."""
NOISE_BYTES: Final = 150_000_000
"""Memory that a node may have taken after it was warm, caches filled and allocators ragged."""

COUNTED: Final = (
    "stackloop_connections",
    "stackloop_matches",
    'stackloop_followers{kind="seat"}',
    'stackloop_followers{kind="public"}',
    "stackloop_tasks",
    "stackloop_channels",
    "stackloop_mailbox_items",
)
"""Gauges that are back at what they were, once all that a fuzzer began is over."""
BUCKETS: Final = ("HANDSHAKES", "CREATES", "ASKS")
UNBOUNDED: Final = {f"STACKLOOP_BURST_{name}": "1000000000" for name in BUCKETS}
"""Limits that would keep a fuzzer from going on: all come from one address."""
LEASE_S: Final = "600"
"""No node is taken for dead because the machine is busy: its players would be told that their matches have moved."""
MEMORY: Final = "process_resident_memory_bytes"
SIGNS: Final = ('"level":"error"', '"level":"critical"', "Traceback", "Exception", "never awaited", "never retrieved")
"""In a log, of a fault."""
CLEAN_EVERY: Final = 25
BEGIN_ANEW: Final = 500
"""Looks after which the witnesses play new matches: theirs end some time."""
WATCHER: Final = 2
PUBLIC: Final = 0
"""The witness that everybody may watch."""


class Witness:
    """A match of two honest players, at the two nodes, and of one who watches; ``seen`` is what everybody may know."""

    def __init__(self, players: tuple[Peer, Peer], watcher: Peer) -> None:
        self.match = ""
        self.secrets: tuple[str, ...] = ()
        self.seen: set[str] = set()
        self._peers: tuple[Peer, Peer, Peer] = (*players, watcher)
        self._views: list[dict[str, Any]] = [{}, {}, {}]
        self._seqs = [0, 0, 0]
        self._asked: list[Frame | None] = [None, None, None]
        self._c = [0, 0]

    async def begin(self, *, private: bool) -> None:
        deck = dict.fromkeys(SECRET_CARDS, 4)
        created = await self._peers[0].ask(
            {"t": "create", "game": "magic", "decks": [deck, deck], "names": list(NAMES) if private else ["ann", "bob"],
             "private": private, "profile": "current"},
            "created",
        )  # fmt: skip
        self.match = created["m"]
        tokens = [seat["token"] for seat in created["seats"]]
        watch = created.get("watch")
        self.secrets = tuple(filter(None, (*tokens, watch, *(NAMES if private else ()))))
        for number, token in enumerate((*tokens, watch)):
            self._take(number, await self._peers[number].join(self.match, token))

    async def check(self) -> None:
        """All see what they saw; then somebody who is asked answers, and all see what comes of it."""
        for number in range(WATCHER + 1):
            state = await self._sync(number)
            assert state["view"] == self._views[number], "the view of an honest player is not what was told"
            assert state["seq"] == self._seqs[number]
        seat = 0 if self._asked[0] else 1
        asked = self._asked[seat]
        assert asked is not None, "nobody is asked anything"
        self._c[seat] += 1
        intent = {"t": "intent", "m": self.match, "c": self._c[seat], "w": asked["w"], "a": asked["default"]}
        await self._peers[seat].send(intent)
        await self._expect(seat, "ack")
        for number in range(WATCHER + 1):
            self._take(number, await self._sync(number))

    async def _sync(self, number: int) -> Frame:
        await self._peers[number].send({"t": "sync", "m": self.match})
        return await self._expect(number, "state")

    async def _expect(self, number: int, kind: str) -> Frame:
        with anyio.fail_after(SETTLE_S):
            while (frame := await self._peers[number].next())["t"] != kind or frame["m"] != self.match:
                assert frame["t"] not in ("nack", "end", "bye", "moved"), f"an honest player was told {frame}"
                if frame["t"] == "diff" and frame["seq"] > self._seqs[number]:
                    self._fold(number, frame)
        return frame

    def _fold(self, number: int, frame: Frame) -> None:
        assert frame["seq"] == self._seqs[number] + 1, "a hole in the view of an honest player"
        self._seqs[number] = frame["seq"]
        for key, entity in frame["d"].items():
            if entity is None:
                self._views[number].pop(key, None)
            else:
                self._views[number][key] = entity
        if "decision" in frame:
            self._asked[number] = frame["decision"]
        self._see(number)

    def _take(self, number: int, state: Frame) -> None:
        self._views[number], self._seqs[number] = state["view"], state["seq"]
        self._asked[number] = state.get("decision")
        self._see(number)

    def _see(self, number: int) -> None:
        if number == WATCHER:
            shown = orjson.dumps(self._views[WATCHER])
            self.seen |= {name for name in SECRET_CARDS if name.encode() in shown}


class Ground:
    """Two nodes, their witnesses, and what was measured of the nodes while nothing was going on.

    Args:
        redis: URL of what they share.
        portal: where all connections live.
        stack: closed with the ground.
    """

    def __init__(
        self, nodes: tuple[ServerProcess, ServerProcess], redis: str, portal: BlockingPortal, stack: AsyncExitStack
    ) -> None:
        self.nodes = nodes
        self.redis = redis
        self.portal = portal
        self._stack = stack
        self._witnesses: list[Witness] = []
        self._logged = [0, 0]
        self._checks = 0
        self._baseline: list[dict[str, float]] = []

    @property
    def urls(self) -> tuple[str, ...]:
        return tuple(node.url for node in self.nodes)

    @property
    def admin_urls(self) -> tuple[str, ...]:
        return tuple(node.admin_url for node in self.nodes)

    @property
    def foreign(self) -> tuple[str, ...]:
        """Ids of the witnesses: a fuzzer may name them."""
        return tuple(witness.match for witness in self._witnesses)

    async def begin(self) -> None:
        """Seat the witnesses anew, and take the measure of the quiet nodes."""
        self._witnesses.clear()
        for private in (False, True):
            one, two, three = [
                await self._stack.enter_async_context(peer(url, ping_s=None)) for url in (*self.urls, self.urls[1])
            ]
            witness = Witness((one, two), three)
            for player in (one, two):  # the first heavy work of a node starts the task that minds its workers
                await player.ask({"t": "check", "game": "magic", "deck": {"Mountain": 60}}, "checked")
            await witness.begin(private=private)
            await witness.check()
            self._witnesses.append(witness)
        await close_all(self.admin_urls[0], ADMIN_TOKEN, set(self.foreign))
        self._baseline = [await run_sync(measured, url) for url in self.admin_urls]

    async def check(self, received: list[bytes]) -> None:
        """Look whether an attack has done any harm.

        Args:
            received: all that came to the fuzzer.

        Raises:
            AssertionError: it has.
        """
        for witness in self._witnesses:
            await witness.check()
        told = b"".join(received)
        hidden = set(SECRET_CARDS) - self._witnesses[PUBLIC].seen
        for secret in (*hidden, *(secret for witness in self._witnesses for secret in witness.secrets)):
            assert secret.encode() not in told, f"the fuzzer was told {secret!r}"
        for number, node in enumerate(self.nodes):
            assert node.is_running, "a node is gone"
            await run_sync(answers, node.url)
            self._read_log(number, node)
        self._checks += 1
        if self._checks % CLEAN_EVERY == 0:
            await self.clean()

    async def clean(self) -> None:
        """End what the fuzzer has begun; then nothing of it may be left."""
        await close_all(self.admin_urls[0], ADMIN_TOKEN, set(self.foreign))
        for url, before in zip(self.admin_urls, self._baseline, strict=True):
            await run_sync(self._wait_for, url, before)
        if self._checks >= BEGIN_ANEW:
            self._checks = 0
            await self.begin()

    def _wait_for(self, url: str, before: dict[str, float]) -> None:
        until_s = time.monotonic() + SETTLE_S
        while True:
            now = measured(url)
            more = {name: (before[name], now[name]) for name in COUNTED if now[name] > before[name]}
            if not more:
                break
            assert time.monotonic() < until_s, f"left behind (before, now): {more}"
            time.sleep(0.1)
        assert now["stackloop_incidents_total"] == 0
        assert now[MEMORY] < before[MEMORY] + NOISE_BYTES, "a node has grown"

    def _read_log(self, number: int, node: ServerProcess) -> None:
        with node.errors.open() as log:
            log.seek(self._logged[number])
            lines = log.read()
            self._logged[number] = log.tell()
        for sign in SIGNS:
            assert sign not in lines, lines


def measured(url: str) -> dict[str, float]:
    """The metrics of a node."""
    found: dict[str, float] = {}
    for line in fetch(f"{url}metrics").splitlines():
        name, _, value = line.rpartition(" ")
        if name and not name.startswith("#"):
            found[name] = float(value)
    return found


def answers(url: str) -> None:
    assert fetch(f"{url}livez") == "ok\n"
    assert fetch(f"{url}readyz") == "ready\n"


def fetch(url: str) -> str:
    with urlopen(url, timeout=SETTLE_S) as response:
        text: str = response.read().decode()
    return text


@contextmanager
def open_ground(data: Path, **settings: str) -> Iterator[Ground]:
    """Run the nodes for as long as the block."""
    with ExitStack() as stack:
        portal = stack.enter_context(start_blocking_portal(backend_options={"use_uvloop": True}))
        redis = stack.enter_context(portal.wrap_async_context_manager(embedded(data / "redis")))
        environment = {
            "STACKLOOP_ADMIN_TOKEN": ADMIN_TOKEN,
            "STACKLOOP_FINISHED_MATCHES": "0",
            "STACKLOOP_LEASE_S": LEASE_S,
            **UNBOUNDED,
            **settings,
        }
        nodes = tuple(
            stack.enter_context(
                server_process(
                    data / name, "--redis", redis, "--node", name, "--log-level", "warning", settings=environment
                )
            )
            for name in ("one", "two")
        )
        assert len(nodes) == 2
        connections = AsyncExitStack()
        stack.enter_context(portal.wrap_async_context_manager(connections))
        ground = Ground((nodes[0], nodes[1]), redis, portal, connections)
        portal.call(ground.begin)
        yield ground
        portal.call(ground.clean)
