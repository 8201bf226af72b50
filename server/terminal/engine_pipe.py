"""The rules for other programs: a line in, a line out, no server and no clock.

Holds matches by the names that the program gives them. A refused line changes nothing, and nothing that a program may
write ends more than its own line.
"""

from __future__ import annotations

from typing import Final, assert_never, get_args

import msgspec
import orjson
from msgspec import Raw

import engine
from protocol import messages as wire
from protocol.consult import (
    LINE_BYTES,
    MOST_MATCHES,
    Apply,
    Ask,
    Asked,
    Begin,
    Drop,
    Dropped,
    Dump,
    Dumped,
    Engine,
    Fork,
    Hello,
    Load,
    Look,
    Options,
    Position,
    Replay,
    Seen,
    Standing,
    Told,
    WhyNot,
)
from protocol.messages import Undone
from server.lobby.creation import SEATS
from server.lobby.decks import cards_of
from server.match.explanations import because
from server.match.inputs import from_wire
from server.match.refusals import nack_of, undone_of
from server.runtime import incidents
from server.runtime.logs import get

log = get("consult")
_ASKED: Final = msgspec.json.Decoder(Asked)
_ENCODER: Final = msgspec.json.Encoder()


class _Envelope(msgspec.Struct):
    """As much of a line that is refused as addresses its nack."""

    t: str = ""
    m: str | None = None
    r: str | None = None


class Consultant:
    """Answers lines.

    Args:
        version: what ``hello`` is told.
    """

    def __init__(self, version: str) -> None:
        self._version = version
        self._matches: dict[str, engine.Match] = {}
        self._views: dict[str, engine.Views] = {}
        """Of each match whose view was asked for: from then on they hold its log."""

    def answer(self, line: bytes) -> bytes:
        """The answer to a line, both without their ends; whatever is not done is answered by a ``nack``."""
        return _ENCODER.encode(self._reply(line))

    def _reply(self, line: bytes) -> Told:
        if len(line) > LINE_BYTES:
            return wire.Nack("too_large", f"a line has {LINE_BYTES} bytes at most")
        try:
            asked = _ASKED.decode(line)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
            return _unread(line, error)
        match = None if isinstance(asked, Hello) else asked.m
        try:
            return self._answer(asked)
        except engine.Refusal as refused:
            return nack_of(refused, match, r=asked.r)
        except Exception as error:  # noqa: BLE001 # a bug of ours ends no more than its line
            number = incidents.report(log, "line failed", error, match=match)
            return wire.Nack("internal", incidents.describe(number, incidents.NOTHING_CHANGED), match, r=asked.r)

    def _answer(self, asked: Asked) -> Told:
        match asked:
            case Hello():
                games = {game: engine.profiles_of(game) for game in engine.list_games()}
                return Engine(self._version, games, LINE_BYTES, MOST_MATCHES, asked.r)
            case Position() | Begin() | Replay() | Load():
                return self._take_up(asked.m, _made(asked), asked.r)
            case Fork():
                self._take_up(asked.to, self._match(asked.m).fork(), asked.r)
                return _standing(asked.to, self._match(asked.to), asked.r)
            case Apply():
                return self._apply(asked)
            case Ask():
                match_ = self._match(asked.m)
                return Options(asked.m, _decisions(match_), asked.r)
            case WhyNot():
                match_ = self._match(asked.m)
                _check_seat(match_, asked.seat)
                return because(match_, asked.m, asked.seat, wire.Why(asked.m, asked.o, asked.i, asked.r))
            case Look():
                return self._look(asked)
            case Dump():
                return Dumped(asked.m, self._match(asked.m).dump().decode(), asked.r)
            case Drop():
                self._match(asked.m)
                del self._matches[asked.m]
                self._views.pop(asked.m, None)
                return Dropped(asked.m, asked.r)
            case _:
                assert_never(asked)

    def _match(self, name: str) -> engine.Match:
        found = self._matches.get(name)
        if found is None:
            raise engine.Refusal("", "unknown_match", f"no match {name!r} is held")
        return found

    def _take_up(self, name: str, match: engine.Match, r: str | None) -> Standing:
        if name not in self._matches and len(self._matches) >= MOST_MATCHES:
            raise engine.Refusal("", "too_many_matches", f"{MOST_MATCHES} are held: drop some")
        self._matches[name] = match
        self._views.pop(name, None)
        return _standing(name, match, r)

    def _apply(self, asked: Apply) -> Standing:
        match = self._match(asked.m)
        _check_seat(match, asked.seat)
        views = self._views.get(asked.m)
        commit = _applied(match, asked)
        if views is not None:
            views.update()
        while not commit.is_whole:
            commit = match.go_on()
            if views is not None:
                views.update()
        undone = commit.reversed
        told = undone_of(undone) if undone is not None else None
        return _standing(asked.m, match, asked.r, told)

    def _look(self, asked: Look) -> Seen:
        match = self._match(asked.m)
        if asked.seat is not None:
            _check_seat(match, asked.seat)
        views = self._views.get(asked.m)
        if views is None:
            views = self._views[asked.m] = engine.Views(match)
        view = views.now("public" if asked.seat is None else f"seat{asked.seat}").entities
        return Seen(asked.m, Raw(view), asked.r)


def _made(asked: Position | Begin | Replay | Load) -> engine.Match:
    """A match that is not held yet.

    Raises:
        engine.Refusal: it cannot be made of this.
    """
    match asked:
        case Position():
            try:
                return engine.read_position(asked.text)
            except engine.BadPosition as bad:
                raise engine.Refusal("", "bad_position", str(bad)) from bad
        case Begin():
            return engine.Match.create(_header(asked))
        case Replay():
            return _replayed(asked)
        case Load():
            try:
                return engine.Match.load(asked.dump.encode())
            except Exception as bad:  # whatever it is that the dump of a program lacks
                raise engine.Refusal("", "bad_dump", f"no dump of this version: {bad}") from bad


def _header(asked: Begin) -> engine.Header:
    if asked.game not in engine.list_games():
        raise engine.Refusal("", "unknown_game", f"no game {asked.game!r}; there are {', '.join(engine.list_games())}")
    seats = asked.seats or len(asked.decks) or SEATS
    chosen = asked.decks or tuple(sorted(engine.load_decks(asked.game)))
    decks = tuple(cards_of(asked.game, chosen[seat % len(chosen)])[0] for seat in range(seats))
    names = tuple(f"player {seat + 1}" for seat in range(seats))
    profile = asked.profile or engine.profiles_of(asked.game)[0]
    return engine.Header(asked.game, names, decks, engine.Seed(asked.seed), profile, scenario=asked.scenario)


def _replayed(asked: Replay) -> engine.Match:
    try:
        record = engine.Record(asked.text)
        return record.play_to(len(record.moves) if asked.at is None else asked.at).match
    except engine.BadRecord as bad:
        raise engine.Refusal("", "bad_record", str(bad)) from bad


def _applied(match: engine.Match, asked: Apply) -> engine.Commit:
    """Let the rules decide; raises ``engine.Refusal``."""
    seat, answer = asked.seat, asked.a
    if asked.w is not None:
        w = asked.w
    else:
        w = next((decision.w for decision in match.decisions if decision.seat == seat), 0)
    if isinstance(answer, int):
        return match.apply_option(seat, w, answer)
    if isinstance(answer, str):
        return match.apply_line(seat, w, answer)
    return match.apply(seat, w, from_wire(answer))


def _standing(name: str, match: engine.Match, r: str | None, undone: Undone | None = None) -> Standing:
    result = match.result
    over = wire.Result(result.winners, result.code, result.reason) if result is not None else None
    return Standing(name, match.commits, tuple(each.seat for each in match.decisions), undone, over, r)


def _decisions(match: engine.Match) -> tuple[Raw, ...]:
    return tuple(Raw(orjson.dumps(engine.decision_json(match.game, each))) for each in match.decisions)


def _check_seat(match: engine.Match, seat: int) -> None:
    if seat >= len(match.header.names):
        raise engine.Refusal("", "bad_seats", f"there is no seat {seat}")


def _unread(line: bytes, error: Exception) -> wire.Nack:
    """The fault of a line, addressed as far as it could be read."""
    try:
        envelope = msgspec.json.decode(line, type=_Envelope)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return wire.Nack("bad_frame", str(error))
    known = {kind.__struct_config__.tag for kind in get_args(Asked)}
    if envelope.t not in known:
        return wire.Nack("unknown_type", f"nothing is called {envelope.t[:32]!r}", envelope.m, r=envelope.r)
    return wire.Nack("bad_frame", str(error), envelope.m, r=envelope.r)
