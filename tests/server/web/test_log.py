"""The log of a table: the newest line at the bottom, players in their colours, mana folded."""

from __future__ import annotations

from typing import Final

from playwright.async_api import Page, expect

from protocol.diffs import Json
from tests.support.web.axe import assert_accessible
from tests.support.web.board import board
from tests.support.web.browser import BROWSER
from tests.support.web.seat import BURN, MAIN, sit_down
from tests.support.web.stage import MATCH, Stage, stage

pytestmark = BROWSER

MANY: Final = 60
COLOR: Final = "(element) => getComputedStyle(element).color"


async def tell(play: Stage, first: int, count: int) -> None:
    lines: dict[str, Json] = {
        f"e{n}": {"n": n, "text": "B draws a card", "seat": 1, "seats": [0]} for n in range(first, first + count)
    }
    await play.push(lines)


async def test_the_newest_line_stands_at_the_bottom_and_stays_in_sight(page: Page) -> None:
    async with stage() as play:
        await page.goto(f"{play.url}/m/{MATCH}")
        lines = page.locator(".log-line")
        await expect(lines.first).to_contain_text("turn 7")
        await tell(play, 6, MANY)
        await expect(lines).to_have_count(5 + MANY)
        await expect(lines.last).to_be_in_viewport()
        await expect(lines.first).not_to_be_in_viewport()
        await lines.first.scroll_into_view_if_needed()  # a person reads what was
        await tell(play, 6 + MANY, 1)
        await expect(lines).to_have_count(6 + MANY)
        await expect(lines.first).to_be_in_viewport()


async def test_each_player_has_a_colour_of_their_own(page: Page) -> None:
    async with stage() as play:
        await page.goto(f"{play.url}/m/{MATCH}")
        await tell(play, 6, 1)
        await play.push({"e7": {"n": 7, "text": "A targets B", "seat": 0, "seats": [0, 10]}})
        last = page.locator(".log-line").last
        await expect(last).to_have_text("Ann targets Bob")
        ann, bob = [await who.evaluate(COLOR) for who in await last.locator(".log-who").all()]
        assert ann != bob
        before = page.locator(".log-line").nth(-2)
        assert await before.locator(".log-who").evaluate(COLOR) == bob
        await assert_accessible(page)


TAPPED: Final = (
    MAIN
    + """
[A]
battlefield = ["Mountain", "Mountain", "Mountain"]
hand = ["Lightning Bolt"]
[B]
"""
)


async def test_mana_on_end_is_one_line_that_opens(page: Page) -> None:
    async with board(TAPPED) as play:
        await sit_down(page, play)
        for number in (1, 2, 3):
            await play.do("A", f'activate "Mountain#{number}"')
        folded = page.locator('.log-line[data-kind="mana"]')
        await expect(folded).to_have_count(1)
        await expect(folded.locator("summary")).to_have_text("Ann \u00b7 mana \u00d7 3")
        await expect(folded.locator("li").first).to_be_hidden()
        await folded.locator("summary").click()
        told = [f"Ann taps Mountain#{number} for mana" for number in (1, 2, 3)]
        await expect(folded.locator("li")).to_have_text(told)
        await play.do("A", 'cast "Lightning Bolt" target B mana {R}')
        await expect(folded.locator("li").first).to_be_visible()  # it stays as somebody left it
        await expect(page.locator(".log-line").last).to_contain_text("Ann casts Lightning Bolt")


NUMBERS: Final = """async () => {
  const { severalNames, unnumbered } = await import("/table/labels.js");
  const card = (id, zone, name) => ({ id, zone, name, label: `${name}#${id}` });
  const shocks = [card(1, "graveyard", "Shock"), card(2, "hand", "Shock")];
  const cards = [...shocks, card(3, "field", "Bear"), card(4, "field", "Bear")];
  const view = Object.fromEntries(cards.map((each) => [`o${each.id}`, each]));
  const seen = new Map(cards.flatMap((each) => [[each.name, each], [each.label, each]]));
  const several = severalNames(view, { board: "field" }, []);
  return unnumbered("Ann#1: Shock#2 kills Bear#3, pay {G#1}", seen, several);
}"""


async def test_a_number_is_told_only_where_several_of_a_name_lie_on_the_board(page: Page) -> None:
    async with board(BURN) as play:
        await sit_down(page, play)
        assert await page.evaluate(NUMBERS) == "Ann#1: Shock kills Bear#3, pay {G#1}"
