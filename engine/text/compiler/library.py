"""Actions with cards of a library: one method for each alternative of ``grammar/library.lark``."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal, TypeAlias

from lark import Token as Lexeme

from engine.abilities import (
    IT,
    YOU,
    Amount,
    ChoosePile,
    ChooseRevealed,
    Discard,
    EventAmount,
    Explore,
    Filter,
    IfDid,
    Look,
    May,
    Mill,
    Move,
    Peek,
    PutAmong,
    PutPiles,
    PutRest,
    Ref,
    RevealHand,
    RevealUntil,
    Search,
    Separate,
    Shuffle,
    Test,
    Variable,
)
from engine.text.antecedents import of_a_person
from engine.text.compiler.actions import Actions, act, own
from engine.text.compiler.nouns import one_of
from engine.text.errors import Reject
from engine.text.inline import inline
from engine.text.phrases import EXILED_CARD, SUBJECT, Clause, Suffix, TargetRef, has, put

Found: TypeAlias = Search
"""A search of which only what happens to the found is known."""
Wanted: TypeAlias = tuple[Filter, Amount] | tuple[Filter, Amount, Literal["up to"]]
"""What a search is for, and how many of it."""
_NOTHING = Filter()
FIRST: Literal["first"] = "first"
SECOND: Literal["second"] = "second"
FACE_DOWN = Test("face-down")
OF_PILES = ("hand", "graveyard", "exile")
"""The zones into which a pile goes, where its order says nothing."""


@inline
class Library(Actions):
    """Compiles actions with cards of a library."""

    def top_card(self, _card: Lexeme) -> Amount:
        return 1

    def top_cards(self, number: Amount, _cards: Lexeme) -> Amount:
        return number

    def look_that_many(self, verb: Lexeme, _cards: Lexeme) -> Clause:
        return act(verb, Look(EventAmount()))

    def reveal_that_many(self, verb: Lexeme, _cards: Lexeme) -> Clause:
        return act(verb, Look(EventAmount(), reveal=True))

    def look(self, verb: Lexeme, number: Amount) -> Clause:
        return act(verb, Look(number))

    def reveal_top(self, verb: Lexeme, number: Amount) -> Clause:
        return act(verb, Look(number, reveal=True))

    def exile_from_top(self, verb: Lexeme, number: Amount) -> Clause:
        return act(verb, Look(number, reveal=True), PutRest(Move(IT, "exile")))

    def peek_hand(self, verb: Lexeme, _at: object, whose: Ref | None = None) -> Clause:
        return act(verb, Peek(of_a_person(whose if isinstance(whose, Ref) else _at)))  # type: ignore[arg-type]  # a reference

    def peek_at_random(self, verb: Lexeme, _article: Lexeme, _card: Lexeme, whose: Ref) -> Clause:
        return act(verb, Peek(of_a_person(whose), 1, at_random=True))

    def peek_top(self, verb: Lexeme, number: Amount, whose: Ref) -> Clause:
        if whose == YOU:
            raise Reject
        return act(verb, Peek(of_a_person(whose), number, "library"))

    def peek_face_down(self, verb: Lexeme, target: TargetRef) -> Clause:
        """One face-down permanent (708.5)."""
        if target.spec.most != 1 or FACE_DOWN not in target.spec.what.tests:
            raise Reject
        return act(verb, Peek(target, 1, "battlefield"))

    def exile_from_theirs(self, verb: Lexeme, number: Amount, whose: Ref) -> Clause:
        if whose == YOU:
            raise Reject
        return act(verb, Mill(number, of_a_person(whose), "exile"))

    def reveal_until(self, verb: Lexeme, some: tuple[Filter, Amount] | ChooseRevealed) -> Clause:
        if isinstance(some, ChooseRevealed):
            raise Reject
        return act(verb, RevealUntil(self.aside(some[0]), some[1]))

    def reveal_until_theirs(self, verb: Lexeme, some: tuple[Filter, Amount] | ChooseRevealed) -> Clause:
        """Of one other player, whoever the text says it is."""
        clause = self.reveal_until(verb, some)
        (until,) = clause.effects
        assert isinstance(until, RevealUntil)
        return replace(clause, effects=(replace(until, whose=SUBJECT),))

    def exile_until_found(self, verb: Lexeme, some: tuple[Filter, Amount] | ChooseRevealed) -> Clause:
        clause = self.reveal_until(verb, some)
        (until,) = clause.effects
        assert isinstance(until, RevealUntil)
        return replace(clause, effects=(replace(until, exiled=True),))

    def put_and_rest(self, verb: Lexeme, what: Ref, there: Move, rest: Move) -> Clause:
        return act(verb, replace(there, what=what), PutRest(rest))

    def reveal_and_put(self, verb: Lexeme, what: Ref, _put: Lexeme, _pronoun: Lexeme, there: Move) -> Clause:
        return act(verb, replace(there, what=what, revealed=True))

    def put_among(self, verb: Lexeme, among: PutAmong, there: Move, rest: Move | None = None) -> Clause:
        first = replace(among, place=there)
        return act(verb, first) if rest is None else act(verb, first, PutRest(rest))

    def put_among_two(self, verb: Lexeme, among: PutAmong, there: Move, rest: Move) -> Clause:
        if among.what is not None or among.up_to:
            raise Reject
        return self.put_among(verb, among, there, rest)

    def put_one_of_two(self, verb: Lexeme, there: Move, rest: Move) -> Clause:
        return self.put_among_two(verb, PutAmong(Move(IT, "")), there, rest)

    def separate_face_down(self, _cards: Ref) -> Clause:
        return Clause((Separate(SUBJECT, face_down=True),))

    def separate(self, verb: Lexeme, _those: Lexeme, what: Filter) -> Clause:
        if what != Filter((("card",),), zone="hand"):
            raise Reject
        return act(verb, Separate(SUBJECT))

    def choose_pile(self, verb: Lexeme) -> Clause:
        return act(verb, ChoosePile(SUBJECT))

    def put_that_pile(self, verb: Lexeme, there: Move, rest: Move) -> Clause:
        if any(place != Move(IT, place.zone) or place.zone not in OF_PILES for place in (there, rest)):
            raise Reject
        return act(verb, PutPiles(there, rest))

    def put_one_pile(self, verb: Lexeme, there: Move, rest: Move) -> Clause:
        (put,) = self.put_that_pile(verb, there, rest).effects
        assert isinstance(put, PutPiles)
        return act(verb, replace(put, one=True))

    def reveal_hand(self, verb: Lexeme, whose: Ref) -> Clause:
        return act(verb, RevealHand(own(whose)))

    def choose_revealed(self, verb: Lexeme, some: tuple[Filter, Amount] | ChooseRevealed) -> Clause:
        chosen = some if isinstance(some, ChooseRevealed) else ChooseRevealed(*some)
        if chosen.what.of or chosen.what.whose or chosen.what.zone != "hand":
            raise Reject
        return act(verb, replace(chosen, who=SUBJECT))

    def choose_exiled(self, verb: Lexeme, number: Amount) -> Clause:
        """Some of the cards that the text has just exiled from a library; it goes on about these alone."""
        return act(verb, ChooseRevealed(EXILED_CARD, number, who=SUBJECT))

    def choose_revealed_so(self, verb: Lexeme, some: tuple[Filter, Amount] | ChooseRevealed, suffix: Suffix) -> Clause:
        """The cards that are meant are told by numbers of theirs, behind where they are."""
        if isinstance(some, ChooseRevealed) or suffix != Suffix(tests=suffix.tests):
            raise Reject
        what, number = some
        return self.choose_revealed(verb, (replace(what, tests=what.tests + suffix.tests), number))

    def up_to_revealed(self, number: Amount, what: Filter) -> ChooseRevealed:
        return ChooseRevealed(what, number, up_to=True)

    def discard_it(self, verb: Lexeme, what: Ref) -> Clause:
        return act(verb, Discard(None, SUBJECT, what=what))

    def reveal_among(self, verb: Lexeme, among: PutAmong, _put: Lexeme, _pronoun: Lexeme, there: Move) -> Clause:
        return act(verb, replace(among, place=there, reveal=True))

    def put_rest(self, verb: Lexeme, there: Move) -> Clause:
        return act(verb, PutRest(there))

    def put_top_or_bottom(self, verb: Lexeme, it: Lexeme) -> Clause:
        """The choice of an owner between both ends of a library."""
        top, bottom = (Move(self.pronoun(it), f"library {end}") for end in ("top", "bottom"))
        return act(verb, May(1, SUBJECT), top, IfDid(1, did=False), bottom)

    def put_back(self, verb: Lexeme, _pronoun: Lexeme) -> Clause:
        return act(verb, PutRest(Move(IT, "library top")))

    def some_of_them(self, number: Amount) -> PutAmong:
        return PutAmong(Move(IT, ""), count=number)

    def up_to_of_them(self, number: Amount) -> PutAmong:
        return PutAmong(Move(IT, ""), count=number, up_to=True)

    def one_among(self, _article: Lexeme, what: Filter) -> PutAmong:
        return PutAmong(Move(IT, ""), self.aside(what))

    def one_of_among(self, *parts: Lexeme | Filter) -> PutAmong:
        return PutAmong(Move(IT, ""), self.aside(one_of([part for part in parts if isinstance(part, Filter)])))

    def up_to_among(self, number: Amount, what: Filter) -> PutAmong:
        return PutAmong(Move(IT, ""), self.aside(what), number, up_to=True)

    def any_among(self, what: Filter) -> PutAmong:
        return PutAmong(Move(IT, ""), self.aside(what), -1, up_to=True)

    def all_among(self, what: Filter) -> PutAmong:
        return PutAmong(Move(IT, ""), self.aside(what), None)

    def aside(self, what: Filter) -> Filter:
        """Cards among those looked at."""
        if what.of or what.zone != "hand":
            raise Reject
        return replace(what, zone="aside")

    def shuffle(self, verb: Lexeme, whose: Ref | None = None) -> Clause:
        return act(verb, Shuffle(SUBJECT if whose is None else own(whose)))

    def shuffle_into(self, verb: Lexeme, refs: tuple[Ref, ...]) -> Clause:
        return act(verb, *(Move(ref, "library") for ref in refs))

    def shuffle_cards_into(self, verb: Lexeme, whose: Ref, zone: Lexeme) -> Clause:
        return self.shuffle_into(verb, (self.cards_in(whose, zone),))

    def explore(self, verb: Lexeme) -> Clause:
        return act(verb, Explore(SUBJECT))

    def search(self, verb: Lexeme, whose: Ref, wanted: Wanted, found: Search) -> Clause:
        if found.other and wanted[1] != 2:
            raise Reject
        what = replace(wanted[0], zone="library")
        up_to = len(wanted) == 3
        return act(verb, replace(found, what=what, count=wanted[1], who=own(whose), up_to=up_to))

    def search_pair(
        self, verb: Lexeme, whose: Ref, _a: Lexeme, one: Filter, _an: Lexeme, other: Filter, found: Search
    ) -> Clause:
        """One search for a card of each of two kinds, which go to one zone together."""
        if found.other or found.zone == "library top" or whose != YOU:
            raise Reject
        first, second = (
            replace(found, what=replace(what, zone="library"), who=own(whose), pair=pair)
            for what, pair in ((one, FIRST), (other, SECOND))
        )
        return act(verb, first, second)

    def search_and_discard(
        self, verb: Lexeme, whose: Ref, wanted: Wanted, put_: Lexeme, card: None, there: Move, _do: Lexeme, lost: Amount
    ) -> Clause:
        """Chance picks what is discarded, whether the library is shuffled before or after that."""
        clause = self.search(verb, whose, wanted, self.found_hidden(put_, card, there))
        return replace(clause, effects=(*clause.effects, Discard(lost, SUBJECT, at_random=True)))

    def search_where(
        self, verb: Lexeme, whose: Ref, wanted: Wanted, _x: Lexeme, value: Amount, put_: Lexeme, card: None, there: Move
    ) -> Clause:
        """A search of two sentences, with a number that the first one works out."""
        clause = self.search(verb, whose, wanted, self.found_hidden(put_, card, there))
        if whose != YOU or not has(clause.effects, Variable):
            raise Reject
        return replace(clause, effects=put(clause.effects, Variable(), value))

    def search_one(self, _article: Lexeme, what: Filter) -> Wanted:
        return what, 1

    def search_one_of(self, *parts: Lexeme | Filter) -> Wanted:
        return one_of([part for part in parts if isinstance(part, Filter)]), 1

    def search_some(self, number: Amount, what: Filter) -> Wanted:
        return what, number

    def search_up_to(self, number: Amount, what: Filter) -> Wanted:
        return what, number, "up to"

    def found_card(self, *_words: Lexeme) -> None:
        return None

    def found_hidden(self, _put: Lexeme, _card: None, there: Move) -> Found:
        if there != Move(IT, there.zone, there.tapped):
            raise Reject
        return Search(_NOTHING, there.zone, 1, there.tapped, reveal=False, who=SUBJECT)

    def found_revealed(self, _reveal: Lexeme, _one: None, put: Lexeme, card: None, there: Move) -> Found:
        return replace(self.found_hidden(put, card, there), reveal=True)

    def found_and_if_done(
        self, reveal: Lexeme, one: None, put_: Lexeme, card: None, there: Move, who: Ref, *rest: Lexeme | Ref
    ) -> Found:
        """A library is shuffled by whoever has searched it, which older texts say in a sentence of its own."""
        if who != YOU or rest[-1] != YOU:
            raise Reject
        return self.found_revealed(reveal, one, put_, card, there)

    def found_exiled(self, _exile: Lexeme, _card: None) -> Found:
        return Search(_NOTHING, "exile", who=SUBJECT)

    def found_on_top(self, _put: Lexeme, _card: None) -> Found:
        return Search(_NOTHING, "library top", reveal=False, who=SUBJECT)

    def found_shown_on_top(self, _reveal: Lexeme, _one: None, _put: Lexeme, _card: None) -> Found:
        return Search(_NOTHING, "library top", who=SUBJECT)

    def found_split_hidden(self, put: Lexeme, first: Move, other: Move) -> Found:
        if first.zone == other.zone or other != Move(IT, other.zone) or "library" in f"{first.zone} {other.zone}":
            raise Reject  # what goes onto the library does so after the shuffling
        return replace(self.found_hidden(put, None, first), other=other.zone)

    def found_split(self, reveal: Lexeme, one: None, put: Lexeme, first: Move, other: Move) -> Found:
        if first.zone == other.zone or other != Move(IT, other.zone):
            raise Reject
        return replace(self.found_revealed(reveal, one, put, None, first), other=other.zone)
