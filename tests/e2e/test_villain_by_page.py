"""Whole matches of Marvel Champions by clicks: a villain is set up in the lobby, and met until the end."""

from collections.abc import Iterator
from typing import Final

import pytest
from playwright.async_api import Browser, Page, expect

from tests.support.server.krane import krane
from tests.support.server.server_process import ServerProcess, server_process
from tests.support.web.advised_hand import advised
from tests.support.web.browser import BROWSER
from tests.support.web.hero_hand import HeroHand
from tests.support.web.visitor import visitor

MARVEL: Final = "Marvel Champions"
LONG_CLOCK: Final = {"STACKLOOP_CLOCK": '{"bank_ms": 3600000}'}
MOST_MATCHES: Final = 30
"""Krane is defeated in the first few."""

pytestmark = [pytest.mark.slow, pytest.mark.timeout(1800), *BROWSER]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    data = tmp_path_factory.mktemp("villain") / "data"
    krane(data)
    with server_process(data, settings=LONG_CLOCK) as running:
        yield running


async def against(browser: Browser, server: ServerProcess, hero: str, **parts: str) -> Page:
    """A match in which a hero meets a scenario that was put together in the lobby."""
    page = await visitor(browser, server.url, "Ann", viewport={"width": 1280, "height": 800})
    await page.get_by_label(f"Deck and table: {MARVEL}").click()
    for part, chosen in parts.items():
        label = part.replace("_", " ").capitalize()
        await page.get_by_label(f"{label}: {MARVEL}", exact=True).select_option(label=chosen)
    await page.get_by_label(f"deck: {MARVEL}").select_option(label=hero)
    await page.get_by_role("button", name=f"Play the scenario: {MARVEL}").click()
    return page


@pytest.mark.long
async def test_a_villain_is_defeated_by_clicks(server: ServerProcess, browser: Browser) -> None:
    chosen = {"scenario": "Krane", "difficulty": "Standard", "modular_set": "Loose Crates"}
    page = await against(browser, server, "She-Hulk, Aggression", **chosen)
    for number in range(MOST_MATCHES):
        await page.wait_for_url("**/m/**")
        async with advised(page, server.url, "level-8", number) as hand:
            if await hand.play() == "You won":
                break
        before = page.url
        await page.get_by_role("button", name="Play again").click()
        await expect(page).not_to_have_url(before)
    await expect(page.locator(".end-head")).to_have_text("You won")
    await expect(page.locator(".end")).to_contain_text("the villain is defeated")


async def test_a_hero_who_lets_everything_happen_loses(server: ServerProcess, browser: Browser) -> None:
    chosen = {"scenario": "Rhino", "difficulty": "Expert", "modular_set": "Bomb Scare"}
    page = await against(browser, server, "Spider-Man, Justice", **chosen)
    assert await HeroHand(page, fights=False).play() == "You lost"
    await expect(page.locator(".end")).to_contain_text("the players lose")
