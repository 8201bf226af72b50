"""Materializing a card: the steps 1.1 to 1.5 of activation, then 3.1 to 3.4.

The table at the end is the page of the rulebook.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.abilities import Memory
from engine.errors import Illegal, Refusal
from engine.events.triggers import occurred
from engine.games.grand_archive.activation import (
    ActivationCosts,
    announce,
    begin_card,
    card_of,
    check_elements,
    choose_targets,
    declare_costs,
    place_on_top,
    select_modes,
    total_of,
)
from engine.games.grand_archive.activation_modes import ways_to_materialize
from engine.games.grand_archive.frames import MaterializeFrame
from engine.games.grand_archive.legal_actions import may_materialize
from engine.games.grand_archive.lineage import check_lineage
from engine.payment.self_cost_rules import lock_all
from engine.payment.window import pay_costs
from engine.queries.prohibitions import forbidden
from engine.sentences import said
from engine.state.frequent_writes import write_due
from engine.state.player_marks import set_mark
from engine.state.procedure import DONE, Procedure, Step, item_of

if TYPE_CHECKING:
    from engine.abilities import Cost, CostPart
    from engine.state.decisions import Answer
    from engine.state.game import Game
    from engine.state.records import Object, Play


MATERIALIZED: Final = "materialized"
"""The mark of a player who has materialized a card in this phase (2)."""


def begin_materialization(game: Game, seat: int, answer: Answer) -> None:
    """Begin to materialize the card that an answer names: in one's materialize phase, or as an effect lets one.

    Raises:
        Refusal: ``not_now``; ``no_memory_cost``: having none is not having one of 0 (3.4.2).
    """
    obj = game.object(answer.refs[0]) if len(answer.refs) == 1 else None
    if obj is None or not (is_its_phase(game, seat, obj) or may_materialize(game, seat, obj)):
        raise Refusal(
            "2",
            "not_now",
            said(
                "grand-archive.reason_materialize_timing",
                "cards are materialized in one's materialize phase, or as an effect lets one",
            ),
        )
    ways = ways_to_materialize(game, obj)
    if not ways:
        raise Refusal(
            "3.4.2",
            "no_memory_cost",
            said("grand-archive.reason_no_memory_cost", "{name} has no memory cost", name=obj.name),
        )
    begin_card(game, "materialization", seat, obj, answer, ways)


def is_its_phase(game: Game, seat: int, obj: Object) -> bool:
    """Whether a player is asked whether to materialize a card of the material deck (Materialize 3)."""
    return game.root.agenda[-1] == MaterializeFrame(seat) and obj.zone == "material deck" and obj.owner == seat


def check_materialization(game: Game, play: Play, answer: Answer | None) -> int:
    """3.1: if any part is not legal it never was; a champion has to be the one that comes next (3.1.1).

    Raises:
        Illegal: ``wrong_level``, ``wrong_lineage``; ``prohibited``, if an effect says that it can't be materialized.
    """
    item = item_of(game, play)
    card = card_of(game, item)
    if "champion" in card.words:
        check_lineage(game, play.seat, card, "3.1.1")
    if forbidden(game, "materialize", play.seat, card, item):
        raise Illegal(
            "3.1",
            "prohibited",
            said(
                "grand-archive.reason_cannot_materialize_so",
                "an effect says that {name} can't be materialized this way",
                name=item.name,
            ),
        )
    return DONE


def calculate_memory_cost(game: Game, play: Play, answer: Answer | None) -> int:
    """3.2: the total is worked out and locked in."""
    item = item_of(game, play)
    due = lock_all(game, play.seat, item, total_of(game, play, play.alternative, item.x))
    game.write(play, "total", due)
    write_due(game, play, due)
    return DONE


def become_materialized(game: Game, play: Play, answer: Answer | None) -> int:
    """3.4: the materialization becomes the topmost layer of the Effects Stack; its player gains Opportunity."""
    item = item_of(game, play)
    place_on_top(game, play)
    if tuple(game.root.agenda[-2:-1]) == (MaterializeFrame(play.seat),):  # not the one of an effect
        set_mark(game, play.seat, MATERIALIZED, 1)
    occurred(game, "materialized", card_of(game, item), play.seat)
    return DONE


class MaterializationCosts(ActivationCosts):
    """The costs of materializing a card (3.3)."""

    __slots__ = ()
    paragraph = "3.3"

    def rest_after(self, part: CostPart, rest: Cost) -> Cost:
        """3.3.2: once anything else is paid for a materialization, Floating Memory no longer pays its memory cost."""
        if isinstance(part, Memory):
            return rest
        return tuple(Memory(p.amount, floating=False) if isinstance(p, Memory) else p for p in rest)


MATERIALIZATION: Final = Procedure(
    "materialization",
    Step("1.1", announce),
    Step("1.2", check_elements),
    Step("1.3", declare_costs),
    Step("1.4", select_modes),
    Step("1.5", choose_targets),
    Step("3.1", check_materialization),
    Step("3.2", calculate_memory_cost),
    Step("3.3", pay_costs),
    Step("3.4", become_materialized),
    costs=MaterializationCosts(),
)
