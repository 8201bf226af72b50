"""Bytes to records and back.

``decode_request`` reads what clients send, ``decode_event`` what servers send, ``encode`` writes either. Nothing that
a peer may send raises anything but ``BadFrame``: not bad UTF-8, not numbers of 400 digits, not deep nesting.

A ``Raw`` field is copied into the frame as it is, so a diff that is already encoded costs nothing to embed.
"""

from __future__ import annotations

import re
from typing import Final, get_args

import msgspec

from protocol.errors import BadFrame
from protocol.messages import Answer, ClientMessage, Decision, Hello, Intent, Say, ServerMessage

MAX_PLAN_DEPTH: Final = 4
"""Plans inside plans; an activation that pays by an activation needs two."""

MAX_NESTED: Final = 32
"""Objects and lists inside one another, unknown fields included; a plan that nests as deep as it may needs 12."""

STRING: Final = re.compile(rb'"(?:[^"\\]|\\.)*"?', re.DOTALL)
"""A string of JSON, whose brackets nest nothing; the last one may be cut off."""

TYPES: Final = frozenset(kind.__struct_config__.tag for kind in get_args(ClientMessage))
EVENT_TYPES: Final = frozenset(kind.__struct_config__.tag for kind in get_args(ServerMessage))

VALUE: Final = re.compile(r"(Invalid (?:enum )?value) .+?(?= - at `\$[^`']*`$|$)", re.DOTALL)
"""The part of a decoder's error that tells of a value."""

OF_PLACE: Final = {
    "bad_answer": re.compile(r"^intent: .*`\$\.a", re.DOTALL),
    "bad_name": re.compile(r"^(?:hello|open|sit): .* of length .*`\$\.name`|^create: .* of length .*`\$\.names\["),
}
"""The code of what is wrong with a frame, where it has one of its own, by the message and the decoder's error."""

UNPRINTED: Final = re.compile("[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]")
"""Control characters, and those that turn the direction of writing: lines are shown to others, on terminals too."""

_ENCODER: Final = msgspec.json.Encoder()
_REQUESTS: Final = msgspec.json.Decoder(ClientMessage)
_EVENTS: Final = msgspec.json.Decoder(ServerMessage)
_DECISIONS: Final = msgspec.json.Decoder(Decision | None)


class _Envelope(msgspec.Struct):
    """As much of a refused frame as addresses its nack."""

    t: msgspec.Raw = msgspec.Raw()
    m: msgspec.Raw = msgspec.Raw()
    r: msgspec.Raw = msgspec.Raw()
    c: msgspec.Raw = msgspec.Raw()


_ENVELOPES: Final = msgspec.json.Decoder(_Envelope)


def encode(message: ClientMessage | ServerMessage) -> bytes:
    """One frame, without the fields that hold their defaults."""
    return _ENCODER.encode(message)


def decode_request(data: bytes | str, limit_bytes: int) -> ClientMessage:
    """Read one frame from a client.

    Raises:
        BadFrame: ``too_large``, ``bad_frame`` or ``unknown_type``; addressed as far as the frame could be read.
    """
    raw = data.encode("utf-8", "surrogatepass") if isinstance(data, str) else data
    if len(raw) > limit_bytes:
        raise BadFrame("too_large", f"{len(raw)} bytes, the limit is {limit_bytes}")
    if _nests_too_deep(raw):  # before the decoder, whose own limit is another on each version of Python
        raise BadFrame("bad_frame", f"objects and lists nested deeper than {MAX_NESTED}")
    try:
        message: ClientMessage = _REQUESTS.decode(raw)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise _refusal(raw, error) from error
    if isinstance(message, Intent) and isinstance(message.a, Answer) and _depth(message.a.plan) > MAX_PLAN_DEPTH:
        raise BadFrame("bad_answer", f"plans nested deeper than {MAX_PLAN_DEPTH}", match=message.m, c=message.c)
    if isinstance(message, Hello) and UNPRINTED.search(message.client or ""):
        raise BadFrame("bad_frame", "a client's name with control characters")
    if isinstance(message, Say) and (UNPRINTED.search(message.text) or message.text.isspace()):
        raise BadFrame("bad_frame", "a line of control characters, or of nothing", match=message.m, request=message.r)
    return message


def decode_event(data: bytes | str) -> ServerMessage:
    """Read one frame from a server.

    Raises:
        BadFrame: ``unknown_type`` for what a later version may say (PROTOCOL.md 1.3), else ``bad_frame``.
    """
    try:
        message: ServerMessage = _EVENTS.decode(data)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        code = "unknown_type" if _is_unknown_event(data) else "bad_frame"
        raise BadFrame(code, str(error)) from error
    return message


def decode_decision(data: bytes | msgspec.Raw) -> Decision | None:
    """Read the decision of a ``state`` or ``diff``.

    Raises:
        BadFrame: it is none.
    """
    try:
        decision: Decision | None = _DECISIONS.decode(data)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise BadFrame("bad_frame", f"a decision: {error}") from error
    return decision


def _is_unknown_event(data: bytes | str) -> bool:
    try:
        kind = _text(_ENVELOPES.decode(data).t)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return False
    return kind is not None and kind not in EVENT_TYPES


def _depth(plan: tuple[Answer, ...]) -> int:
    """The depth to which plans nest; stops counting just past the limit."""
    depth = 0
    while plan and depth <= MAX_PLAN_DEPTH:
        depth += 1
        plan = tuple(step for answer in plan for step in answer.plan)
    return depth


def _nests_too_deep(raw: bytes) -> bool:
    if raw.count(b"[") + raw.count(b"{") <= MAX_NESTED:
        return False
    depth = 0
    for byte in STRING.sub(b"", raw):
        if byte in b"[{":
            depth += 1
            if depth > MAX_NESTED:
                return True
        elif byte in b"]}":
            depth -= 1
    return False


def _refusal(raw: bytes, error: Exception) -> BadFrame:
    try:
        envelope = _ENVELOPES.decode(raw)
        kind, match, request = _text(envelope.t), _text(envelope.m), _text(envelope.r)
        c = _count(envelope.c)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return BadFrame("bad_frame", _reason(error))
    if kind is not None and kind not in TYPES:
        return BadFrame("unknown_type", f"no message {kind[:32]!r}", request=request, match=match, c=c)
    code = next((code for code, place in OF_PLACE.items() if place.search(f"{kind}: {error}")), "bad_frame")
    return BadFrame(code, _reason(error), request=request, match=match, c=c)


def _reason(error: Exception) -> str:
    """The error, without the value that is wrong: it may be a token in a wrong place."""
    return VALUE.sub(r"\1", str(error))


def _text(raw: msgspec.Raw) -> str | None:
    data = bytes(raw)
    if not data.startswith(b'"') or len(data) > 66:
        return None
    return msgspec.json.decode(data, type=str)


def _count(raw: msgspec.Raw) -> int | None:
    data = bytes(raw)
    return int(data) if data.isdigit() and len(data) <= 16 else None
