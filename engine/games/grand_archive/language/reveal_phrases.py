"""Grand Archive's texts about revealing cards of hand and memory (Reveal 1 to 4)."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from lark import Token as Lexeme

from engine.abilities import (
    IT,
    YOU,
    Ability,
    Amount,
    Body,
    Compare,
    Count,
    Discard,
    Event,
    Filter,
    Fits,
    If,
    IfDid,
    Instruction,
    Look,
    Move,
    Peek,
    Per,
    PutAmong,
    PutRest,
    Ref,
    RevealCards,
    RevealHand,
    RevealUntil,
    Shuffle,
    Triggered,
)
from engine.abilities.records import BITS, record
from engine.games.grand_archive.language.return_phrases import join
from engine.text.antecedents import of_a_person
from engine.text.compiler.abilities import Compiler
from engine.text.compiler.actions import is_third
from engine.text.compiler.joined_sentences import effects_of
from engine.text.compiler.library import Wanted
from engine.text.errors import Reject
from engine.text.inline import inline
from engine.text.mentions import SEVERAL
from engine.text.phrases import SUBJECT, Clause, Suffix, has, records_of, rewrite
from engine.text.renderer.abilities import Renderer
from engine.text.renderer.registry import ACTIONS, VALUES
from engine.text.renderer.writing import an

WHERE: Final = ("hand", "memory")
"""The zones whose cards texts reveal so; of a deck they lie aside meanwhile."""
HIDDEN: Final = ("hand", "memory", "hand or memory")
"""The zones of which others do not see whether so many cards are there: whether all was done is asked afterwards."""
BOTH: Final = "hand or memory"
"""Two zones of which cards are chosen together."""
PLACED: Final = tuple(kind for kind in BITS if "zone" in getattr(kind, "__match_args__", ()))
"""The kinds of records that are about a zone."""


MOVED: Final = {"exile": "banished", "graveyard": "put into your graveyard"}
"""The words for cards that were put into a zone, by which they are counted."""
REVEALED_ITSELF: Final = Event("revealed", source=True, who="you", how="memory")
NO_CARD: Final = Filter()
THOSE: Final = Ref("pronoun", 0, Filter((("card",),), zone="hand"), count=SEVERAL)


@record(frozen=True, slots=True)
class Picked(Peek):
    """Two instructions as one clause: a player looks at a memory and has ``card`` discarded or banished from it."""

    card: Filter = NO_CARD
    verb: str = "discard"


def picking(effects: tuple[Instruction, ...]) -> tuple[Instruction, ...]:
    """Instructions as they are said: a look at a memory together with the card that is discarded from it."""
    found = list(effects)
    for at in range(len(found) - 2, -1, -1):
        match found[at : at + 2]:
            case [Peek(zone="memory") as look, Discard(what=Ref(what=Filter(zone="memory") as card))]:
                join(found, at, 2, Picked(look.whose, zone="memory", card=card))
            case [Peek(zone="memory") as look, Move(zone="exile", what=Ref(what=Filter(zone="memory") as card))]:
                join(found, at, 2, Picked(look.whose, zone="memory", card=card, verb="banish"))
    return tuple(found)


@inline
class RevealingCompiler(Compiler):
    """The phrases about revealing cards."""

    def reveal_cards(self, verb: Lexeme, cards: Ref) -> Clause:
        what = cards.what
        if what is not None and what.zone == BOTH and cards.kind == "chosen":
            return Clause((RevealCards(cards, SUBJECT),), is_third(verb))
        if what is not None and what.zone == "hand" and cards.kind == "zone" and cards.of == YOU:
            return Clause((RevealHand(SUBJECT),), is_third(verb))  # the same as words for the hand itself say
        if what is None or what.zone not in WHERE or cards.kind not in ("each", "zone", "chosen", "random"):
            raise Reject
        return Clause((RevealCards(cards, SUBJECT),), is_third(verb))

    def in_hand_or_memory(self) -> Suffix:
        return Suffix("you", BOTH)

    def peek_memory(self, verb: Lexeme, whose: Ref) -> Clause:
        return Clause((Peek(of_a_person(whose), zone="memory"),), is_third(verb))

    def peek_and_discard(
        self, verb: Lexeme, whose: Ref, _discard: Lexeme, _article: Lexeme, what: Filter, *_from: Lexeme
    ) -> Clause:
        """A player looks at a memory and chooses what its owner discards from there (Discard 1)."""
        if what.of or what.whose is not None or what.zone != "hand":
            raise Reject
        who = of_a_person(whose)
        card = Ref("chosen", 0, replace(what, zone="memory", whose=who), YOU)
        return Clause((Peek(who, zone="memory"), Discard(None, who, what=card)), is_third(verb))

    def peek_and_banish(
        self, verb: Lexeme, whose: Ref, _banish: Lexeme, _article: Lexeme, what: Filter, *_from: Lexeme
    ) -> Clause:
        """A player looks at a memory and banishes a card of it."""
        if what.of or what.whose is not None or what.zone != "hand":
            raise Reject
        who = of_a_person(whose)
        card = Ref("chosen", 0, replace(what, zone="memory", whose=who), YOU)
        return Clause((Peek(who, zone="memory"), Move(card, "exile")), is_third(verb))

    def search_show_and_shuffle(
        self, verb: Lexeme, whose: Ref, wanted: Wanted, *rest: Lexeme | Move | None
    ) -> tuple[Instruction, ...]:
        (there,) = [part for part in rest if isinstance(part, Move)]
        return effects_of(self.search(verb, whose, wanted, replace(self.found_hidden(verb, None, there), reveal=True)))

    def search_and_shuffle(
        self, verb: Lexeme, whose: Ref, wanted: Wanted, put: Lexeme, card: None, there: Move, *_shuffle: Lexeme
    ) -> tuple[Instruction, ...]:
        return effects_of(self.search(verb, whose, wanted, self.found_hidden(put, card, there)))

    def banish_among(self, verb: Lexeme, among: PutAmong, rest: Move | None = None) -> Clause:
        """Of the cards that somebody looks at: those that are banished are put there like others."""
        there = Move(IT, "exile")
        return self.put_among(verb, among, there) if rest is None else self.put_among(verb, among, there, rest)

    def revealed_itself(self, _self: Ref) -> tuple[Event, ...]:
        return (REVEALED_ITSELF,)

    def start(self, found: Ability | tuple[Ability, ...]) -> tuple[Ability, ...]:
        """Of cards that are revealed until one fits, that one alone is known afterwards."""
        abilities = rewrite(super().start(found), _all_revealed, only=(Body,))
        if has(abilities, RevealUntil) and has(abilities, Fits):
            raise Reject
        placed: list[object] = records_of(rewrite(abilities, _as_of_hand, only=(Discard, RevealCards)), *PLACED)
        if any(getattr(part, "zone", "") == BOTH for part in placed):
            raise Reject  # nothing but that they are revealed is done to cards of two zones at once
        return abilities

    def triggered(self, trigger: tuple[Event, ...], *rest: object) -> Triggered:
        """A card that is revealed from memory waits for that there."""
        made = super().triggered(trigger, *rest)
        return replace(made, zone="memory") if REVEALED_ITSELF in made.events else made

    def each_of_revealed(self, what: Filter, _revealed: Lexeme) -> Ref:
        """Those that fit of the cards that the text has just revealed."""
        if what.of or what.whose is not None or what.zone != "hand":
            raise Reject
        return Ref("it", 0, replace(what, zone=""))

    def number_revealed(self, what: Filter, revealed: Lexeme) -> Amount:
        """Those that fit of the cards that the text has just revealed."""
        if what.of or what.whose is not None or what.zone != "hand":
            raise Reject
        return Fits(THOSE, replace(what, zone=""))

    def number_moved(self, what: Filter, moved: Lexeme) -> Amount:
        """Those that fit of the cards that the text has just put somewhere."""
        if what.of or what.whose is not None or what.zone != "hand":
            raise Reject
        return Fits(THOSE, replace(what, zone=next(zone for zone, word in MOVED.items() if word == moved.lower())))

    def were_revealed(self, counted: Compare, revealed: Lexeme) -> Compare:
        if not isinstance(counted.left, Count):
            raise Reject
        return replace(counted, left=self.number_revealed(counted.left.what, revealed))

    def was_revealed(self, _article: Lexeme, what: Filter) -> Compare:
        """Of the cards that the text itself has just revealed."""
        if what.of or what.whose is not None or what.zone != "hand":
            raise Reject
        return Compare(Fits(THOSE, replace(what, zone="")), ">=", 1)

    def revealed_is_a(self, _article: Lexeme, what: Filter) -> Compare:
        """One card is revealed, or else a text would not call it "the"."""
        kinds = tuple((*(word for word in kind if word != "card"), "card") for kind in what.kinds)
        return self.was_revealed(_article, replace(what, kinds=kinds, zone="hand"))

    def revealed_is(self, color: Lexeme) -> Compare:
        return self.was_revealed(color, Filter(((str(color.lower()), "card"),), zone="hand"))

    def reveal_top_and_put(self, verb: Lexeme, number: Amount, _put: Lexeme, _them: Lexeme, there: Move) -> Clause:
        """Several cards at once; one card is put somewhere by words for a card."""
        if number == 1:
            raise Reject
        return Clause((Look(number, reveal=True), PutRest(there)), is_third(verb))

    def each_revealed(self, what: Filter, revealed: Lexeme) -> Amount:
        return Per(self.number_revealed(what, revealed))


def _as_of_hand(part: object) -> object:
    """Cards of two zones that are revealed or discarded, as if they were of one."""
    match part:
        case Discard(what=Ref(what=Filter(zone="hand or memory") as what) as ref):
            return replace(part, what=replace(ref, what=replace(what, zone="hand")))
        case RevealCards(what=Ref(kind="chosen", what=Filter(zone="hand or memory") as what) as ref):
            return replace(part, what=replace(ref, what=replace(what, zone="hand")))
        case _:
            return part


def _all_revealed(part: object) -> object:
    """A body in which what depends on several cards being revealed does so on all of them."""
    if not isinstance(part, Body):
        return part
    effects = list(part.effects)
    for at, other in enumerate(part.effects):
        if not isinstance(other, IfDid):
            continue
        deeds = [effect for effect in part.effects[:at] if not isinstance(effect, If)]
        match deeds[-1] if deeds else None, other:
            case RevealCards(what=Ref(kind="chosen", count=int(count), up_to=False)), IfDid(least=1, did=True) if (
                count > 1
            ):
                effects[at] = replace(other, least=count)
            case Move(what=Ref(what=Filter(zone=zone), count=int(count), up_to=False)), IfDid(least=1, did=True) if (
                zone in HIDDEN and count > 1
            ):
                effects[at] = replace(other, least=count)
    return part if effects == list(part.effects) else replace(part, effects=tuple(effects))


class RevealingRenderer(Renderer):
    """Writes the phrases about revealing cards."""

    def _sentences(self, body: Body, antecedent: Ref, noun: str, *, trailing_if: bool = False) -> str:
        body = replace(body, effects=picking(body.effects))
        return super()._sentences(body, antecedent, noun, trailing_if=trailing_if)

    def _brought_up(self, effect: Instruction) -> None:
        """One card that was put somewhere is what the text goes on to speak of."""
        super()._brought_up(effect)
        if isinstance(effect, PutAmong) and effect.count == 1:
            self._scope.mention(IT, person=False)
            self._scope.them = None

    @ACTIONS.writer(Picked)
    def picked(self, effect: Picked) -> str:
        card = an(self.noun(replace(effect.card, zone="hand", whose=None)))
        return f"look at {self.possessive(effect.whose)} memory and {effect.verb} {card} from it"

    def shuffle(self, effect: Shuffle) -> str:
        if effect.who == YOU and "fully" in self.wording:
            return "then shuffle your deck"
        return self.with_subject(effect.who, "shuffle", f"{'your' if effect.who == YOU else 'their'} deck")

    def peek(self, effect: Peek) -> str:
        if effect.zone != "memory":
            return super().peek(effect)
        return f"look at {self.possessive(effect.whose)} memory"

    @VALUES.writer(Fits)
    def number_fitting(self, amount: Fits) -> str:
        what = self.noun(replace(amount.what, zone="hand"), plural=True)
        return f"the amount of {what} {MOVED.get(amount.what.zone, 'revealed')} this way"

    def fits_condition(self, fits: Fits, condition: Compare) -> str:
        """So many of the cards that were revealed."""
        is_one = fits.of == IT and not fits.what.zone and all("card" in kind for kind in fits.what.kinds)
        if is_one and (condition.op, condition.right) == (">=", 1) and fits.what.kinds:
            kinds = tuple(tuple(word for word in kind if word != "card") for kind in fits.what.kinds)
            if self.wording & {"briefly", "fully"} and all(kinds):
                return f"the revealed card is {self._said_of_card(replace(fits.what, kinds=kinds))}"
            return f"{an(self.noun(replace(fits.what, zone='hand')))} was revealed"
        if fits.what.zone or condition.op != ">=" or condition.right == 1:
            return super().fits_condition(fits, condition)
        number = self.comparison(condition.op, condition.right, words=True)
        return f"{number} {self.noun(replace(fits.what, zone='hand'), plural=True)} were revealed this way"

    def _said_of_card(self, what: Filter) -> str:
        """The kind that a card is said to have: "fire element", or a thing of some kind."""
        noun = self.noun(what)
        return noun if noun.endswith(" element") else an(noun)

    def _ref(self, ref: Ref) -> str:
        if ref.kind != "it" or ref.what is None or ref.what.zone:
            return super()._ref(ref)
        return f"each {self.noun(replace(ref.what, zone='hand'))} revealed this way"

    def trigger(self, events: tuple[Event, ...]) -> str:
        return "whenever you reveal this from your memory" if events == (REVEALED_ITSELF,) else super().trigger(events)

    def for_each(self, amount: Amount) -> str:
        if isinstance(amount, Per) and isinstance(amount.of, Fits) and not amount.of.what.zone:
            this_way = "" if "briefly" in self.wording else " this way"
            return f" for each {self.noun(replace(amount.of.what, zone='hand'))} revealed{this_way}"
        return super().for_each(amount)

    @ACTIONS.writer(RevealCards)
    def reveal_cards(self, effect: RevealCards) -> str:
        said = self.with_subject(effect.who, "reveal", "")  # whoever does it is named first
        what = effect.what
        if what.kind != "zone" or what.what is None or what.of is None:
            return said + self.ref(what)
        whose = "their" if what.of == effect.who != YOU else self.possessive(what.of)
        cards = "" if what.of == YOU or "briefly" in self.wording else "all cards in "
        return f"{said}{cards}{whose} {what.what.zone}"
