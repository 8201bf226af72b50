"""A record says what was left to chance; whoever has the secret works it out again without the rules."""

from __future__ import annotations

import json
import tomllib
from time import process_time

import pytest

from engine import BadRecord, Header, Record, Seed, load_decks, replay, verify, write_record
from engine.chance.transcript import WatchedSeed
from tests.support.engine.conceded_match import record
from tests.support.engine.random_play import GAMES, NAMES


@pytest.mark.parametrize("seed", range(len(GAMES) * 2))
def test_all_that_was_left_to_chance_follows_from_the_seed_without_a_gap(seed: int) -> None:
    table = tomllib.loads(record(seed))
    stream = Seed(table["secret"], tuple(table["shares"])).stream()
    cursor = 0
    for line in table["chance"].splitlines():
        said, _, outcome = line.partition(" = ")
        _move, span, kind, *rest = said.split()
        first, after = map(int, span.split("-"))
        assert first == cursor
        if kind == "below":
            number, cursor = stream.below(first, int(rest[0]))
            assert str(number) == outcome
        else:
            cards, cursor = stream.shuffled(first, tuple(map(int, rest)))
            assert " ".join(map(str, cards)) == outcome
        assert cursor == after
    assert cursor > 0


@pytest.mark.parametrize("seed", range(len(GAMES)))
def test_what_it_says_of_chance_is_held_to_by_a_replay(seed: int) -> None:
    text = record(seed)
    assert replay(text).match.result is not None
    first = next(line for line in text.splitlines() if " shuffle " in line)
    said, _, outcome = first.partition(" = ")
    one, two, *others = outcome.split()
    with pytest.raises(BadRecord, match="chance is"):
        replay(text.replace(first, f"{said} = {' '.join([two, one, *others])}"))


def test_records_that_say_nothing_of_chance_are_still_read() -> None:
    text = record(0)
    first = text.index("chance = ")
    older = text[:first] + text[text.index("[[seat]]") :]
    assert replay(older).hash == replay(text).hash
    assert Record(older).moves == Record(text).moves


def test_only_what_stands_is_noted() -> None:
    stream = WatchedSeed("s").stream()
    stream.shuffled(0, (4, 5, 6))
    (use,) = stream.uses  # and not each of its parts
    stream.below(use.after, 6)
    stream.below(use.after, 10)  # in place of what a rewind undid
    assert [(each.bound, each.cursor) for each in stream.uses] == [(0, 0), (10, use.after)]
    stream.settle(use.after)
    assert stream.uses == [use]


def test_decks_of_a_side_at_which_nobody_sits_are_told() -> None:
    decks = load_decks("marvel-champions")
    header = Header("marvel-champions", NAMES[:1], (next(iter(decks.values())).entries,), Seed("s"))
    table = tomllib.loads(write_record(header, [(0, None)]))
    assert len(table["side"]) > 10


def test_of_a_long_record_with_huge_decks_each_line_takes_no_longer_than_it_is() -> None:
    """Each of these lines once took as long as its record has cards."""
    text = record(0).partition("[[seat]]")[0]
    stream, cursor, lines = Record(record(0)).header.seed.stream(), 0, []
    for move in range(20_000):
        cards, after = stream.shuffled(cursor, (250_001, 250_000))
        lines.append(f"{move + 1} {cursor}-{after} shuffle 250001 250000 = {' '.join(map(str, cards))}")
        cursor = after
    before, _, _ = text.partition("chance = ")
    deck = json.dumps(["9999 Forest"] * 40)
    seats = [f'[[seat]]\nname = "{name}"\ndeck = {deck}\n' for name in "ab"]
    huge = "\n".join([f"{before}chance = '''", *lines, "'''", *seats])
    began_s = process_time()
    checks = list(verify(Record(huge)))
    assert [check.holds for check in checks] == [True] * len(checks)
    assert checks[1].words == "move 1: 2 cards of a shuffled"
    assert process_time() - began_s < 10.0


def test_a_record_of_forks_too_deep_is_none() -> None:
    turns = ", ".join(f'[{n}, "ab", []]' for n in range(500))
    with pytest.raises(BadRecord, match="later has 128 entries"):
        Record(record(0).replace("shares = ", f"later = [{turns}]\nshares = "))
