"""Phrases about what holds while a character attacks or defends, and about what a character is defeated by."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from lark import Token as Lexeme

from engine.abilities import (
    SELF,
    Ability,
    Compare,
    Event,
    Forbid,
    Grant,
    InCase,
    Math,
    Modify,
    Ref,
    Static,
    Truth,
    Value,
)
from engine.games.marvel_champions.language.event_phrases import BY_ATTACK, ENEMY
from engine.games.marvel_champions.language.noun_phrases import ACTIVATING, is_one
from engine.games.marvel_champions.language.shared_words import IS_ATTACKING, IS_DEFENDING
from engine.games.marvel_champions.language.turned_phrases import TurnedCompiler, TurnedRenderer
from engine.state.proposed_events import CONSEQUENTIAL
from engine.text.compiler.statics import MENTIONED, about_subject
from engine.text.compiler.triggers import Events
from engine.text.errors import Reject
from engine.text.inline import inline

USUAL: Final = re.compile(r", where X is \d+\Z")
"""The usual number of what is another one in a case, which is said already."""
ACTING: Final = (IS_ATTACKING, IS_DEFENDING)
"""The numbers of a character that are 1 while it attacks, and while it defends."""


@inline
class ActingCompiler(TurnedCompiler):
    """Reads the phrases of acting.lark."""

    def is_defending(self, ref: Ref) -> Compare:
        """Whether a character defends against the attack that goes on (Enemy Attacks 2)."""
        return replace(self.is_attacking(ref), left=Value(IS_DEFENDING, ref))

    def while_static(self, condition: Compare, statics: tuple[Static, ...]) -> tuple[Ability, ...]:
        """A text about "it" behind a character that acts is about that character."""
        return super().while_static(condition, tuple(_of_actor(condition, static) for static in statics))

    def while_static_if(self, condition: Compare, statics: tuple[Static, ...], other: Compare) -> tuple[Ability, ...]:
        if not _is_of_acting(condition):
            raise Reject
        bound = about_subject(condition, tuple(_of_actor(condition, own) for own in statics))
        return self.static_while(bound, self.both(condition, other))

    def static_acting(self, statics: tuple[Static, ...], acting: Lexeme) -> tuple[Ability, ...]:
        """The one that something is said of acts."""
        if len(statics) != 1:
            raise Reject
        return self.static_while(statics, _acts(statics[0], acting))

    def static_acting_if(self, statics: tuple[Static, ...], acting: Lexeme, condition: Compare) -> tuple[Ability, ...]:
        if len(statics) != 1:
            raise Reject
        return self.static_while(statics, self.both(_acts(statics[0], acting), condition))

    def defeated_by(self, _verb: Lexeme, manner: Lexeme) -> Events:
        return (_by(Event("defeated"), manner),)

    def would_be_defeated_by(self, manner: Lexeme) -> Events:
        return (_by(Event("defeated"), manner),)

    def you_would_be_defeated_by(self, manner: Lexeme) -> Events:
        """The damage of an attack is what defeats an identity; a hero takes no consequential damage.

        Raises:
            Reject: it would be defeated by that.
        """
        (event,) = self.you_would_be_defeated()
        event = _by(event, manner)
        if event.how != BY_ATTACK:
            raise Reject
        return (event,)

    def grant_acting_in_case(
        self, what: Ref, get: Lexeme, change: Modify, acting: Lexeme, more: Lexeme, stat: Lexeme, condition: Compare
    ) -> tuple[Static, ...]:
        statics = self.grant_in_case(what, get, change, more, stat, condition)
        return tuple(self._while(static, _acts(static, acting)) for static in statics)


def _by(event: Event, manner: Lexeme) -> Event:
    """A defeat by the damage of an attack, of one of an enemy, or by consequential damage (Defeat)."""
    how = str(manner.lower())
    if how == "consequential damage":
        return replace(event, how=CONSEQUENTIAL)
    return replace(event, how=BY_ATTACK, other=ENEMY if "enemy" in how else None)


def _is_of_acting(condition: Compare) -> bool:
    return isinstance(condition.left, Value) and condition.left.field in ACTING


def _of_actor(condition: Compare, static: Static) -> Static:
    """A constant ability about "it" is about the character of whom the condition asks whether it acts."""
    left = condition.left
    if not isinstance(left, Value) or left.field not in ACTING or left.of.kind != "each":
        return static
    if not isinstance(static, Grant | Forbid) or static.what != MENTIONED:
        return static
    return replace(static, what=left.of.what)


def _acts(static: Static, acting: Lexeme) -> Compare:
    """The condition that the character of a constant ability acts.

    Raises:
        Reject: it is about more than one, of whom each would act by itself.
    """
    if not isinstance(static, Grant | Forbid):
        raise Reject
    subject = _subject(static)
    if subject.kind == "each" and not is_one(subject):
        raise Reject
    return Compare(Value(IS_ATTACKING if "attacking" in acting.lower() else IS_DEFENDING, subject), "=", 1)


class ActingRenderer(TurnedRenderer):
    """Writes the phrases of acting.lark."""

    _is_of_actor = False
    """Whether the sentence says what a character has while it acts."""

    def static(self, static: Static, *more: object) -> str:
        found = _acting_of(static)
        if found is None or not isinstance(static, Grant | Forbid):
            return super().static(static, *more)
        acting, other = found
        self._is_of_actor = True
        try:
            said = super().static(replace(static, condition=None), *more).removesuffix(".")
            head, mark, case = said.partition(" (")
            behind = f" if {self.condition(other)}" if other is not None else ""
        finally:
            self._is_of_actor = False
        return f"{head} while {acting}{mark}{case}{behind}."

    def grant(self, static: Grant) -> str:
        """The other number in a case stands beside the usual one."""
        said = super().grant(static)
        numbers = (static.power, *(number for _, number in static.stats))
        return USUAL.sub("", said) if any(isinstance(number, InCase) for number in numbers) else said

    def _awaited(self, event: Event) -> str:
        if event.name != "defeated" or not event.how:
            return super()._awaited(event)
        said = super()._awaited(replace(event, how="", other=None))
        if event.how == CONSEQUENTIAL:
            return f"{said} by consequential damage"
        return f"{said} by an {'enemy ' if event.other == ENEMY else ''}attack"

    def value_condition(self, value: Value, condition: Compare) -> str:
        if self._is_of_actor and value == Value("undefended", ACTIVATING):
            return "the attack is undefended"
        if value.field == IS_DEFENDING:
            return f"{self.ref(value.of)} is defending"
        return super().value_condition(value, condition)


def _acting_of(static: Static) -> tuple[str, Compare | None] | None:
    """The way in which the character of a constant ability acts for it, and the condition besides, if there are any."""
    match static:
        case Grant(condition=Compare() as condition) | Forbid(condition=Compare() as condition):
            one, other = _parts(condition)
            left = one.left
            if isinstance(left, Value) and left.field in ACTING and left.of == _subject(static):
                return left.field, other
    return None


def _parts(condition: Compare) -> tuple[Compare, Compare | None]:
    """The two conditions of one that asks for both."""
    match condition:
        case Compare(Math("*", Truth(one), Truth(other)), "=", 1):
            return one, other
        case _:
            return condition, None


def _subject(static: Grant | Forbid) -> Ref:
    """The character or characters that a constant ability is about."""
    return SELF if static.source else Ref("attached") if static.attached else Ref("each", 0, static.what)
