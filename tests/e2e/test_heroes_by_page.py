"""Heroes meet a villain that was chosen in the lobby: by the page, a match of Marvel Champions is begun and seen so."""

import re
from collections.abc import Iterator
from typing import Final

import pytest
from playwright.async_api import Browser, Page, expect

from tests.support.server.krane import krane
from tests.support.server.plain_http import fetch
from tests.support.server.server_process import ServerProcess, server_process
from tests.support.web.answers import ASKED, answer, concede
from tests.support.web.axe import assert_accessible
from tests.support.web.browser import BROWSER
from tests.support.web.visitor import visitor

MARVEL: Final = "Marvel Champions"

pytestmark = [pytest.mark.timeout(300), *BROWSER]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    data = tmp_path_factory.mktemp("heroes") / "data"
    krane(data)
    with server_process(data, settings={"STACKLOOP_CLOCK": '{"bank_ms": 3600000}'}) as running:
        yield running


async def at_lobby(browser: Browser, server: ServerProcess) -> Page:
    """The lobby with the choices of Marvel Champions, in a browser of its own."""
    page = await visitor(browser, server.url, "Ann", viewport={"width": 1280, "height": 800})
    await page.get_by_label(f"Deck and table: {MARVEL}").click()
    return page


async def test_another_villain_is_met_at_another_difficulty_with_another_modular_set(
    server: ServerProcess, browser: Browser
) -> None:
    page = await at_lobby(browser, server)
    for part, chosen in (("Scenario", "Krane"), ("Difficulty", "Expert"), ("Modular set", "Loose Crates")):
        await page.get_by_label(f"{part}: {MARVEL}", exact=True).select_option(label=chosen)
    await page.get_by_role("button", name=f"Play the scenario: {MARVEL}").click()
    await page.locator(ASKED).wait_for()
    villain = page.locator(".far .card", has_text="Krane")
    await expect(villain).to_contain_text("\u2665 11")  # an expert begins at its second stage
    await expect(page.locator(".far .card", has_text="Empty the Docks").first).to_be_visible()
    await concede(page)
    match = page.url.rpartition("/")[2]
    _, _, record = fetch(server.url, f"/records/{match}.txt")
    assert re.search('^scenario = "Krane expert modular: Loose Crates"$', record, re.MULTILINE)
    side = re.search("^side = (.*)$", record, re.MULTILINE)
    assert side
    assert "Falling Crate" in side[1]
    assert "Thick Fog" not in side[1]


async def two_heroes(browser: Browser, server: ServerProcess) -> Page:
    """A person at a table who plays two heroes, and has kept both hands."""
    page = await at_lobby(browser, server)
    await page.get_by_label(f"hands that you play: {MARVEL}").select_option("2")
    await page.get_by_label(f"deck: {MARVEL}").select_option(label="Captain Marvel, Leadership")
    await page.get_by_label(f"deck of hand 2: {MARVEL}").select_option(label="Spider-Man, Justice")
    await page.get_by_role("button", name=f"Play the scenario: {MARVEL}").click()
    await expect(page.locator(".near .seat")).to_have_count(2)
    return page


async def test_who_comes_by_a_link_plays_two_heroes_where_two_seats_are_free(
    server: ServerProcess, browser: Browser
) -> None:
    ann = await at_lobby(browser, server)
    await ann.get_by_label(f"people at the table: {MARVEL}").select_option("3")
    await ann.get_by_role("button", name=f"Invite a friend: {MARVEL}").click()
    await expect(ann.locator(".waiting-link code")).to_have_text(re.compile("#table="))
    link = await ann.locator(".waiting-link code").inner_text()
    bob = await visitor(browser, link, "Bob")
    invited = bob.locator(".invited")
    await expect(invited.get_by_label("hands that you play").locator("option:enabled")).to_have_text(["1", "2"])
    await invited.get_by_label("hands that you play").select_option("2")
    await invited.get_by_label("deck of hand 2").select_option(label="Spider-Man, Justice")
    await assert_accessible(bob)
    await bob.set_viewport_size({"width": 390, "height": 844})
    assert await bob.evaluate("document.documentElement.scrollWidth <= innerWidth")
    await bob.set_viewport_size({"width": 1280, "height": 800})
    await invited.get_by_role("button", name="Sit down").click()
    await expect(bob.locator(".near .seat")).to_have_count(2)
    await expect(bob.locator(".near .seat .front .card", has_text="Peter Parker")).to_be_visible()
    await expect(ann.locator(".near .seat")).to_have_count(1)


async def test_one_person_plays_two_heroes_through_a_round(server: ServerProcess, browser: Browser) -> None:
    page = await two_heroes(browser, server)
    for seat, name in enumerate(("Carol Danvers", "Peter Parker")):
        own = page.locator(f'.near .seat[data-seat="{seat}"]')
        await expect(own.locator(".front .card").first).to_contain_text(name)
        await expect(own.locator(".hand .card")).to_have_count(6)
        await expect(own.locator(".clock")).to_contain_text(re.compile(r"\d:\d\d$"))
    await page.locator(ASKED).wait_for()
    first = await page.locator(".ask").get_attribute("data-seat")
    await expect(page.locator(f'.seat[data-seat="{first}"] .clock')).to_have_class(re.compile("running"))
    asked = set()
    while not await page.locator(".turn", has_text="Round 2").count():
        await page.locator(ASKED).wait_for()
        asked.add(await page.locator(".ask-whom").inner_text())
        await answer(page)
    assert {"Carol Danvers (Ann)", "Peter Parker (Ann 2)"} <= asked
    watching = await visitor(browser, page.url)
    for name in ("Ann", "Ann 2"):
        await expect(watching.locator(".seat .name", has_text=re.compile(f"^{name}$"))).to_have_count(1)
    await expect(watching.locator(".ask")).to_be_hidden()
    await page.reload()
    await page.locator(ASKED).wait_for()
    await expect(page.locator(".near .hand")).to_have_count(2)
    await concede(page)
    await expect(page.locator(".end-head")).to_have_text("You lost")
    before = page.url
    await page.get_by_role("button", name="Play again").click()
    await expect(page).not_to_have_url(before)
    await page.locator(ASKED).wait_for()
    await expect(page.locator(".near .seat")).to_have_count(2)
    await expect(page.locator(".ask-whom")).to_contain_text("Ann")
