"""The one answer to a question that leaves nothing to choose, as the page gives it (``comfort/only.js``).

A target may be something of one's own, and the play taken back instead: then the player decides.
"""

from __future__ import annotations

from typing import Final

from protocol.messages import Answer, AnyAnswer, Decision
from server.terminal.scene import Scene

CHOSEN: Final = frozenset(("targets", "cards", "players", "modes", "costs"))
AUTO: Final = Answer("auto")


def passing(decision: Decision) -> int | None:
    """The number of the option to pass, where there is nothing else but to make mana."""
    options = decision.options if decision.kind == "act" else ()
    passes = [option.n for option in options if option.do == "pass"]
    return passes[0] if passes and all(option.do == "pass" or option.mana for option in options) else None


def only_answer(decision: Decision, scene: Scene) -> AnyAnswer | None:
    """The one answer; ``None`` if there are several, or one that may be regretted."""
    refs = tuple(option.refs[0] for option in decision.options if option.refs)
    count = len(decision.options)
    match decision.kind:
        case "act" | "confirm":
            return decision.options[0].n if count == 1 else None
        case "pay":
            return AUTO if _is_whole(decision, refs) else None
        case "number":
            is_fixed = decision.least == decision.most and not count
            return Answer("number", (), (decision.least,)) if is_fixed else None
        case "divide":
            return Answer("divide", refs, (decision.total,)) if count == 1 else None
        case "order":
            return Answer("order", refs) if count == 1 else None
        case "assign":
            return None if count or decision.least else Answer("assign")
        case kind if kind in CHOSEN:
            return _chosen(decision, refs, scene)
    return None


def _chosen(decision: Decision, refs: tuple[int, ...], scene: Scene) -> AnyAnswer | None:
    """All that there is to choose, where fewer are too few."""
    if decision.auto and _is_whole(decision, refs):
        return AUTO
    count = len(decision.options)
    is_forced = decision.least == count and (decision.most == decision.least or not count)
    return Answer(decision.kind, refs) if is_forced and not _may_regret(decision, refs, scene) else None


def _is_whole(decision: Decision, refs: tuple[int, ...]) -> bool:
    """Whether the rules would pay with all that there is: then there is one way to pay."""
    return bool(refs) and len(refs) == len(decision.options) and sorted(refs) == sorted(set(decision.proposal))


def _may_regret(decision: Decision, refs: tuple[int, ...], scene: Scene) -> bool:
    """Whether the player may want to take the play back rather than choose something of the own side."""
    if not decision.cancel:
        return False
    is_aimed = decision.kind in ("targets", "players")
    return not is_aimed or any(scene.owner_of(ref) in (None, scene.you) for ref in refs)
