"""Real Redis servers, as for the tests of the server."""

from tests.server.conftest import binary, redis_url

__all__ = ["binary", "redis_url"]
