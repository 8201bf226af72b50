"""Activating a card: the nine steps 1.1 to 1.9. The table at the end is the page of the rulebook.

The card and its activation are different things on the Effects Stack: the card lies there from 1.1 on and is tracked by
its timestamp only; the activation becomes the topmost layer at 1.9, so that what paying has triggered goes above it.
Materialization shares the first five steps.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.abilities import Memory, Reserve
from engine.effects.interpreter import conclude_play
from engine.errors import Illegal, Refusal
from engine.events.triggers import occurred
from engine.events.zones import move
from engine.games.grand_archive.activation_modes import ways_to_activate
from engine.games.grand_archive.conditions import FROM, FROM_ZONES
from engine.games.grand_archive.empowering import take
from engine.games.grand_archive.imbuing import becomes_imbued
from engine.games.grand_archive.legal_actions import may_activate_now, missing_elements, own_limit
from engine.games.grand_archive.totals import declared_costs, total_cost
from engine.payment.can_pay import can_pay
from engine.payment.paid_in_parts import PaidInParts
from engine.payment.self_cost_rules import lock_all
from engine.payment.window import pay_costs
from engine.play.announced_numbers import declare_x, has_x
from engine.play.declared_costs import declare_optional, declare_way
from engine.play.modes import choose_modes
from engine.play.priority import give
from engine.play.procedure_runner import ask_in_turn, begin
from engine.play.targets import declare_targets, divide, missing_target, specs
from engine.queries.prohibitions import forbidden
from engine.queries.static_effects import use_up_changes
from engine.replacement.shields import await_arrival
from engine.sentences import said
from engine.state.decisions import Answer
from engine.state.frequent_writes import write_due
from engine.state.last_known import known
from engine.state.procedure import AGAIN, DONE, WAIT, Procedure, Step, item_of
from engine.state.records import NOBODY
from engine.state.search_budget import Asking

if TYPE_CHECKING:
    from engine.abilities import Cost, Way
    from engine.state.game import Game
    from engine.state.records import Item, Object, Play

ACTION: Final = {"activation": "activate", "materialization": "materialize"}
"""The verb that texts have for a procedure with a card."""


def begin_activation(game: Game, seat: int, answer: Answer) -> None:
    """Begin to activate the card that an answer names.

    Raises:
        Refusal: ``not_from_there``: cards are activated from hand unless something else is stated (1.9.1), and only an
            effect lets one with a memory cost be activated (1.9.2).
    """
    obj = game.object(answer.refs[0]) if len(answer.refs) == 1 else None
    ways = ways_to_activate(game, seat, obj) if obj is not None else ()
    if obj is None or not ways:
        raise Refusal(
            "1.9.1",
            "not_from_there",
            said("grand-archive.reason_from_own_hand", "cards are activated from one's own hand, for a reserve cost"),
        )
    begin_card(game, "activation", seat, obj, answer, ways)


def begin_card(
    game: Game,
    procedure: str,
    seat: int,
    obj: Object,
    answer: Answer,
    ways: tuple[Way, ...] = (),
    then: int = NOBODY,
) -> None:
    """Open a play for a card, by one of the two procedures; ``then``: where the text goes on that has it played."""
    play = begin(
        game,
        procedure,
        seat,
        procedure,
        name=obj.name,
        source=obj.id,
        text=game.prints[obj.card].spell,
        plan=answer.plan,
        announced=Answer(answer.do, answer.refs),
        then=then,
    )
    game.write(play, "ways", ways)


def card_of(game: Game, item: Item) -> Object:
    """The card on the Effects Stack that an activation or materialization comes from."""
    return game.obj(item.card)


# --- the steps ------------------------------------------------------------------------------------


def announce(game: Game, play: Play, answer: Answer | None) -> int:
    """1.1: the card goes onto the Effects Stack at once and is timestamped, before anything else is looked at."""
    item = item_of(game, play)
    from_ = game.obj(item.source).zone
    card = move(game, game.obj(item.source), "effects stack", controller=play.seat)
    assert card is not None
    if from_ in FROM_ZONES and play.procedure == "activation":
        game.write(card, "extra", (*card.extra, (FROM + from_, 1)))
    game.write(card, "timestamp", game.new_timestamp())
    if play.procedure == "activation":
        take(game, play.seat, card)
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
    missing = missing_elements(game, play.seat, card, ACTION[play.procedure])
    if missing and not (play.procedure == "materialization" and "champion" in card.words):
        raise Illegal(
            "1.2",
            "element_not_enabled",
            said("grand-archive.reason_needs_elements", "{name} needs {n}", name=item.name, n=" and ".join(missing)),
        )
    return DONE


def declare_costs(game: Game, play: Play, answer: Answer | None) -> int:
    """1.3: which of several costs is paid (1.3.3), each optional cost (1.3.2), then X (1.3.1)."""
    return ask_in_turn(game, play, answer, _DECLARATIONS)


def _declare_way(game: Game, play: Play, answer: Answer | None) -> int:
    if not play.ways:
        return DONE
    return declare_way(game, play, answer)


def _declare_x(game: Game, play: Play, answer: Answer | None) -> int:
    """1.3.1: X is declared if a cost to be paid has one; without paying that it is 0 (Costs 9.2)."""
    way = play.ways[play.alternative] if play.ways else None
    if not any(map(has_x, (*(way.cost if way is not None and not way.free else ()), *declared_costs(game, play)))):
        return DONE
    return declare_x(game, play, answer)


def total_of(game: Game, play: Play, place: int, x: int, more: Cost = ()) -> Cost:
    """The cost of a play in one of its ways, with all that is declared and what more might be."""
    item = item_of(game, play)
    way = play.ways[place]
    besides = declared_costs(game, play) + more
    action = ACTION[play.procedure]
    return total_cost(game, play.seat, action, card_of(game, item), way.cost, besides, x, item, free=way.free)


def _can_pay(game: Game, play: Play, total: Cost) -> int:
    return can_pay(game, play.seat, total, item_of(game, play).source, window=False)


class ActivationCosts(PaidInParts):
    """The costs of playing a card."""

    __slots__ = ()
    declares_freely = True

    def offered_ways(self, game: Game, play: Play) -> list[int]:
        """The ways that could be paid for, or all if none can."""
        every = range(len(play.ways))
        with Asking(game):
            return [k for k in every if _can_pay(game, play, total_of(game, play, k, 0))] or list(every)

    def can_pay_x(self, game: Game, play: Play, x: int, besides: Cost) -> int:
        """Whether a play could be paid for in its way, with this X, what is declared and something besides."""
        return _can_pay(game, play, self.due_with(game, play, x, besides))

    def due_with(self, game: Game, play: Play, x: int, besides: Cost) -> Cost:
        """The cost that would be due then."""
        return total_of(game, play, play.alternative, x, besides)

    def variable_parts(self, game: Game, play: Play) -> Cost:
        """The parts that have an X, but what is reserved or banished from memory, which may be made cheaper."""
        way = play.ways[play.alternative] if play.ways else None
        parts = (*(way.cost if way is not None else ()), *declared_costs(game, play))
        return tuple(part for part in parts if has_x(part) and not isinstance(part, Reserve | Memory))


_DECLARATIONS: Final = (("alternative", _declare_way), ("optional", declare_optional), ("x", _declare_x))


def select_modes(game: Game, play: Play, answer: Answer | None) -> int:
    """1.4: all modes are selected now and do not change later."""
    return choose_modes(game, play, answer)


def choose_targets(game: Game, play: Play, answer: Answer | None) -> int:
    """1.5: targets, each legal now, and how something is split among them, at least 1 each.

    The number of "up to" so many is fixed here and not with the costs (1.3.4).
    """
    item = item_of(game, play)
    if missing_target(game, play, len(specs(game, item))) is not None:
        if declare_targets(game, play, answer) == WAIT:
            return WAIT
        answer = None
    return divide(game, play, answer)


def check_legality(game: Game, play: Play, answer: Answer | None) -> int:
    """1.6: if any part of the activation is not legal it is cancelled and never was.

    Raises:
        Illegal: ``slow``, if the card may not be activated now; ``prohibited``, if an effect says that it can't be.
    """
    item = item_of(game, play)
    card = card_of(game, item)
    if play.then < 0 and not may_activate_now(game, play.seat, card):  # what a text has one play is played now
        limit = own_limit(game, play.seat, card)
        if limit is not None:
            raise Illegal("1.6", limit.code, limit.words)
        reason = said(
            "grand-archive.reason_slow_when",
            "{name} is slow: your main phase, with an empty Effects Stack",
            name=item.name,
        )
        raise Illegal("1.6", "slow", reason)
    if forbidden(game, "activate", play.seat, card, item):
        raise Illegal(
            "1.6",
            "prohibited",
            said(
                "grand-archive.reason_cannot_activate_so",
                "an effect says that {name} can't be activated this way",
                name=item.name,
            ),
        )
    return DONE


def calculate_reserve_cost(game: Game, play: Play, answer: Answer | None) -> int:
    """1.7: the total is worked out and locked in.

    A payment that re-opens earlier steps does not come back here (1.8.2).
    """
    if play.parts:
        return DONE
    item = item_of(game, play)
    due = lock_all(game, play.seat, item, total_of(game, play, play.alternative, item.x))
    game.write(play, "total", due)
    write_due(game, play, due)
    return DONE


def pay_activation(game: Game, play: Play, answer: Answer | None) -> int:
    """1.8: costs are paid in any order, also through what replaces them (1.8.1).

    A card that becomes imbued so may have more to choose (1.8.2).
    """
    if pay_costs(game, play, answer) == WAIT:
        return WAIT
    return AGAIN if not play.reopened and becomes_imbued(game, play) else DONE


def become_activated(game: Game, play: Play, answer: Answer | None) -> int:
    """1.9: the activation becomes the topmost layer of the Effects Stack; its player gains Opportunity.

    It takes nothing from what may be materialized, nor the other way round (1.9.3).
    """
    item = item_of(game, play)
    place_on_top(game, play)
    use_up_changes(game, "activate", card_of(game, item), play.seat, item)
    await_arrival(game, "activate", card_of(game, item), item)
    occurred(game, "activated", card_of(game, item), play.seat)
    if play.ways and play.ways[play.alternative].name == "brew":
        occurred(game, "brewed", card_of(game, item), play.seat)
    return DONE


def place_on_top(game: Game, play: Play) -> None:
    """The instance of a card that was played goes on top, in order of arrival and not by its card's timestamp."""
    item = item_of(game, play)
    game.write(item, "timestamp", game.new_timestamp())
    game.append(game.root, "stack", item.id)
    give(game, play.seat)
    if play.then >= 0:
        conclude_play(game, play)


ACTIVATION: Final = Procedure(
    "activation",
    Step("1.1", announce),
    Step("1.2", check_elements),
    Step("1.3", declare_costs),
    Step("1.4", select_modes, reopened=True),
    Step("1.5", choose_targets, reopened=True),
    Step("1.6", check_legality, reopened=True),
    Step("1.7", calculate_reserve_cost),
    Step("1.8", pay_activation),
    Step("1.9", become_activated),
    costs=ActivationCosts(),
)
