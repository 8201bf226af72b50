"""Grand Archive's texts of several parts of which one is carried out, by a number or by a direction as it is then.

They are no modes: nobody chooses. Each part stands in a range ("1 to 3") or names a direction, and once one has been
carried out no later one is looked at.
"""

from __future__ import annotations

from typing import Final, NamedTuple, TypeAlias

from lark import Token as Lexeme

from engine.abilities import YOU, Amount, Body, Compare, If, Instruction, Math, Otherwise, Ref, Truth, Value
from engine.games.grand_archive.conditions import both
from engine.games.grand_archive.currents import FACING
from engine.text.compiler.abilities import Compiler
from engine.text.errors import Reject
from engine.text.inline import inline
from engine.text.phrases import Sentences, TargetRef, has
from engine.text.renderer.abilities import Renderer
from engine.text.renderer.writing import capital

Effects: TypeAlias = tuple[Instruction, ...]
FEWEST: Final = 3
"""Parts of such a text: of two the second is what is done "otherwise"."""
DIRECTION: Final = "your Shifting Currents' direction"


class Part(NamedTuple):
    """The instructions for a number from ``least`` to ``most`` (none: no such bound), or in a ``direction``."""

    effects: Effects
    least: int = 0
    most: int | None = None
    direction: str = ""


@inline
class RangeCompiler(Compiler):
    """The phrases about ranges."""

    def depending(self, value: Amount, _dash: Lexeme, *parts: Part) -> Sentences:
        if any(part.direction for part in parts):
            raise Reject
        return Sentences(_chain([(_within(value, part), part.effects) for part in parts]))

    def depending_on_direction(self, _dash: Lexeme, *parts: Part) -> Sentences:
        if not all(part.direction for part in parts):
            raise Reject
        return Sentences(_chain([(_facing(part.direction), part.effects) for part in parts]))

    def part_at(self, _bullet: Lexeme, number: Lexeme, _dash: Lexeme, body: Sentences) -> Part:
        return Part(_plain(body), int(number), int(number))

    def part_within(self, _bullet: Lexeme, least: Lexeme, most: Lexeme, _dash: Lexeme, body: Sentences) -> Part:
        return Part(_plain(body), int(least), int(most))

    def part_from(self, _bullet: Lexeme, least: Lexeme, _dash: Lexeme, body: Sentences) -> Part:
        return Part(_plain(body), int(least))

    def part_facing(self, _bullet: Lexeme, direction: Lexeme, _dash: Lexeme, body: Sentences) -> Part:
        return Part(_plain(body), direction=str(direction.lower()))


def _plain(body: Sentences) -> Effects:
    """Effects without targets: these would be chosen before it is known which part is carried out."""
    if has(body.effects, TargetRef):
        raise Reject
    return body.effects


def _facing(direction: str) -> Compare:
    return Compare(Value(FACING + direction, YOU), "=", 1)


def _within(value: Amount, part: Part) -> Compare:
    if part.most is None:
        return Compare(value, ">=", part.least)
    if part.most == part.least:
        return Compare(value, "=", part.least)
    return both(Compare(value, ">=", part.least), Compare(value, "<=", part.most))


def _chain(parts: list[tuple[Compare, Effects]]) -> Effects:
    """The first part whose condition holds."""
    whole: Effects = ()
    for condition, effects in reversed(parts):
        rest = (Otherwise(len(whole)), *whole) if whole else ()
        whole = (If(len(effects) + bool(whole), condition), *effects, *rest)
    return whole


def _parts(effects: Effects) -> list[tuple[Compare, Effects]]:
    """The parts of a chain; none if these instructions are no chain."""
    first = effects[0] if effects else None
    if not isinstance(first, If):
        return []
    end = first.steps
    last = effects[end] if end < len(effects) else None
    if not isinstance(last, Otherwise):
        return [(first.condition, effects[1:])] if end == len(effects) - 1 else []
    if last.steps != len(effects) - end - 1:
        return []
    rest = _parts(effects[end + 1 :])
    return [(first.condition, effects[1:end]), *rest] if rest else []


def _range_of(condition: Compare) -> tuple[Amount, str] | None:
    """The number that a condition asks for, and its range or direction in words."""
    match condition:
        case Compare(left=Value(field=field), op="=", right=1) if field.startswith(FACING):
            return Value(FACING, YOU), field.removeprefix(FACING).capitalize()
        case Compare(left=Math(op="*", left=Truth(condition=low), right=Truth(condition=high))):
            same = low.left == high.left and low.op == ">=" and high.op == "<="
            return (low.left, f"{low.right} to {high.right}") if same else None
        case Compare(left=left, op="=", right=int(number)):
            return left, str(number)
        case Compare(left=left, op=">=", right=int(number)):
            return left, f"{number} or more"
        case _:
            return None


class RangeRenderer(Renderer):
    """Writes the phrases about ranges."""

    def _sentences(self, body: Body, antecedent: Ref, noun: str, *, trailing_if: bool = False) -> str:
        parts = _parts(body.effects) if not body.targets else []
        ranges = [_range_of(condition) for condition, _ in parts]
        found = [each for each in ranges if each is not None]
        if len(parts) < FEWEST or len(found) < len(parts) or len({value for value, _ in found}) > 1:
            return super()._sentences(body, antecedent, noun, trailing_if=trailing_if)
        value = found[0][0]
        said = DIRECTION if value == Value(FACING, YOU) else self.value(value)
        return f"depending on {said} —" + "".join(
            f"\n• {label} — {capital(super(RangeRenderer, self)._sentences(Body(effects), antecedent, noun))}"
            for (_, effects), (_, label) in zip(parts, found, strict=True)
        )
