"""Invites into a match: each brings one person in, to a seat or among the spectators of a private match.

An invite is a signed token with a number of its own. Who uses it first is written down in Redis beside the match's
journal, under that number, so that no second node gives the place away again; the same person may use it again, which
heals an answer that was lost. How many a match may give out is bounded there too.
"""

from typing import Final

import engine
from protocol import messages as wire
from protocol.session import Identity
from server.journal import Journal
from server.tokens import Tokens

MOST_INVITES: Final = 256
"""To watch one match."""
GIVEN: Final = "given"
"""Where they are counted, among the numbers of those that were used."""


class Invites:
    """Gives invites out and takes them in."""

    def __init__(self, journal: Journal, tokens: Tokens) -> None:
        self._journal = journal
        self._tokens = tokens

    async def to_watch(self, asked: wire.Invite) -> wire.Invited:
        """Another invite to watch the match.

        Raises:
            engine.Refusal: ``too_many_invites``.
            Unavailable: Redis cannot be reached.
        """
        if await self._journal.count(asked.m, GIVEN) > MOST_INVITES:
            raise engine.Refusal("", "too_many_invites", f"a match gives {MOST_INVITES} invites at most")
        return wire.Invited(asked.m, self._tokens.for_inviting(asked.m, None), asked.r)

    async def redeem(self, asked: wire.Redeem, who: Identity) -> wire.Granted:
        """Give the place that an invite is for to the first who asks.

        Raises:
            engine.Refusal: ``bad_token``, ``invite_used``.
            Unavailable: Redis cannot be reached.
        """
        invite = self._tokens.invite(asked.token)
        if invite is None:
            raise engine.Refusal("", "bad_token", "the invite is not valid")
        if await self._journal.note_once(invite.match, invite.number, who.id) != who.id:
            raise engine.Refusal("", "invite_used", "somebody else has used this invite")
        if invite.seat is None:
            return wire.Granted(invite.match, self._tokens.for_watching(invite.match), r=asked.r)
        return wire.Granted(invite.match, self._tokens.for_seat(invite.match, invite.seat), invite.seat, asked.r)
