"""The page against a real server, at the decisions that are hardest to take.

Two clients bring a match there; then a browser takes one seat over with its token, and answers by clicks, while the
other client goes on against it.
"""

import random
import re
import signal
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from typing import Final

import anyio
import anyio.to_thread
import pytest
from playwright.async_api import Locator, Page, async_playwright, expect

from protocol.client import Match, connect
from protocol.messages import AnyAnswer, Decision, Deck
from server.bots.player import Player
from tests.support.server.server_process import ServerProcess, server_process
from tests.support.web.browser import BROWSER, CHROMIUM, FLAGS

PATIENCE_MS: Final = 30_000
LONGEST_S: Final = 60.0
"""Until the decision is reached, on a machine that others use too."""

pytestmark = [pytest.mark.timeout(300), *BROWSER]

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


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """One for all, as reading the cards takes longer than what is done with them."""
    with server_process(tmp_path_factory.mktemp("page") / "data", "--fixed-shuffles") as running:
        yield running


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


class Bot(Seat):
    """A player who plays as the greedy bot does."""

    def __init__(self) -> None:
        super().__init__()
        self._player = Player("greedy", random.Random(1))  # a game

    def answer(self, table: Match, decision: Decision) -> AnyAnswer:
        return self._player.choose(table.view, decision)


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
        page = await browser.new_page()
        page.set_default_timeout(PATIENCE_MS)
        page.on("pageerror", lambda error: errors.append(str(error)))
        habits = [(f"habits {game}", "{full: true}") for game in GAMES if full]
        for key, value in ((f"seat {match}", f'"{token}"'), *habits):
            held = f"{{value: {value}, until: Date.now() + 1e9}}"
            await page.add_init_script(f'localStorage.setItem("stackloop {key}", JSON.stringify({held}))')
        await page.goto(f"{url.rstrip('/')}/m/{match}")
        await expect(page.locator(".ask[data-state=open]")).to_be_visible()
        yield page
        await browser.close()
    assert errors == [], errors


def hand(page: Page, name: str) -> Locator:
    """A card that may be used now."""
    return page.locator(".near .hand .card.able", has=page.locator(".card-name", has_text=name)).first


def player(page: Page, ident: int) -> Locator:
    return page.locator(f'.who[data-id="{ident}"]')


def aim_at(page: Page, ident: int) -> Locator:
    """A player whom the open question has a use for: nothing hears a click before there is such a question."""
    return page.locator(f'.who.able[data-id="{ident}"]')


def could_cast(name: str, lands: int) -> Wanted:
    """In one's own main phase, with so many lands to pay."""

    def wanted(table: Match, decision: Decision) -> bool:
        view = table.view
        if view.game.phase != "precombat main" or view.game.active != 0 or view.game.stack:
            return False
        free = sum(option.text.startswith('activate "Mountain') for option in decision.options)
        return free >= lands and any(option.text == f'cast "{name}"' for option in decision.options)

    return wanted


async def test_a_spell_is_paid_aimed_taken_back_and_cast_after_a_reload(server: ServerProcess) -> None:
    async with at(server, could_cast("Lightning Bolt", 2)) as page:
        prompt = page.locator(".ask-prompt")
        life = int(await player(page, 2).locator(".life").inner_text())
        await hand(page, "Lightning Bolt").click()
        await aim_at(page, 2).click()
        await expect(prompt).to_contain_text("pay")
        await page.locator(".near .rear2 .card.able").last.click()
        await expect(page.locator(".near .tapped")).to_have_count(1)
        await page.get_by_role("button", name="Take back").click()
        await expect(prompt).to_contain_text("act or pass")
        await expect(page.locator(".near .tapped")).to_have_count(0)

        await hand(page, "Lightning Bolt").click()
        await expect(prompt).to_contain_text("target")
        await page.reload()
        await expect(prompt).to_contain_text("target")
        await aim_at(page, 2).click()
        await expect(prompt).to_contain_text("pay")
        await page.keyboard.press("Space")
        await expect(page.locator(".item-targets")).to_have_text("\u2192 Bob")
        await expect(prompt).to_contain_text("respond or pass")
        await page.keyboard.press("Space")
        await expect(player(page, 2).locator(".life")).to_have_text(str(life - 3))


async def test_a_server_that_is_killed_comes_back_to_the_same_decision(server: ServerProcess) -> None:
    async with at(server, could_cast("Lightning Bolt", 1)) as page:
        status = page.locator(".status")
        await hand(page, "Lightning Bolt").click()
        await expect(page.locator(".ask-prompt")).to_contain_text("target")
        server.end(signal.SIGKILL)
        await expect(status).to_have_text("reconnecting")
        await aim_at(page, 2).click()  # nobody hears it yet
        await expect(page.locator(".ask")).to_have_attribute("data-state", "pending")
        await anyio.to_thread.run_sync(server.start)
        await expect(status).to_have_text("live")
        await expect(page.locator(".ask-prompt")).to_contain_text("pay")
        await page.keyboard.press("Space")
        await expect(page.locator(".stack .item strong")).to_have_text("Lightning Bolt")


async def test_damage_is_divided_between_players(server: ServerProcess) -> None:
    async with at(server, could_cast("Rolling Thunder", 5)) as page:
        lives = [int(await player(page, ident).locator(".life").inner_text()) for ident in (1, 2)]
        await hand(page, "Rolling Thunder").click()
        await page.locator(".stepper input").fill("3")
        await page.locator(".stepper input").press("Enter")
        await aim_at(page, 1).click()
        await aim_at(page, 2).click()
        await page.get_by_role("button", name="Done: 2 chosen").click()
        await expect(page.locator(".hint")).to_have_text("1 of 3 left to give.")
        await aim_at(page, 2).click()
        await page.get_by_role("button", name="Divide 3").click()
        await page.get_by_role("button", name="Pay automatically").click()
        await expect(page.locator(".ask-prompt")).to_contain_text("respond or pass")
        await page.locator(".ask .main").click()
        await expect(player(page, 1).locator(".life")).to_have_text(str(lives[0] - 1))
        await expect(player(page, 2).locator(".life")).to_have_text(str(lives[1] - 2))


def is_to_block(_table: Match, decision: Decision) -> bool:
    return decision.kind != "act" and decision.prompt.startswith("declare blockers")


async def test_a_blocker_is_declared_by_clicks(server: ServerProcess) -> None:
    async with at(server, is_to_block, seats=(Seat(), Seat(fights=True))) as page:
        await page.locator(".near .front .card.able").first.click()
        several = page.locator(".ask .hint", has_text="now click whom")
        await expect(several.or_(page.locator(".ask .pair"))).to_be_visible()
        if await several.count():
            await page.locator(".far .card.attacking.able").first.click()
        await expect(page.locator(".arrows .draft.shaft")).to_have_count(1)
        await page.get_by_role("button", name="Done: 1 chosen").click()
        await expect(page.locator(".log")).to_contain_text("blocks")


def could_level_up(_table: Match, decision: Decision) -> bool:
    return any(option.text.startswith('materialize "Oriel') for option in decision.options)


async def test_a_champion_is_leveled_up_from_the_material_deck(server: ServerProcess) -> None:
    decks: tuple[Deck, ...] = ("wild-winds", "ember-blades")
    async with at(server, could_level_up, game="grand-archive", decks=decks, seats=(Bot(), Bot())) as page:
        await page.locator(".tray .card.able", has_text="Oriel").click()
        await expect(page.locator(".stack .item strong")).to_have_text("Oriel, Meadow Warden")
        await page.locator(".ask .main").click()
        champion = page.locator(".near .slot", has=page.locator(".card-name", has_text="Oriel"))
        await expect(champion.locator(".card-marks")).to_contain_text("level 1")
        await expect(champion).to_have_attribute("data-beneath", "1")
