"""Hidden cards trade places in other worlds, but not with cards that a text at work tells from them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from engine.analysis.hidden_kinds import HiddenKinds
from engine.analysis.secrecy import PUBLIC, alike_now, deal, laid_out
from engine.formats.position import build
from engine.state.records import Item
from tests.support.engine.random_play import picker

if TYPE_CHECKING:
    from engine import Match

HAND = ["Shock", "Forest", "Grizzly Bears", "Island", "Llanowar Elves", "Mountain"]
LIBRARY = ["Plains", "Lightning Bolt", "Swamp", "Birds of Paradise", "Forest", "Giant Growth"]


def stands(text: str) -> Match:
    """A match in which A has an artifact of a text, and B hidden cards of all kinds."""
    odd: dict[str, object] = {"name": "Odd Eye", "type": "Artifact", "cost": "{0}", "text": text}
    return build("magic", {"A": {"battlefield": ["Odd Eye"]}, "B": {"hand": HAND, "library": LIBRARY}}, [odd], {})


def told_apart(text: str, kind: str) -> tuple[int, int]:
    """The places whose card is another one after deals anew, and those where the other is none of the kind."""
    match = stands(text)
    game = match.game
    alike = alike_now(game, HiddenKinds(game))
    there = laid_out(game)
    moved = other = 0
    for seed in range(10):
        deal(game, PUBLIC, picker(seed), alike=alike)
        for place, card in laid_out(game).items():
            moved += card != there[place]
            words = game.prints[card].definition.words, game.prints[there[place]].definition.words
            other += (kind in words[0]) != (kind in words[1])
    return moved, other


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Odd Eye has indestructible as long as you have a land card in hand.", "land"),
        ("At the beginning of your upkeep, if you have no creature cards in hand, draw a card.", "creature"),
    ],
)
def test_what_a_standing_text_asks_is_the_same_in_all_worlds(text: str, kind: str) -> None:
    moved, other = told_apart(text, kind)
    assert moved > 20
    assert other == 0


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{T}: You gain 1 life for each land card in your hand.",
        "{T}: Search your library for a land card, reveal it, put it into your hand, then shuffle.",
        "{T}: Draw a card for each card in your hand.",
    ],
)
def test_what_no_text_at_work_asks_may_be_otherwise(text: str) -> None:
    assert told_apart(text, "land")[1] > 0


def test_a_text_that_is_carried_out_asks_all_that_it_says() -> None:
    game = stands("{T}: You gain 1 life for each land card in your hand.").game
    kinds = HiddenKinds(game)
    source = game.battlefield()[0]
    item = Item(game.new_id(), "activated", 0, source.id, source.abilities[0])
    asked = list(kinds.asked_by(item))
    assert list(kinds.asked_by(source)) == []
    answers = {printed.definition.name: kinds.of(card, asked) for card, printed in enumerate(game.prints)}
    assert answers["Forest"] == answers["Island"] != answers["Shock"] == answers["Grizzly Bears"]
