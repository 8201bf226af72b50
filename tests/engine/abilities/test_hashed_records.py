"""Records that keep their hash: it is worked out once, equal records share it, and it goes nowhere else."""

import pickle
from dataclasses import dataclass, replace

from engine.abilities import Filter
from engine.abilities.hashed_records import HashedOnce, hashed_once


class Counted:
    """A value that counts how often it is hashed."""

    def __init__(self) -> None:
        self.times = 0

    def __hash__(self) -> int:
        self.times += 1
        return 7


@hashed_once
@dataclass(frozen=True, slots=True)
class Noun(HashedOnce):
    what: Counted


def test_a_hash_is_worked_out_once() -> None:
    noun = Noun(counted := Counted())
    assert len({noun: 1, Noun(counted): 2}) == 1
    assert hash(noun) == hash(noun)
    assert counted.times == 2


def test_a_changed_copy_has_a_hash_of_its_own() -> None:
    creature = Filter((("creature",),))
    assert hash(creature) == hash(Filter((("creature",),)))
    assert hash(replace(creature, zone="graveyard")) == hash(Filter((("creature",),), zone="graveyard"))


def test_no_other_process_is_given_a_hash() -> None:
    """Hashes of strings differ from process to process."""
    creature = Filter((("creature",),))
    hash(creature)
    assert not hasattr(pickle.loads(pickle.dumps(creature)), "_hash")  # noqa: S301 # our own
