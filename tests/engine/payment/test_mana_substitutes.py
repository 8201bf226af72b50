"""Convoke, delve and improvise: what is offered is exactly what some sequence of payments completes."""

from __future__ import annotations

import os
import random

import pytest

from engine import Answer, Match, Refusal
from engine.formats.position import build
from engine.payment.mana_sources import sources_of
from engine.state.dump import state_hash

CARDS: list[dict[str, object]] = [
    {"name": "Muster", "cost": "{2}{G}{W}", "type": "Sorcery", "text": "Convoke\nYou gain 4 life."},
    {"name": "Gather", "cost": "{2}{U}", "type": "Sorcery", "text": "Delve\nDraw a card."},
    {"name": "Contrive", "cost": "{2}{R}", "type": "Sorcery", "text": "Improvise\nYou gain 3 life."},
    {
        "name": "Both Ways",
        "cost": "{2}{W}",
        "type": "Sorcery",
        "text": "Convoke, improvise\nAs an additional cost to cast this spell, sacrifice a creature.\nYou gain 3 life.",
    },
    {"name": "Squire", "cost": "{W}", "type": "Creature - Human", "power": 1, "toughness": 1},
    {"name": "Seedling", "cost": "{G}", "type": "Creature", "power": 1, "toughness": 1, "text": "{T}: Add {G}."},
    {"name": "Vault", "type": "Artifact Creature", "power": 1, "toughness": 1, "text": "{T}: Add {C}{C}."},
    {"name": "Ridge", "type": "Land", "text": "{T}: Add {C}.\n{R/W}, {T}: Add {R}{R}, {R}{W}, or {W}{W}."},
]
DRAWN = (
    "Squire",
    "Seedling",
    "Vault",
    "Ridge",
    "Plains",
    "Island",
    "Mountain",
    "Chromatic Star",
    "Krark-Clan Ironworks",
)
SPELLS = ("Muster", "Gather", "Contrive", "Both Ways")
BOARDS = int(os.environ.get("STACKLOOP_BOARDS", "4"))


def board(permanents: tuple[str, ...], graveyard: tuple[str, ...], spells: tuple[str, ...] = SPELLS) -> Match:
    own: dict[str, object] = {"battlefield": list(permanents), "graveyard": list(graveyard), "hand": list(spells)}
    return build("magic", {"A": own, "B": {}}, CARDS, {})


def payments(match: Match) -> list[Answer]:
    """Every answer worth trying at a payment."""
    decision = match.decisions[0]
    if decision.kind != "pay":
        return list(decision.answers())
    game = match.game
    own = [obj.id for obj in game.battlefield() if obj.controller == 0]
    return [
        *(Answer("activate", game.activation(s.obj, t.number)) for s in sources_of(game, 0).every for t in s.texts),
        *(option.answer() for option in decision.options if option.do == "mana"),
        Answer("mana"),
        *(Answer(verb, (ident,)) for ident in own for verb in ("convoke", "improvise", "sacrifice")),
        *(Answer("delve", (ident,)) for ident in game.content("graveyard", 0)),
        Answer("tap"),
    ]


def completes(match: Match, seen: set[str]) -> bool:
    """Whether the play in flight can be brought to its end, by trying."""
    if not match.game.root.plays:
        return True
    for answer in payments(match):
        fork = match.fork()
        try:
            commit = fork.apply(fork.decisions[0].seat, fork.decisions[0].w, answer)
        except Refusal:
            continue
        if commit.reversed is None and state_hash(fork.game) not in seen:
            seen.add(state_hash(fork.game))
            if completes(fork, seen):
                return True
    return False


def can_cast(match: Match, name: str) -> bool:
    ident = next(i for i in match.game.content("hand", 0) if match.game.obj(i).name == name)
    fork = match.fork()
    try:
        fork.apply(0, match.decisions[0].w, Answer("cast", (ident,)))
    except Refusal:
        return False
    return completes(fork, set())


def offered(match: Match) -> set[str]:
    return {match.game.obj(o.refs[0]).name for o in match.decisions[0].options if o.do == "cast"} & set(SPELLS)


def drawn(seed: int) -> Match:
    chance = random.Random(seed)
    permanents = tuple(chance.choice(DRAWN) for _ in range(chance.choice((2, 3))))
    return board(permanents, ("Shock",) * chance.randrange(2))


@pytest.mark.parametrize("seed", range(BOARDS))
def test_offers_agree_with_trying_everything(seed: int) -> None:
    match = drawn(seed)
    assert offered(match) == {name for name in SPELLS if can_cast(match, name)}


@pytest.mark.parametrize("seed", range(BOARDS * 3))
def test_an_offered_spell_is_paid_automatically(seed: int) -> None:
    match = drawn(seed)
    for option in match.decisions[0].options:
        if option.do == "cast":
            fork = match.fork()
            commit = fork.apply(0, fork.decisions[0].w, Answer("cast", option.refs, (), (Answer("auto"),)))
            assert commit.reversed is None
            while fork.game.root.plays:
                decision = fork.decisions[0]
                fork.apply(decision.seat, decision.w, next(decision.answers()))
            assert fork.game.root.stack


@pytest.mark.parametrize("seed", range(BOARDS * 3))
def test_every_payment_offered_leads_to_the_end(seed: int) -> None:
    chance = random.Random(seed)
    match = drawn(seed)
    for option in match.decisions[0].options:
        if option.do == "cast":
            fork = match.fork()
            fork.apply(0, fork.decisions[0].w, option.answer())
            kind = "pay"
            while fork.game.root.plays:
                decision = fork.decisions[0]
                if not decision.options and kind != "pay":
                    break  # a colour or half of a symbol that leads nowhere: only payments are proven
                assert decision.options
                kind = decision.kind
                commit = fork.apply(decision.seat, decision.w, decision.sample(chance.randrange))
                assert commit.reversed is None
