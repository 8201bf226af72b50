"""Pages and paths over plain HTTP, as they come over the wire."""

import http.client
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final
from urllib.parse import urlsplit

INSIDE: Final = (b"stackloop_matches", b"ready", b"ok\n")
"""Facts that only those who look after a node are told."""
MISSPELT: Final = (
    "/metrics", "/metrics/", "/%6detrics", "/%6Detrics", "//x/metrics", "//metrics", "///metrics", "/./metrics",
    "/a/../metrics", "/../metrics", "/%2e/metrics", "/.%2E/metrics", "/metrics?x", "/metrics;x", "/metrics;",
    "/METRICS",
    "/%2Fmetrics", "/%2fmetrics", "%2Fmetrics", "metrics", "/metrics%2f", "/metrics%00", "/metrics%0a", "/metrics%20",
    "/metrics#x", "/metrics\\", "/\\metrics", "/met\0rics", "/metrics\x7f", "/%", "/%4", "/%zz", "/%ff", "/%c0%af",
    "/readyz/", "//readyz", "/%72eadyz", "/./readyz", "/readyz/.", "/x/../readyz", "/livez/", "//livez", "/live%7A",
    "/livez;a=b", "/readyz%3F", "/READYZ", "http://localhost//metrics", "http:///metrics",
    "http:/metrics", "//localhost/readyz", "localhost:8300", "*", "?", "/admin", "/admin/", "/%61dmin", "//admin",
    "/main.js/", "//main.js",
    "/main%2Ejs", "/card%2Fface.js", "/m/", "/m//x", "/api/matches/", "/api//matches", "/api/nothing",
    "/ws/",
)  # fmt: skip
HANDSHAKE: Final = {
    "Connection": "Upgrade",
    "Upgrade": "websocket",
    "Sec_WebSocket_Version": "13",
    "Sec_WebSocket_Key": "dGhlIHNhbXBsZSBub25jZQ==",
}
NO_HEADERS: Final[Mapping[str, str]] = MappingProxyType({})
MOST_TRIES = 20
"""A server holds a request for seconds before it says to come later."""


class Heard:
    """An answer as it came over the wire."""

    def __init__(self, data: bytes) -> None:
        head, _, self.body = data.partition(b"\r\n\r\n")
        first, *lines = head.decode().split("\r\n")
        self.status = int(first.split()[1]) if first else 0
        self.headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}


def fetch(url: str, path: str, headers: Mapping[str, str] = NO_HEADERS) -> tuple[int, dict[str, str], str]:
    """Status, headers and body of a page, asked for as often as it is said to come later."""
    answer = fetch_once(url, path, headers)
    tries = 1
    while answer[0] == http.HTTPStatus.SERVICE_UNAVAILABLE and "Retry-After" in answer[1] and tries < MOST_TRIES:
        answer = fetch_once(url, path, headers)
        tries += 1
    return answer


def fetch_once(url: str, path: str, headers: Mapping[str, str] = NO_HEADERS) -> tuple[int, dict[str, str], str]:
    connection = http.client.HTTPConnection(urlsplit(url).netloc, timeout=30)
    try:
        connection.request("GET", path, headers=dict(headers))
        response = connection.getresponse()
        return response.status, dict(response.getheaders()), response.read().decode()
    finally:
        connection.close()
