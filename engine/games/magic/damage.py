"""Damage as permanents and players take it (120.3): marked, lost loyalty, counters, the loss of life."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.abilities import DEALT_BY
from engine.events.execution import change_counters, lose_life, source_of
from engine.games.magic.qualities import instances, is_protected
from engine.payment.self_cost_rules import counters
from engine.queries.prohibitions import can_be_prevented, can_get_counter
from engine.state.proposed_events import putting
from engine.state.records import Object, Player
from engine.text.phrases import has_part

if TYPE_CHECKING:
    from engine.state.game import Game
    from engine.state.proposed_events import Prospect

HURT: Final = frozenset(("creature", "planeswalker", "battle"))
"""The words of permanents that damage is dealt to."""


def deal(game: Game, each: Prospect, results: list[Prospect]) -> int:
    """Deal damage; how much was dealt."""
    record = game.records.get(each.subject)
    source = source_of(game, each)
    if isinstance(record, Player):
        if source is None or not _infects(game, each, record, source, results):
            lose_life(game, each, record, results)
        return each.amount
    if not isinstance(record, Object):
        return 0
    is_immune = source is not None and is_protected(game, record, source)
    if is_immune and can_be_prevented(game, source, combat=each.combat):
        return 0
    if each.amount and source is not None and is_dealing_noted(game):
        others = tuple(entry for entry in record.extra if entry[0] != _note(source.id))
        game.write(record, "extra", (*others, (_note(source.id), game.root.turn)))
    _mark(game, each, record, source, results)
    if source is not None and "deathtouch" in source.keywords:
        game.write(record, "marked", "deathtouch")
    return each.amount


def is_dealing_noted(game: Game) -> bool:
    """Whether any text of this match asks what a source has dealt damage to."""
    cached = game.fixed.get(DEALT_BY.field)
    if cached is None:
        found = any(has_part(text.ability, DEALT_BY) for text in game.texts)
        cached = game.fixed[DEALT_BY.field] = (found,)
    return bool(cached[0])


def was_dealt_damage_by(game: Game, obj: Object, sources: tuple[int, ...]) -> bool:
    """Whether one of some sources has dealt damage to an object this turn."""
    return any((_note(ident), game.root.turn) in obj.extra for ident in sources)


def _note(source: int) -> str:
    return f"dealt damage by {source}"


def _infects(game: Game, each: Prospect, player: Player, source: Object, results: list[Prospect]) -> bool:
    """120.3b, 120.3g: infect brings poison counters instead of the loss of life, toxic besides it."""
    infects = "infect" in source.keywords
    poison = each.amount if infects else 0
    if each.combat:
        poison += sum(keyword.value for keyword in instances(game, source, "toxic"))
    if poison:
        results.append(putting(player, "poison", poison, source.controller))
    return infects


def _mark(game: Game, each: Prospect, obj: Object, source: Object | None, results: list[Prospect]) -> None:
    """120.3c-e: a planeswalker loses loyalty, a creature is marked or gets counters by wither or infect."""
    if "planeswalker" in obj.words:
        change_counters(game, obj.id, "loyalty", -min(each.amount, counters(game, obj.id, "loyalty")))
        if "creature" not in obj.words:
            return
    if source is None or not ("infect" in source.keywords or "wither" in source.keywords):
        game.write(obj, "damage", obj.damage + each.amount)
    elif can_get_counter(game, obj.id, "-1/-1"):
        results.append(putting(obj, "-1/-1", each.amount, source.controller))
