"""Looking back on the page: by step, by link, behind a delay, on a real server; and the shuffle worked out again."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Final

import anyio
import anyio.to_thread
import pytest
from playwright.async_api import Locator, Page, Route, expect

from tests.support.server.delayed import DELAY_MS, DELAY_S, live_seq, play, shows
from tests.support.server.hand_clock import HandClock
from tests.support.server.peer import peer, serving
from tests.support.server.plain_http import fetch
from tests.support.server.staged import Stage, staged
from tests.support.web.axe import assert_accessible
from tests.support.web.browser import BROWSER

pytestmark = BROWSER

MOVES: Final = 9
"""Of a short match; the last one is that somebody concedes."""


async def end(stage: Stage) -> None:
    await stage.seats[0].ask({"t": "concede", "m": stage.match, "c": 99}, "ack")


def where(page: Page) -> Locator:
    return page.locator(".scrub-where")


def hand(page: Page, side: str) -> Locator:
    return page.locator(f".{side} .hand .card")


async def does(page: Page, what: str) -> None:
    await page.locator(f'[data-do="{what}"]').click()


async def test_a_match_that_is_over_is_gone_through_move_by_move_with_both_hands(page: Page, tmp_path: Path) -> None:
    async with serving(tmp_path) as service, staged(service.url, None) as stage:
        await play(stage, HandClock(), MOVES - 1)
        await end(stage)
        address = f"{service.url}m/{stage.match}"
        await page.goto(address)
        await expect(where(page)).to_contain_text("the end")
        await expect(page.locator(".hand .card")).to_have_count(0)
        await page.keyboard.press("Home")
        await expect(where(page)).to_have_text(f"move 0 of {MOVES} \u2014 before the first turn")
        await expect(page.locator('[data-do="first"]')).to_be_disabled()
        for _ in range(2):
            await page.keyboard.press("ArrowRight")
        await expect(where(page)).to_contain_text(f"move 2 of {MOVES}")
        await expect(page.locator(".scrub-move")).to_contain_text(": ")
        await assert_accessible(page)
        for side in ("near", "far"):
            await expect(hand(page, side)).to_have_count(7)
        await page.keyboard.press("ArrowLeft")
        await expect(where(page)).to_contain_text(f"move 1 of {MOVES}")
        await page.locator(".scrub").fill("3")
        await expect(where(page)).to_contain_text(f"move 3 of {MOVES}")
        await page.locator(".scrub").blur()
        await page.keyboard.press("PageDown")
        await expect(where(page)).to_contain_text("Turn 1")
        await page.locator(".speed select").select_option("10")
        await does(page, "play")
        await expect(where(page)).to_contain_text(f"move {MOVES} of {MOVES}")
        await expect(page.locator(".scrub-move")).to_have_text("ann: concede")
        await does(page, "back")
        await page.context.grant_permissions(["clipboard-read", "clipboard-write"])
        await page.evaluate("window.setTimeout = () => 0")  # what is said for a moment stays
        await does(page, "share")
        await expect(page.locator('[data-do="share"]')).to_have_text("Copied")
        link = await page.evaluate("navigator.clipboard.readText()")
        assert link == f"{address}?move={MOVES - 1}"
        await page.goto(link)
        await expect(where(page)).to_contain_text(f"move {MOVES - 1} of {MOVES}")
        async with page.expect_download() as started:
            await does(page, "record")
        saved = await (await started.value).path()
        status, _, text = await anyio.to_thread.run_sync(fetch, service.url, f"/records/{stage.match}.txt")
        assert (status, Path(saved).read_text()) == (200, text)


async def test_a_step_by_hand_stops_what_is_playing(page: Page, tmp_path: Path) -> None:
    async with serving(tmp_path) as service, staged(service.url, None) as stage:
        await play(stage, HandClock(), 2)
        await end(stage)
        await page.add_init_script("window.setInterval = (tick) => { window.tick = tick; return 1; }")
        await page.goto(f"{service.url}m/{stage.match}?move=1")
        await expect(where(page)).to_contain_text("move 1 of 3")
        await does(page, "play")
        await page.evaluate("window.tick()")
        await expect(where(page)).to_contain_text("move 2 of 3")
        await does(page, "back")
        await expect(where(page)).to_contain_text("move 1 of 3")
        await page.evaluate("window.tick()")  # one that was due already
        await page.keyboard.press("ArrowRight")
        await expect(where(page)).to_contain_text("move 2 of 3")
        await expect(page.locator('[data-do="play"]')).to_have_text("\u25b6")


@pytest.mark.parametrize(("width", "height", "most"), [(844, 390, 44), (390, 844, 64)], ids=["lying", "upright"])
async def test_on_a_phone_the_bar_is_slim_until_more_is_asked_for(
    page: Page, tmp_path: Path, width: int, height: int, most: int
) -> None:
    """It took 140 of 390 px."""
    async with serving(tmp_path) as service, staged(service.url, None) as stage:
        await page.set_viewport_size({"width": width, "height": height})
        await page.goto(f"{service.url}m/{stage.match}")
        await expect(where(page)).to_contain_text("now")
        await expect(page.locator(".speed")).to_be_hidden()  # the bar's style sheet comes with it, maybe a moment later
        bar = await page.locator(".scrubber").bounding_box()
        assert bar is not None
        assert bar["height"] <= most
        assert bar["y"] + bar["height"] == height
        await does(page, "more")
        await expect(page.locator(".speed")).to_be_visible()
        await assert_accessible(page)
        await does(page, "more")
        await expect(page.locator(".speed")).to_be_hidden()


async def test_a_spectator_behind_a_delay_looks_back_as_far_as_it_was_shown(page: Page, tmp_path: Path) -> None:
    time = HandClock()
    async with (
        serving(tmp_path, time, head_s=0.2) as service,
        staged(service.url, None, delay_s=DELAY_S) as stage,
    ):
        await play(stage, time, 5)
        due = live_seq(service, stage.match)
        time.pass_ms(DELAY_MS)
        await play(stage, time, 3)
        async with peer(service.url) as watcher:
            await watcher.join(stage.match)
            await shows(watcher, stage.match, due)
        await page.goto(f"{service.url}m/{stage.match}")
        await expect(page.locator(".status")).to_have_text(f"live, {DELAY_S} s behind \u00b7 1 watching")
        await expect(where(page)).to_contain_text("now")  # the bar, which comes after the table, hears keys
        await page.keyboard.press("ArrowLeft")
        await expect(page.locator(".table.past")).to_be_visible()
        steps = int((await where(page).inner_text()).split(" of ")[1].split(" ")[0])
        assert steps == await page.evaluate("document.querySelector('.scrub').max * 1")
        await page.keyboard.press("Home")
        await expect(where(page)).to_contain_text(f"step 0 of {steps}")
        await expect(page.locator(".hand .card")).to_have_count(0)
        await expect(page.locator('[data-do="verify"]')).to_be_hidden()
        await does(page, "live")
        await expect(where(page)).to_contain_text("now")
        await page.goto(f"{service.url}m/{stage.match}?at=2")
        await expect(where(page)).to_contain_text("step 2 of")
        await page.goto(f"{service.url}m/{stage.match}?at=99")  # is not to be shown yet
        await expect(where(page)).to_contain_text(f"step {steps} of {steps}")


async def test_a_player_looks_back_at_its_own_hand_and_comes_back_to_its_decision(page: Page, tmp_path: Path) -> None:
    async with serving(tmp_path) as service, staged(service.url, None) as stage:
        await play(stage, HandClock(), 2)
        held = f'{{value: "{stage.tokens[stage.asked]}", until: Date.now() + 1e9}}'
        await page.add_init_script(f'localStorage.setItem("stackloop seat {stage.match}", JSON.stringify({held}))')
        await page.goto(f"{service.url}m/{stage.match}")
        await expect(page.locator(".ask-prompt")).to_contain_text("mulligan")
        await page.locator(".menu summary").click()
        await page.locator(".menu button", has_text="Look back").click()
        await does(page, "back")
        await expect(page.locator(".ask")).to_be_hidden()
        await expect(page.locator('[data-do="live"]')).to_have_text("You are asked: back to now")
        await expect(hand(page, "near")).to_have_count(7)
        await expect(hand(page, "far")).to_have_count(0)
        await page.keyboard.press("1")  # answers nothing
        await page.keyboard.press("Escape")
        await expect(page.locator(".ask-prompt")).to_contain_text("mulligan")
        await stage.sync()
        assert stage.decisions[stage.asked] is not None


@pytest.mark.parametrize("forged", ["", "order", "numbers", "secret", "commitment"])
async def test_the_shuffle_is_worked_out_again_and_a_forged_record_fails(
    page: Page, tmp_path: Path, forged: str
) -> None:
    async with serving(tmp_path) as service, staged(service.url, None) as stage:
        await play(stage, HandClock(), 4)
        await page.goto(f"{service.url}m/{stage.match}")
        await expect(where(page)).to_contain_text("now")  # and it remembers what the match commits to
        await end(stage)
        await expect(where(page)).to_contain_text("the end")

        async def answer(route: Route) -> None:
            response = await route.fetch()
            body = await response.text()
            await route.fulfill(response=response, body=forge(body, forged) if response.ok else body)  # it asks again

        await page.route("**/records/*", answer)
        await does(page, "verify")
        verdict = page.locator(".verdict")
        failed = page.locator(".checks .bad strong")
        if not forged:
            await expect(verdict).to_have_text("All of it holds: nobody steered the shuffle.")
            await expect(page.locator(".checks .good", has_text="before the match was over")).to_have_count(1)
            await expect(page.locator(".checks .good", has_text="60 cards of ann shuffled")).to_have_count(1)
            return
        await expect(verdict).to_contain_text("This record does not hold")
        words = await failed.all_inner_texts()
        assert any(FAILS[forged] in said for said in words), words


FAILS: Final = {
    "order": "60 cards of ann shuffled",
    "numbers": "60 cards of bob shuffled",
    "secret": "The secret is the one that the record commits to",
    "commitment": "that this browser was told before the match was over",
}


def forge(text: str, how: str) -> str:
    """A record in which somebody has steered the shuffle."""
    lines = text.splitlines()
    if how == "order":  # two cards change places
        at = next(n for n, line in enumerate(lines) if " shuffle " in line)
        said, _, outcome = lines[at].partition(" = ")
        cards = outcome.split()
        lines[at] = f"{said} = {' '.join([cards[1], cards[0], *cards[2:]])}"
    if how == "numbers":  # the first shuffle was tried again until it was a good one
        at = next(n for n, line in enumerate(lines) if " shuffle " in line)
        del lines[at]
    secret = next(line for line in lines if line.startswith("secret = ")).split('"')[1]
    text = "\n".join([*lines, ""])
    if how in ("secret", "commitment"):
        text = text.replace(secret, "0" * len(secret))
    if how == "commitment":
        true, false = (hashlib.sha256(each.encode()).hexdigest() for each in (secret, "0" * len(secret)))
        text = text.replace(true, false)
    return text
