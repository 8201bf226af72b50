"""The two sides of a main scheme: the first says how its stage begins, the second is the stage (Main Scheme).

A stage whose first side lies up is turned over once what that says has been resolved: its threat is placed then, and
what its second side says of being revealed is carried out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.events.execution import change_counters
from engine.events.triggers import occurred
from engine.events.zones import turn_over
from engine.games.marvel_champions.card_timings import carry_out, moments_of
from engine.games.marvel_champions.character_stats import main_scheme_of, printed
from engine.games.marvel_champions.frames import FirstSideFrame
from engine.games.marvel_champions.hindering import hinder_stage
from engine.games.marvel_champions.peril import REVEALS
from engine.games.marvel_champions.schemes import THREAT
from engine.play.state_based_actions import settle
from engine.queries.faces import back_of
from engine.state.agenda import pop, push
from engine.state.frames import FrameKind, kinds_by_op

if TYPE_CHECKING:
    from engine.state.decisions import Answer
    from engine.state.game import Game
    from engine.state.records import Object

FIRST: Final = "A"


def shows_first(game: Game, scheme: Object) -> bool:
    """Whether the side lies up that only says what happens as the stage begins."""
    return dict(game.prints[scheme.card].definition.extra).get("side") == FIRST


def stage_called(game: Game, scheme: Object) -> str:
    """The name of the side that is under the first one of a stage, "1B"."""
    return f"{printed(game, scheme, 'stage')}B"


def turn_to_second(game: Game, scheme: Object) -> None:
    """The second side of a stage lies up from now on, with its starting threat."""
    turn_over(game, scheme, back_of(game, scheme.card))
    change_counters(game, scheme.id, THREAT, printed(game, scheme, "starting threat"))
    hinder_stage(game, scheme)
    game.occurred(REVEALS, game.root.first, scheme.id, 0, scheme.name)
    for number in reversed(moments_of(game, scheme, "when revealed")):
        carry_out(game, scheme, number, game.root.first)
    occurred(game, "reveal", scheme, game.root.first)


def turn_later(game: Game) -> None:
    """A stage whose first side lies up is turned over once all that was begun since is over."""
    main = main_scheme_of(game)
    if main is not None and shows_first(game, main):
        push(game, FirstSideFrame())


def run_first_side(game: Game, frame: FirstSideFrame, answer: Answer | None) -> None:
    """The frame ``FirstSideFrame``: a stage that has not been turned over yet is now."""
    if not settle(game):
        return
    pop(game)
    main = main_scheme_of(game)
    if main is not None and shows_first(game, main):
        turn_to_second(game, main)


FRAMES: Final = kinds_by_op(FrameKind(FirstSideFrame, run_first_side))
