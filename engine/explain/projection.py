"""Projection of records for viewers: an allow-list of their fields, worked out once for all audiences."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import orjson

from engine.cards.definitions import FACEDOWN
from engine.cards.mana_symbols import in_braces, pool_text
from engine.cards.worked_out import worked_out
from engine.events.labels import label
from engine.explain.table import table
from engine.queries.faces import is_facedown, may_look_beneath, own_number
from engine.queries.shown_texts import note_on, text_of
from engine.state.records import PRIVATE, Item, Object, Player, Zone

if TYPE_CHECKING:
    from engine.cards.definitions import CardDef
    from engine.state.game import Game

PUBLIC_SIGHT: Final = ("all", "open")
"""The sight of zones that everybody may look into."""


def member(key: str, entity: object) -> bytes:
    """A key with its entity as they stand in canonical JSON: sorted keys, no spaces."""
    return orjson.dumps({key: entity}, option=orjson.OPT_SORT_KEYS)[1:-1]


Shown = dict[str, bytes | None]
"""Key -> ``member`` of its entity, ``None`` where the viewer is shown nothing."""


def joined(entities: dict[str, bytes]) -> bytes:
    return b"{" + b",".join(sorted(entities.values())) + b"}"


def sight_of(game: Game, seat: int) -> set[int]:
    """The numbers of the cards that a viewer may see now."""
    objs = [record for record in game.records.values() if isinstance(record, Object)]
    seen = [obj for obj in objs if may_see(game, obj, seat)]
    beneath = [obj for obj in seen if is_facedown(game, obj) and may_look_beneath(game, obj, seat)]
    return {obj.card for obj in seen} | {own_number(obj) for obj in beneath}


def everything(game: Game, seat: int, is_open: bool) -> dict[str, bytes]:
    """All that a viewer is shown."""
    projected = project(game, set(game.records), game.seats + 1, is_open)[seat + 1]
    shown = {key: data for key, data in projected.items() if data is not None}
    shown["table"] = member("table", table(game.rules))
    return shown


def entity(game: Game, seat: int, key: str) -> dict[str, object] | None:
    """The entity that a viewer is shown now under a key, before it is encoded; none if nothing."""
    if key == "table":
        return table(game.rules)
    if key == "game":
        return _root(game)
    kind, ident = key[0], int(key[1:])
    record = game.records.get(ident)
    if kind == "o" and isinstance(record, Object):
        if not may_see(game, record, seat):
            return None
        is_seen_through = is_facedown(game, record) and may_look_beneath(game, record, seat)
        return {**_object(game, record), **(_beneath(game, record) if is_seen_through else {})}
    if kind == "s" and isinstance(record, Item):
        return _item(game, record) if ident in game.root.stack else None
    if kind == "p" and isinstance(record, Player):
        everybody, own = _player(game, record)
        return {**everybody, **own} if record.seat == seat else everybody
    return None


def project(game: Game, touched: set[int], views: int, is_open: bool) -> list[Shown]:
    """The entities that some records belong to, for everybody (first) and each seat.

    An entity that all may see is encoded once. In a match that ``is_open``, everybody may see the hands.
    """
    out: list[Shown] = [{} for _ in range(views)]
    records = game.records
    players: set[int] = set()
    stack = frozenset(game.root.stack)
    for ident in touched:
        record = records.get(ident)
        if record is None:
            if ident > 0:
                key, other = f"o{ident}", f"s{ident}"
                for shown in out:
                    shown[key] = shown[other] = None
        elif isinstance(record, Object):
            _show_object(game, record, out, is_open)
        elif isinstance(record, Item):
            key = f"s{ident}"
            data = member(key, _item(game, record)) if ident in stack else None
            for shown in out:
                shown[key] = data
        elif isinstance(record, Player):
            players.add(record.seat)
        elif isinstance(record, Zone):
            shared = record.seat < 0 or record.seat == game.side
            players.update(range(len(game.players)) if shared else (record.seat,))
        elif ident == 0:
            data = member("game", _root(game))
            for shown in out:
                shown["game"] = data
    for seat in players:
        _show_player(game, game.players[seat], out, is_open)
    return out


def _show_object(game: Game, obj: Object, out: list[Shown], is_open: bool) -> None:
    sight = game.sight_over(obj)
    is_public = obj.shown or sight in PUBLIC_SIGHT
    key = f"o{obj.id}"
    data = member(key, _object(game, obj))
    for seat, shown in enumerate(out, -1):
        shown[key] = data if is_public or may_see(game, obj, seat) else None
    if is_open and sight == "owner":
        out[0][key] = data
    if is_facedown(game, obj):
        _show_beneath(game, obj, out, key)


def _show_beneath(game: Game, obj: Object, out: list[Shown], key: str) -> None:
    """The card that lies facedown is shown to those who may look at it."""
    data = member(key, {**_object(game, obj), **_beneath(game, obj)})
    for seat, shown in enumerate(out, -1):
        if may_look_beneath(game, obj, seat):
            shown[key] = data


def _beneath(game: Game, obj: Object) -> dict[str, object]:
    """The face that lies down, as a face beside the one that is up."""
    return {"faces": [_alone(game.prints[own_number(obj)].definition)]}


def _show_player(game: Game, player: Player, out: list[Shown], is_open: bool) -> None:
    key = f"p{player.id}"
    entity, own = _player(game, player)
    data = member(key, entity)
    for shown in out:
        shown[key] = data
    if own and player.seat != game.side:
        out[player.seat + 1][key] = member(key, {**entity, **own})
    if own and is_open:
        hands = {name: ids for name, ids in own.items() if game.zones[name][player.seat].sight == "owner"}
        out[0][key] = member(key, {**entity, **hands})


def may_see(game: Game, obj: Object, seat: int) -> bool:
    """Whether a viewer may look at an object where it is."""
    sight = game.sight_over(obj)
    own = sight == "owner" and obj.owner == seat
    return obj.shown or sight in PUBLIC_SIGHT or own or (seat >= 0 and bool(obj.seen >> seat & 1))


def _root(game: Game) -> dict[str, object]:
    root = game.root
    first = {"first": root.first} if "first" in game.rules.presentation.words else {}
    return {
        **first,
        "name": game.rules.name,
        "profile": game.rules.profile,
        "commitment": game.stream.commitment,
        "turn": root.turn,
        "active": root.active,
        "phase": root.step,
        "priority": root.priority if root.priority >= 0 else None,
        "stack": list(reversed(root.stack)),
        "waiting": sorted({decision.seat for decision in game.pending}),
        "over": None
        if root.over is None
        else {"winners": list(root.over.winners), "code": root.over.code, "reason": root.over.reason},
    }


def _player(game: Game, player: Player) -> tuple[dict[str, object], dict[str, object]]:
    """A player as everybody sees it, and what only the player itself sees besides."""
    seat = player.seat
    own: dict[str, object] = {}
    out: dict[str, object] = {"seat": seat, "id": player.id, "name": player.name, "life": player.life}
    if any(player.pool) or player.special:
        out["pool"] = pool_text(player.pool, player.special)
    if player.special:
        out["pool_notes"] = [note_on(game, kind) for kind in player.special]
    told = {name: number for name, number in player.marks if game.rules.marks.get(name)}
    if player.counters or told:
        out["counters"] = {**dict(player.counters), **told}
    if player.lost:
        out["lost"] = player.lost
    elsewhere = "seats" if seat == game.side else "side"
    for spec in game.zone_specs:
        name, zone = spec.name, game.zones[spec.name][seat]
        if spec.whose == elsewhere and not zone.content:
            continue
        if zone.seat < 0:
            if name == game.arena:
                out[name] = [obj.id for obj in game.battlefield() if obj.controller == seat]
            elif spec.is_pile and seat == game.side and zone.content:
                out[name] = zone.content
        elif zone.sight == "nobody":
            out[name] = len(zone.content)
        elif zone.sight == "open":
            out[f"{name}_count"] = len(zone.content)
            out[name] = zone.content
        elif zone.sight in PRIVATE:
            if zone.content or name == "hand":
                out[f"{name}_count"] = len(zone.content)
                own[name] = [i for i in zone.content if zone.sight == "owner" or game.obj(i).seen >> seat & 1]
        else:
            out[name] = zone.content
    for spec in game.zone_specs:
        number = spec.before(game, seat) if spec.before is not None else 0
        if number:
            out[spec.name] = number
    return out, own


def _object(game: Game, obj: Object) -> dict[str, object]:
    definition = game.prints[obj.card].definition
    out: dict[str, object] = {
        **_printed(definition),
        "id": obj.id,
        "name": obj.name,
        "label": label(game, obj),
        "zone": obj.zone,
        "owner": obj.owner,
        "controller": obj.controller,
    }
    if definition.power is not None or obj.power:
        out["power"] = obj.power
    if definition.toughness is not None:
        out["toughness"] = obj.toughness
    stats = {name: number for name, number in obj.stats if number or FACEDOWN not in definition.words}
    if stats:
        out["stats"] = stats
    if obj.keywords:
        out["keywords"] = list(obj.keywords)
    if definition.layout:
        shown = game.prints[obj.card]
        others = [game.prints[number] for number in shown.faces]
        out["faces"] = [_alone(other.definition) for other in others if other is not shown]
    if obj.extra:
        out.update({key: value for key, value in obj.extra if key in game.rules.presentation.noted})
    if obj.zone == game.arena:
        _permanent(game, obj, out)
    return out


@worked_out
def _printed(definition: CardDef) -> dict[str, object]:
    """The printed values of a card, whatever becomes of it; not to be changed."""
    out: dict[str, object] = {"type": definition.type}
    if definition.cost is not None:
        out["cost"] = in_braces(definition.cost.symbols)
    if definition.colors:
        out["colors"] = list(definition.colors)
    if definition.text:
        out["text"] = definition.text
    if definition.left_out:
        out["left_out"] = list(definition.left_out)
    if definition.layout:
        out["layout"] = definition.layout
    for key, value in definition.extra:
        out.setdefault(key, in_braces((str(value),)) if key == "cost" else value)
    return out


def face(definition: CardDef) -> dict[str, object]:
    """A card outside of any match, with the fields that an object of it has in a view."""
    faces = [_alone(other) for other in definition.faces]
    return {**_alone(definition), **({"faces": faces} if faces else {})}


def _alone(definition: CardDef) -> dict[str, object]:
    """One face of a card, outside of any match."""
    out: dict[str, object] = {"name": definition.name}
    if definition.power is not None:
        out["power"] = definition.power
    if definition.toughness is not None:
        out["toughness"] = definition.toughness
    for key, value in _printed(definition).items():
        out.setdefault(key, value)
    if definition.stats:
        out["stats"] = dict(definition.stats)
    if definition.keywords:
        out["keywords"] = list(definition.keywords)
    return out


def _permanent(game: Game, obj: Object, out: dict[str, object]) -> None:
    if obj.tapped:
        out["tapped"] = True
    if obj.sick:
        out["sick"] = True
    if obj.damage:
        out["damage"] = obj.damage
    if obj.counters:
        out["counters"] = dict(obj.counters)
    if obj.attacking >= 0:
        out["attacking"] = obj.attacking
        out["attacks"] = list(game.rules.attacked(game, obj))
    if obj.blocking:
        out["blocking"] = list(obj.blocking)
    if obj.attached:
        out["attached"] = obj.attached
    if obj.facing >= 0:
        out["engaged"] = obj.facing
    if obj.token:
        out["token"] = True


def _item(game: Game, item: Item) -> dict[str, object]:
    out: dict[str, object] = {
        "id": item.id,
        "kind": item.kind,
        "name": item.name,
        "controller": item.controller,
        "source": item.source,
        "targets": [i for some in item.targets for i in some],
    }
    if item.card and item.card in game.records:
        out["card"] = item.card
    if item.text >= 0:
        out["text"] = text_of(game, item)
    if item.x:
        out["x"] = item.x
    if item.modes:
        out["modes"] = list(item.modes)
    return out
