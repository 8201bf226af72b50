"""Day and night (731), and the double-faced permanents that turn over with them (702.145).

The designation is the game's: all players bear the same number for it. It stays once the game has one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.abilities import SELF, YOU, Become, Compare, Enters, Grant, Keyword, Replacement, Value, Would
from engine.effects.transforming import INTO, STAYS_SO, turn
from engine.events.triggers import occurred
from engine.queries.faces import FLEETING, other_face, place_of_face
from engine.queries.layers import refresh
from engine.state.player_marks import mark_of, set_mark
from engine.state.records import NOBODY

if TYPE_CHECKING:
    from engine.abilities import Ability
    from engine.cards.numbered_text import Text
    from engine.state.game import Game
    from engine.state.records import Object

DAYBOUND: Final = "daybound"
NIGHTBOUND: Final = "nightbound"
DAY: Final = "day"
NIGHT: Final = "night"
OWN_SPELLS: Final = "spells of the last turn's player"
"""The spells that the player whose turn the last one was cast in it, and one more; of no other player."""
SPELLS: Final = "spells"
"""The spells that a player has cast this turn."""
MANY: Final = 2


def daybound(_: Keyword) -> tuple[Ability, ...]:
    """702.145b: at night it enters with its back face up, and nothing else turns it over."""
    is_night = Compare(Value(NIGHT, YOU), "=", 1)
    enters = Replacement(Would("enter", SELF), (Enters(transformed=True),), condition=is_night)
    return enters, Grant(source=True, gains=(STAYS_SO,))


def nightbound(_: Keyword) -> tuple[Ability, ...]:
    """702.145e: nothing else turns it over."""
    return (Grant(source=True, gains=(STAYS_SO,)),)


def is_told(game: Game) -> bool:
    """Whether any text of this match has to do with day and night."""
    cached = game.fixed.get(NIGHT)
    if cached is None:
        cached = game.fixed[NIGHT] = (any(map(_is_about_it, game.texts)),)
    return bool(cached[0])


def _is_about_it(text: Text) -> bool:
    ability = text.ability
    is_keyword = isinstance(ability, Keyword) and ability.name in (DAYBOUND, NIGHTBOUND)
    return is_keyword or any(isinstance(step, Become) and step.word in (DAY, NIGHT) for step in text.body.effects)


def begin_day(game: Game) -> bool:
    """702.145d, 702.145g: with the first such permanent it becomes day or night; whether it does now."""
    if not is_told(game) or any(mark_of(game, 0, word) for word in (DAY, NIGHT)):
        return False
    bound = {word for obj in game.battlefield() for word in (DAYBOUND, NIGHTBOUND) if word in obj.keywords}
    return bool(bound) and become(game, DAY if DAYBOUND in bound else NIGHT)


def follow(game: Game) -> bool:
    """702.145c-d, 702.145f-g: whether it became day or night, or something that showed the wrong face was turned."""
    return begin_day(game) or (is_told(game) and _turn_all(game))


def become(game: Game, word: str) -> bool:
    """731.1: the game gets one designation and loses the other; what is bound to that turns over as it does."""
    if mark_of(game, 0, word):
        return False
    for seat in range(game.seats):
        set_mark(game, seat, NIGHT if word == DAY else DAY, 0)
        set_mark(game, seat, word, 1)
    _turn_all(game)
    return True


def _turn_all(game: Game) -> bool:
    objs = [obj for obj in game.battlefield() if _shows_wrong_face(game, obj)]
    for obj in objs:
        turn(game, obj)
    if objs:
        refresh(game)
    for obj in objs:
        occurred(game, "transforms", obj, obj.controller, how=INTO)
    return bool(objs)


def _shows_wrong_face(game: Game, obj: Object) -> bool:
    word, place = (DAYBOUND, 0) if mark_of(game, 0, NIGHT) else (NIGHTBOUND, 1)
    if word not in obj.keywords or place_of_face(game, obj) != place:
        return False
    number = other_face(game, obj)
    return number != NOBODY and FLEETING.isdisjoint(game.prints[number].definition.words)


def note_turn(game: Game) -> None:
    """A turn is over: the spells that its player cast in it are kept."""
    if is_told(game) and game.root.turn:
        for seat in range(game.seats):
            number = mark_of(game, seat, SPELLS) + 1 if seat == game.root.active else 0
            set_mark(game, seat, OWN_SPELLS, number)


def check_last_turn(game: Game) -> None:
    """731.2a-c: it becomes night after a turn without a spell of its player, and day after one with two or more."""
    cast = max(mark_of(game, seat, OWN_SPELLS) for seat in range(game.seats)) - 1 if is_told(game) else -1
    if cast == 0 and mark_of(game, 0, DAY):
        become(game, NIGHT)
    elif cast >= MANY and mark_of(game, 0, NIGHT):
        become(game, DAY)
