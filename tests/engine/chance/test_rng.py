"""Randomness: the same for the same seed, changed by every share, unbiased, and open to a third party."""

from __future__ import annotations

import hashlib
from collections import Counter

from engine.chance.rng import Seed, Stream


def test_a_third_party_can_work_out_every_number_from_secret_and_shares() -> None:
    """The construction written down once more, with nothing but hashlib."""
    digest = hashlib.blake2b(digest_size=32)
    for part in (b"secret", b"ann", b"bob"):
        digest.update(len(part).to_bytes(8, "big") + part)
    block = hashlib.blake2b((3).to_bytes(8, "big"), key=digest.digest()).digest()
    wanted = int.from_bytes(block[8:16], "big")
    assert Stream(Seed("secret", ("ann", "bob")).key()).word(3 * 8 + 1) == wanted


def test_the_commitment_is_the_hash_of_the_secret_alone() -> None:
    assert Seed("secret", ("ann",)).commitment() == hashlib.sha256(b"secret").hexdigest()


def test_every_share_changes_the_stream() -> None:
    keys = {Seed("s", shares).key() for shares in ((), ("a",), ("a", "b"), ("b", "a"), ("ab",), ("", "ab"))}
    assert len(keys) == 6


def test_numbers_depend_on_the_cursor_alone_not_on_the_order_of_asking() -> None:
    stream = Stream(b"k" * 32)
    forwards = [stream.word(n) for n in range(40)]
    assert [stream.word(n) for n in reversed(range(40))] == forwards[::-1]


def test_numbers_below_a_bound_are_even() -> None:
    stream = Stream(b"k" * 32)
    cursor = 0
    seen: Counter[int] = Counter()
    for _ in range(6_000):
        number, cursor = stream.below(cursor, 6)
        seen[number] += 1
    assert set(seen) == set(range(6))
    assert all(abs(count - 1_000) < 150 for count in seen.values())


def test_a_shuffle_is_a_permutation_and_moves_the_cursor_by_what_it_drew() -> None:
    stream = Stream(b"k" * 32)
    cards, cursor = stream.shuffled(5, tuple(range(60)))
    assert sorted(cards) == list(range(60))
    assert cursor == 5 + 59
    assert stream.shuffled(5, tuple(range(60))) == (cards, cursor)


def test_where_another_secret_takes_over_numbers_are_its_own_inside_a_block_too() -> None:
    first, second, third = Seed("a"), Seed("b"), Seed("c")
    whole = first.going_on(11, second).going_on(13, third).stream()
    wanted = [first.stream().word(n) for n in range(11)] + [second.stream().word(n) for n in (11, 12)]
    wanted += [third.stream().word(n) for n in range(13, 40)]
    assert [whole.word(n) for n in range(40)] == wanted
    assert [whole.word(n) for n in reversed(range(40))] == wanted[::-1]
