"""Somebody is let in to watch a private match: by a link that its players make, with keys alone."""

from __future__ import annotations

from playwright.async_api import Page, expect

from engine import Match
from protocol.messages import Granted, Invite, Invited, Join, Redeem
from protocol.session import Claim, Session
from tests.support.web.axe import assert_accessible
from tests.support.web.board import Board, position
from tests.support.web.browser import BROWSER
from tests.support.web.seat import BURN, sit_down
from tests.support.web.stage import MATCH, serving

pytestmark = BROWSER


class Private(Board):
    """A match that gives two invites, each good for one use."""

    def __init__(self, match: Match) -> None:
        super().__init__(match)
        self.is_private = True
        self.invites = ["one", "two"]
        self.used: list[str] = []

    def claim(self, token: str) -> Claim | None:
        return Claim(MATCH, None) if token == "watch" else super().claim(token)

    async def act(self, session: Session, command: object, seat: int | None) -> None:
        match command:
            case Invite() if self.invites:
                session.send(Invited(MATCH, self.invites.pop(0), command.r))
            case Invite():
                session.nack(command, "too_many_invites", "a match gives 2 invites at most")
            case Redeem() if command.token in self.used:
                session.nack(command, "invite_used", "somebody else has used this invite")
            case Redeem():
                self.used.append(command.token)
                session.send(Granted(MATCH, "watch", r=command.r))
            case Join() if command.token is None:
                session.nack(command, "unknown_match", f"there is no match {command.m}")
            case _:
                await super().act(session, command, seat)


async def test_a_player_makes_links_with_keys_alone(page: Page) -> None:
    play = Private(position(BURN))
    async with serving(play):
        await sit_down(page, play)
        await page.locator(".menu summary").focus()
        await page.keyboard.press("Enter")
        while not await page.locator(".menu button:focus", has_text="Invite somebody").count():
            await page.keyboard.press("Tab")
        await page.keyboard.press("Enter")
        link = page.locator("dialog .watch-link")
        await expect(link).to_have_text(f"{play.url}/m/{MATCH}#invite=one")
        await assert_accessible(page)
        await page.get_by_role("button", name="Another link").press("Enter")
        await expect(link).to_have_text(f"{play.url}/m/{MATCH}#invite=two")
        await page.get_by_role("button", name="Another link").press("Enter")
        await expect(page.locator("dialog .trouble")).to_have_text(
            "This match has given out all the invites that it may."
        )
        await expect(link).to_be_hidden()
        await page.keyboard.press("Escape")
        await expect(page.locator(".menu summary")).to_be_focused()


async def test_a_link_lets_one_person_in_also_where_the_address_is_open_and_after_a_reload(page: Page) -> None:
    play = Private(position(BURN))
    play.used.append("old")
    async with serving(play):
        said = page.locator(".banner .said")
        await page.goto(f"{play.url}/m/{MATCH}")
        await expect(said).to_contain_text("If it is private, ask one who plays for a link")
        await page.goto(f"{play.url}/m/{MATCH}#invite=old")
        await expect(said).to_have_text("Somebody else has come in by this link: ask for another one")
        await page.goto(f"{play.url}/m/{MATCH}#invite=one")
        await expect(page.locator(".near .name")).to_have_text("Ann")
        await expect(page).to_have_url(f"{play.url}/m/{MATCH}")
        await page.reload()
        await expect(page.locator(".near .name")).to_have_text("Ann")
        await page.locator(".menu summary").click()
        await expect(page.locator(".menu-list button:visible")).to_have_text(["Card art", "Keys and help"])
