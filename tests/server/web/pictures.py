"""``python -m tests.server.web.pictures [FOLDER]``: the pictures in server/web/README.md, taken of the page as it is.

The lobby, and a table of each game in the middle of a match; without FOLDER they go to deploy/pictures.
"""

from __future__ import annotations

import base64
import sys
from pathlib import Path
from typing import Final, Literal

import anyio
from playwright.async_api import Browser, async_playwright

from tests.support.web.board import board
from tests.support.web.browser import CHROMIUM, FLAGS
from tests.support.web.midgame import MIDGAMES, Midgame
from tests.support.web.seat import hold, skip_tour
from tests.support.web.stage import MATCH, stage

PICTURES: Final = Path(__file__).parents[3] / "deploy" / "pictures"
DESK: Final = (1440, 900)
PHONE: Final = (360, 740)
AS_WEBP: Final = """async (png) => {
  const image = new Image();
  image.src = `data:image/png;base64,${png}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [image.width, image.height];
  canvas.getContext("2d").drawImage(image, 0, 0);
  return canvas.toDataURL("image/webp", 0.86).split(",")[1];
}"""
"""A third of the PNG, and type is still crisp."""

Scheme = Literal["light", "dark"]


async def picture(
    browser: Browser, url: str, awaited: str, file: Path, size: tuple[int, int] = DESK, scheme: Scheme = "light"
) -> None:
    """A picture of a page in a window of this size, once something stands there."""
    context = await browser.new_context(
        viewport={"width": size[0], "height": size[1]}, color_scheme=scheme, reduced_motion="reduce"
    )
    page = await context.new_page()
    await hold(page, f"seat {MATCH}", '"seat 0"')
    await skip_tour(page)
    await page.goto(url)
    await page.locator(awaited).first.wait_for()
    await page.evaluate("document.fonts.ready")
    taken = base64.b64encode(await page.screenshot()).decode()
    await page.goto("about:blank")
    file.write_bytes(base64.b64decode(await page.evaluate(AS_WEBP, taken)))
    await context.close()


async def pictures_of(browser: Browser, midgame: Midgame, folder: Path) -> None:
    async with board(midgame.position) as play:
        for seat, gesture in midgame.gestures:
            await play.do(seat, gesture)
        address = f"{play.url}/m/{MATCH}"
        await picture(browser, address, ".ask[data-state=open]", folder / f"{midgame.game}.webp")
        if midgame is MIDGAMES[0]:
            dark = folder / f"{midgame.game}-phone-dark.webp"
            await picture(browser, address, ".ask[data-state=open]", dark, PHONE, "dark")


async def main(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        async with stage() as play:
            await picture(browser, play.url, ".fan", folder / "lobby.webp")
        for midgame in MIDGAMES:
            await pictures_of(browser, midgame, folder)
        await browser.close()


if __name__ == "__main__":
    anyio.run(main, Path(sys.argv[1]) if len(sys.argv) > 1 else PICTURES)
