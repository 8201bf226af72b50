"""The form of every plain answer: its headers, and what they forbid a browser."""

import http
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from websockets.datastructures import Headers
from websockets.http11 import Response

from server.gateway.static_files import TYPES

TEXT: Final = TYPES[".txt"]
JSON: Final = TYPES[".json"]
POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; manifest-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; "
    "trusted-types worker"
)
"""The page loads nothing from elsewhere, sends nothing elsewhere, and runs nothing inline or made of text, but for the
address of its service worker (``server/web/install/worker.js``)."""
SECURITY: Final[Mapping[str, str]] = {
    "Content-Security-Policy": POLICY,
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}
"""Headers of every answer that a browser may open as a page."""
PART: Final[Mapping[str, str]] = MappingProxyType(
    {name: SECURITY[name] for name in ("Cross-Origin-Resource-Policy", "Referrer-Policy", "X-Content-Type-Options")}
)
"""Headers of a script or a style sheet: a browser reads the rest from the page that loads it."""
NOT_KEPT: Final = "no-cache"
NOTHING_MORE: Final[Mapping[str, str]] = MappingProxyType({})
READING: Final = frozenset(("GET", "HEAD"))
"""The methods that there are: nothing is changed but over a websocket."""


def respond(
    status: http.HTTPStatus,
    kind: str,
    body: bytes,
    cache: str = NOT_KEPT,
    more: Mapping[str, str] = NOTHING_MORE,
    security: Mapping[str, str] = SECURITY,
) -> Response:
    headers = Headers(
        {
            "Content-Type": kind,
            "Content-Length": str(len(body)),
            "Cache-Control": cache,
            "Connection": "close",
            **security,
            **more,
        }
    )
    return Response(int(status), status.phrase, headers, body)


def refuse(status: http.HTTPStatus, reason: str, more: Mapping[str, str] = NOTHING_MORE) -> Response:
    """Say what is wrong in a line of text."""
    return respond(status, TEXT, f"{reason}\n".encode(), more=more)


def refuse_method() -> Response:
    """For any other than those for reading."""
    allowed = {"Allow": ", ".join(sorted(READING))}
    return refuse(http.HTTPStatus.METHOD_NOT_ALLOWED, "only GET and HEAD are answered here", allowed)


def answer_to(method: str, response: Response) -> Response:
    """The answer to ``GET`` as another method gets it: ``HEAD`` without its body (RFC 9110 9.3.2)."""
    if method != "HEAD":
        return response
    return Response(response.status_code, response.reason_phrase, response.headers)
