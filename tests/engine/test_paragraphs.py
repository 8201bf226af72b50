"""RULES.md says what is so; what it is made from is read as its authors mean it."""

from __future__ import annotations

from engine.paragraphs import chapters_of, mentions_of
from engine.scenario import Outcome
from server.commands.rules import FILE, paragraphs
from tests.scenarios.running import FILES, outcome_of

SOURCE = '''
class Door:
    def enter(self) -> None:
        """601.2a-c: a range."""
        raise Refusal("602.5a", "closed", "no")  # as 603.4 has it

    def leave(self) -> None:
        ask(game.rules.cite("pay"))
'''


def test_rules_md_is_what_the_code_and_the_scenarios_say() -> None:
    text = paragraphs([outcome_of(path) for path in FILES])
    assert FILE.read_text(encoding="utf-8") == text, "stackloop rules --write"


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


def test_what_must_be_pinned_is_green() -> None:
    """Every paragraph of 601.2, 602, 603.2 to 603.3b, 605.3 and 117 has a scenario, and all of them go as written."""
    outcomes: list[Outcome] = [outcome_of(path) for path in FILES]
    wanted = [
        paragraph
        for _, chapter in chapters_of("magic")
        for paragraph in chapter
        if paragraph.startswith(("601.2", "602.", "603.2", "603.3", "605.3", "117."))
        and paragraph not in ("603.3c", "603.3d")
    ]
    pinned = {rule for outcome in outcomes if outcome.game == "magic" and outcome.passed for rule in outcome.rules}
    assert [paragraph for paragraph in wanted if paragraph not in pinned] == []
