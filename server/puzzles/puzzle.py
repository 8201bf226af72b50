"""A puzzle as text: a position as scenarios have it, and beside it what is to be reached from there.

    game = "magic"          title = "Two Goblins short"      text = "Win this turn."
    goal = "win"            A wins before the turn is over; "live": A is still in the game when the turn is over
    until = "villain phase" the step whose beginning ends it, where that is not the end of the turn
    [setup] [A] [B] ...     the position (``engine.formats.position``), of which goal and until are a part, too

Title and text are English, or there in all languages, as those of a lesson: ``title = { en = "...", de = "..." }``.

Nothing that A does not see decides: others hold no cards at which A may not look, and a line in which a card leaves a
library does not lead to the goal (``server.puzzles.tree``). So nothing need be said about libraries.
"""

from __future__ import annotations

import re
import tomllib
from typing import Final

import engine

GOALS: Final = ("win", "live")
TEXTS: Final = ("game", "title", "text", "goal")
"""Texts that each puzzle has."""
ENGLISH: Final = engine.LANGUAGES[0]
MORE: Final = ("until", "profile", "setup")
SEATS: Final = "ABCDEFGH"
MOST_BYTES: Final = 16 * 1024
SOLVER: Final = 0
"""The seat that solves it."""


class Fault:
    """One thing that keeps a puzzle from shipping: a code, a reason and the line of the file; 0 is none of them."""

    __slots__ = ("code", "line", "reason")

    def __init__(self, code: str, reason: str, line: int = 0) -> None:
        self.code = code
        self.reason = reason
        self.line = line

    def __str__(self) -> str:
        return f"line {self.line}: {self.code}: {self.reason}" if self.line else f"{self.code}: {self.reason}"


class BadPuzzle(ValueError):
    """A text that is no puzzle; ``fault`` says why."""

    def __init__(self, code: str, reason: str, line: int = 0) -> None:
        super().__init__(reason)
        self.fault = Fault(code, reason, line)


class Puzzle:
    """A puzzle, read.

    Attributes:
        table: all that the file says.
        name: that of its file, by which a link names it.
        title: in English, as ``text`` is.
        titles: by language, as ``texts`` are.
    """

    __slots__ = ("game", "goal", "name", "profile", "source", "table", "text", "texts", "title", "titles", "until")

    def __init__(self, name: str, source: str) -> None:
        """Raises ``BadPuzzle``: ``bad_toml``, ``bad_puzzle``."""
        self.name = name
        self.source = source
        self.table = _table(source)
        game, goal = self._said("game"), self._said("goal")
        self.titles, self.texts = self._told("title"), self._told("text")
        if game not in engine.list_games():
            raise self._bad(f"there is no game {game!r}; there are {', '.join(engine.list_games())}", "game")
        if goal not in GOALS:
            raise self._bad(f"a goal is {' or '.join(GOALS)}, not {goal!r:.40}", "goal")
        self.game, self.title, self.text, self.goal = game, self.titles[ENGLISH], self.texts[ENGLISH], goal
        self.profile = str(self.table.get("profile", engine.profiles_of(game)[0]))
        self.until = str(self.table.get("until", ""))
        known = {*TEXTS, *MORE, *SEATS, engine.side_of(game)}
        unknown = [key for key in self.table if key not in known]
        if unknown:
            raise self._bad(f"a puzzle has no {unknown[0]!r:.40}", unknown[0])

    def check(self) -> None:
        """Stand at its position; raises ``BadPuzzle``: ``bad_position``, ``hidden``."""
        self._look(self.begin())

    def begin(self) -> engine.Match:
        """The match that stands at its position; raises ``BadPuzzle`` (``bad_position``)."""
        try:
            match = engine.read_position(self.position)
        except engine.BadPosition as error:
            raise BadPuzzle("bad_position", str(error), self._line_of_named(str(error))) from error
        if self.until and self.until not in match.game.rules.steps:
            steps = ", ".join(match.game.rules.steps)
            raise self._bad(f"there is no step {self.until!r:.40}, but {steps}", "until")
        if not match.decisions:
            raise BadPuzzle("bad_position", "nobody is asked anything there")
        return match

    @property
    def seats(self) -> int:
        """The number of its seats."""
        return max(engine.seats_of(self.game)[0], *(n for n, seat in enumerate(SEATS, 1) if seat in self.table))

    @property
    def position(self) -> str:
        """The position alone, as text: the file without the lines of title and text."""
        kept = [line for line in self.source.splitlines() if not _is_said_beside(line)]
        return "\n".join([*kept, ""])

    def line_of(self, key: str) -> int:
        """The line on which a key or a table stands; 0 if none does."""
        pattern = re.compile(rf"\s*(?:\[{re.escape(key)}\]|{re.escape(key)}\s*=)")
        return next((n for n, line in enumerate(self.source.splitlines(), 1) if pattern.match(line)), 0)

    def _said(self, key: str) -> str:
        return self._line(key, self.table.get(key))

    def _told(self, key: str) -> dict[str, str]:
        """A text by language: English alone, or all of them."""
        value = self.table.get(key)
        if not isinstance(value, dict):
            return {ENGLISH: self._line(key, value)}
        if set(value) != set(engine.LANGUAGES):
            raise self._bad(f"a {key} is English, or there in {', '.join(engine.LANGUAGES)}", key)
        return {language: self._line(key, value[language]) for language in engine.LANGUAGES}

    def _line(self, key: str, value: object) -> str:
        if not isinstance(value, str) or not value or "\n" in value:
            raise self._bad(f"a puzzle has a {key}: a text of one line", key)
        return value

    def _bad(self, reason: str, key: str) -> BadPuzzle:
        return BadPuzzle("bad_puzzle", reason, self.line_of(key))

    def _line_of_named(self, reason: str) -> int:
        """The first line that holds something that a reason names in quotation marks or as a word of capitals."""
        names = [*re.findall(r"['\"]([^'\"]+)['\"]", reason), *re.findall(r"[A-Z][\w'-]+(?: [A-Z][\w'-]+)*", reason)]
        lines = self.source.splitlines()
        return next((n for name in names for n, line in enumerate(lines, 1) if name in line), 0)

    def _look(self, match: engine.Match) -> None:
        """Refuse what A does not see and might decide."""
        game = match.game
        for seat in range(len(game.zones[game.arena])):
            owner = SEATS[seat] if seat < game.seats else engine.side_of(self.game)
            for name, zones in game.zones.items():
                zone = zones[seat]
                if seat != SOLVER and zone.content and zone.sight == "owner" and game.hides_hands():
                    raise BadPuzzle("hidden", f"A cannot see the {name} of {owner}", self.line_of(owner))


def _is_said_beside(line: str) -> bool:
    return re.match(r"(?:title|text)\s*=", line) is not None


def _table(source: str) -> dict[str, object]:
    if len(source.encode()) > MOST_BYTES:
        raise BadPuzzle("bad_toml", f"a puzzle has at most {MOST_BYTES} bytes")
    try:
        return engine.read_table(source)
    except tomllib.TOMLDecodeError as error:
        found = re.search(r"line (\d+)", str(error))
        raise BadPuzzle("bad_toml", str(error), int(found[1]) if found else 0) from error
