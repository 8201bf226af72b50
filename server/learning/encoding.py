"""The view and the question of a seat, as numbers: one vector of ``SIZE`` floats between -LIMIT and LIMIT.

Made from what the seat is shown and its decision alone. Three parts, one after the other (``observations.unpack`` names
them):

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
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, lru_cache
from struct import Struct
from typing import Any, Final, Protocol, TypeAlias

from engine import KINDS
from server.learning.picks import ACTIONS, Answered, Choice, Picks

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


@cache
def named(text: str) -> tuple[float, ...]:
    """A text as ``NAME`` signs, those of its hash from the highest bit on; none as zeros."""
    if not text:
        return (0.0,) * NAME
    digest = int.from_bytes(hashlib.blake2b(text.encode(), digest_size=NAME // 8).digest(), "big")
    return tuple(1.0 if digest >> bit & 1 else -1.0 for bit in reversed(range(NAME)))


Piles: TypeAlias = dict[str, tuple[object, ...]]
"""The piles of a player, by their names, and what lies there."""


class Shown(Protocol):
    """The entities that a seat is shown, by key: a view's, or those of ``engine.SeatSight``."""

    def get(self, key: str, /) -> object: ...

    def __contains__(self, key: str, /) -> bool: ...


class Asked(Protocol):
    """The facts of a decision that an observation holds."""

    @property
    def kind(self) -> str: ...
    @property
    def subject(self) -> int: ...
    @property
    def least(self) -> int: ...
    @property
    def most(self) -> int: ...
    @property
    def total(self) -> int: ...


class Encoder:
    """The observations of one seat of one match; ``note`` tells it which entities are new.

    Rows are kept as bytes. Those of the cards lie in one block, in which only what has changed is written anew. They
    are listed anew when a pile or the stack holds other things.
    """

    def __init__(self, seat: int, seats: int, entities: Shown) -> None:
        self._seat = seat
        self._seats = seats
        self._entities = entities
        self._rows: dict[str, bytes] = {}
        self._places: dict[str, int] = {}
        self._unseen: set[str] = set()
        self._is_listed = False
        self._cards = bytearray(CARDS_BYTES)
        self._piles: dict[str, Piles] = {}
        self._stack: tuple[object, ...] = ()
        self._players: dict[str, bytes] = {}
        self._active: object = None
        table = _of(entities, "table")
        self._board: str = table.get("board", "battlefield")
        self._phases: tuple[str, ...] = tuple(table.get("phases") or ())
        there = sum(f"p{n + 1}" in entities for n in range(seats + 1))
        self._turn_order = [f"p{(seat + n) % seats + 1}" for n in range(seats)] + [
            f"p{n + 1}" for n in range(seats, there)
        ]
        self._changed = set(self._turn_order)

    def note(self, keys: Iterable[str]) -> None:
        """Forget what was worked out about entities that have changed."""
        self._changed.update(keys)

    def _catch_up(self) -> None:
        """Write anew what has changed since the last observation."""
        game = _of(self._entities, "game")
        if (active := game.get("active")) != self._active:
            self._active = active
            self._players.clear()
        if (stack := tuple(game.get("stack", ()))) != self._stack:
            self._stack = stack
            self._is_listed = False
        changed = self._changed_places()
        if self._is_listed:
            for key, place in changed:
                self._cards[place * CARD_BYTES : (place + 1) * CARD_BYTES] = self._card(key)
        else:
            self._list()

    def _changed_places(self) -> list[tuple[str, int]]:
        """Forget what was worked out about what has changed; returns the keys and places of the rows."""
        places, entities = self._places, self._entities
        changed = []
        for key in self._changed:
            self._rows.pop(key, None)
            if key[0] == "p":
                self._players.pop(key, None)
                piles = _piles(_of(entities, key))
                if piles != self._piles.get(key):
                    self._piles[key] = piles
                    self._is_listed = False
            elif (place := places.get(key)) is not None:
                if key not in entities:
                    self._is_listed = False
                elif place >= 0:
                    changed.append((key, place))
            elif key in self._unseen and key in entities:
                self._is_listed = False
        self._changed.clear()
        return changed

    def _list(self) -> None:
        """Lay out anew what stands in the rows."""
        self._unseen.clear()
        listed = self._listed()
        shown = listed[:CARDS]
        rows = [self._card(key) for key in shown]
        rows.append(NO_CARDS[len(shown)])
        self._cards[:] = b"".join(rows)
        self._places = {key: n if n < CARDS else -1 for n, key in enumerate(listed)}
        self._is_listed = True

    def write(self, into: memoryview, decision: Asked | None, picks: Picks | Answered | None) -> None:
        """Write the seat's observation now into bytes of the caller, ``SIZE`` floats long.

        Of no decision it is what the seat sees while others decide.
        """
        self._catch_up()
        into[:STATE_BYTES] = self._state(decision, picks)
        into[STATE_BYTES : STATE_BYTES + CARDS_BYTES] = self._cards
        into[STATE_BYTES + CARDS_BYTES :] = NO_CHOICES
        if decision is not None and picks is not None:
            for choice in picks.offer:
                at = STATE_BYTES + CARDS_BYTES + choice.action * CHOICE_BYTES
                into[at : at + CHOICE_BYTES] = self._choice(choice, decision)

    # ---------------------------------------------------------------- the table

    def _listed(self) -> list[str]:
        """The keys of what stands in the rows, in their order; notes what lies there unseen."""
        entities, unseen = self._entities, self._unseen
        listed = []
        for ref in self._stack:
            item = f"s{ref}"
            if item not in entities:
                unseen.add(item)
                item = f"o{ref}"
            listed.append(item)
        players = [self._piles[key] for key in self._turn_order]
        zones = dict.fromkeys((self._board, "hand", *(zone for piles in players for zone in sorted(piles))))
        for zone in zones:
            for piles in players:
                for ref in piles.get(zone, ()):
                    key = f"o{ref}"
                    if key in entities:
                        listed.append(key)
                    else:
                        unseen.add(key)
        return listed

    def _card(self, key: str) -> bytes:
        row = self._rows.get(key)
        if row is None:
            row = self._rows[key] = self._encoded(_of(self._entities, key), is_item=key[0] == "s")
        return row

    def _encoded(self, card: Mapping[str, Any], *, is_item: bool) -> bytes:
        counters = card.get("counters") or {}
        zone = "stack" if is_item else str(card.get("zone", ""))
        zone = "board" if zone == self._board else zone
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
        return _packed((*numbers, *zones)) + _signs(str(card.get("name", ""))) + _signs(str(card.get("type", "")))

    # ---------------------------------------------------------------- the question

    def _state(self, decision: Asked | None, picks: Picks | Answered | None) -> bytes:
        game = _of(self._entities, "game")
        made = least = most = total = 0
        kind, subject = NO_KIND, NO_NAME
        if decision is not None:
            made = picks.made if picks is not None else 0
            least, most, total = decision.least, decision.most, decision.total
            kind, subject = KIND_BYTES[decision.kind], _signs(self._name_of(decision.subject))
        numbers = (
            game.get("turn", 0) / 10,
            float(game.get("active") == self._seat),
            float(game.get("priority") == self._seat),
            len(game.get("stack") or ()) / 3,
            *(made / 5, least / 5, most / 5, total / 5),
        )
        phase = game.get("phase")
        place = self._phases.index(phase) if phase in self._phases[:PHASES] else -1
        players = map(self._player, self._turn_order[:SEATS])
        missing = NO_PLAYERS[len(self._turn_order[:SEATS])]
        return b"".join((_packed(numbers), PHASE_BYTES[place], kind, subject, *players, missing))

    def _player(self, key: str) -> bytes:
        row = self._players.get(key)
        if row is None:
            row = self._players[key] = self._encoded_player(_of(self._entities, key))
        return row

    def _encoded_player(self, player: Mapping[str, Any]) -> bytes:
        counters = player.get("counters") or {}
        numbers = (
            float(bool(player)),
            player.get("life", 0) / 20,
            player.get("hand_count", 0) / 7,
            player.get("library", 0) / 40,
            len(player.get("graveyard") or ()) / 20,
            len(player.get("exile") or ()) / 20,
            len(player.get(self._board) or ()) / 10,
            sum(counters.values()) / 10,
            str(player.get("pool", "")).count("{") / 5,
            float(self._active == player.get("seat")),
        )
        return _packed(numbers)

    def _choice(self, choice: Choice, decision: Asked) -> bytes:
        option = choice.option
        if option is None:
            return _choice_bytes(choice.action == ACTIONS - 1, choice.number, -1, False, 0, "", "", "")
        ref = option.refs[0] if option.refs else 0
        place = self._places.get(f"o{ref}", self._places.get(f"s{ref}", -1))
        amount = option.amounts[0] if option.amounts else option.refs[1] if len(option.refs) > 1 else 0
        is_player = f"p{ref}" in self._entities
        second = self._name_of(option.amounts[0]) if decision.kind == "assign" and option.amounts else option.label
        return _choice_bytes(False, choice.number, place, is_player, amount, option.do, self._name_of(ref), second)

    def _name_of(self, ref: int) -> str:
        if ref <= 0:
            return ""
        for key in (f"o{ref}", f"s{ref}"):
            found = self._entities.get(key)
            if isinstance(found, dict):
                return str(found.get("name", ""))
        return "" if f"p{ref}" not in self._entities else ("me" if ref == self._seat + 1 else "other")


def _packed(numbers: Sequence[float]) -> bytes:
    """Numbers as floats between the limits."""
    if max(numbers) > LIMIT or min(numbers) < -LIMIT:
        numbers = [min(max(number, -LIMIT), LIMIT) for number in numbers]
    return _PACK[len(numbers)](*numbers)


@lru_cache(maxsize=1 << 14)
def _signs(text: str) -> bytes:
    return _PACK[NAME](*named(text))


@lru_cache(maxsize=1 << 14)
def _choice_bytes(
    is_end: bool, number: int, place: int, is_player: bool, amount: int, verb: str, name: str, second: str
) -> bytes:
    """A row of ``choices``; the same ones come again and again."""
    numbers = (1.0, float(is_end), number / 10, (place + 1) / CARDS, float(is_player), amount / 10)
    return _packed(numbers) + _signs(verb) + _signs(name) + _signs(second)


def _one_of(count: int, place: int) -> bytes:
    """So many floats, all zeros but a 1 at a place."""
    return Struct(f"={count}f").pack(*(float(n == place) for n in range(count)))


_SIZES: Final = (len(IN_STATE), PLAYER, len(IN_CARD) + len(ZONES), len(IN_CHOICE), NAME)
_PACK: Final = {size: Struct(f"={size}f").pack for size in _SIZES}
STATE_BYTES: Final = 4 * STATE
CARDS_BYTES: Final = 4 * CARDS * CARD
CARD_BYTES: Final = 4 * CARD
CHOICE_BYTES: Final = 4 * CHOICE
NO_CHOICES: Final = bytes(4 * ACTIONS * CHOICE)
NO_CARDS: Final = [bytes(4 * CARD * (CARDS - number)) for number in range(CARDS + 1)]
"""The empty rows behind so many cards."""
NO_PLAYERS: Final = [bytes(4 * PLAYER * (SEATS - number)) for number in range(SEATS + 1)]
"""The empty rows behind so many players."""
NO_KIND: Final = bytes(4 * len(KINDS))
NO_NAME: Final = bytes(4 * NAME)
KIND_BYTES: Final[dict[str, bytes]] = {kind: _one_of(len(KINDS), place) for place, kind in enumerate(KINDS)}
PHASE_BYTES: Final = [*(_one_of(PHASES, place) for place in range(PHASES)), bytes(4 * PHASES)]
"""Of each phase by its place; the last, -1, of none of them."""


def _of(entities: Shown, key: str) -> Mapping[str, Any]:
    found = entities.get(key)
    return found if isinstance(found, dict) else {}


def _piles(player: Mapping[str, Any]) -> Piles:
    return {field: tuple(refs) for field, refs in player.items() if isinstance(refs, list | tuple)}


def _cost(card: Mapping[str, Any]) -> int:
    """About what it costs: a number, or the symbols of a cost."""
    total = 0
    for field in ("reserve", "memory"):
        part = card.get(field)
        if isinstance(part, int):
            total += part
    cost = card.get("cost", "")
    return total + (cost if isinstance(cost, int) else _symbols(str(cost)))


@lru_cache(maxsize=1 << 10)
def _symbols(cost: str) -> int:
    """The symbols of a cost; those that are numbers count as what they say."""
    symbols = cost.replace("}", " ").replace("{", " ").split()
    return sum(int(symbol) if symbol.isdecimal() else 1 for symbol in symbols)
