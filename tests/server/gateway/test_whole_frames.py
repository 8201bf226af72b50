"""A frame that is one whole intent is read without the library; whatever else comes is the library's to judge."""

from pathlib import Path

import orjson
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.frames import Frame, Opcode

from server.gateway.sockets import LONGEST_INTENT, whole_text
from tests.support.server.peer import Peer, peer, seated, serving

PROTOCOL_ERROR = 1002


@pytest.mark.parametrize("length", [1, 125, 126, 127, LONGEST_INTENT])
def test_a_short_text_frame_is_read_as_the_library_wrote_it(length: int) -> None:
    payload = bytes(i % 128 for i in range(length))
    assert whole_text(Frame(Opcode.TEXT, payload).serialize(mask=True)) == payload


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\x81",
        Frame(Opcode.TEXT, b"x").serialize(mask=False),
        Frame(Opcode.TEXT, b"x", fin=False).serialize(mask=True),
        b"\xc1" + Frame(Opcode.TEXT, b"x").serialize(mask=True)[1:],
        Frame(Opcode.BINARY, b"x").serialize(mask=True),
        Frame(Opcode.PING, b"x").serialize(mask=True),
        Frame(Opcode.TEXT, b"x" * (LONGEST_INTENT + 1)).serialize(mask=True),
        Frame(Opcode.TEXT, b"x" * 70_000).serialize(mask=True),
        Frame(Opcode.TEXT, b"xyz").serialize(mask=True)[:-1],
        Frame(Opcode.TEXT, b"x" * 200).serialize(mask=True)[:7],
        Frame(Opcode.TEXT, b"x").serialize(mask=True) * 2,
    ],
    ids=lambda data: str(len(data)),  # the masks are random
)
def test_whatever_else_comes_is_left_to_the_library(data: bytes) -> None:
    assert whole_text(data) == b""


def intent(match: str, w: int) -> bytes:
    return orjson.dumps({"t": "intent", "m": match, "c": 1, "w": w, "a": 0})


def write(peer: Peer, *frames: Frame) -> None:
    """Bytes as they are, behind the back of the peer's own library."""
    peer.socket.transport.write(b"".join(frame.serialize(mask=True) for frame in frames))


async def test_two_intents_in_one_packet_are_both_answered(tmp_path: Path) -> None:
    async with serving(tmp_path) as service, seated(service.url) as (match, asked, _, decision):
        frame = Frame(Opcode.TEXT, intent(match, decision["w"]))
        write(asked, frame, frame)
        first, again = await asked.expect("ack"), await asked.expect("ack")
        assert (first["c"], first["seq"]) == (again["c"], again["seq"])


async def test_an_intent_in_parts_is_answered(tmp_path: Path) -> None:
    async with serving(tmp_path) as service, seated(service.url) as (match, asked, _, decision):
        said = intent(match, decision["w"])
        write(asked, Frame(Opcode.TEXT, said[:20], fin=False))
        assert await ponged(asked)
        write(asked, Frame(Opcode.CONT, said[20:]))
        assert (await asked.expect("ack"))["c"] == 1


async def test_a_message_within_another_ends_the_connection(tmp_path: Path) -> None:
    """RFC 6455, 5.4: the parts of one message are followed by no other, a whole intent neither."""
    async with serving(tmp_path) as service, peer(service.url) as ann:
        match, tokens = await ann.create()
        state = await ann.join(match, tokens[0])
        write(ann, Frame(Opcode.TEXT, b'{"t":"pi', fin=False))
        assert await ponged(ann)
        write(ann, Frame(Opcode.TEXT, intent(match, (state.get("decision") or {"w": 1})["w"])))
        with pytest.raises(ConnectionClosed) as closed:
            await ann.expect("ack")
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == PROTOCOL_ERROR


async def ponged(peer: Peer) -> bool:
    """Wait until the server has read all that was sent: a ping may come within a message."""
    await (await peer.socket.ping())
    return True
