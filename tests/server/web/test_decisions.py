"""A person answers by clicks and keys what the rules ask: on a real match at a position."""

from __future__ import annotations

import re
from typing import Final

from playwright.async_api import Page, expect

from protocol.messages import Agree, Answer
from tests.support.web.board import board
from tests.support.web.browser import BROWSER
from tests.support.web.seat import (
    BURN,
    MAIN,
    TRIGGERS,
    able,
    able_player,
    card,
    is_settled,
    main_button,
    prompt,
    sit_down,
)

pytestmark = BROWSER

SECOND: Final = (
    MAIN
    + """
[A]
battlefield = ["Mountain"]
hand = ["Craw Wurm", "Giant Spider", "Lightning Bolt"]
[B]
battlefield = ["Grizzly Bears"]
"""
)
COMBAT: Final = """
game = "magic"
names = { A = "Ann", B = "Bob" }
setup = { active = "A", step = "beginning of combat" }
[A]
battlefield = ["Grizzly Bears", "Craw Wurm"]
[B]
battlefield = ["Giant Spider", "Llanowar Elves"]
"""
SEARCH: Final = (
    MAIN
    + """
[A]
battlefield = ["Forest", "Forest"]
hand = ["Rampant Growth"]
library = ["Forest", "Forest", "Forest", "Forest", "Forest", "Forest", "Swamp", "Swamp", "Island", "Plains", "Shock"]
[B]
"""
)
LURE: Final = """
game = "magic"
names = { A = "Ann", B = "Bob" }
setup = { active = "A", step = "beginning of combat" }
[[card]]
name = "Berserk Boar"
cost = "{G}"
type = "Creature - Boar"
power = 2
toughness = 1
text = "Berserk Boar attacks each combat if able."
[A]
battlefield = ["Berserk Boar"]
[B]
"""


async def test_a_spell_is_cast_by_clicks_and_paid_for_by_the_rules(page: Page) -> None:
    async with board(BURN) as play:
        await sit_down(page, play)
        await able(page, "Lightning Bolt").click()
        await expect(page.locator(".seat .card.able")).to_have_count(2)  # the creatures; players can be aimed at too
        await able(page, "Grizzly Bears").click()
        await expect(main_button(page)).to_contain_text(re.compile("^Pay "))
        await page.keyboard.press("Space")
        await expect(page.locator(".stack .item strong")).to_have_text("Lightning Bolt")
        await expect(page.locator(".item-targets")).to_have_text("\u2192 Grizzly Bears")
        await expect(page.locator(".arrows .aim.shaft")).to_have_count(1)
        await expect(prompt(page)).to_contain_text("respond or pass")


async def test_what_was_begun_is_taken_back_with_all_that_was_paid(page: Page) -> None:
    async with board(BURN) as play:
        await sit_down(page, play)
        before = play.match.hash()
        await able(page, "Lightning Bolt").click()
        await able_player(page, 2).click()
        await expect(prompt(page)).to_contain_text("pay")
        await page.locator(".near .rear2 .card.able").last.click()
        await expect(page.locator(".near .tapped")).to_have_count(1)
        await is_settled(page)
        await page.keyboard.press("Escape")
        await expect(prompt(page)).to_contain_text("Your turn")
        await expect(page.locator(".near .tapped")).to_have_count(0)
        assert play.match.hash() == before


TWINS: Final = (
    MAIN
    + """
[A]
hand = ["Forest", "Shock", "Forest"]
[B]
"""
)
RESERVE: Final = """
game = "grand-archive"
names = { A = "Ann", B = "Bob" }
setup = { active = "A", step = "main" }
[A]
champion = "Spirit of Fire"
hand = ["Wandering Glaivier", "Excoriate", "Excoriate", "Searing Truth", "Searing Truth"]
[B]
champion = "Spirit of Fire"
"""


async def test_any_of_the_cards_of_one_name_in_hand_may_be_clicked(page: Page) -> None:
    """The rules offer them once: the second Forest did not glow, and a click on it told that it can be used."""
    async with board(TWINS) as play:
        await sit_down(page, play)
        await expect(page.locator(".hand .card.able")).to_have_count(2)
        await page.locator(".hand .card.able").last.click()
        await expect(page.locator(".near .rear2 .card")).to_have_count(1)
        await expect(page.locator(".hand .card.able")).to_have_count(0)


async def test_all_that_the_rules_would_pay_with_is_said(page: Page) -> None:
    """An action that takes several at once was said to take the first of them."""
    async with board(RESERVE) as play:
        await sit_down(page, play)
        await able(page, "Wandering Glaivier").click()
        await expect(page.locator(".hand .card.proposed")).to_have_count(3)
        await expect(main_button(page)).to_contain_text("Excoriate")
        await expect(main_button(page)).not_to_contain_text("for ")  # that stands above it
        await page.keyboard.press("Space")
        await expect(page.locator(".hand .card")).to_have_count(1)


FORMS: Final = """
game = "marvel-champions"
names = { A = "Ann" }
[A]
identity = "Captain Marvel"
[scenario]
villain = "Rhino I"
main_scheme = "The Break-In!"
deck = ["Advance", "Assault"]
"""


async def test_a_game_says_in_its_own_words_what_an_option_does(page: Page) -> None:
    """Changing form was called "Flip"."""
    async with board(FORMS) as play:
        await sit_down(page, play)
        await able(page, "Captain Marvel").click()
        await expect(page.locator(".choice-menu button", has_text="Change form")).to_be_visible()
        await expect(page.locator(".ask [data-choice]", has_text="Flip")).to_have_count(0)


RESPONSE: Final = """
game = "marvel-champions"
names = { A = "Ann" }
[A]
identity = "Captain Marvel"
hand = ["Spider-Woman", "Energy", "Strength"]
deck = ["Get Ready", "Get Ready"]
[scenario]
villain = "Rhino II"
main_scheme = "The Break-In!"
deck = ["Advance", "Assault"]
"""


ICONS: Final = """
game = "marvel-champions"
names = { A = "Ann" }
card = [
    { name = "Focused Beam", type = "Event", cost = 1, text = "Hero Action: Spend {e} -> Deal 2 damage to an enemy." },
    { name = "Captain Ember", type = "Hero", "hit points" = 9 },
    { name = "Street Thug", type = "Minion", attack = 1, "hit points" = 3 },
    { name = "Energy Cell", type = "Resource", resources = "{e}" },
    { name = "Bright Mind", type = "Resource", resources = "{m}" },
]
A = { identity = "Captain Ember", hand = ["Focused Beam", "Energy Cell", "Bright Mind"] }
scenario = { play_area = ["Street Thug (engaged with A)"] }
"""


async def test_icons_that_are_divided_among_costs_are_called_by_what_they_are(page: Page) -> None:
    """Icons and costs lie nowhere on the table: each was called "something"."""
    async with board(ICONS) as play:
        await play.do("A", 'play "Focused Beam"')
        await play.do("A", 'choose "Energy Cell" "Bright Mind"')
        await sit_down(page, play)
        pairs = page.locator(".ask [data-choice]")
        await expect(page.locator(".ask-body")).not_to_contain_text("omething")
        await expect(pairs).to_have_count(3)
        await pairs.filter(has_text="Bright Mind").click()
        await expect(main_button(page)).to_be_disabled()
        await pairs.filter(has_text="Energy Cell").first.click()
        await pairs.filter(has_text="Energy Cell").last.click()  # instead of the other
        await main_button(page).click()
        await play.heard.wait()
        assert play.intents[-1].a == Answer("assign", (-2, -1), (-1, -2))


async def test_to_decline_a_response_is_not_called_the_end_of_the_turn(page: Page) -> None:
    async with board(RESPONSE) as play:
        await play.do("A", 'play "Spider-Woman" auto')
        await sit_down(page, play)
        await expect(prompt(page)).to_contain_text("use a response or pass")
        await expect(main_button(page)).to_contain_text("Pass")
        await main_button(page).click()
        await expect(main_button(page)).to_contain_text("End turn")


async def test_damage_is_divided_by_clicks_on_what_it_is_dealt_to(page: Page) -> None:
    async with board(BURN.replace('"Mountain"]', '"Mountain", "Mountain"]')) as play:
        await sit_down(page, play)
        await able(page, "Rolling Thunder").click()
        await page.locator(".stepper input").fill("3")
        await page.locator(".stepper input").press("Enter")  # the answer, where the field has the focus too
        await able(page, "Grizzly Bears").click()
        await able(page, "Soul Warden").click()
        await expect(card(page, "Soul Warden").locator(".badge")).to_have_text("2")  # the second one chosen
        await main_button(page).click()
        await expect(page.locator(".hint")).to_have_text("1 of 3 left to give.")
        await expect(main_button(page)).to_be_disabled()
        await able(page, "Grizzly Bears").click()
        await expect(card(page, "Grizzly Bears").locator(".badge")).to_have_text("2")
        await main_button(page).click()
        await page.get_by_role("button", name=re.compile("^Pay ")).click()
        await expect(prompt(page)).to_contain_text("respond or pass")  # on the stack it lies before it is paid
        await play.do("A", "pass")
        await play.do("B", "pass")
        await expect(page.locator(".far .front .card")).to_have_count(0)


async def test_attackers_and_blockers_are_declared_by_clicks(page: Page) -> None:
    async with board(COMBAT) as play:
        await sit_down(page, play, 1)
        await play.do("A", "pass")
        await play.do("B", "pass")
        await play.do("A", 'attack "Grizzly Bears" "Craw Wurm"')
        await play.do("A", "pass")
        await expect(page.locator(".arrows .attack.shaft")).to_have_count(2)
        await is_settled(page)
        await main_button(page).click()  # pass, to the blocks
        await expect(prompt(page)).to_contain_text("declare blockers")
        await able(page, "Giant Spider").click()
        await expect(page.locator(".hint")).to_contain_text("now click whom")
        await able(page, "Craw Wurm").click()
        await expect(page.locator(".arrows .draft.shaft")).to_have_count(1)
        await able(page, "Llanowar Elves").click()
        await able(page, "Grizzly Bears").click()
        await expect(page.locator(".arrows .draft.shaft")).to_have_count(2)
        await able(page, "Llanowar Elves").click()  # thinks better of it
        await expect(page.locator(".arrows .draft.shaft")).to_have_count(1)
        await main_button(page).click()
        await expect(page.locator(".card.blocking .card-name")).to_have_text("Giant Spider")
        await expect(page.locator(".arrows .block.shaft")).to_have_count(1)


async def test_triggers_are_put_in_order(page: Page) -> None:
    async with board(TRIGGERS) as play:
        await sit_down(page, play)
        await play.do("A", 'cast "Grizzly Bears" auto', "pass")
        await play.do("B", "pass")
        await expect(page.locator(".ordered li")).to_have_count(2)
        await is_settled(page)
        first = await page.locator(".ordered .line").first.inner_text()
        await page.locator(".ordered .move").nth(1).click()  # the first one later
        await expect(page.locator(".ordered .line").nth(1)).to_have_text(first)
        await main_button(page).click()
        await expect(page.locator(".stack .item")).to_have_count(2)


async def test_a_library_is_searched_among_cards(page: Page) -> None:
    async with board(SEARCH) as play:
        await sit_down(page, play)
        await play.do("A", 'cast "Rampant Growth" auto', "pass")
        await play.do("B", "pass")
        await expect(page.locator(".tray .card-name").first).to_be_visible()
        await is_settled(page)
        names = await page.locator(".tray .card-name").all_inner_texts()
        assert set(names) == {"Forest", "Swamp", "Island", "Plains"}
        choices = page.locator(".ask .choices button")
        await expect(choices).to_have_text(["Forest \u00d7 6", "Swamp \u00d7 2", "Island", "Plains"])
        await page.get_by_role("searchbox").press_sequentially("swa")  # drawn anew at each letter, the focus stays
        await expect(choices).to_have_text(["Swamp \u00d7 2"])
        await expect(page.locator(".tray .card")).to_have_count(2)
        await choices.click()
        await page.get_by_role("button", name=re.compile("^(Choose|Attack with|Block with) ")).click()
        await expect(page.locator(".near .rear2 .card-name", has_text="Swamp")).to_have_count(1)


MATERIALS: Final = """
game = "grand-archive"
setup = { active = "A", step = "materialize", begins = true }
[A]
champion = "Spirit of Fire"
field = ["Esteemed Knight"]
memory = ["Savage Slash", "Savage Slash"]
material_deck = ["Maerwyn, Ember Squire", "Drawn Blade", "Warrior's Longsword", "Steel Halberd", "Eye of Argus"]
[B]
champion = "Spirit of Wind"
field = ["Royal Bear"]
"""
LIES_WHOLE: Final = """(tray) => {
  const { top, bottom } = tray.getBoundingClientRect();
  const cards = [...tray.querySelectorAll(".card")].map((card) => card.getBoundingClientRect());
  return cards.every((card) => card.top >= top && card.bottom <= bottom);
}"""


async def test_cards_from_a_deck_are_shown_whole(page: Page) -> None:
    """Of those that one may materialize only the names stood at the edge of the table."""
    async with board(MATERIALS) as play:
        await page.set_viewport_size({"width": 1280, "height": 800})
        await sit_down(page, play)
        await expect(page.locator(".tray .card")).to_have_count(5)
        assert await page.locator(".tray").evaluate(LIES_WHOLE)


async def test_all_is_done_by_keys(page: Page) -> None:
    async with board(BURN) as play:
        await sit_down(page, play)
        await page.keyboard.press("?")
        await expect(page.locator("dialog")).to_contain_text("Space")
        await page.keyboard.press("Escape")
        await expect(page.locator("dialog")).to_be_hidden()
        await page.keyboard.press("ArrowRight")
        await expect(page.locator(".hand .card:focus .card-name")).to_have_text("Lightning Bolt")
        await page.keyboard.press("Enter")
        await expect(prompt(page)).to_contain_text("target")
        await page.keyboard.press("1")
        await expect(prompt(page)).to_contain_text("pay")
        await page.keyboard.press("Space")
        await expect(prompt(page)).to_contain_text("respond or pass")
        await page.locator(".ask summary").focus()
        await page.keyboard.press("Space")  # its own: it opens the list, and does not pass
        await expect(page.locator(".ask .all")).to_have_attribute("open", "")
        assert len(play.match.decisions[0].options) > 1
        assert play.match.decisions[0].seat == 0


async def test_the_first_arrow_goes_to_what_can_be_used(page: Page) -> None:
    """It went to the leftmost card in hand, and from there it was a walk over all the others."""
    async with board(SECOND) as play:
        await sit_down(page, play)
        await page.keyboard.press("ArrowRight")
        await expect(page.locator(".hand .card:focus .card-name")).to_have_text("Lightning Bolt")
    async with board(COMBAT) as play:
        await sit_down(page, play)
        await play.do("A", "pass")
        await play.do("B", "pass")
        await expect(page.locator(".near .front .card.able")).to_have_count(2)
        await page.keyboard.press("ArrowUp")
        await expect(page.locator(".near .front .card.able:focus")).to_have_count(1)


async def test_an_answer_is_pending_until_it_is_acknowledged(page: Page) -> None:
    async with board(BURN) as play:
        await sit_down(page, play)
        play.is_silent = True
        await main_button(page).click()
        await expect(page.locator(".ask")).to_have_attribute("data-state", "pending")
        await expect(page.locator(".sent")).to_be_visible()
        await expect(main_button(page)).to_be_disabled()
        await play.heard.wait()
        play.is_silent = False
        play.drop()  # the same intent comes again with the next connection, and counts once
        play.come_back()
        await expect(page.locator(".ask")).to_have_attribute("data-state", "idle")
        assert len({intent.c for intent in play.intents}) == 1
        assert len(play.intents) == 2


async def test_a_card_is_not_read_because_the_question_it_glowed_for_is_gone(page: Page) -> None:
    """A second click on what had answered, and one that ended when nothing was asked any more, opened the card."""
    async with board(BURN) as play:
        await sit_down(page, play)
        await able(page, "Lightning Bolt").hover()
        await page.mouse.down()
        await play.do("A", "pass")  # from another tab, say
        await expect(page.locator(".ask")).to_have_attribute("data-state", "idle")
        await page.mouse.up()
        await expect(page.locator(".notices .trouble")).to_contain_text("meant for one that is gone")
        await expect(page.locator("dialog")).to_be_hidden()
        assert not play.heard.is_set()


async def test_a_card_that_is_clicked_twice_is_used_once_and_not_read(page: Page) -> None:
    async with board(BURN) as play:
        await sit_down(page, play)
        play.is_silent = True
        await able(page, "Lightning Bolt").dblclick()
        await expect(page.locator(".sent")).to_be_visible()
        await expect(page.locator("dialog")).to_be_hidden()
        await play.heard.wait()
        assert len(play.intents) == 1


async def test_a_refusal_is_explained_beside_the_question(page: Page) -> None:
    async with board(LURE) as play:
        await sit_down(page, play)
        await play.do("A", "pass")
        await play.do("B", "pass")
        await expect(prompt(page)).to_have_text(re.compile("^declare attackers"))
        await is_settled(page)
        await main_button(page).click()  # with none, though one must
        await expect(page.locator(".ask .trouble")).to_contain_text("508.1d")
        await able(page, "Berserk Boar").click()
        await expect(page.locator(".ask .trouble")).to_be_empty()


NOWHERE: Final = (
    MAIN
    + """
[[card]]
name = "Lucky Stone"
type = "Artifact"
text = "Sacrifice Lucky Stone: Add {C}. Draw a card."
[A]
battlefield = ["Lucky Stone", "Mountain"]
hand = ["Shrapnel Blast"]
[B]
"""
)


async def test_a_play_that_leads_nowhere_says_so_and_why_it_is_undone(page: Page) -> None:
    """The land that had to be sacrificed for it made mana; the card was back in hand without a word."""
    async with board(NOWHERE) as play:
        await sit_down(page, play)
        await play.do("A", 'cast "Shrapnel Blast" target B', 'activate "Mountain"')
        await expect(page.locator(".ask .hint")).to_contain_text("take it back")
        await expect(main_button(page)).to_have_count(0)
        await play.do("A", 'activate "Lucky Stone"')  # a card is drawn: no way back
        await expect(page.locator(".ask-foot")).to_contain_text("cannot be taken back")
        await is_settled(page)
        await page.keyboard.press("1")
        await expect(page.locator(".ask .trouble")).to_contain_text("is undone")
        await expect(page.locator(".ask .trouble")).to_contain_text("601.2h")


async def test_an_offer_is_answered_and_giving_up_is_asked_twice(page: Page) -> None:
    async with board(BURN) as play:
        await sit_down(page, play)
        await play.say("offers", {"draw": {"by": 1, "seats": [1]}})
        await expect(page.locator(".offer span")).to_have_text("Bob offers a draw.")
        await page.get_by_role("button", name="Decline").click()
        await page.get_by_text("Menu").click()
        await page.get_by_role("button", name="Ask to take back").click()
        await page.get_by_text("Menu").click()
        await page.get_by_role("button", name="Concede").click()
        await page.get_by_role("button", name="click again if you are sure").click()
        await expect(page.locator(".menu-list")).to_be_hidden()
        commands = [await play.said.get() for _ in range(3)]
        said = [(command.to, command.yes) if isinstance(command, Agree) else "concede" for command in commands]
        assert said == [("draw", False), ("takeback", True), "concede"]


TOGETHER: Final = """
game = "marvel-champions"
names = { A = "Ann", B = "Bob" }
A = { identity = "Captain Marvel (5 damage)", hand = ["First Aid"] }
B = { identity = "Spider-Man", hand = ["First Aid", "First Aid", "Energy", "Energy"] }
"""
HELP: Final = 'play "First Aid" choose "Energy" target "Captain Marvel"'


async def test_what_was_meant_for_a_question_that_is_gone_does_nothing_and_says_so(page: Page) -> None:
    """Both are asked; Bob acts, which withdraws what Ann is asked, and she is asked anew."""
    async with board(TOGETHER) as play:
        await sit_down(page, play)
        play.is_silent = True
        await main_button(page).click()  # on its way when Bob acts
        await expect(page.locator(".sent")).to_be_visible()
        await play.heard.wait()
        await play.do("B", HELP)
        play.is_silent = False
        play.drop()
        play.come_back()
        await expect(page.locator(".ask .trouble")).to_contain_text("Too late")
        asked = {decision.w for decision in play.match.decisions if decision.seat == 0}
        assert max(asked) > 1

        sent = len(play.intents)
        await card(page, "Captain Marvel").hover()
        await page.mouse.down()
        await play.do("B", HELP)  # while the finger is down
        await expect(card(page, "Captain Marvel").locator(".card-size")).to_contain_text("11/12")
        await page.mouse.up()
        await expect(page.locator(".ask .trouble")).to_contain_text("meant for one that is gone")
        assert len(play.intents) == sent
        await expect(page.locator("dialog")).to_be_hidden()  # nor is the card read
