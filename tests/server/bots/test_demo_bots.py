"""The demo bots: every answer is one the decision allows, and greedy takes what is in front of it."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from protocol.diffs import Entities
from protocol.messages import Answer, Decision, Option
from protocol.view import View
from server.bots import BOTS
from tests.support.protocol.any_decision import allows, decisions


@pytest.mark.parametrize("name", sorted(BOTS))
@settings(deadline=None)
@given(decision=decisions(), seed=st.integers(0, 99))
def test_every_answer_is_allowed_even_with_nothing_to_see(name: str, decision: Decision, seed: int) -> None:
    assert allows(decision, BOTS[name](View(), decision, random.Random(seed)))


def creature(ref: int, seat: int, power: int, toughness: int, **more: object) -> tuple[str, Entities]:
    entity: dict[str, object] = {"id": ref, "controller": seat, "type": "Creature", "zone": "battlefield"}
    return f"o{ref}", {**entity, "power": power, "toughness": toughness, "cost": f"{{{power}}}", **more}  # type: ignore[dict-item] # JSON all


def table(*cards: tuple[str, Entities], life: tuple[int, int] = (20, 20), hand: tuple[int, ...] = ()) -> View:
    entities: Entities = dict(cards)
    for seat in (0, 1):
        refs = [e["id"] for _, e in cards if e.get("controller") == seat and e.get("zone") == "battlefield"]
        entities[f"p{seat + 1}"] = {"seat": seat, "id": seat + 1, "life": life[seat], "battlefield": refs}
    entities["p1"] = {**entities["p1"], "hand": list(hand)}  # type: ignore[dict-item] # an object, see above
    entities["game"] = {"name": "magic", "turn": 3, "active": 0, "phase": "precombat main"}
    return View(entities)


def greedy(view: View, decision: Decision) -> Answer | int | str:
    return BOTS["greedy"](view, decision, random.Random(1))


def pairs(*given_pairs: tuple[int, int], most: int = 9) -> Decision:
    options = tuple(Option(n, "assign", (left,), (right,)) for n, (left, right) in enumerate(given_pairs))
    return Decision(1, 0, "assign", options=options, most=most)


def act(*options: tuple[str, int]) -> Decision:
    listed = (Option(0, "pass"), *(Option(n, do, (ref,)) for n, (do, ref) in enumerate(options, 1)))
    return Decision(1, 0, "act", options=listed)


def in_hand(ref: int, kind: str, cost: str = "", text: str = "") -> tuple[str, Entities]:
    return f"o{ref}", {"id": ref, "controller": 0, "type": kind, "cost": cost, "text": text, "zone": "hand"}


def test_greedy_plays_a_land_first() -> None:
    view = table(in_hand(5, "Creature", "{4}{G}"), in_hand(6, "Basic Land - Forest"))
    assert greedy(view, act(("cast", 5), ("play", 6))) == 2


def test_greedy_casts_the_most_expensive_thing() -> None:
    view = table(in_hand(5, "Creature", "{1}{G}"), in_hand(6, "Creature", "{3}{G}"))
    assert greedy(view, act(("cast", 5), ("cast", 6))) == 2


def test_greedy_keeps_its_removal_when_there_is_nothing_to_remove() -> None:
    shock = in_hand(5, "Instant", "{B}", "Destroy target creature.")
    assert greedy(table(shock), act(("cast", 5))) == 0
    assert greedy(table(shock, creature(9, 1, 2, 2)), act(("cast", 5))) == 1


def test_greedy_makes_no_mana_for_nothing() -> None:
    assert greedy(table(), act(("mana", 5))) == 0


def test_greedy_attacks_an_empty_board_and_not_into_a_wall() -> None:
    assert greedy(table(creature(9, 0, 2, 2)), pairs((9, 2))) == Answer("assign", (9,), (2,))
    assert greedy(table(creature(9, 0, 2, 2), creature(8, 1, 3, 4)), pairs((9, 2))) == Answer("assign")


def test_greedy_attacks_where_only_attackers_are_asked_for() -> None:
    decision = Decision(1, 0, "cards", "declare attackers", options=(Option(0, "cards", (9,)),), most=1)
    assert greedy(table(creature(9, 0, 2, 2)), decision) == Answer("cards", (9,))
    assert greedy(table(creature(9, 0, 2, 2), creature(8, 1, 3, 4)), decision) == Answer("cards")


def test_greedy_takes_a_mulligan_without_lands() -> None:
    decision = Decision(1, 0, "confirm", "take a mulligan?", options=(Option(0, "no", (0,)), Option(1, "yes", (1,))))
    spells = [in_hand(ref, "Creature", "{2}") for ref in range(50, 57)]
    lands = [in_hand(ref, "Basic Land - Forest") for ref in range(60, 63)]
    assert greedy(table(*spells, hand=tuple(range(50, 57))), decision) == 1
    assert greedy(table(*spells, *lands, hand=(50, 51, 52, 53, 60, 61, 62)), decision) == 0


def test_greedy_attacks_with_everything_when_that_wins() -> None:
    view = table(creature(8, 0, 3, 1), creature(9, 0, 3, 1), creature(7, 1, 4, 4), life=(20, 3))
    assert greedy(view, pairs((8, 2), (9, 2))) == Answer("assign", (8, 9), (2, 2))


def test_greedy_blocks_what_it_kills_and_survives() -> None:
    view = table(creature(8, 0, 3, 4), creature(9, 1, 2, 2, attacking=0, attacks=[1]))
    assert greedy(view, pairs((8, 9))) == Answer("assign", (8,), (9,))


def test_greedy_throws_a_creature_away_only_to_live() -> None:
    scene = (creature(8, 0, 1, 1), creature(9, 1, 5, 5, attacking=0, attacks=[1]))
    assert greedy(table(*scene), pairs((8, 9))) == Answer("assign")
    assert greedy(table(*scene, life=(5, 20)), pairs((8, 9))) == Answer("assign", (8,), (9,))


def test_greedy_hurts_theirs_and_helps_ours() -> None:
    bolt = ("s50", {"id": 50, "controller": 0, "text": "Bolt deals 3 damage to any target."})
    boost = ("s50", {"id": 50, "controller": 0, "text": "Target creature gets +3/+3 until end of turn."})
    ours, theirs = creature(8, 0, 2, 2), creature(9, 1, 2, 2)
    decision = Decision(
        1, 0, "targets", subject=50, options=(Option(0, "target", (8,)), Option(1, "target", (9,))), least=1, most=1
    )
    assert greedy(table(ours, theirs, bolt), decision) == Answer("targets", (9,))  # type: ignore[arg-type] # JSON
    assert greedy(table(ours, theirs, boost), decision) == Answer("targets", (8,))  # type: ignore[arg-type] # JSON


def test_greedy_pays_automatically() -> None:
    mana = Option(0, "mana", (9, 0))
    assert greedy(View(), Decision(1, 0, "pay", options=(mana, Option(1, "auto")))) == 1
    assert greedy(View(), Decision(1, 0, "pay", options=(mana,))) == Answer("auto")
