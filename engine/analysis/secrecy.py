"""Worlds that a viewer cannot tell from the real one: the cards that it may not know are dealt anew.

``permuted`` is a fork of a match in which the cards that a viewer may not see have changed places. The messages to the
viewer must be the same there, byte for byte, until it is shown one of them.

A place where a hidden card lies is ``(zone id, index)`` in a zone that nobody may look into, ``(object id, -1)``
elsewhere. Structure is what everybody may know: two worlds of one match have the same places.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.analysis.hidden_kinds import HiddenKinds
from engine.chance.rng import Seed, Stream
from engine.events.zones import printed_object
from engine.explain.gestures import canonical
from engine.explain.projection import may_see
from engine.match.match_views import Views
from engine.queries.faces import is_facedown, may_look_beneath, own_number
from engine.state.decisions import Answer
from engine.state.frames import ChooseFrame
from engine.state.occurred import LoggedEvent
from engine.state.records import PRIVATE, Object, Plain

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from engine.analysis.hidden_kinds import Kind
    from engine.match.commit import Commit, Input
    from engine.match.match import Match
    from engine.state.game import Game

PUBLIC: Final = -1
"""A viewer without a seat."""
EVERYBODY: Final = -2
"""All seats and the public together: from them is hidden what none of them may see."""
ITSELF: Final = -1
"""In place of an index: the object is the place."""

Place = tuple[int, int]


def other_future(match: Match) -> Stream:
    """Other random numbers than those of a match, committed to alike."""
    return Stream(Seed("another future").key(), match.game.stream.commitment)


def may_be_seen(game: Game, obj: Object, viewer: int) -> bool:
    """Whether a viewer, or one of ``EVERYBODY``, may look at an object where it is."""
    if viewer == EVERYBODY:
        return any(may_see(game, obj, seat) for seat in range(PUBLIC, game.seats))
    return may_see(game, obj, viewer)


def laid_out(game: Game) -> dict[Place, int]:
    """All cards that are hidden from anybody, by their places."""
    found: dict[Place, int] = {}
    for zones in game.zones.values():
        for zone in zones if zones[0].seat >= 0 else ():
            if zone.sight == "nobody":
                found.update(((zone.id, index), card) for index, card in enumerate(zone.content))
            elif zone.sight in PRIVATE:
                found.update(((ident, ITSELF), game.obj(ident).card) for ident in zone.content)
    found.update(((obj.id, ITSELF), obj.real) for obj in _in_the_open(game) if is_facedown(game, obj))
    return found


def _in_the_open(game: Game) -> Iterator[Object]:
    """The objects in the zones that all players share or see, where cards may lie facedown."""
    for zones in game.zones.values():
        first = zones[0]
        for zone in zones[:1] if first.seat < 0 else zones if first.sight == "all" else ():
            yield from map(game.obj, zone.content)


def may_be_turned(game: Game, obj: Object, viewer: int) -> bool:
    """Whether a viewer, or one of ``EVERYBODY``, may look at the card that lies facedown."""
    viewers = range(PUBLIC, game.seats) if viewer == EVERYBODY else (viewer,)
    return any(may_look_beneath(game, obj, seat) for seat in viewers)


def is_laid_out_alike(game: Game, other: Game) -> bool:
    """Whether two worlds have the same places, and cards at the same ones have been chosen so far."""
    return laid_out(game).keys() == laid_out(other).keys() and _chosen(game) == _chosen(other)


def _chosen(game: Game) -> list[Plain]:
    """The choices of players who have made theirs while others still have to."""
    return [frame.chosen for frame in game.root.agenda if isinstance(frame, ChooseFrame)]


def hidden_from(game: Game, viewer: int) -> list[list[Place]]:
    """The places of the cards that a viewer may not see, those together whose cards may have changed places."""
    found: dict[tuple[int, str], list[Place]] = {}
    for spec in game.zone_specs:
        for zone in game.zones[spec.name] if not spec.shared else ():
            places = found.setdefault((zone.seat, zone.name if spec.apart else ""), [])
            if zone.sight == "nobody":
                places.extend((zone.id, index) for index in range(len(zone.content)))
            elif zone.sight in PRIVATE:
                hidden = (ident for ident in zone.content if not may_be_seen(game, game.obj(ident), viewer))
                places.extend((ident, ITSELF) for ident in hidden)
    for obj in _in_the_open(game):
        if is_facedown(game, obj) and not may_be_turned(game, obj, viewer):
            found.setdefault((obj.owner, ""), []).append((obj.id, ITSELF))
    return list(found.values())


def deal(
    game: Game,
    viewer: int,
    pick: Callable[[int], int],
    kept: Mapping[Place, int] | None = None,
    alike: Alike | None = None,
) -> None:
    """Have each player's cards that are hidden from a viewer change places; no play in flight may have moved one.

    Args:
        pick: ``pick(n)`` is a number below ``n``; it chooses the permutation.
        kept: cards that come to lie at these places.
        alike: what is to be the same of each card and the one that comes to lie in its place; none: nothing is.

    Raises:
        LookupError: a card that is to be kept is not among those hidden here, and nothing was dealt.
    """
    kept = kept or {}
    there = laid_out(game)
    hidden = hidden_from(game, viewer)
    for places in hidden:
        wanted = {kept[place] for place in places if place in kept}
        if missing := wanted.difference([there[place] for place in places]):
            names = sorted({game.prints[card].definition.name for card in missing})
            raise LookupError(f"not hidden here: {', '.join(names)}")
    game.part()
    for places in hidden:
        fixed = {place: kept[place] for place in places if place in kept}
        held = set(fixed.values())
        free = [place for place in places if place not in fixed]
        spare = [there[place] for place in places if there[place] not in held]
        for own, cards in _of_one_kind(free, spare, alike):
            for last in range(len(cards) - 1, 0, -1):
                other = pick(last + 1)
                cards[last], cards[other] = cards[other], cards[last]
            _keep_apart(game, fixed, own, cards)
            lay(game, dict(zip(own, cards, strict=True)))
        lay(game, fixed)
    game.forget()
    game.version += 1


def _of_one_kind(free: list[Place], cards: list[int], alike: Alike | None) -> list[tuple[list[Place], list[int]]]:
    """Places and the cards that may lie there, of each kind."""
    if alike is None:
        return [(free, cards)]
    found: dict[Kind, tuple[list[Place], list[int]]] = {}
    for place in free:
        found.setdefault(alike.kind_of(alike.there[place]), ([], []))[0].append(place)
    for card in cards:
        found[alike.kind_of(card)][1].append(card)
    return list(found.values())


def _keep_apart(game: Game, fixed: dict[Place, int], free: list[Place], cards: list[int]) -> None:
    """Let no card be like a kept one near it: a player who chooses one of two such has chosen the first."""
    names = {game.prints[card].definition.name for (_, index), card in fixed.items() if index == ITSELF}
    spare = [
        n for n, card in enumerate(cards) if free[n][1] != ITSELF and game.prints[card].definition.name not in names
    ]
    for n, place in enumerate(free):
        if spare and place[1] == ITSELF and game.prints[cards[n]].definition.name in names:
            other = spare.pop()
            cards[n], cards[other] = cards[other], cards[n]


def lay(game: Game, cards: Mapping[Place, int]) -> None:
    """Put cards at their places."""
    piles: dict[int, list[int]] = {}
    for (ident, index), card in cards.items():
        if index == ITSELF:
            become(game, game.obj(ident), card)
            continue
        if ident not in piles:
            piles[ident] = list(game.records[ident].content)  # type: ignore[attr-defined]  # a zone's id
        piles[ident][index] = card
    for ident, content in piles.items():
        game.records[ident].content = tuple(content)  # type: ignore[attr-defined]  # as above


def become(game: Game, obj: Object, card: int) -> None:
    """Turn a hidden object into another card, keeping its id."""
    if is_facedown(game, obj):
        obj.real = card
        return
    if obj.card == card:
        return
    other = printed_object(game, obj.id, card, obj.owner, obj.zone)
    for field in ("card", "name", "token", "value", "power", "toughness", "level", "stats", "words"):
        setattr(obj, field, getattr(other, field))
    for field in ("keywords", "abilities", "extra"):
        setattr(obj, field, getattr(other, field))
    printed, root = game.prints[card], game.root
    watches = any(game.zone_name(word) == obj.zone for word in printed.watched)
    root.watching = _listed(root.watching, obj.id, is_wanted=watches)


def _listed(idents: tuple[int, ...], ident: int, *, is_wanted: bool) -> tuple[int, ...]:
    """Ids in order of arrival, with or without one."""
    others = tuple(other for other in idents if other != ident)
    if not is_wanted:
        return others
    at = next((place for place, other in enumerate(others) if other > ident), len(others))
    return (*others[:at], ident, *others[at:])


class Alike:
    """The cards of a match by their places; others that take their places must answer some questions as they do."""

    __slots__ = ("_asked", "_kinds", "there")

    def __init__(self, kinds: HiddenKinds, asked: Iterable[int], there: Mapping[Place, int]) -> None:
        self._kinds = kinds
        self._asked = tuple(asked)
        self.there = there

    def kind_of(self, card: int) -> Kind:
        """The answers of a card."""
        return self._kinds.of(card, self._asked)


def alike_now(game: Game, kinds: HiddenKinds) -> Alike:
    """The facts that have to be the same in all worlds as long as nothing happens."""
    return Alike(kinds, dict.fromkeys(kinds.asked_now()), laid_out(game))


class Stretch:
    """A match from one moment at which no play is in flight to the next, and which hidden cards matter meanwhile.

    Those are cards that a viewer comes to see, if only for a moment, and those that others choose: whoever chooses
    knows them, and in a world where other cards lie there might choose otherwise. Of the others it matters how the
    texts that are at work tell them apart.

    Args:
        match: before the first input; it may not be changed but by those that are noted.
        viewers: seats, ``PUBLIC`` or ``EVERYBODY``.
        kinds: of the hidden cards of the match.
    """

    __slots__ = ("_asked", "_cards", "_kinds", "_match", "_there")

    def __init__(self, match: Match, viewers: tuple[int, ...], kinds: HiddenKinds) -> None:
        self._match = match
        self._kinds = kinds
        self._asked = dict.fromkeys(kinds.asked_now())
        self._there = laid_out(match.game)
        self._cards: dict[int, set[int]] = {viewer: set() for viewer in viewers}

    def chooses(self, seat: int, input_: Input) -> None:
        """A seat is about to say something; call this before the match takes it.

        Of several cards alike that it may mean, the match takes the first.
        """
        if not isinstance(input_, Answer):
            return
        game = self._match.game
        decision = next((decision for decision in self._match.decisions if decision.seat == seat), None)
        taken = input_ if decision is None else canonical(game, decision, input_)
        named = [obj for ref in (*taken.refs, *taken.amounts) if (obj := game.object(ref)) is not None]
        for viewer, cards in self._cards.items():
            if viewer != seat:
                cards.update(map(own_number, named))

    def happened(self, commit: Commit) -> None:
        """The match has taken it."""
        game = self._match.game
        for ident, field, old in game.log[commit.start :]:
            if field in "+-":
                record = old if field == "-" else game.records.get(ident)
                self._asked.update(dict.fromkeys(self._kinds.asked_by(record)))
            if isinstance(old, LoggedEvent) and old.name in NAMING:
                shown = game.object(old.ident) or game.left(old.ident)
                self._seen(shown, is_named=True)
            elif field == "-":
                self._seen(old)
            elif field in SHOWING:
                self._seen(game.object(ident))

    def _seen(self, obj: object, *, is_named: bool = False) -> None:
        """An object was there, to be seen by whom it may be, or by all if it was named."""
        if not isinstance(obj, Object):
            return
        for viewer, cards in self._cards.items():
            if self._is_known(obj, viewer, is_named=is_named):
                cards.add(own_number(obj))

    def _is_known(self, obj: Object, viewer: int, *, is_named: bool) -> bool:
        game = self._match.game
        if is_named or not is_facedown(game, obj):
            return is_named or may_be_seen(game, obj, viewer)
        return may_be_turned(game, obj, viewer)

    def kept(self, viewer: int) -> dict[Place, int]:
        """The places of those cards when it began."""
        cards = self._cards[viewer]
        return {place: card for place, card in self._there.items() if card in cards}

    def alike(self) -> Alike | None:
        """The facts that have to be the same in all worlds; none if no text has asked about a hidden card."""
        return Alike(self._kinds, self._asked, self._there) if self._asked else None


SHOWING: Final = frozenset({"+", "controller", "real", "seen", "shown"})
"""Of the change log: what may show an object, or the card that lies facedown there, to somebody."""
NAMING: Final = frozenset({"revealed"})
"""Events that tell everybody of a card, wherever it lies."""


def permuted(match: Match, viewer: int, pick: Callable[[int], int]) -> Match:
    """A fork in which each player's cards hidden from ``viewer`` change places, as far as no text in play forbids."""
    fork = match.fork()
    deal(fork.game, viewer, pick, alike=alike_now(fork.game, HiddenKinds(fork.game)))
    return fork


def leaks(match: Match, pick: Callable[[int], int]) -> str:
    """The name of a view that depends on what it must not show, "" if there is none."""
    names = Views(match)
    for seat in range(PUBLIC, len(match.header.names)):
        if match.game.root.plays and seat != match.playing:
            continue
        name = "public" if seat < 0 else f"seat{seat}"
        other = permuted(match, seat, pick)
        other.ask_again()
        if Views(other).snapshot(name) != names.snapshot(name):
            return name
    return ""
