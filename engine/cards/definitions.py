"""Cards and decks: definitions, made from TOML tables when a match first needs them.

Owns what is printed on a card and what its text means. A card table has ``name``, ``type`` ("Artifact Creature -
Myr"), ``text``, and where they apply ``cost`` ("{1}{R}"), ``power``, ``toughness``; other keys are the game's own, as
its vocabulary has them (``fields``), and stand in ``extra``. A card's text is compiled when the card is first asked
for.
"""

from __future__ import annotations

import hashlib
import json
import re
import tomllib
from collections.abc import Mapping
from dataclasses import replace
from difflib import get_close_matches
from functools import cache
from typing import Final, TypeAlias

from engine.abilities import Ability, Body, Inherited, Keyword, Mana, Ref, SpellText, Token
from engine.assets import add_texts, package_of, read_folder
from engine.cards.edition import FIRST, LATEST
from engine.cards.faces import FACES as OTHER_FACES
from engine.cards.faces import LAYOUT, OF_FACES, face_tables, layout_of, strange_faces
from engine.text.errors import TextError
from engine.text.language import language, without
from engine.text.phrases import rewrite
from engine.text.words import COST, FACES, NUMBER, OF_THE_TEXT, TEXTS, Vocabulary

Table: TypeAlias = Mapping[str, object]
Entries: TypeAlias = tuple[tuple[str, int], ...]
"""A deck: the names of its cards, and how many of each."""

_KNOWN: Final = frozenset({"name", "cost", "type", "text", "colors", *OF_THE_TEXT, *OF_FACES})
X: Final = "X"
"""A cost that is a number, left to be chosen."""
SIGN: Final = "#"
"""Before the seat in a word of an object that is for the rules alone, and that nobody is shown."""
FACEDOWN: Final = "facedown"
"""The word of an object whose card lies facedown: it is ``real``, and only its controller may look at it."""
FACEUP: Final = "faceup"
"""The word of a copy of what lies facedown: it has what that has, and hides nothing."""
MARKER: Final = "emblem"
"""The word of a marker, which is no card, no token and no permanent, and has no more than abilities."""
NO_TOKENS: Final = frozenset((FACEDOWN, FACEUP, MARKER))
"""The words of what stands among the tokens of a text and is none."""
DEFINED: Final = "where x is"
"""Words by which a text says what its X is."""
_X_COST: Final = re.compile(r"X(\+[1-9][0-9]?)?")
_SYMBOL: Final = re.compile(r"\{([^}]+)\}")
_WHOLE: Final = re.compile(r"[0-9]{1,9}")
"""A number of a symbol; what is longer or written otherwise is none, and no card is accepted with it."""
COLOR_OF: Final = {"W": "white", "U": "blue", "B": "black", "R": "red", "G": "green"}


class UnknownCard(Exception):
    """No card of this game has the name."""

    def __init__(self, game: str, name: str) -> None:
        super().__init__(f"{game} has no card {name!r}")
        self.game = game
        self.name = name


class BadCard(Exception):
    """A card table that lacks something or holds what no card has."""

    def __init__(self, name: str, reason: str) -> None:
        super().__init__(f"{name}: {reason}")
        self.name = name
        self.reason = reason


class CardDef:
    """One card as printed.

    ``types``, ``subtypes`` and ``supertypes`` are lower-case words; ``words`` is all of them with the colours and what
    the types imply ("permanent", "card"), the words that filters ask for. ``type`` and ``text`` are as shown.
    ``mana_value`` counts X as 0. ``keywords`` are the names of the keyword abilities.
    ``level`` is 0 where none is printed. ``stats`` are further numbers that texts change, ``extra`` holds the game's
    own fields. ``left_out`` are the numbers of the paragraphs of the text, from 1, that it is played without. Of a card
    with several faces ``faces`` are those beside this one, ``layout`` is how they belong together; ``turns``: in the
    arena it may turn over.
    """

    __slots__ = (
        "abilities",
        "colors",
        "cost",
        "extra",
        "faces",
        "keywords",
        "layout",
        "left_out",
        "level",
        "mana_value",
        "name",
        "power",
        "stats",
        "subtypes",
        "supertypes",
        "text",
        "toughness",
        "turns",
        "type",
        "types",
        "words",
    )

    def __init__(
        self,
        name: str,
        cost: Mana | None,
        type_line: str,
        kinds: tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]],
        words: tuple[str, ...],
        colors: tuple[str, ...],
        stats: tuple[int | None, int | None],
        text: str,
        abilities: tuple[Ability, ...],
        extra: tuple[tuple[str, object], ...],
        further: tuple[tuple[str, int], ...] = (),
        left_out: tuple[int, ...] = (),
    ) -> None:
        self.name = name
        self.cost = cost
        self.type = type_line
        self.supertypes, self.types, self.subtypes = kinds
        self.words = words
        self.colors = colors
        self.power, self.toughness = stats
        self.text = text
        self.abilities = abilities
        said = (a.ability if isinstance(a, Inherited) else a for a in abilities)
        self.keywords = tuple(dict.fromkeys(a.name for a in said if isinstance(a, Keyword)))
        self.mana_value = mana_value(cost)
        self.extra = extra
        self.stats = further
        self.left_out = left_out
        self.faces: tuple[CardDef, ...] = ()
        self.layout = ""
        self.turns = False
        level = dict(extra).get("level")
        self.level = level if isinstance(level, int) else 0


class Deck:
    """A deck that ships with the game: ``entries`` are (card name, how many)."""

    __slots__ = ("entries", "key", "name")

    def __init__(self, key: str, name: str, entries: tuple[tuple[str, int], ...]) -> None:
        self.key = key
        self.name = name
        self.entries = entries


DeckCards: TypeAlias = tuple[tuple[CardDef, int], ...]
"""A deck: its cards as printed, and how many of each."""


def parse_mana(text: str) -> Mana:
    """Mana symbols as written: "{1}{R}"."""
    return Mana(tuple(_SYMBOL.findall(text)))


def mana_value(cost: Mana | None) -> int:
    """The mana value of a cost: X is 0, a hybrid symbol its larger half."""
    return sum(_symbol_value(symbol) for symbol in cost.symbols) if cost is not None else 0


def _symbol_value(symbol: str) -> int:
    if symbol == "X":
        return 0
    numbers = [int(part) for part in symbol.split("/") if _WHOLE.fullmatch(part)]
    return max(numbers, default=1)


class Meaning:
    """The part of a card that is read out of its words: what makes a card of its table without reading them again.

    ``kinds`` are its supertypes, types and subtypes; ``words``, ``colors`` and ``abilities`` as in ``CardDef``;
    ``left_out`` the numbers of the paragraphs that were not read, ``faces`` what was read out of the other faces.
    """

    __slots__ = ("abilities", "colors", "faces", "kinds", "left_out", "words")

    def __init__(
        self,
        kinds: tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]],
        words: tuple[str, ...],
        colors: tuple[str, ...],
        abilities: tuple[Ability, ...],
        left_out: tuple[int, ...] = (),
        faces: tuple[Meaning, ...] = (),
    ) -> None:
        self.kinds = kinds
        self.words = words
        self.colors = colors
        self.abilities = abilities
        self.left_out = left_out
        self.faces = faces


def define(game: str, table: Table, left_out: tuple[int, ...] = ()) -> CardDef:
    """A card from its table, as in a card file or inline in a scenario.

    Args:
        left_out: the numbers of the paragraphs of its text, from 1, that are not read but shown.

    Raises:
        BadCard: the table lacks a name or type, has a field that cards of the game do not have, or a field has the
            wrong kind of value.
        TextError: the text, or that of a face, is not understood.
    """
    name = _string(table, "name", "?")
    for _, reason in strange_fields(game, table):
        raise BadCard(name, reason)
    return defined(game, table, _read(game, table, name, left_out))


def _read(game: str, table: Table, name: str, left_out: tuple[int, ...]) -> Meaning:
    """The meaning of a card's words; raises as ``define``."""
    text = _string(table, "text", name) if "text" in table else ""
    abilities = language(game).parse(without(text, left_out), name, *text_facts(game, table))
    faces = tuple([_read(game, face, _string(face, "name", name), ()) for face in face_tables(table)])
    return meaning_of(game, table, abilities, left_out, faces)


def meaning_of(
    game: str,
    table: Table,
    abilities: tuple[Ability, ...],
    left_out: tuple[int, ...] = (),
    faces: tuple[Meaning, ...] = (),
) -> Meaning:
    """The meaning of a card's words, of whose text the abilities are known paragraph by paragraph.

    Raises:
        BadCard: the table lacks a name or type.
        TextError: the text says what X is, and X is announced.
    """
    name, type_line = _string(table, "name", "?"), _string(table, "type", "?")
    vocabulary, cost = language(game).vocabulary, _mana_cost(table)
    kinds = type_words(vocabulary, type_line)
    whole = one_spell_text(abilities)
    if table.get("cost") == X or (cost is not None and X in cost.symbols):
        _check_announced(name, language(game).paragraphs(str(table.get("text", ""))), whole)
    said = tuple(word for a in whole if isinstance(a, Keyword) for word in vocabulary.implied.get(a.name, ()))
    colors = () if said and said == _colorless(vocabulary) else _colors(table, cost)
    words = words_of(vocabulary, kinds, (*(colors or _colorless(vocabulary)), *_element(table), *said), "card")
    return Meaning(kinds, words, colors, whole, left_out, faces)


def defined(game: str, table: Table, meaning: Meaning) -> CardDef:
    """A card from its table, whose words have been read, with its faces.

    Raises:
        BadCard: the table lacks a name or type, or a field has the wrong kind of value.
        ValueError: not as many faces have been read as the table has.
    """
    faces = zip(face_tables(table), meaning.faces, strict=True)
    others = tuple([_face(game, face, read) for face, read in faces])
    own = _face(game, table, meaning)
    layout = layout_of(language(game).vocabulary.layouts, table)
    if layout is None:
        return own
    own.faces = others
    for face in (own, *others):
        face.layout = str(table[LAYOUT])
        face.turns = layout.turns
        if layout.keeps_value:
            face.mana_value = own.mana_value
    return own


def blank_face(game: str, definition: CardDef) -> CardDef | None:
    """The face of a card that says nothing, if its layout has one."""
    layout = language(game).vocabulary.layouts.get(definition.layout)
    if layout is None or not layout.blank:
        return None
    table: Table = {"name": definition.name, "type": definition.type, "colors": []}
    blank = _face(game, table, meaning_of(game, table, ()))
    blank.layout = definition.layout
    return blank


def _face(game: str, table: Table, meaning: Meaning) -> CardDef:
    """One face of a card by itself."""
    name = _string(table, "name", "?")
    vocabulary = language(game).vocabulary
    printed, text = table.get("cost"), table.get("text", "")
    extra = tuple(
        (key, _frozen(value))
        for key, value in table.items()
        if key not in (*_KNOWN, *vocabulary.stats, *vocabulary.further)
    )
    if isinstance(printed, int) or printed == X:
        extra = (*extra, ("cost", printed))
    stats = (_number(table, vocabulary.stats[0], name), _number(table, vocabulary.stats[1], name))
    numbers = ((key, _number(table, key, name)) for key in vocabulary.further)
    further = tuple((key, number) for key, number in numbers if number is not None)
    return CardDef(
        name,
        _mana_cost(table),
        _string(table, "type", name),
        meaning.kinds,
        meaning.words,
        meaning.colors,
        stats,
        str(text).strip("\n"),
        meaning.abilities,
        extra,
        further,
        meaning.left_out,
    )


def _mana_cost(table: Table) -> Mana | None:
    printed = table.get("cost")
    return parse_mana(printed) if isinstance(printed, str) and printed != X else None


def text_facts(game: str, table: Table) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
    """The facts by which a card's text is read: its italics, and the names and types that it may speak of."""
    italics, mentions = (_texts(table, key) for key in OF_THE_TEXT)
    return italics, mentions, (*mentions, *type_words(language(game).vocabulary, str(table.get("type", "")))[2])


def _texts(table: Table, key: str) -> tuple[str, ...]:
    given = table.get(key)
    return tuple(map(str, given)) if isinstance(given, list) else ()


def _check_announced(name: str, paragraphs: list[tuple[int, str]], abilities: tuple[Ability, ...]) -> None:
    """A spell has one X (107.3i): that of its cost is announced, so its text does not say what it is.

    Raises:
        TextError: it does.
    """
    is_spell = any(isinstance(ability, SpellText) for ability in abilities)
    lines = ((first + below, line) for first, text in paragraphs for below, line in enumerate(text.split("\n")))
    for number, line in lines:
        at = line.lower().find(DEFINED)
        if is_spell and at >= 0:
            raise TextError(name, number, at + 1, DEFINED, reason="X is announced with the cost of the card")


def strange_fields(game: str, table: Table) -> list[tuple[str, str]]:
    """The keys of a table that cards of the game do not have, or that hold what they cannot, each with the reason."""
    fields = language(game).vocabulary.fields
    strange = []
    for key, value in table.items():
        if key not in fields:
            near = get_close_matches(key.lower(), fields, 1)
            meant = f"; did you mean {near[0]!r}?" if near else f"; they have {', '.join(fields)}"
            strange.append((key, f"cards of this game have no {key!r}{meant}"))
        elif not _is_held(fields[key], value):
            strange.append((key, f"{key} is no {fields[key]}"))
        elif fields[key] == FACES:
            strange += [fault for face in face_tables(table) for fault in strange_fields(game, face)]
    wrong = strange_faces(language(game).vocabulary, table)
    return strange if strange or not wrong else [(OTHER_FACES, wrong)]


def _is_held(kind: str, value: object) -> bool:
    """Whether a field of this kind may hold the value."""
    is_number = isinstance(value, int) and not isinstance(value, bool)
    if kind == TEXTS:
        return isinstance(value, list) and all(isinstance(each, str) for each in value)
    if kind == FACES:
        return isinstance(value, list) and all(isinstance(each, dict) for each in value)
    if kind == COST:
        return is_number or (isinstance(value, str) and _X_COST.fullmatch(value) is not None)
    return is_number if kind == NUMBER else isinstance(value, str)


def token_definition(game: str, token: Token) -> CardDef:
    """The definition of a token that a text makes, or of the back of a card that a text puts into play facedown.

    A card that lies facedown is no token, and has none of the numbers that are printed on its face.
    """
    kinds: tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]] = ((), token.types, ())
    colors = tuple(word for word in token.types if word in COLOR_OF.values())
    vocabulary = language(game).vocabulary
    is_token = NO_TOKENS.isdisjoint(token.types)
    also = ("card",) if FACEDOWN in token.types else ("token",) if is_token else ()
    words = words_of(vocabulary, kinds, colors or _colorless(vocabulary), *also)
    abilities = (*(Keyword(word) for word in token.keywords), *token.abilities)
    shown = (word.title() for word in token.types if word not in (*colors, FACEUP))
    type_line = " ".join(("Token", *shown) if is_token else shown)
    size = tuple(n if isinstance(n, int) else 0 for n in (token.power, token.toughness))
    further = tuple((name, 0) for name in vocabulary.further) if not is_token else ()
    return CardDef(
        token.name, None, type_line, kinds, words, colors, (size[0], size[1]), "", abilities, token.printed, further
    )


def copied_form(form: Token) -> Token:
    """The print of a copy of what lies facedown in this form; the copy is face up."""
    return replace(form, types=tuple(FACEUP if word == FACEDOWN else word for word in form.types))


def facedown_form(words: tuple[str, ...]) -> Token:
    """The back of a card that lies facedown in play, which has these words and no numbers."""
    return Token(words[-1].title() if words else "", (FACEDOWN, *words))


def type_words(vocabulary: Vocabulary, type_line: str) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
    """Supertypes, types and subtypes of a type line, in lower case."""
    front, _, back = type_line.replace("—", "-").partition(" - ")
    words = _joined(vocabulary, front.lower()).split()
    supertypes = tuple(word for word in words if word in vocabulary.supertypes)
    return supertypes, tuple(word for word in words if word not in supertypes), tuple(back.lower().split())


def _joined(vocabulary: Vocabulary, front: str) -> str:
    """The words of a type line; a type of two words is one, with a hyphen."""
    for word in vocabulary.types:
        spaced = word.replace("-", " ")
        if spaced != word and spaced in front:
            front = front.replace(spaced, word)
    return front


def words_of(
    vocabulary: Vocabulary, kinds: tuple[tuple[str, ...], ...], further: tuple[str, ...], *also: str
) -> tuple[str, ...]:
    """The words by which filters know a card."""
    own = [word for kind in kinds for word in kind]
    implied = [word for kind in own for word in vocabulary.implied.get(kind, ())]
    return tuple(dict.fromkeys((*own, *further, *implied, *also)))


def _colors(table: Table, cost: Mana | None) -> tuple[str, ...]:
    given = table.get("colors")
    if isinstance(given, list):
        return tuple(str(color) for color in given)
    symbols = "".join(cost.symbols) if cost is not None else ""
    return tuple(color for symbol, color in COLOR_OF.items() if symbol in symbols)


def _colorless(vocabulary: Vocabulary) -> tuple[str, ...]:
    """The word for having no colour, in a game that has one."""
    return ("colorless",) if "colorless" in vocabulary.colors else ()


def _element(table: Table) -> tuple[str, ...]:
    given = table.get("element")
    return tuple(given.lower().replace("+", " ").split()) if isinstance(given, str) else ()


def _frozen(value: object) -> object:
    return tuple(_frozen(part) for part in value) if isinstance(value, list) else value


def _string(table: Table, key: str, name: str) -> str:
    value = table.get(key)
    if not isinstance(value, str):
        raise BadCard(name, f"{key} is no text")
    return value


def _number(table: Table, key: str, name: str) -> int | None:
    value = table.get(key)
    if value is None or isinstance(value, int):
        return value
    raise BadCard(name, f"{key} is no number")


def one_spell_text(abilities: tuple[Ability, ...]) -> tuple[Ability, ...]:
    """The paragraphs of what a spell does as one text, in the place of the first."""
    spells = [a for a in abilities if isinstance(a, SpellText)]
    if len(spells) < 2:
        return abilities
    body = Body()
    modes = None
    for spell in spells:
        shift = len(body.targets)

        def later(part: object, shift: int = shift) -> object:
            return Ref("target", part.index + shift) if isinstance(part, Ref) and part.kind == "target" else part

        moved = rewrite(spell.body, later)
        body = Body(body.effects + moved.effects, body.targets + moved.targets)
        modes = modes or spell.modes
    whole = SpellText(body, modes)
    first = abilities.index(spells[0])
    return tuple(
        whole if n == first else a for n, a in enumerate(abilities) if n == first or not isinstance(a, SpellText)
    )


def read_tables(game: str, edition: int = LATEST) -> dict[str, Table]:
    """The tables of all cards of a game in an edition, by name; a card may stand twice if it is the same.

    Raises:
        BadCard: two have one name.
    """
    found: dict[str, Table] = {}
    for file, text in read_folder(package_of(game), "cards", ".toml"):
        for written in tomllib.loads(text).get("card", ()):
            table = as_of(edition, written)
            name = _string(table, "name", file)
            if found.get(name, table) != table:
                raise BadCard(name, f"printed twice, again in {file}")
            found[name] = table
    return found


def as_of(edition: int, written: Table) -> Table:
    """A card as an edition has it: ``formerly`` holds the fields that were others in the first one."""
    table = {key: value for key, value in written.items() if key != "formerly"}
    return {**table, **written.get("formerly", {})} if edition == FIRST else table  # type: ignore[dict-item]  # a table


@cache
def _tables(game: str, edition: int) -> dict[str, Table]:
    return read_tables(game, edition)


class Compiler:
    """Makes the cards that ship, or were added, of their tables; another one may remember those it has made."""

    def card(self, game: str, table: Table) -> CardDef:
        """A card of its table; raises as ``define``."""
        return define(game, table)

    def finish(self, game: str) -> None:
        """Several cards of a game have been made, and no more for now."""


_COMPILERS: Final[list[Compiler]] = [Compiler()]
"""The last one makes the cards."""


def compile_by(compiler: Compiler) -> None:
    """Have the cards that nobody has asked for yet made by another compiler."""
    _COMPILERS[-1] = compiler


def abilities_of(game: str, text: str) -> tuple[Ability, ...]:
    """The abilities of a keyword, written out in the words of a card: "this" for the card that has it.

    Raises:
        TextError: the text is not understood.
    """
    return _COMPILERS[-1].card(game, {"name": "", "type": "", "text": text}).abilities


def finish_cards(game: str) -> None:
    """Tell the compiler that no more cards of a game are needed for now."""
    _COMPILERS[-1].finish(game)


def card(game: str, name: str, edition: int = LATEST) -> CardDef:
    """A card by its name, as an edition has it.

    Raises:
        UnknownCard: no card has the name.
    """
    return _card(game, name, edition)


@cache
def _card(game: str, name: str, edition: int) -> CardDef:
    """Each card once, however its edition is given."""
    return _COMPILERS[-1].card(game, card_table(game, name, edition))


def card_table(game: str, name: str, edition: int = LATEST) -> Table:
    """The table of a card in its file; not to be changed.

    Raises:
        UnknownCard: no card has the name.
    """
    table = _tables(game, edition).get(name)
    if table is None:
        raise UnknownCard(game, name)
    return table


@cache
def card_set(game: str) -> str:
    """A name for all that is printed on the cards of a game: where it is the same, so are they."""
    tables = sorted(_tables(game, LATEST).items())
    return hashlib.blake2b(json.dumps(tables, sort_keys=True).encode(), digest_size=6).hexdigest()


def is_card(game: str, name: str) -> bool:
    """Whether a card has the name."""
    return name in _tables(game, LATEST)


def card_names(game: str, edition: int = LATEST) -> tuple[str, ...]:
    """The names of all cards of a game, in the order of its files."""
    return tuple(_tables(game, edition))


def load_cards(game: str) -> dict[str, CardDef]:
    """All cards of a game by name, compiled: of those that are not kept the first takes a second, for the grammar."""
    found = {name: card(game, name) for name in _tables(game, LATEST)}
    finish_cards(game)
    return found


def add_decks(game: str, files: tuple[tuple[str, str], ...]) -> None:
    """Take (key, text) of further decks in, before those of the game are read."""
    add_texts(package_of(game), "decks", files)


@cache
def load_decks(game: str) -> dict[str, Deck]:
    """The decks that ship with a game, by key."""
    found: dict[str, Deck] = {}
    for key, text in read_folder(package_of(game), "decks", ".toml"):
        table = tomllib.loads(text)
        found[key] = Deck(
            key, _string(table, "name", key), tuple((str(name), int(count)) for name, count in table["cards"].items())
        )
    return found
