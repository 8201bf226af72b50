"""The compiled forms of cards that ship or were added, kept between processes: nobody reads a text twice.

A file for each game and each way to read its texts (``text_key``), in it a form for each card table by its digest. A
form says all that its text means, so a process that finds each card here loads no grammar.
"""

from __future__ import annotations

from contextlib import suppress
from functools import cache
from hashlib import blake2b
from typing import TYPE_CHECKING, Final

import orjson

from engine import cache as files
from engine.cards.definitions import Compiler, define
from engine.errors import Refusal
from engine.formats.understanding import text_key
from engine.state.compiled_form import compiled_form, read_compiled

if TYPE_CHECKING:
    from engine.cards.definitions import CardDef, Table

FORMAT: Final = 1
"""A file that a version before this one would misread has another number."""
MOST_CARDS: Final = 8192
"""Of one file: what is beyond them is compiled in each process."""


class KeptCards:
    """The cards of one game, as they were compiled before."""

    __slots__ = ("_forms", "_game", "_has_more", "_name")

    def __init__(self, game: str) -> None:
        self._game = game
        self._name = f"cards-{FORMAT}-{game}-{text_key(game)}"
        self._forms = _forms_in(files.read(self._name))
        self._has_more = False

    def definition(self, table: Table) -> CardDef:
        """A card by its table; raises as ``define``."""
        key = _key(table)
        form = self._forms.get(key)
        if form is not None:
            with suppress(Refusal):
                return read_compiled(self._game, table, form)
        made = define(self._game, table)
        if key and len(self._forms) < MOST_CARDS:
            with suppress(ValueError):  # a form that is too large for one
                self._forms[key] = compiled_form(made).decode()
                self._has_more = True
        return made

    def save(self) -> None:
        """Have the next process find what this one compiled, beside what others did meanwhile."""
        if self._has_more:
            self._has_more = False
            kept = {**_forms_in(files.read(self._name)), **self._forms}
            files.write(self._name, orjson.dumps(dict(list(kept.items())[:MOST_CARDS])))


@cache
def kept_cards(game: str) -> KeptCards:
    """The cards of a game that were compiled before."""
    return KeptCards(game)


class Remembering(Compiler):
    """Reads of a card only what no process has read before."""

    def card(self, game: str, table: Table) -> CardDef:
        return kept_cards(game).definition(table)

    def finish(self, game: str) -> None:
        kept_cards(game).save()


def _forms_in(data: bytes | None) -> dict[str, str]:
    """The forms of a file by the digest of their tables; none where it is not such a file."""
    try:
        found = orjson.loads(data) if data is not None else {}
    except orjson.JSONDecodeError:
        return {}
    is_whole = isinstance(found, dict) and all(isinstance(form, str) for form in found.values())
    return found if is_whole else {}


def _key(table: Table) -> str:
    """The digest of a table; "" where it holds what no card has."""
    try:
        return blake2b(orjson.dumps(table, option=orjson.OPT_SORT_KEYS), digest_size=16).hexdigest()
    except TypeError:
        return ""
