"""Information sets, for searching bots: the knowledge of a seat as one document, and the matches that it may be.

``known_to`` is the dump of one match of the information set that a seat is in, always the same one: of all matches that
look alike to the seat it is that in which what is hidden lies in the order of the deck lists. So the rules find in it
all public state that they read, counters, durations, delayed triggers, facts of this turn, the stack, a play in flight,
and it depends on nothing that the seat may not know: no secret of the shuffles, no other seat's settings or numbers of
decisions. ``determinise`` deals what is hidden anew, at random, and gives a match that can be played on: to the seat it
looks like the one it came from, and asks it the same. (Cowling, Powley, Whitehouse: "Information set Monte Carlo tree
search", 2012.)

Beyond the views, whose allow-list decides what is seen, three things are taken out that a dump would tell. Cards of one
name are interchangeable, so numbers of cards are given anew, lowest first; else who sees a card return to a hand and
its like come out would know which it was. Objects in hands of others have no ids of their own but new ones, else it
would tell when a card came. And last known information about cards that moved unseen is left out.

It is told what the decks are: numbers of cards and texts stand for places in the deck lists, so that the document may
be given only to who may know these.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import orjson

from engine.analysis.secrecy import ITSELF, become, deal, hidden_from, laid_out, lay
from engine.chance.rng import Seed, Stream
from engine.errors import Refusal
from engine.explain.projection import may_see
from engine.match.header import Header, deal_numbers, new_game
from engine.match.match import Match
from engine.sentences import said
from engine.state import dump
from engine.state.frames import ChooseFrame, WouldFrame
from engine.state.last_known import LastKnown, OnlyId, known
from engine.state.occurred import GoneSource, TriggerEvent
from engine.state.player_settings import Settings
from engine.state.records import NOBODY, Item, Object, Plain

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from engine.cards.definitions import Entries
    from engine.state.game import Game
    from engine.state.last_known import Last
    from engine.state.occurred import Noted

VERSION: Final = 1
SECRET_BITS: Final = 128
SECRETS: Final = ("secret", "shares", "later", "decks", "cards", "position")
"""The fields of a header that fix what is left to chance, and those that a seat is told only with the deck lists.

A position says how libraries lie, which nobody is told.
"""
UNSEEN: Final = frozenset({"drawn", "leaves hand"})
"""Events about a card that others do not see."""
NOTHING_KNOWN: Final = known(Object(0, NOBODY, "", NOBODY, ""))


def known_to(match: Match, seat: int) -> bytes:
    """The knowledge of a seat, as JSON, to be given to ``determinise``; the match stays as it is.

    Raises:
        Refusal: ``match_over``; ``in_play`` while another's play is in flight, of which a seat sees nothing yet, or
            while one's own has moved what is hidden and cannot tell how.
    """
    if match.result is not None:
        raise Refusal("", "match_over", said("reason.match_over", "the match is over"))
    if match.playing not in (None, seat) or _waits_for_hidden(match.game, seat):
        raise Refusal("", "in_play", said("reason.in_play", "another's play is in flight"))
    fork = match.fork()
    game = fork.game
    _forget_before_plays(game)
    if any(_is_hidden_write(game, seat, *entry) for entry in game.log):
        raise Refusal("", "in_play", said("reason.hidden_moved", "the play in flight has moved what is hidden"))
    _mask_events(game, seat)
    _give_new_ids(game, seat)
    _number_anew(fork, seat)
    own = match.settings[seat]
    header = match.header.to_json()
    for secret in SECRETS:
        header.pop(secret, None)
    return dump.encode(
        {
            "known": VERSION,
            "seat": seat,
            "header": header,
            "commitment": game.stream.commitment,
            "asked": match.asked[seat],
            "w": next((decision.w for decision in match.decisions if decision.seat == seat), 0),
            "settings": [own.to_json(), own.since, own.seen],
            "state": dump.state_json(game),
            "log": dump.log_json(game),
        }
    )


def determinise(
    known: bytes, decks: tuple[Entries, ...], pick: Callable[[int], int], cards: tuple[str, ...] = ()
) -> Match:
    """A match that may be the one that ``known`` tells of: what is hidden is dealt at random, from what is left.

    Args:
        decks: of each seat, as in the header of the match.
        cards: those that come with the match, as in its header.
        pick: ``pick(n)`` is a number below ``n``; it chooses what lies where, and all that chance decides from now on.

    Raises:
        ValueError: what is known is of another version, or of other decks; or with these cards somebody else, who is
            asked too, would not be asked.
    """
    data: dict[str, Any] = orjson.loads(known)
    if data["known"] != VERSION:
        raise ValueError(f"knowledge of version {data['known']!r}, not {VERSION}")
    seat: int = data["seat"]
    seed = Seed(f"{pick(1 << SECRET_BITS):x}")
    told = data["header"]
    brought = [orjson.loads(card) for card in cards]
    header = Header.from_json({**told, "decks": decks, "secret": seed.secret, "shares": (), "cards": brought})
    match = Match(header, *new_game(header))
    game = match.game
    dump.restore(game, data["state"], data["log"])
    game.stream = Stream(seed.key(), data["commitment"])
    deal(game, seat, pick)
    asked = [0] * game.seats
    asked[seat] = data["asked"]
    settings, since, seen = data["settings"]
    own = Settings.from_json(settings).passing(tuple(settings.get("until", ())), since, tuple(seen))
    match.begin_at(seat, own, asked, data["w"])
    return match


def _waits_for_hidden(game: Game, seat: int) -> bool:
    """Whether something is about to happen to a card that a seat does not see: a land asks what it enters as."""
    named = {number for frame in game.root.agenda if isinstance(frame, WouldFrame) for number in _numbers(frame)}
    return any(obj is not None and not may_see(game, obj, seat) for obj in map(game.object, named))


def _forget_before_plays(game: Game) -> None:
    """Of the log only what a play in flight may be rewound through is left."""
    start = game.play(game.root.plays[0]).mark if game.root.plays else len(game.log)
    del game.log[:start]
    for ident in game.root.plays:
        game.play(ident).mark -= start


def _is_hidden_write(game: Game, seat: int, ident: int, field: str, old: object) -> bool:
    """Whether an entry of the log is about a card that a seat may not see."""
    zone = next((zone for zones in game.zones.values() for zone in zones if zone.id == ident), None)
    if zone is not None:
        return zone.sight == "nobody" or (zone.sight == "owner" and zone.seat != seat)
    record = old if field == "-" else game.records.get(ident)
    return isinstance(record, Object) and not may_see(game, record, seat)


# --- what moved unseen ----------------------------------------------------------------------------------------------


def _mask_events(game: Game, seat: int) -> None:
    """Leave out what last known information tells of cards that a seat did not see."""
    root = game.root
    root.happened = tuple(past._replace(what=_as_seen(game, seat, past.name, past.what)) for past in root.happened)
    root.noted = tuple(_masked_noted(game, seat, noted) for noted in root.noted)
    root.waiting = tuple(entry._replace(event=_masked_event(game, seat, entry.event)) for entry in root.waiting)
    root.told = ()
    for record in game.records.values():
        if isinstance(record, Item):
            if isinstance(record.event, TriggerEvent):
                record.event = _masked_event(game, seat, record.event)
            record.last = tuple(_known_as_seen(game, seat, "", last) for last in record.last)


def _masked_event(game: Game, seat: int, event: TriggerEvent) -> TriggerEvent:
    what = _as_seen(game, seat, event.name, event.what)
    other = event.other if isinstance(event.other, OnlyId) else _as_seen(game, seat, event.name, event.other)
    return event._replace(what=what, other=other)


def _masked_noted(game: Game, seat: int, noted: Noted) -> Noted:
    if isinstance(noted, GoneSource):
        return noted._replace(known=_known_as_seen(game, seat, noted.name, noted.known))
    what = _as_seen(game, seat, noted.name, noted.what)
    other = noted.other if isinstance(noted.other, OnlyId) else _as_seen(game, seat, noted.name, noted.other)
    return noted._replace(what=what, other=other)


def _as_seen(game: Game, seat: int, name: str, last: Last) -> Last:
    return _known_as_seen(game, seat, name, last) if last else last


def _known_as_seen(game: Game, seat: int, name: str, last: LastKnown) -> LastKnown:
    """Last known information as a seat has it: nothing of a card that was hidden; of one that is now, all but where."""
    obj, became = game.object(last.id), game.object(last.became)
    if (name in UNSEEN and last.owner != seat) or (obj is not None and not may_see(game, obj, seat)):
        return NOTHING_KNOWN
    if became is None or may_see(game, became, seat):
        return last
    return last._replace(became=0) if last.number else NOTHING_KNOWN


# --- ids and numbers ------------------------------------------------------------------------------------------------


def _give_new_ids(game: Game, seat: int) -> None:
    """Objects in hands of others that a seat may not see get ids as if they had all come just now.

    Those first of which it is known what becomes of them: chosen, in the order of the choice, and not where they lie.
    One that has an ability on the stack is named there.
    """
    root, new = game.root, dict[int, int]()
    items = [item for _, item in sorted(game.records.items()) if isinstance(item, Item)]
    sources = {item.source for item in items}
    frames = tuple(frame for frame in root.agenda if isinstance(frame, ChooseFrame))
    chosen = [*_numbers(frames), *(ident for item in items for ident in (*item.it, *item.about))]
    for zones in game.zones.values():
        for zone in zones if zones[0].seat >= 0 else ():
            if zone.sight != "owner" or zone.seat == seat:
                continue
            unseen = [ident for ident in zone.content if not may_see(game, game.obj(ident), seat)]
            hidden = [ident for ident in unseen if ident not in sources]
            hidden.sort(key=lambda ident: chosen.index(ident) if ident in chosen else len(chosen))
            zone.content = tuple(ident for ident in zone.content if ident not in hidden)
            root.watching = tuple(ident for ident in root.watching if ident not in hidden)
            root.replacing = tuple(ident for ident in root.replacing if ident not in hidden)
            for ident in hidden:
                card = game.obj(ident).card
                del game.records[ident]
                obj = Object(root.next_id, NOBODY, "", zone.seat, zone.name)
                root.next_id += 1
                game.records[obj.id] = obj
                become(game, obj, card)
                zone.content = (*zone.content, obj.id)
                new[ident] = obj.id
    root.agenda = tuple(
        ChooseFrame(*_renamed(frame, new)) if isinstance(frame, ChooseFrame) else frame for frame in root.agenda
    )
    for item in items:
        item.it, item.about = _renamed(item.it, new), _renamed(item.about, new)


def _numbers(plain: Plain) -> Iterator[int]:
    """All that may be ids in a frame, from the left to the right."""
    for part in plain:
        if isinstance(part, tuple):
            yield from _numbers(part)
        elif isinstance(part, int):
            yield part


def _renamed(plain: Plain, new: dict[int, int]) -> Plain:
    return tuple(
        _renamed(part, new) if isinstance(part, tuple) else new.get(part, part) if isinstance(part, int) else part
        for part in plain
    )


class _Numbers:
    """Numbers of the cards of the decks, given in order to those of one name in one deck."""

    def __init__(self, match: Match) -> None:
        self._prints = match.game.prints
        self._owners = [owner for owner, own in enumerate(deal_numbers(match.header)) for _ in own]
        self._spare: dict[tuple[int, str], list[int]] = {}
        for card in range(len(self._owners)):
            self._spare.setdefault(self._kind(card), []).append(card)

    def next_like(self, card: int) -> int:
        """The next number of a card that is called the same; the card's own if it is in no deck."""
        return self._spare[self._kind(card)].pop(0) if card < len(self._owners) else card

    def _kind(self, card: int) -> tuple[int, str]:
        return self._owners[card], self._prints[card].name


def _number_anew(match: Match, seat: int) -> None:
    """Give cards of one name numbers in order of their ids, and lay what is hidden in order of its numbers."""
    game = match.game
    numbers, new = _Numbers(match), dict[int, int]()
    hidden, there = hidden_from(game, seat), laid_out(game)
    unseen = {ident for places in hidden for ident, index in places if index == ITSELF}
    for ident in sorted(game.records):
        obj = game.records[ident]
        if isinstance(obj, Object) and ident not in unseen and not obj.token:
            card = obj.card if obj.real == NOBODY else obj.real
            new[card] = numbers.next_like(card)
    for places in hidden:
        cards = sorted(numbers.next_like(there[place]) for place in places)
        lay(game, dict(zip(places, cards, strict=True)))
    removed = [old for _, field, old in game.log if field == "-"]
    for record in (*game.records.values(), *removed):
        if isinstance(record, Object) and record.id not in unseen:
            is_itself = record.real == NOBODY and not record.token
            record.card = new.get(record.card, record.card) if is_itself else _first(game, record.card)
            record.real = new.get(record.real, record.real)
    game.log[:] = [(i, f, new.get(old, old) if f in ("card", "real") else old) for i, f, old in game.log]  # type: ignore[call-overload]  # these are numbers


def _first(game: Game, card: int) -> int:
    """The first of all cards with the same on them: which one was copied is not told."""
    printed = game.prints[card]
    return next(number for number, other in enumerate(game.prints) if other is printed)
