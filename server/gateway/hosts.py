"""By which names a server may be called, and from which pages.

A page of a stranger's whose name leads to our address (DNS rebinding) is for a browser a page of ours: it may read all
that we serve, on the loopback interface too. The name in ``Host``, which is that stranger's, tells it apart. An address
is nobody's name, so a phone that comes by ours is served. Programs name a host as browsers do; one that speaks HTTP/1.0
need not, and no browser does.
"""

import http
import re
from ipaddress import IPv6Address, ip_address
from typing import Final
from urllib.parse import unquote, urlsplit

from websockets.http11 import Request

from server.gateway.paths import host_in
from server.runtime.errors import BadSetting
from server.runtime.settings import Settings

LOCALHOST: Final = "localhost"
HOST: Final = re.compile(r"(\[[0-9A-Fa-f:.]+(?:%25[A-Za-z0-9._~-]+)?\]|[A-Za-z0-9._-]+)(?::([0-9]{1,5}))?")
"""A name, an address, or an IPv6 address in brackets; a port."""
MOST_PORT: Final = 65_535
PORTS: Final = {"http": 80, "https": 443}
"""The ports that a browser leaves out of ``Host`` and ``Origin``."""
HTTP_1_0: Final = "HTTP/1.0"
ANY: Final = "*"
MISDIRECTED: Final = "this server does not go by that name; STACKLOOP_HOSTS lists those that it goes by"


class Place:
    """A host as it was named, and the port if there was one."""

    __slots__ = ("host", "port")

    def __init__(self, host: str, port: int | None) -> None:
        self.host = host
        self.port = port


class NotOurs(Exception):
    """A request that is not for us, or not from whom it should be; with the status and the reason to answer it with."""

    def __init__(self, status: http.HTTPStatus, reason: str) -> None:
        super().__init__(reason)
        self.status = status


class Hosts:
    """The names of this server.

    Raises:
        BadSetting: what is listed is no name of a host.
    """

    def __init__(self, settings: Settings) -> None:
        listed = [part.strip() for part in settings.hosts.split(",") if part.strip()]
        own = [settings.host] if settings.host else []
        self._names = frozenset((LOCALHOST, host_of(settings.url), *map(listed_name, (*listed, *own))))
        self._origins = frozenset(filter(None, (part.strip() for part in settings.origins.split(","))))

    def of(self, request: Request) -> Place | None:
        """The place that the request names; ``None`` if none, as HTTP/1.0 may.

        A whole address counts before the header (RFC 9112 3.2.2).

        Raises:
            NotOurs: 400 for what is no host, or more than one; 421 for the name of another.
        """
        told = host_in(request.path)
        named = request.headers.get_all("Host") if told is None else [told]
        if not named and request.protocol == HTTP_1_0:
            return None
        place = read_place(named[0]) if len(named) == 1 else None
        if place is None:
            raise NotOurs(http.HTTPStatus.BAD_REQUEST, "a request names one host")
        if not is_address(place.host) and place.host not in self._names:
            raise NotOurs(http.HTTPStatus.MISDIRECTED_REQUEST, MISDIRECTED)
        return place

    def may_come(self, request: Request, place: Place | None) -> bool:
        """Whether a page of that origin may connect: our own, by the name that it calls us, and those listed.

        Programs, which send no origin, may too.
        """
        origins = request.headers.get_all("Origin")
        if not origins:
            return True
        return len(origins) == 1 and (bool(self._origins & {origins[0], ANY}) or is_of(origins[0], place))


def is_of(origin: str, place: Place | None) -> bool:
    """Whether an origin is a page at that place."""
    scheme, _, where = origin.partition("://")
    found = read_place(where)
    if found is None or place is None or scheme not in PORTS:
        return False
    usual = PORTS[scheme]
    return (found.host, found.port or usual) == (place.host, place.port or usual)


def read_place(text: str) -> Place | None:
    """A host and its port; ``None`` if it is none."""
    read = HOST.fullmatch(text)
    if read is None or int(read[2] or 1) not in range(1, MOST_PORT + 1):
        return None
    host = read[1].lower().removesuffix(".")
    return Place(host, int(read[2]) if read[2] else None) if host else None


def is_address(host: str) -> bool:
    """Whether a host is an IP address, as one is written in ``Host``: IPv6 in brackets."""
    try:
        address = ip_address(unquote(host.removeprefix("[").removesuffix("]")))
    except ValueError:
        return False
    return isinstance(address, IPv6Address) == host.startswith("[")


def host_of(url: str) -> str:
    """The host of an address of ours; empty if there is none.

    Raises:
        BadSetting: it is no address.
    """
    try:
        return listed_name(urlsplit(url).hostname or "") if url else ""
    except ValueError as error:
        raise BadSetting(f"STACKLOOP_URL: {url!r} is no address: {error}") from error


def listed_name(name: str) -> str:
    """A name as browsers write it; an address, which needs no listing, as it is.

    Raises:
        BadSetting: it is neither.
    """
    try:
        return str(ip_address(name.partition("%")[0]))
    except ValueError:
        pass
    try:
        place = read_place(name.encode("idna").decode())
    except UnicodeError:
        place = None
    if place is None or place.port is not None:
        raise BadSetting(f"{name!r} is no name of a host; one is cards.example, without a port") from None
    return place.host
