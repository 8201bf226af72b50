"""The load of the bench: a program of its own that plays many matches over websockets and counts.

Run as ``python -m server.bench.load URL MATCHES WARM_S SECONDS bots|people|relay PER_S GAME``; prints a line when the
warm-up is over and one JSON object at the end. Each seat has a connection of its own and answers uniformly at random,
as soon as it is asked, or, where PER_S is not 0, so often a second in each match. Bots keep the full control of a new
seat and are asked everything; people first say the settings that the game's table advises, as the page does for them.
Against the relay the same frames go to and fro, and whoever is told that it is its turn sends the next. URL may be
several, with commas between, which the matches take in turn; ``A>B`` creates them at A and plays them at B.
"""

import gc
import random
import sys
import time
from asyncio import get_running_loop
from collections.abc import Callable, Sequence
from functools import partial
from typing import Final, Literal, TypeAlias

import anyio
import msgspec
import orjson

from protocol import client
from protocol.codec import decode_event, encode
from protocol.messages import (
    ABSENT,
    NULL,
    Ack,
    AnyAnswer,
    Decision,
    Diff,
    End,
    Hello,
    Intent,
    Join,
    Nack,
    SeatToken,
    Settings,
    State,
)
from protocol.view import Table, View
from server.bench.figures import within
from server.bench.peers import Peer, dial, host_of
from server.bots.uniform import choose

Against: TypeAlias = Literal["bots", "people", "relay"]
Choose: TypeAlias = Callable[[Decision, random.Random], AnyAnswer]


class Advised(msgspec.Struct, frozen=True):
    """The part of a view that says how people want to be asked."""

    table: Table


_ADVICE: Final = msgspec.json.Decoder(Advised)
_DECISIONS: Final = msgspec.json.Decoder(Decision)
NOTHING: Final = View()
"""The random bot looks at the decision alone."""
LOOK_S: Final = 0.05
MOST_GARBAGE: Final = 100_000
"""Objects before the garbage collector of the load looks: its pauses are not the server's."""


class Tally:
    """Counts and times between the end of the warm-up and the end.

    Attributes:
        answered: how many intents were acknowledged, the warm-up included.
        waits_s: from an intent to its acknowledgement.
        updates_s: from an intent to what the opponent is told of it.
    """

    def __init__(self) -> None:
        self.is_open = False
        self.answered = 0
        self.waits_s: list[float] = []
        self.updates_s: list[float] = []
        self.refused = 0
        self.frames = 0
        self.bytes = 0
        self.matches = 0

    def acknowledged(self, wait_s: float) -> None:
        self.answered += 1
        if self.is_open:
            self.waits_s.append(wait_s)

    def updated(self, wait_s: float) -> None:
        if self.is_open:
            self.updates_s.append(wait_s)

    def received(self, data: bytes) -> None:
        if self.is_open:
            self.frames += 1
            self.bytes += len(data)

    def row(self, seconds: float, cpu_s: float) -> dict[str, float | int]:
        return {
            "intents": len(self.waits_s),
            "intents_per_s": round(len(self.waits_s) / seconds, 1),
            "p50_ms": share_ms(self.waits_s, 0.5),
            "p99_ms": share_ms(self.waits_s, 0.99),
            "update_p50_ms": share_ms(self.updates_s, 0.5),
            "update_p99_ms": share_ms(self.updates_s, 0.99),
            "frames_per_intent": round(self.frames / max(1, len(self.waits_s)), 2),
            "bytes_per_frame": round(self.bytes / max(1, self.frames)),
            "refused": self.refused,
            "matches_finished": self.matches,
            "load_cpu_us": round(cpu_s * 1e6 / max(1, len(self.waits_s)), 1),
        }


def share_ms(waits_s: Sequence[float], share: float) -> float:
    """The wait that so great a share of the waits does not exceed, in milliseconds."""
    return round(within(waits_s, share) * 1000, 3)


def at_random(decision: Decision, rng: random.Random) -> AnyAnswer:
    return choose(NOTHING, decision, rng)


def passing(decision: Decision, rng: random.Random) -> AnyAnswer:
    """An answer that leaves the match as it is, so that it lasts."""
    return at_random(decision, rng) if decision.default is None else decision.default


class Turns:
    """When a match's next intent is due: at once, or at even intervals whatever became of the last one.

    Attributes:
        by: the seat whose intent the opponent was not told of yet.
        from_s: since when that intent is on its way.
    """

    def __init__(self, interval_s: float) -> None:
        self.by = -1
        self.from_s = 0.0
        self._interval_s = interval_s
        self._due_s = 0.0

    def wait_s(self, now_s: float) -> float:
        """Time until the next intent may go; less than nothing if it is late."""
        if not self._interval_s:
            return 0.0
        self._due_s = self._due_s + self._interval_s if self._due_s else now_s + random.uniform(0, self._interval_s)  # noqa: S311 # spreads load only
        return self._due_s - now_s

    def sent(self, seat: int, now_s: float, wait_s: float) -> float:
        """An intent goes; returns since when it counts as on its way: one that was late since it was due."""
        self.by, self.from_s = seat, now_s + min(0.0, wait_s)
        return self.from_s

    def asked(self, seat: int, now_s: float, tally: Tally) -> None:
        """A seat was told something."""
        if self.by not in (-1, seat):
            tally.updated(now_s - self.from_s)
            self.by = -1


class Seat(Peer):
    """One seat of one match: answers until it is over.

    Args:
        is_person: it says the page's settings first, and answers nothing before these are in force.
    """

    def __init__(
        self,
        host: str,
        match: str,
        given: SeatToken,
        tally: Tally,
        turns: Turns,
        choice: Choose,
        *,
        is_person: bool = False,
    ) -> None:
        super().__init__(host)
        self._match = match
        self._given = given
        self._tally = tally
        self._turns = turns
        self._choice = choice
        self._rng = random.Random(match + str(given.seat))  # noqa: S311 # load, not chance
        self._sent_s: dict[int, float] = {}
        self._c = 0
        self._is_to_settle = is_person
        self._settling_c = 0
        self._answered: Decision | None = None
        self._held: msgspec.Raw | msgspec.UnsetType = ABSENT

    def join(self) -> None:
        self.send(encode(Hello("load")))
        self.send(encode(Join(self._match, self._given.token)))

    def frame(self, payload: bytes) -> None:
        self._tally.received(payload)
        match decode_event(payload):
            case Ack(c=c) if c == self._settling_c:
                self._settling_c = 0
                self._asked(self._held)
            case Ack(c=c):
                self._tally.acknowledged(self.received_s - self._sent_s.pop(c))
            case State(view=view, decision=raw):
                if self._is_to_settle:
                    self._settle(view)
                self._asked(raw)
            case Diff(decision=raw):
                self._turns.asked(self._given.seat, self.received_s, self._tally)
                self._asked(raw)
            case Nack(c=c):
                self._tally.refused += 1
                self._refused(c or 0)
            case End():
                self.close()

    def _refused(self, c: int) -> None:
        """An answer that the rules do not take leaves its decision open: its default always counts."""
        decision = self._answered
        if self._sent_s.pop(c, None) is not None and decision is not None and decision.default is not None:
            self._answered = None
            self._send(decision, decision.default, 0.0)

    def _settle(self, view: msgspec.Raw) -> None:
        """Say the settings that the table of this view advises."""
        self._is_to_settle = False
        self._c = self._settling_c = self._c + 1
        self.send(encode(Settings(self._match, self._c, _ADVICE.decode(view).table.settings)))

    def _asked(self, raw: msgspec.Raw | msgspec.UnsetType) -> None:
        if isinstance(raw, msgspec.UnsetType):
            return
        if self._settling_c:
            self._held = raw
            return
        if raw == NULL:
            return
        decision = _DECISIONS.decode(raw)
        wait_s = self._turns.wait_s(time.perf_counter())
        if wait_s > 0:
            get_running_loop().call_later(wait_s, self._answer, decision, 0.0)
        else:
            self._answer(decision, wait_s)

    def _answer(self, decision: Decision, wait_s: float) -> None:
        self._answered = decision
        self._send(decision, self._choice(decision, self._rng), wait_s)

    def _send(self, decision: Decision, answer: AnyAnswer, wait_s: float) -> None:
        self._c += 1
        intent = encode(Intent(self._match, self._c, decision.w, answer))
        self._sent_s[self._c] = self._turns.sent(self._given.seat, time.perf_counter(), wait_s)
        self.send(intent)


async def play(
    url: str,
    match: str,
    seats: Sequence[SeatToken],
    tally: Tally,
    interval_s: float = 0.0,
    choice: Choose = at_random,
    *,
    are_people: bool = False,
) -> None:
    """All seats of a match, to its end."""
    turns, host = Turns(interval_s), host_of(url)
    players = [await dial(url, Seat(host, match, given, tally, turns, choice, is_person=are_people)) for given in seats]
    try:
        for player in players:
            player.join()
        for player in players:
            await player.ended
    finally:
        for player in players:
            player.close()


async def play_matches(
    created_at: str, played_at: str, number: int, tally: Tally, interval_s: float, game: str, *, are_people: bool
) -> None:
    """One table: match after match."""
    async with client.connect(created_at, name=f"load {number}") as control:
        while True:
            created = await control.create(game, names=("ann", "bob"))
            await play(played_at, created.m, created.seats, tally, interval_s, are_people=are_people)
            tally.matches += 1


class Room(Peer):
    """One seat against the bare relay: an acknowledgement starts with A, a diff with whose turn it is."""

    INTENT: Final = encode(Intent("m" * 12, 1, 100, 3))

    def __init__(self, host: str, seat: int, tally: Tally, turns: Turns) -> None:
        super().__init__(host)
        self._seat = seat
        self._mine = b"%d" % seat
        self._tally = tally
        self._turns = turns
        self._sent_s = 0.0

    def frame(self, payload: bytes) -> None:
        self._tally.received(payload)
        if payload.startswith(b"A"):
            self._tally.acknowledged(self.received_s - self._sent_s)
            return
        self._turns.asked(self._seat, self.received_s, self._tally)
        if payload.startswith(self._mine):
            wait_s = self._turns.wait_s(time.perf_counter())
            if wait_s > 0:
                get_running_loop().call_later(wait_s, self._answer, 0.0)
            else:
                self._answer(wait_s)

    def _answer(self, wait_s: float) -> None:
        self._sent_s = self._turns.sent(self._seat, time.perf_counter(), wait_s)
        self.send(self.INTENT)


async def relay(url: str, number: int, tally: Tally, interval_s: float) -> None:
    """Both seats of a room, until cancelled."""
    turns = Turns(interval_s)
    players = [await dial(url, Room(host_of(url), seat, tally, turns)) for seat in range(2)]
    try:
        for seat, player in enumerate(players):
            player.send(b"%d %d" % (number, seat))
        for player in players:
            await player.ended
    finally:
        for player in players:
            player.close()


async def measure(
    urls: str, matches: int, warm_s: float, seconds: float, against: Against, per_s: float, game: str
) -> dict[str, float | int]:
    tally = Tally()
    places = urls.split(",")
    interval_s = 1 / per_s if per_s else 0.0
    async with anyio.create_task_group() as tasks:
        for number in range(matches):
            created_at, _, played_at = places[number % len(places)].partition(">")
            if against == "relay":
                tasks.start_soon(relay, created_at, number, tally, interval_s)
            else:
                one = partial(play_matches, game=game, are_people=against == "people")
                tasks.start_soon(one, created_at, played_at or created_at, number, tally, interval_s)
        while tally.answered < matches:  # noqa: ASYNC110 # the first match waits for its cards to be read
            await anyio.sleep(LOOK_S)
        await anyio.sleep(warm_s)
        gc.collect()
        gc.freeze()
        emit(b"begun")
        tally.is_open = True
        started_s, cpu_s = time.perf_counter(), time.process_time()
        await anyio.sleep(seconds)
        tally.is_open = False
        row = tally.row(time.perf_counter() - started_s, time.process_time() - cpu_s)
        tasks.cancel_scope.cancel()
    return row


def main() -> None:
    urls, matches, warm_s, seconds, against, per_s, game = sys.argv[1:]
    kind: Against = "relay" if against == "relay" else "people" if against == "people" else "bots"
    gc.set_threshold(MOST_GARBAGE)
    work = partial(measure, urls, int(matches), float(warm_s), float(seconds), kind, float(per_s), game)
    row = anyio.run(work, backend_options={"use_uvloop": True})
    emit(orjson.dumps(row))


def emit(line: bytes) -> None:
    sys.stdout.buffer.write(line + b"\n")
    sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
