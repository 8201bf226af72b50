"""The end of a match on the page: who won and why, its turning points, and what one does then, on a real server."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib import resources
from pathlib import Path
from typing import Final

import pytest
from msgspec import structs
from playwright.async_api import Browser, Locator, Page, Route, expect

from server.lobby.forked_matches import packed
from server.service.service import Service
from tests.support.server.peer import Frame, peer, serving
from tests.support.web.axe import assert_accessible
from tests.support.web.browser import BROWSER
from tests.support.web.seat import hold, skip_tour

pytestmark = [pytest.mark.timeout(180), *BROWSER]

LATE: Final = 380
"""A move of a record of 395, in which much has happened."""
RECORD: Final = resources.files("tests.engine.formats").joinpath("kept/magic/02.record")
WHERE: Final = ".scrub-where"
HAND_STANDS_FREE: Final = """() => {
  const box = (part) => document.querySelector(part).getBoundingClientRect();
  const [hand, bar] = [box(".near .seat > .hand"), box(".scrubber")];
  return hand.top > 0 && hand.bottom <= bar.top + 1;
}"""
NEEDS_NO_SCROLLING: Final = """() => {
  const boards = document.querySelector(".boards");
  return boards.scrollHeight <= boards.clientHeight;
}"""


@asynccontextmanager
async def late_match(service: Service, seats: tuple[str, ...] = ("open", "open")) -> AsyncIterator[tuple[str, Frame]]:
    """A match that begins late in a record: its address, and what its creator got."""
    fork = structs.asdict(packed(RECORD.read_text(), LATE))
    async with peer(service.url) as creator:
        frame = {"t": "create", "r": "c", "game": "magic", "names": ["Ann", "Bob"], "seats": seats, "fork": fork}
        created = await creator.ask(frame, "created")
        yield f"{service.url}m/{created['m']}", created


async def conceded(page: Page, address: str, created: Frame) -> None:
    """Sit down as Ann, who wants to be asked everything, and give the match up."""
    await skip_tour(page)
    await hold(page, "habits magic", "{full: true}")
    await hold(page, f"seat {created['m']}", f'"{created["seats"][0]["token"]}"')
    await page.goto(address)
    await expect(page.locator(".comfort")).to_have_attribute("data-state", "set")
    await page.locator(".menu summary").click()
    for _ in range(2):
        await page.locator(".menu .grave").click()
    await expect(page.locator(".end")).to_be_visible()


@asynccontextmanager
async def held_back(page: Page, address: str) -> AsyncIterator[None]:
    """A fetch of the page from there does not come meanwhile, and fails then."""
    waiting: list[Route] = []

    async def keep(route: Route) -> None:
        waiting.append(route)

    await page.route(address, keep)
    yield
    for route in waiting:
        await route.abort()
    await page.unroute(address)


def does(page: Page, words: str) -> Locator:
    return page.locator(".banner .links").get_by_role("button", name=words)


async def test_the_end_tells_who_won_why_and_where_it_turned(page: Page, tmp_path: Path) -> None:
    async with serving(tmp_path) as service, late_match(service) as (address, created):
        await conceded(page, address, created)
        await expect(page.locator(".end-head")).to_have_text("You lost")
        await expect(page.locator(".end-why")).to_have_text("You conceded")
        points = page.locator(".end-points li")
        await expect(points).to_have_count(3)
        turns = [int(words.split()[-1]) for words in await points.locator("b").all_inner_texts()]
        assert turns == sorted(set(turns))
        for changed in await points.locator(".end-change").all_inner_texts():
            assert re.fullmatch(r"(Ann|Bob)(: -?\d+ \u2192 -?\d+| (loses|gains) \d+ cards on the board)", changed)
        await assert_accessible(page)
        await points.first.locator(".end-point").click()
        await expect(page.locator(WHERE)).to_contain_text(f"Turn {turns[0]},")
        await expect(page.locator(".end")).to_have_count(0)  # it does not lie over what one looks at
        await page.get_by_role("button", name="How it ended").click()
        await expect(page.locator(".end-head")).to_be_visible()
        await page.keyboard.press("Escape")
        await expect(page.locator(".end")).to_have_count(0)
        await expect(page.locator(".banner .said")).to_have_text("Bob won \u2014 You conceded")


async def test_it_is_watched_from_the_start(page: Page, tmp_path: Path) -> None:
    async with serving(tmp_path) as service, late_match(service) as (address, created):
        await page.add_init_script("window.setInterval = (tick) => { window.tick = tick; return 1; }")
        await conceded(page, address, created)
        await does(page, "Watch from the start").click()
        await expect(page.locator(WHERE)).to_have_text(re.compile(r"^move 0 of \d+ . before the first turn$"))
        await expect(page.locator('[data-do="play"]')).to_have_attribute("aria-label", "pause (Space)")
        await page.evaluate("window.tick()")
        await expect(page.locator(WHERE)).to_contain_text("move 1 of")
        await expect(page.locator(".banner .said")).to_have_text("Bob won \u2014 You conceded")  # not yet, at that move


async def test_looking_back_leaves_the_hand_free_and_stands_still_for_playing_on(page: Page, tmp_path: Path) -> None:
    """The bar lay on the hand; and the match ran on behind the dialog, whose button seemed not to be clicked."""
    async with serving(tmp_path) as service, late_match(service) as (address, created):
        await conceded(page, address, created)
        await page.goto(f"{address}?move=300")
        await expect(page.locator(WHERE)).to_contain_text("move 300 of")
        for width, height in ((1280, 720), (1024, 768), (1280, 800)):
            await page.set_viewport_size({"width": width, "height": height})
            await page.wait_for_function(HAND_STANDS_FREE)
        await page.wait_for_function(NEEDS_NO_SCROLLING)
        play, dialog = page.locator('[data-do="play"]'), page.locator("dialog")
        await play.click()
        await expect(play).to_have_attribute("aria-label", "pause (Space)")
        await page.locator('[data-do="on"]').click()
        await expect(dialog.get_by_role("heading")).to_have_text(re.compile("Play on from move"))
        await expect(play).to_have_attribute("aria-label", "play (Space)")
        async with held_back(page, "**/records/*"):
            await dialog.locator(".strong").click()
            await expect(dialog.locator(".strong")).to_have_text("Beginning\u2026")
            await expect(dialog.locator(".strong")).to_be_disabled()
        await expect(dialog.locator(".trouble")).to_have_text("The server cannot be reached now: try again.")
        await expect(dialog.locator(".strong")).to_have_text("Begin")
        await expect(dialog.locator(".strong")).to_be_enabled()


async def test_a_person_plays_on_from_the_last_decision_against_a_bot(page: Page, tmp_path: Path) -> None:
    async with serving(tmp_path) as service, late_match(service) as (address, created):
        await hold(page, "habits magic", "{full: true}")  # nothing is passed before it has been looked at
        await conceded(page, address, created)
        lives = await page.locator(".life").all_inner_texts()
        await does(page, "Play on from here").click()
        dialog = page.locator("dialog")
        await expect(dialog.get_by_label("You play")).to_have_value("0")
        await assert_accessible(page)
        await dialog.get_by_role("button", name="Begin").click()
        await expect(page).not_to_have_url(address)
        await expect(page.locator(".near .name")).to_have_text("Ann")
        await expect(page.locator(".far .name")).to_have_text("Bob (bot)")
        await expect(page.locator(".life")).to_have_text(lives)  # as it stood there
        await expect(page.locator(".ask[data-state=open]")).to_be_visible()


async def test_friends_play_on_by_links(page: Page, browser: Browser, tmp_path: Path) -> None:
    async with serving(tmp_path) as service, late_match(service) as (address, created):
        await conceded(page, address, created)
        await page.goto(f"{address}?move=100")
        await expect(page.locator(WHERE)).to_contain_text("move 100 of")
        await page.locator('[data-do="on"]').click()
        dialog = page.locator("dialog")
        await expect(dialog.get_by_role("heading")).to_have_text("Play on from move 100")
        await dialog.get_by_label("Played by the others").select_option(label="friends, by a link")
        await dialog.get_by_role("button", name="Begin").click()
        link = await dialog.locator("code").inner_text()
        await assert_accessible(page)
        await dialog.get_by_role("link", name="To the match").click()
        await expect(page.locator(".near .name")).to_have_text("Ann")
        friend = await (await browser.new_context()).new_page()
        await friend.goto(link)
        await expect(friend.locator(".near .name")).to_have_text("Bob")
        await expect(friend.locator(".near .hand .card").first).to_be_visible()


async def test_a_position_opens_by_a_link_to_be_played_on_from(page: Page, browser: Browser, tmp_path: Path) -> None:
    """Also for somebody who has never played there, who takes the seat that they like."""
    async with serving(tmp_path) as service, late_match(service) as (address, created):
        await conceded(page, address, created)
        await page.context.grant_permissions(["clipboard-read", "clipboard-write"])
        await page.locator(".end-on").first.click()
        await page.locator(".fork-link button").click()
        await expect(page.locator(".fork-link button")).to_have_text("Copied")
        link = await page.evaluate("navigator.clipboard.readText()")
        assert re.fullmatch(re.escape(address) + r"\?move=\d+&play", link)
        stranger = await (await browser.new_context()).new_page()
        await stranger.goto(link)
        dialog = stranger.locator("dialog")
        await dialog.get_by_label("You play").select_option(label="Bob")
        await dialog.get_by_role("button", name="Begin").click()
        await expect(stranger.locator(".near .name")).to_have_text("Bob")
        await expect(stranger.locator(".far .name")).to_have_text("Ann (bot)")
        await expect(stranger.locator(".near .hand .card").first).to_be_visible()


async def test_who_loses_to_a_bot_plays_again(page: Page, tmp_path: Path) -> None:
    async with serving(tmp_path) as service, late_match(service, ("open", "bot:random")) as (address, created):
        await conceded(page, address, created)
        await does(page, "Play again").click()
        await expect(page).not_to_have_url(address)
        await expect(page.locator(".ask[data-state=open]")).to_be_visible()
