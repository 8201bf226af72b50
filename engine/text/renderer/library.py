"""What is done with cards of a library, mirroring ``grammar/library.lark``."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import replace

from engine.abilities import (
    YOU,
    Amount,
    ChooseRevealed,
    Discard,
    Explore,
    Filter,
    Instruction,
    Look,
    Mill,
    Move,
    Peek,
    PutAmong,
    PutRest,
    Ref,
    RevealHand,
    RevealUntil,
    Scry,
    Search,
    Shuffle,
)
from engine.text.renderer.actions import Actions
from engine.text.renderer.writing import an


class Library(Actions):
    """What is done with cards of a library."""

    def shared_action(self, effect: Instruction) -> str:
        match effect:
            case Look(amount=amount, reveal=reveal):
                cards = "card" if amount == 1 else f"{self.number(amount)} cards"
                return f"{'reveal' if reveal else 'look at'} the top {cards} of your library"
            case Peek(whose=whose, amount=None):
                return f"look at {self.possessive(whose)} hand"
            case Peek(whose=whose, at_random=True):
                return f"look at a card at random in {self.possessive(whose)} hand"
            case Peek(whose=whose, amount=amount):
                cards = "card" if amount in (1, None) else f"{self.number(amount or 1)} cards"
                return f"look at the top {cards} of {self.possessive(whose)} library"
            case Mill(amount=amount, who=who, zone="exile"):
                cards = "card" if amount == 1 else f"{self.number(amount)} cards"
                return f"{self.terms['exile']} the top {cards} of {self.possessive(who)} library"
            case RevealUntil(what=what, count=count, exiled=exiled):
                cards = self.noun(replace(what, zone="hand"), plural=count != 1)
                wanted = an(cards) if count == 1 else f"{self.number(count)} {cards}"
                verb = self.terms["exile"] if exiled else "reveal"
                return f"{verb} cards from the top of your library until you {verb} {wanted}"
            case Move(what=what, revealed=True):
                return f"reveal {self.ref(what)} and put it {self.place(effect)}"
            case RevealHand(who=who):
                return self.says(who, "reveal", f"{'your' if who == YOU else 'their'} hand")
            case ChooseRevealed(what=what, count=count, up_to=up_to, who=who):
                many = f"{'up to ' if up_to else ''}{self.number(count)} {self.noun(what, plural=count != 1)}"
                cards = many if up_to or count != 1 else an(self.noun(what))
                return self.says(who, "choose", f"{cards} from it")
            case Discard(who=who, what=Ref() as what):
                return self.says(who, "discard", self.ref(what))
            case PutAmong():
                return self._put_among(effect)
            case PutRest(place=place):
                return f"put the rest {self.place(place)}"
            case Scry(amount=amount, to=to):
                return f"{'surveil' if to == 'graveyard' else 'scry'} {self.digits(amount)}"
            case Shuffle(who=who):
                return self.says(who, "shuffle", "").strip()
            case Explore(what=what):
                return f"{self.ref(what)} explores"
            case Search():
                return self._search(effect)
            case Move(what=what, zone="library"):
                return f"shuffle {self.ref(what)} into its owner's library"
            case _:
                return super().shared_action(effect)

    def exile_top(self, effect: Instruction) -> str:
        """Cards exiled from the top of the library."""
        text = self.clause(effect)
        return f"{self.terms['exile']}{text.removeprefix('reveal')}"

    @abstractmethod
    def clause(self, effect: Instruction, *, explicit: bool = False, base: bool = False) -> str:
        """One instruction as a clause."""

    def place(self, place: Move) -> str:
        """Where something is put and how it arrives."""
        zone = {"hand": "into your hand", "graveyard": "into your graveyard", "exile": "into exile"}.get(place.zone)
        return (zone or self.zone(place.zone).replace("its owner's", "your")) + self.arrival(place)

    def _put_among(self, effect: PutAmong) -> str:
        where = self.place(effect.place)
        if effect.what is None:
            return f"put {'up to ' if effect.up_to else ''}{self._some(effect.count)} of them {where}"
        what = replace(effect.what, zone="hand")
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

    def _search(self, effect: Search) -> str:
        what: Filter = replace(effect.what, zone="hand")
        if effect.count == 1:
            wanted = an(self.noun(what))
        else:
            wanted = f"up to {self.number(effect.count)} {self.noun(what, plural=effect.count != 1)}"
        pronoun = "it" if effect.count == 1 else "them"
        shown = f", reveal {pronoun}" if effect.reveal else ""
        library = f"{'your' if effect.who == YOU else 'their'} library for {wanted}"
        if effect.zone == "library top":
            rest = f"{shown}, then shuffle and put {pronoun} on top"
        elif effect.zone == "exile":
            rest = f", exile {pronoun}, then shuffle"
        elif effect.other:
            first = self.place(Move(effect.who, effect.zone, effect.tapped))
            rest = f"{shown}, put one {first} and the other {self.place(Move(effect.who, effect.other))}, then shuffle"
        else:
            rest = f"{shown}, put {pronoun} {self.place(Move(effect.who, effect.zone, effect.tapped))}, then shuffle"
        return self.says(effect.who, "search", library + rest)
