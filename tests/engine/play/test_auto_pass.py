"""Settings of a seat: what they skip depends on what everybody knows, and a match with them replays."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import orjson
import pytest

from engine import Answer, Match, Refusal, Settings, Views, replay, write_record
from engine.analysis.secrecy import permuted
from tests.support.engine.random_play import GAMES, any_match, new_match, picker
from tests.support.engine.random_settings import play, some_settings

if TYPE_CHECKING:
    pass

pytestmark = pytest.mark.slow

SEEDS = range(6)


@pytest.mark.parametrize("seed", SEEDS)
def test_the_same_inputs_lead_to_the_same_state_and_numbers(seed: int) -> None:
    match = any_match(seed)
    inputs = list(play(match, seed))
    again = any_match(seed)
    for seat, w, input_ in inputs:
        again.take(seat, w, input_)
    assert (again.hash(), again.asked, again.settings) == (match.hash(), match.asked, match.settings)


@pytest.mark.parametrize("seed", SEEDS)
def test_what_is_skipped_in_parts_is_one_commit_all_the_same(seed: int) -> None:
    match = new_match(seed)
    inputs = list(play(match, seed))
    again = new_match(seed)
    again.at_once = 1
    parts = 0
    for number, (seat, w, input_) in enumerate(inputs, 1):
        commit = again.take(seat, w, input_)
        while not commit.is_whole:
            assert commit.number == 0
            commit = again.go_on()
            parts += 1
        assert commit.number == number
    assert parts
    assert (again.hash(), again.asked, again.settings) == (match.hash(), match.asked, match.settings)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_record_says_settings_as_gestures(seed: int) -> None:
    match = any_match(seed)
    inputs = [(seat, input_) for seat, _, input_ in play(match, seed)]
    text = write_record(match.header, inputs)
    assert ": settings " in text
    assert replay(text).hash == match.hash()


@pytest.mark.parametrize("seed", SEEDS[:3])
def test_a_dump_and_a_fork_keep_settings_and_go_on_alike(seed: int) -> None:
    match = any_match(seed)
    for number, _ in enumerate(play(match, seed)):
        if number % 40 == 0 and match.decisions:
            decision = match.decisions[0]
            answer = decision.default()
            others = (Match.load(match.dump()), match.fork())
            assert others[0].dump() == match.dump() == others[1].dump()
            ends = []
            for other in others:
                other.apply(decision.seat, decision.w, answer)
                ends.append((other.hash(), other.asked, other.settings))
            assert ends[0] == ends[1]


@pytest.mark.parametrize("seed", SEEDS)
def test_nothing_is_skipped_for_a_new_seat(seed: int) -> None:
    match = any_match(seed)
    assert [settings.full for settings in match.settings] == [True, True]
    asked: set[tuple[int, int]] = set()
    chance = picker(seed)
    while match.decisions:
        asked |= {(decision.seat, decision.w) for decision in match.decisions}
        decision = match.decisions[0]
        match.apply(decision.seat, decision.w, decision.sample(chance))
    assert sum(match.asked) == len(asked)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_skip_does_not_depend_on_a_hidden_hand(seed: int) -> None:
    """The next seat that is asked, and its question, are the same, however the cards lie that nobody else knows."""
    pick = picker(seed)
    compared = 0
    while compared <= 10:
        match = any_match(seed)
        for number, (_, _, _) in enumerate(play(match, seed, smart=False)):
            if number % 7 == 0 and match.decisions and not match.game.root.plays and match.decisions[0].kind == "act":
                compared += goes_on_alike(match, permuted(match, -1, pick))
        seed += len(GAMES)


def goes_on_alike(match: Match, other: Match) -> bool:
    """Compare who is asked what after a pass; false where cards have come to be seen that may matter."""
    decision = match.decisions[0]
    one = match.fork()
    other.ask_again()
    following = one.game.root.next_id
    for fork in (one, other):
        fork.apply(decision.seat, decision.w, Answer("pass"))
    if any(hidden_in(fork) != hidden_in(match) for fork in (one, other)):
        return False  # what was drawn may now trigger or be discarded, what was dealt is revealed
    assert [(d.seat, d.kind, d.w) for d in one.decisions] == [(d.seat, d.kind, d.w) for d in other.decisions]
    assert one.game.root.next_id - following == other.game.root.next_id - following
    return True


def hidden_in(match: Match) -> list[int]:
    """The number of cards in each zone that not everybody looks into, and the ids of those that have one."""
    zones = [zone for zones in match.game.zones.values() for zone in zones if zone.sight != "all"]
    return [ident for zone in zones for ident in (len(zone.content), *(() if zone.sight == "nobody" else zone.content))]


def test_settings_are_kept_when_a_play_is_taken_back() -> None:
    match = new_match(3)
    chance = picker(3)
    while not (match.decisions[0].cancel and match.game.root.plays):
        decision = match.decisions[0]
        match.apply(decision.seat, decision.w, decision.sample(chance))
    decision = match.decisions[0]
    before = match.hash()
    settings = Settings(own=True, stops=(("any", "any"),))
    match.set(decision.seat, settings)
    assert match.hash() == before
    assert match.decisions[0].w == decision.w
    match.apply(decision.seat, decision.w, Answer("cancel"))
    assert match.settings[decision.seat] == settings


def test_passing_ends_by_itself_and_its_seat_is_told() -> None:
    match = new_match(1)
    views = Views(match)
    while match.game.root.step != "upkeep":
        decision = match.decisions[0]
        match.apply(decision.seat, decision.w, decision.default())
    seat = match.decisions[0].seat
    stopping = Settings(stops=(("any", "any"),))
    for who in (seat, 1 - seat):
        match.set(who, stopping.passing(("end of turn",)))
    assert match.game.root.turn == 2
    assert match.settings[1 - seat] == stopping
    views.update()
    shown = orjson.loads(views.snapshot(f"seat{1 - seat}"))["settings"]
    assert shown == {"stops": [["any", "any"]]}
    assert "settings" not in orjson.loads(views.snapshot("public"))


def test_a_match_that_everybody_passes_is_bounded_and_ends() -> None:
    match = new_match(0)
    while not match.game.root.step:
        decision = match.decisions[0]
        match.apply(decision.seat, decision.w, decision.default())
    for seat in (0, 1):
        match.set(seat, Settings(until=("something",)))
    while match.decisions:
        decision = match.decisions[0]
        match.apply(decision.seat, decision.w, decision.default())
    assert match.result is not None
    assert match.result.code == "library"


@pytest.mark.parametrize("seed", range(30))
def test_settings_are_a_gesture_and_back(seed: int) -> None:
    settings = some_settings(random.Random(seed), ("upkeep", "precombat main", "declare attackers", "end"))
    assert Settings.is_gesture(str(settings))
    assert Settings.read(str(settings), Settings(smart=True, own=True)) == settings
    assert Settings.from_json(orjson.loads(orjson.dumps(settings.to_json()))) == settings


@pytest.mark.parametrize(
    "data",
    [
        [],
        {"stops": "end"},
        {"stops": [["end"]]},
        {"stops": [["end", "mine"]]},
        {"yields": [["Shock", -1, ""]]},
        {"yields": [["Shock", 0, "x" * 2000]]},
        {"wanted": [["eat", "Shock"]]},
        {"until": ["tomorrow"]},
        {"stops": [["any", "any"]] * 100},
    ],
)
def test_what_is_no_settings_is_refused(data: object) -> None:
    with pytest.raises(Refusal, match="bad_settings"):
        Settings.from_json(data)


@pytest.mark.parametrize(
    "line", ["settings stop", "yield #", 'yield "x#y"', "full on", "stop for eat x", "smart on x", "settings pass"]
)
def test_a_gesture_that_means_nothing_is_refused(line: str) -> None:
    with pytest.raises(Refusal, match="bad_settings"):
        Settings.read(line, Settings())
