"""The meaning of a table as a library keeps it: the outcome of compiling, and its form."""

from __future__ import annotations

from typing import TYPE_CHECKING

import engine
from server.library.kept_cards import Meaning, Stop

if TYPE_CHECKING:
    from server.library.kept_cards import Table


def meaning_of(game: str, table: Table) -> Meaning:
    """Compile a table of a game."""
    found = engine.understand(game, table)
    stops = tuple(Stop(fault.paragraph, fault.phrase, fault.reason, fault.kind) for fault in found.faults)
    card = found.definition if found.definition is not None else found.partial
    form = None if card is None else engine.compiled_form(card)
    return Meaning(found.status, form, found.left_out, stops)
