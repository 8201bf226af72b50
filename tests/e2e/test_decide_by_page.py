"""The page against a real server, at the decisions that are hardest to take.

Two clients bring a match there; then a browser takes one seat over with its token, and answers by clicks, while the
other client goes on against it.
"""

import random
import re
import signal
from collections.abc import Iterator

import anyio
import anyio.to_thread
import pytest
from playwright.async_api import Locator, Page, expect

from protocol.client import Match
from protocol.messages import AnyAnswer, Decision, Deck
from server.bots.seat_player import Player
from tests.support.e2e.decisive_page import Seat, Wanted, at, player
from tests.support.server.server_process import ServerProcess, server_process
from tests.support.web.browser import BROWSER

pytestmark = [pytest.mark.timeout(300), *BROWSER]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """One for all, as reading the cards takes longer than what is done with them."""
    with server_process(tmp_path_factory.mktemp("page") / "data", "--fixed-shuffles") as running:
        yield running


class Bot(Seat):
    """A player who plays as the greedy bot does."""

    def __init__(self) -> None:
        super().__init__()
        self._player = Player("greedy", random.Random(1))  # a game

    def answer(self, table: Match, decision: Decision) -> AnyAnswer:
        return self._player.choose(table.view, decision)


def hand(page: Page, name: str) -> Locator:
    """A card that may be used now."""
    return page.locator(".near .hand .card.able", has=page.locator(".card-name", has_text=name)).first


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
        await expect(prompt).to_contain_text("Your turn")
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
        await expect(status).to_have_text("connected")
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
        await page.get_by_role("button", name=re.compile("^Pay ")).click()
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
        await page.get_by_role("button", name=re.compile("^(Choose|Attack with|Block with) ")).click()
        await expect(page.locator(".log")).to_contain_text("blocks")


def could_level_up(_table: Match, decision: Decision) -> bool:
    return any(option.text.startswith('materialize "Silvie') for option in decision.options)


async def test_a_champion_is_leveled_up_from_the_material_deck(server: ServerProcess) -> None:
    decks: tuple[Deck, ...] = ("wild-winds", "ember-blades")
    async with at(server, could_level_up, game="grand-archive", decks=decks, seats=(Bot(), Bot())) as page:
        await page.locator(".tray .card.able", has_text="Silvie").click()
        await expect(page.locator(".stack .item strong")).to_have_text("Silvie, Wilds Whisperer")
        await page.locator(".ask .main").click()
        champion = page.locator(".near .slot", has=page.locator(".card-name", has_text="Silvie"))
        await expect(champion.locator(".card-marks")).to_contain_text("level 1")
        await expect(champion).to_have_attribute("data-beneath", "1")
