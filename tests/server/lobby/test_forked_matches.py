"""A match that begins at a moment of another: as that stood, with other chances, and a record of its own."""

import base64
import zlib
from pathlib import Path

import anyio
import anyio.to_thread
import pytest
from click.testing import CliRunner

import engine
from server.cli import main
from server.lobby.forked_matches import MOST_BYTES, packed
from tests.support.engine.conceded_match import record
from tests.support.server.forks import AT, created, frame
from tests.support.server.past_views import page
from tests.support.server.peer import PATIENCE_S, peer, serving
from tests.support.server.plain_http import fetch


async def test_it_stands_as_the_other_stood_and_goes_on_to_a_record_of_its_own(tmp_path: Path) -> None:
    text = record(0)
    then = engine.Record(text).play_to(AT)
    async with serving(tmp_path) as service, peer(service.url) as ann, peer(service.url) as bob:
        made = await created(ann, frame(text, AT))
        tokens = [seat["token"] for seat in made["seats"]]
        states = [await one.join(made["m"], token) for one, token in zip((ann, bob), tokens, strict=True)]
        for seat, state in enumerate(states):
            seen, hand = state["view"], then.match.game.content("hand", seat)
            assert len(seen[f"p{seat + 1}"].get("hand", [])) == len(hand)
            assert "hand" not in seen[f"p{2 - seat}"]
            assert seen["game"]["turn"] == then.match.game.root.turn
            assert seen["game"]["commitment"] != engine.Record(text).table["commitment"]
        actor = service.registry.get(made["m"])
        assert actor is not None
        assert actor.match.hash() == then.match.hash()
        for one in (ann, bob):
            await one.ask({"t": "concede", "m": made["m"], "c": 1}, "ack", "nack")
        status, _, own = await anyio.to_thread.run_sync(fetch, service.url, f"/records/{made['m']}.txt")
        assert status == 200
        ours = engine.Record(own)
        assert ours.moves[:AT] == engine.Record(text).moves[:AT]
        assert engine.replay(own).moves == AT + 1
        assert all(check.holds for check in engine.verify(ours, states[0]["view"]["game"]["commitment"]))
        past = await page(ann, made["m"], AT, of="open")
        assert (past["last"], past["moves"]) == (AT + 1, ["A: concede"])
        again = await created(ann, frame(own, AT // 2))  # and a fork of a fork
        assert again["t"] == "created"


async def test_what_is_no_record_or_no_moment_is_refused(tmp_path: Path) -> None:
    text = record(0)
    moves = engine.Record(text).moves
    bomb = base64.b64encode(zlib.compress(b"#" * (MOST_BYTES + 1))).decode()
    async with serving(tmp_path) as service, peer(service.url) as ann:
        for fork in (
            {"record": "no base64", "at": 0},
            {"record": "\u00e9\u00e9\u00e9\u00e9", "at": 0},
            {"record": base64.b64encode(b"no zlib").decode(), "at": 0},
            {"record": bomb, "at": 0},
            frame("no record", 0),
            frame(text, len(moves) + 1),
            frame(text, len(moves)),  # it is over there
            frame(text.replace(moves[0], "A: attack"), 5),
        ):
            assert (await created(ann, fork))["code"] == "bad_record"
        assert (await created(ann, frame(text, 0), game="grand-archive"))["code"] == "bad_record"
        assert (await created(ann, frame(text, 0), names=["one"]))["code"] == "bad_seats"
        assert service.registry.running() == []


@pytest.mark.parametrize(
    ("was", "instead"),
    [
        ('name = "', 'name = "\\u001b[2J'),  # shown to others, on terminals too
        ('name = "', 'name = "\\u202e'),
        ('name = "', 'name = "\\ud800'),
        ('name = "', f'name = "{"b" * 65}'),
        ('name = "', 'name = 1\nkey = "'),
        ('name = "', 'key = "'),
        ("shares = [", "shares = [7, "),
        ("shares = [", f'shares = ["{"x" * 5000}", '),
        ('secret = "', f'secret = "{"5e" * 5000}'),
        ('profile = "', 'chooser = "H"\nprofile = "'),
        ('profile = "', 'chooser = ""\nprofile = "'),
        ('profile = "', 'later = [[99999999999999999999999, "x", []]]\nprofile = "'),
        ('profile = "', 'later = [[-1, "x", []]]\nprofile = "'),
        ('profile = "', "later = [" + '[0, "x", []], ' * 5000 + '[0, "x", []]]\nprofile = "'),
        ('profile = "', f'{"a." * 60_000}b = 1\nprofile = "'),  # which TOML's own reader takes a quarter of an hour for
        ('profile = "', f'x = {"[" * 50_000}{"]" * 50_000}\nprofile = "'),
        ('profile = "', f'x = {"9" * 5000}\nprofile = "'),
        ('deck = ["', 'deck = ["30000000 Mountain", "'),
        ('deck = ["', 'deck = [1, "'),
        ("moves = '''\n", "moves = '''\nZ: concede\n"),
        ("moves = '''\n", "moves = '''\nD: concede\n"),
        ("moves = '''\n", "moves = '''\n: concede\n"),
        ("moves = '''\n", f"moves = '''\nA: {'(' * 5000}\n"),
    ],
)
async def test_what_a_record_may_not_say_is_refused(tmp_path: Path, was: str, instead: str) -> None:
    text = record(0)
    fork = packed(text, AT)
    sent = zlib.decompress(base64.b64decode(fork.record)).decode()
    assert was in sent
    spoiled = base64.b64encode(zlib.compress(sent.replace(was, instead).encode(), 9)).decode()
    async with serving(tmp_path) as service, peer(service.url) as ann:
        with anyio.fail_after(PATIENCE_S):
            assert (await created(ann, {"record": spoiled, "at": 1}))["code"] == "bad_record"
        assert await ann.is_alive()


async def test_the_command_says_who_sits_where(tmp_path: Path) -> None:
    path = tmp_path / "match.txt"
    path.write_text(record(0), encoding="utf-8")
    async with serving(tmp_path) as service:
        words = ["fork", str(path), "--at", "10", "--url", service.url, "--seats", "open,bot:random"]
        done = await anyio.to_thread.run_sync(CliRunner().invoke, main, words)
        assert done.exit_code == 0, done.output
        said = [line.split()[:2] for line in done.output.splitlines() if line.startswith(("match ", "seat "))]
        (running,) = service.registry.running()
        assert said == [["match", f"{running.match_id}:"], ["seat", "A,"]]


@pytest.mark.parametrize("at", [0, 5, 100])
def test_what_is_sent_of_a_record_is_what_a_fork_needs(at: int) -> None:
    text = record(0)
    sent = zlib.decompress(base64.b64decode(packed(text, at).record)).decode()
    assert engine.Record(sent).moves == engine.Record(text).moves[:at]
    assert "chance" not in engine.Record(sent).table


async def test_a_fork_counts_for_many_matches(tmp_path: Path) -> None:
    async with serving(tmp_path, creates_per_minute=1, burst_creates=2) as service, peer(service.url) as ann:
        assert (await created(ann, frame(record(0), 1)))["t"] == "created"
        nack = await ann.refused({"t": "create", "r": "2", "game": "magic"})
        assert (nack["code"], nack["retry_ms"] > 10 * 60_000) == ("rate_limited", True)
