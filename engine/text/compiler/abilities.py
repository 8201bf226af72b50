"""Whole abilities.

One method for each alternative of ``engine/text/grammar``, called with what its phrase consists of.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import Final

from lark import Token as Lexeme

from engine.abilities import (
    EVENT,
    IT,
    SELF,
    YOU,
    Ability,
    Activated,
    AdditionalCost,
    AlternativeCost,
    Amount,
    Compare,
    Cost,
    CostPart,
    Count,
    DiscardCost,
    DiscardSelf,
    Event,
    GivenUp,
    Keyword,
    Limit,
    LimitKind,
    Mana,
    May,
    Modify,
    MoveSelf,
    PlayLimits,
    Ref,
    RefKind,
    Sacrifice,
    SacrificeSelf,
    SpellText,
    StateTriggered,
    Tally,
    TapOther,
    TapSelf,
    Triggered,
    Unattach,
    UnlessPays,
    Value,
    Variable,
)
from engine.text.antecedents import called
from engine.text.binding import bind_text, settled
from engine.text.compiler.finished_bodies import with_difference, with_those_counters
from engine.text.compiler.modifications import is_of_chosen_color
from engine.text.compiler.triggers import Triggers
from engine.text.errors import Reject
from engine.text.inline import inline
from engine.text.mentions import ANY, ITSELF, Kinds, Scene, deeds, has_number, number_of, scene_of
from engine.text.phrases import (
    IN_GRAVEYARD,
    LIES_IN_YOURS,
    UNNAMED,
    Choice,
    LeadingIf,
    Sentences,
    has_part,
    put,
    records_of,
    rewrite,
)
from engine.text.speaking_parts import differs, given_up_in, named_in, spoken_of
from engine.text.that_many import without_event_number

OPTIONAL: Final = "optional"
"""The name of an optional additional cost that bears no name of its own."""
SPOKEN: Final[tuple[RefKind, ...]] = ("self", "each", "attached", "you", "champion")
"""The subjects of a static ability; a spell changes for ever only what it targets, makes or chooses."""

OF_ABILITIES: Final[tuple[LimitKind, ...]] = ("once", "ever", "instant")
"""Limits that say how an ability may be used, and nothing of a card."""


@inline
class Compiler(Triggers):
    """Compiles whole abilities, of all kinds."""

    # --- abilities ---

    def start(self, found: Ability | tuple[Ability, ...]) -> tuple[Ability, ...]:
        abilities = found if isinstance(found, tuple) else (found,)
        for each in abilities:
            works_there = isinstance(each, Triggered) and each.zone == "graveyard"
            if not works_there and has_part(each, LIES_IN_YOURS):
                raise Reject  # it would be asked where it never holds
        return abilities

    def activated(self, cost: Cost, text: Sentences | Choice, *limits: tuple[Limit, ...]) -> Activated:
        """Cost, effect, and last the instructions on how to activate it (602.1, 602.1a, 602.1b)."""
        text = without_event_number(text, number_of(cost))
        body, modes = bind_text(text, scene_of_cost(cost), self.vocabulary.types, deeds(cost))
        flat = tuple(limit for group in limits for limit in group)
        named = [limit.step for limit in flat if limit.kind == "zone"]
        scene = (*ITSELF, *given_up_in(text))
        kept = tuple(_with_its_x(limit, scene, self.vocabulary.types) for limit in flat if limit.kind != "zone")
        return Activated(cost, body, modes, kept, _zone(cost, text, named))

    def activated_either(
        self, one: Cost, other: Cost, text: Sentences | Choice, *limits: tuple[Limit, ...]
    ) -> tuple[Ability, ...]:
        """Two ways to pay are two abilities that do the same."""
        if not all(any(isinstance(part, TapSelf) for part in cost) for cost in (one, other)):
            raise Reject
        return self.activated(one, text, *limits), self.activated(other, text, *limits)

    def named_activated(self, name: Lexeme, *parts: object) -> Activated:
        return self.with_name(str(name.lower()).removesuffix(" —"), self.activated(*parts))  # type: ignore[arg-type]  # the same phrase

    def with_name(self, name: str, ability: Activated) -> Activated:
        """An activated ability whose name says more about when it may be activated."""
        raise Reject

    def with_ability_word(self, _word: Lexeme, found: Ability | tuple[Ability, ...]) -> tuple[Ability, ...]:
        """A word that only ties abilities together has no meaning of its own."""
        return self.start(found)

    def triggered(self, trigger: tuple[Event, ...], *rest: object) -> Triggered:
        """Trigger condition, effect, instructions (603.1)."""
        parts = list(rest)
        once = str(parts.pop()) if isinstance(parts[-1], str) else ""
        text = parts.pop()
        assert isinstance(text, Sentences | Choice)
        if isinstance(text, Sentences) and isinstance(text.effects[0], LeadingIf):
            raise Reject  # that "if" belongs to the trigger
        condition = parts.pop() if parts else None
        trigger = tuple(_of_its_own(event) for event in trigger)
        scene = scene_of(trigger)
        if has_part(text, Value("power", UNNAMED)) and not all(e.source for e in trigger):
            raise Reject  # "lesser power" would be less than that of what the event is about
        if isinstance(text, Sentences) and isinstance(condition, Compare):
            text = replace(text, effects=with_difference(condition, text.effects))
        if not has_number(trigger):
            text = without_event_number(text)
        if isinstance(text, Sentences) and isinstance(condition, Compare):
            text = replace(text, effects=with_those_counters(condition, text.effects))
        scene += tuple((ref, ANY) for ref in dict.fromkeys(named_in(condition)) if ref not in dict(scene))
        body, modes = bind_text(text, scene, self.vocabulary.types)
        if any(event.what is not None and event.what.other for event in trigger) and has_part(body, differs(EVENT)):
            raise Reject  # it is another than the source, and so may be what is said to be another behind it
        if any(self._is_of_sources(event) for event in trigger) and has_part(body, EVENT):
            raise Reject  # "it" would be a source of any sort, or what it has dealt damage to
        if any(event.name == "cycled" for event in trigger) and _asks_for_x((body, modes)):
            raise Reject  # the X of a cycling cost that was paid is not kept
        assert condition is None or isinstance(condition, Compare)
        zone = "graveyard" if condition == LIES_IN_YOURS else _zone_of_trigger(trigger, text)
        condition = settled(_besides_event(condition, trigger), scene, self.vocabulary.types)
        return Triggered(trigger, body, modes, condition, once == "triggers", zone, once == "done")

    def _is_of_sources(self, event: Event) -> bool:
        """Whether an event is the damage of sources that are not called by what they are."""
        if event.name != "damage" or event.what is None:
            return False
        plain = (*self.vocabulary.colors, *self.vocabulary.supertypes)
        return any(all(word[0] == "!" or word in plain for word in kind) for kind in event.what.kinds)

    def triggers_once(self) -> str:
        return "triggers"

    def done_once(self) -> str:
        return "done"

    def state_triggered(self, condition: Compare, text: Sentences) -> StateTriggered:
        scene = ITSELF if SELF in spoken_of(condition) else ()
        return StateTriggered(condition, bind_text(text, scene, self.vocabulary.types)[0])

    def spell(self, text: Sentences | Choice) -> SpellText:
        body, modes = bind_text(without_event_number(text), types=self.vocabulary.types)
        bodies = (body, *(modes.options if modes else ()))
        if any(isinstance(i, Modify) and not i.until and i.what.kind in SPOKEN for b in bodies for i in b.effects):
            raise Reject  # that is a static ability
        return SpellText(body, modes)

    def additional_cost(self, _action: Lexeme, _self: Ref, cost: Cost) -> AdditionalCost:
        return AdditionalCost(cost)

    def optional_cost(self, _action: Lexeme, _self: Ref, cost: Cost) -> AdditionalCost:
        return AdditionalCost(cost, OPTIONAL)

    def alternative_cost(self, cost: Cost, _self: Ref) -> AlternativeCost:
        return AlternativeCost(cost)

    def conditional_cost(self, condition: Compare, cost: Cost, _self: Ref) -> AlternativeCost:
        return AlternativeCost(cost, condition=settled(condition, ITSELF))

    def cost_if(self, cost: Cost, self_: Ref, condition: Compare) -> AlternativeCost:
        return self.conditional_cost(condition, cost, self_)

    def conditional_free(self, condition: Compare, action: Lexeme, self_: Ref, _its: Lexeme) -> AlternativeCost:
        if self.action(action) == self.ability_action():
            raise Reject
        return self.conditional_cost(condition, (), self_)

    def played_from(
        self, action: Lexeme, _self: Ref, zone: Lexeme, condition: Compare | None = None
    ) -> AlternativeCost:
        if self.action(action) == self.ability_action() or zone.lower() == "hand":
            raise Reject
        given = None if condition is None else settled(condition, ITSELF)
        return AlternativeCost((), zone=str(zone.lower()), besides=True, condition=given)

    def played_from_by(self, action: Lexeme, self_: Ref, zone: Lexeme, cost: Cost, _its: Lexeme) -> AlternativeCost:
        """Its costs are paid, and another one besides (118.8)."""
        return replace(self.played_from(action, self_, zone), cost=cost)

    def play_limits(self, action: Lexeme, _self: Ref, _only: Lexeme, limits: tuple[Limit, ...]) -> PlayLimits:
        if self.action(action) == self.ability_action() or any(limit.kind in OF_ABILITIES for limit in limits):
            raise Reject
        if any(isinstance(limit.condition.left, Tally) for limit in limits if limit.condition is not None):
            raise Reject  # this spell itself does not count yet
        return PlayLimits(limits)

    def alternative_activation_cost(self, cost: Cost, _self: Ref) -> AlternativeCost:
        return AlternativeCost(cost, "activate")

    def keyword_line(self, *keywords: Ability | tuple[Ability, ...]) -> tuple[Ability, ...]:
        line = tuple(one for some in keywords for one in self.start(some))
        if any(map(is_of_chosen_color, line)):
            raise Reject  # nobody has chosen one
        return line

    def bare_keyword(self, word: Lexeme) -> Ability:
        return Keyword(word.lower())

    def keyword_with_cost(self, word: Lexeme, *rest: object) -> Ability:
        (cost,) = (part for part in rest if isinstance(part, tuple))
        return Keyword(word.lower(), 0, cost)

    def keyword_with_number(self, word: Lexeme, number: Amount) -> Ability:
        if not isinstance(number, int):
            raise Reject
        return Keyword(word.lower(), number)


def scene_of_cost(cost: Cost) -> Scene:
    """The things that a cost speaks of: the source, what it gives up."""
    found: list[tuple[Ref, Kinds]] = [(SELF, ANY)] if any(_is_of_source(part) for part in cost) else []
    for part in cost:
        word = WORDS_OF_COST.get(type(part))
        if word is not None and isinstance(part, Sacrifice | DiscardCost | TapOther) and part.count == 1:
            found.append((Ref(word, 0, called(part.what.kinds)), part.what.kinds))
    return tuple(found)


def _with_its_x(limit: Limit, scene: Scene, types: Collection[str]) -> Limit:
    """A limit; the X that a text defines may be about its source, or what was given up for it."""
    if limit.kind != "x is" or limit.value is None:
        return limit
    return replace(limit, value=settled(limit.value, scene, types))


def _is_of_source(part: CostPart) -> bool:
    """Whether a part of a cost names the source; the tap symbol does not."""
    return isinstance(part, SacrificeSelf | DiscardSelf | MoveSelf | Unattach) or put(part, SELF, YOU) != part


WORDS_OF_COST: Final[dict[type, GivenUp]] = {Sacrifice: "sacrificed", DiscardCost: "discarded", TapOther: "tapped"}
"""The deeds done to what a cost gave up."""


def _zone(cost: Cost, text: Sentences | Choice, named: list[str]) -> str:
    """The zone in which an activated ability works: named in its text, or where cost or effect finds its source."""
    if named:
        return named[0]
    if DiscardSelf() in cost:
        return "hand"
    moved = next((part for part in cost if isinstance(part, MoveSelf)), None)
    if moved is not None:
        return moved.from_
    return "graveyard" if put(text, IN_GRAVEYARD, SELF) != text else "battlefield"


def _of_its_own(event: Event) -> Event:
    """An event of a thing with a number compared with another of its own: "with toughness greater than its power"."""
    if event.what is None or event.nth or not any(isinstance(test.value, Value) for test in event.what.tests):
        return event
    return replace(event, what=settled(event.what, ((IT, ANY),)))


def _zone_of_trigger(events: tuple[Event, ...], text: Sentences | Choice) -> str:
    """The zone in which a triggered ability works: the battlefield unless its event or effect is elsewhere."""
    if all(event.source and event.name in WORKS_IN for event in events):
        return WORKS_IN[events[0].name]
    return "graveyard" if put(text, IN_GRAVEYARD, SELF) != text else "battlefield"


WORKS_IN: Final = {"cast": "stack", "buried": "graveyard", "discarded": "graveyard", "cycled": "graveyard"}
"""The zones in which a card waits for events of its own elsewhere than on the battlefield."""


def _asks_for_x(text: object) -> bool:
    """Whether a text speaks of an X that nobody announces in it; one pays {X} as it is carried out otherwise."""

    def is_x(cost: Cost) -> bool:
        return any(isinstance(part, Mana) and "X" in part.symbols for part in cost)

    def plain(part: object) -> object:
        return replace(part, x=0) if isinstance(part, UnlessPays) and not is_x(part.cost) else part

    whole = rewrite(text, plain)
    payments = records_of(whole, May)
    return not any(is_x(may.cost) for may in payments) and has_part(whole, Variable())


def _besides_event(condition: Compare | None, trigger: tuple[Event, ...]) -> Compare | None:
    """A condition of a trigger, in which "other" things are others than what the event befell.

    Raises:
        Reject: one of the events befalls the source.
    """
    of_things = [event.what is not None and event.name != "step" for event in trigger]

    def change(part: object) -> object:
        if not isinstance(part, Count) or not part.what.other or not any(of_things):
            return part
        if not all(of_things) or any(event.source for event in trigger):
            raise Reject
        return replace(part, what=replace(part.what, other=False, tests=(*part.what.tests, differs(EVENT))))

    return rewrite(condition, change)
