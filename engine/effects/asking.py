"""The question most instructions ask: which of these cards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.state.decisions import Decision, Option

if TYPE_CHECKING:
    from collections.abc import Iterable

    from engine.sentences import Words
    from engine.state.game import Game


def ask_for_cards(
    game: Game,
    seat: int,
    prompt: Words,
    ids: Iterable[int],
    subject: int,
    *,
    least: int,
    most: int,
    rule: str = "choose",
) -> None:
    """Ask a seat to choose among objects, for the item ``subject``; ``rule`` is the word that cites the paragraph."""
    options = tuple(Option("cards", (ident,)) for ident in ids)
    game.ask(Decision("cards", seat, prompt, game.rules.cite(rule), options, subject=subject, least=least, most=most))
