"""How the texts of cards are derived from a game's grammar.

A reader of its own reads them, whose callbacks keep the derivation beside the meaning: so a reading that the grammar
allows and the language does not is none.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, TypeAlias

from lark import Token

from engine.assets import package_of
from engine.cards.definitions import read_tables
from engine.text.errors import Unread
from engine.text.language import grammar_of, language
from engine.text.reading import Reader

if TYPE_CHECKING:
    from collections.abc import Callable

    from lark.grammar import Rule

Node: TypeAlias = "Branch | tuple[str, str]"
"""A symbol with the nodes that it is made of, or a terminal with its word."""


class Branch:
    """A symbol of the grammar, and what it is made of in a text."""

    __slots__ = ("parts", "symbol")

    def __init__(self, symbol: str, parts: tuple[Node, ...]) -> None:
        self.symbol = symbol
        self.parts = parts

    def leaves(self) -> list[tuple[str, str]]:
        """The terminals in order, with their words."""
        return [leaf for part in self.parts for leaf in (part.leaves() if isinstance(part, Branch) else [part])]

    def branches(self) -> list[Branch]:
        """This one and all inside it."""
        return [self, *(found for part in self.parts if isinstance(part, Branch) for found in part.branches())]

    def exchanged(self, old: Branch, new: Branch) -> Branch:
        """The same with another branch in the place of one that it has."""
        if self is old:
            return new
        return Branch(
            self.symbol, tuple(part.exchanged(old, new) if isinstance(part, Branch) else part for part in self.parts)
        )


class _Derived:
    """A meaning with its derivation; two are equal if they mean the same."""

    __slots__ = ("branch", "value")

    def __init__(self, value: object, branch: Branch) -> None:
        self.value = value
        self.branch = branch

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Derived) and self.value == other.value

    __hash__ = None  # type: ignore[assignment]  # a meaning may be a list


@cache
def derivations(game: str) -> tuple[Branch, ...]:
    """The derivations of the paragraphs of all cards that ship."""
    own, package = language(game), package_of(game)
    compiler = own.phrases.compiler(own.vocabulary, own._quoted)
    reader = Reader(grammar_of(package), compiler, own.vocabulary.knows, own._names_at)
    rules = reader._table.rules
    reader.follow([_keeping(rule, callback) for rule, callback in zip(rules, reader._callbacks, strict=True)])
    found = []
    for name, card in read_tables(game).items():
        for paragraph in own.read(str(card.get("text", "")), name):
            try:
                derived = reader.read(paragraph.words)[0] if paragraph.words else None
            except Unread:
                continue  # read by words that a cost adds
            if isinstance(derived, _Derived):
                found.append(derived.branch)
    return tuple(found)


def _keeping(rule: Rule, callback: Callable[[list[object]], object]) -> Callable[[list[object]], object]:
    """A callback that keeps how its value was derived."""

    def keep(parts: list[object]) -> object:
        nodes: list[Node] = []
        for part in parts:
            if isinstance(part, _Derived):
                nodes.append(part.branch)
            elif isinstance(part, Token):
                nodes.append((str(part.type), str(part)))
        value = callback([part.value if isinstance(part, _Derived) else part for part in parts])
        return _Derived(value, Branch(str(rule.origin.name), tuple(nodes)))

    return keep
