"""Cards on the table as they are drawn: costs and texts in sight, what is turned on its side, pictures by kind."""

from __future__ import annotations

from typing import Final

import pytest
from playwright.async_api import Page, expect

from tests.support.web.board import Board, board
from tests.support.web.browser import BROWSER
from tests.support.web.midgame import MIDGAMES, Midgame
from tests.support.web.seat import MAIN, sit_down
from tests.support.web.stage import MATCH

pytestmark = BROWSER

HAND: Final = [
    "Lightning Bolt",
    "Fireblast",
    "Raging Goblin",
    "Blaze",
    "Rolling Thunder",
    "Beast Whisperer",
    "Wood Elves",
    "Elvish Archdruid",
    "Giant Growth",
    "Serra Angel",
    "Grizzly Bears",
    "Colossal Dreadmaw",
]
COVERED: Final = """() => [...document.querySelectorAll(".near .hand .card")].filter((card) => {
  const discs = [...card.querySelectorAll(".card-cost .disc")];
  const isSeen = (disc) => {
    const { left, right, top, bottom } = disc.getBoundingClientRect();
    const isOnTop = (x) => card.contains(document.elementFromPoint(x, (top + bottom) / 2));
    return [left + 2, (left + right) / 2, right - 2].every(isOnTop);
  };
  return discs.length === 0 || !discs.every(isSeen);
}).map((card) => card.textContent)"""
"""The cards in hand whose cost is not all to be seen."""
FACTS: Final = """() => [...document.querySelectorAll(".boards .row > .slot > .card")].map((card) => {
  const frame = card.getBoundingClientRect();
  const text = card.querySelector(".card-text");
  const lines = text.getClientRects().length && text.clientHeight >= 10 ? text.textContent : "";
  const picture = card.querySelector(".picture");
  const kind = picture.dataset.kind;
  const turned = card.classList.contains("tapped");
  const name = card.querySelector(".card-name").textContent;
  return { name, wide: frame.width, high: frame.height, lines, kind, turned };
})"""
BOXES: Final = """() => [...document.querySelectorAll(".card:is(.attacking, .blocking)")].map((card) => {
  const { left, right, top, bottom } = card.getBoundingClientRect();
  return [left, right, top, bottom];
})"""
FIGHT: Final = (
    MAIN
    + """
[A]
battlefield = ["Mountain", "Goblin Piker", "Goblin Piker", "Goblin Piker", "Llanowar Elves"]
[B]
battlefield = ["Forest", "Grizzly Bears", "Grizzly Bears", "Serra Angel"]
"""
)


@pytest.mark.parametrize("size", [(1024, 768), (1280, 800), (1920, 1080)])
async def test_no_cost_in_hand_is_covered_at_any_size_of_a_hand(page: Page, size: tuple[int, int]) -> None:
    """Each card lay over the cost of the one before it as soon as there were eight."""
    await page.set_viewport_size({"width": size[0], "height": size[1]})
    await page.emulate_media(reduced_motion="reduce")
    for count in (5, 8, 12):
        cards = ", ".join(f'"{name}"' for name in HAND[:count])
        async with board(f"{MAIN}\n[A]\nhand = [{cards}]\n[B]\n") as play:
            await sit_down(page, play)
            await expect(page.locator(".near .hand .card")).to_have_count(count)
            await page.mouse.move(5, 5)
            assert await page.evaluate(COVERED) == []


async def test_keywords_and_text_stand_on_the_table(page: Page) -> None:
    """A flower stood there."""
    await page.emulate_media(reduced_motion="reduce")
    async with board(MIDGAMES[0].position) as play:
        await page.goto(f"{play.url}/m/{MATCH}")
        await expect(page.locator(".near .row .card").first).to_be_visible()
        lines = {card["name"]: card["lines"] for card in await page.evaluate(FACTS)}
        assert "Haste" in lines["Monastery Swiftspear"]
        assert "1 damage to any target" in lines["Mogg Fanatic"]
        assert lines["Colossal Dreadmaw"] == "Trample"
        assert all(lines[name] for name in ("Elvish Archdruid", "Mind Stone", "Krenko, Mob Boss"))


@pytest.mark.parametrize("midgame", MIDGAMES, ids=lambda midgame: midgame.game)
async def test_what_is_turned_lies_on_its_side(page: Page, midgame: Midgame) -> None:
    """It was tilted by seven degrees, like a card that somebody pushed."""
    await page.emulate_media(reduced_motion="reduce")
    async with board(midgame.position) as play:
        await page.goto(f"{play.url}/m/{MATCH}")
        await expect(page.locator(".near .row .card.tapped").first).to_be_visible()
        cards = await page.evaluate(FACTS)
        front = [card for card in cards if card["high"] > card["wide"]]
        turned = [card for card in cards if card["turned"]]
        assert front
        assert turned
        assert not [card["name"] for card in front if card["turned"]]
        assert all(card["wide"] > 1.15 * card["high"] for card in turned)


async def test_pictures_tell_kinds_of_cards_apart(page: Page) -> None:
    async with board(MIDGAMES[0].position) as play:
        await page.goto(f"{play.url}/m/{MATCH}")
        await expect(page.locator(".near .row .card").first).to_be_visible()
        kinds = {card["name"]: card["kind"] for card in await page.evaluate(FACTS)}
        assert kinds["Mountain"] == "place"
        assert kinds["Goblin Piker"] == "being"
        assert kinds["Mind Stone"] == "works"
        assert kinds["Great Furnace"] == "place"


async def pass_on(play: Board) -> None:
    """Pass for whoever may act, until something else is asked."""
    while play.match.decisions[0].kind == "act":
        await play.do("AB"[play.match.decisions[0].seat], "pass")


async def test_fighters_that_are_alike_lie_apart(page: Page) -> None:
    """Three of a kind lay on a pile, and one could not see which of them was blocked by whom."""
    await page.emulate_media(reduced_motion="reduce")
    async with board(FIGHT) as play:
        await sit_down(page, play)
        await pass_on(play)
        await play.do("A", 'choose "Goblin Piker#1" "Goblin Piker#2" "Goblin Piker#3"')
        await pass_on(play)
        await play.do("B", 'block "Grizzly Bears#1" -> "Goblin Piker#1" "Grizzly Bears#2" -> "Goblin Piker#3"')
        await expect(page.locator(".card.blocking")).to_have_count(2)
        boxes = await page.evaluate(BOXES)
        assert len(boxes) == 5
        for at, (left, right, top, bottom) in enumerate(boxes):
            for other in boxes[:at]:
                assert left >= other[1] or right <= other[0] or top >= other[3] or bottom <= other[2]


async def test_cards_are_as_large_as_the_felt_lets_them_be(page: Page) -> None:
    """Four creatures on a wide table were no larger than twelve."""
    await page.set_viewport_size({"width": 1280, "height": 800})
    await page.emulate_media(reduced_motion="reduce")
    async with board(MIDGAMES[0].position) as play:
        await sit_down(page, play)
        await expect(page.locator(".near .beside")).to_have_count(1)
        cards = {card["name"]: card["wide"] for card in await page.evaluate(FACTS)}
        assert cards["Goblin Piker"] > 140
        assert cards["Great Furnace"] > 100
