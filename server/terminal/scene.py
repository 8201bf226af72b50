"""Scene on the table, read from a view: who sits where, which card lies in which row, what is attached to what.

As ``table/scene.js`` reads it for the page; the game says what its table looks like (PROTOCOL.md 6.1).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from protocol.diffs import Json
from protocol.view import Card, Player, View

Rows = list[list[Card]]


class Scene:
    """A view as a viewer in a seat sees it; good until the next diff.

    Attributes:
        seats: the players in the order in which they are drawn: whoever sits opposite first, one's own last.
        you: the viewer's seat; ``None`` for a spectator.
    """

    def __init__(self, view: View, you: int | None) -> None:
        self.view = view
        self.game = view.game
        self.table = view.table
        self.you = you
        self.words = self.table.words
        players = view.players
        near = view.player(you) if you is not None else (players[0] if players else None)
        far = [player for player in players if player is not near]
        if self.table.side and far:
            far.insert(0, far.pop())  # whom all play against is farthest away
        self.seats: tuple[Player, ...] = (*far, near) if near is not None else tuple(far)
        self._named = Counter(card.name for card in view.cards if card.label and card.label != card.name)

    def word(self, usual: str) -> str:
        """The word of this game's players for something."""
        return self.words.get(usual, usual)

    def whose(self, seat: int) -> str:
        """A player, to the viewer."""
        return "you" if seat == self.you else self.name_of_seat(seat)

    def name_of_seat(self, seat: int) -> str:
        player = self.view.player(seat)
        return (player.name if player is not None else "") or f"seat {seat}"

    def name_of(self, ref: int) -> str:
        """A card, player or stack item, as a gesture would name it."""
        card, item = self.view.card(ref), self.view.item(ref)
        if card is not None:
            return card.label or card.name or "a card"
        if item is not None:
            return item.name or "something"
        return next((player.name for player in self.seats if player.id == ref), "something")

    def owner_of(self, ref: int) -> int | None:
        """The seat that a card or an item on the stack belongs to now, or that is the player itself."""
        thing = self.view.card(ref) or self.view.item(ref)
        if thing is not None:
            return thing.controller
        return next((player.seat for player in self.seats if player.id == ref), None)

    def is_there(self, ref: int) -> bool:
        """Whether there is a card or player with an id."""
        return self.view.card(ref) is not None or any(player.id == ref for player in self.seats)

    def named(self, ref: int) -> str:
        """A card or player, to the viewer."""
        return "you" if self.you is not None and ref == self.you + 1 else self.name_of(ref)

    def leader(self, seat: int) -> Card | None:
        """The card that stands for a player, where one does."""
        words = self.table.leader.split()
        return next((card for card in self.view.board(seat) if any(map(card.is_a, words))), None)

    def life(self, player: Player) -> int | None:
        """A player's own, or what the card that stands for it has left; ``None`` as long as that is not there."""
        leader = self.leader(player.seat)
        if leader is not None:
            return leader.toughness - leader.damage
        is_to_come = bool(self.table.leader) and not player.life and not self.entity(player).get("lost")
        return None if is_to_come else player.life

    def rows(self, seat: int) -> Rows:
        """The cards before a seat, row by row: first those that others have sent against it; no attachments."""
        facing: list[Card] = []
        rows: Rows = [[] for _ in self.table.rows or ((),)]
        for player in self.seats:
            for card in self.view.board(player.seat):
                is_sent = card.engaged is not None and card.engaged != player.seat
                if self._host(card) is None and is_sent and card.engaged == seat:
                    facing.append(card)
                elif self._host(card) is None and not is_sent and player.seat == seat:
                    rows[self._row(card)].append(card)
        return [facing, *rows]

    def attached(self, host: Card) -> list[Card]:
        return [card for card in self.view.cards if card.attached == host.id and self._host(card) is not None]

    def piles(self, player: Player) -> list[tuple[str, int, Sequence[int]]]:
        """Each pile of a player: its name, how many cards, and the ids of those that may be seen, the top first."""
        entity = self.entity(player)
        found: list[tuple[str, int, Sequence[int]]] = []
        for kind in self.table.piles:
            held = entity.get(kind, entity.get(f"{kind}_count"))
            if isinstance(held, list):
                refs = [ref for ref in reversed(held) if isinstance(ref, int)]
                found.append((kind, len(held), refs))
            elif isinstance(held, int):
                found.append((kind, held, ()))
        return found

    def entity(self, of: Player | Card) -> dict[str, Json]:
        """All that is told of a player or a card, by its names on the wire."""
        key = f"p{of.id}" if isinstance(of, Player) else f"o{of.id}"
        entity = self.view.entities.get(key)
        return entity if isinstance(entity, dict) else {}

    def is_alone(self, card: Card) -> bool:
        """Whether it is the only one of its name that bears a number: then the number says nothing."""
        return self._named[card.name] < 2

    def _host(self, card: Card) -> Card | None:
        host = self.view.card(card.attached) if card.attached else None
        return host if host is not None and host.zone == self.table.board else None

    def _row(self, card: Card) -> int:
        rows = self.table.rows
        found = next((number for number, words in enumerate(rows) if any(map(card.is_a, words))), None)
        if found is None:
            found = next((number for number, words in enumerate(rows) if not words), 0)
        return found
