"""The views of a match, kept up to date bit by bit as clients do it, and compared with views made anew."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import orjson

from engine.match.match_views import Views, fresh

if TYPE_CHECKING:
    from engine.match.match import Match

UNSTATED: Final = ("decision", "settings")
"""The parts of a view that say what a seat is asked and how: no state of the game, so views made anew lack them."""


class ViewWatch:
    """All views of one match; ``follow`` it after each commit."""

    __slots__ = ("_folded", "_match", "_views")

    def __init__(self, match: Match) -> None:
        self._match = match
        self._views = Views(match)
        self._folded: dict[str, dict[str, Any]] = {
            name: orjson.loads(self._views.snapshot(name)) for name in self._views.names
        }

    def follow(self) -> None:
        """Bring the views up to date by what each is sent."""
        for name, diff in self._views.update().items():
            fold(self._folded[name], orjson.loads(diff.whole))

    def fault(self) -> str:
        """The fault: the diffs sent to a seat do not fold to the view it would be sent anew; "" if there is none."""
        match = self._match
        for name, view in self._folded.items():
            if orjson.dumps(view, option=orjson.OPT_SORT_KEYS) != self._views.snapshot(name):
                return f"the diffs sent to {name} do not fold to its view"
            if match.game.root.plays:
                continue
            shown = {key: entity for key, entity in view.items() if key[0] != "e" and key not in UNSTATED}
            seat = -1 if name == "public" else int(name.removeprefix("seat"))
            if orjson.dumps(shown, option=orjson.OPT_SORT_KEYS) != fresh(match, seat):
                return f"the view of {name} is not that of the state"
        return ""


def fold(view: dict[str, Any], diff: dict[str, Any]) -> None:
    """Bring a view up to date by a diff."""
    view.update(diff)
    for key in [key for key, entity in view.items() if entity is None]:
        del view[key]
