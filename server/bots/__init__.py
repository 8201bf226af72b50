"""Demo bots: functions from what a seat sees and is asked to an answer.

A bot knows the wire and no rules: a view, a decision and a source of chance, nothing of the engine. So the same
function plays in process, over a websocket and in the bench.

    uniform   any legal option is as likely as the next
    greedy    plays lands, casts the most expensive thing, attacks when it pays; reads cards by their text
    merits    how good each action looks
    worth     what cards are worth
    harm      whom a text hurts, and what it costs to say it now
    combat    attacks and blocks
    levels    1 to 8, from chance over greedy to search
    search    looks ahead, in a process of its own (``mind``); as greedy where there is no need, or it may not
    sight     what seats see of a line of play that it tries
    together  plays on one side with others against a scenario: ``needs`` weighs what the table asks for, ``reading``
              reads what texts do, ``hand`` plans what to play, ``paying`` pays for it, ``choices`` has the rest
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final, TypeAlias

from protocol.messages import AnyAnswer, Decision
from protocol.view import View
from server.bots import greedy, levels, uniform

Choose: TypeAlias = Callable[[View, Decision, random.Random], AnyAnswer]

BOTS: Final[Mapping[str, Choose]] = MappingProxyType(
    {"random": uniform.choose, "greedy": greedy.choose, "search": greedy.choose, **levels.CHOICES}
)
"""The built-in bots by name, and what each does at once."""
KNOWING: Final = frozenset({"search"}) | levels.THOUGHTFUL
"""Those that have to know the deck lists."""
