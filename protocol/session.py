"""The server's side of one connection, sans I/O: bytes in, requests and frames out.

Owns what a connection may say and when: the subprotocol, ``hello`` first, which seat of which match it holds, rates and
limits. Refuses with a code, never in silence. Seats and identities come from tokens; what a token is worth is asked
of the two callables it is given.

Knows no socket, clock, match or rule. Use::

    session = Session("stackloop 0.1.0", "c17", identify=tokens.identify, greet=tokens.greet, claim=tokens.claim)
    session.open(websocket.subprotocol)
    request = session.receive(frame, now_ms)     # to act on, if any
    for frame in session.take(): ...             # to send, in order
    if session.close is not None: ...            # then close with this code
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

from msgspec.structs import replace

from protocol.bucket import Bucket
from protocol.codec import decode_request, encode
from protocol.errors import BadFrame, Close, is_terminal
from protocol.messages import (
    SUBPROTOCOL,
    Agree,
    Bye,
    Check,
    ClientMessage,
    Command,
    Concede,
    Create,
    Earlier,
    Hear,
    Hello,
    Intent,
    Invite,
    Join,
    Know,
    Leave,
    Limits,
    List,
    Look,
    Nack,
    Open,
    Ping,
    Pong,
    Redeem,
    Rise,
    Say,
    ServerMessage,
    Settings,
    Sit,
    Sync,
    Welcome,
    Why,
)

GUEST: Final = "guest"
"""The name of a peer that gives none."""
RECONNECT_MS: Final = 1000
"""Time after which a client is asked to come back after a close that allows it."""


class Identity:
    """The identity of someone: ``id`` tells them apart, ``name`` is what they are called."""

    __slots__ = ("id", "name")

    def __init__(self, ident: str, name: str) -> None:
        self.id = ident
        self.name = name


class Claim:
    """The worth of a token for a match: one seat of it, or (``None``) a place among its spectators."""

    __slots__ = ("match", "seat")

    def __init__(self, match: str, seat: int | None) -> None:
        self.match = match
        self.seat = seat


class Request:
    """A command that passed, with who gives it.

    Attributes:
        seat: the seat held in its match; ``None`` as spectator.
        is_admitted: whether a token for that match was shown.
    """

    __slots__ = ("command", "is_admitted", "seat", "who")

    def __init__(self, command: Command, seat: int | None, who: Identity, *, is_admitted: bool = False) -> None:
        self.command = command
        self.seat = seat
        self.who = who
        self.is_admitted = is_admitted


Guest: TypeAlias = tuple[Identity, str]
"""Someone who came without a token, and the token to come back with."""


class Session:
    """One connection's conversation.

    Args:
        server: product and version, for ``welcome``.
        session: this connection's name, for ``welcome`` and logs.
        identify: identity token -> who that is; ``None`` if the token is not valid.
        greet: a name -> a new guest of that name; ``None`` if guests are not wanted.
        claim: token for a match -> claim; ``None`` if the token is not valid.
        limits: announced in ``welcome`` and kept.
        durability: what an ``ack`` promises, announced in ``welcome``.
        rules: the form in which the server's rules run, for ``welcome``.

    Attributes:
        close: the close code, once the connection must end.
        who: set by ``hello``.
        seats: the matches followed -> the seat held there, ``None`` as spectator.
    """

    def __init__(
        self,
        server: str,
        session: str,
        *,
        identify: Callable[[str], Identity | None],
        greet: Callable[[str], Guest | None],
        claim: Callable[[str], Claim | None],
        limits: Limits | None = None,
        durability: str = "redis",
        rules: str = "interpreted",
    ) -> None:
        self.server = server
        self.session = session
        self.limits = limits or Limits()
        self.durability = durability
        self.rules = rules
        self.who: Identity | None = None
        self.seats: dict[str, int | None] = {}
        self.close: Close | None = None
        self._identify = identify
        self._greet = greet
        self._claim = claim
        self._frames: list[bytes] = []
        self._bad_frames = 0
        self._bucket = Bucket(self.limits.frames_per_s, self.limits.burst, 0)
        self._shares = 1

    def open(self, subprotocol: str | None) -> None:
        """Start, with what the websocket handshake agreed on."""
        if subprotocol != SUBPROTOCOL:
            self.end(Close.VERSION, f"this server speaks {SUBPROTOCOL}")

    def receive(self, data: bytes | str, now_ms: int) -> Request | None:
        """Take one frame; what is answered here leaves through ``take``.

        Returns:
            what the server has to act on, if anything.
        """
        if self.close is not None:
            return None
        try:
            message = decode_request(data, self.limits.frame_bytes)
            if self.who is None:
                self._welcome(message, now_ms)
                return None
            return self._request(message, self.who, now_ms)
        except BadFrame as bad:
            self._refuse(bad)
            return None

    def take(self) -> list[bytes]:
        """The frames to send now, in order; they are handed out once."""
        frames, self._frames = self._frames, []
        return frames

    def send(self, message: ServerMessage) -> None:
        """Queue a message behind those of the session's own."""
        self._frames.append(encode(message))

    def nack(self, command: Command | Ping, code: str, reason: str, *, retry_ms: int | None = None) -> None:
        """Refuse a command that had passed, addressed to it."""
        self.refuse(command, Nack(code, reason, retry_ms=retry_ms))

    def refuse(self, command: Command | Ping, nack: Nack) -> None:
        """Refuse a command by a ``nack`` that is addressed here."""
        match command:
            case Create() | Check() | Open() | Sit() | Rise() | Look() | List() | Redeem() | Ping():
                self.send(replace(nack, r=command.r))
            case Intent() | Concede() | Settings() | Agree():
                self.send(replace(nack, m=command.m, c=command.c))
            case Why() | Know() | Invite() | Earlier() | Hear() | Say():
                self.send(replace(nack, m=command.m, r=command.r))
            case Join() | Sync() | Leave():
                self.send(replace(nack, m=command.m))

    def forget(self, match: str) -> None:
        """The match is over, unknown or elsewhere: it no longer counts as joined."""
        self.seats.pop(match, None)
        self._share()

    def end(self, close: Close, reason: str) -> None:
        """Say ``bye`` and close; nothing is received any more."""
        if self.close is None:
            self.close = close
            self.send(Bye(int(close), reason, None if is_terminal(close) else RECONNECT_MS))

    def _welcome(self, message: ClientMessage, now_ms: int) -> None:
        if not isinstance(message, Hello):
            raise BadFrame("bad_frame", "the first frame must be hello", close=Close.HELLO_EXPECTED)
        who, token = self._meet(message)
        self.who = who
        self._bucket = Bucket(self.limits.frames_per_s, self.limits.burst, now_ms)
        self.send(
            Welcome(
                self.server,
                self.session,
                now_ms,
                limits=self.limits,
                durability=self.durability,
                name=who.name,
                token=token,
                rules=self.rules,
            )
        )

    def _meet(self, hello: Hello) -> tuple[Identity, str | None]:
        """The identity of a peer that says hello; guests get a token to come back with.

        Raises:
            BadFrame: the token is not valid, or there is none and guests are not wanted.
        """
        if hello.token is None:
            guest = self._greet(hello.name or GUEST)
            if guest is None:
                raise BadFrame("bad_token", "an identity token is needed", close=Close.BAD_TOKEN)
            return guest
        who = self._identify(hello.token)
        if who is None:
            raise BadFrame("bad_token", "the identity token is not valid", close=Close.BAD_TOKEN)
        return who, None

    def _request(self, message: ClientMessage, who: Identity, now_ms: int) -> Request | None:
        if isinstance(message, Hello):
            raise BadFrame("bad_frame", "hello comes once")
        wait_ms = self._bucket.take(now_ms, self._shares)
        if wait_ms:
            self.nack(message, "rate_limited", f"try again in {wait_ms} ms", retry_ms=wait_ms)
            return None
        match message:
            case Ping():
                self.send(Pong(now_ms, message.r))
                return None
            case Create() | Check() | Open() | Sit() | Rise() | Look() | List() | Redeem():
                return Request(message, None, who)
            case Join():
                return self._join(message, who)
            case Intent() | Concede() | Settings() | Agree() | Why() | Know() | Invite() | Say():
                seat = self.seats.get(message.m)
                if seat is None:
                    self.nack(message, "not_seated", "this connection has no seat in that match")
                    return None
                return Request(message, seat, who)
            case Sync() | Earlier() | Hear() | Leave():
                if message.m not in self.seats:
                    self.nack(message, "not_joined", "this connection does not follow that match")
                    return None
                seat = self.seats[message.m]
                if isinstance(message, Leave):
                    self.forget(message.m)
                return Request(message, seat, who)

    def _share(self) -> None:
        """The bucket grows with the seats held."""
        self._shares = 1 + sum(seat is not None for seat in self.seats.values())

    def _join(self, message: Join, who: Identity) -> Request | None:
        if message.m not in self.seats and len(self.seats) >= self.limits.matches:
            self.nack(message, "too_many_matches", f"{self.limits.matches} matches at most on one connection")
            return None
        seat: int | None = None
        if message.token is not None:
            claim = self._claim(message.token)
            if claim is None:
                self.nack(message, "bad_token", "the token is not valid")
                return None
            if claim.match != message.m:
                self.nack(message, "wrong_seat", "the token is for another match")
                return None
            seat = claim.seat
        self.seats[message.m] = seat
        self._share()
        return Request(message, seat, who, is_admitted=message.token is not None)

    def _refuse(self, bad: BadFrame) -> None:
        self._bad_frames += 1
        self.send(Nack(bad.code, bad.reason, bad.match, bad.c, bad.request))
        if bad.close is not None:
            self.end(bad.close, bad.reason)
        elif self._bad_frames > self.limits.bad_frames:
            self.end(Close.TOO_MANY_ERRORS, f"more than {self.limits.bad_frames} bad frames")
