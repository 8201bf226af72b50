"""Observations hold the view and nothing else, the same in every process, and as documented."""

import random
from functools import partial
from itertools import islice

import msgspec
import numpy as np
import orjson
import pytest

from engine import Refusal, Seen, Views, deal, list_games
from engine.analysis.secrecy import laid_out
from engine.match.match import Match
from protocol.messages import Answer, Decision
from protocol.view import View
from server.learning.encoding import CARD, CARDS, CHOICE, LIMIT, SIZE, STATE, Encoder, named
from server.learning.environment import raw_env
from server.learning.observations import Floats, filled, unpack
from server.learning.picks import ACTIONS, Answered, Picks
from server.learning.seats import Seats
from server.match.inputs import from_wire
from tests.support.engine.random_play import new_match, picker, random_play


def observed(match: Match, seat: int) -> tuple[Floats, list[int]]:
    """The observation of a seat at its first pick, if it is asked, and what it may pick: straight from the state."""
    view = View(orjson.loads(Views(match).snapshot(f"seat{seat}")))
    encoder = Encoder(seat, len(match.header.names), Seen(match).sights[seat])
    if "decision" not in view.entities:
        return observation_of(encoder), []
    asked = msgspec.convert(view.entities["decision"], Decision)
    picks = Picks(asked, partial(_is_legal, match, asked))
    return observation_of(encoder, asked, picks), [choice.action for choice in picks.offer]


def observation_of(encoder: Encoder, asked: Decision | None = None, picks: Picks | Answered | None = None) -> Floats:
    return filled(lambda into: encoder.write(into, asked, picks))


def _is_legal(match: Match, asked: Decision, answer: Answer) -> bool:
    try:
        match.decision(asked.seat, asked.w).check(from_wire(answer))
    except Refusal:
        return False
    return True


@pytest.mark.parametrize("game", list_games())
def test_what_a_seat_may_not_know_changes_neither_observation_nor_mask(game: str) -> None:
    changed = 0
    match = new_match(3, game)
    for number, _ in enumerate(islice(random_play(match, 3), 300)):
        if number % 60 or not match.is_between_plays or not match.decisions:
            continue
        for seat in range(len(match.header.names)):
            other = match.fork()
            deal(other.game, seat, picker(number))
            try:
                other.ask_again()
            except ValueError:  # what others are asked would be nothing there
                continue
            changed += laid_out(other.game) != laid_out(match.game)
            (there, mask), (here, real) = observed(other, seat), observed(match, seat)
            assert mask == real
            assert np.array_equal(there, here)
    assert changed


@pytest.mark.parametrize("game", list_games())
def test_an_observation_kept_up_by_diffs_is_that_of_the_whole_view(game: str) -> None:
    environment = raw_env(game=game)
    environment.reset(seed=5)
    chance = random.Random(5)
    for _ in range(60):
        observation = environment.observe(environment.agent_selection)
        assert observation["observation"].shape == (SIZE,)
        assert environment.observation_space(environment.agent_selection).contains(observation)
        if environment.seats.picks is None:
            break
        for seat, view in enumerate(environment.seats.views):
            anew = observation_of(Encoder(seat, len(environment.possible_agents), view.entities))
            kept = filled(partial(environment.seats.write, seat))
            assert np.array_equal(unpack(kept).cards, unpack(anew).cards)
        environment.step(chance.choice(np.flatnonzero(observation["action_mask"]).tolist()))


@pytest.mark.parametrize("game", list_games())
def test_an_observation_is_that_of_the_view_that_a_server_would_send(game: str) -> None:
    """Of each seat after every pick, while plays are in flight too, of which others see nothing."""
    environment = raw_env(game=game)
    environment.reset(seed=7)
    seats, chance = environment.seats, random.Random(7)
    encoders = [Encoder(seat, seats.players, view.entities) for seat, view in enumerate(seats.views)]
    hidden = 0
    for _ in range(250):
        if seats.picks is None:
            break
        for seat, encoder in enumerate(encoders):
            is_asked = seats.asked == seat
            encoder.note(list(seats.views[seat].entities))
            there = observation_of(encoder, seats.decision, seats.picks) if is_asked else observation_of(encoder)
            assert np.array_equal(there, filled(partial(seats.write, seat)))
            hidden += seats.match.playing not in (None, seat)
        seats.pick(chance.choice([choice.action for choice in seats.picks.offer]))
    assert hidden


def test_a_view_is_made_only_for_who_reads_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("server.learning.seats.Views", None)
    seats = Seats("magic", ({"Forest": 60}, {"Forest": 60}), "1")
    for _ in range(20):
        assert seats.picks is not None
        filled(partial(seats.write, 0))
        seats.pick(seats.picks.offer[-1].action)


def test_the_parts_are_those_of_the_vector() -> None:
    parts = unpack(np.arange(2 * SIZE, dtype=np.float32).reshape(2, SIZE))
    assert parts.state.shape == (2, STATE)
    assert parts.cards.shape == (2, CARDS, CARD)
    assert parts.choices.shape == (2, ACTIONS, CHOICE)
    assert parts.choices[1, -1, -1] == 2 * SIZE - 1


def test_a_name_is_the_same_in_every_version() -> None:
    assert "".join("+" if sign > 0 else "-" for sign in named("Grizzly Bears")) == "-+++++---+++--++"  # 7c73
    assert not any(named(""))
    assert max(named("x")) <= LIMIT
