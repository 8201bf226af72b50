"""The outcome of reading a card's table: the card, or what of it is not understood, and whether it may be played so."""

from __future__ import annotations

import re
from functools import cache
from hashlib import blake2b
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from engine.abilities import Activated
from engine.assets import package_of, read_tree
from engine.cards.definitions import BadCard, defined, meaning_of, strange_fields, text_facts, type_words
from engine.cards.faces import OF_FACES, face_tables
from engine.formats.card_files import doubts
from engine.formats.print_back import OTHERWISE, print_back_of, read_otherwise
from engine.text.errors import TextError
from engine.text.language import MOST_LETTERS, Paragraph, abilities_of, language, vocabulary_of
from engine.text.words import SELF_WORD, split

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from engine.cards.card_sources import DeclineKind
    from engine.cards.definitions import CardDef, Meaning, Table
    from engine.text.words import Word

Parts: TypeAlias = "Sequence[Paragraph | TextError]"
"""The paragraphs of a text, with the fault of each that is not understood."""
Status: TypeAlias = Literal["whole", "part", "none"]
_DIGEST_BYTES: Final = 16
_BEFORE: Final = 2
"""Words of a phrase before the one at fault."""
_NUMBER: Final = re.compile(r"[0-9]+")
_READ: Final[dict[str, tuple[str, ...]]] = {
    "engine.abilities": (),
    "engine.cards": ("definitions.py", "faces.py"),
    "engine.formats": ("card_files.py", "print_back.py", "understanding.py"),
    "engine.text": (),
}
"""The packages that texts of every game are read by, and the files of each: all, if none is named."""
_SUFFIXES: Final = (".lark", ".py", ".toml")


class Misunderstood:
    """Something that keeps a card from being understood.

    ``paragraph`` counts from 1 and is 0 where no text is at fault; ``line`` and ``column`` are its place in the text.
    ``phrase`` has the words up to the one at fault, with the card's name as ``~`` and numbers as ``N``.
    """

    __slots__ = ("column", "kind", "line", "paragraph", "phrase", "reason")

    def __init__(
        self, kind: DeclineKind, reason: str, phrase: str = "", paragraph: int = 0, line: int = 0, column: int = 0
    ) -> None:
        self.kind = kind
        self.reason = reason
        self.phrase = phrase or reason
        self.paragraph = paragraph
        self.line = line
        self.column = column


class Understanding:
    """The outcome for one table.

    ``definition`` is the card if all of it is understood. Else ``partial`` is the card without the paragraphs
    ``left_out``, where these only give their player something to do; and ``faults`` say what is not understood.
    """

    __slots__ = ("definition", "faults", "partial")

    def __init__(
        self, definition: CardDef | None, faults: tuple[Misunderstood, ...] = (), partial: CardDef | None = None
    ) -> None:
        self.definition = definition
        self.faults = faults
        self.partial = partial

    @property
    def status(self) -> Status:
        """The part of the card that is understood."""
        if self.definition is not None:
            return "whole"
        return "none" if self.partial is None else "part"

    @property
    def left_out(self) -> tuple[int, ...]:
        """The numbers of the paragraphs that the card is played without."""
        return () if self.partial is None else self.partial.left_out


def understand(game: str, table: Table) -> Understanding:
    """Read a card's table. No table is too bad to be read: whatever is wrong with it is a fault."""
    strange = strange_fields(game, table)
    if strange:
        return Understanding(None, tuple(Misunderstood("field", reason) for _, reason in strange))
    lacking = next((key for key in ("name", "type") if key not in table), "")
    if lacking:
        return Understanding(None, (Misunderstood("field", f"{lacking} is no text"),))
    parts, (faces, faults) = _read_each(game, table), _faces(game, table)
    wrong = {number: part for number, part in enumerate(parts, 1) if isinstance(part, TextError)}
    faults += _differences(game, table, parts)
    if not wrong and not faults:
        return _whole(game, table, parts, faces)
    own = tuple(_fault(game, table, error, number) for number, error in wrong.items())
    partial = None if faults else _partial(game, table, parts, tuple(wrong), faces)
    return Understanding(None, own + faults, partial)


def _read_each(game: str, table: Table) -> Parts:
    return language(game).read_each(str(table.get("text", "")), str(table["name"]), *text_facts(game, table))


def _faces(game: str, table: Table) -> tuple[tuple[Meaning, ...], tuple[Misunderstood, ...]]:
    """The other faces of a card, as far as they are understood: of none a paragraph may be left out."""
    found: list[Meaning] = []
    faults: list[Misunderstood] = []
    for face in face_tables(table):
        lacking = next((key for key in ("name", "type") if key not in face), "")
        if lacking:
            faults.append(Misunderstood("field", f"{lacking} of a face is no text"))
            continue
        parts = _read_each(game, face)
        wrong = [_fault(game, face, part) for part in parts if isinstance(part, TextError)]
        wrong += _differences(game, face, parts)
        faults += wrong
        if not wrong:
            try:
                found.append(_meaning(game, face, parts))
            except TextError as error:
                faults.append(_fault(game, face, error))
            except BadCard as error:
                faults.append(Misunderstood("field", error.reason))
    return tuple(found), tuple(faults)


def _differences(game: str, table: Table, parts: Parts) -> tuple[Misunderstood, ...]:
    """Paragraphs of a face that the rules would write otherwise: they were read as something else than they say."""
    own = {key: value for key, value in table.items() if key not in OF_FACES}
    numbers = {part.line: n for n, part in enumerate(parts, 1) if isinstance(part, Paragraph)}
    found = print_back_of(game).of(own, [part for part in parts if isinstance(part, Paragraph)])
    return tuple(
        Misunderstood(
            OTHERWISE, read_otherwise(each), f"read otherwise: {each.told}", numbers.get(each.line, 0), each.line
        )
        for each in found
    )


def _whole(game: str, table: Table, parts: Parts, faces: tuple[Meaning, ...]) -> Understanding:
    """The outcome for a table whose text is understood."""
    try:
        definition = defined(game, table, _meaning(game, table, parts, (), faces))
    except BadCard as error:
        return Understanding(None, (Misunderstood("field", error.reason),))
    except TextError as error:
        return Understanding(None, (_fault(game, table, error),))
    faults = tuple(Misunderstood(kind, reason) for kind, reason in doubts(game, table, definition))
    return Understanding(None, faults) if faults else Understanding(definition)


def _meaning(
    game: str, table: Table, parts: Parts, left_out: tuple[int, ...] = (), faces: tuple[Meaning, ...] = ()
) -> Meaning:
    """The meaning of the paragraphs that were read; raises as ``define``."""
    abilities = abilities_of([part for part in parts if isinstance(part, Paragraph)])
    return meaning_of(game, table, abilities, left_out, faces)


def _partial(
    game: str, table: Table, parts: Parts, left_out: tuple[int, ...], faces: tuple[Meaning, ...]
) -> CardDef | None:
    """The card without some paragraphs; none where one may do more than give its player something to do."""
    own, name = language(game), str(table["name"])
    forms, kinds = own.vocabulary.optional, type_words(own.vocabulary, str(table["type"]))[1]
    has_abilities = any(isinstance(part, Paragraph) and part.abilities for part in parts)
    if forms is None or not (has_abilities or own.vocabulary.stats[0] in table):
        return None
    texts = [text for _, text in own.paragraphs(str(table["text"]), text_facts(game, table)[0])]
    if len(texts) != len(parts):
        return None  # the text as a whole was refused

    def is_activated(text: str) -> bool:
        (read,) = own.read_each(text, name)
        return isinstance(read, Paragraph) and [type(each) for each in read.abilities] == [Activated]

    if not forms.may_leave_out(is_activated, kinds, texts, [number - 1 for number in left_out]):
        return None
    try:
        definition = defined(game, table, _meaning(game, table, parts, left_out, faces))
    except (BadCard, TextError):
        return None
    return None if doubts(game, table, definition) else definition


def _fault(game: str, table: Table, error: TextError, paragraph: int = 0) -> Misunderstood:
    """A fault of a paragraph, with the phrase at which it is not understood."""
    reason = str(error).split(": ", 2)[-1]
    if error.reason or error.readings or len(str(table["text"])) > MOST_LETTERS:
        return Misunderstood("text", reason, "", paragraph, error.line, error.column)
    texts = language(game).paragraphs(str(table["text"]), text_facts(game, table)[0])
    line, text = max((part for part in texts if part[0] <= error.line), default=(1, ""))
    phrase = _phrase(split(text, (str(table["name"]),), line), error)
    return Misunderstood("text", reason, phrase, paragraph, error.line, error.column)


def _phrase(words: Sequence[Word], error: TextError) -> str:
    """The words up to the one at fault."""
    before = [word for word in words if (word.line, word.column) <= (error.line, error.column)]
    return " ".join(_plain(before[-_BEFORE - 1 :]))


def _plain(words: Sequence[Word]) -> Iterator[str]:
    for word in words:
        yield word.text if word.text == SELF_WORD else _NUMBER.sub("N", word.lower)


@cache
def text_key(game: str) -> str:
    """A digest of all that reading a text of a game asks: grammar, words, names, tokens, and the code that reads.

    Raises:
        ModuleNotFoundError: there is no such game.
    """
    digest = blake2b("\n".join(vocabulary_of(game).names).encode(), digest_size=_DIGEST_BYTES)
    package = package_of(game)
    for each, files in (*_READ.items(), (package, ())):
        for path, text in read_tree(each, _SUFFIXES):
            if not files or path in files:
                digest.update(f"{each} {path} {len(text)}\n{text}".encode())
    return digest.hexdigest()
