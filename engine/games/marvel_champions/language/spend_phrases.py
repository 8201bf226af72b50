"""Phrases about cards that are spent: each waits for that where it lies then, in the discard pile."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from lark import Token as Lexeme

from engine.abilities import Ability, Event, Filter, Keyword, Move, Ref, Resources, Timed
from engine.games.marvel_champions.language.cost_phrases import DISCARD_PILE, payee_of
from engine.games.marvel_champions.language.more_phrases import MoreCompiler, MoreRenderer
from engine.games.marvel_champions.language.shared_words import ICONS, REQUIREMENT, SPENT, SYMBOL_OF
from engine.text.compiler.triggers import Events
from engine.text.errors import Reject
from engine.text.inline import inline
from engine.text.phrases import Clause, TargetRef

OWN_TOP: Final = "on top of its owner's deck"


@inline
class SpendCompiler(MoreCompiler):
    """Reads the phrases of spend.lark."""

    def spent_this(self) -> Events:
        return (Event(SPENT, source=True),)

    def spent_this_for(self, _article: Lexeme, what: Filter) -> Events:
        """For a card of some kind that is paid for."""
        return (Event(SPENT, source=True, other=Ref("each", 0, payee_of(what))),)

    def requirement(self, *symbols: Lexeme) -> Keyword:
        """Resources that pay for the card (Requirement)."""
        return Keyword(REQUIREMENT, cost=(Resources(tuple(ICONS[symbol] for symbol in symbols)),))

    def put_on_your_deck(self, verb: Lexeme, refs: tuple[Ref, ...]) -> Clause:
        """Cards of one's own discard pile, whose owner one is.

        Raises:
            Reject: they may be another's.
        """
        for ref in refs:
            what = ref.spec.what if isinstance(ref, TargetRef) else ref.what
            if what is None or what.zone != DISCARD_PILE or what.of != "you":
                raise Reject
        return self.move(verb, refs, self.to_top(verb))

    def start(self, found: Ability | tuple[Ability, ...]) -> tuple[Ability, ...]:
        """A card that waits for being spent responds to that: it lies in the discard pile by then.

        Raises:
            Reject: it would interrupt that.
        """
        return tuple(_where_it_lies(ability) for ability in super().start(found))


def _where_it_lies(ability: Ability) -> Ability:
    if not isinstance(ability, Timed) or all(event.name != SPENT for event in ability.events):
        return ability
    if ability.timing != "response" or any(event.name != SPENT for event in ability.events):
        raise Reject
    return replace(ability, zone=DISCARD_PILE)


class SpendRenderer(MoreRenderer):
    """Writes the phrases of spend.lark."""

    def keyword(self, keyword: Keyword) -> str:
        if keyword.name != REQUIREMENT:
            return super().keyword(keyword)
        icons = [icon for part in keyword.cost if isinstance(part, Resources) for icon in part.icons]
        return f"requirement ({''.join(SYMBOL_OF[icon] for icon in icons)})."

    def _awaiting(self, event: Event) -> str:
        return "you" if event.name == SPENT else super()._awaiting(event)

    def _awaited(self, event: Event) -> str:
        if event.name != SPENT:
            return super()._awaited(event)
        card = "resource" if "briefly" in self.wording else "card"
        if event.other is None or event.other.what is None:
            return f"spend this {card}"
        return f"spend this {card} to pay for {self._payee(event.other.what)}"

    def move(self, effect: Move) -> str:
        said: str = super().move(effect)
        what = self._scope.targets[effect.what.index].what if effect.what.kind == "target" else effect.what.what
        is_own = what is not None and what.zone == DISCARD_PILE and what.of == "you"
        return said.replace(OWN_TOP, "on top of your deck") if is_own else said
