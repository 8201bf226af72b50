"""The rest of a cost is said in the words of the rulebook, whatever it is."""

from __future__ import annotations

import re
from typing import Final, get_args

import pytest

from engine.abilities import (
    SELF,
    YOU,
    Barred,
    Behold,
    CollectEvidence,
    CostPart,
    DamageCost,
    Delevel,
    DiscardCost,
    DiscardSelf,
    EitherCost,
    EvidenceLeft,
    Filter,
    FormCost,
    Lessened,
    LibraryCost,
    Mana,
    Memory,
    MoveCost,
    MoveSelf,
    PayLife,
    PrintedCost,
    PutCountersCost,
    Recover,
    Ref,
    RemoveCounters,
    Reserve,
    Resources,
    RevealCost,
    Sacrifice,
    SacrificeSelf,
    TapOther,
    TapSelf,
    TapTotal,
    Unattach,
    UntapSelf,
)
from engine.payment.window import due_text
from tests.support.web.board import position
from tests.support.web.midgame import MIDGAMES, Midgame

ALLIES: Final = Filter((("ally",),), "you")
CARDS: Final = Filter((("card",),), "you", "hand")
PARTS: Final[tuple[CostPart, ...]] = (
    Mana(("2", "R")),
    TapSelf(),
    UntapSelf(),
    TapOther(ALLIES, 2),
    TapTotal(ALLIES, "power", 3),
    SacrificeSelf(),
    Sacrifice(ALLIES),
    DiscardSelf(),
    DiscardCost(CARDS, 2),
    MoveSelf("exile"),
    MoveCost(CARDS, "exile", 2),
    LibraryCost(2),
    RevealCost(CARDS),
    Behold(Filter((("dragon",),))),
    Lessened(2),
    Unattach(),
    EitherCost(((PayLife(2),), (DiscardSelf(),))),
    PayLife(2),
    Barred(PayLife(2)),
    RemoveCounters("charge", 2),
    PutCountersCost("charge", 2),
    Reserve(2),
    Memory(2),
    Recover(2),
    Delevel(),
    CollectEvidence(2),
    EvidenceLeft(2, ()),
    DamageCost(2, YOU, taken=True),
    DamageCost(2, SELF),
    DamageCost(2, Ref("chosen", 0, ALLIES)),
    FormCost("hero"),
    PrintedCost(CARDS),
    Resources(("any",), 2),
)
OWN: Final[dict[str, set[type]]] = {
    "magic": {Mana, CollectEvidence, EvidenceLeft, Behold, Barred},
    "grand-archive": {Reserve, Memory, Recover, Delevel},
    "marvel-champions": {Resources, FormCost, DamageCost, Recover, PrintedCost},
}
"""Parts of costs that are not paid in every game."""
NEVER_DUE: Final = {Lessened}
"""Parts that the total cost takes in, so that nothing of them is left to pay."""


def test_every_kind_is_here() -> None:
    assert {type(part) for part in PARTS} == set(get_args(CostPart))


@pytest.mark.parametrize("midgame", MIDGAMES, ids=lambda midgame: midgame.game)
def test_no_prompt_holds_the_name_of_a_class(midgame: Midgame) -> None:
    """A class of one word may be called as the verb of its sentence is: "sacrifice an ally"."""
    game = position(midgame.position).game
    others = set().union(NEVER_DUE, *OWN.values()) - OWN[midgame.game]
    for part in PARTS:
        if type(part) not in others:
            name, said = type(part).__name__, due_text(game, (part,))
            assert name.lower() not in (said.split() if len(re.findall("[A-Z]", name)) > 1 else [said]), part


SPENDING: Final = """
game = "marvel-champions"
[A]
identity = "Captain Marvel"
play_area = ["Vision"]
hand = ["Energy", "Genius"]
"""


def test_options_say_which_of_the_units_due_they_could_pay() -> None:
    """Vision asks for an energy resource: of the two only Energy makes any."""
    match = position(SPENDING)
    match.apply_text(0, match.decisions[0].w, 'activate "Vision"')
    (asked,) = match.decisions
    names = {match.game.obj(option.refs[0]).name: option.pays for option in asked.options}
    assert asked.due == 1
    assert names == {"Energy": ((0,), (0,)), "Genius": ((), ())}
