"""Effects that bear on the cost of playing something. The passes that apply them are each game's own."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeVar

from engine.abilities import LYING, CostChange, Count, Per, Targets
from engine.queries.filters import amount, fits, fits_item, holds, matching, resolve
from engine.queries.target_numbers import number_of_targets
from engine.state.records import Item, Object

if TYPE_CHECKING:
    from engine.abilities import Filter
    from engine.state.game import Game

S = TypeVar("S")


class Holding:
    """The static abilities that hold by their kinds, as long as nothing is written that they hang on (``vital``)."""

    __slots__ = ("by_kind", "vital")

    def __init__(self, vital: int, by_kind: dict[type, list[tuple[Object | None, int, object]]]) -> None:
        self.vital = vital
        self.by_kind = by_kind


def statics(game: Game, kind: type[S]) -> list[tuple[Object | None, int, S]]:
    """Every static ability of a kind that holds now, as (holder, the seat of its "you", ability).

    Permanents' in order, then this turn's.
    """
    if not game.root.granting and not game.root.statics:
        return []
    return _by_kind(game).get(kind) or []  # type: ignore[return-value]  # each kind has its own


def any_statics(game: Game, kinds: tuple[type, ...] = ()) -> bool:
    """Whether there is any such ability, of these kinds if some are named."""
    if not game.root.granting and not game.root.statics:
        return False
    found = _by_kind(game)
    return any(kind in found for kind in kinds) if found and kinds else bool(found)


def _by_kind(game: Game) -> dict[type, list[tuple[Object | None, int, object]]]:
    kept = game.holding
    if isinstance(kept, Holding) and kept.vital == game.vital:
        return kept.by_kind
    found: dict[type, list[tuple[Object | None, int, object]]] = {}
    for ident in game.root.granting:
        obj = game.obj(ident)
        for text in game.kit(obj).statics:
            found.setdefault(type(text.ability), []).append((obj, game.rules.speaker(game, obj), text.ability))
    for seat, number, *_ in game.root.statics:
        ability = game.texts[number].ability
        found.setdefault(type(ability), []).append((None, seat, ability))
    game.holding = Holding(game.vital, found)
    return found


def cost_changes(
    game: Game, action: str, subject: Object | None, seat: int, resource: str, item: Item | None = None
) -> list[tuple[CostChange, int]]:
    """The changes that apply when ``seat`` plays ``subject`` ("cast", "activate" ...), with their amounts now.

    What changes a cost for each of something has its symbols as often as there are such.

    ``resource`` "": whatever cost they change.
    """
    found: list[tuple[CostChange, int]] = []
    for holder, controller, change in statics(game, CostChange):
        if not change.source and change.action == action and resource in ("", change.resource):
            _apply(game, found, change, holder.id if holder is not None else 0, controller, subject, seat, item)
    if subject is not None:
        for change in game.kit(subject).changes:
            if resource in ("", change.resource) and change.action == action:
                _apply(game, found, change, subject.id, seat, subject, seat, item)
    return found


def cost_changes_of(game: Game, action: str, subject: Object, seat: int) -> list[tuple[Object | None, CostChange, int]]:
    """All cost changes, whatever cost they change, each with its source: none for what holds this turn alone."""
    found: list[tuple[Object | None, CostChange, int]] = []
    said = [entry for entry in statics(game, CostChange) if not entry[2].source]
    said += [(subject, seat, change) for change in game.kit(subject).changes]
    for holder, controller, change in said:
        one: list[tuple[CostChange, int]] = []
        if change.action == action:
            _apply(game, one, change, holder.id if holder is not None else 0, controller, subject, seat, None)
        if one:
            found.append((holder, *one[0]))
    return found


def use_up_changes(
    game: Game, action: str, subject: Object | None, seat: int, item: Item
) -> tuple[tuple[Any, ...], ...]:
    """Use up the effects that change the cost of the next thing alone, once that is played; returns them."""
    entries = game.root.statics
    if not any(_is_once(game, entry[1]) for entry in entries):
        return ()
    used = {id(change) for change, _ in cost_changes(game, action, subject, seat, "", item)}
    spent = tuple(entry for entry in entries if _is_for(game, entry, seat) and id(game.texts[entry[1]].ability) in used)
    game.write(game.root, "statics", tuple(entry for entry in entries if entry not in spent))
    return spent


def _is_for(game: Game, entry: tuple[Any, ...], seat: int) -> bool:
    """Whether an effect changes the cost of one thing alone, and one that this player plays."""
    ability = game.texts[entry[1]].ability
    return isinstance(ability, CostChange) and ability.once and (entry[0] == seat or not ability.who)


def _is_once(game: Game, number: int) -> bool:
    ability = game.texts[number].ability
    return isinstance(ability, CostChange) and ability.once


def _apply(
    game: Game,
    found: list[tuple[CostChange, int]],
    ability: CostChange,
    holder: int,
    controller: int,
    subject: Object | None,
    seat: int,
    item: Item | None,
) -> None:
    if ability.who and (seat == controller) != (ability.who == "you"):
        return
    if ability.what is not None and (
        subject is None or not fits(game, ability.what, subject, controller, holder, item)
    ):
        return
    if ability.targeting is not None and not _aims(game, ability, controller, holder, item):
        return
    if not holds(game, ability.condition, controller, holder, item):
        return
    if isinstance(ability.amount, Per) and isinstance(ability.amount.of, Targets):
        fewest = ability.operation == "more"
        aimed = number_of_targets(game, ability.amount.of, seat, subject, item, fewest=fewest)
        number = ability.amount.times * aimed
        found.append((replace(ability, symbols=ability.symbols * aimed), number))
        return
    if ability.symbols and isinstance(ability.amount, Count | Per):
        each = max(0, amount(game, replace(ability.amount, times=1), controller, holder, item))
        ability = replace(ability, symbols=ability.symbols * each)
    found.append((ability, amount(game, ability.amount, controller, holder, item)))


def elsewhere(game: Game, what: Filter, obj: Object) -> bool:
    """Whether words that mean permanents, or cards of a certain zone, are said and the object is none (109.2)."""
    if what.zone in LYING:
        return obj.zone != game.zone_name(what.zone)
    return what.zone == "battlefield" and obj.zone != game.arena


def _is_there(game: Game, what: Filter | None, seat: int, holder: int) -> bool:
    return what is not None and bool(matching(game, what, seat, holder))


def _aims(game: Game, ability: CostChange, controller: int, holder: int, item: Item | None) -> bool:
    """Whether what is played targets what a change asks for.

    Until targets are announced the better is hoped for, if anything there is what it asks for.
    """
    ref = ability.targeting
    assert ref is not None
    text = game.texts[item.text] if item is not None and item.text >= 0 else None
    is_modal = text is not None and item is not None and (text.modes is not None or bool(item.modes))
    if item is None or (not item.targets and text is not None and (is_modal or text.body.targets)):
        is_each = ref.kind == "each" and ref.what is not None
        return ability.operation == "less" and (not is_each or _is_there(game, ref.what, controller, holder))
    aimed = [game.records[ident] for some in item.targets for ident in some if ident in game.records]
    if ref.kind != "each" or ref.what is None:
        meant = resolve(game, ref, controller, holder, None)
        return any(record.id in meant for record in aimed)
    what = ref.what
    return any(
        fits_item(game, what, record, controller, holder)
        if isinstance(record, Item)
        else isinstance(record, Object) and fits(game, what, record, controller, holder)
        for record in aimed
    )
