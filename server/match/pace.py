"""The pace at which the public is shown a match of one person against bots of the house.

Nobody at that table learns anything from how fast the person answers, so a client passes at once where nothing can be
done. A spectator could learn from it what the hand does not hold. So the public is shown each thing no sooner than a
fixed beat after the one before it, whoever did it and however fast: an answer within a beat looks like any other.

It is worked out from the journal alone, so that it is the same at each node and after a failover.
"""

from typing import Final

from server.match.feed import PUBLIC
from server.match.persons import is_for_one, seats_of_people
from server.store.entries import Change, Entry, Head

BOT_SHARE: Final = 3
"""A bot answers in less than this part of the beat; everybody knows which seats are bots."""


class Pace:
    """The least time between two things that the public is shown of a match.

    Args:
        beat_ms: that after an answer of a person; 0 for none.
    """

    __slots__ = ("_beat_ms", "_people")

    def __init__(self, head: Head, beat_ms: int) -> None:
        self._people = seats_of_people(head)
        self._beat_ms = beat_ms if is_for_one(head) else 0

    @property
    def is_kept(self) -> bool:
        """Whether the public may be shown less than there is."""
        return self._beat_ms > 0

    def beat_ms(self, entry: Entry) -> int:
        """The time between the thing before an entry and what that shows; none for what the public does not see."""
        if not isinstance(entry, Change) or PUBLIC not in entry.views:
            return 0
        return self._beat_ms if entry.s in self._people else self._beat_ms // BOT_SHARE

    def shown_ms(self, before_ms: int, due_ms: int, entry: Entry) -> int:
        """When an entry is shown that is due then, if the one before it was shown ``before_ms``."""
        return max(before_ms + self.beat_ms(entry), due_ms)
