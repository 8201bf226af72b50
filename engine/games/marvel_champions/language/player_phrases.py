"""Phrases on cards of players: campaigns, what a player controls, and what the next card costs."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from lark import Token as Lexeme

from engine.abilities import (
    YOU,
    Alter,
    Amount,
    Compare,
    CostChange,
    CostPart,
    Count,
    DrawUp,
    Event,
    Filter,
    InCase,
    Keyword,
    Prevented,
    Ref,
    ThisTurn,
    Value,
)
from engine.games.marvel_champions.language.standing_phrases import StandingCompiler, StandingRenderer
from engine.games.marvel_champions.language.noun_phrases import YOUR_IDENTITY
from engine.games.marvel_champions.language.shared_words import UNIT_COST
from engine.games.marvel_champions.language.timing_phrases import IDENTITY
from engine.text.errors import Reject
from engine.text.inline import inline
from engine.text.phrases import SUBJECT, Clause

HAND_SIZE: Final = Value("hand size", YOUR_IDENTITY)
"""The most cards that a player draws up to at the end of the player phase."""


@inline
class PlayerCompiler(StandingCompiler):
    """Reads the phrases of words_of_players.lark."""

    def unit_cost(self, number: Lexeme) -> Keyword:
        return Keyword(UNIT_COST, int(number))

    def discard_and_strike(self, verb: Lexeme, own: Ref, _it: Lexeme) -> CostPart:
        """The card is discarded; the campaign's list is no part of a match."""
        return self.discard_self_cost(verb, own)

    def you_control_named(self, name: str) -> Compare:
        return Compare(Count(Filter(name=name, of="you")), ">=", 1)

    def prevents_in_case(self, number: Amount, other: Amount, condition: Compare) -> Clause:
        return Clause((Alter((Prevented(InCase(other, condition, number)),)),))

    def draw_up_to_size(self, verb: Lexeme, whose: Ref) -> Clause:
        clause = self.draw_up(verb, whose)
        return replace(clause, effects=(DrawUp(HAND_SIZE, SUBJECT),))

    def give_each_status(self, verb: Lexeme, refs: tuple[Ref, ...], _article: Lexeme, status: Lexeme) -> Clause:
        """One for each of several.

        Raises:
            Reject: only one is given something.
        """
        if len(refs) == 1 and (refs[0].count == 1 or refs[0].kind not in ("chosen", "target", "choice")):
            raise Reject
        return self.give_status(verb, refs, _article, status)

    def reduce_next_noun(self, what: Filter, number: Amount) -> Clause:
        return self._next_noun(what, number, "you")

    def reduce_next_of_any(self, what: Filter, number: Amount) -> Clause:
        return self._next_noun(what, number, "")

    def _next_noun(self, what: Filter, number: Amount, who: str) -> Clause:
        """The next card of a kind that one player plays, or any."""
        if what.of or not isinstance(number, int):
            raise Reject
        (change,) = self._reduced((self.changed(replace(what, of=who)),), Lexeme("ACTION", "play"), number)
        return Clause((ThisTurn(replace(change, once=True)),))


class PlayerRenderer(StandingRenderer):
    """Writes the phrases of words_of_players.lark."""

    def keyword(self, keyword: Keyword) -> str:
        if keyword.name == UNIT_COST:
            return f"unit cost {keyword.value}."
        return super().keyword(keyword)

    def count_condition(self, count: Count, condition: Compare) -> str:
        what = count.what
        if what == Filter(name=what.name, of="you") and (condition.op, condition.right) == (">=", 1):
            the = "the " if "fully" in self.wording else ""
            return f"you control {the}{what.name}"
        return super().count_condition(count, condition)

    def _awaiting(self, event: Event) -> str:
        if event.name == "damaged" and event.what == IDENTITY and not event.who and "fully" in self.wording:
            return "an identity"
        return super()._awaiting(event)

    def alter(self, effect: Alter) -> str:
        match effect.changes:
            case (Prevented(amount=InCase() as amount),):
                said = super().alter(Alter((Prevented(amount.otherwise),)))
                case = f"{self.digits(amount.amount)} of that damage instead if {self.condition(amount.condition)}"
                return f"{said} ({case})"
            case _:
                return super().alter(effect)

    def draw_up(self, effect: DrawUp) -> str:
        if effect.amount != HAND_SIZE:
            return super().draw_up(effect)
        whose = "your" if effect.who == YOU else "their"
        return self.with_subject(effect.who, "draw", f"up to {whose} maximum hand size")

    def next_cost(self, change: CostChange) -> str:
        """The cost of the next card of a kind."""
        what = "card" if change.what is None else self.noun(replace(change.what, zone="battlefield"))
        resource = "" if "briefly" in self.wording else "resource "
        whose = "you play this phase" if change.who else "played this phase"
        return f"reduce the {resource}cost of the next {what} {whose} by {self.price(change)}"
