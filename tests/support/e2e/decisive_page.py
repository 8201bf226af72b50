"""A browser in a seat of a real match, at the first decision that a test wants."""

import re
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Final

import anyio
from playwright.async_api import Locator, Page, async_playwright, expect

from protocol.client import Match, connect
from protocol.messages import AnyAnswer, Decision, Deck
from tests.support.server.server_process import ServerProcess
from tests.support.web.browser import CHROMIUM, FLAGS
from tests.support.web.seat import hold, skip_tour

PATIENCE_MS: Final = 30_000
LONGEST_S: Final = 60.0
"""Until the decision is reached, on a machine that others use too."""
RED: Final[Deck] = {
    "Mountain": 44,
    "Rolling Thunder": 4,
    "Lightning Bolt": 4,
    "Goblin Piker": 4,
    "Raging Goblin": 4,
}
GAMES: Final = ("magic", "grand-archive")
OFFERED: Final = re.compile(r'play |cast "(Goblin|Raging)')
Wanted = Callable[[Match, Decision], bool]


class Seat:
    """A player who plays lands and goblins, and else answers by default; ``fights`` with all it has."""

    def __init__(self, *, fights: bool = False) -> None:
        self._fights = fights

    def answer(self, _table: Match, decision: Decision) -> AnyAnswer:
        offered = [option.n for option in decision.options if OFFERED.match(option.text)]
        if decision.kind == "act" and offered:
            return offered[0]
        if self._fights and decision.kind != "act" and decision.prompt.startswith("declare attackers"):
            return "attack " + " ".join(option.text.partition(" ")[2] for option in decision.options)
        if decision.auto:
            return "auto"
        assert decision.default is not None
        return decision.default

    async def play(self, table: Match, wanted: Wanted) -> None:
        """Answer until a decision is the one that is wanted, or the match is over."""
        async for decision in table:
            if wanted(table, decision):
                return
            await table.answer(self.answer(table, decision))


def never(_table: Match, _decision: Decision) -> bool:
    return False


@asynccontextmanager
async def at(
    server: ServerProcess,
    wanted: Wanted,
    *,
    game: str = "magic",
    decks: tuple[Deck, ...] = (RED, RED),
    seats: tuple[Seat, Seat] = (Seat(), Seat()),
    full: bool = True,
) -> AsyncIterator[Page]:
    """A page in Ann's seat, at the first of her decisions that is wanted; ``seats`` play until then.

    ``full``: under full control, else as the page suggests.
    """
    expect.set_options(timeout=PATIENCE_MS)
    async with connect(server.url, name="Ann") as ann, connect(server.url, name="Bob") as bob:
        made = await ann.create(game, decks, names=("Ann", "Bob"), seats=("open", "open"), seed="page")
        hers, his = [await client.join(made.m, seat.token) for client, seat in zip((ann, bob), made.seats, strict=True)]
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(seats[1].play, his, never)
            with anyio.fail_after(LONGEST_S):
                await seats[0].play(hers, wanted)
            assert hers.result is None
            await ann.leave(hers)
            async with seated(server.url, made.m, made.seats[0].token, full=full) as page:
                yield page
            tasks.cancel_scope.cancel()


@asynccontextmanager
async def seated(url: str, match: str, token: str, *, full: bool = True) -> AsyncIterator[Page]:
    """A browser that holds a seat's token, at the match; an error on the page fails the test."""
    errors: list[str] = []
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        page = await browser.new_page(reduced_motion="reduce")
        page.set_default_timeout(PATIENCE_MS)
        page.on("pageerror", lambda error: errors.append(str(error)))
        await skip_tour(page)
        await hold(page, f"seat {match}", f'"{token}"')
        for game in GAMES if full else ():
            await hold(page, f"habits {game}", "{full: true}")
        await page.goto(f"{url.rstrip('/')}/m/{match}")
        await expect(page.locator(".ask[data-state=open]")).to_be_visible()
        yield page
        await browser.close()
    assert errors == [], errors


def player(page: Page, ident: int) -> Locator:
    return page.locator(f'.who[data-id="{ident}"]')
