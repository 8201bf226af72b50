"""Faults of a text: where, and what would have been understood there; and what ends a reading of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable


class TextError(Exception):
    """A rules text that was not understood, that has two readings, or that asks for what the rules do not allow.

    ``line`` and ``column`` count from 1 in the card's text. ``expected`` are words that would have been
    understood there; ``readings`` are the two meanings, rendered, of a text that has two; ``reason`` says why one that
    is understood is refused.
    """

    def __init__(
        self,
        card: str,
        line: int,
        column: int,
        found: str,
        expected: tuple[str, ...] = (),
        readings: tuple[str, ...] = (),
        reason: str = "",
    ) -> None:
        self.card = card
        self.line = line
        self.column = column
        self.found = found
        self.expected = expected
        self.readings = readings
        self.reason = reason
        super().__init__(self._sentence())

    def of(self, card: str) -> TextError:
        """This fault as one of a card's text."""
        return TextError(card, self.line, self.column, self.found, self.expected, self.readings, self.reason)

    def _sentence(self) -> str:
        where = f"{self.card}: line {self.line}, column {self.column}"
        if self.reason:
            return f"{where}: {self.reason}"
        if self.readings:
            return f"{where}: two readings: " + " / ".join(repr(text) for text in self.readings)
        return f"{where}: {self.found} not understood; expected " + (", ".join(self.expected) or "nothing more")


class Reject(Exception):
    """This reading is not one: raised by callbacks."""


class Unbound(Reject):
    """The pronoun at word ``at`` means nothing that the text has spoken of."""

    def __init__(self, at: int) -> None:
        super().__init__(at)
        self.at = at


class Unread(Exception):
    """No reading gets past the word at index ``at``.

    ``expected`` tells words that some reading would have understood there: the shortest, at most as many as asked for.
    They are worked out when they are asked for, as most texts that are not read one way are read in another.
    ``unbound`` is the index of a pronoun that was all that was wrong with a reading, -1 if there was none.
    """

    def __init__(self, at: int, expected: Callable[[int], tuple[str, ...]], unbound: int = -1) -> None:
        super().__init__(at, unbound)
        self.at = at
        self.expected = expected
        self.unbound = unbound
