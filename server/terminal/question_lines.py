"""A question in lines, and what is typed as its answer.

If one option is an answer its number is typed. If several are chosen, their numbers, with spaces between: for an order
first to last, for attackers and blockers one number for each pair. A division wants as many numbers as there are
options: how much each gets. Anything else that is typed is a gesture, and the server says what is wrong with it.
"""

from __future__ import annotations

from typing import Final

from protocol.messages import Answer, AnyAnswer, Decision, Option
from server.terminal.plain_text import plain

AT_ONCE: Final = ("act", "pay", "confirm")
"""Kinds of decisions of which one option is an answer."""
NOBODY: Final = "none"


class Unreadable(Exception):
    """The typed line is no answer to this question; the message says what would be."""


def question(decision: Decision) -> str:
    """The question, its rule, and how it is answered."""
    rule = f" [{decision.rule}]" if decision.rule else ""
    return plain(f"{decision.prompt or 'your answer'}{rule}")


def options(decision: Decision) -> list[str]:
    """The options by number."""
    return [plain(f"{option.n:>3}  {_words(option)}") for option in decision.options]


def how(decision: Decision) -> str:
    """The lines that may be typed."""
    hints = [_how(decision)]
    if shortest(decision) is not None:
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


def _words(option: Option) -> str:
    return " - ".join(part for part in (option.text, option.label) if part) or option.do


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
