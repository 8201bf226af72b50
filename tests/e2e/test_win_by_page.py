"""A whole match of Magic against a real server, from the opening hand to the last point of damage, by clicks alone."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final

import pytest
from playwright.async_api import Error, Page, expect

from protocol.client import Match
from protocol.messages import AnyAnswer, Decision, Deck
from tests.support.e2e.decisive_page import PATIENCE_MS, Seat, at, player
from tests.support.server.server_process import ServerProcess, server_process
from tests.support.web.browser import BROWSER

pytestmark = [pytest.mark.timeout(300), *BROWSER]

BURN: Final[Deck] = {
    "Mountain": 24,
    "Lightning Bolt": 4,
    "Lightning Strike": 4,
    "Lava Spike": 4,
    "Shock": 4,
    "Volcanic Hammer": 4,
    "Skullcrack": 4,
    "Raging Goblin": 4,
    "Goblin Piker": 4,
    "Monastery Swiftspear": 4,
}
PLAINS: Final[Deck] = {"Plains": 60}
MOST_STEPS: Final = 400
GONE_MS: Final = 2000
"""Time after which a thing that could not be clicked is not asked any more."""
HERE: Final = """() => {
  const ask = document.querySelector(".ask");
  const told = document.querySelector(".log-line:last-child")?.dataset.key;
  return [ask.innerText, told, document.querySelectorAll(".able").length].join("|");
}"""
"""The question, the log's last line, and the number of clickable things: one of these changes with every answer."""
OPEN: Final = """() => document.querySelector(".banner .said")?.checkVisibility()
  || document.querySelector(".ask[data-state=open] .main, .ask[data-state=open] [data-choice]")"""
ON: Final = f"""before => document.querySelector(".banner .said")?.checkVisibility()
  || (document.querySelector(".ask").dataset.state === "open" && ({HERE})() !== before)"""


class Idle(Seat):
    """A player who lets everything happen."""

    def answer(self, _table: Match, decision: Decision) -> AnyAnswer:
        assert decision.default is not None
        return decision.default


def at_once(_table: Match, _decision: Decision) -> bool:
    return True


async def step(page: Page, asked: str) -> None:
    """Answer one question, or a part of it, by a click."""
    if asked.startswith("declare attackers"):
        await page.locator(".near .front .card.able").last.click()  # of the same cards the one on top
        await page.locator(".ask .main").click()
    elif "target" in asked:
        await player(page, 2).click()
    elif "Your turn: " in asked and "main" in asked and await page.locator(".near .hand .card.able").count():
        able = page.locator(".near .hand .card.able")
        land = able.filter(has_text="Mountain")
        await (land if await land.count() else able).first.click()
    else:
        main = page.locator(".ask .main")
        await (main if await main.count() else page.locator(".ask [data-choice]:visible")).first.click()


@pytest.fixture
def server(tmp_path: Path) -> Iterator[ServerProcess]:
    with server_process(tmp_path / "data", "--fixed-shuffles") as running:
        yield running


async def test_a_match_is_won_by_clicks(server: ServerProcess) -> None:
    async with at(server, at_once, decks=(BURN, PLAINS), seats=(Seat(), Idle()), full=False) as page:
        said = page.locator(".banner .said")
        page.set_default_timeout(GONE_MS)
        for _ in range(MOST_STEPS):
            await page.wait_for_function(OPEN, timeout=PATIENCE_MS)
            before = await page.evaluate(HERE)
            with suppress(Error):  # where there is nothing to do the page passes by itself, perhaps before the click
                await step(page, await page.locator(".ask-prompt").text_content() or "")
                await page.wait_for_function(ON, arg=before)
            if await said.is_visible():
                break
        await expect(said).to_have_text("Ann won \u2014 Bob has no life left")
        await expect(player(page, 2).locator(".life")).not_to_have_text("20")
