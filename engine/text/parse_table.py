"""The parse table of a grammar: what Lark's analysis finds, with all actions of a state, as plain data.

A state's actions are by symbol: the states to shift to, and the rules to reduce by, these as ``-1 - n`` for
``rules[n]``. Most states do as others do after the same symbol, so each tuple of actions stands in memory once.

A table takes a second or two to work out, so it is kept between processes: as JSON, each tuple of actions and each name
of a symbol once, and the states as their numbers. A grammar has fewer than 65,536 of either.
"""

from __future__ import annotations

from array import array
from base64 import b64decode, b64encode
from collections.abc import Iterator
from hashlib import blake2b
from sys import byteorder
from typing import Any, Final, TypeAlias, TypeVar

import orjson
from lark import Lark, Token
from lark import __version__ as lark_version
from lark.common import LexerConf, ParserConf
from lark.grammar import NonTerminal, Rule, RuleOptions, Symbol, Terminal
from lark.lexer import Lexer, LexerState
from lark.parsers.lalr_analysis import LALR_Analyzer

from engine import cache

Actions: TypeAlias = dict[str, tuple[int, ...]]
Word: TypeAlias = tuple[str, str, bool]
"""The name of a terminal, the text or pattern it stands for, and whether that is a text."""
FORMAT: Final = 2
"""Of a table as it is kept."""
OPTIONS: Final = ("keep_all_tokens", "expand1", "priority", "template_source", "empty_indices")
"""Of a rule, in the order in which Lark takes them."""
HALFWORD: Final = "H"
"""The type of an array of two bytes each, low one first as it is kept."""
Key = TypeVar("Key")


class ParseTable:
    """The states of a grammar.

    Attributes:
        start: the state in which a text begins.
        actions: of each state.
        rules: of the grammar, by the numbers that actions use.
        terminals: of the grammar.
    """

    __slots__ = ("actions", "rules", "start", "terminals")

    def __init__(self, start: int, actions: list[Actions], rules: list[Rule], terminals: list[Word]) -> None:
        self.start = start
        self.actions = actions
        self.rules = rules
        self.terminals = terminals


def table_of(grammar: str) -> ParseTable:
    """The table of a grammar, from the cache or worked out."""
    digest = blake2b(f"{lark_version}\n{grammar}".encode(), digest_size=16).hexdigest()
    name = f"grammar-{FORMAT}-{digest}"
    kept = cache.read(name)
    if kept is not None:
        try:
            return _read(orjson.loads(kept))
        except (KeyError, IndexError, TypeError, ValueError):
            pass  # not by this module
    made = _worked_out(grammar)
    cache.write(name, _written(made))
    return made


class _NoLexer(Lexer):
    """Lark wants a lexer; the reader works on words and needs the parser's state."""

    def __init__(self, lexer_conf: LexerConf) -> None:
        """Nothing to keep: the reader takes the terminals from the grammar."""

    def lex(self, lexer_state: LexerState, parser_state: object) -> Iterator[Token]:
        """Nothing, for nobody: the reader does not let Lark parse."""
        return iter(())


class _Analysis:
    """Made in place of Lark's own parser, which would drop all but one action after a symbol."""

    def __init__(self, parser_conf: ParserConf, debug: bool = False, strict: bool = False) -> None:
        analysis = LALR_Analyzer(parser_conf, debug=debug, strict=strict)
        analysis.compute_lr0_states()
        number = {state: n for n, state in enumerate(analysis.lr0_itemsets)}
        self.rules: list[Rule] = parser_conf.rules
        number_of = {rule: n for n, rule in enumerate(self.rules)}
        self.actions: list[Actions] = []
        for state in number:
            actions: Actions = {symbol.name: (number[following],) for symbol, following in state.transitions.items()}
            complete = {item.rule for item in state.closure if item.is_satisfied}
            for rule in sorted(complete, key=lambda rule: (rule.origin.name, rule.order, len(rule.expansion))):
                for symbol in analysis.FOLLOW[rule.origin]:
                    actions[symbol.name] = (*actions.get(symbol.name, ()), -1 - number_of[rule])
            self.actions.append(actions)
        (start,) = analysis.lr0_start_states.values()
        self.start = number[start]


def _worked_out(grammar: str) -> ParseTable:
    lark = Lark(
        grammar,
        start="start",
        parser="lalr",
        lexer=_NoLexer,
        maybe_placeholders=False,
        _plugins={"LALR_Parser": _Analysis},
    )
    found = lark.parser.parser
    assert isinstance(found, _Analysis)
    once: dict[tuple[int, ...], tuple[int, ...]] = {}
    actions = [{name: once.setdefault(does, does) for name, does in state.items()} for state in found.actions]
    terminals = [(each.name, each.pattern.value, each.pattern.type == "str") for each in lark.terminals]
    return ParseTable(found.start, actions, found.rules, terminals)


def _written(table: ParseTable) -> bytes:
    symbols: dict[tuple[str, bool, bool], int] = {}
    options: dict[str, int] = {}
    does: dict[tuple[int, ...], int] = {}
    names: dict[str, int] = {}
    rules = [
        [
            _number(symbols, _symbol(rule.origin)),
            [_number(symbols, _symbol(each)) for each in rule.expansion],
            rule.order,
            rule.alias,
            _number(options, orjson.dumps([getattr(rule.options, field) for field in OPTIONS]).decode()),
        ]
        for rule in table.rules
    ]
    pairs = array(HALFWORD)
    for row in table.actions:
        pairs.append(len(row))
        pairs.extend(n for name, what in row.items() for n in (_number(names, name), _number(does, what)))
    if byteorder == "big":
        pairs.byteswap()
    data = {
        "start": table.start,
        "terminals": table.terminals,
        "symbols": list(symbols),
        "options": list(options),
        "rules": rules,
        "names": list(names),
        "does": list(does),
        "states": b64encode(pairs.tobytes()).decode(),
    }
    return orjson.dumps(data)


def _number(numbers: dict[Key, int], what: Key) -> int:
    return numbers.setdefault(what, len(numbers))


def _symbol(symbol: Symbol) -> tuple[str, bool, bool]:
    return symbol.name, symbol.is_term, isinstance(symbol, Terminal) and symbol.filter_out


def _read(data: dict[str, Any]) -> ParseTable:  # plain data, as JSON has it
    """Back from ``_written``; raises ``KeyError`` and others where it is not from there."""
    terminals = [(name, source, is_text) for name, source, is_text in data["terminals"]]
    return ParseTable(data["start"], list(_states_in(data)), _rules_in(data), terminals)


def _states_in(data: dict[str, Any]) -> Iterator[Actions]:
    """The actions of each state; equal ones of two states are one object."""
    names: list[str] = data["names"]
    does = [tuple(each) for each in data["does"]]
    pairs = array(HALFWORD, b64decode(data["states"]))
    if byteorder == "big":
        pairs.byteswap()
    at = 0
    while at < len(pairs):
        until = at + 1 + 2 * pairs[at]
        row = pairs[at + 1 : until]
        yield {names[name]: does[what] for name, what in zip(row[::2], row[1::2], strict=True)}
        at = until


def _rules_in(data: dict[str, Any]) -> list[Rule]:
    symbols = [
        Terminal(name, drops) if is_terminal else NonTerminal(name) for name, is_terminal, drops in data["symbols"]
    ]
    options = [
        RuleOptions(keeps, expands, priority, source, tuple(empty))
        for keeps, expands, priority, source, empty in map(orjson.loads, data["options"])
    ]
    return [
        Rule(symbols[origin], [symbols[each] for each in expansion], order, alias, options[how])
        for origin, expansion, order, alias, how in data["rules"]
    ]
