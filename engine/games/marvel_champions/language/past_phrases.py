"""Phrases about what has been played before in this round, phase or turn, and how often a card may be played in one."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from lark import Token as Lexeme

from engine.abilities import SELF, Ability, Amount, Compare, Count, Filter, Limit, PlayLimits, Ref, Tally, Test, Value
from engine.games.marvel_champions.language.scenario_phrases import ScenarioCompiler, ScenarioRenderer
from engine.text.errors import Reject
from engine.text.inline import inline
from engine.text.renderer.registry import CONDITIONS
from engine.text.renderer.writing import an

PLAYED: Final = "play"
"""The event that a card has been played."""
ROUND: Final = "round"
NAMESAKES: Final = Filter(zone="", tests=(Test("namesake", "of", Value("id", SELF)),))
"""All cards of the source's title."""


@inline
class PastCompiler(ScenarioCompiler):
    """Reads the phrases of past.lark."""

    def have_played(self, counted: Compare, period: Lexeme) -> Compare:
        """A number of cards that one player has played; what is being played now is none of them yet."""
        if not isinstance(counted.left, Count) or counted.left.what.of or counted.left.what.whose is not None:
            raise Reject
        what = counted.left.what
        if what.zone not in ("battlefield", "hand"):
            raise Reject
        return replace(counted, left=Tally(PLAYED, replace(what, zone=""), "you", since=_since(period)))

    def first_played(self, period: Lexeme) -> Compare:
        """No other card was played before the one that asks, which is still being played."""
        return Compare(Tally(PLAYED, None, "you", since=_since(period)), "=", 0)

    def max_per_period(self, number: Amount, period: Lexeme) -> PlayLimits:
        """So many cards of this title, whoever plays them (Max)."""
        played = Tally(PLAYED, NAMESAKES, since=_since(period))
        return PlayLimits((Limit("condition", condition=Compare(played, "<", number)),))

    def not_played_if(self, _cannot: Lexeme, _play: Lexeme, _self: Ref, condition: Compare) -> tuple[Ability, ...]:
        """A condition that keeps a card from being played.

        Raises:
            Reject: it is no question of how many there are.
        """
        if (condition.op, condition.right) != (">=", 1):
            raise Reject
        return self.start(self.play_only(_play, _play, replace(condition, op="=", right=0)))


def _since(period: Lexeme) -> str:
    """A round is what is counted in anyway."""
    return "" if period.lower() == ROUND else str(period.lower())


class PastRenderer(ScenarioRenderer):
    """Writes the phrases of past.lark."""

    def play_limits(self, ability: PlayLimits) -> str:
        match ability.limits:
            case (Limit(condition=Compare(left=Tally(what=what) as did, op="<", right=most)),) if what == NAMESAKES:
                return f"max {self.digits(most)} per {did.since or ROUND}."
            case (Limit(condition=Compare(left=Tally(event="play"), op="=", right=0) as condition),):
                return f"you cannot play this card if {self.condition(replace(condition, op='>=', right=1))}."
            case _:
                return super().play_limits(ability)

    @CONDITIONS.writer(Tally)
    def tally_condition(self, tally: Tally, condition: Compare) -> str:
        if tally.event != PLAYED:
            return super().tally_condition(tally, condition)
        period = f"this {tally.since or ROUND}"
        if tally.what is None and (condition.op, condition.right) == ("=", 0):
            return f"this is the first card you have played {period}"
        return f"you have played {self._played(tally, condition)} {period}"

    def _played(self, tally: Tally, condition: Compare) -> str:
        what = tally.what or Filter((("card",),))
        if (condition.op, condition.right) == (">=", 1):
            plain = replace(what, other=False, zone="hand" if "card" in what.kinds[-1] else "battlefield")
            return f"another {self.noun(plain)}" if what.other else an(self.noun(plain))
        return f"{self.comparison(condition.op, condition.right)} {self.noun(what, plural=True)}"
