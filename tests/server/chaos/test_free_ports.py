"""Ports on which Redis servers are started: such as nobody else has, nor takes before they listen."""

import socket

import pytest

from server.chaos import redis_servers
from server.chaos.redis_servers import PORTS, TO_BUS, free_port


@pytest.mark.parametrize("beside", [0, TO_BUS])
def test_a_port_is_given_that_is_free_and_its_bus_too(monkeypatch: pytest.MonkeyPatch, beside: int) -> None:
    """Nobody looked at the bus: a server of a cluster ended where another had that port, and was waited for."""
    taken, other = free_port(), free_port()
    monkeypatch.setattr(redis_servers, "PORTS", (taken, other))
    with socket.create_server(("127.0.0.1", taken + beside)):
        assert {free_port() for _ in range(4)} == {other}


def test_no_port_is_given_twice_before_its_server_listens() -> None:
    given = [free_port() for _ in range(50)]
    assert len(set(given)) == 50
    assert set(given) <= set(PORTS)
