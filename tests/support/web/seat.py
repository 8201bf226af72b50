"""A seat on the page: positions to begin at, sitting down, and finding cards and buttons."""

from typing import Final

from playwright.async_api import Locator, Page, expect

from tests.support.web.board import Board
from tests.support.web.stage import MATCH

MAIN: Final = """
game = "magic"
names = { A = "Ann", B = "Bob" }
setup = { active = "A", step = "precombat main" }
"""
BURN: Final = (
    MAIN
    + """
[A]
battlefield = ["Mountain", "Mountain", "Mountain", "Mountain"]
hand = ["Lightning Bolt", "Rolling Thunder"]
[B]
battlefield = ["Grizzly Bears", "Soul Warden"]
"""
)
TRIGGERS: Final = (
    MAIN
    + """
[A]
battlefield = ["Forest", "Forest", "Essence Warden", "Soul Warden"]
hand = ["Grizzly Bears"]
[B]
"""
)
CHANGED: Final = """
game = "magic"
names = { A = "Ann", B = "Bob" }
setup = { active = "A", step = "precombat main" }
[[card]]
name = "Wing Cloak"
cost = "{1}"
type = "Enchantment - Aura"
text = '''
Enchant creature
Enchanted creature has flying.'''
[[card]]
name = "Second Wind"
cost = "{1}{U}"
type = "Instant"
text = '''
Draw a card.
Flashback {3}'''
[A]
battlefield = ["Forest", "Llanowar Elves (+1/+1: 2)", "Glorious Anthem", "Wing Cloak (attached to Llanowar Elves)"]
hand = ["Giant Growth"]
graveyard = ["Second Wind"]
[B]
battlefield = ["Grizzly Bears", "Pyrite Spellbomb"]
"""


async def hold(page: Page, key: str, value: str) -> None:
    """Have something in the browser's storage, from before the page is opened."""
    kept = f"JSON.stringify({{value: {value}, until: Date.now() + 1e9}})"
    await page.add_init_script(
        f'localStorage.getItem("stackloop {key}") ?? localStorage.setItem("stackloop {key}", {kept})'
    )


async def skip_tour(page: Page) -> None:
    """Know the table already, from before the page is opened."""
    await hold(page, "tour", "[]")


async def sit_down(page: Page, play: Board, seat: int = 0, *, asked: bool = True, new: bool = False) -> None:
    """Open the match as somebody who holds a seat's token; ``asked``: and wants to be asked everything.

    ``new``: and never sat at a table. The settings that the page sends at entering are in force then.
    """
    await hold(page, f"seat {MATCH}", f'"seat {seat}"')
    if not new:
        await skip_tour(page)
    if asked:
        await hold(page, f"habits {play.match.header.game}", "{full: true}")
    await page.goto(f"{play.url}/m/{MATCH}")
    await expect(page.locator(".status")).to_have_text("connected")
    await expect(page.locator(".ask")).to_be_visible()
    await expect(page.locator(".comfort")).to_have_attribute("data-state", "set")


def card(page: Page, name: str) -> Locator:
    """A card on the table or in hand."""
    return page.locator(".boards .card", has=page.locator(".card-name", has_text=name)).first


def able(page: Page, name: str) -> Locator:
    """A card that the open question has a use for: before there is such a question a click would only read it."""
    return page.locator(".boards .card.able", has=page.locator(".card-name", has_text=name)).first


def able_player(page: Page, ident: int) -> Locator:
    return page.locator(f'.who.able[data-id="{ident}"]')


def prompt(page: Page) -> Locator:
    return page.locator(".ask-prompt")


def main_button(page: Page) -> Locator:
    return page.locator(".ask .main")


async def is_settled(page: Page) -> None:
    """Wait until a question that took the place of another may be answered."""
    await expect(page.locator(".ask")).to_have_attribute("data-state", "open")
