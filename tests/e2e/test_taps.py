"""Whole matches on a phone, upright and lying: from the lobby to the end, against a bot of the house, by taps alone.

Shuffles and choices of the bot differ from run to run. A player who has played a few cards only passes, so most matches
end by themselves; a player whom the bot does not defeat for long gives up.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from typing import Final

import pytest
from playwright.async_api import ElementHandle, Error, Page, async_playwright, expect

from tests.support.server.server_process import ServerProcess, server_process
from tests.support.web.browser import BROWSER, CHROMIUM, FLAGS
from tests.support.web.seat import skip_tour

pytestmark = [pytest.mark.timeout(300), *BROWSER]

UPRIGHT: Final = (390, 844)
LYING: Final = (844, 390)
GAMES: Final = ("Magic", "Grand Archive", "Marvel Champions")
PATIENCE_MS: Final = 30_000
GONE_MS: Final = 2000
"""Time after which a thing that could not be tapped is not asked any more."""
MOST_STEPS: Final = 500
"""Taps after which the player gives up."""
MOST_PLAYS: Final = 4
"""Cards that are played from the hand; then the player lets the bot win."""
OVER: Final = 'document.querySelector(".banner .said")?.checkVisibility()'
IS_OPEN: Final = 'document.querySelector(".ask").dataset.state === "open"'
HERE: Final = """() => {
  const ask = document.querySelector(".ask");
  const raised = document.querySelector(".slot[data-up]")?.dataset.key;
  return [ask.dataset.w, ask.innerText, raised, document.querySelectorAll(".able, .picked").length].join("|");
}"""
"""The question and what can be tapped for it: one of these changes with each tap that counts."""
TURN: Final = f"() => {OVER} || {IS_OPEN}"
ON: Final = f"(before) => {OVER} || ({IS_OPEN} && ({HERE})() !== before)"
NEXT: Final = """(plays) => {
  const all = (kind) => [...document.querySelectorAll(kind)].filter((each) => each.checkVisibility() && !each.disabled);
  const raised = all(".near .hand .slot[data-up] .card.able");
  const isAct = document.querySelector(".ask").dataset.kind === "act";
  const inHand = isAct && plays > 0 ? all(".near .hand .card.able") : [];
  const answers = all(".choice-menu button").concat(all(".ask .main"), all(".ask [data-choice]"));
  const pieces = all(".table .able:not(.picked)").concat(all(".ask-foot button"));
  return raised[0] ?? inHand[plays % inHand.length] ?? answers[0] ?? pieces[0];
}"""
"""The thing to tap: the raised card, one to raise, else an answer, else a part of one, else what takes it back."""
WHAT: Final = "(thing) => thing.closest('.slot[data-up]') ? 'play' : (thing.dataset.key ?? '')"
IN_HAND: Final = "(thing) => thing.closest('.near .hand') !== null"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    with server_process(tmp_path_factory.mktemp("taps") / "data") as running:
        yield running


@asynccontextmanager
async def phone(url: str, size: tuple[int, int]) -> AsyncIterator[Page]:
    """A page under a finger, on which any error fails the test."""
    errors: list[str] = []
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        context = await browser.new_context(
            viewport={"width": size[0], "height": size[1]}, has_touch=True, is_mobile=True, reduced_motion="reduce"
        )
        page = await context.new_page()
        page.set_default_timeout(PATIENCE_MS)
        page.on("pageerror", lambda error: errors.append(str(error)))
        await skip_tour(page)
        await page.goto(url)
        yield page
        await browser.close()
    assert errors == [], errors


async def give_up(page: Page) -> None:
    await page.locator(".menu summary").tap()
    for _ in range(2):
        await page.locator(".menu .grave").tap()


class Fingers:
    """A player who plays a few cards of the hand, and then lets the other win."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._plays = MOST_PLAYS
        self.played = 0

    async def step(self) -> None:
        """Answer one question, or a part of it, by a tap; the page may have answered by itself meanwhile."""
        before = await self._page.evaluate(HERE)
        found = await self._page.evaluate_handle(NEXT, self._plays)
        thing = found.as_element()
        if thing is None:
            return
        is_play = await thing.evaluate(IN_HAND)
        try:
            await self._tap(thing)
            await self._page.wait_for_function(ON, arg=before, timeout=GONE_MS)
        except Error:
            self._plays = max(0, self._plays - is_play)  # a card that leads nowhere is not tried for ever

    async def _tap(self, thing: ElementHandle) -> None:
        what = await thing.evaluate(WHAT)
        await thing.tap(timeout=GONE_MS)
        self.played += what == "play"
        if what in ("play", "cancel"):
            self._plays = max(0, self._plays - 1)


@pytest.mark.parametrize("size", [UPRIGHT, LYING], ids=["upright", "lying"])
@pytest.mark.parametrize("game", GAMES)
async def test_a_whole_match_is_played_by_taps(server: ServerProcess, game: str, size: tuple[int, int]) -> None:
    async with phone(server.url, size) as page:
        tile = page.get_by_role("article", name=game)
        await tile.locator(".ways > button").first.tap()
        await expect(page.locator(".ask[data-state=open]")).to_be_visible(timeout=PATIENCE_MS)
        fingers = Fingers(page)
        for _ in range(MOST_STEPS):
            await page.wait_for_function(TURN, timeout=PATIENCE_MS)
            if await page.evaluate(OVER):
                break
            await fingers.step()
        else:
            await give_up(page)
        await expect(page.locator(".banner .said")).to_be_in_viewport(ratio=1)
        assert fingers.played > 0
