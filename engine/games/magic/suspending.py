"""Suspended cards (702.62): exiled with time counters, and cast without paying once the last of these is removed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.errors import Refusal
from engine.games.magic.hand_actions import card_exiled, card_named, exile, keyword_of
from engine.games.magic.keywords.casting import CAST_SUSPENDED, SUSPEND
from engine.games.magic.special_actions import begin_special_action
from engine.payment.paid_in_parts import PAID_IN_PARTS
from engine.payment.window import open_window, pay_costs
from engine.queries.layers import refresh
from engine.replacement.happen import happen
from engine.sentences import said
from engine.state.lasting import Modification, ModifyEffect, Until
from engine.state.procedure import DONE, Procedure, Step
from engine.state.proposed_events import putting

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.state.decisions import Answer
    from engine.state.game import Game
    from engine.state.records import Object, Play

TIME: Final = "time"
"""The counters on a suspended card."""
HASTE: Final = Modification(gains=("haste",))


def begin_suspending(
    game: Game, seat: int, answer: Answer, obstacle: Callable[[Game, int, Object], Refusal | None]
) -> None:
    """A special action (116.2f, 702.62a): the card is exiled from the hand, and its suspend cost is paid.

    Args:
        obstacle: the reason that a seat could not begin to cast a card, but for its mana cost.

    Raises:
        Refusal: ``no_suspend``, or the reason that the card could not be cast (702.62c).
    """
    obj = card_named(game, seat, answer, SUSPEND)
    if obj is None:
        reason = said("magic.reason_no_suspend", "a card of your hand that has suspend is suspended")
        raise Refusal("702.62a", "no_suspend", reason)
    refusal = obstacle(game, seat, obj)
    if refusal is not None:
        raise refusal
    begin_special_action(game, SUSPENDING.name, seat, obj, answer)


def hasten(game: Game, obj: Object) -> None:
    """702.62a: a creature that was cast so has haste until whoever cast it loses control of it."""
    if dict(obj.paid).get(CAST_SUSPENDED) and "creature" in obj.words:
        until = Until("controlled", obj.controller, obj.id)
        effect = ModifyEffect((obj.id,), HASTE, (obj.id, obj.name), game.new_timestamp(), until)
        game.append(game.root, "effects", effect)
        refresh(game)


def _suspended(game: Game, play: Play, _answer: Answer | None) -> int:
    """The cost was paid: the card gets its time counters."""
    obj = card_exiled(game, play)
    keyword = keyword_of(game, obj, SUSPEND) if obj is not None else None
    if obj is not None and keyword is not None:
        happen(game, [putting(obj, TIME, keyword.value, obj.owner)])
    return DONE


SUSPENDING: Final = Procedure(
    "suspending",
    Step("702.62a", exile),
    Step("702.62a", open_window),
    Step("702.62a", pay_costs),
    Step("702.62a", _suspended),
    costs=PAID_IN_PARTS,
)
