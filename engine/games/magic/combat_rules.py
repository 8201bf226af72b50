"""Rules of objects about their attacks and blocks, as restrictions and requirements of a declaration."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.abilities import CombatRule
from engine.effects.meaning import objects_of, touched
from engine.games.magic.goading import judge_goaded
from engine.queries.filters import fits
from engine.replacement.durations import duration
from engine.state.lasting import BlockEffect

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.abilities import BlockIt
    from engine.effects.meaning import Outcome
    from engine.state.decisions import Answer
    from engine.state.declarations import Declaration
    from engine.state.game import Game
    from engine.state.records import Item, Object

MENACE: Final = CombatRule("least blockers", number=2)
ANY_NUMBER: Final = -1
MANY: Final = 1_000
"""More creatures than anything ever blocks."""


def rules_of(game: Game, obj: Object) -> Iterator[CombatRule]:
    """The rules about an object in combat: menace (702.111) is one such rule by a name of its own."""
    if "menace" in obj.keywords:
        yield MENACE
    for number in obj.abilities:
        ability = game.texts[number].ability
        if isinstance(ability, CombatRule):
            yield ability


def has_rule(game: Game, obj: Object, kind: str) -> bool:
    """Whether a rule of this kind holds of an object."""
    return any(rule.kind == kind for rule in rules_of(game, obj))


def may_be_paired(game: Game, blocker: Object, attacker: Object) -> bool:
    """509.1b: whether neither says that it can't block, or be blocked by, one such as the other."""
    for rule in rules_of(game, attacker):
        if rule.kind in ("not blocked by", "blocked only by"):
            assert rule.what is not None
            if fits(game, rule.what, blocker, attacker.controller, attacker.id) == (rule.kind == "not blocked by"):
                return False
    for rule in rules_of(game, blocker):
        if rule.kind in ("not block", "block only"):
            assert rule.what is not None
            if fits(game, rule.what, attacker, blocker.controller, blocker.id) == (rule.kind == "not block"):
                return False
    return True


def judge_attack(game: Game, declared: Declaration) -> None:
    """508.1c-d, of the candidates of a declaration of attackers."""
    alone = []
    for left in declared.sides():
        for rule in rules_of(game, game.obj(left)):
            if rule.kind == "attacks":
                declared.duties[left] = declared.duties.get(left, 0) + 1
            elif rule.kind == "attack alone":
                alone.append(left)
    judge_goaded(game, declared)
    declared.loners = tuple(alone)
    declared.settle()


def judge_block(game: Game, declared: Declaration) -> None:
    """509.1b-c, of the candidates of a declaration of blockers."""
    alone = []
    for left in declared.sides():
        for rule in rules_of(game, game.obj(left)):
            if rule.kind == "blocks":
                declared.duties[left] = declared.duties.get(left, 0) + 1
            elif rule.kind == "block more":
                more = MANY if rule.number == ANY_NUMBER else rule.number
                declared.capacity[left] = declared.capacity.get(left, 1) + more
            elif rule.kind == "block alone":
                alone.append(left)
    by_right: dict[int, list[tuple[int, int]]] = {}
    for pair in declared.pairs:
        by_right.setdefault(pair[1], []).append(pair)
    for right in (*by_right, *declared.stands):
        for rule in rules_of(game, game.obj(right)):
            if rule.kind == "least blockers":
                declared.least[right] = max(declared.least.get(right, 1), rule.number)
            elif rule.kind == "most blockers":
                declared.most[right] = min(declared.most.get(right, MANY), rule.number)
            elif rule.kind == "be blocked":
                declared.wanted[right] = declared.wanted.get(right, 0) + 1
            elif rule.kind == "all block":
                for pair in by_right.get(right, ()):
                    declared.bonds[pair] = declared.bonds.get(pair, 0) + 1
    for effect in game.root.effects:
        if isinstance(effect, BlockEffect):
            for pair in by_right.get(effect.attacker, ()):
                if pair[0] in effect.idents:
                    declared.bonds[pair] = declared.bonds.get(pair, 0) + 1
    declared.loners = tuple(alone)
    declared.settle()


def run_block_it(game: Game, item: Item, do: BlockIt, answer: Answer | None) -> Outcome:
    """509.1c: each of some objects is required to block another one, for a time."""
    objs = objects_of(game, item, do.what)
    ids = tuple([obj.id for obj in objs])
    for whom in objects_of(game, item, do.whom) if ids else ():
        game.append(game.root, "effects", BlockEffect(ids, whom.id, duration(game, item, do.until)))
    return touched(game, item, ids)
