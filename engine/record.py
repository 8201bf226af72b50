"""A match as text that people and programs read, and that anyone can replay and verify.

A TOML table: header, secret, decks, the result, the hash of the last state, and ``moves``: one gesture a line,
``SEAT: gesture``, with ``# N HASH`` after every 64th commit. A record holds everything that was hidden, so only a match
that is over has one.
"""

from __future__ import annotations

import json
import tomllib
from typing import TYPE_CHECKING, Final

from engine.commit import DRAW, Draw, Input
from engine.decisions import Answer
from engine.errors import Refusal
from engine.gestures import canonical
from engine.header import Header
from engine.match import Match
from engine.notation import SEATS, answer_text
from engine.rng import Seed

if TYPE_CHECKING:
    from collections.abc import Iterable

FORMAT: Final = 1
HASH_EVERY: Final = 64
"""Commits between two hashes in the moves."""


class BadRecord(ValueError):
    """A text that is no record, or one that does not replay to what it says."""


class Replay:
    """What a record led to: the number of its moves, the last hash, and the match at its end."""

    __slots__ = ("hash", "match", "moves")

    def __init__(self, match: Match, moves: int) -> None:
        self.match = match
        self.moves = moves
        self.hash = match.hash()


def write_record(header: Header, inputs: Iterable[tuple[int, Input]]) -> str:
    """The record of a finished match.

    Args:
        header: as the match was created with.
        inputs: (seat, input) of every commit in order.

    Raises:
        BadRecord: the inputs do not lead to the end of a match.
    """
    match = Match.create(header)
    lines = []
    for seat, input_ in inputs:
        lines.append(f"{SEATS[seat]}: {_gesture(match, seat, input_)}")
        if match.commits % HASH_EVERY == 0:
            lines.append(f"# {match.commits} {match.hash()}")
    if match.result is None:
        raise BadRecord("the match is not over; its record would tell what is hidden")
    return _format(match, lines)


def _gesture(match: Match, seat: int, input_: Input) -> str:
    """Apply one input and say it as a gesture."""
    if not isinstance(input_, Answer):
        match.take(seat, 0, input_)
        return "concede" if input_ is None else DRAW if isinstance(input_, Draw) else str(input_)
    decision = next(d for d in match.decisions if d.seat == seat)
    text = answer_text(match.game, canonical(match.game, decision, input_))
    match.apply(seat, decision.w, input_)
    return text


def _format(match: Match, lines: list[str]) -> str:
    header = match.header
    scenario = [f"scenario = {json.dumps(header.scenario)}"] if header.scenario else []
    out = [
        f"stackloop = {FORMAT}",
        f"game = {json.dumps(header.game)}",
        *scenario,
        f"profile = {json.dumps(header.profile)}",
        f"secret = {json.dumps(header.seed.secret)}",
        f"shares = {json.dumps(list(header.seed.shares))}",
        *(f"{key} = {json.dumps(value)}" for key, value in _claims(match).items()),
        "moves = '''",
        *lines,
        "'''",
    ]
    for name, deck in zip(header.names, header.decks, strict=True):
        cards = json.dumps([f"{count} {card}" for card, count in deck])
        out += ["", "[[seat]]", f"name = {json.dumps(name)}", f"deck = {cards}"]
    return "\n".join([*out, ""])


def _claims(match: Match) -> dict[str, object]:
    """What a record says of a match beside its inputs; a replay has to lead to all of it; ``None`` is not said."""
    result = match.result
    ending: dict[str, object] = {"winners": None, "code": None, "reason": None}
    if result is not None:
        winners = [SEATS[seat] for seat in result.winners]
        ending = {"winners": winners, "code": result.code, "reason": result.reason}
    commitment = match.header.seed.commitment()
    return {"commitment": commitment, **ending, "commits": match.commits, "hash": match.hash()}


def replay(text: str) -> Replay:
    """Play a record through and compare every hash, and what it says of the end.

    Raises:
        BadRecord: it cannot be read, a move is refused, or something differs; with the line of the text.
    """
    table = _read(text)
    match = Match.create(_header(table))
    moves = 0
    first = 2 + next((n for n, line in enumerate(text.splitlines()) if line.startswith("moves")), -1)
    for number, line in enumerate(str(table["moves"]).strip().splitlines(), first):
        if line.startswith("#"):
            if line.split() != ["#", str(match.commits), match.hash()]:
                raise BadRecord(f"line {number}: the hash after {match.commits} commits is {match.hash()}")
            continue
        seat, _, gesture = line.partition(": ")
        _play(match, SEATS.find(seat), gesture, number)
        moves += 1
    for key, value in _claims(match).items():
        if table.get(key) != value:
            raise BadRecord(f"{key} is {json.dumps(value)}, not {json.dumps(table.get(key), default=str)}")
    return Replay(match, moves)


def _play(match: Match, seat: int, gesture: str, number: int) -> None:
    try:
        decision = next((d for d in match.decisions if d.seat == seat), None)
        match.apply_line(seat, decision.w if decision is not None else 0, gesture)
    except Refusal as refusal:
        raise BadRecord(f"line {number}: {gesture}: {refusal}") from refusal


def _read(text: str) -> dict[str, object]:
    try:
        table: dict[str, object] = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadRecord(f"no TOML: {error}") from error
    whole = isinstance(table.get("moves"), str) and isinstance(table.get("seat"), list)
    if table.get("stackloop") != FORMAT or not whole:
        raise BadRecord(f"no record of format {FORMAT}")
    return table


def _header(table: dict[str, object]) -> Header:
    try:
        seats = table["seat"]
        assert isinstance(seats, list)
        names = tuple(str(seat["name"]) for seat in seats)
        decks = tuple(tuple(_entry(line) for line in seat["deck"]) for seat in seats)
        shares = table["shares"]
        assert isinstance(shares, list)
        seed = Seed(str(table["secret"]), tuple(shares))
        scenario = str(table.get("scenario", ""))
        return Header(str(table["game"]), names, decks, seed, str(table["profile"]), scenario=scenario)
    except (KeyError, TypeError, ValueError) as error:
        raise BadRecord(f"the header lacks something: {error}") from error


def _entry(line: str) -> tuple[str, int]:
    count, _, name = line.partition(" ")
    return name, int(count)
