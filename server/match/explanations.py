"""Answers for a seat that asks about a card: why it cannot be used, what it says, and what made it so."""

from msgspec.structs import replace

import engine
from protocol import messages as wire
from server.match.refusals import phrase_of


def because(match: engine.Match, match_id: str, seat: int, asked: wire.Why) -> wire.Because:
    """The answer to ``why``; about a card as a whole with all that there is to tell.

    Raises:
        engine.Refusal: the seat does not see it, or it has no such ability.
    """
    told = match.why_not(seat, asked.o, asked.i)
    first = wire.Because(
        match_id,
        told.code,
        told.reason,
        told.rule,
        told.need,
        told.by,
        asked.r,
        key=engine.key_of(told.words),
        args=engine.args_of(told.words),
        needed=phrase_of(told.needs),
    )
    if asked.i is not None:
        return first
    about = match.about(seat, asked.o)
    return replace(
        first,
        uses=tuple(map(_use, about.uses)),
        lines=tuple(
            wire.Line(line.text, str(line.name), line.by, line.lost, phrase_of(line.name))
            for line in about.account.lines
        ),
        changes=tuple(map(_change, about.account.changes)),
    )


def _change(one: engine.Change) -> wire.Change:
    return wire.Change(
        str(one.change),
        str(one.name),
        one.by,
        str(one.until),
        one.rule,
        engine.key_of(one.change),
        engine.args_of(one.change),
        phrase_of(one.name),
        phrase_of(one.until),
    )


def _use(use: engine.Use) -> wire.Use:
    found = use.found
    place = use.place if use.place >= 0 else None
    steps = tuple(
        wire.Step(str(stage.words), stage.rule, _OK[state], engine.key_of(stage.words)) for stage, state in use.steps()
    )
    return wire.Use(
        use.do,
        found.code,
        found.reason,
        use.name,
        place,
        found.rule,
        found.need,
        found.by,
        steps,
        engine.key_of(found.words),
        engine.args_of(found.words),
        phrase_of(found.needs),
    )


_OK = {engine.PASSED: True, engine.FAILED: False, engine.OPEN: None}
