"""Activating a card: the nine steps 1.1 to 1.9. The table at the end is the page of the rulebook.

The card and its activation are different things on the Effects Stack: the card lies there from 1.1 on and is tracked by
its timestamp only; the activation becomes the topmost layer at 1.9, so that what paying has triggered goes above it.
Materialization shares the first five steps.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.costs import lock_all
from engine.decisions import Answer, Decision, Option
from engine.errors import Illegal, Refusal
from engine.game import known
from engine.games.grand_archive.permission import may_activate_now, missing_elements
from engine.games.grand_archive.totals import activation_cost, alternatives, has_x
from engine.modes import choose_modes
from engine.payable import can_pay
from engine.payment import pay_costs
from engine.play import DONE, WAIT, Procedure, Step, ask, ask_in_turn, begin, item_of
from engine.priority import give
from engine.targets import declare_targets, divide, specs
from engine.triggers import occurred
from engine.zones import move

if TYPE_CHECKING:
    from engine.game import Game
    from engine.state import Item, Object, Play

MOST_X: Final = 100
"""A bound of ours on X; no hand pays more."""


def begin_activation(game: Game, seat: int, answer: Answer) -> None:
    """Begin to activate the card that an answer names.

    Raises:
        Refusal: ``not_in_hand``: cards are activated from hand unless something else is stated (1.9.1).
    """
    obj = game.object(answer.refs[0]) if len(answer.refs) == 1 else None
    if obj is None or obj.zone != "hand" or obj.owner != seat:
        raise Refusal("1.9.1", "not_in_hand", "cards are activated from one's own hand")
    begin_card(game, "activation", seat, obj, answer)


def begin_card(game: Game, procedure: str, seat: int, obj: Object, answer: Answer) -> None:
    """Open a play for a card, by one of the two procedures."""
    begin(
        game,
        procedure,
        seat,
        procedure,
        name=obj.name,
        source=obj.id,
        text=game.prints[obj.card].spell,
        plan=answer.plan,
        announced=Answer(answer.do, answer.refs),
    )


def card_of(game: Game, item: Item) -> Object:
    """The card on the Effects Stack that an activation or materialization comes from."""
    return game.obj(item.card)


# --- the steps ------------------------------------------------------------------------------------


def announce(game: Game, play: Play, answer: Answer | None) -> int:
    """1.1: the card goes onto the Effects Stack at once and is timestamped, before anything else is looked at."""
    item = item_of(game, play)
    card = move(game, game.obj(item.source), "effects stack", controller=play.seat)
    assert card is not None
    game.write(card, "timestamp", game.new_timestamp())
    game.write(item, "card", card.id)
    game.write(item, "source", card.id)
    game.write(item, "known", known(card))
    return DONE


def check_elements(game: Game, play: Play, answer: Answer | None) -> int:
    """1.2: every element of the card has to be enabled (1.2.1); champions that are materialized are not bound.

    Raises:
        Illegal: ``element_not_enabled``, with the missing elements.
    """
    item = item_of(game, play)
    card = card_of(game, item)
    missing = missing_elements(game, play.seat, card)
    if missing and not (play.procedure == "materialization" and "champion" in card.words):
        raise Illegal("1.2", "element_not_enabled", f"{item.name} needs {' and '.join(missing)}")
    return DONE


def declare_costs(game: Game, play: Play, answer: Answer | None) -> int:
    """1.3: which of several costs is paid (1.3.3), then X (1.3.1)."""
    return ask_in_turn(game, play, answer, (("alternative", _declare_alternative), ("x", _declare_x)))


def _declare_alternative(game: Game, play: Play, answer: Answer | None) -> int:
    item = item_of(game, play)
    count = len(alternatives(game.prints[card_of(game, item).card]))
    if not count:
        game.write(play, "alternative", 0)
        return DONE
    if answer is None:
        labels = ("its own cost", *(f"alternative cost {k}" for k in range(1, count + 1)))
        options = tuple(Option("costs", (k,), (), label) for k, label in enumerate(labels))
        prompt = f"choose how to pay for {item.name}"
        return ask(game, play, Decision("costs", play.seat, prompt, "1.3", options, subject=item.id))
    game.write(play, "alternative", answer.refs[0])
    return DONE


def _declare_x(game: Game, play: Play, answer: Answer | None) -> int:
    item = item_of(game, play)
    if play.alternative or not has_x(game.prints[card_of(game, item).card]):
        return DONE
    if answer is None:
        prompt = f"choose X for {item.name}"
        most = _most_x(game, play)
        return ask(game, play, Decision("number", play.seat, prompt, "1.3", (), subject=item.id, least=0, most=most))
    game.write(item, "x", answer.amounts[0])
    return DONE


def _most_x(game: Game, play: Play) -> int:
    """The largest X that could be paid for."""
    card = card_of(game, item_of(game, play))
    x = 0
    while x < MOST_X:
        cost = activation_cost(game, play.seat, card, x=x + 1)
        if not can_pay(game, play.seat, cost, card.id, window=False):
            break
        x += 1
    return x


def select_modes(game: Game, play: Play, answer: Answer | None) -> int:
    """1.4: all modes are selected now and do not change later."""
    return choose_modes(game, play, answer)


def choose_targets(game: Game, play: Play, answer: Answer | None) -> int:
    """1.5: targets, each legal now, and how something is split among them, at least 1 each."""
    item = item_of(game, play)
    if len(item.targets) < len(specs(game, item)):
        if declare_targets(game, play, answer) == WAIT:
            return WAIT
        answer = None
    return divide(game, play, answer)


def check_legality(game: Game, play: Play, answer: Answer | None) -> int:
    """1.6: if any part of the activation is not legal it is cancelled and never was.

    Raises:
        Illegal: ``slow``, if the card may not be activated now.
    """
    item = item_of(game, play)
    if not may_activate_now(game, play.seat, card_of(game, item)):
        reason = f"{item.name} is slow: your main phase, with an empty Effects Stack"
        raise Illegal("1.6", "slow", reason)
    return DONE


def calculate_reserve_cost(game: Game, play: Play, answer: Answer | None) -> int:
    """1.7: the total is worked out and locked in.

    A payment that re-opens earlier steps does not come back here (1.8.2).
    """
    if play.parts:
        return DONE
    item = item_of(game, play)
    card = card_of(game, item)
    total = activation_cost(game, play.seat, card, x=item.x, alternative=max(play.alternative, 0), item=item)
    due = lock_all(game, play, total)
    game.write(play, "total", due)
    game.write(play, "due", due)
    return DONE


def become_activated(game: Game, play: Play, answer: Answer | None) -> int:
    """1.9: the activation becomes the topmost layer of the Effects Stack; its player gains Opportunity."""
    item = item_of(game, play)
    place_on_top(game, play)
    occurred(game, "activated", card_of(game, item), play.seat)
    return DONE


def place_on_top(game: Game, play: Play) -> None:
    """The instance of a card that was played goes on top, in order of arrival and not by its card's timestamp."""
    item = item_of(game, play)
    game.write(item, "timestamp", game.new_timestamp())
    game.write(item, "paid", tuple(type(part).__name__ for part in play.parts))
    game.write(game.root, "stack", (*game.root.stack, item.id))
    give(game, play.seat)


ACTIVATION: Final = Procedure(
    "activation",
    Step("1.1", announce),
    Step("1.2", check_elements),
    Step("1.3", declare_costs),
    Step("1.4", select_modes, reopened=True),
    Step("1.5", choose_targets, reopened=True),
    Step("1.6", check_legality, reopened=True),
    Step("1.7", calculate_reserve_cost),
    Step("1.8", pay_costs),
    Step("1.9", become_activated),
)
