"""The page in a real browser: the list, a match live, every width, and what it does when the wire breaks."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from playwright.async_api import Page, expect

from protocol.messages import Clock, Result, Waiting
from tests.server.web.measure import FRAME
from tests.support.web.browser import BROWSER
from tests.support.web.stage import Stage, card, player, stage

pytestmark = BROWSER


@pytest_asyncio.fixture(loop_scope="module")
async def play() -> AsyncIterator[Stage]:
    async with stage() as running:
        yield running


async def test_the_list_leads_to_the_match(play: Stage, page: Page) -> None:
    await page.goto(play.url)
    await expect(page.locator(".match")).to_contain_text("Ann \u2013 Bob")
    await expect(page.locator(".match .row-what")).to_have_text("Magic \u00b7 turn 7 \u00b7 declare blockers")
    await page.locator(".match").click()
    await expect(page).to_have_url(f"{play.url}/m/m1")
    await expect(page.locator(".seat")).to_have_count(2)


async def test_a_match_shows_what_a_spectator_may_know(play: Stage, page: Page) -> None:
    await page.goto(f"{play.url}/m/m1")
    ann = page.locator('.seat[data-seat="0"]')
    await expect(ann.locator(".life")).to_have_text("17")
    await expect(ann.locator(".back")).to_have_count(4)
    await expect(ann.locator(".pool .disc")).to_have_count(2)
    await expect(ann.locator(".rear2 .tapped")).to_have_count(2)
    await expect(ann.locator(".attacking")).to_contain_text("Goblin Piker")
    await expect(ann.locator(".attacking")).to_have_attribute("data-role", "attacks Bob")
    await expect(page.locator(".blocking")).to_have_attribute("data-role", "blocks Goblin Piker")
    await expect(page.locator(".phases [aria-current]")).to_have_text("declare blockers")
    await expect(page.locator(".item strong")).to_have_text(["Prodigal Sorcerer", "Lightning Bolt"])
    await expect(page.locator(".item-targets").first).to_have_text("\u2192 Bob")
    await expect(page.locator(".log li").last).to_contain_text("activates")


async def test_a_card_and_a_graveyard_can_be_read(play: Stage, page: Page) -> None:
    await page.goto(f"{play.url}/m/m1")
    await page.locator(".card", has_text="Prodigal Sorcerer").click()
    await expect(page.locator("dialog")).to_contain_text("deals 1 damage to any target")
    await page.get_by_role("button", name="Close").click()
    await page.locator('.seat[data-seat="0"] [data-pile="graveyard"] button').click()
    await expect(page.locator("dialog .card-name")).to_have_text(["Ornithopter", "Shock"])


async def test_changes_arrive_live(play: Stage, page: Page) -> None:
    await page.goto(f"{play.url}/m/m1")
    await expect(page.locator(".status")).to_have_text("connected")
    await play.push(
        {**player(1, "Bob", [20, 40], life=4), **card(40, 1, "Runeclaw Bear", "Creature - Bear"), "s51": None}
    )
    bob = page.locator('.seat[data-seat="1"]')
    await expect(bob.locator(".life")).to_have_text("4")
    await expect(bob.locator(".front .card-name")).to_have_text(["Runeclaw Bear"])


async def test_each_of_four_seats_has_a_colour_of_its_own(play: Stage, page: Page) -> None:
    await page.goto(f"{play.url}/m/m1")
    await expect(page.locator(".status")).to_have_text("connected")
    await play.push({**player(2, "Cleo", []), **player(3, "Dan", [])})
    await expect(page.locator(".seat")).to_have_count(4)
    lives = await page.locator(".seat .life").all()
    colours = [await life.evaluate("element => getComputedStyle(element).color") for life in lives]
    assert len(set(colours)) == 4


async def test_names_are_text_and_never_markup(play: Stage, page: Page) -> None:
    await page.goto(f"{play.url}/m/m1")
    evil = "<img src=x onerror=alert(1)>"
    await play.push({**player(1, evil, [40]), **card(40, 1, evil, "Creature", text=evil, cost=evil)})
    await play.push(
        {
            "e6": {"n": 6, "text": f"{evil}#40 dies, {evil}", "seat": 1},
            "s51": {"id": 51, "kind": "spell", "name": evil, "text": evil, "controller": 1, "targets": [40]},
        }
    )
    await expect(page.locator('.seat[data-seat="1"] .name')).to_have_text(evil)
    await expect(page.locator(".item strong").first).to_have_text(evil)
    await expect(page.locator(".log li").last).to_contain_text(evil)
    await page.locator('.seat[data-seat="1"] .card').click()
    await expect(page.locator("dialog h2")).to_contain_text(evil)
    await expect(page.locator("main img, dialog img")).to_have_count(0)


async def test_a_gap_heals_by_itself(play: Stage, page: Page) -> None:
    await page.goto(f"{play.url}/m/m1")
    await expect(page.locator(".status")).to_have_text("connected")
    await play.push(player(1, "Bob", [], life=8), lost=True)
    await play.push(player(0, "Ann", [], life=3))
    await expect(page.locator(".life")).to_have_text(["8", "3"])
    assert play.syncs == 1


async def test_a_lost_last_diff_is_noticed_by_the_head(play: Stage, page: Page) -> None:
    await page.goto(f"{play.url}/m/m1")
    await expect(page.locator(".status")).to_have_text("connected")
    await play.push(player(1, "Bob", [], life=2), lost=True)
    await play.beat()
    await expect(page.locator(".life").first).to_have_text("2")


async def test_a_lost_connection_resumes_where_it_was(play: Stage, page: Page) -> None:
    await page.goto(f"{play.url}/m/m1")
    await expect(page.locator(".status")).to_have_text("connected")
    play.drop()
    await play.push(player(1, "Bob", [], life=1), lost=True)
    await expect(page.locator(".status")).to_have_text("reconnecting")
    play.come_back()
    await expect(page.locator(".status")).to_have_text("connected")
    await expect(page.locator(".life").first).to_have_text("1")
    assert play.joins == [None, 0]


async def test_a_part_that_could_not_be_fetched_is_fetched_later(play: Stage, page: Page) -> None:
    part = "**/replay/scrubber.js"
    async with page.expect_event("requestfailed"):
        await page.route(part, lambda route: route.abort())
        await page.goto(f"{play.url}/m/m1")
    await expect(page.locator(".status")).to_have_text("connected")
    await page.unroute(part)
    await play.push(player(1, "Bob", [], life=1))
    await expect(page.locator(".scrubber")).to_be_visible()


async def test_a_clock_runs_for_whom_the_match_waits(play: Stage, page: Page) -> None:
    play.clock = Clock(bank_ms=600_000)
    await page.goto(f"{play.url}/m/m1")
    await expect(page.locator(".status")).to_have_text("connected")
    await play.tell(Waiting("m1", 1, 0, 125_000, 90_000))  # the stage's clock stands at 0
    clock = page.locator('.seat[data-seat="1"] .clock')
    await expect(clock).to_have_text(re.compile("^\u23f1 (2:0[0-5]|1:[0-5][0-9])$"))
    await expect(page.locator('.seat[data-seat="0"] .clock')).to_have_text("\u23f1 10:00")
    await expect(page.locator(".waiting")).to_have_text(re.compile(r"^waiting for Bob since [0-9]+ s$"))


async def test_a_name_in_the_log_shows_the_card(play: Stage, page: Page) -> None:
    await page.goto(f"{play.url}/m/m1")
    await page.locator(".log .named", has_text="Serra Angel").hover()
    await expect(page.locator(".peek")).to_contain_text("vigilance")
    await expect(page.locator(".card.pointed .card-name")).to_have_text("Serra Angel")


async def test_each_of_several_who_lost_is_told_with_the_reason(play: Stage, page: Page) -> None:
    """It said that Bob and Cay "has no life left"."""
    play.view.update({**player(1, "Bob", [], life=0, lost="life"), **player(2, "Cay", [], life=0, lost="life")})
    await page.goto(f"{play.url}/m/m1")
    await expect(page.locator(".status")).to_have_text("connected")
    await play.finish(Result((0,), "life", ""))
    await expect(page.locator(".end-why")).to_have_text("Bob has no life left, Cay has no life left")


async def test_the_end_is_announced(play: Stage, page: Page) -> None:
    await page.goto(f"{play.url}/m/m1")
    await expect(page.locator(".status")).to_have_text("connected")
    await play.finish(Result((0,), "life", "Bob has 0 life"))
    await expect(page.locator(".banner .said")).to_have_text("Ann won \u2014 Bob has 0 life")
    await expect(page.locator(".status")).to_have_text("finished")


async def test_an_unknown_match_is_said_so_and_leads_to_those_there_are(play: Stage, page: Page) -> None:
    await page.goto(f"{play.url}/m/nowhere")
    await expect(page.locator(".banner .said")).to_have_text(
        "There is no such match here. If it is private, ask one who plays for a link to watch"
    )
    await expect(page.locator(".side")).to_be_hidden()
    await page.get_by_role("link", name="All matches").click()
    await expect(page.locator(".match")).to_be_visible()


@pytest.mark.parametrize(("width", "cards"), [(360, 10), (768, 10), (1280, 11)])  # two tapped Mountains are folded
async def test_it_fits_every_width(play: Stage, page: Page, width: int, cards: int) -> None:
    await page.set_viewport_size({"width": width, "height": 800})
    await page.goto(f"{play.url}/m/m1")
    await expect(page.locator(".card")).to_have_count(cards)
    await expect(page.locator(".scrubber")).to_be_visible()
    await page.evaluate(FRAME)
    assert await page.evaluate("document.documentElement.scrollWidth") == width


async def test_nothing_comes_from_elsewhere(play: Stage, page: Page) -> None:
    hosts: set[str] = set()
    page.on("request", lambda request: hosts.add(request.url.split("/")[2]))
    await page.goto(f"{play.url}/m/m1")
    await expect(page.locator(".card")).to_have_count(11)
    await expect(page.locator(".scrubber")).to_be_visible()
    assert hosts == {f"127.0.0.1:{play.port}"}
