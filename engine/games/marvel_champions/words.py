"""Marvel Champions' words: resources and their icons, timing labels, and the arrow between cost and effect."""

from __future__ import annotations

from typing import Final

from lark import Token as Lexeme
from lark import v_args

from engine.abilities import (
    Activated,
    Cost,
    Limit,
)
from engine.games.marvel_champions.cost_words import CostCompiler, CostRenderer
from engine.text.binding import bind_text
from engine.text.phrases import Choice, Sentences
from engine.text.renderer import capital
from engine.text.words import Vocabulary

FORMS: Final = ("hero", "alter-ego")
VOCABULARY: Final = Vocabulary(
    types=("ally", "event", "upgrade", "support", "minion", "villain", "hero", "alter-ego", "scheme"),
    supertypes=("unique",),
    colors=("aggression", "justice", "leadership", "protection", "basic"),
    generic=("source", "card", "enemy", "character", "player", "opponent", "token", "ability"),
    anything=(("character",),),
    implied={
        "ally": ("character",),
        "hero": ("character", "identity"),
        "alter-ego": ("character", "identity"),
        "minion": ("enemy", "character"),
        "villain": ("enemy", "character"),
    },
    states=("exhausted", "ready", "stunned", "confused"),
    terms={
        "exile": "remove from the game",
        "tap": "exhaust",
        "untap": "ready",
        "untapped": "ready",
        "play": "play",
        "tap symbol": "exhaust this",
        "untap symbol": "{ready}",
    },
    irregular={"hero": "heroes"},
    stats=("attack", "hit points"),
    further=("thwart", "defense", "recover", "scheme", "hand size", "ally limit"),
)


@v_args(inline=True)
class MarvelChampionsCompiler(CostCompiler):
    """The phrases of text.lark. An ability with an arrow keeps its label as ``keyword``; its form is a limit."""

    def label(self, word: Lexeme) -> str:
        return str(word.lower())

    def labelled(self, label: str, cost: Cost, text: Sentences | Choice) -> Activated:
        body, modes = bind_text(text)
        limits = tuple(Limit(form) for form in FORMS if label.startswith(form))
        return Activated(cost, body, modes, limits, keyword=label)

    def labelled_free(self, label: str, text: Sentences | Choice) -> Activated:
        return self.labelled(label, (), text)

    def arrow(self, cost: Cost, text: Sentences | Choice) -> Activated:
        return self.labelled("->", cost, text)


class MarvelChampionsRenderer(CostRenderer):
    """The same phrases, written."""

    def keyword_ability(self, ability: Activated) -> str | None:
        text = capital(self.text(ability.body, ability.modes))
        cost = capital(self.cost(ability.cost))
        if ability.keyword == "->":
            return f"{cost} -> {text}"
        label = " ".join(word.capitalize() for word in ability.keyword.split())
        return f"{label}: {cost} -> {text}" if cost else f"{label}: {text}"

    def played(self, action: str) -> str:
        return ""


COMPILER: Final = MarvelChampionsCompiler
RENDERER: Final = MarvelChampionsRenderer
