"""Numbers that are announced as something is played, bounded by what could be paid for: X, and how often a cost.

Whether a play could be paid for with a number is the game's to say (``Rules.could_pay``).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.decisions import Decision
from engine.errors import Illegal
from engine.play import DONE, ask, item_of

if TYPE_CHECKING:
    from engine.abilities import AdditionalCost
    from engine.decisions import Answer
    from engine.game import Game
    from engine.state import Play

MOST: Final = 100
"""A larger number is not offered."""
X: Final = "X"
"""The name under which an object keeps the X that was announced for it, beside the optional costs that were paid."""


def most_times(game: Game, play: Play, cost: AdditionalCost) -> int:
    """How often an optional cost could be paid besides all that is declared already."""
    times = 0
    while times < (MOST if cost.many else 1) and game.rules.could_pay(game, play, 0, cost.cost * (times + 1)):
        times += 1
    return times


def declare_x(game: Game, play: Play, answer: Answer | None, least: int = 0) -> int:
    """X is announced, at most as much as could be paid for.

    Raises:
        Illegal: ``cannot_pay``, if that is less than ``least``.
    """
    item = item_of(game, play)
    if answer is not None:
        game.write(item, "x", answer.amounts[0])
        card = game.object(item.card)
        if card is not None and item.x:  # what triggers as it enters means the same X (107.3m)
            game.write(card, "paid", (*card.paid, (X, item.x)))
        return DONE
    rule = game.rules.cite("x")
    most = most_x(game, play, 0, MOST)
    if most < least:
        raise Illegal(rule, "cannot_pay", f"{item.name} needs an X of at least {least}, and at most {most} can be paid")
    prompt = f"choose X for {item.name}"
    return ask(game, play, Decision("number", play.seat, prompt, rule, (), subject=item.id, least=least, most=most))


def most_x(game: Game, play: Play, least: int, most: int) -> int:
    """The largest X up to ``most`` that could be paid for, if ``least`` can be."""
    x = least
    while x < most and game.rules.could_pay(game, play, x + 1, ()):
        x += 1
    return x


def announced_x(costs: tuple[tuple[str, int], ...]) -> int:
    """The X among what was announced and paid for an object."""
    return next((n for name, n in costs if name == X), 0)
