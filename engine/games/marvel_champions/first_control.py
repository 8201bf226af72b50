"""Cards that the first player controls, cards whose owner is who comes to control them, and attachments of players.

With a card go the cards that are attached to it (Ownership and Control, Linked). An attachment on a player's card is
that player's: "you" is who controls the card that it is attached to (Attachment).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.games.marvel_champions.language.shared_words import LINKED, WITH_FIRST
from engine.state.records import NOBODY

if TYPE_CHECKING:
    from engine.state.game import Game
    from engine.state.records import Object


def enters(game: Game, obj: Object) -> None:
    """A card enters play, with the first player if it says so; its player becomes the owner of one that is linked."""
    if not obj.keywords or obj.zone != game.arena:
        return
    if WITH_FIRST in obj.keywords:
        obj.controller = game.turn_order(game.root.first)[0]
    if LINKED in obj.keywords and NOBODY < obj.controller < game.seats:
        obj.owner = obj.controller


def follow(game: Game, first: int) -> None:
    """The first player token passes to a seat, and the cards go with it that the first player controls."""
    there = game.battlefield()
    moved = [obj for obj in there if obj.keywords and WITH_FIRST in obj.keywords and obj.controller != first]
    for obj in moved:
        game.write(obj, "controller", first)
    hosts = [obj.id for obj in moved]
    for obj in there if hosts else ():
        if obj.attached in hosts and obj.controller != game.side:
            game.write(obj, "controller", first)


def go_with_hosts(game: Game) -> bool:
    """Let each attachment be with the player or the side whose card it is attached to; whether one was not."""
    moved = False
    for obj in game.battlefield():
        host = game.object(obj.attached) if obj.attached and "attachment" in obj.words else None
        if host is not None and host.controller != obj.controller:
            game.write(obj, "controller", host.controller)
            moved = True
    return moved
