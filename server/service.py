"""One whole server, put together: Redis, journal, registry, house, gateway; and taken apart in the reverse order."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, nullcontext

import anyio

from server import metrics
from server.bus import Bus
from server.embedded import embedded
from server.gateway import open_gateway
from server.house import NAMES, House
from server.journal import open_journal
from server.logs import get
from server.registry import Registry, open_registry
from server.settings import Settings
from server.timer import Timer, WallTimer
from server.tokens import make_tokens

log = get("service")


class Service:
    """A running server.

    Attributes:
        url: of its page.
    """

    __slots__ = ("registry", "url")

    def __init__(self, url: str, registry: Registry) -> None:
        self.url = url
        self.registry = registry


@asynccontextmanager
async def open_service(settings: Settings, timer: Timer | None = None) -> AsyncIterator[Service]:
    """Serve until the block ends; every unfinished match is taken up before it begins.

    Raises:
        ServiceError: see ``errors``; within an ``ExceptionGroup``, as task groups do.
        OSError: the data directory cannot be had.
    """
    tokens = make_tokens(settings)
    redis = nullcontext(settings.redis) if settings.redis else embedded(settings.data, durability=settings.durability)
    registries: list[Registry] = []

    def changed(is_up: bool) -> None:
        metrics.REDIS_UP.set(int(is_up))
        log.warning("redis found again" if is_up else "redis lost")
        if not is_up:
            for registry in registries:
                registry.interrupted()
        else:
            for registry in registries:
                registry.resumed()

    async with (
        redis as url,
        open_journal(url, None, changed, settings.durability) as journal,
        anyio.create_task_group() as tasks,
    ):
        metrics.REDIS_UP.set(1)
        bus = Bus(journal.topology)
        tasks.start_soon(bus.run, name="bus")
        house = House(tokens, tasks, settings.house_pace_s)
        async with (
            open_registry(journal, settings, tokens, NAMES, house.sit, bus, timer or WallTimer()) as registry,
            open_gateway(registry, tokens, settings) as address,
        ):
            registries.append(registry)
            house.url = address
            await registry.take_up()
            log.info("ready", url=address, matches=len(registry.running()))
            yield Service(address, registry)
            tasks.cancel_scope.cancel()
