"""Choices of a greedy player made together with the others: targets, defenders, parts, numbers, where damage goes."""

from __future__ import annotations

import re
from typing import Final

from protocol.messages import Answer, Decision
from protocol.view import Card, View
from server.bots import worth
from server.bots.needs import Needs
from server.bots.reading import gain, power

NEVER: Final = -1.0
SPARE: Final = 0.3
"""The loss of an ally that leaves anyway."""
SPENT: Final = 50.0
"""More damage than a character takes."""
_LEAVES: Final = re.compile(r"at the end of the round, [^.]*discard")


def target(view: View, decision: Decision) -> Answer:
    """The targets most worth attacking, thwarting, harming or helping, as many as must be."""
    needs = Needs(view, decision.seat)
    text = f"{worth.text_of(view, decision.subject)} {decision.prompt}".lower()
    refs = [option.refs[0] for option in decision.options]
    rated = sorted(refs, key=lambda ref: (-_target_merit(needs, decision, text, ref), ref))
    good = sum(_target_merit(needs, decision, text, ref) > 0 for ref in refs)
    return Answer(decision.kind, tuple(rated[: max(decision.least, min(decision.most, good))]))


def _target_merit(needs: Needs, decision: Decision, text: str, ref: int) -> float:
    card = needs.view.card(ref)
    if card is None:
        return 1.5 if ref == needs.seat + 1 else 1.0
    by = needs.view.card(decision.subject)
    if card.is_a("scheme"):
        found = None if "thwarts" in decision.prompt else re.search(r"remove (\d+) threat", text)
        number = int(found[1]) if found else by.stats.get("thwart", 0) if by is not None else 2
        return needs.relief(card, number)
    if needs.is_ours(card):
        return _helped(needs, text, card)
    if "heal" in text and "damage to" not in text:
        return NEVER
    damage = 0 if "attacks" in decision.prompt else worth.damage_of(text)
    if not damage and "attacks" not in decision.prompt:
        return 0.1 + ("stunned" not in card.counters) * (needs.strength(card) + card.is_a("villain"))
    return needs.harm(card, damage or (by.power if by is not None else 0) or 1)


def _helped(needs: Needs, text: str, card: Card) -> float:
    if "heal" in text:
        found = re.search(r"heal (\d+)", text)
        return needs.healed(card, int(found[1]) if found else 1)
    if "ready" in text:
        return card.tapped * (1.0 + card.power)
    return 1.0 + card.power


def defend(view: View, decision: Decision) -> Answer:
    """The defender who loses least by it: an ally that is nearly gone, the hero, or nobody."""
    needs = Needs(view, decision.seat)
    attacker = view.card(decision.subject)
    if attacker is None:
        return Answer(decision.kind)
    attacked = _attacked(needs, decision)
    costs = [(needs.blow(attacker, attacked), 0)]
    for option in decision.options:
        card = view.card(option.refs[0])
        if card is not None:
            costs.append((_defended(needs, attacker, card), card.id))
    ident = min(costs)[1]
    return Answer(decision.kind, (ident,) if ident else ())


def _attacked(needs: Needs, decision: Decision) -> int:
    """The player who is attacked, as the prompt says."""
    for player in needs.view.players:
        if player.name and f"attacks {player.name}:" in decision.prompt:
            return player.seat
    return needs.seat


def _defended(needs: Needs, attacker: Card, card: Card) -> float:
    if card.is_a("ally"):
        if needs.overkills(attacker) and card.controller in needs.identities:
            excess = max(0, needs.strength(attacker) + 1 - worth.toughness_left(card))
            return worth.price(card) + needs.hurt(needs.identities[card.controller], excess)
        if _LEAVES.search(card.text.lower()):
            return SPARE
        left = worth.toughness_left(card)
        each = max(card.power, card.stats.get("thwart", 0))
        return 0.5 + max(0, min(left, needs.strength(attacker)) - 1) * each + 0.3 * worth.price(card)
    seat = card.controller
    return needs.blow(attacker, seat, card.stats.get("defense", 0)) + 0.8 * power(needs, card)


def mode(view: View, decision: Decision) -> Answer:
    """The best of several modes for the players."""
    needs = Needs(view, decision.seat)
    card = view.card(decision.subject)
    about = card if card is not None else Card(0)
    rated = sorted(decision.options, key=lambda option: (-gain(needs, option.label or option.text, about), option.n))
    return Answer(
        decision.kind, tuple(option.refs[0] for option in rated[: max(decision.least, min(1, decision.most))])
    )


def divide(view: View, decision: Decision) -> Answer:
    """Damage to where it hurts least, point by point."""
    needs = Needs(view, decision.seat)
    shares = {option.refs[0]: decision.least for option in decision.options}
    for _ in range(decision.total - sum(shares.values())):
        ref = min(shares, key=lambda ref: (_point(needs, ref, shares[ref]), ref))
        shares[ref] += 1
    return Answer("divide", tuple(shares), tuple(shares.values()))


def _point(needs: Needs, ref: int, taken: int) -> float:
    """The cost of one more point of damage."""
    card = needs.view.card(ref)
    if card is None or not needs.is_ours(card):
        return -1.0
    left = worth.toughness_left(card) - taken
    return needs.hit_point_at(card, left - 1) if left > 0 else SPENT


def number(view: View, decision: Decision) -> int:
    """As much as there is a use for: of cards given up for threat not more than there is."""
    needs = Needs(view, decision.seat)
    text = worth.text_of(view, decision.subject).lower()
    if "for each card discarded" not in text:
        return decision.most
    threat = max((scheme.counters.get("threat", 0) for scheme in needs.to_thwart()), default=0)
    return max(decision.least, min(decision.most, threat))
