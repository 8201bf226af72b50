"""The beginnings and ends of rounds, phases and turns: what waits for one resolves before it or after it (Interrupt).

A beginning or an end is only stated if nothing in play interrupts any. Else it is an event like all others.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.abilities.nouns import BEGUN
from engine.events.responses import waiting
from engine.events.triggers import occurred
from engine.replacement.happen import happen
from engine.state.occurred import PastEvent
from engine.state.proposed_events import Prospect
from engine.state.records import NOBODY

if TYPE_CHECKING:
    from engine.state.event_kinds import Performer
    from engine.state.game import Game

BEGIN: Final = "begin"
END: Final = "end"
ROUND: Final = "round"
TURN: Final = "turn"
PHASE: Final = "phase"
PERIOD: Final = " of a period"
"""Behind these names: the kinds of events that may be interrupted."""


def counts_anew(game: Game, *names: str) -> None:
    """A part of the round begins: what texts count from there on starts at none again (Player Phase, Villain Phase)."""
    for name in names:
        if game.root.happened and f"{name}{BEGUN}" in game.tallied:
            game.append(game.root, "happened", PastEvent(f"{name}{BEGUN}", NOBODY, (), 0))


def begins(game: Game, seat: int, *hows: str) -> None:
    """A round, a phase or a turn begins, or a round with its first phase, for a seat (Player Phase, Villain Phase)."""
    _comes(game, BEGIN, seat, hows)


def ends(game: Game, seat: int, how: str) -> None:
    """A round, a phase or a turn ends, for a seat (Player Phase, Villain Phase)."""
    _comes(game, END, seat, (how,))


def _comes(game: Game, name: str, seat: int, hows: tuple[str, ...]) -> None:
    if name not in game.awaited or name not in waiting(game).events("interrupt"):
        for how in hows:
            _state(game, name, how, seat)
        return
    batch = [Prospect(name + PERIOD, 0, seat) for _ in hows]
    for each, how in zip(batch, hows, strict=True):
        each.name = how
    happen(game, batch)


def _state(game: Game, name: str, how: str, seat: int) -> None:
    occurred(game, name, None, seat, game.root.turn if how == ROUND else 0, how=how)


def _perform(game: Game, each: Prospect, results: list[Prospect]) -> int:
    _state(game, each.kind.removesuffix(PERIOD), each.name, each.seat)
    return 0


PERFORMED: Final[dict[str, Performer[Game]]] = {BEGIN + PERIOD: _perform, END + PERIOD: _perform}
SAID_AS: Final = {name + PERIOD: name for name in (BEGIN, END)}
"""The words of texts for these events."""
