"""What a viewer may know: an allow-list, projected for each audience at its owner.

A view is a flat object, key -> entity: ``game``, ``p<id>`` a player, ``o<id>`` an object in a zone the viewer may
see, ``s<id>`` an item on the stack, ``e<n>`` the n-th line of the log while it is one of the last, ``decision`` the
seat's open question, ``table`` how this game is laid out (it never changes), ``offers`` what not all players have
agreed to yet, ``settings`` how the seat wants to be asked, where that is not as for a new seat. A diff has the same
shape, with ``null`` for what is gone; it holds only entities whose bytes changed for this viewer.

While a play is in flight everybody but its player sees the game as before its announcement: their entities are left
as last shown, and brought up to date when the play is complete or undone.
"""

from __future__ import annotations

from itertools import accumulate
from typing import TYPE_CHECKING, Final, cast

import msgspec
import orjson

from engine import concession
from engine.mana import in_braces, pool_text
from engine.notation import decision_json, label
from engine.state import PRIVATE, Item, Object, Player, Zone
from engine.story import SEAT, tell

if TYPE_CHECKING:
    from engine.cards import CardDef
    from engine.decisions import Decision
    from engine.game import Game
    from engine.match import Match
    from engine.settings import Settings
    from engine.state import Plain
    from engine.story import Saying

LINES: Final = 30
"""Lines of the log that a view keeps."""
PUBLIC: Final = "public"
PUBLIC_SIGHT: Final = ("all", "open")
"""The sight of zones that everybody may look into."""
NULL: Final = b"null"
OFFERS: Final = "offers"
BESIDE: Final = frozenset({"decision", "settings", OFFERS})
"""The entities of a view that stand in no record, the log's lines aside."""


def member(key: str, entity: object) -> bytes:
    """A key with its entity as they stand in canonical JSON: sorted keys, no spaces."""
    return orjson.dumps({key: entity}, option=orjson.OPT_SORT_KEYS)[1:-1]


Shown = dict[str, bytes | None]
"""Key -> ``member`` of its entity, ``None`` where the viewer is shown nothing."""


class View:
    """One audience: a seat, or -1 for everybody else."""

    __slots__ = ("asked", "name", "seat", "seq", "settings", "shown")

    def __init__(self, name: str, seat: int) -> None:
        self.name = name
        self.seat = seat
        self.seq = 0
        self.shown: dict[str, bytes] = {}
        self.asked: Decision | None = None
        self.settings: Settings | None = None


class Views:
    """The views of one match, kept up to date commit by commit.

    Args:
        match: at its start, or as it was when ``kept`` was dumped.
        kept: what ``dump`` gave: the views go on from there, with the same bytes and numbers.
    """

    def __init__(self, match: Match, kept: bytes | None = None) -> None:
        self._match = match
        self._views = [View(PUBLIC, -1), *(View(f"seat{s}", s) for s in range(len(match.header.names)))]
        self._by_name = {view.name: view for view in self._views}
        self._late: set[int] = set()
        self._told = 0
        self._left = 0
        self._said: dict[str, bytes | None] = {}
        self._is_open = False
        self._opened: dict[str, bytes] | None = None
        self.opened_diff = b""
        if kept is None:
            self._begin()
        else:
            self._load(kept)

    def _begin(self) -> None:
        for view, shown in zip(self._views, self._anew(), strict=True):
            view.shown = shown
            self._show_own(view, {})

    def _anew(self) -> list[dict[str, bytes]]:
        """What stands in records, for each view."""
        game, private = self._match.game, self._private_seat()
        before = before_play(self._match) if private is not None else game
        return [
            _everything(game if private in (None, view.seat) else before, view.seat, self._is_open)
            for view in self._views
        ]

    def dump(self) -> bytes:
        """The views as JSON, beside a dump of the match: what each was shown while others play is in no record."""
        return orjson.dumps(
            {
                "late": sorted(self._late),
                "left": self._left,
                "told": self._told,
                "open": self._is_open,
                "views": {view.name: [view.seq, orjson.Fragment(_joined(view.shown))] for view in self._views},
            }
        )

    def _load(self, kept: bytes) -> None:
        """What was shown stays the text that it is: read as objects, a view of many tokens is ten times as large."""
        read = msgspec.json.decode(kept, type=dict[str, msgspec.Raw])
        views = msgspec.json.decode(read.pop("views"), type=dict[str, tuple[int, dict[str, msgspec.Raw]]])
        rest = {name: orjson.loads(bytes(text)) for name, text in read.items()}
        self._late, self._left, self._told = set(rest["late"]), rest["left"], rest["told"]
        self._is_open = rest.get("open", False)
        public: dict[str, bytes] = {}
        for view in self._views:
            view.seq, entities = views.pop(view.name)
            for key, entity in entities.items():
                data = b'"%b":%b' % (key.encode(), entity)
                seen = public.get(key)
                view.shown[key] = data if seen is None or seen != data else seen
            public = public or view.shown
            if view.seat >= 0:
                view.asked = next((d for d in self._match.decisions if d.seat == view.seat), None)
                view.settings = self._match.settings[view.seat]

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
        return _joined(self._by_name[name].shown)

    def keep_opened(self) -> None:
        """From now on keep a view of all that lies before the seats, hands and plays in flight too.

        It is ``opened``, and its last diff ``opened_diff``.
        """
        lines = {key: data for key, data in self._by_name[PUBLIC].shown.items() if key[0] == "e"}
        self._opened = {**_everything(self._match.game, -1, is_open=True), **lines}

    @property
    def opened(self) -> bytes:
        return _joined(self._opened or {})

    def _update_opened(self, shown: dict[str, bytes], lines: Shown) -> None:
        diff: dict[str, bytes] = {}
        projected = _project(self._match.game, self._late, len(self._views), is_open=True)[0]
        _fold(shown, projected, diff)
        _fold(shown, lines, diff)
        self.opened_diff = _joined(diff)

    def update(self) -> dict[str, bytes]:
        """After a commit: the diff of every view that something changed for."""
        private = self._private_seat()
        lines = self._seen_in_log(is_told=private is None)
        projected = _project(self._match.game, self._late, len(self._views), self._is_open)
        if self._opened is not None:
            self._update_opened(self._opened, lines)
        if private is None:
            self._late, self._left = set(), 0
            others = projected
        else:
            others = self._without_those_who_left()
        out: dict[str, bytes] = {}
        for number, view in enumerate(self._views):
            diff: dict[str, bytes] = {}
            if private is None or private == view.seat:
                _fold(view.shown, projected[number], diff)
            elif others:
                _fold(view.shown, others[number], diff)
            if lines:
                _fold(view.shown, lines, diff)
            self._show_own(view, diff)
            self._close(view, diff, out)
        self._said = {}
        return out

    def _seen_in_log(self, *, is_told: bool) -> Shown:
        """Note what was touched; return what is new in the log of the game, where that ``is_told``."""
        game, late = self._match.game, self._late
        lines: Shown = {}
        events: list[Plain] = []
        late |= game.touched
        late.add(game.root.id)  # who is asked is told with the root
        for ident, field, value in game.log:
            late.add(ident)
            if field == "controller":
                late.update([player.id for player in game.players])
            elif field == "!" and is_told:
                events.append(cast("Plain", value))
        self._tell_last(lines, tell(game, events) if events else [])
        return lines

    def _tell_last(self, lines: Shown, said: list[Saying]) -> None:
        """The lines of a commit; of more than a view keeps the first are only counted."""
        passed = max(0, len(said) - LINES)
        for n in range(self._told + 1, self._told + 1 + min(passed, LINES)):
            lines[f"e{n - LINES}"] = None
        self._told += passed
        for one in said[passed:]:
            self._tell_line(lines, one.event[0], one.event[1], one.text())

    def _tell_line(self, lines: Shown, kind: str, seat: int, text: str) -> None:
        """One more line of the log, in place of the oldest; they are the same for everybody."""
        self._told += 1
        n = self._told
        told: dict[str, object] = {"n": n, "kind": kind, "seat": seat}
        *parts, last = text.split(SEAT)
        if parts:
            ends = accumulate(map(len, parts))
            told["seats"] = list(ends)
        told["text"] = "".join((*parts, last))
        lines[f"e{n}"] = member(f"e{n}", told)
        lines[f"e{n - LINES}"] = None

    def say(self, key: str, value: object) -> None:
        """Show everybody an entity that stands in no record, with the next diff; ``None`` shows it no more."""
        self._said[key] = None if value is None else member(key, value)

    def tell(self) -> dict[str, bytes]:
        """The diff of every view, where no commit did anything: what was said."""
        out: dict[str, bytes] = {}
        for view in self._views:
            self._close(view, {}, out)
        self._said = {}
        return out

    def open_hands(self) -> None:
        """From now on the public sees what every hand holds; ``renew`` shows it."""
        self._is_open = True

    def renew(self, kind: str, seat: int, text: str) -> dict[str, bytes]:
        """The diff of every view after what no commit did, with a line about that in the log."""
        lines: Shown = {}
        self._tell_line(lines, kind, seat, text)
        self._match.game.touched.clear()
        out: dict[str, bytes] = {}
        for view, shown in zip(self._views, self._anew(), strict=True):
            diff: dict[str, bytes] = {}
            gone = [key for key in view.shown if key not in shown and key not in BESIDE and key[0] != "e"]
            _fold(view.shown, {**shown, **dict.fromkeys(gone), **lines}, diff)
            self._show_own(view, diff)
            self._close(view, diff, out)
        self._said = {}
        return out

    def _close(self, view: View, diff: dict[str, bytes], out: dict[str, bytes]) -> None:
        """A diff is complete: number it, if it says anything."""
        if self._said:
            _fold(view.shown, self._said, diff)
        if diff:
            view.seq += 1
            out[view.name] = _joined(diff)

    def _without_those_who_left(self) -> list[Shown]:
        """While a play is in flight, of which others see nothing: what they see if somebody has just conceded."""
        game = self._match.game
        left = concession.left_since(game, game.play(game.root.plays[0]).mark)
        if len(left) == self._left:
            return []
        self._left = len(left)
        before = before_play(self._match)
        touched = before.touched.union(before.records, (ident for ident, _, _ in before.log))
        return _project(before, touched, len(self._views), self._is_open)

    def _private_seat(self) -> int | None:
        """Whose play is in flight, if any is."""
        game = self._match.game
        return game.play(game.root.plays[0]).seat if game.root.plays else None

    def _show_own(self, view: View, diff: dict[str, bytes]) -> None:
        """What only the seat itself is shown, and that stands in no record."""
        if view.seat < 0:
            return
        self._show_decision(view, diff)
        settings = self._match.settings[view.seat]
        if settings is not view.settings:
            view.settings = settings
            is_new = settings == self._match.game.rules.settings
            _fold(view.shown, {"settings": None if is_new else member("settings", settings.to_json())}, diff)

    def _show_decision(self, view: View, diff: dict[str, bytes]) -> None:
        own = None
        for decision in self._match.decisions:
            if decision.seat == view.seat:
                own = decision
        if own is not view.asked:
            view.asked = own
            data = None if own is None else member("decision", decision_json(self._match.game, own))
            _fold(view.shown, {"decision": data}, diff)


def _joined(entities: dict[str, bytes]) -> bytes:
    return b"{" + b",".join(sorted(entities.values())) + b"}"


def _fold(shown: dict[str, bytes], entities: Shown, diff: dict[str, bytes]) -> None:
    """Show a viewer what changed for it, and note it in the diff."""
    for key, data in entities.items():
        if data is None:
            if shown.pop(key, None) is not None:
                diff[key] = b'"%b":null' % key.encode()
        elif shown.get(key) != data:
            shown[key] = diff[key] = data


def before_play(match: Match) -> Game:
    """The game as it was before the outermost play in flight was announced, in a fork.

    Who has conceded since then has left.
    """
    game = match.fork().game
    concession.rewind(game, game.play(game.root.plays[0]).mark)
    return game


def sight_of(game: Game, seat: int) -> set[int]:
    """The numbers of the cards that a viewer may see now."""
    objs = [record for record in game.records.values() if isinstance(record, Object)]
    return {obj.card for obj in objs if may_see(game, obj, seat)}


def _everything(game: Game, seat: int, is_open: bool) -> dict[str, bytes]:
    """All that a viewer is shown."""
    projected = _project(game, set(game.records), game.seats + 1, is_open)[seat + 1]
    shown = {key: data for key, data in projected.items() if data is not None}
    shown["table"] = member("table", game.rules.table())
    return shown


def fresh(match: Match, seat: int) -> bytes:
    """A view made anew from the state, without decision and log: what all diffs must fold to."""
    return _joined(_everything(match.game, seat, is_open=False))


def entity(game: Game, seat: int, key: str) -> dict[str, object] | None:
    """What a viewer is shown now under the key of a record, before it is encoded; none if nothing."""
    if key == "game":
        return _root(game)
    kind, ident = key[0], int(key[1:])
    record = game.records.get(ident)
    if kind == "o" and isinstance(record, Object):
        return _object(game, record) if may_see(game, record, seat) else None
    if kind == "s" and isinstance(record, Item):
        return _item(game, record) if ident in game.root.stack else None
    if kind == "p" and isinstance(record, Player):
        everybody, own = _player(game, record)
        return {**everybody, **own} if record.seat == seat else everybody
    return None


def _project(game: Game, touched: set[int], views: int, is_open: bool) -> list[Shown]:
    """The entities that some records belong to, for everybody (first) and each seat.

    What all may see is encoded once. Where it ``is_open``, everybody may see the hands.
    """
    out: list[Shown] = [{} for _ in range(views)]
    records = game.records
    players: set[int] = set()
    stack = frozenset(game.root.stack)
    for ident in touched:
        record = records.get(ident)
        if record is None:
            if ident > 0:
                for shown in out:
                    shown[f"o{ident}"] = shown[f"s{ident}"] = None
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
    first = {"first": root.first} if "first" in game.rules.said_on_table else {}
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
        else {"winners": list(root.over[0]), "code": root.over[1], "reason": root.over[2]},
    }


def _player(game: Game, player: Player) -> tuple[dict[str, object], dict[str, object]]:
    """A player as everybody sees it, and what only the player itself sees besides."""
    seat = player.seat
    own: dict[str, object] = {}
    out: dict[str, object] = {"seat": seat, "id": player.id, "name": player.name, "life": player.life}
    if any(player.pool) or player.special:
        out["pool"] = pool_text(player.pool, player.special)
    if player.special:
        out["pool_notes"] = [game.rules.note_on(kind) for kind in player.special]
    if player.counters:
        out["counters"] = dict(player.counters)
    if player.lost:
        out["lost"] = player.lost
    elsewhere = "seats" if seat == game.side else "side"
    for spec in game.rules.zones:
        name, zone = spec.name, game.zones[spec.name][seat]
        if spec.whose == elsewhere:
            continue
        if zone.seat < 0:
            if name == game.rules.arena:
                out[name] = [obj.id for obj in game.battlefield() if obj.controller == seat]
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
    out.update(game.rules.lying_before(game, seat))
    return out, own


def _object(game: Game, obj: Object) -> dict[str, object]:
    definition = game.prints[obj.card].definition
    out: dict[str, object] = {
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
    _printed(definition, out)
    if obj.stats:
        out["stats"] = dict(obj.stats)
    if obj.keywords:
        out["keywords"] = list(obj.keywords)
    if obj.zone == game.rules.arena:
        _permanent(game, obj, out)
    return out


def _printed(definition: CardDef, out: dict[str, object]) -> None:
    """What is on a card whatever becomes of it."""
    out["type"] = definition.type
    if definition.cost is not None:
        out["cost"] = in_braces(definition.cost.symbols)
    if definition.colors:
        out["colors"] = list(definition.colors)
    if definition.text:
        out["text"] = definition.text
    for key, value in definition.extra:
        out.setdefault(key, in_braces((str(value),)) if key == "cost" else value)


def face(definition: CardDef) -> dict[str, object]:
    """A card outside of any match, with the fields that an object of it has in a view."""
    out: dict[str, object] = {"name": definition.name}
    if definition.power is not None:
        out["power"] = definition.power
    if definition.toughness is not None:
        out["toughness"] = definition.toughness
    _printed(definition, out)
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
    if obj.engaged >= 0:
        out["engaged"] = obj.engaged
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
