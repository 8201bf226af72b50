"""Minions that activate at once beside others of their kind (Teamwork).

As the later rules have it only the minion that has entered play activates; one that was revealed does so after its When
Revealed abilities.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.abilities import Keyword
from engine.games.marvel_champions.characters import cast
from engine.games.marvel_champions.enemy_activation import activate
from engine.games.marvel_champions.frames import TeamworkFrame
from engine.games.marvel_champions.language.shared_words import TEAMWORK
from engine.play.state_based_actions import settle
from engine.queries.filters import has_words
from engine.state.agenda import pop, push
from engine.state.frames import FrameKind, kinds_by_op

if TYPE_CHECKING:
    from engine.state.decisions import Answer
    from engine.state.game import Game
    from engine.state.records import Object


def arrives(game: Game, enemy: Object, *, is_revealed: bool = False) -> None:
    """A minion has entered play engaged with a player: it may activate at once, unless it is still to be revealed."""
    if TEAMWORK in enemy.keywords and not is_revealed:
        push(game, TeamworkFrame(enemy.id))


def run_teamwork(game: Game, frame: TeamworkFrame, answer: Answer | None) -> None:
    """The frame ``TeamworkFrame``: it activates against the player it is engaged with, if another one is there."""
    if not settle(game):
        return
    pop(game)
    enemy = game.object(frame.enemy)
    if enemy is not None and enemy.facing >= 0 and _has_company(game, enemy):
        activate(game, enemy, enemy.facing)


def _has_company(game: Game, enemy: Object) -> bool:
    """Whether another minion in play has the trait that a minion's teamwork names, whomever it is engaged with."""
    abilities = (game.texts[number].ability for number in enemy.abilities)
    kinds = [own.what.kinds for own in abilities if isinstance(own, Keyword) and own.name == TEAMWORK and own.what]
    others = [obj for obj in map(game.obj, cast(game).enemies) if obj.id != enemy.id and "minion" in obj.words]
    return any(has_words(obj.words, kind) for obj in others for kind in kinds)


FRAMES: Final = kinds_by_op(FrameKind(TeamworkFrame, run_teamwork))
