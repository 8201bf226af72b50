"""An effect that a text makes for a time can be told by itself: players choose among several of them (616.1)."""

from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace

import pytest

from engine.abilities import IT, Shield
from engine.cards.definitions import define, load_cards
from engine.text import render_lasting
from tests.support.engine.generated_texts import generated

SEED = 20
LEFT = 2
"""Of a number that is worked out when the effect is made."""


@pytest.mark.parametrize("game", ["magic", "grand-archive"])  # the texts of the third make none
def test_every_effect_for_a_time_is_told_by_itself(game: str) -> None:
    cards = [*load_cards(game).values(), *(define(game, table) for table in generated(game, SEED, 500))]
    effects = {effect for card in cards for effect in made_by(card.abilities)}
    assert effects
    for effect in effects:
        left = None if effect.amount is None else LEFT
        what = None if effect.what is None else IT
        text = render_lasting(replace(effect, what=what, amount=left), game)
        assert text.endswith(".")
        assert left is None or str(left) in text


def made_by(part: object) -> Iterator[Shield]:
    if isinstance(part, tuple):
        for each in part:
            yield from made_by(each)
    elif is_dataclass(part):
        if isinstance(part, Shield):
            yield part
        for field in fields(part):
            yield from made_by(getattr(part, field.name))
