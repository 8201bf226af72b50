"""Of an exception its type and where it was raised: all that a log says of it.

Its text, its notes and the values of variables are left out: they may name cards that are hidden from whoever reads
the log.
"""

from collections import deque
from collections.abc import Iterator
from pathlib import PurePath
from traceback import walk_tb
from types import FrameType, TracebackType
from typing import Final, NamedTuple, Self

OURS: Final = frozenset(("engine", "protocol", "server"))
MOST_FRAMES: Final = 8
"""Told of one exception."""
MOST_CAUSES: Final = 4
"""Told of those that led to another."""


class Raised(NamedTuple):
    """One exception.

    Attributes:
        error: its type.
        at: ``FILE:LINE in FUNCTION``, the innermost first: where it was raised, and above that the frames of ours.
    """

    error: str
    at: tuple[str, ...]


class Elsewhere(Exception):
    """An exception of another process, where its text stays.

    Attributes:
        raised: what is told of it.
    """

    def __init__(self, raised: Raised) -> None:
        super().__init__(raised)
        self.raised = raised

    @classmethod
    def of(cls, error: BaseException) -> Self:
        return cls(_raised(error))


def describe(error: BaseException) -> dict[str, object]:
    """The fields of a log's line: ``error`` and ``at``, and in ``causes`` the same of those that led to it."""
    first, *causes = map(_raised, linked(error))
    told: dict[str, object] = {"error": first.error, "at": list(first.at)}
    return told | ({"causes": [each._asdict() for each in causes]} if causes else {})


def _raised(error: BaseException) -> Raised:
    if isinstance(error, Elsewhere):
        return error.raised
    return Raised(name_of(error), places(error.__traceback__))


def linked(error: BaseException) -> Iterator[BaseException]:
    """An exception, then those that led to it, in turn; of a group those that are in it."""
    waiting, seen = deque([error]), 0
    while waiting and seen <= MOST_CAUSES:
        each = waiting.popleft()
        if isinstance(each, BaseExceptionGroup):
            waiting.extendleft(reversed(each.exceptions[:MOST_CAUSES]))
            continue
        seen += 1
        yield each
        earlier = each.__cause__ or (None if each.__suppress_context__ else each.__context__)
        if earlier is not None:
            waiting.append(earlier)


def name_of(error: BaseException) -> str:
    kind = type(error)
    return kind.__qualname__ if kind.__module__ == "builtins" else f"{kind.__module__}.{kind.__qualname__}"


def places(traceback: TracebackType | None) -> tuple[str, ...]:
    """The place where an exception was raised, if not in our code, and the innermost frames of ours, up to so many."""
    innermost = ""
    ours: deque[str] = deque(maxlen=MOST_FRAMES)
    for frame, line in walk_tb(traceback):
        module = module_of(frame)
        innermost = f"{file_of(frame, module)}:{line} in {frame.f_code.co_qualname}"
        if module.partition(".")[0] in OURS:
            ours.append(innermost)
    if ours and innermost == ours[-1]:
        return tuple(reversed(ours))
    return (innermost, *reversed(ours)) if innermost else ()


def module_of(frame: FrameType) -> str:
    """Its full name, also of one that is run as a program."""
    spec = frame.f_globals.get("__spec__")
    name = frame.f_globals.get("__name__") if spec is None else spec.name
    return name if isinstance(name, str) else ""


def file_of(frame: FrameType, module: str) -> str:
    """The file of a frame from its topmost package on, wherever that is installed."""
    path = PurePath(frame.f_code.co_filename)
    depth = module.count(".") + 1 + (path.stem == "__init__")
    return "/".join(path.parts[-depth:])
