"""Grand Archive's texts about what players can't do, or pay more for: always, or one of them for a time."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from lark import Token as Lexeme

from engine.abilities import (
    YOU,
    Ability,
    Amount,
    CostChange,
    Filter,
    Forbid,
    Instruction,
    Ref,
    Static,
    ThisTurn,
    UntilWord,
)
from engine.games.grand_archive.conditions import USE_ABILITY
from engine.games.grand_archive.language.play_phrases import PLAYED_FROM
from engine.text.antecedents import of_a_person
from engine.text.compiler.abilities import Compiler
from engine.text.compiler.replacement_effects import WHOSE
from engine.text.errors import Reject
from engine.text.inline import inline
from engine.text.phrases import SUBJECT, Clause, CostAmount, Suffix, rewrite
from engine.text.renderer.abilities import Renderer
from engine.text.renderer.registry import STATICS
from engine.text.renderer.writing import number_word

ANY_CARD: Final = Filter((("card",),), zone="stack")
DRAW: Final = "draw"
RECOVER: Final = "gain life"
SUBJECTS: Final = {"": "players", "you": "you", "opponent": "your opponents"}
EACH: Final = {"": "each player", "you": "you", "opponent": "each opponent"}


@inline
class LimitCompiler(Compiler):
    """The phrases about what players can't do."""

    counted_plays = ("activate", "materialize")

    # --- always ---

    def ability_use(self) -> str:
        """Cards are activated, too, which is something else."""
        return USE_ABILITY

    def forbid_drawing(self, who: Ref, _cant: Lexeme, _draw: Lexeme, _cards: Lexeme) -> tuple[Static, ...]:
        whose = WHOSE.get(who.kind)
        if whose is None:
            raise Reject
        return (Forbid(DRAW, who=whose),)

    def forbid_drawing_more(
        self, who: Ref, cant: Lexeme, draw: Lexeme, most: Amount, cards: Lexeme, _each: Lexeme
    ) -> tuple[Static, ...]:
        (forbid,) = self.forbid_drawing(who, cant, draw, cards)
        if not isinstance(most, int) or not isinstance(forbid, Forbid):
            raise Reject
        return (replace(forbid, most=most),)

    # --- one player, for a time ---

    def cannot_recover(self, _cant: Lexeme, _recover: Lexeme) -> Forbid:
        return Forbid(RECOVER, who="you")

    def cannot_draw(self, *_words: Lexeme) -> Forbid:
        return Forbid(DRAW, who="you")

    def cannot_play(self, _cant: Lexeme, action: Lexeme, what: Filter) -> Forbid:
        is_card = what.zone in PLAYED_FROM and all("card" in kind for kind in what.kinds)
        if what.of or what.whose is not None or not is_card:
            raise Reject
        return Forbid(self.action(action), replace(self.what_it_plays(what) or what, zone="stack"), who="you")

    def cannot_play_more(self, cant: Lexeme, action: Lexeme, most: Amount, what: Filter) -> Forbid:
        """Of this turn alone it is known how often that was done."""
        forbid = self.cannot_play(cant, action, what)
        if not isinstance(most, int) or forbid.action not in self.counted_plays:
            raise Reject
        return replace(forbid, most=most)

    def player_cannot(self, forbid: Forbid, until: UntilWord) -> Clause:
        if forbid.most and until != "turn":
            raise Reject
        return Clause((ThisTurn(forbid, until, SUBJECT),), third=True)

    def player_cannot_first(self, until: UntilWord, who: Ref, forbid: Forbid) -> tuple[Instruction, ...]:
        return self.clause(who, self.player_cannot(forbid, until)).effects

    # --- what one player pays more for ---

    def played_by_that_player(self, who: Lexeme, action: Lexeme) -> Suffix:
        return Suffix(whose=of_a_person(self.that_player(who)), is_controlled=self.action(action) == "materialize")

    def until_turn_ends(self) -> UntilWord:
        return "turn"

    def cost_of_noun(self, what: Filter) -> tuple[CostChange, ...]:
        if what.whose is None:
            return super().cost_of_noun(what)
        (change,) = super().cost_of_noun(replace(what, whose=None))
        return (replace(change, what=replace(change.what or ANY_CARD, whose=what.whose)),)

    def played_by_its_controller(self, whose: Ref, action: Lexeme) -> Suffix:
        who = of_a_person(self.controller_of(whose))
        return Suffix(whose=who, is_controlled=self.action(action) == "materialize")

    def next_cost(self, what: Filter, costs: Lexeme, amount: CostAmount) -> tuple[Instruction, ...]:
        """Of the next thing alone that a player plays whom the text has named."""
        if what.whose is None:
            return super().next_cost(what, costs, amount)
        effects = super().next_cost(replace(what, whose=None, of="you"), costs, amount)
        return tuple(replace(each, who=what.whose) for each in effects if isinstance(each, ThisTurn))

    def this_turn(self, statics: tuple[Static, ...]) -> tuple[Instruction, ...]:
        """A change of what one player pays that the text has named: it is that player's."""
        found: list[Instruction] = []
        for static in statics:
            match static:
                case CostChange(what=Filter(whose=Ref() as whose) as what):
                    own = replace(static, what=None if what == replace(ANY_CARD, whose=whose) else what, who="you")
                    own = own if own.what is None else replace(own, what=replace(what, whose=None))
                    found.append(ThisTurn(own, who=whose))
                case Forbid(action="draw"):
                    found.append(ThisTurn(static))
                case _:
                    found += super().this_turn((static,))
        return tuple(found)

    def start(self, found: Ability | tuple[Ability, ...]) -> tuple[Ability, ...]:
        abilities = super().start(found)
        rewrite(abilities, _of_known_player, only=(CostChange,))
        return abilities


def _of_known_player(part: object) -> object:
    """A change of costs that always holds is for players who are known at any time."""
    if isinstance(part, CostChange) and part.what is not None and part.what.whose is not None:
        raise Reject
    return part


class LimitRenderer(Renderer):
    """Writes the phrases about what players can't do."""

    @STATICS.writer(Forbid)
    def forbid(self, static: Forbid) -> str:
        if static.action == DRAW:
            if not static.most:
                return f"{SUBJECTS[static.who]} can't draw cards"
            cards = "card" if static.most == 1 else "cards"
            return f"{EACH[static.who]} can't draw more than {number_word(static.most)} {cards} each turn"
        if static.action == USE_ABILITY:
            if static.what is None and not (static.source or static.attached):
                return f"{SUBJECTS[static.who]} can't activate abilities"
            return super().forbid(replace(static, action="activate"))
        if static.action in ("activate", "materialize") and (static.what is None or static.what.zone == "stack"):
            what = self.played_thing(static.what, static.action, plural=static.most != 1)
            if static.most:
                return f"{EACH[static.who]} can't {static.action} more than {number_word(static.most)} {what} each turn"
            return f"{SUBJECTS[static.who]} can't {static.action} {what}"
        return super().forbid(static)

    def of_player(self, said: str, who: Ref) -> str:
        when, _, rest = said.rpartition(", ")
        if rest.startswith("you "):
            said = f"{when}, {super().of_player(rest, who)}" if when else super().of_player(rest, who)
            return said.replace(" each turn", "")
        if who == YOU:
            return said
        for verb in ("activate", "materialize"):
            said = said.replace(f"you {verb} ", f"{self.ref(who)} {verb}s ", 1)
        return said
