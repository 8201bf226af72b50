"""Somebody who plays a hero by clicks: goes out, plays what can be paid, thwarts when it must be, attacks, recovers.

Reads what the page shows and knows the words of its buttons, no card.
"""

from __future__ import annotations

import re
from contextlib import suppress
from typing import Final

from playwright.async_api import Error as Gone
from playwright.async_api import Locator, Page

OPEN: Final = ".ask[data-state=open]"
OVER: Final = ".end:not([hidden])"
SOON_MS: Final = 1500
"""For a click on what may be gone by then."""
ANYTHING_MS: Final = 60_000
"""For the next question, or the end."""
MOST_CLICKS: Final = 900
MOST_TRIES: Final = 6
"""Clicks at one question, after which it is answered or taken back."""
ROOM: Final = 3
"""The main scheme takes so much more threat, or less: it is time to thwart."""
BADLY_HURT: Final = 7
"""So few hit points are left: it is time to defend, and to go home."""
HERE: Final = """() => {
  const ask = document.querySelector(".ask");
  const menu = document.querySelector(".choice-menu:not([hidden])");
  const over = document.querySelector(".end:not([hidden])");
  return [ask.dataset.w, ask.dataset.state, ask.innerText, Boolean(menu), Boolean(over)].join("|");
}"""
"""The state of the page: each click that does something changes it."""
NUMBERS: Final = re.compile(r"(\d+)(?:\s*/\s*(\d+))?")


class HeroHand:
    """Clicks through a match of one hero.

    Args:
        fights: whether it acts at all, or lets everything happen.

    Attributes:
        clicks: that were made.
    """

    def __init__(self, page: Page, *, fights: bool = True) -> None:
        self._page = page
        self._fights = fights
        self.clicks = 0
        self._asked = ""
        self._tries = 0
        self._turn = ""
        self._tried: set[str] = set()

    async def play(self) -> str:
        """Until the match is over; what the page says of its end."""
        page = self._page
        while self.clicks < MOST_CLICKS:
            await page.locator(f"{OPEN}, {OVER}").first.wait_for(timeout=ANYTHING_MS)
            if await page.locator(OVER).count():
                return await page.locator(".end-head").inner_text()
            before = await page.evaluate(HERE)
            with suppress(Gone):  # the page may have passed by itself before the click
                await (await self._wanted()).click(timeout=SOON_MS)
                await page.wait_for_function(f"before => ({HERE})() !== before", arg=before, timeout=SOON_MS)
            self.clicks += 1
        raise AssertionError(f"not over after {MOST_CLICKS} clicks")

    async def _wanted(self) -> Locator:
        """The thing to click next."""
        page = self._page
        asked = await page.locator(".ask").get_attribute("data-w") or ""
        self._tries = self._tries + 1 if asked == self._asked else 0
        self._asked = asked
        prompt = (await page.locator(".ask-prompt").inner_text()).lower()
        main = page.locator(f"{OPEN} .main:enabled")
        if not self._fights or self._tries > MOST_TRIES:
            return await _first(main, page.locator(f"{OPEN} :is([data-choice], [data-key=cancel]):visible"))
        menu = page.locator(".choice-menu:not([hidden]) [data-choice]")
        if await menu.count():
            return await self._of_menu(menu)
        paid = page.get_by_role("button", name=re.compile("^(Generate|Pay) ")).first
        if "generate" in prompt and await paid.count():
            return paid
        if "your turn" in prompt:
            return await self._action(main)
        choices = page.locator(f"{OPEN} [data-choice]:visible")
        if "who defends" in prompt and not self._tries and await self._is_hurt() and await choices.count():
            return choices.last
        if await choices.count() and ("choose the" in prompt or "target" in prompt or not await main.count()):
            return choices.first
        return await _first(main, page.locator(".card.able, .who.able"))

    async def _of_menu(self, menu: Locator) -> Locator:
        """A hero attacks, thwarts while the main scheme is nearly done, goes home hurt; at home it recovers."""
        words = await menu.all_inner_texts()
        wished = ["Change form", "Recover"] if await self._is_hurt() else ["Attack", "Change form"]
        if "Recover" in words:
            wished = ["Recover"] if await self._damage() else ["Change form"]
        elif await self._is_urgent():
            wished = ["Thwart", *wished]
        number = next((words.index(word) for word in wished if word in words), 0)
        return menu.nth(number)

    async def _action(self, main: Locator) -> Locator:
        """The next deed not yet tried in this turn: the hand, then characters, at last home, if that is better."""
        page = self._page
        turn = await page.locator(".turn").inner_text()
        if turn != self._turn:
            self._turn, self._tried = turn, set()
        at_home = ".near .front .card.able:has-text('Alter-Ego')"
        for where in (at_home, ".near .hand .card.able", ".near .card.able"):
            for ident in await page.locator(where).evaluate_all("all => all.map(each => each.dataset.id)"):
                able = page.locator(f'.near .card.able[data-id="{ident}"]').first
                is_spent = await able.evaluate("card => card.matches('.tapped, .exhausted')")
                key = f"{ident} {where == at_home} {is_spent}"
                if key not in self._tried and (not is_spent or await self._is_hurt()):
                    self._tried.add(key)
                    return able
        return main.first

    async def _damage(self) -> int:
        left, whole = await self._hit_points()
        return whole - left

    async def _is_hurt(self) -> bool:
        return (await self._hit_points())[0] <= BADLY_HURT

    async def _hit_points(self) -> tuple[int, int]:
        """Those that the identity has left, and all of them."""
        shown = await self._page.locator(".near .front .card").first.inner_text()
        found = NUMBERS.search(shown.rpartition("\u2665")[2])
        return (int(found[1]), int(found[2] or found[1])) if found else (99, 99)

    async def _is_urgent(self) -> bool:
        scheme = self._page.locator(".far .card", has_text="Main Scheme").first
        shown = await scheme.inner_text() if await scheme.count() else ""
        found = re.search(r"(\d+)\s*/\s*(\d+)", shown)
        return bool(found and int(found[2]) - int(found[1]) <= ROOM)


async def _first(one: Locator, other: Locator) -> Locator:
    """The first of one kind, or if there is none the first of the other."""
    return (one if await one.count() else other).first
