"""The player's mistakes, as fields a program can branch on.

    Exception
    +-- Refusal     the answer does not count; nothing changed
        +-- Illegal the play in flight can no longer be completed; it is reversed

Everything else that the engine raises is a bug of ours.
"""

from __future__ import annotations


class Refusal(Exception):
    """An answer that does not count.

    Attributes:
        rule: the paragraph that forbids it, as its rulebook numbers it ("602.5a"); "" where no rulebook speaks.
        code: stable, for programs ("not_your_decision").
        reason: one sentence for the player.
    """

    def __init__(self, rule: str, code: str, reason: str) -> None:
        super().__init__(f"{rule} {code}: {reason}" if rule else f"{code}: {reason}")
        self.rule = rule
        self.code = code
        self.reason = reason

    def __reduce__(self) -> tuple[type[Refusal], tuple[str, str, str]]:
        """So that it can be pickled: a worker process may have refused."""
        return type(self), (self.rule, self.code, self.reason)


class Illegal(Refusal):
    """A play that cannot be completed: the game returns to before its announcement."""
