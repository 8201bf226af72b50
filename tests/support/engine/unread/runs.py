"""Runs a scenario of which the compiled texts have been changed: the cards show the same and mean something else."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

from engine.cards.definitions import Compiler, compile_by
from engine.formats.kept_cards import Remembering
from engine.formats.scenario import run_text
from engine.games import list_games, profiles_of, rules_of
from engine.text.language import Language

if TYPE_CHECKING:
    from engine.abilities import Ability

ROOT: Final = Path(__file__).parents[3] / "scenarios"
Change = Callable[[tuple["Ability", ...]], object]
_PARSED: dict[tuple[str, str, str, tuple[tuple[str, ...], ...]], object] = {}
KEPT: Final = frozenset({"language", "_tables", "card_set", "load_decks", "names_of_cards", "mentioned"})
"""The caches that hold nothing of what a text means."""


@cache
def scenario(ident: str) -> Path:
    """The file of a scenario, by "game/id"."""
    return ROOT / f"{ident}.toml"


@contextmanager
def changed(change: Change) -> Iterator[None]:
    """Have ``change`` made to whatever a card's text means, and what its keywords stand for, meanwhile."""
    parse = Language.parse

    def changed_parse(self: Language, text: str, card: str, *facts: tuple[str, ...]) -> tuple[Ability, ...]:
        key = (str(id(self)), text, card, facts)
        if key not in _PARSED:
            _PARSED[key] = parse(self, text, card, *facts)
        return change(_PARSED[key])  # type: ignore[return-value,arg-type]  # a change keeps the kind

    expands = {type(rules_of(game, profiles_of(game)[0])): None for game in list_games()}
    kept = {rules: rules.expand for rules in expands}
    Language.parse = changed_parse  # type: ignore[method-assign,assignment]  # for the time of a run
    for rules, expand in kept.items():
        rules.expand = _changed_expand(expand, change)  # type: ignore[method-assign]  # for the time of a run
    forget()
    compile_by(Compiler())  # what is kept was compiled without the change, and is to stay so
    try:
        yield
    finally:
        compile_by(Remembering())
        Language.parse = parse  # type: ignore[method-assign]  # as it was
        for rules, expand in kept.items():
            rules.expand = expand  # type: ignore[method-assign]  # as it was
        forget()


def _changed_expand(expand: Callable[..., tuple[Ability, ...]], change: Change) -> Callable[..., tuple[Ability, ...]]:
    def changed_expand(self: object, ability: Ability) -> tuple[Ability, ...]:
        printed, *written = expand(self, ability)
        return (printed, *change(tuple(written))) if written else (printed,)  # type: ignore[misc]  # as before

    return changed_expand


def forget() -> None:
    """Empty every cache of the engine that may hold what a text means."""
    for cached in _caches(len(sys.modules)):
        cached.cache_clear()  # type: ignore[attr-defined]  # what a cache has


@cache
def _caches(_modules: int) -> tuple[object, ...]:
    found = {}
    for name, module in tuple(sys.modules.items()):
        if name.startswith("engine."):
            for key, value in tuple(vars(module).items()):
                if hasattr(value, "cache_clear") and key not in KEPT:
                    found[id(value)] = value
    return tuple(found.values())


def difference(ident: str, change: Change) -> str:
    """The first thing in which a scenario goes otherwise with the change; "" if it passes."""
    with changed(change):
        return run_text(scenario(ident).read_text(encoding="utf-8"), brief=True).difference


def is_clean(difference: str) -> bool:
    """Whether something went otherwise than expected, and nothing failed at the change itself."""
    return bool(difference) and "internal error" not in difference and ": the position:" not in difference
