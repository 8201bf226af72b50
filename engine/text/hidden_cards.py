"""Texts about cards that their player must not see: such a text is refused when it is read.

A target is chosen as the text is played, so nothing can have shown the card before. A choice while the text is carried
out may follow a revelation of the zone in which it is made. A number of cards in a hidden zone is known to all, one of
cards of a kind there is not, nor what one of them is. Cards of a zone into which nobody looks are told apart by nobody:
neither a cost nor an instruction is about some of them, but for those that it finds by their place or by a search.

A deed done to all cards of a kind in a hand is no fault: the rules show what is moved, and to whom they show it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.abilities import (
    Among,
    Body,
    Count,
    Discard,
    DiscardCost,
    Event,
    Filter,
    Fits,
    LetPlay,
    Modify,
    Move,
    MoveCost,
    Opponents,
    Peek,
    PlayNow,
    Ref,
    RevealCards,
    RevealCost,
    RevealHand,
    Search,
    Tally,
    TargetSpec,
    Value,
)
from engine.text.phrases import field_names, parts_of, records_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine.abilities import Ability, Instruction

_ANY_CARD: Final = frozenset({(), ("card",)})
_DRAWN: Final = "drawn"
_NUMBER: Final = "a number of cards of a kind in the {} tells what is not seen"
_CHOICE: Final = "a choice in a hidden zone is among cards that are not seen"


class HiddenCards:
    """A search for what a text would tell of hidden cards.

    Args:
        hidden: the zones that not everybody sees into, by their words in texts; whether their owner does.
    """

    __slots__ = ("_hidden",)

    def __init__(self, hidden: Mapping[str, bool]) -> None:
        self._hidden = hidden

    def fault(self, ability: Ability) -> str:
        """The fault of an ability that speaks of cards its player must not see; "" if it does not."""
        return self._in(ability, frozenset(), is_of_another=False) if self._speaks_of_hidden(ability) else ""

    def _speaks_of_hidden(self, ability: Ability) -> bool:
        """Whether an ability says anything of cards in a hidden zone, or of what is drawn."""
        return bool(self._hidden) and (
            any(what.zone in self._hidden for what in records_of(ability, Filter))
            or any(event.name == _DRAWN for event in records_of(ability, Event))
            or any(tally.event == _DRAWN for tally in records_of(ability, Tally))
        )

    def _in(self, part: object, shown: frozenset[str], *, is_of_another: bool) -> str:
        """The fault of a part; ``shown`` zones have been seen before, within ``Opponents`` "you" is another player."""
        if isinstance(part, tuple):
            found = (self._in(each, shown, is_of_another=is_of_another) for each in part)
            return next(filter(None, found), "")
        parts = parts_of(part)
        if parts is None:
            return ""
        if isinstance(part, Body):
            return self._in(part.targets, frozenset(), is_of_another=is_of_another) or self._in_order(part.effects)
        fault = self._of_target(part) or self._of_choice(part, shown)
        fault = fault or self._of_number(part, shown, is_of_another=is_of_another)
        inner = is_of_another or isinstance(part, Opponents)
        return fault or self._in(tuple(parts), shown, is_of_another=inner)

    def _in_order(self, effects: tuple[Instruction, ...]) -> str:
        """The fault of instructions; what one of them shows is seen by those after it."""
        shown: frozenset[str] = frozenset()
        for each in effects:
            found = self._in(each, shown, is_of_another=False) or self._of_place(each)
            if found:
                return found
            shown |= _shown_by(each)
        return ""

    def _of_target(self, part: object) -> str:
        if not isinstance(part, TargetSpec):
            return ""
        is_seen = part.chooser == "you" and not self._is_unseen(part.what)
        return "" if is_seen or part.what.zone not in self._hidden else _target_in(part.what)

    def _of_choice(self, part: object, shown: frozenset[str]) -> str:
        """The fault of a choice among cards that its chooser does not see, in an instruction or a cost."""
        match part:
            case Ref(kind="chosen", what=what) if what is not None:
                is_blind = self._is_unseen(what) if _is_you(part.of) else self._is_unseen_by(part.of, what)
            case PlayNow(what=Ref(what=what)) | LetPlay(what=Ref(what=what)) if what is not None:
                is_blind = self._is_unseen(what)
            case MoveCost(what=what) | DiscardCost(what=what) | RevealCost(what=what):
                is_blind = what.zone in self._hidden and (not self._hidden[what.zone] or what.of == "opponent")
            case _:
                return ""
        return _CHOICE if is_blind and what.zone not in shown else ""

    def _of_number(self, part: object, shown: frozenset[str], *, is_of_another: bool) -> str:
        """The fault of a number or an event that tells the kind of a card."""
        match part:
            case Count(what=what) | Among(what=what):
                is_of_any = isinstance(part, Count) and _is_any_card(what)
            case Value(of=Ref(kind="each", what=what)) | Fits(of=Ref(kind="each", what=what)) if what is not None:
                is_of_any = False
            case Event(name=name, what=what) | Tally(event=name, what=what) if name == _DRAWN and what is not None:
                return "" if _is_any_card(what) else "what kind of card is drawn is not seen"
            case _:
                return ""
        is_telling = self._is_unseen(what, is_of_another=is_of_another) and what.zone not in shown
        return _NUMBER.format(what.zone) if is_telling and not is_of_any else ""

    def _of_place(self, instruction: Instruction) -> str:
        """The fault of an instruction about each card where nobody looks, or that is not done to cards of a hand."""
        own = (getattr(instruction, name) for name in field_names(instruction) or ())
        apart = ("each", "random") if isinstance(instruction, Move) else ("each", "random", "zone")  # all move as one
        refs = [value for value in own if isinstance(value, Ref) and value.kind in apart]
        zones = [ref.what for ref in refs if ref.what is not None and ref.what.zone in self._hidden]
        is_done = isinstance(instruction, Move | Discard | Modify | RevealCards)
        blind = (what for what in zones if not self._hidden[what.zone] or (not is_done and self._is_unseen(what)))
        return next((f"cards in the {what.zone} are not told apart" for what in blind), "")

    def _is_unseen(self, what: Filter, *, is_of_another: bool = False) -> bool:
        """Whether these cards lie where the player of a text does not see them."""
        if what.zone not in self._hidden:
            return False
        is_own = what.of == "you" if what.whose is None else _is_you(what.whose)
        return is_of_another or not is_own or not self._hidden[what.zone]

    def _is_unseen_by(self, chooser: Ref | None, what: Filter) -> bool:
        """Whether these cards lie where another player, who chooses, does not see them."""
        return what.zone in self._hidden and (what.whose != chooser or not self._hidden[what.zone])


def _shown_by(instruction: Instruction) -> frozenset[str]:
    """The zones of which all cards have been seen after an instruction."""
    match instruction:
        case RevealHand():
            return frozenset({"hand"})
        case Peek(amount=None, at_random=False, zone=zone):
            return frozenset({zone})
        case Search():
            return frozenset({"library"})
        case _:
            return frozenset()


def _target_in(what: Filter) -> str:
    return f"a target in the {what.zone} is a card that is not seen"


def _is_any_card(what: Filter) -> bool:
    return not what.tests and not what.name and set(what.kinds) <= _ANY_CARD


def _is_you(ref: Ref | None) -> bool:
    return ref is not None and ref.kind == "you"
