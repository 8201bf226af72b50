"""Texts that are made of a key and arguments, and are written out in English when somebody reads them.

A text is declared where it is said: ``said("ask.mode", "choose a mode of {name}", name=item.name)``. Nothing is written
out until it is read. A key belongs to one template (``tests/support/web/engine_words.py`` collects them).
"""

from __future__ import annotations

Argument = object
"""A number, a name that nobody translates, a term of the rules (``word``), a text of its own (``said``), or a tuple of
these."""


class Said:
    """A text by its key, its English template and its arguments."""

    __slots__ = ("args", "key", "template")

    def __init__(self, key: str, template: str, args: dict[str, Argument]) -> None:
        self.key = key
        self.template = template
        self.args = args

    def __str__(self) -> str:
        return self.template.format(**{name: _english(value) for name, value in self.args.items()})

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Said)
            and self.key == other.key
            and self.template == other.template
            and self.args == other.args
        )

    def __hash__(self) -> int:
        return hash((self.key, *map(_english, self.args.values())))

    def __reduce__(self) -> tuple[type[Said], tuple[str, str, dict[str, Argument]]]:
        """So that it can be pickled: a refusal may come from a worker process."""
        return Said, (self.key, self.template, self.args)

    def to_json(self) -> dict[str, object]:
        """The key and the arguments, if there are any, as clients are told them (PROTOCOL.md 6.6)."""
        args = args_of(self)
        return {"key": self.key, "args": args} if args else {"key": self.key}


Words = str | Said
"""A text that may be said otherwise in other languages, or one that is English alone."""


def said(key: str, template: str, /, **args: Argument) -> Said:
    """A text, not written out yet."""
    return Said(key, template, args)


def key_of(words: Words) -> str:
    """The key of a text; "" of one that is English alone."""
    return words.key if isinstance(words, Said) else ""


def args_of(words: Words) -> dict[str, object]:
    """The arguments of a text, by their names, as clients are told them."""
    return {name: _plain(value) for name, value in words.args.items()} if isinstance(words, Said) else {}


def word(term: str) -> Argument:
    """A term of the rules: a zone, a kind of counter, a step."""
    return {"word": term} if term else ""


def _english(value: Argument) -> str:
    if isinstance(value, tuple):
        return " and ".join(map(_english, value))
    return str(value["word"]) if isinstance(value, dict) else str(value)


def _plain(value: Argument) -> Argument:
    if isinstance(value, tuple):
        return [_plain(each) for each in value]
    return value.to_json() if isinstance(value, Said) else value
