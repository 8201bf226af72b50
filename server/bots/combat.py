"""Attacks and blocks, one creature at a time: who would die, who would kill, who is about to lose.

Attackers are asked for as ``cards``, or as an ``assign`` where there is more than one thing to attack; blockers as an
``assign``: a left side is a creature of ours, a right side what it attacks or blocks.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from protocol.answers import refs, sides
from protocol.messages import Answer, Decision
from protocol.view import Card, View
from server.bots.worth import is_fighter, is_leader, toughness_left, worth

NOBODY: Final = (0,)
"""The attacked player, if that is not asked."""


def attack(view: View, decision: Decision) -> Answer:
    """Attack with what gets through, survives or trades well; with everything when that is enough to win."""
    pairs: Mapping[int, Sequence[int]]
    pairs = sides(decision) if decision.kind == "assign" else dict.fromkeys(refs(decision), NOBODY)
    ours = [card for ref in pairs if (card := view.card(ref)) is not None]
    defender = next((p for p in view.players if p.seat != decision.seat), None)
    me = view.player(decision.seat)
    if defender is None or me is None:
        return _answer(decision, {ref: rights[0] for ref, rights in pairs.items()}, pairs)
    blockers = [c for c in view.board(defender.seat) if is_fighter(c) and not c.tapped]
    if _gets_through(ours, blockers) >= defender.life:
        chosen = ours
    else:
        chosen = [card for card in ours if _is_good_attack(card, blockers, len(ours))]
        chosen = _keep_guard(view, decision.seat, chosen, me.life, defender.life)
    return _answer(decision, {card.id: _preferred(pairs[card.id], defender.id) for card in chosen}, pairs)


def block(view: View, decision: Decision) -> Answer:
    """Kill attackers for less than they are worth; when life is short, stop the biggest at any price."""
    pairs = sides(decision)
    attackers = [c for ref in {r for rights in pairs.values() for r in rights} if (c := view.card(ref)) is not None]
    attackers.sort(key=lambda card: (-card.power, card.id))
    me = view.player(decision.seat)
    life, own = (me.life, me.id) if me is not None else (0, 0)
    incoming = sum(max(0, c.power) for c in view.cards if own in c.attacks)
    chosen: dict[int, int] = {}
    for attacker in attackers:
        free = [
            c for ref in pairs if ref not in chosen and attacker.id in pairs[ref] and (c := view.card(ref)) is not None
        ]
        if attacker.has("menace"):
            continue
        is_urgent = incoming >= life or (life <= 6 and incoming * 2 >= life)
        blocker = _best_blocker(attacker, free, is_urgent=is_urgent)
        if blocker is not None:
            chosen[blocker.id] = attacker.id
            incoming -= max(0, attacker.power)
    return _answer(decision, chosen, pairs)


def target(view: View, decision: Decision, attacker: Card) -> Answer:
    """A lone attacker's target: the player who dies of it, else the best that it kills and survives, else a player."""
    rated = [(_target_merit(view, attacker, card), -ref) for ref in refs(decision) if (card := view.card(ref))]
    chosen = -max(rated)[1] if rated else refs(decision)[0]
    return Answer(decision.kind, (chosen,))


def _target_merit(view: View, attacker: Card, victim: Card) -> float:
    dies = attacker.power >= toughness_left(victim)
    if is_leader(view, victim):
        return 100.0 if dies else 1.0 + 0.1 * attacker.power
    answers = victim.power >= toughness_left(attacker) and not victim.tapped and not is_leader(view, attacker)
    return (worth(victim) if dies else 0.0) - (worth(attacker) if answers else 0.0)


def is_block(view: View, decision: Decision) -> bool:
    """Whether the right sides are attackers."""
    card = view.card(decision.options[0].amounts[0]) if decision.options else None
    return card is not None and card.is_attacking


def kills(killer: Card, victim: Card) -> bool:
    """Whether the one's combat damage destroys the other, first strike seen."""
    if victim.has("indestructible") or killer.power <= 0:
        return False
    strikes_first = (victim.has("first strike") or victim.has("double strike")) and not killer.has("first strike")
    if strikes_first and (victim.power >= toughness_left(killer) or victim.has("deathtouch")):
        return False
    return killer.power >= toughness_left(victim) or killer.has("deathtouch")


def _can_block(blocker: Card, attacker: Card) -> bool:
    if attacker.has("unblockable"):
        return False
    return not attacker.has("flying") or blocker.has("flying") or blocker.has("reach")


def _gets_through(attackers: list[Card], blockers: list[Card]) -> int:
    """Damage if each blocker stops the biggest attacker it may."""
    left = sorted(attackers, key=lambda card: -card.power)
    for blocker in blockers:
        stopped = next((card for card in left if _can_block(blocker, card)), None)
        if stopped is not None:
            left.remove(stopped)
    return sum(max(0, card.power) for card in left)


def _is_good_attack(attacker: Card, blockers: list[Card], attackers: int) -> bool:
    if attacker.power <= 0:
        return False
    able = [blocker for blocker in blockers if _can_block(blocker, attacker)]
    if attacker.has("menace") and len(able) < 2:
        return True
    dangers = [blocker for blocker in able if kills(blocker, attacker)]
    if not dangers:
        return True
    if any(not kills(attacker, danger) for danger in dangers):
        return attackers > 2 * len(blockers) and worth(attacker) <= 3
    return all(worth(danger) >= worth(attacker) * 0.8 for danger in dangers) or attackers > len(able) + 1


def _keep_guard(view: View, seat: int, chosen: list[Card], life: int, their_life: int) -> list[Card]:
    """Leave at home what must block, if their attack would win the race."""
    theirs = [c for p in view.players if p.seat != seat for c in view.board(p.seat) if is_fighter(c)]
    threat = sum(max(0, c.power) for c in theirs)
    strike = sum(max(0, c.power) for c in chosen)
    stays = {card.id for card in chosen if card.has("vigilance")}
    guards = [c for c in view.board(seat) if is_fighter(c) and not c.tapped]
    chosen = sorted(chosen, key=lambda card: (card.has("flying"), card.power))
    while chosen and threat - _stopped(theirs, guards, chosen, stays) >= life and strike < their_life:
        weakest = next((card for card in chosen if card.id not in stays), None)
        if weakest is None:
            break
        chosen.remove(weakest)
        strike -= max(0, weakest.power)
    return chosen


def _stopped(theirs: list[Card], guards: list[Card], chosen: list[Card], stays: set[int]) -> int:
    """Damage of their next attack that those who stay untapped could stop."""
    away = {card.id for card in chosen} - stays
    home = sum(guard.id not in away for guard in guards)
    return sum(sorted((max(0, card.power) for card in theirs), reverse=True)[:home])


def _best_blocker(attacker: Card, free: list[Card], *, is_urgent: bool) -> Card | None:
    survivors = [card for card in free if not kills(attacker, card)]
    killers = [card for card in free if kills(card, attacker)]
    for choice in ([card for card in survivors if card in killers], survivors):
        if choice:
            return min(choice, key=lambda card: (worth(card), card.id))
    trades = [card for card in killers if is_urgent or worth(card) <= worth(attacker)]
    if trades:
        return min(trades, key=lambda card: (worth(card), card.id))
    return min(free, key=lambda card: (worth(card), card.id)) if is_urgent and free else None


def _preferred(rights: Sequence[int], player: int) -> int:
    return player if player in rights else rights[0]


def _answer(decision: Decision, chosen: dict[int, int], pairs: Mapping[int, Sequence[int]]) -> Answer:
    """In the order of the options, so that equal choices are equal answers."""
    lefts = tuple(ref for ref in pairs if ref in chosen)
    return Answer(decision.kind, lefts, tuple(chosen[ref] for ref in lefts) if decision.kind == "assign" else ())
