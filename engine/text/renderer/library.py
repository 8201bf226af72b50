"""Actions with cards of a library, mirroring ``grammar/library.lark``."""

from __future__ import annotations

import re
from abc import abstractmethod
from dataclasses import replace
from typing import Final

from engine.abilities import (
    MILLED,
    YOU,
    Amount,
    ChoosePile,
    ChooseRevealed,
    Count,
    Discard,
    EventAmount,
    Explore,
    Filter,
    Instruction,
    Look,
    Mill,
    Move,
    Peek,
    PutAmong,
    PutPiles,
    PutRest,
    Ref,
    RevealHand,
    RevealUntil,
    Scry,
    Search,
    Separate,
    Shuffle,
    Variable,
)
from engine.text.phrases import EXILED_CARD
from engine.text.renderer.actions import Actions
from engine.text.renderer.registry import ACTIONS
from engine.text.renderer.writing import Unwritable, an, capital

OWN_SHUFFLERS: Final = ("players", "opponents", "owner", "controller")
"""Those who shuffle cards of their own into their library, in the words of texts."""


class Library(Actions):
    """Writes actions with cards of a library."""

    _took = False
    _left: Amount = 0
    _revealed = False
    """The number of cards that were looked at and not yet put anywhere, as far as it is known."""

    @ACTIONS.writer(Look)
    def look(self, effect: Look) -> str:
        self._left = effect.amount
        self._revealed = effect.reveal
        verb = "reveal" if effect.reveal else "look at"
        if effect.amount == EventAmount():
            return f"{verb} that many cards from the top of {self.possessive(effect.whose)} library"
        return f"{verb} the top {self._top(effect.amount)} of {self.possessive(effect.whose)} library"

    @ACTIONS.writer(Peek)
    def peek(self, effect: Peek) -> str:
        if effect.zone == "battlefield":
            return f"look at {self.ref(effect.whose)}"
        whose = self.possessive(effect.whose)
        if effect.amount is None:
            return f"look at {whose} hand"
        if effect.at_random:
            return f"look at a card at random in {whose} hand"
        return f"look at the top {self._top(effect.amount)} of {whose} library"

    def mill(self, effect: Mill) -> str:
        if effect.zone != "exile":
            return super().mill(effect)
        top = f"the top {self._top(effect.amount)} of"
        if effect.who.kind == "defending player":
            return self.with_subject(effect.who, self.terms["exile"], f"{top} their library")
        return f"{self.terms['exile']} {top} {self.possessive(effect.who)} library"

    def _top(self, amount: Amount) -> str:
        """So many cards, after "the top"."""
        if isinstance(amount, Count):
            return "X cards"
        return "card" if amount == 1 else f"{self.number(amount)} cards"

    @ACTIONS.writer(RevealUntil)
    def reveal_until(self, effect: RevealUntil) -> str:
        cards = self.noun(replace(effect.what, zone="hand"), plural=effect.count != 1)
        number = "X" if isinstance(effect.count, Count) else self.number(effect.count)
        wanted = an(cards) if effect.count == 1 else f"{number} {cards}"
        verb = self.terms["exile"] if effect.exiled else "reveal"
        if effect.whose != YOU:
            cards = f"cards from the top of their library until they {verb} {wanted}"
            return self.with_subject(effect.whose, verb, cards)
        return f"{verb} cards from the top of your library until you {verb} {wanted}"

    def _holder_of(self, cards: Ref) -> Ref | None:
        """The player, named nowhere before, in whose graveyard the targets lie that are named next."""
        scope = self._scope
        if cards.kind != scope.kind or cards.index != scope.seen + 1 or cards.index >= len(scope.targets):
            return None
        what = scope.targets[cards.index].what
        return what.whose if what.whose == Ref(cards.kind, scope.seen) and what.zone == "graveyard" else None

    def move(self, effect: Move) -> str:
        if effect.revealed:
            return f"reveal {self.ref(effect.what)} and put it {self.place(effect)}"
        if effect.zone == "library":
            if (holder := self._holder_of(effect.what)) is not None:
                cards = self.with_subject(holder, "shuffle", "")
                spec = self._scope.targets[effect.what.index]
                own = replace(spec, what=replace(spec.what, zone="hand", whose=None))
                self._scope.seen += 1
                return f"{cards}{self._target_words(own)} from their graveyard into their library"
            many = self._is_many(effect.what)
            library = "their owners' libraries" if many else "its owner's library"
            if effect.what.kind == "zone" and effect.what.of is not None and effect.what.of.kind in OWN_SHUFFLERS:
                assert effect.what.what is not None
                return f"{self.ref(effect.what.of)} shuffles their {effect.what.what.zone} into their library"
            if effect.what.kind == "zone" and self.wording & {"fully", "actively"}:
                whose = "your" if effect.what.of == YOU else "their"
                cards = "the cards from " if "fully" in self.wording else ""
                return f"shuffle {cards}{self.ref(effect.what)} into {whose} library"
            return f"shuffle {self.ref(effect.what)} into {library}"
        return super().move(effect)

    @ACTIONS.writer(RevealHand)
    def reveal_hand(self, effect: RevealHand) -> str:
        return self.with_subject(effect.who, "reveal", f"{'your' if effect.who == YOU else 'their'} hand")

    @ACTIONS.writer(ChooseRevealed)
    def choose_revealed(self, effect: ChooseRevealed) -> str:
        if effect.what == EXILED_CARD:
            return self.with_subject(effect.who, "choose", f"{self.number(effect.count)} of them")
        one = effect.count == 1
        up_to = "up to " if effect.up_to else ""
        many = f"{up_to}{self.number(effect.count)} {self.noun(effect.what, plural=not one)}"
        cards = an(self.noun(effect.what)) if one and not up_to else many
        return self.with_subject(effect.who, "choose", f"{cards} from it")

    def discard(self, effect: Discard) -> str:
        if effect.what is None:
            return super().discard(effect)
        what = effect.what.what
        if effect.what.kind == "each" and what is not None and what.whose == effect.who:
            return self.with_subject(effect.who, "discard", f"all {self.noun(replace(what, whose=None), plural=True)}")
        return self.with_subject(effect.who, "discard", self.ref(effect.what))

    @ACTIONS.writer(PutRest)
    def put_rest(self, effect: PutRest) -> str:
        one = "other" if self._left == 1 and self._took else "rest"
        ordered = effect.place.zone.startswith("library") and not effect.place.at_random and self._left != 1
        if "actively" in self.wording:
            return (
                f"put the revealed cards {self.place(effect.place, effect.whose)}{' in any order' if ordered else ''}"
            )
        if "fully" in self.wording and self._revealed:
            return f"put all other cards revealed this way {self.place(effect.place, effect.whose)}"
        return f"put the {one} {self.place(effect.place, effect.whose)}{' in any order' if ordered else ''}"

    @ACTIONS.writer(Separate)
    def separate(self, effect: Separate) -> str:
        if effect.face_down:
            return self.with_subject(effect.who, "separate", "them into a face-down pile and a face-up pile")
        return self.with_subject(effect.who, "separate", "those cards into two piles")

    @ACTIONS.writer(ChoosePile)
    def choose_pile(self, effect: ChoosePile) -> str:
        piles = "the piles" if "briefly" in self.wording else "those piles"
        return self.with_subject(effect.who, "choose", f"one of {piles}")

    @ACTIONS.writer(PutPiles)
    def put_piles(self, effect: PutPiles) -> str:
        pile = "one pile" if effect.one else "that pile"
        return f"put {pile} {self.place(effect.place)} and the other {self.place(effect.other)}"

    @ACTIONS.writer(Scry)
    def scry(self, effect: Scry) -> str:
        return f"{'surveil' if effect.to == 'graveyard' else 'scry'} {self.digits(effect.amount)}"

    @ACTIONS.writer(Shuffle)
    def shuffle(self, effect: Shuffle) -> str:
        return self.with_subject(effect.who, "shuffle", "").strip()

    @ACTIONS.writer(Explore)
    def explore(self, effect: Explore) -> str:
        return f"{self.ref(effect.what)} explores"

    def exile_top(self, effect: Instruction) -> str:
        """Cards exiled from the top of the library."""
        text = self.clause(effect)
        return f"{self.terms['exile']}{text.removeprefix('reveal')}"

    @abstractmethod
    def clause(self, effect: Instruction, *, explicit: bool = False, base: bool = False) -> str:
        """One instruction as a clause."""

    def place(self, place: Move, whose: Ref = YOU) -> str:
        """The zone in which something is put and the manner of its arrival; ``whose`` it is."""
        zone = {"hand": "into your hand", "graveyard": "into your graveyard", "exile": "into exile"}.get(place.zone)
        text = zone or self.zone(place.zone).replace("its owner's", "your")
        theirs = "that player's" if place.zone == "graveyard" else "their"
        return (text if whose == YOU else text.replace("your", theirs)) + self.arrival(place)

    @ACTIONS.writer(PutAmong)
    def put_among(self, effect: PutAmong) -> str:
        where = self.place(effect.place, effect.whose)
        self._took = effect.what is None and not effect.up_to
        if self._took and isinstance(self._left, int) and isinstance(effect.count, int):
            self._left -= effect.count
        if effect.what is None:
            return f"put {'up to ' if effect.up_to else ''}{self._some(effect.count)} of them {where}"
        what = replace(effect.what, zone="hand")
        if effect.count is None and effect.what.zone == MILLED:
            return f"put all {self.noun(what, plural=True)} from among them {where}"
        if effect.count is None:
            return f"put all {self.noun(what, plural=True)} revealed this way {where}"
        many = effect.count != 1
        if effect.count == -1:
            number = "any number of "
        elif effect.up_to:
            number = f"up to {self.number(effect.count)} "
        else:
            number = ""
        cards = f"{number}{self.noun(what, plural=many)}" if number else an(self.noun(what))
        if effect.reveal:
            return f"reveal {cards} from among them and put {'them' if many else 'it'} {where}"
        return f"put {cards} from among them {where}"

    def _some(self, count: Amount | None) -> str:
        return "one" if count is None else self.number(count)

    def search_pair(self, one: Search, other: Search) -> str:
        """One search for a card of each of two kinds."""
        kinds = [an(self.noun(replace(each.what, zone=""))) for each in (one, other)]
        plain = replace(other, pair="")
        noun = self.noun(replace(plain.what, zone=""), plural=True)
        found = self.search(replace(plain, count=2)).partition(f" {noun}")[2]
        return f"search your library for {' and '.join(kinds)}{found}"

    @ACTIONS.writer(Search)
    def search(self, effect: Search) -> str:
        if effect.pair:
            raise Unwritable(effect)
        if not isinstance(effect.count, int | Variable):
            found = f"put them {self.place(Move(effect.who, effect.zone, effect.tapped))}, then shuffle"
            plain = self.search(replace(effect, count=Variable())).removesuffix(f", {found}")
            return f"{plain}, where X is {self.value(effect.count)}. {capital(found)}"
        what: Filter = replace(effect.what, zone="")
        if effect.count == 1 and not effect.up_to:
            wanted = an(self.noun(what))
        else:
            up_to = "up to " if effect.up_to else ""
            wanted = f"{up_to}{self.number(effect.count)} {self.noun(what, plural=effect.count != 1)}"
        pronoun = "it" if effect.count == 1 else "them"
        shown = f", reveal {pronoun}" if effect.reveal else ""
        library = f"{'your' if effect.who == YOU else 'their'} library for {wanted}"
        if effect.zone == "library top":
            rest = f"{shown}, then shuffle and put {pronoun} on top"
        elif effect.zone == "exile":
            rest = f", exile {pronoun}, then shuffle"
        elif effect.other:
            first = self.place(Move(effect.who, effect.zone, effect.tapped))
            then = f"{shown}, put" if shown else ". Put"
            rest = f"{then} one {first} and the other {self.place(Move(effect.who, effect.other))}, then shuffle"
        else:
            place = self.place(Move(effect.who, effect.zone, effect.tapped))
            rest = f"{shown}, put {pronoun} {place}, then shuffle"
            if shown and effect.who == YOU and "actively" in self.wording:
                rest = f"{shown}, and put {pronoun} {place}. If you do, shuffle your library"
        rest = rest if effect.who == YOU else rest.replace("your", "their")
        third_person = effect.who != YOU and not self._base and not self.is_plural(effect.who)
        return self.with_subject(effect.who, "search", library + (_by_another(rest) if third_person else rest))


def _by_another(deeds: str) -> str:
    """The deeds of another player with the cards that were found."""
    return re.sub(r"(, |then |and )(put|reveal|exile|shuffle)(?= |$|,)", r"\1\2s", deeds)
