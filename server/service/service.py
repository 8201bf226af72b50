"""One whole server, put together: Redis, journal, registry, house, gateway; and taken apart in the reverse order."""

import secrets
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, nullcontext
from dataclasses import replace
from typing import Final

import anyio

from server.cluster.leases import Nodes, new_id
from server.cluster.messages import Post
from server.gateway.admin import Door
from server.gateway.admin_port import open_admin_port
from server.gateway.gateway import open_gateway
from server.gateway.health import Health
from server.gateway.hosts import Hosts
from server.identity.tokens import load_secret, make_tokens
from server.library.late_library import LateLibrary
from server.library.library import library_file
from server.lobby.house_bots import House
from server.ownership.adoption import Adoption
from server.ownership.draining import Draining
from server.ownership.node_requests import Desk
from server.ownership.operations import Operations
from server.ownership.registry import Registry, open_registry
from server.runtime import metrics
from server.runtime.clock_source import Timer, WallTimer
from server.runtime.logs import get
from server.runtime.settings import Settings
from server.runtime.stage_times import Counted
from server.store.archive import archive_of
from server.store.embedded_valkey import embedded
from server.store.journal import Journal
from server.store.journal_opening import open_journal
from server.store.retention import Archiver
from server.store.subscriptions import Bus
from server.store.topology import with_password

log = get("service")

LEAVE_S: Final = 1.0
"""Time that the lease may take to be given back, when Redis may be gone."""
SHARED: Final = "sl:secret"
ANYWHERE: Final = ("", "0.0.0.0", "::")  # noqa: S104 # compared, not bound
"""Hosts to listen at that tell nobody where we are."""
ALONE: Final = "alone"
"""The node on an embedded Redis: there is no other."""


class Service:
    """A running server.

    Attributes:
        url: of its page.
        admin_url: where operators are answered.
        leave: set once the operator wants it to end.
    """

    __slots__ = ("_drain_s", "_draining", "admin_url", "leave", "registry", "url")

    def __init__(
        self, url: str, admin_url: str, registry: Registry, draining: Draining, drain_s: float, leave: anyio.Event
    ) -> None:
        self.url = url
        self.admin_url = admin_url
        self.leave = leave
        self.registry = registry
        self._draining = draining
        self._drain_s = drain_s

    async def drain(self) -> None:
        """Hand everything over to those who stay, as far as there is time."""
        with anyio.move_on_after(self._drain_s):
            await self._draining.run()


@asynccontextmanager
async def open_service(settings: Settings, timer: Timer | None = None) -> AsyncIterator[Service]:
    """Serve until the block ends; every unfinished match is taken up before it begins.

    Raises:
        ServiceError: see ``errors``; within an ``ExceptionGroup``, as task groups do.
        OSError: the data directory cannot be had.
    """
    named = with_password(settings.redis, settings.redis_password)
    redis = nullcontext(named) if settings.redis else embedded(settings.data, durability=settings.durability)
    archive = archive_of(settings)
    hosts = Hosts(settings)
    registries: list[Registry] = []
    every: list[Nodes] = []

    def changed(is_up: bool) -> None:
        metrics.REDIS_UP.set(int(is_up))
        log.warning("redis found again" if is_up else "redis lost")
        for nodes in every:
            nodes.disturb()
        if not is_up:
            for registry in registries:
                registry.interrupted()
        else:
            for registry in registries:
                registry.resumed()

    node_id = new_id(settings.node or default_name(settings))
    async with (
        Counted(is_wanted=bool(settings.count_stages)),
        library_of(settings) as library,
        redis as url,
        open_journal(url, node_id, changed, settings.durability, archive, timer) as journal,
        anyio.create_task_group() as tasks,
    ):
        metrics.REDIS_UP.set(1)
        bus = Bus(journal.topology)
        tasks.start_soon(bus.run, name="bus")
        tokens = make_tokens(replace(settings, secret=await secret_of(settings, journal)))
        house = House(tokens, tasks, settings.house_pace_s, settings.pace_ms, settings.most_bots)
        post = Post(journal, bus)
        tasks.start_soon(post.run, name="post")
        nodes = Nodes(journal, settings.lease_s)
        leave = anyio.Event()
        every.append(nodes)
        async with (
            open_registry(
                journal, settings, tokens, house, bus, post, nodes, timer or WallTimer(journal.now_ms()), library
            ) as registry,
            open_admin_port(
                settings,
                hosts,
                Health(registry),
                Door(settings.admin_token, Operations(journal, nodes, registry), leave.set),
            ) as admin_url,
            open_gateway(registry, tokens, settings, hosts, Health(registry)) as address,
        ):
            registries.append(registry)
            post.asked = Desk(registry, post, settings, tasks).asked
            house.url = address
            is_alone_there = settings.host not in ANYWHERE and not settings.reuse_port
            nodes.announce(url=settings.url or (address if is_alone_there else ""))
            adoption = Adoption(nodes, journal, registry, settings.lease_s)
            await nodes.start()
            tasks.start_soon(nodes.keep, name="lease")
            await adoption.look()
            registry.open()
            tasks.start_soon(adoption.run, name="adoption")
            if archive is not None:
                tasks.start_soon(Archiver(journal, archive, settings).run, name="archiver")
            log.info("ready", url=address, admin=admin_url, node=node_id, matches=len(registry.running()))
            draining = Draining(registry, nodes, post, journal)
            yield Service(address, admin_url, registry, draining, settings.drain_s, leave)
            tasks.cancel_scope.cancel()
        with anyio.CancelScope(shield=True), anyio.move_on_after(LEAVE_S):
            await nodes.leave()


@asynccontextmanager
async def library_of(settings: Settings) -> AsyncIterator[LateLibrary]:
    """The imported cards of this node: those that the settings name, or those of the data directory.

    Raises:
        BadLibrary: they cannot be read.
    """
    library = LateLibrary(library_file(settings), must_be_there=bool(settings.library))
    try:
        yield library
    finally:
        library.close()


async def secret_of(settings: Settings, journal: Journal) -> str:
    """The secret that signs tokens: as set, or that of the data directory, or of the first node on a shared Redis.

    Raises:
        OSError: ours cannot be read or written.
    """
    if settings.secret:
        return settings.secret
    ours = load_secret(settings.data)
    if not settings.redis:
        return ours
    log.warning("signing secret kept in redis: whoever reads there can sign; set STACKLOOP_SECRET on all nodes")
    await journal.command(SHARED, "SET", ours, "NX")
    shared = await journal.command(SHARED, "GET")
    return shared.decode() if isinstance(shared, bytes) else ours


def default_name(settings: Settings) -> str:
    """The name of a node that was given none: nobody else has it, so that nobody takes our matches for theirs."""
    if not settings.redis:
        return ALONE
    return f"{socket.gethostname().partition('.')[0]}-{secrets.token_hex(2)}"
