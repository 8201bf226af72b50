"""Random play by the public door, in which seats change their settings."""

import random
from collections.abc import Iterator

from engine import Answer, Match, Settings
from engine.match.commit import Input

NAMES = ("Shock", "Forest", "Llanowar Elves", "Goblin Instigator", 'a "quoted" name')


def some_settings(chance: random.Random, steps: tuple[str, ...], *, smart: bool = True) -> Settings:
    """Settings of every kind."""
    full = chance.random() < 0.1
    return Settings(
        full=full,
        own=chance.random() < 0.5,
        smart=smart and chance.random() < 0.3,
        stops=tuple({(chance.choice(("any", *steps)), chance.choice(("any", "own", "others"))): 0 for _ in range(3)}),
        wanted=tuple({(chance.choice(("cast", "activate")), chance.choice(NAMES)): 0 for _ in range(2)})
        if chance.random() < 0.2
        else (),
        yields=tuple({(chance.choice(NAMES), chance.randrange(3), chance.choice(("", "a text"))): 0 for _ in range(2)}),
        always=(("Soul Warden", 0, "", "yes"), ("Forest", 2, "a text", "no")),
        until=(chance.choice(("end of turn", "own turn", "stack empty", "something")),)
        if not full and chance.random() < 0.3
        else (),
    )


def play(match: Match, seed: int, *, smart: bool = True) -> Iterator[tuple[int, int, Input]]:
    """Play at random, with settings changed now and then; yields every input that was taken."""
    chance = random.Random(seed)
    while match.decisions:
        if chance.random() < 0.05:
            seat = chance.choice([player.seat for player in match.game.players[:2] if not player.lost])
            settings = some_settings(chance, tuple(match.game.rules.steps), smart=smart)
            match.set(seat, settings)
            yield seat, 0, settings
            continue
        decision = match.decisions[0]
        answer = decision.sample(chance.randrange)
        if decision.cancel and chance.random() < 0.05:
            answer = Answer("cancel")
        commit = match.apply(decision.seat, decision.w, answer)
        yield decision.seat, decision.w, commit.answer
