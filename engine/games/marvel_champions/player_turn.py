"""A player's turn: what the active player does, and beside it what the other players are asked for (Player Turn).

The decisions are open at once: whoever answers first is heard, and what was asked of the others is withdrawn. An action
is something that happens, after it all are asked anew; who has nothing to use for now only says so, and that withdraws
nobody's question. The active player's passing ends the turn.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.errors import Refusal
from engine.games.marvel_champions import forms, powers
from engine.games.marvel_champions.character_stats import identity_of
from engine.games.marvel_champions.characters import cast
from engine.games.marvel_champions.initiating import ability_of, begin_ability, begin_card, unproven
from engine.games.marvel_champions.legal_actions import can_initiate
from engine.games.marvel_champions.who_may_use import is_open_to
from engine.play.priority import SettledRound, close
from engine.sentences import said
from engine.state.decisions import Option
from engine.state.frames import PriorityFrame
from engine.state.seat_memory import Offers

if TYPE_CHECKING:
    from engine.sentences import Words
    from engine.state.decisions import Answer
    from engine.state.game import Game

PASS: Final = Option("pass")


class PlayerTurn(SettledRound):
    """The round of a player's turn; its holder is the active player."""

    __slots__ = ()

    def prompt(self, game: Game, seat: int) -> Words:
        if game.root.active == seat:
            return said("marvel-champions.ask_turn", "your turn: act or pass")
        return said("marvel-champions.ask_action", "take an action, or pass")

    def options(self, game: Game, seat: int) -> tuple[Option, ...]:
        """Worked out again only once something has changed: whether a seat is asked hangs on them too."""
        memory = game.memory[seat]
        if not memory.slow.holds(game.version, ""):
            memory.slow = Offers(game.version, "", _actions(game, seat))
        return memory.slow.options

    def unproven(self, game: Game, seat: int, options: tuple[Option, ...]) -> frozenset[int]:
        return unproven(game, seat, options)

    def act(self, game: Game, seat: int, answer: Answer) -> None:
        if answer.do == "play":
            begin_card(game, seat, answer)
        elif answer.do == "activate":
            begin_ability(game, seat, answer)
        elif answer.do in (powers.ATTACK, powers.THWART, powers.RECOVER):
            powers.begin_power(game, seat, answer)
        elif answer.do == forms.FLIP:
            forms.begin_change(game, seat, answer)
        else:
            raise Refusal("Action", "bad_answer", f"{answer.do!r} is nothing to do now")

    def asked(self, game: Game, holder: int) -> tuple[int, ...]:
        """The active player, and whoever could act when asked and has not declined since something happened."""
        passes = game.root.passes
        others = (seat for seat in game.turn_order(holder)[1:] if not passes >> seat & 1 and self.may_act(game, seat))
        return (holder, *others)

    def may_act(self, game: Game, seat: int) -> bool:
        """Whether a seat has to be asked: what it has in a hidden hand only it knows."""
        hidden = game.hides_hands() and bool(game.content("hand", seat))
        return hidden or len(self.options(game, seat)) > 1

    def declined(self, game: Game, seat: int) -> bool:
        if seat == game.root.priority:
            return True
        game.write(game.root, "passes", game.root.passes | 1 << seat)
        for decision in game.withdrawn:
            if decision.seat != seat:
                game.ask(decision)
        return False

    def all_declined(self, game: Game, frame: PriorityFrame) -> None:
        """End the player's turn now."""
        close(game, frame)


def _actions(game: Game, seat: int) -> tuple[Option, ...]:
    options = [PASS]
    names = set()
    for ident in game.content("hand", seat):
        obj = game.obj(ident)
        if obj.name not in names:
            names.add(obj.name)
            if can_initiate(game, seat, obj, ability_of(game, obj), is_played=True):
                options.append(Option("play", (ident,)))
    for ident, place, text in cast(game).actions:
        obj = game.obj(ident)
        if is_open_to(game, seat, obj, text) and can_initiate(game, seat, obj, text.number, is_played=False):
            options.append(Option("activate", (obj.id, place)))
    if game.root.active == seat:
        options.extend(powers.offers(game, seat))
        if forms.may_change(game, seat):
            identity = identity_of(game, seat)
            assert identity is not None
            options.append(Option(forms.FLIP, (identity.id,)))
    return tuple(options)
