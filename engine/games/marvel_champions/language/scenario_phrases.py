"""Phrases about the cards of a scenario: their other faces, and the stages of the main scheme."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from lark import Token as Lexeme

from engine.abilities import (
    YOU,
    AdvanceStage,
    Amount,
    BringIntoPlay,
    EnemyScheme,
    Filter,
    FlipCard,
    If,
    IfDid,
    Instruction,
    Keyword,
    MakeDeck,
    Ref,
    RemoveStage,
    SetAsideSets,
    ShuffleSet,
    TakeTop,
)
from engine.games.marvel_champions.language.card_phrases import named_in
from engine.games.marvel_champions.language.shared_words import UNCOUNTED_SCHEME
from engine.games.marvel_champions.language.standing_phrases import YOURS
from engine.games.marvel_champions.language.tough_phrases import ToughCompiler, ToughRenderer
from engine.text.compiler.actions import Effects, act, is_third
from engine.text.compiler.joined_sentences import is_half_about
from engine.text.errors import Reject
from engine.text.inline import inline
from engine.text.phrases import SUBJECT, Clause
from engine.text.renderer.registry import ACTIONS
from engine.text.renderer.writing import Wording, listed

SIDE_SCHEMES: Final = "side-scheme"
SIDE_SCHEME: Final = (("side", "scheme"),)
NO_ACTORS: Final = (("side",), ("main",))
PLAY: Final = "battlefield"
RESTS: Final[tuple[tuple[Wording, str], ...]] = (
    ("fully", "the rest of the set-aside"),
    ("listed", "the remaining cards from the set-aside"),
    ("briefly", "the set-aside"),
    ("in other words", "the remaining cards from the"),
)
"""The words for the cards of a set that are left, by wording."""


@inline
class ScenarioCompiler(ToughCompiler):
    """Reads the phrases of scenarios.lark."""

    def flip_card(self, verb: Lexeme, _self: Ref) -> Clause:
        return act(verb, FlipCard())

    def flip_into_play(self, verb: Lexeme, _self: Ref, refs: tuple[Ref, ...], *arrivals: dict[str, object]) -> Clause:
        """The other face by its name is put into play.

        Raises:
            Reject: it is several cards, or it is said in another way how it arrives.
        """
        how = {key: value for arrival in arrivals for key, value in arrival.items()}
        named = named_in(refs)
        if len(refs) != 1 or len(named) != 1 or not set(how) <= {"who"}:
            raise Reject
        who = how.get("who")
        assert who is None or isinstance(who, Ref)
        return act(verb, FlipCard(named[0], who))

    def joined(self, before: Effects, sentence: Effects, at: int) -> Effects:
        """A condition on which a card is found governs all that the next sentence does with it, too."""
        if before and is_half_about(before, sentence) and isinstance(before[last_of_if(before)], If):
            return _governed(before, len(sentence)) + sentence
        return super().joined(before, sentence, at)

    def join(self, left: Clause, joiner: str, right: Clause) -> Clause:
        """A card that is flipped is no other card from then on.

        Raises:
            Reject: it would be.
        """
        if left.effects[-1] == FlipCard():
            raise Reject
        return super().join(left, joiner, right)

    def put_into_play(self, verb: Lexeme, refs: tuple[Ref, ...], *arrivals: dict[str, object]) -> Clause:
        """A card by its name and its kind is found, and is the player's who is told so (Find)."""
        named = named_in(refs)
        is_found = len(named) == len(refs) and all(what.kinds != ((),) and what.zone == PLAY for what in named)
        if arrivals != (YOURS,) or not is_found:
            return super().put_into_play(verb, refs, *arrivals)
        return act(verb, *(BringIntoPlay(what, SUBJECT) for what in named))

    def clause(self, subject: Ref, action: Clause) -> Clause:
        """Only enemies scheme.

        Raises:
            Reject: a "side scheme" is meant.
        """
        schemes = any(isinstance(effect, EnemyScheme) and effect.what == SUBJECT for effect in action.effects)
        if schemes and subject.what is not None and any(kind[-1:] in NO_ACTORS for kind in subject.what.kinds):
            raise Reject
        return super().clause(subject, action)

    def reveal(self, verb: Lexeme, refs: tuple[Ref, ...]) -> Clause:
        """Only cards out of play are revealed.

        Raises:
            Reject: it is all that fits in play.
        """
        if any(ref.kind == "each" and ref.what is not None and _is_in_play(ref.what) for ref in refs):
            raise Reject
        return super().reveal(verb, refs)

    def found_one(self, number: Amount, what: Filter) -> Filter:
        if number != 1:
            raise Reject
        return what

    def advance_next(self, verb: Lexeme) -> Clause:
        return act(verb, AdvanceStage())

    def advance_picked(self, _verb: Lexeme, picked: Lexeme, number: Lexeme, side: Lexeme) -> Clause:
        """One of several cards of a stage, which is begun with its first side (Main Scheme).

        Raises:
            Reject: it is said with its second.
        """
        if side.upper() != "A":
            raise Reject
        return Clause((AdvanceStage(f"{number}A", pick="random" if "random" in picked.lower() else "other"),))

    def remove_stage(self, verb: Lexeme, number: Amount, stage: Lexeme) -> Clause:
        if number != 1:
            raise Reject
        return act(verb, RemoveStage(int(stage)))

    def set_name(self, name: str) -> str:
        return name

    def set_aside_sets(self, verb: Lexeme, *names: str) -> Clause:
        if len(set(names)) < len(names):
            raise Reject
        return act(verb, SetAsideSets(names))

    def shuffle_set(self, verb: Lexeme, name: str) -> Clause:
        return act(verb, ShuffleSet(name))

    def deck_called(self, name: str) -> str:
        return name

    def deck_of_side_schemes(self) -> str:
        return SIDE_SCHEMES

    def make_deck(self, name: str) -> Clause:
        return Clause((MakeDeck(name),))

    def make_deck_of(self, verb: Lexeme, what: Filter, name: str) -> Clause:
        """All that fits and is not in play already makes a deck.

        Raises:
            Reject: it is said in another way what does.
        """
        if what != Filter(what.kinds) or (name == SIDE_SCHEMES) != (what.kinds == SIDE_SCHEME):
            raise Reject
        return act(verb, MakeDeck(name, what))

    def reveal_top_of(self, verb: Lexeme, *parts: str) -> Clause:
        return act(verb, TakeTop(str(parts[-1])))

    def shuffle_top_of(self, verb: Lexeme, _card: Lexeme, name: str) -> Clause:
        return act(verb, TakeTop(name, "shuffle"))

    def then_clause(self, clause: Clause) -> Clause:
        """A stage after "then" begins only if all before it was done, with a comma or without one (Then)."""
        if not any(isinstance(effect, AdvanceStage) for effect in clause.effects):
            return super().then_clause(clause)
        return replace(clause, effects=(IfDid(len(clause.effects)), *clause.effects))

    def keep_and_advance(self, add: Lexeme, _self: Ref, advance: Lexeme) -> Effects:
        if is_third(add) or is_third(advance):
            raise Reject
        return (AdvanceStage(keeps=True),)

    def uncounted_scheme(self, _self: Ref) -> Keyword:
        return Keyword(UNCOUNTED_SCHEME)


def _is_in_play(what: Filter) -> bool:
    return what.zone == PLAY and not what.name


def last_of_if(effects: Effects) -> int:
    """The place of the last instruction on which the end of a text depends; the last one if nothing does."""
    ends = [at for at, effect in enumerate(effects) if _ends_with(effects, at, effect)]
    return ends[-1] if ends else len(effects) - 1


def _ends_with(effects: Effects, at: int, effect: Instruction) -> bool:
    return isinstance(effect, If | IfDid) and at + 1 + effect.steps == len(effects)


def _governed(effects: Effects, more: int) -> Effects:
    """The instructions of a text, with so many more behind them that depend on what its end depends on."""
    return tuple(
        replace(effect, steps=effect.steps + more)
        if isinstance(effect, If | IfDid) and _ends_with(effects, at, effect)
        else effect
        for at, effect in enumerate(effects)
    )


class ScenarioRenderer(ToughRenderer):
    """Writes the phrases of scenarios.lark."""

    @ACTIONS.writer(FlipCard)
    def flip_card(self, effect: FlipCard) -> str:
        if effect.into is None:
            return "flip this card"
        under = "" if effect.who is None else f" under {self.ref(effect.who)}'s control"
        return f"flip this card and put {self.ref(Ref('each', 0, effect.into))} into play{under}"

    def _brought(self, cards: tuple[Filter, ...], who: Ref | None) -> str:
        if who != YOU:
            return super()._brought(cards, who)
        return f"{super()._brought(cards, None)} under your control"

    @ACTIONS.writer(AdvanceStage)
    def advance_stage(self, effect: AdvanceStage) -> str:
        if effect.pick:
            return f"advance to {'a random' if effect.pick == 'random' else 'the other'} stage {effect.stage}"
        if effect.stage:
            return super().advance_stage(effect)
        said = "advance to the next card in the main scheme deck"
        return f"add this to the victory display. {said.capitalize()}" if effect.keeps else said

    @ACTIONS.writer(RemoveStage)
    def remove_stage(self, effect: RemoveStage) -> str:
        return f"remove 1 random stage {effect.stage} from the game"

    @ACTIONS.writer(SetAsideSets)
    def set_aside_set(self, effect: SetAsideSets) -> str:
        if len(effect.names) == 1:
            return f"set aside the {effect.names[0]} encounter set"
        return f"set aside the {listed(list(effect.names), 'and')} encounter sets"

    @ACTIONS.writer(ShuffleSet)
    def shuffle_set(self, effect: ShuffleSet) -> str:
        said = ((way, words) for way, words in RESTS if way in self.wording)
        rest = next((words for _, words in said), "the rest of the")
        return f"shuffle {rest} {effect.name} encounter set into the encounter deck"

    @ACTIONS.writer(MakeDeck)
    def make_deck(self, effect: MakeDeck) -> str:
        if effect.what is None:
            return f"create the {effect.name} deck and set it next to the main scheme deck"
        of = self.noun(effect.what)
        return f"shuffle every other {of} into the {effect.name} deck and set it next to the encounter deck"

    @ACTIONS.writer(TakeTop)
    def take_top(self, effect: TakeTop) -> str:
        card = f"the top card of the {effect.name} deck"
        if effect.use == "shuffle":
            return f"shuffle {card} into the encounter deck"
        return f"reveal {card}{' and put it into play' if 'fully' in self.wording else ''}"

    def keyword(self, keyword: Keyword) -> str:
        if keyword.name == UNCOUNTED_SCHEME:
            return f"this scheme {keyword.name}."
        return super().keyword(keyword)
