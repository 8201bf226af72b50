"""The names of an event are known of its kind: an ability that waits for none of them is never asked."""

from __future__ import annotations

from typing import Final

from engine.events.responses import EVENT
from engine.events.trigger_conditions import has_name, names_of
from engine.state.frames import OccurrenceFrame
from engine.state.proposed_events import Prospect
from tests.support.engine.random_play import new_match, random_play

MATCHES: Final = range(40)


def test_whatever_is_about_to_happen_has_the_names_that_its_triggering_conditions_give_it() -> None:
    seen: set[str] = set()
    for seed in MATCHES:
        match = new_match(seed, "marvel-champions")
        for _ in random_play(match, seed):
            game = match.game
            for frame in game.root.agenda:
                if not isinstance(frame, OccurrenceFrame) or frame.stage > EVENT:
                    continue
                for plain in frame.batch:
                    each = Prospect.from_plain(plain)
                    names = {name for name, _ in names_of(game, each)}
                    seen |= names
                    assert all(has_name(game, each, (name,)) for name in names)
                    assert not has_name(game, each, ("no such event",))
    assert {"attack", "damaged", "defeated", "reveal", "scheme"} <= seen
