"""The meaning of a table as a library keeps it: the outcome of compiling, and its form."""

from __future__ import annotations

from typing import TYPE_CHECKING

import engine
from server.library.kept_cards import MENTIONS, Meaning, Stop

if TYPE_CHECKING:
    from collections.abc import Callable

    from server.library.kept_cards import Table


def best_of(read: Callable[[str, Table], Meaning], game: str, table: Table, further: Table | None) -> Meaning:
    """The meaning of a table as it stands; where that is not whole, with the names and types that ``further`` adds."""
    meaning = read(game, table)
    if meaning.status == "whole" or further is None:
        return meaning
    again = read(game, further)
    return (again if again.status == "whole" else meaning)._replace(mentions=tuple(map(str, further[MENTIONS])))


def meaning_of(game: str, table: Table) -> Meaning:
    """Compile a table of a game."""
    found = engine.understand(game, table)
    stops = tuple(Stop(fault.paragraph, fault.phrase, fault.reason, fault.kind) for fault in found.faults)
    card = found.definition if found.definition is not None else found.partial
    form = None if card is None else engine.compiled_form(card)
    return Meaning(found.status, form, found.left_out, stops)
