"""``stackloop serve``: one server, until it is told to stop."""

import os
import re
import signal
import sys
from asyncio import get_running_loop
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Final

import anyio
import click

import engine
from server.runtime import compiled_rules, incidents, logs, loop_watch, metrics
from server.runtime.card_folders import with_own_cards
from server.runtime.errors import innermost, is_fault
from server.runtime.hang_guard import beat
from server.runtime.process_limits import keep_heap_together, take_files
from server.runtime.settings import Durability, Settings
from server.runtime.version import build_name
from server.service.compilation import compile_beside
from server.service.demo import keep_demo
from server.service.service import Service, open_service
from server.service.workers import open_workers
from server.store.topology import read_url

DEFAULTS: Final = Settings()
NAME: Final = re.compile(r"[A-Za-z0-9_-]{0,64}")


@click.command(
    "serve",
    epilog="""\b
Examples:
  stackloop serve --demo
  stackloop serve --host 0.0.0.0 --port 80 --data /var/lib/stackloop
  stackloop serve --redis redis://127.0.0.1:6379/0 --node one""",
)
@click.option(
    "--host",
    envvar="STACKLOOP_HOST",
    show_envvar=True,
    default=DEFAULTS.host,
    show_default=True,
    help="Where to listen.",
)
@click.option(
    "--port",
    envvar="STACKLOOP_PORT",
    show_envvar=True,
    default=DEFAULTS.port,
    show_default=True,
    type=click.IntRange(0, 65535),
    help="The port to listen at; 0 for any free port.",
)
@click.option(
    "--admin-host",
    envvar="STACKLOOP_ADMIN_HOST",
    show_envvar=True,
    default=DEFAULTS.admin_host,
    show_default=True,
    help="The address for operators: metrics and the admin door.",
)
@click.option(
    "--admin-port",
    envvar="STACKLOOP_ADMIN_PORT",
    show_envvar=True,
    default=DEFAULTS.admin_port,
    show_default=True,
    type=click.IntRange(0, 65535),
    help="The port for operators; any free port if it is taken, and for 0.",
)
@click.option(
    "--data",
    envvar="STACKLOOP_DATA",
    show_envvar=True,
    default=DEFAULTS.data,
    show_default=True,
    type=click.Path(file_okay=False, path_type=Path),
    help="The data directory.",
)
@click.option(
    "--redis",
    envvar="STACKLOOP_REDIS",
    show_envvar=True,
    metavar="URL",
    help="A Redis or Valkey that runs already: redis://HOST:PORT, redis://A:PORT,B:PORT (a primary and its "
    "replicas) or redis+cluster://HOST:PORT; without it one is started on the data directory.",
)
@click.option(
    "--durability",
    envvar="STACKLOOP_DURABILITY",
    show_envvar=True,
    default=DEFAULTS.durability.value,
    show_default=True,
    type=click.Choice([level.value for level in Durability]),
    help="The state that an acknowledgement waits for: in Redis, in all its replicas, or on its disk.",
)
@click.option(
    "--node",
    envvar="STACKLOOP_NODE",
    show_envvar=True,
    metavar="NAME",
    help="The name of this node among all on one Redis; keep it when you start it again.",
)
@click.option(
    "--archive",
    envvar="STACKLOOP_ARCHIVE",
    show_envvar=True,
    metavar="PLACE",
    help="The place for finished matches: one directory for all nodes, or s3://BUCKET/PREFIX, which needs the "
    "extra s3; without --redis the data directory.",
)
@click.option(
    "--cards",
    envvar="STACKLOOP_CARDS",
    show_envvar=True,
    metavar="DIRECTORY",
    type=click.Path(exists=True, file_okay=False),
    help="Cards of your own, a folder for each game with card files in it; the same for all nodes.",
)
@click.option(
    "--library",
    envvar="STACKLOOP_LIBRARY",
    show_envvar=True,
    metavar="FILE",
    type=click.Path(exists=True, dir_okay=False),
    help="Cards that were imported, which decks may name besides; without it those in the data directory.",
)
@click.option(
    "--demo", is_flag=True, envvar="STACKLOOP_DEMO", show_envvar=True, help="Keep a match between two bots running."
)
@click.option(
    "--workers",
    envvar="STACKLOOP_WORKERS",
    show_envvar=True,
    default=1,
    show_default=True,
    type=click.IntRange(1, 256),
    help="Nodes on this machine, as processes behind one port.",
)
@click.option("--as-worker", is_flag=True, hidden=True, help="Stop when standard input ends.")
@click.option("--fixed-shuffles", is_flag=True, help="Let seeds fix shuffles, which shows every card: for tests only.")
@click.option(
    "--log-level",
    default="info",
    show_default=True,
    type=click.Choice(["debug", "info", "warning", "error"]),
    help="The least that standard error tells.",
)
def command(
    host: str,
    port: int,
    admin_host: str,
    admin_port: int,
    data: Path,
    redis: str | None,
    durability: str,
    node: str | None,
    archive: str | None,
    cards: str | None,
    library: str | None,
    demo: bool,
    workers: int,
    as_worker: bool,
    fixed_shuffles: bool,
    log_level: str,
) -> None:
    """Start the server; stop it with Ctrl-C or SIGTERM, and every unfinished match goes on at the next start.

    With SIGTERM its matches are handed over to the other nodes on the same Redis, if there are any.
    """
    try:
        fixed = 1 if fixed_shuffles else None
        settings = Settings.from_environment(
            host=host,
            port=port,
            admin_host=admin_host,
            admin_port=admin_port,
            data=data,
            redis=redis,
            durability=Durability(durability),
            archive=archive,
            cards=cards,
            library=library,
            node=node,
            fixed_shuffles=fixed,
        )
    except ValueError as error:
        raise click.UsageError(str(error)) from error
    try:
        if settings.redis:
            read_url(settings.redis)
    except ValueError as error:
        raise click.UsageError(f"--redis: {error}") from error
    if settings.redis_password and not settings.redis:
        raise click.UsageError("STACKLOOP_REDIS_PASSWORD is that of a Redis which --redis names, and none is named")
    try:
        compiled_rules.asked()
    except ValueError as error:
        raise click.UsageError(str(error)) from error
    if not NAME.fullmatch(settings.node):
        raise click.UsageError("--node: a name has letters, digits, - and _, at most 64")
    logs.configure(log_level)
    fault = engine.cache_fault()
    if fault:
        logs.get("cards").warning("compiled cards not kept", reason=fault)
    take_files()
    keep_heap_together()
    try:
        settings = with_own_cards(settings)
        if workers > 1:
            flags = ("--demo",) if demo else ()
            anyio.run(supervise, settings, workers, flags, log_level, backend_options={"use_uvloop": True})
        else:
            anyio.run(serve, settings, demo, as_worker, backend_options={"use_uvloop": True})
    except Exception as error:
        cause = innermost(error)
        if isinstance(cause, OSError):
            place = f"cannot use {cause.filename}: " if cause.filename else ""
            raise click.ClickException(f"{place}{cause.strerror or cause}") from error
        if is_fault(cause):
            number = incidents.report(logs.get("service"), "server ended", error)
            raise click.ClickException(incidents.describe(number, "the log says where")) from error
        raise click.ClickException(str(cause)) from error


async def serve(settings: Settings, demo: bool, as_worker: bool) -> None:
    incidents.watch(get_running_loop())
    with anyio.open_signal_receiver(signal.SIGTERM, signal.SIGINT) as signals:
        async with open_service(settings) as service, anyio.create_task_group() as tasks:
            metrics.watch_garbage()
            click.echo(f"Stackloop is at {service.url} ({build_name()})")
            click.echo(f"Its admin port is at {service.admin_url}")
            if demo:
                tasks.start_soon(keep_demo, service.registry)
            tasks.start_soon(obey, service.leave, name="operator")
            if settings.redis and settings.hang_s:  # else there is nobody to take over
                tasks.start_soon(beat, settings.hang_s, name="pulse")
            tasks.start_soon(loop_watch.beat, name="blocking")
            if as_worker:
                tasks.start_soon(stop_with_parent)
            else:
                tasks.start_soon(compile_beside, name="compilation")
            async for number in signals:
                if number == signal.SIGTERM:
                    await drain(service, signals)
                break
            tasks.cancel_scope.cancel()
    logs.get("service").info("stopped")


async def obey(leave: anyio.Event) -> None:
    """End, like one who is told so by the system, when the operator says so."""
    await leave.wait()
    signal.raise_signal(signal.SIGTERM)


async def stop_with_parent() -> None:
    """Stop once the parent is gone, however it went: it alone holds the other end of our standard input."""
    await anyio.wait_readable(sys.stdin)
    os.kill(os.getpid(), signal.SIGINT)


async def supervise(settings: Settings, workers: int, flags: tuple[str, ...], log_level: str) -> None:
    """Run several nodes; with SIGTERM they hand over to those on other machines, if there may be any."""
    incidents.watch(get_running_loop())
    with anyio.open_signal_receiver(signal.SIGTERM, signal.SIGINT) as signals:
        async with open_workers(settings, workers, flags, log_level) as crew, anyio.create_task_group() as tasks:
            tasks.start_soon(compile_beside, name="compilation")
            click.echo(f"Stackloop is at {crew.url} ({build_name()})")
            for number, url in enumerate(crew.admin_urls):
                click.echo(f"The admin port of worker {number} is at {url}")
            async for number in signals:
                await crew.stop(number if settings.redis else signal.SIGINT)
                break
            tasks.cancel_scope.cancel()
    logs.get("service").info("stopped")


async def drain(service: Service, signals: AsyncIterator[signal.Signals]) -> None:
    """Hand everything over, unless told to stop once more."""
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(cut_short, signals, tasks.cancel_scope)
        await service.drain()
        tasks.cancel_scope.cancel()


async def cut_short(signals: AsyncIterator[signal.Signals], scope: anyio.CancelScope) -> None:
    await anext(signals)
    scope.cancel()
