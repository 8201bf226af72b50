"""The view that hides nothing is kept commit by commit, and is what it would be if it were made anew."""

from __future__ import annotations

import orjson
import pytest

from engine import Views
from tests.support.engine.random_play import GAMES, any_match, random_play

ANSWERS = 150


@pytest.mark.parametrize("seed", range(len(GAMES) * 2))
def test_its_diffs_fold_to_what_it_is_anew(seed: int) -> None:
    match = any_match(seed)
    views = Views(match)
    views.keep_opened()
    view = orjson.loads(views.opened)
    for number, _ in enumerate(random_play(match, seed, cancels=0.2)):
        for key, entity in orjson.loads(views.update_opened()).items():
            if entity is None:
                del view[key]
            else:
                view[key] = entity
        assert orjson.dumps(view, option=orjson.OPT_SORT_KEYS) == views.opened
        anew = Views(match)
        anew.keep_opened()
        assert without_log(view) == without_log(orjson.loads(anew.opened))
        if number == ANSWERS:
            break


def without_log(view: dict[str, object]) -> dict[str, object]:
    return {key: entity for key, entity in view.items() if key[0] != "e"}
