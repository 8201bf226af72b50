"""Kinds of hidden cards: how far the rules themselves tell hidden cards apart before everybody.

"Discard each artifact card from your hand" is true before everybody: the cards that stay are no artifacts. So worlds in
which another number of artifacts lie there are none that a viewer could still be in. Two cards are of one kind if every
text that is at work asks the same of both and is answered the same. Their names go on being secret.

A text at work is one that is carried out, whole; and of what is in play all but what would only happen on resolution.
An instruction that shows cards is left out: who chooses among them is free to.
"""

from __future__ import annotations

from dataclasses import fields, is_dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from engine.abilities import Among, Body, Filter, Look, Modes, RevealHand, RevealUntil, Search, SpellText
from engine.events.zones import printed_object
from engine.queries.filters import fits, number_of
from engine.state.records import PRIVATE, Item, Object
from engine.state.zone_specs import ARENA

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from engine.abilities import Ability, Test
    from engine.state.game import Game

Question = Filter | Among
"""The question that a text asks of the cards of a hidden zone."""
Kind = tuple[object, ...]
"""The answers to the questions about a card; they are only ever compared."""
_SHOWING: Final = (Look, RevealHand, RevealUntil, Search)
_NOWHERE: Final = 0
_COMPARED: Final = frozenset({"is", "has", "lacks", "=", "<", ">", "<=", ">="})
"""Ways to ask of a card that nothing else has a part in, if the value is a number."""


class HiddenKinds:
    """The questions that the texts of one match ask of hidden cards, and how cards answer them.

    Args:
        game: the match; it may go on meanwhile.
    """

    __slots__ = ("_answers", "_game", "_numbers", "_standing", "_whole")

    def __init__(self, game: Game) -> None:
        self._game = game
        self._numbers: dict[Question, int] = {}
        self._answers: dict[tuple[int, int], object] = {}
        self._whole: dict[int, list[int]] = {}
        self._standing: dict[int, list[int]] = {}

    def asked_now(self) -> Iterator[int]:
        """The numbers of the questions that texts at work ask now."""
        game = self._game
        for zone in game.place(ARENA):
            for ident in zone.content:
                yield from self.asked_by(game.obj(ident))
        for ident in game.root.stack:
            yield from self.asked_by(game.records[ident])

    def asked_by(self, record: object) -> Iterator[int]:
        """The numbers of the questions that an object or an item asks as long as it is there."""
        if isinstance(record, Item):
            if record.text >= 0:
                yield from self._of_text(self._whole, record.text)
        elif isinstance(record, Object) and record.zone == self._game.zone_name(ARENA):
            for number in record.abilities:
                yield from self._of_text(self._standing, number)

    def of(self, card: int, asked: Iterable[int]) -> Kind:
        """The kind of a card, as far as some questions go."""
        return tuple(self._answer(number, card) for number in asked)

    def _of_text(self, known: dict[int, list[int]], number: int) -> list[int]:
        if number not in known:
            found = questions_of(self._game.texts[number].ability, is_whole=known is self._whole)
            hidden = (_alone(question) for question in found if self._is_hidden(question))
            known[number] = [self._numbers.setdefault(question, len(self._numbers)) for question in hidden]
        return known[number]

    def _answer(self, number: int, card: int) -> object:
        key = number, card
        if key not in self._answers:
            question = list(self._numbers)[number]
            self._answers[key] = self._answered(question, printed_object(self._game, _NOWHERE, card, 0, ""))
        return self._answers[key]

    def _is_hidden(self, question: Question) -> bool:
        zone = (question if isinstance(question, Filter) else question.what).zone
        if zone in ("", "stack", "sources"):
            return False
        sight = self._game.place(zone)[0].sight
        return sight == "nobody" or sight in PRIVATE

    def _answered(self, question: Question, card: Object) -> object:
        if isinstance(question, Filter):
            return self._fits(question, card)
        if question.how == "different":
            if question.field in self._game.rules.printed_numbers:
                return tuple(number for name, number in card.extra if name == question.field)
            family = self._game.rules.families.get(question.field, ())
            return tuple(word for word in family if word in card.words)
        return number_of(card, question.field), self._fits(question.what, card)

    def _fits(self, what: Filter, card: Object) -> object:
        """Whether a card fits; what else has a part in that is not known, so then each name is a kind of its own."""
        if _is_answered_by_card(what.tests):
            return fits(self._game, what, card, 0, _NOWHERE)
        return card.name


@lru_cache(maxsize=4096)
def questions_of(ability: Ability, *, is_whole: bool) -> tuple[Question, ...]:
    """The questions in an ability that tell cards apart; not whole: without what it would only do as it resolves."""
    return tuple(_questions(ability, is_whole=is_whole))


def _questions(part: object, *, is_whole: bool) -> Iterator[Question]:
    if isinstance(part, tuple):
        for each in part:
            yield from _questions(each, is_whole=is_whole)
        return
    if not is_dataclass(part) or isinstance(part, (type, *_SHOWING)):
        return
    if not is_whole and isinstance(part, Body | Modes | SpellText):
        return
    if isinstance(part, Among) or (isinstance(part, Filter) and _tells_apart(part)):
        yield part
    yield from _questions(tuple(getattr(part, field.name) for field in fields(part)), is_whole=is_whole)


def _tells_apart(what: Filter) -> bool:
    return bool(what.tests or what.name or set(what.kinds) - {(), ("card",)})


def _alone(question: Question) -> Question:
    """A question about the card alone, not about whose it is and where."""
    if isinstance(question, Among):
        return replace(question, what=_of_itself(question.what))
    return _of_itself(question)


def _of_itself(what: Filter) -> Filter:
    return replace(what, of="", zone="", other=False, whose=None)


def _is_answered_by_card(tests: Iterable[Test]) -> bool:
    return all(
        _is_answered_by_card(test.tests)
        if test.op == "any of"
        else test.op in _COMPARED and isinstance(test.value, int)
        for test in tests
    )
