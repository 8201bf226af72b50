"""The player's mistakes, as fields a program can branch on.

    Exception
    +-- Refusal     the answer does not count; nothing changed
        +-- Illegal the play in flight can no longer be completed; it is reversed

Everything else that the engine raises is a bug of ours.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.sentences import Words


class Refusal(Exception):
    """An answer that does not count.

    Attributes:
        rule: the paragraph that forbids it, as its rulebook numbers it ("602.5a"); "" where no rulebook speaks.
        code: stable, for programs ("not_your_decision").
        words: one sentence for the player.
    """

    def __init__(self, rule: str, code: str, words: Words) -> None:
        super().__init__(rule, code, words)
        self.rule = rule
        self.code = code
        self.words = words

    @property
    def reason(self) -> str:
        """The sentence in English."""
        return str(self.words)

    def __str__(self) -> str:
        said = f"{self.code}: {self.words}"
        return f"{self.rule} {said}" if self.rule else said

    def __reduce__(self) -> tuple[type[Refusal], tuple[str, str, Words]]:
        """So that it can be pickled: a worker process may have refused."""
        return type(self), (self.rule, self.code, self.words)


class Illegal(Refusal):
    """A play that cannot be completed: the game returns to before its announcement."""
