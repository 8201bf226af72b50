"""Reasons against an action agree with what is offered, tell nothing that is hidden, and change nothing."""

from __future__ import annotations

import pytest

from engine import Match, Refusal
from engine.analysis.secrecy import permuted
from engine.explain.projection import may_see
from engine.state.records import Object
from tests.support.engine.random_play import any_match, new_match, picker, random_play


def things(match: Match, seat: int) -> list[tuple[Object, int | None]]:
    """All that a seat may ask about: what it sees, and each activated ability of that."""
    game = match.game
    found: list[tuple[Object, int | None]] = []
    for obj in game.records.values():
        if isinstance(obj, Object) and may_see(game, obj, seat):
            found.append((obj, None))
            found.extend((obj, place) for place in range(len(game.activated(obj))))
    return found


PLAYING = {"magic": {"601.3": "cast"}, "grand-archive": {"1.9": "activate", "3.4": "materialize"}}
"""The paragraph under which a card can be played, and the verb."""
GAMES = pytest.mark.parametrize("game_name", PLAYING)


@GAMES
@pytest.mark.parametrize("seed", range(4))
def test_what_can_be_done_is_what_is_offered(seed: int, game_name: str) -> None:
    """With priority: an ability or card is explained by a reason exactly if it is not among the options."""
    match = new_match(seed, game_name)
    compared = 0
    for number, _ in enumerate(random_play(match, seed)):
        decision = match.decisions[0] if match.decisions else None
        if number % 9 or decision is None or decision.kind != "act":
            continue
        game, seat = match.game, decision.seat
        offered = {(option.do, *option.refs) for option in decision.options}
        played = [option.refs[0] for option in decision.options if option.do != "attack" and len(option.refs) == 1]
        names = {obj.name for obj in map(game.obj, played) if obj.zone == "hand"}
        for obj, place in things(match, seat):
            told = match.why_not(seat, obj.id, place)
            if place is not None:
                first = game.activated(obj).index(game.activated(obj)[place])
                assert told.can == (("activate", obj.id, first) in offered), (obj.name, place, told)
            elif obj.zone == "hand":
                assert told.can == (obj.name in names), (obj.name, told)
            elif told.can and told.rule in PLAYING[game_name]:
                assert (PLAYING[game_name][told.rule], obj.id) in offered, (obj.name, told)
            elif obj.id in played:
                assert told.can, (obj.name, told)
            assert told.code
            assert told.reason
            assert told.can or told.rule
            compared += 1
    assert compared > 300


@GAMES
@pytest.mark.parametrize("seed", range(3))
def test_it_tells_nothing_that_is_hidden(seed: int, game_name: str) -> None:
    match = new_match(seed, game_name)
    pick = picker(seed)
    for number, _ in enumerate(random_play(match, seed)):
        if number % 25 or not match.decisions or match.game.root.plays:
            continue
        for seat in (0, 1):
            other = permuted(match, seat, pick)
            other.ask_again()
            for obj, place in things(match, seat):
                assert match.why_not(seat, obj.id, place).to_json() == other.why_not(seat, obj.id, place).to_json()
                if place is None:
                    assert repr(match.about(seat, obj.id)) == repr(other.about(seat, obj.id))


@GAMES
@pytest.mark.parametrize("seed", range(2))
def test_it_changes_nothing_and_does_not_tell_hidden_from_absent(seed: int, game_name: str) -> None:
    match = new_match(seed, game_name)
    for number, _ in enumerate(random_play(match, seed)):
        if number % 25 or not match.decisions:
            continue
        before = match.dump()
        for seat in (0, 1):
            for ident in range(-3, match.game.root.next_id + 2):
                obj = match.game.object(ident)
                if obj is None or not may_see(match.game, obj, seat):
                    with pytest.raises(Refusal) as refused:
                        match.why_not(seat, ident)
                    assert (refused.value.code, refused.value.reason) == (
                        "unseen",
                        f"you see nothing with the id {ident}",
                    )
                    with pytest.raises(Refusal, match="unseen"):
                        match.about(seat, ident)
                elif not match.game.root.plays:
                    match.why_not(seat, ident)
                    match.about(seat, ident)
        assert match.dump() == before


@pytest.mark.parametrize("seed", range(6))
def test_of_each_use_the_first_step_that_fails_is_told_and_offers_agree(seed: int) -> None:
    match = any_match(seed)
    compared = 0
    for number, _ in enumerate(random_play(match, seed)):
        decision = match.decisions[0] if match.decisions else None
        if number % 5 or decision is None or decision.kind != "act":
            continue
        offered = {(option.do, *option.refs) for option in decision.options}
        for obj, place in things(match, decision.seat):
            for use in match.about(decision.seat, obj.id).uses if place is None else ():
                states = [state for _, state in use.steps()]
                failed = 0 if use.found.can else 1
                passed = states.count("passed")
                assert states == ["passed"] * passed + ["failed"] * failed + ["open"] * (len(states) - passed - failed)
                if use.place >= 0:
                    first = match.game.activated(obj).index(match.game.activated(obj)[use.place])
                    assert use.found.can == (("activate", obj.id, first) in offered), (obj.name, use)
                compared += 1
    assert compared > 0


def test_of_a_match_that_is_over_nothing_is_told() -> None:
    match = new_match(0)
    match.concede(0)
    with pytest.raises(Refusal, match="match_over"):
        match.why_not(0, 10)
    with pytest.raises(Refusal, match="match_over"):
        match.about(0, 10)
