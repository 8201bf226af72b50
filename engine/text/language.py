"""A game's language: its grammar and vocabulary put together, reading texts and writing them.

Languages are made at their first use and kept. The reader of texts is made when the first one is read, and the
writer when the first one is written: a process in which nobody does loads neither.
"""

from __future__ import annotations

import re
from contextlib import suppress
from contextvars import ContextVar
from functools import cache, cached_property, partial
from importlib import import_module
from itertools import combinations
from typing import TYPE_CHECKING, Final, get_args

from engine.abilities import Ability, Cost, Shield, SpellText
from engine.abilities.nouns import UnboundRef
from engine.assets import package_of, read_folder
from engine.text.card_names import NOTHING, CardNames, Mentioned, mentioned
from engine.text.errors import TextError, Unread
from engine.text.gains_elsewhere import fault_of_gains
from engine.text.granted_names import are_givers_attached, name_given_away, with_givers
from engine.text.hidden_cards import HiddenCards
from engine.text.joined_paragraphs import joined
from engine.text.linked_abilities import unlinked
from engine.text.phrases import DoneTo, has
from engine.text.printed_text import in_one_type, rules_text
from engine.text.renderer.writing import EXILED, Unwritable, Wording, capital
from engine.text.unasked_choices import fault_of_choices
from engine.text.variables import left_over, of_cost
from engine.text.words import Vocabulary, Word, split

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from lark import Token as Lexeme

    from engine.text.compiler.abilities import Compiler
    from engine.text.reading import Reader
    from engine.text.renderer.abilities import Renderer

MOST_LETTERS: Final = 4096
"""Of a card's text: what reads it takes longer than the text is long, and anybody may write one."""
MOST_WORDS: Final = 200
"""Of a paragraph with what is listed below it, marks and symbols included; ours have 47 at most."""
_MODES: Final = ("•", "+ {")
"""The beginnings of lines that are modes."""
_ROW: Final = re.compile(r"[0-9]+(?:\s?[\N{EM DASH}\N{EN DASH}-]\s?[0-9]+|\+)? \| ")
_ROLLS: Final = re.compile(r"\broll a d[0-9]+", re.IGNORECASE)
_GOES_ON: Final = re.compile(
    r"[A-Z][A-Za-z0-9' ]+ [\N{EM DASH}\N{EN DASH}-] (?!.*\bwould\b)"
    r"(?:That creature\b|.*\bdeals\b.*\binstead if\b|(?:If|You)\b.*\b(?:instead|that creature|those creatures)\b)"
)
"""A line that says, behind an ability word, what is done instead of what the line before says, or to the same."""
_DIGITS: Final = 7
"""No number of a text has so many."""
_LARGE: Final = re.compile(rf"\d{{{_DIGITS}}}")
UNBOUND: Final = get_args(UnboundRef)
"""Kinds of references that only the reading of a text knows."""
MOST_CALLED: Final = 5
"""Times that a word which is the card's name may stand in a paragraph, some of them meaning the card, some the word."""
MOST_EXPECTED: Final = 12
"""Words that an error lists as expected."""
_mentioned: ContextVar[Mentioned] = ContextVar("mentioned", default=NOTHING)
"""The further words of the text that is being read, in quotations of it too."""


class Paragraph:
    """A paragraph of a card's text: the line where it begins, its words, and the abilities that it gives."""

    __slots__ = ("abilities", "line", "text", "words")

    def __init__(self, line: int, text: str, words: list[Word], abilities: tuple[Ability, ...]) -> None:
        self.line = line
        self.text = text
        self.words = words
        self.abilities = abilities


def abilities_of(paragraphs: list[Paragraph]) -> tuple[Ability, ...]:
    """The abilities of all paragraphs, in order."""
    return tuple(ability for paragraph in paragraphs for ability in paragraph.abilities)


def _is_of_card(paragraph: Paragraph) -> bool:
    """Whether a paragraph says what its card does once, as it resolves."""
    return bool(paragraph.abilities) and all(isinstance(ability, SpellText) for ability in paragraph.abilities)


class Phrases:
    """The phrases of a language: its grammar, and the classes that read and write by it."""

    __slots__ = ("compiler", "grammar", "renderer")

    def __init__(self, grammar: str, compiler: type[Compiler], renderer: type[Renderer]) -> None:
        self.grammar = grammar
        self.compiler = compiler
        self.renderer = renderer


class Language:
    """Reads and writes the texts of one game. ``reader`` is public for tests of the grammar.

    It keeps nothing of what it reads or writes, so threads may share one.
    """

    def __init__(self, vocabulary: Vocabulary, phrases: Callable[[], Phrases]) -> None:
        self.vocabulary = vocabulary
        self._load = phrases
        self._hidden = HiddenCards(vocabulary.hidden)
        self._names = CardNames(vocabulary.names)

    @cached_property
    def phrases(self) -> Phrases:
        """The tables by which the language reads and writes."""
        return self._load()

    @cached_property
    def reader(self) -> Reader:
        """The grammar, ready to read."""
        from engine.text.reading import Reader

        phrases = self.phrases
        return Reader(phrases.grammar, phrases.compiler(self.vocabulary, self._quoted), self._knows, self._names_at)

    @property
    def renderer(self) -> Renderer:
        """One that writes: it keeps where it is in what it writes."""
        return self.phrases.renderer(self.vocabulary)

    def parse(
        self,
        text: str,
        card: str,
        italics: tuple[str, ...] = (),
        names: tuple[str, ...] = (),
        types: tuple[str, ...] = (),
    ) -> tuple[Ability, ...]:
        """The abilities of a card's text, in order; the arguments are those of ``read``.

        Raises:
            TextError: a text that is not understood or has two readings.
        """
        return abilities_of(self.read(text, card, italics, names, types))

    def read(
        self,
        text: str,
        card: str,
        italics: tuple[str, ...] = (),
        names: tuple[str, ...] = (),
        types: tuple[str, ...] = (),
    ) -> list[Paragraph]:
        """The paragraphs of a card's text, in order, each with its abilities.

        Args:
            text: as it is printed.
            card: its name.
            italics: parts of the text without rules meaning, besides what is a reminder by its form.
            names: further cards that the text may speak of.
            types: further words of type lines that it may speak of.

        Raises:
            TextError: a text that is not understood or has two readings.
        """
        found: list[Paragraph] = []
        for part in self.read_each(text, card, italics, names, types):
            if isinstance(part, TextError):
                raise part
            found.append(part)
        return found

    def read_each(
        self,
        text: str,
        card: str,
        italics: tuple[str, ...] = (),
        names: tuple[str, ...] = (),
        types: tuple[str, ...] = (),
    ) -> list[Paragraph | TextError]:
        """The paragraphs of a card's text, as ``read`` has them, with the fault of each that is not understood."""
        if len(text) > MOST_LETTERS:
            return [TextError(card, 1, 1, f"a text of {len(text)} letters", (f"{MOST_LETTERS} at most",))]
        printed = in_one_type(card)
        own = (*own_names(printed), *self._short_name(printed))
        token = _mentioned.set(mentioned(names, types))
        try:
            texts = self.paragraphs(text, italics)
            found = [self._understood(card, own, part, at) for at, part in texts]
            abilities = tuple(a for part in found if isinstance(part, Paragraph) for a in part.abilities)
            read = self._together(card, own, [self._linked(card, part, abilities) for part in found], texts)
        finally:
            _mentioned.reset(token)
        if not italics:
            return read
        plain = self.read_each(text, card, (), names, types)
        return [_without_meaning(card, part, each) for part, each in zip(read, plain, strict=True)]

    def _together(
        self, card: str, names: tuple[str, ...], read: list[Paragraph | TextError], texts: list[tuple[int, str]]
    ) -> list[Paragraph | TextError]:
        """The paragraphs; one that is not understood by itself is read with the text of a card before it."""
        found = list(read)
        for at in range(1, len(found)):
            before = found[at - 1]
            if isinstance(found[at], Paragraph) or not isinstance(before, Paragraph) or not _is_of_card(before):
                continue
            text = joined(before.text, texts[at][1])
            whole = self._understood(card, names, text, before.line) if text else found[at]
            whole = self._linked(card, whole, whole.abilities) if isinstance(whole, Paragraph) else whole
            if isinstance(whole, Paragraph):
                found[at - 1 : at + 1] = [Paragraph(before.line, "", [], ()), whole]
        return found

    def _understood(self, card: str, names: tuple[str, ...], text: str, line: int) -> Paragraph | TextError:
        try:
            return self._paragraph_of(in_one_type(card), names, text, line)
        except TextError as wrong:
            return wrong.of(card)

    def _linked(
        self, card: str, paragraph: Paragraph | TextError, abilities: tuple[Ability, ...]
    ) -> Paragraph | TextError:
        """A paragraph, or its fault if it speaks of what no ability of its card does."""
        if isinstance(paragraph, Paragraph):
            try:
                _check_links(paragraph.words, paragraph.abilities, abilities, self.vocabulary)
            except TextError as wrong:
                return wrong.of(card)
        return paragraph

    def paragraphs(self, text: str, italics: tuple[str, ...] = ()) -> list[tuple[int, str]]:
        """The paragraphs of a text without what only its printing has, with their first lines."""
        rows = rules_text(text, self.vocabulary.bracketed, italics).split("\n")
        return [(at, "\n".join(rows[at - 1 : at + part.count("\n")])) for at, part in _paragraphs(text)]

    def _knows(self, terminal: str, text: str) -> bool:
        return self.vocabulary.knows(terminal, text, _mentioned.get().types)

    def _names_at(self, words: list[Word], at: int) -> list[tuple[int, str]]:
        if not self.vocabulary.names:
            return []  # no text of this game calls a card by its name alone
        return self._names.at(words, at) or _mentioned.get().names.at(words, at)

    def _short_name(self, card: str) -> tuple[str, ...]:
        """The first word of a name of several, by which legends are called, unless it is a word of the language."""
        first, _, rest = card.partition(" ")
        word = first.lower().removesuffix(",")
        known = self.reader.knows_word(word) or self.vocabulary.singular(word) in self.vocabulary.subtypes
        return () if not word or not rest or known or not self.vocabulary.subtypes else (first.removesuffix(","),)

    def render(self, ability: Ability, wording: frozenset[Wording] = frozenset()) -> str:
        """The text of an ability; ``this`` stands for its card. ``wording``: another way to write it than the usual."""
        writer = self.renderer
        writer.wording = wording
        return writer.ability(ability)

    def render_lasting(self, effect: Shield) -> str:
        """The text of a replacement or prevention effect that lasts; "it" stands for what it was made for."""
        return capital(self.renderer.lasting(effect))

    def render_together(self, abilities: tuple[Ability, ...]) -> str:
        """Several abilities as one paragraph; "" where no text says them so."""
        return self.renderer.together(abilities)

    def _paragraph_of(self, card: str, names: tuple[str, ...], text: str, line: int) -> Paragraph:
        """A paragraph read; that the card is called by a word is not meant where it would not be understood."""
        words = split(text, names, line)
        try:
            return Paragraph(line, text, words, self._paragraph(words))
        except TextError:
            told = with_givers(words, card)
            if told is not words:
                with suppress(TextError):
                    abilities = self._paragraph(told)
                    if are_givers_attached(abilities):
                        return Paragraph(line, text, words, abilities)
            lower, others = card.lower(), _mentioned.get()
            is_word = self.reader.knows_word(lower) or self._names.begins(lower)
            if is_word or any(map(others.has_within, names)):
                for plain in _called_less(words, split(text, (), line)):
                    with suppress(TextError):
                        return Paragraph(line, text, plain, self._paragraph(plain))
            raise

    def render_cost(self, cost: Cost) -> str:
        """The text of a cost by itself, as the choice of what to do may be."""
        return capital(self.renderer.cost(cost))

    def _paragraph(self, words: list[Word]) -> tuple[Ability, ...]:
        if not words:
            return ()
        self._check_sizes(words)
        try:
            meanings = self._meanings(words)
        except Unread as unread:
            raise self._not_understood(words, unread) from None
        first, *others = (_abilities(meaning) for meaning in meanings)
        if others:
            texts = tuple(" ".join(map(self._told, meaning)) for meaning in (first, others[0]))
            raise TextError("", words[0].line, words[0].column, words[0].text, (), texts)
        if has_unbound(first):
            word = next((word for word in words if word.lower in ("that", "those", "they", "their", "them")), words[0])
            raise TextError("", word.line, word.column, repr(word.text), ("something that it can mean before it",))
        faults = (self._hidden.fault(each) or fault_of_choices(each) or fault_of_gains(each) for each in first)
        reason = next(filter(None, faults), "")
        if reason:
            raise TextError("", words[0].line, words[0].column, words[0].text, reason=reason)
        unsaid = left_over(of_cost(words), first)
        if unsaid is not None:
            raise TextError("", unsaid.line, unsaid.column, repr(unsaid.text), ("a number that is said",))
        named = name_given_away(words, first, self._in_quotation)
        if named is not None:
            wanted = ("what has the ability, and not its giver by name",)
            raise TextError("", named.line, named.column, named.text, wanted)
        return first

    def _meanings(self, words: list[Word]) -> list[object]:
        """The readings of a paragraph, as it stands or else as the game says it in another way.

        Raises:
            Unread: it has none either way; the place is one of the paragraph as it stands.
        """
        try:
            meanings = self.reader.read(of_cost(words))
        except Unread:
            retold = self._retold(words)
            if retold is None:
                raise
            return retold
        is_unbound = self.vocabulary.retold is not None and all(has_unbound(_abilities(each)) for each in meanings)
        return (self._retold(words) if is_unbound else None) or meanings

    def _retold(self, words: list[Word]) -> list[object] | None:
        """The readings of a paragraph as the game says it in another way, if it does and there are any."""
        retold = self.vocabulary.retold(words) if self.vocabulary.retold is not None else None
        if retold is not None:
            with suppress(Unread):
                return self.reader.read(of_cost(retold))
        return None

    def _in_quotation(self, word: Word) -> tuple[Ability, ...]:
        return self._quotation(word.text, word.line, word.column)

    def _told(self, ability: Ability) -> str:
        """One ability of a reading, also of one that no text says."""
        try:
            return self.render(ability)
        except Unwritable as wrong:
            return f"a meaning without words ({type(wrong.record).__name__})"

    def _check_sizes(self, words: list[Word]) -> None:
        """Raise ``TextError`` where a paragraph takes too long to read, or says numbers beyond all play."""
        first = words[0]
        if len(words) > MOST_WORDS:
            what = f"a paragraph of {len(words)} words"
            raise TextError("", first.line, first.column, what, (f"{MOST_WORDS} at most",))
        large = next((word for word in words if len(word.text) >= _DIGITS and _LARGE.search(word.text)), None)
        if large is not None:
            raise TextError("", large.line, large.column, f"{large.text[:20]!r}", ("a smaller number",))

    def _not_understood(self, words: list[Word], unread: Unread) -> TextError:
        if unread.unbound >= 0:
            word = words[unread.unbound]
            return TextError("", word.line, word.column, repr(word.text), ("something that it can mean before it",))
        expected = unread.expected(MOST_EXPECTED)
        if unread.at < len(words):
            word = words[unread.at]
            return TextError("", word.line, word.column, repr(word.text), expected)
        last = words[-1]
        return TextError("", last.line, last.column + len(last.text), "the end", expected)

    def _quoted(self, token: Lexeme) -> tuple[Ability, ...]:
        assert token.line is not None
        assert token.column is not None
        return self._quotation(str(token), token.line, token.column)

    def _quotation(self, text: str, line: int, column: int) -> tuple[Ability, ...]:
        """The abilities of a quotation, at its place in the text."""
        words = split(text[1:-1], (), line, column + 1)
        if words and words[-1].text != "." and any(word.text in (":", ",") for word in words):
            try:
                return self._paragraph([*words, Word(".", words[-1].line, words[-1].column)])
            except TextError:
                pass  # a list of keywords has no full stop
        return self._paragraph(words)


def _without_meaning(card: str, part: Paragraph | TextError, plain: Paragraph | TextError) -> Paragraph | TextError:
    """A paragraph read without its italics; its fault if it means something else with them."""
    if isinstance(part, Paragraph) and isinstance(plain, Paragraph) and part.abilities != plain.abilities:
        first = plain.words[0]
        reason = "a part that is given as italics has a meaning"
        return TextError(card, first.line, first.column, first.text, reason=reason)
    return part


def has_unbound(abilities: tuple[Ability, ...]) -> bool:
    """Whether a reference or a count of abilities means nothing yet: nothing will give it a meaning."""
    return has(abilities, DoneTo, *UNBOUND)


def _abilities(meaning: object) -> tuple[Ability, ...]:
    assert isinstance(meaning, tuple)
    return meaning


def own_names(card: str) -> tuple[str, ...]:
    """The names by which a card's text calls the card: its name, and what stands before a comma of it."""
    return tuple(dict.fromkeys(name for name in (card, card.partition(",")[0]) if name))


def _check_links(
    words: list[Word], abilities: tuple[Ability, ...], card: tuple[Ability, ...], vocabulary: Vocabulary
) -> None:
    """Raise ``TextError`` where an ability speaks of what no ability of its card does (607)."""
    for ability in abilities:
        missing = unlinked(ability, card, vocabulary.types)
        missing = EXILED[vocabulary.terms["exile"]] if missing == "exiled" else missing
        if missing:
            word = next((each for each in words if missing in each.text.lower()), words[0])
            wanted = (f"something on the card by which it is {missing}",)
            raise TextError("", word.line, word.column, repr(word.text), wanted)


def _paragraphs(text: str) -> list[tuple[int, str]]:
    """The paragraphs with their first lines.

    Lines that begin with a bullet belong to the one before, and those that go on with what a spell has just said.
    """
    found: list[tuple[int, str]] = []
    for number, line in enumerate(text.split("\n"), start=1):
        if found and found[-1][1].strip() and _belongs(line, found[-1][1]):
            found[-1] = (found[-1][0], found[-1][1] + "\n" + line)
        else:
            found.append((number, line))
    return found


def _belongs(line: str, before: str) -> bool:
    """Whether a line goes on with the one before: a mode, a row of results of a roll, more of what a spell says."""
    is_row = _ROW.match(line) is not None and _ROLLS.search(before) is not None
    return is_row or line.lstrip().startswith(_MODES) or _GOES_ON.match(line) is not None


def without(text: str, left_out: tuple[int, ...]) -> str:
    """A text without the paragraphs of these numbers, from 1."""
    if not left_out:
        return text
    return "\n".join(words for number, (_, words) in enumerate(_paragraphs(text), 1) if number not in left_out)


def grammar_of(package: str) -> str:
    """The shared grammar and what a game's package adds to it."""
    shared = (text for _, text in read_folder("engine.text", "grammar", ".lark"))
    return "\n".join((*shared, *(text for _, text in read_folder(package, "language", ".lark"))))


def vocabulary_of(game: str) -> Vocabulary:
    """The vocabulary of a game, without the grammar, which takes longer to load.

    Raises:
        ModuleNotFoundError: there is no such game.
    """
    vocabulary: Vocabulary = import_module(f"{package_of(game)}.language.vocabulary").VOCABULARY
    return vocabulary


@cache
def language(game: str) -> Language:
    """The language of a game, by its name in text; words are joined by hyphens there.

    Raises:
        ModuleNotFoundError: there is no such game.
    """
    return Language(vocabulary_of(game), partial(phrases_of, game))


def phrases_of(game: str) -> Phrases:
    """The phrases of a game."""
    package = package_of(game)
    words = import_module(f"{package}.language.phrases")
    return Phrases(grammar_of(package), words.COMPILER, words.RENDERER)


def _called_less(called: list[Word], plain: list[Word]) -> Iterator[list[Word]]:
    """The words of a paragraph in which fewer of those that are the card's name mean the card: one less first."""
    if len(called) != len(plain):
        yield plain
        return
    places = [at for at, (word, meant) in enumerate(zip(called, plain, strict=True)) if word.lower != meant.lower]
    for number in range(1, len(places) + 1) if len(places) <= MOST_CALLED else (len(places),):
        for chosen in combinations(places, number):
            yield [plain[at] if at in chosen else word for at, word in enumerate(called)]
