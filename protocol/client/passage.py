"""A part of what a match was: views one after the other, as they were at their numbers."""

from __future__ import annotations

from protocol.diffs import parse
from protocol.messages import Past
from protocol.view import View


class Passage:
    """A run of earlier views.

    Attributes:
        seq: the number of the first view.
        views: that one, and those of the numbers that follow, as far as they were asked for and are there.
        moves: of the view that hides no hand: the move that led to each view but the first, as gestures.
        public: of a view that is not the public's: the number that the public's had at each of them.
        last: the last number that may be asked for.

    Raises:
        BadFrame: it is not what PROTOCOL.md says.
    """

    def __init__(self, past: Past) -> None:
        self.seq = past.seq
        self.moves = past.moves
        self.public = past.public
        self.last = past.last
        entities = parse(past.view)
        found = [View(entities)]
        for diff in past.diffs:
            entities = dict(entities)
            view = View(entities)
            view.fold(parse(diff))
            found.append(view)
        self.views = tuple(found)
