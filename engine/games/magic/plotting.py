"""Plotted cards (702.170): exiled, and cast on a later turn without paying, when a sorcery could be cast."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.errors import Refusal
from engine.games.magic.activation_limits import sorcery_time
from engine.games.magic.hand_actions import become_castable, card_exiled, card_named, exile
from engine.games.magic.special_actions import begin_special_action
from engine.payment.paid_in_parts import PAID_IN_PARTS
from engine.payment.window import open_window, pay_costs
from engine.queries.permissions import permissions
from engine.sentences import said
from engine.state.procedure import DONE, Procedure, Step

if TYPE_CHECKING:
    from engine.state.decisions import Answer
    from engine.state.game import Game
    from engine.state.records import Object, Play

PLOT: Final = "plot"
"""The keyword, and the word of a gesture for it."""
PLOTTED: Final = "plotted"
"""The designation of a card, and the verb of the leave to cast it."""


def may_cast_plotted(game: Game, seat: int, obj: Object) -> bool:
    """Whether a card is plotted, and its owner could cast a sorcery now."""
    if obj.zone != "exile" or not sorcery_time(game, seat):
        return False
    return any(leave.free for leave in permissions(game, seat, obj, PLOTTED))


def begin_plotting(game: Game, seat: int, answer: Answer) -> None:
    """A special action (116.2k, 702.170b): the card is exiled from the hand, and its plot cost is paid.

    Raises:
        Refusal: ``no_plot``, ``sorcery_timing``.
    """
    obj = card_named(game, seat, answer, PLOT)
    if obj is None:
        raise Refusal(
            "702.170a", "no_plot", said("magic.reason_no_plot", "a card of your hand that has plot is plotted")
        )
    if not sorcery_time(game, seat):
        raise Refusal(
            "702.170a",
            "sorcery_timing",
            said("magic.reason_plot_timing", "cards are plotted in your main phase with an empty stack"),
        )
    begin_special_action(game, PLOTTING.name, seat, obj, answer)


def _plotted(game: Game, play: Play, _answer: Answer | None) -> int:
    """The cost was paid: the card is plotted."""
    obj = card_exiled(game, play)
    become_castable(game, [obj] if obj is not None else [], PLOTTED, free=True)
    return DONE


PLOTTING: Final = Procedure(
    "plotting",
    Step("702.170a", exile),
    Step("702.170a", open_window),
    Step("702.170a", pay_costs),
    Step("702.170a", _plotted),
    costs=PAID_IN_PARTS,
)
