"""A table on a phone, upright and lying: a hand that is read and played by taps, folded lands, sheets."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

import pytest
from playwright.async_api import Browser, Page, expect

from tests.support.web.axe import assert_accessible
from tests.support.web.board import Board, board
from tests.support.web.browser import BROWSER
from tests.support.web.midgame import MIDGAMES, Midgame
from tests.support.web.seat import MAIN, is_settled, sit_down

pytestmark = BROWSER

SIZES: Final = [(360, 640), (390, 844), (430, 932), (844, 390)]
UPRIGHT: Final = (390, 844)
LYING: Final = (844, 390)
MOUNTAINS: Final = ", ".join(['"Mountain"'] * 5)
HAND: Final = (
    MAIN
    + f"""
[A]
battlefield = ["Goblin Piker", {MOUNTAINS}, "Mountain (tapped)", "Mountain (tapped)"]
hand = ["Lightning Bolt", "Shock", "Raging Goblin", "Colossal Dreadmaw", "Fireblast", "Mountain"]
[B]
battlefield = ["Grizzly Bears", "Forest", "Forest"]
"""
)
UNREAD: Final = """() => {
  const faults = [];
  for (const card of document.querySelectorAll(".near .hand .card")) {
    card.scrollIntoView({ inline: "center", block: "nearest" });
    const frame = card.getBoundingClientRect();
    const isCovered = (part) => {
      const { left, top, right, bottom } = part.getBoundingClientRect();
      const met = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
      const isAcross = left >= frame.left - 1 && right <= frame.right + 1;
      const isUpright = top >= frame.top - 1 && bottom <= frame.bottom + 1;
      return !isAcross || !isUpright || !met || !(part.contains(met) || met.contains(part));
    };
    const isShort = (text) => text.clientHeight < 24 && text.scrollHeight > text.clientHeight + 1;
    const isSmall = (text) => parseFloat(getComputedStyle(text).fontSize) < 10.5;
    const [name, cost, text] = [".card-name", ".card-cost", ".card-text"].map((part) => card.querySelector(part));
    if (cost.children.length && isCovered(cost)) faults.push(`${name.textContent}: cost`);
    const isRead = !text.textContent || !(isCovered(text) || isShort(text) || isSmall(text));
    if (!isRead) faults.push(`${name.textContent}: text`);
  }
  return faults;
}"""
"""The cards in hand of which cost or text cannot be read."""
OUTSIDE: Final = """() => [...document.querySelectorAll("button, .stack-panel, .ask, .seat-head, .turn")]
  .filter((each) => each.checkVisibility() && !each.closest(".strip, .hand, .choices, .piles, .boards"))
  .filter((each) => {
    const { left, right, top, bottom } = each.getBoundingClientRect();
    return left < -1 || right > innerWidth + 1 || top < -1 || bottom > innerHeight + 1;
  })
  .map((each) => each.className)"""
"""Parts beside the board, of which the window shows only some."""


@asynccontextmanager
async def phone(browser: Browser, size: tuple[int, int]) -> AsyncIterator[Page]:
    """A page under a finger, on which any error fails the test."""
    complaints: list[str] = []
    context = await browser.new_context(
        viewport={"width": size[0], "height": size[1]}, has_touch=True, is_mobile=True, reduced_motion="reduce"
    )
    page = await context.new_page()
    page.on("pageerror", lambda error: complaints.append(str(error)))
    yield page
    await context.close()
    assert complaints == []


async def in_hand(page: Page, name: str) -> None:
    """Tap a card of one's hand."""
    await page.locator(".near .hand .card", has_text=name).first.tap()


async def act_out(play: Board, midgame: Midgame) -> None:
    for seat, gesture in midgame.gestures:
        await play.do(seat, gesture)


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("midgame", MIDGAMES, ids=lambda midgame: midgame.game)
async def test_a_hand_is_read_and_nothing_lies_outside(
    browser: Browser, midgame: Midgame, size: tuple[int, int]
) -> None:
    """A hand on a phone showed neither cost nor text."""
    async with board(midgame.position) as play, phone(browser, size) as page:
        await act_out(play, midgame)
        await sit_down(page, play)
        await expect(page.locator(".near .hand .card").first).to_be_visible()
        assert await page.evaluate(UNREAD) == []
        assert await page.evaluate(OUTSIDE) == []
        assert await page.evaluate("[document.documentElement.scrollWidth, scrollY]") == [size[0], 0]
        assert await page.evaluate("document.documentElement.scrollHeight") == size[1]


@pytest.mark.parametrize("size", [UPRIGHT, LYING], ids=["upright", "lying"])
async def test_the_first_tap_raises_a_card_and_the_second_plays_it(browser: Browser, size: tuple[int, int]) -> None:
    async with board(HAND) as play, phone(browser, size) as page:
        await sit_down(page, play)
        await is_settled(page)
        await in_hand(page, "Raging Goblin")
        raised = page.locator(".near .hand .slot[data-up]")
        await expect(raised.locator(".card-name")).to_have_text("Raging Goblin")
        await expect(raised.locator(".card-text")).to_be_in_viewport(ratio=1)
        assert play.intents == []
        await in_hand(page, "Raging Goblin")
        await expect(page.locator(".ask-prompt")).to_contain_text("ay")  # its cost is to be paid
        assert len(play.intents) == 1
        await expect(page.locator(".hand.raised")).to_have_count(0)


async def test_a_raised_hand_is_swiped_through_and_put_down(browser: Browser) -> None:
    async with board(HAND) as play, phone(browser, UPRIGHT) as page:
        await sit_down(page, play)
        await in_hand(page, "Lightning Bolt")
        raised = page.locator(".near .hand .slot[data-up] .card-name")
        await expect(raised).to_have_text("Lightning Bolt")
        await page.locator(".near .hand").evaluate("(hand) => hand.scrollBy(hand.clientWidth * 0.75, 0)")
        await expect(raised).to_have_text("Shock")
        box = await page.locator(".near .hand").bounding_box()
        assert box is not None
        await page.touchscreen.tap(
            UPRIGHT[0] - 8, box["y"] + box["height"] / 2
        )  # the one beside it, which is not played
        await expect(raised).to_have_text("Raging Goblin")
        await page.locator(".far .front .card").first.tap(position={"x": 20, "y": 5})  # nor is it taken for a target
        await expect(raised).to_have_count(0)
        await expect(page.locator("dialog")).to_be_hidden()
        assert play.intents == []


async def test_a_card_that_cannot_be_used_is_raised_and_tells_why(browser: Browser) -> None:
    async with board(HAND.replace('"Mountain", ' * 4, "")) as play, phone(browser, UPRIGHT) as page:
        await sit_down(page, play)
        await in_hand(page, "Colossal Dreadmaw")
        await expect(page.locator(".slot[data-up]")).to_have_attribute("data-up", "Not now: tap again for why")
        await in_hand(page, "Colossal Dreadmaw")
        await expect(page.locator("dialog .card-note")).to_contain_text("Not now")


async def test_cards_that_are_chosen_together_are_taken_by_one_tap_each(browser: Browser) -> None:
    """To raise each of them first would be twice the taps, and nothing is done before all are chosen."""
    more = '"Fireblast", "Blaze", "Lava Spike", "Blaze", '
    many = HAND.replace("precombat main", "end").replace('"Fireblast", ', more)
    async with board(many) as play, phone(browser, UPRIGHT) as page:
        await play.do("A", "pass")
        await play.do("B", "pass")
        await sit_down(page, play)
        await expect(page.locator(".ask-prompt")).to_contain_text("iscard")
        await is_settled(page)
        await in_hand(page, "Shock")
        await expect(page.locator(".near .hand .picked .card-name")).to_have_text(["Shock"])
        await in_hand(page, "Lava Spike")
        await expect(page.locator(".near .hand .picked")).to_have_count(2)
        await page.locator(".ask .main").tap()
        await expect(page.locator(".near .hand .card")).to_have_count(7)


async def test_lands_are_folded_into_a_strip_and_tapped_there(browser: Browser) -> None:
    async with board(HAND) as play, phone(browser, UPRIGHT) as page:
        await sit_down(page, play)
        chips = page.locator(".near .strip > .slot")
        await expect(chips).to_have_count(2)
        await expect(chips.first).to_have_attribute("data-many", "\u00d75")
        await expect(chips.nth(1)).to_have_attribute("data-many", "\u00d72")
        await is_settled(page)
        await chips.first.locator(".card").tap()
        await expect(chips.first).to_have_attribute("data-many", "\u00d74")
        await expect(chips.nth(1)).to_have_attribute("data-many", "\u00d73")
        await expect(page.locator(".near .pool .disc")).to_have_count(1)
        await page.set_viewport_size({"width": 1280, "height": 800})  # a large window shows each
        await expect(page.locator(".near .behind .slot")).to_have_count(7)
        await expect(chips).to_have_count(0)


@pytest.mark.parametrize("size", [UPRIGHT, LYING], ids=["upright", "lying"])
async def test_the_stack_stays_in_sight(browser: Browser, size: tuple[int, int]) -> None:
    async with board(MIDGAMES[0].position) as play, phone(browser, size) as page:
        await act_out(play, MIDGAMES[0])
        await sit_down(page, play)
        for where in (0, 10_000):
            await page.locator(".boards").evaluate("(boards, where) => boards.scrollTo(0, where)", where)
            await expect(page.locator(".stack .item").first).to_be_in_viewport(ratio=1)
            await expect(page.locator(".ask .main")).to_be_in_viewport(ratio=1)
            await expect(page.locator(".near .hand .card-head").first).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("seat", [0, None], ids=["player", "watcher"])
async def test_log_and_chat_are_sheets(browser: Browser, seat: int | None) -> None:
    async with board(MIDGAMES[0].position) as play, phone(browser, UPRIGHT) as page:
        if seat is None:
            await page.goto(f"{play.url}/m/m1")
        else:
            await sit_down(page, play)
        await play.do("A", 'cast "Lightning Bolt" target "Elvish Archdruid" auto')
        button = page.get_by_role("button", name="log and chat", exact=True)
        told = page.locator(".log li", has_text="Elvish Archdruid")
        await expect(told).to_be_hidden()
        await button.tap()
        await expect(told.first).to_be_in_viewport(ratio=1)
        await page.locator(".far .who").tap()  # beside it
        await expect(told).to_be_hidden()
        if seat is not None:
            await button.tap()
            await page.get_by_role("button", name="Chat", exact=True).tap()
            await expect(page.get_by_role("textbox", name="say to all")).to_be_in_viewport(ratio=1)
            await page.get_by_role("button", name="put it away").tap()
            await expect(page.get_by_role("textbox", name="say to all")).to_be_hidden()


@pytest.mark.parametrize("size", [UPRIGHT, LYING], ids=["upright", "lying"])
async def test_axe_finds_nothing_on_a_phone(browser: Browser, size: tuple[int, int]) -> None:
    async with board(MIDGAMES[0].position) as play, phone(browser, size) as page:
        await sit_down(page, play)
        await assert_accessible(page)
        await in_hand(page, "Blaze")
        await expect(page.locator(".slot[data-up]")).to_have_count(1)
        await assert_accessible(page)
        await page.get_by_role("button", name="log and chat", exact=True).tap()
        await expect(page.locator(".slot[data-up]")).to_have_count(0)
        await expect(page.locator(".sheet-head")).to_be_visible()
        await assert_accessible(page)


SHORT: Final = (360, 640)
UNFIT: Final = """() => {
  const boards = document.querySelector(".boards");
  const shown = [...document.querySelectorAll(".seats .lines .row > .slot > .card")];
  const inside = (part, card) => {
    const [one, other] = [part.getBoundingClientRect(), card.getBoundingClientRect()];
    return one.height > 0 && one.top >= other.top - 1 && one.bottom <= other.bottom + 1 && one.right <= other.right + 1;
  };
  const cut = shown.filter((card) => [".card-name", ".card-size:not(:empty)"].some((kind) => {
    const part = card.querySelector(kind);
    return part && !inside(part, card);
  }));
  return [Math.max(0, boards.scrollHeight - boards.clientHeight), ...cut.map((card) => card.textContent)];
}"""
"""The way that the boards have to be scrolled, and the cards whose name or size does not lie in their frame."""


@pytest.mark.parametrize("size", [SHORT, LYING], ids=["short", "lying"])
@pytest.mark.parametrize("at", range(3), ids=["magic", "grand-archive", "marvel-champions"])
async def test_a_board_in_the_middle_of_a_match_fits_the_smallest_phones(
    browser: Browser, at: int, size: tuple[int, int]
) -> None:
    """It was up to twice as high as the room for it, three seats above all."""
    async with board(MIDGAMES[at].position) as play, phone(browser, size) as page:
        await sit_down(page, play)
        await expect(page.locator(".near .hand .card").first).to_be_visible()
        await page.wait_for_function(f"({UNFIT})().join() === '0'")
