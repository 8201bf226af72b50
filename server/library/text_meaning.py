"""The meaning of a table as a library keeps it: the outcome of compiling, and its form.

A stand-in: it asks ``read_card_file``, until the engine has a door for one table.
"""

from __future__ import annotations

import hashlib
import re
from functools import cache
from typing import TYPE_CHECKING, Final

import orjson

import engine
from server.library.kept_cards import Meaning, Stop
from server.runtime.version import engine_name

if TYPE_CHECKING:
    from server.library.kept_cards import Table

_WORD: Final = re.compile("'([^']*)' not understood")


@cache
def text_key(game: str) -> str:
    """The digest of all that compiling a text of a game reads."""
    return hashlib.blake2b(f"{game} {engine_name()}".encode(), digest_size=16).hexdigest()


def meaning_of(game: str, table: Table) -> Meaning:
    """Compile a table."""
    lines = [f'"{key}" = {orjson.dumps(value).decode()}' for key, value in table.items()]
    (card,) = engine.read_card_file(game, "", "\n".join(["[[card]]", *lines])).cards
    if card.decline is None:
        return Meaning("whole", engine.compiled_form(engine.BroughtCard(table).definition(game)), (), ())
    if card.decline.kind != "text":
        return Meaning("none", None, (), (Stop(0, card.decline.reason, card.decline.kind),))
    word = _WORD.search(card.decline.reason)
    return Meaning("none", None, (), (Stop(1, word[1] if word is not None else "?", card.decline.reason),))
