"""What a viewer may not know, permuted: the test that views are blind.

``permuted`` forks a match and deals the cards that a viewer may not see anew among the places where they lie.
Everything the viewer receives must be the same, byte for byte.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.state import Object
from engine.view import Views, may_see
from engine.zones import embody

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.game import Game
    from engine.match import Match


def permuted(match: Match, seat: int, pick: Callable[[int], int]) -> Match:
    """A fork in which each player's cards hidden from ``seat`` (-1: from everybody but their owner) change places.

    Args:
        pick: ``pick(n)`` is a number below ``n``; it chooses the permutation.
    """
    fork = match.fork()
    game = fork.game
    for owner in range(len(game.players)):
        piles = [
            zones[owner] for zones in game.zones.values() if zones[owner].sight == "nobody" and zones[owner].seat >= 0
        ]
        hidden = [
            o
            for o in sorted(game.records.values(), key=lambda r: r.id)
            if isinstance(o, Object) and o.owner == owner and not may_see(game, o, seat)
        ]
        cards = [card for pile in piles for card in pile.content] + [o.card for o in hidden]
        for last in range(len(cards) - 1, 0, -1):
            other = pick(last + 1)
            cards[last], cards[other] = cards[other], cards[last]
        for pile in piles:
            pile.content = tuple(cards[: len(pile.content)])
            del cards[: len(pile.content)]
        for obj, card in zip(hidden, cards, strict=True):
            _become(game, obj, card)
    game.caches.clear()
    game.version += 1
    return fork


def _become(game: Game, obj: Object, card: int) -> None:
    """Turn a hidden object into another card, keeping its id."""
    following = game.root.next_id
    other = embody(game, card, obj.owner, obj.zone)
    game.root.next_id = following
    game.log.pop()
    for field in ("card", "name", "token", "value", "power", "toughness", "level", "stats", "words"):
        setattr(obj, field, getattr(other, field))
    for field in ("keywords", "abilities", "extra"):
        setattr(obj, field, getattr(other, field))


def leaks(match: Match, pick: Callable[[int], int]) -> str:
    """The name of a view that depends on what it must not show, "" if there is none."""
    names = Views(match)
    for seat in range(-1, len(match.header.names)):
        if match.game.root.plays and seat != _player_in_flight(match):
            continue
        name = "public" if seat < 0 else f"seat{seat}"
        other = permuted(match, seat, pick)
        other.ask_again()
        if Views(other).snapshot(name) != names.snapshot(name):
            return name
    return ""


def _player_in_flight(match: Match) -> int:
    seat: int = match.game.records[match.game.root.plays[0]].seat  # type: ignore[attr-defined]  # ids of plays
    return seat
