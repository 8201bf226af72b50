"""Procedures, tables of steps by which something is played: the records that ``play`` runs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.state.decisions import Answer
from engine.state.records import Item, Play
from engine.state.search_budget import NO

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from engine.abilities import Cost, CostPart
    from engine.cards.numbered_text import Text
    from engine.state.decisions import Decision
    from engine.state.game import Game
    from engine.state.records import Object

    StepRun = Callable[[Game, Play, Answer | None], int]
    MayBegin = Callable[[Game, int, Object, Text], bool]
    CostNow = Callable[[Game, int, Object, Text], Cost]
    Begin = Callable[[Game, int, Answer], None]


DONE: Final = 0


WAIT: Final = 1


PASS_ON: Final = 2
"""The step is done and leaves the answer to the next one."""


AGAIN: Final = 3
"""The result of a step that re-opens earlier ones."""


PAYMENT: Final = "payment"
"""The procedure by which somebody pays what a text asks for as it is carried out."""


class Step:
    """One line of a procedure.

    Args:
        rule: its paragraph.
        run: does it; returns ``DONE``, ``WAIT`` (it asked, or pushed a frame), ``PASS_ON`` or ``AGAIN``.
        reopened: it is done again for what a payment added.
    """

    __slots__ = ("reopened", "rule", "run")

    def __init__(self, rule: str, run: StepRun, *, reopened: bool = False) -> None:
        self.rule = rule
        self.run = run
        self.reopened = reopened

    @property
    def name(self) -> str:
        """The name of the step, as its function is called."""
        return self.run.__name__


class PlayCosts:
    """The costs of a play and their payment, as far as these differ between procedures.

    ``paragraph``: on paying, "" for that of the game. ``declares_freely``: an optional cost may be declared that cannot
    be paid; the play then fails as it is paid. ``paid_before_targets``: targets are chosen once all is paid, and the
    effect does without what the cost has taken away.
    """

    __slots__ = ()
    paragraph = ""
    declares_freely = False
    paid_before_targets = False

    def offered_ways(self, game: Game, play: Play) -> Sequence[int]:
        """The places of the offered ways to play something."""
        return range(len(play.ways))

    def can_pay_x(self, game: Game, play: Play, x: int, besides: Cost) -> int:
        """Whether all that is announced of a play could be paid with this X, and something besides."""
        return NO

    def due_with(self, game: Game, play: Play, x: int, besides: Cost) -> Cost:
        """The cost that would be due then, in one of the ways to pay it."""
        return ()

    def variable_parts(self, game: Game, play: Play) -> Cost:
        """The parts announced of a play that have an X, those left out that something else may make cheaper."""
        return ()

    def most_units(self, game: Game, play: Play, due: Cost) -> int:
        """The most units that there could be for one play; below 0 if that is not known."""
        return -1

    def rest_after(self, part: CostPart, rest: Cost) -> Cost:
        """The rest of a cost as it may be paid once a part of it has been."""
        return rest

    def can_pay_due(self, game: Game, seat: int, due: Cost, subject: int) -> int:
        """Whether a cost that a text asks for as it is carried out can be paid now: 0 no, 1 unproven, 2 yes."""
        return NO

    def proposed(self, game: Game, play: Play, decision: Decision) -> tuple[int, ...]:
        """The objects that would make a payment if it were left to the rules, as far as they can say it now."""
        return ()


NO_COSTS: Final = PlayCosts()


class Procedure:
    """A table of steps, by the name under which plays record it, and the costs of what is played so."""

    __slots__ = ("costs", "name", "steps")

    def __init__(self, name: str, *steps: Step, costs: PlayCosts = NO_COSTS) -> None:
        self.name = name
        self.steps = steps
        self.costs = costs


class ManaProcedure(Procedure):
    """The activation of abilities during a payment, so that the payment need not know the game.

    Attributes:
        may_begin: whether nothing forbids a seat to begin to activate an ability (costs aside).
        cost_now: what activating it comes to now.
        begin: begins to activate the ability that an answer names by object and text; a ``Refusal`` if that may not be,
            or if it is no mana ability.
    """

    __slots__ = ("begin", "cost_now", "may_begin")

    def __init__(
        self, name: str, *steps: Step, costs: PlayCosts, may_begin: MayBegin, cost_now: CostNow, begin: Begin
    ) -> None:
        super().__init__(name, *steps, costs=costs)
        self.may_begin = may_begin
        self.cost_now = cost_now
        self.begin = begin


def item_of(game: Game, play: Play) -> Item:
    """The item that is being played."""
    return game.records[play.item]  # type: ignore[return-value]  # a play's item lives as long as the play


def costs_of(game: Game, play: Play) -> PlayCosts:
    """The costs of a play and their payment."""
    return game.rules.procedures[play.procedure].costs


def can_pay_due(game: Game, seat: int, due: Cost, subject: int) -> int:
    """Whether a cost that a text asks for as it is carried out can be paid now: 0 no, 1 unproven, 2 yes."""
    return game.rules.procedures[PAYMENT].costs.can_pay_due(game, seat, due, subject)


def cite_paying(game: Game) -> str:
    """The paragraph on paying that is obeyed now."""
    play = current(game)
    own = costs_of(game, play).paragraph if play is not None else ""
    return own or game.rules.cite("pay")


def current(game: Game) -> Play | None:
    """The innermost play in flight."""
    plays = game.root.plays
    return game.records[plays[-1]] if plays else None  # type: ignore[return-value]  # ids of plays
