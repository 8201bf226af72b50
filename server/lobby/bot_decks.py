"""Decks that the bots at a table play: those that somebody gives them, or of the game's own one by lot.

Of a game whose players are all on one side, a deck that another one plays is drawn only if there is no other.
"""

import hashlib
import secrets
from collections.abc import Sequence
from typing import Final, TypeAlias

import msgspec

import engine
from protocol.messages import Deck

Given: TypeAlias = Sequence[Deck | None]
_DIGEST_BYTES: Final = 16


def drawn(game: str, bots: Sequence[int], given: Given, own: Deck | None) -> dict[int, Deck]:
    """The deck of each bot that was given one, by seat; None stands for one by lot.

    Args:
        game: its name.
        bots: the seats of the bots.
        given: their decks, in this order.
        own: that of whoever opens the table; the game's first if there is none.

    Raises:
        engine.Refusal: ``bad_seats``, more decks than bots; ``unknown_deck``, none to draw from.
    """
    if len(given) > len(bots):
        raise engine.Refusal("", "bad_seats", f"{len(given)} decks for {len(bots)} bots")
    shipped = sorted(engine.load_decks(game))
    if None in given and not shipped:
        raise engine.Refusal("", "unknown_deck", f"{game} comes without decks: name the cards of one")
    played = [deck for deck in (*given, own or next(iter(shipped), "")) if isinstance(deck, str)]
    taken = set(played if engine.side_of(game) else ())
    found: dict[int, Deck] = {}
    for seat, deck in zip(bots, given, strict=False):
        found[seat] = deck or secrets.choice([key for key in shipped if key not in taken] or shipped)
        taken |= {key for key in shipped if engine.side_of(game) and key == found[seat]}
    return found


def digest_of(given: Given) -> str:
    """A text that is equal for equal decks, those by lot included; "" for none."""
    return hashlib.blake2b(msgspec.json.encode(given), digest_size=_DIGEST_BYTES).hexdigest() if given else ""
