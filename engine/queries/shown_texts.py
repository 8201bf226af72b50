"""The texts of items and abilities, as people are shown them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.abilities import IT, Activated, AddMana, Body, Shield, SpellText
from engine.cards.numbered_text import COLORS
from engine.cards.spliced_texts import all_spliced, text_spliced
from engine.text import render, render_cost, render_lasting
from engine.text.renderer.writing import Unwritable

if TYPE_CHECKING:
    from engine.abilities import Cost, Replacement
    from engine.cards.mana_symbols import Special
    from engine.cards.numbered_text import Text
    from engine.state import lasting
    from engine.state.game import Game
    from engine.state.records import Item


def text_of(game: Game, item: Item) -> str:
    """Return the text of an item on the stack."""
    card = game.object(item.card)
    if card is not None:
        own = str(game.prints[card.card].definition.text)
        return "\n".join([own, *(shown(game, game.texts[text_spliced(mode)]) for mode in all_spliced(item.modes))])
    return shown(game, game.texts[item.text])


def shown(game: Game, text: Text) -> str:
    """Return the text of an ability: in full, or the keyword that stands for it where no text says what it does."""
    if not text.shown:
        try:
            text.shown = render(text.ability, game.rules.name)
        except Unwritable:
            if text.keyword is None:
                raise
            text.shown = render(text.keyword, game.rules.name)
    return text.shown


def shown_lasting(game: Game, effect: Replacement, rest: lasting.Shield) -> str:
    """Return the text of an effect that a resolved text made, with what is left of it."""
    what = None if rest.subjects is None else IT
    left = rest.left if rest.left >= 0 else None
    return render_lasting(Shield(effect, what, left, rest.uses, rest.until), game.rules.name)


def note_on(game: Game, special: Special) -> str:
    """Say what is special about a kind of mana."""
    color, snow, terms, _ = special
    notes = ["From a snow source."] if snow else []
    if terms is not None:
        adding = SpellText(Body((AddMana(((COLORS[color],),), terms=terms),)))
        notes.append(render(adding, game.rules.name).partition(". ")[2])
    return " ".join(notes)


def mode_text(game: Game, item: Item, mode: int) -> str:
    """Return the text of one mode."""
    modes = game.texts[item.text].modes
    assert modes is not None
    return render(SpellText(modes.options[mode]), game.rules.name)


def part_text(game: Game, cost: Cost, part: Body) -> str:
    """Return the text of one of several parts of a text, "" if it cannot be said by itself."""
    try:
        if cost and not part.effects:
            return render_cost(cost, game.rules.name)
        return render(Activated(cost, part) if cost else SpellText(part), game.rules.name)
    except Unwritable:
        return ""
