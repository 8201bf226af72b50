"""Texts of cards printed back: the rendering of the records that a text compiles to, held beside the text.

A card that is accepted says what it does in three ways: its text, the records that the text compiles to, and the text
as the rules write it from these records. They are held together here: the last, read again, gives the same records;
and every word of meaning stands in both texts, as often (``engine.text.meaning_words``). A word that is lost or added
is a ``Difference``; so is an error of any kind on the way. Where texts say one meaning in several ways
(``engine.text.renderer.writing.Wording``), a paragraph is held beside each, and that one is read again, too.
"""

from __future__ import annotations

from contextlib import suppress
from functools import cache
from itertools import combinations
from typing import TYPE_CHECKING, Final

from engine.abilities import Ability, SpellText
from engine.cards.definitions import define, one_spell_text, text_facts
from engine.cards.faces import OF_FACES, face_tables
from engine.text.language import abilities_of, language
from engine.text.meaning_words import SAID_ONCE, MeaningWords
from engine.text.renderer.writing import WORDINGS, Unwritable
from engine.text.words import split

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Iterator

    from engine.cards.definitions import Table
    from engine.text.language import Paragraph


OTHERWISE: Final = "otherwise"
"""The kind of reason for which a card is refused that was read as something else than it says."""
MOST_TOLD: Final = 300
"""Letters of a rendering that a reason quotes."""


class Difference:
    """Something that a card's text says and its rendering does not, or the other way round.

    ``line`` of the text counts from 1, and is 0 where the whole card is meant. ``lost`` and ``added`` are words of
    meaning in the form in which they are compared. ``reason`` says what went wrong where no words were compared.
    """

    __slots__ = ("added", "card", "line", "lost", "reason", "rendering", "text")

    def __init__(
        self,
        card: str,
        line: int,
        text: str,
        rendering: str,
        lost: tuple[str, ...] = (),
        added: tuple[str, ...] = (),
        reason: str = "",
    ) -> None:
        self.card = card
        self.line = line
        self.text = text
        self.rendering = rendering
        self.lost = lost
        self.added = added
        self.reason = reason

    def __str__(self) -> str:
        return f"{self.card}, line {self.line}: {self.told}"

    @property
    def told(self) -> str:
        """The difference in words, without its place."""
        lost = f"lost {', '.join(self.lost)}" if self.lost else ""
        added = f"added {', '.join(self.added)}" if self.added else ""
        return self.reason or "; ".join(part for part in (lost, added) if part)


class PrintBack:
    """Holds texts of one game beside their renderings.

    Args:
        game: its name in text.
        words: what words of meaning are; those of the game unless given.
    """

    def __init__(self, game: str, words: MeaningWords | None = None) -> None:
        self._game = game
        self._language = language(game)
        self._words = words or MeaningWords(game)

    def differences(self, table: Table) -> list[Difference]:
        """Every difference of a card that is understood, and of its faces; no error of the rules gets out of here."""
        own = {key: value for key, value in table.items() if key not in OF_FACES}
        return [found for face in (own, *face_tables(table)) for found in self._of_face(face)]

    def _of_face(self, table: Table) -> list[Difference]:
        name, text = str(table["name"]), str(table.get("text", ""))
        try:
            define(self._game, table)
            paragraphs = self._language.read(text, name, *text_facts(self._game, table))
        except Exception as error:  # noqa: BLE001  # whatever it is, it is told with its card
            return [Difference(name, 0, text, "", reason=f"{type(error).__name__}: {error}")]
        return self.of(table, paragraphs)

    def of(self, table: Table, paragraphs: list[Paragraph]) -> list[Difference]:
        """The differences of one face from paragraphs that it was read as, which may be fewer than its text has."""
        name = str(table["name"])
        try:
            abilities = one_spell_text(abilities_of(paragraphs))
            return self._held(table, _parted(paragraphs), abilities)
        except Exception as error:  # noqa: BLE001  # whatever it is, it is told with its card
            text = "\n".join(each.text for each in paragraphs)
            return [Difference(name, 0, text, "", reason=f"{type(error).__name__}: {error}")]

    def _held(
        self, table: Table, parts: list[tuple[list[Paragraph], int]], abilities: tuple[Ability, ...]
    ) -> list[Difference]:
        renderings = [self._language.render(ability) for ability in abilities]
        found: list[Difference] = []
        worded: list[str] = []
        at = 0
        for paragraphs, size in parts:
            usual = "\n".join(renderings[at : at + size])
            differences = self.compared(str(table["name"]), paragraphs, usual)
            worded.append(usual)
            for other in self._worded(abilities[at : at + size], usual) if differences else ():
                if not self.compared(str(table["name"]), paragraphs, other):
                    differences, worded[-1] = [], other
                    break
            found += differences
            at += size
        if any(not self._is_same(paragraphs, row) for (paragraphs, _), row in zip(parts, worded, strict=True)):
            found += self._reread(table, abilities, "\n".join(renderings))
            if not found and worded != renderings:
                found += self._reread(table, abilities, "\n".join(worded))
        return found

    def _worded(self, abilities: tuple[Ability, ...], usual: str) -> Iterator[str]:
        """The other ways in which texts say what a paragraph gives."""
        together = self._language.render_together(abilities) if len(abilities) > 1 else ""
        if together:
            yield together
        for wording in (*WORDINGS, *(one | other for one, other in combinations(WORDINGS, 2))):
            with suppress(Unwritable):
                rendering = "\n".join(self._language.render(ability, wording) for ability in abilities)
                if rendering != usual:
                    yield rendering

    def _reread(self, table: Table, abilities: tuple[Ability, ...], rendering: str) -> list[Difference]:
        """The difference if a rendering does not mean the same again."""
        again = self._read_again(table, rendering)
        if again == abilities:
            return []
        reason = again if isinstance(again, str) else "read again it means something else"
        return [Difference(str(table["name"]), 0, str(table.get("text", "")), rendering, reason=reason)]

    def compared(self, card: str, paragraphs: list[Paragraph], rendering: str) -> list[Difference]:
        """The difference in words of meaning between paragraphs and what they are rendered as, if there is one."""
        if self._is_same(paragraphs, rendering):
            return []
        said, written = self._words.count(()), self._words.count(())
        for paragraph in paragraphs:
            said += self._words.count(paragraph.words)
        for row in rendered_paragraphs(rendering):
            written += self._words.count(split(row))
        for words in (said, written):
            words.update({word: 1 - words[word] for word in SAID_ONCE if words[word] > 1})
        lost, added = said - written, written - said
        if not lost and not added:
            return []
        text = "\n".join(paragraph.text for paragraph in paragraphs)
        return [Difference(card, paragraphs[0].line, text, rendering, _sorted(lost), _sorted(added))]

    def _is_same(self, paragraphs: list[Paragraph], rendering: str) -> bool:
        """Whether a rendering has the very words of paragraphs, but for what the card calls itself."""
        said = [word for paragraph in paragraphs for word in self._words.unnamed(paragraph.words)]
        return said == [word for row in rendered_paragraphs(rendering) for word in self._words.unnamed(split(row))]

    def _read_again(self, table: Table, text: str) -> tuple[Ability, ...] | str:
        """The abilities that a card with this text has, or why it has none."""
        try:
            return one_spell_text(self._language.parse(text, str(table["name"]), *text_facts(self._game, table)))
        except Exception as error:  # noqa: BLE001  # whatever it is, it is told with its card
            return f"{type(error).__name__}: {error}"


def read_otherwise(difference: Difference) -> str:
    """The reason for which a text is refused that does not say what it was read as."""
    return f"the text was read as something else ({difference.told}): {difference.rendering!r:.{MOST_TOLD}}"


@cache
def print_back_of(game: str) -> PrintBack:
    """The one of a game, with its own words of meaning."""
    return PrintBack(game)


def rendered_paragraphs(text: str) -> list[str]:
    """The paragraphs of a rendering; what is listed below one belongs to it."""
    return text.replace("\n•", " •").split("\n")


def _sorted(words: Counter[str]) -> tuple[str, ...]:
    return tuple(sorted(words.elements()))


def _parted(paragraphs: list[Paragraph]) -> list[tuple[list[Paragraph], int]]:
    """The paragraphs with the number of abilities that a card has of them; all that a spell does is one."""
    spells = [each for each in paragraphs if any(isinstance(ability, SpellText) for ability in each.abilities)]
    parts: list[tuple[list[Paragraph], int]] = []
    for each in paragraphs:
        if each not in spells:
            parts.append(([each], len(each.abilities)))
        elif each is spells[0]:
            parts.append((spells, 1))
    return [part for part in parts if part[0][0].words]
