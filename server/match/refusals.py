"""Refusals of the engine as clients are told them."""

import engine
from protocol import messages as wire


def nack_of(
    refusal: engine.Refusal,
    m: str | None = None,
    c: int | None = None,
    r: str | None = None,
    *,
    retry_ms: int | None = None,
) -> wire.Nack:
    """A refusal, addressed to what was refused."""
    key, args = engine.key_of(refusal.words), engine.args_of(refusal.words)
    return wire.Nack(refusal.code, refusal.reason, m, c, r, rule=refusal.rule, retry_ms=retry_ms, key=key, args=args)


def undone_of(reversal: engine.Reversal) -> wire.Undone:
    """The reason that a play was undone."""
    key, args = engine.key_of(reversal.words), engine.args_of(reversal.words)
    return wire.Undone(reversal.rule, reversal.code, reversal.reason, key, args)


def phrase_of(words: engine.Words) -> wire.Phrase | None:
    """The key and the arguments of a text; none of one that is English alone."""
    key = engine.key_of(words)
    return wire.Phrase(key, engine.args_of(words)) if key else None
