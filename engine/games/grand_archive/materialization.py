"""Materializing a card: the steps 1.1 to 1.5 of activation, then 3.1 to 3.4.

The table at the end is the page of the rulebook.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.abilities import Memory
from engine.costs import lock_all
from engine.errors import Illegal, Refusal
from engine.games.grand_archive.activation import (
    announce,
    begin_card,
    card_of,
    check_elements,
    choose_targets,
    declare_costs,
    place_on_top,
    select_modes,
)
from engine.games.grand_archive.permission import follows_lineage
from engine.games.grand_archive.totals import additional_costs, memory_cost
from engine.marks import set_mark
from engine.payment import pay_costs
from engine.play import DONE, WAIT, Procedure, Step, item_of
from engine.triggers import occurred
from engine.zones import move_all

if TYPE_CHECKING:
    from engine.decisions import Answer
    from engine.game import Game
    from engine.state import Play


MATERIALIZED: Final = "materialized"
"""The mark of a player who has materialized a card in this phase (2)."""


def begin_materialization(game: Game, seat: int, answer: Answer) -> None:
    """Begin to materialize the card that an answer names.

    Raises:
        Refusal: ``not_in_material_deck``.
    """
    obj = game.object(answer.refs[0]) if len(answer.refs) == 1 else None
    if obj is None or obj.zone != "material deck" or obj.owner != seat:
        raise Refusal("2", "not_in_material_deck", "cards are materialized from one's material deck")
    begin_card(game, "materialization", seat, obj, answer)


def check_materialization(game: Game, play: Play, answer: Answer | None) -> int:
    """3.1: a champion has to be of the level that comes next (3.1.1).

    Raises:
        Illegal: ``wrong_level``.
    """
    item = item_of(game, play)
    card = card_of(game, item)
    if "champion" in card.words and not follows_lineage(game, play.seat, card):
        raise Illegal("3.1", "wrong_level", f"{item.name} does not follow your champion's level")
    return DONE


def calculate_memory_cost(game: Game, play: Play, answer: Answer | None) -> int:
    """3.2: the total is worked out and locked in.

    What is paid at random is not due to be chosen, so it stands apart.
    """
    item = item_of(game, play)
    card = card_of(game, item)
    memory = memory_cost(game, play.seat, card, item)
    rest = additional_costs(game.prints[card.card])
    due = lock_all(game, play, rest)
    game.write(play, "total", (Memory(memory), *due))
    game.write(play, "due", due)
    return DONE


def pay_memory_cost(game: Game, play: Play, answer: Answer | None) -> int:
    """3.3: first what is chosen, then the memory cost: that many cards of memory at random, banished together.

    Raises:
        Illegal: ``cannot_pay``, if memory holds too few cards.
    """
    cost = play.total[0]
    assert isinstance(cost, Memory)
    assert isinstance(cost.amount, int)
    if cost.amount > len(game.content("memory", play.seat)):
        raise Illegal("3.3", "cannot_pay", f"{cost.amount} cards of memory are due")
    if pay_costs(game, play, answer) == WAIT:
        return WAIT
    left = list(game.content("memory", play.seat))
    if cost.amount > len(left):
        raise Illegal("3.3", "cannot_pay", f"{cost.amount} cards of memory are due")
    chosen = [game.obj(left.pop(game.stream_below(len(left)))) for _ in range(cost.amount)]
    move_all(game, chosen, "banishment")
    return DONE


def become_materialized(game: Game, play: Play, answer: Answer | None) -> int:
    """3.4: the materialization becomes the topmost layer of the Effects Stack; its player gains Opportunity."""
    item = item_of(game, play)
    place_on_top(game, play)
    set_mark(game, play.seat, MATERIALIZED, 1)
    occurred(game, "materialized", card_of(game, item), play.seat)
    return DONE


MATERIALIZATION: Final = Procedure(
    "materialization",
    Step("1.1", announce),
    Step("1.2", check_elements),
    Step("1.3", declare_costs),
    Step("1.4", select_modes, reopened=True),
    Step("1.5", choose_targets, reopened=True),
    Step("3.1", check_materialization, reopened=True),
    Step("3.2", calculate_memory_cost),
    Step("3.3", pay_memory_cost),
    Step("3.4", become_materialized),
)
