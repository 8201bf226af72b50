"""What happened, in sentences: one line of the log for each event that everybody may know.

An allow-list: an event that is not in the table is not told.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.game import K_ID, K_NAME
from engine.notation import item_label, label, seat_name
from engine.state import Item, Object, Plain

if TYPE_CHECKING:
    from engine.game import Game

LINES: Final = {
    "turn": "Turn {n}: {who}",
    "mulligan": "{who} takes a mulligan",
    "land": "{who} plays {what}",
    "cast": "{who} casts {what}{targets}",
    "activated": "{who} activates {what}",
    "triggered": "{what} triggers{targets}",
    "resolved": "{what} resolves",
    "fizzled": "{what} has no legal target left",
    "countered": "{what} is countered",
    "drawn": "{who} draws a card",
    "discarded": "{who} discards {what}",
    "revealed": "{who} reveals {name}",
    "sacrificed": "{who} sacrifices {what}",
    "dies": "{what} dies",
    "attacks": "{what} attacks",
    "blocks": "{what} blocks",
    "loses life": "{who} loses {n} life",
    "gains life": "{who} gains {n} life",
    "damaged": "{what} is dealt {n} damage",
    "begin": "{name} begins",
    "attack": "{what} has attacked",
    "thwart": "{what} has thwarted",
    "defend": "{what} defends",
    "scheme": "{what} has schemed",
    "threat": "{n} threat is placed on {what}",
    "threat removed": "{n} threat is removed from {what}",
    "boost": "{what} is turned faceup as a boost card: {n}",
    "reveal": "{what} is revealed",
    "form": "{what} changes to {name} form",
    "heal": "{what} is healed of {n} damage",
    "defeated": "{what} is defeated",
    "eliminated": "{who} is eliminated",
    "play": "{who} has played {what}",
    "use": "{who} has used {what}",
    "proposes": "{who} repeats {name}, {n} times",
    "concedes": "{who} concedes",
}

CLAUSES: Final = {
    "attack": "{what} attacks {other}",
    "boost": "{what} is turned faceup as a boost card",
    "damage": "{what} deals {n} damage to {other}",
    "damaged": "{what} is dealt {n} damage",
    "defeated": "{what} is defeated",
    "defend": "{what} defends",
    "discarded": "{what} is discarded",
    "drawn": "{who} draws a card",
    "enters": "{what} enters play",
    "form": "{what} changes form",
    "leaves": "{what} leaves play",
    "play": "{what} is played",
    "reveal": "{what} is revealed",
    "scheme": "{what} schemes",
    "taps": "{what} exhausts",
    "threat": "{n} threat is placed on {what}",
    "threat removed": "{n} threat is removed from {what}",
    "thwart": "{what} thwarts {other}",
    "untaps": "{what} readies",
    "use": "{what} is used",
}
"""What happens, as said of it just before and just after; of other events only whom they are about."""


def clause(game: Game, event: Plain) -> str:
    """What an event is, as a waiting ability keeps it (``engine.triggers``), said while it can be interrupted."""
    name, seat, last, number, other = event[:5]
    pattern = CLAUSES.get(name, "{what}")
    return pattern.format(who=seat_name(seat), what=_known_name(game, last), n=number, other=_known_name(game, other))


def _known_name(game: Game, last: Plain) -> str:
    """What something is called of which there is last known information, or of a player only the id."""
    if not last:
        return "something"
    ident = last[K_ID]
    if game.seat_of(ident) >= 0:
        return game.players[game.seat_of(ident)].name
    obj = game.object(ident)
    return label(game, obj) if obj is not None else str(last[K_NAME])


def line(game: Game, event: Plain) -> str:
    """The sentence for an event ``(name, seat, id, amount, more)``, "" if it is not told."""
    name, seat, ident, number, more = event[:5]
    pattern = game.rules.told.get(name) or LINES.get(name)
    if pattern is None:
        return ""
    record = _find(game, ident)
    targets = _targets(game, record) if "{targets}" in pattern else ""
    what = _name(game, record, more)
    return str(pattern.format(who=seat_name(seat), what=what, n=number, name=more, targets=targets))


def _find(game: Game, ident: int) -> object:
    """A record, also one that has gone since the log was last cleared."""
    if ident in game.records:
        return game.records[ident]
    return next((entry[2] for entry in reversed(game.log) if entry[0] == ident and entry[1] == "-"), None)


def _name(game: Game, record: object, more: object = "") -> str:
    """What a record is called; where it is gone, what the event says of it."""
    if isinstance(record, Object):
        return label(game, record)
    if isinstance(record, Item):
        return record.name
    return more if isinstance(more, str) and more else "something"


def _targets(game: Game, record: object) -> str:
    item = record
    if isinstance(record, Object):
        item = next(
            (i for i in map(game.records.get, game.root.stack) if isinstance(i, Item) and i.card == record.id), None
        )
    if not isinstance(item, Item) or not any(item.targets):
        return ""
    return ", targeting " + " and ".join(_target(game, i) for some in item.targets for i in some)


def _target(game: Game, ident: int) -> str:
    if game.seat_of(ident) >= 0:
        return seat_name(game.seat_of(ident))
    record = _find(game, ident)
    return item_label(game, record) if isinstance(record, Item) else _name(game, record)
