"""Grand Archive's texts about discarding from memory, or from hand and memory together (Discard 1)."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from lark import Token as Lexeme

from engine.abilities import YOU, Amount, Discard, Filter, Ref
from engine.games.grand_archive.language.reveal_phrases import BOTH
from engine.text.antecedents import of_a_person
from engine.text.compiler.abilities import Compiler
from engine.text.compiler.actions import is_third
from engine.text.errors import Reject
from engine.text.inline import inline
from engine.text.phrases import SUBJECT, Clause, Suffix
from engine.text.renderer.abilities import Renderer

FROM: Final = ("memory", BOTH)
"""The zones that texts name; a card that is discarded without more words is one of the hand."""


@inline
class DiscardingCompiler(Compiler):
    """The phrases about discarding."""

    def in_their_hand_or_memory(self, whose: Ref) -> Suffix:
        if whose == YOU:
            raise Reject  # that is said in a shorter way
        return Suffix(zone=BOTH, whose=of_a_person(whose))

    def discard_from(self, verb: Lexeme, article: Lexeme, what: Filter) -> Clause:
        return _discarded(verb, self.chosen(article, what))

    def discard_some_from(self, verb: Lexeme, number: Amount, what: Filter) -> Clause:
        return _discarded(verb, self.chosen_some(number, what))

    def discard_all_from(self, verb: Lexeme, what: Filter) -> Clause:
        return _discarded(verb, Ref("each", 0, what))


def _discarded(verb: Lexeme, cards: Ref) -> Clause:
    """Somebody discards cards of its own: which of them is its choice, or chance."""
    what = cards.what
    if (
        what is None
        or what.zone not in FROM
        or (what.of != "you" and (what.whose is None or what.whose.kind != "they"))
    ):
        raise Reject
    return Clause((Discard(None, SUBJECT, what=cards),), is_third(verb))


class DiscardingRenderer(Renderer):
    """Writes the phrases about discarding."""

    def discard(self, effect: Discard) -> str:
        cards = effect.what
        if cards is None or cards.what is None or cards.what.zone not in FROM:
            return super().discard(effect)
        if cards.what.of != "you" and cards.what.whose != effect.who:
            return super().discard(effect)
        plain = replace(cards.what, of="", whose=None, zone="hand")
        match cards.kind:
            case "each":
                said = f"all {self.noun(plain, plural=True)}"
            case "random":
                said = f"{self.counted(cards.count, plain)} at random"
            case _:
                said = self.counted(cards.count, plain)
        whose = "your" if effect.who == YOU else "their"
        zone = cards.what.zone.replace(" or ", " and ") if cards.kind != "chosen" else cards.what.zone
        return self.with_subject(effect.who, "discard", f"{said} from {whose} {zone}")
