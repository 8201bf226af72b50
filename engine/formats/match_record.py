"""A match as text that people and programs read, and that anyone can replay and verify.

A TOML table: header, secret, decks, the result, the hash of the last state, ``moves``: one gesture a line,
``SEAT: gesture``, with ``# N HASH`` after every 64th commit, and ``chance``: what was left to chance, one use of the
stream a line. Cards that came with the match stand in it as in a card file, or by their digests. A record holds
everything that was hidden, so only a match that is over has one. Its format stands in PROTOCOL.md, "Records".
"""

from __future__ import annotations

import json
import re
from itertools import zip_longest
from typing import TYPE_CHECKING, Final, TypeVar

import orjson

from engine.cards.edition import FIRST
from engine.chance.rng import Seed
from engine.chance.transcript import Chance, Watched
from engine.errors import Refusal
from engine.events.labels import SEATS
from engine.explain.gestures import canonical
from engine.explain.notation import answer_text
from engine.formats.deck_list import cards_played
from engine.formats.position import begin
from engine.match.brought_cards import MOST_BROUGHT, BroughtCard
from engine.match.commit import DRAW, Draw, Input
from engine.match.header import Header, side_deck, turns_of
from engine.state.budget import UNNAMED
from engine.state.decisions import Answer

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from engine.match.match import Match

Item = TypeVar("Item")
FORMAT: Final = 1
HASH_EVERY: Final = 64
"""Commits between two hashes in the moves."""
SHOWN: Final = 8
"""Cards that an error names."""
ADDED: Final = ("side", "chance")
"""Fields that records did not always have."""
MOST_TURNS: Final = 128
"""Forks of forks that a record is read of; a server makes half as many (PROTOCOL.md 2.2)."""
TEXT: Final = "'''"
"""The quotation marks around a text of several lines."""
_LINE: Final = re.compile(r'([A-Za-z0-9_-]+|"[A-Za-z0-9_ -]+") = (.+)')
_COUNT: Final = re.compile(r"[1-9][0-9]{0,3}")
_SEAT: Final = "[[seat]]"
_CARD: Final = "[[card]]"
_PARTS: Final = {_SEAT: "seat", _CARD: "card"}
"""Tables of which a record has several, by the lines that begin them."""
LEFT_OUT: Final = "left_out"
DIGEST: Final = "digest"


class BadRecord(ValueError):
    """A text that is no record, or one that does not replay to what it says."""


class Playback:
    """A match played again from its beginning, a move at a time.

    Attributes:
        match: where it stands.
        moves: the moves so far, as a record says them.
        chances: what was left to chance so far, each with the number of its move; 0 is the beginning.
    """

    __slots__ = ("chances", "match", "moves")

    def __init__(self, header: Header) -> None:
        """Begin; raises ``Refusal`` as ``begin``."""
        self.match = begin(header.watched())
        self.moves: list[str] = []
        self.chances: list[tuple[int, Chance]] = []
        self._settle()

    def take(self, seat: int, input_: Input) -> None:
        """The next move, as a journal tells it; raises ``Refusal`` as ``Match.take``."""
        match = self.match
        if isinstance(input_, Answer):
            decision = next(d for d in match.decisions if d.seat == seat)
            gesture = answer_text(match.game, decision, canonical(match.game, decision, input_))
            match.apply(seat, decision.w, input_)
        else:
            gesture = "concede" if input_ is None else DRAW if isinstance(input_, Draw) else str(input_)
            match.take(seat, 0, input_)
        self.moves.append(f"{SEATS[seat]}: {gesture}")
        self._settle()

    def take_line(self, line: str) -> None:
        """The next move, as a record says it; raises ``Refusal`` as ``Match.apply_line``."""
        _take_line(self.match, line)
        self.moves.append(line)
        self._settle()

    def _settle(self) -> None:
        stream = self.match.game.stream
        assert isinstance(stream, Watched)
        stream.settle(self.match.game.root.cursor)
        done = self.chances[-1][1].after if self.chances else 0
        self.chances += [(len(self.moves), use) for use in stream.uses if use.cursor >= done]
        stream.uses.clear()


class Record:
    """A record, read: what it says, with nothing of it checked.

    Attributes:
        table: all that it says.
        cards: those that came with the match, as far as their texts are told.
        withheld: the names of the others.
        lines: its moves and hashes, each with its line in the text.
    """

    __slots__ = ("cards", "header", "lines", "table", "withheld")

    def __init__(self, text: str) -> None:
        """Raises ``BadRecord`` if it is none."""
        self.table = _read(text)
        self.cards, self.withheld = _cards(self.table)
        self.header = _header(self.table, self.cards)
        first = 2 + next((n for n, line in enumerate(text.splitlines()) if line.startswith("moves")), -1)
        self.lines = list(enumerate(str(self.table["moves"]).strip().splitlines(), first))

    @property
    def moves(self) -> list[str]:
        """The lines of moves alone."""
        return [line for _, line in self.lines if not line.startswith("#")]

    @property
    def side(self) -> list[tuple[str, int]]:
        """The deck of the side at which nobody sits, as far as it is told."""
        side = self.table.get("side", [])
        try:
            return [_entry(str(line)) for line in side] if isinstance(side, list) else []
        except ValueError as error:
            raise BadRecord(f"side: {error}") from error

    @property
    def winners(self) -> list[str]:
        """The letters of the seats that won; none where nobody did. Raises ``BadRecord`` if it does not say."""
        winners, seats = self.table.get("winners"), SEATS[: len(self.header.names)]
        if not isinstance(winners, list) or not all(isinstance(each, str) and each in [*seats] for each in winners):
            raise BadRecord(f"it does not say who of {seats} won: winners is {winners!r:.40}")
        return winners

    def begin(self) -> Playback:
        """The match before its first move.

        Raises:
            BadRecord: it cannot begin so, or the texts of some of its cards are not told.
        """
        if self.withheld:
            names = ", ".join(self.withheld[:SHOWN])
            raise BadRecord(f"it does not tell the texts of {len(self.withheld)} cards that it is played with: {names}")
        try:
            return Playback(self.header)
        except Refusal as refusal:
            raise BadRecord(str(refusal)) from refusal

    def play_to(self, number: int) -> Playback:
        """The match after that many of its moves.

        Raises:
            BadRecord: there are not so many, or one is refused; with the line of the text.
        """
        played = self.begin()
        lines = [(at, line) for at, line in self.lines if not line.startswith("#")]
        if not 0 <= number <= len(lines):
            raise BadRecord(f"there is no move {number}: there are {len(lines)}")
        for at, line in lines[:number]:
            try:
                played.take_line(line)
            except Refusal as refusal:
                raise BadRecord(f"line {at}: {line}: {refusal}") from refusal
        return played


class Replay:
    """The end of a record: the number of its moves, the last hash, and the match."""

    __slots__ = ("hash", "match", "moves")

    def __init__(self, match: Match, moves: int) -> None:
        self.match = match
        self.moves = moves
        self.hash = match.hash()


def write_record(header: Header, inputs: Iterable[tuple[int, Input]], before: Iterable[str] = ()) -> str:
    """The record of a finished match.

    Args:
        header: as the match was created with.
        inputs: (seat, input) of every commit in order.
        before: the moves of another match that led to where it began.

    Raises:
        BadRecord: the inputs do not lead to the end of a match.
    """
    played = Playback(header)
    match, lines = played.match, []
    for line in before:
        played.take_line(line)
        lines += _last_line(played)
    for seat, input_ in inputs:
        played.take(seat, input_)
        lines += _last_line(played)
    if match.result is None:
        raise BadRecord("the match is not over; its record would tell what is hidden")
    return _format(played, lines)


def _last_line(played: Playback) -> list[str]:
    """The last move, and the hash behind it if it is time for one."""
    match = played.match
    hashed = [f"# {match.commits} {match.hash()}"] if match.commits % HASH_EVERY == 0 else []
    return [played.moves[-1], *hashed]


def begun(header: Header, lines: Iterable[str]) -> Match:
    """A match at a moment of another: begun as that, and played by its moves up to there.

    Raises:
        Refusal: one of them is refused.
    """
    match = begin(header)
    for line in lines:
        _take_line(match, line)
    return match


def _take_line(match: Match, line: str) -> None:
    name, _, gesture = line.partition(": ")
    seat = SEATS[: len(match.header.names)].find(name) if len(name) == 1 else -1
    if seat < 0:
        raise Refusal("", "bad_seats", f"nobody sits at {name[:8]!r}")
    decision = next((d for d in match.decisions if d.seat == seat), None)
    match.apply_line(seat, decision.w if decision is not None else 0, gesture)


def _format(played: Playback, lines: list[str]) -> str:
    header = played.match.header
    claims = _claims(played)
    chance = str(claims.pop("chance"))
    turns = [[cursor, secret, list(shares)] for cursor, secret, shares in header.seed.turns()]
    later = [f"later = {literal(turns)}"] if turns else []
    scenario = [f"scenario = {literal(header.scenario)}"] if header.scenario else []
    out = [
        f"stackloop = {FORMAT}",
        f"game = {literal(header.game)}",
        *scenario,
        *([f"chooser = {literal(SEATS[header.chooser])}"] if header.chooser >= 0 else []),
        f"profile = {literal(header.profile)}",
        *([f"budget = {literal(header.budget)}"] if header.budget else []),
        *([f"edition = {literal(header.edition)}"] if header.edition else []),
        f"secret = {literal(header.seed.secret)}",
        f"shares = {literal(list(header.seed.shares))}",
        *later,
        *([f"position = {literal(header.position)}"] if header.position else []),
        *(f"{key} = {literal(value)}" for key, value in claims.items() if value is not None),
        "moves = '''",
        *lines,
        "'''",
        "chance = '''",
        f"{chance}'''",
    ]
    for name, deck in zip(header.names, header.decks, strict=False):  # of a position the side's comes after them
        out += ["", _SEAT, f"name = {literal(name)}", f"deck = {literal(_counted(deck))}"]
    for card in map(BroughtCard.from_json, cards_played(header)):
        out += ["", _CARD, *(f"{_key(key)} = {literal(value)}" for key, value in card.table.items())]
        out += [f"{LEFT_OUT} = {literal(list(card.left_out))}"] if card.left_out else []
    return "\n".join([*out, ""])


def _key(name: str) -> str:
    return literal(name) if " " in name else name


def without_texts(text: str) -> str:
    """A record for those who did not play: of the cards that came with the match their names and digests.

    Raises:
        BadRecord: it is none.
    """
    record = Record(text)
    head, mark, _ = text.partition(f"\n{_CARD}\n")
    if record.cards and not mark:
        raise BadRecord("its lines do not end as a record is written")
    out = [head] if record.cards else [text]
    for card in record.cards:
        out += [_CARD, f"name = {literal(card.name)}", f"{DIGEST} = {literal(card.digest())}", ""]
    return "\n".join(out)


def literal(value: object) -> str:
    """A text, number or list of these as both TOML and JSON say it."""
    return json.dumps(value, ensure_ascii=False)


def _counted(deck: Iterable[tuple[str, int]]) -> list[str]:
    return [f"{count} {card}" for card, count in deck]


def _claims(played: Playback) -> dict[str, object]:
    """A record's claims about a match beside its inputs; a replay has to lead to all of it; ``None`` is not said."""
    match = played.match
    header, result = match.header, match.result
    ending: dict[str, object] = {"winners": None, "code": None, "reason": None}
    if result is not None:
        winners = [SEATS[seat] for seat in result.winners]
        ending = {"winners": winners, "code": result.code, "reason": result.reason}
    return {
        "commitment": header.seed.commitment(),
        "side": _counted(side_deck(header)) or None,
        **ending,
        "commits": match.commits,
        "hash": match.hash(),
        "chance": "".join(f"{move} {use}\n" for move, use in played.chances),
    }


def replay(text: str) -> Replay:
    """Play a record through and compare every hash, what it says of chance, and of the end.

    Raises:
        BadRecord: it cannot be read, a move is refused, or something differs; with the line of the text.
    """
    record = Record(text)
    played = record.begin()
    match = played.match
    for number, line in record.lines:
        if line.startswith("#"):
            if line.split() != ["#", str(match.commits), match.hash()]:
                raise BadRecord(f"line {number}: the hash after {match.commits} commits is {match.hash()}")
            continue
        try:
            played.take_line(line)
        except Refusal as refusal:
            raise BadRecord(f"line {number}: {line}: {refusal}") from refusal
    for key, value in _claims(played).items():
        if record.table.get(key) != value and (key in record.table or key not in ADDED):
            raise BadRecord(_difference(key, value, record.table.get(key)))
    return Replay(match, len(played.moves))


def _difference(key: str, value: object, claimed: object) -> str:
    """The difference between a replay and its record; of a text of several lines the first that differs."""
    place = ""
    if isinstance(value, str) and isinstance(claimed, str) and "\n" in value:
        pairs = zip_longest(value.splitlines(), claimed.splitlines())
        differing = ((n, pair) for n, pair in enumerate(pairs, 1) if pair[0] != pair[1])
        number, (value, claimed) = next(differing, (1, (value, claimed)))
        place = f", line {number} of it"
    return f"{key} is {literal(value)}, not {json.dumps(claimed, default=str, ensure_ascii=False)}{place}"


def _read(text: str) -> dict[str, object]:
    """As much of TOML as records are written in (PROTOCOL.md 15.2), line by line: they come from anybody.

    Raises:
        BadRecord: it is something else.
    """
    parts: dict[str, list[dict[str, object]]] = {name: [] for name in _PARTS.values()}
    table: dict[str, object] = dict(parts)
    part, lines = table, iter(text.split("\n"))
    for line in (line.rstrip("\r") for line in lines):
        entry = _LINE.fullmatch(line)
        if line in _PARTS:
            part = {}
            parts[_PARTS[line]].append(part)
        elif entry is not None and entry[1].strip('"') not in part:
            part[entry[1].strip('"')] = _text(lines) if entry[2] == TEXT else _value(entry[2])
        elif line:
            raise BadRecord(f"not a line of a record: {line[:40]!r}")
    if table.get("stackloop") != FORMAT or not isinstance(table.get("moves"), str):
        raise BadRecord(f"no record of format {FORMAT}")
    return table


def _text(lines: Iterator[str]) -> str:
    """The lines up to the one that ends the text."""
    found: list[str] = []
    for line in lines:
        if line == TEXT:
            return "".join(found)
        found.append(f"{line}\n")
    raise BadRecord(f"a text is cut off: there is no line {TEXT} after it")


def _value(text: str) -> object:
    try:
        value: object = orjson.loads(text)
    except ValueError as error:
        raise BadRecord(f"no value: {text[:40]!r}") from error
    return value


def _cards(table: dict[str, object]) -> tuple[tuple[BroughtCard, ...], tuple[str, ...]]:
    """The cards that came with the match, and the names of those of which the digests alone are told."""
    told, withheld = [], []
    try:
        rows = _list(table["card"], dict)
        if len(rows) > MOST_BROUGHT:
            raise ValueError(f"{MOST_BROUGHT} cards at most, not {len(rows)}")
        for row in rows:
            name = _text_of(row["name"])
            if DIGEST in row:
                withheld.append(name)
                continue
            left_out = row.pop(LEFT_OUT, [])
            told.append(BroughtCard(row, left_out=tuple(_list(left_out, int))))
    except (KeyError, TypeError, ValueError) as error:
        raise BadRecord(f"card: {error}") from error
    return tuple(told), tuple(withheld)


def _header(table: dict[str, object], cards: tuple[BroughtCard, ...]) -> Header:
    try:
        seats = _list(table["seat"], dict)
        if not 1 <= len(seats) <= len(SEATS):
            raise ValueError(f"1 to {len(SEATS)} seats, not {len(seats)}")
        names = tuple(_text_of(seat["name"]) for seat in seats)
        decks = tuple(tuple(map(_entry, _list(seat["deck"], str))) for seat in seats)
        shares = tuple(_list(table["shares"], str))
        turns = turns_of(_list(table.get("later", []), list))
        if len(turns) > MOST_TURNS:
            raise ValueError(f"later has {MOST_TURNS} entries at most")
        seed = Seed.of(_text_of(table["secret"]), shares, turns)
        scenario = _text_of(table.get("scenario", ""))
        chooser = SEATS[: len(names)].index(_text_of(table["chooser"]) or "?") if "chooser" in table else -1
        budget = _text_of(table.get("budget", UNNAMED))
        edition = table.get("edition", FIRST)
        if type(edition) is not int:
            raise TypeError(f"edition is a number, not {edition!r:.20}")
        brought = tuple(card.to_json() for card in cards)
        game, profile = _text_of(table["game"]), _text_of(table["profile"])
        position = _text_of(table.get("position", ""))
        return Header(game, names, decks, seed, profile, None, scenario, chooser, budget, edition, brought, position)
    except (KeyError, TypeError, ValueError, RecursionError) as error:
        raise BadRecord(f"the header lacks something: {error}") from error


def _text_of(value: object) -> str:
    """A text; raises ``TypeError`` if it is none."""
    if not isinstance(value, str):
        raise TypeError(f"no text: {value!r:.40}")
    return value


def _list(value: object, kind: type[Item]) -> list[Item]:
    """A list of such; raises ``TypeError`` if it is none."""
    if not isinstance(value, list) or not all(isinstance(each, kind) for each in value):
        raise TypeError(f"no list of such: {value!r:.40}")
    return value


def _entry(line: str) -> tuple[str, int]:
    count, _, name = line.partition(" ")
    if not _COUNT.fullmatch(count):
        raise ValueError(f"so many cards: {count:.20}")
    return name, int(count)
