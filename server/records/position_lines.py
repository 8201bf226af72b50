"""A position as lines that people read: who sits there, and what lies where, in a view of it."""

from typing import Final, TypeAlias

from protocol.diffs import Entities, Json

Entity: TypeAlias = dict[str, Json]
SEATS: Final = "ABCDEFGH"
FACTS: Final = frozenset({"id", "seat", "name", "life", "pool", "counters", "lost", "pool_notes"})
"""The fields of a player that are no zone."""


def render(view: Entities) -> str:
    """The lines of a position."""
    game = entity(view, "game")
    seats = sorted((entity(view, key) for key in view if key[0] == "p" and key[1:].isdigit()), key=seat_of)
    waiting = game.get("waiting")
    asked = ", ".join(SEATS[seat] for seat in waiting if isinstance(seat, int)) if isinstance(waiting, list) else ""
    phase = game.get("phase")
    head = f"{game.get('name')}, turn {game.get('turn', 0)}" + (f", {phase}" if phase else "")
    lines = [head + (f"; {asked} asked" if asked else "; over" if game.get("over") else "")]
    for player in seats:
        lines += player_lines(view, player)
    stack = game.get("stack")
    if isinstance(stack, list) and stack:
        lines.append("  stack: " + ", ".join(item_text(view, ref) for ref in stack))
    return "\n".join(lines)


def player_lines(view: Entities, player: Entity) -> list[str]:
    seat = seat_of(player)
    life = f", {player['life']} life" if player.get("life") else ""
    pool = f", pool {player['pool']}" if player.get("pool") else ""
    counts = [f"{name} {value}" for name, value in player.items() if is_count(name, value)]
    lines = [f"{SEATS[seat]} {player.get('name', '')}{life}{pool}{''.join(f', {count}' for count in counts)}"]
    for name, content in player.items():
        if isinstance(content, list) and content and name not in FACTS:
            lines.append(f"  {name}: {', '.join(card_text(view, ref) for ref in content)}")
    return lines


def is_count(name: str, value: Json) -> bool:
    """Whether this tells how many cards lie in a zone of which it shows none."""
    return isinstance(value, int) and value > 0 and name not in FACTS and not name.endswith("_count")


def card_text(view: Entities, ref: Json) -> str:
    card = entity(view, f"o{ref}")
    if not card:
        return "a card"
    size = f" {card.get('power', 0)}/{card.get('toughness', 0)}" if "power" in card or "toughness" in card else ""
    counters = card.get("counters")
    kinds = [f"{kind}: {count}" for kind, count in counters.items()] if isinstance(counters, dict) else []
    marks = [word for word in ("tapped", "sick") if card.get(word)] + kinds
    if card.get("damage"):
        marks.append(f"{card['damage']} damage")
    marked = f" ({', '.join(marks)})" if marks else ""
    return f"{card.get('label') or card.get('name')}{size}{marked}"


def item_text(view: Entities, ref: Json) -> str:
    item = entity(view, f"s{ref}")
    targets = item.get("targets")
    names = [name_of(view, target) for target in targets] if isinstance(targets, list) else []
    aimed = f" -> {', '.join(names)}" if names else ""
    return f"{item.get('name', 'something')}{aimed}"


def name_of(view: Entities, ref: Json) -> str:
    for key in (f"o{ref}", f"s{ref}", f"p{ref}"):
        found = entity(view, key)
        if found:
            return str(found.get("label") or found.get("name"))
    return f"#{ref}"


def entity(view: Entities, key: str) -> Entity:
    found = view.get(key)
    return found if isinstance(found, dict) else {}


def seat_of(player: Entity) -> int:
    seat = player.get("seat", 0)
    return seat if isinstance(seat, int) else 0
