"""The words of a text that carry meaning, in a form in which a text and its rendering can be held side by side.

Every word carries meaning but those of ``EMPTY``. Forms of one word are one word: numbers and their names, verbs and
nouns in the singular and plural. Different words for one thing, by the rules of English or of the game whatever the
card, are made one by the functions here; single words and phrases that mean the same stand in the lists of synonyms
(``synonyms/*.toml`` and ``language/synonyms.toml`` of the games).

- An object that was spoken of is "it", "them", "that creature" or the card's name. All of these are ``OBJECT``, which
  is not counted: how often a text says "it" is a matter of style. The binding decides which object is meant.
- All of a kind are "each creature", "all creatures" or "creatures": the noun in the plural, ``creature*``.
- A number that is worked out is "for each creature", "equal to the number of creatures" or "X, where X is the number
  of creatures": ``=`` and the noun in the plural.
- A command is given to "you", whether that is said or not. The third person ("draws") keeps its form, as somebody
  else does it.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING, Final, TypeAlias

from engine.assets import package_of, read_folder, read_table
from engine.text.language import language
from engine.text.ways_of_saying import in_one_way, with_sizes
from engine.text.words import NUMBERS, SELF_WORD, split

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from engine.text.words import Word

Words: TypeAlias = tuple[str, ...]

OBJECT: Final = "it"
ATTACHED: Final = "attached"
"""The thing that the card is attached to, which counts once in a paragraph."""
SAID_ONCE: Final = (ATTACHED, "class", "bonu", "exile", "destroy", "deal", "ready")
"""Words that a paragraph says once for several things or sentences, and its rendering again for each."""
LOST: Final = "this's "
"""Before a zone: no card has one, so a reference was lost."""
EMPTY: Final = frozenset(
    (
        *("a", "an", "the"),  # articles: one of a kind is the singular
        *("be", "been"),  # the copula, whose forms are the number of its subject
        *("to", "of", "in", "into", "on", "onto", "from", "with", "under", "by", "at"),  # the zone or player says it
        *("and", "then", "also", "again"),  # sentences in order
        "than",  # the comparative before it says it
        *("'", "'s", ".", ",", ":", ";", "—", "-", "•", "[", "]", "(", ")", '"'),
        OBJECT,
    )
)
"""Words without meaning of their own, and the punctuation."""
COMMANDS: Final = frozenset(
    (
        *("add", "attach", "choose", "copy", "create", "destroy", "discard", "draw", "exile", "gain", "get", "lose"),
        *("look", "mill", "move", "proliferate", "remove", "return", "reveal", "sacrifice", "scry", "search"),
        *("shuffle", "skip", "surveil", "take", "tap", "untap", "win", "banish", "recover", "summon", "heal"),
        *("prevent", "deal", "put", "investigate", "exhaust", "counter", "rest", "wake", "materialize"),
    )
)
"""Verbs that "you" may stand before, or nobody."""
ARTICLES: Final = ("a", "an", "the")
FORMS: Final = {
    **dict.fromkeys(("is", "are", "was", "were", "being"), "be"),
    **dict.fromkeys(("isn't", "aren't", "wasn't", "weren't"), "not"),
    **dict.fromkeys(("don't", "doesn't", "didn't"), "don't"),
    "cannot": "can't",
    **dict.fromkeys(("has", "had"), "have"),
    **dict.fromkeys(("does", "did"), "do"),
    "dealt": "deal",
    **dict.fromkeys(("entered", "entering"), "enter"),
    **dict.fromkeys(("dies", "died", "dying"), "die"),
    **dict.fromkeys(("them", "they", "he", "she", "him", "its", "their", "his", "her", SELF_WORD), OBJECT),
    **dict.fromkeys(("it's", "they're", "he's", "she's"), OBJECT),
    "this": "this",
    "themselves": "themself",
    **dict.fromkeys(("your", "you've", "you're"), "you"),
    "all": "each",
    "whenever": "when",
    "→": "->",
    **{word: word for word in ("plus", "less", "unless", "minus", "status", "as", "us", "always")},
}
"""Forms of irregular words, and words that are not what their ending makes them look like."""
_UNIT: Final = {
    "x/x": "1/1",
    "{x}": "{1}",
    "+x/+x": "+1/+1",
    "-x/-x": "-1/-1",
    "+x/+0": "+1/+0",
    "-x/-0": "-1/-0",
    "+0/+x": "+0/+1",
    "-0/-x": "-0/-1",
    "+x": "+1",
    "-x": "-1",
    "x": "",
}
_X_IS: Final = ("x", "be")
_COUNTED: Final = frozenset(("damage", "threat", "life", "mana"))
_OF_VALUE: Final = (
    ("where", "x", "be", "equal", "to"),
    ("where", "x", "be"),
    ("x", "be"),
    ("equal", "to"),
    ("for", "each"),
)
_THAT_MANY: Final = ("that", "many")
_THAT_MUCH: Final = ("that", "much")
_MASSES: Final = ("life", "damage")
"""Nouns of masses, which come after "much"."""
_ANY_NUMBER: Final = ("any", "number", "of")
_ANY: Final = "any number"
_ONE_VALUE: Final = (("=", "number", "of"), ("=", "amount", "of"))
_THIS: Final = frozenset(
    ("turn", "way", "ability", "combat", "phase", "game", "effect", "activation", "attack", "round")
)
"""The words before which "this" does not mean the card."""
_JOINS: Final = frozenset(("and", "or", "and/or", ","))
_UNCOUNTED: Final = frozenset(("card", "spell", "ability", "token", "source", "activation", "materialization"))
"""Kinds whose plural alone says nothing: "spells cost" and "a spell costs"."""
_DONE_TO_ONE: Final = frozenset({"ready"})
"""Words for a state of things that tell, behind a single thing, what is done with something else."""
_FIELDS: Final = (("on", "battlefield"), ("on", "field"), ("in", "play"), ("from", "play"))
"""The zone of objects, which a noun means where no zone is said (109.2)."""
_ATTACHED: Final = frozenset(("enchanted", "equipped", "fortified", "linked", "attached"))
_COUNTS: Final = ("target", "another", "each", "other", "all", *map(str, range(21)))
_BEFORE_KINDS: Final = frozenset(("other", "attacking", "blocking", "tapped", "untapped", "element"))
"""Words that stand before a noun of a kind in any game: "fire element allies"."""
_BEGINS: Final = frozenset((".", ":", ",", ";", "then", "and", "or", "instead", '"', "->", "•", "—"))
"""The words and marks before the verb of a command."""
_ORDINALS: Final = ("first", "second", "third", "fourth")
KEYWORDS: Final = ("KEYWORD", "KEYWORD_COST", "KEYWORD_NUMBER")
_TITLES: Final = frozenset(("NAME", "QUOTED"))
_DASHES: Final = ("—", "-")


def _restricted(words: Sequence[Word]) -> int:
    """The place behind what stands in brackets before an ability."""
    begin = 0
    while begin < len(words) and words[begin].text == "[":
        begin = next((at + 1 for at in range(begin, len(words)) if words[at].text == "]"), len(words))
    return begin


class MeaningWords:
    """The words of meaning of one game's texts.

    Args:
        game: its name in text.
        without: a synonym that is not to be used.
    """

    _named: frozenset[str] = frozenset()
    """The subtypes in the text at hand, of a game where any word may be one."""

    def __init__(self, game: str, without: Synonym | None = None) -> None:
        self._language = language(game)
        self._vocabulary = self._language.vocabulary
        self._given_up = self._language.reader.words_of("GIVEN_UP")
        self._zones = self._language.reader.words_of("ZONE")
        self._selves = self._language.reader.words_of("SELF_NOUN")
        self._numbers = frozenset(self._language.reader.words_of("STAT"))
        keywords = [phrase for terminal in KEYWORDS for phrase in self._language.reader.words_of(terminal)]
        self._keywords = frozenset(tuple(map(self._form, phrase.split(" "))) for phrase in keywords)
        left_out = None if without is None else (without.said, without.means)
        entries = [entry for entry in synonyms(game) if (entry.said, entry.means) != left_out]
        found = [(self._forms(split(entry.said)), self._forms(split(entry.means))) for entry in entries]
        self._synonyms = sorted(found, key=lambda pair: -len(pair[0]))

    def count(self, words: Sequence[Word]) -> Counter[str]:
        """The words of meaning of one paragraph, and how many of each."""
        forms = self._with_values(self._with_synonyms(self._forms(self._untitled(words))))
        return Counter(form for form in forms if form not in EMPTY)

    def unnamed(self, words: Sequence[Word]) -> list[str]:
        """The words in lower case, with "this" for what the card calls itself: "this creature", its name."""
        found: list[str] = []
        for word in words:
            if word.text == SELF_WORD:
                found.append("this")
            elif not (found and found[-1] == "this" and word.lower in self._selves):
                found.append(word.lower)
        return found

    def counted(self, text: str, card: str) -> Counter[str]:
        """The words of meaning of a text with the name of its card, paragraph by paragraph."""
        found: Counter[str] = Counter()
        for row in text.split("\n"):
            found += self.count(split(row, (card,) if card else ()))
        return found

    def forms(self, phrase: str) -> Words:
        """The words of a phrase in their forms, with those that say nothing."""
        return self._forms(split(phrase))

    def _untitled(self, words: Sequence[Word]) -> Sequence[Word]:
        """The words without an ability word or a title before the dash, which say nothing (207.2c); line by line."""
        below = next((at for at in range(1, len(words)) if words[at].line != words[at - 1].line), 0)
        if below:
            return [*self._untitled(words[:below]), *self._untitled(words[below:])]
        reader = self._language.reader
        begin = _restricted(words)
        for name, length in reader.terminals(list(words), begin) if words[begin:] else ():
            if name == "ABILITY_WORD":
                return [*words[:begin], *words[begin + length :]]
        dash = next((at for at, word in enumerate(words) if word.text in _DASHES), -1)
        if 0 < dash < len(words) - 1 and any(name in _TITLES for name, _ in reader.terminals(list(words), 0)):
            return words[dash + 1 :]
        return words

    # --- forms ---

    def _forms(self, words: Sequence[Word]) -> Words:
        """The words in their forms, one after the other."""
        self._named = frozenset() if self._vocabulary.subtypes else _capitals(words) - self._numbers
        forms = in_one_way(self._as_plurals(tuple(self._unquoted(words))), self._is_kind, self._narrows)
        return with_sizes(self._as_objects(forms), self._keywords)

    def _unquoted(self, words: Sequence[Word]) -> Iterator[str]:
        """The words in lower case, those of quotations too."""
        for word in words:
            if len(word.text) > 1 and word.text[0] == '"':
                yield '"'
                yield from self._unquoted(self._untitled(split(word.text[1:-1])))
                yield '"'
            else:
                yield word.lower

    def _form(self, word: str) -> str:
        word = word.strip("[]") or word
        if word[:1] == "(" and word[1:-1].isdigit():
            word = word[1:-1]
        word = word.replace("non-", "non")
        word = word.replace("-", " ") if word.replace("-", "").isalpha() else word
        if word in NUMBERS:
            return str(NUMBERS.index(word))
        return FORMS.get(word) or self._vocabulary.singular(word)

    def _is_kind(self, form: str) -> bool:
        """Whether it is what an object, a card or a player may be."""
        vocabulary, word = self._vocabulary, form.rstrip("*")
        known = word in vocabulary.types or word in vocabulary.generic or word in vocabulary.subtypes
        return known or word in self._named

    def _narrows(self, word: str) -> bool:
        """Whether it stands before a noun of a kind."""
        vocabulary = self._vocabulary
        known = word in vocabulary.colors or word in vocabulary.supertypes or word in vocabulary.states
        return known or word.startswith("non") or word in _BEFORE_KINDS

    def _as_plurals(self, words: Words) -> Words:
        """All of a kind as the plural of the noun, which is marked."""
        forms: list[str] = []
        for at, (word, after) in enumerate(zip(words, (*words, "")[1:], strict=True)):
            form = self._form(word)
            if word == "this" and after in _THIS and after not in self._selves:
                form = "this now"
            if word == "the" and self._is_spoken_of(words[at + 1 : at + 3]):
                form = "that"
            if word in (SELF_WORD, "this") and after == "'s" and (*words, "", "")[at + 2] in self._zones:
                form = f"{LOST}{(*words, '', '')[at + 2]}"
            is_many = form != word and self._is_kind(form) and word not in FORMS and form not in _UNCOUNTED
            is_many = is_many and "no" not in forms[-2:] and forms[-2:] != ["attached", "to"]
            forms.append(form + "*" if is_many else form)
        for at, form in enumerate(forms):
            if form == "each" and not (at and forms[at - 1] == "for") and self._mark(forms, at + 1):
                forms[at] = ""
                if at and forms[at - 1] == "and":
                    forms[at - 1] = ""  # something else, and no choice among kinds
        return tuple(form for form in forms if form and form not in ARTICLES)

    def _is_spoken_of(self, after: Words) -> bool:
        """Whether "the" stands before what was spoken of: a token, a player, or one of which something is said."""
        kind = self._form(after[0]) if after else ""
        ends = after[1:] == ("'s",) or (bool(self._vocabulary.subtypes) and after[1:] in ((".",), ("at",)))
        return kind in ("token", "player") or (self._is_kind(kind) and ends)

    def _mark(self, forms: list[str], at: int) -> bool:
        """Mark the nouns of kinds that begin at ``at``; whether there are any."""
        end = at
        while (
            end < len(forms)
            and forms[end : end + 2] != ["other", "than"]
            and (
                self._narrows(forms[end])
                or self._is_kind(forms[end])
                or forms[end] in _JOINS
                or (end == at and self._is_before_kind(forms, at))
            )
        ):
            end += 1
        heads = [n for n in range(at, end) if self._is_kind(forms[n]) and (n + 1 == end or forms[n + 1] in _JOINS)]
        for n in heads:
            forms[n] = forms[n].rstrip("*") + "*"
        return bool(heads)

    def _is_before_kind(self, forms: list[str], at: int) -> bool:
        """Whether a word is a subtype, in a game where any word may be one: it stands before a kind."""
        return not self._vocabulary.subtypes and at + 1 < len(forms) and self._is_kind(forms[at + 1])

    def _as_objects(self, forms: Words) -> Words:
        """The things that were spoken of, and the card itself, as ``OBJECT``; a choice among kinds as "or"."""
        found: list[str] = []
        at = 0
        while at < len(forms):
            form, after = forms[at], forms[at + 1] if at + 1 < len(forms) else ""
            before = found[-1] if found else ""
            width = 1
            if form in ("that", "those", "this") and self._is_kind(after) and (form, after[-1:]) != ("this", "*"):
                form, width = OBJECT, 2
                width += self._kinds_at(forms, at + width)
                while forms[at + width : at + width + 1] == ("or",) and self._is_kind((*forms, "", "")[at + width + 1]):
                    width += 2
            elif form in self._given_up and self._is_kind(after) and "*" not in after and before not in _COUNTS:
                form, width = OBJECT, 2  # the cost was spoken of
            elif form in _ORDINALS and after == "target":
                form, width = OBJECT, 2
            elif form in _ATTACHED and self._is_kind(after) and "*" not in after and self._is_plain(before):
                form, width = ATTACHED, 2 + self._kinds_at(forms, at + 2)
            elif form == "of" and forms[at + 1 : at + 3] == (OBJECT, "choice"):
                form, width = OBJECT, 3  # who does it chooses
            elif form == "this now":
                form, width = f"this {after}", 2
            elif (
                (form, after) in _FIELDS
                and self._is_kind(before)
                and (before.rstrip("*") not in _UNCOUNTED or after == "play")
            ):
                form, width = "", 2  # that is where objects are (109.2)
            elif form == "this":
                form = OBJECT
            elif form == "you" and after in COMMANDS and (not at or forms[at - 1] in _BEGINS):
                form = ""
            elif form == "and" and after == "ready" and not self._is_kind((*forms, "")[min(at + 2, len(forms))]):
                form = ""  # a deed, though the verb is a state as well: "and ready them"
            elif form == "and/or" or (form == "and" and self._joins(found[-2] if before == "," else before, after)):
                form = "or"
            elif form == "additional" and (_is_amount(after, *forms[at + 2 : at + 3]) or _is_token(forms[at + 1 :])):
                form = ""
            if form:
                found.append(form)
            at += width
        return tuple(found)

    def _kinds_at(self, forms: Words, at: int) -> int:
        """The number of kinds in a row from ``at`` on: the noun may have several words, as "side scheme" has."""
        return next((n for n, form in enumerate(forms[at:]) if form[-1:] == "*" or not self._is_kind(form)), 0)

    def _is_plain(self, before: str) -> bool:
        """Whether no word stands before it that makes it a noun of its own."""
        return before not in ("target", "another", "each", "other", *(str(n) for n in range(21)))

    def _joins(self, before: str, after: str) -> bool:
        """Whether an "and" is between two kinds."""
        colors = self._vocabulary.colors
        if (before in colors and after in colors) or (after in _DONE_TO_ONE and before[-1:] != "*"):
            return False
        return all(self._is_kind(word or "-") or self._narrows(word or "-") for word in (before, after))

    # --- synonyms and values ---

    def _with_synonyms(self, forms: Words) -> Words:
        there = set(forms)
        for said, means in self._synonyms:
            if there.issuperset(said):
                forms = _replaced(forms, said, means)
                there.update(means)
        return forms

    def _with_values(self, forms: Words) -> Words:
        """The sentences, with numbers that are worked out in one form."""
        if _has(forms, _X_IS):
            forms = tuple(form for at, form in enumerate(forms) if form != "x" or forms[at : at + 2] == _X_IS)
        found: list[str] = []
        sentence: list[str] = []
        for form in (*forms, "."):
            sentence.append(form)
            if form in (".", ":", '"'):
                found += self._with_value(tuple(sentence))
                sentence = []
        return tuple(found)

    def _with_value(self, sentence: Words) -> Words:
        sentence = tuple(
            form for form, after in zip(sentence, (*sentence, "")[1:], strict=True) if not _is_unit(form, after)
        )
        if not any(_has(sentence, part) for part in _OF_VALUE):
            return sentence
        for part in _OF_VALUE:
            sentence = _replaced(sentence, part, ("=",))
        for part in _ONE_VALUE:
            sentence = _replaced(sentence, part, ("=",))
        sentence = _replaced(_what_was_done(sentence), _ANY_NUMBER, (_ANY,))
        sentence = _replaced(_replaced(sentence, ("number", "of"), ()), (_ANY,), _ANY_NUMBER)
        found = [_UNIT.get(form, form) for form in sentence]
        for at, form in enumerate(found):
            if form == "1" and found[at + 1] == "card":
                found[at] = ""
            if form == "=":
                self._mark(found, at + 1)
        return tuple(form for form in found if form)


class Synonym:
    """Two phrases that mean the same, and a text that shows a difference without it."""

    __slots__ = ("means", "said", "text")

    def __init__(self, said: str, means: str, text: str) -> None:
        self.said = said
        self.means = means
        self.text = text


@cache
def synonyms(game: str) -> tuple[Synonym, ...]:
    """The synonyms in the texts of a game: its own first, then those of all games."""
    own = read_folder(package_of(game), "language", ".toml")
    return (*(entry for _, text in own for entry in _entries(text)), *shared_synonyms())


@cache
def shared_synonyms() -> tuple[Synonym, ...]:
    """The synonyms in the texts of all games."""
    return tuple(entry for _, text in read_folder("engine.text", "synonyms", ".toml") for entry in _entries(text))


def _entries(text: str) -> list[Synonym]:
    return [Synonym(each["said"], each["means"], each["text"]) for each in read_table(text)["same"]]


def _capitals(words: Sequence[Word]) -> frozenset[str]:
    """The words with a capital that does not begin a sentence."""
    found = {
        word.lower
        for before, word in pairwise(words)
        if word.text[0].isupper() and before.text.isalpha() and before.text != "On"  # "On Enter" names no kind
    }
    for first, joint, second in zip(words, words[1:], words[2:], strict=False):
        if first.text[0].isupper() and joint.text in _JOINS and second.text[0].isupper():
            found.add(first.lower)  # a list that begins a sentence
    return frozenset(found)


def _is_amount(after: str, behind: str = "") -> bool:
    """Whether "additional" stands before an amount of what is done in any case: it says no more than that."""
    is_kind_of_counter = behind.rstrip("*") == "counter"
    return after in ("card", "damage", "threat") or after[:1] == "{" or after[:1].isdigit() or is_kind_of_counter


def _is_token(after: Words) -> bool:
    """Whether "additional" stands before a token of some name, which is as much of what is made in any case."""
    return any(form.rstrip("*") == "token" for form in after[:4])


def _is_unit(form: str, after: str) -> bool:
    """Whether a number says no more than the article: "1 life", where another text counts it for each of something."""
    return form == "1" and after in _COUNTED


def _what_was_done(sentence: Words) -> Words:
    """The number of things that something was just done to, as "that many" of them or "that much"."""
    for at, form in enumerate(sentence):
        if form == "=" and sentence[at + 1 : at + 3] == ("that", "damage"):
            return (*sentence[:at], *_THAT_MUCH, *sentence[at + 3 :])
        end = at + 2
        while sentence[end : end + 1] == ("or",):
            end += 2
        if form == "=" and sentence[end + 1 : end + 2] == ("this way",):
            counted = sentence[at - 1] if at else sentence[-2:][0]  # where it stands first, the sentence ends with it
            amount = _THAT_MUCH if counted in _MASSES else _THAT_MANY
            return (*sentence[:at], *amount, *sentence[end + 2 :])
    return sentence


def _has(forms: Words, part: Words) -> bool:
    return any(forms[at : at + len(part)] == part for at in range(len(forms)))


def _replaced(forms: Words, said: Words, means: Words) -> Words:
    found: list[str] = []
    at = 0
    while at < len(forms):
        if said and forms[at : at + len(said)] == said:
            found += means
            at += len(said)
        else:
            found.append(forms[at])
            at += 1
    return tuple(found)
