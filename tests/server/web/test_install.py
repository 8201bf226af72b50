"""The page as an app: what installs it, what the browser keeps of it, and "your turn" while nobody looks."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import suppress
from typing import Final

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page, expect
from playwright.async_api import TimeoutError as TooLong

from server.gateway.static_files import WORKER, File, load_files, worker_of
from tests.support.web.board import board
from tests.support.web.browser import BROWSER, WINDOWED, browsing
from tests.support.web.seat import BURN, sit_down
from tests.support.web.stage import MATCH, Stage, stage

pytestmark = [*BROWSER, pytest.mark.skipif(WINDOWED is None, reason="not run: chromium with windows is not installed")]

FILES: Final = load_files()
READY: Final = """async (most) => {
  const late = new Promise((done) => setTimeout(() => done(false), most));
  const isReady = async () => {
    const { active } = await navigator.serviceWorker.ready;
    if (active.state !== "activated") await new Promise((done) => active.addEventListener("statechange", done));
    return true;
  };
  return Promise.race([isReady(), late]);
}"""
"""Whether the browser keeps the page's files, in so many ms."""
UPDATED: Final = """async () => {
  const worker = await navigator.serviceWorker.ready;
  const found = new Promise((done) => worker.addEventListener("updatefound", () => done(worker.installing)));
  await worker.update();
  const next = worker.installing ?? worker.waiting ?? (await found); // the browser may have looked for it by itself
  return new Promise((done) => {
    const look = () => ["installed", "redundant"].includes(next.state) && done(next.state);
    next.addEventListener("statechange", look);
    look();
  });
}"""
"""The fate of the newer version that is served."""
KEPT: Final = """async () => {
  const names = await caches.keys();
  const kept = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
  return kept.map((requests) => requests.map(({ url }) => new URL(url).pathname).sort());
}"""
TOLD: Final = """async ([count, most]) => {
  const worker = await navigator.serviceWorker.getRegistration();
  for (const until = performance.now() + most; ; await new Promise(requestAnimationFrame)) {
    const told = await worker.getNotifications();
    if (told.length === count || performance.now() > until) return told.map(({ title, body }) => `${title}: ${body}`);
  }
}"""
"""The notifications that are shown, once there are so many."""
LOOK: Final = """(isHidden) => {
  Object.defineProperty(document, "hidden", { value: isHidden, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}"""
"""Whether the page is looked at: a browser without a screen shows all of them."""
OPENED_AGAIN: Final = 5
KEPT_MS: Final = 20_000
"""More than a page waits before it has its files kept, and what that takes on a busy machine."""
NEWER_MS: Final = 4000
"""Twice as long as a page waits for a newer version."""
MARK: Final = "() => getComputedStyle(document.body).getPropertyValue('--version').trim()"


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def launched() -> AsyncIterator[Browser]:
    """A browser that has windows: no other installs an app or tells of anything while nobody looks."""
    async with browsing(WINDOWED) as browser:
        yield browser


async def is_kept(page: Page) -> None:
    """Wait until the browser keeps the files; an installation that failed is tried again with the next page."""
    for _ in range(OPENED_AGAIN):
        if await page.evaluate(READY, KEPT_MS):
            return
        await page.reload()
    raise AssertionError


async def kept_by(page: Page, play: Stage) -> None:
    """Open the lobby, and wait until the browser keeps its files."""
    await page.goto(play.url)
    await is_kept(page)


async def told(page: Page, count: int) -> list[str]:
    """The notifications, once there are so many."""
    found: list[str] = await page.evaluate(TOLD, [count, KEPT_MS])
    return found


def renew(play: Stage, version: str, *, torn: bool = False) -> None:
    """Another version of the page is served from now on; ``torn``: one of its files is still the old one."""
    style = FILES["style.css"].body + b"body { --version: %s; }" % version.encode()
    files = {**FILES, "style.css": File(".css", style)}
    play.files = {**files, WORKER: worker_of(files), **({"style.css": FILES["style.css"]} if torn else {})}


async def test_the_page_can_be_installed(page: Page) -> None:
    async with stage() as play:
        await page.goto(play.url)
        await expect(page.locator(".fan")).to_have_count(3)
        session = await page.context.new_cdp_session(page)
        found = await session.send("Page.getAppManifest")
        assert found["errors"] == []
        assert json.loads(found["data"])["display"] == "standalone"
        faults = await session.send("Page.getInstallabilityErrors")
        assert [fault["errorId"] for fault in faults["installabilityErrors"]] == ["in-incognito"]  # as all tests are


async def test_the_browser_keeps_the_page_s_own_files_and_nothing_else(page: Page) -> None:
    async with stage() as play:
        await kept_by(page, play)
        await page.goto(f"{play.url}/m/{MATCH}")
        await expect(page.locator(".card")).to_have_count(11)
        assert await page.evaluate(KEPT) == [sorted(f"/{path}" for path in FILES if path != WORKER)]
        asked = [path for path in play.fetched if path == "/api/games"]
        await page.goto(play.url)
        await expect(page.locator(".fan")).to_have_count(3)
        assert len([path for path in play.fetched if path == "/api/games"]) == len(asked) + 1  # asked each time
        await page.context.set_offline(True)
        await page.reload()  # without a network it opens, and says so
        await expect(page.locator(".status")).to_have_attribute("data-state", "lost")
        await expect(page.locator(".lobby")).to_be_visible()


async def test_a_new_version_is_taken_as_a_whole_once_the_last_one_is_left(page: Page) -> None:
    async with stage() as play:
        renew(play, "one")
        await kept_by(page, play)
        await page.reload()
        assert await page.evaluate(MARK) == "one"
        renew(play, "two", torn=True)
        assert await page.evaluate(UPDATED) == "redundant"  # it is not whole
        renew(play, "three")
        assert await page.evaluate(UPDATED) == "installed"
        assert await page.evaluate(MARK) == "one"
        for _ in range(OPENED_AGAIN):
            await page.reload()
            with suppress(TooLong):  # the page that was left is not gone yet: the next one takes the new version
                await page.wait_for_function(f"() => ({MARK})() === 'three'", timeout=NEWER_MS)
                break
        assert await page.evaluate(MARK) == "three"
        await expect(page.locator(".match")).to_be_visible()
        assert len(await page.evaluate(KEPT)) == 1


async def test_a_page_beside_another_keeps_its_version(browser: Browser) -> None:
    """A page of two versions at a time would be one that nobody has ever tested."""
    page = await (await browser.new_context()).new_page()
    async with stage() as play:
        renew(play, "one")
        await kept_by(page, play)
        await page.reload()
        other = await page.context.new_page()
        await other.goto(play.url)
        renew(play, "two")
        assert await page.evaluate(UPDATED) == "installed"
        await page.reload()
        await expect(page.locator(".match")).to_be_visible()
        assert await page.evaluate(MARK) == "one"


async def test_it_tells_whose_turn_it_is_while_nobody_looks(browser: Browser) -> None:
    context = await browser.new_context(permissions=["notifications"])
    page = await context.new_page()
    async with board(BURN) as play:
        await play.do("A", "pass")
        await sit_down(page, play)
        await is_kept(page)
        await page.get_by_text("Menu", exact=True).click()
        await page.get_by_role("button", name="Tell me when it is my turn", exact=True).click()
        await page.get_by_text("Menu", exact=True).click()
        await expect(page.get_by_role("button", name="Do not tell me when it is my turn")).to_be_visible()
        assert await told(page, 0) == []
        await page.evaluate(LOOK, True)
        await play.do("B", "pass")
        await expect(page).to_have_title("\u25cf Ann \u2013 Bob \u00b7 Stackloop")
        assert await told(page, 1) == ["Your turn: Ann \u2013 Bob"]
        await page.evaluate(LOOK, False)
        assert await told(page, 0) == []
