"""Somebody at a table: what is done with each line that is typed, until the match is left or over.

A program on a pipe is read only when it was asked something, and each decision it is told has one line of its own, in
their order: the line for one that was withdrawn meanwhile answers nothing, least of all what is asked instead.
"""

from __future__ import annotations

import math
from collections.abc import Awaitable, Callable
from typing import Final, Literal

import anyio
import msgspec

from protocol.client import Client, Comfort, ConnectionLost, Match, MatchOver, Refused
from protocol.view import Card
from server.terminal import card_lines, card_lookup, question_lines
from server.terminal.exchange import HOW, Exchange
from server.terminal.idle import Idle
from server.terminal.keyboard import Keyboard
from server.terminal.news import News
from server.terminal.reasons import origins, reasons
from server.terminal.screen import Screen
from server.terminal.slash_commands import OFFERS, help_lines, split

TICK_S: Final = 1.0
LATE_S: Final = 3.0
"""After which it is said that the server has not answered yet."""
MOST_CARDS: Final = 3
"""That are told in full at once."""

Consent = Literal["draw", "takeback", "open", "rematch"]
CONSENTS: Final[dict[str, Consent]] = {"draw": "draw", "takeback": "takeback", "open": "open", "rematch": "rematch"}


class Sitting:
    """One seat, or a spectator's place, from sitting down to leaving.

    Attributes:
        has_left: whether it was left before its end.
    """

    def __init__(self, client: Client, match: Match, keyboard: Keyboard, screen: Screen) -> None:
        self.has_left = False
        self._client = client
        self._match = match
        self._keyboard = keyboard
        self._screen = screen
        self._idle = Idle(match)
        self._news = News(client, match, screen, self._idle)
        self._exchange: Exchange | None = None
        self._late_s = math.inf
        """When what was typed last should have been answered."""
        self._orders: dict[str, Callable[[str], Awaitable[None]]] = {
            "help": self._help,
            "board": self._board,
            "card": self._card,
            "why": self._why,
            "pile": self._pile,
            "log": self._log,
            "set": self._set,
            "say": self._answer_about,
            "mute": self._mute,
            "no": self._decline,
            "rematch": self._again,
            "side": self._side,
            "concede": self._concede,
            "quit": self._quit,
        }

    async def run(self) -> None:
        """Until it is left, or over and nothing more is typed.

        Raises:
            ClientError: the connection is lost for good.
        """
        self._match.is_to_be_followed = self._match.seat is not None
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(self._follow)
            tasks.start_soon(self._hear)
            while not self._is_done:
                line = self._keyboard.take() if self._may_read else None
                if line is None:
                    await self._keyboard.bell()
                else:
                    await self._typed(line)
            tasks.cancel_scope.cancel()
        self.has_left = not self._news.is_over

    @property
    def follows(self) -> tuple[str, str] | None:
        """The match that follows and the token of the same seat there, once all want to play again."""
        rematch = self._match.rematch
        return (rematch.next, rematch.token) if rematch is not None and rematch.next and rematch.token else None

    @property
    def _is_done(self) -> bool:
        return self.has_left or self.follows is not None or (self._keyboard.is_at_end and self._may_read)

    @property
    def _may_read(self) -> bool:
        """Whether a line may be taken now."""
        return not self._screen.is_plain or bool(self._news.due) or self._news.is_over

    async def _follow(self) -> None:
        """Tell what happens, as it happens."""
        while True:
            left_s = await self._go_on()
            self._news.write()
            self._keyboard.ring()
            if anyio.current_time() > self._late_s:
                self._late_s = math.inf
                self._note("the server has not answered yet: what you typed does not count before it does")
            with anyio.move_on_after(min(TICK_S, left_s)):
                await self._match.next_change()

    async def _go_on(self) -> float:
        """Give the answers that need nobody, one after the other; returns the time until the next one is due."""
        match = self._match
        while match.has_decision and match.result is None and match.decision is not None:
            decision = match.decision
            answer = self._idle.answer_to(decision)
            if answer is None:
                break
            if left_s := self._idle.left_s(decision):
                return left_s
            try:
                await match.answer(answer, decision)
            except Refused:
                self._idle.refused(decision)
            except MatchOver:
                break
        return TICK_S

    async def _hear(self) -> None:
        """Have told what players say."""
        try:
            await self._client.hear(self._match.id)
        except Refused as refused:
            self._note(f"the players' chat is not heard: {refused.reason}")
        except ConnectionLost:
            return  # whoever waits for the match is told

    def _note(self, line: str, style: str = "yellow") -> None:
        self._screen.put_line(line, style)

    async def _typed(self, line: str) -> None:
        """Do what a line says; what is refused is told with its reason."""
        order, about = split(line)
        self._late_s = anyio.current_time() + LATE_S
        try:
            if order in self._orders:
                await self._orders[order](about)
            elif order in CONSENTS:
                offered = frozenset(self._news.offers)
                await self._match.agree(CONSENTS[order])
                self._note(f"you {'agree to' if order in offered else 'offer'} {OFFERS[order]}")
            elif order:
                self._note(f"there is no /{order}: /help tells what there is")
            else:
                await self._answer(about)
        except Refused as refused:
            self._refused(refused)
        except MatchOver:
            self._note("the match is over")
        finally:
            self._late_s = math.inf

    def _refused(self, refused: Refused) -> None:
        rule = f" [{refused.rule}]" if refused.rule else ""
        self._note(f"refused: {refused.reason}{rule}", "red")

    async def _answer(self, typed: str) -> None:
        if not self._news.due:
            if typed:
                self._note("nothing is asked of you now")
            return
        decision = self._news.due.popleft()
        try:
            if not self._match.is_open(decision) or not await self._match.answer(
                question_lines.read(decision, typed), decision
            ):
                self._note("too late: the question is withdrawn")
        except question_lines.Unreadable as wrong:
            self._note(f"no answer: {wrong}", "red")
            self._news.ask(decision)
        except Refused as refused:
            self._refused(refused)
            self._news.ask(decision)

    async def _help(self, _about: str) -> None:
        self._screen.list(help_lines())

    async def _board(self, _about: str) -> None:
        self._news.draw()
        if self._news.open is not None:
            self._news.ask(self._news.open)

    async def _log(self, _about: str) -> None:
        view = self._match.view
        self._screen.list([view.render(line) for line in view.log] or ["nothing has happened yet"])

    async def _card(self, about: str) -> None:
        found = self._found(about)
        for card in _one_of_each(found)[:MOST_CARDS]:
            self._screen.list(card_lines.in_full(self._news.scene, card))
            if self._match.seat is not None:
                self._screen.list(origins(card, await self._client.why(self._match.id, card.id)))

    async def _why(self, about: str) -> None:
        name, _, number = about.rpartition(" ")
        has_number = bool(name) and number.isdecimal()
        for card in self._found(name if has_number else about)[:1]:
            because = await self._client.why(self._match.id, card.id, int(number) - 1 if has_number else None)
            self._screen.list(reasons(self._news.scene, card, because))

    def _found(self, name: str) -> list[Card]:
        """The cards that are called so; says so if there are none."""
        found = card_lookup.cards(self._news.scene, name)
        if not found:
            self._note(f"no card is seen that is called {name!r}" if name else "which card?")
        return found

    async def _pile(self, about: str) -> None:
        scene = self._news.scene
        for player in scene.seats:
            for kind, count, refs in scene.piles(player):
                wanted = f"{kind} {scene.name_of_seat(player.seat)}".casefold()
                if not about or not wanted.startswith(about.casefold()):
                    continue
                cards = [card for ref in refs if (card := scene.view.card(ref)) is not None]
                told = ", ".join(card_lines.in_row(scene, card) for card in cards)
                unseen = f"{count} cards" if count and not cards else "empty"
                self._screen.put_line(f"{scene.name_of_seat(player.seat)}, {kind}: {told or unseen}")

    async def _set(self, about: str) -> None:
        if about:
            await self._match.settle(about)
        settings = self._match.view.settings
        self._note(f"you are asked: {_settings(settings) if settings is not None else 'everything'}")

    async def _answer_about(self, about: str) -> None:
        if about:
            await self._client.say(self._match.id, about)
        else:
            self._note("what?")

    async def _mute(self, about: str) -> None:
        scene = self._news.scene
        muted = self._match.talk.muted
        names = {player.seat: scene.name_of_seat(player.seat) for player in scene.seats}
        found = [seat for seat, name in names.items() if name.casefold() == about.casefold()]
        for seat in found:
            muted.symmetric_difference_update((seat,))
            self._note(f"you hear {names[seat]}{' no more' if seat in muted else ' again'}")
        if not found:
            self._note(f"whom? {', '.join(names.values())}")

    async def _decline(self, about: str) -> None:
        if about not in CONSENTS:
            self._note(f"no to what? {', '.join(CONSENTS)}")
            return
        await self._match.agree(CONSENTS[about], yes=False)

    async def _again(self, _about: str) -> None:
        """Play again; between two games of a series with the cards that were exchanged."""
        await self._match.agree("rematch", deck=None if self._exchange is None else self._exchange.deck)
        self._note("you are ready for the next game" if self._match.leads_on else f"you offer {OFFERS['rematch']}")

    async def _side(self, about: str) -> None:
        """Show the deck and its sideboard, and exchange cards."""
        rematch = self._match.rematch
        pair = rematch.deck if rematch is not None else ()
        if not pair:
            self._note("cards are exchanged between the games of a series")
            return
        if not pair[1]:
            self._note("your deck has no sideboard, and stays as it is")
            return
        self._exchange = self._exchange or Exchange(*pair)
        try:
            self._exchange.move(about)
        except question_lines.Unreadable as wrong:
            self._note(f"nothing is exchanged: {wrong}", "red")
            return
        self._screen.list(self._exchange.lines)
        self._note(f"(/side {HOW}; /rematch: ready with this deck)", "dim")

    async def _concede(self, about: str) -> None:
        if about != "yes":
            self._note("/concede yes gives the match up")
            return
        await self._match.concede()

    async def _quit(self, _about: str) -> None:
        self.has_left = True


def _one_of_each(cards: list[Card]) -> list[Card]:
    """Those that differ in more than where they are."""
    return list({(card.name, card.zone, card.controller, card.label): card for card in cards}.values())


def _settings(settings: Comfort) -> str:
    """Settings that say something, by their names."""
    said = msgspec.to_builtins(settings)
    return "; ".join(f"{name} {_setting(value)}" for name, value in said.items()) or "everything"


def _setting(value: object) -> str:
    """A setting: ``on``, or its entries, each of several words."""
    if isinstance(value, list | tuple):
        entries = [each if isinstance(each, list | tuple) else (each,) for each in value]
        return ", ".join(" ".join(map(str, entry)) for entry in entries)
    return "on" if value is True else str(value)
