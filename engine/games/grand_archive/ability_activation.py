"""Activating an ability (Activated 1 to 8): announced, modes and targets, paid, and then on the Effects Stack."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.errors import Illegal, Refusal
from engine.events.triggers import occurred
from engine.games.grand_archive.activation import choose_targets, place_on_top, select_modes
from engine.games.grand_archive.legal_actions import ability_obstacle
from engine.games.grand_archive.totals import ability_cost
from engine.payment.can_pay import can_pay
from engine.payment.paid_in_parts import PaidInParts
from engine.payment.self_cost_rules import lock_all
from engine.payment.window import pay_costs
from engine.play.announced_numbers import declare_x, has_x
from engine.play.procedure_runner import begin
from engine.queries.activation_counts import count_use
from engine.sentences import said
from engine.state.decisions import Answer
from engine.state.frequent_writes import write_due
from engine.state.last_known import known
from engine.state.procedure import DONE, Procedure, Step, item_of

if TYPE_CHECKING:
    from engine.abilities import Cost
    from engine.state.game import Game
    from engine.state.records import Play


def begin_ability(game: Game, seat: int, answer: Answer) -> None:
    """Begin to activate the ability that an answer names.

    Raises:
        Refusal: there is no such ability, or it may not be activated now (Activated 4).
    """
    named = game.ability_named(answer.refs)
    if named is None:
        raise Refusal(
            "Activated 5",
            "not_activated",
            said("grand-archive.reason_not_activated", "there is no such activated ability"),
        )
    obj, number = named
    refusal = ability_obstacle(game, seat, obj, game.texts[number])
    if refusal is not None:
        raise refusal
    begin(
        game,
        "ability",
        seat,
        "activated",
        name=obj.name,
        source=obj.id,
        text=number,
        known_=known(obj),
        plan=answer.plan,
        announced=Answer(answer.do, answer.refs),
    )


def announce_ability(game: Game, play: Play, answer: Answer | None) -> int:
    """Activated 1: it is announced; X, if its cost has one."""
    item = item_of(game, play)
    if not any(map(has_x, game.texts[item.text].cost)):
        return DONE
    return declare_x(game, play, answer)


def cost_of_ability(game: Game, play: Play, x: int) -> Cost:
    """The cost of the ability with this X."""
    item = item_of(game, play)
    return ability_cost(game, play.seat, game.object(item.source), item.text, x, item)


def check_ability(game: Game, play: Play, answer: Answer | None) -> int:
    """Activated 4: the whole is checked once more, as modes and targets are known.

    Raises:
        Illegal: it may not be activated so.
    """
    item = item_of(game, play)
    refusal = ability_obstacle(game, play.seat, game.obj(item.source), game.texts[item.text])
    if refusal is not None:
        raise Illegal(refusal.rule, refusal.code, refusal.words)
    return DONE


def calculate_cost(game: Game, play: Play, answer: Answer | None) -> int:
    """Activated 1: its cost, with what changes the cost of abilities; no effect on what cards cost does."""
    item = item_of(game, play)
    due = lock_all(game, play.seat, item, cost_of_ability(game, play, item.x))
    game.write(play, "total", due)
    write_due(game, play, due)
    return DONE


def ability_activated(game: Game, play: Play, answer: Answer | None) -> int:
    """Activated 2: it is on the Effects Stack, and its use counts from now.

    The seat that has Opportunity then: the pages on abilities and on timing disagree; as with cards the player who
    activated it.
    """
    item = item_of(game, play)
    place_on_top(game, play)
    source = game.object(item.source)
    if source is not None and game.texts[item.text].limits:
        count_use(game, source, game.texts[item.text])
    occurred(game, "activated ability", source, play.seat, other=item, how=item.name)
    return DONE


class AbilityCosts(PaidInParts):
    """The costs of activating an ability."""

    __slots__ = ()

    def can_pay_x(self, game: Game, play: Play, x: int, besides: Cost) -> int:
        due = self.due_with(game, play, x, besides)
        return can_pay(game, play.seat, due, item_of(game, play).source, window=False)

    def due_with(self, game: Game, play: Play, x: int, besides: Cost) -> Cost:
        return cost_of_ability(game, play, x) + besides

    def variable_parts(self, game: Game, play: Play) -> Cost:
        return tuple(part for part in game.texts[item_of(game, play).text].cost if has_x(part))


ABILITY: Final = Procedure(
    "ability",
    Step("Activated 1", announce_ability),
    Step("Activated 1", select_modes),
    Step("Activated 1", choose_targets),
    Step("Activated 4", check_ability),
    Step("Activated 1", calculate_cost),
    Step("Activated 1", pay_costs),
    Step("Activated 2", ability_activated),
    costs=AbilityCosts(),
)
