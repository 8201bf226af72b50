"""The formats that allow the cards of a deck, as the sources of imported cards say: advice, unless a table has one."""

from collections.abc import Mapping
from typing import Final

import engine

ALLOWED: Final = frozenset(("legal", "restricted"))
RESTRICTED: Final = "restricted"
"""One copy of such a card in a deck and its sideboard."""
NOT_LEGAL: Final = "not_legal"


def not_legal(
    cards: Mapping[str, int], said: Mapping[str, Mapping[str, str]], format_: str
) -> tuple[engine.Fault, ...]:
    """The faults of cards that a format does not allow, or of which it is not known.

    Args:
        cards: how many of each name.
        said: of each name what the source says of each format.
    """
    wanted = format_.casefold()
    faults = []
    for name, count in cards.items():
        status = {key.casefold(): each.casefold() for key, each in said.get(name, {}).items()}.get(wanted, "")
        if status not in ALLOWED:
            why = f"{status.replace('_', ' ')} in {format_}" if status else f"not known to be legal in {format_}"
            faults.append(engine.Fault("", why, name, NOT_LEGAL))
        elif status == RESTRICTED and count > 1:
            faults.append(engine.Fault("", f"{count} copies; restricted in {format_}", name, NOT_LEGAL))
    return tuple(faults)


def legal_formats(cards: Mapping[str, int], said: Mapping[str, Mapping[str, str]]) -> tuple[str, ...]:
    """The formats that allow all of the cards; none where something is not known of one."""
    formats = sorted({key for each in said.values() for key in each})
    return tuple(each for each in formats if cards and not not_legal(cards, said, each))
