"""Several things that may be possible, judged as one question: the options of a decision.

Cheap bounds decide what they can, of all of them; what is left is searched for, each with its part of the nodes that
are left. The nodes that one does not use are left to the next ones.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, TypeVar

from engine.state.search_budget import UNPROVEN, Asking

if TYPE_CHECKING:
    from engine.state.game import Game
    from engine.state.search_budget import Question

K = TypeVar("K")


class Try(ABC):
    """Something that may be possible."""

    __slots__ = ()

    @abstractmethod
    def verdict(self, game: Game) -> int:
        """Whether it is, as far as ``game.question`` lets one look: ``NO``, ``UNPROVEN`` or ``YES``."""


class Known(Try):
    """A verdict that needs no looking."""

    __slots__ = ("_verdict",)

    def __init__(self, verdict: int) -> None:
        self._verdict = verdict

    def verdict(self, game: Game) -> int:
        return self._verdict


def judge(game: Game, tries: dict[K, Try]) -> dict[K, int]:
    """A verdict on each, all of them one question."""
    with Asking(game) as question:
        return judge_all(game, tries, question)


def judge_all(game: Game, tries: dict[K, Try], question: Question) -> dict[K, int]:
    """Judge all as part of a question that is open."""
    question.share(0)
    verdicts = {key: one.verdict(game) for key, one in tries.items()}
    left = [key for key, verdict in verdicts.items() if verdict == UNPROVEN]
    for place, key in enumerate(left):
        question.share(len(left) - place)
        verdicts[key] = tries[key].verdict(game)
    question.share_all()
    return verdicts
