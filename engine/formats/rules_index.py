"""Index of a rulebook: functions that obey each paragraph, scenarios that pin it, and whether they go as written.

Nothing here is typed twice. The paragraphs and what each is about stand in each game's ``paragraphs.toml``; a function
obeys those that its docstring, its comments, its citations and the procedure tables name ("601.2e", "601.2a-i"); a
scenario pins those of its ``rules``. Equal sources give equal text.
"""

from __future__ import annotations

import ast
import io
import re
import tokenize
import tomllib
from typing import TYPE_CHECKING, Final, TypeAlias

from engine.assets import package_of, read_text
from engine.games import list_games, profiles_of, rules_of
from engine.state.citation import cited

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from engine.formats.scenario import Outcome
    from engine.rules import Rules

Chapter: TypeAlias = tuple[str, dict[str, str]]
"""A title, and what each paragraph is about by its number."""
GREEN: Final = "green"
RED: Final = "**red**"
UNPINNED: Final = "not pinned"
UNMISTAKABLE: Final = 5
"""A number this long ("602.2", "1.8.2") is a paragraph in shared modules too; "1.5" there may be anything."""
_RANGE: Final = re.compile(r"(\d+\.\d+)([a-z])-([a-z])\b")
_HEAD: Final = """# Paragraphs, functions, scenarios

The functions that obey each paragraph of the sources, the scenarios that pin it, and whether they go as written.
Generated from the code and from the scenarios by `stackloop rules --write`; CI fails when it is stale. Paragraphs have
their current numbers, with those of the seeds where they differ. Functions stand in files of `engine/`, scenarios are
files of `tests/scenarios/`. A function names what it obeys in its docstring, a comment or a citation; the table of a
procedure names its steps.
"""


class Mentions:
    """The paragraphs that one function speaks of."""

    __slots__ = ("cited", "constants", "name", "path", "text")

    def __init__(self, path: str, name: str, text: str, constants: frozenset[str], cited: frozenset[str]) -> None:
        self.path = path
        self.name = name
        self.text = text
        self.constants = constants
        self.cited = cited

    def speaks_of(self, paragraph: str, *, shared: bool) -> bool:
        """Whether it names this paragraph, in words or as a citation."""
        if paragraph in self.constants:
            return not shared or len(paragraph) >= UNMISTAKABLE
        if not re.search(r"[.:]", paragraph) or (shared and len(paragraph) < UNMISTAKABLE):
            return False
        if paragraph not in self.text:
            return False
        return re.search(rf"(?<![\w.]){re.escape(paragraph)}(?!\w|\.\d)", self.text) is not None


def chapters_of(game: str) -> list[Chapter]:
    """The paragraphs of a game's sources."""
    table = tomllib.loads(read_text(package_of(game), "paragraphs.toml"))
    return [(str(chapter["title"]), dict(chapter["paragraphs"])) for chapter in table["chapter"]]


def write_paragraphs(sources: Mapping[str, str], outcomes: Mapping[str, Iterable[Outcome]]) -> str:
    """The text of RULES.md.

    Args:
        sources: path below ``engine/`` -> Python source, of every module.
        outcomes: game -> what became of its scenarios.
    """
    mentions = [found for path in sorted(sources) for found in mentions_of(path, sources[path])]
    games = [_game(game, mentions, sorted(outcomes.get(game, ()), key=_by_number)) for game in list_games()]
    return "\n".join([_HEAD, *games]).rstrip() + "\n"


# --- functions ------------------------------------------------------------------------------------


def mentions_of(path: str, source: str) -> list[Mentions]:
    """Every function of a module, with what it says: docstring and comments, whole strings, ``cite`` keys."""
    comments: dict[int, str] = {}
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            comments[token.start[0]] = token.string
    out: list[Mentions] = []
    _functions(path, ast.parse(source).body, "", comments, out)
    return out


def _functions(path: str, body: list[ast.stmt], prefix: str, comments: dict[int, str], out: list[Mentions]) -> None:
    for node in body:
        if isinstance(node, ast.ClassDef):
            _functions(path, node.body, f"{prefix}{node.name}.", comments, out)
        elif isinstance(node, ast.FunctionDef):
            lines = range(node.lineno, (node.end_lineno or node.lineno) + 1)
            words = [ast.get_docstring(node) or "", *(comments[line] for line in lines if line in comments)]
            constants: set[str] = set()
            cited: set[str] = set()
            for inner in ast.walk(node):
                if isinstance(inner, ast.Constant) and isinstance(inner.value, str):
                    constants.add(inner.value)
                elif (
                    isinstance(inner, ast.Call) and isinstance(inner.func, ast.Attribute) and inner.func.attr == "cite"
                ):
                    cited.update(str(a.value) for a in ast.walk(inner) if isinstance(a, ast.Constant))
            text = _RANGE.sub(_spelled_out, "\n".join(words))
            name = prefix + node.name
            out.append(Mentions(path, name, text, frozenset(constants), frozenset(cited)))


def _spelled_out(found: re.Match[str]) -> str:
    """A range of letters as its paragraphs, one by one."""
    first, last = ord(found[2]), ord(found[3])
    return " ".join(f"{found[1]}{chr(letter)}" for letter in range(first, last + 1))


def _steps(game: str) -> dict[str, list[tuple[str, str]]]:
    """Paragraph -> (path, function) of the steps that the procedure tables give it."""
    out: dict[str, list[tuple[str, str]]] = {}
    for profile in profiles_of(game):
        for procedure in rules_of(game, profile).procedures.values():
            for step in procedure.steps:
                where = (f"{step.run.__module__.removeprefix('engine.').replace('.', '/')}.py", step.name)
                places = out.setdefault(step.rule, [])
                if where not in places:
                    places.append(where)
    return out


def _obeying(game: str, paragraph: str, mentions: list[Mentions], steps: dict[str, list[tuple[str, str]]]) -> list[str]:
    rules: Rules = rules_of(game, profiles_of(game)[0])
    keys = {key for key, cited in rules.citations.items() if cited == paragraph}
    folder = f"{package_of(game).removeprefix('engine.').replace('.', '/')}/"
    found = list(steps.get(paragraph, ()))
    for mention in mentions:
        shared = not mention.path.startswith("games/")
        if not (shared or mention.path.startswith(folder)):
            continue
        if keys & mention.cited or mention.speaks_of(paragraph, shared=shared):
            found.append((mention.path, mention.name))
    return [f"`{path}:{name}`" for path, name in dict.fromkeys(found)]


# --- the text -------------------------------------------------------------------------------------


def _game(game: str, mentions: list[Mentions], outcomes: list[Outcome]) -> str:
    chapters = chapters_of(game)
    known = {paragraph for _, paragraphs in chapters for paragraph in paragraphs}
    others = sorted({rule for outcome in outcomes for rule in outcome.rules if rule and rule not in known}, key=_digits)
    if others:
        chapters.append(("Other paragraphs that scenarios pin", dict.fromkeys(others, "")))
    steps = _steps(game)
    counts = dict.fromkeys((GREEN, RED, UNPINNED), 0)
    tables = []
    for title, paragraphs in chapters:
        rows = []
        for paragraph, about in paragraphs.items():
            obeyed = ", ".join(_obeying(game, paragraph, mentions, steps)) or "-"
            pins = [outcome for outcome in outcomes if paragraph in outcome.rules]
            pinned = " ".join(outcome.id for outcome in pins) or "-"
            states = {profile: _state(pins, profile) for profile in profiles_of(game)}
            worst = max(states.values(), key=(GREEN, UNPINNED, RED).index)
            counts[worst] += title != "Other paragraphs that scenarios pin"
            rows.append(f"| {_number(game, paragraph)} | {about or '-'} | {obeyed} | {pinned} | {_describe(states)} |")
        head = "| paragraph | about | obeyed by | pinned by | state |\n|---|---|---|---|---|"
        tables.append("\n".join([f"### {title}", "", head, *rows, ""]))
    total = ", ".join(f"{count} {state.strip('*')}" for state, count in counts.items() if count)
    return "\n".join([f"## {game}", "", f"Of {sum(counts.values())} paragraphs: {total}.", "", *tables])


def _number(game: str, paragraph: str) -> str:
    others = {}
    for profile in profiles_of(game):
        number = cited(rules_of(game, profile), paragraph)
        if number != paragraph:
            others[profile] = number
    return paragraph + "".join(f" ({profile}: {cited})" for profile, cited in others.items())


def _state(pins: list[Outcome], profile: str) -> str:
    found = [outcome.differences[profile] for outcome in pins if profile in outcome.differences]
    if not found:
        return UNPINNED
    return RED if any(found) else GREEN


def _describe(states: dict[str, str]) -> str:
    told = set(states.values())
    if len(told) == 1:
        return told.pop()
    return ", ".join(f"{profile}: {state}" for profile, state in states.items())


def _digits(text: str) -> list[tuple[int, str]]:
    """Sorts by the numbers in a text, not by their digits."""
    return [(int(part), "") if part.isdigit() else (0, part) for part in re.split(r"(\d+)", text) if part]


def _by_number(outcome: Outcome) -> list[tuple[int, str]]:
    return _digits(outcome.id)
