"""Declaring blockers (509): each defending player in turn order declares for what attacks it (802.4)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.abilities import FightTerms
from engine.errors import Refusal
from engine.events.triggers import occurred_together
from engine.games.magic.attack_costs import allowed_pairs, begin_paid, still_controlled, tolls
from engine.games.magic.attacking import attacked_by
from engine.games.magic.combat_rules import judge_block, may_be_paired
from engine.games.magic.frames import BlockersFrame
from engine.games.magic.qualities import evading
from engine.payment.interchangeable_permanents import alike
from engine.queries.prohibitions import forbidden
from engine.queries.static_effects import statics
from engine.sentences import said
from engine.state.agenda import pop, push, replace
from engine.state.decisions import Answer, Decision, Option
from engine.state.declarations import Declaration
from engine.state.frames import PlayFrame
from engine.state.play_notes import pairs_held
from engine.state.procedure import DONE, item_of
from engine.state.proposed_events import Happening

if TYPE_CHECKING:
    from engine.state.declarations import Pairs
    from engine.state.game import Game
    from engine.state.records import Object, Play


MOST_PAIRS: Final = 4096
"""Of a blocker and an attacker that are named each; of more the attackers are named by kind."""


def block_obstacle(game: Game, blocker: Object, attacker: Object) -> Refusal | None:
    """The reason that a permanent cannot block this attacker; none if it can (509.1a-b)."""
    if "creature" not in blocker.words:
        return Refusal(
            "509.1a", "not_a_creature", said("magic.reason_not_a_creature", "{name} is no creature", name=blocker.name)
        )
    if blocker.controller != attacker.attacking:
        return Refusal(
            "509.1a",
            "not_attacked",
            said("magic.reason_not_attacking_you", "{name} does not attack you", name=attacker.name),
        )
    if blocker.tapped:
        return Refusal("509.1a", "tapped", said("magic.reason_tapped", "{name} is tapped", name=blocker.name))
    evasion = evading(game, attacker, blocker)
    if evasion:
        return Refusal(*evasion, f"{attacker.name} can't be blocked by {blocker.name}: {evasion[1]}")
    if forbidden(game, "block", blocker.controller, blocker):
        return Refusal(
            "509.1b",
            "prohibited",
            said("magic.reason_cannot_block", "an effect says that {name} can't block", name=blocker.name),
        )
    if forbidden(game, "be blocked", attacker.controller, attacker):
        return Refusal(
            "509.1b",
            "unblockable",
            said("magic.reason_cannot_be_blocked", "an effect says that {name} can't be blocked", name=attacker.name),
        )
    if not may_be_paired(game, blocker, attacker):
        return Refusal(
            "509.1b",
            "prohibited",
            said(
                "magic.reason_cannot_block_that", "{name} can't block {other}", name=blocker.name, other=attacker.name
            ),
        )
    return None


def can_block(game: Game, blocker: Object, attacker: Object) -> bool:
    """Whether a permanent may be declared as a blocker of this attacker."""
    return block_obstacle(game, blocker, attacker) is None


def _candidates(game: Game, seat: int) -> tuple[list[Object], list[Object]]:
    """The creatures of a defending player that may block at all, and what attacks."""
    permanents = game.battlefield()
    defenders = [obj for obj in permanents if obj.controller == seat and "creature" in obj.words and not obj.tapped]
    return defenders, [obj for obj in permanents if obj.attacking == seat]


def _pairs(game: Game, seat: int) -> tuple[Pairs, dict[int, int]]:
    """The creatures of a defender and the attackers they may block; of very many, which attacker stands for which.

    Attackers that are like each other may be blocked by the same creatures. If pairs would be very many, only the first
    of each kind is named; that is not done if it costs something to block.
    """
    defenders, attackers = _candidates(game, seat)
    kinds = alike(game, attackers)
    stands: dict[int, int] = {}
    if len(defenders) * len(attackers) > MOST_PAIRS and not statics(game, FightTerms):
        stands = {obj.id: kind[0].id for kind in kinds for obj in kind[1:]}
        kinds = [kind[:1] for kind in kinds]
    game.meter.bear(game, len(defenders) * sum(map(len, kinds)))
    able = [
        (obj.id, foe.id)
        for like in alike(game, defenders)
        for kind in kinds
        if can_block(game, like[0], kind[0])
        for obj in like
        for foe in kind
    ]
    return allowed_pairs(game, seat, tuple(sorted(able))), stands


def _is_asked(game: Game, seat: int) -> bool:
    """Whether a defending player can block anything."""
    defenders, attackers = (alike(game, objs) for objs in _candidates(game, seat))
    if statics(game, FightTerms):
        return bool(_pairs(game, seat)[0])
    return any(can_block(game, like[0], kind[0]) for like in defenders for kind in attackers)


def begin_blockers(game: Game) -> None:
    """Ask the defending players for blocks if any are possible."""
    attacked = [obj.attacking for obj in game.battlefield() if obj.attacking >= 0]
    seats = tuple(seat for seat in game.turn_order(game.root.active) if seat in attacked and _is_asked(game, seat))
    push(game, BlockersFrame(seats))


def run_blockers(game: Game, frame: BlockersFrame, answer: Answer | None) -> None:
    """The frame ``BlockersFrame``: 509.1, one defending player after the other."""
    seats: tuple[int, ...] = frame.seats
    if answer is not None:
        pairs = tuple(zip(answer.refs, answer.amounts, strict=True))
        costs = tolls(game, seats[0], pairs)
        if costs is not None and costs.of(pairs):
            begin_paid(game, "block", seats[0], pairs)
            return
        _block(game, pairs)
        seats = seats[1:]
    if not seats:
        pop(game)
        _announce(game)
        return
    replace(game, BlockersFrame(seats))
    game.ask(_declaration(game, seats[0]))


def become_blocking(game: Game, play: Play, answer: Answer | None) -> int:
    """509.1g: with what it costs paid, each becomes a blocking creature; then the next player declares."""
    item = item_of(game, play)
    agenda = game.root.agenda
    at = agenda.index(PlayFrame(play.id)) - 1
    frame = agenda[at]
    assert isinstance(frame, BlockersFrame)
    game.splice(game.root, "agenda", at, 1, (BlockersFrame(frame.seats[1:]),))
    pairs = pairs_held(item.held)
    game.remove(item)
    _block(game, still_controlled(game, play.seat, pairs))
    return DONE


def _declaration(game: Game, seat: int) -> Decision:
    pairs, stands = _pairs(game, seat)
    judge = Declaration(("509.1b", "509.1c"), pairs, stands)
    judge.tolls = tolls(game, seat, judge.pairs)
    judge_block(game, judge)
    return Decision(
        "assign",
        seat,
        said("magic.ask_blockers", "declare blockers"),
        "509.1",
        tuple(Option("assign", (blocker,), (attacker,)) for blocker, attacker in pairs),
        least=0,
        none="no blocks",
        most=len(pairs) + len(stands) if judge.capacity else len({blocker for blocker, _ in pairs}),
        default=Answer("assign", tuple(left for left, _ in judge.example), tuple(right for _, right in judge.example)),
        judge=None if judge.is_free else judge,
        stands=stands,
    )


def _block(game: Game, pairs: Pairs) -> None:
    for blocker, attacker in [(game.obj(left), game.obj(right)) for left, right in pairs]:
        game.write(blocker, "blocking", (*blocker.blocking, attacker.id))
        if not attacker.blocked:
            game.write(attacker, "blocked", True)


def _announce(game: Game) -> None:
    """509.3: what blocks, what became blocked and by what, and what attacks and isn't blocked."""
    attackers = [obj for obj in game.battlefield() if obj.attacking >= 0]
    pairs = [(obj, game.obj(ident)) for obj in game.battlefield() for ident in obj.blocking]
    blocked = [obj for obj in attackers if obj.blocked]
    free = [obj for obj in attackers if not obj.blocked]
    occurred_together(game, "blocks", [Happening(obj, obj.controller, other=foe) for obj, foe in pairs])
    occurred_together(game, "blocked", [Happening(obj, obj.controller) for obj in blocked])
    occurred_together(game, "blocked by", [Happening(foe, foe.controller, other=obj) for obj, foe in pairs])
    occurred_together(game, "unblocked", [Happening(o, o.controller, other=attacked_by(game, o)) for o in free])
