"""Declarations about costs while something is played: in which way, and which optional costs, each by itself.

The ways and the paragraphs are the game's (``engine.state.procedure.PlayCosts``).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.abilities import Mana
from engine.cards.mana_symbols import told_apart
from engine.play.announced_numbers import most_times
from engine.play.modes import leaves_modes, times_for_modes
from engine.play.procedure_runner import ask
from engine.queries.filters import holds
from engine.sentences import said
from engine.state.decisions import Decision, Option
from engine.state.procedure import DONE, costs_of, item_of

if TYPE_CHECKING:
    from engine.abilities import AdditionalCost
    from engine.state.decisions import Answer
    from engine.state.game import Game
    from engine.state.records import Item, Object, Play


def required_costs(game: Game, seat: int, obj: Object) -> list[AdditionalCost]:
    """The additional costs that must be paid as a seat plays a card."""
    return [cost for cost in _additions(game, seat, obj) if not cost.name]


def optional_costs(game: Game, seat: int, obj: Object) -> list[AdditionalCost]:
    """The additional costs that may be paid, in printed order."""
    return [cost for cost in _additions(game, seat, obj) if cost.name]


def _additions(game: Game, seat: int, obj: Object) -> list[AdditionalCost]:
    additions = game.prints[obj.card].additions
    return [cost for cost in additions if holds(game, cost.condition, seat, obj.id)] if additions else []


def declare_way(game: Game, play: Play, answer: Answer | None) -> int:
    """Of several ways to pay exactly one is chosen; its card knows which, if it is not as printed (118.9a)."""
    item = item_of(game, play)
    if len(play.ways) > 1 and answer is None:
        offered = costs_of(game, play).offered_ways(game, play)
        options = tuple(Option("costs", (k,), (), play.ways[k].name or "its own cost") for k in offered)
        prompt = said("ask.how_to_pay", "choose how to pay for {name}", name=item.name)
        return ask(game, play, Decision("costs", play.seat, prompt, game.rules.cite("ways"), options, subject=item.id))
    game.write(play, "alternative", answer.refs[0] if answer is not None else 0)
    card = game.object(item.card)
    if card is not None and play.ways[play.alternative].name:
        way = play.ways[play.alternative]
        others = tuple(each for each in card.paid if each[0] not in {other.name for other in play.ways})
        game.write(card, "paid", (*others, (way.name, 1)))
        if way.leaves:
            game.write(card, "leaves", way.leaves)
    return DONE


def declare_optional(game: Game, play: Play, answer: Answer | None) -> int:
    """Declare the optional additional costs that are paid, and how often.

    One that could not be paid is asked for only where a game lets its player declare it and fail (``declares_freely``).
    """
    item = item_of(game, play)
    card = game.object(item.card)
    if card is None:
        return DONE
    offered = optional_costs(game, play.seat, card)
    while len(play.optional) < len(offered):
        cost = offered[len(play.optional)]
        if answer is None and not cost.per:
            most = most_times(game, play, cost) if leaves_modes(game, item, cost) else 0
            if most or costs_of(game, play).declares_freely:
                return ask(game, play, _offer(game, play, item, cost, most, _own_name(offered, cost)))
        if cost.per:
            times = times_for_modes(game, item, cost)
        else:
            times = 0 if answer is None else answer.amounts[0] if cost.many else answer.refs[0]
        game.write(play, "optional", (*play.optional, times))
        if times:
            others = tuple((name, n) for name, n in card.paid if name != cost.name)
            paid = (*others, (cost.name, times + dict(card.paid).get(cost.name, 0)))
            own = _own_name(offered, cost)
            game.write(card, "paid", paid if own == cost.name else (*paid, (own, times)))
        answer = answer if cost.per else None
    return DONE


def _own_name(offered: list[AdditionalCost], cost: AdditionalCost) -> str:
    """The name of a cost; of several that are called alike, with what it is (702.33f)."""
    alike = [other for other in offered if other.name == cost.name]
    first = cost.cost[0] if len(alike) > 1 and len(cost.cost) == 1 else None
    return told_apart(cost.name, first.symbols) if isinstance(first, Mana) else cost.name


def _offer(game: Game, play: Play, item: Item, cost: AdditionalCost, most: int, called: str) -> Decision:
    rule = game.rules.cite("optional")
    if cost.many:
        prompt = said(
            "ask.how_often", "how often do you pay the {cost} cost of {name}?", cost=cost.name, name=item.name
        )
        return Decision("number", play.seat, prompt, rule, (), subject=item.id, least=0, most=most)
    options = (Option("confirm", (0,)), Option("confirm", (1,)))[: 1 + min(most, 1)]
    prompt = said("ask.pay_cost", "pay the {cost} cost of {name}?", cost=called, name=item.name)
    advises = costs_of(game, play).declares_freely
    return Decision("confirm", play.seat, prompt, rule, options, subject=item.id, advises=advises)
