"""PROTOCOL.md is true: every example decodes, encodes again, and every message and code is there."""

from __future__ import annotations

import hashlib
import re
import tomllib
from pathlib import Path
from typing import get_args

import msgspec
import orjson
import pytest
from jsonschema import Draft202012Validator

import engine
import protocol
from engine import Seed
from protocol.codec import decode_event, decode_request, encode
from protocol.diffs import canonical
from protocol.messages import AnyAnswer, ClientMessage, Decision, ServerMessage
from protocol.schema import schema, text
from protocol.view import Line, View
from tests.support.protocol.document import DOCUMENT, EXAMPLES, examples

SCHEMA = Path(protocol.__file__).with_name("schema.json").read_text()


@pytest.mark.parametrize("text", examples("client"))
def test_client_frames_survive_the_codec(text: str) -> None:
    message = decode_request(text, 16384)
    assert decode_request(encode(message), 16384) == message
    assert orjson.loads(encode(message)) == orjson.loads(text)


@pytest.mark.parametrize("text", examples("server"))
def test_server_frames_survive_the_codec(text: str) -> None:
    message = decode_event(text)
    assert orjson.loads(encode(message)) == orjson.loads(text)


@pytest.mark.parametrize("text", examples("answer"))
def test_answers(text: str) -> None:
    msgspec.json.decode(text, type=AnyAnswer)


@pytest.mark.parametrize("text", examples("decision"))
def test_decisions(text: str) -> None:
    decision = msgspec.json.decode(text, type=Decision)
    assert [option.n for option in decision.options] == [0, 1]


@pytest.mark.parametrize("text", examples("view"))
def test_views_read_and_encode_canonically(text: str) -> None:
    view = View(orjson.loads(text))
    assert canonical(view.entities) == orjson.dumps(orjson.loads(text))
    assert (view.game.turn, view.players[0].life, len(view.cards), view.log[0].n) == (3, 20, 1, 812)


def test_the_log_is_told_with_names() -> None:
    view = View(orjson.loads(examples("view")[0]))
    assert view.render(view.log[0]) == "ann casts Shock#1, targeting Grizzly Bears#2"
    assert view.render(Line(1, "Turn 3: A", seats=(8,))) == "Turn 3: ann"
    assert view.render(Line(1, "B casts A Card, targeting A", seats=(0, 26))) == "B casts A Card, targeting ann"


def test_every_message_has_an_example() -> None:
    shown = {orjson.loads(text)["t"] for kind, text in EXAMPLES if kind in ("client", "server")}
    assert shown == {kind.__struct_config__.tag for kind in get_args(ClientMessage) + get_args(ServerMessage)}


def test_the_schema_that_is_shipped_is_that_of_the_messages() -> None:
    """Write it anew with ``python -m protocol.schema > protocol/schema.json``."""
    assert text() == SCHEMA


@pytest.mark.parametrize("kind", ["client", "server", "decision", "answer"])
def test_examples_hold_to_the_schema(kind: str) -> None:
    document = orjson.loads(SCHEMA)
    validator = Draft202012Validator({"$defs": document["$defs"], **document["properties"][kind]})
    for example in examples(kind):
        validator.validate(orjson.loads(example))


def test_the_schema_tells_wrong_frames_apart() -> None:
    document = orjson.loads(SCHEMA)
    validator = Draft202012Validator({"$defs": document["$defs"], **document["properties"]["client"]})
    assert not validator.is_valid({"t": "join"})
    assert not validator.is_valid({"t": "dance"})


def test_the_schema_names_every_message() -> None:
    definitions = schema()["$defs"]
    assert {kind.__name__ for kind in get_args(ClientMessage) + get_args(ServerMessage)} <= set(definitions)


def test_the_stream_of_a_record_is_the_one_of_the_example() -> None:
    (example,), record = map(orjson.loads, examples("stream")), tomllib.loads(examples("record")[0])
    key = hashlib.blake2b(digest_size=32)
    for part in (record["secret"], *record["shares"]):
        key.update(len(part.encode()).to_bytes(8, "big") + part.encode())
    first = hashlib.blake2b((0).to_bytes(8, "big"), key=key.digest()).hexdigest()
    assert key.hexdigest() == example["key"]
    assert [first[at : at + 16] for at in range(0, 64, 16)] == example["numbers"]
    seed = Seed(record["secret"], tuple(record["shares"]))
    assert (seed.commitment(), seed.key().hex()) == (record["commitment"], example["key"])
    shuffle, below = example["shuffle"], example["below"]
    deck, after = seed.stream().shuffled(shuffle["from"], tuple(shuffle["before"]))
    assert (list(deck), after) == (shuffle["after"], shuffle["next"])
    assert seed.stream().below(below["from"], below["bound"]) == (below["number"], below["next"])


def test_the_record_of_the_example_has_every_key_and_reads_by_lines() -> None:
    (text,) = examples("record")
    record = engine.Record(text)
    assert record.moves == ["A: choose A", "A: concede"]
    described = set(
        re.findall(r"`(\w+)`", "".join(re.findall(r"^\| (.*?) \|", DOCUMENT.split("## 15. Records")[1], re.MULTILINE)))
    )
    assert set(record.table) | {"scenario", "side", "later", "chooser"} == described
    for line in text.partition("moves")[0].splitlines():
        assert orjson.loads(line.partition(" = ")[2]) == record.table[line.partition(" = ")[0]]
