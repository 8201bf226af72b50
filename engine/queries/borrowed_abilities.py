"""The activated abilities of other objects that an object has by an effect (613.1f, 602.5c)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.abilities import AbilitiesOf, Grant
from engine.queries.filters import resolve
from engine.text.phrases import has

if TYPE_CHECKING:
    from engine.cards.numbered_text import Text
    from engine.state.game import Game
    from engine.state.records import Item


def with_borrowed(
    game: Game, numbers: tuple[int, ...], seat: int, source: int, item: Item | None = None
) -> tuple[int, ...]:
    """The numbers of abilities that an effect gives, with what others have now in place of "all abilities of"."""
    if not any(isinstance(game.texts[number].ability, AbilitiesOf) for number in numbers):
        return numbers
    found: list[int] = []
    for number in numbers:
        ability = game.texts[number].ability
        found.extend(_of(game, ability, seat, source, item) if isinstance(ability, AbilitiesOf) else (number,))
    return tuple(found)


def _of(game: Game, ability: AbilitiesOf, seat: int, source: int, item: Item | None) -> list[int]:
    """The abilities that work in play, each once however many have it: those who borrow from each other stay few."""
    objs = [game.object(ident) or game.left(ident) for ident in resolve(game, ability.of, seat, source, item)]
    found = dict.fromkeys(number for obj in objs if obj is not None for number in obj.abilities)
    return [number for number in found if _is_meant(game, ability, number)]


def _is_meant(game: Game, ability: AbilitiesOf, number: int) -> bool:
    text = game.texts[number]
    if text.kind != "activated" or text.zone != game.arena or (ability.besides_mana and text.is_mana):
        return False
    return not ability.only or any(limit.kind == ability.only for limit in text.limits)


def borrows(text: Text) -> bool:
    """Whether a continuous effect gives abilities of other objects."""
    return isinstance(text.ability, Grant) and bool(text.ability.abilities) and has(text.ability.abilities, AbilitiesOf)
