"""Things that happen stand on the table: for how long, how that is skipped, and that nothing is held up."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from typing import Final

import pytest_asyncio
from playwright.async_api import Browser, Page, expect

from tests.support.web.axe import violations
from tests.support.web.board import board
from tests.support.web.browser import BROWSER
from tests.support.web.seat import MAIN, hold, main_button, sit_down

pytestmark = BROWSER

SHOCKED: Final = (
    MAIN
    + """
[A]
battlefield = ["Mountain", "Grizzly Bears"]
hand = ["Shock"]
[B]
battlefield = ["Mountain", "Mountain"]
hand = ["Shock", "Shock"]
"""
)
TWICE: Final = """() => {
  const press = () => document.body.dispatchEvent(new KeyboardEvent("keydown", { key: " ", bubbles: true }));
  press();
  press();
}"""
LONGER: Final = """
  const plain = window.setTimeout;
  window.setTimeout = (call, ms, ...rest) => plain(call, ms > 600 ? 6 * ms : ms, ...rest);
"""
"""Things stand so long that a test on a busy machine gets to them."""
SLOW: Final = '{speed: "slow"}'


@pytest_asyncio.fixture(loop_scope="module")
async def page(browser: Browser) -> AsyncIterator[Page]:
    """A page of somebody who wants things to move."""
    opened = await browser.new_page(reduced_motion="no-preference")
    await hold(opened, "habits of the table", SLOW)
    await opened.add_init_script(LONGER)
    yield opened
    await opened.close()


async def test_a_spell_of_another_stands_with_its_card_until_the_question_comes(page: Page) -> None:
    async with board(SHOCKED) as play:
        await sit_down(page, play)
        await main_button(page).click()
        await play.do("B", 'cast "Shock" target A auto')
        stage = page.locator(".staged")
        await expect(stage.locator(".staged-words")).to_contain_text("casts Shock")
        await expect(stage.locator(".big-card h2")).to_have_text("Shock")
        assert await violations(page) == []
        await play.do("B", "pass")
        await expect(main_button(page)).to_have_text(re.compile("^Resolve Shock"))
        await expect(stage).to_be_hidden()


async def test_space_goes_on_and_answers_nothing_at_that_moment(page: Page) -> None:
    async with board(SHOCKED) as play:
        await sit_down(page, play)
        await main_button(page).click()
        await play.do("B", 'cast "Shock" target A auto', "pass")
        await expect(page.locator(".staged")).to_be_visible()
        await expect(main_button(page)).to_have_text(re.compile("^Resolve Shock"))  # beside the last that was shown
        answered = len(play.intents)
        await page.evaluate(TWICE)
        await expect(page.locator(".staged")).to_be_hidden()
        await expect(main_button(page)).to_have_text(re.compile("^Resolve Shock"))
        assert len(play.intents) == answered


HELD: Final = """() => {
  const press = () => document.body.dispatchEvent(new KeyboardEvent("keydown", { key: " ", bubbles: true }));
  for (let times = 0; times < 9; times += 1) press();
}"""
SEEN: Final = """() => {
  window.seen = new Set();
  const look = () => window.seen.add(document.querySelector(".staged:not([hidden])")?.dataset.kind);
  new MutationObserver(look).observe(document.querySelector(".staged"), { attributes: true });
  look();
}"""


async def test_a_key_that_is_held_passes_over_nothing_that_was_not_drawn(page: Page) -> None:
    async with board(SHOCKED) as play:
        await sit_down(page, play)
        await main_button(page).click()
        await play.do("B", 'cast "Shock" target A auto')
        await expect(page.locator(".staged[data-kind=cast]")).to_be_visible()
        await page.evaluate(SEEN)
        await play.do("B", "pass")
        await expect(main_button(page)).to_have_text(re.compile("^Resolve Shock"))
        await play.do("A", "pass")
        await expect(page.locator(".ask .main", has_text="Resolve")).to_have_count(0)  # it waits to be shown
        await page.evaluate(HELD)
        await page.wait_for_function("() => window.seen.has('resolved')")


async def test_a_tap_goes_on_and_escape_shows_the_table_as_it_is(page: Page) -> None:
    async with board(SHOCKED) as play:
        await sit_down(page, play)
        await main_button(page).click()
        await play.do("B", 'cast "Shock" target A auto', "pass")
        await page.locator(".staged-words").click()
        await expect(page.locator(".staged")).to_be_hidden()
        await main_button(page).click()  # it resolves
        await expect(page.locator(".staged-words")).to_contain_text("Shock resolves")
        await page.keyboard.press("Escape")
        await expect(page.locator(".staged")).to_be_hidden()
        await expect(page.locator('.who[data-id="1"] .life')).to_have_text("18")


async def test_one_s_own_spell_does_not_stand_but_its_resolution_does(page: Page) -> None:
    async with board(SHOCKED) as play:
        await sit_down(page, play)
        await play.do("A", 'cast "Shock" target B auto')
        await expect(page.locator(".stack .item strong")).to_have_text("Shock")
        await expect(page.locator(".staged")).to_be_hidden()
        await play.do("A", "pass")
        await play.do("B", "pass")
        await expect(page.locator(".staged-words")).to_contain_text("Shock resolves")


STANDS: Final = """() => {
  const stage = document.querySelector(".staged:not([hidden])");
  const end = document.querySelector(".banner:not([hidden])");
  return stage?.textContent.includes("Shock") ? { isEnded: end !== null } : null;
}"""
"""Whether the end is told while Shock stands; null as long as Shock does not."""


async def test_the_end_is_told_once_the_last_blow_was_shown(page: Page) -> None:
    async with board(SHOCKED.replace("[A]\n", "[A]\nlife = 2\n")) as play:
        await sit_down(page, play)
        await main_button(page).click()
        await play.do("B", 'cast "Shock" target A auto', "pass")
        await expect(main_button(page)).to_have_text(re.compile("^Resolve Shock"))
        await main_button(page).click()
        told = await page.wait_for_function(STANDS)
        assert await told.json_value() == {"isEnded": False}
        await page.keyboard.press("Escape")  # all of it is shown
        await expect(page.locator(".end-head")).to_have_text("You lost")
        await expect(page.locator(".end-why")).to_have_text("You have no life left")


async def test_a_spectator_sees_it_too(page: Page) -> None:
    async with board(SHOCKED) as play:
        await page.goto(f"{play.url}/m/m1")
        await expect(page.locator(".status")).to_contain_text("connected")
        await play.do("A", 'cast "Shock" target B auto')
        await expect(page.locator(".staged-words")).to_contain_text("casts Shock")


async def test_nothing_stands_for_who_wants_less_motion(page: Page) -> None:
    await page.emulate_media(reduced_motion="reduce")
    async with board(SHOCKED) as play:
        await sit_down(page, play)
        await main_button(page).click()
        await play.do("B", 'cast "Shock" target A auto', "pass")
        await expect(main_button(page)).to_have_text(re.compile("^Resolve Shock"))
        await expect(page.locator(".staged")).to_be_hidden()


async def test_pace_and_sound_are_chosen_and_kept(page: Page) -> None:
    async with board(SHOCKED) as play:
        await sit_down(page, play)
        await page.get_by_role("button", name="pace and sound").click()
        assert await violations(page) == []
        await page.get_by_role("radio", name="Fast").check()
        await page.get_by_role("checkbox", name="Mute").check()
        await page.get_by_role("slider", name="Volume").fill("75")
        await page.reload()
        await page.get_by_role("button", name="pace and sound").click()
        await expect(page.get_by_role("radio", name="Fast")).to_be_checked()
        await expect(page.get_by_role("checkbox", name="Mute")).to_be_checked()
        await expect(page.get_by_role("slider", name="Volume")).to_have_value("75")


BETWEEN: Final = """async () => {
  const { viewAt } = await import("/stage/steps.js");
  const table = { board: "battlefield" };
  const was = { id: 7, zone: "battlefield", damage: 0 };
  const p1 = { id: 1, life: 20, battlefield: [7] };
  const before = { table, p1, o7: was };
  const come = { id: 9, zone: "battlefield" };
  const after = { table, p1: { ...p1, life: 15, battlefield: [7, 9] }, o7: { ...was, damage: 6 }, o9: come };
  const lines = [
    { n: 1, of: [7, 1], then: { o7: { damage: 2 }, p1: { life: 18 } } },
    { n: 2, of: [9] },
    { n: 3, of: [7, 1], then: { o7: { damage: 6 }, p1: { life: 15 } } },
  ];
  const seen = ({ p1, o7, o9 }) => [o7.damage, p1.life, Boolean(o9), p1.battlefield];
  return [1, 2].map((n) => seen(viewAt(before, after, lines, n)));
}"""


async def test_the_table_is_at_each_step_as_it_was_just_then(page: Page) -> None:
    """One diff tells three things: at the first, 2 of 6 damage are dealt, and the permanent has not come."""
    async with board(SHOCKED) as play:
        await sit_down(page, play)
        assert await page.evaluate(BETWEEN) == [[2, 18, False, [7]], [2, 18, True, [7, 9]]]


TOGETHER: Final = """async () => {
  const { grouped } = await import("/stage/steps.js");
  const staged = { hit: "others", hurt: "with", seen: "all", use: "others with" };
  const lines = [
    { n: 1, kind: "pay", of: [5] },
    { n: 2, kind: "hit", of: [5, 6] },
    { n: 3, kind: "hurt", of: [6] },
    { n: 4, kind: "seen", of: [8] },
    { n: 5, kind: "hit", seat: 0, of: [7] },
    { n: 6, kind: "hurt", of: [7] },
    { n: 7, kind: "use", of: [9] },
    { n: 8, kind: "use", of: [10] },
    { n: 9, kind: "hurt", of: [6] },
  ];
  return grouped(lines, staged, ({ seat }) => seat === 0).map((group) => group.map(({ n }) => n));
}"""


async def test_a_step_holds_what_comes_of_it_and_neither_payments_nor_one_s_own_acts(page: Page) -> None:
    async with board(SHOCKED) as play:
        await sit_down(page, play)
        assert await page.evaluate(TOGETHER) == [[2, 3], [4], [8, 9]]


ACROSS: Final = """async () => {
  const { Staging } = await import("/stage/staging.js");
  const table = { board: "battlefield", staged: { hit: "all", hurt: "with" } };
  const match = { view: { table }, seen: new Map(), lines: [], you: 0, result: null };
  const stood = [];
  const shown = ({ lines }) => stood.push(lines.map(({ n }) => n)) && 1e6;
  const [isOpen, isShort, changed] = [() => false, () => false, () => {}];
  const staging = new Staging(match, { isStill: false }, { isOpen, isShort, changed, shown });
  const come = (...lines) => {
    const before = { ...match.view };
    const fresh = Object.fromEntries(lines.map((line) => [`e${line.n}`, line]));
    Object.assign(match.view, fresh);
    staging.take(before, fresh);
  };
  come({ n: 1, kind: "hit", of: [5], text: "" });
  come({ n: 2, kind: "hit", of: [6], text: "" }, { n: 3, kind: "hurt", of: [9], text: "" });
  come({ n: 4, kind: "hit", of: [6, 9], text: "" });
  come({ n: 5, kind: "hit", of: [6], text: "" });
  come({ n: 6, kind: "hit", of: [7], text: "" });
  while (staging.isRunning) {
    staging.step.isDrawn = true;
    staging.goOn();
  }
  return stood;
}"""


async def test_a_step_that_waits_takes_in_what_its_card_does_in_later_changes(page: Page) -> None:
    """Three lines stand together at most; one that stands already stays as it is."""
    async with board(SHOCKED) as play:
        await sit_down(page, play)
        assert await page.evaluate(ACROSS) == [[1], [2, 3, 4], [5], [6]]


TO_READ: Final = """async () => {
  const { StageCard } = await import("/stage/card.js");
  const spike = { id: 7, name: "Spike", text: "Draw two cards.", controller: 1, zone: "exile" };
  const staged = { turned: "all", dealt: "all read own", seen: "all read" };
  const table = { board: "battlefield", phases: [], piles: [], rows: [[]], staged };
  const match = { view: { table, game: {}, o7: spike }, you: 0, hands: [0], seen: new Map([["Spike", spike]]) };
  const stage = new StageCard({ match, shown: match });
  const read = (kind) => stage.read({ lines: [{ n: 1, kind, seat: 1, of: [7], text: "Spike is seen by all" }] });
  return ["turned", "dealt", "seen", "seen"].map(read).map(({ words, known, text }) => [words, known, text]);
}"""


async def test_there_is_time_once_for_a_name_a_kind_of_line_and_a_text_where_that_decides(page: Page) -> None:
    async with board(SHOCKED) as play:
        await sit_down(page, play)
        assert await page.evaluate(TO_READ) == [[5, 0, ""], [4, 0, ""], [4, 0, "Draw two cards."], [0, 4, ""]]


TIMES: Final = """async () => {
  const { Pace } = await import("/stage/pace.js");
  const pace = new Pace();
  pace.change({ speed: "normal" });
  const stands = (words, known, text = "") => pace.standsFor({ words, known, text });
  return [stands(8, 0), stands(0, 8), stands(0, 1), stands(8, 0, "Draw two cards.")];
}"""


async def test_a_step_stands_for_four_words_a_second_and_shorter_where_they_are_known(page: Page) -> None:
    async with board(SHOCKED) as play:
        await sit_down(page, play)
        new, known, least, with_text = await page.evaluate(TIMES)
        assert new == 2000
        assert least < known < new < with_text


VILLAINY: Final = """
game = "marvel-champions"
[A]
identity = "Captain Marvel"
hand = ["Energy"]
deck = ["Get Ready", "Get Ready", "Get Ready", "Get Ready", "Get Ready", "Get Ready"]
[scenario]
villain = "Rhino I"
main_scheme = "The Break-In!"
deck = ["Advance", "Assault", "Stampede", "Gang-Up"]
"""


GO_ON: Final = """() => {
  const stage = document.querySelector(".staged:not([hidden])");
  if (stage) {
    const step = { kind: stage.dataset.kind, card: stage.querySelector(".big-card h2")?.textContent ?? "" };
    stage.querySelector(".staged-go").click();
    return step;
  }
  const ways = [...document.querySelectorAll(".ask[data-state=open] :is(.main, [data-choice]):not(:disabled)")];
  ways.at(-1)?.click();
  return ways.length ? { kind: "", card: "" } : null;
}"""
"""Go on from what stands, or else answer; null as long as neither can be done."""


SUMS: Final = "() => document.querySelector('.staged:not([hidden])[data-kind=strikes] .staged-words')?.textContent"


async def test_an_attack_of_the_villain_is_one_step_with_its_sum(page: Page) -> None:
    async with board(VILLAINY) as play:
        await sit_down(page, play)
        while not (said := await page.evaluate(SUMS)):
            await page.wait_for_function(GO_ON)
        assert re.search(r"Rhino I attacks Captain Marvel: .*\d damage", str(said))


async def test_the_villain_phase_goes_step_by_step_with_each_card_large(page: Page) -> None:
    async with board(VILLAINY) as play:
        await sit_down(page, play)
        seen: dict[str, str] = {}
        while not {"boost", "reveals"} <= seen.keys():
            step = await (await page.wait_for_function(GO_ON)).json_value()
            seen[step["kind"]] = step["card"]
        assert {seen["reveals"], seen["boost"]} <= {"Advance", "Assault", "Stampede", "Gang-Up"}


COUNT_NOTES: Final = """
  window.notes = 0;
  window.OscillatorNode = class extends OscillatorNode {
    constructor(...of) { super(...of); window.notes += 1; }
  };
"""


async def test_what_happens_sounds_after_a_click_unless_it_is_muted(page: Page) -> None:
    await page.add_init_script(COUNT_NOTES)
    async with board(SHOCKED) as play:
        await sit_down(page, play)
        await play.do("A", "pass")
        await play.do("B", 'cast "Shock" target A auto')
        await expect(page.locator(".staged-words")).to_contain_text("casts Shock")
        assert await page.evaluate("window.notes") == 0  # nobody has clicked yet
        await page.locator(".staged-words").click()
        await play.do("B", "pass")
        await page.locator(".ask[data-state=open] .main").click()
        await expect(page.locator(".staged-words")).to_contain_text("Shock resolves")
        assert await page.evaluate("window.notes") > 0
        await page.get_by_role("button", name="pace and sound").click()
        await page.get_by_role("checkbox", name="Mute").check()
        await page.keyboard.press("Escape")
        before = await page.evaluate("window.notes")
        await page.locator(".staged-go").click() if await page.locator(".staged:not([hidden])").count() else None
        await main_button(page).click()
        await play.do("B", 'cast "Shock" target A auto')
        await expect(page.locator(".staged-words")).to_contain_text("casts Shock")
        assert await page.evaluate("window.notes") == before
