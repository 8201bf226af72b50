"""Grand Archive's texts about the inner lineage of one's champion: what lies there, and what is put there."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from lark import Token as Lexeme

from engine.abilities import IT, SELF, YOU, Ability, Compare, Count, Filter, LevelUp, Move, Ref, Test, Value
from engine.games.grand_archive.shared_events import FOLLOWS
from engine.text.antecedents import of_a_person
from engine.text.compiler.abilities import Compiler
from engine.text.errors import Reject
from engine.text.inline import inline
from engine.text.phrases import Clause, Suffix, rewrite
from engine.text.renderer.abilities import Renderer
from engine.text.renderer.registry import ACTIONS

LINEAGE: Final = "lineage"
CHAMPIONS: Final = Filter((("champion",),))
NEXT_CHAMPION: Final = Ref(
    "chosen",
    0,
    Filter((("champion", "card"),), "you", "material deck", tests=(Test(FOLLOWS, "of", Value("id", YOU)),)),
    YOU,
)
BENEATH: Final = frozenset(("curse", "action", "attack", "ally", "item", "weapon", "domain", "phantasia", "regalia"))
"""The words that no champion bears: cards of such a kind lie in the inner lineage."""
OF_ATTACKER: Final = Ref("controller", of=Ref("attacker"))
TO_LINEAGE: Final = "on the bottom of your champion's lineage"


@inline
class LineageCompiler(Compiler):
    """The phrases about the inner lineage."""

    def champion_of_somebody(self, whose: Ref) -> Ref:
        """The champion that a player, whom the text has named, controls."""
        if whose == YOU or whose.kind in ("self", "attached", "event", "hit"):
            raise Reject
        return Ref("each", 0, replace(CHAMPIONS, whose=of_a_person(whose)))

    def in_lineage(self, *_words: Lexeme) -> Suffix:
        return Suffix("you", LINEAGE)

    def level_up(self) -> Clause:
        """Into a card of one's material deck that may come next, of which one chooses (Leveling Up 1)."""
        return Clause((LevelUp(NEXT_CHAMPION),))

    def in_own_lineage(self, _self: Ref) -> Suffix:
        return self.in_lineage()

    def start(self, found: Ability | tuple[Ability, ...]) -> tuple[Ability, ...]:
        abilities = super().start(found)
        rewrite(abilities, _of_inner_cards, only=(Filter,))
        return abilities

    def in_attackers_lineage(self, *_words: Lexeme) -> Suffix:
        return Suffix(zone=LINEAGE, whose=OF_ATTACKER)

    def to_lineage(self, *_words: Lexeme) -> Move:
        return Move(IT, LINEAGE)

    def move(self, verb: Lexeme, refs: tuple[Ref, ...], there: Move) -> Clause:
        """A card comes to its owner's lineage: only of the card itself it is known whose it is."""
        if there.zone == LINEAGE and refs != (SELF,):
            raise Reject
        return super().move(verb, refs, there)


def _of_inner_cards(part: object) -> object:
    """Cards of a lineage: its topmost card is one of them, the champion, which lies on the field (Lineage (term) 1).

    A text that could mean that, too, is refused: "another" card is none but those beneath.
    """
    is_any = isinstance(part, Filter) and part.zone == LINEAGE and not part.other
    if is_any and any(BENEATH.isdisjoint(kind) for kind in getattr(part, "kinds", ())):
        raise Reject
    return part


def champions_player(ref: Ref) -> Ref | None:
    """The player whose champion a reference means by that player; none if it means something else."""
    is_champion = ref.kind == "each" and ref.what is not None and replace(ref.what, whose=None) == CHAMPIONS
    return ref.what.whose if is_champion and ref.what is not None else None


class LineageRenderer(Renderer):
    """Writes the phrases about the inner lineage."""

    @ACTIONS.writer(LevelUp)
    def level_up(self, _effect: LevelUp) -> str:
        return "level up your champion"

    def count_condition(self, count: Count, condition: Compare) -> str:
        said = super().count_condition(count, condition)
        is_own = count.what.zone == LINEAGE and count.what.other
        if not is_own:
            return said
        return said.replace("you have ", "there's ", 1).replace("your champion's lineage", "this's lineage")

    def _ref(self, ref: Ref) -> str:
        whose = champions_player(ref)
        return super()._ref(ref) if whose is None else f"{self.possessive(whose)} champion"

    def subject(self, ref: Ref) -> str:
        return super().subject(ref) if champions_player(ref) is None else self.ref(ref)

    def is_plural(self, ref: Ref) -> bool:
        return champions_player(ref) is None and super().is_plural(ref)

    def zone(self, zone: str) -> str:
        return TO_LINEAGE if zone == LINEAGE else super().zone(zone)

    def noun(self, what: Filter, *, plural: bool = False) -> str:
        if what.zone != LINEAGE:
            return super().noun(what, plural=plural)
        whose = "the attacker's" if what.whose == OF_ATTACKER else "your champion's"
        return f"{super().noun(replace(what, zone='hand', of='', whose=None), plural=plural)} in {whose} lineage"
