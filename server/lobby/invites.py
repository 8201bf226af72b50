"""Invites into a match: each brings one person in, to a seat or among the spectators of a private match.

An invite is a code (``invite_codes``), or a signed token with a number of its own, as earlier servers made them. The
first person who uses it is written down in Redis beside the match's journal, under that number or the digest of the
code, so that no second node gives the place away again; the same person may use it again, which heals an answer that
was lost. The number that a match may give out is bounded there too. The notes outlive the tokens, and the match itself:
it may be in the archive by then.
"""

from collections.abc import Iterable
from typing import Final

import engine
from protocol import messages as wire
from protocol.session import Identity
from server.identity.tokens import Tokens
from server.lobby.creation import new_id
from server.lobby.invite_codes import Codes, read_code
from server.store.journal import Journal

MOST_INVITES: Final = 256
"""To watch one match."""
GIVEN: Final = "given."
"""Before the numbers of those that were given out, among the numbers of those that were used."""
DAY_S: Final = 24 * 60 * 60


class Invites:
    """Gives invites out and takes them in."""

    def __init__(self, journal: Journal, tokens: Tokens) -> None:
        self._journal = journal
        self._tokens = tokens
        self._codes = Codes(journal, tokens.days)
        self._keep_s = (tokens.days + 1) * DAY_S

    async def to_watch(self, asked: wire.Invite) -> wire.Invited:
        """Another invite to watch the match.

        Raises:
            engine.Refusal: ``too_many_invites``.
            Unavailable: Redis cannot be reached.
        """
        noted = await self._journal.notes(asked.m)
        if sum(name.startswith(GIVEN) for name in noted) >= MOST_INVITES:
            raise engine.Refusal("", "too_many_invites", f"a match gives {MOST_INVITES} invites at most")
        await self._journal.note_once(asked.m, GIVEN + new_id(), "", self._keep_s)
        return wire.Invited(asked.m, await self._codes.give(asked.m, None), asked.r)

    async def to_seats(self, match: str, seats: Iterable[int]) -> tuple[wire.SeatToken, ...]:
        """An invite to each of these seats of a match that is about to begin; raises ``Unavailable``."""
        return tuple([wire.SeatToken(seat, await self._codes.give(match, seat)) for seat in seats])

    async def redeem(self, asked: wire.Redeem, who: Identity) -> wire.Granted:
        """Give the place that an invite is for to the first who asks.

        Raises:
            engine.Refusal: ``bad_token``, ``invite_used``.
            Unavailable: Redis cannot be reached.
        """
        code = read_code(asked.token)
        invite = await self._codes.find(code) if code is not None else self._tokens.invite(asked.token)
        if invite is None:
            raise engine.Refusal("", "bad_token", "the invite is not valid")
        if await self._journal.note_once(invite.match, invite.number, who.id, self._keep_s) != who.id:
            raise engine.Refusal("", "invite_used", "somebody else has used this invite")
        if invite.seat is None:
            return wire.Granted(invite.match, self._tokens.for_watching(invite.match), r=asked.r)
        return wire.Granted(invite.match, self._tokens.for_seat(invite.match, invite.seat), invite.seat, asked.r)
