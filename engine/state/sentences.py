"""Texts that are made of a key and arguments: English once somebody reads it, and both for those who speak otherwise.

A text is declared where it is said: ``said("ask.mode", "choose a mode of {name}", name=item.name)``. Nothing is written
out until it is read. A key belongs to one template (``tests/support/web/engine_words.py`` collects them).
"""

from __future__ import annotations

Argument = object
"""A number, a name that nobody translates, a term of the rules (``word``), or a text of its own (``said``)."""


class Said:
    """A text by its key, its English template and its arguments."""

    __slots__ = ("args", "key", "template")

    def __init__(self, key: str, template: str, args: dict[str, Argument]) -> None:
        self.key = key
        self.template = template
        self.args = args

    def __str__(self) -> str:
        return self.template.format(**{name: _english(value) for name, value in self.args.items()})

    def to_json(self) -> dict[str, object]:
        """The key and the arguments, if there are any, as clients are told them (PROTOCOL.md 6.6)."""
        args = {name: _plain(value) for name, value in self.args.items()}
        return {"key": self.key, "args": args} if args else {"key": self.key}


Words = str | Said
"""A text that may be said otherwise in other languages, or one that is English alone."""


def said(key: str, template: str, /, **args: Argument) -> Said:
    """A text, not written out yet."""
    return Said(key, template, args)


def word(term: str) -> Argument:
    """A term of the rules: a zone, a kind of counter, a step."""
    return {"word": term} if term else ""


def _english(value: Argument) -> str:
    return str(value["word"]) if isinstance(value, dict) else str(value)


def _plain(value: Argument) -> Argument:
    return value.to_json() if isinstance(value, Said) else value
