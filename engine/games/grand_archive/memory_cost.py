"""The memory cost: cards with Floating Memory are banished from the graveyard, then others from memory at random."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, cast

from engine.abilities import Memory
from engine.errors import Refusal
from engine.events.zones import move_all
from engine.games.grand_archive.held_keywords import has_keyword
from engine.payment.self_cost_rules import refuse
from engine.sentences import said
from engine.state.cost_rule import GONE, Claim, CostRule
from engine.state.decisions import Answer, Option

if TYPE_CHECKING:
    from engine.abilities import CostPart
    from engine.state.game import Game
    from engine.state.records import Play


FLOAT: Final = "float"
"""The verb of an answer that pays by Floating Memory."""


class MemoryRule(CostRule[Memory]):
    """Memory N: Floating Memory by choice, one or several at a time, then all that is left at random (Memory 2, 3).

    A player who banishes at random has fixed how much of it is random: Floating Memory comes first (3.1.1). Cards
    banished at random are banished together (2.2).
    """

    verb = "memory"

    def label(self, part: Memory) -> str:
        return f"memory {part.amount}"

    def takes(self, do: str) -> bool:
        return do in (self.verb, FLOAT)

    def units(self, part: Memory) -> int:
        return cast("int", part.amount)  # the total is a number

    def is_chancy(self, part: Memory, do: str) -> bool:
        return do == self.verb

    def rank(self, do: str) -> int:
        return 0 if do == FLOAT else super().rank(do)

    def claims(self, game: Game, seat: int, source: int, part: Memory) -> list[list[Claim]] | None:
        able = (*floating(game, seat, part), *game.content("memory", seat))
        return [[Claim(GONE, ident) for ident in able]] * self.units(part)

    def missing(self, game: Game, seat: int, source: int, part: Memory) -> str:
        able = len(floating(game, seat, part)) + len(game.content("memory", seat))
        return f"{self.units(part) - able} more in memory"

    def planned(self, game: Game, play: Play, part: Memory, claims: list[Claim]) -> tuple[Answer, ...]:
        able = floating(game, play.seat, part)
        chosen = tuple(ident for _, ident in claims if ident in able)
        found = (Answer(FLOAT, chosen),) if chosen else ()
        return (*found, Answer(self.verb)) if len(chosen) < self.units(part) else found

    def can_pay_part(self, game: Game, seat: int, source: int, part: Memory) -> bool:
        able = len(floating(game, seat, part))
        return able + len(game.content("memory", seat)) >= self.units(part)

    def options(self, game: Game, seat: int, source: int, part: Memory) -> tuple[Option, ...]:
        found = tuple(Option(FLOAT, (ident,)) for ident in floating(game, seat, part))
        return (*found, Option(self.verb)) if len(game.content("memory", seat)) >= self.units(part) else found

    def pay(self, game: Game, play: Play, part: Memory, answer: Answer) -> tuple[CostPart, ...]:
        if answer.do == FLOAT:
            return self._float(game, play, part, answer.refs)
        left = list(game.content("memory", play.seat))
        count = self.units(part)
        if answer.refs or count > len(left):
            raise refuse(game, "bad_payment", f"{count} cards of memory are due, at random")
        chosen = [game.obj(left.pop(game.stream_below(len(left)))) for _ in range(count)]
        move_all(game, chosen, "banishment")
        return ()

    def _float(self, game: Game, play: Play, part: Memory, refs: tuple[int, ...]) -> tuple[CostPart, ...]:
        units = self.units(part)
        if not part.floating:
            raise Refusal(
                "3.3.2",
                "floating_first",
                said(
                    "grand-archive.reason_floating_first",
                    "Floating Memory comes before any other cost of a materialization",
                ),
            )
        if not refs or len(refs) > units or len(set(refs)) != len(refs):
            raise refuse(game, "bad_payment", f"Floating Memory takes 1 to {units} different cards")
        if not set(floating(game, play.seat, part)).issuperset(refs):
            raise refuse(game, "bad_payment", "only cards with Floating Memory in the graveyard pay so")
        move_all(game, [game.obj(ident) for ident in refs], "banishment")
        return (Memory(units - len(refs), part.floating),) if units > len(refs) else ()


def floating(game: Game, seat: int, part: Memory) -> tuple[int, ...]:
    """The cards that may be banished by Floating Memory for a memory cost (Floating Memory 1)."""
    if not part.floating:
        return ()
    there = game.content("graveyard", seat)
    return tuple(ident for ident in there if has_keyword(game, game.obj(ident), "floating memory"))
