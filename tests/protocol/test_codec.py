"""The codec: round trips, and nothing a peer may send raises anything but BadFrame (PROTOCOL.md 1, 5)."""

from __future__ import annotations

import json
from contextlib import suppress
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import Raw

from protocol.codec import decode_event, decode_request, encode
from protocol.diffs import Entities, canonical, difference, fold, parse
from protocol.errors import BadFrame
from protocol.messages import NULL, Answer, ClientMessage, Diff, Intent, Join

LIMIT = 16384
INTENT = '{"t":"intent","m":"m1","c":3,"w":1,"a":%s}'


def code_of(data: bytes | str) -> str:
    with pytest.raises(BadFrame) as bad:
        decode_request(data, LIMIT)
    return bad.value.code


@pytest.mark.parametrize("kind", get_args(ClientMessage))
@settings(deadline=None)
@given(data=st.data())
def test_every_client_message_survives_a_round_trip(kind: type[ClientMessage], data: st.DataObject) -> None:
    message = data.draw(st.from_type(kind)) if kind is not Intent else Intent("m", 1, 2, Answer("pass"))
    try:
        decoded = decode_request(encode(message), LIMIT)
    except BadFrame:
        return  # drawn from the types alone, it may break the bounds
    assert encode(decoded) == encode(message)


@settings(deadline=None)
@given(st.binary() | st.text().map(lambda text: text.encode("utf-8", "surrogatepass")))
def test_any_bytes_are_a_message_or_a_bad_frame(data: bytes) -> None:
    with suppress(BadFrame):
        decode_request(data, LIMIT)
    with suppress(BadFrame):
        decode_event(data)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from("mcwatr") | st.text(max_size=3), inner),
    max_leaves=8,
)


@settings(deadline=None)
@given(
    st.sampled_from(["hello", "create", "join", "intent", "state", "zap"]),
    st.dictionaries(st.sampled_from("mcwar"), JSON),
)
def test_any_object_is_a_message_or_a_bad_frame(kind: str, fields: dict[str, object]) -> None:
    with suppress(BadFrame):
        decode_request(json.dumps({"t": kind, **fields}), LIMIT)


@pytest.mark.parametrize(
    ("frame", "code"),
    [
        (b"\xff\xfe", "bad_frame"),
        (b'{"t":"join","m":"\xff"}', "bad_frame"),
        ('{"t":"join","m":"\\ud800"}', "bad_frame"),
        ("[" * 16000, "bad_frame"),
        ('{"t":"ping","x":' + "[" * 8000 + "]" * 8000 + "}", "bad_frame"),
        ('{"t":"ping","x":' + "[" * 32 + "]" * 32 + "}", "bad_frame"),  # 33 deep, with the frame's own object
        ('{"t":"ping","x":{"[":' + "[" * 31 + "]" * 31 + "}}", "bad_frame"),
        ('{"t":"join","m":"m","since":' + "9" * 400 + "}", "bad_frame"),
        ('{"t":"join","m":"m","since":1e400}', "bad_frame"),
        ('{"t":"join","m":""}', "bad_frame"),
        ('{"t":"join","m":"' + "m" * 65 + '"}', "bad_frame"),
        ('{"m":"m"}', "bad_frame"),
        ("null", "bad_frame"),
        ("", "bad_frame"),
        ('{"t":"zap"}', "unknown_type"),
        ('{"t":"welcome","server":"me"}', "unknown_type"),
        (" " * (LIMIT + 1), "too_large"),
        (INTENT % -1, "bad_answer"),
        (INTENT % 1.5, "bad_answer"),
        (INTENT % '{"do":"number","amounts":[1.5]}', "bad_answer"),
        (INTENT % ('{"do":"x","amounts":[' + "9" * 400 + "]}"), "bad_answer"),
        (INTENT % ('{"do":"x","plan":[' * 6 + "]}" * 6), "bad_answer"),
        (INTENT % "null", "bad_answer"),
    ],
)
def test_bad_frames_have_a_code(frame: bytes | str, code: str) -> None:
    assert code_of(frame) == code


def test_a_bad_frame_is_addressed_as_far_as_it_could_be_read() -> None:
    with pytest.raises(BadFrame) as bad:
        decode_request(INTENT % "[]", LIMIT)
    assert (bad.value.match, bad.value.c) == ("m1", 3)


def test_unknown_fields_are_ignored() -> None:
    assert decode_request('{"t":"join","m":"m1","colour":"red"}', LIMIT) == Join("m1")


@pytest.mark.parametrize("deepest", ["[" * 30 + "]" * 30, '["' + "[" * 100 + '\\"{{{"]', "[]," * 100 + "[]"])
def test_brackets_side_by_side_or_in_strings_nest_nothing(deepest: str) -> None:
    assert decode_request('{"t":"join","m":"m1","x":[' + deepest + "]}", LIMIT) == Join("m1")


def test_an_encoded_diff_is_embedded_as_it_is() -> None:
    assert encode(Diff("m", 2, Raw(b'{"o1":null}'))) == b'{"t":"diff","m":"m","seq":2,"d":{"o1":null}}'


def test_no_decision_any_more_is_not_the_same_as_unchanged() -> None:
    closed, unchanged = Diff("m", 2, Raw(b"{}"), NULL), Diff("m", 2, Raw(b"{}"))
    assert decode_event(encode(closed)) == closed
    assert decode_event(encode(unchanged)) == unchanged
    assert closed != unchanged


ENTITIES = st.dictionaries(
    st.sampled_from(["game", "p0", "o1", "o2", "s3"]), st.dictionaries(st.text(max_size=3), st.integers(0, 9))
)


@settings(deadline=None)
@given(ENTITIES, ENTITIES)
def test_folding_a_difference_gives_the_new_view_byte_for_byte(old: Entities, new: Entities) -> None:
    view = dict(old)
    fold(view, difference(old, new))
    assert canonical(view) == canonical(new)


def test_a_view_is_an_object() -> None:
    with pytest.raises(BadFrame):
        parse(b"[]")
