"""Waiting until the table lies still: how cards are sized acts on the room for others, and arrows follow."""

from typing import Final

from playwright.async_api import Page

RESTS: Final = """() => new Promise((done) => {
  const all = (selector, read) => [...document.querySelectorAll(selector)].map(read);
  const cards = () => all(".row > .slot > .card", (card) => card.getBoundingClientRect());
  const where = () => JSON.stringify([cards(), all(".arrows path", (path) => path.getAttribute("d"))]);
  let [before, alike, frames] = [where(), 0, 0];
  const look = () => {
    const now = where();
    alike = now === before ? alike + 1 : 0;
    before = now;
    if (alike >= 20 || (frames += 1) >= 300) done(alike >= 20);
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
})"""


async def comes_to_rest(page: Page) -> bool:
    """Whether cards and arrows come to lie still for twenty frames, within three hundred."""
    return bool(await page.evaluate(RESTS))
