"""Magic's keyword abilities that say more than their name, read and written."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from lark import Token as Lexeme

from engine.abilities import (
    SELF,
    Ability,
    Activated,
    Amount,
    AsThough,
    Attach,
    Body,
    Compare,
    Cost,
    Count,
    DiscardSelf,
    Draw,
    EitherCost,
    Enters,
    Filter,
    Grant,
    Keyword,
    Limit,
    Move,
    MoveCost,
    MoveSelf,
    Paid,
    Ref,
    Replacement,
    Search,
    Static,
    TargetSpec,
    Would,
)
from engine.games.magic.face_down import BACKS
from engine.games.magic.keywords.spells import OF_SPELLS
from engine.games.magic.mana_substitutes import INSTEAD
from engine.games.magic.qualities import SPARING
from engine.games.magic.splicing import SPLICE
from engine.games.magic.subtypes import SUBTYPES
from engine.play.announced_numbers import has_x
from engine.text.compiler.abilities import Compiler
from engine.text.compiler.modifications import CHOSEN_COLOR, YOUR_COLOR
from engine.text.compiler.statics import what_is_played
from engine.text.errors import Reject
from engine.text.gains_elsewhere import READ_ELSEWHERE
from engine.text.inline import inline
from engine.text.renderer.abilities import Renderer

EVERYTHING: Final = Filter(zone="")
COLORED: Final = Filter((("white",), ("blue",), ("black",), ("red",), ("green",)), zone="")
OF_CHOSEN_COLOR: Final = Filter(((CHOSEN_COLOR,),), zone="")
OF_YOUR_COLOR: Final = Filter(((YOUR_COLOR,),), zone="")
BEARERS: Final = {"equip": Filter((("creature",),), "you"), "fortify": Filter((("land",),), "you")}
"""The permanents that these attach theirs to (702.6a, 702.67a)."""

PROTECTING: Final = ("protection", SPARING)


@inline
class KeywordCompiler(Compiler):
    """Keyword abilities that say more than their name."""

    def cycling(self, *parts: Cost | Lexeme) -> Ability:
        """702.29a: behind a dash stands a cost that is not only mana."""
        cost = parts[-1]
        assert isinstance(cost, tuple)
        return Activated((*cost, DiscardSelf()), Body((Draw(1),)), zone="hand", keyword="cycling")

    def typecycling(self, word: Lexeme, *parts: Cost | Lexeme) -> Ability:
        """Typecycling as an ability (702.29e)."""
        cost = parts[-1]
        assert isinstance(cost, tuple)
        kind = word.lower().removesuffix("cycling")
        if kind not in SUBTYPES and kind not in ("land", "basic land"):
            raise Reject
        what = Filter(((*kind.split(), "card"),), zone="hand")
        return Activated((*cost, DiscardSelf()), Body((Search(what, "hand"),)), zone="hand", keyword=str(word.lower()))

    def granted_keyword(self, keyword: Ability | tuple[Ability, ...]) -> tuple[tuple[str, ...], tuple[Ability, ...]]:
        """Keywords that add to what a spell does are read where they are printed."""
        if isinstance(keyword, Keyword) and keyword.name in OF_SPELLS:
            raise Reject
        if isinstance(keyword, Keyword) and keyword.name in READ_ELSEWHERE:
            return (), (keyword,)
        return super().granted_keyword(keyword)

    def keyword_with_cost(self, word: Lexeme, *rest: object) -> Ability:
        """A cost to turn something face up has no X: nobody announces one (702.37e)."""
        keyword = super().keyword_with_cost(word, *rest)
        assert isinstance(keyword, Keyword)
        if keyword.name in BACKS and any(map(has_x, keyword.cost)):
            raise Reject
        return keyword

    def escapes_with(self, _self: Ref, how: Enters) -> tuple[Static, ...]:
        """702.138c: if it escaped, it enters with those counters."""
        return (Replacement(Would("enter", SELF), (how,), condition=Compare(Paid("escape"), ">=", 1)),)

    def keyword_with_both(self, word: Lexeme, number: Amount, *rest: object) -> Ability:
        if not isinstance(number, int):
            raise Reject
        (cost,) = (part for part in rest if isinstance(part, tuple))
        return Keyword(word.lower(), number, cost)

    def equip(self, word: Lexeme, *rest: Lexeme | Cost) -> Ability:
        cost = rest[-1]
        assert isinstance(cost, tuple)
        return _attaching(str(word.lower()), BEARERS[word.lower()], cost)

    def equip_noun(self, _word: Lexeme, what: Filter, cost: Cost) -> Ability:
        if what.of or what.zone != "battlefield":
            raise Reject
        kinds = tuple(kind if "creature" in kind else (*kind, "creature") for kind in what.kinds)
        return _attaching("equip", replace(what, kinds=kinds, of="you"), cost)

    def craft(self, what: Filter, cost: Cost) -> Ability:
        """Craft as an ability (702.167a): what is named by a type alone is a permanent or a card (702.167b)."""
        if (what.of, what.zone) != ("", "battlefield") or what.tests:
            raise Reject
        return crafting(what, cost)

    def spells_have_affinity(self, spells: Filter, _have: Lexeme, what: Filter) -> tuple[Static, ...]:
        """702.41a: each of these spells costs {1} less for each of the things."""
        if spells.of != "you" or what.of or what.zone != "battlefield":
            raise Reject
        number = Count(replace(what, of="you"))
        return (replace(self.changed(spells), operation="less", amount=number),)

    def spells_have(self, spells: Filter, _have: Lexeme, word: Lexeme) -> tuple[Static, ...]:
        """Leave to pay for these spells otherwise than with mana (702.51a, 702.126a)."""
        is_cast = spells.of == "you" and all("spell" in kind for kind in spells.kinds)
        if word.lower() not in INSTEAD or not is_cast:
            raise Reject
        return (AsThough(str(word.lower()), what_is_played(replace(spells, of=""))),)

    def splice(self, what: Filter, *rest: Lexeme | Cost) -> Ability:
        """Splice as an ability (702.47a): of what spells it is said is called by their types."""
        cost = rest[-1]
        if (what.of, what.zone) != ("", "battlefield") or what.tests or not isinstance(cost, tuple):
            raise Reject
        return Keyword(SPLICE, cost=cost, what=replace(what, zone=""))

    def enchant(self, what: Filter) -> Ability:
        return Keyword("enchant", what=what)

    def sparing_this(self, statics: tuple[Static, ...], kind: Lexeme) -> tuple[Ability, ...]:
        """Protection that lets the Aura stay that gives it (702.16n)."""
        (grant,) = statics
        if not isinstance(grant, Grant) or not grant.attached or kind != "Aura":
            raise Reject
        if not all(isinstance(each, Keyword) and each.name == "protection" for each in grant.abilities):
            raise Reject
        own = tuple(replace(each, value=SPARING) for each in grant.abilities if isinstance(each, Keyword))
        return self.static((replace(grant, abilities=own),))

    def protection(self, *qualities: Filter) -> tuple[Ability, ...]:
        return tuple(Keyword("protection", what=what) for what in qualities)

    def hexproof_from(self, *qualities: Filter) -> tuple[Ability, ...]:
        return tuple(Keyword("hexproof from", what=what) for what in qualities)

    def quality(self, *words: Lexeme | Filter) -> Filter:
        what = words[-1]
        if not isinstance(what, Filter) or what.of or what.zone not in ("battlefield", "stack"):
            raise Reject
        return replace(what, zone="")

    def color_of_choice_quality(self) -> Filter:
        return OF_YOUR_COLOR

    def chosen_color_quality(self) -> Filter:
        return OF_CHOSEN_COLOR

    def everything(self) -> Filter:
        return EVERYTHING

    def all_colors(self) -> Filter:
        return COLORED


class KeywordRenderer(Renderer):
    """Writes keywords as cards do."""

    def static(self, static: Static) -> str:
        said = super().static(static)
        given = static.abilities if isinstance(static, Grant) else ()
        is_spared = any(isinstance(each, Keyword) and (each.name, each.value) == PROTECTING for each in given)
        return f"{said} This effect doesn't remove this Aura." if is_spared else said

    def keyword(self, keyword: Keyword) -> str:
        what = keyword.what
        if keyword.cost and keyword.value:
            return f"{keyword.name} {keyword.value}—{self.cost(keyword.cost)}"
        if what is None:
            return super().keyword(keyword).replace(" !", "!")
        if keyword.name == SPLICE:
            return f"splice onto {self.noun(replace(what, zone='battlefield'))}{self._keyword_cost(keyword.cost)}"
        if keyword.name == "enchant":
            return f"enchant {self.noun(what)}"
        from_ = "" if keyword.name.endswith(" from") else " from"
        said = {EVERYTHING: "everything", COLORED: "all colors", OF_CHOSEN_COLOR: self.chosen_words("color")}
        return f"{keyword.name}{from_} {said.get(what) or self.noun(what, plural=True)}"

    def static_sentence(self, static: Static) -> str:
        if isinstance(static, AsThough) and static.keyword in INSTEAD:
            return f"{self.played_thing(static.what, 'cast', plural=True)} you cast have {static.keyword}"
        return super().static_sentence(static)

    def keyword_ability(self, ability: Activated) -> str | None:
        if ability.keyword.endswith("cycling"):
            return f"{ability.keyword}{self._keyword_cost(ability.cost[:-1])}"
        if ability.keyword in BEARERS:
            what = ability.body.targets[0].what
            kinds = tuple(
                kind[:-1] if kind[1:] == ("creature",) and kind[0] in SUBTYPES else kind for kind in what.kinds
            )
            noun = "" if what == BEARERS[ability.keyword] else self.noun(replace(what, kinds=kinds, of="")) + " "
            return f"{ability.keyword} {noun}{self.cost(ability.cost)}"
        if ability.keyword == "craft":
            at = ability.cost.index(MoveSelf("exile"))
            return f"craft with {self.noun(material_in(ability.cost[at + 1]))} {self.cost(ability.cost[:at])}"
        return super().keyword_ability(ability)


def crafting(what: Filter, cost: Cost) -> Activated:
    """The ability to craft with one of these."""
    there = replace(what, of="you", other=True)
    card = replace(what, kinds=tuple((*kind, "card") for kind in what.kinds), of="you", zone="graveyard")
    each = EitherCost(((MoveCost(there, "exile"),), (MoveCost(card, "exile"),)))
    whole = (*cost, MoveSelf("exile"), each)
    returned = Body((Move(SELF, "battlefield", under="owner", transformed=True),))
    return Activated(whole, returned, limits=(Limit("sorcery"),), keyword="craft")


def material_in(part: object) -> Filter:
    """The material that a craft cost asks for."""
    assert isinstance(part, EitherCost)
    (first,) = part.options[0]
    assert isinstance(first, MoveCost)
    return replace(first.what, of="", other=False)


def _attaching(word: str, what: Filter, cost: Cost) -> Activated:
    attached = Body((Attach(SELF, Ref("target")),), (TargetSpec(what),))
    return Activated(cost, attached, limits=(Limit("sorcery"),), keyword=word)
