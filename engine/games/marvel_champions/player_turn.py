"""A player's turn: what the active player does, and beside it what the other players are asked for (Player Turn).

The decisions are open at once: whoever answers first is heard, and what was asked of the others is withdrawn. An action
is something that happens, after it all are asked anew; who has nothing to use for now only says so, and that withdraws
nobody's question. The active player's passing ends the turn.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.play.priority import SettledRound, close

if TYPE_CHECKING:
    from engine.state.game import Frame, Game


class PlayerTurn(SettledRound):
    """The round of a player's turn; its holder is the active player."""

    __slots__ = ()

    def asked(self, game: Game, holder: int) -> tuple[int, ...]:
        """The active player, and whoever could act when asked and has not declined since something happened."""
        passes = game.root.passes
        others = (seat for seat in game.turn_order(holder)[1:] if not passes >> seat & 1 and self.may_act(game, seat))
        return (holder, *others)

    def may_act(self, game: Game, seat: int) -> bool:
        """Whether a seat has to be asked: what it has in a hidden hand only it knows."""
        hidden = game.rules.hides_hands(game) and bool(game.content("hand", seat))
        return hidden or len(self.options(game, seat)) > 1

    def declined(self, game: Game, seat: int) -> bool:
        if seat == game.root.priority:
            return True
        game.write(game.root, "passes", game.root.passes | 1 << seat)
        for decision in game.withdrawn:
            if decision.seat != seat:
                game.ask(decision)
        return False

    def all_declined(self, game: Game, frame: Frame) -> None:
        """End the player's turn now."""
        close(game, frame)
