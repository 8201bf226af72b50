"""Texts that interrupt an activation change it: whom an attack is against, and which parts of a boost card count."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine import abilities as a
from engine.effects.meaning import counted, objects_of
from engine.games.marvel_champions import enemy_activation
from engine.games.marvel_champions.boosting import BOOST, NO_ABILITY, NO_ICONS
from engine.play.response_windows import affected, change, interrupted
from engine.state.occurred import TriggerEvent
from engine.state.proposed_events import Prospect

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.effects.meaning import Outcome
    from engine.state.decisions import Answer
    from engine.state.frames import OccurrenceFrame
    from engine.state.game import Game
    from engine.state.records import Item


def _coming(game: Game, item: Item, kind: str) -> tuple[OccurrenceFrame | None, list[Prospect], list[Prospect]]:
    """The occurrence that a text interrupts, all that is coming in it, and those of a kind that the text is about."""
    frame, event = interrupted(game), item.event
    if frame is None or not isinstance(event, TriggerEvent):
        return None, [], []
    batch = [Prospect.from_plain(plain) for plain in frame.batch]
    return frame, batch, [each for each in affected(game, batch, event) if each.kind == kind]


def _cancel_boost(game: Game, item: Item, do: a.CancelBoost, answer: Answer | None) -> Outcome:
    """Only its effects are prevented: the card is turned faceup (Cancel)."""
    frame, batch, found = _coming(game, item, BOOST)
    if frame is None or not found:
        return counted(game, item, 0)
    for each in found:
        each.counters += ((NO_ICONS, 1),) if do.icons else ()
        each.counters += ((NO_ABILITY, 1),) if do.ability else ()
    change(game, frame, batch)
    return counted(game, item, 1)


def _redirect(game: Game, item: Item, do: a.AttackInstead, answer: Answer | None) -> Outcome:
    """It is an attack on the player only where it is against an identity (Attacks Against Allies)."""
    frame, batch, found = _coming(game, item, enemy_activation.ATTACK)
    attackers = [obj.id for obj in objects_of(game, item, do.by)]
    found = [each for each in found if each.subject in attackers]
    target = next((obj for obj in objects_of(game, item, do.what) if obj.controller != game.side), None)
    if frame is None or not found or target is None:
        return counted(game, item, 0)
    for each in found:
        others = tuple(entry for entry in each.counters if entry[0] != enemy_activation.ALLY)
        is_ally = "ally" in target.words
        each.counters = (*others, (enemy_activation.ALLY, target.id)) if is_ally else others
        each.seat = game.side if is_ally else target.controller
    change(game, frame, batch)
    return counted(game, item, 1)


INSTRUCTIONS: Final[dict[type, Callable[..., Outcome]]] = {
    a.CancelBoost: _cancel_boost,
    a.AttackInstead: _redirect,
}
