"""A fault of ours: the operator finds its place in the log by the incident's number, and others are told that alone."""

import os
import re
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import NamedTuple

import anyio
import orjson
import pytest
from anyio import to_thread

from tests.support.server.admin_door import TOKEN, ask
from tests.support.server.broken import CARD, KIND, Broken, Fault, break_it
from tests.support.server.cluster import cluster
from tests.support.server.peer import Frame, Peer, peer
from tests.support.server.plain_http import fetch
from tests.support.server.server_process import ServerProcess, server_process

ASKED = '__import__("os").environ.get("TRIP", "")'
NUMBER = re.compile(r"\b[0-9a-f]{10}\b")
APPLY = Fault(
    "engine/match/match.py", "return self._apply(seat, w, answer)", "Match.apply", '"trips" in self.header.names'
)
WHY = Fault(
    "engine/match/match.py",
    "return why_not(self._as_seen_by(seat), seat, ident, place)",
    "Match.why_not",
    "ident == 4242",
)
CREATE = Fault("server/lobby/creation.py", "return Head(", "Creation.head", '"trips at its creation" in asked.names')
FACES = Fault(
    "server/lobby/decks.py",
    "return await self._read(game, partial(faces_of, game, names, brought.cards))",
    "Decks.faces",
)
SAY = Fault(
    "server/lobby/chat.py", "line = msgspec.structs.replace(line, at=stamp)", "Chat.say", 'asked.text == "trip"'
)
RECORD = Fault("server/records/record_text.py", "last = decoded[-1]", "record_text")
ADMIN = Fault(
    "server/ownership/operations.py", "first, tail = await self._journal.tail(match_id)", "Operations.details"
)
BOT = Fault(
    "server/bots/seat_player.py",
    "if self._mind is not None and not self._in_a_row:",
    "Player.decide",
    '"trips a bot" in [player.name for player in match.view.players]',
)
DOOR = Fault(
    "protocol/session.py",
    "message = decode_request(data, self.limits.frame_bytes)",
    "Session.receive",
    'b"trip at the door" in data',
)
CALLBACK = Fault(
    "server/gateway/connection.py",
    'self._send(out[0] if len(out) == 1 else b"".join(out))',
    "Connection._flush",
    'b"trip in a callback" in b"".join(out)',
)
BEGIN = Fault(
    "server/match/replayed_match.py",
    "history = History(head, head.engine, match, engine.Views(match), 1)",
    "begin",
    f"'begin' in {ASKED}",
)
ANSWER = Fault("server/match/inputs.py", "answer = said.a", "apply", f"'answer' in {ASKED}")
SEGMENT = Fault(
    "server/match/replayed_match.py",
    "return Segment(VERSION, engine_, zlib.compress(history.dump(), COMPRESSION), at)",
    "segment",
    f"'segment' in {ASKED}",
)
LOAD = Fault("server/match/replayed_match.py", "history.closed = kept.closed", "load", f"'load' in {ASKED}")
PIPE = Fault("server/terminal/engine_pipe.py", "found = self._matches.get(name)", "Consultant._match")
START = Fault("server/service/service.py", "await adoption.look()", "open_service", f"'start' in {ASKED}")
MIRROR = Fault(
    "server/ownership/mirror.py",
    "is_time = now_s >= self._probe_s",
    "Mirror._serve",
    'b"trips its mirror" in bytes(self.head.header)',
)
DELAYED = Fault(
    "server/match/delayed.py",
    "_, data = self._later.popleft()",
    "Delayed.step",
    'b"trips later" in bytes(self.history.head.header)',
)
FAULTS = (
    APPLY,
    WHY,
    CREATE,
    FACES,
    SAY,
    RECORD,
    ADMIN,
    BOT,
    DOOR,
    CALLBACK,
    BEGIN,
    LOAD,
    ANSWER,
    SEGMENT,
    PIPE,
    START,
    MIRROR,
    DELAYED,
)


class Site(NamedTuple):
    """A server with faults, and what was said to anybody."""

    server: ServerProcess
    broken: Broken
    heard: list[str]

    def place(self, fault: Fault) -> str:
        return self.broken.places[FAULTS.index(fault)]

    def line(self, number: str) -> Frame:
        """The log's line about an incident, which it writes once."""
        (line,) = (line for line in logged(self.server) if line.get("incident") == number)
        return line

    def check(self, number: str, fault: Fault, **fields: object) -> None:
        """The log has the incident's place."""
        line = self.line(number)
        assert line["error"].endswith(f".{KIND}")
        assert line["at"][0] == self.place(fault)
        assert {name: line.get(name) for name in fields} == fields


def logged(server: ServerProcess) -> list[Frame]:
    """The lines of a log, whole ones."""
    return [orjson.loads(line) for line in server.errors.read_bytes().splitlines(keepends=True) if line[-1:] == b"\n"]


def number_in(told: object) -> str:
    """The one number in what somebody was told."""
    (number,) = NUMBER.findall(str(told))
    return str(number)


def check_nothing_is_told(text: str, broken: Broken) -> None:
    """Neither what the exceptions say nor their type nor their place."""
    places = {part for place in broken.places for part in re.split(r":\d+ in ", place) if re.search(r"\W", part)}
    for word in (CARD, KIND, "Traceback", ".py", *places):
        assert word not in text


@pytest.fixture(scope="module")
def broken(tmp_path_factory: pytest.TempPathFactory) -> Broken:
    return break_it(tmp_path_factory.mktemp("packages"), FAULTS)


@pytest.fixture(scope="module")
def site(broken: Broken, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    settings = {**broken.settings, "STACKLOOP_ADMIN_TOKEN": TOKEN}
    server = ServerProcess(tmp_path_factory.mktemp("site") / "data", settings=settings)
    server.start()
    heard: list[str] = []
    try:
        yield Site(server, broken, heard)
    finally:
        server.end(signal.SIGTERM)
    check_nothing_is_told("".join(heard), broken)
    assert CARD not in server.errors.read_text()


@asynccontextmanager
async def there(site: Site) -> AsyncIterator[Peer]:
    """Somebody whose frames are searched in the end."""
    async with peer(site.server.url) as one:
        try:
            yield one
        finally:
            site.heard.append(str(one.heard))


@asynccontextmanager
async def at_a_table(site: Site, *names: str) -> AsyncIterator[tuple[str, Peer, Peer, Peer, Frame]]:
    """A match: its id, who is asked first, the other, who watches, and the first decision."""
    async with there(site) as one, there(site) as two, there(site) as watcher:
        match, tokens = await one.create(names=names)
        states = [await one.join(match, tokens[0]), await two.join(match, tokens[1])]
        await watcher.join(match)
        asked, decision = first_asked((one, two), states)
        yield match, asked, two if asked is one else one, watcher, decision


def first_asked(seats: Sequence[Peer], states: Sequence[Frame]) -> tuple[Peer, Frame]:
    """The peer that has a decision, and which."""
    return next((one, state["decision"]) for one, state in zip(seats, states, strict=True) if state.get("decision"))


async def page(site: Site, path: str) -> tuple[int, str]:
    url = site.server.admin_url if path == "/metrics" else site.server.url
    status, _, body = await to_thread.run_sync(fetch, url, path)
    site.heard.append(body)
    return status, body


async def incident(site: Site, event: str, **fields: object) -> Frame:
    """Wait for an incident that nobody is told of; each page that is asked for in between is an answer to wait for."""
    with anyio.fail_after(60):
        while True:
            for line in logged(site.server):
                if "incident" in line and line.items() >= {"event": event, **fields}.items():
                    return line
            await page(site, "/metrics")


async def test_a_fault_of_the_rules_is_found_by_the_number_that_its_player_is_told(site: Site) -> None:
    async with at_a_table(site, "trips", "bob") as (match, asked, other, watcher, decision):
        numbers = []
        for c in (1, 2):
            nack = await asked.refused(
                {"t": "intent", "m": match, "c": c, "w": decision["w"], "a": decision["default"]}
            )
            assert nack["code"] == "internal"
            assert nack["reason"] == f"a fault of the server, incident {number_in(nack)}; nothing changed"
            numbers.append(number_in(nack))
            site.check(numbers[-1], APPLY, match=match, seat=decision["seat"], c=c, level="error")
        assert len(set(numbers)) == 2
        for one in (asked, other, watcher):  # the second one closes it: all are told its number
            end = await one.expect("end")
            assert (end["result"]["code"], number_in(end["result"]["reason"])) == ("closed", numbers[1])
        assert (await page(site, f"/records/{match}.txt"))[0] == 409
    async with there(site) as late:
        await late.join(match)
        assert number_in((await late.expect("end"))["result"]["reason"]) == numbers[1]


async def test_the_log_tells_the_frames_of_ours_from_the_innermost_out(site: Site) -> None:
    async with at_a_table(site, "trips", "bob") as (match, asked, _, _, decision):
        intent = {"t": "intent", "m": match, "c": 1, "w": decision["w"], "a": decision["default"]}
        line = site.line(number_in(await asked.refused(intent)))
    files = [place.partition(":")[0] for place in line["at"]]
    assert files[:3] == ["engine/match/match.py", "server/match/inputs.py", "server/match/intent_path.py"]
    assert all(re.fullmatch(r"[\w/]+\.py:\d+ in [\w.<>]+", place) for place in line["at"])
    assert line.keys() == {
        "event", "part", "level", "timestamp", "incident", "error", "at", "match", "seat", "c", "command",
    }  # fmt: skip


async def test_others_play_on_and_hear_nothing(site: Site) -> None:
    async with (
        at_a_table(site, "ann", "bob") as (healthy, theirs, _, _, first),
        at_a_table(site, "trips", "bob") as (match, asked, other, watcher, decision),
    ):
        await asked.refused({"t": "intent", "m": match, "c": 1, "w": decision["w"], "a": decision["default"]})
        ack = {"t": "intent", "m": healthy, "c": 1, "w": first["w"], "a": first["default"]}
        assert (await theirs.ask(ack, "ack"))["c"] == 1
        for one in (theirs, other, watcher):
            assert await one.is_alive()
            assert not NUMBER.findall(str([frame for frame in one.heard if frame["t"] in ("nack", "end", "bye")]))


@pytest.mark.parametrize(
    ("fault", "frame"),
    [
        (WHY, {"t": "why", "r": "1", "o": 4242}),
        (SAY, {"t": "say", "r": "1", "text": "trip"}),
    ],
    ids=["why", "say"],
)
async def test_a_fault_in_what_a_seat_asks_for(site: Site, fault: Fault, frame: Frame) -> None:
    async with at_a_table(site, "ann", "bob") as (match, asked, other, watcher, _):
        nack = await asked.refused({**frame, "m": match})
        assert (nack["code"], nack["r"]) == ("internal", "1")
        site.check(number_in(nack), fault, match=match)
        for one in (asked, other, watcher):
            assert await one.is_alive()


async def test_a_fault_as_a_match_is_created(site: Site) -> None:
    async with there(site) as ann:
        frame = {"t": "create", "r": "1", "game": "magic", "names": ["trips at its creation", "bob"]}
        nack = await ann.refused(frame)
        assert (nack["code"], nack["r"]) == ("internal", "1")
        site.check(number_in(nack), CREATE, command="Create")
        assert await ann.is_alive()


async def test_a_fault_behind_a_page(site: Site) -> None:
    status, body = await page(site, "/api/cards/magic/any/Shock")
    assert (status, body) == (500, f"a fault of the server, incident {number_in(body)}\n")
    site.check(number_in(body), FACES, page="api")


async def test_a_fault_as_a_record_is_written_ends_no_match(site: Site) -> None:
    async with at_a_table(site, "ann", "bob") as (match, asked, other, _, _):
        await asked.ask({"t": "concede", "m": match, "c": 1}, "ack")
        status, body = await page(site, f"/records/{match}.txt")
        assert status == 500
        site.check(number_in(body), RECORD, match=match)
        assert await other.is_alive()


async def test_a_fault_behind_the_admin_door(site: Site) -> None:
    async with at_a_table(site, "ann", "bob") as (match, _, _, _, _):
        answer = await ask(site.server.admin_url, {"do": "show", "m": match})
    assert answer["error"] == "internal"
    site.check(number_in(answer["reason"]), ADMIN)


async def test_a_fault_of_a_bot_of_the_house_is_in_the_log(site: Site) -> None:
    async with there(site) as ann:
        match, _ = await ann.create(names=("trips a bot", "bob"), seats=("bot:random", "bot:random"))
        await ann.join(match)
        line = await incident(site, "bot failed")
        site.check(line["incident"], BOT, match=match, bot="random")
        assert await ann.is_alive()


@pytest.mark.parametrize(
    "frame",
    [b'{"t":"ping","r":"trip at the door"}', b'{"t":"intent","m":"trip at the door","c":1,"w":1,"a":0}'],
    ids=["ping", "intent"],
)
async def test_a_fault_that_ends_a_connection_is_told_as_it_ends(site: Site, frame: bytes) -> None:
    async with there(site) as ann:
        await ann.send(frame.decode())
        bye = await ann.expect("bye")
        assert (bye["code"], bye["reason"]) == (4004, f"a fault of the server, incident {number_in(bye['reason'])}")
        site.check(number_in(bye["reason"]), DOOR)


async def test_a_fault_that_passes_every_boundary_is_in_the_log_all_the_same(site: Site) -> None:
    async with there(site) as ann:
        await ann.send({"t": "ping", "r": "trip in a callback"})
        line = await incident(site, "callback failed")
        site.check(line["incident"], CALLBACK)
        assert await ann.is_alive()


async def test_a_fault_in_what_the_public_sees_later_closes_the_match_when_it_comes_again(site: Site) -> None:
    async with there(site) as one, there(site) as two, there(site) as watcher:
        match, tokens = await one.create(names=("trips later", "bob"), delay_s=1)
        for seat, token in ((one, tokens[0]), (two, tokens[1]), (watcher, None)):
            await seat.join(match, token)
        agree = {"t": "agree", "m": match, "to": "draw"}
        await one.ask({**agree, "c": 1}, "ack")
        line = await incident(site, "match failed", match=match)
        site.check(line["incident"], DELAYED, match=match, seat=-1)
        await one.ask({**agree, "c": 2, "yes": False}, "ack")
        numbers = {number_in((await seat.expect("end"))["result"]["reason"]) for seat in (one, two)}
        assert len(numbers) == 1
        site.check(numbers.pop(), DELAYED, match=match, seat=-1)


async def test_every_incident_is_counted_and_has_a_number_of_its_own(site: Site) -> None:
    numbers = Counter(line["incident"] for line in logged(site.server) if "incident" in line)
    assert set(numbers.values()) == {1}
    _, text = await page(site, "/metrics")
    (counted,) = re.findall(r"^stackloop_incidents_total (\S+)$", text, re.MULTILINE)
    assert float(counted) == len(numbers)


async def test_who_wants_a_match_that_cannot_be_read_is_told_the_number(broken: Broken, tmp_path: Path) -> None:
    """PROTOCOL 9.5: but for who may not know that a private one is there."""
    data = tmp_path / "data"
    with server_process(data, settings=broken.settings) as server:
        async with peer(server.url) as ann:
            running, tokens = await ann.create()
            over, _ = await conceded(ann)
            secret, admission = await conceded(ann, private=True)
    with server_process(data, settings={**broken.settings, "TRIP": "begin load"}) as server:
        site = Site(server, broken, [])
        async with peer(server.url) as ann:
            nack = await ann.join(running, tokens[0])
            assert nack["code"] == "unavailable"
            site.check(number_in(nack["reason"]), BEGIN, match=running, event="match not taken up")
            for match, token in ((over, None), (secret, admission)):
                nack = await ann.join(match, token)
                assert nack["code"] == "internal"
                site.check(number_in(nack["reason"]), LOAD, match=match, event="match not read")
            nack = await ann.join(secret)
            unknown = await ann.join("nowhere")
            assert nack == {**unknown, "m": secret, "reason": unknown["reason"].replace("nowhere", secret)}
        status, body = await page(site, f"/records/{over}.txt")
        assert status == 500
        site.check(number_in(body), LOAD, match=over)
        assert await page(site, f"/records/{secret}.txt") == await page(site, "/records/nowhere.txt")
    check_nothing_is_told(str([ann.heard, *site.heard]), broken)


async def conceded(one: Peer, **more: object) -> tuple[str, str]:
    """A match that is over, and a token for it."""
    match, tokens = await one.create(**more)
    await one.join(match, tokens[0])
    await one.ask({"t": "concede", "m": match, "c": 1}, "ack")
    return match, tokens[0]


def test_a_server_that_ends_of_a_fault_says_under_which_number(broken: Broken, tmp_path: Path) -> None:
    server = ServerProcess(tmp_path / "data", settings={**broken.settings, "TRIP": "start"})
    code, said = server.fail()
    *lines, last = said.splitlines()
    (line,) = (line for line in map(orjson.loads, lines) if "incident" in line)
    assert (code, last) == (1, f"Error: a fault of the server, incident {line['incident']}; the log says where")
    assert line["at"][0] == broken.places[FAULTS.index(START)]
    assert CARD not in said


async def test_a_fault_at_the_node_that_runs_the_match_is_in_the_log_of_that_node(
    broken: Broken, tmp_path: Path
) -> None:
    """Its number is told to those who are connected to another one; a fault in showing it there is of that one."""
    async with (
        cluster(tmp_path, "one", "two", **broken.settings) as nodes,
        peer(nodes.urls[0]) as host,
        peer(nodes.urls[1]) as one,
        peer(nodes.urls[1]) as two,
    ):
        here, elsewhere = (Site(node, broken, []) for node in nodes.nodes)
        match, tokens = await host.create(names=("trips", "bob"))
        states = [await one.join(match, tokens[0]), await two.join(match, tokens[1])]
        asked, decision = first_asked((one, two), states)
        intent = {"t": "intent", "m": match, "c": 1, "w": decision["w"], "a": decision["default"]}
        number = number_in(await asked.refused(intent))
        here.check(number, APPLY, match=match, c=1)
        assert not [line for line in logged(elsewhere.server) if "incident" in line]
        match, _ = await host.create(names=("trips its mirror", "bob"))
        await two.send({"t": "join", "m": match})
        assert (await two.expect("moved"))["m"] == match
        line = await incident(elsewhere, "mirror lost")
        elsewhere.check(line["incident"], MIRROR, match=match)
        heard = str([each.heard for each in (host, one, two)])
    check_nothing_is_told(heard, broken)


def test_a_fault_of_the_engine_on_a_pipe_is_told_where_errors_are(broken: Broken) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "server.cli", "engine"],
        input='{"t": "options", "r": "7"}\n{"t": "hello", "r": "8"}\n',
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        env={**os.environ, **broken.settings},
    )
    nack, answer = map(orjson.loads, done.stdout.splitlines())
    assert (nack["code"], nack["r"], answer["t"], answer["r"]) == ("internal", "7", "engine", "8")
    line = orjson.loads(done.stderr)
    assert (line["incident"], line["at"][0]) == (number_in(nack["reason"]), broken.places[FAULTS.index(PIPE)])
    check_nothing_is_told(done.stdout, broken)


def arena(broken: Broken, *arguments: str, trip: str) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-m", "server.cli", "arena", "magic", "random", "random", "--seed", "1", *arguments]
    environment = {**os.environ, **broken.settings, "TRIP": trip}
    return subprocess.run(command, capture_output=True, text=True, timeout=300, check=False, env=environment)


@pytest.mark.slow
@pytest.mark.parametrize(("trip", "fault"), [("begin", BEGIN), ("answer", ANSWER)])
def test_an_arena_tells_place_and_number_of_a_fault_of_its_own_server(broken: Broken, trip: str, fault: Fault) -> None:
    done = arena(broken, "--matches", "2", "--decks", "burn,burn", trip=trip)
    assert done.returncode == 1
    place = broken.places[FAULTS.index(fault)]
    told = done.stderr.splitlines()
    heads = [told[at - 1] for at, line in enumerate(told) if line == f"  at {place}"]  # one for each way to the place
    assert heads
    assert all(line.endswith(f".{KIND}") for line in heads)
    numbers = {number for line in heads for number in NUMBER.findall(line)}
    refused = [line for line in told if line.startswith(("Error: ", "internal", "given up"))]  # what its bots were told
    assert refused
    assert {number for line in refused for number in NUMBER.findall(line)} <= numbers
    assert CARD not in done.stdout + done.stderr


@pytest.mark.slow
def test_a_fault_of_which_no_match_suffers_is_told_by_an_arena_all_the_same(broken: Broken) -> None:
    done = arena(broken, "--matches", "1", "--decks", "burn,burn", "--json", trip="segment")
    assert done.returncode == 1
    outcome = orjson.loads(done.stdout)
    assert (outcome["finished"], outcome["errors"]) == (1, [])
    assert outcome["incidents"]
    for incident in outcome["incidents"]:
        assert incident["at"][0] == broken.places[FAULTS.index(SEGMENT)]
        assert incident["incident"] in done.stderr
