"""Reads words by a grammar: the LR states that Lark finds, with every meaning of a word and every action followed.

English is not LR(1): a comma may go on with a list or with the sentence, and a word may be two terminals. So the table
keeps the actions that a plain parser would have to drop, and the reader follows all of them side by side; nearly always
one survives the next word. As all are followed, a rule may be reduced before whatever can follow it anywhere (SLR);
exact lookaheads would tell no more, and take most of the time that a grammar takes to load. If several meanings survive
to the end, that is an ambiguity, which the caller reports. A callback raises ``Reject`` to end a reading that the
grammar allows and the language does not.

Tables are kept between processes in the user's cache folder (``$XDG_CACHE_HOME/stackloop`` or ``~/.cache/stackloop``),
a file for each grammar, about 2 MB; whoever may write there may change what cards do. If it cannot be written, every
process makes its own.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from hashlib import sha256
from typing import Any, Final, Self, TypeAlias

from lark import Lark, Token, Transformer, Tree
from lark.common import LexerConf, ParserConf
from lark.grammar import Rule
from lark.lexer import Lexer, LexerState, TerminalDef
from lark.parsers.lalr_analysis import LALR_Analyzer
from lark.utils import Serialize
from platformdirs import user_cache_path

from engine.text.words import Word, split

MOST_READINGS: Final = 512
"""Readings followed side by side; more means a grammar that does not decide anything."""
END: Final = "$END"
CARD_NAME: Final = "CARD_NAME"
"""The terminal of a card's name, which is looked up: its pattern in a grammar fits nothing."""
FORMAT: Final = 1
"""Of a table as it is kept between processes."""
_PLAIN: Final = re.compile(r"(?:\\.|[^\\()\[\]*+?.^$|])+(?:\|(?:\\.|[^\\()\[\]*+?.^$|])+)*")


Callbacks: TypeAlias = Mapping[Rule, Callable[[list[object]], object]]


class Reject(Exception):
    """This reading is not one: raised by callbacks."""


class Unbound(Reject):
    """The pronoun at word ``at`` means nothing that the text has spoken of."""

    def __init__(self, at: int) -> None:
        super().__init__(at)
        self.at = at


class Unread(Exception):
    """No reading gets past the word at index ``at``; ``expected`` are the terminals that would have.

    ``unbound`` is the index of a pronoun that was all that was wrong with a reading, -1 if there was none.
    """

    def __init__(self, at: int, expected: frozenset[str], unbound: int = -1) -> None:
        super().__init__(at, expected, unbound)
        self.at = at
        self.expected = expected
        self.unbound = unbound


class _Table(Serialize):
    """The parse table with all its actions, made in place of Lark's own parser.

    ``actions`` is per state: symbol -> the states to shift to and the rules to reduce by, these as ``-1 - n`` for
    ``rules[n]``.
    """

    def __init__(self, parser_conf: ParserConf, debug: bool = False, strict: bool = False) -> None:
        analysis = LALR_Analyzer(parser_conf, debug=debug, strict=strict)
        analysis.compute_lr0_states()
        number = {state: n for n, state in enumerate(analysis.lr0_itemsets)}
        self.rules: list[Rule] = parser_conf.rules
        number_of = {rule: n for n, rule in enumerate(self.rules)}
        self.actions: list[dict[str, tuple[int, ...]]] = []
        for state in number:
            actions: dict[str, tuple[int, ...]] = {
                symbol.name: (number[following],) for symbol, following in state.transitions.items()
            }
            complete = {item.rule for item in state.closure if item.is_satisfied}
            for rule in sorted(complete, key=lambda rule: (rule.origin.name, rule.order, len(rule.expansion))):
                for symbol in analysis.FOLLOW[rule.origin]:
                    actions[symbol.name] = (*actions.get(symbol.name, ()), -1 - number_of[rule])
            self.actions.append(actions)
        (start,) = analysis.lr0_start_states.values()
        self.start = number[start]
        self.callbacks: Callbacks = parser_conf.callbacks  # type: ignore[assignment]  # Lark calls its keys str

    def serialize(self, memo: object = None) -> dict[str, object]:
        """The data that Lark keeps in its cache."""
        rules = [rule.serialize(memo) for rule in self.rules]
        return {"start": self.start, "rules": rules, "actions": self.actions}

    @classmethod
    def deserialize(  # type: ignore[override]  # Lark gives more to parsers than to others
        cls, data: dict[str, Any], memo: dict[int, Any], callbacks: Callbacks, debug: bool = False
    ) -> Self:
        """The table as it was kept."""
        table = cls.__new__(cls)
        table.start, table.actions = data["start"], data["actions"]
        table.rules = [Rule.deserialize(rule, memo) for rule in data["rules"]]
        table.callbacks = callbacks
        return table


def _kept(grammar: str) -> str | bool:
    """The file in the user's cache folder that keeps a grammar's table; False where there can be none."""
    folder = user_cache_path("stackloop")
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError:
        return False
    return str(folder / f"grammar-{FORMAT}-{sha256(grammar.encode()).hexdigest()[:32]}")


class _NoLexer(Lexer):
    """Lark wants a lexer; ours works on words and needs the parser's state."""

    def __init__(self, lexer_conf: LexerConf) -> None:
        """Nothing to keep: the reader takes the terminals from the grammar."""

    def lex(self, lexer_state: LexerState, parser_state: object) -> Iterator[Token]:
        """Nothing, for nobody: the reader does not let Lark parse."""
        return iter(())


class _Stack:
    """A parse stack as a linked list, so that readings share what they have in common."""

    __slots__ = ("below", "state", "value")

    def __init__(self, state: int, value: object, below: _Stack | None) -> None:
        self.state = state
        self.value = value
        self.below = below


class Reader:
    """A grammar, ready to read."""

    def __init__(
        self,
        grammar: str,
        transformer: Transformer[Token, object],
        knows: Callable[[str, str], bool] = lambda _terminal, _text: True,
        names: Callable[[list[Word], int], list[tuple[int, str]]] = lambda _words, _at: [],
    ) -> None:
        """Take a grammar.

        Args:
            grammar: as Lark reads it.
            transformer: the callbacks of its rules.
            knows: whether a word that fits a pattern (terminal, word) is meant by it.
            names: the names of cards that begin at a word, each with its length in words: terminals ``CARD_NAME``.
        """
        lark = Lark(
            grammar,
            start="start",
            parser="lalr",
            lexer=_NoLexer,
            transformer=transformer,
            maybe_placeholders=False,
            cache=_kept(grammar),
            _plugins={"LALR_Parser": _Table},
        )
        table = lark.parser.parser
        assert isinstance(table, _Table)
        self._table = table
        self._knows = knows
        self._names = names
        self._phrases: dict[str, list[tuple[tuple[str, ...], str]]] = {}
        self._patterns: list[tuple[str, re.Pattern[str]]] = []
        self.examples: dict[str, str] = {}
        for terminal in lark.terminals:
            self._add(terminal)

    def _add(self, terminal: TerminalDef) -> None:
        """Take up one terminal: phrases go into a dictionary by first word, patterns into a list."""
        source = terminal.pattern.value
        if type(terminal.pattern).__name__ == "PatternStr":
            phrases = [source]
        else:
            body = source[3:-1] if source.startswith("(?:") and source.endswith(")") else source
            if not _PLAIN.fullmatch(body):
                self._patterns.append((terminal.name, re.compile(source)))
                self.examples[terminal.name] = terminal.name.lower().replace("_", " ").strip()
                return
            phrases = [re.sub(r"\\(.)", r"\1", part) for part in body.split("|")]
        self.examples[terminal.name] = repr(min(phrases, key=len))
        for phrase in phrases:
            words = tuple(word.lower for word in split(phrase))
            self._phrases.setdefault(words[0], []).append((words, terminal.name))

    def words_of(self, terminal: str) -> tuple[str, ...]:
        """The phrases that a terminal stands for, in lower case; none where it is a pattern."""
        found = (words for phrases in self._phrases.values() for words, name in phrases if name == terminal)
        return tuple(sorted(" ".join(words) for words in found))

    def knows_word(self, word: str) -> bool:
        """Whether a phrase of the grammar begins with this word, in lower case."""
        return word in self._phrases

    def terminals(self, words: list[Word], at: int) -> list[tuple[str, int]]:
        """Every terminal that may start at word ``at``, with its length in words.

        An open class (a pattern) takes a word only if the grammar does not know it as itself.
        """
        found: list[tuple[str, int]] = []
        for phrase, name in self._phrases.get(words[at].lower, ()):
            if len(phrase) == 1 or tuple(w.lower for w in words[at : at + len(phrase)]) == phrase:
                found.append((name, len(phrase)))
        found += [(CARD_NAME, length) for length, _ in self._names(words, at)]
        if not found:
            text = words[at].text
            found += [
                (name, 1) for name, pattern in self._patterns if pattern.fullmatch(text) and self._knows(name, text)
            ]
        return found

    def read(self, words: list[Word]) -> list[object]:
        """Every different meaning of ``words``.

        Raises:
            Unread: there is none.
        """
        fronts: list[list[_Stack]] = [[] for _ in range(len(words) + 1)]
        unbound: list[int] = []
        fronts[0].append(_Stack(self._table.start, None, None))
        furthest = 0
        for at, word in enumerate(words):
            if fronts[at]:
                furthest = at
                for name, length in self.terminals(words, at):
                    token = Token(
                        name, self._text(name, words, at, length), start_pos=at, line=word.line, column=word.column
                    )
                    if at + length <= len(words):
                        self._step(fronts[at], token, fronts[at + length], unbound)
                if sum(map(len, fronts[at + 1 :])) > MOST_READINGS:
                    raise Unread(at, frozenset({"fewer readings"}))
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
            raise Unread(furthest, self._expected(fronts[furthest]), last)
        return meanings

    def _text(self, terminal: str, words: list[Word], at: int, length: int) -> str:
        """The words of a terminal; of a card's name, how the card writes it."""
        if terminal == CARD_NAME:
            return next(name for size, name in self._names(words, at) if size == length)
        return " ".join(word.text for word in words[at : at + length])

    def _step(self, stacks: Iterable[_Stack], token: Token, into: list[_Stack], unbound: list[int]) -> None:
        """Take ``token`` in every reading; equal ones become one. ``unbound`` are the pronouns that ended one."""
        waiting = list(stacks)
        actions, terminal = self._table.actions, token.type
        while waiting:
            stack = waiting.pop()
            for action in actions[stack.state].get(terminal, ()):
                if action >= 0:
                    _merge(_Stack(action, token, stack), into)
                    continue
                rule = self._table.rules[-1 - action]
                reduced = self._reduce(stack, rule, unbound)
                if reduced is None:
                    continue
                if (
                    terminal == END
                    and reduced.below is not None
                    and reduced.below.below is None
                    and rule.origin.name == "start"
                ):
                    into.append(reduced)
                elif not any(
                    reduced.state == w.state and reduced.below is w.below and reduced.value == w.value for w in waiting
                ):
                    waiting.append(reduced)

    def _reduce(self, stack: _Stack, rule: Rule, unbound: list[int]) -> _Stack | None:
        values: list[object] = []
        at: _Stack | None = stack
        for _ in rule.expansion:
            assert at is not None
            values.append(_own(at.value))
            at = at.below
        assert at is not None
        values.reverse()
        origin = rule.origin.name
        following = self._table.actions[at.state].get(origin)
        if following is None:
            return None
        try:
            value = self._table.callbacks[rule](values)
        except Unbound as pronoun:
            unbound.append(pronoun.at)
            return None
        except Reject:
            return None
        return _Stack(following[0], value, at)

    def _expected(self, stacks: Iterable[_Stack]) -> frozenset[str]:
        """The terminals that some reading could take next."""
        names = {name for stack in stacks for name in self._table.actions[stack.state] if name.isupper()}
        return frozenset(name for name in names if self._could_take(stacks, name))

    def _could_take(self, stacks: Iterable[_Stack], name: str) -> bool:
        taken: list[_Stack] = []
        self._step(stacks, Token(name, ""), taken, [])
        return bool(taken)


def _own(value: object) -> object:
    """A value that a callback may change: Lark grows the lists of repetitions in place, and readings share them."""
    return Tree(value.data, list(value.children)) if isinstance(value, Tree) else value


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
