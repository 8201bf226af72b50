"""Reads words by a grammar: the LR states that Lark finds, with every meaning of a word and every action followed.

English is not LR(1): a comma may go on with a list or with the sentence, and a word may be two terminals. So the table
keeps the actions that a plain parser would have to drop, and the reader follows all of them side by side; nearly always
one survives the next word. As all are followed, a rule may be reduced before whatever can follow it anywhere (SLR);
exact lookaheads would tell no more, and take most of the time that a grammar takes to load. If several meanings survive
to the end, that is an ambiguity, which the caller reports. A callback raises ``Reject`` to end a reading that the
grammar allows and the language does not.

A table is worked out once for each grammar and kept between processes as plain data (``engine.cache``).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Sequence
from functools import partial
from itertools import islice
from typing import Final

from lark import Token

from engine.text.callbacks import Callback, callbacks_of
from engine.text.errors import Reject, Unbound, Unread
from engine.text.parse_table import table_of
from engine.text.words import Word, split

MOST_READINGS: Final = 512
"""Readings followed side by side; more means a grammar that does not decide anything."""
END: Final = "$END"
CARD_NAME: Final = "CARD_NAME"
"""The terminal of a card's name, which is looked up: its pattern in a grammar fits nothing."""
_PLAIN: Final = re.compile(r"(?:\\.|[^\\()\[\]*+?.^$|])+(?:\|(?:\\.|[^\\()\[\]*+?.^$|])+)*")


class _Stack:
    """A parse stack as a linked list, so that readings share what they have in common."""

    __slots__ = ("below", "state", "value")

    def __init__(self, state: int, value: object, below: _Stack | None) -> None:
        self.state = state
        self.value = value
        self.below = below


class _Node:
    """A word after others of phrases: the terminals of those that end with it, and the words that may come next.

    Each terminal has its place among those that begin with the same word, and its length.
    """

    __slots__ = ("after", "terminals")

    def __init__(self) -> None:
        self.after: dict[str, _Node] = {}
        self.terminals: list[tuple[int, tuple[str, int]]] = []


class Reader:
    """A grammar, ready to read."""

    def __init__(
        self,
        grammar: str,
        callbacks: object,
        knows: Callable[[str, str], bool] = lambda _terminal, _text: True,
        names: Callable[[list[Word], int], list[tuple[int, str]]] = lambda _words, _at: [],
    ) -> None:
        """Take a grammar.

        Args:
            grammar: as Lark reads it.
            callbacks: has those of its rules as methods.
            knows: whether a word that fits a pattern (terminal, word) is meant by it.
            names: the names of cards that begin at a word, each with its length in words: terminals ``CARD_NAME``.
        """
        self._table = table_of(grammar)
        self.follow(callbacks_of(self._table.rules, callbacks))
        (self._whole,) = self._table.actions[self._table.start]["start"]
        self._knows = knows
        self._names = names
        self._phrases: dict[str, list[tuple[tuple[str, ...], str]]] = {}
        self._said: dict[str, _Node] = {}
        self._patterns: list[tuple[str, re.Pattern[str]]] = []
        self._in_capitals: set[str] = set()
        self._all = (frozenset((CARD_NAME, *(name for name, _, _ in self._table.terminals))),)
        examples = {terminal[0]: self._add(*terminal) for terminal in self._table.terminals}
        self._examples = sorted(examples.items(), key=lambda each: (len(each[1]), each[1]))

    def _add(self, name: str, source: str, is_text: bool) -> str:
        """Take up one terminal: phrases go into a dictionary by first word, patterns into a list.

        Returns:
            The word that stands for the terminal where a text lacks it.
        """
        if is_text:
            phrases = [source]
        else:
            body = source[3:-1] if source.startswith("(?:") and source.endswith(")") else source
            if not _PLAIN.fullmatch(body):
                self._patterns.append((name, re.compile(source)))
                return name.lower().replace("_", " ").strip()
            phrases = [re.sub(r"\\(.)", r"\1", part) for part in body.split("|")]
        for phrase in phrases:
            self._in_capitals.update(word.lower for word in split(phrase) if len(word.text) > 1 and word.text.isupper())
            words = tuple(word.lower for word in split(phrase))
            alike = self._phrases.setdefault(words[0], [])
            self._node_of(words).terminals.append((len(alike), (name, len(words))))
            alike.append((words, name))
        return repr(min(phrases, key=len))

    def _node_of(self, words: tuple[str, ...]) -> _Node:
        """The place of a phrase among all phrases."""
        after = self._said
        for word in words[:-1]:
            after = after.setdefault(word, _Node()).after
        return after.setdefault(words[-1], _Node())

    def follow(self, callbacks: list[Callback]) -> None:
        """Have these called for the rules of the grammar."""
        self._callbacks = callbacks
        rules = zip(self._table.rules, callbacks, strict=True)
        self._rules = [(len(rule.expansion), str(rule.origin.name), callback) for rule, callback in rules]
        self._rules.reverse()  # so an action is the place of its rule, counted from the end

    def words_of(self, terminal: str) -> tuple[str, ...]:
        """The phrases that a terminal stands for, in lower case; none where it is a pattern."""
        found = (words for phrases in self._phrases.values() for words, name in phrases if name == terminal)
        return tuple(sorted(" ".join(words) for words in found))

    def knows_word(self, word: str) -> bool:
        """Whether a phrase of the grammar begins with this word, in lower case."""
        return word in self._phrases

    def terminals(
        self, words: list[Word], at: int, rows: Sequence[Collection[str]] | None = None
    ) -> list[tuple[str, int]]:
        """Every terminal that may start at word ``at``, with its length in words; those in one of ``rows``, if given.

        An open class (a pattern) takes a word only if the grammar does not know it as itself; one of words in capitals
        alone takes those that the grammar knows in small letters.
        """
        rows = self._all if rows is None else rows
        found = self._phrases_at(words, at)
        if not found or _is_taken(CARD_NAME, rows):
            found += [(CARD_NAME, length) for length, _ in self._names(words, at)]
        text = words[at].text
        if not found:
            return [
                (name, 1)
                for name, pattern in self._patterns
                if _is_taken(name, rows) and pattern.fullmatch(text) and self._knows(name, text)
            ]
        if len(rows) == 1:
            (row,) = rows
            found = [each for each in found if each[0] in row]
        else:
            found = [each for each in found if _is_taken(each[0], rows)]
        if len(text) > 1 and text.isupper() and words[at].lower not in self._in_capitals:
            small = text.capitalize()
            found += [
                (name, 1)
                for name, of in self._patterns
                if _is_taken(name, rows) and of.fullmatch(text) and not of.fullmatch(small)
            ]
        return found

    def _phrases_at(self, words: list[Word], at: int) -> list[tuple[str, int]]:
        """The terminals whose phrases start at word ``at``, in the order of the grammar, with their lengths."""
        node = self._said.get(words[at].lower)
        if node is None:
            return []
        known, after = node.terminals, node.after
        for word in islice(words, at + 1, None) if after else ():
            node = after.get(word.lower)
            if node is None:
                break
            known = known + node.terminals
            after = node.after
        return [terminal for _, terminal in sorted(known)]

    def read(self, words: list[Word]) -> list[object]:
        """Every different meaning of ``words``.

        Raises:
            Unread: there is none.
        """
        fronts: list[list[_Stack]] = [[] for _ in range(len(words) + 1)]
        unbound: list[int] = []
        fronts[0].append(_Stack(self._table.start, None, None))
        furthest, ahead = 0, 1
        for at, word in enumerate(words):
            stacks = fronts[at]
            if not stacks:
                continue
            furthest = at
            ahead -= len(stacks)
            rows = [self._table.actions[stack.state] for stack in stacks]
            for name, length in self.terminals(words, at, rows):
                into = fronts[at + length]
                ahead -= len(into)
                token = _lexeme(name, self._text(name, words, at, length), at, word)
                self._step(stacks, token, into, unbound)
                ahead += len(into)
            if ahead > MOST_READINGS:
                raise Unread(at, lambda _most: ("fewer readings",))
        ends: list[_Stack] = []
        if fronts[-1]:
            furthest = len(words)
            self._step(fronts[-1], Token(END, ""), ends, unbound)
        meanings: list[object] = []
        for end in ends:
            if end.value not in meanings:
                meanings.append(end.value)
        if not meanings:
            last = unbound[-1] if unbound and furthest == len(words) else -1
            raise Unread(furthest, partial(self._expected, fronts[furthest]), last)
        return meanings

    def _text(self, terminal: str, words: list[Word], at: int, length: int) -> str:
        """The words of a terminal; of a card's name, how the card writes it."""
        if terminal == CARD_NAME:
            return next(name for size, name in self._names(words, at) if size == length)
        if length == 1:
            return words[at].text
        return " ".join([word.text for word in words[at : at + length]])

    def _step(
        self,
        stacks: Iterable[_Stack],
        token: Token,
        into: list[_Stack],
        unbound: list[int],
        known: dict[tuple[int, int], _Stack | None] | None = None,
    ) -> None:
        """Take ``token`` in every reading; equal ones become one. ``unbound`` are the pronouns that ended one.

        ``known`` keeps what became of a reading by a rule, for those who try one word after the other in its place.
        """
        waiting = [(stack, False) for stack in stacks]
        actions, rules, terminal = self._table.actions, self._rules, token.type
        while waiting:
            stack, is_sure = waiting.pop()
            found = actions[stack.state].get(terminal, ())
            is_sure = is_sure and len(found) == 1
            for action in found:
                if action >= 0:
                    if into:
                        _merge(_Stack(action, token, stack), into)
                    else:
                        into.append(_Stack(action, token, stack))
                    continue
                length, origin, callback = rules[action]
                at = stack
                while length:
                    at = at.below  # type: ignore[assignment]  # the table tells how many there are
                    length -= 1
                following = actions[at.state].get(origin)
                if following is None or not (is_sure or self._leads_on(at, following[0], terminal)):
                    continue
                if known is None:
                    reduced = _reduced(following[0], callback, stack, at, unbound)
                else:
                    key = (id(stack), action)
                    if key not in known:
                        known[key] = _reduced(following[0], callback, stack, at, unbound)
                    reduced = known[key]
                if reduced is None:
                    continue
                if reduced.state == self._whole:
                    into.append(reduced)
                elif not waiting or not _is_among(reduced, waiting):
                    waiting.append((reduced, True))

    def _leads_on(
        self, below: _Stack, state: int, terminal: str, known: dict[tuple[_Stack, int], bool] | None = None
    ) -> bool:
        """Whether a reading in this state gets past ``terminal``, as far as the states tell."""
        actions, rules, whole, at = self._table.actions, self._rules, self._whole, below
        while state != whole:
            found = actions[state].get(terminal)
            if not found:
                return False
            action = found[0]
            if action >= 0:
                return True
            if len(found) > 1:
                known = {} if known is None else known
                if (at, state) not in known:
                    known[at, state] = False
                    known[at, state] = any(self._leads_by(action, at, terminal, known) for action in found)
                return known[at, state]
            length, origin, _ = rules[action]
            if not length:
                return True  # it is asked again behind it
            while length > 1:
                at = at.below  # type: ignore[assignment]  # the table tells how many there are
                length -= 1
            following = actions[at.state].get(origin)
            if following is None:
                return False
            state = following[0]
        return terminal == END

    def _leads_by(self, action: int, at: _Stack, terminal: str, known: dict[tuple[_Stack, int], bool]) -> bool:
        """Whether a reading gets past ``terminal`` by one of several actions."""
        if action >= 0:
            return True
        length, origin, _ = self._rules[action]
        if not length:
            return True
        for _ in range(length - 1):
            at = at.below  # type: ignore[assignment]  # the table tells how many there are
        following = self._table.actions[at.state].get(origin)
        return following is not None and self._leads_on(at, following[0], terminal, known)

    def _expected(self, stacks: Iterable[_Stack], most: int) -> tuple[str, ...]:
        """The words, ``most`` of them, that some reading could take next; the shortest first."""
        names = {name for stack in stacks for name in self._table.actions[stack.state]}
        found: list[str] = []
        known: dict[tuple[int, int], _Stack | None] = {}
        for name, word in self._examples:
            if name in names and word not in found and self._could_take(stacks, name, known):
                found.append(word)
                if len(found) == most:
                    break
        return tuple(found)

    def _could_take(self, stacks: Iterable[_Stack], name: str, known: dict[tuple[int, int], _Stack | None]) -> bool:
        taken: list[_Stack] = []
        leading = [stack for stack in stacks if stack.below is None or self._leads_on(stack.below, stack.state, name)]
        if leading:
            self._step(leading, Token(name, ""), taken, [], known)
        return bool(taken)


def _lexeme(terminal: str, text: str, at: int, word: Word) -> Token:
    """A terminal of a text; ``Token`` itself would look for the old names of what it is given, each time."""
    lexeme = str.__new__(Token, text)
    lexeme.type = terminal
    lexeme.value = text
    lexeme.start_pos = at
    lexeme.line = word.line
    lexeme.column = word.column
    return lexeme


def _is_taken(terminal: str, rows: Sequence[Collection[str]]) -> bool:
    """Whether one of some states goes on with a terminal."""
    for row in rows:  # noqa: SIM110  # it is asked of each word several times, and a generator takes twice as long
        if terminal in row:
            return True
    return False


def _reduced(state: int, callback: Callback, stack: _Stack, below: _Stack, unbound: list[int]) -> _Stack | None:
    """The stack with the value that its values above ``below`` make together; ``None`` if they make none."""
    values: list[object] = []
    if stack.below is below:
        values.append(stack.value)
    elif stack is not below:
        at = stack
        while at is not below:
            values.append(at.value)
            at = at.below  # type: ignore[assignment]  # it is below
        values.reverse()
    try:
        return _Stack(state, callback(values), below)
    except Unbound as pronoun:
        unbound.append(pronoun.at)
    except Reject:
        pass
    return None


def _is_among(new: _Stack, waiting: list[tuple[_Stack, bool]]) -> bool:
    """Whether an equal reading is waiting already."""
    for old, _ in waiting:  # noqa: SIM110  # it is asked after most rules, and a generator takes twice as long
        if new.state == old.state and new.below is old.below and new.value == old.value:
            return True
    return False


def _merge(new: _Stack, into: list[_Stack]) -> None:
    """Add a reading unless an equal one stands already at the same place."""
    for old in into:
        if old.state == new.state and old.value == new.value and _same_below(old.below, new.below):
            return
    into.append(new)


def _same_below(left: _Stack | None, right: _Stack | None) -> bool:
    """Whether two stacks mean the same, down to where they are one."""
    while left is not right:
        if left is None or right is None or left.state != right.state or left.value != right.value:
            return False
        left, right = left.below, right.below
    return True
