"""Texts about cards that their player must not see: such a text is refused when it is read.

A target is chosen as the text is played, so nothing can have shown the card before. A choice while the text is carried
out may follow a revelation. A number of cards in a hidden zone is known to all, one of cards of a kind there is not.
"""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from typing import TYPE_CHECKING, Final

from engine.abilities import Among, Body, Count, Look, Opponents, Ref, RevealHand, RevealUntil, Search, TargetSpec

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine.abilities import Ability, Filter, Instruction

_SHOWING: Final = (Look, RevealHand, RevealUntil, Search)
"""Instructions after which cards of a hidden zone are seen."""
_ANY_CARD: Final = frozenset({(), ("card",)})


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
        return self._in(ability, is_of_another=False) if self._hidden else ""

    def _in(self, part: object, *, is_of_another: bool) -> str:
        """The fault of a part; within ``Opponents`` "you" is another player."""
        if isinstance(part, tuple):
            return next((found for each in part if (found := self._in(each, is_of_another=is_of_another))), "")
        if not is_dataclass(part) or isinstance(part, type):
            return ""
        if isinstance(part, Body):
            return self._in(part.targets, is_of_another=is_of_another) or self._in_order(part.effects)
        if isinstance(part, TargetSpec) and self._is_unseen(part.what):
            return f"a target in the {part.what.zone} is a card that is not seen"
        if self._is_blind(part):
            return "a choice in a hidden zone is among cards that are not seen"
        if isinstance(part, Count | Among) and self._tells(part, is_of_another=is_of_another):
            return f"a number of cards of a kind in the {part.what.zone} tells what is not seen"
        inner = is_of_another or isinstance(part, Opponents)
        return self._in(tuple(getattr(part, field.name) for field in fields(part)), is_of_another=inner)

    def _in_order(self, effects: tuple[Instruction, ...]) -> str:
        """The fault of instructions; after one that shows cards nothing is found any more."""
        for each in effects:
            if isinstance(each, _SHOWING):
                return ""
            found = self._in(each, is_of_another=False)
            if found:
                return found
        return ""

    def _is_blind(self, part: object) -> bool:
        """Whether it is a choice of the player of a text among cards that nothing has shown."""
        if not isinstance(part, Ref) or part.kind != "chosen" or part.what is None:
            return False
        return _is_you(part.of) and self._is_unseen(part.what)

    def _is_unseen(self, what: Filter, *, is_of_another: bool = False) -> bool:
        """Whether these cards lie where the player of a text does not see them."""
        if what.zone not in self._hidden:
            return False
        is_own = not is_of_another and (what.of == "you" or _is_you(what.whose))
        return not (is_own and self._hidden[what.zone])

    def _tells(self, number: Count | Among, *, is_of_another: bool) -> bool:
        what = number.what
        is_of_any = isinstance(number, Count) and not what.tests and not what.name
        return self._is_unseen(what, is_of_another=is_of_another) and not (is_of_any and set(what.kinds) <= _ANY_CARD)


def _is_you(ref: Ref | None) -> bool:
    return ref is not None and ref.kind == "you"
