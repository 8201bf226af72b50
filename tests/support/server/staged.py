"""A match with both seats taken, whose seats answer, announce and agree."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from tests.support.server.peer import Frame, Peer, peer

BURN: Frame = {"decks": ["burn", "burn"], "seed": "s"}


class Stage:
    """A match with a clock, both seats taken."""

    def __init__(self, match: str, tokens: list[str], seats: list[Peer], decisions: list[Frame | None]) -> None:
        self.match = match
        self.tokens = tokens
        self.seats = seats
        self.decisions = decisions
        self.c = [0, 0]

    @property
    def asked(self) -> int:
        return next(seat for seat, decision in enumerate(self.decisions) if decision)

    async def sync(self) -> None:
        """See what is asked now."""
        for seat, player in enumerate(self.seats):
            self.decisions[seat] = (await player.ask({"t": "sync", "m": self.match}, "state")).get("decision")

    async def answer(self, a: object = None) -> Frame:
        """The seat that is asked gives an answer, or its default; returns what is asked next."""
        seat = self.asked
        decision = self.decisions[seat]
        assert decision is not None
        self.c[seat] += 1
        said = decision["default"] if a is None else a
        frame = {"t": "intent", "m": self.match, "c": self.c[seat], "w": decision["w"], "a": said}
        assert (await self.seats[seat].ask(frame, "ack", "nack"))["t"] == "ack"
        await self.sync()
        now = self.decisions[self.asked]
        assert now is not None
        return now


@asynccontextmanager
async def staged(url: str, clock: Frame | None, **more: object) -> AsyncIterator[Stage]:
    async with peer(url) as one, peer(url) as two:
        match, tokens = await one.create(clock=clock, **more)
        states = [await player.join(match, token) for player, token in zip((one, two), tokens, strict=True)]
        yield Stage(match, tokens, [one, two], [state.get("decision") for state in states])


async def announced(stage: Stage) -> tuple[int, Frame]:
    """Play until something is announced that may be taken back: its option's number, and the question."""
    while True:
        decision = stage.decisions[stage.asked]
        assert decision is not None
        seat, options = stage.asked, decision["options"]
        cast = next((option["n"] for option in options if option["do"] == "cast"), None)
        if decision["kind"] == "act" and cast is not None:
            question = await stage.answer(cast)
            if question.get("cancel") and question["seat"] == seat:
                return cast, question
        else:
            land = next((option["n"] for option in options if option["do"] == "play"), None)
            await stage.answer(land)


def agree(stage: Stage, seat: int, to: str, **more: object) -> Frame:
    stage.c[seat] += 1
    return {"t": "agree", "m": stage.match, "c": stage.c[seat], "to": to, **more}


async def say(stage: Stage, seat: int, to: str, **more: object) -> Frame:
    return await stage.seats[seat].ask(agree(stage, seat, to, **more), "ack", "nack")
