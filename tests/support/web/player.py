"""Somebody who plays by clicks: what can be played is played, all attack, and else the main answer is taken.

Knows no rules and no game: what glows, what is a button, and which of them is the big one.
"""

from __future__ import annotations

import random
from typing import Final

from playwright.async_api import Locator, Page
from playwright.async_api import TimeoutError as Late

OPEN: Final = ".ask[data-state=open]"
OVER: Final = ".end:not([hidden])"
SOON_MS: Final = 1500
"""For a click on what may be gone by then."""
ANYTHING_MS: Final = 60_000
"""For the next question, or the end."""
PLACES: Final = (
    ".near .hand .card.able:not(.source)",
    ".near .card.able:not(.source)",
    ".tray .able",
    ".far .able",
)
"""Places of things that glow, those that are tried first at the beginning."""
MOST_TRIES: Final = 12
"""Clicks at one question, after which it is answered or taken back somehow."""


class PageHand:
    """Clicks through a match.

    Attributes:
        clicks: that were made.
    """

    def __init__(self, page: Page, rng: random.Random) -> None:
        self._page = page
        self._rng = rng
        self.clicks = 0
        self._asked = ""
        self._tries = 0
        self._tried: set[str] = set()
        self._turn = ""

    async def play(self) -> None:
        """Until the match is over."""
        page = self._page
        while True:
            await page.locator(f"{OPEN}, {OVER}").first.wait_for(timeout=ANYTHING_MS)
            if await page.locator(OVER).count():
                return
            await self._answer()

    async def _answer(self) -> None:
        """One click at the open question."""
        page = self._page
        ask = page.locator(".ask")
        asked = await ask.get_attribute("data-w") or ""
        if await page.locator(f"{OPEN} .idle").count():
            await page.locator(f"{OPEN} .idle").first.wait_for(state="detached", timeout=ANYTHING_MS)
            return
        self._tries = self._tries + 1 if asked == self._asked else 0
        self._asked = asked
        turn = await page.locator(".turn").inner_text()
        if turn != self._turn:
            self._turn, self._tried = turn, set()
        await self._click(await self._wanted())

    async def _wanted(self) -> Locator:
        """The thing to click next."""
        page = self._page
        menu = page.locator(".choice-menu:not([hidden]) [data-choice]")
        if await menu.count():
            return menu.nth(self._rng.randrange(await menu.count()))
        main = page.locator(f"{OPEN} .main:not(:disabled)")
        if self._tries > MOST_TRIES:
            return page.locator(f"{OPEN} :is(.main:not(:disabled), [data-key=cancel], [data-choice])").first
        words = await main.inner_text() if await main.count() else ""
        if words.startswith("Pay"):
            return main
        everything = page.locator(f'{OPEN} [data-key^="all "]')
        if words.startswith("No ") and await everything.count():
            return everything.last
        card = await self._new_card()
        if card is not None:
            return card
        if await main.count():
            return main
        return page.locator(f"{OPEN} [data-choice], .card.able, .who.able, {OPEN} [data-key=cancel]").last

    async def _new_card(self) -> Locator | None:
        """One that glows and was not clicked in this turn, of one's own first."""
        page = self._page
        for where in PLACES:
            cards = page.locator(where)
            ids = await cards.evaluate_all("(all) => all.map((each) => each.dataset.id)")
            fresh = [ident for ident in ids if ident not in self._tried]
            if fresh:
                ident = self._rng.choice(fresh)
                self._tried.add(ident)
                return page.locator(f'{where}[data-id="{ident}"]')
        return None

    async def _click(self, what: Locator) -> None:
        try:
            await what.first.click(timeout=SOON_MS, position=None)
        except Late:
            await what.first.dispatch_event("click", timeout=SOON_MS) if await what.count() else None
        self.clicks += 1
