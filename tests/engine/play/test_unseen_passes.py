"""A seat that passes whatever it may do: nobody finds out what that is, and how long a pass takes tells nothing."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Final

import pytest

from engine import Answer, Match, Settings, Views
from engine.analysis.hidden_kinds import HiddenKinds
from engine.analysis.secrecy import alike_now, deal
from engine.payment.mana_sources import sources_of
from tests.support.engine.counted_work import Calls, calls_of
from tests.support.engine.random_play import new_match, picker

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from engine.state.decisions import Option
    from engine.state.game import Game
    from engine.state.rounds import Round

pytestmark = pytest.mark.interpreted("counts calls by frames, which compiled functions do not have")

GAMES: Final = ("magic", "grand-archive")
"""Those with hidden hands, in which seats are asked whatever they hold."""
ANSWERS: Final = 160
"""Of a match at random."""
EACH: Final = 4
"""One of so many decisions is looked at."""


def eased(match: Match, *, smart: bool = False) -> Settings:
    """The settings that a game advises: the page gives them to its players."""
    advised = {key: value for key, value in match.game.rules.settings.to_json().items() if key != "full"}
    return Settings.from_json({**advised, "smart": smart})


def played(game: str, seed: int, *, smart: bool = False) -> Iterator[Match]:
    """A match at random under such settings, before each answer."""
    match = new_match(seed, game)
    for seat in range(2):
        match.set(seat, eased(match, smart=smart))
    pick = picker(seed)
    for _ in range(ANSWERS):
        if match.decisions:
            yield match
            decision = match.decisions[0]
            match.apply(decision.seat, decision.w, decision.sample(pick))


# ---- nobody finds out


@pytest.fixture
def looked(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The seats whose options are worked out, in order."""
    seats: list[int] = []
    for game in GAMES:
        for kind in {type(round_) for round_ in new_match(0, game).game.rules.rounds.values()}:
            watch(monkeypatch, kind, seats)
    return seats


def watch(monkeypatch: pytest.MonkeyPatch, kind: type[Round], seats: list[int]) -> None:
    found = kind.options

    def options(self: Round, game: Game, seat: int) -> tuple[Option, ...]:
        seats.append(seat)
        return found(self, game, seat)

    monkeypatch.setattr(kind, "options", options)


@pytest.mark.parametrize("game", GAMES)
def test_only_who_is_asked_has_options_worked_out(game: str, looked: list[int]) -> None:
    turns: set[int] = set()
    for match in played(game, 1):
        asked = {decision.seat for decision in match.decisions if decision.kind == "act"}
        if turns:  # until then the seats were asked everything, as new ones are
            assert set(looked) <= asked, match.game.root.step
        turns.add(match.game.root.turn)
        looked.clear()
    assert len(turns) > 2


@pytest.mark.parametrize("game", GAMES)
def test_a_match_that_is_loaded_finds_out_once_somebody_asks(game: str, looked: list[int]) -> None:
    for match in played(game, 2):
        if match.decisions[0].kind == "act":
            data = match.dump()
            looked.clear()
            again = Match.load(data)
            assert not looked
            assert [each.refs for each in again.decisions[0].options] == [
                each.refs for each in match.decisions[0].options
            ]
            assert looked == [match.decisions[0].seat]
            break


# ---- how long it takes tells nothing


def world(data: bytes, viewer: int, pick: Callable[[int], int]) -> tuple[Match, Views]:
    """A match in which what a viewer may not know is otherwise; it knows what a match does after its first moves."""
    match = Match.load(data)
    game = match.game
    deal(game, viewer, pick, alike=alike_now(game, HiddenKinds(game)))
    match.ask_again()
    for seat in range(game.seats):
        sources_of(game, seat)
    return match, Views(match)


def work_of_pass(data: bytes, viewer: int, pick: Callable[[int], int]) -> tuple[Calls, bool]:
    """The work until a pass is told; whether then the viewer alone is asked, and no hidden card has moved."""
    match, views = world(data, viewer, pick)
    before = hidden_in(match)
    decision = match.decisions[0]

    def answer() -> None:
        match.apply(decision.seat, decision.w, Answer("pass"))
        views.update()

    calls = calls_of(answer)
    return calls, hidden_in(match) == before and [each.seat for each in match.decisions] == [viewer]


def hidden_in(match: Match) -> list[int]:
    zones = [zone for zones in match.game.zones.values() for zone in zones if zone.sight != "all"]
    return [len(zone.content) for zone in zones] + [i for zone in zones if zone.sight != "nobody" for i in zone.content]


def works(game: str, seed: int, *, smart: bool = False) -> Iterator[tuple[Calls, Calls]]:
    """The work of passes in pairs of worlds that the seat cannot tell apart which is asked next.

    Each is done twice, since the first time fills what is kept for all matches.
    """
    chance = random.Random(seed)
    for number, match in enumerate(played(game, seed, smart=smart)):
        if number % EACH or len(match.decisions) > 1 or match.decisions[0].kind != "act" or match.game.root.plays:
            continue
        data, dealt = match.dump(), chance.random()
        for viewer in range(2):
            picks = (lambda n: n - 1, random.Random(dealt).randrange)
            for pick in picks:
                work_of_pass(data, viewer, pick)
            picks = (lambda n: n - 1, random.Random(dealt).randrange)
            (one, is_told), (other, is_told_too) = (work_of_pass(data, viewer, pick) for pick in picks)
            if is_told and is_told_too:
                yield one, other


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_the_work_of_a_pass_does_not_hang_on_hidden_cards(game: str) -> None:
    pairs = list(works(game, 3))
    assert len(pairs) > 5
    for one, other in pairs:
        assert one == other


@pytest.mark.slow
def test_it_does_where_a_seat_has_chosen_to_be_passed_by_what_it_holds() -> None:
    assert any(one != other for one, other in works("magic", 3, smart=True))
