"""Whole abilities, and the triggers of triggered ones.

One method for each alternative of ``engine/text/grammar``, called with what its phrase consists of.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TypeAlias

from lark import Token as Lexeme
from lark import v_args

from engine.abilities import (
    EVENT,
    SELF,
    Ability,
    Activated,
    AdditionalCost,
    AlternativeCost,
    Amount,
    Compare,
    Cost,
    DiscardSelf,
    Event,
    Filter,
    Keyword,
    Limit,
    Modify,
    Ref,
    SpellText,
    StateTriggered,
    Triggered,
)
from engine.text.binding import bind_text, settled
from engine.text.compiler.costs import ZONE_LIMIT
from engine.text.compiler.statics import Statics, what_is_played
from engine.text.phrases import (
    IN_GRAVEYARD,
    Choice,
    LeadingIf,
    Sentences,
    put,
)
from engine.text.reading import Reject

Watched: TypeAlias = tuple[tuple[Filter | None, bool], ...]


@v_args(inline=True)
class Compiler(Statics):
    """Whole abilities, and the triggers of triggered ones."""

    # --- abilities ---

    def start(self, found: Ability | tuple[Ability, ...]) -> tuple[Ability, ...]:
        return found if isinstance(found, tuple) else (found,)

    def activated(self, cost: Cost, text: Sentences | Choice, *limits: tuple[Limit, ...]) -> Activated:
        body, modes = bind_text(text)
        flat = tuple(limit for group in limits for limit in group)
        named = [limit.kind.removeprefix(ZONE_LIMIT) for limit in flat if limit.kind.startswith(ZONE_LIMIT)]
        kept = tuple(limit for limit in flat if not limit.kind.startswith(ZONE_LIMIT))
        return Activated(cost, body, modes, kept, _zone(cost, text, named))

    def named_activated(self, name: Lexeme, *parts: object) -> Activated:
        return self.with_name(str(name.lower()).removesuffix(" —"), self.activated(*parts))  # type: ignore[arg-type]  # the same phrase

    def with_name(self, name: str, ability: Activated) -> Activated:
        """An activated ability whose name says more about when it may be activated."""
        raise Reject

    def with_ability_word(self, _word: Lexeme, found: Ability | tuple[Ability, ...]) -> tuple[Ability, ...]:
        """A word that only ties abilities together has no meaning of its own."""
        return self.start(found)

    def triggered(self, trigger: tuple[Event, ...], *rest: object) -> Triggered:
        parts = list(rest)
        once = bool(parts) and parts[-1] is True
        if once:
            parts.pop()
        text = parts.pop()
        assert isinstance(text, Sentences | Choice)
        if isinstance(text, Sentences) and isinstance(text.effects[0], LeadingIf):
            raise Reject  # that "if" belongs to the trigger
        condition = parts.pop() if parts else None
        antecedent = SELF if trigger[0].source or trigger[0].what is None else EVENT
        body, modes = bind_text(text, antecedent)
        assert condition is None or isinstance(condition, Compare)
        return Triggered(trigger, body, modes, settled(condition, antecedent), once)

    def once(self) -> bool:
        return True

    def state_triggered(self, condition: Compare, text: Sentences) -> StateTriggered:
        return StateTriggered(condition, bind_text(text)[0])

    def spell(self, text: Sentences | Choice) -> SpellText:
        body, modes = bind_text(text)
        bodies = (body, *(modes.options if modes else ()))
        if any(isinstance(i, Modify) and not i.until for b in bodies for i in b.effects):
            raise Reject  # that is a static ability
        return SpellText(body, modes)

    def additional_cost(self, _action: Lexeme, _self: Ref, cost: Cost) -> AdditionalCost:
        return AdditionalCost(cost)

    def alternative_cost(self, cost: Cost, _self: Ref) -> AlternativeCost:
        return AlternativeCost(cost)

    def alternative_activation_cost(self, cost: Cost, _self: Ref) -> AlternativeCost:
        return AlternativeCost(cost, "activate")

    def keyword_line(self, *keywords: Ability) -> tuple[Ability, ...]:
        return keywords

    def bare_keyword(self, word: Lexeme) -> Ability:
        return Keyword(word.lower())

    def keyword_with_cost(self, word: Lexeme, cost: Cost) -> Ability:
        return Keyword(word.lower(), 0, cost)

    def keyword_with_number(self, word: Lexeme, number: Amount) -> Ability:
        if not isinstance(number, int):
            raise Reject
        return Keyword(word.lower(), number)

    # --- triggers ---

    def event_trigger(self, events: tuple[Event, ...]) -> tuple[Event, ...]:
        return events

    def step_trigger(self, event: Event) -> tuple[Event, ...]:
        return (event,)

    def happens(self, watched: Watched, *happenings: Event) -> tuple[Event, ...]:
        """What happens to each that is watched; ``who`` of an arrival is under whose control."""
        return tuple(_watching(happening, what, source) for happening in happenings for what, source in watched)

    def enters(self) -> Event:
        return Event("enters")

    def enters_yours(self) -> Event:
        return Event("enters", who="you")

    def dies(self, _verb: Lexeme) -> Event:
        return Event("dies")

    def leaves(self) -> Event:
        return Event("leaves")

    def attacks(self, _verb: Lexeme) -> Event:
        return Event("attacks")

    def blocks(self) -> Event:
        return Event("blocks")

    def becomes_blocked(self) -> Event:
        return Event("blocked")

    def becomes_tapped(self) -> Event:
        return Event("taps")

    def becomes_untapped(self) -> Event:
        return Event("untaps")

    def becomes_target(self, _article: Lexeme, by: Filter) -> Event:
        if set(by.kinds) != {("spell",), ("ability",)} or by.of == "you":
            raise Reject
        return Event("becomes target", who=by.of)

    def combat_damage_to_player(self) -> Event:
        return Event("combat damage to player")

    def is_dealt_damage(self) -> Event:
        return Event("damaged")

    def ability_triggers(self, watched: Watched) -> tuple[Event, ...]:
        return tuple(Event("triggers", what, source) for what, source in watched)

    def played(self, who: str, action: Lexeme, _article: Lexeme, what: Filter) -> tuple[Event, ...]:
        name = {"cast": "cast", "activate": "activated"}.get(self.action(action))
        if name is None or what.of:
            raise Reject
        return (Event(name, what_is_played(what), who=who),)

    def sacrificed(self, who: str, _verb: Lexeme, _article: Lexeme, what: Filter) -> tuple[Event, ...]:
        return (Event("sacrificed", what, who=who),)

    def sacrificed_other(self, who: str, _verb: Lexeme, what: Filter) -> tuple[Event, ...]:
        return (Event("sacrificed", replace(what, other=True), who=who),)

    def discarded(self, who: str, *_words: Lexeme) -> tuple[Event, ...]:
        return (Event("discarded", who=who),)

    def drawn(self, who: str, *_words: Lexeme) -> tuple[Event, ...]:
        return (Event("drawn", who=who),)

    def life_gained(self, who: str, _verb: Lexeme) -> tuple[Event, ...]:
        return (Event("gains life", who=who),)

    def tapped_for_mana(
        self, who: str, _verb: Lexeme, _article: Lexeme, what: Filter, _currency: Lexeme
    ) -> tuple[Event, ...]:
        return (Event("tapped for mana", what, who=who),)

    def watch_self(self, _self: Ref) -> Watched:
        return ((None, True),)

    def watch_noun(self, _article: Lexeme, what: Filter) -> Watched:
        return ((what, False),)

    def watch_other(self, what: Filter) -> Watched:
        return ((replace(what, other=True), False),)

    def watch_either(self, one: Watched, other: Watched) -> Watched:
        return one + other

    def actor_you(self) -> str:
        return "you"

    def actor_any(self) -> str:
        return ""

    def actor_opponent(self) -> str:
        return "opponent"

    def step(self, whose: str, step: Lexeme) -> Event:
        return Event("step", who=whose, step=str(step.lower()))

    def any_step(self, step: Lexeme) -> Event:
        return Event("step", step=str(step.lower()))

    def your_combat(self) -> Event:
        return Event("step", who="you", step="combat")

    def whose_your(self) -> str:
        return "you"

    def whose_any(self) -> str:
        return ""

    def whose_opponent(self) -> str:
        return "opponent"


def _watching(happening: Event, what: Filter | None, source: bool) -> Event:
    """A happening to what is watched; what enters "under your control" is yours."""
    if happening.name != "enters" or not happening.who:
        return replace(happening, what=what, source=source)
    if what is None or what.of:
        raise Reject
    return Event("enters", replace(what, of="you"), source)


def _zone(cost: Cost, text: Sentences | Choice, named: list[str]) -> str:
    """Where an activated ability works: where its text says, or where its cost or effect finds its source."""
    if named:
        return named[0]
    if DiscardSelf() in cost:
        return "hand"
    return "graveyard" if put(text, IN_GRAVEYARD, SELF) != text else "battlefield"
