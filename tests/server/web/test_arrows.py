"""Arrows over the table: they end at the edges of cards and run between the others."""

from __future__ import annotations

from typing import Final

import pytest
from playwright.async_api import Page, expect

from tests.support.web.board import Board, board
from tests.support.web.browser import BROWSER
from tests.support.web.midgame import MIDGAMES
from tests.support.web.rest import comes_to_rest
from tests.support.web.seat import MAIN, sit_down

pytestmark = BROWSER

ARROWS: Final = """() => {
  const origin = document.querySelector(".table").getBoundingClientRect();
  const isBetween = (low, number, high, px) => number > low + px && number < high - px;
  const within = (box, { x, y }, px) => isBetween(box.left, x, box.right, px) && isBetween(box.top, y, box.bottom, px);
  const things = [...document.querySelectorAll(".row > .slot > .card, .hand .card, .seat-head")];
  return [...document.querySelectorAll(".arrows .shaft")].map((path) => {
    const length = path.getTotalLength();
    const points = Array.from({ length: 200 }, (_, at) => path.getPointAtLength((length * at) / 199));
    const placed = points.map(({ x, y }) => ({ x: x + origin.left, y: y + origin.top }));
    const end = placed.at(-1);
    const nameOf = (thing) => thing.querySelector(".card-name, .name").textContent;
    const touched = things.filter((thing) => within(thing.getBoundingClientRect(), end, -1)).map(nameOf);
    const inner = things.filter((thing) => placed.some((point) => within(thing.getBoundingClientRect(), point, 6)));
    return { kind: path.getAttribute("class"), touched, crossed: inner.map(nameOf) };
  });
}"""
"""Of each arrow what it ends at, and the things that it crosses."""
BATTLE: Final = (
    MAIN
    + """
[A]
battlefield = [
  "Mountain", "Forest", "Goblin Piker", "Goblin Piker", "Goblin Piker", "Mogg Fanatic", "Serra Angel",
  "Colossal Dreadmaw", "Llanowar Elves",
]
[B]
battlefield = [
  "Forest", "Forest", "Elvish Archdruid", "Soul Warden", "Colossal Dreadmaw", "Grizzly Bears", "Grizzly Bears",
]
"""
)
ATTACK: Final = 'choose "Goblin Piker#1" "Goblin Piker#2" "Mogg Fanatic" "Serra Angel" "Colossal Dreadmaw#1"'
BLOCK: Final = (
    'block "Grizzly Bears#1" -> "Goblin Piker#1" "Elvish Archdruid" -> "Goblin Piker#2" '
    '"Colossal Dreadmaw#2" -> "Mogg Fanatic" "Grizzly Bears#2" -> "Colossal Dreadmaw#1"'
)


async def fight(play: Board) -> None:
    """Have A attack and B block."""
    for seat, gesture in (("A", ATTACK), ("B", BLOCK)):
        while play.match.decisions[0].kind == "act":
            await play.do("AB"[play.match.decisions[0].seat], "pass")
        await play.do(seat, gesture)


@pytest.mark.parametrize("size", [(1280, 800), (1920, 1080)])
async def test_arrows_of_a_fight_end_at_cards_and_cross_none(page: Page, size: tuple[int, int]) -> None:
    """Each ran straight over whatever lay between."""
    await page.set_viewport_size({"width": size[0], "height": size[1]})
    await page.emulate_media(reduced_motion="reduce")
    async with board(BATTLE) as play:
        await fight(play)
        await sit_down(page, play)
        await expect(page.locator(".arrows .block.shaft")).to_have_count(4)
        await expect(page.locator(".arrows .attack.shaft")).to_have_count(1)
        assert await comes_to_rest(page)
        arrows = await page.evaluate(ARROWS)
        assert [arrow["crossed"] for arrow in arrows] == [[]] * 5
        ends = sorted(arrow["touched"][0] for arrow in arrows)
        assert ends == ["Bob", "Colossal Dreadmaw", "Goblin Piker", "Goblin Piker", "Mogg Fanatic"]


async def test_an_arrow_from_the_stack_goes_round_what_is_between(page: Page) -> None:
    midgame = MIDGAMES[0]
    await page.set_viewport_size({"width": 1280, "height": 800})
    await page.emulate_media(reduced_motion="reduce")
    async with board(midgame.position) as play:
        for seat, gesture in midgame.gestures:
            await play.do(seat, gesture)
        await sit_down(page, play)
        await expect(page.locator(".arrows .aim.shaft")).to_have_count(2)
        assert await comes_to_rest(page)
        arrows = await page.evaluate(ARROWS)
        assert [arrow["crossed"] for arrow in arrows] == [[], []]
        assert sorted(arrow["touched"][0] for arrow in arrows) == ["Elvish Archdruid", "Mogg Fanatic"]


async def test_those_who_block_lie_across_from_whom_they_block(page: Page) -> None:
    async with board(BATTLE) as play:
        await fight(play)
        await sit_down(page, play)
        await expect(page.locator(".card.blocking")).to_have_count(4)
        names = await page.locator(".far .front .card.blocking .card-name").all_inner_texts()
        assert names == ["Grizzly Bears", "Elvish Archdruid", "Colossal Dreadmaw", "Grizzly Bears"]
