"""Opportunity, which is priority: what its holder may do, and how the topmost layer of the Effects Stack resolves."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.errors import Refusal
from engine.games.grand_archive import legal_actions
from engine.games.grand_archive.ability_activation import begin_ability
from engine.games.grand_archive.activation import begin_activation
from engine.games.grand_archive.attacking import begin_attack
from engine.games.grand_archive.materialization import begin_materialization
from engine.games.grand_archive.resolution import resolve_item
from engine.play.priority import StackRound
from engine.sentences import said, word

if TYPE_CHECKING:
    from engine.sentences import Words
    from engine.state.decisions import Answer, Option
    from engine.state.game import Game
    from engine.state.rounds import Round


class Opportunity(StackRound):
    """A time in which players have Opportunity."""

    __slots__ = ()

    def prompt(self, game: Game, seat: int) -> Words:
        if game.root.stack:
            return said("ask.respond", "respond or pass")
        return said("grand-archive.ask_phase", "{step} phase: act or pass", step=word(game.root.step))

    def options(self, game: Game, seat: int) -> tuple[Option, ...]:
        return legal_actions.actions(game, seat)

    def act(self, game: Game, seat: int, answer: Answer) -> None:
        if legal_actions.is_interdicted(game):
            raise Refusal(
                "Interdiction",
                "interdicted",
                said("grand-archive.reason_interdicted", "nobody has Opportunity while that is on the Effects Stack"),
            )
        if answer.do == "attack":
            begin_attack(game, seat, answer)
            return
        if answer.do == "materialize":
            begin_materialization(game, seat, answer)
            return
        if answer.do != "activate":
            raise Refusal("Opportunity 1", "bad_answer", f"{answer.do!r} is nothing to do with Opportunity")
        if len(answer.refs) == 2:
            begin_ability(game, seat, answer)
        else:
            begin_activation(game, seat, answer)

    def resolve(self, game: Game, ident: int) -> None:
        resolve_item(game, ident)


ROUNDS: Final[dict[str, Round]] = {"step": Opportunity(), "pending": Opportunity(is_pending=True)}
