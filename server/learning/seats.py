"""One match for learners, in process: what each seat sees, is asked and picks.

Observations are made straight from the state (``engine.Seen``); what a server would send is made only for those who
want to read it, as bots do.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Final, TypeAlias

import msgspec
import orjson

from engine import Decision as Asked
from engine import Header, Match, Refusal, Seed, Seen, Views, decision_json, side_of
from protocol.messages import Answer, AnyAnswer, Decision, Option
from protocol.view import View
from server.learning.encoding import Encoder
from server.learning.picks import ACTIONS, DONE, Answered, Picks
from server.match.inputs import from_wire

MOST_REFUSALS: Final = 3
"""Answers to one decision that the rules may refuse before its default is given instead."""
MOST_FORCED: Final = 10_000
"""Questions in a row that leave no choice, before a match counts as stuck."""

AT_ONCE: Final = ("act", "pay", "confirm")
"""The kinds of decisions that one pick answers."""
NOTHING: Final = bytes(ACTIONS)

DeckList: TypeAlias = Mapping[str, int]


class Stuck(Exception):
    """Nobody has had a choice for ``MOST_FORCED`` questions."""


class Seats:
    """A match and who is asked in it. Those who have no choice are not asked.

    Attributes:
        players: the number of seats.
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
        self.players = len(names)
        self._seen = Seen(self.match)
        self._encoders = [Encoder(seat, len(names), sight) for seat, sight in enumerate(self._seen.sights)]
        self._shown: Views | None = None
        self._views: list[View] = []
        self._chance = random.Random(seed)  # noqa: S311  # only where the rules refuse the default too
        self.picks: Picks | Answered | None = None
        self.refused = ""
        self._refusals = 0
        self._asked_now: Asked | None = None
        self._decision: Decision | None = None
        self._ask()
        self._go_on()

    @property
    def views(self) -> list[View]:
        """The view of each seat as a server sends it, kept up from the first time that somebody asks for it."""
        if self._shown is None:
            self._shown = Views(self.match)
            names = [f"seat{seat}" for seat in range(self.players)]
            self._views = [View(orjson.loads(self._shown.snapshot(name))) for name in names]
        return self._views

    @property
    def asked(self) -> int | None:
        """The seat that has to pick."""
        return self._asked_now.seat if self._asked_now is not None else None

    @property
    def decision(self) -> Decision | None:
        """The decision it is asked, as a server sends it."""
        if self._asked_now is None:
            return None
        if self._decision is None:
            self._decision = msgspec.convert(decision_json(self.match.game, self._asked_now), Decision)
        return self._decision

    def write(self, seat: int, into: memoryview) -> None:
        """Write the observation of a seat now (``encoding``) into bytes of the caller, ``SIZE`` floats long.

        It holds the picks that the seat may make if it is asked.
        """
        own = self.picks if self.asked == seat else None
        self._encoders[seat].write(into, self._asked_now if own is not None else None, own)

    def write_mask(self, seat: int, into: memoryview) -> None:
        """Write 1 for each pick that a seat may make now, and 0 for the others, into ``ACTIONS`` bytes."""
        into[:] = NOTHING
        if self.picks is not None and self.asked == seat:
            for choice in self.picks.offer:
                into[choice.action] = 1

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
        if choice.option is None or self.decision is None:
            return str(choice.number)
        option = self.decision.options[choice.option.n]
        return f"{option.text} ({option.label})" if option.label else option.text

    def pick(self, action: int) -> None:
        """The seat that is asked makes a pick; then all that leaves no choice is gone through.

        Raises:
            ValueError: it is not one of those offered; nothing has changed.
            Stuck: the match goes on without anybody having a choice.
        """
        assert isinstance(self.picks, Picks)
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
            lost = result is not None and bool(side_of(self.match.header.game))
            return [-1.0 if lost else 0.0] * self.players
        return [1.0 if seat in result.winners else -1.0 for seat in range(self.players)]

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
        assert self._asked_now is not None
        return self._asked_now

    def _see(self) -> None:
        for encoder, keys in zip(self._encoders, self._seen.note(), strict=True):
            encoder.note(keys)
        if self._shown is not None:
            for name, told in self._shown.update().items():
                if name != "public":
                    self._views[int(name.removeprefix("seat"))].fold(orjson.loads(told.whole))

    def _ask(self) -> None:
        """The seat to ask next: of several the first."""
        self._decision = self.picks = self._asked_now = None
        if self.match.decisions:
            self._asked_now = asked = self.match.decisions[0]
            is_forced = asked.kind in AT_ONCE and len(asked.options) == 1
            self.picks = Answered(0) if is_forced else Picks(self._offered(asked), self._is_legal)

    def _offered(self, asked: Asked) -> Decision:
        """A decision without the words that nobody reads here."""
        options = tuple(
            Option(n, option.do, option.refs, option.amounts, "", self._seen.label(option))
            for n, option in enumerate(asked.options)
        )
        default = None
        if asked.kind not in AT_ONCE:
            given = asked.default()
            default = Answer(given.do, given.refs, given.amounts)
        return Decision(
            asked.w,
            asked.seat,
            asked.kind,
            options=options,
            least=asked.least,
            most=asked.most,
            total=asked.total,
            default=default,
        )

    def _is_legal(self, answer: Answer) -> bool:
        try:
            self._asked().check(from_wire(answer))
        except Refusal:
            return False
        return True
