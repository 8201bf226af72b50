"""Settings of being asked, by the page: stops on the phase bar, pass until, full control, and what passes by itself."""

from __future__ import annotations

import re
from typing import Final

import pytest
from playwright.async_api import Locator, Page, expect

from tests.support.web.board import board
from tests.support.web.browser import BROWSER
from tests.support.web.seat import BURN, MAIN, TRIGGERS, able, able_player, hold, main_button, prompt, sit_down

pytestmark = BROWSER

IDLE: Final = (
    MAIN
    + """
[A]
battlefield = ["Mountain"]
hand = ["Serra Angel"]
[B]
battlefield = ["Mountain", "Mountain"]
hand = ["Shock", "Shock"]
"""
)


LONG_MS: Final = 200_000
"""More than the moment after which the page passes by itself, where ``Math.random`` is 99."""


def stop(page: Page, step: str, whose: str) -> Locator:
    return page.locator(".phases").get_by_label(f"stop in {step} of {whose}", exact=True)


def chips(page: Page) -> Locator:
    return page.locator(".comfort .chip")


async def test_a_beginner_is_asked_where_most_want_to_be_and_changes_that_on_the_phase_bar(page: Page) -> None:
    async with board(BURN) as play:
        await sit_down(page, play, asked=False)
        await expect(stop(page, "precombat main", "your turns")).to_have_attribute("aria-pressed", "true")
        await expect(stop(page, "upkeep", "your turns")).to_have_attribute("aria-pressed", "false")
        await expect(stop(page, "untap", "your turns")).to_have_count(0)
        assert not play.match.settings[0].full
        await page.locator(".ask").hover()  # steps that are passed are marked only for one who comes to the bar
        await expect(stop(page, "upkeep", "others' turns")).to_have_css("opacity", "0")
        await expect(stop(page, "precombat main", "your turns")).to_have_css("opacity", "1")
        await page.locator(".phases").hover()
        await expect(stop(page, "upkeep", "others' turns")).to_have_css("opacity", "1")
        await stop(page, "upkeep", "others' turns").click()
        await stop(page, "end", "others' turns").click()
        await expect(stop(page, "end", "others' turns")).to_have_text("\u25b3")
        await expect(stop(page, "upkeep", "others' turns")).to_have_text("\u25b2")
        stops = play.match.settings[0].stops
        assert ("upkeep", "others") in stops
        assert not any(step == "end" for step, _ in stops)
        await page.reload()
        await expect(stop(page, "upkeep", "others' turns")).to_have_attribute("aria-pressed", "true")
        kept = await page.evaluate('JSON.parse(localStorage.getItem("stackloop habits magic")).value')
        assert ["upkeep", "others"] in kept["stops"]


async def test_two_stops_that_are_clicked_at_once_are_both_set(page: Page) -> None:
    """Each click said all that was set, as it stood before: the second one took the first one back."""
    async with board(BURN) as play:
        await sit_down(page, play, asked=False)
        before = play.match.settings[0].stops
        await page.evaluate(
            "(names) => names.forEach((name) => document.querySelector(`.phases [data-stop='${name}']`).click())",
            ["upkeep others", "draw own"],
        )
        for step, whose in (("upkeep", "others' turns"), ("draw", "your turns")):
            await expect(stop(page, step, whose)).to_have_attribute("aria-pressed", "true")
        assert set(play.match.settings[0].stops) == {*before, ("upkeep", "others"), ("draw", "own")}


async def test_what_one_chose_is_said_at_entering_the_next_seat(page: Page) -> None:
    async with board(BURN) as play:
        await hold(page, "habits magic", '{own: true, stops: [["end", "others"]]}')
        await sit_down(page, play, asked=False)
        await expect(page.locator(".ask")).to_have_attribute("data-state", "idle")  # no stop in its own main phase
        assert play.match.settings[0].to_json() == {"own": True, "stops": [["end", "others"]]}


async def test_passing_until_something_happens_is_shown_and_can_be_ended(page: Page) -> None:
    async with board(IDLE) as play:
        await sit_down(page, play)
        await page.keyboard.press("p")
        await page.keyboard.press("1")
        await expect(chips(page).locator("span")).to_have_text(
            "passing until the end of the turn, or something happens"
        )
        await expect(page.locator(".ask")).to_have_attribute("data-state", "idle")
        await play.do("B", 'cast "Shock" target A auto', "pass")
        await expect(chips(page)).to_have_count(0)
        await expect(prompt(page)).to_contain_text("respond or pass")
        await page.keyboard.press("T")
        await expect(chips(page)).to_have_count(1)
        await page.get_by_role("button", name="no more: passing until your next turn").click()
        await expect(chips(page)).to_have_count(0)
        assert play.match.settings[0].until == ()


async def test_full_control_is_a_key_and_says_so(page: Page) -> None:
    async with board(BURN) as play:
        await sit_down(page, play, asked=False)
        full = page.locator(".comfort [data-key=full]")
        await expect(full).to_have_attribute("aria-pressed", "false")
        await page.keyboard.press("f")
        await expect(full).to_have_attribute("aria-pressed", "true")
        assert play.match.settings[0].full
        await full.click()
        await expect(full).to_have_attribute("aria-pressed", "false")
        await page.keyboard.press("o")
        await page.get_by_role("button", name="Let what I play resolve").click()
        await expect(page.locator('[data-lever="own"]')).to_have_attribute("aria-pressed", "false")
        assert not play.match.settings[0].own


async def test_who_ends_full_control_without_a_stop_is_given_the_game_s(page: Page) -> None:
    async with board(BURN) as play:
        await hold(page, "habits magic", "{full: true}")
        await sit_down(page, play)
        assert play.match.settings[0].to_json() == {"full": True}
        await page.keyboard.press("f")
        await expect(stop(page, "precombat main", "your turns")).to_have_attribute("aria-pressed", "true")
        assert not play.match.settings[0].full
        assert ("precombat main", "own") in play.match.settings[0].stops


async def test_where_there_is_nothing_to_do_it_is_passed_after_a_moment_unless_one_wants_to_think(page: Page) -> None:
    async with board(IDLE) as play:
        await page.clock.install()
        await page.add_init_script("Math.random = () => 99")  # a long moment
        await sit_down(page, play, asked=False)
        await page.get_by_role("button", name="Wait").click()
        await expect(page.locator(".hint").first).to_have_text(re.compile("Click what glows"))
        await expect(page.locator(".ask")).to_have_attribute("data-state", "open")
        await main_button(page).click()
        await expect(page.locator(".ask")).to_have_attribute("data-state", "idle")
        await play.do("B", 'cast "Shock" target A auto', "pass")
        await expect(page.locator(".idle")).to_contain_text("nothing you can do")
        await page.clock.fast_forward(LONG_MS)
        await expect(page.locator('.who[data-id="1"] .life')).to_have_text("18")  # it passed by itself


async def test_where_only_bots_play_beside_one_it_is_passed_at_once(page: Page) -> None:
    async with board(IDLE) as play:
        play.is_alone = True
        await page.add_init_script("Math.random = () => 99")  # no moment is over in this test
        await sit_down(page, play, asked=False)
        await play.do("B", 'cast "Shock" target A auto', "pass")
        await expect(page.locator('.who[data-id="1"] .life')).to_have_text("18")


async def test_where_everybody_knows_that_nothing_can_be_done_it_is_passed_at_once(page: Page) -> None:
    async with board(IDLE.replace('hand = ["Serra Angel"]', "")) as play:
        await page.add_init_script("Math.random = () => 99")
        await sit_down(page, play, asked=False)
        await play.do("B", 'cast "Shock" target A auto', "pass")
        await expect(page.locator('.who[data-id="1"] .life')).to_have_text("18")


@pytest.mark.parametrize("hand", ["Serra Angel", "Air Elemental", "Doom Blade"])
async def test_among_people_there_is_a_moment_whatever_the_hand_holds(page: Page, hand: str) -> None:
    async with board(IDLE.replace("Serra Angel", hand)) as play:
        await page.add_init_script("Math.random = () => 99")
        await sit_down(page, play, asked=False)
        await expect(page.locator(".idle")).to_contain_text("nothing you can do")
        assert play.intents == []


SPARK: Final = (
    MAIN
    + """
[[card]]
name = "Spark"
type = "Instant"
cost = "{X}{R}"
text = "Spark deals 2 damage to target creature."
[A]
battlefield = ["Mountain"]
hand = ["Spark"]
[B]
battlefield = ["Grizzly Bears"]
"""
)


async def test_what_has_one_answer_is_not_asked(page: Page) -> None:
    """X is 0, there is one enemy, and one way to pay: a click casts it."""
    async with board(SPARK) as play:
        await sit_down(page, play, asked=False)
        await able(page, "Spark").click()
        await expect(page.locator(".log")).to_contain_text("casts Spark")
        assert len({intent.c for intent in play.intents}) == 4


SEEK: Final = (
    MAIN
    + """
[[card]]
name = "Seek"
type = "Instant"
cost = "{R}"
text = "Look at target player's hand. Search your library for a creature card, put it into your hand, then shuffle."
[A]
battlefield = ["Mountain"]
hand = ["Seek", "Doom Blade"]
library = ["Plains", "Plains"]
[B]
battlefield = ["Grizzly Bears"]
"""
)


async def test_a_search_that_finds_nothing_takes_as_long_as_one_that_could_have(page: Page) -> None:
    """What is in a hidden zone is told by no time either, though nothing can be taken back any more."""
    async with board(SEEK) as play:
        await page.add_init_script("Math.random = () => 99")
        await sit_down(page, play, asked=False)
        await play.do("A", 'cast "Seek" target B auto')
        await play.do("B", "pass")
        await expect(prompt(page)).to_contain_text("what the search finds")
        assert play.intents == []


async def test_under_full_control_that_is_asked_too(page: Page) -> None:
    async with board(SPARK) as play:
        await sit_down(page, play)
        await able(page, "Spark").click()
        await expect(prompt(page)).to_contain_text("X")
        assert len(play.intents) == 1


async def test_one_s_own_only_creature_is_not_aimed_at_unasked(page: Page) -> None:
    text = SPARK.replace('battlefield = ["Grizzly Bears"]', "").replace('["Mountain"]', '["Mountain", "Grizzly Bears"]')
    async with board(text) as play:
        await sit_down(page, play, asked=False)
        await able(page, "Spark").click()
        await expect(prompt(page)).to_contain_text("for Spark")
        await able(page, "Grizzly Bears").click()
        await expect(page.locator(".stack .item strong")).to_have_text("Spark")


async def test_the_main_button_says_what_it_does(page: Page) -> None:
    async with board(BURN) as play:
        await sit_down(page, play)
        await expect(main_button(page)).to_have_text(re.compile("^To combat"))
        await able(page, "Lightning Bolt").click()
        await able_player(page, 2).click()
        await expect(main_button(page)).to_have_text(re.compile("^Pay .*: Mountain"))
        await page.keyboard.press("Space")
        await expect(main_button(page)).to_have_text(re.compile("^Resolve Lightning Bolt"))


FIGHT: Final = """
game = "magic"
setup = { active = "A", step = "beginning of combat" }
[A]
battlefield = ["Grizzly Bears", "Serra Angel"]
[B]
battlefield = ["Grizzly Bears"]
"""


async def test_to_attack_and_to_block_is_said_by_the_button_too(page: Page) -> None:
    async with board(FIGHT) as play:
        await sit_down(page, play)
        await main_button(page).click()
        await play.do("B", "pass")
        await expect(main_button(page)).to_have_text(re.compile("^No attack"))
        await able(page, "Serra Angel").click()
        await expect(main_button(page)).to_have_text(re.compile("^Attack with Serra Angel"))


async def test_an_ability_is_yielded_to_from_the_stack_and_by_a_key(page: Page) -> None:
    async with board(TRIGGERS) as play:
        await sit_down(page, play, 1)
        await play.do("A", 'cast "Grizzly Bears" auto', "pass")
        await main_button(page).click()
        await expect(page.locator(".ask")).to_have_attribute("data-state", "idle")
        await play.do("A", "order 1 2", "pass")
        await expect(page.locator(".stack .item")).to_have_count(2)
        await page.locator(".item-more").first.click()
        await page.get_by_role("button", name=re.compile("^Always pass on this of any")).click()
        await expect(chips(page)).to_contain_text(["always passing on"])
        assert [len(entry) for entry in play.match.settings[1].yields] == [3]
        await page.keyboard.press("y")
        await expect(chips(page)).to_have_count(1)  # the same once more is the same
        await page.locator(".chip-end").click()
        await expect(chips(page)).to_have_count(0)


COY: Final = (
    MAIN
    + """
[[card]]
name = "Small Font"
type = "Artifact"
text = "{0}: You gain 1 life."
[[card]]
name = "Coy Bell"
type = "Enchantment"
text = "Whenever you gain life, you may draw a card."
[A]
battlefield = ["Small Font", "Coy Bell"]
library = ["Forest", "Forest", "Forest"]
[B]
"""
)


async def test_what_asks_yes_or_no_is_answered_for_good(page: Page) -> None:
    async with board(COY) as play:
        await sit_down(page, play, asked=False)
        await play.do("A", 'activate "Small Font" mana')
        await play.do("B", "pass", "pass")
        always = page.locator('.ask[data-state="open"]').get_by_role("button", name="Always yes")
        await always.click()  # once it is open: what was answered before was not answered on this page
        await expect(page.locator(".near .hand .card")).to_have_count(1)  # this one too
        await play.do("A", 'activate "Small Font" mana')
        await play.do("B", "pass", "pass")
        await expect(page.locator(".near .hand .card")).to_have_count(2)
        await expect(chips(page)).to_contain_text(["always yes to Coy Bell"])


async def test_what_the_rules_would_pay_with_is_marked_and_named(page: Page) -> None:
    async with board(BURN) as play:
        await sit_down(page, play)
        await able(page, "Lightning Bolt").click()
        await able_player(page, 2).click()
        await expect(main_button(page)).to_contain_text(re.compile("^Pay .*: Mountain"))
        await expect(page.locator(".near .card.proposed .badge")).to_have_text("pays")
        await expect(page.get_by_role("button", name="Take back Lightning Bolt")).to_be_visible()
        await page.locator(".near .card.able:not(.proposed)").last.click()
        await expect(main_button(page)).to_contain_text(re.compile("^Pay "))
        await page.get_by_role("button", name="Keep the mana of Mountain, undo the rest").click()
        await expect(prompt(page)).to_contain_text("keep which")
        await page.locator(".ask [data-choice]").click()
        await main_button(page).click()
        await expect(page.locator(".near .pool .disc")).to_have_count(1)
        await expect(page.locator(".near .tapped")).to_have_count(1)


async def test_space_is_not_the_clicked_button_s_again(page: Page) -> None:
    async with board(IDLE) as play:
        await sit_down(page, play)
        full = page.locator(".comfort [data-key=full]")
        await full.click()
        await expect(full).to_have_attribute("aria-pressed", "false")
        await page.keyboard.press("f")
        await expect(full).to_have_attribute("aria-pressed", "true")
        await page.keyboard.press("Space")  # passes, and leaves full control alone
        await expect(page.locator(".ask")).to_have_attribute("data-state", "idle")
        await expect(full).to_have_attribute("aria-pressed", "true")
