"""The inputs of a seat, as the rules take them, and as the journal tells of them."""

from typing import TypeAlias

import orjson
from msgspec import Raw, to_builtins

import engine
from protocol import messages as wire
from server.match.refusals import undone_of
from server.store.entries import Answered, Conceded, Input, Settled

Said: TypeAlias = wire.Intent | wire.Concede | wire.Settings


def apply(match: engine.Match, seat: int, said: Said) -> engine.Commit:
    """Let the rules decide.

    Raises:
        engine.Refusal: it does not count; nothing changed.
    """
    if isinstance(said, wire.Concede):
        return match.concede(seat)
    if isinstance(said, wire.Settings):
        return match.set(seat, settings_of(said.s, match.settings[seat]))
    answer = said.a
    if isinstance(answer, int):
        return match.apply_option(seat, said.w, answer)
    if isinstance(answer, str):
        return match.apply_text(seat, said.w, answer)
    return match.apply(seat, said.w, from_wire(answer))


def is_playing(match: engine.Match, seat: int) -> bool:
    """Whether what the seat is asked belongs to a play of its own: of others' it is not told why they fail."""
    plays = match.game.root.plays
    return bool(plays) and match.game.play(plays[-1]).seat == seat


def undone_by(commit: engine.Commit) -> wire.Undone | None:
    """The reason for which a commit undid a play, unless its player took it back."""
    undone = commit.reversed
    return undone_of(undone) if undone and undone.code != "cancelled" else None


def input_of(seat: int, said: Said, digest: bytes, commit: engine.Commit, at_ms: int, lag_ms: int) -> Input:
    """The entry that tells of what was taken; ``lag_ms`` is what was made good of the time it took."""
    if commit.settings is not None:
        return Settled(seat, Raw(orjson.dumps(commit.settings.to_json())), said.c, at=at_ms, d=digest)
    if not isinstance(said, wire.Intent) or commit.answer is None:
        return Conceded(seat, said.c, at=at_ms, d=digest)
    answer = Raw(orjson.dumps(commit.answer.to_json()))
    return Answered(seat, said.w, answer, said.c, at=at_ms, lag=lag_ms, d=digest)


def settings_of(asked: wire.AnyComfort, before: engine.Settings) -> engine.Settings:
    """The settings that a client asks for."""
    if isinstance(asked, str):
        return engine.Settings.read(asked, before)
    return engine.Settings.from_json(to_builtins(asked))


def from_wire(answer: wire.Answer) -> engine.Answer:
    """An answer as the rules take it.

    Raises:
        engine.Refusal: ``too_much``, ``bad_answer``: its runs name more than may be named, or mean nothing.
    """
    refs, amounts = engine.spread(answer.refs, answer.amounts, answer.runs)
    return engine.Answer(answer.do, refs, amounts, tuple(from_wire(part) for part in answer.plan))
