"""The notes that items and plays keep of what was paid, activated and struck, as records.

Each is immutable and compares by value. ``engine.state.dump_rows`` says how they are written.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from engine.state.decisions import Answer  # compiled, the class has to be there before a record has a field of it

if TYPE_CHECKING:
    from engine.state.last_known import LastKnown


WAS_CAST: Final = "cast"
"""The word that notes of an object that it was cast; a copy of it was not (707.10)."""
ATTACKED: Final = "attacked"
"""The word that notes for an item what was attacked by an object that was given up for it, by its id."""
SPLICED_ON: Final = "spliced"
"""The word that notes for a spell what card was spliced onto it, by its id."""
MANA_FOR_IT: Final = f"{WAS_CAST} for mana"
"""The word that notes of an object how much mana was spent to cast it."""


class PaidObject(NamedTuple):
    """An object that was given up for an item, as it last was; ``word`` is that of texts for such things."""

    word: str
    last: LastKnown


class PaidNumber(NamedTuple):
    """A number that was paid for an item, and the word for what it is of."""

    word: str
    number: int


Paid = PaidObject | PaidNumber


class MadeMana(NamedTuple):
    """A mana ability that was activated for a play, as answered; ``stays``: it cannot be taken back."""

    activation: Answer
    stays: bool


class Victim(NamedTuple):
    """An object that may be struck: its id, how much damage it could still take, and the object as it was before."""

    id: int
    left: int
    known: LastKnown


Held = tuple[int, ...] | Victim
"""One thing that an item holds: the targets of a word, a pair of a declaration, a number, or a victim."""


class Struck(NamedTuple):
    """The object that an attack damages, and how much damage it could still take then."""

    victim: int
    left: int


def objects_paid(paid: tuple[Paid, ...], word: str) -> list[LastKnown]:
    """The objects of a word that were given up, as they last were."""
    return [each.last for each in paid if isinstance(each, PaidObject) and each.word == word]


def numbers_paid(paid: tuple[Paid, ...], word: str) -> list[int]:
    """The numbers of a word that were paid."""
    return [each.number for each in paid if isinstance(each, PaidNumber) and each.word == word]


def victims_of(held: tuple[Held, ...]) -> list[Victim]:
    """The victims that are noted there."""
    return [each for each in held if isinstance(each, Victim)]


def targets_held(held: tuple[Held, ...], word: int) -> tuple[int, ...]:
    """The targets of a word, of those noted there; none if there is no such word."""
    found = held[word] if word < len(held) else ()
    return found if not isinstance(found, Victim) else ()


def pairs_held(held: tuple[Held, ...]) -> tuple[tuple[int, int], ...]:
    """The pairs of a declaration that are noted there."""
    found = []
    for each in held:
        left, right, *_ = each
        assert isinstance(right, int)  # a pair, or a victim with its number
        found.append((left, right))
    return tuple(found)


def hold_struck(victim: int, left: int) -> tuple[Held, ...]:
    """Write down whom an attack damages, for ``struck_of``."""
    return ((victim,), (left,))


def struck_of(held: tuple[Held, ...]) -> Struck | None:
    """The one whom an attack damages; none before it does."""
    numbers = [number for each in held if not isinstance(each, Victim) for number in each]
    return Struck(*numbers) if numbers else None
