"""Requests of other nodes, and their news: frames of seats, views of matches, matches to take up or closed."""

from functools import partial

import anyio.abc

from protocol import messages as wire
from protocol.codec import decode_request, encode
from protocol.errors import BadFrame
from server.cluster.messages import Adopt, Back, Forward, Given, Gone, Notice, Post, Question, Shut, Taken, Want
from server.match.audience import Ask, Fetch, Response, SeatIntent, view_name
from server.ownership.registry import Registry
from server.runtime.logs import get
from server.runtime.settings import Settings

log = get("desk")


class Desk:
    """Answers the letters of other nodes."""

    def __init__(self, registry: Registry, post: Post, settings: Settings, tasks: anyio.abc.TaskGroup) -> None:
        self._registry = registry
        self._post = post
        self._settings = settings
        self._tasks = tasks

    def asked(self, letter: Question | Notice) -> None:
        match letter:
            case Forward():
                self._forward(letter)
            case Want():
                self._want(letter)
            case Adopt():
                self._tasks.start_soon(self._adopt, letter, name=f"adopt {letter.match}")
            case Shut():
                actor = self._registry.get(letter.match)
                if actor is not None:
                    actor.closed(letter.reason)
            case Taken():
                self._registry.taken(letter.match, letter.number)

    def _forward(self, letter: Forward) -> None:
        actor = self._registry.get(letter.match)
        if actor is None or actor.is_gone or view_name(letter.seat) not in actor.feeds:
            self._post.answer(letter.sender, Gone(letter.number))
            return
        try:
            command = decode_request(letter.frame, len(letter.frame))
        except BadFrame as bad:  # of a node that speaks another version
            log.warning("frame not understood", sender=letter.sender, reason=bad.reason)
            return
        reply = partial(self._reply, letter.sender, letter.number)
        c: int | None = None
        r: str | None = None
        match command:
            case wire.Intent() | wire.Concede() | wire.Settings() | wire.Agree():
                c = command.c
                declined = actor.put(SeatIntent(letter.seat, command, reply, letter.lag_ms))
            case wire.Why() | wire.Know():
                r = command.r
                declined = actor.put(Ask(letter.seat, command, reply))
            case _:
                log.warning("frame not expected", sender=letter.sender, command=type(command).__name__)
                return
        if declined is not None:
            code, reason = declined
            retry_ms = self._settings.retry_ms if code in ("unavailable", "rate_limited") else None
            reply(wire.Nack(code, reason, letter.match, c, r, retry_ms=retry_ms))

    def _reply(self, sender: str, number: int, result: Response) -> None:
        self._post.answer(sender, Back(number, encode(result)))

    def _want(self, letter: Want) -> None:
        actor = self._registry.get(letter.match)
        fetch = Fetch(
            letter.view,
            letter.since,
            partial(self._give, letter.sender, letter.number),
            letter.sender,
            letter.followers,
        )
        if actor is None or letter.view not in actor.feeds or actor.put(fetch) is not None:
            self._post.answer(letter.sender, Gone(letter.number))

    def _give(
        self, sender: str, number: int, seq: int, is_whole: bool, frames: list[bytes], watching: int, end: bytes
    ) -> None:
        self._post.answer(sender, Given(number, seq, is_whole, tuple(frames), watching, end))

    async def _adopt(self, letter: Adopt) -> None:
        await self._registry.take_up(letter.match)
        is_here = self._registry.get(letter.match) is not None
        self._post.answer(letter.sender, Back(letter.number) if is_here else Gone(letter.number))
