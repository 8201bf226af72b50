"""Errors on the wire.

::

    ProtocolError
    ├── BadFrame               the peer sent something that is not the protocol: nack code, maybe close code
    └── ClientError            what the client library raises
        ├── Refused            the server answered with a nack: code, rule, reason, retry_ms
        ├── ConnectionLost     closed for good: terminal close code, or no reconnect within the patience given
        ├── PlaceLost          the place at a table is gone: given up, closed, or taken over on another connection
        └── MatchOver          the match ended while an answer was on its way

Fields, not text: a program branches on ``code``. Messages are lower case and carry the values.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Final


class Close(IntEnum):
    """Websocket close codes: 4000-4499 the client may reconnect, 4500-4999 it must not."""

    RESTART = 4000
    """The server stops or restarts."""
    SLOW = 4001
    """The client reads too slowly, a fresh state included."""
    IDLE = 4002
    """No ``hello`` in time, or no sign of life."""
    INTERNAL = 4004
    """An error of the server's."""
    VERSION = 4500
    """No websocket subprotocol in common."""
    HELLO_EXPECTED = 4501
    """The first frame was not ``hello``."""
    BAD_TOKEN = 4502
    """The identity token is not valid."""
    TOO_MANY_ERRORS = 4503
    """More bad frames than the limit allows."""


TERMINAL_CLOSE: Final = 4500
"""Close codes from here to 4999 mean: do not come back."""


def is_terminal(code: int) -> bool:
    """Whether a close code forbids coming back; codes of the websocket standard never do."""
    return TERMINAL_CLOSE <= code <= 4999


class ProtocolError(Exception):
    """Root of this tree."""


class BadFrame(ProtocolError):
    """The peer's mistake: a frame that is not the protocol.

    Attributes:
        code: the nack code that answers it.
        reason: a sentence for a log.
        close: the close code, when the connection cannot go on.
        request, match, c: what could be read of the frame, to address the nack.
    """

    def __init__(
        self,
        code: str,
        reason: str,
        *,
        close: Close | None = None,
        request: str | None = None,
        match: str | None = None,
        c: int | None = None,
    ) -> None:
        super().__init__(f"{code}: {reason}")
        self.code = code
        self.reason = reason
        self.close = close
        self.request = request
        self.match = match
        self.c = c


class ClientError(ProtocolError):
    """An error that the client library raises."""


class Refused(ClientError):
    """The server answered with a nack; nothing changed.

    Attributes:
        code, rule, reason, retry_ms: the fields of the nack.
    """

    def __init__(self, code: str, reason: str, rule: str = "", retry_ms: int | None = None) -> None:
        super().__init__(f"{code}: {reason}" + (f" [{rule}]" if rule else ""))
        self.code = code
        self.reason = reason
        self.rule = rule
        self.retry_ms = retry_ms


class ConnectionLost(ClientError):
    """The connection is gone for good.

    Attributes:
        code: the websocket close code, 0 when there is no connection to be had, 1006 where nothing was answered.
    """

    def __init__(self, code: int, reason: str) -> None:
        super().__init__(f"connection lost ({code}): {reason}" if code else f"no connection to {reason}")
        self.code = code
        self.reason = reason


class MatchOver(ClientError):
    """The match ended before this answer was applied."""


class PlaceLost(ClientError):
    """There is no place at that table any more, and no match that began there."""
