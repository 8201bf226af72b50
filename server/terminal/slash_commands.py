"""Lines that may be typed besides answers: they begin with ``/``, each with what it does.

Settings need no ``/``: a gesture that begins as one (``pass until end of turn``, ``stop upkeep``) is one.
"""

from __future__ import annotations

from typing import Final

from engine import Settings

SLASH: Final = "/"
ORDERS: Final = {
    "help": "the lines that may be typed",
    "board": "the table once more",
    "card NAME": "all that is known of a card, the text that runs, what made it so",
    "why NAME [N]": "the uses of a card, or of its N-th ability, step by step",
    "pile NAME [PLAYER]": "the cards of a pile, such as a graveyard",
    "log": "what happened lately",
    "set [SETTINGS]": "set when you are asked, as pass until end of turn, stop upkeep, full control off",
    "say WORDS": "say something to all who hear the match",
    "mute PLAYER": "hear no more what somebody says; the same again takes it back",
    "draw": "offer a draw, or agree to one",
    "takeback": "ask to take the last decision back, or agree to it",
    "open": "offer to open all hands, or agree to it",
    "no WHAT": "decline or withdraw an offer",
    "rematch": "play again, once it is over; between the games of a series: ready, with the deck as it is",
    "side [-N +N]": "between the games of a series: the deck and its sideboard by number, and cards to exchange",
    "concede yes": "give the match up",
    "quit": "leave; the seat stays yours, and the match waits",
}
"""The typed order -> its effect."""
OFFERS: Final = {
    "draw": "a draw",
    "takeback": "to take back a decision",
    "open": "to open all hands",
    "rematch": "a rematch",
}


def split(typed: str) -> tuple[str, str]:
    """The order that is typed, and what it is about; no order for what is an answer."""
    line = typed.strip()
    if line == "?":
        return "help", ""
    if line.startswith(SLASH):
        order, _, rest = line[1:].partition(" ")
        return order.casefold() or "help", rest.strip()
    return ("set", line) if Settings.is_gesture(line) else ("", line)


def help_lines() -> list[str]:
    """All that may be typed."""
    width = max(map(len, ORDERS)) + 1
    answers = [
        "An answer is a number of the list, several where several are chosen, or a gesture:",
        '  cast "Lightning Bolt" target B pay auto',
        "Besides:",
    ]
    return answers + [f"  {SLASH}{order:<{width}} {does}" for order, does in ORDERS.items()]
