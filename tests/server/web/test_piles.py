"""Cards that are very often on the table and alike lie on a heap: one card with a number, however many there are.

Counted are elements, bytes and arrows, as seconds depend on who measures.
"""

from __future__ import annotations

import re
from typing import Final

import pytest
from playwright.async_api import Locator, Page, expect

from protocol.diffs import Entities
from protocol.messages import Answer
from tests.server.web.measure import Work
from tests.support.web.axe import assert_accessible
from tests.support.web.board import Board, board
from tests.support.web.browser import BROWSER
from tests.support.web.seat import is_settled, main_button, prompt, sit_down
from tests.support.web.stage import MATCH, NOBODY_ASKED, card, player, stage

pytestmark = BROWSER

MANY: Final = 10_000
MOST_ELEMENTS: Final = 2_000
MOST_BYTES: Final = 16 * 1024
"""Of a frame that a client sends (PROTOCOL.md 1)."""
CROWD: Final = """
game = "magic"
setup = {{ active = "A", step = "precombat main" }}

[A]
life = {tokens}
hand = ["Muster", "Wipe", "Anthem", "Zap", "Volley", "Split", "Offering"]
battlefield = ["Plains", "Plains", "Plains", "Hurry"{more}]

[B]
life = 900000
battlefield = ["Grizzly Bears"]

[[card]]
name = "Muster"
cost = "{{W}}"
type = "Sorcery"
text = "{who} X 1/1 white Soldier creature tokens, where X is your life total."

[[card]]
name = "Hurry"
cost = "{{W}}"
type = "Enchantment"
text = "Creatures have haste."

[[card]]
name = "Anthem"
cost = "{{W}}"
type = "Enchantment"
text = "Creatures you control get +1/+1."

[[card]]
name = "Wipe"
cost = "{{W}}"
type = "Sorcery"
text = "Destroy all creatures."

[[card]]
name = "Zap"
cost = "{{W}}"
type = "Instant"
text = "~ deals 3 damage to target creature."

[[card]]
name = "Volley"
cost = "{{W}}"
type = "Sorcery"
text = "~ deals 1 damage to each of any number of target creatures."

[[card]]
name = "Split"
cost = "{{W}}"
type = "Sorcery"
text = "~ deals 20 damage divided as you choose among any number of target creatures."

[[card]]
name = "Witness"
cost = "{{W}}"
type = "Enchantment"
text = "Whenever a creature dies, you gain 1 life."

[[card]]
name = "Mourner"
cost = "{{W}}"
type = "Enchantment"
text = "Whenever a creature dies, each opponent loses 1 life."

[[card]]
name = "Mint"
cost = "{{W}}"
type = "Enchantment"
text = "Creatures you control have \\"{{T}}: Add {{W}}.\\""

[[card]]
name = "Offering"
cost = "{{W}}"
type = "Sorcery"
text = '''
As an additional cost to cast ~, sacrifice a creature.
Draw a card.'''
"""


def crowd(tokens: int, who: str = "Create", *more: str) -> str:
    """A position in which "Muster" makes so many tokens, with more on the battlefield."""
    return CROWD.format(tokens=tokens, who=who, more="".join(f', "{name}"' for name in more))


async def muster(page: Page, play: Board, seat: int = 0) -> None:
    """Have the tokens made, and sit down."""
    await play.do("A", 'cast "Muster" auto', "pass")
    await play.do("B", "pass")
    await sit_down(page, play, seat)


async def to_attack(page: Page, play: Board) -> None:
    await play.do("A", "pass")
    await play.do("B", "pass")
    while "declare attackers" not in play.match.decisions[0].prompt or play.match.decisions[0].kind == "act":
        await play.do("AB"[play.match.decisions[0].seat], "pass")
    await expect(prompt(page)).to_contain_text("declare attackers")
    await is_settled(page)


async def elements(page: Page) -> int:
    return int(await page.evaluate("document.querySelectorAll('*').length"))


def heap(page: Page, count: str) -> Locator:
    """The card that stands for so many."""
    return page.locator(f'.boards .slot[data-many="\u00d7{count}"] > .card')


def all_of(page: Page) -> Locator:
    return page.locator(".of-many").get_by_role("button", name="all: ")


def frames_of(page: Page) -> list[str]:
    """The frames that the page sends from now on."""
    sent: list[str] = []
    page.on("websocket", lambda socket: socket.on("framesent", lambda data: sent.append(str(data))))
    return sent


def said(play: Board) -> Answer:
    """The last answer of the page."""
    answer = play.intents[-1].a
    assert isinstance(answer, Answer)
    return answer


async def test_however_many_tokens_are_alike_they_are_one_card_with_a_number(page: Page) -> None:
    counted = []
    for tokens in (100, MANY):
        async with board(crowd(tokens)) as play:
            await muster(page, play)
            drawn = heap(page, f"{tokens:,}")
            await expect(drawn).to_have_count(1)
            await expect(drawn).to_have_attribute("aria-label", re.compile(f"^{tokens:,} \u00d7 Soldier, "))
            counted.append(await elements(page))
    assert counted[0] == counted[1]
    assert counted[1] < MOST_ELEMENTS


async def test_what_does_not_change_is_not_drawn_anew(page: Page) -> None:
    async with stage() as play:
        await page.emulate_media(reduced_motion="reduce")
        for ref in range(1000, 1000 + MANY):
            play.view.update(card(ref, 0, "Soldier", "Token Soldier Creature", power=1, toughness=1))
        play.view.update({**player(0, "Ann", list(range(1000, 1000 + MANY))), "game": NOBODY_ASKED})
        await page.goto(f"{play.url}/m/{MATCH}")
        await expect(heap(page, "10,000")).to_have_count(1)
        await expect(page.locator(".scrubber")).to_have_count(1)
        await page.wait_for_load_state("networkidle")
        work = await Work.of(page)
        await play.push(player(1, "Bob", [20, 21, 22, 23, 24], life=8, hand_count=6, library=38))
        await expect(page.locator('.seat[data-seat="1"] .life')).to_have_text("8")
        assert await work.elements() == 0
        await play.push(card(1000 + MANY - 1, 0, "Soldier", "Token Soldier Creature", power=2, toughness=2))
        await expect(heap(page, "9,999")).to_have_count(1)
        assert await work.elements() < 40  # of the one that is another now: the heap stays where it is


async def test_a_handful_lies_side_by_side(page: Page) -> None:
    async with stage() as play:
        refs = list(range(1000, 1013))
        for ref in refs:
            play.view.update(card(ref, 0, "Soldier", "Token Soldier Creature", power=1, toughness=1))
        play.view.update(player(0, "Ann", [*refs[:12]]))
        await page.goto(f"{play.url}/m/{MATCH}")
        await expect(heap(page, "13")).to_have_count(1)
        await play.push({"o1012": None})
        await expect(page.locator(".near .front .slot")).to_have_count(12)
        await expect(page.locator("[data-many]")).to_have_count(0)


async def test_all_of_a_heap_attack_by_one_answer_of_few_bytes(page: Page) -> None:
    async with board(crowd(MANY)) as play:
        sent = frames_of(page)
        await muster(page, play)
        await to_attack(page, play)
        await all_of(page).click()
        await expect(heap(page, "10,000")).to_have_attribute("aria-label", re.compile("chosen 10,000 of 10,000"))
        await main_button(page).click()
        await expect(page.locator(".card.attacking")).to_have_count(1)
        assert len(said(play).runs) == 1
        assert max(map(len, sent)) < MOST_BYTES
        await expect(page.locator(".arrows .attack.shaft")).to_have_count(1)
        assert await elements(page) < MOST_ELEMENTS
        assert sum(obj.attacking == 1 for obj in play.match.game.battlefield()) == MANY


async def test_a_number_of_a_heap_attacks_and_the_others_stay(page: Page) -> None:
    async with board(crowd(MANY)) as play:
        await muster(page, play)
        await to_attack(page, play)
        await heap(page, "10,000").click()  # one of them
        await heap(page, "10,000").click()  # and one more
        await expect(heap(page, "10,000").locator(".badge")).to_have_text("2 of 10,000")
        field = page.get_by_role("spinbutton", name="how many of 10,000 Soldier")
        await expect(field).to_have_value("2")
        await field.fill("40")
        await field.press("Enter")
        await expect(heap(page, "40")).to_have_class(re.compile("attacking"))
        await expect(heap(page, "9,960")).to_have_count(1)
        await expect(page.locator(".arrows .attack.shaft")).to_have_count(1)


async def test_all_none_and_one_by_keys(page: Page) -> None:
    async with board(crowd(MANY)) as play:
        await muster(page, play)
        await to_attack(page, play)
        await page.keyboard.press("1")
        await expect(main_button(page)).to_contain_text("with 10,000")
        await page.keyboard.press("2")
        await expect(main_button(page)).to_contain_text("No attack")
        await heap(page, "10,000").focus()
        await page.keyboard.press("Enter")
        await expect(main_button(page)).to_contain_text(re.compile(" with |^Choose "))
        await page.keyboard.press("Escape")
        await expect(main_button(page)).to_contain_text("No attack")
        await page.keyboard.press("1")
        await page.keyboard.press("Space")
        await expect(page.locator(".card.attacking")).to_have_count(1)


async def test_a_target_is_one_of_a_heap_and_stands_alone_then(page: Page) -> None:
    async with board(crowd(MANY)) as play:
        await muster(page, play)
        await play.do("A", 'cast "Zap"')
        await expect(prompt(page)).to_contain_text("Zap")
        await is_settled(page)
        assert await elements(page) < MOST_ELEMENTS
        await expect(page.locator(".ask .choices button")).to_have_count(2)
        await heap(page, "10,000").click()
        await expect(main_button(page)).to_contain_text(re.compile("^Pay "))
        await main_button(page).click()
        await expect(heap(page, "9,999")).to_have_count(1)
        await expect(page.locator(".item-targets")).to_have_text("\u2192 Soldier#10000")
        await expect(page.locator(".arrows .aim.shaft")).to_have_count(1)


async def test_a_number_of_targets_is_taken_from_a_heap(page: Page) -> None:
    async with board(crowd(MANY)) as play:
        sent = frames_of(page)
        await muster(page, play)
        await play.do("A", 'cast "Volley"')
        await expect(prompt(page)).to_contain_text("Volley")
        await is_settled(page)
        await all_of(page).click()
        await main_button(page).click()
        await expect(main_button(page)).to_contain_text(re.compile("^Pay "))
        await main_button(page).click()
        await expect(page.locator(".item-targets")).to_have_text("\u2192 10,000 \u00d7 Soldier")
        await expect(page.locator(".arrows .aim.shaft")).to_have_count(1)
        assert max(map(len, sent)) < MOST_BYTES
        assert await elements(page) < MOST_ELEMENTS


async def test_one_is_sacrificed_by_a_click(page: Page) -> None:
    async with board(crowd(MANY)) as play:
        await muster(page, play)
        await play.do("A", 'cast "Offering" auto')
        await expect(heap(page, "9,999")).to_have_count(1)


async def test_many_die_and_grow_together(page: Page) -> None:
    async with board(crowd(MANY)) as play:
        await muster(page, play)
        await play.do("A", 'cast "Anthem" auto', "pass")
        await play.do("B", "pass")
        await expect(heap(page, "10,000").locator(".card-size")).to_have_text("2/2")
        await play.do("A", 'cast "Wipe" auto', "pass")
        await play.do("B", "pass")
        await expect(page.locator("[data-many]")).to_have_count(0)
        assert await page.locator(".log li").count() < 40


async def test_one_of_a_heap_is_read(page: Page) -> None:
    async with board(crowd(MANY)) as play:
        await muster(page, play)
        await heap(page, "10,000").click(button="right")
        await expect(page.locator("dialog .card-marks")).to_contain_text("one of 10,000 that are alike")


async def pass_on(play: Board) -> None:
    """Pass for whoever may act, until something else is asked."""
    while play.match.decisions[0].kind == "act":
        await play.do("AB"[play.match.decisions[0].seat], "pass")


async def meet(play: Board, attackers: str) -> None:
    """Have the first seat attack, and the second one asked how it blocks."""
    await play.do("A", "pass")
    await play.do("B", "pass")
    await pass_on(play)
    await play.do("A", f"choose {attackers}")
    await pass_on(play)


async def test_a_number_of_a_heap_blocks_the_one_attacker(page: Page) -> None:
    async with board(crowd(MANY, "Each player creates")) as play:
        await muster(page, play, 1)
        await meet(play, '"Soldier#1"')
        await expect(prompt(page)).to_contain_text("declare blockers")
        await is_settled(page)
        await page.locator(".near .slot[data-many] > .card").click()  # there is but one to be blocked
        await expect(page.locator(".arrows .draft.shaft")).to_have_count(1)
        field = page.locator(".of-many").get_by_role("spinbutton")
        await expect(field).to_have_value("1")
        await field.fill("30")
        await field.press("Enter")
        await expect(heap(page, "30")).to_have_class(re.compile("blocking"))
        await expect(page.locator(".arrows .block.shaft")).to_have_count(1)


@pytest.mark.parametrize("way", ["Each to another", "All to one"])
async def test_a_number_of_a_heap_blocks_a_heap(page: Page, way: str) -> None:
    tokens = 2_000
    async with board(crowd(tokens, "Each player creates").replace("life = 900000", "life = 9000")) as play:
        sent = frames_of(page)
        await muster(page, play, 1)
        await meet(play, f'"Soldier#1-{tokens}"')
        await expect(prompt(page)).to_contain_text("declare blockers")
        await is_settled(page)
        assert await elements(page) < MOST_ELEMENTS
        await page.locator(".near .slot[data-many] > .card").click()
        await all_of(page).click()
        await page.locator(".far .slot[data-many] > .card").click()
        await page.get_by_role("button", name=way).click()
        await expect(page.locator(".arrows .draft.shaft")).to_have_count(1)
        await expect(page.locator(".pair")).to_contain_text("2,000 \u00d7 Soldier \u2192 Soldier")
        await main_button(page).click()
        await expect(page.locator(".near .card.blocking")).to_have_count(1)
        assert max(map(len, sent)) < MOST_BYTES
        blocked = {attacker for obj in play.match.game.battlefield() for attacker in obj.blocking}
        assert len(blocked) == (tokens if way == "Each to another" else 1)
        assert await elements(page) < MOST_ELEMENTS


async def test_hand_stack_and_what_is_attached_are_heaped_as_well(page: Page) -> None:
    async with stage() as play:
        hand, auras, stack = ([*range(first, first + MANY)] for first in (1000, 20_000, 40_000))
        view: Entities = {}
        for ref in hand:
            view.update(card(ref, 0, "Shock", "Instant", zone="hand", cost="{R}"))
        for ref in auras:
            view.update(card(ref, 1, "Rancor", "Enchantment - Aura", attached=15))
        for ref in stack:
            view[f"s{ref}"] = {"id": ref, "kind": "triggered", "name": "Witness", "text": "Gain 1.", "controller": 0}
        view.update(player(0, "Ann", [10, 11, 12, 13, 14, 15], hand=[*hand], hand_count=MANY, graveyard=[30, 31]))
        view.update(player(1, "Bob", [20, 21, 22, 23, 24, *auras], graveyard=[]))
        view["game"] = {"name": "magic", "turn": 7, "phase": "end", "stack": stack[::-1], "waiting": []}
        play.view.update(view)
        await page.goto(f"{play.url}/m/{MATCH}")
        await expect(heap(page, "10,000")).to_have_count(2)
        await expect(page.locator(".hand .card")).to_have_count(1)
        await expect(page.locator(".attachments .card")).to_have_count(1)
        await expect(page.locator('.stack li[data-many="\u00d710,000"]')).to_have_count(1)
        assert await elements(page) < MOST_ELEMENTS
        await page.locator(".near .card", has_text="Rancor").first.wait_for()


async def test_what_is_divided_goes_to_a_heap_in_portions(page: Page) -> None:
    async with board(crowd(MANY)) as play:
        await muster(page, play)
        await play.do("A", 'cast "Split"')
        await expect(prompt(page)).to_contain_text("Split")
        await is_settled(page)
        field = page.get_by_role("spinbutton", name="how many of 10,000 Soldier")
        await field.fill("15")
        await field.press("Enter")
        await expect(prompt(page)).to_contain_text("divide")
        await is_settled(page)
        assert await elements(page) < MOST_ELEMENTS
        total, portion = page.locator(".stepper input").nth(0), page.locator(".stepper input").nth(1)
        await portion.fill("3")
        await portion.press("Tab")
        await total.fill("20")
        await total.press("Enter")
        await expect(main_button(page)).to_contain_text(re.compile("^Pay "))
        assert said(play).amounts == (3, 3, 2, *[1] * 12)


async def test_triggers_of_two_kinds_are_put_in_order_by_kind(page: Page) -> None:
    async with board(crowd(MANY, "Create", "Witness", "Mourner").replace('["Grizzly Bears"]', "[]")) as play:
        await muster(page, play)
        await play.do("A", 'cast "Wipe" auto', "pass")
        await play.do("B", "pass")
        await expect(page.locator(".ordered li")).to_have_count(2)
        await expect(page.locator(".ordered li").first).to_contain_text("Witness, as Soldier dies")
        await is_settled(page)
        await page.locator(".ordered .move").nth(1).click()
        await main_button(page).click()
        await expect(page.locator(".stack li")).to_have_count(2)
        assert await elements(page) < MOST_ELEMENTS


async def test_ten_thousand_things_that_can_be_done_are_one(page: Page) -> None:
    async with board(crowd(MANY, "Create", "Mint")) as play:
        await muster(page, play)
        assert await elements(page) < MOST_ELEMENTS
        await heap(page, "10,000").click()
        await expect(heap(page, "9,999")).to_have_count(1)
        assert len(play.intents) == 1


@pytest.mark.parametrize("width", [1280, 390])
async def test_whoever_hears_the_table_is_told_of_heaps(page: Page, width: int) -> None:
    async with board(crowd(MANY)) as play:
        await page.set_viewport_size({"width": width, "height": 800})
        await muster(page, play)
        await to_attack(page, play)
        await page.get_by_role("spinbutton", name="how many of 10,000 Soldier").fill("7")
        await page.keyboard.press("Tab")
        await expect(
            page.get_by_role("button", name=re.compile("10,000 \u00d7 Soldier.*chosen 7 of 10,000"))
        ).to_be_visible()
        await assert_accessible(page)


@pytest.mark.parametrize(
    ("refs", "amounts", "runs"),
    [
        ("5 + at", "null", [[5, 100]]),
        ("5 + at", "7", [[5, 100, 7, 0]]),
        ("5 + at", "7 + at", [[5, 100, 7, 1]]),
        ("5 + at", "7 - at", [[5, 100, 7, -1]]),
        ("at < 50 ? at : at + 1", "null", [[0, 50], [51, 50]]),
        ("2 * at", "null", None),
    ],
)
async def test_many_are_said_as_runs(page: Page, refs: str, amounts: str, runs: list[list[int]] | None) -> None:
    async with stage() as play:
        await page.goto(play.url)
        await expect(page.locator(".match")).to_be_visible()
        answer = await page.evaluate(f"""async () => {{
          const {{ inFewWords }} = await import("/net/runs.js");
          const places = Array.from({{ length: 100 }}, (_, at) => at);
          const share = (at) => {amounts};
          const amounts = share(0) === null ? null : places.map(share);
          const share_out = amounts ? {{ amounts }} : {{}};
          return inFewWords({{ do: "cards", refs: places.map((at) => {refs}), ...share_out }}, {{}});
        }}""")
        assert answer.get("runs") == runs
        assert ("refs" in answer) == (runs is None)


@pytest.mark.parametrize(
    ("share", "said"),
    [("{}", 'choose "Soldier#1-3000"'), ("{ amounts: refs }", None), ('{ do: "players" }', None)],
)
async def test_many_with_others_between_them_are_said_by_their_numbers(
    page: Page, share: str, said: str | None
) -> None:
    """As where each Soldier came with a Bird; what cannot be said in one frame is not sent, and the player told so."""
    async with stage() as play:
        await page.goto(play.url)
        await expect(page.locator(".match")).to_be_visible()
        answer = await page.evaluate(f"""async () => {{
          const {{ inFewWords }} = await import("/net/runs.js");
          const refs = Array.from({{ length: 3000 }}, (_, at) => 5 + 2 * at);
          const view = Object.fromEntries(refs.map((id, at) => [`o${{id}}`, {{ id, label: `Soldier#${{at + 1}}` }}]));
          return inFewWords({{ do: "cards", refs, ...({share}) }}, view);
        }}""")
        assert answer == said


AGAINST: Final = """
game = "marvel-champions"
names = { A = "Ann" }

[A]
identity = "Captain Marvel"

[scenario]
villain = "Rhino II"
"victory display" = ["Sandman", "Shocker"]
"""


async def test_the_victory_display_lies_before_the_villain(page: Page) -> None:
    """All players share it (Victory Display); whom they play against is called by the name of the villain."""
    async with board(AGAINST) as play:
        await sit_down(page, play)
        await expect(page.locator(".seat-head", has_text="victory display")).to_have_count(1)
        await expect(page.locator(".seat-head", has_text="victory display")).to_contain_text("Rhino")
        await page.get_by_label("Rhino II's victory display, 2 cards").click()
        await expect(page.locator("dialog .card")).to_have_count(2)
        await expect(page.locator("dialog")).to_contain_text("Sandman")
