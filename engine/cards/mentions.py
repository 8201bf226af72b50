"""The names and types of a source's cards that texts of its other cards speak of.

Neither stands in a grammar: a table says itself which of them its text may speak of (``mentions``), so that it means
the same wherever it is read.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from engine.cards.definitions import type_words
from engine.cards.faces import FACES, face_tables
from engine.text.card_names import CardNames
from engine.text.language import language
from engine.text.printed_text import in_one_type
from engine.text.words import split

if TYPE_CHECKING:
    from collections.abc import Mapping


MENTIONS: Final = "mentions"
MOST: Final = 16
"""The most names and types that one text speaks of."""
_INITIALS: Final = re.compile(r"\b(?:[A-Z]\.){2,}")
_CAPITAL: Final = re.compile(r"\b[A-Z][\w'-]*")


def _is_marked(name: str) -> bool:
    """Whether a name has a mark that keeps it from being read as any other words."""
    return "!" in name or _INITIALS.search(name) is not None


class Mentions:
    """The names and types that were noted, of one game."""

    def __init__(self, game: str) -> None:
        self._vocabulary = language(game).vocabulary
        self.types: set[str] = set()
        self.names: dict[str, None] = {}
        self._looked_up: CardNames | None = None

    def note(self, face: Mapping[str, object]) -> None:
        """Note the types and the name of a card's face; those that the game's own texts know are left out."""
        _, types, subtypes = type_words(self._vocabulary, str(face.get("type", "")))
        if self._vocabulary.subtypes:
            self.types.update(word for word in subtypes if word not in self._vocabulary.subtypes)
        name = str(face.get("title") or face.get("name") or "")
        is_called = any(kind in self._vocabulary.called for kind in types) or _is_marked(name)
        if name and name not in self._vocabulary.names and self._vocabulary.called and is_called:
            self.names[name] = None
            self._looked_up = None

    def added_to(self, table: dict[str, object]) -> dict[str, object]:
        """The table with what its text mentions of all that was noted, and those of its faces likewise."""
        faces = face_tables(table)
        if faces:
            table = {**table, FACES: [self._added_to_face(dict(face)) for face in faces]}
        return self._added_to_face(table)

    def _added_to_face(self, table: dict[str, object]) -> dict[str, object]:
        text = in_one_type(str(table.get("text", "")))
        found = [*self._types_in(text), *self._names_in(text)]
        told = table.get(MENTIONS)
        known = [str(word) for word in told] if isinstance(told, list) else []
        own = (*known, table.get("name"), table.get("title"))
        new = [word for word in dict.fromkeys(found) if word not in own][: MOST - len(known)]
        return {**table, MENTIONS: [*known, *new]} if new else table

    def _types_in(self, text: str) -> list[str]:
        words = (self._vocabulary.singular(word.lower()) for word in _CAPITAL.findall(text) if self.types)
        return [word.title() for word in words if word in self.types]

    def _names_in(self, text: str) -> list[str]:
        if not self.names:
            return []
        self._looked_up = self._looked_up or CardNames(self.names, exact=True)
        words = split(text)
        return [name for at in range(len(words)) for _, name in self._looked_up.at(words, at)]
