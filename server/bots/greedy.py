"""The bot that takes what is in front of it: lands, then the most expensive thing, then whatever attack pays.

Reads cards by type, cost and text, so it plays any game whose actions are options; where it understands nothing it
takes the first thing that is not passing.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Final

from protocol.answers import refs
from protocol.messages import Answer, AnyAnswer, Decision
from protocol.view import View
from server.bots import choices, combat, harm, merits, together, uniform, worth

GIVEN: Final = frozenset(("reserve",))
"""Verbs of payments that give up cards of one's own."""
MOST_LANDS: Final = 5
"""More lands than this in a first hand are too many."""


def choose(view: View, decision: Decision, rng: random.Random) -> AnyAnswer:
    """One answer; the same for the same view and decision, except where nothing tells options apart."""
    handler = _HANDLERS.get(decision.kind)
    if handler is None:
        return uniform.choose(view, decision, rng)
    return handler(view, decision, rng)


def _act(view: View, decision: Decision, rng: random.Random) -> AnyAnswer:
    if view.table.side:
        return together.act(view, decision)
    rated = [(merits.merit(view, decision.seat, option), -option.n) for option in decision.options]
    return -max(rated)[1]


def _pay(view: View, decision: Decision, rng: random.Random) -> AnyAnswer:
    """Give the least of what is asked for one by one; else let the rules plan, if anything leads to the end.

    ``auto`` is understood whether it is offered or not.
    """
    if not decision.options and decision.cancel:
        return Answer("cancel")
    if decision.options and all(option.do in GIVEN for option in decision.options):
        return min(decision.options, key=lambda o: (_keep_merit(view, decision.seat, o.refs[0]), o.n)).n
    automatic = next((option for option in decision.options if option.do == "auto"), None)
    return automatic.n if automatic is not None else Answer("auto")


def _number(view: View, decision: Decision, rng: random.Random) -> AnyAnswer:
    most = choices.number(view, decision) if view.table.side else decision.most
    return Answer("number", (), (most,))


def _targets(view: View, decision: Decision, rng: random.Random) -> AnyAnswer:
    """Hurt the best of theirs, help the best of ours; as many as that makes sense for."""
    if view.table.side:
        return choices.target(view, decision)
    attacker = view.card(decision.subject)
    if attacker is not None and "attacks" in decision.prompt:
        return combat.target(view, decision, attacker)
    text = worth.said_of(view, decision)
    harmful = harm.is_harmful(text)
    damage = worth.damage_of(text)
    rated = sorted(
        ((_target_merit(view, decision.seat, ref, harmful, damage), -ref, ref) for ref in refs(decision)),
        reverse=True,
    )
    good = sum(merit > 0 for merit, _, _ in rated)
    size = max(decision.least, min(decision.most, good))
    return Answer(decision.kind, tuple(ref for _, _, ref in rated[:size]))


def _target_merit(view: View, seat: int, ref: int, harmful: bool, damage: int) -> float:
    sign = -1.0 if harmful else 1.0
    for player in view.players:
        if player.id == ref:
            return (
                sign
                * (1.0 if player.seat == seat else -1.0)
                * (30.0 if harmful and worth.life_left(view, player) <= damage else 1.2)
            )
    card = view.card(ref)
    item = view.item(ref)
    if card is None:
        return sign * (1.0 if item is not None and item.controller == seat else -1.0)
    value = worth.worth(card)
    is_ours = card.controller == seat
    if worth.is_leader(view, card):
        value = 30.0 if harmful and damage >= worth.toughness_left(card) else 1.2
    elif harmful and damage and damage < worth.toughness_left(card):
        value *= 0.1
    if card.is_attacking or card.blocking:
        value += 0.5
    return sign * (value if is_ours else -value)


def _modes(view: View, decision: Decision, rng: random.Random) -> AnyAnswer:
    if view.table.side:
        return choices.mode(view, decision)
    order = sorted(
        decision.options, key=lambda o: (harm.clause_loss(view, decision.seat, o.label or o.text) > 0.0, o.n)
    )
    chosen = [option.refs[0] for option in order[: max(decision.least, min(1, decision.most))]]
    return Answer(decision.kind, tuple(ref for ref in refs(decision) if ref in chosen))


def _costs(view: View, decision: Decision, rng: random.Random) -> AnyAnswer:
    return Answer(decision.kind, tuple(refs(decision)[: decision.most]))


def _cards(view: View, decision: Decision, rng: random.Random) -> AnyAnswer:
    """Give up the least: lands beyond what is needed, then what is cheapest on the table or dearest in hand."""
    prompt = decision.prompt.lower()
    if "attackers" in prompt:
        return combat.attack(view, decision)
    if view.table.side:
        return together.cards(view, decision)
    rated = sorted(refs(decision), key=lambda ref: (_keep_merit(view, decision.seat, ref), ref))
    if any(word in prompt for word in ("discard", "sacrifice", "bottom", "destroy", "lose")):
        return Answer(decision.kind, tuple(rated[: decision.least]))
    rated.reverse()
    return Answer(decision.kind, tuple(rated[: decision.most]))


def _keep_merit(view: View, seat: int, ref: int) -> float:
    card = view.card(ref)
    if card is None:
        return 0.0
    lands = sum(c.is_a("land") for c in view.board(seat))
    if card.zone != "hand":
        return worth.worth(card)
    if card.is_a("land"):
        return 8.0 if lands < MOST_LANDS - 1 else 0.5
    cost = worth.price(card)
    return 4.0 - max(0, cost - lands - 2) + 0.1 * cost


def _players(view: View, decision: Decision, rng: random.Random) -> AnyAnswer:
    return _targets(view, decision, rng)


def _confirm(view: View, decision: Decision, rng: random.Random) -> AnyAnswer:
    """Yes to all that does not hurt us for nothing; a first hand is judged."""
    prompt = decision.prompt.lower()
    if "mulligan" in prompt:
        wanted = int(not _is_keepable(view, decision.seat))
    else:
        text = worth.said_of(view, decision)
        wanted = int(harm.is_wanted(view, decision.seat, decision.subject, text))
    option = next((option for option in decision.options if option.refs == (wanted,)), decision.options[0])
    return option.n


def _is_keepable(view: View, seat: int) -> bool:
    """Two lands to five in seven cards; with fewer than that to keep, anything goes."""
    me = view.player(seat)
    if me is None or any(line.kind == "mulligan" and line.seat == seat for line in view.log):
        return True
    lands = sum(card.is_a("land") for ref in me.hand if (card := view.card(ref)) is not None)
    return 2 <= lands <= MOST_LANDS


def _assign(view: View, decision: Decision, rng: random.Random) -> AnyAnswer:
    if combat.is_block(view, decision):
        return combat.block(view, decision)
    if decision.options and view.card(decision.options[0].refs[0]) is not None:
        return combat.attack(view, decision)
    return uniform.choose(view, decision, rng)


def _divide(view: View, decision: Decision, rng: random.Random) -> AnyAnswer:
    """Enough for each in turn, the rest for the last that can take it."""
    if view.table.side:
        return choices.divide(view, decision)
    candidates = refs(decision)
    shares = [decision.least] * len(candidates)
    left = decision.total - sum(shares)
    for index, ref in enumerate(candidates):
        card = view.card(ref)
        needed = worth.toughness_left(card) - shares[index] if card is not None else left
        given = left if index == len(candidates) - 1 else max(0, min(left, needed))
        shares[index] += given
        left -= given
    return Answer("divide", tuple(candidates), tuple(shares))


def _order(view: View, decision: Decision, rng: random.Random) -> AnyAnswer:
    return Answer("order", tuple(refs(decision)))


_HANDLERS: Final[dict[str, Callable[[View, Decision, random.Random], AnyAnswer]]] = {
    "act": _act,
    "pay": _pay,
    "number": _number,
    "modes": _modes,
    "targets": _targets,
    "costs": _costs,
    "cards": _cards,
    "players": _players,
    "confirm": _confirm,
    "assign": _assign,
    "divide": _divide,
    "order": _order,
}
