"""Phases that effects add to a turn (500.8): frames that lie below that of the step, the next one on top.

The lowest of them is the step with which the turn goes on after all that was added. So a turn may have more than two
main phases: which of them is its second is noted where a text of the match asks.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.effects.meaning import DONE
from engine.games.magic.activation_limits import MAINS
from engine.games.magic.frames import TurnFrame
from engine.state.agenda import pop
from engine.state.player_marks import mark_of, set_mark
from engine.text.phrases import has_way

if TYPE_CHECKING:
    from engine.abilities import AddPhases
    from engine.effects.meaning import Outcome
    from engine.state.decisions import Answer
    from engine.state.game import Game
    from engine.state.records import Item

AFTER_COMBAT: Final = "postcombat main"
SECOND: Final = "second main phase"
STEPS: Final = (
    *("untap", "upkeep", "draw", "precombat main"),
    *("beginning of combat", "declare attackers", "declare blockers", "first-strike damage", "combat damage"),
    *("end of combat", "postcombat main", "end", "cleanup"),
)
"""The steps and main phases of a turn in order (500.1)."""
LAST: Final = ("draw", "precombat main", "end of combat", "postcombat main", "cleanup")
"""The step with which each phase ends."""
COMBAT: Final = TurnFrame(STEPS.index("beginning of combat"), 0)
MAIN: Final = TurnFrame(STEPS.index("postcombat main"), 0)
"""505.1a: an added main phase is a postcombat main phase."""


def run_add_phases(game: Game, item: Item, do: AddPhases, answer: Answer | None) -> Outcome:
    """500.8: the newest comes first; where this is no main phase there is none that it could come after."""
    if do.main and game.root.step not in MAINS:
        return DONE
    if game.root.step == AFTER_COMBAT and _asks_for_second(game):
        set_mark(game, game.root.active, SECOND, 1)
    agenda = game.root.agenda
    at = max(place for place, frame in enumerate(agenda) if isinstance(frame, TurnFrame))
    added = (MAIN, COMBAT) if do.main else (COMBAT,)
    rest = () if _lies_below(game, at) else (_rest(agenda[at]),)
    game.splice(game.root, "agenda", at, 0, (*rest, *added))
    return DONE


def as_it_begins(game: Game, step: str, known_as: str) -> str:
    """The name of a step as it begins: of the main phases after the first one the first is the second (505.1b)."""
    if step != AFTER_COMBAT or not _asks_for_second(game) or mark_of(game, game.root.active, SECOND):
        return known_as
    set_mark(game, game.root.active, SECOND, 1)
    return f"{known_as}, {SECOND}"


def forget_mains(game: Game, seat: int) -> None:
    """In a new turn no main phase has begun (505.1b)."""
    if mark_of(game, seat, SECOND):
        set_mark(game, seat, SECOND, 0)


def _asks_for_second(game: Game) -> bool:
    """Whether any text of this match, printed or to be gained, waits for the second main phase."""
    cached = game.fixed.get("second main asked")
    if cached is None:
        cached = game.fixed["second main asked"] = (any(has_way(text.ability, SECOND) for text in game.texts),)
    return bool(cached[0])


def goes_on(game: Game, step: str) -> bool:
    """As a phase ends with a step: whether one that was added comes now, or what comes after all of those."""
    if step not in LAST or not _lies_below(game, len(game.root.agenda) - 1):
        return False
    pop(game)
    return True


def _lies_below(game: Game, at: int) -> bool:
    return at > 0 and isinstance(game.root.agenda[at - 1], TurnFrame)


def _rest(frame: object) -> TurnFrame:
    """The step after the phase of a step; after the last one the turn ends."""
    assert isinstance(frame, TurnFrame)
    end = min(place for place in map(STEPS.index, LAST) if place >= frame.step)
    return TurnFrame(end + 1, 0) if end + 1 < len(STEPS) else TurnFrame(end, 2)
