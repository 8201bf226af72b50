"""Somebody who plays by clicks what a bot advises, which sits in the same seat and looks on."""

from __future__ import annotations

import random
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Final

from playwright.async_api import Error as Gone
from playwright.async_api import Page

from protocol.client import Match, connect
from protocol.messages import Answer, AnyAnswer, Decision
from server.bots.seat_player import Player
from tests.support.web.hero_hand import ANYTHING_MS, OPEN, OVER, SOON_MS

MOST_ANSWERS: Final = 3000
TOKEN: Final = "(match) => JSON.parse(localStorage.getItem(`stackloop seat ${match}`)).value"
HERE: Final = """() => {
  const ask = document.querySelector(".ask");
  const over = document.querySelector(".end:not([hidden])");
  const picked = document.querySelectorAll(".picked, [aria-pressed=true]").length;
  const numbers = [...ask.querySelectorAll(".stepper input")].map((field) => field.value);
  return [ask.dataset.w, ask.dataset.state, picked, numbers, Boolean(over)].join("|");
}"""
"""The question, what is picked and said for its answer, and whether the match is over."""
NUMBERS: Final = ("number", "divide")
"""Questions that are answered by numbers in fields: one for all, or one for each option."""
PAIRS: Final = "assign"
"""Kinds of questions that are answered by pairs: each pair of an icon and a cost has a choice of its own."""
MOST_TRIES: Final = 5
"""Times that one question is asked, after which the clicks do not give what was advised."""


class AdvisedHand:
    """Clicks through a match.

    Args:
        page: at the table.
        match: the same seat by another connection, for the bot.
        player: gives advice.

    Attributes:
        answers: that were given.
    """

    def __init__(self, page: Page, match: Match, player: Player) -> None:
        self._page = page
        self._match = match
        self._player = player
        self.answers = 0

    async def play(self) -> str:
        """Until the match is over; what the page says of its end."""
        page = self._page
        asked, tries = 0, 0
        while self.answers < MOST_ANSWERS:
            await page.locator(f"{OPEN}, {OVER}").first.wait_for(timeout=ANYTHING_MS)
            if await page.locator(OVER).count():
                return await page.locator(".end-head").inner_text()
            decision = await self._asked()
            if decision is not None:
                tries = tries + 1 if decision.w == asked else 1
                asked = decision.w
                assert tries <= MOST_TRIES, f"{decision.prompt} is asked again"
                answer = await self._player.decide(self._match, decision)
                await self._give(decision, answer)
                self.answers += 1
        raise AssertionError(f"not over after {MOST_ANSWERS} answers")

    async def _asked(self) -> Decision | None:
        """The question that the page asks, once the bot is asked it, too; none if it is gone by then."""
        shown = await self._page.locator(".ask").get_attribute("data-w")
        while shown and (not self._match.has_decision or self._match.decision.w < int(shown)):
            await self._match.next_change()
        is_same = bool(shown) and self._match.has_decision and self._match.decision.w == int(shown or 0)
        return self._match.decision if is_same else None

    async def _give(self, decision: Decision, answer: AnyAnswer) -> None:
        if isinstance(answer, Answer) and answer.do == decision.kind in NUMBERS:
            await self._fill(decision, answer)
        for step in _steps(decision, answer):
            before = await self._page.evaluate(HERE)
            with suppress(Gone):  # the page may have passed by itself before the click
                await self._press(decision, step)
                await self._page.wait_for_function(f"before => ({HERE})() !== before", arg=before, timeout=SOON_MS)

    async def _fill(self, decision: Decision, answer: Answer) -> None:
        """Say the numbers, each in its field."""
        fields = self._page.locator(f"{OPEN} .stepper input")
        refs = [option.refs[0] for option in decision.options]
        places = [refs.index(ref) for ref in answer.refs] or [0]
        with suppress(Gone):
            for place, amount in zip(places, answer.amounts, strict=True):
                await fields.nth(place).fill(str(amount), timeout=SOON_MS)
                await fields.nth(place).blur(timeout=SOON_MS)

    async def _press(self, decision: Decision, number: int | None) -> None:
        """Click an option, in the list of the question or where it lies; or the main answer."""
        page = self._page
        if number is None:
            main = page.locator(f"{OPEN} .main:enabled")
            plain = page.locator(f"{OPEN} [data-key=auto]")  # there is nothing to confirm where nothing is picked
            return await (main if await main.count() else plain).first.click(timeout=SOON_MS)
        button = page.locator(f'{OPEN} [data-key="option {number}"]')
        closed = page.locator(f"{OPEN} details:not([open]) > summary")
        if await button.count() and not await button.first.is_visible() and await closed.count():
            await closed.first.click(timeout=SOON_MS)
        if await button.count() and await button.first.is_visible():
            return await button.first.click(timeout=SOON_MS)
        option = next(each for each in decision.options if each.n == number)
        alike = [each.n for each in decision.options if each.refs[:1] == option.refs[:1]]
        await page.locator(f'[data-id="{option.refs[0]}"].able').first.click(timeout=SOON_MS)
        if len(alike) > 1:
            deeds = page.locator(".choice-menu:not([hidden]) [data-choice]")
            await deeds.nth(alike.index(number)).click(timeout=SOON_MS)
        return None


def _steps(decision: Decision, answer: AnyAnswer) -> list[int | None]:
    """The options to be clicked, by their numbers; ``None`` is the main answer."""
    passing = [option.n for option in decision.options if option.do == "pass"]
    if isinstance(answer, int):
        return [None if answer in passing else answer]
    if not isinstance(answer, Answer) or answer.do in ("auto", "pass"):
        return [None]
    whole = [each.n for each in decision.options if (each.do, each.refs) == (answer.do, answer.refs)]
    if answer.do != decision.kind or decision.kind in ("act", "pay"):
        return [*whole[:1]] or [None]
    if answer.do in NUMBERS:
        return [None]
    if answer.do == PAIRS:
        pairs = zip(answer.refs, answer.amounts, strict=True)
        return [*(each.n for pair in pairs for each in decision.options if (*each.refs, *each.amounts) == pair), None]
    meant = [*answer.refs, *(ref for first, count in answer.runs for ref in range(first, first + count))]
    picked: list[int | None] = [each.n for ref in meant for each in decision.options if each.refs[:1] == (ref,)]
    return picked if (decision.least, decision.most) == (1, 1) else [*picked, None]


@asynccontextmanager
async def advised(page: Page, url: str, bot: str, seed: int) -> AsyncIterator[AdvisedHand]:
    """A hand for the seat that the page holds, advised by a bot of the house.

    Raises:
        Refused: the seat may not be told what the bot has to know to think.
    """
    match_id = re.split(r"[/#?]", page.url.removeprefix(url).lstrip("/"))[-1]
    token = await page.evaluate(TOKEN, match_id)
    async with connect(url) as client:
        match = await client.join(match_id, token)
        await client.known(match_id)  # without it the bot does not look ahead, and says nothing of that
        yield AdvisedHand(page, match, Player(bot, random.Random(seed), client.known))  # advice
