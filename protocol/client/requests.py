"""Requests to a service that are answered: each as often as it takes, if that can do no harm."""

from __future__ import annotations

from typing import Literal

from protocol.client.calls import Calls
from protocol.client.passage import Passage
from protocol.client.table import read_link
from protocol.errors import BadFrame
from protocol.messages import (
    Because,
    Check,
    Checked,
    Clock,
    Create,
    Created,
    Deck,
    Earlier,
    Fork,
    Granted,
    Invite,
    Invited,
    Know,
    Known,
    List,
    Look,
    Matches,
    MatchLine,
    Past,
    Ping,
    Pong,
    Redeem,
    Remark,
    Said,
    Say,
    TableLine,
    Why,
)
from protocol.messages import Table as Told


class Requests:
    """The requests of a ``Client``."""

    def __init__(self, calls: Calls) -> None:
        self._calls = calls

    async def create(
        self,
        game: str,
        decks: tuple[Deck, ...] = (),
        *,
        names: tuple[str, ...] = (),
        seats: tuple[str, ...] = (),
        seed: str | None = None,
        profile: str | None = None,
        private: bool = False,
        scenario: str | None = None,
        clock: Clock | None = None,
        delay_s: int = 0,
        open_decks: bool = False,
        fork: Fork | None = None,
        pace: int | None = None,
        partial: bool = False,
        position: str | None = None,
    ) -> Created:
        """Start a match; the tokens of its open seats come back, by which one sits down there.

        Args:
            game: as the server calls it: ``magic``, ``grand-archive``, ``marvel-champions``.
            decks: one a seat: the name of a built-in one, how many of each card (250 at most), or such a deck and its
                sideboard; the game's own if left out.
            names: what the seats are called, 1 to 64 characters each; ``player 1`` and so on if left out.
            seats: of each ``open``, ``invite``, ``bot:random``, ``bot:greedy``, ``bot:search`` or ``bot:level-1`` to
                ``bot:level-8``; search and the levels from 6 on open the decks. All open if left out.
            seed: up to 1024 characters, mixed into the server's own randomness.
            profile: the reading of the rules; the game's first if left out.
            private: whether it is not listed, and watched only with the token that comes back.
            scenario: what is played against, where all are on one side.
            clock: how long seats may think, in milliseconds; without a bound if left out, unless the server has one.
            delay_s: how many seconds the public is behind, 3600 at most.
            open_decks: whether the players may be told each other's deck lists (``known``).
            fork: a moment of another match to begin at; decks, profile and scenario are that one's.
            pace: how many milliseconds a bot of the house waits before each of its answers, ``welcome.limits.pace_ms``
                at least and 60,000 at most; as on that server if left out.
            partial: whether a private match is played with cards too that the server understands in part.
            position: where a private match begins, as text, instead of dealing the cards.

        Raises:
            Refused: ``unknown_game``, ``unknown_profile``, ``unknown_scenario``, ``unknown_deck``, ``unknown_card``,
                ``unknown_bot``: no such thing; ``unread_card``: one is not understood; ``not_private``: it is to be,
                with such cards; ``illegal_deck``, ``bad_seats``: the game forbids it; ``bad_clock``: it
                bounds nothing; ``bad_pace``: it is too fast; ``bad_record``: nothing to begin at; ``too_many_matches``:
                of one address; ``bad_position``: it means nothing.
            ConnectionLost: the answer did not come; whether the match exists is not known.
        """
        r = self._calls.number()
        asked = Create(
            game,
            decks,
            names,
            seats,
            seed,
            profile,
            private,
            r,
            scenario,
            clock,
            delay_s,
            open_decks,
            fork,
            pace,
            partial,
            position=position,
        )
        return await self._calls.make(asked, Created)

    async def matches(self) -> tuple[MatchLine, ...]:
        """The running matches that are not private, a thousand at most.

        Raises:
            ConnectionLost: for good.
        """
        return (await self._list()).matches

    async def tables(self) -> tuple[TableLine, ...]:
        """The tables that anybody may sit down at, a thousand at most; those that wait longest first.

        Raises:
            ConnectionLost: for good.
        """
        return (await self._list()).tables

    async def ping(self) -> int:
        """The server's clock, in milliseconds; ``Client.now_ms`` is set by it.

        Raises:
            ConnectionLost: for good.
        """
        r = self._calls.number()
        return (await self._calls.make(Ping(r), Pong)).now

    async def invite(self, match: str) -> str:
        """An invite to watch a match in which a seat is held; it is good for one person.

        Raises:
            Refused: ``not_seated``, or ``too_many_invites``: it gives 256 at most.
            ConnectionLost: the answer did not come.
        """
        r = self._calls.number()
        return (await self._calls.make(Invite(match, r), Invited)).token

    async def redeem(self, invite: str) -> Granted:
        """Use an invite: the match, the token to join it with, and the seat, if it is one.

        Raises:
            Refused: ``bad_token`` for what is no invite, ``invite_used`` where somebody else was faster.
            ConnectionLost: for good.
        """
        r = self._calls.number()
        return await self._calls.make(Redeem(invite, r), Granted)

    async def why(self, match: str, thing: int, ability: int | None = None) -> Because:
        """The reason for which a card, or its ``ability`` (from 0), cannot be used now by the seat held in a match.

        Raises:
            Refused: ``unseen``: the seat does not see that card; ``no_such_ability``; ``not_explained``: the game gives
                no reasons; ``not_seated``.
            ConnectionLost: for good.
        """
        r = self._calls.number()
        return await self._calls.make(Why(match, thing, ability, r), Because)

    async def check_deck(
        self, game: str, deck: Deck | None = None, text: str | None = None, *, partial: bool = False
    ) -> Checked:
        """The faults of a deck, given as in ``create`` or as the text of a list.

        Args:
            partial: whether cards will do that the server understands in part.

        Raises:
            Refused: ``unknown_game``, ``unknown_deck``.
            ConnectionLost: for good.
        """
        r = self._calls.number()
        return await self._calls.make(Check(game, text, deck, r, partial), Checked)

    async def known(self, match: str) -> Known:
        """All that the seat that is held in a match knows, for ``engine.determinise``.

        Raises:
            Refused: ``closed_decks``: the match has several seats and no open decks; ``in_play``: a play is in flight
                of which it cannot be told; ``not_seated``.
            ConnectionLost: for good.
        """
        r = self._calls.number()
        return await self._calls.make(Know(match, r), Known)

    async def earlier(
        self, match: str, seq: int, *, of: Literal["public", "own", "open"] = "public", count: int = 0
    ) -> Passage:
        """An earlier view of a match that is followed here, at number ``seq`` and at the numbers that follow.

        Args:
            of: the public's view, that of the seat held here, or, once the match is over, the one that hides no hand.
            count: how many more of its numbers, 64 at most.

        Raises:
            Refused: ``no_such_view``, where there was none of that number or it is not to be shown yet; ``not_seated``.
            ConnectionLost: for good.
        """
        r = self._calls.number()
        return Passage(await self._calls.make(Earlier(match, seq, r, of, count), Past))

    async def say(self, match: str, text: str) -> Remark:
        """Say something to all who hear a match, in the seat that is held there; returns the line as it is kept.

        Args:
            text: 1 to 280 characters in one line.

        Raises:
            Refused: ``not_seated``, ``bad_frame`` for what is no line.
            ConnectionLost: the answer did not come; whether it was said is not known.
        """
        r = self._calls.number()
        lines = (await self._calls.make(Say(match, text, r), Said)).lines
        if len(lines) != 1:
            raise BadFrame("bad_frame", f"{len(lines)} lines are no answer to one")
        return lines[0]

    async def look(self, table: str) -> TableLine:
        """A table as it is, by its id or the address that leads to it, without sitting down.

        Raises:
            ValueError: an address that leads to no table.
            Refused: ``unknown_table``, ``bad_token``.
            ConnectionLost: for good.
        """
        table_id, token = read_link(table)
        r = self._calls.number()
        return (await self._calls.make(Look(table_id, token, r), Told)).table

    async def _list(self) -> Matches:
        r = self._calls.number()
        return await self._calls.make(List(r), Matches)
