"""Priority as this game has it: what its holder may do, and how the top of the stack resolves."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.effects.interpreter import begin_effects
from engine.games.magic import legal_actions
from engine.games.magic.bestowing import go_on
from engine.games.magic.casting import announce_action, item_on_stack
from engine.games.magic.frames import ResolvedFrame
from engine.games.magic.repeats import note_resolution
from engine.play.priority import StackRound
from engine.play.targets import keep_targets, still_legal
from engine.sentences import said, word
from engine.state.agenda import push

if TYPE_CHECKING:
    from engine.sentences import Words
    from engine.state.decisions import Answer, Option
    from engine.state.game import Game
    from engine.state.rounds import Round


class Priority(StackRound):
    """A time in which players have priority (117)."""

    __slots__ = ()

    def prompt(self, game: Game, seat: int) -> Words:
        if game.root.stack:
            return said("ask.respond", "respond or pass")
        return said("ask.step", "{step}: act or pass", step=word(game.root.step))

    def options(self, game: Game, seat: int) -> tuple[Option, ...]:
        return legal_actions.actions(game, seat)

    def act(self, game: Game, seat: int, answer: Answer) -> None:
        announce_action(game, seat, answer)

    def resolve(self, game: Game, ident: int) -> None:
        """608.2: check the targets; if none is left the item does nothing, else carry out its text.

        608.3b: a bestowed spell goes on as one without targets.
        """
        item = item_on_stack(game, ident)
        kept = still_legal(game, item) if item.targets else []
        if any(item.targets) and not any(kept) and not go_on(game, item):
            push(game, ResolvedFrame(ident, "in vain"))
            game.occurred("fizzled", item.controller, item.id, 0, 0)
            return
        push(game, ResolvedFrame(ident))
        game.occurred("resolved", item.controller, item.id, 0, 0)
        if item.targets:
            keep_targets(game, item, kept)
        note_resolution(game, item)
        begin_effects(game, item)


ROUNDS: Final[dict[str, Round]] = {"step": Priority(), "pending": Priority(is_pending=True)}
