"""What a viewer may know: an allow-list, projected for each audience at its owner.

A view is a flat object, key -> entity: ``game``, ``p<id>`` a player, ``o<id>`` an object in a zone the viewer may
see, ``s<id>`` an item on the stack, ``events`` the last lines of the log, ``decision`` the seat's open question. A
diff has the same shape, with ``null`` for what is gone; it holds only entities whose bytes changed for this viewer.

While a play is in flight everybody but its player sees the game as before its announcement: their entities are left
as last shown, and brought up to date when the play is complete or undone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import orjson

from engine.mana import in_braces, pool_text
from engine.notation import decision_json, label
from engine.state import Item, Object, Plain, Play, Player, Zone
from engine.story import line

if TYPE_CHECKING:
    from engine.decisions import Decision
    from engine.game import Game
    from engine.match import Match

EVENTS: Final = 30
"""Lines of the log that a view keeps."""
PUBLIC: Final = "public"


def encode(value: object) -> bytes:
    """Canonical JSON: sorted keys, no spaces."""
    return orjson.dumps(value, option=orjson.OPT_SORT_KEYS)


class View:
    """One audience: a seat, or -1 for everybody else."""

    __slots__ = ("events", "name", "seat", "seen", "seq", "shown")

    def __init__(self, name: str, seat: int) -> None:
        self.name = name
        self.seat = seat
        self.seq = 0
        self.shown: dict[str, bytes] = {}
        self.events: list[dict[str, object]] = []
        self.seen = 0


class Views:
    """The views of one match, kept up to date commit by commit."""

    def __init__(self, match: Match) -> None:
        self._match = match
        self._views = [View(PUBLIC, -1), *(View(f"seat{s}", s) for s in range(len(match.header.names)))]
        self._by_name = {view.name: view for view in self._views}
        self._late: set[int] = set()
        self._lines = 0
        private = self._private_seat()
        before = _before_play(match) if private is not None else match.game
        for view in self._views:
            game = match.game if private in (None, view.seat) else before
            for key, entity in _everything(game, view.seat).items():
                view.shown[key] = encode(entity)
            view.shown["events"] = encode([])
            self._show_decision(view)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the views: "public", "seat0", ..."""
        return tuple(self._by_name)

    @property
    def seq(self) -> dict[str, int]:
        """The number of the last diff of each view."""
        return {view.name: view.seq for view in self._views}

    def snapshot(self, name: str) -> bytes:
        """A whole view, as all diffs so far fold to."""
        shown = self._by_name[name].shown
        return b"{" + b",".join(b'"%b":%b' % (key.encode(), shown[key]) for key in sorted(shown)) + b"}"

    def update(self) -> dict[str, bytes]:
        """After a commit: the diff of every view that something changed for."""
        game = self._match.game
        touched = game.touched | {entry[0] for entry in game.log}
        if any(entry[1] == "controller" for entry in game.log):
            touched.update(player.id for player in game.players)
        private = self._private_seat()
        self._late |= touched
        lines = self._new_lines() if private is None else []
        out: dict[str, bytes] = {}
        for view in self._views:
            diff: dict[str, bytes] = {}
            if private in (None, view.seat):
                self._project(view, touched if private is not None else self._late, diff)
            if lines:
                self._add_lines(view, lines, diff)
            self._show_decision(view, diff)
            if diff:
                view.seq += 1
                out[view.name] = b"{" + b",".join(b'"%b":%b' % (key.encode(), diff[key]) for key in sorted(diff)) + b"}"
        if private is None:
            self._late.clear()
        return out

    def _private_seat(self) -> int | None:
        plays = self._match.game.root.plays
        if not plays:
            return None
        play: Play = self._match.game.records[plays[0]]  # type: ignore[assignment]  # ids of plays
        return play.seat

    def _project(self, view: View, touched: set[int], diff: dict[str, bytes]) -> None:
        game = self._match.game
        keys: dict[str, dict[str, object] | None] = {}
        for ident in touched:
            _entities(game, ident, view.seat, keys)
        shown = view.shown
        for key, entity in keys.items():
            data = encode(entity) if entity is not None else b"null"
            if entity is None:
                if key in shown:
                    del shown[key]
                    diff[key] = data
            elif shown.get(key) != data:
                shown[key] = data
                diff[key] = data

    def _show_decision(self, view: View, diff: dict[str, bytes] | None = None) -> None:
        if view.seat < 0:
            return
        own = next((d for d in self._match.decisions if d.seat == view.seat), None)
        if own is None:
            if view.shown.pop("decision", None) is not None and diff is not None:
                diff["decision"] = b"null"
            return
        data = _decision_bytes(self._match.game, own)
        if view.shown.get("decision") != data:
            view.shown["decision"] = data
            if diff is not None:
                diff["decision"] = data

    def _new_lines(self) -> list[Plain]:
        return [entry[2] for entry in self._match.game.log if entry[1] == "!"]  # type: ignore[misc]  # events are tuples

    def _add_lines(self, view: View, events: list[Plain], diff: dict[str, bytes]) -> None:
        added = False
        for event in events:
            text = line(self._match.game, event, view.seat)
            if text:
                view.seen += 1
                view.events.append({"n": view.seen, "kind": event[0], "seat": event[1], "text": text})
                added = True
        if added:
            del view.events[:-EVENTS]
            data = encode(view.events)
            view.shown["events"] = data
            diff["events"] = data


def _decision_bytes(game: Game, decision: Decision) -> bytes:
    return encode(decision_json(game, decision))


def _before_play(match: Match) -> Game:
    """The game as it was before the outermost play in flight was announced, in a fork."""
    game = match.fork().game
    play = game.play(game.root.plays[0])
    game.rewind(play.mark)
    return game


def _everything(game: Game, seat: int) -> dict[str, dict[str, object]]:
    keys: dict[str, dict[str, object] | None] = {}
    for ident in game.records:
        _entities(game, ident, seat, keys)
    return {key: entity for key, entity in keys.items() if entity is not None}


def fresh(match: Match, seat: int) -> bytes:
    """A view made anew from the state, without decision and log: what all diffs must fold to."""
    return encode(_everything(match.game, seat))


def _entities(game: Game, ident: int, seat: int, keys: dict[str, dict[str, object] | None]) -> None:
    """Project the entity that a record belongs to."""
    record = game.records.get(ident)
    if record is None:
        keys[f"o{ident}"] = None
        keys[f"s{ident}"] = None
    elif isinstance(record, Object):
        keys[f"o{ident}"] = _object(game, record) if may_see(game, record, seat) else None
    elif isinstance(record, Item):
        keys[f"s{ident}"] = _item(game, record) if ident in game.root.stack else None
    elif isinstance(record, Player):
        keys[f"p{ident}"] = _player(game, record, seat)
    elif isinstance(record, Zone):
        for player in game.players if record.seat < 0 else (game.players[record.seat],):
            keys[f"p{player.id}"] = _player(game, player, seat)
    elif ident == 0:
        keys["game"] = _root(game)


def may_see(game: Game, obj: Object, seat: int) -> bool:
    """Whether a viewer may look at an object where it is."""
    sight = game.zones[obj.zone][obj.owner].sight
    return sight == "all" or (sight == "owner" and obj.owner == seat)


def _root(game: Game) -> dict[str, object]:
    root = game.root
    return {
        "name": game.rules.name,
        "commitment": game.stream.commitment,
        "turn": root.turn,
        "active": root.active,
        "phase": root.step,
        "priority": root.priority if root.priority >= 0 else None,
        "stack": list(root.stack),
        "over": None
        if root.over is None
        else {"winners": list(root.over[0]), "code": root.over[1], "reason": root.over[2]},
    }


def _player(game: Game, player: Player, viewer: int) -> dict[str, object]:
    seat = player.seat
    out: dict[str, object] = {"seat": seat, "id": player.id, "name": player.name, "life": player.life}
    if any(player.pool):
        out["pool"] = pool_text(player.pool)
    if player.counters:
        out["counters"] = dict(player.counters)
    if player.lost:
        out["lost"] = player.lost
    for name, zones in game.zones.items():
        zone = zones[seat]
        if zone.seat < 0:
            if name == game.rules.arena:
                out[name] = [i for i in zone.content if game.records[i].controller == seat]  # type: ignore[attr-defined]  # permanents
        elif zone.sight == "nobody":
            out[name] = len(zone.content)
        elif zone.sight == "owner":
            if zone.content or name == "hand":
                out[f"{name}_count"] = len(zone.content)
                if viewer == seat:
                    out[name] = list(zone.content)
        else:
            out[name] = list(zone.content)
    return out


def _object(game: Game, obj: Object) -> dict[str, object]:
    definition = game.prints[obj.card].definition
    out: dict[str, object] = {
        "id": obj.id,
        "name": obj.name,
        "label": label(game, obj),
        "zone": obj.zone,
        "owner": obj.owner,
        "controller": obj.controller,
        "type": definition.type,
    }
    if definition.cost is not None:
        out["cost"] = in_braces(definition.cost.symbols)
    if definition.text:
        out["text"] = definition.text
    if definition.power is not None:
        out["power"] = obj.power
        out["toughness"] = obj.toughness
    if obj.keywords:
        out["keywords"] = list(obj.keywords)
    if obj.zone == game.rules.arena:
        _permanent(obj, out)
    return out


def _permanent(obj: Object, out: dict[str, object]) -> None:
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
    if obj.blocking:
        out["blocking"] = list(obj.blocking)
    if obj.attached:
        out["attached"] = obj.attached
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
        out["text"] = game.rules.text_of(game, item)
    if item.x:
        out["x"] = item.x
    if item.modes:
        out["modes"] = list(item.modes)
    return out
