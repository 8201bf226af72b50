"""Combat (506-511): declaring attackers and blockers, assigning and dealing damage.

Decision of ours: a creature with trample assigns lethal damage to each blocker in order and the rest to the player it
attacks without a question; how a blocked creature divides among several blockers is asked (510.1c).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.agenda import pop, push, replace
from engine.costs import tap
from engine.damage import deal
from engine.decisions import Answer, Decision, Option
from engine.games.magic.legal import forbidden
from engine.triggers import occurred

if TYPE_CHECKING:
    from engine.game import Frame, Game
    from engine.state import Object

Assignment = tuple[int, int, int]
"""Who deals how much to whom: (source id, target id, amount)."""


def _objects(game: Game, ids: tuple[int, ...]) -> list[Object]:
    return [game.records[i] for i in ids]  # type: ignore[misc]  # ids of permanents


# --- attackers (508) ------------------------------------------------------------------------------


def can_attack(game: Game, obj: Object) -> bool:
    """508.1a: an untapped creature of the active player, under its control since the turn began or with haste."""
    return (
        obj.controller == game.root.active
        and "creature" in obj.words
        and not obj.tapped
        and (not obj.sick or "haste" in obj.keywords)
        and "defender" not in obj.keywords
        and not forbidden(game, "attack", obj.controller, obj)
    )


def begin_attackers(game: Game) -> None:
    """Ask for attackers if there are any candidates."""
    candidates = tuple(o.id for o in game.battlefield() if can_attack(game, o))
    if candidates:
        push(game, ("attackers", candidates))


def run_attackers(game: Game, frame: Frame, answer: Answer | None) -> None:
    """The frame ``("attackers", candidates)``.

    508.1, the chosen ones become tapped and attack the next opponent in turn order.
    """
    seat = game.root.active
    if answer is None:
        candidates: tuple[int, ...] = frame[1]
        game.ask(
            Decision(
                "cards",
                seat,
                "declare attackers",
                "508.1",
                tuple(Option("cards", (i,)) for i in candidates),
                least=0,
                most=len(candidates),
                default=Answer("cards"),
            )
        )
        return
    pop(game)
    attackers = _objects(game, answer.refs)
    defender = game.opponents(seat)[0]
    for obj in attackers:
        if "vigilance" not in obj.keywords:
            tap(game, obj)
        game.write(obj, "attacking", defender)
    for obj in attackers:
        occurred(game, "attacks", obj, seat)


# --- blockers (509) -------------------------------------------------------------------------------


def can_block(game: Game, blocker: Object, attacker: Object) -> bool:
    """509.1a-b: an untapped creature of the defending player that may block this attacker."""
    if "flying" in attacker.keywords and not ("flying" in blocker.keywords or "reach" in blocker.keywords):
        return False
    return not forbidden(game, "block", blocker.controller, blocker) and not forbidden(
        game, "be blocked", attacker.controller, attacker
    )


def begin_blockers(game: Game) -> None:
    """Ask the defending player for blocks if any are possible."""
    attackers = [o for o in game.battlefield() if o.attacking >= 0]
    pairs: list[tuple[int, int]] = []
    for attacker in attackers:
        blockers = [
            o
            for o in game.battlefield()
            if o.controller == attacker.attacking
            and "creature" in o.words
            and not o.tapped
            and can_block(game, o, attacker)
        ]
        pairs.extend((blocker.id, attacker.id) for blocker in blockers)
    if pairs:
        push(game, ("blockers", attackers[0].attacking, tuple(sorted(pairs))))


def run_blockers(game: Game, frame: Frame, answer: Answer | None) -> None:
    """The frame ``("blockers", seat, pairs)``: 509.1, each blocker blocks one attacker."""
    if answer is None:
        seat: int = frame[1]
        pairs: tuple[tuple[int, int], ...] = frame[2]
        game.ask(
            Decision(
                "assign",
                seat,
                "declare blockers",
                "509.1",
                tuple(Option("assign", (b,), (a,)) for b, a in pairs),
                least=0,
                most=len({b for b, _ in pairs}),
                default=Answer("assign"),
            )
        )
        return
    pop(game)
    for blocker, attacker in zip(_objects(game, answer.refs), _objects(game, answer.amounts), strict=True):
        game.write(blocker, "blocking", (attacker.id,))
        if not attacker.blocked:
            game.write(attacker, "blocked", True)
            occurred(game, "blocked", attacker, attacker.controller)
        occurred(game, "blocks", blocker, blocker.controller)


# --- damage (510) ---------------------------------------------------------------------------------


def any_first_strike(game: Game) -> bool:
    """510.4: whether there is a combat damage step for creatures with first or double strike."""
    return any(
        ("first strike" in o.keywords or "double strike" in o.keywords) and (o.attacking >= 0 or o.blocking)
        for o in game.battlefield()
    )


def begin_first_strike(game: Game) -> None:
    """The damage of creatures with first or double strike."""
    _begin(game, tuple(o.id for o in _fighters(game) if "first strike" in o.keywords or "double strike" in o.keywords))


def begin_damage(game: Game) -> None:
    """The damage of all others, and of double strikers again; who struck first does not strike twice."""
    _begin(game, tuple(o.id for o in _fighters(game) if "first strike" not in o.keywords))


def _fighters(game: Game) -> list[Object]:
    return [o for o in game.battlefield() if (o.attacking >= 0 or o.blocking) and o.power > 0]


def _begin(game: Game, fighters: tuple[int, ...]) -> None:
    push(game, ("assign damage", fighters, ()))


def run_assign(game: Game, frame: Frame, answer: Answer | None) -> None:
    """The frame ``("assign damage", fighters, assigned)``: 510.1, one creature after the other."""
    fighters: tuple[int, ...] = frame[1]
    assigned: tuple[Assignment, ...] = frame[2]
    while fighters:
        fighter = game.object(fighters[0])
        assert fighter is not None
        opposed = _opposed(game, fighter)
        if len(opposed) > 1 and "trample" not in fighter.keywords:
            if answer is None:
                replace(game, ("assign damage", fighters, assigned))
                game.ask(
                    Decision(
                        "divide",
                        fighter.controller,
                        f"divide the damage of {fighter.name}",
                        "510.1c",
                        tuple(Option("divide", (o.id,)) for o in opposed),
                        subject=fighter.id,
                        least=0,
                        most=fighter.power,
                        total=fighter.power,
                        default=_first_takes_all(fighter, opposed),
                    )
                )
                return
            assigned += tuple((fighter.id, i, n) for i, n in zip(answer.refs, answer.amounts, strict=True) if n)
            answer = None
        else:
            assigned += _plain(game, fighter, opposed)
        fighters = fighters[1:]
    replace(game, ("deal damage", assigned))


def _first_takes_all(fighter: Object, opposed: list[Object]) -> Answer:
    return Answer("divide", tuple(o.id for o in opposed), (fighter.power, *(0 for _ in opposed[1:])))


def _opposed(game: Game, fighter: Object) -> list[Object]:
    """Whom a fighter fights: its blockers, or what it blocks."""
    if fighter.attacking >= 0:
        return [o for o in game.battlefield() if fighter.id in o.blocking]
    return [o for o in map(game.object, fighter.blocking) if o is not None]


def _plain(game: Game, fighter: Object, opposed: list[Object]) -> tuple[Assignment, ...]:
    """510.1b-c, 702.19b: where there is nothing to choose."""
    if fighter.attacking >= 0 and not fighter.blocked:
        return ((fighter.id, game.players[fighter.attacking].id, fighter.power),)
    if fighter.attacking >= 0 and "trample" in fighter.keywords:
        left, out = fighter.power, []
        for blocker in opposed:
            lethal = 1 if "deathtouch" in fighter.keywords else max(0, blocker.toughness - blocker.damage)
            share = min(left, lethal)
            left -= share
            out.append((fighter.id, blocker.id, share))
        out.append((fighter.id, game.players[fighter.attacking].id, left))
        return tuple(entry for entry in out if entry[2])
    return ((fighter.id, opposed[0].id, fighter.power),) if opposed else ()


def run_deal(game: Game, frame: Frame, answer: Answer | None) -> None:
    """The frame ``("deal damage", assigned)``: 510.2, all combat damage at once."""
    pop(game)
    assigned: tuple[Assignment, ...] = frame[1]
    for source, target, number in assigned:
        deal(game, game.object(source), (), target, number, combat=True)


def remove_all_from_combat(game: Game) -> None:
    """511.3."""
    for obj in game.battlefield():
        if obj.attacking >= 0:
            game.write(obj, "attacking", -1)
        if obj.blocking:
            game.write(obj, "blocking", ())
        if obj.blocked:
            game.write(obj, "blocked", False)
