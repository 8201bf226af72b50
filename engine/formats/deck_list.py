"""Deck lists as people write and paste them: text -> a deck, its sideboard, and what is wrong with them, by the line.

::

    // anything behind two slashes or a # is a comment
    Mono Red                    words before the first card are the title
    4 Lightning Bolt            also: 4x Lightning Bolt, Lightning Bolt x4, Lightning Bolt (one of it)
    20 Mountain (M10) 242       what printings are called is passed over (``deck_lines``)
    Sideboard                   also: Sideboard (15), // Sideboard, [Sideboard], Sideboard:
    2 Skullcrack                also, anywhere: SB: 2 Skullcrack

Headings above cards are each game's own (``Rules.deck_headings``) and kinds of card ("Creatures (24)"), which say
nothing. If no line begins a sideboard, it is the last block of lines behind a whole deck. Letters large or small,
accents and kinds of apostrophe do not matter.
"""

from __future__ import annotations

import re
import unicodedata
from difflib import get_close_matches
from functools import lru_cache
from string import whitespace
from typing import TYPE_CHECKING, Final

from engine.cards.faces import named_face
from engine.cards.faults import MAIN, NO_SIDEBOARD, SIDEBOARD, Fault, no_such_card
from engine.cards.pool import shipped
from engine.formats.deck_lines import ASIDE_MARKS, FACTS, TITLES, entry_of, fact_of, spellings
from engine.games import profiles_of, rules_of
from engine.match.brought_cards import BroughtCard
from engine.match.header import faults_of, pool_for, side_deck
from engine.text.language import language, vocabulary_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.cards.definitions import CardDef, Entries
    from engine.cards.pool import Pool
    from engine.match.header import Header
    from engine.rules import Rules
    from engine.text.words import Vocabulary

MOST_LINES: Final = 1000
MOST_SOUGHT: Final = 12
"""Unknown names of one list for which it is looked what may have been meant; each takes milliseconds."""
MOST_NEAR: Final = 3
MOST_POOLS: Final = 16
"""Of which the names are kept as they are compared."""
LIKENESS: Final = 0.6
LIKELY: Final = 0.85
"""Of a line without a number: so near it is no title, but a card that is misspelt."""
MOST_LETTERS: Final = 200
"""Of a line that names a card: what looks for its parts takes longer than in proportion to it."""
NAME_LENGTH: Final = 64
"""Of a name that nobody knows so much is told."""
BOUNDARY: Final = ("deck", "cards", "mainboard", "main", "maindeck", "decklist", "commander", "commanders")
"""Headings of the deck itself, whatever the game, in one word."""
BESIDE: Final = {"sideboard": SIDEBOARD, "side": SIDEBOARD}
"""Headings of a sideboard, in games that have one."""
ELSEWHERE: Final = dict.fromkeys(("maybeboard", "maybe", "considering", "tokens", "token", "companion", "metadata"), "")
"""Headings of lines that are not of the deck; a companion stands among the sideboard, too."""
NOT_READ: Final = "not understood; a line has a number and the name of a card"
ASIDE: Final = frozenset(("and", "&", "other", "cards", "card", "spells", "permanents", "nonbasic", "non-basic"))
"""Words that may stand in a heading beside kinds of card."""

_BEFORE: Final = f"[#/=*-{whitespace}"
_BEHIND_IT: Final = f"]=*-{whitespace}"
"""Characters that may stand around a heading."""
_NO_WORDS: Final = re.compile(r"[\[\]()=:]")
_QUOTES: Final = str.maketrans({"\u2018": "'", "\u2019": "'", "\u2013": "-", "\u2014": "-", "\u00e6": "ae"})


class DeckList:
    """The content of a list.

    ``deck`` and ``beside`` are (card name, how many) in the order of the list, each name once; ``faults`` what keeps
    them from being played, in the order of their lines, those of no line first.
    """

    __slots__ = ("beside", "deck", "faults", "title")

    def __init__(self, title: str, deck: Entries, beside: Entries, faults: tuple[Fault, ...]) -> None:
        self.title = title
        self.deck = deck
        self.beside = beside
        self.faults = faults


class _Line:
    """A line that names a card; ``part`` is "" before any heading of a part."""

    __slots__ = ("block", "count", "name", "number", "part")

    def __init__(self, number: int, count: int, name: str, part: str, block: int) -> None:
        self.number = number
        self.count = count
        self.name = name
        self.part = part
        self.block = block


class _Reading:
    """A list as far as it is read; ``is_begun`` once a line has said how many there are of a card."""

    __slots__ = (
        "block",
        "faults",
        "is_about",
        "is_begun",
        "is_elsewhere",
        "lines",
        "part",
        "pool",
        "rules",
        "title",
        "unknown",
        "words",
    )

    def __init__(self, pool: Pool) -> None:
        self.pool = pool
        self.rules = default_rules(pool.game)
        self.words = language(pool.game).vocabulary
        self.lines: list[_Line] = []
        self.faults: list[Fault] = []
        self.title = ""
        self.part = ""
        self.block = 0
        self.is_about = False
        self.is_begun = False
        self.is_elsewhere = False
        self.unknown = 0

    def take(self, number: int, text: str) -> None:
        """Read one line of the list."""
        part = part_of(text, self.rules.deck_headings)
        if not text:
            self.block, self.is_about = self.block + 1, False
        elif part is not None:
            self.part, self.is_elsewhere = part, False
        elif part_of(text, BESIDE):  # of a game that has none
            self.is_elsewhere = True
            self.faults.append(Fault("", NO_SIDEBOARD, heading(text)[:NAME_LENGTH], "unread_line", number))
        elif part_of(text, ELSEWHERE) is not None:
            self.is_elsewhere = True
        elif text.lower() == "about":
            self.is_about = True
        elif self.is_about:
            self.title = text.partition(" ")[2] or text
        elif not text.startswith(ASIDE_MARKS) and not self.is_elsewhere:
            self._take_card(number, text)

    def _take_card(self, number: int, text: str) -> None:
        if len(text) > MOST_LETTERS:
            self._misread(number, text)
            return
        fact = fact_of(text, self._is_kind)
        entry = entry_of(text if fact is None else fact[1])
        name = known_name(self.pool, entry.name) if fact is None or fact[0] not in FACTS else None
        if name is not None:
            part = SIDEBOARD if entry.is_beside else self.part
            self.lines.append(_Line(number, entry.number, name, part, self.block))
        elif fact is not None:
            self.title = self.title or (fact[1] if fact[0] in TITLES else "")
        elif entry.is_counted:
            self._miss(number, entry.name)
        elif not self._is_kind(entry.name):
            self._take_words(number, entry.name)
        self.is_begun |= entry.is_counted and fact is None

    def _take_words(self, number: int, words: str) -> None:
        """A line of words that no card has: before all cards a title, and a name that is misspelt if one is so near."""
        near = near_names(self.pool, words, LIKELY)
        if near:
            self.faults.append(no_such_card(words[:NAME_LENGTH], near).at(number))
            self.unknown += 1
        elif self.is_begun and not heading_counted(words):
            self._misread(number, words)
        elif not heading_counted(words):
            self.title = self.title or words

    def _is_kind(self, line: str) -> bool:
        return is_kind(self.words, line)

    def _misread(self, number: int, text: str) -> None:
        self.faults.append(Fault("", NOT_READ, text[:NAME_LENGTH], "unread_line", number))

    def _miss(self, number: int, name: str) -> None:
        self.unknown += 1
        near = near_names(self.pool, name) if self.unknown <= MOST_SOUGHT else ()
        self.faults.append(no_such_card(name[:NAME_LENGTH], near).at(number))


def read_deck_list(pool: Pool, text: str) -> DeckList:
    """A deck of cards of a pool, as somebody wrote it."""
    reading = _Reading(pool)
    rows = text.removeprefix("\ufeff").splitlines()
    for number, row in enumerate(rows[:MOST_LINES], 1):
        reading.take(number, row.strip())
    if len(rows) > MOST_LINES:
        reading.faults.append(Fault("", f"more than {MOST_LINES} lines", code="unread_line", line=MOST_LINES + 1))
    _set_aside(reading)
    deck = reading.rules.told_apart(pool, _merged(line for line in reading.lines if line.part != SIDEBOARD))
    beside = _merged(line for line in reading.lines if line.part == SIDEBOARD)
    faults = [*reading.faults, *_misplaced(reading)]
    whole = reading.unknown == 0  # else how many cards there are says nothing
    faults += [_placed(fault, reading.lines) for fault in check_deck(pool, deck, beside) if whole or fault.card]
    return DeckList(reading.title, deck, beside, tuple(sorted(faults, key=_line)))


def check_deck(pool: Pool, deck: Entries, beside: Entries = ()) -> tuple[Fault, ...]:
    """The faults of a deck of cards of a pool and its sideboard; none if a match may be played with them."""
    unknown = [name for name, _ in (*deck, *beside) if not pool.has(name)]
    if unknown:
        sought = {name: near_names(pool, name) for name in unknown[:MOST_SOUGHT]}
        return tuple(no_such_card(name[:NAME_LENGTH], sought.get(name, ())) for name in unknown)
    return faults_of(default_rules(pool.game), pool, deck, beside)


def write_deck_list(pool: Pool, deck: Entries, beside: Entries = ()) -> str:
    """A deck as a list that reads as the same."""
    rules = default_rules(pool.game)
    parts: dict[str, list[str]] = {}
    for name, count in deck:
        parts.setdefault(rules.deck_part(pool.card(name)), []).append(f"{count} {name}")
    if beside:
        parts[SIDEBOARD] = [f"{count} {name}" for name, count in beside]
    if list(parts) == [MAIN]:
        return "\n".join((*parts[MAIN], ""))
    return "\n\n".join("\n".join((part.capitalize(), *lines)) for part, lines in parts.items()) + "\n"


def near_names(pool: Pool, name: str, likeness: float = LIKENESS) -> tuple[str, ...]:
    """Names of cards that may have been meant, the likeliest first."""
    wanted, known = folded(name[:NAME_LENGTH]), _folded(pool)
    is_part = len(wanted) > 2 and likeness <= LIKENESS
    within = sorted((each for each in known if is_part and wanted in each), key=len)
    close = get_close_matches(wanted, known, MOST_NEAR, likeness)
    return tuple(known[each] for each in dict.fromkeys((*within, *close)))[:MOST_NEAR]


def known_name(pool: Pool, written: str) -> str | None:
    """The name of the card that a line means, without what printings are called; ``None`` if there is none."""
    known = _folded(pool)
    return next((known[name] for name in map(folded, spellings(written)) if name in known), None)


def names_sought(pool: Pool, text: str) -> tuple[str, ...]:
    """The names that a list may mean and that no card of a pool has: those to be looked for elsewhere."""
    rows = [row.strip() for row in text.removeprefix("\ufeff").splitlines()[:MOST_LINES]]
    found: dict[str, None] = {}
    words = language(pool.game).vocabulary
    for row in rows:
        if not row or len(row) > MOST_LETTERS or row.startswith(ASIDE_MARKS):
            continue
        fact = fact_of(row, lambda name: is_kind(words, name))
        if fact is not None and fact[0] in FACTS:
            continue
        written = entry_of(row if fact is None else fact[1]).name
        if known_name(pool, written) is None:
            found.update(dict.fromkeys(spellings(written)))
    return tuple(found)


def folded(name: str) -> str:
    """A name as it is compared: small letters without accents, one kind of apostrophe, single spaces."""
    plain = unicodedata.normalize("NFKD", name.casefold().translate(_QUOTES))
    return " ".join("".join(letter for letter in plain if not unicodedata.combining(letter)).split())


@lru_cache(maxsize=MOST_POOLS)
def _folded(pool: Pool) -> dict[str, str]:
    """The names of all cards by how they are compared; a card that ships wins over a brought one of its name."""
    names = (*pool.brought, *shipped(pool.game, pool.edition).names(), *pool.inline)
    return {folded(name): name for name in names}


def companions(game: str, definition: CardDef) -> tuple[str, tuple[str, ...]]:
    """The cards that come into a match with a card: its other face, "" for none, and the cards of these sets."""
    extra, vocabulary = dict(definition.extra), vocabulary_of(game)
    own = extra.get("set")
    ends = [end for kind, after in vocabulary.sets.items() if own and kind in definition.words for end in after]
    lists = (extra.get(field, ()) for field in vocabulary.listed)
    listed = [str(name) for names in lists if isinstance(names, tuple) for name in names]
    return named_face(definition), (*(f"{own}{end}" for end in ends), *listed)


def sets_asked(game: str, scenario: str) -> tuple[str, ...]:
    """The sets whose cards come into a match because of its scenario; their cards may name further ones."""
    asked = vocabulary_of(game).sets_asked
    return () if asked is None or not scenario else asked(scenario)


def cards_played(header: Header) -> tuple[str, ...]:
    """The brought cards of the decks of a match and what comes with them, as its header has them.

    A card that only a sideboard has comes too, for the games that follow; it is none of them, and nobody is told of it.
    """
    cards = {card.name: card for card in map(BroughtCard.from_json, header.cards)}
    pool = pool_for(header)
    named = [name for deck in (*header.decks, side_deck(header)) for name, _ in deck]
    played: set[str] = set()
    while named:
        name = named.pop()
        if name in played or name not in cards:
            continue
        played.add(name)
        face, sets = companions(header.game, pool.card(name))
        named += [face, *(other for other, card in cards.items() if card.table.get("set") in sets)]
    return tuple(text for name, text in zip(cards, header.cards, strict=True) if name in played)


def default_rules(game: str) -> Rules:
    """The rulebook that says what a deck must be."""
    return rules_of(game, profiles_of(game)[0])


def part_of(line: str, headings: dict[str, str]) -> str | None:
    """The part of the deck that a heading begins; ``None`` if the line is no such heading."""
    word = folded(heading(line)).replace(" ", "")
    if word in BOUNDARY:
        return MAIN
    return headings.get(word) or headings.get(word.removesuffix("deck").removesuffix("board"))


def heading(line: str) -> str:
    """The words of a heading, without what stands around them and how many cards follow; "" if the line is none."""
    words = line.rstrip(_BEHIND_IT).removesuffix(":").rstrip()
    if words.endswith(")"):
        words, _, count = words[:-1].rpartition("(")
        if not count.strip().isdecimal():
            return ""
    words = words.rstrip(_BEHIND_IT).lstrip(_BEFORE)
    return "" if len(words) > MOST_LETTERS or _NO_WORDS.search(words) else words


def heading_counted(line: str) -> bool:
    """Whether a line is a heading of whatever kind with how many cards follow it: "Removal (4)"."""
    return line.rstrip(":").endswith(")") and bool(heading(line))


def is_kind(words: Vocabulary, line: str) -> bool:
    """Whether a line is a heading that names kinds of card alone."""
    said = re.split(r"[\s,/]+", folded(heading(line)))
    kinds = words.types | words.supertypes | words.subtypes | words.colors | words.generic
    return any(said) and all(word in ASIDE or word in kinds or words.singular(word) in kinds for word in said)


def _set_aside(reading: _Reading) -> None:
    """Take the last block behind a whole deck as the sideboard, if no line begins one."""
    lines, rules = reading.lines, reading.rules
    if SIDEBOARD not in rules.deck_headings.values() or any(line.part for line in lines):
        return
    last = max((line.block for line in lines), default=0)
    deck = _merged(line for line in lines if line.block < last)
    beside = _merged(line for line in lines if line.block == last)
    if deck and not any(not fault.card for fault in faults_of(rules, reading.pool, deck, beside)):
        for line in lines:
            line.part = SIDEBOARD if line.block == last else MAIN


def _merged(lines: Iterator[_Line]) -> Entries:
    counts: dict[str, int] = {}
    for line in lines:
        counts[line.name] = counts.get(line.name, 0) + line.count
    return tuple(counts.items())


def _misplaced(reading: _Reading) -> list[Fault]:
    """Cards under the heading of a part that they are not of."""
    found = []
    for line in reading.lines:
        own = reading.rules.deck_part(reading.pool.card(line.name))
        if line.part not in ("", SIDEBOARD, own):
            found.append(Fault("", f"this card is of the {own} deck", line.name, line=line.number))
    return found


def _placed(fault: Fault, lines: list[_Line]) -> Fault:
    """A fault at the last line that names its card."""
    numbers = [line.number for line in lines if line.name == fault.card] if fault.card else []
    return fault.at(numbers[-1]) if numbers else fault


def _line(fault: Fault) -> int:
    return fault.line
