"""Playing a card in the middle of a text: "materialize a weapon card", "you may activate a regalia card".

The text is permission enough: it overrides speed, and what is materialized so is not the phase's card (2, Special
Permissions 2).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.effects.playing_now import play_now
from engine.games.grand_archive.activation import begin_card
from engine.games.grand_archive.activation_modes import ways_by_text, ways_to_materialize
from engine.games.grand_archive.legal_actions import can_complete, can_materialize
from engine.state.decisions import Answer

if TYPE_CHECKING:
    from engine.abilities import PlayNow
    from engine.effects.meaning import Outcome
    from engine.state.game import Game
    from engine.state.records import Item, Object


def run_play_now(game: Game, item: Item, do: PlayNow, answer: Answer | None) -> Outcome:
    """Carry out the instruction to play a card now."""
    return play_now(game, item, do, answer, _playable_now, _begin)


def _playable_now(game: Game, seat: int, do: PlayNow, objs: list[Object]) -> list[int]:
    """Those of some cards that can be played as a text says."""
    found = []
    for obj in objs:
        if do.verb == "materialize":
            able = can_materialize(game, seat, obj, free=do.free)
        else:
            able = can_complete(game, seat, obj, ways_by_text(game, obj, free=do.free))
        if able:
            found.append(obj.id)
    return found


def _begin(game: Game, seat: int, do: PlayNow, answer: Answer, then: int) -> None:
    """Begin to play the chosen card."""
    obj = game.obj(answer.refs[0])
    announced = Answer(do.verb, answer.refs, plan=answer.plan)
    if do.verb == "materialize":
        ways = ways_to_materialize(game, obj, free=do.free)
        begin_card(game, "materialization", seat, obj, announced, ways, then)
    else:
        begin_card(game, "activation", seat, obj, announced, ways_by_text(game, obj, free=do.free), then)
