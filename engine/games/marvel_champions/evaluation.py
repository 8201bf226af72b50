"""The worth of a position to the players, who win and lose together. For searching, not a rule.

The worth of things is counted in damage to the villain. The damage that a threat, a card or a status is worth comes
from some hundred positions from which greedy players went on: what was there in those that they won.
"""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING, Final

from engine.games.marvel_champions.character_stats import counters_of, left_of, printed
from engine.games.marvel_champions.characters import cast, facts_of
from engine.games.marvel_champions.scheme_sides import shows_first
from engine.games.marvel_champions.schemes import THREAT, threat_to_place
from engine.queries.faces import back_of

if TYPE_CHECKING:
    from engine.state.game import Game
    from engine.state.records import Object

POINT: Final = 0.6
"""The points of one damage: ten damage more and a match that may end either way is won three times of four."""
EVEN: Final = 32.0
"""The players' assets in a match that may end either way."""
STAGE: Final = 4.0
"""The cost of another stage of the villain beside its hit points."""
LIFE: Final = 5.0
"""Times the square root of an identity's hit points: the last points matter most."""
LOST: Final = 20.0
"""A player who is out of the game."""
ROOM: Final = 12.0
"""Times the square root of the threat that all stages of the main scheme still take."""
GROWTH: Final = 4.0
"""A threat that is placed each round."""
ATTACHMENT: Final = 2.0
"""A card in play that is attached to help the villain."""
TOUGH: Final = 4.0
STATUSES: Final = ("stunned", "confused")
STATUS: Final = 2.0
EXHAUSTED: Final = 2.5
"""An identity that cannot act."""
CARD: Final = 1.5
"""A card in a player's hand."""


def evaluate(game: Game, seat: int) -> float:
    """The assets of the players, who win and lose together."""
    points = _against(game) - EVEN
    for identity in map(game.obj, cast(game).identities.values()):
        points += LIFE * sqrt(max(0, left_of(identity))) + _statuses(identity) - EXHAUSTED * identity.tapped
    for player in game.players[: game.seats]:
        points += CARD * len(game.content("hand", player.seat)) - LOST * bool(player.lost)
    for obj in game.battlefield():
        if obj.controller == game.side:
            points -= ATTACHMENT * (obj.attached > 0)
        elif "identity" not in obj.words:
            points += _stays(game, obj)
    return POINT * points


def _stays(game: Game, obj: Object) -> float:
    """The worth of a card in play for the players."""
    cost = printed(game, obj, "cost")
    return 1.0 + 0.4 * cost + max(0, left_of(obj)) if "ally" in obj.words else 1.0 + cost


def _statuses(character: Object) -> float:
    """The worth of a character's status cards."""
    return TOUGH * counters_of(character, "tough") - STATUS * sum(counters_of(character, name) for name in STATUSES)


def _against(game: Game) -> float:
    """The assets of the villain, as points lost."""
    who = cast(game)
    points = 0.0
    for stage in game.content("villain deck", game.side):
        points -= STAGE + (game.prints[game.obj(stage).card].definition.toughness or 0)
    for enemy in map(game.obj, who.enemies):
        points -= left_of(enemy) + _statuses(enemy)
        if enemy.id != who.villain:
            points -= 2.0 + enemy.power
    for scheme in map(game.obj, who.schemes):
        if scheme.id != who.main:
            points -= 2.0 + counters_of(scheme, THREAT)
    room = sum(_takes(game, game.obj(stage)) for stage in game.content("scheme deck", game.side))
    if who.main:
        main = game.obj(who.main)
        room += max(0, _takes(game, main) - counters_of(main, THREAT))
        points -= GROWTH * threat_to_place(game, main)
    return points + ROOM * sqrt(room)


def _takes(game: Game, main: Object) -> int:
    """The threat that completes a stage, whichever of its sides lies up."""
    card = back_of(game, main.card) if shows_first(game, main) else main.card
    return facts_of(game.prints[card]).numbers.get("target threat", 0)
