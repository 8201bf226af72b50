"""Instructions about players: cards drawn and milled, life gained and lost."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine import abilities as a
from engine.costs import lose_life
from engine.damage import gain_life
from engine.instructions.meaning import Outcome, amount_of, counted, touched, who_is
from engine.marks import set_mark
from engine.triggers import occurred
from engine.zones import draw_from

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.decisions import Answer
    from engine.game import Game
    from engine.state import Item


def _draw(game: Game, item: Item, do: a.Draw, answer: Answer | None) -> Outcome:
    number = amount_of(game, item, do.amount)
    drawn = sum(draw(game, seat, number) for seat in who_is(game, item, do.who))
    return counted(game, item, drawn)


def draw(game: Game, seat: int, number: int) -> int:
    """Draw cards one at a time; drawing from an empty library is remembered for the next checkpoint."""
    for drawn in range(number):
        card = draw_from(game, seat, game.rules.draw_zone, "hand")
        if card is None:
            set_mark(game, seat, "drew from empty", 1)
            return drawn
        occurred(game, "drawn", card, seat, 1)
    return number


def _gain(game: Game, item: Item, do: a.GainLife, answer: Answer | None) -> Outcome:
    number = amount_of(game, item, do.amount)
    seats = who_is(game, item, do.who)
    for seat in seats:
        gain_life(game, seat, number)
    return counted(game, item, number * len(seats))


def _lose(game: Game, item: Item, do: a.LoseLife, answer: Answer | None) -> Outcome:
    number = amount_of(game, item, do.amount)
    seats = who_is(game, item, do.who)
    for seat in seats:
        if number:
            lose_life(game, seat, number)
    return counted(game, item, number * len(seats))


def _mill(game: Game, item: Item, do: a.Mill, answer: Answer | None) -> Outcome:
    number = amount_of(game, item, do.amount)
    milled = []
    for seat in who_is(game, item, do.who):
        for _ in range(number):
            card = draw_from(game, seat, game.rules.draw_zone, game.rules.discard_zone)
            if card is not None:
                milled.append(card.id)
    return touched(game, item, tuple(milled))


PLAYERS: Final[dict[type, Callable[..., Outcome]]] = {
    a.Draw: _draw,
    a.GainLife: _gain,
    a.LoseLife: _lose,
    a.Mill: _mill,
}
