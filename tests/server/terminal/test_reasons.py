"""Reasons why something can or cannot be done, and what made a card what it is, in lines."""

from protocol.messages import Because, Change, Line, Step, Use
from protocol.view import Card, View
from server.terminal.reasons import origins, reasons
from server.terminal.scene import Scene

BEAR = Card(34, "Bear")
SCENE = Scene(View({"o40": {"id": 40, "name": "Moat", "label": "Moat#1"}}), None)


def test_each_use_is_told_with_the_steps_that_pass_and_the_one_that_does_not() -> None:
    steps = (Step("something attacks you", "509.1", ok=True), Step("it may block", "509.1b", ok=False), Step("rest"))
    uses = (
        Use("block", "no", "it cannot block", rule="509.1b", need="wings", by=40, steps=steps),
        Use("activate", "can", "it can", "~: Draw."),
    )
    assert reasons(SCENE, BEAR, Because("m", "no", "no", uses=uses)) == [
        "block: it cannot block [509.1b]; needed: wings; by Moat#1",
        "  yes something attacks you [509.1]",
        "  NO  it may block [509.1b]",
        "  -   rest",
        "activate Bear: Draw.: it can",
    ]


def test_where_there_is_one_reason_it_is_a_sentence() -> None:
    assert reasons(SCENE, BEAR, Because("m", "sick", "it came this turn", "302.6")) == ["it came this turn [302.6]"]


def test_what_is_not_printed_is_told_with_what_it_comes_from() -> None:
    lines = (Line("Reach"), Line("flying", "Wings#3", 40), Line("~ has haste.", lost=True))
    changes = (Change("2/4", "printed"), Change("+3/+3", "Giant Growth", until="until end of turn", rule="613.4c"))
    assert origins(BEAR, Because("m", "can", "it can", lines=lines, changes=changes)) == [
        "has from Wings#3: flying",
        "has lost: Bear has haste.",
        "printed: 2/4",
        "Giant Growth: +3/+3 until end of turn [613.4c]",
    ]
