"""Magic's phrases about designations that one player at a time has (725, 726), and about dungeons (309)."""

from __future__ import annotations

from typing import Final

from lark import Token as Lexeme

from engine.abilities import YOU, Become, Compare, Count, Event, Opponents, Ref, Value, Venture
from engine.games.magic.designations import BEFORE, HELD, HOLDERS, INITIATIVE, MONARCH
from engine.games.magic.dungeon_rooms import UNDERCITY
from engine.games.magic.dungeons import COMPLETED, ROOM, VENTURED
from engine.text.compiler.abilities import Compiler
from engine.text.compiler.actions import is_third
from engine.text.compiler.conditions import somebody
from engine.text.errors import Reject
from engine.text.inline import inline
from engine.text.phrases import SUBJECT, Clause, Suffix
from engine.text.renderer.abilities import Renderer
from engine.text.renderer.registry import ACTIONS

TITLES: Final = {"the monarch": MONARCH, "the player who has the initiative": INITIATIVE}
"""The words for whoever has a designation."""
GETS: Final = {MONARCH: "become the monarch", INITIATIVE: "take the initiative"}
"""The deed by which a player gets one."""
CALLED: Final = {HOLDERS[word]: said for said, word in TITLES.items()}
IS: Final = {
    MONARCH: ("you're the monarch", "you're not the monarch", "an opponent is the monarch"),
    INITIATIVE: ("you have the initiative", "you don't have the initiative", "an opponent has the initiative"),
}
NOT: Final = {"is the monarch": "isn't the monarch", "has the initiative": "doesn't have the initiative"}
HAS_COMPLETED: Final = Compare(Value(COMPLETED, YOU), ">=", 1)
COMPLETED_NONE: Final = Compare(Value(COMPLETED, YOU), "=", 0)
VENTURES: Final = {f"into {UNDERCITY}".lower(): UNDERCITY, "into the dungeon": ""}
INTO: Final = {UNDERCITY: f"into {UNDERCITY}", "": "into the dungeon"}
AS_TURN_BEGAN: Final = {MONARCH + BEFORE: "you were the monarch as the turn began"}


@inline
class DesignationCompiler(Compiler):
    """Compiles who has a designation, and who gets it."""

    def holder(self, title: Lexeme) -> Ref:
        return HOLDERS[TITLES[title.lower()]]

    def become_holder(self, verb: Lexeme, title: Lexeme) -> Clause:
        return Clause((Become(SUBJECT, TITLES[title.lower()]),), is_third(verb))

    def became_holder(self, _verb: Lexeme, title: Lexeme) -> tuple[Event, ...]:
        return (Event(TITLES[title.lower()]),)

    def take_initiative(self, verb: Lexeme) -> Clause:
        return Clause((Become(SUBJECT, INITIATIVE),), is_third(verb))

    def took_initiative(self, _verb: Lexeme) -> tuple[Event, ...]:
        return (Event(INITIATIVE),)

    def have_initiative(self) -> Compare:
        return Compare(Value(INITIATIVE, YOU), ">=", 1)

    def have_no_initiative(self) -> Compare:
        return Compare(Value(INITIATIVE, YOU), "=", 0)

    def opponent_has_initiative(self) -> Compare:
        return Compare(Opponents("greatest", Value(INITIATIVE, YOU)), ">=", 1)

    def somebody_has_initiative(self, who: Ref) -> Compare:
        return Compare(Value(INITIATIVE, somebody(who)), ">=", 1)

    def somebody_has_no_initiative(self, who: Ref) -> Compare:
        return Compare(Value(INITIATIVE, somebody(who)), "=", 0)

    def venture(self, verb: Lexeme, where: Lexeme) -> Clause:
        """701.49: "you" do; of nobody else it is read."""
        if is_third(verb):
            raise Reject
        return Clause((Venture(VENTURES[where.lower()]),))

    def ventured(self, _verb: Lexeme, where: Lexeme) -> tuple[Event, ...]:
        if VENTURES[where.lower()]:
            raise Reject
        return (Event(VENTURED),)

    def completed(self, _verb: Lexeme) -> tuple[Event, ...]:
        return (Event(COMPLETED),)

    def has_completed(self) -> Compare:
        return HAS_COMPLETED

    def completed_none(self) -> Compare:
        return COMPLETED_NONE

    def other_holder(self, title: Lexeme) -> Ref:
        return self.holder(title)

    def you_hold(self, title: Lexeme) -> Compare:
        return Compare(Value(TITLES[title.lower()], YOU), ">=", 1)

    def you_hold_not(self, title: Lexeme) -> Compare:
        return Compare(Value(TITLES[title.lower()], YOU), "=", 0)

    def you_held(self, title: Lexeme) -> Compare:
        return Compare(Value(TITLES[title.lower()] + BEFORE, YOU), "=", 1)

    def opponent_holds(self, title: Lexeme) -> Compare:
        return Compare(Opponents("greatest", Value(TITLES[title.lower()], YOU)), ">=", 1)

    def somebody_holds(self, who: Ref, title: Lexeme) -> Compare:
        return Compare(Value(TITLES[title.lower()], somebody(who)), ">=", 1)

    def somebody_holds_not(self, who: Ref, _isnt: Lexeme, title: Lexeme) -> Compare:
        return Compare(Value(TITLES[title.lower()], somebody(who)), "=", 0)

    def nobody_holds(self, _monarch: Lexeme) -> Compare:
        return NO_MONARCH

    def of_somebody(self, who: Ref, verb: Lexeme) -> Suffix:
        """The things of the one who has a designation."""
        return Suffix(whose=who, is_controlled=True) if who in CALLED else super().of_somebody(who, verb)


NO_MONARCH: Final = Compare(Count(HELD[MONARCH]), "=", 0)


class DesignationRenderer(Renderer):
    """Writes the phrases about designations."""

    def ref(self, ref: Ref) -> str:
        return CALLED[ref] if ref in CALLED else super().ref(ref)

    def is_plural(self, who: Ref) -> bool:
        return who not in CALLED and super().is_plural(who)

    def _other(self, ref: Ref) -> str:
        return CALLED[ref] if ref in CALLED else super()._other(ref)

    @ACTIONS.writer(Become)
    def become_designated(self, effect: Become) -> str:
        if effect.word not in GETS:
            return self.with_subject(effect.what, "become", effect.word)
        verb, _, title = GETS[effect.word].partition(" ")
        return self.with_subject(effect.what, verb, title, own=True)

    def trigger(self, events: tuple[Event, ...]) -> str:
        """309.4c: a room ability says into which room the marker is moved."""
        if events[0].name == ROOM:
            return f"when you move your venture marker into {events[0].how}"
        return super().trigger(events)

    @ACTIONS.writer(Venture)
    def venture(self, effect: Venture) -> str:
        return f"venture {INTO[effect.where]}"

    def value_condition(self, value: Value, condition: Compare) -> str:
        if condition in (HAS_COMPLETED, COMPLETED_NONE):
            return "you've completed a dungeon" if condition == HAS_COMPLETED else "you haven't completed a dungeon"
        if value.field in AS_TURN_BEGAN:
            return AS_TURN_BEGAN[value.field]
        if value.field not in IS:
            return super().value_condition(value, condition)
        yours, not_yours, theirs = IS[value.field]
        is_so = (condition.op, condition.right) == (">=", 1)
        if value.of == YOU:
            return yours if is_so else not_yours
        said = theirs.removeprefix("an opponent ")
        return f"{self.ref(value.of)} {said if is_so else NOT[said]}"

    def opponents_condition(self, left: Opponents, condition: Compare) -> str:
        own = left.amount
        if isinstance(own, Value) and own.field in IS:
            return IS[own.field][2]
        return super().opponents_condition(left, condition)

    def count_condition(self, count: Count, condition: Compare) -> str:
        return "there is no monarch" if condition == NO_MONARCH else super().count_condition(count, condition)
