"""The engine on a pipe: each line is answered by one, as PROTOCOL.md shows, and no line ends more than itself."""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import Iterator

import msgspec
import orjson
import pytest

import engine
from protocol.answers import sample
from protocol.consult import LINE_BYTES, MOST_MATCHES, Asked, Told
from protocol.messages import Decision
from server.terminal.engine_pipe import Consultant
from tests.support.protocol.document import examples

Json = dict[str, object]
POSITION = """
game = "magic"
[A]
battlefield = ["Mountain"]
hand = ["Shock"]
[B]
battlefield = ["Grizzly Bears"]
"""


@pytest.fixture
def consultant() -> Consultant:
    return Consultant("test")


def say(consultant: Consultant, **asked: object) -> Json:
    told: Json = orjson.loads(consultant.answer(orjson.dumps(asked)))
    return told


def conversation() -> Iterator[tuple[str, str]]:
    for text in examples("engine"):
        lines = text.splitlines()
        yield from zip(lines[::2], lines[1::2], strict=True)


def test_the_conversation_of_the_document_goes_as_it_says(consultant: Consultant) -> None:
    told = list(conversation())
    assert told
    for line, answer in told:
        assert orjson.loads(consultant.answer(line.encode())) == orjson.loads(answer), line
        assert msgspec.json.decode(line, type=Asked)
        assert msgspec.json.decode(answer, type=Told)


@pytest.mark.parametrize("game", engine.list_games())
def test_whole_matches_are_played_through_lines_and_forks_are_others(consultant: Consultant, game: str) -> None:
    chance, before = random.Random(3), None
    standing = say(consultant, t="begin", game=game, seed="7", r="x")
    assert (standing["t"], standing["r"]) == ("standing", "x")
    for number in range(150):
        asked = msgspec.convert(say(consultant, t="options")["decisions"], tuple[Decision, ...])[0]
        if number == 100:
            before = say(consultant, t="dump")["dump"]
            say(consultant, t="fork", to="other")
        answer = msgspec.to_builtins(sample(asked, chance.randrange))
        standing = say(consultant, t="apply", seat=asked.seat, a=answer, w=asked.w)
        if standing["t"] == "nack":
            assert standing.get("rule"), standing
            standing = say(consultant, t="apply", seat=asked.seat, a=msgspec.to_builtins(asked.default))
        if "result" in standing:
            break
    else:
        assert say(consultant, t="dump", m="other")["dump"] == before
        say(consultant, t="load", m="again", dump=before)
        assert (
            say(consultant, t="options", m="again")["decisions"] == say(consultant, t="options", m="other")["decisions"]
        )


def test_a_view_hides_what_its_seat_may_not_know(consultant: Consultant) -> None:
    say(consultant, t="position", text=POSITION)
    own, others = (say(consultant, t="view", seat=seat)["view"] for seat in (0, 1))
    assert "Shock" in str(own)
    assert "Shock" not in str(others)
    assert "Shock" not in str(say(consultant, t="view")["view"])


def test_a_play_that_fails_later_is_undone_and_says_why(consultant: Consultant) -> None:
    say(consultant, t="position", text=POSITION)
    assert "undone" not in say(consultant, t="apply", seat=0, a='cast "Shock"')
    undone = say(consultant, t="apply", seat=0, a="cancel")
    assert undone["t"] == "standing"
    assert msgspec.convert(undone["undone"], dict[str, str])["code"] == "cancelled"


def test_a_record_is_taken_up_after_any_of_its_moves(consultant: Consultant) -> None:
    header = engine.Header(
        "magic", ("a", "b"), tuple(engine.load_decks("magic")["burn"].entries for _ in "ab"), engine.Seed("1")
    )
    text = engine.write_record(header, [(0, None)])
    assert "result" in say(consultant, t="replay", text=text)
    assert "result" not in say(consultant, t="replay", text=text, at=0)
    assert say(consultant, t="replay", text=text, at=2)["reason"] == "there is no move 2: there are 1"
    assert "line 15: B: pass: " in str(
        say(consultant, t="replay", text=text.replace("A: concede", "B: pass"))["reason"]
    )


@pytest.mark.parametrize("asked", ["hello", "options", "view", "drop", "position", "dump", "dance", "apply"])
def test_an_answer_has_the_r_that_its_line_had_and_else_none(consultant: Consultant, asked: str) -> None:
    say(consultant, t="position", text=POSITION)
    assert "r" not in say(consultant, t=asked, text=POSITION)
    say(consultant, t="position", text=POSITION)
    assert say(consultant, t=asked, text=POSITION, r="7")["r"] == "7"


@pytest.mark.parametrize(
    ("line", "code"),
    [
        (b"nonsense", "bad_frame"),
        (b"{}", "unknown_type"),
        (b'{"t": "dance"}', "unknown_type"),
        (b'{"t": "apply", "seat": "a", "a": 1}', "bad_frame"),
        (b"\xff", "bad_frame"),
        (b"[" * 100_000, "bad_frame"),
        (b" " * (LINE_BYTES + 1), "too_large"),
        (b'{"t": "options", "m": "nothing"}', "unknown_match"),
        (b'{"t": "position", "text": "game = 3"}', "bad_position"),
        (b'{"t": "position", "text": "= 3"}', "bad_position"),
        (b'{"t": "position", "text": "game = \\"magic\\"\\nbananas = 3"}', "bad_position"),
        (b'{"t": "position", "text": "game = \\"magic\\"\\nA = 3"}', "bad_position"),
        (b'{"t": "position", "text": "game = \\"magic\\"\\nprofile = \\"x\\""}', "bad_position"),
        (b'{"t": "position", "text": "game = \\"magic\\"\\n[A]\\nhand = [\\"No Such Card\\"]"}', "bad_position"),
        (b'{"t": "begin", "game": "chess", "seed": "1"}', "unknown_game"),
        (b'{"t": "begin", "game": "magic", "seed": "1", "decks": ["none"]}', "unknown_deck"),
        (b'{"t": "begin", "game": "magic", "seed": "1", "profile": "none"}', "unknown_profile"),
        (b'{"t": "replay", "text": "none"}', "bad_record"),
        (b'{"t": "load", "dump": "none"}', "bad_dump"),
        (b'{"t": "load", "dump": "[]"}', "bad_dump"),
        (b'{"t": "load", "dump": "{\\"dump\\": 4}"}', "bad_dump"),
        (b'{"t": "apply", "m": "p", "seat": 1, "a": 0}', "not_your_decision"),
        (b'{"t": "apply", "m": "p", "seat": 7, "a": 0}', "bad_seats"),
        (b'{"t": "apply", "m": "p", "seat": 0, "a": 99}', "bad_answer"),
        (b'{"t": "apply", "m": "p", "seat": 0, "a": "dance"}', "bad_answer"),
        (b'{"t": "apply", "m": "p", "seat": 0, "a": 0, "w": 9}', "stale_decision"),
        (b'{"t": "view", "m": "p", "seat": 7}', "bad_seats"),
    ],
)
def test_what_cannot_be_done_is_refused_and_changes_nothing(consultant: Consultant, line: bytes, code: str) -> None:
    say(consultant, t="position", m="p", text=POSITION)
    before = say(consultant, t="dump", m="p")
    told = orjson.loads(consultant.answer(line))
    assert (told["t"], told["code"]) == ("nack", code), told
    assert say(consultant, t="dump", m="p") == before


@pytest.mark.parametrize(
    "position",
    [
        "x=" + "[" * 2000,
        "x=" + "[" * 200 + "]" * 200,
        "x=" + "{a=" * 2000,
        "a" + ".a" * 50_000 + "=1",
        "[" + "[a" + ".'a'" * 50_000 + "]]",
        'game="magic"\n[A]\nlife=9007199254740993',
        'game="magic"\n[A]\nlife=true',
        'game="magic"\n[A]\ncounters={poison=1.5}',
        'game="magic"\n[A]\nlibrary=9007199254740993',
        'game="magic"\n[A]\nbattlefield=["Forest (9999999 damage)"]',
        'game="magic"\n[setup]\nturn=9007199254740993',
        'game="magic"\n[setup]\nactive="H"',
    ],
    ids=lambda text: text[:40],
)
def test_a_position_that_is_too_large_in_any_way_is_refused_at_once(consultant: Consultant, position: str) -> None:
    assert say(consultant, t="position", text=position)["code"] == "bad_position"


def test_whatever_is_in_a_dump_ends_no_more_than_its_line(consultant: Consultant) -> None:
    say(consultant, t="position", text=POSITION)
    dump = orjson.loads(str(say(consultant, t="dump")["dump"]))
    for lacks in dump:
        other = {**dump, lacks: dump["dump"] if lacks != "dump" else None}
        assert say(consultant, t="load", dump=orjson.dumps(other).decode()).get("code") in (None, "bad_dump"), lacks


def test_there_is_an_end_to_the_matches_that_are_held(consultant: Consultant) -> None:
    say(consultant, t="position", text=POSITION)
    for number in range(MOST_MATCHES - 1):
        assert say(consultant, t="fork", to=f"m{number}")["t"] == "standing"
    assert say(consultant, t="fork", to="one more")["code"] == "too_many_matches"
    assert say(consultant, t="fork", to="m0")["t"] == "standing"
    assert say(consultant, t="drop", m="m0")["t"] == "dropped"
    assert say(consultant, t="fork", to="one more")["t"] == "standing"


@pytest.mark.slow
def test_the_command_answers_line_by_line_whatever_it_is_given() -> None:
    lines = [b'{"t": "hello", "r": "1"}', b"", b"x" * (LINE_BYTES + 10), b'{"t": "options"}']
    done = subprocess.run(
        [sys.executable, "-m", "server.cli", "engine"],
        input=b"\n".join(lines),
        capture_output=True,
        timeout=60,
        check=True,
    )
    told = [orjson.loads(line) for line in done.stdout.splitlines()]
    assert [each.get("code", each["t"]) for each in told] == ["engine", "too_large", "unknown_match"]
    assert set(told[0]["games"]) == set(engine.list_games())
