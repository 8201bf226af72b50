"""Announcements before targets (601.2b): modes, which cost, X, how hybrid and Phyrexian symbols are paid.

And what follows from it: the costs as announced, and the total they come to (601.2f).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.abilities import Mana, Paid
from engine.games.magic import legal_actions
from engine.games.magic.activation_limits import defined_x, least_x, own_changes
from engine.games.magic.casting_modes import is_announced
from engine.games.magic.gifts import choose_recipient
from engine.games.magic.hand_actions import is_printed
from engine.games.magic.splicing import SPLICE, choose_spliced, costs_of_spliced
from engine.games.magic.totals import as_may_be_paid, reduced_colors, total_cost
from engine.payment.can_pay import ACTIONS, can_pay, most_mana
from engine.payment.joint_search import Try, judge
from engine.payment.paid_in_parts import PaidInParts
from engine.play.announced_numbers import declare_x, has_x, numbers_of
from engine.play.declared_costs import declare_optional, declare_way, optional_costs, required_costs
from engine.play.modes import choose_modes, modes_of, times_for_modes
from engine.play.procedure_runner import ask, ask_in_turn
from engine.sentences import said
from engine.state.decisions import Answer, Decision, Option
from engine.state.procedure import DONE, WAIT, item_of
from engine.state.search_budget import NO, YES
from engine.text.phrases import has

if TYPE_CHECKING:
    from engine.abilities import Cost, CostChange, CostPart
    from engine.state.game import Game
    from engine.state.records import Item, Play


def announce(game: Game, play: Play, answer: Answer | None) -> int:
    """601.2b: modes, then alternative and optional costs, X, and how hybrid and Phyrexian symbols are paid.

    601.4: where the number of modes hangs on the costs that are paid, these are announced first.
    """
    item = item_of(game, play)
    if item.kind == "activated" and not play.ways and game.texts[item.text].as_written:
        return declare_way(game, play, answer)  # there is but one
    modes = modes_of(game, item)
    is_kicked_first = modes is not None and modes.instead is not None and has(modes.instead.condition, Paid)
    choices = _WITH_SPLICED if is_printed(game, SPLICE) else _CHOICES
    order = (*_COSTS, *choices) if is_kicked_first else (*choices, *_COSTS)
    return ask_in_turn(game, play, answer, (*order, *_NUMBERS))


def _could_pay(game: Game, play: Play, x: int, parts: Cost) -> int:
    """Whether these costs could be paid with this X, whichever way their symbols are paid."""
    item = item_of(game, play)
    best = NO
    for way in legal_actions.ways(parts, _reduced(game, play)):
        due = for_search(game, play, total_of(game, play, x, way))
        best = max(best, can_pay(game, play.seat, due, item.source, ACTIONS[item.kind]))
        if best == YES:
            break
    return best


def _variable(game: Game, play: Play, answer: Answer | None) -> int:
    """The value of X, if a cost to be paid has one and the text does not define it (107.3)."""
    item = item_of(game, play)
    parts = parts_of(game, play)
    if not any(map(has_x, parts)):
        return DONE
    limits = game.texts[item.text].limits if item.text >= 0 else ()
    defined = defined_x(game, play.seat, item.source, limits, item)
    if defined is not None:
        game.write(item, "x", defined)
        return DONE
    if answer is None:
        return declare_x(game, play, None, least_x(limits))
    declare_x(game, play, answer)
    card = game.object(item.card)
    if card is not None:  # on the stack the mana value counts X as announced (202.3e)
        cost = game.prints[card.card].definition.cost
        game.write(card, "value", card.value + item.x * (cost.symbols.count("X") if cost is not None else 0))
    return DONE


def _symbols(game: Game, play: Play, answer: Answer | None) -> int:
    """The payment of each hybrid and Phyrexian symbol (107.4e, 107.4f)."""
    split = [s for part in parts_of(game, play) if isinstance(part, Mana) for s in part.symbols if "/" in s]
    while len(play.options) < len(split):
        if answer is None:
            return ask(game, play, _about_symbol(game, play, split[len(play.options)]))
        game.write(play, "options", (*play.options, answer.refs[0]))
        answer = None
    return DONE


def _about_symbol(game: Game, play: Play, symbol: str) -> Decision:
    item = item_of(game, play)
    halves = symbol.split("/")
    options = tuple(Option("costs", (k,), (), halves[k]) for k in _can_pay_halves(game, play, len(halves)))
    prompt = said("magic.ask_symbol", "choose how to pay {symbol} of {name}", symbol="{" + symbol + "}", name=item.name)
    return Decision("costs", play.seat, prompt, "601.2b", options, subject=item.id)


def _can_pay_halves(game: Game, play: Play, count: int) -> list[int]:
    """The halves of the next symbol that could be paid with all that is announced, or all if none can."""
    x, parts = item_of(game, play).x, parts_of(game, play)
    announced = [legal_actions.chosen_symbols(parts, (*play.options, half)) for half in range(count)]
    return can_pay_of(game, {k: Announced(play, (x,), announced[k]) for k in range(count)})


def _optional(game: Game, play: Play, answer: Answer | None) -> int:
    """The optional costs, and for one of them a player."""
    if answer is not None and answer.do == "players":
        return choose_recipient(game, play, answer)
    return WAIT if declare_optional(game, play, answer) == WAIT else choose_recipient(game, play, None)


class Announced(Try):
    """The cost of a play with all that is announced, for any of the numbers that X may be."""

    __slots__ = ("_numbers", "_parts", "_play")

    def __init__(self, play: Play, numbers: tuple[int, ...], parts: Cost) -> None:
        self._play = play
        self._numbers = numbers
        self._parts = parts

    def verdict(self, game: Game) -> int:
        return max(_could_pay(game, self._play, x, self._parts) for x in self._numbers)


def can_pay_of(game: Game, tries: dict[int, Try]) -> list[int]:
    """Those that could be paid for, or all if none can."""
    return [k for k, verdict in judge(game, tries).items() if verdict] or list(tries)


def _modes(game: Game, play: Play, answer: Answer | None) -> int:
    return choose_modes(game, play, answer)


class AnnouncedCosts(PaidInParts):
    """The costs of casting a spell and activating an ability, as far as they are announced."""

    __slots__ = ()

    def offered_ways(self, game: Game, play: Play) -> list[int]:
        """The ways that could be paid for besides what the modes cost that are chosen, or all if none can."""
        item = item_of(game, play)
        x = least_x(game.texts[item.text].limits) if item.text >= 0 else 0
        card = game.object(item.card)
        additions = optional_costs(game, play.seat, card) if card is not None else []
        besides = tuple(
            part for cost in additions if cost.per for part in cost.cost * times_for_modes(game, item, cost)
        )
        tries: dict[int, Try] = {}
        for k in range(len(play.ways)):
            parts = parts_of(game, play, k) + besides
            if card is not None:
                numbers = legal_actions.numbers_of_way(game, play.seat, card, parts)
            else:
                numbers = numbers_of(game, play.seat, item.source, parts) or [x]
            if numbers:
                tries[k] = Announced(play, tuple(numbers), parts)
        return can_pay_of(game, tries) or list(range(len(play.ways)))

    def can_pay_x(self, game: Game, play: Play, x: int, besides: Cost) -> int:
        """Whether all that is announced could be paid with this X, and something besides."""
        announced = range(len(play.ways)) if play.ways and play.alternative < 0 else (play.alternative,)
        best = NO
        for place in announced:
            best = max(best, _could_pay(game, play, x, parts_of(game, play, place) + besides))
            if best == YES:
                break
        return best

    def due_with(self, game: Game, play: Play, x: int, besides: Cost) -> Cost:
        """The cost with this X, and something besides, in one of the ways to pay it."""
        parts = parts_of(game, play, max(0, play.alternative)) + besides
        first = next(iter(legal_actions.ways(parts, _reduced(game, play))))
        return for_search(game, play, total_of(game, play, x, first))

    def variable_parts(self, game: Game, play: Play) -> Cost:
        """The parts other than mana that have an X."""
        return tuple(part for part in parts_of(game, play) if not isinstance(part, Mana) and has_x(part))

    def most_units(self, game: Game, play: Play, due: Cost) -> int:
        """The most mana that there could be for what is due."""
        item = item_of(game, play)
        return most_mana(game, play.seat, due, item.source, ACTIONS[item.kind])


ANNOUNCED: Final = AnnouncedCosts()
_CHOICES: Final = (("modes", _modes),)
_WITH_SPLICED: Final = (*_CHOICES, ("spliced", choose_spliced))
_COSTS: Final = (("alternative", declare_way), ("optional", _optional))
_NUMBERS: Final = (("x", _variable), ("symbols", _symbols))


def parts_of(game: Game, play: Play, way: int = -1) -> tuple[CostPart, ...]:
    """The costs before increases and reductions, as announced: one way to pay, and what is paid besides (118.9d).

    ``way`` instead of the one announced.
    """
    item = item_of(game, play)
    if item.kind == "activated":
        return play.ways[play.alternative].cost if play.ways else game.texts[item.text].cost
    card = game.obj(item.card)
    besides = [cost.cost for cost in required_costs(game, play.seat, card) if not is_announced(cost)]
    besides.extend(
        cost.cost * times for cost, times in zip(optional_costs(game, play.seat, card), play.optional, strict=False)
    )
    if item.paid:
        besides.append(costs_of_spliced(game, item))
    announced = way if way >= 0 else max(0, play.alternative)
    return play.ways[announced].cost + tuple(part for cost in besides for part in cost)


def total_of(game: Game, play: Play, x: int, parts: tuple[CostPart, ...]) -> tuple[CostPart, ...]:
    item = item_of(game, play)
    action = "cast" if item.kind == "spell" else "activate"
    return total_cost(
        game,
        play.seat,
        action,
        game.object(item.source),
        parts,
        x,
        item,
        _own_changes(game, play, item),
    )


def _reduced(game: Game, play: Play) -> frozenset[str]:
    """The colours by which the cost of what is played is reduced."""
    item = item_of(game, play)
    subject, own = game.object(item.source), _own_changes(game, play, item)
    return reduced_colors(game, play.seat, "cast" if item.kind == "spell" else "activate", subject, item, own)


def _own_changes(game: Game, play: Play, item: Item) -> tuple[tuple[CostChange, int], ...]:
    source = game.object(item.source)
    if item.kind != "activated" or source is None:
        return ()
    return own_changes(game, play.seat, source, game.texts[item.text].limits, item)


def for_search(game: Game, play: Play, total: tuple[CostPart, ...]) -> tuple[CostPart, ...]:
    """The total as its player may pay it: a permission about the cost covers increases and reductions (602.1e)."""
    item = item_of(game, play)
    return as_may_be_paid(game, play.seat, ACTIONS[item.kind], game.object(item.source), total)
