"""Cards without a number that lie in several places: whatever answer names them, its gesture says the same again."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import Answer, Refusal, decision_json
from engine.explain.gestures import canonical, parse_answer
from engine.explain.kept_options import KeptOptions
from engine.explain.notation import answer_text, option_text
from engine.explain.projection import may_see
from engine.formats.position import build
from engine.state.decisions import Decision, Option
from engine.state.records import Object

if TYPE_CHECKING:
    from engine import Match
    from engine.state.decisions import DecisionKind
    from engine.state.game import Game

Table = dict[str, object]
PLACES: dict[str, tuple[tuple[str, ...], Table, Table]] = {
    "magic": (
        ("hand", "aside", "graveyard"),
        {"name": "Ember", "cost": "{R}", "type": "Instant", "text": "Draw a card."},
        {},
    ),
    "grand-archive": (
        ("hand", "memory", "material_deck", "aside", "graveyard"),
        {"name": "Ember", "reserve": 1, "type": "Action - Mage Spell", "text": "Draw a card."},
        {"champion": "Spirit of Cinders"},
    ),
    "marvel-champions": (
        ("hand", "facedown", "aside", "discard_pile"),
        {"name": "Ember", "cost": 0, "type": "Event", "text": "Action: Draw 1 card."},
        {"identity": "Captain Ember"},
    ),
}
"""For each game the zones in which cards of a name shall lie, such a card, and what else a seat has to have."""
OTHERS: dict[str, Table] = {
    "grand-archive": {
        "name": "Spirit of Cinders", "type": "Champion", "element": "Fire", "level": 0, "life": 15,
    },
    "marvel-champions": {
        "name": "Captain Ember", "type": "Hero", "attack": 2, "thwart": 1, "hit points": 10,
    },
}  # fmt: skip
VERBS = ("cards", "targets", "discard", "reveal", "banish")
"""Verbs of options; the last three are verbs of costs."""
GAMES = pytest.mark.parametrize("game", PLACES)


@cache
def board(game: str) -> Match:
    """Three of a card in each zone of two seats, and all of them seen by both."""
    zones, card, rest = PLACES[game]
    sides: dict[str, Table] = {seat: {**rest, **{zone: ["Ember"] * 3 for zone in zones}} for seat in "AB"}
    match = build(game, sides, [card, *([OTHERS[game]] if game in OTHERS else [])], {})
    for ember in embers(match.game):
        match.game.write(match.game.obj(ember), "seen", 3)
    return match


def embers(game: Game) -> list[int]:
    return [ident for ident, record in game.records.items() if isinstance(record, Object) and record.name == "Ember"]


def asked(kind: DecisionKind, do: str, refs: list[int], seat: int = 0) -> Decision:
    return Decision(kind, seat, "which", "", tuple(Option(do, (ref,)) for ref in refs), least=0, most=len(refs))


def lies(game: Game, ident: int) -> tuple[object, ...]:
    """The mark that tells a thing from others of its name: its number, or its place."""
    obj = game.obj(ident)
    return (obj.name, obj.zone, obj.owner, ident if obj.number else 0)


@GAMES
@given(data=st.data())
def test_whatever_an_answer_names_its_gesture_says_the_same(game: str, data: st.DataObject) -> None:
    """Of a choice, of targets or of a cost, and in a plan, whatever of it is offered."""
    match = board(game)
    there = embers(match.game)
    offered = data.draw(st.lists(st.sampled_from(there), unique=True, min_size=1))
    do = data.draw(st.sampled_from(VERBS))
    kind: DecisionKind = do if do in ("cards", "targets") else "pay"  # type: ignore[assignment]  # one of these
    decision = asked(kind, do, offered, data.draw(st.integers(0, 1)))
    chosen = data.draw(st.lists(st.sampled_from(offered), unique=True))
    later = data.draw(st.lists(st.tuples(st.sampled_from(VERBS[1:]), st.lists(st.sampled_from(there), unique=True))))
    plan = tuple(Answer(verb, tuple(refs)) for verb, refs in later) if do not in ("cards", "targets") else ()
    answer = Answer(do, tuple(chosen), (), plan)
    said = canonical(match.game, decision, answer)
    for given_, taken in zip((answer, *answer.plan), (said, *said.plan), strict=True):
        assert [lies(match.game, ref) for ref in given_.refs] == [lies(match.game, ref) for ref in taken.refs]
        assert len(set(taken.refs)) == len(taken.refs)
    assert canonical(match.game, decision, said) == said
    assert parse_answer(match.game, decision, answer_text(match.game, decision, said)) == said


@GAMES
@given(data=st.data())
def test_an_option_is_written_as_an_answer_that_takes_something_as_good(game: str, data: st.DataObject) -> None:
    match = board(game)
    offered = data.draw(st.lists(st.sampled_from(embers(match.game)), unique=True, min_size=1))
    do = data.draw(st.sampled_from(VERBS[1:]))
    decision = asked("pay", do, offered)
    for option in decision.options:
        read = parse_answer(match.game, decision, option_text(match.game, decision, option))
        assert [lies(match.game, ref) for ref in read.refs] == [lies(match.game, option.refs[0])]
        assert read.refs[0] in offered
    assert KeptOptions().encode(match.game, decision) == orjson.dumps(
        decision_json(match.game, decision), option=orjson.OPT_SORT_KEYS
    )


@GAMES
def test_where_a_card_lies_is_only_said_where_the_name_alone_may_mean_another(game: str) -> None:
    match = board(game)
    hand = list(match.game.content("hand", 0))
    theirs = list(match.game.content("hand", 1))
    elsewhere = list(match.game.content(match.game.zone_specs[2].name if game == "magic" else "aside", 0))
    for offered, first in (
        (hand, 'choose "Ember"'),
        ([*hand, *elsewhere], 'choose "Ember#hand"'),
        ([*hand, *theirs], 'choose "Ember#hand"'),
        ([*theirs, *hand], 'choose "Ember#hand of B"'),
        (theirs, 'choose "Ember"'),
    ):
        decision = asked("cards", "cards", offered)
        assert option_text(match.game, decision, decision.options[0]) == first, offered


def test_what_is_kept_of_an_option_hangs_on_what_else_is_offered() -> None:
    """A card is called otherwise as soon as another of its name is offered elsewhere."""
    match, kept = board("grand-archive"), KeptOptions()
    hand, memory = (list(match.game.content(zone, 0)) for zone in ("hand", "memory"))
    for offered in (hand, [*hand, *memory], hand):
        decision = asked("cards", "cards", offered)
        told = orjson.dumps(decision_json(match.game, decision), option=orjson.OPT_SORT_KEYS)
        assert kept.encode(match.game, decision) == told


@GAMES
def test_a_name_alone_is_refused_where_it_may_mean_cards_of_several_places(game: str) -> None:
    match = board(game)
    decision = asked("cards", "cards", [*match.game.content("hand", 1), *match.game.content("hand", 0)])
    with pytest.raises(Refusal, match=r'6 are called "Ember".*"Ember#hand of B"'):
        parse_answer(match.game, decision, 'choose "Ember"')
    for wrong in ("Ember#hand of A", "Ember#hand of C", "Ember#hands", "Ember#graveyard", "Ember#", "Cinder#hand"):
        with pytest.raises(Refusal, match="bad_answer"):
            parse_answer(match.game, decision, f'choose "{wrong}"')


@GAMES
def test_a_place_that_a_seat_does_not_see_is_refused_as_one_with_no_such_card(game: str) -> None:
    """A refusal tells nobody whether the card lies there: what a seat does not see has no name for it."""
    match = board(game).fork()
    there = [obj for ident in embers(match.game) if (obj := match.game.obj(ident)).owner == 1 and not obj.number]
    for obj in there:
        match.game.write(obj, "seen", 0)
    decision = asked("cards", "cards", list(match.game.content("hand", 0)))
    for zone in sorted({obj.zone for obj in there if not may_see(match.game, obj, 0)}):
        reasons = []
        for place in (zone, "table"):
            with pytest.raises(Refusal) as refused:
                parse_answer(match.game, decision, f'choose "Ember#{place} of B"')
            reasons.append(refused.value.reason.replace(place, "PLACE", 1))
        assert reasons[0] == reasons[1]
        answer = Answer("cards", (next(obj.id for obj in there if obj.zone == zone),))
        with pytest.raises(Refusal, match="you see nothing"):
            canonical(match.game, decision, answer)


@GAMES
def test_what_a_gesture_is_called_does_not_hang_on_what_its_seat_does_not_see(game: str) -> None:
    """Of what the other seat has and does not show nothing changes what is written, nor what is read."""
    match = board(game).fork()
    for ident in embers(match.game):
        obj = match.game.obj(ident)
        if obj.owner == 1 and not obj.number:
            match.game.write(obj, "seen", 0)
    alone = match.fork()
    for ident in embers(alone.game):
        obj = alone.game.obj(ident)
        if obj.owner == 1 and alone.game.sight_over(obj) in ("owner", "looker"):
            alone.game.write(obj, "name", "Cinder")
    hand = list(match.game.content("hand", 0))
    plan = (Answer("reveal", tuple(hand[:2])),)
    texts = [
        answer_text(each.game, decision, canonical(each.game, decision, Answer("discard", tuple(hand[:1]), (), plan)))
        for each in (match, alone)
        for decision in (asked("pay", "discard", hand),)
    ]
    assert texts[0] == texts[1]
