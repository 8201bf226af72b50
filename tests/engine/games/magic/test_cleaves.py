"""Cards with cleave as sources print them (702.148): one face with the words in square brackets, one without."""

from __future__ import annotations

from engine.games.magic.sources.cleaves import with_cleaved


def faces(text: str) -> list[object]:
    table = with_cleaved({"name": "Edge", "type": "Sorcery", "text": text})
    others = table.get("faces")
    assert isinstance(others, list)
    return [table["text"], *(face["text"] for face in others)]


def test_words_within_a_sentence_are_left_out() -> None:
    """A space goes with them, and a comma that is theirs."""
    said = "Cleave {1}{B}\nSearch your library for a [basic land] card, [reveal it,] put it into your hand [now]."
    assert faces(said) == [
        "Cleave {1}{B}\nSearch your library for a basic land card, reveal it, put it into your hand now.",
        "Cleave {1}{B}\nSearch your library for a card, put it into your hand.",
    ]


def test_a_whole_sentence_may_be_left_out() -> None:
    assert faces("Cleave {U}\nDraw a card. [You lose 1 life.]") == [
        "Cleave {U}\nDraw a card. You lose 1 life.",
        "Cleave {U}\nDraw a card.",
    ]


def test_other_cards_stay_as_they_are() -> None:
    """Loyalty costs stand in brackets, too."""
    table: dict[str, object] = {"name": "Walker", "text": "[+1]: Draw a card."}
    assert with_cleaved(table) is table
