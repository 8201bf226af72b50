"""The phrases about instances on the Effects Stack, about cards played in the middle of a text, and about lineages."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from lark import Token as Lexeme

from engine.abilities import (
    IT,
    SELF,
    Ability,
    Activated,
    Amount,
    Body,
    Choose,
    CopySpell,
    CounterSpell,
    Filter,
    Instruction,
    LoseLevel,
    MayPlay,
    Move,
    MoveSelf,
    PlayNow,
    Ref,
    Static,
)
from engine.games.grand_archive.language.action_rendering import MATERIAL_DECK, is_regalia
from engine.games.grand_archive.language.play_phrases import PlayingCompiler, PlayingRenderer
from engine.text.binding import bind_text
from engine.text.compiler.actions import is_third
from engine.text.errors import Reject
from engine.text.inline import inline
from engine.text.phrases import Choice, Clause, CounteredInto, Sentences, Suffix, records_of
from engine.text.renderer.registry import ACTIONS
from engine.text.renderer.writing import Unwritable

EFFECTS_STACK: Final = "effects stack"
RELEASE: Final = (MoveSelf("exile", "lineage"),)
"""The cost that Lineage Release stands for: to banish the card it stands on from the inner lineage."""


def _takes_back_others(part: object) -> bool:
    if not isinstance(part, Body):
        return False
    for at, effect in enumerate(part.effects):
        before = part.effects[at - 1] if at else None
        if isinstance(effect, Move) and effect.zone == MATERIAL_DECK and effect.what != SELF:
            is_known = effect.what == IT and isinstance(before, Choose) and is_regalia(before.what)
            aim = part.targets[effect.what.index].what if effect.what.kind == "target" else None
            is_target = is_regalia(Ref("each", 0, aim))
            if not (is_known or is_target or is_regalia(effect.what)):
                return True
    return False


@inline
class MaterializingCompiler(PlayingCompiler):
    """Reads the phrases about materializing."""

    def start(self, found: Ability | tuple[Ability, ...]) -> tuple[Ability, ...]:
        """A material deck takes back its own cards (Preserve): the text says that what was just chosen is one."""
        abilities = super().start(found)
        if any(map(_takes_back_others, records_of(abilities, Body))):
            raise Reject
        return abilities

    def copy(self, verb: Lexeme, ref: Ref) -> Clause:
        return Clause((CopySpell(ref),), is_third(verb))

    def play_now(self, action: Lexeme, portion: tuple[Amount, Filter]) -> Clause:
        count, what = portion
        if count != 1 or what.of == "opponent" or what.zone in ("battlefield", "stack", ""):
            raise Reject
        verb = self.action(action)
        if verb == "materialize" and what.zone == "hand":
            what = replace(what, zone="material deck")  # that is where cards are materialized from
        return Clause((PlayNow(Ref("each", what=replace(what, of="you")), verb),), is_third(action))

    def play_now_free(self, action: Lexeme, portion: tuple[Amount, Filter], _its: Lexeme, _price: Lexeme) -> Clause:
        clause = self.play_now(action, portion)
        (do,) = clause.effects
        assert isinstance(do, PlayNow)
        return replace(clause, effects=(replace(do, free=True),))

    def banish_negated(self, _verb: Lexeme) -> tuple[Instruction, ...]:
        """The card is on the Effects Stack as its activation is negated (Negate 1a), and leaves it so."""
        return (CounteredInto(IT, "exile"),)

    def put_negated(self, _verb: Lexeme, there: Move) -> tuple[Instruction, ...]:
        return (CounteredInto(IT, there.zone),)

    def delevel(self, verb: Lexeme, refs: tuple[Ref, ...]) -> Clause:
        return Clause(tuple(LoseLevel(ref) for ref in refs), is_third(verb))

    def may_play_fast(self, action: Lexeme, what: Filter) -> tuple[Static, ...]:
        return tuple(replace(leave, fast=True) for leave in self.may_activate(action, what))

    def on_effects_stack(self) -> Suffix:
        return Suffix(zone=EFFECTS_STACK)

    def lineage_release(self, _dash: Lexeme, text: Sentences | Choice) -> Activated:
        """It works in the inner lineage only (Lineage Release)."""
        body, modes = bind_text(text, types=self.vocabulary.types)
        return Activated(RELEASE, body, modes, zone="lineage")


class MaterializingRenderer(PlayingRenderer):
    """Writes the phrases about materializing."""

    @ACTIONS.writer(CopySpell)
    def copy_card(self, effect: CopySpell) -> str:
        return f"copy {self.ref(effect.what)}"

    @ACTIONS.writer(PlayNow)
    def play_now(self, effect: PlayNow) -> str:
        if effect.what.what is None:
            raise Unwritable(effect)
        cost = "memory" if effect.verb == "materialize" else "reserve"
        price = f" without paying its {cost} cost" if effect.free else ""
        what = effect.what.what
        if what.zone == "material deck" and "briefly" in self.wording:
            what = replace(what, zone="hand", of="")
        return f"{effect.verb} {self.counted(1, what)}{price}"

    def after(self, effect: Instruction) -> str:
        if not isinstance(effect, CounterSpell) or not effect.zone:
            return super().after(effect)
        negated = "the card that had its activation negated this way"
        return f" Banish {negated}." if effect.zone == "exile" else f" Put {negated} {self.zone(effect.zone)}."

    @ACTIONS.writer(LoseLevel)
    def lose_level(self, effect: LoseLevel) -> str:
        return f"delevel {self.ref(effect.what)}"

    def may_play(self, static: MayPlay) -> str:
        return super().may_play(static) + (" at fast speed" if static.fast else "")

    def activated(self, ability: Activated) -> str:
        if ability.cost != RELEASE:
            return super().activated(ability)
        return f"lineage release — {self.text(ability.body, ability.modes)}"

    def noun(self, what: Filter, *, plural: bool = False) -> str:
        if what.zone != EFFECTS_STACK:
            return super().noun(what, plural=plural)
        return f"{super().noun(replace(what, zone='hand'), plural=plural)} on the effects stack"
