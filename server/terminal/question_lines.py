"""A question in lines, and what is typed as its answer.

If one option is an answer its number is typed. If several are chosen, their numbers, with spaces between: for an order
first to last, for attackers and blockers one number for each pair. A division wants as many numbers as there are
options: how much each gets. Anything else that is typed is a gesture, and the server says what is wrong with it.
"""

from __future__ import annotations

import re
from typing import Final

from protocol.messages import Answer, AnyAnswer, Decision, Option
from server.terminal.plain_text import plain
from server.terminal.scene import Scene

AT_ONCE: Final = ("act", "pay", "confirm")
"""Kinds of decisions of which one option is an answer."""
NOBODY: Final = "none"
YES_OR_NO: Final = ("yes", "no")
SEAT: Final = re.compile(r"((?:^|(?<= ))player |(?<= )|^)([A-H])$")
"""The letter of a seat at the end of a gesture."""


class Unreadable(Exception):
    """The typed line is no answer to this question; the message says what would be."""


def question(decision: Decision, scene: Scene) -> str:
    """The question, in the words of a player."""
    is_moment = decision.kind == "act" and any(option.do == "pass" for option in decision.options)
    return plain((moment(scene) if is_moment else "") or decision.prompt or "your answer")


def moment(scene: Scene) -> str:
    """The moment at which one may act: what is to resolve, else whose turn it is; empty before the first turn."""
    game = scene.game
    if game.stack:
        return f"{scene.name_of(game.stack[0])} is about to resolve"
    whose = "your turn" if game.active == scene.you else f"{scene.name_of_seat(game.active)}'s turn"
    return f"{whose}, {game.phase}" if game.turn else ""


def options(decision: Decision, scene: Scene) -> list[str]:
    """The options by number."""
    return [plain(f"{option.n:>3}  {_words(option, scene)}") for option in decision.options]


def how(decision: Decision, *, has_enter: bool = True) -> str:
    """The lines that may be typed; ``has_enter`` if an empty one is among them."""
    hints = [_how(decision)]
    if has_enter and shortest(decision) is not None:
        hints.append(f"Enter: {_describe(shortest(decision))}")
    if decision.auto:
        hints.append("auto")
    if decision.cancel:
        hints.append("cancel takes it back")
    if decision.bound:
        hints.append("it cannot be taken back any more: something was shown, or another has chosen since")
    return "; ".join(hint for hint in hints if hint)


def able(decision: Decision) -> frozenset[int]:
    """The ids of what may be used or chosen."""
    return frozenset(option.refs[0] for option in decision.options if option.refs and option.do != "pass")


def shortest(decision: Decision) -> AnyAnswer | None:
    """The answer of an empty line: a pass, or a payment left to the rules; nothing else is said by accident."""
    if decision.auto:
        return Answer("auto")
    return next((option.n for option in decision.options if option.do == "pass"), None)


def read(decision: Decision, typed: str) -> AnyAnswer:
    """The answer that is meant.

    Raises:
        Unreadable: it cannot be one, as a number that no option has.
    """
    words = typed.replace(",", " ").split()
    if not words:
        answer = shortest(decision)
        if answer is None:
            raise Unreadable(how(decision))
        return answer
    if words == ["auto"] and decision.auto:
        return Answer("auto")
    if words == ["cancel"] and decision.cancel:
        return Answer("cancel")
    if words == [NOBODY] and decision.kind not in AT_ONCE:
        return Answer(decision.kind)
    if not all(word.isdecimal() for word in words):
        return typed
    return _counted(decision, [int(word) for word in words])


def _counted(decision: Decision, numbers: list[int]) -> AnyAnswer:
    if decision.kind == "number":
        return Answer("number", (), tuple(numbers))
    if decision.kind == "divide":
        if len(numbers) != len(decision.options):
            raise Unreadable(f"{len(decision.options)} numbers, one for each option")
        return Answer("divide", tuple(option.refs[0] for option in decision.options), tuple(numbers))
    chosen = [_option(decision, number) for number in numbers]
    if decision.kind in AT_ONCE:
        if len(chosen) != 1:
            raise Unreadable("one number")
        return chosen[0].n
    refs = tuple(option.refs[0] for option in chosen)
    return Answer(decision.kind, refs, tuple(option.amounts[0] for option in chosen if option.amounts))


def _option(decision: Decision, number: int) -> Option:
    found = next((option for option in decision.options if option.n == number), None)
    if found is None:
        raise Unreadable(f"there is no option {number}")
    return found


def _words(option: Option, scene: Scene) -> str:
    """An option: passing with what comes of it, yes and no as what they stand for, players by their names."""
    if option.do == "pass":
        return " - ".join(part for part in ("pass", _passing(scene)) if part)
    if option.label and option.text in YES_OR_NO:
        return option.label
    return " - ".join(part for part in (with_names(option.text, scene), option.label) if part) or option.do


def _passing(scene: Scene) -> str:
    """The outcome of a pass, as the page's button says it."""
    game = scene.game
    if game.stack:
        return f"Resolve {scene.name_of(game.stack[0])}"
    return scene.words.get(f"pass {game.phase}", "") if game.active == scene.you else ""


def with_names(text: str, scene: Scene) -> str:
    """A gesture whose last word is the letter of a seat, with the player's name."""
    found = SEAT.search(text)
    seat = ord(found[2]) - ord("A") if found else -1
    if found is None or scene.view.player(seat) is None:
        return text
    return f"{text[: found.start()]}{'' if found[1] == 'player ' else found[1]}{scene.name_of_seat(seat)}"


def _describe(answer: AnyAnswer | None) -> str:
    return "the rules plan the payment" if isinstance(answer, Answer) else "pass"


def _how(decision: Decision) -> str:
    least, most = decision.least, decision.most
    match decision.kind:
        case "act" | "pay" | "confirm":
            return "a number, or a gesture" if decision.options else ""
        case "number":
            return f"a number from {least} to {most}"
        case "divide":
            return f"for each option how much it gets, at least {least}, {decision.total} in all"
        case "order":
            return "all numbers, first to last"
        case kind:
            count = str(least) if least == most else f"{least} to {most}"
            of = "of the pairs" if kind == "assign" else "of these"
            return f"{count} {of}" + (f", or {NOBODY}" if least == 0 else "")
