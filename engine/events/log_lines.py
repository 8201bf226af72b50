"""Log lines: sentences for the events that everybody may know.

An allow-list: an event that is not in the table is not told. An event that happens several times in a row is told once.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

from engine.events.labels import item_label, label, seat_name
from engine.queries.shown_texts import shown
from engine.state.last_known import LastKnown
from engine.state.occurred import LoggedEvent
from engine.state.records import Item, Object

if TYPE_CHECKING:
    from collections.abc import Iterable

    from engine.state.game import Game
    from engine.state.last_known import LastOrId
    from engine.state.occurred import NotedEvent, Trigger, TriggerEvent
    from engine.state.records import Record

LINES: Final = {
    "turn": "Turn {n}: {who}",
    "mulligan": "{who} takes a mulligan",
    "land": "{who} plays {what}",
    "cast": "{who} casts {what}{x}{targets}",
    "activated": "{who} activates {what}{targets}",
    "activated ability": "{who} activates an ability of {what}{targets}",
    "activated for mana": "{who} taps {what} for mana",
    "triggered": "{what} triggers{targets}",
    "resolved": "{what} resolves",
    "fizzled": "{what} has no legal target left",
    "countered": "{what} is countered",
    "drawn": "{who} draws {n_cards}",
    "discarded": "{who} discards {what}",
    "revealed": "{who} reveals {what}",
    "milled": "{who} mills {what}",
    "sacrificed": "{who} sacrifices {what}",
    "dies": "{what} {dies}",
    "attacks": "{what} {attacks} {other}",
    "blocks": "{what} {blocks} {other}",
    "loses life": "{who} loses {n} life",
    "gains life": "{who} gains {n} life",
    "damage": "{what} deals {n} damage to {other}",
    "counters": "{what} gets {n} {name} {counters}",
    "counters of a player": "{who} gets {n} {name} {counters}",
    "counters removed": "{what} loses {n} {name} {counters}",
    "created": "{who} creates {what}",
    "enters": "{what} {comes} in from the {zone}",
    "to hand": "{what} {returns} to {owner}'s hand",
    "to library": "{what} {is_} put into {owner}'s {zone}",
    "to graveyard": "{what} {is_} put into {owner}'s {zone}",
    "to exile": "{what} {is_} exiled",
    "hand to library": "{who} puts {n_cards} from hand into the {zone}",
    "library to hand": "{who} puts {n_cards} from the library into hand",
    "proposes": "{who} repeats {name}, {n} times",
    "concedes": "{who} concedes",
    "budget": "{name}",
}
"""The log's words for an event, by its name, or by that and what more there is to say of it.

``{who}`` is the player, ``{owner}`` whose card it is, ``{what}`` the objects (``{first}`` of them, ``{beside}`` the
others), ``{other}`` what else has a part in it, ``{n}`` how much, ``{n_cards}`` how many cards, ``{name}`` what more
there is to say, ``{zone}`` a zone. The verbs of ``VERBS`` agree with the number of objects, ``{counters}`` with
``{n}``.
"""
VERBS: Final = {
    "attacks": "attack",
    "blocks": "block",
    "comes": "come",
    "dies": "die",
    "is_": "are",
    "returns": "return",
}
"""Verbs as said of one thing, and of several."""
FOR_MANA: Final = "activated for mana"
MANA: Final = "mana"
"""The kind of such a line, which others of the same event do not have."""
COUNTED: Final = frozenset(("drawn", "reserved", "hand to library", "library to hand", "memory to hand"))
"""Events that are told once with their number, if they come several times in a row."""
UNTOLD: Final = frozenset(
    (
        *(("stack", "graveyard"), ("effects stack", "graveyard"), ("table", "graveyard")),
        *(("battlefield", "graveyard"), ("hand", "graveyard"), ("hand", "memory")),
    )
)
"""From where to where what moves is told otherwise, as what dies, or goes without saying."""
PLAYED: Final = frozenset(("stack", "effects stack", "table", "battlefield", "intent"))
"""Zones in which a played card comes to be."""
JOINED: Final = frozenset(
    (
        *(
            "activated for mana",
            "attacks",
            "created",
            "dies",
            "discarded",
            "milled",
            "revealed",
            "sacrificed",
            "enters",
        ),
        *("blocks", "to hand", "to library", "to graveyard", "to exile", "defeated"),
    )
)
"""Events that are told once for all their objects."""

MOST_NAMED: Final = 20
"""Things that a sentence names one by one; of more it says how many there are of each name."""
SEAT: Final = "\ue000"
"""Stands before the letter of a player, so that no name is taken for one."""

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
    "thwart": "{what} thwarts {other}",
    "untaps": "{what} readies",
    "use": "{what} is used",
}
"""The words for an event just before and just after it; of other events only the objects are named."""


CAUSES: Final = {
    **CLAUSES,
    "attacks": "{what} attacks",
    "becomes target": "{what} becomes a target",
    "blocked": "{what} becomes blocked",
    "blocks": "{what} blocks {other}",
    "cast": "{who} casts {what}",
    "counter": "a counter is put on {what}",
    "counters": "counters are put on {what}",
    "dies": "{what} dies",
    "enters": "{what} enters",
    "gains life": "{who} gains {n} life",
    "hits": "{what} hits",
    "land": "{who} plays {what}",
    "leaves": "{what} leaves",
    "loses life": "{who} loses {n} life",
    "sacrificed": "{what} is sacrificed",
    "step": "{step} begins",
    "tapped for mana": "{what} is tapped for mana",
}
"""The words for an event that triggered an ability; an event without words is called by its name."""


def causes(game: Game, triggers: list[Trigger]) -> list[str]:
    """Each of these triggered abilities in words: its source, what triggered it, and its text where that tells more.

    The text is there where two have the same source and cause.
    """
    told = [_cause(game, each) for each in triggers]
    same = Counter(told)
    return [
        f"{said}: {shown(game, game.texts[each.text])}" if same[said] > 1 else said
        for said, each in zip(told, triggers, strict=True)
    ]


def _cause(game: Game, trigger: Trigger) -> str:
    last, event = trigger.known, trigger.event
    assert last
    source = f"{last.name}#{last.number}" if last.number else last.name
    words = {
        "who": seat_name(event.seat),
        "what": _public_name(game, event.what),
        "n": event.amount,
        "other": _public_name(game, event.other),
        "step": game.root.step,
    }
    return f"{source}, as {CAUSES.get(event.name, event.name).format(**words)}"


def _public_name(game: Game, last: LastOrId) -> str:
    """The name of a thing in an event; of a card that was never public only that it is one."""
    obj = game.object(last.id) if last else None
    number = obj.number if obj is not None else last.number if isinstance(last, LastKnown) else 1
    if obj is None and isinstance(last, LastKnown) and last.number:
        return f"{last.name}#{last.number}"  # what is gone is told from others of its name
    return _known_name(game, last) if number else "a card"


def clause(game: Game, event: TriggerEvent | NotedEvent) -> str:
    """The words for an event, as a waiting ability keeps it (``triggers``), while it can be interrupted."""
    what, other = _known_name(game, event.what), _known_name(game, event.other)
    return CLAUSES.get(event.name, "{what}").format(who=seat_name(event.seat), what=what, n=event.amount, other=other)


def _known_name(game: Game, last: LastOrId) -> str:
    """The name in last known information; a player has only the id."""
    if not last:
        return "something"
    ident = last.id
    if game.seat_of(ident) >= 0:
        return game.players[game.seat_of(ident)].name
    obj = game.object(ident)
    if obj is not None:
        return label(game, obj)
    return last.name if isinstance(last, LastKnown) else "something"


class Sentence:
    """One sentence to be: what it is about, and what fills it in."""

    __slots__ = ("event", "key", "n", "names", "pattern", "what", "words")

    def __init__(
        self, event: LoggedEvent, key: str, pattern: str, what: str, name: str, n: int, words: dict[str, str]
    ) -> None:
        self.event = event
        self.key = key
        self.pattern = pattern
        self.what = [what]
        self.names = [name]
        self.n = n
        self.words = words

    def takes(self, next_: Sentence) -> bool:
        """Take the next one in, where both are said in one."""
        if self.key != next_.key or self.words != next_.words or self.key not in (COUNTED | JOINED):
            return False
        self.n += next_.n
        self.what += next_.what
        self.names += next_.names
        return True

    @property
    def kind(self) -> str:
        """The kind of line that it is: a viewer may fold those of mana, and not other abilities."""
        return MANA if self.key == FOR_MANA else self.event.name

    def text(self) -> str:
        several = len(self.what) > 1
        verbs = {verb: plural if several else verb.replace("is_", "is") for verb, plural in VERBS.items()}
        n_cards = "a card" if self.n == 1 else f"{self.n} cards"
        counters = "counter" if self.n == 1 else "counters"
        whole = joined(self.what, self.names)
        said = {"what": whole, "first": self.what[0], "n_cards": n_cards, "counters": counters}
        said["beside"] = f" with {joined(self.what[1:], self.names[1:])}" if several else ""
        return self.pattern.format(n=self.n, **said, **self.words, **verbs)


def joined(labels: list[str], names: list[str]) -> str:
    """Things in a row, by their labels: "A#1, B and C"; what there is several of is counted, of very many by name."""
    told = Counter(labels)
    if len(told) > MOST_NAMED:
        told = Counter(names)
    said = [f"{count} {name}s" if count > 1 else name for name, count in told.items()]
    if len(said) > MOST_NAMED:
        said = [*said[: MOST_NAMED - 1], f"{len(said) - MOST_NAMED + 1} others"]
    return said[0] if len(said) == 1 else f"{', '.join(said[:-1])} and {said[-1]}"


def describe(game: Game, events: list[LoggedEvent]) -> list[Sentence]:
    """The sentences for the events of a commit.

    Players are written as letters behind ``SEAT``.
    """
    said: list[Sentence] = []
    known = Known(game, events)
    for event in events:
        saying = _sentence(game, event, known)
        if saying is not None and not (said and said[-1].takes(saying)):
            said.append(saying)
    return said


class Known:
    """Facts that other events of a commit tell already, so that nothing is told twice; and objects gone since."""

    __slots__ = ("_gone", "fallen", "fizzled", "game", "hurt", "milled")

    def __init__(self, game: Game, events: list[LoggedEvent]) -> None:
        self.game = game
        self._gone: dict[int, Record] | None = None
        self.fallen = {event.ident for event in events if event.name in ("sacrificed", "defeated")}
        self.milled = {event.ident for event in events if event.name == "milled"}
        self.fizzled = {event.ident for event in events if event.name == "fizzled"}
        self.hurt = Counter(
            (game.seat_of(event.beside), event.amount)
            for event in events
            if event.name == "damage" and event.beside is not None
        )

    def find(self, ident: int) -> object:
        """A record, also one that has gone since the log was last cleared."""
        record = self.game.records.get(ident)
        if record is not None or not ident:
            return record
        if self._gone is None:
            self._gone = {number: old for number, field, old in self.game.log if field == "-"}  # type: ignore[misc]  # "-" logs the record
        return self._gone.get(ident)

    def hushes(self, event: LoggedEvent) -> bool:
        """Whether an event is told by another."""
        if event.name == "loses life" and self.hurt[event.seat, event.amount] > 0:
            self.hurt[event.seat, event.amount] -= 1
            return True
        if event.name == "resolved":
            return event.ident in self.fizzled
        return (event.name == "dies" and event.ident in self.fallen) or event.more in self.milled


def _sentence(game: Game, event: LoggedEvent, known: Known) -> Sentence | None:
    """The words for an event; none if it is not told, or by another."""
    name, seat, ident, number, more = event.name, event.seat, event.ident, event.amount, event.more
    record = known.find(ident)
    zones = _zones(game, event, record)
    key = _key(game, event, record, zones, known)
    pattern = game.rules.presentation.log.get(key) or LINES.get(key)
    if not pattern or known.hushes(event):
        return None
    other = event.beside or 0
    owner = record.owner if isinstance(record, Object) else seat
    if zones:
        seat = owner
    words = {
        "who": _player(game, seat),
        "owner": _player(game, owner),
        "other": "itself" if other and other == ident else _target(known, other) if other else "something",
        "name": more if isinstance(more, str) else "",
        "zone": str(more) if name == "enters" else zones[1] if zones else game.discard_zone,
        "x": f" with X = {number}" if name == "cast" and number else "",
    }
    if "{targets}" in pattern:
        by = (game.records.get(other) or record) if name.startswith("activated") else record
        words["targets"] = _targets(known, by)
    event = LoggedEvent(name, seat, ident, number, more, event.beside)
    needed = {word: said for word, said in words.items() if f"{{{word}}}" in pattern}
    label_, plain = _name(game, record, more), record.name if isinstance(record, Object) else ""
    return Sentence(event, key, pattern, label_, plain or label_, 1 if zones else number, needed)


def _key(game: Game, event: LoggedEvent, record: object, zones: tuple[str, str] | None, known: Known) -> str:
    """Under which name an event is told."""
    name, more = event.name, event.more
    own = game.rules.presentation.log
    if zones is not None:
        return _move(game, *zones)
    if name == "activated" and event.beside is not None:
        item = known.find(event.beside)
        text = game.texts[item.text] if isinstance(item, Item) and item.text >= 0 else None
        return FOR_MANA if text is not None and text.is_mana and text.taps else name
    if name == "counters" and not isinstance(record, Object):
        return "counters of a player"
    if name == "enters":
        return _arrival(game, event, record)
    if name == "dies" and _went_elsewhere(game, event.more):
        return ""
    if name == "dies" and isinstance(record, Object) and game.prints[record.card].definition.toughness is None:
        return "to graveyard"
    longer = f"{name} {more}"
    return longer if longer in own or longer in LINES else name


def _went_elsewhere(game: Game, became: object) -> bool:
    """Whether what would have died has come somewhere else, as is told then."""
    there = game.object(became) if isinstance(became, int) else None
    return there is not None and there.zone != game.discard_zone


def _arrival(game: Game, event: LoggedEvent, record: object) -> str:
    """Of what enters only tokens are told, and what comes from where cards are not played from."""
    if isinstance(record, Object) and record.token:
        return "created"
    return "enters" if _plain(game, str(event.more)) in ("graveyard", "exile", "library") else ""


def _zones(game: Game, event: LoggedEvent, record: object) -> tuple[str, str] | None:
    """From where to where something has moved; none if the event is no move, or it is nowhere now."""
    if event.name not in ("leaves", "moved") or not isinstance(record, Object) or not isinstance(event.more, int):
        return None
    became = game.object(event.more)
    return None if became is None else (record.zone, became.zone)


def _move(game: Game, start: str, end: str) -> str:
    """The words for a move, "" if it is not told: if neither zone is open to all only the number of cards."""
    own = game.rules.presentation.log
    origin, there = _plain(game, start), _plain(game, end)
    whole = f"{origin} to {there}"
    if whole in LINES or whole in own:
        return whole
    public = [spec.name for spec in game.rules.zones if spec.sight == "all"]
    is_shown = start in public or end in public
    return f"to {there}" if is_shown and (origin, there) not in UNTOLD and there not in PLAYED else ""


def _plain(game: Game, zone: str) -> str:
    """The name that ability records give a zone."""
    return next((word for word, name in game.zone_words.items() if name == zone), zone)


def _player(game: Game, seat: int) -> str:
    if seat == game.side or not 0 <= seat < game.seats:
        return f"the {game.rules.side}"
    return SEAT + seat_name(seat)


def _name(game: Game, record: object, more: object = "") -> str:
    """The name of a record; if it is gone, the name in the event."""
    if isinstance(record, Object):
        return label(game, record)
    if isinstance(record, Item):
        return record.name
    return more if isinstance(more, str) and more else "something"


def _targets(known: Known, record: object) -> str:
    game, item = known.game, record
    if isinstance(record, Object):
        item = next(
            (i for i in map(game.records.get, game.root.stack) if isinstance(i, Item) and i.card == record.id), None
        )
    if not isinstance(item, Item) or not any(item.targets):
        return ""
    aimed = [ident for some in item.targets for ident in some]
    return ", targeting " + " and ".join(_few(known, aimed))


def _few(known: Known, idents: list[int]) -> Iterable[str]:
    """The names of targets, the first of very many."""
    few = [_target(known, ident) for ident in idents[:MOST_NAMED]]
    return few if len(few) == len(idents) else [*few, f"{len(idents) - len(few)} others"]


def _target(known: Known, ident: int) -> str:
    game = known.game
    if game.seat_of(ident) >= 0:
        return _player(game, game.seat_of(ident))
    record = known.find(ident)
    return item_label(game, record) if isinstance(record, Item) else _name(game, record)
