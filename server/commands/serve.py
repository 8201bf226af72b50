"""``stackloop serve``: one server, until it is told to stop."""

import signal
from pathlib import Path

import anyio
import click

from server import logs, metrics
from server.demo import keep_demo
from server.errors import ServiceError
from server.service import open_service
from server.settings import Settings


@click.command("serve")
@click.option("--host", envvar="STACKLOOP_HOST", help="Where to accept connections.  [default: 127.0.0.1]")
@click.option("--port", envvar="STACKLOOP_PORT", type=click.IntRange(0, 65535), help="0: any.  [default: 8300]")
@click.option(
    "--data",
    envvar="STACKLOOP_DATA",
    type=click.Path(file_okay=False, path_type=Path),
    help="The data directory.  [default: .stackloop]",
)
@click.option("--redis", envvar="STACKLOOP_REDIS", help="URL of a Redis or Valkey; without it one is embedded.")
@click.option("--demo", is_flag=True, envvar="STACKLOOP_DEMO", help="Keep a match between two bots running.")
@click.option("--fixed-shuffles", is_flag=True, help="Let seeds fix shuffles, which shows every card: for tests only.")
@click.option("--log-level", default="info", type=click.Choice(["debug", "info", "warning", "error"]))
def command(
    host: str | None,
    port: int | None,
    data: Path | None,
    redis: str | None,
    demo: bool,
    fixed_shuffles: bool,
    log_level: str,
) -> None:
    """Start the server; stop it with Ctrl-C or SIGTERM.

    \b
    Examples:
      stackloop serve --demo
      stackloop serve --host 0.0.0.0 --port 80 --data /var/lib/stackloop
      stackloop serve --redis redis://127.0.0.1:6379/0
    """
    try:
        fixed = 1 if fixed_shuffles else None
        settings = Settings.from_environment(host=host, port=port, data=data, redis=redis, fixed_shuffles=fixed)
    except ValueError as error:
        raise click.UsageError(str(error)) from error
    logs.configure(log_level)
    try:
        anyio.run(serve, settings, demo, backend_options={"use_uvloop": True})
    except (ServiceError, OSError, ExceptionGroup) as error:
        cause = first(error)
        if isinstance(cause, ServiceError | OSError):
            raise click.ClickException(str(cause)) from error
        raise


def first(error: BaseException) -> BaseException:
    """What went wrong first, out of its wrappings."""
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    return error


async def serve(settings: Settings, demo: bool) -> None:
    with anyio.open_signal_receiver(signal.SIGTERM, signal.SIGINT) as signals:
        async with open_service(settings) as service, anyio.create_task_group() as tasks:
            metrics.tune_gc()
            click.echo(f"Stackloop is at {service.url}")
            if demo:
                tasks.start_soon(keep_demo, service.registry)
            async for _signal in signals:
                break
            tasks.cancel_scope.cancel()
    logs.get("service").info("stopped")
