"""People play by the page: a match is started, a friend comes by the invite, cards pay by clicks, another watches."""

import re
import shutil
from pathlib import Path

import pytest
from playwright.async_api import Browser, Locator, Page, async_playwright, expect

from tests.e2e.server_process import server_process

CHROMIUM = shutil.which("chromium") or shutil.which("google-chrome")
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]
PATIENCE_MS = 30_000
TURN = "your turn: act or pass"
expect.set_options(timeout=PATIENCE_MS)

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(CHROMIUM is None, reason="not run: chromium is not installed"),
]


async def guest(browser: Browser, errors: list[str]) -> Page:
    """Somebody else, in a browser of their own."""
    page = await (await browser.new_context()).new_page()
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.set_default_timeout(PATIENCE_MS)
    return page


async def start(page: Page, url: str) -> str:
    """Start a match of two people; return the other's invite."""
    await page.goto(url)
    await page.locator(".new select").select_option("marvel-champions")
    await page.get_by_label("people", exact=True).fill("2")
    await page.get_by_label("bots", exact=True).fill("0")
    await page.get_by_label("you", exact=True).fill("Ann")
    await page.get_by_role("button", name="Start").click()
    return await page.locator(".invites code").first.text_content() or ""


async def say(page: Page, words: str) -> None:
    await page.locator(".ask").get_by_role("button", name=words).first.click()


def hand(page: Page, where: str = "near") -> Locator:
    return page.locator(f".{where} .hand .card")


async def pay(page: Page) -> None:
    """Pay by clicks on cards of the hand: one more each time the rules say that it is not enough."""
    await expect(page.locator(".ask-prompt")).to_contain_text("generate")
    prompt = await page.locator(".ask-prompt").inner_text()
    for number in range(8):
        await page.locator(".hand .card.able:not(.picked)").first.click()
        await expect(page.locator(".hand .card.picked")).to_have_count(number + 1)
        await page.locator(".ask .main").click()
        refused = page.locator(".ask .trouble:not(:empty)")
        await page.locator(f'.ask-prompt:not(:has-text("{prompt.splitlines()[0]}"))').or_(refused).first.wait_for()
        if not await refused.count():
            return
    raise AssertionError("no number of cards was enough")


async def test_two_people_and_one_who_watches(tmp_path: Path) -> None:
    with server_process(tmp_path / "data") as server:
        async with async_playwright() as playwright:
            browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
            errors: list[str] = []
            ann, bob, eve = [await guest(browser, errors) for _ in range(3)]
            await bob.goto(await start(ann, server.url))
            await eve.goto(ann.url)

            # both see both hands, the villain, the scheme's threat; nobody asks who only watches
            await expect(hand(bob)).to_have_count(6)
            await expect(hand(bob, "far")).to_have_count(6)
            await expect(eve.locator(".hand .card")).to_have_count(12)
            await expect(eve.locator(".card-size", has_text="0/14")).to_be_visible()
            await expect(eve.locator(".card-size", has_text="ATK 2 · ♥ 28")).to_be_visible()
            await expect(eve.locator(".waiting")).to_have_text(re.compile("waiting for (Ann|player 2)"))
            await expect(eve.locator(".ask")).to_be_hidden()
            ann_first = "Ann" in await eve.locator(".waiting").inner_text()
            for page in (ann, bob) if ann_first else (bob, ann):
                await say(page, "None")
            await expect(eve.locator(".turn")).to_contain_text("Round 1")

            # the one whose turn it is plays what the page offers, and pays for it
            active, idle = (ann, bob) if "Ann" in await eve.locator(".turn").inner_text() else (bob, ann)
            await expect(active.locator(".ask-prompt")).to_contain_text(TURN)
            bought = await first_with_a_cost(active)
            await hand(active).filter(has_text=bought).first.click()
            await pay(active)
            while TURN not in (prompt := await active.locator(".ask-prompt").inner_text()):
                # who controls it, what it is done to, what else somebody does about it
                await active.locator(".ask [data-choice]:visible, .ask .main").first.click()
                await expect(active.locator(".ask-prompt")).not_to_have_text(prompt)
            await expect(eve.locator(".log")).to_contain_text(f"has played {bought}")

            # why not: a click on a card of the other's hand tells that it is not one's own
            await hand(idle, "far").first.click()
            await expect(idle.locator("dialog .card-note")).to_contain_text("Not now")
            await idle.keyboard.press("Escape")
            assert errors == []
            await browser.close()


async def first_with_a_cost(page: Page) -> str:
    """The name of the first card in hand that can be played and costs something."""
    for able in await page.locator(".near .hand .card.able").all():
        if int(await able.locator(".card-cost").inner_text() or 0):
            return await able.locator(".card-name").inner_text()
    raise AssertionError("nothing that costs something can be played")
