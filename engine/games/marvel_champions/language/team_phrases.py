"""Phrases of leaders and teams, for players who play together; and of cards that are given as boost cards."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from lark import Token as Lexeme

from engine.abilities import (
    Ability,
    Compare,
    Count,
    EncounterSearch,
    Filter,
    GiveBoost,
    Grant,
    Keyword,
    Modify,
    Ref,
    ResolveMoment,
    Static,
    Timed,
)
from engine.abilities.records import record
from engine.games.marvel_champions.language.counter_phrases import is_of_enemies
from engine.games.marvel_champions.language.noun_phrases import YOUR_LEADER, is_one
from engine.games.marvel_champions.language.set_phrases import OF_LEADER
from engine.games.marvel_champions.language.shared_words import HINDER_FOR_EACH
from engine.games.marvel_champions.language.variant_phrases import VariantCompiler
from engine.games.marvel_champions.language.variant_rendering import VariantRenderer
from engine.text.compiler.actions import Effects, act
from engine.text.errors import Reject
from engine.text.inline import inline
from engine.text.phrases import SUBJECT, Alternatives, Clause, Suffix
from engine.text.renderer.modifications import THIS_TURN
from engine.text.renderer.registry import ABILITIES, ACTIONS
from engine.text.renderer.writing import an

COMPETITIVE: Final = Compare(Count(YOUR_LEADER), ">=", 1)
"""A team has a leader only where teams play against each other."""
COOPERATIVE: Final = replace(COMPETITIVE, op="=", right=0)
MODES: Final = {COMPETITIVE: "you play in competitive mode", COOPERATIVE: "you play in cooperative mode"}
YOUR_LEADERS_SCHEME: Final = Ref("each", 0, Filter((("main", "scheme"),), "you"))
PLAYERS: Final = Filter((("player",),), zone="")

OTHER_FORM: Final = {"hero": "alter-ego", "alter-ego": "hero"}
HINDERS: Final = ("hinder", HINDER_FOR_EACH)


@record(frozen=True, slots=True)
class LyingOn(Suffix):
    """The words by which something is attached: "on Rhino"."""


@inline
class TeamCompiler(VariantCompiler):
    """Reads the phrases of words_of_teams.lark."""

    def in_competitive_mode(self, effects: Effects) -> Effects:
        return self.if_first(COMPETITIVE, effects)

    def in_cooperative_mode(self, effects: Effects) -> Effects:
        return self.if_first(COOPERATIVE, effects)

    def static_if_first(self, condition: Compare, statics: tuple[Static, ...]) -> tuple[Ability, ...]:
        """A card has something itself as long as something else is so (Constant Abilities)."""
        if not all(isinstance(static, Grant) and static.source for static in statics):
            raise Reject
        return self.static_while(statics, condition)

    def plays_competitively(self) -> Compare:
        return COMPETITIVE

    def plays_together(self) -> Compare:
        return COOPERATIVE

    def your_leaders_scheme(self, *_words: Lexeme) -> Ref:
        return YOUR_LEADERS_SCHEME

    def search_of_leader(self, what: Filter) -> Filter:
        """A card of the set that was chosen with the leader."""
        if what != Filter(what.kinds):
            raise Reject
        return replace(what, tests=(OF_LEADER,))

    def find(self, verb: Lexeme, what: Filter) -> Clause:
        """One card of a kind may be found without its name where the chosen set has no others of it."""
        if what.tests != (OF_LEADER,):
            return super().find(verb, what)
        return act(verb, EncounterSearch(what, who=SUBJECT, aside=True, finds=True))

    def lying_on(self, ref: Ref) -> Suffix:
        if ref.kind == "zone":
            raise Reject  # what lies in a pile is attached to nothing
        narrowed = self.attached_to(ref)
        return LyingOn(tests=narrowed.tests, is_open=narrowed.is_open)

    def noun(self, alternatives: Alternatives, *suffixes: Suffix) -> Filter:
        """Attachments lie on something; an upgrade that is played "on" it is not there yet."""
        is_lying = any(isinstance(suffix, LyingOn) for suffix in suffixes)
        if is_lying and any(kind[-1:] != ("attachment",) for kind in alternatives.kinds):
            raise Reject
        return super().noun(alternatives, *suffixes)

    def resolve_moment_of(self, quoted: Lexeme, refs: tuple[Ref, ...]) -> Clause:
        """Boost abilities of what is in play, where each of them stands on another card."""
        if str(quoted)[1:-1].lower() != "boost":
            return super().resolve_moment_of(quoted, refs)
        if len(refs) != 1 or refs[0].kind != "each" or refs[0].what is None or refs[0].what.zone != "battlefield":
            raise Reject
        return Clause((ResolveMoment(refs[0], "boost"),))

    def keep_as_boost(self, verb: Lexeme, card: Ref, to: Ref, _card: Lexeme) -> Clause:
        if not is_of_enemies(to):
            raise Reject
        return act(verb, GiveBoost(to, kept=True, card=card))


class TeamRenderer(VariantRenderer):
    """Writes the phrases of words_of_teams.lark."""

    def condition(self, condition: Compare) -> str:
        if condition in MODES:
            return MODES[condition]
        if condition == Compare(Count(PLAYERS), ">", 1):
            return "there is more than 1 player"
        return super().condition(condition)

    def _says_if(self, static: Static) -> bool:
        """An ability of the card itself is said so too."""
        is_own = isinstance(static, Grant) and static.source and "briefly" in self.wording
        return is_own or super()._says_if(static)

    @ABILITIES.writer(Timed)
    def timed(self, ability: Timed) -> str:
        """A player who changes form is said to be the identity in the form before, too."""
        said = super().timed(ability)
        if "fully" not in self.wording:
            return said
        for now, before in OTHER_FORM.items():
            changed = said.replace(f"a player changes to {now} form", f"{an(before)} changes to {now} form")
            said = changed.replace(f"your {now}", f"that {now}") if changed != said else said
        return said

    @ACTIONS.writer(Modify)
    def modify(self, effect: Modify) -> str:
        """A prohibition for a time lasts until the phase ends."""
        return super().modify(effect).replace(THIS_TURN, " this phase")

    def static(self, static: Static) -> str:
        """The threat of a stage in a case stands behind that."""
        if not (isinstance(static, Grant) and static.condition is not None and static.abilities):
            return super().static(static)
        own = static.abilities[0]
        if not isinstance(own, Keyword) or own.name not in HINDERS:
            return super().static(static)
        return f"if {self.condition(static.condition)}, {self.static(replace(static, condition=None))}"

    def grant(self, static: Grant) -> str:
        if static != Grant(abilities=static.abilities, source=True) or len(static.abilities) != 1:
            return super().grant(static)
        own = static.abilities[0]
        if not isinstance(own, Keyword) or own.name not in HINDERS:
            return super().grant(static)
        return f"this scheme gains {self.keyword(own).removesuffix('.')}"

    def ref(self, ref: Ref) -> str:
        return "your leader's main scheme" if ref == YOUR_LEADERS_SCHEME else super().ref(ref)

    def _related(self, ref: Ref) -> str:
        """The only one there is has no article."""
        return self.ref(ref) if is_one(ref) else super()._related(ref)

    @ACTIONS.writer(EncounterSearch)
    def encounter_search(self, effect: EncounterSearch) -> str:
        if effect.what.tests != (OF_LEADER,):
            return super().encounter_search(effect)
        return self.with_subject(effect.who, "find", f"the {self.noun(effect.what)}")

    @ACTIONS.writer(GiveBoost)
    def give_boost(self, effect: GiveBoost) -> str:
        if effect.card is None:
            return super().give_boost(effect)
        return f"give {self.ref(effect.card)} to {self.ref(effect.what)} as a facedown boost card"
