"""Presentation of a game to people: names, words, symbols and colours. No rule reads any of it."""

from __future__ import annotations

from collections.abc import Mapping  # a compiled dataclass looks its fields' types up as it is made
from dataclasses import dataclass, field

STAGED: Mapping[str, str] = {
    **dict.fromkeys(("resolved", "fizzled", "countered"), "all"),
    **dict.fromkeys(("attacks", "blocks", "concedes"), "others"),
    **dict.fromkeys(("cast", "activated"), "others read"),
    "revealed": "all read",
    **dict.fromkeys(("damage", "counters", "loses life", "gains life", "dies", "created"), "with"),
}
"""Events that stand for a moment before what follows is shown, in a game that says no others."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Presentation:
    """The words and looks of one game, in its folder's ``presentation.py``.

    Attributes:
        called: the name that people use for the game.
        tagline: a line or two on what the game is like.
        rows: the layout of a player's permanents: the words of each row; the row without words takes all the others,
            and the last row of several holds what one mostly wants to count: a client that has little room may fold it.
        words: the players' own words for "turn", "stack", "tapped", "power", "toughness" where the game has others, and
            for "first", where the first player has a mark; for the "color" by which cards are chosen, and for
            "colorless"; "front" for what comes to lie in the first row; behind "end"
            and the code of a result how that came about, with ``{who}`` for those who lost, and with "you" behind that
            to the one who lost; behind "pass" and a step those for passing in it in the own turn; behind "do" and the
            verb of an option those for what it does; behind "chosen" and the name of choosing nothing those for the use
            of what is chosen.
        symbols: the symbols of texts and costs: letter -> its name, its tint, and the sign drawn for the letter.
        faces: the tint and the kind of picture of a card by a word of its color, element or type. For each of the two
            the first word decides that fits and names one. A page draws the pictures ``place``, ``being``, ``leader``,
            ``burst``, ``swirl``, ``rings``, ``works`` and ``plan``.
        prices: the fields of card files that hold what a card costs, where ``cost`` is not the one.
        marks: further fields of card files that a card shows, by zone.
        noted: what the rules note on an object and everybody may see, beside those fields.
        log: the game's own sentences for events in the log, by event (``engine.events.log_lines`` has the others),
            and by two, where the second is told in the line of the first, which it comes of.
        staged: the events of the log that players want to see happen one by one: "all", those that "others" did, or
            "with" what they come of, where they are about the same card; "others with" those that others did where
            something comes of them. Behind that stands "read" where a card comes up whose text decides what happens, so
            that people who have not seen it want to read it then, and "own" where it falls to one player, and others
            need not read it.
        leader: the words of the cards that stand for their players; a player who loses that card has lost.
        gauge: the counter that matters most on a card without power, and the number on the card that it must not reach.
    """

    called: str
    tagline: str
    rows: tuple[tuple[str, ...], ...] = (("creature",), (), ("land",))
    words: Mapping[str, str] = field(default_factory=dict)
    symbols: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    faces: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    prices: tuple[str, ...] = ()
    marks: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    noted: tuple[str, ...] = ()
    log: Mapping[str, str] = field(default_factory=dict)
    staged: Mapping[str, str] = field(default_factory=lambda: STAGED)
    leader: str = ""
    gauge: tuple[str, str] | None = None
