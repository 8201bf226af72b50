"""Keywords of instants and sorceries that stand for instructions of theirs, before or after all others (702)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from engine.abilities import If, Keyword, KeywordAction, SpellText, Triggered
from engine.games.magic.gifts import GIVEN, PROMISED, giving
from engine.games.magic.repeated_spells import AGAIN

if TYPE_CHECKING:
    from engine.abilities import Ability, Instruction
    from engine.cards.definitions import CardDef

OF_SPELLS: Final = frozenset((*GIVEN, *AGAIN))
"""The keywords that add instructions to those of a spell."""


def of_spells(definition: CardDef, abilities: tuple[Ability, ...]) -> tuple[Ability, ...]:
    """The abilities of a card, where it is an instant or sorcery with what such keywords have it do."""
    if {"instant", "sorcery"}.isdisjoint(definition.words) or not OF_SPELLS.intersection(definition.keywords):
        return abilities
    keywords = [each for each in definition.abilities if isinstance(each, Keyword)]
    first = tuple(step for each in keywords if each.name in GIVEN for step in _if_promised(each))
    last = tuple(step for name, steps in AGAIN.items() if name in definition.keywords for step in steps)
    return tuple(_with(each, first, last) for each in abilities if not _is_of_permanents(each))


def _if_promised(keyword: Keyword) -> tuple[Instruction, ...]:
    steps = giving(keyword)
    return KeywordAction(keyword.name, len(steps) + 1), If(len(steps), PROMISED), *steps


def _with(ability: Ability, first: tuple[Instruction, ...], last: tuple[Instruction, ...]) -> Ability:
    """702.174j: a gift is given before anything else."""
    if not isinstance(ability, SpellText):
        return ability
    return replace(ability, body=replace(ability.body, effects=(*first, *ability.body.effects, *last)))


def _is_of_permanents(ability: Ability) -> bool:
    return isinstance(ability, Triggered) and ability.condition == PROMISED
