"""A server compiles cards beside one another: for a lobby that shows them, for a deck that is checked, for a match."""

import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from engine.text.errors import TextError
from engine.text.language import language

TIMES = 300
THREADS = 4


@pytest.fixture
def hurried() -> Iterator[None]:
    """Threads take turns as often as they can."""
    usual = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(usual)


@pytest.mark.usefixtures("hurried")
def test_texts_that_are_read_at_the_same_time_know_their_own_cards() -> None:
    magic = language("magic")

    def read(number: int) -> list[str]:
        """The result for a text in which a card calls itself by its name, and for one that is not understood."""
        name = f"Bear{number}"
        magic.parse(f"When {name} enters, draw a card.\n{name} can't block.", name)
        with pytest.raises(TextError) as wrong:
            magic.parse(f"{name} can't blink.", name)
        return [name, wrong.value.card]

    with ThreadPoolExecutor(THREADS) as threads:
        for name, card in threads.map(read, range(TIMES)):
            assert card == name
