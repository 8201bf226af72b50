"""A view in the domain's words, also where only its game has a word for something."""

from protocol.view import View

VIEW = View(
    {
        "table": {"board": "field"},
        "p1": {"seat": 0, "id": 1, "field": [5], "hand": [6], "hand_count": 1, "memory_count": 3, "main deck": 50},
        "o5": {"id": 5, "name": "Owl Familiar"},
        "o6": {"id": 6, "name": "Slash"},
    }
)


def test_the_cards_of_a_zone_are_found_by_its_name() -> None:
    assert [card.name for card in VIEW.zone(0, "hand")] == ["Slash"]
    assert VIEW.board(0) == VIEW.zone(0, "field") == (VIEW.card(5),)
    assert VIEW.zone(0, "memory") == VIEW.zone(0, "main deck") == VIEW.zone(1, "field") == ()


def test_cards_are_counted_where_they_are_not_seen() -> None:
    zones = ("field", "hand", "memory", "main deck", "graveyard")
    assert [VIEW.size(0, zone) for zone in zones] == [1, 1, 3, 50, 0]
    assert VIEW.size(1, "hand") == 0
