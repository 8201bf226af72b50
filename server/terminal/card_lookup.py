"""The card that is meant by what is typed: its name with or without number, the beginning of one, or its id."""

from __future__ import annotations

from protocol.view import Card
from server.terminal.scene import Scene


def cards(scene: Scene, typed: str) -> list[Card]:
    """Those that are called so, those of one's own hand and the table first; of the best fit alone."""
    wanted = typed.strip().strip('"').casefold()
    if wanted.isdecimal():
        card = scene.view.card(int(wanted))
        return [card] if card is not None else []
    seen = sorted(scene.view.cards, key=lambda card: (_nearness(scene, card), card.id))
    exact = [card for card in seen if wanted in (card.label.casefold(), card.name.casefold())]
    begun = [card for card in seen if card.name.casefold().startswith(wanted)]
    inside = [card for card in seen if wanted in card.name.casefold()]
    return exact or begun or inside if wanted else []


def _nearness(scene: Scene, card: Card) -> int:
    if card.zone == "hand" and card.owner == scene.you:
        return 0
    if card.zone == scene.table.board:
        return 1 if card.controller == scene.you else 2
    return 3
