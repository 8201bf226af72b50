"""Answers made to pry, to crash or to lie: refused with a reason that tells nothing, and what is taken can be said."""

from __future__ import annotations

import random

import pytest

from engine import Answer, Decision, Match, Refusal, Settings
from engine.explain.gestures import canonical, parse_answer
from engine.explain.notation import answer_text
from engine.explain.projection import may_see
from engine.formats.position import build
from engine.state.records import Object
from tests.support.engine.random_play import another_match, any_match, new_match, random_play

pytestmark = [pytest.mark.slow, pytest.mark.timeout(600)]

VERBS = (
    "pass activate cast play materialize reserve attack auto mana sacrifice discard tap untap life counters number "
    "modes targets divide assign costs order cards players confirm cancel nothing"
)
HUGE = 2**31 - 1


def named(verb: str, place: int, ident: int) -> Answer:
    """An answer that names an id in one of the places where an answer can."""
    return (
        Answer(verb, (ident,)),
        Answer(verb, (ident, 0)),
        Answer(verb, (1, ident)),
        Answer(verb, (1,), (ident,)),
        Answer(verb, (ident,), (1,)),
        Answer("cast", (1,), (), (Answer(verb, (ident,)),)),
        Answer("pass", (), (), (Answer(verb, (ident,)),)),
    )[place]


def outcome(match: Match, answer: Answer, ident: int) -> object:
    """The refusal that the player is told, the id that it named left out; the same id stands in rules and counts."""
    decision = match.decisions[0]
    try:
        match.fork().apply(decision.seat, decision.w, answer)
    except Refusal as refusal:
        return refusal.code, refusal.reason.replace(f" {ident}", " ID").removeprefix(f"{ident} ")
    return None


@pytest.mark.parametrize("seed", range(3))
def test_a_card_in_a_foreign_hand_is_refused_like_an_id_of_nothing(seed: int) -> None:
    """Else trying ids tells which of the cards drawn were played, and which are still held."""
    match = any_match(seed)
    for number, _ in enumerate(random_play(match, seed)):
        if number % 25 or not match.decisions:
            continue
        game, decision = match.game, match.decisions[0]
        hand = game.content("hand", 1 - decision.seat)
        hidden = [ident for ident in hand if not may_see(game, game.obj(ident), decision.seat)]
        nothing = game.root.next_id + 100
        for verb in VERBS.split():
            for place in range(7) if hidden else ():
                told = outcome(match, named(verb, place, hidden[0]), hidden[0])
                assert told == outcome(match, named(verb, place, nothing), nothing), (verb, place)


MEANINGLESS = (
    Answer("pass", (1,)),
    Answer("pass", (), (), (Answer("auto"),)),
    Answer("auto", (1,)),
    Answer("mana", (1,)),
    Answer("mana", (), (HUGE,) * 6),
    Answer("mana", (), (-1, 0, 0, 0, 0, 0)),
    Answer("mana", (), (1,)),
    Answer("number"),
    Answer("number", (1,), (1,)),
    Answer("confirm", (2,)),
    Answer("divide", (1,)),
    Answer("assign", (1,), (1, 2)),
    Answer("activate"),
    Answer("tap", (1,), (1,)),
    Answer("target", (1,)),
    Answer("rest"),
    Answer("yes"),
    Answer("A"),
    Answer("it'''\nhash = 1"),
    Answer(""),
)


@pytest.mark.parametrize("part", MEANINGLESS, ids=str)
def test_a_part_that_means_nothing_is_refused_wherever_it_stands(part: Answer) -> None:
    match = new_match(1)
    while match.decisions[0].kind != "act" or not any(o.do == "play" for o in match.decisions[0].options):
        decision = match.decisions[0]
        match.apply(decision.seat, decision.w, decision.default())
    decision = match.decisions[0]
    before = match.hash()
    land = next(option for option in decision.options if option.do == "play").answer()
    for answer in (
        part,
        Answer(land.do, land.refs, (), (part,)),
        Answer("cast", land.refs, (), (Answer("x", (), (), (part,)),)),
    ):
        with pytest.raises(Refusal) as refused:
            match.apply(decision.seat, decision.w, answer)
        assert refused.value.code
        assert refused.value.reason
    assert match.hash() == before


def test_a_plan_belongs_to_what_announces_a_play() -> None:
    match = new_match(1)
    for part in (Answer("confirm", (1,)), Answer("number", (), (1,)), Answer("auto")):
        decision = match.decisions[0]
        with pytest.raises(Refusal, match="plan_unwanted"):
            match.apply(decision.seat, decision.w, Answer("confirm", (1,), (), (part,)))


def test_a_play_inside_a_plan_keeps_its_own_plan_as_text() -> None:
    match = build("magic", {"A": {"battlefield": ["Mountain", "Chromatic Star"], "hand": ["Shock"]}, "B": {}}, [], {})
    ids = {obj.name: ident for ident, obj in match.game.records.items() if isinstance(obj, Object)}
    star = Answer("activate", (ids["Chromatic Star"], 0), (), (Answer("auto"), Answer("modes", (3,))))
    answer = Answer("cast", (ids["Shock"],), (), (Answer("targets", (2,)), star, Answer("auto")))
    text = answer_text(match.game, match.decisions[0], answer)
    assert text == 'cast "Shock" target B activate "Chromatic Star#1" (auto mode 4) auto'
    assert parse_answer(match.game, match.decisions[0], text) == answer
    assert match.apply(0, match.decisions[0].w, answer).reversed is None
    assert match.game.root.stack


@pytest.mark.parametrize("text", ["(", ")", "pass (", "pass )", "x 1 (x 1", "x 1 " + "x 1 (" * 100 + ")" * 100])
def test_parentheses_that_do_not_fit_are_refused(text: str) -> None:
    match = new_match(1)
    decision = match.decisions[0]
    with pytest.raises(Refusal, match="bad_answer"):
        match.apply_text(decision.seat, decision.w, text)


@pytest.mark.parametrize(
    "plan",
    [(Answer("number", (), (1,)),) * 64, (Answer("number", (), (1 << 60,)),), (Answer("mana", (), (HUGE,) * 6),)],
    ids=["too many parts", "too large a number", "too much mana"],
)
def test_a_plan_that_waits_for_a_later_question_is_judged_at_once(plan: tuple[Answer, ...]) -> None:
    """It is journaled with its answer, so what cannot be read back or be said must not be taken."""
    match = build("magic", {"A": {"battlefield": ["Mountain"], "hand": ["Shock"]}, "B": {}}, [], {})
    decision = match.decisions[0]
    with pytest.raises(Refusal, match="bad_answer"):
        match.apply(0, decision.w, Answer("cast", match.game.content("hand", 0), (), plan))
    assert match.apply(0, decision.w, Answer("cast", match.game.content("hand", 0))).number == 1


def mutated(match: Match, decision: Decision, chance: random.Random, depth: int = 0) -> Answer:
    """An answer near one that is right."""
    ids = [*match.game.records, 0, -1, HUGE, -HUGE, *range(8)]
    base = decision.sample(chance.randrange)
    do = chance.choice(VERBS.split()) if chance.random() < 0.2 else base.do
    refs, amounts = list(base.refs), list(base.amounts)
    for numbers in (refs, amounts):
        match chance.randrange(6):
            case 0:
                numbers.append(chance.choice(ids))
            case 1 if numbers:
                numbers[chance.randrange(len(numbers))] = chance.choice(ids)
            case 2 if numbers:
                numbers.pop()
            case 3 if numbers:
                numbers.append(numbers[0])
    plan = [mutated(match, decision, chance, depth + 1) for _ in range(chance.randrange(3))] if depth < 2 else []
    return Answer(do, tuple(refs), tuple(amounts), tuple(plan) if chance.random() < 0.5 else ())


@pytest.mark.parametrize("seed", range(4))
def test_any_answer_is_refused_or_taken_whole_and_can_be_said(seed: int) -> None:
    """Nothing but a refusal comes of it, and the gesture of what was taken reads as the same answer."""
    match = any_match(seed)
    chance = random.Random(seed)
    taken = taken_and_said(match, seed, chance)
    while taken < 50:  # a match may end before much could be answered in it
        match = another_match(match)
        taken += taken_and_said(match, seed, chance)


def taken_and_said(match: Match, seed: int, chance: random.Random) -> int:
    """Play a match at random with odd answers on the way; how many of these were taken, and could be said."""
    taken = 0
    for number, _ in enumerate(random_play(match, seed)):
        if number % 4 or not match.decisions:
            continue
        decision = match.decisions[0]
        for _ in range(12):
            answer = mutated(match, decision, chance)
            try:
                match.fork().apply(decision.seat, decision.w, answer)
            except Refusal:
                continue
            taken += 1
            assert Answer.from_json(answer.to_json()) == answer
            said = canonical(match.game, decision, answer)
            assert parse_answer(match.game, decision, answer_text(match.game, decision, said)) == said
    return taken


def test_who_has_left_takes_back_nothing_of_what_others_do() -> None:
    """A concession undoes the play in flight: a seat without a part in the game could stop the others for good."""
    ann = {"battlefield": ["Mountain"] * 2, "hand": ["Mind Stone"]}
    match = build("magic", {"A": {**ann}, "B": {}, "C": {}}, [], {})
    match.concede(2)
    decision = match.decisions[0]
    match.apply(0, decision.w, Answer("cast", match.game.content("hand", 0)))
    before = match.hash(), match.commits
    for seat in (2, -1, 3):
        with pytest.raises(Refusal, match="has_left") as refused:
            match.concede(seat)
        assert refused.value.rule == "800.4a"
        with pytest.raises(Refusal, match="has_left"):
            match.set(seat, Settings(full=True))
    assert match.game.root.plays
    assert (match.hash(), match.commits) == before
