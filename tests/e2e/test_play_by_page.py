"""People play by the page: a match is started, a friend comes by the invite, cards pay by clicks, another watches."""

import re
import shutil
from pathlib import Path

import pytest
from playwright.async_api import Browser, Page, async_playwright, expect

from tests.e2e.server_process import server_process

CHROMIUM = shutil.which("chromium") or shutil.which("google-chrome")
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]
PATIENCE_MS = 30_000
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
    await page.locator(".ask").get_by_role("button", name=words, exact=True).click()


async def pay(page: Page) -> None:
    """Pay by clicks on cards of the hand: one more each time the rules say that it is not enough."""
    await expect(page.locator(".ask-prompt")).to_contain_text("generate")
    prompt = await page.locator(".ask-prompt").inner_text()
    for number in range(8):
        await page.locator(".held .card.able:not(.picked)").first.click()
        await expect(page.locator(".held .card.picked")).to_have_count(number + 1)
        await page.locator(".ask .finish").click()
        await page.locator(f'.ask-prompt:not(:text-is("{prompt}")), .ask-trouble, .ask[hidden]').first.wait_for(
            state="attached"
        )
        if not await page.locator(".ask-trouble").count():
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
            await expect(bob.locator(".near .held .card")).to_have_count(6)
            await expect(bob.locator(".far .held .card")).to_have_count(6)
            await expect(eve.locator(".held .card")).to_have_count(12)
            await expect(eve.locator(".card-size", has_text="0/14")).to_be_visible()
            await expect(eve.locator(".card-size", has_text="ATK 2 · 28/28")).to_be_visible()
            await expect(eve.locator(".waiting")).to_have_text(re.compile("waiting for (Ann|player 2)$"))
            await expect(eve.locator(".ask")).to_be_hidden()
            ann_first = "Ann" in await eve.locator(".waiting").inner_text()
            for page in (ann, bob) if ann_first else (bob, ann):
                await say(page, "none")
            await expect(eve.locator(".turn")).to_contain_text("Round 1")

            # the one whose turn it is plays what the page offers, and pays for it
            active, idle = (ann, bob) if "Ann" in await eve.locator(".turn").inner_text() else (bob, ann)
            await expect(active.locator(".ask-prompt")).to_have_text("your turn: act or pass")
            plays = active.locator(".ask button", has_text="play ")
            bought = ""
            for text in await plays.all_inner_texts():
                bought = bought or (text if await cost_of(active, text) else "")
            assert bought
            await say(active, bought)
            await pay(active)
            while (prompt := await active.locator(".ask-prompt").inner_text()) != "your turn: act or pass":
                await active.locator(".ask-choices button").first.click()  # who controls it, what it is done to
                await expect(active.locator(".ask-prompt")).not_to_have_text(prompt)
            await expect(eve.locator(".log")).to_contain_text(f"has played {bought.removeprefix('play ')}")

            # why not: a click on a card of the other's hand tells that it is not one's own
            await idle.locator(".far .held .card").first.click(button="left")
            await expect(idle.locator("#inspector .card-note")).to_contain_text("Not now")
            await idle.keyboard.press("Escape")
            assert errors == []
            await browser.close()


async def cost_of(page: Page, text: str) -> int:
    """What it says on a card of the hand that the button names."""
    name = text.removeprefix("play ")
    card = page.locator(".near .held .card", has=page.locator(".card-name", has_text=name)).first
    return int(await card.locator(".card-cost").inner_text() or 0)
