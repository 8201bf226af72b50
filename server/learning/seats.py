"""One match for learners, in process: what each seat sees, is asked and picks. Its views are what a server sends."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Final, TypeAlias

import msgspec
import orjson

from engine import Decision as Asked
from engine import Header, Match, Refusal, Seed, Views
from protocol.messages import Answer, AnyAnswer, Decision
from protocol.view import View
from server.learning.encoding import Encoder, Floats
from server.learning.picks import DONE, Picks
from server.match.inputs import from_wire

MOST_REFUSALS: Final = 3
"""Answers to one decision that the rules may refuse before its default is given instead."""
MOST_FORCED: Final = 10_000
"""Questions in a row that leave no choice, before a match counts as stuck."""

DeckList: TypeAlias = Mapping[str, int]


class Stuck(Exception):
    """Nobody has had a choice for ``MOST_FORCED`` questions."""


class Seats:
    """A match and who is asked in it. Those who have no choice are not asked.

    Attributes:
        views: what each seat sees.
        picks: the answer in the making, to the decision of ``asked``; None when the match is over.
        refused: why the last answer did not count, "" if it did.
    """

    def __init__(self, game: str, decks: Sequence[DeckList], seed: str) -> None:
        """Begin a match; the same ``seed`` and picks give the same match.

        Raises:
            Refusal: decks or seats that the game does not allow.
        """
        names = tuple(f"player_{seat}" for seat in range(len(decks)))
        self.match = Match.create(Header(game, names, tuple(tuple(deck.items()) for deck in decks), Seed(seed)))
        self._shown = Views(self.match)
        self.views = [View(orjson.loads(self._shown.snapshot(f"seat{seat}"))) for seat in range(len(names))]
        self._encoders = [Encoder(seat, len(names), view.entities) for seat, view in enumerate(self.views)]
        self._chance = random.Random(seed)  # noqa: S311  # only where the rules refuse the default too
        self.picks: Picks | None = None
        self.refused = ""
        self._refusals = 0
        self._decision: Decision | None = None
        self._ask()
        self._go_on()

    @property
    def asked(self) -> int | None:
        """The seat that has to pick."""
        return self._decision.seat if self._decision is not None else None

    @property
    def decision(self) -> Decision | None:
        """The decision it is asked."""
        return self._decision

    def observe(self, seat: int) -> Floats:
        """The knowledge of a seat now, and the picks it may make if it is asked; see ``encoding``."""
        own = self._decision if self.asked == seat else None
        return self._encoders[seat].observe(own, self.picks if own is not None else None)

    def describe(self, action: int) -> str:
        """In words what an action stands for at this pick: the option's gesture, a number, or ``done``.

        Raises:
            ValueError: it is not one of those offered.
        """
        offer = self.picks.offer if self.picks is not None else ()
        choice = next((choice for choice in offer if choice.action == action), None)
        if choice is None:
            raise ValueError(f"{action} is not among the actions of this pick")
        if choice.action == DONE:
            return "done"
        if choice.option is None:
            return str(choice.number)
        return f"{choice.option.text} ({choice.option.label})" if choice.option.label else choice.option.text

    def pick(self, action: int) -> None:
        """The seat that is asked makes a pick; then all that leaves no choice is gone through.

        Raises:
            ValueError: it is not one of those offered; nothing has changed.
            Stuck: the match goes on without anybody having a choice.
        """
        assert self.picks is not None
        self.refused = ""
        self.picks.take(action)
        self._go_on()

    def answer(self, answer: AnyAnswer) -> None:
        """The seat that is asked answers the whole decision.

        Raises:
            Refusal: it does not count.
            Stuck: as ``pick``.
        """
        self.refused = ""
        self._apply(answer)
        self._ask()
        self._go_on()

    def rewards(self) -> list[float]:
        """1 for who has won, -1 for who has lost, 0 for all in a draw or while the match goes on."""
        result = self.match.result
        if result is None or not result.winners:
            lost = result is not None and bool(self.views[0].table.side)
            return [-1.0 if lost else 0.0] * len(self.views)
        return [1.0 if seat in result.winners else -1.0 for seat in range(len(self.views))]

    # ---------------------------------------------------------------- going on

    def _go_on(self) -> None:
        """Answer what is picked to its end, and what leaves no choice."""
        for _ in range(MOST_FORCED):
            if self.picks is None:
                return
            if self.picks.answer is not None:
                self._try(self.picks.answer)
            elif len(self.picks.offer) == 1:
                self.picks.take(self.picks.offer[0].action)
            else:
                return
        raise Stuck(f"{MOST_FORCED} questions in a row left no choice")

    def _try(self, answer: AnyAnswer) -> None:
        try:
            self._apply(answer)
        except Refusal as refusal:
            self.refused = f"{refusal.reason} ({refusal.rule})" if refusal.rule else refusal.reason
            self._refusals += 1
            if self._refusals > MOST_REFUSALS:
                self._give_in()
        else:
            self._refusals = 0
        self._ask()

    def _give_in(self) -> None:
        """The default; and if even that is refused, anything that is not."""
        asked = self._asked()
        answers = [asked.default(), *(asked.sample(self._chance.randrange) for _ in range(MOST_FORCED))]
        for answer in answers:
            try:
                self.match.apply(asked.seat, asked.w, answer)
            except Refusal:
                continue
            self._refusals = 0
            return self._see()
        raise Stuck("every answer is refused")

    def _apply(self, answer: AnyAnswer) -> None:
        asked = self._asked()
        if isinstance(answer, int):
            self.match.apply_option(asked.seat, asked.w, answer)
        elif isinstance(answer, str):
            self.match.apply_text(asked.seat, asked.w, answer)
        else:
            self.match.apply(asked.seat, asked.w, from_wire(answer))
        self._see()

    def _asked(self) -> Asked:
        assert self._decision is not None
        return self.match.decision(self._decision.seat, self._decision.w)

    def _see(self) -> None:
        for name, data in self._shown.update().items():
            if name != "public":
                seat = int(name.removeprefix("seat"))
                diff = orjson.loads(data)
                self.views[seat].fold(diff)
                self._encoders[seat].note(diff)

    def _ask(self) -> None:
        """The seat to ask next: of several the first."""
        if not self.match.decisions:
            self._decision = self.picks = None
            return
        entities = self.views[self.match.decisions[0].seat].entities
        self._decision = msgspec.convert(entities["decision"], Decision)
        self.picks = Picks(self._decision, self._is_legal)

    def _is_legal(self, answer: Answer) -> bool:
        try:
            self._asked().check(from_wire(answer))
        except Refusal:
            return False
        return True
