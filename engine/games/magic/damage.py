"""Damage as permanents and players take it (120.3): marked, lost loyalty, counters, the loss of life."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.abilities import DEALT_BY, EXCESS
from engine.events.execution import change_counters, lose_life, source_of
from engine.games.magic.qualities import instances, is_protected
from engine.payment.self_cost_rules import counters
from engine.queries.prohibitions import can_be_prevented, can_get_counter
from engine.state.play_notes import PaidNumber
from engine.state.proposed_events import putting
from engine.state.records import Item, Object, Player
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
    if EXCESS in game.minded:
        _note_excess(game, each, record, source)
    _mark(game, each, record, source, results)
    if source is not None and "deathtouch" in source.keywords:
        game.write(record, "marked", "deathtouch")
    return each.amount


def _note_excess(game: Game, each: Prospect, obj: Object, source: Object | None) -> None:
    """120.10: the text that deals damage knows how much of it was more than lethal, loyalty or defense."""
    item = game.records.get(each.item)
    if not isinstance(item, Item):
        return
    needed = []
    if "creature" in obj.words:
        lethal = max(0, obj.toughness - obj.damage)
        needed.append(min(1, lethal) if source is not None and "deathtouch" in source.keywords else lethal)
    if "planeswalker" in obj.words:
        needed.append(counters(game, obj.id, "loyalty"))
    if "battle" in obj.words:
        needed.append(counters(game, obj.id, "defense"))
    excess = max((each.amount - number for number in needed), default=0)
    if excess > 0:
        game.write(item, "paid", (*item.paid, PaidNumber(f"{EXCESS} {obj.id}", excess)))


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
