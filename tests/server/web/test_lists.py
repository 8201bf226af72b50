"""The lobby's lists: matches that run, those of one's own, and those that are over, each by a name of its own."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest
from playwright.async_api import Locator, Page, expect

from server.match.match_names import title_of
from tests.support.server.peer import make_private, peer, serving
from tests.support.web.axe import assert_accessible
from tests.support.web.browser import BROWSER
from tests.support.web.seat import hold
from tests.support.web.stage import stage

pytestmark = BROWSER


def rows(page: Page, heading: str) -> Locator:
    return page.locator(".list", has=page.get_by_role("heading", name=heading)).locator(".row")


async def test_matches_of_the_same_players_are_told_apart(page: Page, tmp_path: Path) -> None:
    async with serving(tmp_path) as service, peer(service.url) as ann:
        matches = [(await ann.create())[0] for _ in range(3)]
        titles = {title_of(match) for match in matches}
        await page.goto(service.url)
        running = rows(page, "Being played")
        await expect(running).to_have_count(3)
        told = await running.locator(".row-what").all_inner_texts()
        assert {line.split(" \u00b7 ")[0] for line in told} == titles
        await expect(running.first).to_contain_text("began just now")
        match = matches[0]
        await page.locator(f'a[href="/m/{match}"]').click()
        await expect(page.locator(".where")).to_have_text(f"ann \u2013 bob \u00b7 {title_of(match)}")
        await expect(page).to_have_title(f"ann \u2013 bob \u00b7 {title_of(match)} \u00b7 Stackloop")


async def test_what_is_over_is_listed_and_leads_to_looking_back(page: Page, tmp_path: Path) -> None:
    async with serving(tmp_path) as service, peer(service.url) as ann:
        match, tokens = await ann.create()
        await ann.join(match, tokens[0])
        await hold(page, f"seat {match}", f'"{tokens[0]}"')
        await page.goto(service.url)
        await expect(rows(page, "Your matches")).to_have_count(1)
        await ann.ask({"t": "concede", "m": match, "c": 1}, "ack")
        await expect(rows(page, "Your matches")).to_have_count(0)  # it stood there for half a minute
        finished = rows(page, "Finished")
        await expect(finished).to_have_count(1)
        await expect(finished).to_contain_text(f"{title_of(match)} \u00b7 Magic \u00b7 bob won \u00b7 just now")
        await expect(rows(page, "Being played")).to_have_count(0)
        await assert_accessible(page)
        await finished.locator("a").click()
        await expect(page.locator(".end-head")).to_have_text("You lost")


async def test_a_private_match_is_ones_own_until_it_is_over(page: Page, tmp_path: Path) -> None:
    """It stood there for a month, whatever had become of it."""
    async with serving(tmp_path) as service, peer(service.url) as ann:
        made, gone = await make_private(ann), "gone34567892"
        match, token = made["m"], made["seats"][0]["token"]
        for held, worth in ((match, token), (gone, token)):
            await hold(page, f"seat {held}", f'"{worth}"')
            await hold(page, f"about {held}", '{game: "magic", names: ["Ann", "Bob"], you: 0, private: true}')
        await page.goto(service.url)
        own = rows(page, "Your matches")
        await expect(own).to_have_count(1)
        await expect(own).to_contain_text(title_of(match))
        await ann.join(match, token)
        await ann.ask({"t": "concede", "m": match, "c": 1}, "ack")
        await page.reload()
        await expect(rows(page, "Finished")).to_contain_text("you lost")
        await expect(own).to_have_count(0)


FIRST_LOOK: Final = """() => {
  const boxes = [...document.querySelectorAll(".game")].map((box) => box.getBoundingClientRect());
  const buttons = [...document.querySelectorAll(".game .strong")].map((button) => button.getBoundingClientRect().top);
  return [boxes.map(({ height }) => Math.round(height)), buttons.map(Math.round)].map((each) => new Set(each).size);
}"""
"""The number of heights that the boxes of the games have, and how high above the ground their first buttons stand."""


@pytest.mark.parametrize("width", [1024, 1280, 1920])
async def test_the_boxes_of_the_games_are_alike(page: Page, width: int) -> None:
    """A name that takes two lines made its box taller than the others, and moved its buttons."""
    async with stage() as play:
        await page.set_viewport_size({"width": width, "height": 900})
        await page.goto(play.url)
        await expect(page.locator(".game")).to_have_count(3)
        assert await page.evaluate(FIRST_LOOK) == [1, 1]
        await page.locator(".game summary").first.click()
        assert await page.evaluate(FIRST_LOOK) == [1, 1]


async def test_games_that_could_not_be_read_are_read_again(page: Page) -> None:
    """The lobby stood there without any until it was loaded again."""
    async with stage() as play:
        await page.route("**/api/games", lambda route: route.abort())
        await page.goto(play.url)
        await expect(page.locator(".lobby > .trouble")).to_contain_text("could not be read")
        await page.unroute("**/api/games")
        await expect(page.locator(".game")).to_have_count(3)
        await expect(page.locator(".lobby > .trouble")).to_be_empty()


async def test_no_heading_stands_over_nothing(page: Page) -> None:
    """It said "Your matches" before it was known whether there are any."""
    async with stage() as play:
        await page.route("**/api/games", lambda route: None)  # it never comes
        play.drop()
        await page.goto(play.url)
        await expect(page.get_by_role("heading", name="Being played")).to_be_visible()
        await expect(page.get_by_role("heading", name="Your matches")).to_be_hidden()
        play.come_back()
