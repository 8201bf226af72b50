"""Greedy on one side with others against a scenario: what a person who reads the table would do."""

from __future__ import annotations

import random

import pytest

import engine
from protocol.diffs import Entities, Json
from protocol.messages import Answer, Decision, Option
from protocol.view import View
from server.bots import BOTS
from server.bots.sight import Sights
from tests.support.engine.random_play import new_match

SIDE = 2
"""The scenario's seat at a table of two players."""


def thing(ref: int, seat: int, kind: str, **more: Json) -> tuple[str, Entities]:
    entity: Entities = {"id": ref, "controller": seat, "type": kind, "zone": "play area", "name": f"Card {ref}"}
    return f"o{ref}", {**entity, **{key.replace("_", " "): value for key, value in more.items()}}


def hero(ref: int, seat: int, **more: Json) -> tuple[str, Entities]:
    stats: Entities = {"thwart": 1, "defense": 2}
    values: Entities = {"power": 2, "toughness": 10, "stats": stats, **more}
    return thing(ref, seat, "Hero", **values)


def villain(**more: Json) -> tuple[str, Entities]:
    values: Entities = {"power": 3, "toughness": 30, "stats": {"scheme": 1}, **more}
    return thing(30, SIDE, "Villain", **values)


def plan(threat: int = 0) -> tuple[str, Entities]:
    return thing(31, SIDE, "Main Scheme", counters={"threat": threat}, target_threat=14, escalation=2)


def held(ref: int, kind: str, cost: int, text: str, resources: str = "{e}") -> tuple[str, Entities]:
    return thing(ref, 0, kind, zone="hand", cost=f"{{{cost}}}", text=text, resources=resources)


def table(*cards: tuple[str, Entities]) -> View:
    entities: Entities = dict(cards)
    for seat in range(SIDE + 1):
        refs = [e["id"] for _, e in cards if e["controller"] == seat and e["zone"] == "play area"]
        hand = [e["id"] for _, e in cards if e["controller"] == seat and e["zone"] == "hand"]
        entities[f"p{seat + 1}"] = {"seat": seat, "id": seat + 1, "name": f"P{seat}", "play area": refs, "hand": hand}
    entities["table"] = {"board": "play area", "leader": "hero alter-ego villain", "side": "scenario"}
    entities["game"] = {"turn": 3, "active": 0, "phase": "player phase"}
    return View(entities)


def answer(view: View, decision: Decision) -> Answer | int | str:
    return BOTS["greedy"](view, decision, random.Random(1))


def act(*options: tuple[str, int], prompt: str = "your turn: act or pass") -> Decision:
    listed = (Option(0, "pass"), *(Option(n, do, (ref,)) for n, (do, ref) in enumerate(options, 1)))
    return Decision(1, 0, "act", prompt, options=listed)


def cards(prompt: str, *refs: int, most: int = 1, subject: int = 0) -> Decision:
    options = tuple(Option(n, "cards", (ref,)) for n, ref in enumerate(refs))
    return Decision(1, 0, "cards", prompt, options=options, least=0, most=most, subject=subject)


def targets(prompt: str, *refs: int, subject: int = 0) -> Decision:
    options = tuple(Option(n, "targets", (ref,)) for n, ref in enumerate(refs))
    return Decision(1, 0, "targets", prompt, options=options, least=1, most=1, subject=subject)


def test_it_attacks_while_there_is_time_and_thwarts_when_there_is_none() -> None:
    choice = act(("attack", 10), ("thwart", 10))
    assert answer(table(hero(10, 0), villain(), plan(2)), choice) == 1
    assert answer(table(hero(10, 0), villain(), plan(12)), choice) == 2


def test_a_stage_of_the_main_scheme_that_another_follows_is_not_yet_the_end() -> None:
    choice = act(("attack", 10), ("thwart", 10))
    following = thing(33, SIDE, "Main Scheme", zone="scheme deck")
    view = table(hero(10, 0), villain(), plan(12), following)
    side = view.entities[f"p{SIDE + 1}"]
    assert isinstance(side, dict)
    side["scheme deck"] = [33]
    assert answer(view, choice) == 1


def test_a_villain_that_is_given_more_boost_cards_is_defended_against() -> None:
    asked = cards("Card 30 attacks you: choose who defends, or nobody", 10, subject=30)
    more = "Forced Interrupt: When Card 30 attacks, give him 3 additional boost cards."
    assert answer(table(hero(10, 0, damage=2), villain(power=0), plan()), asked) == Answer("cards", ())
    assert answer(table(hero(10, 0, damage=2), villain(power=0, text=more), plan()), asked) == Answer("cards", (10,))


def test_it_goes_home_badly_hurt_but_not_while_the_main_scheme_is_nearly_done() -> None:
    home = act(("flip", 10))
    assert answer(table(hero(10, 0, damage=8), villain(), plan()), home) == 1
    assert answer(table(hero(10, 0, damage=3), villain(), plan(11)), home) == 0


def test_it_plays_the_best_of_its_hand_with_the_rest_of_it() -> None:
    kick = held(20, "Event", 3, "Hero Action (attack): Deal 8 damage to an enemy.")
    jab = held(21, "Event", 2, "Hero Action (attack): Deal 3 damage to an enemy.")
    view = table(hero(10, 0, tapped=True), villain(), plan(), kick, jab, held(22, "Event", 9, "", "{m}"))
    assert answer(view, act(("play", 21))) == 1
    view = table(hero(10, 0, tapped=True), villain(), plan(), kick, jab, held(22, "Event", 9, "", "{m}{m}"))
    assert answer(view, act(("play", 20), ("play", 21))) == 1


def test_it_pays_with_as_few_icons_as_it_can() -> None:
    view = table(
        hero(10, 0), villain(), held(20, "Resource", 0, "", "{e}{e}{e}"), held(21, "Event", 9, "Nothing.", "{m}")
    )
    assert answer(view, cards("generate 1 resource for Card 9", 20, 21, most=2)) == Answer("cards", (21,))
    assert answer(view, cards("generate {e} and 1 resource for Card 9", 20, 21, most=2)) == Answer("cards", (20,))


def test_an_ally_takes_the_blow_that_would_kill_and_none_a_light_one() -> None:
    ally = thing(11, 0, "Ally", power=2, toughness=1, cost="{3}")
    view = table(hero(10, 0, damage=7), ally, villain(power=6))
    asked = cards("Card 30 attacks you: choose who defends, or nobody", 10, 11, subject=30)
    assert answer(view, asked) == Answer("cards", (11,))
    view = table(hero(10, 0), ally, thing(32, SIDE, "Minion", power=1, toughness=3, engaged=0))
    asked = cards("Card 32 attacks you: choose who defends, or nobody", 10, 11, subject=32)
    assert answer(view, asked) == Answer("cards", ())


def test_it_heals_its_own_and_hurts_the_others() -> None:
    aid = held(20, "Event", 1, "Action: Heal 2 damage from any character.")
    blow = held(21, "Event", 3, "Hero Action (attack): Deal 5 damage to an enemy.")
    view = table(hero(10, 0, damage=3), villain(damage=5), aid, blow)
    assert answer(view, targets("choose target 1 for Card 20", 10, 30, subject=20)) == Answer("targets", (10,))
    assert answer(view, targets("choose target 1 for Card 21", 10, 30, subject=21)) == Answer("targets", (30,))


def test_it_waits_for_its_own_turn_and_answers_what_happens() -> None:
    duck = held(20, "Event", 0, "Interrupt (defense): When you would take any amount of damage, prevent all of it.")
    view = table(hero(10, 0), villain(), plan(), duck)
    assert answer(view, act(("play", 20), prompt="take an action, or pass")) == 0
    assert answer(view, act(("play", 20), prompt="when Card 10 is dealt 5 damage: use an interrupt or pass")) == 1
    assert answer(view, act(("play", 20), prompt="when Card 10 is dealt 1 damage: use an interrupt or pass")) == 0


def test_it_chooses_the_part_that_costs_least() -> None:
    options = (
        Option(0, "modes", (0,), text="mode 1", label="Take 2 damage."),
        Option(1, "modes", (1,), text="mode 2", label="Place 1 threat on the main scheme."),
    )
    choice = Decision(1, 0, "modes", "choose for Card 33", options=options, least=1, most=1)
    assert answer(table(hero(10, 0, damage=8), villain(), plan(1)), choice) == Answer("modes", (1,))
    assert answer(table(hero(10, 0), villain(), plan(13)), choice) == Answer("modes", (0,))


def test_it_spreads_damage_over_those_who_can_bear_it() -> None:
    ally = thing(11, 0, "Ally", power=2, toughness=3)
    options = (Option(0, "divide", (10,)), Option(1, "divide", (11,)))
    share = Decision(1, 0, "divide", "assign 3 damage", options=options, least=0, total=3)
    divided = answer(table(hero(10, 0, damage=8), ally, villain()), share)
    assert isinstance(divided, Answer)
    assert divided.amounts[0] < 2


@pytest.mark.parametrize("seed", [3, 8])
def test_in_a_whole_match_nothing_is_refused_and_payments_are_not_left_to_the_rules(seed: int) -> None:
    """It reads what is due from the prompt: when that was written anew, it paid with what did not suffice."""
    line = engine.Line(new_match(seed, "marvel-champions"), 0)
    sights = Sights(line, random.Random(seed))
    payments = []
    while (decision := line.decision) is not None:
        answer = sights.greedy(decision)
        if decision.prompt.startswith("generate"):
            payments.append(answer.do)
        line.step(answer)
    assert line.game.root.over is not None
    assert payments.count("cards") > len(payments) / 2
