"""Types that a text gives to a permanent: which of its own it keeps (205.1)."""

from __future__ import annotations

import pytest

from engine.games.magic.types import become

FOOZLE = ("creature", "foozle", "red", "permanent", "card", "legendary")


@pytest.mark.parametrize(
    ("becomes", "left"),
    [
        (("goblin",), ("creature", "red", "permanent", "card", "legendary", "goblin")),
        (("blue",), ("creature", "foozle", "permanent", "card", "legendary", "blue")),
        (("land",), ("red", "permanent", "card", "legendary", "land")),
        (("artifact", "creature"), ("creature", "foozle", "red", "permanent", "card", "legendary", "artifact")),
    ],
)
def test_a_type_that_is_on_no_list_goes_as_others_do(becomes: tuple[str, ...], left: tuple[str, ...]) -> None:
    assert become(FOOZLE, becomes, keeps=False) == left
    listed = tuple("elf" if word == "foozle" else word for word in FOOZLE)
    assert become(listed, becomes, keeps=False) == tuple("elf" if word == "foozle" else word for word in left)


def test_a_type_that_is_kept_stays() -> None:
    assert become(FOOZLE, ("goblin",), keeps=True) == (*FOOZLE, "goblin")
