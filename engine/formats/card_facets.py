"""The facts of a printed card by which people look for it, beside name, type and text: its cost and its colours.

A table is read as it is printed: so a card has these facts though its text is not understood. Elements, aspects and
resources are colours here: the words for which a card is chosen.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, Final, NamedTuple

from engine.formats.card_faces import printed_facts
from engine.formats.deck_list import default_rules
from engine.text.language import language

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from engine.cards.pool import Pool
    from engine.state.presentation import Presentation

COLORLESS: Final = "colorless"
_SYMBOL: Final = re.compile(r"\{([^{}]+)\}")
_BETWEEN: Final = re.compile(r"[,/]")
_PROSE: Final = frozenset(("name", "type", "text"))
"""Fields that say nothing of colours, whatever words they have."""
_UNSEEN: Final = frozenset(("cost", "italics", "mentions"))
_NUMBER: Final = re.compile(r"\d{1,6}")


class Facets(NamedTuple):
    """The cost of a card as one number, none of a card without a cost; and its colours, as words in small letters."""

    cost: int | None
    colors: tuple[str, ...]


def card_facets(game: str, table: Mapping[str, object]) -> Facets:
    """The facets of a card of a game, from its table."""
    looks, known = default_rules(game).presentation, language(game).vocabulary.colors
    values = (value for key, value in table.items() if key not in _PROSE)
    words = dict.fromkeys(word for value in values for word in _words(looks, known, value))
    none = looks.words.get(COLORLESS, COLORLESS)
    costs = (table[name] for name in ("cost", *looks.prices) if name in table)
    return Facets(_cost(next(costs, None)), tuple(words) or tuple({none} & known))


def printed_face(game: str, table: Mapping[str, object]) -> dict[str, object]:
    """A card as views show it, from its table alone: nothing of its text need be understood, and no grammar is read."""
    vocabulary, looks = language(game).vocabulary, default_rules(game).presentation
    unseen = {*_UNSEEN, *vocabulary.stats, *vocabulary.further}
    shown = {key: value for key, value in table.items() if key not in unseen}
    numbers = zip(("power", "toughness"), vocabulary.stats, strict=True)
    shown |= {name: table[key] for name, key in numbers if isinstance(table.get(key), int)}
    further = {key: table[key] for key in vocabulary.further if key in table}
    shown |= {"stats": further} if further else {}
    cost = table.get("cost")
    if cost is not None:
        shown["cost"] = cost if isinstance(cost, str) and "{" in cost else f"{{{cost}}}"
    printed = {*_words(looks, vocabulary.colors, cost)}
    colors = [name for name, *_ in looks.symbols.values() if name in printed]
    if colors and "colors" not in table:
        shown["colors"] = colors
    return shown


def _words(looks: Presentation, known: frozenset[str], value: object) -> Iterator[str]:
    """The colours that a field names: by symbols, or in words."""
    if isinstance(value, list | tuple):
        for each in value:
            yield from _words(looks, known, each)
    elif isinstance(value, str) and "{" in value:
        letters = [letter for symbol in _SYMBOL.findall(value) for letter in symbol.split("/")]
        said = (looks.symbols[letter] for letter in letters if letter in looks.symbols)
        yield from (name for name, tint, *_ in said if tint)
    elif isinstance(value, str):
        yield from (word for word in map(str.strip, _BETWEEN.split(value.lower())) if word in known)


def _cost(value: object) -> int | None:
    """A cost as one number, X being 0."""
    if isinstance(value, int):
        return value
    symbols = _SYMBOL.findall(value) if isinstance(value, str) else []
    return sum(map(_weight, symbols)) if symbols else None


def _weight(symbol: str) -> int:
    number = _NUMBER.match(symbol)
    return int(number[0]) if number else int(symbol != "X")


def color_letters(game: str) -> dict[str, str]:
    """The colours that the symbols of a game mean, by their letters in small."""
    symbols = default_rules(game).presentation.symbols
    return {letter.casefold(): name for letter, (name, tint, *_) in symbols.items() if tint}


class SearchWords(NamedTuple):
    """The words by which the cards of a game are parted: the kinds, the colours, and the players' word for these."""

    kinds: tuple[str, ...]
    colors: tuple[str, ...]
    color: str


def search_words(pool: Pool) -> SearchWords:
    """The words by which the cards of a pool are parted, those of most cards first."""
    kinds: Counter[str] = Counter()
    colors: Counter[str] = Counter()
    for name in pool.names():
        table = printed_facts(pool.game, name)
        kinds.update(str(table["type"]).partition(" - ")[0].split())
        colors.update(card_facets(pool.game, table).colors)
    looks = default_rules(pool.game).presentation
    known = [*looks.faces, *colors]
    ranked = sorted(colors, key=known.index)
    return SearchWords(tuple(word for word, _ in kinds.most_common()), tuple(ranked), looks.words.get("color", "color"))
