"""Grand Archive's texts that give leave to activate cards from where they lie: the card itself, or cards just named."""

from __future__ import annotations

from dataclasses import replace

from lark import Token as Lexeme

from engine.abilities import (
    YOU,
    AlternativeCost,
    Compare,
    Cost,
    Filter,
    Instruction,
    LetPlay,
    Mill,
    Move,
    PutAmong,
    PutRest,
    Ref,
    UntilWord,
)
from engine.text.compiler.abilities import Compiler
from engine.text.errors import Reject
from engine.text.inline import inline
from engine.text.phrases import Clause, Sentences
from engine.text.renderer.abilities import Renderer
from engine.text.renderer.registry import ACTIONS


@inline
class LeaveCompiler(Compiler):
    """The phrases about leave to activate."""

    # --- the card itself ---

    def played_from(
        self, action: Lexeme, _self: Ref, zone: Lexeme, condition: Compare | None = None
    ) -> AlternativeCost:
        """Its own cost is paid all the same, a memory cost too (1.9.2)."""
        if str(action).lower().removeprefix("to ") != "activate" or zone.lower() == "hand":
            raise Reject
        return AlternativeCost((), zone=str(zone.lower()), besides=True, condition=condition, resource="reserve")

    def while_played_from(self, condition: Compare, action: Lexeme, this: Ref, zone: Lexeme) -> AlternativeCost:
        return self.played_from(action, this, zone, condition)

    def played_from_for(self, cost: Cost, action: Lexeme, this: Ref, zone: Lexeme) -> AlternativeCost:
        return replace(self.played_from(action, this, zone), cost=cost)

    def while_played_from_for(
        self, condition: Compare, cost: Cost, action: Lexeme, this: Ref, zone: Lexeme
    ) -> AlternativeCost:
        return replace(self.played_from(action, this, zone, condition), cost=cost)

    def played_from_instead(
        self, cost: Cost, action: Lexeme, this: Ref, zone: Lexeme, _its: Lexeme, *_costs: Lexeme
    ) -> AlternativeCost:
        return replace(self.played_from_for(cost, action, this, zone), besides=False)

    def if_played_from_instead(
        self, condition: Compare, cost: Cost, action: Lexeme, this: Ref, zone: Lexeme, its: Lexeme, price: Lexeme
    ) -> AlternativeCost:
        """Rather than for its reserve cost; additional costs come on top (1.3.3)."""
        if price.lower() != "reserve cost":
            raise Reject
        return replace(self.played_from_instead(cost, action, this, zone, its), condition=condition)

    # --- cards that were just named ---

    def let_play(self, action: Lexeme, what: Ref, duration: UntilWord = "") -> Clause:
        if self.action(action) != "activate" or what.kind in ("each", "self"):
            raise Reject  # that is leave for whatever lies there, not for these very cards
        return Clause((LetPlay(what, "activate", duration),), subject=YOU)

    def let_play_first(self, duration: UntilWord, action: Lexeme, what: Ref) -> Clause:
        return self.let_play(action, what, duration)

    def let_play_free(self, action: Lexeme, what: Ref, _its: Lexeme, _cost: Lexeme, duration: UntilWord = "") -> Clause:
        (granted,) = self.let_play(action, what, duration).effects
        assert isinstance(granted, LetPlay)
        return Clause((replace(granted, free=True),), subject=YOU)

    def let_play_there(self, _pronoun: Ref, action: Lexeme, what: Ref) -> Clause:
        """As long as a card lies there it is that very object, and one that has moved on is another."""
        return self.let_play(action, what)

    def let_play_those(self, action: Lexeme, what: Ref) -> Clause:
        return self.let_play(action, what)

    def body(self, *sentences: tuple[Instruction, ...]) -> Sentences:
        """Of cards that were just banished leave is given before the others go elsewhere: then they are "it"."""
        said = super().body(*sentences)
        return replace(said, effects=_with_leave_first(_of_banished(said.effects)))


def _of_banished(effects: tuple[Instruction, ...]) -> tuple[Instruction, ...]:
    """The banished cards, by a pronoun, where the text itself has just banished them and no cost has."""
    found = list(effects)
    for at, effect in enumerate(found):
        if isinstance(effect, LetPlay) and effect.what.kind == "exiled" and any(map(_banishes, found[:at])):
            what = effect.what.what
            if what is None or what != Filter((("card",),), zone=what.zone):
                raise Reject
            found[at] = replace(effect, what=Ref("they"))
    return tuple(found)


def _with_leave_first(effects: tuple[Instruction, ...]) -> tuple[Instruction, ...]:
    match effects:
        case (*before, PutAmong(place=Move(zone="exile")) as put, PutRest() as rest, LetPlay() as leave):
            return (*before, put, leave, rest)
        case _:
            return effects


def _banishes(effect: Instruction) -> bool:
    """Whether cards that nobody chose for a cost are banished."""
    match effect:
        case PutAmong(place=Move(zone="exile")) | PutRest(place=Move(zone="exile")) | Mill(zone="exile"):
            return True
        case _:
            return False


class LeaveRenderer(Renderer):
    """Writes the phrases about leave to activate."""

    def alternative_cost(self, ability: AlternativeCost) -> str:
        if ability.zone == "hand" or ability.keyword:
            return super().alternative_cost(ability)
        given = "" if ability.condition is None else f"as long as {self.condition(ability.condition)}, "
        whence = f"{self.terms['play']} this from your {ability.zone}"
        if not ability.cost:
            return f"{given}you may {whence}."
        if ability.condition is not None and not ability.besides:
            free = " without paying its reserve cost"
            return f"if {self.condition(ability.condition)}, you may {self.payment(ability.cost)} to {whence}{free}."
        free = "" if ability.besides else " without paying its costs"
        return f"{given}you may {self.payment(ability.cost)} to {whence}{free}."

    @ACTIONS.writer(LetPlay)
    def let_play(self, effect: LetPlay) -> str:
        paying = " without paying its reserve cost" if effect.free else ""
        ref = self.ref(effect.what)
        if not effect.until and not effect.free:
            there = "they're" if self.is_plural(effect.what) else "it's"
            return f"as long as {there} banished, you may activate {ref}"
        return f"you may {effect.verb} {ref}{paying}{self.until(effect.until)}"
