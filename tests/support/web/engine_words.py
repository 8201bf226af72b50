"""``python -m tests.support.web.engine_words`` writes the English texts that the engine has templates of.

The page shows the English of a view as it comes; these files say to other languages which keys there are, with which
arguments.
"""

from __future__ import annotations

import ast
import json
import re
from pathlib import Path
from typing import Final

from engine.events.log_arguments import PARTS
from engine.events.log_lines import LINES, LOG, SINGULAR, VERBS
from engine.games import list_games, profiles_of, rules_of

ENGINE: Final = Path(__file__).parents[3] / "engine"
ENGLISH: Final = Path(__file__).parents[3] / "server" / "web" / "words" / "en"
IMPORTED: Final = re.compile(r"from engine\.sentences import .*\bsaid\b")
TERMS: Final = "names"
GAMES: Final = "games"
FORMS: Final = ("hero", "alter-ego")
COUNTERS: Final = (
    *("age", "buff", "charge", "confused", "durability", "enlighten", "level", "loyalty", "poison", "stunned"),
    *("threat", "tough"),
    *("completed", "initiative", "monarch"),
)
SIZES: Final = ("power", "toughness")
"""Numbers that a game may have words of its own for."""
REFUSING: Final = frozenset(("Refusal", "Illegal", "WhyNot"))
WHY: Final = "why"
APART: Final = {"ask": "ask", "reason": "reason", "need": "reason", "step": "reason"}
"""Kinds of texts of a game -> the part that has them."""
AT_CREATION: Final = frozenset(
    (
        *("bad_position", "bad_seats", "illegal_deck", "not_explained", "too_many_cards", "unknown_budget"),
        *("unknown_card", "unknown_edition", "unknown_game", "unknown_profile", "unknown_scenario"),
    )
)
"""Codes of what is refused before there is a match."""
OF_THE_SERVER: Final = (
    *("bad_clock", "bad_name", "bad_pace", "bad_token", "cannot_take_back", "closed_decks", "has_begun", "invite_used"),
    *("no_series", "no_such_view", "not_at_table", "not_joined", "not_over", "not_private", "not_seated"),
    *(
        "other_rules",
        "rate_limited",
        "set_aside",
        "table_full",
        "too_many_invites",
        "too_many_matches",
        "too_many_tables",
    ),
    *("unavailable", "unknown_match", "unknown_table", "wrong_seat"),
)
"""Codes of the server's own refusals whose reasons have no detail that a person needs."""
SAYINGS: Final = (
    *("no attack", "no blocks", "nobody defends", "nobody retaliates", "keep all"),
    *("Keep this hand", "Take a mulligan", "yes", "no"),
    *("bottom", "top", "sacrifice", "discard", "cast", "play", "attacks", "thwarts", "enemy", "scheme"),
    *("attack", "thwart", "defense", "recover", "hand size", "triggered", "activated", "interrupt", "response"),
)
"""Answers and single words in questions."""
PERIODS: Final = (
    *("turn", "upkeep step", "draw step", "main phase", "combat", "combat phase", "beginning of combat step"),
    *("declare attackers step", "declare blockers step", "combat damage step", "end step", "attackers are declared"),
    *("blockers are declared", "the combat damage step", "the end of combat step"),
)
"""Parts of a turn as texts of cards name them."""
DOES: Final = (
    *(
        "activate",
        "attack",
        "block",
        "cast",
        "discard",
        "flip",
        "float",
        "mana",
        "materialize",
        "memory",
        "pass",
        "play",
        "recover",
    ),
    *("reserve", "return", "sacrifice", "tap", "target", "thwart"),
)
"""Verbs of what options do."""

Text = str | dict[str, str]


def named(name: str) -> str:
    """A name of the rules as it stands in a key."""
    return re.sub("[^a-z]+", "_", name.lower()).strip("_")


def template(pattern: str) -> Text:
    """A template of a line as the page has it: with its verbs, for one thing and for several."""
    one, other = ({f"{{{verb}}}": said for verb, said in each.items()} for each in (SINGULAR, VERBS))
    forms = [re.sub(r"\{\w+\}", lambda found: said.get(found[0], found[0]), pattern) for said in (one, other)]  # noqa: B023
    return forms[0] if forms[0] == forms[1] else {"one": forms[0], "other": forms[1]}


def part_of(key: str) -> str:
    """The file of a key: what a game asks, and why it refuses, stands apart from what it says, loaded when needed."""
    part, _, name = key.partition(".")
    apart = APART.get(name.partition("_")[0]) if part in list_games() else None
    return f"{part}-{apart}" if apart else part


def counted(one: str, other: str) -> Text:
    return {"one": one, "other": other} if other and other != one else one


def declared() -> dict[str, str]:
    """Key -> template, of the calls of ``said`` in the engine."""
    found: dict[str, str] = {}
    for path in sorted(ENGINE.rglob("*.py")):
        source = path.read_text(encoding="utf-8")
        if not IMPORTED.search(source):
            continue
        for call in ast.walk(ast.parse(source)):
            if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "said":
                key, english = (ast.literal_eval(each) for each in call.args)
                given = {each.arg for each in call.keywords}
                assert given == set(re.findall(r"\{(\w+)\}", english)), (path, key)
                assert found.setdefault(key, english) == english, (path, key)
    return found


def refused() -> set[str]:
    """The codes with which the engine refuses, or says why not."""
    calls = (
        call
        for path in ENGINE.rglob("*.py")
        for call in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in REFUSING
    )
    codes = (call.args[1] for call in calls if len(call.args) > 2)
    return {str(code.value) for code in codes if isinstance(code, ast.Constant)} - AT_CREATION


def texts() -> dict[str, dict[str, Text]]:
    """By part: key -> text."""
    log = {f"{LOG}.{named(key)}": template(pattern) for key, pattern in LINES.items()}
    found: dict[str, dict[str, Text]] = {
        LOG: {**log, **{f"{LOG}.{name}": counted(*forms) for name, forms in PARTS.items()}}
    }
    for key, english in sorted(declared().items()):
        found.setdefault(part_of(key), {})[key] = english
    terms = {*FORMS, *COUNTERS, *SAYINGS, *PERIODS}
    rows: set[str] = set()
    found[GAMES] = {}
    for game in list_games():
        rules = rules_of(game, profiles_of(game)[0])
        told = rules.presentation
        own = {f"{game}.{named(key)}": template(pattern) for key, pattern in told.log.items()}
        words = {f"{game}.word_{named(key)}": word for key, word in told.words.items()}
        found[game] = {**own, **words, **found.get(game, {})}
        found[GAMES][f"{GAMES}.about_{named(game)}"] = told.tagline
        terms |= {zone.name for zone in rules.zones} | set(rules.steps) | ({rules.side} - {""})
        terms |= {name for name, *_ in told.symbols.values() if len(name) > 1 and not name[0].isdigit()}
        terms |= {mark for marks in told.marks.values() for mark in marks}
        terms |= {told.words.get(size, size) for size in SIZES if "toughness" in told.words}
        rows |= {word for row in told.rows for word in row}
    found[TERMS] = {f"{TERMS}.{named(term)}": term for term in sorted(terms)}
    found[TERMS] |= {f"{TERMS}.do_{verb}": verb for verb in DOES} | {
        f"{TERMS}.row_{named(row)}": row for row in sorted(rows)
    }
    found[WHY] = {f"{WHY}.{code}": code.replace("_", " ") for code in sorted({*refused(), *OF_THE_SERVER})}
    return found


def write() -> None:
    for part, told in texts().items():
        lines = [f"  {json.dumps(key)}: {json.dumps(text, ensure_ascii=False)}" for key, text in told.items()]
        body = ",\n".join(lines).replace('{"one"', '{ "one"').replace('"}', '" }')
        (ENGLISH / f"{part}.js").write_text(f"export default {{\n{body}\n}};\n", encoding="utf-8")


if __name__ == "__main__":
    write()
