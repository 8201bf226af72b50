"""The page tells how things stand: that a match has moved, that time is short, that something has not counted yet."""

from __future__ import annotations

import re
from typing import Final

import pytest
from playwright.async_api import Page, expect
from websockets.asyncio.server import ServerConnection

from protocol.messages import Ack, Join, Moved, Nack, Result, Waiting
from protocol.session import Session
from tests.support.web.board import Board, board, position
from tests.support.web.browser import BROWSER
from tests.support.web.seat import BURN, main_button, sit_down
from tests.support.web.stage import MATCH, player, serving, stage

pytestmark = BROWSER

ELSEWHERE: Final = "ws://node-2:8000/ws"
BEGUN: Final = "2026-01-01"


async def test_a_match_that_moves_is_joined_again_and_what_was_not_answered_is_sent_again(page: Page) -> None:
    async with board(BURN) as play:
        await sit_down(page, play)
        play.is_silent = True
        await main_button(page).click()
        await play.heard.wait()
        play.is_silent = False
        await play.tell(Moved(MATCH, ELSEWHERE))
        await expect(page.locator(".ask")).to_have_attribute("data-state", "idle")
        await expect(page.locator(".status")).to_have_text("connected")
        assert len(play.intents) == 2
        assert len({(intent.c, intent.w) for intent in play.intents}) == 1
        assert len(play.connections) == 1


async def test_what_was_missed_while_a_match_moved_is_there_again(page: Page) -> None:
    async with stage() as play:
        await page.goto(f"{play.url}/m/m1")
        await expect(page.locator(".status")).to_have_text("connected")
        await play.push(player(1, "Bob", [], life=3), lost=True)
        await play.tell(Moved(MATCH))
        await expect(page.locator(".life").first).to_have_text("3")
        await expect(page.locator(".status")).to_have_text("connected")
        assert play.joins == [None, 0]


async def test_when_time_is_short_the_question_the_title_and_a_voice_say_so(page: Page) -> None:
    async with board(BURN) as play:
        await page.clock.set_fixed_time(BEGUN)  # and the stage's clock stands at 0
        await sit_down(page, play)
        await expect(page.locator(".ask-time")).to_be_hidden()
        await play.tell(Waiting(MATCH, 0, 0, 60_000, 60_000))
        await expect(page.locator(".ask-time")).to_contain_text("1:00 left")
        await expect(page).to_have_title(re.compile("^\u25cf "))
        await play.tell(Waiting(MATCH, 0, 0, 14_000, 14_000))
        await expect(page.locator(".ask-time")).to_contain_text("time is running out")
        await expect(page.locator(".ask-time [role=alert]")).to_have_text("Your time is running out.")
        await expect(page).to_have_title(re.compile("^\u23f1 0:14 "))


async def test_a_match_that_was_closed_was_no_draw(page: Page) -> None:
    async with stage() as play:
        await page.goto(f"{play.url}/m/m1")
        await expect(page.locator(".status")).to_have_text("connected")
        await play.finish(Result((), "closed", "nobody has played for long"))
        await expect(page.locator(".banner .said")).to_have_text(
            "The match was closed without a result \u2014 nobody has played for long"
        )


class Hanging(Board):
    """A server that takes what it is sent, and then does nothing for a while."""

    is_hanging = False

    async def flush(self, connection: ServerConnection) -> None:
        if not self.is_hanging:
            await super().flush(connection)

    async def go_on(self) -> None:
        self.is_hanging = False
        for connection in tuple(self.connections):
            await self.flush(connection)


async def test_a_server_that_does_not_answer_is_not_live(page: Page) -> None:
    play = Hanging(position(BURN))
    async with serving(play):
        await page.clock.install()
        await sit_down(page, play)
        play.is_hanging = True
        await main_button(page).click()
        for _ in range(2):  # it is asked whether it is there, and does not answer that either
            await page.clock.fast_forward(3000)
        await expect(page.locator(".status")).to_have_text("no answer from the server")
        await expect(page.locator(".ask .sent")).to_have_text("sent, not answered yet\u2026")
        await play.go_on()
        await expect(page.locator(".status")).to_have_text("connected")
        await expect(page.locator(".ask")).to_have_attribute("data-state", "idle")
        play.is_hanging = True
        for _ in range(3):  # and where nothing at all comes, it is left for another one
            await page.clock.fast_forward(13_000)
        await expect(page.locator(".status")).to_have_attribute("data-state", "lost")
        await play.go_on()
        await page.clock.fast_forward(1000)
        await expect(page.locator(".status")).to_have_text("connected")


async def test_an_answer_that_came_too_late_says_so(page: Page) -> None:
    async with board(BURN) as play:
        await sit_down(page, play)
        play.is_silent = True
        await main_button(page).click()
        await play.heard.wait()
        await play.tell(Nack("stale_decision", "decision 1 is not open", MATCH, play.intents[-1].c))
        await expect(page.locator(".ask .trouble")).to_contain_text("Too late")


@pytest.mark.parametrize("code", ["reused_c", "stale_c"])
async def test_a_number_that_another_tab_has_used_is_given_up_for_a_new_one(page: Page, code: str) -> None:
    """The intent under it was not heard: it is said again, and nobody need click twice."""
    async with board(BURN) as play:
        await sit_down(page, play)
        play.is_silent = True
        await main_button(page).click()
        await play.heard.wait()
        play.is_silent = False
        said = play.intents[0]
        first = Ack(MATCH, said.c, 1) if code == "reused_c" else None
        await play.tell(Nack(code, "another tab was faster", MATCH, said.c, first=first, last=40))
        await expect(page.locator(".ask")).to_have_attribute("data-state", "idle")
        assert [(intent.c, intent.w, intent.a) for intent in play.intents] == [
            (said.c, said.w, said.a),
            (41, said.w, said.a),
        ]


class Outdated(Board):
    """A match of other rules than the server has, until one comes that has them."""

    is_foreign = True

    async def act(self, session: Session, command: object, seat: int | None) -> None:
        if isinstance(command, Join) and self.is_foreign:
            session.nack(command, "other_rules", "the match was played by other rules", retry_ms=300)
        else:
            await super().act(session, command, seat)


async def test_a_match_of_other_rules_says_so_and_goes_on_once_it_can(page: Page) -> None:
    play = Outdated(position(BURN))
    async with serving(play):
        await page.goto(f"{play.url}/m/{MATCH}")
        await expect(page.locator(".banner .said")).to_contain_text("rules that this server no longer has")
        await expect(page.locator(".banner").get_by_role("link", name="All matches")).to_be_visible()
        await expect(page.locator(".status")).to_have_text("cannot go on")
        play.is_foreign = False
        await expect(page.locator(".near .name")).to_have_text("Ann")
        await expect(page.locator(".banner")).to_be_hidden()
        await expect(page.locator(".status")).to_have_text("connected")


async def test_how_long_somebody_is_waited_for_is_said_of_others_only(page: Page) -> None:
    async with board(BURN) as play:
        await sit_down(page, play)
        await play.tell(Waiting(MATCH, 0, -60_000))  # the stage's clock stands at 0
        await expect(page.locator(".waiting")).to_have_text("waiting for you")
        await main_button(page).click()
        await expect(page.locator(".ask")).to_have_attribute("data-state", "idle")
        await play.tell(Waiting(MATCH, 1, -60_000))
        await expect(page.locator(".waiting")).to_have_text(re.compile(r"waiting for Bob since \d+ min"))
