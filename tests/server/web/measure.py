"""``python -m tests.server.web.measure``: the cost of the page in bytes and milliseconds (server/web/README.md).

Bytes are those over the wire. Milliseconds to a page count from its address to the first thing that can be used; those
of a change from the arrival of its message to the end of the frame that shows it. Beside them stand the reference, a
frame in which nothing is drawn, and the processor time of the page's own thread, the same on a busy machine.
"""

from __future__ import annotations

import statistics
from typing import Final, Self
from urllib.parse import urlsplit

import anyio
import click
from playwright.async_api import Browser, CDPSession, Page, async_playwright

from protocol.diffs import Entities
from server.bench.build import cores
from tests.support.web.browser import CHROMIUM, FLAGS
from tests.support.web.stage import MATCH, Stage, card, player, stage

PERMANENTS: Final = 60
"""Of each of two players: a big board."""
CHANGES: Final = 60
VISITS: Final = 5
FRAME: Final = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
CLOCK: Final = """
  window.drawn = [];
  window.shown = {};
  const Plain = WebSocket;
  window.WebSocket = class extends Plain {
    constructor(...of) {
      super(...of);
      this.addEventListener("message", () => {
        const arrived = performance.now();
        requestAnimationFrame(() => setTimeout(() => window.drawn.push(performance.now() - arrived)));
      });
    }
  };
  new MutationObserver(() => {
    for (const each of [".match", ".card"]) if (document.querySelector(each)) window.shown[each] ??= performance.now();
  }).observe(document, { childList: true, subtree: true });
"""
EMPTY_FRAMES: Final = """async (count) => {
  const took = [];
  for (let n = 0; n < count; n += 1) {
    await new Promise((next) => setTimeout(next, 20));
    const began = performance.now();
    await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
    took.push(performance.now() - began);
  }
  return took;
}"""
COUNT_ELEMENTS: Final = """() => {
  window.changed = 0;
  const elements = (nodes) => [...nodes].filter((node) => node.nodeType === 1).length;
  new MutationObserver((records) => {
    for (const { addedNodes, removedNodes } of records) window.changed += elements(addedNodes) + elements(removedNodes);
  }).observe(document.body, { childList: true, subtree: true });
}"""


class Transfer:
    """Files that a page has loaded so far."""

    def __init__(self) -> None:
        self.bytes = 0
        """Over the wire, with headers."""
        self.paths: set[str] = set()

    @classmethod
    async def of(cls, page: Page) -> Self:
        self = cls()
        session = await page.context.new_cdp_session(page)
        session.on("Network.loadingFinished", self._count)
        page.on("request", lambda request: self.paths.add(urlsplit(request.url).path.strip("/") or "index.html"))
        await session.send("Network.enable")
        return self

    def _count(self, event: dict[str, float]) -> None:
        self.bytes += int(event["encodedDataLength"])


class Work:
    """The cost of drawing since it was begun to be counted."""

    def __init__(self, page: Page, session: CDPSession) -> None:
        self._page = page
        self._session = session
        self._layouts = 0

    @classmethod
    async def of(cls, page: Page) -> Self:
        self = cls(page, await page.context.new_cdp_session(page))
        await self._session.send("Performance.enable")
        await page.evaluate(FRAME)
        await page.evaluate(COUNT_ELEMENTS)
        self._layouts = await self._count()
        return self

    async def layouts(self) -> int:
        await self._page.evaluate(FRAME)
        return await self._count() - self._layouts

    async def elements(self) -> int:
        """Number of elements that were put in or taken out."""
        return int(await self._page.evaluate("window.changed"))

    async def _count(self) -> int:
        metrics = (await self._session.send("Performance.getMetrics"))["metrics"]
        return next(int(metric["value"]) for metric in metrics if metric["name"] == "LayoutCount")


def big_board() -> Entities:
    """Two players with many permanents each: creatures, and lands of which every third is tapped."""
    view: Entities = {}
    for seat, name in enumerate(("Ann", "Bob")):
        first = 100 * (seat + 1)
        view.update(player(seat, name, list(range(first, first + PERMANENTS))))
        for ref in range(first, first + PERMANENTS):
            if ref % 3:
                view.update(card(ref, seat, f"Bear {ref % 7}", "Creature - Bear", cost="{1}{G}", power=2, toughness=2))
            else:
                view.update(card(ref, seat, "Forest", "Basic Land - Forest", tapped=ref % 2 == 0))
    return view


class Processor:
    """The processor time of a page's own thread."""

    def __init__(self, session: CDPSession) -> None:
        self._session = session

    @classmethod
    async def of(cls, page: Page) -> Self:
        session = await page.context.new_cdp_session(page)
        await session.send("Performance.enable", {"timeDomain": "threadTicks"})
        return cls(session)

    async def used_ms(self) -> float:
        metrics = (await self._session.send("Performance.getMetrics"))["metrics"]
        return next(1000 * float(metric["value"]) for metric in metrics if metric["name"] == "TaskDuration")


async def visit(browser: Browser, play: Stage, path: str, awaited: str) -> tuple[float, float]:
    """Milliseconds until something stands there, for who has never been there; and those of the processor."""
    context = await browser.new_context(viewport={"width": 1440, "height": 900})
    page = await context.new_page()
    processor = await Processor.of(page)
    await page.add_init_script(CLOCK)
    await page.goto(play.url + path)
    await page.locator(awaited).first.wait_for()
    used = await processor.used_ms()
    shown = float(await page.evaluate("(awaited) => window.shown[awaited]", awaited))
    await context.close()
    return shown, used


async def changes(page: Page, play: Stage) -> list[tuple[float, float]]:
    """Milliseconds of each of many changes to a big board, and those of the processor for one of them."""
    processor = await Processor.of(page)
    await page.add_init_script(CLOCK)
    await page.goto(f"{play.url}/m/{MATCH}")
    await page.locator(".card").first.wait_for()
    await page.evaluate(FRAME)
    await page.evaluate("window.drawn.length = 0")
    before = await processor.used_ms()
    for n in range(CHANGES):
        ref = 100 + n % PERMANENTS
        turned = card(
            ref, 0, f"Bear {ref % 7}", "Creature - Bear", cost="{1}{G}", power=2 + n, toughness=2, tapped=True
        )
        await play.push({**turned, f"e{n + 6}": {"n": n + 6, "text": f"Ann taps Bear {n}", "seat": 0}})
        await page.evaluate(FRAME)
    used = (await processor.used_ms() - before) / CHANGES
    return [(took, used) for took in await page.evaluate("window.drawn")]


def line(words: str, took: list[tuple[float, float]]) -> str:
    spread = sorted(waited for waited, _ in took)
    processor = statistics.median(used for _, used in took)
    late = spread[int(0.95 * len(spread))]
    return f"{words:<58}{statistics.median(spread):8.1f} ms, 95 of 100 within {late:.1f}; processor {processor:.1f} ms"


async def main() -> None:
    async with async_playwright() as playwright, stage() as play:
        browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        click.echo(f"Chromium {browser.version}; cores: {cores()}")
        page = await browser.new_page()
        transfer = await Transfer.of(page)
        await page.goto(play.url)
        await page.locator(".match").wait_for()
        click.echo(f"{'the lobby':<58}{transfer.bytes:8} bytes")
        await page.close()
        page = await browser.new_page()
        transfer = await Transfer.of(page)
        await page.goto(f"{play.url}/m/{MATCH}")
        await page.locator(".card").first.wait_for()
        click.echo(f"{'a table':<58}{transfer.bytes:8} bytes")
        click.echo(
            line("to the lobby, first visit", [await visit(browser, play, "/", ".match") for _ in range(VISITS)])
        )
        tables = [await visit(browser, play, f"/m/{MATCH}", ".card") for _ in range(VISITS)]
        click.echo(line("to a table, first visit", tables))
        play.view.update(big_board())
        took = await changes(page, play)
        click.echo(line(f"a change on a board of {2 * PERMANENTS} cards, to the end of its frame", took))
        empty = [(frame, 0.0) for frame in await page.evaluate(EMPTY_FRAMES, CHANGES)]
        click.echo(line("reference: a frame in which nothing is drawn", empty))
        await browser.close()


if __name__ == "__main__":
    anyio.run(main)
