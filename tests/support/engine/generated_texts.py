"""Texts of cards derived at random from a game's grammar, under a seed: those that compile are kept.

A text begins as the derivation of a paragraph of a card that ships; then chance puts other derivations of the same
symbols into it, from anywhere in those texts. So it reads like a text of a card, and says what none of them says. The
same seed gives the same texts, as long as grammar and cards are the same.
"""

from __future__ import annotations

import random
import re
from functools import cache
from typing import Final

from engine.cards.definitions import BadCard, define
from engine.text.errors import TextError
from engine.text.language import language
from tests.support.engine.derivations import Branch, derivations

MOST_WORDS: Final = 60
MOST_EXCHANGED: Final = 2
TYPES: Final = {"magic": "Artifact", "grand-archive": "Ally - Human", "marvel-champions": "Ally"}
"""A type of cards that have abilities of all kinds."""
NOUNS: Final = frozenset(
    ("TYPE", "SUBTYPE", "GENERIC", "CARD", "TOKENS", "COLOR", "SUPERTYPE", "NON", "STATE", "TAPPED")
)
"""The terminals of what is called by a noun, and of what narrows it."""
NAMED: Final = frozenset(("SUBTYPE", "NAME", "NON", "CARD_NAME", "QUOTED", "TIMING", "LABEL", "ON_EVENT", "X"))
"""The terminals of names and headings."""
ODD: Final = re.compile(
    r"may [{(]|[Cc]ard spell|\bit on .* in any order|[Tt]ap ~ from|~ are |[Pp]layers? (?:you control|are )|[Yy]ou are "
    r"|player (?:allies|cards)|\bplayers? (?:spell|ally)|reduce the amount of threat|\b(?:one|1) (?:\{|[A-Z]?\w+s\b)"
    r"|paying for|of that threat|[Aa]dd each|: are |any (?:character|ally|player)|identity card|, token,|activated or "
    r"|\] ~ gain|[Aa]lly all(?:y|ies)|gains? .* gain"
    r"|~ lineage|~ Lineage|(?:player|champion|~) may .*(?:If|When) you|each player in play|on the battlefield"
)
"""Texts that the language takes and nobody would write."""


class Generator:
    """Derives texts from the grammar of a game.

    Args:
        game: its name in text.
        seed: what chance begins with.
    """

    def __init__(self, game: str, seed: int) -> None:
        self._pick = random.Random(f"{game} {seed}")
        self._vocabulary = language(game).vocabulary
        self._texts = derivations(game)
        self._branches: dict[str, list[Branch]] = {}
        for text in self._texts:
            for branch in text.branches():
                self._branches.setdefault(branch.symbol, []).append(branch)

    def text(self) -> str:
        """The next text; whether it means anything is not asked. "" if chance made none that anybody would write."""
        text = self._pick.choice(self._texts)
        for _ in range(self._pick.randint(1, MOST_EXCHANGED)):
            old = self._pick.choice(text.branches()[1:] or [text])
            form = self._form(old)
            fitting = [branch for branch in self._branches[old.symbol] if self._form(branch) == form]
            text = text.exchanged(old, self._pick.choice(fitting))
        words = in_sentences(text.leaves())
        written = spelled(words) if len(words) <= MOST_WORDS else ""
        return "" if ODD.search(written) else written

    def _form(self, branch: Branch) -> tuple[bool, ...]:
        """Whether the first and the last noun of a branch are several things: another in its place is in the same."""
        nouns = [text.lower() for terminal, text in branch.leaves() if terminal in NOUNS]
        many = [self._vocabulary.singular(noun) != noun for noun in nouns]
        return (bool(nouns), *many[:1], *many[-1:])


def in_sentences(leaves: list[tuple[str, str]]) -> list[str]:
    """The words, with small letters where they do not begin a sentence any more; names keep their capitals."""
    found: list[str] = []
    for terminal, word in leaves:
        begins = not found or found[-1][-1] in '.:—"•>'
        keeps = begins or terminal in NAMED or not word[1:].islower()
        found.append(word if keeps else word.lower())
    return found


def spelled(words: list[str]) -> str:
    """Words as a text is written."""
    text = " ".join(words)
    text = re.sub(r" ([.,:;)])", r"\1", text).replace(" 's", "'s").replace(" ' ", "' ").replace("( ", "(")
    text = re.sub(r"(\}) (?=\{)", r"\1", text).replace(" •", "\n•").replace("[ ", "[").replace(" ]", "]")
    text = re.sub(r"\b([Aa])n? (?=([a-zA-Z]))", lambda m: m[1] + ("n " if m[2] in "aeiouAEIOU" else " "), text)
    return text[:1].upper() + text[1:]


@cache
def generated(game: str, seed: int, count: int) -> tuple[dict[str, object], ...]:
    """So many cards with texts that compile, each as a table; no two have the same text."""
    generator = Generator(game, seed)
    found: dict[str, dict[str, object]] = {}
    while len(found) < count:
        text = generator.text()
        if not text or text in found:
            continue
        table: dict[str, object] = {"name": "Made Card", "type": TYPES[game], "text": text}
        try:
            define(game, table)
        except (TextError, BadCard):
            continue
        found[text] = table
    return tuple(found.values())
