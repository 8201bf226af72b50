"""``stackloop chaos``: whether a cluster keeps its word while its processes are killed, paused and cut off."""

import signal
import sys
from pathlib import Path
from typing import Final

import anyio
import click
import orjson

import engine
from protocol.client import ClientError
from server.chaos.databases import SERVERS, TOPOLOGIES
from server.chaos.kinds import MIXED
from server.chaos.redis_servers import TO_BUS
from server.chaos.run import Plan, Run, is_good
from server.runtime import logs
from server.runtime.errors import ServiceError, innermost
from server.store.topology import read_url

LEASE_S: Final = 1.0
CALM_S: Final = 20.0
MOST_NODES: Final = 16
MOST_PORT: Final = 65_535 - TO_BUS - MOST_NODES - max(SERVERS.values())
INTERRUPTED: Final = 130


@click.command(
    "chaos",
    epilog="""\b
Examples:
  stackloop chaos --nodes 3 --matches 10 --kills 8 --seed 1
  stackloop chaos --nodes 3 --matches 50 --kills 100 --seed 1 --redis-kills 5 --starve 4 --json
  stackloop chaos --game magic --redis-topology cluster --redis-kills 2 --ports 12000""",
)
@click.option("--nodes", default=3, show_default=True, type=click.IntRange(1, MOST_NODES), help="Server processes.")
@click.option("--matches", default=10, show_default=True, type=click.IntRange(1, 200), help="All played at a time.")
@click.option(
    "--game",
    default=MIXED,
    show_default=True,
    type=click.Choice([MIXED, *engine.list_games()]),
    help="The game of the matches; all games by turns if mixed.",
)
@click.option("--kills", default=8, show_default=True, type=click.IntRange(0), help="Of server processes.")
@click.option("--redis-kills", default=0, show_default=True, type=click.IntRange(0), help="Of Redis, or of a primary.")
@click.option(
    "--redis-topology",
    default="single",
    show_default=True,
    type=click.Choice([*TOPOLOGIES]),
    help="One Redis, a primary with a replica that is promoted, or a cluster of three such.",
)
@click.option(
    "--redis",
    metavar="URL",
    help="A Redis that runs already and serves nobody, in place of one that is started; it is not killed.",
)
@click.option(
    "--starve",
    default=0,
    show_default=True,
    type=click.IntRange(0, 256),
    help="Processes beside that do nothing but take processor time.",
)
@click.option(
    "--ports",
    "first_port",
    metavar="FIRST",
    type=click.IntRange(1024, MOST_PORT),
    help=f"The first node listens there, the others at the ports that follow, and behind them the Redis servers; the "
    f"bus of each in a cluster lies {TO_BUS:,} higher. Free ports if left out.",
)
@click.option("--seed", default=1, show_default=True, help="Decides what happens to whom, in which order.")
@click.option("--lease", "lease_s", default=LEASE_S, show_default=True, type=click.FloatRange(0.2), help="Seconds.")
@click.option(
    "--calm",
    "calm_s",
    default=CALM_S,
    show_default=True,
    type=click.FloatRange(1.0),
    help="Seconds after the last trouble within which all must be told and answered.",
)
@click.option("--timeout", default=900.0, show_default=True, type=click.FloatRange(1.0), help="Seconds, for it all.")
@click.option(
    "--keep",
    metavar="DIRECTORY",
    type=click.Path(file_okay=False, path_type=Path),
    help="Leave the nodes' logs, the journals, the records and seats.log there, which tells how each seat stood.",
)
@click.option("--json", "as_json", is_flag=True, help="One object: matches, finished, acknowledged, lost and so on.")
def command(
    nodes: int,
    matches: int,
    game: str,
    kills: int,
    redis_kills: int,
    redis_topology: str,
    redis: str | None,
    starve: int,
    first_port: int | None,
    seed: int,
    lease_s: float,
    calm_s: float,
    timeout: float,
    keep: Path | None,
    as_json: bool,
) -> None:
    """Play matches on a cluster to which everything happens, then audit: exit with 1 if anything was lost.

    Nodes are killed and paused longer than their lease, connections cut, Redis killed or its replica promoted; each is
    started again. Matches are of all games, begun by one player, at tables and by quick match, as series, with clocks
    and with spectators who see them later; some seats have the settings of people. With Ctrl-C all of it ends, and the
    exit code is 130.
    """
    check(redis, redis_kills, redis_topology)
    logs.configure("error")
    plan = Plan(
        nodes=nodes,
        matches=matches,
        game=game,
        kills=kills,
        redis_kills=redis_kills,
        topology=redis_topology,
        redis=redis,
        starve=starve,
        first_port=first_port or 0,
        seed=seed,
        lease_s=lease_s,
        calm_s=calm_s,
        timeout_s=timeout,
        keep=keep,
    )
    signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's job in the background begins deaf to it
    signal.signal(signal.SIGTERM, lambda *_: signal.raise_signal(signal.SIGINT))
    try:
        report = anyio.run(Run(plan).report, backend_options={"use_uvloop": True})
    except KeyboardInterrupt:
        click.echo("interrupted", err=True)
        sys.exit(INTERRUPTED)
    except (ServiceError, ClientError, OSError, ExceptionGroup) as error:
        raise click.ClickException(str(innermost(error)) or repr(innermost(error))) from error
    if as_json:
        click.echo(orjson.dumps(report))
    else:
        for name, value in report.items():
            click.echo(f"{name}: {value}")
    sys.exit(0 if is_good(report) else 1)


def check(redis: str | None, redis_kills: int, redis_topology: str) -> None:
    """Raises ``UsageError`` for what does not go together."""
    if redis is None:
        return
    if redis_kills:
        raise click.UsageError("--redis-kills: a Redis that is named with --redis is not killed")
    if redis_topology != "single":
        raise click.UsageError("--redis-topology: a Redis that is named with --redis is as it is")
    try:
        read_url(redis)
    except ValueError as error:
        raise click.UsageError(f"--redis: {error}") from error
