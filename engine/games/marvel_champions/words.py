"""Marvel Champions' words: resources and their icons, timing labels, and the arrow between cost and effect."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from lark import Token as Lexeme
from lark import v_args

from engine.abilities import (
    Activated,
    AddMana,
    Amount,
    Cost,
    CostChange,
    CostPart,
    Filter,
    Instruction,
    Limit,
    Resources,
    Variable,
)
from engine.games.marvel_champions.timing_words import TimingCompiler, TimingRenderer
from engine.text.binding import bind_text
from engine.text.compiler import is_third
from engine.text.phrases import SUBJECT, Choice, Clause, Sentences
from engine.text.reading import Reject
from engine.text.renderer import capital
from engine.text.words import Vocabulary

ICONS: Final = {"{e}": "energy", "{m}": "mental", "{p}": "physical", "{w}": "wild"}
SYMBOL_OF: Final = {name: symbol for symbol, name in ICONS.items()}
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
class MarvelChampionsCompiler(TimingCompiler):
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

    def spend(self, _verb: Lexeme, count: Amount, resource: Lexeme, _word: Lexeme | None = None) -> CostPart:
        return Resources((str(resource.lower()),), count)

    def spend_symbol(self, _verb: Lexeme, count: Amount, symbol: Lexeme) -> CostPart:
        return Resources((ICONS[symbol],), count)

    def spend_symbols(self, _verb: Lexeme, *symbols: Lexeme) -> CostPart:
        return Resources(tuple(ICONS[symbol] for symbol in symbols))

    def spend_any(self, _verb: Lexeme, count: Amount, _word: Lexeme) -> CostPart:
        return Resources(("any",), count)

    def generate(self, verb: Lexeme, *symbols: Lexeme) -> Clause:
        return Clause((AddMana((tuple(ICONS[symbol] for symbol in symbols),), 1, SUBJECT),), is_third(verb))

    def mana(self, *_symbols: Lexeme) -> CostPart:
        raise Reject  # icons are spent or generated, never a cost by themselves

    def changed(self, what: Filter) -> CostChange:
        every = what.kinds == (("card",),) and not what.tests
        plain = replace(what, of="", zone="hand")
        return CostChange("play", "more", 0, None if every else plain, who=what.of, resource="resource")

    def priced_self(self) -> CostChange:
        return CostChange("play", "more", 0, source=True, resource="resource")


class MarvelChampionsRenderer(TimingRenderer):
    """The same phrases, written."""

    def keyword_ability(self, ability: Activated) -> str | None:
        text = capital(self.text(ability.body, ability.modes))
        cost = capital(self.cost(ability.cost))
        if ability.keyword == "->":
            return f"{cost} -> {text}"
        label = " ".join(word.capitalize() for word in ability.keyword.split())
        return f"{label}: {cost} -> {text}" if cost else f"{label}: {text}"

    def action(self, effect: Instruction) -> str | None:
        match effect:
            case AddMana(choices=(icons,), amount=1, who=who):
                return self.says(who, "generate", "".join(SYMBOL_OF[icon] for icon in icons))
            case _:
                return super().action(effect)

    def played(self, action: str) -> str:
        return ""

    def price(self, change: CostChange) -> str:
        return self.digits(change.amount)

    def special_cost(self, part: CostPart) -> str:
        match part:
            case Resources(icons=("any",), times=times):
                return f"spend {self.digits(times)} resources"
            case Resources(icons=(icon,), times=times) if isinstance(times, Variable) or times != 1:
                return f"spend {self.digits(times)} {icon} resources"
            case Resources(icons=icons, times=1):
                return "spend " + "".join(SYMBOL_OF[icon] for icon in icons)
            case _:
                return super().special_cost(part)


COMPILER: Final = MarvelChampionsCompiler
RENDERER: Final = MarvelChampionsRenderer
