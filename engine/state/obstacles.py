"""Obstacles: why a seat cannot use something now, and which stages of the use have passed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from engine.sentences import Words


CAN: Final = "can"
"""The code of what can be done now."""


REASON_FIELDS: Final = ("by", "code", "need", "reason", "rule")
"""The parts of a reason that are told."""


class WhyNot:
    """The reason that something cannot be used now, or the fact that it can.

    Attributes:
        rule: the paragraph that forbids it, or allows it.
        code: stable, for programs; ``can`` where it can be used.
        words: one sentence for the player.
        needs: what would make it legal, where that is known: "{R}{R} more mana", "your next turn"; else "".
        by: the id of the permanent that prohibits it; 0 if none does.
    """

    __slots__ = ("by", "code", "needs", "rule", "words")

    def __init__(self, rule: str, code: str, words: Words, needs: Words = "", by: int = 0) -> None:
        self.rule = rule
        self.code = code
        self.words = words
        self.needs = needs
        self.by = by

    def __repr__(self) -> str:
        return f"WhyNot({self.rule!r}, {self.code!r}, {self.reason!r}, {self.need!r}, {self.by})"

    @property
    def reason(self) -> str:
        """The sentence in English."""
        return str(self.words)

    @property
    def need(self) -> str:
        """The condition that would make it legal, in English."""
        return str(self.needs)

    @property
    def can(self) -> bool:
        """Whether it can be used now."""
        return self.code == CAN

    def to_json(self) -> dict[str, object]:
        """As a JSON object; what is not known is left out."""
        out: dict[str, object] = {"rule": self.rule, "code": self.code, "reason": self.reason}
        if self.need:
            out["need"] = self.need
        if self.by:
            out["by"] = self.by
        return out


PASSED: Final = "passed"


FAILED: Final = "failed"


OPEN: Final = "open"
"""The state of a stage whose turn has not come, one before it having failed."""


class Stage:
    """One step that a use goes through.

    Attributes:
        rule: its paragraph.
        words: what it asks, in a few words.
        codes: of what fails there; none: of everything that no other stage names.
    """

    __slots__ = ("codes", "rule", "words")

    def __init__(self, rule: str, words: Words, *codes: str) -> None:
        self.rule = rule
        self.words = words
        self.codes = codes


Stages = tuple[Stage, ...]


class Use:
    """One thing that might be done with an object, and whether it can be done now.

    Attributes:
        do: the verb, as in a gesture.
        name: which way of doing it, "" if there is but one: "flashback", the text of the ability.
        place: which of its activated abilities, from 0; -1 for none of them.
    """

    __slots__ = ("do", "found", "name", "place", "stages")

    def __init__(self, do: str, found: WhyNot, stages: Stages, name: str = "", place: int = -1) -> None:
        self.do = do
        self.found = found
        self.stages = stages
        self.name = name
        self.place = place

    def __repr__(self) -> str:
        return f"Use({self.do!r}, {self.name!r}, {self.place}, {self.found!r})"

    def steps(self) -> list[tuple[Stage, str]]:
        """Each stage, and whether it has passed, has failed or is open."""
        failing = len(self.stages) if self.found.can else _place(self.stages, self.found.code)
        states = [PASSED] * failing + [FAILED] + [OPEN] * len(self.stages)
        return list(zip(self.stages, states, strict=False))


def _place(stages: Stages, code: str) -> int:
    """The stage at which a use with this code fails."""
    others = next((place for place, stage in enumerate(stages) if not stage.codes), len(stages) - 1)
    return next((place for place, stage in enumerate(stages) if code in stage.codes), others)
