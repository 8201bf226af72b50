"""Phrases about boost cards that are turned faceup, about whom an attack is against instead, and what is prevented."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lark import Token as Lexeme

from engine.abilities import (
    SELF,
    Ability,
    Alter,
    AttackInstead,
    Cancel,
    CancelBoost,
    Damage,
    EnemyActivation,
    EnemyAttack,
    EnemyScheme,
    Event,
    Filter,
    Prevented,
    Ref,
    Timed,
)
from engine.abilities.records import record
from engine.games.marvel_champions.language.event_phrases import THREAT
from engine.games.marvel_champions.language.form_phrases import FormCompiler, FormRenderer
from engine.games.marvel_champions.language.interrupted_moments import interrupts_activation
from engine.games.marvel_champions.language.noun_phrases import PLAYERS_OF_ALL
from engine.games.marvel_champions.language.shared_words import ON_PLAYER
from engine.games.marvel_champions.language.timing_phrases import DOES
from engine.games.marvel_champions.language.told_to_players import is_told
from engine.games.marvel_champions.language.variant_rendering import IN_OTHER_WORDS
from engine.text.compiler.actions import act
from engine.text.errors import Reject
from engine.text.inline import inline
from engine.text.phrases import SUBJECT, Clause, has, records_of, rewrite
from engine.text.renderer.registry import ACTIONS

if TYPE_CHECKING:
    from engine.abilities import Amount
    from engine.text.compiler.triggers import Events

BOOST: Final = "boost"
CARD: Final = Filter((("card",),))
TURNED: Final = "a boost card is turned faceup"
DURING: Final = {"": "", "attack": " during an attack", "scheme": " during a scheme activation"}
OF_THREAT: Final = frozenset(("scheme", THREAT))
"""The events of which threat is a part."""
WOULD: Final = {"defeated": "would be defeated", "scheme": "would scheme"}
"""The words for an event that is interrupted, by its name."""
NO_ENEMIES: Final = frozenset(("defeater", "you", "players", "other players", "first player", "engaged player"))
"""Those who activate nothing: they are players."""


@record(frozen=True, slots=True)
class ThreatPrevented(Prevented):
    """So much threat, where some is about to be placed."""


@record(frozen=True, slots=True)
class DamagePrevented(Prevented):
    """So much damage, where some is about to be dealt."""


@inline
class TurnedCompiler(FormCompiler):
    """Reads the phrases of turned.lark."""

    def boost_turned(self, *during: Lexeme) -> Events:
        how = "" if not during else "attack" if "attack" in during[0].lower() else "scheme"
        return (Event(BOOST, CARD, how=how),)

    def boost_turned_on_you(self) -> Events:
        return (Event(BOOST, CARD, who="you", how=ON_PLAYER),)

    def cancels_icons(self) -> Clause:
        return Clause((CancelBoost(icons=True),))

    def cancels_boost_ability(self, *words: Lexeme) -> Clause:
        return Clause((CancelBoost(ability=True),)) if _is_of_boost(words) else self._no_boost()

    def cancels_boost(self, *words: Lexeme) -> Clause:
        return Clause((CancelBoost(icons=True, ability=True),)) if _is_of_boost(words) else self._no_boost()

    def _no_boost(self) -> Clause:
        raise Reject

    def attacks_instead(self, verb: Lexeme, whom: Ref) -> Clause:
        return act(verb, AttackInstead(whom, SUBJECT))

    def deals_encounter_to(self, verb: Lexeme, amount: Amount, card: Lexeme, who: Ref) -> Clause:
        return self.deal_encounter(verb, who, amount, card)

    def prevents_threat(self, number: Amount) -> Clause:
        return Clause((Alter((ThreatPrevented(number),)),))

    def prevents_some_damage(self, number: Amount) -> Clause:
        return Clause((Alter((DamagePrevented(number),)),))

    def start(self, found: Ability | tuple[Ability, ...]) -> tuple[Ability, ...]:
        """A text cancels and prevents a part of the event that it interrupts, and enemies activate.

        Raises:
            Reject: it is none, or a player would do so.
        """
        abilities = super().start(found)
        for ability in abilities:
            _check(ability)
        return rewrite(abilities, _plainly, only=(ThreatPrevented, DamagePrevented))


def _is_of_boost(words: tuple[Lexeme, ...]) -> bool:
    return words[-1].strip('"').lower() == BOOST


def _plainly(part: object) -> object:
    return Prevented(part.amount, part.spared) if isinstance(part, ThreatPrevented | DamagePrevented) else part


CHECKED: Final = (
    *(AttackInstead, CancelBoost, DamagePrevented, EnemyActivation, EnemyAttack, EnemyScheme, Event, ThreatPrevented),
)
"""Kinds of records that only some texts may have."""


def _check(ability: Ability) -> None:
    """See that a text fits what it interrupts.

    Raises:
        Reject: it does not.
    """
    if not has(ability, *CHECKED):
        return
    names = {event.name for event in ability.events} if isinstance(ability, Timed) else set()
    interrupts = isinstance(ability, Timed) and ability.timing == "interrupt"
    if (BOOST in names or has(ability, CancelBoost)) and not (interrupts and names == {BOOST}):
        raise Reject
    if has(ability, AttackInstead) and not (interrupts_activation(ability) and names == {"attack"}):
        raise Reject
    if "attack" in names and has(ability, EnemyAttack) and any(cancel.steps for cancel in records_of(ability, Cancel)):
        raise Reject  # that would be another attack, and it is the same one, against whomever it is
    if has(ability, ThreatPrevented) and not names <= OF_THREAT:
        raise Reject
    if has(ability, DamagePrevented) and names <= OF_THREAT:
        raise Reject
    deeds: list[EnemyActivation | EnemyAttack | EnemyScheme]
    deeds = records_of(ability, EnemyActivation, EnemyAttack, EnemyScheme)
    for deed in deeds:
        if deed.what.kind in NO_ENEMIES or (interrupts and _is_same_attack(ability, deed)):
            raise Reject


def _is_same_attack(ability: Ability, deed: EnemyActivation | EnemyAttack | EnemyScheme) -> bool:
    """Whether an enemy would attack anew as it attacks, which would never end."""
    events = ability.events if isinstance(ability, Timed) else ()
    is_own = isinstance(deed, EnemyAttack) and any(event.name == "attack" and event.source for event in events)
    return is_own and deed.what == SELF


class TurnedRenderer(FormRenderer):
    """Writes the phrases of turned.lark."""

    _interrupts = False

    def moment(self, events: Events) -> str:
        if not events or any(event.name != BOOST for event in events):
            return super().moment(events)
        (event,) = events
        return TURNED + (" during an attack against you" if event.how == ON_PLAYER else DURING[event.how])

    def damage(self, effect: Damage) -> str:
        """Each player takes it, where that is said so."""
        if effect.by != SELF or effect.to != PLAYERS_OF_ALL or not isinstance(effect.amount, int):
            return super().damage(effect)
        return f"each player takes {effect.amount} damage" if IN_OTHER_WORDS in self.wording else super().damage(effect)

    @ACTIONS.writer(AttackInstead)
    def redirect_attack(self, effect: AttackInstead) -> str:
        return f"{self._enemy(effect.by)} attacks {self.ref(effect.what)} instead"

    @property
    def _undone(self) -> str:
        return "can't" if IN_OTHER_WORDS in self.wording else super()._undone

    def _speaks_to(self, clause: str) -> bool:
        return is_told(clause)

    def _awaited(self, event: Event) -> str:
        """An event that is interrupted "would" happen, in some wordings."""
        said = super()._awaited(event)
        if event.name not in WOULD or IN_OTHER_WORDS not in self.wording or not self._interrupts:
            return said
        return WOULD[event.name] if said == DOES[event.name] else said

    def timed(self, ability: Timed) -> str:
        self._interrupts = ability.timing == "interrupt"
        try:
            return super().timed(ability)
        finally:
            self._interrupts = False

    @ACTIONS.writer(CancelBoost)
    def cancel_boost(self, effect: CancelBoost) -> str:
        whose = "its" if "briefly" in self.wording else "that card's"
        if effect.icons and effect.ability:
            both = f'cancel {whose} boost icons and "Boost" ability'
            return both if "fully" in self.wording else f'cancel {whose} "Boost" ability and all of its boost icons'
        if effect.ability:
            return f'cancel {whose} "Boost" ability'
        if IN_OTHER_WORDS in self.wording:
            return "cancel all boost icons on that card"
        return "cancel all of its boost icons" if "fully" in self.wording else f"cancel {whose} boost icons"
