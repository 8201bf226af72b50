"""The view and the question of a seat, as numbers: one vector of ``SIZE`` floats between -LIMIT and LIMIT.

Made from the seat's view and its decision alone. Three parts, one after the other (``unpack`` gives them by name):

    state    (STATE,)           IN_STATE; the phase, one of PHASES by its place in the view's ``table``; the kind of the
                                question, one of KINDS; the name of what it is about; IN_PLAYER for each of SEATS
    cards    (CARDS, CARD)      a row for each thing that the seat may see: IN_CARD, one of ZONES, its name, its type.
                                The stack first, then its own board, those of the others, its hand, then piles; what is
                                beyond CARDS is left out
    choices  (ACTIONS, CHOICE)  row ``a`` is what action ``a`` stands for: IN_CHOICE, the verb, the name of what is
                                chosen, that of what it is assigned to or the option's label. Zeros: not to be taken

Names, verbs and types are hashed: ``NAME`` numbers, each -1 or 1, the same for a name in every match and every version
of Python. Counts are divided by what they usually come to. Players are told in turn order, the seat itself first.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from engine import KINDS
from protocol.diffs import Entities
from protocol.messages import Decision
from server.learning.picks import ACTIONS, Choice, Picks

Floats: TypeAlias = NDArray[np.float32]

LIMIT: Final = 4.0
SEATS: Final = 5
"""Players told of, a side at which nobody sits among them."""
PHASES: Final = 20
NAME: Final = 16
CARDS: Final = 96
ZONES: Final = ("stack", "board", "hand", "graveyard", "exile", "command")
"""Any other zone has none of these."""
IN_STATE: Final = ("turn", "my turn", "my priority", "stack", "picks made", "least", "most", "total")
IN_PLAYER: Final = (
    "there",
    "life",
    "hand",
    "library",
    "graveyard",
    "exile",
    "board",
    "counters",
    "mana",
    "their turn",
)
IN_CARD: Final = (
    "there",
    "under my control",
    "mine",
    "power",
    "toughness",
    "damage",
    "tapped",
    "sick",
    "attacking",
    "blocking",
    "attached",
    "token",
    "counters",
    "kinds of counters",
    "cost",
    "an item of the stack",
    "targets",
    "level",
)
IN_CHOICE: Final = ("may be taken", "the end", "number", "row of the card, from 1, of CARDS", "a player", "amount")
PLAYER: Final = len(IN_PLAYER)
STATE: Final = len(IN_STATE) + PHASES + len(KINDS) + NAME + SEATS * PLAYER
CARD: Final = len(IN_CARD) + len(ZONES) + 2 * NAME
CHOICE: Final = len(IN_CHOICE) + 3 * NAME
SIZE: Final = STATE + CARDS * CARD + ACTIONS * CHOICE


class Parts(NamedTuple):
    """An observation by its parts; they share its memory."""

    state: Floats
    cards: Floats
    choices: Floats


def unpack(vector: Floats) -> Parts:
    """The parts of an observation, or of a batch of them: leading dimensions stay."""
    lead = vector.shape[:-1]
    cards, choices = STATE, STATE + CARDS * CARD
    return Parts(
        vector[..., :cards],
        vector[..., cards:choices].reshape(*lead, CARDS, CARD),
        vector[..., choices:].reshape(*lead, ACTIONS, CHOICE),
    )


@cache
def named(text: str) -> Floats:
    """A text as ``NAME`` signs; none as zeros."""
    if not text:
        return np.zeros(NAME, np.float32)
    digest = np.frombuffer(hashlib.blake2b(text.encode(), digest_size=NAME // 8).digest(), np.uint8)
    return np.unpackbits(digest).astype(np.float32) * 2 - 1


class Encoder:
    """The observations of one seat of one match; ``note`` tells it which entities of the view are new."""

    def __init__(self, seat: int, seats: int, entities: Entities) -> None:
        self._seat = seat
        self._seats = seats
        self._entities = entities
        self._rows: dict[str, Floats] = {}

    def note(self, diff: Mapping[str, object]) -> None:
        """Forget what was worked out about entities that a diff has changed."""
        for key in diff:
            self._rows.pop(key, None)

    def observe(self, decision: Decision | None, picks: Picks | None) -> Floats:
        """The seat's observation now; of no decision, what it sees while others decide."""
        vector = np.zeros(SIZE, np.float32)
        parts = unpack(vector)
        keys = list(self._things())[:CARDS]
        for row, key in zip(parts.cards, keys, strict=False):
            row[:] = self._card(key)
        self._state(parts.state, decision, picks)
        if decision is not None and picks is not None:
            places = {key: n for n, key in enumerate(keys)}
            for choice in picks.offer:
                self._choice(parts.choices[choice.action], choice, decision, places)
        return np.clip(vector, -LIMIT, LIMIT, out=vector)

    # ---------------------------------------------------------------- the table

    def _turn_order(self) -> list[str]:
        """The keys of the players, the seat's own first."""
        there = sum(f"p{n + 1}" in self._entities for n in range(self._seats + 1))
        return [f"p{(self._seat + n) % self._seats + 1}" for n in range(self._seats)] + [
            f"p{n + 1}" for n in range(self._seats, there)
        ]

    def _things(self) -> Iterator[str]:
        entities = self._entities
        for ref in _of(entities, "game").get("stack", ()):
            yield f"s{ref}" if f"s{ref}" in entities else f"o{ref}"
        board = _of(entities, "table").get("board", "battlefield")
        players = [_of(entities, key) for key in self._turn_order()]
        fields = dict.fromkeys(field for player in players for field in player)
        for zone in dict.fromkeys((board, "hand", *fields)):
            for player in players:
                refs = player.get(zone)
                if isinstance(refs, list):
                    yield from (f"o{ref}" for ref in refs if f"o{ref}" in entities)

    def _card(self, key: str) -> Floats:
        row = self._rows.get(key)
        if row is None:
            row = self._rows[key] = self._encoded(_of(self._entities, key), is_item=key[0] == "s")
        return row

    def _encoded(self, card: Mapping[str, Any], *, is_item: bool) -> Floats:
        counters = card.get("counters") or {}
        zone = "stack" if is_item else str(card.get("zone", ""))
        board = _of(self._entities, "table").get("board", "battlefield")
        zone = "board" if zone == board else zone
        numbers = (
            1.0,
            float(card.get("controller", 0) == self._seat),
            float(card.get("owner", card.get("controller", 0)) == self._seat),
            card.get("power", 0) / 5,
            card.get("toughness", 0) / 5,
            card.get("damage", 0) / 5,
            float(bool(card.get("tapped"))),
            float(bool(card.get("sick"))),
            float(card.get("attacking") is not None),
            float(bool(card.get("blocking"))),
            float(bool(card.get("attached"))),
            float(bool(card.get("token"))),
            sum(counters.values()) / 5,
            len(counters) / 3,
            _cost(card) / 5,
            float(is_item),
            len(card.get("targets") or ()) / 3,
            card.get("level", 0) / 3,
        )
        zones = [float(zone == each) for each in ZONES]
        names = (named(str(card.get("name", ""))), named(str(card.get("type", ""))))
        return np.concatenate([numbers, zones, *names]).astype(np.float32)

    # ---------------------------------------------------------------- the question

    def _state(self, row: Floats, decision: Decision | None, picks: Picks | None) -> None:
        game = _of(self._entities, "game")
        row[:4] = (
            game.get("turn", 0) / 10,
            game.get("active") == self._seat,
            game.get("priority") == self._seat,
            len(game.get("stack") or ()) / 3,
        )
        phases = _of(self._entities, "table").get("phases") or ()
        if game.get("phase") in phases[:PHASES]:
            row[len(IN_STATE) + phases.index(game["phase"])] = 1
        at = len(IN_STATE) + PHASES
        if decision is not None:
            made = picks.made if picks is not None else 0
            row[4:8] = made / 5, decision.least / 5, decision.most / 5, decision.total / 5
            row[at + KINDS.index(decision.kind)] = 1
            row[at + len(KINDS) : at + len(KINDS) + NAME] = named(self._name_of(decision.subject))
        at += len(KINDS) + NAME
        for key in self._turn_order()[:SEATS]:
            self._player(row[at : at + PLAYER], _of(self._entities, key), game)
            at += PLAYER

    def _player(self, row: Floats, player: Mapping[str, Any], game: Mapping[str, Any]) -> None:
        board = _of(self._entities, "table").get("board", "battlefield")
        counters = player.get("counters") or {}
        row[:] = (
            bool(player),
            player.get("life", 0) / 20,
            player.get("hand_count", 0) / 7,
            player.get("library", 0) / 40,
            len(player.get("graveyard") or ()) / 20,
            len(player.get("exile") or ()) / 20,
            len(player.get(board) or ()) / 10,
            sum(counters.values()) / 10,
            str(player.get("pool", "")).count("{") / 5,
            game.get("active") == player.get("seat"),
        )

    def _choice(self, row: Floats, choice: Choice, decision: Decision, places: Mapping[str, int]) -> None:
        option = choice.option
        row[0] = 1
        row[2] = choice.number / 10
        if option is None:
            row[1] = choice.action == ACTIONS - 1
            return
        ref = option.refs[0] if option.refs else 0
        place = places.get(f"o{ref}", places.get(f"s{ref}", -1))
        row[3] = (place + 1) / CARDS
        row[4] = f"p{ref}" in self._entities
        row[5] = (option.amounts[0] if option.amounts else option.refs[1] if len(option.refs) > 1 else 0) / 10
        second = self._name_of(option.amounts[0]) if decision.kind == "assign" and option.amounts else option.label
        for n, text in enumerate((option.do, self._name_of(ref), second)):
            at = len(IN_CHOICE) + n * NAME
            row[at : at + NAME] = named(text)

    def _name_of(self, ref: int) -> str:
        for key in (f"o{ref}", f"s{ref}"):
            if key in self._entities:
                return str(_of(self._entities, key).get("name", ""))
        return "" if f"p{ref}" not in self._entities else ("me" if ref == self._seat + 1 else "other")


def _of(entities: Entities, key: str) -> Mapping[str, Any]:
    found = entities.get(key)
    return found if isinstance(found, dict) else {}


def _cost(card: Mapping[str, Any]) -> int:
    """About what it costs: a number, or the symbols of a cost."""
    total = 0
    for field in ("reserve", "memory"):
        if isinstance(card.get(field), int):
            total += card[field]
    cost = card.get("cost", "")
    if isinstance(cost, int):
        return total + cost
    for symbol in str(cost).replace("}", " ").replace("{", " ").split():
        total += int(symbol) if symbol.isdecimal() else 1
    return total
