"""News of a match as it happens: a line for each thing, and the board with each decision of one's own.

Told is what differs from what was told before: the log, the state of the connection, offers, whom it is waited for.
"""

from __future__ import annotations

from collections import deque
from typing import Final

import msgspec

from protocol.client import Client, Decision, Match, Score
from server.terminal import question_lines
from server.terminal.board import Board
from server.terminal.idle import Idle
from server.terminal.match_status import Waits, state
from server.terminal.result_line import ending
from server.terminal.scene import Scene
from server.terminal.screen import Screen
from server.terminal.slash_commands import OFFERS

REMINDED_S: Final = (10, 30, 60, 120, 300, 600, 1800)
"""After how long it is said again who is waited for."""
FIRST_LINES: Final = 6
"""Of the log, told to who sits down."""
SHORT_MS: Final = 15_000
"""Time left of which one is warned."""


class Offer(msgspec.Struct):
    """An offer of somebody, and those who agree."""

    by: int
    seats: tuple[int, ...] = ()


class News:
    """Tells one viewer of one match.

    Attributes:
        asked: the decision that was told last.
        due: those that were told and whose line has not come: the last alone where somebody reads, and all, first to
            last, on a pipe.
        offers: what is offered and not agreed yet, by what it is.
        is_over: whether its end was told.
    """

    def __init__(self, client: Client, match: Match, screen: Screen, idle: Idle) -> None:
        self.asked: Decision | None = None
        self.due: deque[Decision] = deque()
        self.offers: dict[str, Offer] = {}
        self.is_over = False
        self._client = client
        self._match = match
        self._screen = screen
        self._idle = idle
        self._told_line = max([line.n for line in match.view.log[:-FIRST_LINES]], default=-1)
        self._is_live = True
        self._waits = Waits(client, match)
        self._reminders = 0
        self._warned_w = 0
        self._willing: tuple[int, ...] = ()
        self._heard = 0
        self._has_told_series = False
        self._has_told_partial = False
        self._has_told_next = False

    @property
    def open(self) -> Decision | None:
        """The decision that was told last, if it still waits for its answer."""
        return self.asked if self.asked is not None and self._match.is_open(self.asked) else None

    @property
    def scene(self) -> Scene:
        return Scene(self._match.view, self._match.seat)

    def write(self) -> None:
        """Tell all that was not told yet."""
        self._write_series()
        self._write_partial()
        self._write_line()
        self._write_log()
        self._write_talk()
        self._write_offers()
        self._write_waiting()
        self._write_question()
        self._warn()
        self._write_end()
        self._write_rematch()

    def _write_line(self) -> None:
        if self._match.is_live != self._is_live:
            self._is_live = self._match.is_live
            back = "connected again: what you see is what is"
            self.note(back if self._is_live else "the connection is lost: coming back, nothing is lost")

    def _write_log(self) -> None:
        view = self._match.view
        for line in view.log:
            if line.n > self._told_line:
                self._told_line = line.n
                self._screen.put_line(view.render(line), "dim")

    def _write_talk(self) -> None:
        talk = self._match.talk
        for line in talk.since(self._heard):
            self._screen.put_line(f"{self.scene.name_of_seat(line.seat)} says: {line.text}", "cyan")
        self._heard = talk.count

    def _write_partial(self) -> None:
        """Tell once that some cards do less than they say."""
        if self._match.is_partial and not self._has_told_partial:
            self._has_told_partial = True
            self.note("some cards of this match are played without paragraphs that the server does not understand")

    def _write_series(self) -> None:
        """Tell once which game of a series it is."""
        series = self._match.series
        if series is not None and not self._has_told_series:
            self._has_told_series = True
            self.note(f"game {series.game}, the first to win {series.best // 2 + 1}: {self._wins(series)}")

    def _wins(self, series: Score) -> str:
        """The standing of a series."""
        return ", ".join(f"{self.scene.whose(seat)} {wins}" for seat, wins in enumerate(series.wins))

    def _write_offers(self) -> None:
        offers = msgspec.convert(self._match.view.entities.get("offers") or {}, dict[str, Offer])
        scene = self.scene
        for what, offer in offers.items():
            if what not in self.offers and offer.by != scene.you:
                agree = "" if scene.you is None else f" (/{what} agrees, /no {what} declines)"
                self.note(f"{scene.name_of_seat(offer.by)} offers {OFFERS.get(what, what)}{agree}")
        for what in self.offers.keys() - offers.keys():
            self.note(f"nobody offers {OFFERS.get(what, what)} any more")
        self.offers = offers

    def _write_waiting(self) -> None:
        """Say whom it is waited for, and from time to time since when."""
        if self._waits.look():
            self._reminders = 0
        since_s = self._waits.since_s
        others = [seat for seat in self._waits.seats if seat != self._match.seat]
        if others and self._reminders < len(REMINDED_S) and since_s >= REMINDED_S[self._reminders]:
            self._reminders = sum(since_s >= reminder for reminder in REMINDED_S)
            self.note(f"waiting for {' and '.join(map(self.scene.name_of_seat, others))} since {since_s} s")

    def _warn(self) -> None:
        """Say once that one's own time is nearly up."""
        decision = self.open
        if decision is None or decision.deadline is None or decision.w == self._warned_w:
            return
        left_ms = decision.deadline - self._client.now_ms
        if left_ms < SHORT_MS:
            self._warned_w = decision.w
            self.note(f"{max(0, left_ms) // 1000} s left", "bold red")

    def _write_question(self) -> None:
        decision = self._match.decision if self._match.has_decision and self._match.result is None else None
        if decision is None or (self.asked is not None and decision.w == self.asked.w):
            return
        if self._idle.answer_to(decision) is not None:
            return  # it needs nobody
        self.asked = decision
        self.draw()
        self.ask(decision)

    def _write_end(self) -> None:
        if self._match.result is not None and not self.is_over:
            self.is_over = True
            self.draw()
            self.note(f"it is over: {ending(self._match)}", "bold")
            self.note("/rematch plays again, /quit leaves" if self._match.seat is not None else "/quit leaves")

    def _write_rematch(self) -> None:
        rematch = self._match.rematch
        if rematch is not None and rematch.series is not None and rematch.until is not None and not self._has_told_next:
            self._has_told_next = True
            left_s = max(0, rematch.until - self._client.now_ms) // 1000
            self.note(f"it stands {self._wins(rematch.series)}")
            self.note(f"game {rematch.series.game} begins in {left_s} s, or once all say /rematch")
            if any(rematch.deck[1:]):
                self.note("/side shows your deck and its sideboard, to exchange cards")
        if rematch is not None and not rematch.next and rematch.seats not in ((), self._willing):
            self._willing = rematch.seats
            self.note(f"{' and '.join(map(self.scene.whose, rematch.seats))} would play again")

    # ---------------------------------------------------------------- the board and the question

    def draw(self) -> None:
        able = question_lines.able(self.open) if self.open is not None else frozenset()
        board = Board(self.scene, able, self._waits.heed(), state(self._match))
        if self._screen.is_plain:
            self._screen.list(board.lines())
        else:
            self._screen.show(board.panels())

    def ask(self, decision: Decision) -> None:
        """Tell a decision; one that is told anew before its line has come still is due one line."""
        if not self._screen.is_plain:
            self.due.clear()
        if not self.due or self.due[-1].w != decision.w:
            self.due.append(decision)
        self.note(f"? {question_lines.question(decision, self.scene)}", "bold green")
        self._screen.choices(question_lines.options(decision, self.scene))
        self.note(f"({question_lines.how(decision)}; /help)", "dim")

    def note(self, line: str, style: str = "yellow") -> None:
        self._screen.put_line(line, style)
