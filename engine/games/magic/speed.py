"""Speed, a number of a player, and its ability, which has no source (702.178, 702.179)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.abilities import YOU, Compare, IncreaseSpeed, Triggered, Value
from engine.effects.meaning import DONE
from engine.state.last_known import known
from engine.state.occurred import Trigger
from engine.state.player_marks import mark_of, set_mark
from engine.state.records import NOBODY, Object
from engine.text.phrases import has

if TYPE_CHECKING:
    from engine.effects.meaning import Outcome
    from engine.state.decisions import Answer
    from engine.state.game import Game
    from engine.state.proposed_events import Happening
    from engine.state.records import Item

SPEED: Final = "speed"
SPED: Final = "sped"
"""That the ability has triggered this turn."""
START: Final = "start your engines !"
LOST: Final = "loses life"
MOST: Final = 4
OF_PLAYERS: Final = "library"
"""The zone of an ability that players have and no object: there are no objects in a library."""
YOUR_SPEED: Final = Value(SPEED, YOU)
MAX_SPEED: Final = Compare(YOUR_SPEED, ">=", MOST)


def _ability(game: Game) -> int:
    """The number of the ability of players in this match, ``NOBODY`` if no text starts engines."""
    cached = game.fixed.get(SPEED)
    if cached is None:
        found = [n for n, text in enumerate(game.texts) if _is_of_players(text.ability)]
        cached = game.fixed[SPEED] = (found[0] if found else NOBODY,)
    return int(cached[0])


def _is_of_players(ability: object) -> bool:
    return isinstance(ability, Triggered) and ability.zone == OF_PLAYERS and has(ability, IncreaseSpeed)


def start_engines(game: Game) -> bool:
    """702.179a, 704.5aa: a player without speed who controls such a permanent has speed 1; whether one has it now."""
    if _ability(game) == NOBODY:
        return False
    starting = {obj.controller for obj in game.battlefield() if START in obj.keywords}
    starting = {seat for seat in starting if not mark_of(game, seat, SPEED)}
    for seat in sorted(starting):
        set_mark(game, seat, SPEED, 1)
    return bool(starting)


def life_was_lost(game: Game, happenings: list[Happening]) -> None:
    """702.179d: the ability of the player whose turn it is triggers on opponents' losses, once each turn."""
    number, seat = _ability(game), game.root.active
    if number == NOBODY or not 0 < mark_of(game, seat, SPEED) < MOST or mark_of(game, seat, SPED):
        return
    opponents = game.opponents(seat)
    lost = [one for one in happenings if one.seat in opponents]
    if lost:
        set_mark(game, seat, SPED, 1)
        source = Object(0, 0, SPEED.title(), seat, "")
        source.controller = seat
        event = lost[0].event(LOST)._replace(amount=sum(one.amount for one in lost))
        game.append(game.root, "waiting", Trigger(seat, 0, number, known(source), event))


def forget_speeding(game: Game) -> None:
    """A turn begins, in which the ability has not triggered."""
    for seat in range(game.seats):
        if mark_of(game, seat, SPED):
            set_mark(game, seat, SPED, 0)


def run_increase_speed(game: Game, item: Item, do: IncreaseSpeed, answer: Answer | None) -> Outcome:
    """702.179c-d: a player without speed has that much; it is 4 at most."""
    seat = item.controller
    set_mark(game, seat, SPEED, min(mark_of(game, seat, SPEED) + 1, MOST))
    return DONE
