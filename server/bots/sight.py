"""A line of play as its seats see it: what a bot is shown and asked over the wire, without a wire."""

from __future__ import annotations

import random

import engine
from protocol.messages import Answer, AnyAnswer, Decision, Option
from protocol.view import Card, Line, Player, View
from server.bots import greedy


class Entities(dict[str, object]):
    """The entities of one view, worked out when somebody asks for them."""

    def __init__(self, line: engine.Line, seat: int) -> None:
        super().__init__()
        self._game = line.game
        self._seat = seat

    def get(self, key: str, default: object = None) -> object:
        if key in self:
            found = self[key]
        else:
            found = self[key] = self._made(key)
        return default if found is None else found

    def _made(self, key: str) -> object:
        return engine.entity(self._game, self._seat, key)


class Sight(View):
    """The view of one seat on a line."""

    def __init__(self, line: engine.Line, seat: int) -> None:
        super().__init__(Entities(line, seat))  # type: ignore[arg-type] # as JSON, but with tuples
        self._game = line.game
        self._cards: tuple[Card, ...] | None = None

    @property
    def players(self) -> tuple[Player, ...]:
        found = (self.player(player.seat) for player in self._game.players)
        return tuple(player for player in found if player is not None)

    @property
    def cards(self) -> tuple[Card, ...]:
        if self._cards is None:
            idents = [ident for ident in self._game.records if ident > 0]
            self._cards = tuple(card for ident in idents if (card := self.card(ident)) is not None)
        return self._cards

    @property
    def log(self) -> tuple[Line, ...]:
        return ()

    def forget(self, idents: set[int]) -> None:
        """Forget these records, which have changed; players and the game always have."""
        keys = [key for ident in idents for key in (f"o{ident}", f"s{ident}")]
        for key in (*keys, *(f"p{player.id}" for player in self._game.players), "game"):
            self._read.pop(key, None)
            self.entities.pop(key, None)
        if idents:
            self._cards = None


class Sights:
    """The views of all seats on a line, and their answers of their own accord."""

    def __init__(self, line: engine.Line, rng: random.Random) -> None:
        self._line = line
        self._rng = rng
        self._sights = [Sight(line, seat) for seat in range(line.game.seats)]

    def greedy(self, decision: engine.Decision) -> engine.Answer:
        """The answer of the greedy bot."""
        news = self._line.news()
        for sight in self._sights:
            sight.forget(news)
        return engine_answer(decision, greedy.choose(self._sights[decision.seat], asked(decision), self._rng))


def asked(decision: engine.Decision) -> Decision:
    """A decision as a client reads it, without the gestures of its options."""
    options = tuple(Option(n, o.do, o.refs, o.amounts, "", o.label) for n, o in enumerate(decision.options))
    return Decision(
        max(1, decision.w),
        decision.seat,
        decision.kind,
        decision.prompt,
        decision.rule,
        decision.subject,
        options,
        decision.least,
        decision.most,
        decision.total,
        decision.cancel,
        auto=decision.auto or decision.kind == "pay",
    )


def engine_answer(decision: engine.Decision, answer: AnyAnswer) -> engine.Answer:
    """A client's answer as the engine reads it."""
    if isinstance(answer, int):
        return decision.options[answer].answer()
    assert isinstance(answer, Answer)  # no bot of ours writes gestures
    return engine.Answer(
        answer.do, answer.refs, answer.amounts, tuple(engine_answer(decision, part) for part in answer.plan)
    )
