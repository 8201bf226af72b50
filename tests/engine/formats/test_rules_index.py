"""The sources of RULES.md are read as their authors mean it."""

from __future__ import annotations

from engine.formats.rules_index import mentions_of

SOURCE = '''
class Door:
    def enter(self) -> None:
        """601.2a-c: a range."""
        raise Refusal("602.5a", "closed", "no")  # as 603.4 has it

    def leave(self) -> None:
        ask(game.rules.cite("pay"))
'''


def test_a_function_names_what_it_obeys() -> None:
    enter, leave = mentions_of("door.py", SOURCE)
    obeyed = ["601.2a", "601.2b", "601.2c", "602.5a", "603.4"]
    assert [p for p in ("601.2", *obeyed, "602.5", "601.2d") if enter.speaks_of(p, shared=True)] == obeyed
    assert enter.name == "Door.enter"
    assert leave.cited == {"pay"}


def test_short_numbers_are_paragraphs_only_in_the_folder_of_their_game() -> None:
    (found,) = mentions_of("x.py", 'def f():\n    """1.5: twice in 1.8.2."""\n')
    assert found.speaks_of("1.5", shared=False)
    assert not found.speaks_of("1.5", shared=True)
    assert found.speaks_of("1.8.2", shared=True)
    assert not found.speaks_of("1.8", shared=False)
