"""Declaring attackers (508): which creatures attack, and which opponent or planeswalker each of them attacks (802)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.abilities import Forbid
from engine.errors import Refusal
from engine.events.triggers import occurred_together
from engine.games.magic.activation_limits import COMBAT
from engine.games.magic.attack_costs import allowed_pairs, begin_paid, still_controlled, tap_attackers, tolls
from engine.games.magic.attacked_players import note_attacked
from engine.games.magic.combat_rules import has_rule, judge_attack
from engine.games.magic.frames import AttackersFrame
from engine.queries.prohibitions import asks_of_defender, forbidden
from engine.queries.static_effects import statics
from engine.sentences import said
from engine.state.agenda import pop, push
from engine.state.copying import copy_record
from engine.state.decisions import Answer, Decision, Option
from engine.state.declarations import Declaration
from engine.state.frames import PlayFrame
from engine.state.play_notes import pairs_held
from engine.state.procedure import DONE, item_of
from engine.state.proposed_events import Happening
from engine.state.records import NOBODY, Object, Player

if TYPE_CHECKING:
    from engine.state.decisions import DecisionKind
    from engine.state.declarations import Pairs
    from engine.state.game import Game
    from engine.state.records import Play


def attack_obstacle(game: Game, obj: Object) -> Refusal | None:
    """The reason that a permanent cannot attack this turn; none if it can.

    508.1a: an untapped creature of the active player, under its control since the turn began or with haste.
    """
    if "creature" not in obj.words:
        return Refusal(
            "508.1a", "not_a_creature", said("magic.reason_not_a_creature", "{name} is no creature", name=obj.name)
        )
    if obj.controller != game.root.active:
        return Refusal(
            "508.1a",
            "not_your_turn",
            said("magic.reason_attacks_in_own_turn", "{name} attacks in its controller's turn", name=obj.name),
        )
    if obj.tapped:
        return Refusal("508.1a", "tapped", said("magic.reason_tapped", "{name} is tapped", name=obj.name))
    if obj.sick and "haste" not in obj.keywords:
        return Refusal(
            "508.1a",
            "summoning_sick",
            said(
                "magic.reason_summoning_sick",
                "{name} has not been under your control since your turn began",
                name=obj.name,
            ),
        )
    if "defender" in obj.keywords and not has_rule(game, obj, "despite"):
        return Refusal("702.3b", "defender", said("magic.reason_defender", "{name} has defender", name=obj.name))
    if forbidden(game, "attack", obj.controller, obj) or _is_kept_from_all(game, obj):
        return Refusal(
            "508.1c",
            "prohibited",
            said("reason.cannot_attack", "an effect says that {name} can't attack", name=obj.name),
        )
    return None


def can_attack(game: Game, obj: Object) -> bool:
    """Whether a permanent may be declared as an attacker; of most no reason against it has to be put into words."""
    return "creature" in obj.words and not obj.tapped and attack_obstacle(game, obj) is None


def attackable(game: Game, seat: int) -> list[int]:
    """508.1b: the ids of the players and planeswalkers that creatures of a seat may attack."""
    opponents = game.opponents(seat)
    walkers = [obj.id for obj in game.battlefield() if "planeswalker" in obj.words and obj.controller in opponents]
    return [game.players[other].id for other in opponents] + walkers


def attacked_by(game: Game, attacker: Object) -> Player | Object | None:
    """The player or object that a creature attacks; nothing once it has left (506.4, 506.4c, 800.4e)."""
    record = game.records.get(attacker.attacks)
    if isinstance(record, Player):
        return None if record.lost else record
    if not isinstance(record, Object) or record.zone != "battlefield" or "planeswalker" not in record.words:
        return None
    return record if record.controller == attacker.attacking else None


def begin_attackers(game: Game) -> None:
    """Ask for attackers if there are any candidates."""
    if _pairs(game, game.root.active):
        push(game, AttackersFrame(game.root.active))


def _pairs(game: Game, seat: int) -> Pairs:
    """The creatures that may attack, each with those it may attack."""
    candidates = [obj.id for obj in game.battlefield() if can_attack(game, obj)]
    if not candidates:
        return ()
    attacked = attackable(game, seat)
    pairs = tuple((i, ident) for i in candidates for ident in attacked)
    if _is_defender_asked(game):
        pairs = tuple((i, ident) for i, ident in pairs if not _is_kept_from(game, game.obj(i), ident))
    return allowed_pairs(game, seat, pairs)


def _is_defender_asked(game: Game) -> bool:
    """Whether any prohibition hangs on the defending player."""
    return any(asks_of_defender(ability.condition) for _, _, ability in statics(game, Forbid))


def _is_kept_from_all(game: Game, obj: Object) -> bool:
    """Whether there is nobody whom such texts let a creature attack."""
    return _is_defender_asked(game) and all(
        _is_kept_from(game, obj, ident) for ident in attackable(game, obj.controller)
    )


def _is_kept_from(game: Game, obj: Object, ident: int) -> bool:
    """508.1c: whether a text that asks about the defending player forbids to attack this player or planeswalker."""
    would_be = copy_record(obj)
    assert isinstance(would_be, Object)
    would_be.attacking = _defender(game, ident)
    return forbidden(game, "attack", obj.controller, would_be)


def run_attackers(game: Game, frame: AttackersFrame, answer: Answer | None) -> None:
    """The frame ``AttackersFrame``.

    508.1, the chosen ones become tapped and attack; what each attacks is announced where there is a choice.
    """
    seat: int = frame.seat
    if answer is None:
        game.ask(_declaration(game, seat))
        return
    pairs = tuple(zip(answer.refs, answer.amounts or attackable(game, seat) * len(answer.refs), strict=True))
    costs = tolls(game, seat, pairs)
    if costs is not None and costs.of(pairs):
        begin_paid(game, "attack", seat, pairs)
        return
    pop(game)
    tap_attackers(game, pairs)
    _attack(game, seat, pairs)


def become_attacking(game: Game, play: Play, answer: Answer | None) -> int:
    """508.1k: with what it costs paid, each becomes an attacking creature."""
    item = item_of(game, play)
    agenda = game.root.agenda
    at = agenda.index(PlayFrame(play.id)) - 1
    game.splice(game.root, "agenda", at, 1)
    pairs = pairs_held(item.held)
    game.remove(item)
    _attack(game, play.seat, still_controlled(game, play.seat, pairs))
    return DONE


def _attack(game: Game, seat: int, pairs: Pairs) -> None:
    attackers = [game.obj(ident) for ident, _ in pairs]
    for obj, (_, ident) in zip(attackers, pairs, strict=True):
        game.write(obj, "attacking", _defender(game, ident))
        game.write(obj, "attacks", ident)
    note_attacked(game, {game.seat_of(ident) for _, ident in pairs} - {NOBODY})
    how = "alone" if len(attackers) == 1 else ""
    occurred_together(
        game, "attacks", [Happening(obj, seat, other=game.records[obj.attacks], how=how) for obj in attackers]
    )


def join_attack(game: Game, obj: Object, source: int) -> None:
    """508.4: what enters attacking attacks whom its source attacks, else the first opponent in turn order.

    ``source`` may be the player or the planeswalker to attack. Only creatures attack (506.3).
    """
    if "creature" not in obj.words or obj.controller != game.root.active or game.root.step not in COMBAT[1:]:
        return
    leader = game.object(source)
    if game.seat_of(source) >= 0 or source in attackable(game, obj.controller):
        ident = source
    else:
        ident = leader.attacks if leader is not None and leader.attacking >= 0 else attackable(game, obj.controller)[0]
    game.write(obj, "attacking", _defender(game, ident))
    game.write(obj, "attacks", ident)


def _declaration(game: Game, seat: int) -> Decision:
    kind: DecisionKind = "assign" if len(attackable(game, seat)) > 1 else "cards"
    judge = Declaration(("508.1c", "508.1d"), _pairs(game, seat))
    judge.tolls = tolls(game, seat, judge.pairs)
    judge_attack(game, judge)
    options = (
        tuple(Option(kind, (i,), (ident,)) for i, ident in judge.pairs)
        if kind == "assign"
        else tuple(Option(kind, (i,)) for i, _ in judge.pairs)
    )
    default = Answer(
        kind,
        tuple(left for left, _ in judge.example),
        tuple(right for _, right in judge.example) if kind == "assign" else (),
    )
    return Decision(
        kind,
        seat,
        said("magic.ask_attackers", "declare attackers"),
        "508.1",
        options,
        least=0,
        most=len(judge.sides()),
        none="no attack",
        default=default,
        judge=None if judge.is_free else judge,
    )


def _defender(game: Game, ident: int) -> int:
    """The defending player: the one that is attacked, or that controls the planeswalker attacked (508.5)."""
    seat = game.seat_of(ident)
    return game.obj(ident).controller if seat < 0 else seat
