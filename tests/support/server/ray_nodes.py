"""A cluster of Ray on this machine: two nodes of one processor each, without its dashboard and its statistics."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

import pytest

from server.runtime.ray_cluster import QUIET

VERSION: Final = f"{sys.version_info.major}.{sys.version_info.minor}"
STORE_BYTES: Final = 80 * 1024 * 1024
"""As small as Ray lets it be."""
NODES: Final = 2


@contextmanager
def two_nodes() -> Iterator[Any]:
    """The cluster, of ``ray.cluster_utils``; ``address`` is that of its head."""
    with pytest.MonkeyPatch.context() as patch, tempfile.TemporaryDirectory(prefix="ray") as folder:
        for name, value in (QUIET | {"RAY_TMPDIR": folder}).items():
            patch.setenv(name, value)
        pytest.importorskip("ray", reason=f"no wheel of Ray for Python {VERSION}")
        from ray.cluster_utils import Cluster

        cluster = Cluster()
        try:
            for _ in range(NODES):
                cluster.add_node(
                    num_cpus=1,
                    object_store_memory=STORE_BYTES,
                    include_dashboard=False,
                )
            yield cluster
        finally:
            cluster.shutdown()
