"""Reasons why something can or cannot be done, step by step, and what made a card what it is, in lines."""

from __future__ import annotations

from typing import Final

from protocol.messages import Because, Change, Step, Use
from protocol.view import Card
from server.terminal.scene import Scene

SIGNS: Final[dict[bool | None, str]] = {True: "yes", False: "NO", None: "-"}
"""Whether a step passes; what comes after one that fails is not looked at."""


def reasons(scene: Scene, card: Card, because: Because) -> list[str]:
    """Each thing that might be done with a card, and the steps of it; or the one reason there is."""
    if not because.uses:
        return [_sentence(scene, because)]
    lines: list[str] = []
    for use in because.uses:
        what = f"{use.do} {use.name.replace('~', card.name)}".strip()
        lines.append(f"{what}: {_sentence(scene, use)}")
        lines += [f"  {SIGNS[step.ok]:<3} {step.says}{_rule(step)}" for step in use.steps]
    return lines


def origins(card: Card, because: Because) -> list[str]:
    """The abilities of a card that are not printed on it, those it has lost, and the changes of its numbers."""
    gained = [f"has from {line.name}: {line.text}" for line in because.lines if line.name and not line.lost]
    lost = [f"has lost: {line.text}" for line in because.lines if line.lost]
    changes = [
        f"{change.name}: {change.change}{f' {change.until}' if change.until else ''}{_rule(change)}"
        for change in because.changes
    ]
    return [line.replace("~", card.name) for line in (*gained, *lost, *changes)]


def _sentence(scene: Scene, because: Because | Use) -> str:
    need = f"; needed: {because.need}" if because.need else ""
    by = f"; by {scene.name_of(because.by)}" if because.by else ""
    return f"{because.reason}{_rule(because)}{need}{by}"


def _rule(said: Because | Use | Step | Change) -> str:
    return f" [{said.rule}]" if said.rule else ""
