"""Combat damage (510) and the end of combat (511); attackers are declared in ``attacking``, blockers in ``blocking``.

The division of a blocked creature's damage is asked if there is a choice (510.1c). One with trample is asked first how
much of it goes to the player it attacks; if any does, its blockers have lethal damage and only what is beyond is
divided (702.19b).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.games.magic.attacking import attacked_by
from engine.games.magic.combat_rules import has_rule
from engine.games.magic.frames import AssignDamageFrame, DealDamageFrame
from engine.games.magic.qualities import BY_TOUGHNESS
from engine.replacement.damage import deal_all
from engine.sentences import said
from engine.state.agenda import pop, push, replace
from engine.state.decisions import Answer, Decision, Option

if TYPE_CHECKING:
    from engine.state.game import Game
    from engine.state.records import Object

UNKNOWN: Final = -1
ASKED: Final = -2
Assignment = tuple[int, int, int]
"""Damage of one to another: (source id, target id, amount)."""


# --- damage (510) ---------------------------------------------------------------------------------


def _strikes_first(obj: Object) -> bool:
    return "first strike" in obj.keywords or "double strike" in obj.keywords


def any_first_strike(game: Game) -> bool:
    """510.4: whether there is a combat damage step for creatures with first or double strike."""
    return any(_strikes_first(o) and (o.attacking >= 0 or o.blocking) for o in game.battlefield())


def begin_first_strike(game: Game) -> None:
    """The damage of creatures with first or double strike; that they had it as the step began is remembered."""
    struck = [o for o in game.battlefield() if _strikes_first(o) and (o.attacking >= 0 or o.blocking)]
    for obj in struck:
        game.write(obj, "struck", True)
    _begin(game, struck)


def combat_power(fighter: Object) -> int:
    """The combat damage that a creature assigns: its power, or its toughness where a text says so (510.1a)."""
    return fighter.toughness if BY_TOUGHNESS in fighter.keywords else fighter.power


def begin_damage(game: Game) -> None:
    """The damage of those that have not struck first, and of those that have double strike now (510.4)."""
    _begin(game, [o for o in game.battlefield() if not o.struck or "double strike" in o.keywords])


def _begin(game: Game, objs: list[Object]) -> None:
    """510.1a, 802.6: what has no power assigns no damage; the active player announces first."""
    fighters = [o for o in objs if (o.attacking >= 0 or o.blocking) and combat_power(o) > 0]
    order = game.turn_order(game.root.active)
    fighters.sort(key=lambda o: order.index(o.controller))
    push(game, AssignDamageFrame(tuple(o.id for o in fighters), (), UNKNOWN))


def run_assign(game: Game, frame: AssignDamageFrame, answer: Answer | None) -> None:
    """The frame ``AssignDamageFrame``: 510.1, one creature after the other.

    ``over`` is how much of the first one's damage goes to the player it attacks: negative until that is known,
    ``ASKED`` once its controller has been asked whether it deals damage as though it weren't blocked.
    """
    fighters: tuple[int, ...] = frame.fighters
    assigned: list[Assignment] = [*frame.assigned]
    over: int = frame.over
    blockers = _blockers(game)
    for at, ident in enumerate(fighters):
        fighter = game.object(ident)
        assert fighter is not None
        opposed = _opposed(game, fighter, blockers)
        if over == UNKNOWN and opposed and _may_pass(game, fighter):
            if answer is None:
                replace(game, AssignDamageFrame(fighters[at:], tuple(assigned), over))
                game.ask(_ask_unblocked(game, fighter))
                return
            if answer.refs[0]:
                assigned.append((fighter.id, fighter.attacks, combat_power(fighter)))
                answer = None
                continue
            answer, over = None, ASKED
            replace(game, AssignDamageFrame(fighters[at:], tuple(assigned), over))
        lethal = [_lethal(fighter, o) for o in opposed]
        if over < 0:
            most = _most_over(game, fighter, opposed, lethal)
            if answer is None and most > 0 and opposed:
                replace(game, AssignDamageFrame(fighters[at:], tuple(assigned), over))
                game.ask(_ask_over(game, fighter, most))
                return
            over = most if answer is None else answer.amounts[0]
            answer = None
        if over:
            assigned.append((fighter.id, fighter.attacks, over))
        due = lethal if over else [0] * len(opposed)
        rest = combat_power(fighter) - over - sum(due)
        shares = [rest]
        if len(opposed) > 1 and rest > 0:
            if answer is None:
                settled = tuple(assigned[: len(assigned) - bool(over)])
                replace(game, AssignDamageFrame(fighters[at:], settled, over))
                game.ask(_ask_shares(fighter, opposed, lethal, rest, beyond=bool(over)))
                return
            given = dict(zip(answer.refs, answer.amounts, strict=True))
            shares = [given[o.id] for o in opposed]
            answer = None
        elif len(opposed) > 1:
            shares = [0] * len(opposed)
        assigned.extend(
            (fighter.id, o.id, n + share) for o, n, share in zip(opposed, due, shares, strict=False) if n + share
        )
        over = UNKNOWN
    replace(game, DealDamageFrame(tuple(assigned)))


def named(game: Game, ident: int) -> str:
    """The name of what is attacked."""
    seat = game.seat_of(ident)
    return game.obj(ident).name if seat < 0 else game.players[seat].name


def _may_pass(game: Game, fighter: Object) -> bool:
    """Whether its controller may have a blocked creature assign its damage as though it weren't blocked."""
    return fighter.blocked and attacked_by(game, fighter) is not None and has_rule(game, fighter, "unblocked")


def _ask_unblocked(game: Game, fighter: Object) -> Decision:
    return Decision(
        "confirm",
        fighter.controller,
        said(
            "magic.ask_unblocked",
            "does {name} assign its damage to {whom}, as though it weren't blocked?",
            name=fighter.name,
            whom=named(game, fighter.attacks),
        ),
        "510.1c",
        (Option("confirm", (0,)), Option("confirm", (1,))),
        subject=fighter.id,
        default=Answer("confirm", (0,)),
    )


def _ask_over(game: Game, fighter: Object, most: int) -> Decision:
    return Decision(
        "number",
        fighter.controller,
        said(
            "magic.ask_damage_to",
            "how much of {name}'s damage goes to {whom}",
            name=fighter.name,
            whom=named(game, fighter.attacks),
        ),
        "702.19b",
        (),
        subject=fighter.id,
        least=0,
        most=most,
        default=Answer("number", (), (most,)),
    )


def _ask_shares(fighter: Object, opposed: list[Object], lethal: list[int], rest: int, *, beyond: bool) -> Decision:
    """By default as many as possible die, in order; what is left goes to the last."""
    left, shares = rest, []
    for needed in lethal:
        shares.append(0 if beyond else min(left, needed))
        left -= shares[-1]
    shares[-1] += left
    return Decision(
        "divide",
        fighter.controller,
        said("magic.ask_divide_beyond", "divide the damage of {name} beyond lethal damage", name=fighter.name)
        if beyond
        else said("magic.ask_divide", "divide the damage of {name}", name=fighter.name),
        "510.1c",
        tuple(Option("divide", (o.id,)) for o in opposed),
        subject=fighter.id,
        least=0,
        most=rest,
        total=rest,
        default=Answer("divide", tuple(o.id for o in opposed), tuple(shares)),
    )


def _blockers(game: Game) -> dict[int, list[Object]]:
    """The blockers, by the attackers that each of them blocks."""
    found: dict[int, list[Object]] = {}
    for obj in game.battlefield():
        for ident in dict.fromkeys(obj.blocking):
            found.setdefault(ident, []).append(obj)
    return found


def _opposed(game: Game, fighter: Object, blockers: dict[int, list[Object]]) -> list[Object]:
    """The opponents of a fighter: its blockers, or those it blocks that are still attacking (510.1c-d)."""
    if fighter.attacking >= 0:
        return blockers.get(fighter.id, [])
    return [o for o in map(game.object, fighter.blocking) if o is not None and o.attacking >= 0]


def _lethal(fighter: Object, victim: Object) -> int:
    """The lethal damage to one it fights, damage already marked counted (702.19b, 702.2c)."""
    left = max(0, victim.toughness - victim.damage)
    return min(left, 1) if "deathtouch" in fighter.keywords else left


def _most_over(game: Game, fighter: Object, opposed: list[Object], lethal: list[int]) -> int:
    """The damage that may go to what is attacked: all if unblocked, with trample what is not needed (510.1b-c)."""
    if attacked_by(game, fighter) is None or (fighter.blocked and "trample" not in fighter.keywords):
        return 0
    return max(0, combat_power(fighter) - sum(lethal)) if fighter.blocked else combat_power(fighter)


def run_deal(game: Game, frame: DealDamageFrame, answer: Answer | None) -> None:
    """The frame ``DealDamageFrame``: 510.2, all combat damage at once."""
    pop(game)
    assigned: tuple[Assignment, ...] = frame.assigned
    deal_all(game, [(game.object(source), (), target, number) for source, target, number in assigned], combat=True)


def remove_all_from_combat(game: Game) -> None:
    """511.3: as combat ends nothing attacks or blocks any more."""
    for obj in game.battlefield():
        if obj.attacking >= 0:
            game.write(obj, "attacking", -1)
            game.write(obj, "attacks", 0)
        if obj.blocking:
            game.write(obj, "blocking", ())
        if obj.blocked:
            game.write(obj, "blocked", False)
        if obj.struck:
            game.write(obj, "struck", False)
