"""Health of a node for those who look after it: whether its loop runs, whether it is ready, what it has counted."""

import http
from typing import Final

from websockets.http11 import Response

from server.gateway.responses import TEXT, refuse, respond
from server.ownership.registry import Registry
from server.runtime import metrics

EXPOSITION: Final = "text/plain; version=0.0.4; charset=utf-8"


class Health:
    """Answers for one node."""

    def __init__(self, registry: Registry) -> None:
        self._registry = registry

    def lives(self) -> Response:
        """The event loop runs, else there were no answer."""
        return respond(http.HTTPStatus.OK, TEXT, b"ok\n")

    async def is_ready(self) -> Response:
        """Redis answers, cards are read, every match is taken up, the clock is right, and the node is not leaving."""
        is_up = await self._registry.journal.ping()  # which also tells what time it is there
        reason = self._registry.unready if is_up else "Redis does not answer"
        if not reason:
            return respond(http.HTTPStatus.OK, TEXT, b"ready\n")
        return refuse(http.HTTPStatus.SERVICE_UNAVAILABLE, f"not ready: {reason}")

    def metrics(self) -> Response:
        """All metrics, for Prometheus."""
        self._registry.measure()
        return respond(http.HTTPStatus.OK, EXPOSITION, metrics.exposition())
