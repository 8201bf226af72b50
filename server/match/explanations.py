"""Answers for a seat that asks about a card: why it cannot be used, what it says, and what made it so."""

import engine
from protocol import messages as wire


def because(match: engine.Match, match_id: str, seat: int, asked: wire.Why) -> wire.Because:
    """The answer to ``why``; about a card as a whole with all that there is to tell.

    Raises:
        engine.Refusal: the seat does not see it, or it has no such ability.
    """
    told = match.why_not(seat, asked.o, asked.i)
    first = wire.Because(match_id, told.code, told.reason, told.rule, told.need, told.by, asked.r)
    if asked.i is not None:
        return first
    about = match.about(seat, asked.o)
    return wire.Because(
        match_id,
        told.code,
        told.reason,
        told.rule,
        told.need,
        told.by,
        asked.r,
        tuple(map(_use, about.uses)),
        tuple(wire.Line(line.text, line.name, line.by, line.lost) for line in about.account.lines),
        tuple(wire.Change(one.change, one.name, one.by, one.until, one.rule) for one in about.account.changes),
    )


def _use(use: engine.Use) -> wire.Use:
    found = use.found
    place = use.place if use.place >= 0 else None
    steps = tuple(wire.Step(stage.says, stage.rule, _OK[state]) for stage, state in use.steps())
    return wire.Use(use.do, found.code, found.reason, use.name, place, found.rule, found.need, found.by, steps)


_OK = {engine.PASSED: True, engine.FAILED: False, engine.OPEN: None}
