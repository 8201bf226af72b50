"""A process joins a cluster of Ray, which gives work to other machines.

Ray is an engine of its own: it finds a machine for each worker, and starts a worker again that has ended. Here stands
only what both its users share: the address, the reason why a cluster cannot be had, and that all its machines have the
same rules. Needs the extra ``ray``.
"""

import logging
import os
import re
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

from server.runtime.errors import ServiceError, describe
from server.runtime.extras import need
from server.runtime.version import engine_name

EXTRA: Final = "ray"
AUTO: Final = "auto"
"""The cluster of which this machine is a part."""
ADDRESS: Final = re.compile(r"(?P<host>[^\s:/]+|\[[0-9A-Fa-f:]+\]):(?P<port>[0-9]{1,5})")
REACH_S: Final = 5.0
QUIET: Final = {
    "RAY_USAGE_STATS_ENABLED": "0",  # nothing is told to those who make Ray
    "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0",  # and no warning of what a later version will do
}


class NoCluster(ServiceError):
    """The cluster cannot be joined, or has lost what it needs."""


@contextmanager
def joined(address: str) -> Iterator[Any]:
    """The module ``ray`` in a process that has joined; one that had joined before stays so.

    Args:
        address: ``HOST:PORT`` of its head, or ``auto``; this machine is a part of the cluster.

    Raises:
        NotInstalled: the extra is not.
        NoCluster: nobody answers there, or this machine is no part of it.
    """
    need(EXTRA, "a cluster of Ray")
    for name, value in QUIET.items():
        os.environ.setdefault(name, value)
    import ray  # it takes a second

    if ray.is_initialized():
        yield ray
        return
    _reach(address)
    try:
        ray.init(address, logging_level=logging.ERROR)
    except Exception as error:  # of many kinds, and none of ours
        raise NoCluster(f"{address}: {str(error).strip().splitlines()[0]}") from error
    try:
        yield ray
    finally:
        ray.shutdown()


def _reach(address: str) -> None:
    """See that somebody listens there, which Ray would find out in a minute."""
    if address == AUTO:
        return
    found = ADDRESS.fullmatch(address)
    if found is None:
        raise NoCluster(f"{address!r} is no address of a cluster of Ray: HOST:PORT, or {AUTO}")
    try:
        socket.create_connection((found["host"].strip("[]"), int(found["port"])), REACH_S).close()
    except OSError as error:
        raise NoCluster(f"{address}: {describe(error)}") from error


def processors(ray: Any) -> int:
    """The processors of all machines that are there now."""
    return int(sum(node["Resources"].get("CPU", 0) for node in ray.nodes() if node["Alive"]))


def other_rules(name: str) -> str:
    """The reason why this machine cannot work for one whose engine is called so; "" if it can."""
    own = engine_name()
    return "" if own == name else f"{socket.gethostname()} has the rules {own}, and not {name}"
