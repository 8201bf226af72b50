"""Chat below the log: what others say as text, muting somebody, and what was refused."""

from __future__ import annotations

from playwright.async_api import Page, expect

from engine import Match
from protocol.messages import Hear, Remark, Said, Say
from protocol.session import Session
from tests.support.web.board import Board, position
from tests.support.web.browser import BROWSER
from tests.support.web.seat import sit_down
from tests.support.web.stage import MATCH, serving

pytestmark = BROWSER

THREE = """
game = "magic"
names = { A = "Ann", B = "Bob", C = "<b onclick=alert(1)>Cy</b>" }
setup = { active = "A", step = "precombat main" }
[A]
[B]
[C]
"""
HOSTILE = "<img src=x onerror=alert(1)> {R} \u263a"


class Talk(Board):
    """A match whose players talk."""

    def __init__(self, match: Match) -> None:
        super().__init__(match)
        self.lines: list[Remark] = []
        self.is_busy = False

    async def act(self, session: Session, command: object, seat: int | None) -> None:
        match command:
            case Hear():
                session.send(Said(MATCH, tuple(self.lines), command.r))
            case Say() if self.is_busy:
                session.nack(command, "rate_limited", "try again in 900 ms", retry_ms=900)
            case Say() if seat is not None:
                session.send(Said(MATCH, (self.line(seat, command.text),), command.r))
            case _:
                await super().act(session, command, seat)

    def line(self, seat: int, text: str) -> Remark:
        at = len(self.lines)
        self.lines.append(Remark(f"line{at}", seat, text, 1_790_000_000_000 + at))
        return self.lines[-1]

    async def hear(self, seat: int, text: str) -> None:
        """A player of the test's says something."""
        await self.tell(Said(MATCH, (self.line(seat, text),)))


async def test_players_talk_and_are_muted(page: Page) -> None:
    play = Talk(position(THREE))
    play.line(1, "before you came")
    async with serving(play):
        await sit_down(page, play)
        await expect(page.locator(".seat")).to_have_count(3)
        chat = page.locator(".chat-panel")
        said = chat.locator(".chat li")
        await expect(said).to_have_text(["Bob: before you came"])
        await expect(chat.locator(".chat-unread")).to_be_hidden()
        await play.hear(1, "hello")
        await expect(chat.locator(".chat-unread")).to_have_text("1 new")
        await chat.locator("summary").click()
        await expect(chat.locator(".chat-unread")).to_be_hidden()
        await expect(said).to_have_text(["Bob: before you came", "Bob: hello"])
        await expect(chat.locator(".chat")).to_have_attribute("aria-live", "polite")

        words = chat.get_by_role("textbox", name="say to all")
        await words.fill(f" {HOSTILE} ")
        await words.press("Enter")
        await expect(said.last).to_have_text(f"Ann: {HOSTILE}")
        await expect(words).to_have_value("")
        await play.hear(2, HOSTILE)
        await expect(said.last).to_have_text(f"<b onclick=alert(1)>Cy</b>: {HOSTILE}")

        mute = chat.get_by_role("button", name="Mute Bob")
        await mute.click()
        await expect(mute).to_have_attribute("aria-pressed", "true")
        await expect(said).to_have_count(2)
        await play.hear(1, "can you hear me?")
        await chat.get_by_role("button", name="Cy").click()
        await expect(said).to_have_text([f"Ann: {HOSTILE}"])
        await expect(chat.locator(".chat")).to_have_attribute("aria-live", "off")

        await page.reload()
        await expect(chat).to_have_attribute("open", "")
        await expect(said).to_have_text([f"Ann: {HOSTILE}"])
        await mute.click()
        await expect(said).to_have_count(4)

        play.is_busy = True
        await words.fill("again")
        await words.press("Enter")
        await expect(chat.locator(".trouble")).to_contain_text("in a moment")
        await expect(words).to_have_value("again")


async def test_spectators_hear_and_do_not_speak(page: Page) -> None:
    play = Talk(position(THREE))
    async with serving(play):
        await page.goto(f"{play.url}/m/m1")
        chat = page.locator(".chat-panel")
        await expect(page.locator(".seat")).to_have_count(3)
        await expect(chat).to_be_hidden()
        await play.hear(1, "hello")
        await chat.locator("summary").click()
        await expect(chat.locator(".chat li")).to_have_text(["Bob: hello"])
        await expect(chat.locator("form")).to_be_hidden()
