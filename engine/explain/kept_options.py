"""Decisions as JSON, in parts that are kept for as long as they would say the same.

Questions without their options are mostly those of the steps of a turn, the same in all matches of a game.

Most options of a question were there in the last one too. Their texts hang on abilities of the objects that they name,
and on what these are called there, and on nothing else: these are the stamp of a text that is kept.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

import orjson

from engine.explain.naming import Names
from engine.explain.notation import (
    NAMELESS,
    is_plain,
    option_json,
    plain_json,
    plain_question,
    question_json,
    read_verb,
)

if TYPE_CHECKING:
    from engine.explain.notation import PlainQuestion
    from engine.state.decisions import Decision, Option
    from engine.state.game import Game
    from engine.state.rulebook import Rulebook

MOST: Final = 1024
"""Options of a match that are kept; there are seldom more than a hundred at a time."""
MOST_ASKED: Final = 512
"""Questions without their options that are kept for all matches: most are those of the steps of a turn."""
Stamp = tuple[object, ...]
Parts = tuple[bytes, bytes]
"""JSON before and after what is not kept: the place of an option, the options of a question."""


class KeptOptions:
    """The options that the seats of one match were shown last."""

    __slots__ = ("_known",)

    def __init__(self) -> None:
        self._known: dict[object, tuple[Stamp, Parts]] = {}

    def encode(self, game: Game, decision: Decision) -> bytes:
        """A decision in canonical JSON: sorted keys, no spaces; that of its number is the last."""
        before, after = _question(game, decision)
        entries = []
        names = Names(game, decision)
        for n, option in enumerate(decision.options):
            first, last = self._parts(game, decision, names, option)
            entries.append(b'%b,"n":%d,%b' % (first, n, last))
        return b'%b,"options":[%b],%b,"w":%d}' % (before, b",".join(entries), after, decision.w)

    def _parts(self, game: Game, decision: Decision, names: Names, option: Option) -> Parts:
        stamp = _stamp(game, names, option)
        if stamp is None:
            return _encoded(game, decision, names, option)
        key = (decision.kind, option.do, option.refs, option.amounts, option.label, option.pays)
        known = self._known.get(key)
        if known is None or known[0] != stamp:
            if len(self._known) >= MOST:
                self._known.clear()
            known = self._known[key] = (stamp, _encoded(game, decision, names, option))
        return known[1]


def _question(game: Game, decision: Decision) -> Parts:
    """A decision in canonical JSON, before and after its options, and without its number."""
    if is_plain(game, decision):
        return _plain(game.rules, plain_question(game, decision))
    return _parted(question_json(game, decision))


@lru_cache(maxsize=MOST_ASKED)
def _plain(rules: Rulebook, asked: PlainQuestion) -> Parts:
    return _parted(plain_json(rules, asked))


def _parted(question: dict[str, object]) -> Parts:
    before = {key: value for key, value in question.items() if key < "options"}
    after = {key: value for key, value in question.items() if "options" < key < "w"}
    return (
        orjson.dumps(before, option=orjson.OPT_SORT_KEYS)[:-1],
        orjson.dumps(after, option=orjson.OPT_SORT_KEYS)[1:-1],
    )


def _encoded(game: Game, decision: Decision, names: Names, option: Option) -> Parts:
    entry = option_json(game, decision, names, option)
    before = {name: entry.pop(name) for name in ("amounts", "do", "label", "mana") if name in entry}
    return orjson.dumps(before)[:-1], orjson.dumps(entry, option=orjson.OPT_SORT_KEYS)[1:]


def _stamp(game: Game, names: Names, option: Option) -> Stamp | None:
    """All that the text of an option hangs on; none where that is more than its objects and what they are called."""
    if option.do in NAMELESS:
        return ()
    named = option.refs[:1] if option.do == "activate" else option.refs
    if option.do == "assign":
        named += option.amounts
    stamp: Stamp = ()
    verb = read_verb(option.do)
    for ident in named:
        if ident > game.seats:
            obj = game.object(ident)
            if obj is None:
                return None
            word = obj.name if obj.number else names.word(verb, obj)
            stamp += (word, obj.number, obj.abilities, obj.zone)
    return stamp
