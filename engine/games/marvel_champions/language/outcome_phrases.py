"""Phrases about what comes of a deed, about costs that rise, and about the end of the game by what happens."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from lark import Token as Lexeme

from engine.abilities import (
    SELF,
    YOU,
    Amount,
    Body,
    CostChange,
    DealEncounter,
    Defeat,
    EndGame,
    EnemyAttack,
    Filter,
    IfDid,
    Move,
    Ref,
    Static,
    Test,
    Timed,
)
from engine.games.marvel_champions.language.card_phrases import named_in
from engine.games.marvel_champions.language.cost_phrases import DISCARD_PILE
from engine.games.marvel_champions.language.noun_phrases import DEFEATER, PLAYERS_OF_ALL, SET_ASIDE, THE_SIDE, WITH_COST
from engine.games.marvel_champions.language.shared_words import PLAYER_SIDE
from engine.games.marvel_champions.language.spend_phrases import SpendCompiler, SpendRenderer
from engine.games.marvel_champions.language.stage_phrases import WINS
from engine.text.compiler.actions import Effects, act, is_third
from engine.text.compiler.triggers import Events
from engine.text.errors import Reject
from engine.text.inline import inline
from engine.text.phrases import SUBJECT, Clause
from engine.text.renderer.registry import ACTIONS

HAND: Final = "hand"
CARDS: Final = (("card",),)
WITH_PRINTED_COST: Final = (*WITH_COST, ("event",), (PLAYER_SIDE,))
"""The kinds of cards of a hand that have a cost."""
PLAYER_CARD: Final = (("player", "card"),)
"""Cards that are played are players' cards."""


@inline
class OutcomeCompiler(SpendCompiler):
    """Reads the phrases of outcomes.lark."""

    def game_ends_after(self, events: Events, verb: Lexeme) -> tuple[Timed, ...]:
        """The players win or lose right after something has happened (Winning the Game)."""
        end = EndGame(PLAYERS_OF_ALL, won=str(verb.lower()) in WINS)
        return (Timed("response", events, (), body=Body((end,)), forced=True),)

    def defeat(self, verb: Lexeme, refs: tuple[Ref, ...]) -> Clause:
        """A character is defeated by its name as by its kind (Defeat)."""
        named = named_in(refs)
        if len(named) < len(refs) or any(what != Filter(name=what.name) for what in named):
            return super().defeat(verb, refs)
        return act(verb, *(Defeat(ref) for ref in refs))

    def of_extreme_cost(self, extreme: Lexeme | str, what: Filter) -> Ref:
        """The card of the highest or the lowest printed cost of a hand, too: those without a cost are none."""
        if what.zone != HAND or what.of != "you" or what.tests or what.kinds != CARDS:
            return super().of_extreme_cost(extreme, what)
        test = Test("printed cost", str(extreme.lower()).removesuffix("-cost"))  # type: ignore[arg-type]  # one of the extremes
        return Ref("chosen", 0, replace(what, kinds=WITH_PRINTED_COST, tests=(test,)), YOU)

    def increase_costs(self, action: Lexeme, what: Filter, number: Amount) -> tuple[Static, ...]:
        plain = replace(what, kinds=(("card",),)) if what.kinds == PLAYER_CARD else what
        return self.cost_change((self.changed(plain),), action, ("more", number, (), self.action(action)))

    def increase_your_costs(self, what: Filter, number: Amount) -> tuple[Static, ...]:
        change = replace(self.changed(what), who="you")
        return (replace(change, operation="more", amount=number),)

    def if_nothing_removed(self, *parts: object) -> Effects:
        effects = parts[-1]
        assert isinstance(effects, tuple)
        return (IfDid(len(effects), did=False), *effects)

    def set_itself_aside(self, verb: Lexeme, _self: Ref, *_words: Lexeme) -> Clause:
        return act(verb, Move(SELF, SET_ASIDE))

    def attack_whom_in_any_form(self, verb: Lexeme, whom: Ref) -> Clause:
        """A player who is named is attacked in alter-ego form, too.

        Raises:
            Reject: it is none of whom that could be said.
        """
        if whom != DEFEATER:
            raise Reject
        return Clause((EnemyAttack(SUBJECT, whom, any_form=True),), is_third(verb))

    def deal_card(self, verb: Lexeme, card: Ref, who: Ref) -> Clause:
        """The topmost card of a kind in the encounter discard pile is known, too."""
        of_side = card.what is not None and card.what.zone == DISCARD_PILE and card.what.whose == THE_SIDE
        if card.kind != "topmost" or not of_side:
            return super().deal_card(verb, card, who)
        return act(verb, DealEncounter(who, card=card))


class OutcomeRenderer(SpendRenderer):
    """Writes the phrases of outcomes.lark."""

    def timed(self, ability: Timed) -> str:
        effects = ability.body.effects
        if not (ability.forced and len(effects) == 1 and isinstance(effects[0], EndGame) and not ability.cost):
            return super().timed(ability)
        return f"if {self.moment(ability.events)}, the players {'win' if effects[0].won else 'lose'} the game."

    def ref(self, ref: Ref) -> str:
        if ref.kind == "chosen" and ref.what is not None and ref.what.kinds == WITH_PRINTED_COST and ref.what.tests:
            return f"the {ref.what.tests[0].op}-cost {self.noun(replace(ref.what, kinds=CARDS, tests=()))}"
        return super().ref(ref)

    def move(self, effect: Move) -> str:
        return "set this aside" if effect == Move(SELF, SET_ASIDE) else super().move(effect)

    @ACTIONS.writer(EnemyAttack)
    def enemy_attack(self, effect: EnemyAttack) -> str:
        if effect.whom != DEFEATER or not effect.any_form:
            return super().enemy_attack(effect)
        plain = super().enemy_attack(replace(effect, any_form=False))
        return f"{plain} (even if that player is in alter-ego form)"

    def cost_change(self, change: CostChange) -> str:
        if change.operation != "more" or change.source:
            return super().cost_change(change)
        noun = "card" if change.what is None else self.noun(replace(change.what, zone="battlefield"))
        if change.who == "you":
            return f"increase the resource cost of each {noun} you play by {self.price(change)}"
        noun = "player card" if change.what is None else noun
        return f"increase the resource cost to {change.action} each {noun} by {self.price(change)}"
