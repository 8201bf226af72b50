"""The moments that an ability interrupts, and whether what it does can still change them."""

from __future__ import annotations

from itertools import chain
from typing import Final

from engine.abilities import (
    Ability,
    EnemyAttack,
    Event,
    Later,
    Ref,
    Timed,
    Value,
)
from engine.games.marvel_champions.language.counter_phrases import ENEMIES
from engine.games.marvel_champions.language.event_phrases import BASIC, BASIC_POWERS, FORMS
from engine.games.marvel_champions.language.noun_phrases import (
    ACTIVATING,
    ACTIVATION_ATTACKS,
)
from engine.games.marvel_champions.language.shared_words import IS_ATTACKING
from engine.text.compiler.actions import Effects
from engine.text.phrases import (
    has,
    records_of,
)

ASKED: Final = (ACTIVATION_ATTACKS.left, Value("undefended", ACTIVATING))
FRIENDS: Final = frozenset(("identity", "hero", "ally"))
"""The kinds of characters that players control."""
ACTIVATIONS: Final = frozenset(("attack", "scheme"))


def asks_activation(ability: Ability) -> bool:
    """Whether a text asks which activation it is turned faceup in."""
    numbers = records_of(ability, Value)
    return any(number.field == IS_ATTACKING or number in ASKED for number in numbers)


def interrupts_activation(ability: Ability) -> bool:
    return (
        isinstance(ability, Timed)
        and ability.timing == "interrupt"
        and all(event.name in ACTIVATIONS and _is_of_enemy(event) for event in ability.events)
    )


def interrupts_thwart(ability: Ability) -> bool:
    return (
        isinstance(ability, Timed)
        and ability.timing == "interrupt"
        and all(event.name == "thwart" for event in ability.events)
    )


def interrupts_attack(ability: Ability) -> bool:
    """Whether it interrupts an attack, and makes none itself whose end could be meant."""
    return (
        isinstance(ability, Timed)
        and ability.timing == "interrupt"
        and all(event.name in ("attack", "defend") for event in ability.events)
        and not has(ability, EnemyAttack)
        and not any(_speaks_of_event(effects) for effects in _delayed(ability.body.effects))
    )


def _delayed(effects: Effects) -> list[Effects]:
    """The instructions that wait for something, by what they wait for."""
    return [effects[at + 1 : at + 1 + own.steps] for at, own in enumerate(effects) if isinstance(own, Later)]


def _speaks_of_event(effects: Effects) -> bool:
    """Whether instructions speak of what is interrupted, which is another thing by the time they are followed."""
    return any(part.kind in ("event", "event other") for part in records_of(effects, Ref))


def interrupts_attack_of_player(ability: Timed) -> bool:
    """Whether it interrupts attacks of players' characters alone: what must interrupt one of its own is an enemy's."""
    return ability.timing == "interrupt" and all(
        event.name == "attack" and (_is_of_player(event) or not (ability.forced or event.what))
        for event in ability.events
    )


def _is_of_player(event: Event) -> bool:
    kinds = event.what.kinds if event.what is not None else ()
    if event.what is not None and event.what.of in ("you", "friendly"):
        return True
    return bool(kinds) and all(not FRIENDS.isdisjoint(kind) for kind in kinds)


def interrupts_use(ability: Ability) -> bool:
    """Whether it interrupts the use of a basic power, whichever it is."""
    return (
        isinstance(ability, Timed)
        and ability.timing == "interrupt"
        and all(event.how == BASIC and event.name in BASIC_POWERS for event in ability.events)
    )


def interrupts_your_defense(ability: Ability) -> bool:
    return (
        isinstance(ability, Timed)
        and ability.timing == "interrupt"
        and all(event.name == "defend" and _is_of_yours(event) for event in ability.events)
    )


def _is_of_yours(event: Event) -> bool:
    """Whether your identity does it."""
    return event.who == "you" or (event.what is not None and event.what.of == "you" and event.what.kinds in FORMS)


def _is_of_enemy(event: Event) -> bool:
    return event.source or (event.what is not None and ENEMIES.issuperset(chain(*event.what.kinds)))
