"""Log lines: sentences for the events that everybody may know.

An allow-list: an event that is not in the table is not told. An event that happens several times in a row is told once.
"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from string import Formatter
from typing import TYPE_CHECKING, Final

from engine.events.labels import item_label, label, seat_name
from engine.events.log_arguments import CARDS, COUNTERS, OTHERS, SEVERAL, THING, english, part, seat_argument, word
from engine.events.log_figures import is_in_sight, past_names
from engine.queries.shown_texts import shown
from engine.state.last_known import LastKnown
from engine.state.occurred import LoggedEvent
from engine.state.records import Item, Object, Record
from engine.state.zone_specs import zone_words

if TYPE_CHECKING:
    from engine.events.log_arguments import Argument, Arguments
    from engine.state.game import Game
    from engine.state.last_known import LastOrId
    from engine.state.occurred import NotedEvent, Trigger, TriggerEvent
    from engine.state.rulebook import Rulebook

TAKES_BACK: Final = "takes back"
OPENS_HANDS: Final = "opens hands"
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
    TAKES_BACK: "{who} takes back",
    OPENS_HANDS: "All hands are open",
    "budget": "{name}",
}
"""The log's words for an event, by its name, or by that and what more there is to say of it.

``{who}`` is the player, ``{owner}`` whose card it is, ``{what}`` the objects (``{first}`` of them, ``{beside}`` the
others), ``{other}`` what else has a part in it, ``{n}`` how much, ``{n_cards}`` how many cards, ``{name}`` what more
there is to say, ``{zone}`` a zone. The verbs of ``VERBS`` agree with the number of objects, ``{counters}`` with
``{n}``. Of an event that is told in the line of another, which it comes of, the words are those by both names, where
``{sum}`` is how the number comes about, and ends with " = " if there is anything to say of it.

A line also travels as its key, ``log.`` or the game's name and what stands here, and its arguments
(``log_arguments``): English is made of the same two.
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
SINGULAR: Final = {verb: verb.replace("is_", "is") for verb in VERBS}
LOG: Final = "log"
"""The part of a key that stands before the name of an event, where the game has no own words for it."""
AS_IT_IS: Final = frozenset(("budget", "proposes"))
"""Events of which ``{name}`` is no term of the rules: nobody translates it."""
WORDS: Final = ("who", "owner", "other", "name", "zone", "x", "sum")
"""The words of any sentence, besides its objects, numbers and verbs; ``{targets}`` belong to its own pattern."""
FOR_MANA: Final = "activated for mana"
MANA: Final = "mana"
"""The kind of such a line, which others of the same event do not have."""
RENAMED: Final = frozenset(("activated", "counters", "dies", "enters", "leaves", "moved"))
"""Events whose words stand under other names (``_key``)."""
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
NEAR: Final = 8
"""Sentences back to which an event may be told in the line of what it comes of."""
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
    "puts counters": "counters are put on {what}",
    "puts a counter": "a counter is put on {what}",
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
    "transforms": "{what} transforms",
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

    __slots__ = ("about", "event", "key", "last", "n", "names", "pattern", "patterns", "template", "what", "words")

    def __init__(
        self,
        event: LoggedEvent,
        key: str,
        patterns: Patterns,
        what: str,
        name: str,
        n: int,
        words: Arguments,
        last: LoggedEvent,
        about: list[int],
    ) -> None:
        self.event = event
        self.last = last
        self.about = about
        self.key = key
        self.patterns = patterns
        self.template, self.pattern = patterns.find(key)
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
        self.about += [ident for ident in next_.about if ident not in self.about]
        self.last = next_.last
        return True

    def ends_with(self, next_: Sentence, key: str) -> None:
        """Tell in the same line what came of it, the first time that this is known."""
        if self.event.amount not in (0, next_.n):
            self.words["sum"] = ""  # something has changed the number
        (self.template, self.pattern), self.n, self.last = self.patterns.find(key), next_.n, next_.last

    @property
    def kind(self) -> str:
        """The kind of line that it is: a viewer may fold those of mana, and not other abilities."""
        return MANA if self.key == FOR_MANA else self.event.name

    def arguments(self) -> Arguments:
        """The arguments of its template, by their names: those that it uses, and how many things are meant."""
        wanted = fields(self.pattern)
        said: Arguments = {name: self.words[name] for name in wanted if name in self.words}
        if "n" in wanted:
            said["n"] = self.n
        if "what" in wanted:
            said["what"] = named(self.what, self.names)
        if "first" in wanted:
            said["first"] = self.what[0]
        if "beside" in wanted:
            others = named(self.what[1:], self.names[1:])
            said["beside"] = part("beside", things=others) if others else ""
        if "n_cards" in wanted:
            said["n_cards"] = part(CARDS, count=self.n)
        if "counters" in wanted:
            said["counters"] = part(COUNTERS, count=self.n)
        if not wanted.isdisjoint(VERBS):
            said["count"] = len(self.what)
        return said

    def text(self, said: Arguments) -> str:
        """In English, with its arguments; players as letters behind ``SEAT``."""
        told = {name: english(value) for name, value in said.items()}
        if "count" in said:
            told.update(VERBS if len(self.what) > 1 else SINGULAR)
        return self.pattern.format(**told)


def named(labels: list[str], names: list[str]) -> list[Argument]:
    """Things in a row, by their labels; what there is several of is counted, of very many by name."""
    if len(labels) == 1:
        return [_several(labels[0], 1)]
    told = Counter(labels)
    if len(told) > MOST_NAMED:
        told = Counter(names)
    said = [_several(name, count) for name, count in told.items()]
    if len(said) > MOST_NAMED:
        said = [*said[: MOST_NAMED - 1], part(OTHERS, count=len(said) - MOST_NAMED + 1)]
    return said


def _several(name: str, count: int) -> Argument:
    if count > 1:
        return part(SEVERAL, count=count, name=name)
    return part(THING) if name == THING else name


@lru_cache(maxsize=1024)
def fields(pattern: str) -> frozenset[str]:
    """The names in a pattern."""
    return frozenset(name for _, name, _, _ in Formatter().parse(pattern) if name)


class Patterns:
    """The words of a game for its log: its own before those of all games."""

    __slots__ = ("game", "own")

    def __init__(self, rules: Rulebook) -> None:
        self.game = rules.name
        self.own = rules.presentation.log

    def find(self, key: str) -> tuple[str, str]:
        """The key of the template and the template; "" if there is none."""
        own = self.own.get(key)
        told = own or LINES.get(key, "")
        return f"{self.game if own else LOG}.{key.replace(' ', '_')}", told


@lru_cache(maxsize=64)
def _patterns(rules: Rulebook) -> Patterns:
    return Patterns(rules)


def describe(game: Game, events: list[LoggedEvent]) -> list[Sentence]:
    """The sentences for the events of a commit.

    Players are written as letters behind ``SEAT``.
    """
    said: list[Sentence] = []
    known = Known(game, events)
    for event in events:
        saying = _sentence(game, event, known) if _may_be_told(game.rules, event.name) else None
        if saying is None or _is_joined(game, said, saying):
            continue
        if not (said and said[-1].takes(saying)):
            said.append(saying)
    return said


@lru_cache(maxsize=1024)
def _may_be_told(rules: Rulebook, name: str) -> bool:
    """Whether there are words for any event of a name: those of most of them are in the line of another, or nowhere."""
    if name in RENAMED:
        return True
    return any(key == name or key.startswith(f"{name} ") for key in (*LINES, *rules.presentation.log))


def _is_joined(game: Game, said: list[Sentence], next_: Sentence) -> bool:
    """Tell an event in the line of the act that it comes of, where the game has words for both together."""
    own = game.rules.presentation.log
    for one in reversed(said[-NEAR:]):
        both = f"{one.key} {next_.key}"
        if both in own and set(next_.about) <= set(one.about):
            if one.pattern == own[both]:
                return False
            one.ends_with(next_, both)
            return True
    return False


class Known:
    """Facts that other events of a commit tell already, so that nothing is told twice; objects gone since; past names.

    Attributes:
        at: the event that is told; things are called as they were called then.
    """

    __slots__ = ("_gone", "_past", "at", "fallen", "fizzled", "game", "hurt", "milled")

    def __init__(self, game: Game, events: list[LoggedEvent]) -> None:
        self.game = game
        self._gone: dict[int, Record] | None = None
        self._past = past_names(game)
        self.at: LoggedEvent | None = None
        self.fallen: set[int] = set()
        self.milled: set[int] = set()
        self.fizzled: set[int] = set()
        self.hurt: dict[tuple[int, int], int] = {}
        for event in events:
            match event.name:
                case "sacrificed" | "defeated":
                    self.fallen.add(event.ident)
                case "milled":
                    self.milled.add(event.ident)
                case "fizzled":
                    self.fizzled.add(event.ident)
                case "damage" if event.beside is not None:
                    key = game.seat_of(event.beside), event.amount
                    self.hurt[key] = self.hurt.get(key, 0) + 1

    def find(self, ident: int) -> object:
        """A record, also one that has gone since the log was last cleared."""
        record = self.game.records.get(ident)
        if record is not None or not ident:
            return record
        if self._gone is None:
            self._gone = {number: old for number, field, old in self.game.log if field == "-"}  # type: ignore[misc]  # "-" logs the record
        return self._gone.get(ident)

    def name(self, obj: Object) -> str:
        """The name of an object at the event: a stage that was followed by the next is told by its own."""
        past = self._past.get(self.at) if self.at is not None else None
        return obj.name if past is None else past.get(obj.id, obj.name)

    def label(self, obj: Object) -> str:
        """``NAME#n``, with the name at the event."""
        name = self.name(obj)
        return label(self.game, obj) if name == obj.name else f"{name}#{obj.number}"

    def hushes(self, event: LoggedEvent) -> bool:
        """Whether an event is told by another."""
        hurt = self.hurt.get((event.seat, event.amount), 0) if event.name == "loses life" else 0
        if hurt:
            self.hurt[event.seat, event.amount] = hurt - 1
            return True
        if event.name == "resolved":
            return event.ident in self.fizzled
        return (event.name == "dies" and event.ident in self.fallen) or event.more in self.milled


def _sentence(game: Game, event: LoggedEvent, known: Known) -> Sentence | None:
    """The words for an event; none if it is not told, or by another."""
    name, seat, ident, number, more = event.name, event.seat, event.ident, event.amount, event.more
    known.at = event
    record = known.find(ident)
    zones = _zones(game, event, record)
    key = _key(game, event, record, zones, known)
    patterns = _patterns(game.rules)
    _, pattern = patterns.find(key)
    if not pattern or known.hushes(event):
        return None
    other = event.beside or 0
    owner = record.owner if isinstance(record, Object) else seat
    if zones:
        seat = owner
    words: Arguments = {}
    for field in _words_in(game.rules, key, pattern):
        match field:
            case "who":
                words[field] = _player(game, seat)
            case "owner":
                words[field] = _player(game, owner)
            case "other":
                words[field] = part("itself") if other and other == ident else _target(known, other)
            case "name":
                told_name = more if isinstance(more, str) else ""
                words[field] = told_name if name in AS_IT_IS else word(told_name)
            case "zone":
                words[field] = word(str(more) if name == "enters" else zones[1] if zones else game.discard_zone)
            case "x":
                words[field] = part("with_x", n=number) if name == "cast" and number else ""
            case "sum":
                words[field] = part("sum", parts=more) if isinstance(more, str) and more else ""
            case _:
                by = (game.records.get(other) or record) if name.startswith("activated") else record
                words[field] = _targets(known, by)
    label_, plain = _name(known, record, more), known.name(record) if isinstance(record, Object) else ""
    told = LoggedEvent(name, seat, ident, number, more, event.beside)
    n = 1 if zones else number
    return Sentence(told, key, patterns, label_, plain or label_, n, words, event, _about(known, event, record))


@lru_cache(maxsize=1024)
def _words_in(rules: Rulebook, key: str, pattern: str) -> tuple[str, ...]:
    """The words that a sentence may need: those of its own pattern, and of the patterns that end with another event."""
    own = rules.presentation.log
    needed_in = pattern + "".join(own[both] for both in own if both.startswith(f"{key} "))
    found = [word for word in WORDS if f"{{{word}}}" in needed_in]
    return (*found, "targets") if "{targets}" in pattern else tuple(found)


def _about(known: Known, event: LoggedEvent, record: object) -> list[int]:
    """The ids of things in sight that an event is about, the card that it is told of first."""
    game = known.game
    idents = [event.ident, event.beside or 0, event.more if isinstance(event.more, int) else 0]
    if isinstance(record, Item):
        idents = [record.card or record.source, *idents]
    if not event.ident and 0 <= event.seat < game.seats:
        idents.append(game.players[event.seat].id)
    about: list[int] = []
    for ident in dict.fromkeys(idents):
        each = known.find(ident) if ident else None
        if isinstance(each, Record) and is_in_sight(game, each):
            about.append(ident)
    return about


def _key(game: Game, event: LoggedEvent, record: object, zones: tuple[str, str] | None, known: Known) -> str:
    """Under which name an event is told."""
    name, more = event.name, event.more
    own = game.rules.presentation.log
    if zones is not None:
        return _move(game.rules, *zones)
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
    if not more or not isinstance(more, str):
        return name
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
    return "enters" if _plain(game.rules, str(event.more)) in ("graveyard", "exile", "library") else ""


def _zones(game: Game, event: LoggedEvent, record: object) -> tuple[str, str] | None:
    """From where to where something has moved; none if the event is no move, or it is nowhere now."""
    if event.name not in ("leaves", "moved") or not isinstance(record, Object) or not isinstance(event.more, int):
        return None
    became = game.object(event.more)
    return None if became is None else (record.zone, became.zone)


@lru_cache(maxsize=1024)
def _move(rules: Rulebook, start: str, end: str) -> str:
    """The words for a move, "" if it is not told: if neither zone is open to all only the number of cards."""
    own = rules.presentation.log
    origin, there = _plain(rules, start), _plain(rules, end)
    whole = f"{origin} to {there}"
    if whole in LINES or whole in own:
        return whole
    public = [spec.name for spec in rules.zones if spec.sight == "all"]
    is_shown = start in public or end in public
    return f"to {there}" if is_shown and (origin, there) not in UNTOLD and there not in PLAYED else ""


def _plain(rules: Rulebook, zone: str) -> str:
    """The name that ability records give a zone."""
    return _plain_words(rules).get(zone, zone)


@lru_cache(maxsize=64)
def _plain_words(rules: Rulebook) -> dict[str, str]:
    """The first word of ability records for each zone that has another name."""
    return {name: word for word, name in reversed(zone_words(rules.zones).items())}


def _player(game: Game, seat: int) -> Argument:
    if seat == game.side or not 0 <= seat < game.seats:
        return part("side", side=word(game.rules.side))
    return seat_argument(seat)


def _name(known: Known, record: object, more: object = "") -> str:
    """The name of a record; if it is gone, the name in the event."""
    if isinstance(record, Object):
        return known.label(record)
    if isinstance(record, Item):
        return record.name
    return more if isinstance(more, str) and more else THING


def _targets(known: Known, record: object) -> Argument:
    game, item = known.game, record
    if isinstance(record, Object):
        item = next(
            (i for i in map(game.records.get, game.root.stack) if isinstance(i, Item) and i.card == record.id), None
        )
    if not isinstance(item, Item) or not any(item.targets):
        return ""
    aimed = [ident for some in item.targets for ident in some]
    return part("targeting", targets=_few(known, aimed))


def _few(known: Known, idents: list[int]) -> list[Argument]:
    """The names of targets, the first of very many."""
    few = [_target(known, ident) for ident in idents[:MOST_NAMED]]
    return few if len(few) == len(idents) else [*few, part(OTHERS, count=len(idents) - len(few))]


def _target(known: Known, ident: int) -> Argument:
    """Another thing that has a part in an event; something, if there is none."""
    game = known.game
    if not ident:
        return part(THING)
    if game.seat_of(ident) >= 0:
        return _player(game, game.seat_of(ident))
    record = known.find(ident)
    if isinstance(record, Item) and game.object(record.card) is None:
        return part("ability", name=record.name)
    return item_label(game, record) if isinstance(record, Item) else _name(known, record)
