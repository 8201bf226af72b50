"""Grand Archive's texts that are carried out "as a Spell" (Abilities 17).

The ability has the subtype Spell on the Effects Stack: what spellshroud protects is no target of it. Its source acts as
a Spell source; no text that is read asks for the damage of Spell sources.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final, TypeVar

from lark import Token as Lexeme

from engine.abilities import (
    SELF,
    Ability,
    ActAs,
    Body,
    Compare,
    Event,
    Filter,
    Modes,
    Ref,
    SpellText,
    Test,
    Triggered,
    Would,
)
from engine.text.compiler.abilities import Compiler
from engine.text.compiler.actions import Effects
from engine.text.errors import Reject
from engine.text.inline import inline
from engine.text.phrases import Choice, Sentences, TargetRef, has, has_part, records_of, rewrite
from engine.text.renderer.abilities import Renderer

AS_SPELL: Final = ActAs("spell")
UNSHROUDED: Final = Test("spellshroud", "lacks")
T = TypeVar("T")


@inline
class SpellCompiler(Compiler):
    """The phrases about acting as a Spell."""

    def as_spell(self, _words: Lexeme, text: Sentences | Choice) -> Sentences | Choice:
        if isinstance(text, Choice):
            return replace(text, options=tuple((AS_SPELL, *_aimed(option)) for option in text.options))
        return replace(text, effects=(AS_SPELL, *_aimed(text.effects)))

    def triggered_as_spell(self, _words: Lexeme, ability: Triggered) -> Triggered:
        effects = (AS_SPELL, *ability.body.effects)
        targets = tuple(replace(spec, what=_unshrouded(spec.what)) for spec in ability.body.targets)
        if ability.modes is not None:
            raise Reject
        return replace(ability, body=Body(effects, targets))

    def if_as_spell(self, condition: Compare, _words: Lexeme, effects: Effects) -> Effects:
        """The whole text is carried out as a Spell, whether the condition holds or not."""
        return (AS_SPELL, *self.then_if(condition, _aimed(effects)))

    def start(self, found: Ability | tuple[Ability, ...]) -> tuple[Ability, ...]:
        """A card is a Spell by its type; and damage of Spell sources is nothing that a text speaks of."""
        abilities = super().start(found)
        if has(abilities, ActAs) and has(rewrite(abilities, _as_spell_first), ActAs):
            raise Reject  # what was done before it was not done as a Spell
        if any(isinstance(ability, SpellText) and has_part(ability, AS_SPELL) for ability in abilities):
            raise Reject
        if any(map(_asks_for_source, records_of(abilities, Would, Event))):
            raise Reject
        return abilities


def _as_spell_first(part: object) -> object:
    """A body without the word that it is carried out as a Spell, where that is its first."""
    is_first = isinstance(part, Body) and part.effects[:1] == (AS_SPELL,)
    return replace(part, effects=part.effects[1:]) if is_first and isinstance(part, Body) else part


def _aimed(effects: T) -> T:
    """Instructions whose targets are none that Spells cannot target."""

    def change(part: object) -> object:
        if not isinstance(part, TargetRef):
            return part
        return replace(part, spec=replace(part.spec, what=_unshrouded(part.spec.what)))

    return rewrite(effects, change, only=(TargetRef,))


def _unshrouded(what: Filter) -> Filter:
    return replace(what, tests=(*what.tests, UNSHROUDED)) if what.zone == "battlefield" else what


def _asks_for_source(part: object) -> bool:
    match part:
        case Would(by=Ref(what=Filter() as what)) | Event(name="damage", what=Filter() as what):
            return _names_spells(what)
        case _:
            return False


def _names_spells(what: Filter) -> bool:
    return any("spell" in kind for kind in what.kinds)


class SpellRenderer(Renderer):
    """Writes the phrases about acting as a Spell."""

    def text(
        self,
        body: Body,
        modes: Modes | None = None,
        antecedent: Ref = SELF,
        noun: str = "",
        *,
        trailing_if: bool = False,
    ) -> str:
        acting = modes.options[0] if modes is not None else body
        if AS_SPELL not in acting.effects[:1]:
            return super().text(body, modes, antecedent, noun, trailing_if=trailing_if)
        plain = None if modes is None else replace(modes, options=tuple(map(_plain, modes.options)))
        return f"as a Spell, {super().text(_plain(body), plain, antecedent, noun)}"


def _plain(body: Body) -> Body:
    """A body without what it is by acting as a Spell."""
    targets = tuple(
        replace(spec, what=replace(spec.what, tests=tuple(test for test in spec.what.tests if test != UNSHROUDED)))
        for spec in body.targets
    )
    return Body(tuple(effect for effect in body.effects if effect != AS_SPELL), targets)
