"""Rounds: how players come to act one after the other; ``priority`` runs them."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING

from engine.state.decisions import OptionSource
from engine.state.frames import PriorityFrame
from engine.state.frequent_writes import write_passes, write_priority

if TYPE_CHECKING:
    from engine.sentences import Words
    from engine.state.decisions import Answer, Option
    from engine.state.game import Game


class Round(OptionSource["Game"]):
    """The differences between rounds. By default the holder alone is asked, and the next one once it declines.

    ``is_window``: only who could use something is asked, so that where a seat wants to be stopped does not count.
    """

    __slots__ = ()
    is_window = False

    @abstractmethod
    def reach(self, game: Game) -> bool:
        """Bring the game to where somebody may act; false if that is not yet reached."""

    def is_over(self, game: Game) -> bool:
        """Whether the round closes although not all have declined."""
        return False

    def is_asked(self, game: Game, seat: int) -> bool:
        """Whether a seat whose turn it is to act is asked; else it declines."""
        return True

    def asked(self, game: Game, holder: int) -> tuple[int, ...]:
        """The seats that are asked at once, the holder first."""
        return (holder,)

    def rule(self, game: Game) -> str:
        """The paragraph by which somebody may act."""
        return game.rules.cite("act")

    @abstractmethod
    def prompt(self, game: Game, seat: int) -> Words:
        """The prompt of a seat that may act."""

    @abstractmethod
    def options(self, game: Game, seat: int) -> tuple[Option, ...]:
        """Every legal action of a seat that may act, passing first."""

    @abstractmethod
    def act(self, game: Game, seat: int, answer: Answer) -> None:
        """Start what a seat that may act announced.

        Raises:
            Refusal: if it may not be begun; the procedure itself raises later.
        """

    def acted(self, game: Game, seat: int) -> None:
        """Somebody has acted: nobody has declined since; by default who acted acts again (117.3c)."""
        if game.root.passes:
            write_passes(game, game.root, 0)

    def declined(self, game: Game, seat: int) -> bool:
        """Somebody declines: the next one may act; whether all have declined in succession (117.3d, 117.4)."""
        root = game.root
        passes = root.passes | 1 << seat
        order = game.turn_order(seat)
        if not [other for other in order if not passes >> other & 1]:
            return True
        write_passes(game, root, passes)
        write_priority(game, root, order[1])
        return False

    @abstractmethod
    def all_declined(self, game: Game, frame: PriorityFrame) -> None:
        """Go on when all have declined in succession."""
