"""Cost rules: for each type of cost part, how it may be paid, and with which things."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Final, Generic, NamedTuple, TypeVar

from engine.state.decisions import Answer
from engine.state.procedure import item_of

if TYPE_CHECKING:
    from engine.abilities import CostPart
    from engine.state.decisions import Option
    from engine.state.game import Game
    from engine.state.proposed_events import Prospect
    from engine.state.records import Item, Object, Play

TAP: Final = "tap"
GONE: Final = "gone"
Part = TypeVar("Part", bound="CostPart")


class Claim(NamedTuple):
    """One thing that pays one unit of a cost: it is tapped (``TAP``) and given up (``GONE``) at most once each."""

    how: str
    ident: int


class StandIn(NamedTuple):
    """A stand-in for a unit of mana: the verb that says so, a claim's two parts, and the needs it may meet."""

    verb: str
    how: str
    ident: int
    needs: int


class Substitute(ABC):
    """A keyword by which mana is paid otherwise; ``digs``: by cards of a graveyard, those that come meanwhile too."""

    __slots__ = ()
    digs = False

    @abstractmethod
    def stand_ins(self, game: Game, seat: int, subject: int) -> list[StandIn]:
        """The objects that may be used instead of mana for what ``subject`` costs."""


class CostRule(ABC, Generic[Part]):
    """The payment of one type of cost part; ``verb`` is what an answer says to pay it, ``forced``: in one way only.

    ``takes_itself``: it taps, moves or gives up the source alone, so that several such parts never want the same.
    """

    verb = ""
    forced = False
    takes_itself = False

    def takes(self, do: str) -> bool:
        """Whether an answer with this verb is about such a part."""
        return do == self.verb

    def label(self, part: Part) -> str:
        """The words by which a scenario names the part."""
        return type(part).__name__

    def units(self, part: Part) -> int:
        """The number of payments that the part takes if each is the smallest."""
        return 1

    def is_chancy(self, part: Part, do: str) -> bool:
        """Whether paying it with this verb is random or moves cards from a library to where they are seen."""
        return False

    def rank(self, do: str) -> int:
        """The rank of a payment with this verb in an automatic plan: 0 first, 1 what only taps, 2 the rest."""
        return 1 if do == TAP else 2

    def leaves_no_choice(self, part: Part) -> bool:
        """Whether the part can be paid in one way only, so that nobody need be asked."""
        return self.forced

    def claims(self, game: Game, seat: int, source: int, part: Part) -> list[list[Claim]] | None:
        """For each unit what could pay it; none if the part never competes with another."""
        return None

    def minds_source(self, part: Part) -> bool:
        """Whether what could pay the part hangs on whose cost it is, but that it may not be that itself."""
        return True

    def spares_itself(self, part: Part) -> bool:
        """Whether the part is not paid with the thing whose cost it is, and ``claims`` of nobody in particular do."""
        return False

    def times(self, game: Game, seat: int, source: int, part: Part) -> int:
        """The times in a row that a part that competes with no other could be paid; below 0 if that is not known."""
        return -1

    def locked(self, game: Game, seat: int, item: Item, part: Part) -> CostPart:
        """The part with its numbers worked out as the text of ``item`` tells them to ``seat``."""
        return part

    def numbers(self, game: Game, seat: int, source: int, part: Part) -> list[int] | None:
        """The numbers that X may be where what is there must fit it; none if only its number hangs on X."""
        return None

    def can_pay_part(self, game: Game, seat: int, source: int, part: Part) -> bool:
        """Whether the part could be paid now, taken by itself."""
        return bool(self.options(game, seat, source, part))

    def can_pay_regardless(self, game: Game, seat: int, source: int, part: Part) -> bool:
        """Whether so much is there that any payment leaves the rest of the part payable, whatever else it changes."""
        return self.units(part) == 1

    def missing(self, game: Game, seat: int, source: int, part: Part) -> str:
        """The missing part of its cost, if that can be counted; "" leaves it to the words of the part."""
        return ""

    def planned(self, game: Game, play: Play, part: Part, claims: list[Claim]) -> tuple[Answer, ...]:
        """The answers that pay it with these, as an automatic plan found them."""
        options = self.options(game, play.seat, item_of(game, play).source, part)
        if not claims or self.leaves_no_choice(part):
            return (options[0].answer(),)
        how, first = claims[0]
        verb = next(o.do for o in options if (o.do == TAP) == (how == TAP) and first in o.refs)
        return (Answer(verb, tuple(claim.ident for claim in claims)),)

    def giving(self, game: Game, item: Item, part: Part, objs: list[Object]) -> list[Prospect]:
        """Pay with these: what is to happen, at once with all else that is paid; what nothing can change is done."""
        raise RuntimeError(f"{type(part).__name__} is not paid at once with others")

    @abstractmethod
    def options(self, game: Game, seat: int, source: int, part: Part) -> tuple[Option, ...]:
        """The legal payments of (a piece of) the part."""

    @abstractmethod
    def pay(self, game: Game, play: Play, part: Part, answer: Answer) -> tuple[CostPart, ...]:
        """Pay as answered; return what is still due of the part.

        Raises:
            Refusal: the answer is no payment of this part.
        """
