"""Magic's phrases about emblems (114), and about the Ring (701.54)."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from lark import Token as Lexeme

from engine.abilities import (
    EVENT,
    YOU,
    Ability,
    Amount,
    Choose,
    Compare,
    Event,
    Filter,
    Fits,
    GetEmblem,
    KeywordAction,
    Ref,
    RingTempts,
    Triggered,
    Value,
)
from engine.games.magic.emblems import works_there
from engine.games.magic.language.action_phrases import YOUR_CREATURE, ActionCompiler, ActionRenderer
from engine.games.magic.language.token_phrases import quotation
from engine.games.magic.ring import BEARER, CHOSEN, TEMPTED, TIMES_TEMPTED, YOUR_BEARER
from engine.text.errors import Reject
from engine.text.inline import inline
from engine.text.phrases import Clause
from engine.text.renderer.registry import ACTIONS

RING: Final = "The Ring"
TEMPTS: Final = "the ring tempts you"
ITS_BEARER: Final = f"a {BEARER} permanent you control"
IF_TEMPTED: Final = "if the Ring has tempted you {} or more times this game"
SACRIFICED: Final = "that creature's controller sacrifices that creature at end of combat."
RING_TEXTS: Final = (
    f"{BEARER} permanents you control are legendary and can't be blocked by creatures with greater power.",
    f"Whenever {ITS_BEARER} attacks, {IF_TEMPTED.format('two')}, draw a card, then discard a card.",
    f"Whenever {ITS_BEARER} becomes blocked by a creature, {IF_TEMPTED.format('three')}, {SACRIFICED}",
    f"Whenever {ITS_BEARER} deals combat damage to a player, {IF_TEMPTED.format('four')}, each opponent loses 3 life.",
)
"""The texts of the emblem (701.54c); how often it has tempted grows alone, so that it may be asked twice (603.4)."""
ANOTHER_CHOSEN: Final = Compare(Fits(EVENT, Filter(((),), zone="", other=True)), ">=", 1)


@inline
class EmblemCompiler(ActionCompiler):
    """Emblems that players get."""

    def get_emblem(self, verb: Lexeme, *texts: Lexeme) -> Clause:
        """The emblem that "you" get; each quotation is an ability of its own (114.2)."""
        if verb.lower() != "get":
            raise Reject
        return Clause((GetEmblem(tuple(ability for text in texts for ability in self._emblem_abilities(text))),))

    def ring_tempts(self) -> Clause:
        """701.54a, 701.54c: the emblem is there before the choice."""
        abilities = (ability for text in RING_TEXTS for ability in self._emblem_abilities(quotation(text)))
        chosen = Choose(Ref("chosen", 0, YOUR_CREATURE, YOU))
        steps = (GetEmblem(tuple(abilities), RING), chosen, RingTempts())
        return Clause((KeywordAction(TEMPTS, len(steps)), *steps))

    def ring_tempted(self) -> tuple[Event, ...]:
        return (Event(TEMPTED, who="you"),)

    def bearer_chosen(self) -> tuple[Event, ...]:
        return (Event(CHOSEN),)

    def was_tempted(self, number: Amount) -> Compare:
        return Compare(TIMES_TEMPTED, ">=", number)

    def is_bearer(self, what: Ref) -> Compare:
        return Compare(Fits(what, YOUR_BEARER), ">=", 1)

    def chose_another_bearer(self, _self: Ref) -> Compare:
        return ANOTHER_CHOSEN

    def _emblem_abilities(self, text: Lexeme) -> tuple[Ability, ...]:
        abilities = [works_there(ability) for ability in self.quoted(text)]
        if None in abilities:
            raise Reject
        return tuple(ability for ability in abilities if ability is not None)


class EmblemRenderer(ActionRenderer):
    """Writes the phrases about emblems."""

    @ACTIONS.writer(GetEmblem)
    def get_emblem(self, effect: GetEmblem) -> str:
        return f"you get an emblem with {self.granted((), tuple(map(_at_home, effect.abilities)))}"

    def keyword_action(self, effect: KeywordAction) -> str:
        return "the Ring tempts you" if effect.word == TEMPTS else super().keyword_action(effect)

    def trigger(self, events: tuple[Event, ...]) -> str:
        match events:
            case (Event(name="tempted", who="you", turn="", when=None),):
                return "whenever the Ring tempts you"
            case (Event(name="ring-bearer chosen", who="you", when=None),):
                return "whenever you choose a creature as your Ring-bearer"
            case _:
                return super().trigger(events)

    def value_condition(self, value: Value, condition: Compare) -> str:
        if value == TIMES_TEMPTED:
            return f"the Ring has tempted you {self.number(condition.right)} or more times this game"
        return super().value_condition(value, condition)

    def fits_condition(self, fits: Fits, condition: Compare) -> str:
        if condition == ANOTHER_CHOSEN:
            return "you chose a creature other than this as your Ring-bearer"
        if fits.what == YOUR_BEARER and condition.right:
            return f"{self.ref(fits.of)} is your Ring-bearer"
        return super().fits_condition(fits, condition)


def _at_home(ability: Ability) -> Ability:
    """An ability of an emblem as a permanent would have it."""
    match ability:
        case Triggered(zone="command"):
            return replace(ability, zone="battlefield")
        case _:
            return ability
