"""Cards that come with a match: they do not ship, so its header has their tables and what was read out of their words.

A card is JSON: ``{"table": TABLE, "form": FORM, "left_out": [PARAGRAPHS]}``. Without a form, as in a record, its words
are read again; ``left_out`` is there only if something is.
"""

from __future__ import annotations

import hashlib
import json
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

import orjson

from engine.cards.definitions import BadCard, define
from engine.cards.pool import Pool, shipped
from engine.errors import Refusal
from engine.state.compiled_form import OTHER_RULES, compiled_form, read_compiled
from engine.text.errors import TextError

if TYPE_CHECKING:
    from engine.cards.definitions import CardDef, Table

MOST_BROUGHT: Final = 1024
"""Cards that come with one match: of four decks and what belongs to them, none of them twice."""
MOST_POOLS: Final = 64
DIGEST_BYTES: Final = 16


class BroughtCard:
    """A card that does not ship.

    Attributes:
        table: as in a card file.
        form: its compiled form; "" if its words are to be read.
        left_out: the numbers of the paragraphs, from 1, that it is played without.
    """

    __slots__ = ("form", "left_out", "table")

    def __init__(self, table: Table, form: bytes | str = "", left_out: tuple[int, ...] = ()) -> None:
        self.table = table
        self.form = form.decode() if isinstance(form, bytes) else form
        self.left_out = left_out

    @property
    def name(self) -> str:
        return str(self.table.get("name", ""))

    def to_json(self) -> str:
        """As it stands in a header; equal cards are written alike."""
        data: dict[str, object] = {"table": dict(self.table)}
        if self.form:
            data["form"] = json.loads(self.form)
        if self.left_out:
            data["left_out"] = list(self.left_out)
        return orjson.dumps(data, option=orjson.OPT_SORT_KEYS).decode()

    @staticmethod
    def from_json(text: str) -> BroughtCard:
        """Read a card from ``to_json``.

        Raises:
            ValueError: it is none.
        """
        data: Any = orjson.loads(text)
        if not isinstance(data, dict) or not isinstance(data.get("table"), dict):
            raise ValueError(f"no card: {text[:40]!r}")  # noqa: TRY004  # one error for all that is no card
        form = orjson.dumps(data["form"]).decode() if "form" in data else ""
        return BroughtCard(data["table"], form, tuple(map(int, data.get("left_out", ()))))

    def digest(self) -> str:
        """A name for its table and for what is left out of it: where it is the same, so are they."""
        said = orjson.dumps([dict(self.table), list(self.left_out)], option=orjson.OPT_SORT_KEYS)
        return hashlib.blake2b(said, digest_size=DIGEST_BYTES).hexdigest()

    def with_form(self, game: str) -> BroughtCard:
        """This card with its compiled form.

        Raises:
            Refusal: ``other_rules``, as ``definition``, or if its form would be too large.
        """
        try:
            return BroughtCard(self.table, compiled_form(self.definition(game)), self.left_out)
        except ValueError as error:
            raise Refusal("", OTHER_RULES, f"{self.name!r:.80}: {error}") from error

    def definition(self, game: str) -> CardDef:
        """The card as the rules have it.

        Raises:
            Refusal: ``other_rules``: these rules do not understand it.
        """
        if self.form:
            return read_compiled(game, self.table, self.form)
        try:
            return define(game, self.table, self.left_out)
        except (BadCard, TextError) as error:
            raise Refusal("", OTHER_RULES, f"these rules do not understand {error!s:.200}") from error


@lru_cache(maxsize=MOST_POOLS)
def pool_of(game: str, cards: tuple[str, ...], edition: int, tables: tuple[str, ...] = ()) -> Pool:
    """The cards that a match may name; the same decks are played again and again.

    Args:
        cards: those that are brought, as a header has them.
        tables: those that a position defines, as JSON.

    Raises:
        Refusal: ``other_rules``, ``too_many_cards``.
        BadCard, TextError: a card of ``tables`` means nothing.
    """
    if len(cards) > MOST_BROUGHT:
        raise Refusal("", "too_many_cards", f"{len(cards)} cards come with the match; there may be {MOST_BROUGHT}")
    if not (cards or tables):
        return shipped(game, edition)
    try:
        brought = [BroughtCard.from_json(text) for text in cards]
    except (ValueError, TypeError) as error:
        raise Refusal("", OTHER_RULES, f"a card of the match cannot be read: {error!s:.200}") from error
    inline = [define(game, json.loads(table)) for table in tables]
    return Pool(game, [each.definition(game) for each in brought], edition, inline)
