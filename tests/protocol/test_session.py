"""The sans-I/O session: what may be said when, and the code that answers everything else (PROTOCOL.md 1, 2, 5)."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from protocol.codec import decode_event, encode
from protocol.errors import Close
from protocol.messages import (
    SUBPROTOCOL,
    Bye,
    ClientMessage,
    Comfort,
    Concede,
    Create,
    Hello,
    Intent,
    Join,
    Leave,
    Limits,
    List,
    Nack,
    Ping,
    Pong,
    ServerMessage,
    Settings,
    Sync,
    Welcome,
    Why,
)
from protocol.session import Claim, Guest, Identity, Request, Session

CLAIMS = {"a0": Claim("a", 0), "b1": Claim("b", 1), "b-watch": Claim("b", None)}


def greet(name: str) -> Guest:
    return Identity("guest:1", name), "back"


SAMPLES: list[ClientMessage] = [
    Hello(),
    List(),
    Ping(),
    Join("a", "a0"),
    Join("b"),
    Intent("a", 1, 1, 0),
    Concede("b", 1),
    Settings("b", 2, "own on"),
    Why("a", 34, 0, "7"),
    Sync("b"),
    Leave("a"),
]


class Peer:
    """A client of one session, by hand."""

    def __init__(self, limits: Limits | None = None, *, says_hello: bool = True) -> None:
        self.session = Session(
            "test", "s1", identify={"id": Identity("user:7", "ann")}.get, greet=greet, claim=CLAIMS.get, limits=limits
        )
        self.session.open(SUBPROTOCOL)
        if says_hello:
            self.say(Hello())
            self.heard()

    def say(self, message: ClientMessage | bytes, now_ms: int = 0) -> Request | None:
        return self.session.receive(message if isinstance(message, bytes) else encode(message), now_ms)

    def heard(self) -> list[ServerMessage]:
        return [decode_event(frame) for frame in self.session.take()]

    def codes(self) -> list[str]:
        return [message.code for message in self.heard() if isinstance(message, Nack)]


def test_hello_is_answered_by_welcome_with_the_limits() -> None:
    peer = Peer(says_hello=False)
    assert peer.say(Hello("bob"), 77) is None
    assert peer.heard() == [Welcome("test", "s1", 77, name="bob", token="back")]


def test_an_identity_token_says_who_it_is() -> None:
    peer = Peer(says_hello=False)
    peer.say(Hello("mallory", token="id"))
    assert peer.heard() == [Welcome("test", "s1", 0, name="ann")]
    request = peer.say(List())
    assert request is not None
    assert request.who.id == "user:7"


def test_where_guests_are_not_wanted_one_says_who_one_is() -> None:
    session = Session("test", "s1", identify=lambda _: None, greet=lambda _: None, claim=CLAIMS.get)
    session.open(SUBPROTOCOL)
    session.receive(encode(Hello("ann")), 0)
    assert session.close is Close.BAD_TOKEN


@pytest.mark.parametrize(
    ("first", "close"),
    [
        (encode(List()), Close.HELLO_EXPECTED),
        (encode(Hello(token="forged")), Close.BAD_TOKEN),
    ],
)
def test_a_wrong_start_ends_the_connection(first: bytes, close: Close) -> None:
    peer = Peer(says_hello=False)
    assert peer.say(first) is None
    nack, bye = peer.heard()
    assert isinstance(nack, Nack)
    assert bye == Bye(close, nack.reason)
    assert peer.session.close is close


def test_nothing_is_heard_after_the_end() -> None:
    peer = Peer()
    peer.session.end(Close.RESTART, "restart")
    assert peer.say(List()) is None
    assert peer.heard() == [Bye(4000, "restart", 1000)]


def test_the_subprotocol_must_be_ours() -> None:
    session = Session("test", "s1", identify=lambda _: None, greet=greet, claim=CLAIMS.get)
    session.open(None)
    assert session.close is Close.VERSION


def test_a_bad_frame_is_answered_and_the_connection_goes_on() -> None:
    peer = Peer()
    peer.say(b"{")
    assert peer.codes() == ["bad_frame"]
    assert peer.say(List()) is not None


def test_too_many_bad_frames_end_it() -> None:
    peer = Peer(Limits(bad_frames=2))
    for _ in range(3):
        peer.say(b"{")
    assert peer.session.close is Close.TOO_MANY_ERRORS


def test_a_second_hello_is_refused() -> None:
    peer = Peer()
    peer.say(Hello())
    assert peer.codes() == ["bad_frame"]


def test_a_seat_comes_from_its_token() -> None:
    peer = Peer()
    request = peer.say(Join("a", "a0"))
    assert request is not None
    assert request.seat == 0
    moved = peer.say(Intent("a", 1, 1, 0))
    assert moved is not None
    assert moved.seat == 0


def test_without_a_token_one_looks_on() -> None:
    peer = Peer()
    request = peer.say(Join("a"))
    assert request is not None
    assert request.seat is None
    assert peer.say(Intent("a", 1, 1, 0)) is None
    assert peer.codes() == ["not_seated"]


@pytest.mark.parametrize(("token", "is_admitted"), [(None, False), ("b-watch", True), ("b1", True)])
def test_who_shows_a_token_for_the_match_is_admitted(token: str | None, is_admitted: bool) -> None:
    request = Peer().say(Join("b", token))
    assert request is not None
    assert request.is_admitted is is_admitted


def test_a_place_among_the_spectators_is_no_seat() -> None:
    peer = Peer()
    peer.say(Join("b", "b-watch"))
    assert peer.say(Concede("b", 1)) is None
    assert peer.codes() == ["not_seated"]


@pytest.mark.parametrize(
    ("message", "code"),
    [
        (Join("a", "forged"), "bad_token"),
        (Join("a", "b1"), "wrong_seat"),
        (Intent("a", 1, 1, 0), "not_seated"),
        (Concede("a", 1), "not_seated"),
        (Settings("a", 1, Comfort(full=True)), "not_seated"),
        (Why("a", 34), "not_seated"),
        (Sync("a"), "not_joined"),
        (Leave("a"), "not_joined"),
    ],
)
def test_what_does_not_pass_is_refused_with_a_code(message: ClientMessage, code: str) -> None:
    peer = Peer()
    assert peer.say(message) is None
    assert peer.codes() == [code]


@settings(deadline=None)
@given(st.lists(st.binary(max_size=40) | st.sampled_from([encode(m) for m in SAMPLES]), max_size=12))
def test_whatever_is_not_passed_on_is_answered(frames: list[bytes]) -> None:
    peer = Peer()
    for frame in frames:
        is_open = peer.session.close is None
        request = peer.session.receive(frame, 0)
        assert request is not None or peer.session.take() or not is_open


def test_leaving_gives_up_following() -> None:
    peer = Peer()
    peer.say(Join("a", "a0"))
    assert peer.say(Leave("a")) is not None
    assert peer.say(Sync("a")) is None


def test_matches_on_a_connection_are_limited() -> None:
    peer = Peer(Limits(matches=1))
    peer.say(Join("a"))
    peer.say(Join("b"))
    assert peer.codes() == ["too_many_matches"]


def test_a_nack_is_addressed_to_its_command() -> None:
    peer = Peer()
    peer.session.refuse(Intent("a", 5, 1, 0), Nack("illegal", "no", rule="601.2"))
    peer.session.nack(Create("magic", r="9"), "unknown_game", "no")
    assert peer.heard() == [Nack("illegal", "no", "a", 5, rule="601.2"), Nack("unknown_game", "no", r="9")]


def test_a_flood_is_told_when_to_come_back() -> None:
    peer = Peer(Limits(frames_per_s=10, burst=2))
    for _ in range(3):
        peer.say(Ping("1"))
    assert peer.heard() == [
        Pong(0, "1"),
        Pong(0, "1"),
        Nack("rate_limited", "try again in 100 ms", r="1", retry_ms=100),
    ]
    peer.say(Ping("2"), now_ms=100)
    assert peer.heard() == [Pong(100, "2")]


def test_silence_saves_up_no_more_than_a_burst() -> None:
    peer = Peer(Limits(frames_per_s=10, burst=2))
    for _ in range(3):
        peer.say(Ping("1"), now_ms=1_000_000)
    assert [type(message) for message in peer.heard()] == [Pong, Pong, Nack]


def test_the_bucket_grows_with_the_seats() -> None:
    peer = Peer(Limits(frames_per_s=10, burst=2))
    peer.say(Join("a", "a0"))
    for _ in range(6):
        peer.say(Sync("a"), now_ms=1000)
    assert peer.codes() == ["rate_limited", "rate_limited"]
