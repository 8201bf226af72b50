"""Art on cards: where the operator says, or of the player's own; of cards in sight alone, and not by default."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest
from playwright.async_api import Browser, Locator, Page, Route, expect

from server.gateway.card_art import Art
from tests.support.web.axe import assert_accessible
from tests.support.web.board import board
from tests.support.web.browser import BROWSER
from tests.support.web.images import png
from tests.support.web.seat import BURN, sit_down
from tests.support.web.stage import MATCH

pytestmark = BROWSER

HIDDEN: Final = BURN.replace('"Soul Warden"]', '"Soul Warden"]\nhand = ["Shock", "Forest"]\nlibrary = ["Giant Growth"]')
PAINTED: Final = """(canvas) => {
  const { data } = canvas.getContext("2d").getImageData(0, 0, 1, 1);
  return !canvas.hidden && data[0] > 200 && data[1] < 50;
}"""


def listen(page: Page) -> list[str]:
    """The errors that the page logs from now on."""
    found: list[str] = []
    page.on("console", lambda message: found.append(message.text) if message.type == "error" else None)
    return found


async def test_cards_are_drawn_unless_the_operator_says_otherwise(page: Page) -> None:
    async with board(BURN) as play:
        await sit_down(page, play)
        await expect(page.locator(".near .hand .card")).to_have_count(2)
        await page.wait_for_load_state("networkidle")
        assert "/api/art" in play.fetched
        assert not [path for path in play.fetched if path.startswith("/art/")]
        await expect(page.locator(".art")).to_have_count(0)


async def test_art_of_the_operators_folder_is_shown_on_cards_in_sight_alone(page: Page, tmp_path: Path) -> None:
    for name in ("Lightning Bolt", "grizzly-bears", "Shock", "Giant Growth"):
        (tmp_path / f"{name}.png").write_bytes(png(60, 84))
    complaints = listen(page)
    async with board(HIDDEN) as play:
        play.art = Art(f"magic={tmp_path}")
        await sit_down(page, play)
        bolt = page.locator(".near .hand .card", has_text="Lightning Bolt")
        await expect(bolt.locator("img.art.upright")).to_have_count(1)
        await expect(page.locator(".far .card", has_text="Grizzly Bears").locator("img.art")).to_have_count(1)
        warden = page.locator(".far .card", has_text="Soul Warden")
        await expect(warden.locator("img.art")).to_have_count(0)  # there is none of it
        await bolt.hover()
        await expect(page.locator(".peek img.art")).to_have_count(1)
        await page.wait_for_load_state("networkidle")
        asked = {path for path in play.fetched if path.startswith("/art/")}
        names = ("Lightning%20Bolt", "Rolling%20Thunder", "Mountain", "Grizzly%20Bears", "Soul%20Warden")
        assert asked == {f"/art/magic/{name}" for name in names}
        assert not [text for text in complaints if "Content Security Policy" in text]


async def test_art_of_another_host_is_asked_for_without_a_referrer(page: Page) -> None:
    asked: list[tuple[str, str]] = []

    async def answer(route: Route) -> None:
        headers = await route.request.all_headers()
        asked.append((route.request.url, headers.get("referer", "")))
        await route.fulfill(body=png(80, 60), content_type="image/png")

    await page.route("https://img.example/**", answer)
    complaints = listen(page)
    async with board(BURN) as play:
        play.art = Art("magic=https://img.example/{slug}.png")
        await sit_down(page, play)
        await expect(page.locator(".near .hand .card", has_text="Lightning Bolt").locator("img.art")).to_be_visible()
        await page.wait_for_load_state("networkidle")
        assert ("https://img.example/lightning-bolt.png", "") in asked
        assert {referrer for _, referrer in asked} == {""}
        assert not complaints


async def test_no_other_host_gets_through_the_policy(browser: Browser) -> None:
    async with board(BURN) as play, await browser.new_page() as page:
        play.art = Art("magic=https://img.example/{slug}.png")
        play.art.patterns["magic"] = "https://other.example/{slug}.png"  # as a page that was tampered with would ask
        async with page.expect_console_message(lambda message: "img-src" in message.text):
            await sit_down(page, play)
        await expect(page.locator(".art")).to_have_count(0)


@pytest.mark.parametrize("name", ["Lightning Bolt.png", "lightning_bolt.PNG"])
async def test_a_pack_of_ones_own_stays_in_the_browser(page: Page, tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_bytes(png(60, 84))
    complaints = listen(page)
    async with board(BURN) as play:
        await sit_down(page, play)
        await page.locator(".menu summary").click()
        await page.get_by_role("button", name="Card art").click()
        dialog = page.locator("dialog")
        await expect(dialog).to_contain_text("No pictures in your pack")
        await assert_accessible(page)
        await dialog.get_by_label("Choose pictures").set_input_files(tmp_path / name)
        await expect(dialog).to_contain_text("1 picture in your pack")
        art = page.locator(".near .hand .card", has_text="Lightning Bolt").locator("canvas.art")
        await expect(art).to_have_count(1)
        await page.keyboard.press("Escape")
        await page.reload()
        await expect(art).to_be_visible()
        assert await art.evaluate(PAINTED)
        assert not [path for path in play.fetched if path.startswith("/art/")]
        assert not complaints
        await page.locator(".menu summary").click()
        await page.get_by_role("button", name="Card art").click()
        await dialog.get_by_role("button", name="Remove all").click()
        await expect(art).to_have_count(0)


async def do_without(page: Page, art: Locator) -> None:
    """Say in the menu that one wants no art."""
    await expect(art).to_have_count(1)
    await page.locator(".menu summary").click()
    await page.get_by_role("button", name="Card art").click()
    await page.get_by_label("Show it").uncheck()
    await expect(art).to_have_count(0)


async def test_a_player_may_do_without_the_operators_art(page: Page, tmp_path: Path) -> None:
    (tmp_path / "Lightning Bolt.png").write_bytes(png(60, 84))
    async with board(BURN) as play:
        play.art = Art(f"magic={tmp_path}")
        await sit_down(page, play)
        art = page.locator(".near .hand img.art")
        await do_without(page, art)


async def test_a_spectator_may_do_without_the_operators_art_too(page: Page, tmp_path: Path) -> None:
    """The host of art learned of everybody who looked on what they looked at, whether they wanted it or not."""
    (tmp_path / "grizzly-bears.png").write_bytes(png(60, 84))
    async with board(BURN) as play:
        play.art = Art(f"magic={tmp_path}")
        await page.goto(f"{play.url}/m/{MATCH}")
        art = page.locator(".seats img.art")
        await do_without(page, art)
