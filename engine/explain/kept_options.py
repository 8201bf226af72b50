"""Options of decisions as JSON, kept for as long as they would say the same.

Most options of a question were there in the last one too. Their texts hang on abilities of the objects that they name,
and on what these are called there, and on nothing else: these are the stamp of a text that is kept.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import orjson

from engine.explain.naming import Names
from engine.explain.notation import NAMELESS, option_json, question_json, read_verb

if TYPE_CHECKING:
    from engine.state.decisions import Decision, Option
    from engine.state.game import Game

MOST: Final = 1024
"""Options of a match that are kept; there are seldom more than a hundred at a time."""
Stamp = tuple[object, ...]
Parts = tuple[bytes, bytes]
"""An option in canonical JSON, before and after its place."""


class KeptOptions:
    """The options that the seats of one match were shown last."""

    __slots__ = ("_known",)

    def __init__(self) -> None:
        self._known: dict[object, tuple[Stamp, Parts]] = {}

    def encode(self, game: Game, decision: Decision) -> bytes:
        """A decision in canonical JSON: sorted keys, no spaces."""
        entries = []
        names = Names(game, decision)
        for n, option in enumerate(decision.options):
            before, after = self._parts(game, decision, names, option)
            entries.append(b'%b,"n":%d,%b' % (before, n, after))
        options = orjson.Fragment(b"[%b]" % b",".join(entries))
        return orjson.dumps({**question_json(game, decision), "options": options}, option=orjson.OPT_SORT_KEYS)

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
