"""Meanings of "that many" and "that much": the number that a text spoke of last (608.2c).

It is the number of the event, or what was paid. Once an instruction has had a number that its words leave open, it is
how much that did. An instruction whose words say its number leaves none to speak of, and hides that of one before it.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from engine.abilities import (
    Amount,
    Cancel,
    Damage,
    Discard,
    Done,
    Either,
    EventAmount,
    GainLife,
    If,
    IfDid,
    Instruction,
    Later,
    LoseLife,
    May,
    PayLife,
    Ref,
    Shield,
    TargetSpec,
    UnlessPays,
)
from engine.text.errors import Reject
from engine.text.mentions import has_number
from engine.text.phrases import Choice, Sentences, TargetRef
from engine.text.speaking_parts import has_event_number, is_drawn_for, is_of_each, rewrite

CONTROL: Final = (May, If, IfDid, Later, UnlessPays, Either, Cancel)
"""Instructions that only decide about others."""
LIFE: Final = (Damage, GainLife, LoseLife)
"""Instructions whose number can come out other than it is said: damage is prevented, life is gained twice over."""
OF_HAND: Final = Done()
"""The number of a discarded hand: behind "if you do", which also holds of a hand of no cards, none can be read off."""
SEVERAL: Final = ("each", "zone", "they", "it")
"""References to as many as there are."""


def number_left(effect: Instruction, before: Amount | None) -> Amount | None:
    """The meaning of "that many" behind an instruction that was bound to no number yet; none where it has none.

    Args:
        effect: an instruction.
        before: the meaning before it.
    """
    if isinstance(effect, IfDid) and before is OF_HAND:
        return None
    if isinstance(effect, CONTROL):
        return before
    if has_event_number(effect):
        return None if isinstance(before, Done) else before
    if isinstance(effect, Discard) and effect.what is None and effect.amount is None:
        return OF_HAND
    if _leaves_number(effect):
        return Done()
    return None if isinstance(before, Done) else before


def _leaves_number(effect: Instruction) -> bool:
    """Whether the words of an instruction leave open how much or how many it does."""
    if isinstance(effect, LIFE) or is_of_each(effect):
        return True
    what = getattr(effect, "what", None)
    said = [getattr(effect, field) for field in ("amount", "count") if hasattr(effect, field)]
    if isinstance(what, TargetRef):
        return _is_open(what.spec)
    if isinstance(what, Ref):
        said.append(what.count)
        if what.kind in SEVERAL or what.up_to:
            return True
    return bool(getattr(effect, "up_to", False)) or any(not isinstance(number, int) or number < 0 for number in said)


def _is_open(spec: TargetSpec) -> bool:
    return spec.least != spec.most


def without_event_number(text: Sentences | Choice, number: Amount | None = None) -> Sentences | Choice:
    """A text of which no event has a number: "that many" is how much was done before, or ``number`` before that.

    Raises:
        Reject: nothing was, and there is no number.
    """
    if isinstance(text, Choice):
        options = tuple(_without_event_number(option, number) for option in text.options)
        return replace(text, options=options)
    return replace(text, effects=_without_event_number(text.effects, number))


def _without_event_number(effects: tuple[Instruction, ...], number: Amount | None) -> tuple[Instruction, ...]:
    found: list[Instruction] = []
    meant = number
    each_did = False
    while len(found) < len(effects):
        effect = effects[len(found)]
        if isinstance(effect, Shield):
            found.append(effect)  # it is about an event of its own
        elif isinstance(effect, Later) and effect.events and has_number(effect.events):
            found += effects[len(found) : len(found) + effect.steps + 1]
        elif isinstance(effect, May) and number_paid(effect) is not None:
            return (*found, *effects[len(found) :])  # "that many" is how much was paid
        else:
            said = meant
            if each_did and is_of_each(effect):
                said = Done(own=True) if is_drawn_for(found[-1], effect) else None
            found.append(_numbered(effect, said))
        each_did = is_of_each(effect)
        meant = number_left(effect, meant)
        if isinstance(meant, EventAmount) and not isinstance(effect, CONTROL):
            meant = None  # what a cost came to is kept until something is done
    return tuple(found)


def _numbered(effect: Instruction, number: Amount | None) -> Instruction:
    """An instruction whose "that many" is a number.

    Raises:
        Reject: there is none, or as many as all of them did is not what each of them did.
    """
    if number is None and has_event_number(effect):
        raise Reject
    return rewrite(effect, lambda part: number if isinstance(part, EventAmount) else part, only=(EventAmount,))


def number_paid(effect: May) -> Amount | None:
    """The number that a player may pay and the text may speak of."""
    match effect.cost:
        case (PayLife(amount=amount),):
            return amount
        case _:
            return None
