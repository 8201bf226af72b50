"""The deck of a scenario: its cards, those of the scenario too, and the faults that the rules are to find in it.

    deck = { cards = ["1 Spirit of Fire", "60 Filler"], faults = [{ rule = "Main Deck", card = "Filler" }] }

A fault is told by its paragraph, and by the card it is about, if it is about one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from engine.cards.definitions import define
from engine.cards.pool import Pool
from engine.formats.expectations import Mismatch
from engine.formats.scenario_shape import BadScenario, Table, tables_of
from engine.state.citation import cited

if TYPE_CHECKING:
    from engine.cards.definitions import CardDef
    from engine.rules import Rules


def check_listed(table: Table, rules: Rules) -> None:
    """Hold the faults of the deck to those that are listed, in whatever order.

    Raises:
        Mismatch: with what was found instead.
        BadScenario: a card is not written as "4 Name", or no card has the name.
        BadCard, TextError: a card of the scenario means nothing.
    """
    pool = Pool(rules.name, inline=[define(rules.name, row) for row in tables_of(table.get("card"))])
    deck = cast("Table", table["deck"])
    entries = tuple(_entry(line, pool) for line in cast("list[str]", deck["cards"]))
    found = sorted((fault.rule, fault.card) for fault in rules.check_deck(pool, entries))
    wanted = sorted((cited(rules, str(row["rule"])), str(row.get("card", ""))) for row in tables_of(deck["faults"]))
    if found != wanted:
        raise Mismatch(f"the faults of the deck are {found!r}, not {wanted!r}")


def _entry(line: str, pool: Pool) -> tuple[CardDef, int]:
    count, _, name = line.partition(" ")
    if not count.isdigit() or not pool.has(name):
        raise BadScenario(f"{line!r:.60} is no number and name of a card")
    return pool.card(name), int(count)
