"""Grand Archive's texts about events that befall a card itself: On Enter, On Hit; and about what it has hit."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from lark import Token as Lexeme

from engine.abilities import (
    Ability,
    Amount,
    Compare,
    Event,
    EventAmount,
    Filter,
    GainLife,
    Instruction,
    Ref,
    Triggered,
    Variable,
)
from engine.text.binding import bind_text
from engine.text.compiler.abilities import Compiler
from engine.text.errors import Reject
from engine.text.inline import inline
from engine.text.mentions import Scene, has_number
from engine.text.phrases import Choice, Sentences, put, records_of, refs_of, rewrite
from engine.text.renderer.abilities import Renderer
from engine.text.that_many import without_event_number

HIT_CHAMPION: Final = Ref("each", 0, Filter((("champion",),)))
HIT_ALLY: Final = Ref("each", 0, Filter((("ally",),)))
EVENTS: Final = {
    "on banish": Event("exiled", source=True),
    "on foster": Event("becomes fostered", source=True),
    "on death": Event("dies", source=True),
    "on enter": Event("enters", source=True),
    "on sacrifice": Event("sacrificed", source=True),
    "on leave": Event("leaves", source=True),
    "on attack": Event("attacks", source=True),
    "on hit": Event("hits", source=True),
    "on champion hit": Event("hits", source=True, other=HIT_CHAMPION),
    "on ally hit": Event("hits", source=True, other=HIT_ALLY),
    "on kill": Event("kills", source=True),
    "on ally kill": Event("kills", source=True, other=HIT_ALLY),
}
NAMES: Final = {event: name.title() for name, event in EVENTS.items()}
VICTIM: Final = Ref("event other")
"""The object that was hit."""
HIT_PLAYER: Final = Ref("controller", 0, None, VICTIM)
"""The player whose object was hit (On Hit 4)."""
SCENE: Final[Scene] = ((HIT_PLAYER, (("opponent", "player"),)),)
OBJECT: Final = Filter((("object",),))
UNIT: Final = Filter((("unit",),), zone="battlefield")
"""The nouns for what was hit, whatever it is: only units are."""
BLOWS: Final = {"hits": "hit", "kills": "killed"}
"""The words for what an event has befallen."""


def noun_of_victim(event: Event) -> Filter:
    """The noun by which a text calls what was hit."""
    what = event.other.what if event.other is not None else None
    return OBJECT if what is None else what


@inline
class HitCompiler(Compiler):
    """The phrases about hits."""

    def on_event(self, word: Lexeme, text: Sentences | Choice) -> Triggered:
        event = EVENTS[word.lower()]
        text = text if has_number((event,)) else without_event_number(text)
        if event.name not in BLOWS:
            return Triggered((event,), *bind_text(text, types=self.vocabulary.types))
        noun = noun_of_victim(event)
        named = Ref("event other", 0, noun, count=list(BLOWS).index(event.name))
        called = (named, replace(named, what=UNIT)) if noun == OBJECT else (named,)
        text = rewrite(text, lambda part: VICTIM if part in called else part)
        return Triggered((event,), *bind_text(text, SCENE, self.vocabulary.types))

    def so_much_was_dealt(self, number: Amount) -> Compare:
        """Of the damage of a hit: without an event there is no number."""
        return Compare(EventAmount(), ">=", number)

    def the_hit(self, word: Lexeme, what: Filter) -> Ref:
        """The object that was hit, until the event is known."""
        return Ref("event other", 0, what, count=list(BLOWS.values()).index(word.lower()))

    def start(self, found: Ability | tuple[Ability, ...]) -> tuple[Ability, ...]:
        """A text without such an event has hit nothing."""
        abilities = super().start(found)
        if any(ref.what is not None for ref in refs_of(abilities, "event other")):
            raise Reject
        return abilities


def _has_x(effects: tuple[Instruction, ...]) -> bool:
    """Whether the damage of a hit is a number that texts call X: what is recovered, and how many are chosen."""
    return any(
        isinstance(part.amount if isinstance(part, GainLife) else part.count, EventAmount)
        for part in records_of(effects, GainLife, Ref)
        if isinstance(part, GainLife) or (isinstance(part, Ref) and part.kind == "chosen")
    )


class HitRenderer(Renderer):
    """Writes the phrases about hits."""

    def condition(self, condition: Compare) -> str:
        if condition.left == EventAmount() and condition.op == ">=" and self._victim:
            return f"{self.digits(condition.right)} or more damage was dealt"
        return super().condition(condition)

    _victim = ""
    """The words for what was hit, in a text that says so."""

    def triggered(self, ability: Triggered) -> str:
        first = ability.events[0]
        name = NAMES.get(first) if len(ability.events) == 1 else None
        if name is None or ability.condition is not None or ability.once_each_turn or ability.done_once:
            return super().triggered(ability)
        self._victim = f"the {BLOWS[first.name]} {self.noun(noun_of_victim(first))}" if first.name in BLOWS else ""
        self._works_in = "graveyard" if first.name == "dies" and "fully" in self.wording else self._works_in
        said = f"{name}: {self.text(ability.body, ability.modes)}"
        self._victim, self._works_in = "", "battlefield"
        return said

    def _core(self, effects: tuple[Instruction, ...]) -> str:
        """The damage of the hit as X, which is explained."""
        if self._victim and _has_x(effects):
            x = put(effects, EventAmount(), Variable())
            return f"{super()._core(x)}, where X is the amount of damage dealt by this hit"
        return super()._core(effects)

    def ref(self, ref: Ref) -> str:
        if ref == HIT_PLAYER and self._victim:
            return "that opponent"
        return self._victim if ref == VICTIM and self._victim else super().ref(ref)

    def possessive(self, ref: Ref) -> str:
        return f"{self.ref(ref)}'s" if ref in (VICTIM, HIT_PLAYER) and self._victim else super().possessive(ref)
