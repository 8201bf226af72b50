"""Players who are eliminated: what becomes of their cards and of what is engaged with them (Player Elimination)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.events.zones import create
from engine.games.marvel_champions import first_control
from engine.games.marvel_champions.encounter import dealt_to
from engine.games.marvel_champions.permanence import is_permanent
from engine.games.marvel_champions.revealing import engages
from engine.play.leaving import go_on_without
from engine.replacement.happen import happen
from engine.state.occurred import Ending
from engine.state.proposed_events import moving

if TYPE_CHECKING:
    from engine.state.game import Game
    from engine.state.records import Object

DEFEATED: Final = "defeated"


def eliminate(game: Game, seats: tuple[int, ...]) -> None:
    """These players are eliminated, all at once; if none is left the players lose."""
    for seat in seats:
        if not game.players[seat].lost:
            game.write(game.players[seat], "lost", DEFEATED)
            game.occurred("eliminated", seat, 0, 0, 0)
    left = [player.seat for player in game.players[: game.seats] if not player.lost]
    if not left:
        game.write(game.root, "over", Ending((), DEFEATED, "all players are eliminated: the players lose"))
        return
    if game.root.first in seats:
        first_control.follow(game, game.turn_order(game.root.first)[0])
    for seat in seats:
        _clear(game, seat)
    if game.root.first in seats:
        game.write(game.root, "first", game.turn_order(game.root.first)[0])
    go_on_without(game, seats)


def _clear(game: Game, seat: int) -> None:
    """Hand, deck and all that the player controls go to the discard piles, the identity out of the game.

    So do others' cards on these that stay in play otherwise (Permanent).
    """
    following = game.turn_order(seat)[0]
    discards = game.discard_zone
    for obj in game.battlefield():
        if obj.facing == seat:
            game.write(obj, "facing", following)
            engages(game, obj)
    batch = [moving(obj, discards, cause="eliminated") for obj in dealt_to(game, seat)]
    own = (*game.content("hand", seat), *game.content("facedown", seat))
    batch += [moving(game.obj(ident), discards, cause="eliminated") for ident in own]
    for obj in game.battlefield():
        if obj.controller == seat:
            to = game.zone_name("exile") if "identity" in obj.words else discards
            batch.append(moving(obj, to, cause="eliminated"))
        elif is_permanent(obj) and _lies_before(game, obj, seat):
            batch.append(moving(obj, discards, cause="eliminated"))
    happen(game, batch)
    deck = game.zones[game.draw_zone][seat]
    cards = deck.content
    game.write(deck, "content", ())
    for card in cards:
        create(game, card, seat, discards)


def _lies_before(game: Game, obj: Object, seat: int) -> bool:
    """Whether a card is attached to one that a player controls."""
    host = game.object(obj.attached)
    return host is not None and host.controller == seat
