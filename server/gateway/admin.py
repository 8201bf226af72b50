"""The admin door: a websocket at ``/admin`` for programs that show the admin token in a header, and for nobody else.

There is no such door unless a token is set. Browsers cannot knock, since they cannot set the header, and would be
refused. Tokens are compared in constant time.
"""

import hmac
import http
from collections.abc import Callable
from typing import Final

import msgspec
from websockets.asyncio.server import ServerConnection
from websockets.exceptions import ConnectionClosed
from websockets.http11 import Request

from server.ownership.admin_messages import BEARER, Answer, Close, Details, Drain, Matches, Overview, Show, read_order
from server.ownership.operations import NotOpen, Operations
from server.runtime import incidents
from server.runtime.errors import BadSetting, Fenced, UnknownMatch, is_fault
from server.runtime.logs import get

log = get("admin")

DONE: Final = msgspec.Raw(b"null")
LEAST_TOKEN: Final = 32
"""Characters; a shorter one can be guessed."""


class Door:
    """Lets the operator in.

    Args:
        token: what must be shown; empty for no door at all.
        drain: has this node leave.
    """

    def __init__(self, token: str, operations: Operations, drain: Callable[[], None]) -> None:
        if token and len(token) < LEAST_TOKEN:
            raise BadSetting(f"an admin token has at least {LEAST_TOKEN} characters")
        self._token = token.encode()
        self._operations = operations
        self._drain = drain
        self._inside: dict[ServerConnection, None] = {}

    def deny(self, request: Request) -> http.HTTPStatus | None:
        """The status for a peer who may not come in; without a token set there is nothing here."""
        if not self._token:
            return http.HTTPStatus.NOT_FOUND
        if "Origin" in request.headers:
            return http.HTTPStatus.FORBIDDEN
        shown = request.headers.get_all("Authorization")
        if len(shown) != 1 or not hmac.compare_digest(shown[0].encode(errors="replace"), BEARER.encode() + self._token):
            log.warning("operator turned away")
            return http.HTTPStatus.UNAUTHORIZED
        return None

    async def serve(self, socket: ServerConnection) -> None:
        """Do what the operator asks, until the connection ends."""
        self._inside[socket] = None
        try:
            async for data in socket:
                await socket.send(await self.answer(data), text=True)
        except ConnectionClosed:
            return
        finally:
            del self._inside[socket]

    async def shut(self) -> None:
        """The node ends: so does every visit, which is how the operator hears of it."""
        for socket in tuple(self._inside):
            await socket.close()

    async def answer(self, data: str | bytes) -> bytes:
        """One order; never raises."""
        order = read_order(data)
        if order is None:
            return msgspec.json.encode(failed("bad_order", "no such order"))
        if isinstance(order, Drain):
            log.warning("drained by the operator")
            self._drain()
            return msgspec.json.encode(Answer(DONE))
        return msgspec.json.encode(await carry_out(self._operations, order))


async def carry_out(operations: Operations, order: Matches | Show | Close) -> Answer:
    """Do what can be done from anywhere; never raises."""
    try:
        return Answer(msgspec.Raw(msgspec.json.encode(await do(operations, order))))
    except UnknownMatch:
        return failed("unknown_match", "no such match")
    except NotOpen as error:
        return failed("match_over", str(error))
    except Fenced:
        return failed("fenced", "somebody took the match at the same moment; ask again")
    except Exception as error:  # noqa: BLE001 # the operator's question must not end in silence
        if not is_fault(error):
            return failed("unavailable", str(error))
        number = incidents.report(log, "order failed", error, order=type(order).__name__)
        return failed("internal", incidents.describe(number))


async def do(operations: Operations, order: Matches | Show | Close) -> Overview | Details | None:
    match order:
        case Matches():
            return await operations.overview()
        case Show():
            return await operations.details(order.m)
        case Close():
            await operations.close(order.m, order.reason)
            log.warning("match closed by the operator", match=order.m, reason=order.reason)
            return None


def failed(code: str, reason: str) -> Answer:
    return Answer(error=code, reason=reason)
