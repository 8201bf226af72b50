"""Offers against trying everything: a spell is offered exactly if some sequence of legal payments completes it."""

from __future__ import annotations

import os
import random
from itertools import combinations_with_replacement

import pytest

from engine import Answer, Match, Refusal
from engine.formats.position import build
from engine.payment.mana_sources import sources_of

PERMANENTS = ("Mountain", "Chromatic Star", "Krark-Clan Ironworks", "Ornithopter", "Mox Opal")
SPELLS = ("Shrapnel Blast", "Ichor Wellspring", "Myr Retriever", "Krark-Clan Ironworks")
BOARDS = [
    *combinations_with_replacement(PERMANENTS, 1),
    *combinations_with_replacement(PERMANENTS, 2),
    *list(combinations_with_replacement(PERMANENTS, 3))[::4],
]


FILTER_LAND: dict[str, object] = {
    "name": "Ridge of Two Sides",
    "type": "Land",
    "text": "{T}: Add {C}.\n{R/W}, {T}: Add {R}{R}, {R}{W}, or {W}{W}.",
}
DRAWN = (*PERMANENTS, "Ridge of Two Sides", "Plains")


def board(permanents: tuple[str, ...], spells: tuple[str, ...] = SPELLS) -> Match:
    seats: dict[str, dict[str, object]] = {"A": {"battlefield": list(permanents), "hand": list(spells)}, "B": {}}
    return build("magic", seats, [FILTER_LAND], {})


def payments(match: Match) -> list[Answer]:
    """Every answer worth trying at a payment: all mana abilities, all of the pool, every permanent, every choice."""
    decision = match.decisions[0]
    if decision.kind != "pay":
        return list(decision.answers())
    game, seat = match.game, decision.seat
    own = [obj.id for obj in game.battlefield() if obj.controller == seat]
    return [
        *(Answer("activate", game.activation(s.obj, t.number)) for s in sources_of(game, seat).every for t in s.texts),
        *(option.answer() for option in decision.options if option.do == "mana"),
        Answer("mana"),
        *(Answer("sacrifice", (ident,)) for ident in own),
        Answer("tap"),
    ]


def completes(match: Match, left: int = 12) -> bool:
    """Whether the play in flight can be brought to its end, by trying."""
    if not match.game.root.plays:
        return True
    if not left:
        return False
    for answer in payments(match):
        fork = match.fork()
        try:
            commit = fork.apply(fork.decisions[0].seat, fork.decisions[0].w, answer)
        except Refusal:
            continue
        if commit.reversed is None and completes(fork, left - 1):
            return True
    return False


def can_cast(match: Match, name: str) -> bool:
    """Whether a card can be cast, by trying."""
    decision = match.decisions[0]
    ident = next(i for i in match.game.content("hand", 0) if match.game.obj(i).name == name)
    targets = ["B"] if name == "Shrapnel Blast" else []
    fork = match.fork()
    plan = tuple(Answer("targets", (2,)) for _ in targets)
    try:
        fork.apply(decision.seat, decision.w, Answer("cast", (ident,), (), plan))
    except Refusal:
        return False
    return completes(fork)


@pytest.mark.parametrize("permanents", BOARDS, ids=lambda some: "+".join(name.split()[0] for name in some))
def test_a_spell_is_offered_exactly_if_it_can_be_completed(permanents: tuple[str, ...]) -> None:
    match = board(permanents)
    offered = {match.game.obj(o.refs[0]).name for o in match.decisions[0].options if o.do == "cast"}
    assert offered == {name for name in SPELLS if can_cast(match, name)}


@pytest.mark.parametrize("seed", range(int(os.environ.get("STACKLOOP_BOARDS", "3"))))
def test_offers_on_boards_drawn_at_random_agree_with_trying_everything(seed: int) -> None:
    chance = random.Random(seed)
    match = board(tuple(chance.choice(DRAWN) for _ in range(4)), ("Shrapnel Blast", "Myr Retriever"))
    offered = {match.game.obj(o.refs[0]).name for o in match.decisions[0].options if o.do == "cast"}
    assert offered == {name for name in ("Shrapnel Blast", "Myr Retriever") if can_cast(match, name)}


@pytest.mark.parametrize("permanents", BOARDS[::3], ids=lambda some: "+".join(name.split()[0] for name in some))
def test_an_offered_spell_is_paid_automatically(permanents: tuple[str, ...]) -> None:
    match = board(permanents)
    for option in match.decisions[0].options:
        if option.do == "cast":
            fork = match.fork()
            plan = (Answer("targets", (2,)),) if fork.game.obj(option.refs[0]).name == "Shrapnel Blast" else ()
            commit = fork.apply(0, fork.decisions[0].w, Answer("cast", option.refs, (), (*plan, Answer("auto"))))
            assert commit.reversed is None
            while fork.game.root.plays:
                decision = fork.decisions[0]
                fork.apply(decision.seat, decision.w, next(decision.answers()))
            assert fork.game.root.stack


GROVE: dict[str, object] = {"name": "Grove of Two Minds", "type": "Land", "text": "{T}: Add {C}.\n{T}: Add {R} or {W}."}
FLAT: dict[str, object] = {"name": "Flat of No Mind", "type": "Land", "text": "{T}: Add {C}."}
BLOT: dict[str, object] = {"name": "Blot", "type": "Sorcery", "cost": "{1}{R}", "text": "Draw a card."}


@pytest.mark.parametrize("others", [(), ("Krark-Clan Ironworks", "Ornithopter")])
def test_a_source_is_not_offered_for_less_than_only_it_can_make(others: tuple[str, ...]) -> None:
    """Two lands make the same by their first abilities, and only one of them makes red mana besides."""
    own: dict[str, object] = {"battlefield": ["Flat of No Mind", "Grove of Two Minds", *others], "hand": ["Blot"]}
    match = build("magic", {"A": own, "B": {}}, [GROVE, FLAT, BLOT], {})
    match.apply_text(0, match.decisions[0].w, 'cast "Blot"')
    objs = {match.game.obj(o.refs[0]).name: o.refs[0] for o in match.decisions[0].options if o.do == "activate"}
    flat, grove = objs["Flat of No Mind"], objs["Grove of Two Minds"]
    for refs, leads_on in (((flat, 0), True), ((grove, 1), True), ((grove, 0), False)):
        assert any(option.refs == refs for option in match.decisions[0].options) == leads_on
        fork = match.fork()
        fork.apply(0, fork.decisions[0].w, Answer("activate", refs))
        assert completes(fork) == leads_on


def test_where_no_payment_leads_on_nothing_is_offered_and_a_sample_takes_the_play_back() -> None:
    """The only source of red is sacrificed before it was tapped: what is left pays for nothing."""
    match = board(("Great Furnace", "Krark-Clan Ironworks"), ("Shrapnel Blast",))
    for gesture in ('cast "Shrapnel Blast" target B', 'activate "Krark-Clan Ironworks" sacrifice "Great Furnace"'):
        match.apply_text(0, match.decisions[0].w, gesture)
    decision = match.decisions[0]
    assert decision.options == ()
    assert decision.sample(lambda n: 0) == decision.default() == Answer("cancel")


HORN: dict[str, object] = {
    "name": "Horn of Two Hands",
    "type": "Artifact",
    "text": "{1}, Tap an untapped creature you control: Draw a card.\nTap two untapped Elves you control: Draw a card.",
}
BUD: dict[str, object] = {
    "name": "Bud of the Glade",
    "type": "Creature — Elf",
    "power": 1,
    "toughness": 1,
    "text": "{T}: Add {G}.",
}
ELDER: dict[str, object] = {
    "name": "Elder of the Grove",
    "type": "Creature — Elf",
    "power": 1,
    "toughness": 1,
    "text": "As long as this creature is untapped, "
    "other creatures you control are Elves in addition to their other types.",
}
RUIN: dict[str, object] = {
    "name": "Ruin of the Elders",
    "type": "Land",
    "text": "{T}: Add {C}.\n{2}, {T}, Sacrifice Ruin of the Elders: Draw a card.",
}


def payments_for(permanents: list[str], name: str, place: int) -> list[tuple[str, str]]:
    """The verbs and things that pay first for an activated ability of a permanent."""
    seats: dict[str, dict[str, object]] = {"A": {"battlefield": permanents}, "B": {}}
    match = build("magic", seats, [HORN, BUD, ELDER, RUIN], {})
    source = next(obj.id for obj in match.game.battlefield() if obj.name == name)
    match.apply(0, match.decisions[0].w, Answer("activate", (source, place)))
    return [(option.do, match.game.obj(option.refs[0]).name) for option in match.decisions[0].options]


def test_what_a_cost_taps_is_not_tapped_for_its_mana() -> None:
    permanents = ["Horn of Two Hands", "Bud of the Glade", "Forest"]
    assert payments_for(permanents, "Horn of Two Hands", 0) == [("activate", "Forest")]


def test_what_taps_itself_is_not_tapped_for_its_mana() -> None:
    permanents = ["Ruin of the Elders", "Forest", "Forest"]
    assert set(payments_for(permanents, "Ruin of the Elders", 1)) == {("activate", "Forest")}


def test_what_makes_another_fit_is_not_tapped_before_it() -> None:
    permanents = ["Horn of Two Hands", "Elder of the Grove", "Ornithopter"]
    assert payments_for(permanents, "Horn of Two Hands", 1) == [("tap", "Ornithopter")]
