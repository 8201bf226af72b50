"""Plotted cards (702.170): exiled, and cast on a later turn without paying, when a sorcery could be cast."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.abilities import Keyword
from engine.errors import Refusal
from engine.events.zones import move
from engine.games.magic.activation_limits import sorcery_time
from engine.games.magic.special_actions import begin_special_action
from engine.payment.can_pay import can_pay
from engine.payment.paid_in_parts import PAID_IN_PARTS
from engine.payment.self_cost_rules import lock_all
from engine.payment.window import open_window, pay_costs
from engine.queries.permissions import permissions
from engine.sentences import said
from engine.state.decisions import Option
from engine.state.lasting import MayPlayEffect
from engine.state.procedure import DONE, Procedure, Step, item_of

if TYPE_CHECKING:
    from engine.abilities import Cost
    from engine.state.decisions import Answer
    from engine.state.game import Game
    from engine.state.records import Object, Play

PLOT: Final = "plot"
"""The keyword, and the word of a gesture for it."""
PLOTTED: Final = "plotted"
"""The designation of a card, and the verb of the leave to cast it."""


def become_plotted(game: Game, objs: list[Object]) -> None:
    """702.170d: their owners may cast them after this turn has ended."""
    for obj in objs:
        if obj.zone == "exile":
            leave = MayPlayEffect(obj.owner, (obj.id,), PLOTTED, True, "", since=game.root.turn)
            game.append(game.root, "effects", leave)


def may_cast_plotted(game: Game, seat: int, obj: Object) -> bool:
    """Whether a card is plotted, and its owner could cast a sorcery now."""
    if obj.zone != "exile" or not sorcery_time(game, seat):
        return False
    return any(leave.free for leave in permissions(game, seat, obj, PLOTTED))


def _cost_of(game: Game, obj: Object) -> Cost | None:
    own = game.prints[obj.card].definition.abilities
    return next((each.cost for each in own if isinstance(each, Keyword) and each.name == PLOT), None)


def has_plots(game: Game) -> bool:
    """Whether any card of this match has plot."""
    cached = game.fixed.get(PLOT)
    if cached is None:
        cached = game.fixed[PLOT] = (any(PLOT in printed.definition.keywords for printed in game.prints),)
    return bool(cached[0])


def options(game: Game, seat: int) -> list[Option]:
    """702.170a: the cards of a hand that a seat may plot now, and can pay for."""
    found = []
    for ident in game.content("hand", seat):
        cost = _cost_of(game, game.obj(ident))
        if cost is not None and can_pay(game, seat, cost, ident):
            found.append(Option(PLOT, (ident,)))
    return found


def begin_plotting(game: Game, seat: int, answer: Answer) -> None:
    """A special action (116.2k, 702.170b): the card is exiled from the hand, and its plot cost is paid.

    Raises:
        Refusal: ``no_plot``, ``sorcery_timing``.
    """
    obj = game.object(answer.refs[0]) if len(answer.refs) == 1 else None
    if obj is None or obj.zone != "hand" or obj.owner != seat or _cost_of(game, obj) is None:
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


def _exile(game: Game, play: Play, answer: Answer | None) -> int:
    """The card is exiled; a cost that is not paid in the end takes that back."""
    item = item_of(game, play)
    obj = game.obj(item.source)
    cost = _cost_of(game, obj)
    exiled = move(game, obj, "exile")
    game.write(item, "source", exiled.id if exiled is not None else 0)
    game.write(play, "due", lock_all(game, play.seat, item, cost or ()))
    return DONE


def _plotted(game: Game, play: Play, answer: Answer | None) -> int:
    """The cost was paid: the card is plotted, and nothing goes on the stack."""
    item = item_of(game, play)
    obj = game.object(item.source)
    become_plotted(game, [obj] if obj is not None else [])
    game.remove(item)
    return DONE


PLOTTING: Final = Procedure(
    "plotting",
    Step("702.170a", _exile),
    Step("702.170a", open_window),
    Step("702.170a", pay_costs),
    Step("702.170a", _plotted),
    costs=PAID_IN_PARTS,
)
