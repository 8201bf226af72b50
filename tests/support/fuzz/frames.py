"""Frames as a fuzzer writes them: of the protocol's own message types, with one field spoiled, or no frames at all.

A frame is JSON in which ``Ref`` stands for what only the running node knows: a match, a token, an open decision. It is
filled in when the frame is sent (``fill``), so that Hypothesis can keep, repeat and shrink what it made.
"""

from __future__ import annotations

import json
import zlib
from base64 import b64encode
from functools import cache
from typing import Any, Final, TypeAlias

import msgspec.inspect as inspect
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from protocol.messages import ClientMessage
from tests.support.fuzz.pool import Pool, Ref

Json: TypeAlias = Any  # what a fuzzer puts into a frame has every shape
FIELDS: Final = {
    "m": "match",
    "token": "token",
    "c": "c",
    "w": "w",
    "a": "answer",
    "o": "object",
    "seq": "seq",
    "since": "seq",
    "table": "table",
}
"""The things that the fields of messages refer to in a running match."""
GAMES: Final = ("magic", "grand-archive", "marvel-champions")
DECKS: Final = ("burn", "blue-control", "ironworks", "ember-blades", "she_hulk_aggression", "no such deck", "../burn")
LINES: Final = (
    "60 Forest", "4 Shock\n56 Mountain\nSideboard\n1 Shok", "=-" * 3000, "4 x" + " [a]" * 2000, "good luck",
    "-" * 3000 + "(" * 3000, "4 " + "\ufdfa" * 2000, "\x1b[2J", "\u202e", " ", "SB:" * 2000, "\n" * 4000, "x" * 280,
)  # fmt: skip
"""Deck lists, and what players say to each other."""
RECORD: Final = """stackloop = 1
game = "magic"
profile = "current"
secret = "5e"
shares = []
moves = '''
A: choose A
'''
[[seat]]
name = "ann"
deck = ["60 Forest"]
[[seat]]
name = "bob"
deck = ["60 Forest"]
"""
CARDS: Final = ("Forest", "Mountain", "Shock", "Lightning Bolt", "Chromatic Star", "Mox Opal", "nothing", "", "\x00")
SEATS: Final = ("open", "invite", "bot:random", "bot:", "bot:../x", "open ", "")


def packed(text: str) -> str:
    """A record as a frame holds it."""
    return b64encode(zlib.compress(text.encode(), 9)).decode()


WORDS: Final = {
    "game": st.sampled_from(GAMES),
    "profile": st.sampled_from(("seeds", "current", "closed", "", "../seeds")),
    "scenario": st.sampled_from(
        ("rhino", "rhino expert modular: Bomb Scare", "modular:", "rhino modular: " + "x," * 300)
    ),
    "seats": st.lists(st.sampled_from(SEATS), max_size=9),
    "text": st.sampled_from(LINES),
    "record": st.sampled_from(
        [
            packed(RECORD.replace(was, instead))
            for was, instead in (
                ("", ""),
                ('"ann"', '"\\u001b[2J"'),
                ("A: choose A", "Z: concede"),
                ("60 Forest", "99999999 Forest"),
                ("shares = []", "a." * 20_000 + "b = 1"),
                ("shares = []", "shares = " + "[" * 9000),
                ("shares = []", 'shares = []\nlater = [[99999999999999999999, "x", []]]'),
                (RECORD, "#" * 300_000),
            )
        ]
    ),
    "decks": st.lists(
        st.sampled_from(DECKS) | st.dictionaries(st.sampled_from(CARDS), st.integers(-1, 251), max_size=8), max_size=9
    ),
}
"""Fields where chance alone never meets a word that means something."""
GESTURES: Final = (
    "pass", "auto", "cancel", "yes", "no", "pay auto", 'cast "Shock" target B pay auto', "repeat 400", "repeat -1",
    "repeat 99999999999999999999", "number 2147483647", 'play "Forest"', "settings own on smart on stop any",
    "full control on", "pass until end of turn or something", '"', '""', "'" * 500, "(" * 500, '"a" ' * 200, "\x00",
    'target "A#99999999999999999999999"', "pay mana " + "{G}" * 300, "attack " + '"Bear#1" A ' * 80,
)  # fmt: skip
NUMBERS: Final = (0, 1, -1, 2**31 - 1, 2**31, 2**53 - 1, 2**53, 2**63, 2**64, -(2**63) - 1, 10**400, 0.5, 1e308, -0.0)
SPOILS: Final = st.one_of(
    st.sampled_from(NUMBERS),
    st.sampled_from(
        (None, True, False, "", [], {}, [[]], {"": {}}, float("nan"), float("inf"), "x" * 2049, "x" * 70_000)
    ),
    st.text(max_size=80),
    st.recursive(
        st.none() | st.integers() | st.text(max_size=8), lambda inner: st.lists(inner, max_size=4), max_leaves=12
    ),
)
"""Values that are put where something else belongs."""


def of_type(kind: inspect.Type) -> SearchStrategy[Json]:
    """Values that a type allows, its bounds included."""
    match kind:
        case inspect.StructType(cls=record):
            return of_record(record)
        case inspect.IntType(ge=least, le=most, lt=below):
            top = most if most is not None else None if below is None else below - 1
            edges = [edge for edge in (least, top) if edge is not None]
            return st.integers(least, top) | st.integers(-5, 5) | st.sampled_from(edges or [0])
        case inspect.StrType(min_length=least, max_length=most):
            return st.text(min_size=least or 0, max_size=min(most or 40, 80)) | st.sampled_from(GESTURES)
        case inspect.LiteralType(values=values) | inspect.EnumType(cls=values):
            return st.sampled_from(tuple(values))
        case inspect.UnionType(types=types):
            return st.one_of([of_type(each) for each in types])
        case inspect.VarTupleType(item_type=item):
            return st.lists(of_type(item), max_size=6)
        case inspect.TupleType(item_types=items):
            return st.tuples(*[of_type(item) for item in items]).map(list)
        case inspect.DictType(key_type=key, value_type=value):
            return st.dictionaries(of_type(key), of_type(value), max_size=4)
        case inspect.BoolType():
            return st.booleans()
        case inspect.NoneType():
            return st.none()
    raise AssertionError(f"no frames are made of {kind}")


@cache
def of_record(record: type) -> SearchStrategy[Json]:
    """Records, which may hold others of their type."""
    return st.deferred(lambda: of_struct(inspect.type_info(record)))


def of_struct(kind: inspect.Type) -> SearchStrategy[Json]:
    """With the tag, and with some of what may be left out."""
    assert isinstance(kind, inspect.StructType)
    must = {field.encode_name: of_field(field) for field in kind.fields if field.required}
    may = {field.encode_name: of_field(field) for field in kind.fields if not field.required}
    tag = {} if kind.tag_field is None else {kind.tag_field: st.just(kind.tag)}
    return st.fixed_dictionaries({**tag, **must}, optional=may)


def of_field(field: inspect.Field) -> SearchStrategy[Json]:
    """Mostly what means something in a running match, else anything of its type."""
    anything = of_type(field.type)
    if field.encode_name in FIELDS:
        return st.builds(Ref, st.just(FIELDS[field.encode_name]), st.integers(0, 7)) | anything
    return WORDS[field.encode_name] | anything if field.encode_name in WORDS else anything


def messages() -> SearchStrategy[Json]:
    """Any message of a client."""
    union = inspect.type_info(ClientMessage)
    assert isinstance(union, inspect.UnionType)
    return st.one_of([of_type(each) for each in union.types])


def message(tag: str) -> SearchStrategy[Json]:
    """Messages of one type."""
    union = inspect.type_info(ClientMessage)
    assert isinstance(union, inspect.UnionType)
    return of_type(next(each for each in union.types if isinstance(each, inspect.StructType) and each.tag == tag))


@st.composite
def spoiled(draw: st.DrawFn) -> Json:
    """A message with one field that is missing, of another type, out of bounds, or unknown."""
    frame = dict(draw(messages()))
    name = draw(st.sampled_from([*frame, "unknown"]))
    if draw(st.booleans()) and name in frame:
        del frame[name]
    else:
        frame[name] = draw(SPOILS)
    return frame


def texts() -> SearchStrategy[bytes]:
    """Frames that are no message: not JSON, not UTF-8, too deep, too long, or JSON that decoders differ about."""
    deep = st.integers(1, 8000).map(lambda depth: b"[" * depth)
    deeper = st.integers(1, 2500).map(lambda depth: b'{"t":' * depth + b"1" + b"}" * depth)
    numbers = st.integers(1, 5000).map(lambda digits: b'{"t":"ping","r":"1","c":' + b"9" * digits + b"}")
    return st.one_of(
        st.binary(max_size=300),
        st.text(max_size=300).map(lambda text: text.encode("utf-8", "surrogatepass")),
        deep,
        deeper,
        numbers,
        st.sampled_from(ODDITIES),
        st.integers(16_000, 70_000).map(lambda size: b'{"t":"ping","r":"' + b"x" * size + b'"}'),
    )


ODDITIES: Final = (
    b"", b" ", b"null", b"true", b"[]", b"{}", b'""', b"{" * 10_000, b'{"t":"ping"}{"t":"ping"}', b'{"t":"ping"} x',
    b'{"t":"ping","t":"list"}', b'{"t":"ping","r":"a","r":7}', b'{"t":"ping","r":NaN}', b'{"t":"ping","r":-Infinity}',
    b'{"t":"ping","r":"\\ud800"}', b'{"t":"ping","r":"\\udc00\\ud800"}', b'{"t":"ping","r":"\xed\xa0\x80"}',
    b'{"t":"ping","r":"\xff"}', b'{"t":"ping","r":"\\u0000"}', b'\xef\xbb\xbf{"t":"ping"}', b'{"t":"ping",}',
    b'{"t":"\\u0070ing","r":"1"}', b"{'t':'ping'}", b'{"t":"ping","x":1e999999}', b'{"t":1}',
    b'{"t":null}', b'{"t":"hello"}',
    b'{"t":"join","m":"\\u0000"}', b'{"t":"join","m":"*"}', b'{"t":"join","m":"}:own"}',
    b'{"t":"join","m":"../../secret"}',
    b'{"t":"join","m":"node:x"}', b'{"t":"join","m":"%s%n"}', b"\x00" * 100, b"\xff" * 100,
)  # fmt: skip


def fill(frame: Json, pool: Pool) -> Json:
    """The frame with what its references stand for at this moment."""
    match frame:
        case Ref():
            return pool.find(frame)
        case dict():
            return {name: fill(value, pool) for name, value in frame.items()}
        case list() | tuple():
            return [fill(value, pool) for value in frame]
    return frame


def text_of(frame: Json) -> bytes:
    """As JSON, NaN and lone surrogates included."""
    return json.dumps(frame, ensure_ascii=False).encode("utf-8", "surrogatepass")
