"""Properties of random legal play: what holds at every decision of every match."""

from __future__ import annotations

from typing import TYPE_CHECKING

import orjson
import pytest

from engine import Answer, Match, Refusal, Views, replay, write_record
from engine.analysis.secrecy import leaks, permuted
from engine.explain.gestures import canonical, parse_answer
from engine.explain.notation import answer_text
from engine.explain.projection import may_see
from engine.match.header import deal_numbers
from engine.match.match_views import fresh
from engine.state.dump import state_json
from engine.state.records import Object
from tests.support.engine.random_play import another_match, any_match, picker, random_play

if TYPE_CHECKING:
    from collections.abc import Callable

pytestmark = [pytest.mark.slow, pytest.mark.timeout(600)]

SEEDS = range(8)


def cards_in(match: Match) -> list[int]:
    """Every card number that is somewhere, tokens left out; of a card that is turned over that of its own face."""
    game = match.game
    hidden = [c for zones in game.zones.values() for z in set(zones) if z.sight == "nobody" for c in z.content]
    objs = [o for o in game.records.values() if isinstance(o, Object) and not o.token]
    return sorted([*hidden, *(o.card if o.real < 0 else o.real for o in objs)])


@pytest.mark.parametrize(("seed", "seats"), [*((seed, 2) for seed in SEEDS), *((seed, 3 + seed % 2) for seed in SEEDS)])
def test_nothing_is_lost_and_somebody_is_always_asked(seed: int, seats: int) -> None:
    """Cards that players who have left owned have left with them, but in games with all on one side."""
    match = any_match(seed, seats=seats)
    cards = cards_in(match)
    owners = {card: seat for seat, deck in enumerate(deals(match)) for card in deck}
    for number, _ in enumerate(random_play(match, seed, cancels=0.05), 1):
        assert match.commits == number
        assert (match.result is None) == bool(match.decisions)
        assert all(min(player.pool) >= 0 for player in match.game.players)
        assert not match.game.root.stack or match.decisions or match.result
        if number % 10 == 0 and match.result is None:
            left = [not player.lost or match.game.side >= 0 for player in match.game.players]
            assert cards_in(match) == [card for card in cards if left[owners[card]]]
    assert match.result is not None


def deals(match: Match) -> list[range]:
    """The card numbers of the decks of all who own cards."""
    return [range(numbers[0], numbers[-1] + 1) for numbers in deal_numbers(match.header)]


@pytest.mark.parametrize("seed", SEEDS)
def test_whoever_concedes_whenever_the_others_play_on(seed: int) -> None:
    """A concession at any decision, its own or another's, inside plays too, leaves nothing undone."""
    match = any_match(seed, seats=4)
    chance = picker(seed)
    for number, (decision, _) in enumerate(random_play(match, seed), 1):
        if number % (60 + 7 * seed) == 0 and match.result is None:
            left = [player.seat for player in match.game.players if not player.lost]
            match.concede(decision.seat if decision.seat in left else left[chance(len(left))])
            assert (match.result is None) == bool(match.decisions)
            assert all(not match.game.players[d.seat].lost for d in match.decisions)
    assert match.result is not None


@pytest.mark.parametrize("seed", SEEDS)
def test_the_same_answers_lead_to_the_same_state(seed: int) -> None:
    match = any_match(seed, seats=2 + seed % 3)
    answers = [(d.seat, d.w, c.answer) for d, c in random_play(match, seed, cancels=0.05)]
    again = any_match(seed, seats=2 + seed % 3)
    for seat, w, answer in answers:
        assert answer is not None
        again.apply(seat, w, answer)
    assert again.hash() == match.hash()


@pytest.mark.parametrize("seed", SEEDS)
def test_a_record_replays_to_the_same_hash(seed: int) -> None:
    match = any_match(seed)
    inputs = [(decision.seat, commit.answer) for decision, commit in random_play(match, seed, cancels=0.05)]
    assert replay(write_record(match.header, inputs)).hash == match.hash()


@pytest.mark.parametrize("seed", SEEDS[:4])
def test_a_dump_inside_plays_loads_and_goes_on_alike(seed: int) -> None:
    match = any_match(seed, seats=2 + seed % 3)
    play = random_play(match, seed)
    for number, (_, _) in enumerate(play):
        if number % 25 == 0 or (match.game.root.plays and number % 7 == 0):
            loaded = Match.load(match.dump())
            assert loaded.hash() == match.hash()
            assert loaded.dump() == match.dump()
            assert [repr(d) for d in loaded.decisions] == [repr(d) for d in match.decisions]


@pytest.mark.parametrize("seed", SEEDS[:4])
def test_a_play_taken_back_leaves_nothing(seed: int) -> None:
    """Rewinding the outermost play at any of its decisions gives the state before its announcement."""
    match = any_match(seed, seats=2 + seed % 3)
    checked = rewound_everywhere(match, seed)
    while checked < 10:  # a match may end before much was announced in it
        match = another_match(match)
        checked += rewound_everywhere(match, seed)


def rewound_everywhere(match: Match, seed: int) -> int:
    """Play a match at random and rewind each play at each of its decisions; how often that was."""
    before = state_json(match.game)
    checked = 0
    announced = False
    for decision, commit in random_play(match, seed):
        if decision.kind == "act":
            announced = commit.answer != Answer("pass")  # else the play, if any, came of what happened then
        plays = match.game.root.plays
        if not plays:
            before = state_json(match.game)
            continue
        outermost = match.game.play(plays[0])
        if outermost.given and announced:
            fork = match.fork()
            fork.game.rewind(outermost.mark)
            assert state_json(fork.game) == before
            checked += 1
    return checked


@pytest.mark.parametrize("seed", SEEDS[:4])
def test_diffs_fold_to_a_fresh_view(seed: int) -> None:
    match = any_match(seed, seats=2 + seed % 3)
    views = Views(match)
    folded = {name: orjson.loads(views.snapshot(name)) for name in views.names}
    for number, _ in enumerate(random_play(match, seed, cancels=0.1)):
        for name, diff in views.update().items():
            view = folded[name]
            view.update(orjson.loads(diff.whole))
            for key in [key for key, entity in view.items() if entity is None]:
                del view[key]
        if number % 5 == 0:
            for name, view in folded.items():
                assert orjson.dumps(view, option=orjson.OPT_SORT_KEYS) == views.snapshot(name)
                if not match.game.root.plays:
                    shown = {key: entity for key, entity in view.items() if key[0] != "e" and key != "decision"}
                    seat = -1 if name == "public" else int(name.removeprefix("seat"))
                    assert orjson.dumps(shown, option=orjson.OPT_SORT_KEYS) == fresh(match, seat)


@pytest.mark.parametrize("seed", SEEDS[:4])
def test_views_are_blind_to_hidden_cards(seed: int) -> None:
    match = any_match(seed, seats=2 + seed % 3)
    pick = picker(seed)
    for number, _ in enumerate(random_play(match, seed)):
        if number % 9 == 0 and match.decisions:
            assert leaks(match, pick) == ""


@pytest.mark.parametrize("seed", SEEDS[:4])
def test_a_cancelled_play_is_seen_by_nobody_else(seed: int) -> None:
    """Messages to opponents and spectators do not depend on a play that was announced and taken back."""
    match = any_match(seed)
    views = Views(match)
    chance = picker(seed)
    taken_back = 0
    while taken_back < 30:
        if not match.decisions:
            match = another_match(match)
            views = Views(match)
        decision = match.decisions[0]
        views.update()
        if decision.cancel:
            before = {name: views.snapshot(name) for name in views.names if name != f"seat{decision.seat}"}
            match.apply(decision.seat, decision.w, Answer("cancel"))
            changed = views.update()
            if not match.game.root.plays and len(match.decisions) == 1:  # else others are asked again
                assert set(changed) <= {f"seat{decision.seat}"}
                assert {name: views.snapshot(name) for name in before} == before
            taken_back += 1
            continue
        match.apply(decision.seat, decision.w, decision.sample(chance))


@pytest.mark.parametrize("seed", SEEDS[:4])
def test_every_answer_is_a_gesture_and_back(seed: int) -> None:
    match = any_match(seed, seats=2 + seed % 3)
    chance = picker(seed)
    while match.decisions:
        decision = match.decisions[0]
        answer = canonical(match.game, decision, decision.sample(chance))
        assert parse_answer(match.game, decision, answer_text(match.game, decision, answer)) == answer
        match.apply(decision.seat, decision.w, answer)


@pytest.mark.parametrize("seed", SEEDS[:2])
def test_a_refused_answer_changes_nothing(seed: int) -> None:
    """Stale, foreign and senseless answers at every decision: the state, its number and the question stand."""
    match = any_match(seed)
    senseless = [
        Answer("cast", (10**9,)),
        Answer("activate", (1, 2)),
        Answer("activate", (-1,)),
        Answer("mana", (), (9, 9, 9, 9, 9, 9)),
        Answer("number", (), (-1,)),
        Answer("sacrifice"),
        Answer("nothing of the kind"),
        Answer("pass", (1,), (2,), (Answer("x"),)),
    ]
    for number, _ in enumerate(random_play(match, seed)):
        if number % 10 or not match.decisions:
            continue
        decision = match.decisions[0]
        before = (state_json(match.game), match.commits, match.asked[:], repr(match.decisions))
        for answer in senseless:
            with pytest.raises(Refusal):
                match.apply(decision.seat, decision.w, answer)
        with pytest.raises(Refusal, match=r"stale_decision|not_your_decision"):
            match.apply(decision.seat, decision.w - 1, Answer("pass"))
        with pytest.raises(Refusal, match=r"not_your_decision|stale_decision"):
            match.apply(1 - decision.seat, 10**6, Answer("pass"))
        assert (state_json(match.game), match.commits, match.asked, repr(match.decisions)) == before


BLIND = frozenset({"pass", "confirm"})
"""Answers that name no card, so that they mean the same however hidden cards lie."""


@pytest.mark.parametrize("seed", SEEDS[:4])
def test_diffs_are_blind_until_a_hidden_card_is_shown(seed: int) -> None:
    """A viewer is sent equal bytes for an answer to a match and to one with the hidden cards permuted."""
    match = any_match(seed)
    pick = picker(seed)
    compared = 0
    while compared <= 30:
        for number, _ in enumerate(random_play(match, seed)):
            if number % 5 or not match.decisions or match.game.root.plays:
                continue
            decision = match.decisions[0]
            answer = decision.sample(pick)
            if answer.do in BLIND:
                compared += sum(is_sent_alike(match, seat, answer, pick) for seat in (-1, 1 - decision.seat))
        match = another_match(match)


def is_sent_alike(match: Match, seat: int, answer: Answer, pick: Callable[[int], int]) -> bool:
    """Compare what a viewer is sent; false where it is shown a hidden card, so that there is nothing to compare."""
    decision = match.decisions[0]
    name = "public" if seat < 0 else f"seat{seat}"
    one, other = match.fork(), permuted(match, seat, pick)
    other.ask_again()
    shown, also = Views(one), Views(other)
    seen = {
        obj.card for obj in match.game.records.values() if isinstance(obj, Object) and may_see(match.game, obj, seat)
    }
    one.apply(decision.seat, decision.w, answer)
    other.apply(decision.seat, decision.w, answer)
    if is_shown_more(one, seat, seen):
        return False
    assert shown.update().get(name) == also.update().get(name)
    return True


def is_shown_more(match: Match, seat: int, seen: set[int]) -> bool:
    """Whether a viewer sees a card, or has for a moment, that it did not see before."""
    gone = [record for _, field, record in match.game.log if field == "-"]
    objs = [obj for obj in (*match.game.records.values(), *gone) if isinstance(obj, Object)]
    return any(obj.card not in seen and may_see(match.game, obj, seat) for obj in objs)
