"""Questions about what is printed: each is answered once for each part, and of many parts the answers are bounded."""

from engine.cards.worked_out import MOST, worked_out


class Part:
    """A part of a printed text that takes long to hash."""

    def __init__(self, word: str) -> None:
        self.word = word

    def __eq__(self, other: object) -> bool:
        raise AssertionError("nobody looks at the words of a part")

    def __hash__(self) -> int:
        raise AssertionError("nobody looks at the words of a part")


def test_a_part_is_asked_once_and_an_equal_one_for_itself() -> None:
    asked: list[str] = []

    @worked_out
    def length(part: Part) -> int:
        asked.append(part.word)
        return len(part.word)

    one, other = Part("flying"), Part("haste")
    assert [length(one), length(other), length(one), length(other)] == [6, 5, 6, 5]
    assert asked == ["flying", "haste"]


def test_answers_about_parts_that_are_gone_are_never_those_about_new_ones() -> None:

    @worked_out
    def word(part: Part) -> str:
        return part.word

    assert [word(Part(str(number))) for number in range(2 * MOST + 1)] == [str(n) for n in range(2 * MOST + 1)]
