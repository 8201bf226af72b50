"""Phrases about deeds of players: to several at once, with a choice, and about what all of theirs have in common."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from lark import Token as Lexeme

from engine.abilities import (
    Ability,
    Amount,
    Choose,
    Compare,
    Count,
    Filter,
    Forbid,
    Grant,
    Move,
    PutCounters,
    Ref,
    Static,
    UntilWord,
)
from engine.games.marvel_champions.language.event_phrases import FORMS
from engine.games.marvel_champions.language.team_phrases import TeamCompiler, TeamRenderer
from engine.text.compiler.actions import Effects, act
from engine.text.compiler.joined_sentences import effects_of
from engine.text.errors import Reject
from engine.text.inline import inline
from engine.text.phrases import Clause, TargetRef

SEVERAL: Final = re.compile(r"\b(to|from) (up to )?(\d+) (?=enemies|minions|schemes|characters|allies)")
"""Several that something is done to, which texts say of each of them."""
CHOICES: Final = re.compile(r"([Cc]hoose an? [^.]*)\. Choose (an? [^.]*)(?=\.)")
"""Two sentences that each choose something, which texts do in one."""
DAZED: Final = re.compile(r"(?:choose to either )?(stun) ([^.]*) or (confuse \2)", re.IGNORECASE)
YOUR_OWN: Final = re.compile(r"^(?:heroes|identities) you control(?= can't)")
DAZES: Final = ("stunned", "confused")
YOURS: Final = Filter(of="you")


@inline
class DeedCompiler(TeamCompiler):
    """Reads the phrases of deeds.lark."""

    def would_be_placed_on_the(self, what: Filter) -> object:
        """The one of its kind: the main scheme."""
        if what != Filter((("main", "scheme"),)):
            raise Reject
        return self.would_be_placed(Lexeme("ARTICLE", "a"), what)

    def until_end_of_phase(self) -> UntilWord:
        return super().until_end_of_turn()

    def until_end_of_turn(self) -> UntilWord:
        """A turn is a part of the player phase, and ends before it (Player Phase)."""
        raise Reject

    def shuffle_encounter_back(self, verb: Lexeme, refs: tuple[Ref, ...]) -> Clause:
        """Minions are encounter cards, wherever they are."""
        if len(refs) == 1 and _is_of_minions(refs[0]):
            return act(verb, Move(refs[0], "library"))
        return super().shuffle_encounter_back(verb, refs)

    def several_in_play(self, number: Amount, what: Filter) -> Ref:
        """Of what is in play no thing is another; of cards elsewhere those with one title are not different."""
        if what.zone != "battlefield":
            raise Reject
        return self.chosen_some(number, what)

    def up_to_several_in_play(self, number: Amount, what: Filter) -> Ref:
        return replace(self.several_in_play(number, what), up_to=True)

    def each_of_yours_has(self, what: Filter, _has: Lexeme, trait: Lexeme) -> Compare:
        """There is none among them that has it not."""
        if len(what.kinds) != 1 or what != Filter(what.kinds):
            raise Reject
        without = replace(what, kinds=((*what.kinds[0], f"!{self.trait(trait)}"),), of="you")
        return Compare(Count(without), "=", 0)

    def static_if(self, statics: tuple[Static, ...], condition: Compare) -> tuple[Ability, ...]:
        """A constant ability is active for as long as what it asks for is so (Constant Ability)."""
        if all(isinstance(static, Grant) for static in statics):
            return self.static_while(statics, condition)
        return super().static_if(statics, condition)

    def static_if_first(self, condition: Compare, statics: tuple[Static, ...]) -> tuple[Ability, ...]:
        if all(isinstance(static, Grant) for static in statics):
            return self.static_while(statics, condition)
        return super().static_if_first(condition, statics)

    def if_you_took_nothing(self, effects: Effects) -> Effects:
        return self.if_unharmed(Lexeme("TAKE", "take"), effects)

    def choose_one_and_one(self, verb: Lexeme, one: Ref, other: Ref) -> Clause:
        if not isinstance(one, TargetRef) or not isinstance(other, TargetRef):
            raise Reject
        return act(verb, Choose(one), Choose(other))

    def give_status_to(self, verb: Lexeme, article: Lexeme, status: Lexeme, refs: tuple[Ref, ...]) -> Clause:
        return self.give_status(verb, refs, article, status)

    def stun_or_confuse(self, _verb: Lexeme, _other: Lexeme, what: Ref) -> Clause:
        one, other = (Clause((PutCounters(what, name),)) for name in DAZES)
        return Clause(self.plain_either(one, other))

    def choose_to_stun_or_confuse(self, _choose: Lexeme, verb: Lexeme, other: Lexeme, what: Ref) -> Effects:
        return effects_of(self.stun_or_confuse(verb, other, what))


def _is_of_minions(ref: Ref) -> bool:
    what = ref.spec.what if isinstance(ref, TargetRef) else ref.what
    return what is not None and bool(what.kinds) and all("minion" in kind for kind in what.kinds)


class DeedRenderer(TeamRenderer):
    """Writes the phrases of deeds.lark."""

    def count_condition(self, count: Count, condition: Compare) -> str:
        what = count.what
        (*words, last) = what.kinds[0] if len(what.kinds) == 1 and what.kinds[0] else ("",)
        is_all = (condition.op, condition.right) == ("=", 0) and what == Filter(what.kinds, of="you")
        if is_all and words and last.startswith("!"):
            said = self.noun(Filter((tuple(words),)), plural=True)
            return f"each of your {said} has the {last[1:].upper()} trait"
        return super().count_condition(count, condition)

    def move(self, effect: Move) -> str:
        """A card of any owner is shuffled into its owner's deck (Ownership and Control)."""
        if effect.zone != "library" or effect.what.kind not in ("self", "target", "chosen"):
            return super().move(effect)
        some = self.ref(effect.what)
        what = self._shuffled(effect.what)
        if what is not None and (what.zone != "battlefield" or what.whose is not None):
            return super().move(effect)
        is_minion = what is not None and bool(what.kinds) and all("minion" in kind for kind in what.kinds)
        if is_minion or (what is None and "fully" in self.wording):
            return f"shuffle {'that minion' if is_minion and some == 'it' else some} into the encounter deck"
        return f"shuffle {some} into its owner's deck"

    def _shuffled(self, ref: Ref) -> Filter | None:
        return self._scope.targets[ref.index].what if ref.kind == "target" else ref.what

    def forbid(self, static: Forbid) -> str:
        said = super().forbid(static)
        if static.what is None or static.what.kinds not in FORMS:
            return said
        return YOUR_OWN.sub(f"your {static.what.kinds[0][-1]}", said)

    def static(self, static: Static, *more: object) -> str:
        said = super().static(static, *more)
        return said.replace(" as long as each of your ", " if each of your ")

    def text(self, *parts: object, **more: object) -> str:
        said: str = super().text(*parts, **more)
        if "gathered" in self.wording:
            return CHOICES.sub(r"\1 and \2", said)
        if "in other words" not in self.wording:
            return said
        said = SEVERAL.sub(r"\1 each of \2\3 different ", said)
        return DAZED.sub(r"\1 or \3", said)
